"""How a game of HEXTRA ends: who shares the point, and which tiles decided."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pavage.game import Outcome, Seat
from pavage.games.hextra.geometry.lattice import CELL, POINTS
from pavage.games.hextra.geometry.motifs import Motif, cover, realised
from pavage.games.leaving import seats_in

if TYPE_CHECKING:
    from pavage.games.hextra.position import HextraPosition
    from pavage.games.hextra.rules import Hextra


def outcome(game: Hextra, position: HextraPosition) -> Outcome:
    if position.ended == "motif":
        return _won(game, position)
    if game.draw == "partial":
        return _covered(game, position)
    return Outcome(_shared(game, seats_in(game.players, position.out)), position.ended)


def _won(game: Hextra, position: HextraPosition) -> Outcome:
    """Among several winners in one round the one that has used fewest tiles, lost ones included."""
    used = {colour: len(position.tiles[colour]) for colour in position.winners}
    best = [colour for colour in used if used[colour] == min(used.values())]
    seats = {game.seat_of(colour) for colour in best}
    cells: list[int] = []
    for colour in best:
        own = {POINTS[cell] for cell in game.own(position, colour)}
        motif = game.deck[position.motifs[colour] - 1]
        cells += _cells(realised(motif, own, game.match, game.contained) or ())
    return Outcome(_shared(game, seats), "motif" if len(seats) == 1 else "shared", tuple(cells))


def _covered(game: Hextra, position: HextraPosition) -> Outcome:
    """The motif that covers most tiles of its colour; equality is a draw of all."""
    covers = {}
    for colour in game.colours_in(position):
        own = {POINTS[cell] for cell in game.own(position, colour)}
        covers[colour] = cover(game.deck[position.motifs[colour] - 1], own, game.match)
    most = max(map(len, covers.values()))
    best = [colour for colour, covered in covers.items() if len(covered) == most]
    seats = {game.seat_of(colour) for colour in best}
    if len(seats) > 1:
        return Outcome(_shared(game, seats_in(game.players, position.out)), "equal_covers")
    return Outcome(_shared(game, seats), "cover", _cells(covers[best[0]]))


def _shared(game: Hextra, seats: Collection[Seat]) -> tuple[float, ...]:
    return tuple(1 / len(seats) if seat in seats else 0.0 for seat in range(game.players))


def _cells(points: Motif) -> tuple[int, ...]:
    return tuple(CELL[point] for point in points)
