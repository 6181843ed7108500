"""What a move did beside setting its stone: captures, removals, sweeps, skipped players; and the sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pavage.game import Move, Seat
from pavage.games.polygo.rules import PolyGo, PolyGoPosition
from pavage.phrase import Phrase
from pavage.scene import listed

Code = int
"""A piece code of the board: a colour, from 1."""


@dataclass(frozen=True, slots=True)
class Events:
    """The events of one move. Each cell is in one of them at most."""

    captured: dict[tuple[Code, Code], tuple[int, ...]]
    """By winner and loser, the cells whose stones changed their colour."""
    filled: dict[Code, tuple[int, ...]]
    """By colour, the empty cells that fell to it."""
    gone: dict[Code, tuple[int, ...]]
    """By colour, the cells whose stones left the board."""
    skipped: tuple[Seat, ...]
    """The seats that could not play, in turn order."""

    @property
    def taken(self) -> tuple[int, ...]:
        """All cells that a colour gained by surrounding them."""
        return tuple(sorted(_all(self.captured.values()) + _all(self.filled.values())))

    @property
    def cleared(self) -> tuple[int, ...]:
        """All cells that stones left."""
        return tuple(sorted(_all(self.gone.values())))


def _all(groups: Iterable[tuple[int, ...]]) -> list[int]:
    return [cell for cells in groups for cell in cells]


def events_of(game: PolyGo, before: PolyGoPosition, move: Move, after: PolyGoPosition) -> Events:
    """Compare the positions around a move, or around a seat that left where the move is empty."""
    board = bytearray(before.board)
    for cell in game.cells_of(move):
        board[cell] = game.colour(before, before.turn) + 1
    captured: dict[tuple[Code, Code], tuple[int, ...]] = {}
    filled: dict[Code, tuple[int, ...]] = {}
    gone: dict[Code, tuple[int, ...]] = {}
    for cell, (old, new) in enumerate(zip(board, after.board, strict=True)):
        if old == new:
            continue
        if not new:
            gone[old] = (*gone.get(old, ()), cell)
        elif old:
            captured[new, old] = (*captured.get((new, old), ()), cell)
        else:
            filled[new] = (*filled.get(new, ()), cell)
    return Events(captured, filled, gone, _skipped(game, before, move, after))


def _skipped(game: PolyGo, before: PolyGoPosition, move: Move, after: PolyGoPosition) -> tuple[Seat, ...]:
    """Return the seats between the mover and the next one, unless nobody plays on.

    A swap skips nobody, nor does a seat that leaves while it is the turn of another.
    """
    moved = game.cells_of(move) or not game.is_in(after, before.turn)
    if not moved or game.outcome(after) is not None:
        return ()
    steps = (after.turn - before.turn - 1) % game.players
    passed = ((before.turn + step) % game.players for step in range(1, steps + 1))
    return tuple(seat for seat in passed if game.is_in(after, seat))


def told(game: PolyGo, events: Events, after: PolyGoPosition) -> Phrase | None:
    """Return the sentence about these events, or None if there were none."""
    clauses: list[Phrase] = []
    for winner in sorted({winner for winner, _ in events.captured}):
        lost = {loser: len(cells) for (by, loser), cells in events.captured.items() if by == winner}
        clauses.append(_clause(game, "captured", winner, _stones(game, lost)))
    for winner, cells in sorted(events.filled.items()):
        clauses.append(_clause(game, "filled" if len(cells) > 1 else "filled_one", winner, str(len(cells))))
    if events.gone:
        count = {colour: len(cells) for colour, cells in events.gone.items()}
        key = ("removed" if game.remove else "swept") + ("" if sum(count.values()) > 1 else "_one")
        clauses.append(Phrase(f"polygo.event.{key}", (("stones", _stones(game, count)),)))
    said = _joined("next", clauses)
    if events.skipped:
        names = [_name(game, game.colour(after, seat) + 1) for seat in events.skipped]
        key = "skipped" if len(names) > 1 else "skipped_one"
        passed = Phrase(f"polygo.event.{key}", (("colours", listed(names)),))
        said = _joined("then", [said, passed] if said is not None else [passed])
    return Phrase("polygo.event.told", (("events", said),)) if said is not None else None


def _joined(how: str, clauses: Sequence[Phrase]) -> Phrase | None:
    if not clauses:
        return None
    rest = _joined(how, clauses[1:])
    return Phrase(f"polygo.event.{how}", (("first", clauses[0]), ("rest", rest))) if rest else clauses[0]


def _clause(game: PolyGo, key: str, winner: Code, what: str | Phrase) -> Phrase:
    return Phrase(f"polygo.event.{key}", (("colour", _name(game, winner)), ("what", what)))


def _name(game: PolyGo, code: Code) -> Phrase:
    return Phrase(f"colour.{game.colours[code - 1]}")


def _stones(game: PolyGo, count: dict[Code, int]) -> Phrase:
    """Return how many stones of which colours: 2 blue stones and a red stone."""
    stones = []
    for code, number in sorted(count.items()):
        colour = game.colours[code - 1]
        many = Phrase(f"stones.{colour}", (("number", str(number)),))
        stones.append(many if number > 1 else Phrase(f"stone.{colour}"))
    return listed(stones)
