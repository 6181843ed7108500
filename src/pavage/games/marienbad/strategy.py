"""Perfect play in Marienbad where it is known: heaps, positions to be copied, and the last twenty stones."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.marienbad.mirror import mirror_taking
from pavage.games.marienbad.nim import separate_heaps, winning_taking
from pavage.games.marienbad.rules import Marienbad, MarienbadPosition
from pavage.games.marienbad.tables import Table

MOST_STONES = 20
"""Positions with so many stones are seen through to the end, in a few seconds."""

_last_table: dict[Marienbad, Table] = {}
"""The table of the game being played: what comes later in the game is in it already."""


def perfect(game: Marienbad, position: MarienbadPosition) -> tuple[Move, float] | None:
    """A move and what it is worth, where that is known; None elsewhere and while more than two are in."""
    if game.players - len(position.out) > 2:
        return None
    board = position.board
    stones = [cell for cell, piece in enumerate(board) if piece]
    heaps = separate_heaps(game.stretches(board), stones)
    if heaps is not None:
        taken = winning_taking(heaps, game.misere)
        if taken is None:
            return (max(heaps, key=len)[-1], game.done), 0.0
        return (*sorted(taken), game.done), 1.0
    copied = None if game.misere else mirror_taking(game, position)
    if copied:
        return copied, 1.0
    if len(stones) <= MOST_STONES:
        return _by_table(game, position, _table_for(game, board))
    # Somebody who can copy wins; the game lasts longest if only one stone is taken.
    return (game.moves(position)[0], 0.0) if copied == () else None


def _table_for(game: Marienbad, board: bytes) -> Table:
    """The table at hand, or a new one if it does not know these stones."""
    table = _last_table.get(game)
    if table is None or not table.covers(board):
        _last_table.clear()
        table = _last_table[game] = Table(game, board)
    return table


def _by_table(game: Marienbad, position: MarienbadPosition, table: Table) -> tuple[Move, float]:
    """The shortest way to win; if there is none, the stone after which the fewest answers win."""
    best: Move | None = None
    for move in game.moves(position):
        if not table.mover_wins(game.play(position, move)) and (best is None or len(move) > len(best)):
            best = move
    if best is not None:
        return best, 1.0

    def answers(cell: int) -> int:
        after = game.play(position, (cell, game.done))
        return sum(not table.mover_wins(game.play(after, reply)) for reply in game.moves(after))

    return (min((cell for cell, piece in enumerate(position.board) if piece), key=answers), game.done), 0.0
