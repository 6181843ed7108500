"""Why a move of Labyrinthe may not be played, in the terms of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pavage.game import Move, Refusal
from pavage.games.labyrinthe.ways import STONE

if TYPE_CHECKING:
    from pavage.games.labyrinthe.rules import Labyrinthe, LabyrinthePosition


def why_not(game: Labyrinthe, position: LabyrinthePosition, move: Move) -> Refusal | None:
    if game.outcome(position) is not None:
        return Refusal("over")
    if move == game.passing:
        return None if game.moves(position)[0] == move else Refusal("labyrinthe.no_pass")
    if not 1 <= len(move) <= 2 or game.cells_of(move) != move:
        return Refusal("not_a_move", game.cells_of(move))
    piece = position.board[move[0]]
    if 0 < piece <= game.players and (len(move) == 2 or piece == position.turn + 1):
        return _why_not_the_king(game, position, move)
    return _why_not_a_stone(game, position, move)


def _why_not_the_king(game: Labyrinthe, position: LabyrinthePosition, move: Move) -> Refusal | None:
    here, there = move[0], move[-1]
    if position.board[here] != position.turn + 1:
        return Refusal("labyrinthe.not_yours", (here,), (("cell", game.sites[here]),))
    if game.must_place(position):
        return Refusal("labyrinthe.first_stone")
    if len(move) == 1:
        return Refusal("labyrinthe.where_to", move)
    named = (("cell", game.sites[there]),)
    if there not in game.tiling.neighbours[here]:
        return Refusal("labyrinthe.not_next", (there,), named)
    piece = position.board[there]
    if piece == STONE:
        return Refusal("labyrinthe.wall", (there,), named)
    if piece and game.pair(position.turn, piece - 1) in position.barred:
        return Refusal("labyrinthe.barred", move)
    return None if move in game.king_moves(position) else Refusal("labyrinthe.repeated", move)


def _why_not_a_stone(game: Labyrinthe, position: LabyrinthePosition, move: Move) -> Refusal | None:
    if len(move) > game.pose or (len(move) == 2 and move[0] == move[1]):
        return Refusal("not_a_move", move)
    for cell in move:
        if position.board[cell]:
            return Refusal("taken", (cell,), (("cell", game.sites[cell]),))
    if position.left and position.left[position.turn] < len(move):
        return Refusal("labyrinthe.none_left")
    if move[0] not in game.stone_cells(position):
        return _shut_in(game, position, game.maze(position), move[0])
    seconds = game.second_cells(position, move[0])
    if len(move) == 1:
        return Refusal("labyrinthe.second_stone", move) if seconds else None
    if move[1] in seconds:
        return None
    maze = bytearray(game.maze(position))
    maze[move[0]] = STONE
    return _shut_in(game, position, bytes(maze), move[1])


def _shut_in(game: Labyrinthe, position: LabyrinthePosition, maze: bytes, cell: int) -> Refusal:
    """A stone that would close the last way of a king: which king it is."""
    king = next(
        king
        for seat, king in enumerate(game.kings(position))
        if seat not in position.out and game.ways.needed(maze, seat, king) & game.ways.bit[cell]
    )
    return Refusal(
        "labyrinthe.shut_in", (cell, king), (("cell", game.sites[cell]), ("king", game.sites[king]))
    )
