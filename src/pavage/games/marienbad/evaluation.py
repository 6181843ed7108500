"""What a position of Marienbad seems worth: exact near the end, and a guess of even chances before."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.game import Move
from pavage.games.leaving import seats_in
from pavage.games.marienbad.nim import mover_wins, separate_heaps
from pavage.games.marienbad.rules import Marienbad, MarienbadPosition
from pavage.games.marienbad.small import endings

FEW, FEW_AMONG_MANY = 7, 9
"""So many stones are seen through to the end at a glance: by two players, and by more."""
ALL_MOVES = 250
"""Where there are more, only some of them are looked at: whole lines, all but one of them, single stones."""
SURE = 0.99
NEARLY = 0.03
"""A share of the point that hardly makes a difference."""

_STONES = bytes(ord("1") if piece else ord("0") for piece in range(256))


def evaluate(game: Marienbad, position: MarienbadPosition) -> tuple[float, ...]:
    board, inside = position.board, seats_in(game.players, position.out)
    count, place = len(inside), inside.index(position.turn)
    stones = len(board) - board.count(0)
    if stones <= (FEW if count == 2 else FEW_AMONG_MANY):
        known = endings(game, count).shares(int(board.translate(_STONES)[::-1], 2))
        shares = [SURE * share + (1 - SURE) / count for share in known]
    elif count > 2:
        shares = [1 / count] * count
    else:
        won = _nim(game, position)
        mover = 0.5 if won is None else SURE if won else 1 - SURE
        shares = [mover, 1 - mover]
    worth = dict(zip([*inside[place:], *inside[:place]], shares, strict=True))
    return tuple(worth.get(seat, 0.0) for seat in range(game.players))


def _nim(game: Marienbad, position: MarienbadPosition) -> bool | None:
    """Whether the mover wins, where all that is left are heaps."""
    stones = [cell for cell, piece in enumerate(position.board) if piece]
    heaps = separate_heaps(game.stretches(position.board), stones)
    return None if heaps is None else mover_wins([len(heap) for heap in heaps], game.misere)


def order(game: Marienbad, position: MarienbadPosition) -> Sequence[Move]:
    """The moves worth looking at.

    Among more than two, looking ahead as if everybody found the best move misleads, since they seldom do:
    there only moves are looked at that promise nearly as much as the best one.
    """
    moves = _choice(game, position)
    if game.players - len(position.out) == 2:
        return moves
    promised = [evaluate(game, game.play(position, move))[position.turn] for move in moves]
    return [move for move, share in zip(moves, promised, strict=True) if share > max(promised) - NEARLY]


def _choice(game: Marienbad, position: MarienbadPosition) -> Sequence[Move]:
    """All moves while there are few, the ones that take most first; otherwise a choice among them."""
    moves = game.moves(position)
    if len(moves) <= ALL_MOVES:
        return sorted(moves, key=len, reverse=True)
    stretches = sorted((s for s in game.stretches(position.board) if len(s) > 1), key=len, reverse=True)
    takings = [*stretches, *(s[1:] for s in stretches), *(s[:-1] for s in stretches)]
    takings += [[cell] for cell, piece in enumerate(position.board) if piece]
    return list(dict.fromkeys((*sorted(cells), game.done) for cells in takings))
