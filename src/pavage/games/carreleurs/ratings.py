"""Placements of Les Carreleurs at first sight: what each leaves the others to lay, more than the mover."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from pavage.game import Move
from pavage.games.carreleurs.room import Room
from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition, Tile
from pavage.games.carreleurs.stocks import Shape
from pavage.games.cell_sets import Cells, cells_of
from pavage.games.leaving import seats_in

TILE, AREA = 3.0, 0.05
"""What a tile in stock costs, and each of its cells."""
STUCK = 1.5
"""What it costs besides if it has no free placement, times 1 + area / 20."""
TOUCH = 0.3
"""What it is worth to lie snugly along walls and other tiles, when nothing else decides."""

Rated = list[tuple[float, Move]]


class Placements:
    """All placements of some shapes in a room, before a tile lies there: what they exclude, and lie along."""

    def __init__(self, room: Room, shapes: Sequence[Shape]) -> None:
        self.room = room
        self.shapes = tuple(shapes)
        self.number = {shape: number for number, shape in enumerate(shapes)}
        self._rims: dict[Shape, dict[int, tuple[Cells, int]]] = {}
        self._clear: dict[tuple[Shape, int], tuple[Cells, ...]] = {}

    def clear(self, shape: Shape, place: int) -> tuple[Cells, ...]:
        """For each shape, by its number, the places where it does not overlap this placement."""
        known = self._clear.get((shape, place))
        if known is None:
            meeting = self.room.meeting
            known = tuple(self.room.within[other] & ~meeting(shape, place, other) for other in self.shapes)
            self._clear[shape, place] = known
        return known

    def always_leaves_room(self, shape: Shape, places: Sequence[tuple[Cells, Shape]]) -> bool:
        """Whether one of these places of other shapes stays free wherever this one is laid."""
        return any(
            left.bit_count() > (other.height + shape.height - 1) * (other.width + shape.width - 1)
            for left, other in places
        )

    def snug(
        self, shape: Shape, free: Cells, filled: Cells, most: int, others: int, dice: random.Random
    ) -> list[tuple[float, int]]:
        """The places that touch most, and some of the others, each with the share of its rim that touches."""
        if shape not in self._rims:
            self._rims[shape] = {
                place: self._rim(shape, place) for place in cells_of(self.room.within[shape])
            }
        rims = self._rims[shape]
        length = 2 * (shape.height + shape.width)
        touching = []
        for place in cells_of(free):
            beside, walls = rims[place]
            touching.append((((beside & filled).bit_count() + walls) / length, place))
        touching.sort(reverse=True)
        rest = touching[most:]
        return touching[:most] + (rest if len(rest) <= others else dice.sample(rest, others))

    def _rim(self, shape: Shape, place: int) -> tuple[Cells, int]:
        """The cells beside a placement, and how many of its edges lie along the walls."""
        room = self.room
        row, column = divmod(place, room.size)
        bottom, right = row + shape.height, column + shape.width
        across, down = Shape(1, shape.width), Shape(shape.height, 1)
        beside = walls = 0
        for inside, strip, at in (
            (row > 0, across, place - room.size),
            (bottom < room.size, across, bottom * room.size + column),
            (column > 0, down, place - 1),
            (right < room.size, down, place + shape.width),
        ):
            if inside:
                beside |= room.block(strip, at)
            else:
                walls += strip.area
        return beside, walls


@lru_cache(8)
def _placements(game: Carreleurs) -> Placements:
    return Placements(game.room, game.shapes)


@lru_cache(8)
def costs_of(game: Carreleurs) -> tuple[tuple[float, float], ...]:
    """What a tile of each kind costs whoever holds it, and how much more if it is stuck."""
    return tuple((TILE + AREA * area, STUCK * (1 + area / 20)) for area in game.areas)


def fits(game: Carreleurs, empty: Cells, kind: int) -> bool:
    """Whether a kind of tile has a free placement."""
    return any(game.room.fits(empty, shape) for shape in game.shapes_of[kind])


class Ratings:
    """The mover’s placements in one position, rated."""

    def __init__(self, game: Carreleurs, position: CarreleursPosition) -> None:
        self.game, self.position = game, position
        self.known, self.costs = _placements(game), costs_of(game)
        self.filled = game.covered(position.tiles)
        empty = game.room.full & ~self.filled
        self.free = {shape: game.room.fits(empty, shape) for shape in game.shapes}
        turn = position.turn
        inside = seats_in(game.players, position.out)
        others = [position.stocks[seat] for seat in inside if seat != turn]
        self.lead = [
            sum(counts) / len(others) - own
            for own, *counts in zip(position.stocks[turn], *others, strict=True)
        ]
        """How many more tiles of each kind the others have, on average."""

    def touching(
        self, shape: Shape, free: Cells, snug: int, others: int, dice: random.Random
    ) -> list[tuple[float, int]]:
        return self.known.snug(shape, free, self.filled, snug, others, dice)

    def of_free(self, shape: Shape, places: Sequence[tuple[float, int]]) -> Rated:
        """Free placements, given with the share of their rim that touches something."""
        if not places:
            return []
        worth, doubtful = 0.0, []
        for kind, (more, (held, stuck)) in enumerate(zip(self._lead_after(shape), self.costs, strict=True)):
            worth += more * held
            left = [(self.free[other], other) for other in self.game.shapes_of[kind]]
            if more and not self.known.always_leaves_room(shape, left):
                doubtful.append(
                    (more * stuck, [(places, self.known.number[other]) for places, other in left])
                )
        rated: Rated = []
        for touch, place in places:
            clear = self.known.clear(shape, place)
            value = worth + TOUCH * touch
            for gain, left_of_kind in doubtful:
                for left_places, number in left_of_kind:
                    if left_places & clear[number]:
                        break
                else:
                    value += gain
            rated.append((value, (self.game.button[shape], place)))
        return rated

    def cheap(self, shape: Shape, lifting: Cells, most: int) -> list[tuple[list[Tile], int]]:
        """The lifting placements that bring the fewest tiles and the least area into the stock."""
        game = self.game
        over = [(tile, game.room.meeting(tile.shape, tile.place, shape)) for tile in self.position.tiles]
        found: list[tuple[float, int, list[Tile]]] = []
        for place in cells_of(lifting):
            lifted = [tile for tile, places in over if places >> place & 1]
            found.append((sum(self.costs[game.kind[tile.shape]][0] for tile in lifted), place, lifted))
        found.sort(key=lambda placement: placement[:2])
        return [(lifted, place) for _, place, lifted in found[:most]]

    def of_lifting(self, shape: Shape, placements: Sequence[tuple[list[Tile], int]]) -> Rated:
        """Lifting placements, given with the tiles they take up."""
        game = self.game
        rated: Rated = []
        for lifted, place in placements:
            filled = self.filled & ~game.covered(lifted) | game.room.block(shape, place)
            lead = self._lead_after(shape)
            for tile in lifted:
                lead[game.kind[tile.shape]] -= 1
            value = 0.0
            for kind, (more, (held, stuck)) in enumerate(zip(lead, self.costs, strict=True)):
                if more:
                    value += more * (held if fits(game, game.room.full & ~filled, kind) else held + stuck)
            rated.append((value, (game.button[shape], place, game.done)))
        return rated

    def _lead_after(self, shape: Shape) -> list[float]:
        """The lead once the mover has laid this shape."""
        lead = list(self.lead)
        lead[self.game.kind[shape]] += 1
        return lead
