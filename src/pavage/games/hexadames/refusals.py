"""Why a move of HexaDames may not be played, in the terms of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pavage.game import Move, Refusal

if TYPE_CHECKING:
    from pavage.games.hexadames.rules import HexaDames, HexaDamesPosition


def why_not(game: HexaDames, position: HexaDamesPosition, move: Move) -> Refusal | None:
    if game.outcome(position) is not None:
        return Refusal("over")
    if move in game.moves(position):
        return None
    path = move[:-1] if move[-1:] == game.men.stop and not game.mandatory else move
    if not path or game.cells_of(path) != path:
        return Refusal("not_a_move", game.cells_of(move))
    named = (("cell", game.sites[path[0]]),)
    code = position.board[path[0]]
    if code != position.turn + 1:
        return Refusal("hexadames.not_yours" if code else "hexadames.no_man", path[:1], named)
    if game.men.rests(path[0], code):
        return Refusal("hexadames.arrived", path[:1], named)
    if len(path) == 1:
        return Refusal("hexadames.where_to", path) if path == move else Refusal("not_a_move", path)
    if path[:2] not in game.men.between:
        return _why_not_a_step(game, position, path, move)
    return _why_not_a_jump(game, position, path, move)


def _why_not_a_step(game: HexaDames, position: HexaDamesPosition, path: Move, move: Move) -> Refusal:
    here, there = path[:2]
    named = (("cell", game.sites[there]),)
    if there not in game.tiling.neighbours[here]:
        return Refusal("hexadames.too_far", (there,), named)
    if position.board[there]:
        return Refusal("taken", (there,), named)
    if there not in game.men.steps[position.turn][here]:
        return Refusal("hexadames.backward", (there,), named)
    if game.mandatory and game.men.jump_moves(position.board, position.turn):
        return Refusal("hexadames.must_jump")
    return Refusal("not_a_move", game.cells_of(move))  # a step ends the turn


def _why_not_a_jump(game: HexaDames, position: HexaDamesPosition, path: Move, move: Move) -> Refusal:
    """The first leg that cannot be jumped, else what the end of the chain lacks."""
    men, turn = game.men, position.turn
    for leg in range(1, len(path)):
        here, there = path[leg - 1 : leg + 1]
        named = (("cell", game.sites[there]),)
        if (here, there) not in men.between:
            return Refusal("hexadames.too_far", (there,), named)
        if leg > 1 and here in men.goals[turn]:
            return Refusal("hexadames.arrived", (here,), (("cell", game.sites[here]),))
        over = men.between[here, there]
        board = men.after(position.board, path[:leg])
        if board[over] in (0, turn + 1):
            return Refusal("hexadames.no_enemy", (over,), (("cell", game.sites[over]),))
        if men.rests(over, board[over]):
            return Refusal("hexadames.safe", (over,), (("cell", game.sites[over]),))
        if board[there]:
            return Refusal("taken", (there,), named)
        if (over, there) not in men.jumps[turn][here]:
            return Refusal("hexadames.jump_backward", (there,), named)
    if path != move:
        return Refusal("not_a_move", path)  # there is nothing to stop: the chain is at its end
    return Refusal("hexadames.must_go_on" if game.mandatory else "hexadames.stop_or_go_on", path[-1:])
