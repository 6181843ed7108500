"""Why a Hex move is good, as far as the stones show it: bridges made and bridges saved.

A bridge joins two stones that have two empty cells between them: whichever the other takes, one takes the
second. A stone on the row beside a side of its own has such a bridge to that side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pavage.games.hex import Hex, HexPosition
from pavage.phrase import Phrase


@dataclass(frozen=True, slots=True)
class Bridge:
    """From a cell to another, or to a side of the same colour (`end` is -1, -2), over two cells."""

    begin: int
    end: int
    over: frozenset[int]


def bridges(game: Hex, code: int, cell: int) -> Iterator[Bridge]:
    """All bridges that a stone of a colour on this cell could have, whatever lies there."""
    neighbours = game.tiling.neighbours
    near = frozenset(neighbours[cell])
    for other in sorted({far for one in near for far in neighbours[one]} - near - {cell}):
        over = near.intersection(neighbours[other])
        if len(over) == 2:
            yield Bridge(cell, other, over)
    for number, side in enumerate((game.tiling.sides[code - 1], game.tiling.sides[code + 1]), 1):
        over = near.intersection(side)
        if cell not in side and len(over) == 2:
            yield Bridge(cell, -number, over)


def groups(game: Hex, board: bytes, code: int) -> dict[int, int]:
    """The stones of a colour, and its sides as -1 and -2, each with the name of its group."""
    names = {cell: cell for cell, piece in enumerate(board) if piece == code} | {-1: -1, -2: -2}
    sides = ((-1, frozenset(game.tiling.sides[code - 1])), (-2, frozenset(game.tiling.sides[code + 1])))
    waiting = [cell for cell in names if cell >= 0]
    for cell in waiting:
        joined = [one for one in game.tiling.neighbours[cell] if board[one] == code]
        joined += [side for side, cells in sides if cell in cells]
        for other in joined:
            before, now = names[cell], names[other]
            if before != now:
                names = {one: now if name == before else name for one, name in names.items()}
    return names


def stones_reason(game: Hex, position: HexPosition, cell: int) -> Phrase | None:
    """What a stone on this cell does for those that lie there: saves a bridge, makes one, or neither."""
    code = game.colour(position, position.turn) + 1
    together = groups(game, position.board, code)
    return _saved(game, position.board, code, cell, together) or _made(
        game, position.board, code, cell, together
    )


def _saved(game: Hex, board: bytes, code: int, cell: int, together: dict[int, int]) -> Phrase | None:
    """The bridge over this cell whose other cell the opponent has taken."""
    for stone in sorted(game.tiling.neighbours[cell]):
        if board[stone] != code:
            continue
        for bridge in bridges(game, code, stone):
            taken = [one for one in bridge.over if board[one] == 3 - code]
            apart = together.get(bridge.end, stone) not in (stone, together[stone])
            if cell in bridge.over and taken and apart:
                return _phrase(game, "saves", bridge)
    return None


def _made(game: Hex, board: bytes, code: int, cell: int, together: dict[int, int]) -> Phrase | None:
    """A bridge from this cell to a group that it does not touch; one to a side goes first."""
    touched = {together[one] for one in game.tiling.neighbours[cell] if board[one] == code}
    touched |= {together[-number] for number in (1, 2) if cell in game.tiling.sides[code + 2 * number - 3]}
    found = [
        bridge
        for bridge in bridges(game, code, cell)
        if together.get(bridge.end) not in (None, *touched) and not any(board[one] for one in bridge.over)
    ]
    return _phrase(game, "bridge", min(found, key=lambda bridge: bridge.end)) if found else None


def _phrase(game: Hex, key: str, bridge: Bridge) -> Phrase:
    one = ("one", game.tiling.names[bridge.begin])
    if bridge.end < 0:
        return Phrase(f"hex.why.{key}_side", (one,))
    return Phrase(f"hex.why.{key}", (one, ("other", game.tiling.names[bridge.end])))
