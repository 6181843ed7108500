"""The rules of Les Carreleurs (docs/rules.md, section 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from pavage.game import Game, Move, Outcome, Refusal, Seat, winner_takes_all
from pavage.games.carreleurs.layout import read_layout, write_layout
from pavage.games.carreleurs.notation import read_move, write_move
from pavage.games.carreleurs.options import CarreleursOptions, presets_for
from pavage.games.carreleurs.refusals import why_not
from pavage.games.carreleurs.room import Room
from pavage.games.carreleurs.stocks import TABLE, Shape, Stock, shape_named, stock_for
from pavage.games.carreleurs.touching import next_sites, placement
from pavage.games.cell_sets import Cells, cells_of
from pavage.games.leaving import OutPosition, next_in, previous_in
from pavage.options import BadOption
from pavage.tiling import tiling


class Tile(NamedTuple):
    """A tile in the room."""

    place: int
    """Its top left cell."""
    shape: Shape
    colour: int
    """The piece code of whoever laid it; only for show."""
    sealed: bool = False


class Ways(NamedTuple):
    """Where the mover may lay a shape: over empty cells, and taking up what lies there."""

    free: Cells
    lifting: Cells


@dataclass(frozen=True, slots=True)
class CarreleursPosition(OutPosition):
    """The tiles in the room, what is left to lay, and what the end of the game is decided by."""

    tiles: tuple[Tile, ...] = ()
    """In the order of their places."""
    stocks: tuple[tuple[int, ...], ...] = ()
    """How many tiles of each kind each seat has."""
    placed: tuple[Seat, ...] = ()
    """The seats by their last placement, the latest first; those without one as if they had gone in turn."""
    passes: int = 0
    """Passes in a row, of seats that are in."""
    plies: int = 0
    """Turns so far; counted only where their number is limited."""


class Carreleurs(CarreleursOptions, Game[CarreleursPosition]):
    """Lay a tile on empty cells, or, if it has no place left, take up what lies in its way."""

    name = "carreleurs"
    draws = False
    table: ClassVar[Mapping[str, Stock]] = TABLE
    presets = presets_for(TABLE)

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        size = self.board
        self.options["stock"] = stock_for(self.table, size, self.players, self.stock)
        self.most = self.max_plies if self.ko == "none" else 0
        extra = () if self.extra == "none" else (shape_named(self.extra),)
        if any(max(shape) > size for shape in extra):
            raise BadOption("carreleurs.large_extra", "extra", self.extra, f"{size}×{size}")
        first, others = (
            [self.kind_of(shape) for shape in (*self.table[self.stock].tiles, *more)] for more in (extra, ())
        )
        self.kinds = tuple(sorted(set(first), key=lambda kind: (-kind.area, kind)))
        """The tiles there are, the largest first; where tiles may be turned, lying on their longer side."""
        self.begun = tuple(
            tuple(own.count(kind) for kind in self.kinds) for own in (first, *[others] * (self.players - 1))
        )
        self.shapes_of = tuple(
            (kind, kind.turned) if self.rotation and kind != kind.turned else (kind,) for kind in self.kinds
        )
        """The ways each kind of tile may lie."""
        self.shapes = tuple(shape for shapes in self.shapes_of for shape in shapes)
        self.kind = {shape: number for number, shapes in enumerate(self.shapes_of) for shape in shapes}
        self.areas = tuple(kind.area for kind in self.kinds)
        self.room = Room(size, self.shapes)
        self.tiling = tiling(f"S{size}x{size}")
        self.buttons = (*(shape.name for shape in self.shapes), "done", "pass")
        cells = size * size
        self.button = {shape: cells + number for number, shape in enumerate(self.shapes)}
        self.done = cells + len(self.shapes)
        self.passing: Move = (self.done + 1,)

    def kind_of(self, shape: Shape) -> Shape:
        """The kind of tile that a shape belongs to."""
        return shape.flat if self.rotation else shape

    def start(self) -> CarreleursPosition:
        seats = tuple(reversed(range(self.players)))
        return CarreleursPosition(bytes(len(self.tiling)), 0, (), self.begun, seats)

    # --- what lies there

    def covered(self, tiles: Sequence[Tile]) -> Cells:
        """The cells under these tiles."""
        cells = 0
        for tile in tiles:
            cells |= self.room.block(tile.shape, tile.place)
        return cells

    def met(self, position: CarreleursPosition, shape: Shape, place: int) -> tuple[Tile, ...]:
        """The tiles that a shape would overlap, sealed ones too."""
        block = self.room.block(shape, place)
        if not any(position.board[cell] for cell in cells_of(block)):
            return ()
        return tuple(tile for tile in position.tiles if block & self.room.block(tile.shape, tile.place))

    def left(self, position: CarreleursPosition, seat: Seat) -> tuple[int, int]:
        """The area and the number of the tiles that a seat still has."""
        stock = position.stocks[seat]
        return sum(count * area for count, area in zip(stock, self.areas, strict=True)), sum(stock)

    def free_places(self, position: CarreleursPosition, seat: Seat) -> dict[Shape, Cells]:
        """The free placements of each tile in a seat’s stock, by how it lies."""
        empty = self.room.full & ~self.covered(position.tiles)
        return {
            shape: self.room.fits(empty, shape)
            for shapes, count in zip(self.shapes_of, position.stocks[seat], strict=True)
            if count
            for shape in shapes
        }

    def stuck(self, free: Mapping[Shape, Cells]) -> set[int]:
        """The kinds of tiles among these that have no free placement."""
        fitting = {self.kind[shape] for shape, places in free.items() if places}
        return {self.kind[shape] for shape in free} - fitting

    # --- moves

    def ways(self, position: CarreleursPosition) -> dict[Shape, Ways]:
        """All legal placements of the mover, by shape."""
        free = self.free_places(position, position.turn)
        stuck = self.stuck(free)
        if self.lift == "any" or (self.lift == "blocked" and not any(free.values())):
            lifting = set(map(self.kind.__getitem__, free))
        else:
            lifting = stuck if self.lift == "tile" else set()
        loose = (
            self.room.full & ~self.covered([tile for tile in position.tiles if tile.sealed]) if lifting else 0
        )
        return {
            shape: Ways(
                places, self._lifting(position, shape, loose, places) if self.kind[shape] in lifting else 0
            )
            for shape, places in free.items()
        }

    def _lifting(self, position: CarreleursPosition, shape: Shape, loose: Cells, free: Cells) -> Cells:
        """The places of a shape over tiles that may be taken up."""
        places = self.room.fits(loose, shape) & ~free
        if self.ko != "area":
            return places
        for tile in position.tiles:
            if tile.shape.area >= shape.area:
                places &= ~self.room.meeting(tile.shape, tile.place, shape)
        for place in cells_of(places):
            if sum(tile.shape.area for tile in self.met(position, shape, place)) >= shape.area:
                places ^= 1 << place
        return places

    def moves(self, position: CarreleursPosition) -> Sequence[Move]:
        """A placement is its shape and its top left cell, and `done` after it if it takes up tiles."""
        if self.outcome(position) is not None:
            return ()
        listed: list[Move] = []
        for shape, ways in self.ways(position).items():
            button = self.button[shape]
            listed += [(button, place) for place in cells_of(ways.free)]
            listed += [(button, place, self.done) for place in cells_of(ways.lifting)]
        return listed or [self.passing]

    def play(self, position: CarreleursPosition, move: Move) -> CarreleursPosition:
        turn = position.turn
        after = next_in(turn + 1, self.players, position.out)
        plies = position.plies + 1 if self.most else 0
        if move == self.passing:
            return replace(position, turn=after, passes=position.passes + 1, plies=plies)
        shape, place = placement(self, move)
        lifted = self.met(position, shape, place)
        board = bytearray(position.board)
        stock = list(position.stocks[turn])
        for tile in lifted:
            stock[self.kind[tile.shape]] += 1
            for cell in self.room.cells(tile.shape, tile.place):
                board[cell] = 0
        stock[self.kind[shape]] -= 1
        for cell in self.room.cells(shape, place):
            board[cell] = turn + 1
        laid = Tile(place, shape, turn + 1, bool(lifted) and self.ko == "seal")
        tiles = tuple(sorted([*(tile for tile in position.tiles if tile not in lifted), laid]))
        stocks = (*position.stocks[:turn], tuple(stock), *position.stocks[turn + 1 :])
        placed = (turn, *(seat for seat in position.placed if seat != turn))
        return CarreleursPosition(bytes(board), after, tiles, stocks, placed, 0, plies, out=position.out)

    def is_in(self, position: CarreleursPosition, seat: Seat) -> bool:
        return seat not in position.out

    def leave(self, position: CarreleursPosition, seat: Seat) -> CarreleursPosition:
        """Skip a seat from now on. Its tiles stay, its stock is out of play, its pass no longer counts."""
        out = position.out | {seat}
        passes, passing = position.passes, position.turn
        for _ in range(position.passes):
            passing = previous_in(passing, self.players, position.out)
            passes -= passing == seat
        return replace(position, turn=next_in(position.turn, self.players, out), passes=passes, out=out)

    def outcome(self, position: CarreleursPosition) -> Outcome | None:
        for after in range(self.players):
            seat = (position.turn - 1 + after) % self.players  # the one who has just moved comes first
            if not any(position.stocks[seat]) and seat not in position.out:
                return Outcome(winner_takes_all(self.players, seat), "empty")
        passed = position.passes >= self.players - len(position.out)
        if not passed and not (self.most and position.plies >= self.most):
            return None
        placed = [seat for seat in position.placed if seat not in position.out]
        left = [self.left(position, seat) for seat in placed]
        seat = placed[left.index(min(left))]  # the latest of those who are equal comes first
        area, tiles = min(left)
        if left.count((area, tiles)) > 1:
            reason = "latest"
        else:
            reason = "tiles" if [least for least, _ in left].count(area) > 1 else "area"
        return Outcome(winner_takes_all(self.players, seat), reason)

    # --- hands and texts

    def choices(self, position: CarreleursPosition, touched: Move) -> Sequence[int]:
        return next_sites(self, position, touched)

    def refusal(self, position: CarreleursPosition, move: Move) -> Refusal | None:
        return why_not(self, position, move)

    def write(self, position: CarreleursPosition, move: Move) -> str:
        return write_move(self, position, move)

    def read(self, position: CarreleursPosition, text: str) -> Move:
        return read_move(self, position, text)

    def layout(self, position: CarreleursPosition) -> str:
        return write_layout(self, position)

    def setup(self, text: str) -> CarreleursPosition:
        return read_layout(self, text)
