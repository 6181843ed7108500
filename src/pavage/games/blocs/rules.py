"""The rules of Blocs (docs/rules.md, section 10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pavage.game import Game, Move, Outcome, Refusal, Seat, winner_takes_all
from pavage.games.blocs.blocks import blocks, body_of, laid_after
from pavage.games.blocs.grid import grid
from pavage.games.blocs.layout import read_layout, write_layout
from pavage.games.blocs.notation import read_move, write_move
from pavage.games.blocs.options import BlocsOptions, openings
from pavage.games.blocs.touching import Hand, endings, follow, settle
from pavage.games.leaving import OutPosition, check_turn, next_in, read_out, seats_in
from pavage.tiling import tiling

Placement = tuple[int, int, int, Move]
"""A tile that can be placed: its rectangle, cells, area, and how the hand places it."""


@lru_cache(16)
def _placements(size: int, limit: int) -> tuple[tuple[tuple[int, int], ...], tuple[Placement, ...]]:
    """The shapes of all tiles that can ever be placed, and each of them at each place."""
    on = grid(size)
    sides = range(1, size + 1)
    shapes = tuple((h, w) for h in sides for w in sides if h * w <= limit)
    shape_at = {shape: on.cells + number for number, shape in enumerate(shapes)}
    return shapes, tuple(
        (tile, on.mask[tile], area, (shape_at[shape], on.corner(tile)))
        for tile, area in enumerate(on.area)
        if area <= limit and (shape := on.shape(tile)) in shape_at
    )


@dataclass(frozen=True, slots=True)
class BlocsPosition(OutPosition):
    """Colours cell by cell, and which rectangles the tiles are."""

    tiles: tuple[int, ...] = ()
    """The rectangles of the grid that are tiles, in order; a tile has the colour of its cells."""
    opened: int = 0
    """How many of the smaller first tiles have been placed, or are not placed as their seat has left."""
    merged: tuple[tuple[int, ...], ...] = ()
    """For each block that the last turn made, the tiles it joined, the last one last: to tell of it."""
    laid: tuple[tuple[int, ...], ...] = ()
    """For each block on the board, the tiles as they were laid: to show them in it."""


class Blocs(BlocsOptions, Game[BlocsPosition]):
    """Put a tile; if it makes a block with tiles around it, all of them become one tile of yours."""

    name = "blocs"
    colours = ("red", "blue", "yellow", "green")

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.size = self.board
        self.options["limit"] = self.limit or self.size
        self.largest = self.choice == "largest"
        self.may = self.merge == "may"
        self.openings = openings(self.limit, self.players) if self.opening else ()
        self.tiling = tiling(f"S{self.size}x{self.size}")
        self.grid = grid(self.size)
        self.shapes, self.placements = _placements(self.size, self.limit)
        self.buttons = (*(f"{h}x{w}" for h, w in self.shapes), *(("done",) if self.may else ()))
        self.done = self.grid.cells + len(self.shapes) if self.may else -1
        self.touches = {tile: move for tile, _, _, move in self.placements}

    def start(self) -> BlocsPosition:
        return BlocsPosition(bytes(self.grid.cells), 0)

    # --- what the rules ask

    def allowance(self, position: BlocsPosition) -> int:
        """The largest area that the mover may place now."""
        return self.openings[position.opened] if position.opened < len(self.openings) else self.limit

    def every_block(self, tiles: Sequence[int], placed: int) -> list[int]:
        return blocks(self.grid, tiles, body_of(self.grid, tiles), placed, self.block)

    def blocks_of(self, tiles: Sequence[int], placed: int, body: int | None = None) -> list[int]:
        """The blocks that may be made with a tile beside others."""
        covered = body_of(self.grid, tiles) if body is None else body
        found = blocks(self.grid, tiles, covered, placed, self.block)
        if self.largest and len(found) > 1:
            most = max(self.grid.area[block] for block in found)
            found = [block for block in found if self.grid.area[block] == most]
        return found

    def not_here(self, position: BlocsPosition, tile: int) -> Refusal | None:
        """Why a tile cannot be placed there."""
        area, most = self.grid.area[tile], self.allowance(position)
        cells = self.grid.covered(tile)
        if area > most:
            key = "blocs.too_large" if most == self.limit else "blocs.opening"
            return Refusal(key, cells, (("area", str(area)), ("limit", str(most))))
        for cell in cells:
            if position.board[cell]:
                return Refusal("blocs.covered", (cell,), (("cell", self.sites[cell]),))
        return None

    def areas(self, position: BlocsPosition) -> tuple[int, ...]:
        """What each colour covers."""
        return tuple(position.board.count(code) for code in range(1, self.players + 1))

    # --- moves

    def moves(self, position: BlocsPosition) -> Sequence[Move]:
        body, most, sides = body_of(self.grid, position.tiles), self.allowance(position), self.grid.sides
        listed: list[Move] = []
        for tile, mask, area, move in self.placements:
            if body & mask or area > most:
                continue
            # Most tiles have no side that is covered all along: they make no block, and are listed at once.
            up, left, down, right = sides[tile]
            if (
                (up and body & up == up)
                or (left and body & left == left)
                or (down and body & down == down)
                or (right and body & right == right)
            ) and self.blocks_of(position.tiles, tile, body):
                hand = Hand(position.tiles, placed=tile, grown=tile)
                settle(self, hand)
                listed += [(*move, *rest) for rest in endings(self, hand)]
            else:
                listed.append(move)
        return listed

    def play(self, position: BlocsPosition, move: Move) -> BlocsPosition:
        hand = follow(self, position, move)
        board = bytearray(position.board)
        for cell in self.grid.covered(hand.grown):
            board[cell] = position.turn + 1
        following = next_in(position.turn + 1, self.players, position.out)
        steps = (following - position.turn) % self.players
        return BlocsPosition(
            bytes(board),
            following,
            tuple(sorted((*hand.tiles, hand.grown))),
            min(position.opened + steps, len(self.openings)),
            hand.joined,
            laid_after(self.grid, position.laid, hand.joined),
            out=position.out,
        )

    def is_in(self, position: BlocsPosition, seat: Seat) -> bool:
        return seat not in position.out

    def leave(self, position: BlocsPosition, seat: Seat) -> BlocsPosition:
        """Skip a seat from now on; a smaller first tile of its own is left out. Its tiles stay."""
        out = position.out | {seat}
        following = next_in(position.turn, self.players, out)
        steps = (following - position.turn) % self.players
        opened = min(position.opened + steps, len(self.openings))
        return replace(position, turn=following, opened=opened, merged=(), out=out)

    def outcome(self, position: BlocsPosition) -> Outcome | None:
        if 0 in position.board:
            return None
        areas = self.areas(position)
        inside = seats_in(self.players, position.out)
        most = max(areas[seat] for seat in inside)
        first = [seat for seat in inside if areas[seat] == most]
        if len(first) == 1:
            return Outcome(winner_takes_all(self.players, first[0]), "area")
        if self.tie == "later":
            return Outcome(winner_takes_all(self.players, first[-1]), "later")
        shares = tuple(1 / len(first) if seat in first else 0.0 for seat in range(self.players))
        return Outcome(shares, "equal")

    def refusal(self, position: BlocsPosition, move: Move) -> Refusal | None:
        if self.outcome(position) is not None:
            return Refusal("over")
        hand = follow(self, position, move)
        if hand.whole or hand.refused is not None:
            return hand.refused
        if hand.placed is not None:
            cells = self.grid.covered(hand.grown)
            return Refusal("blocs.block_or_done" if self.may else "blocs.choose", cells)
        if hand.corner is not None:
            return Refusal("blocs.other_corner", (hand.corner,))
        return Refusal("not_a_move" if hand.shape is None else "blocs.where")

    def choices(self, position: BlocsPosition, touched: Move) -> Sequence[int]:
        hand = follow(self, position, touched)
        if hand.whole or hand.refused is not None or self.outcome(position) is not None:
            return ()
        if hand.placed is not None:
            return self._to_choose(hand)
        body, most = body_of(self.grid, position.tiles), self.allowance(position)
        fitting = [
            (tile, move) for tile, mask, area, move in self.placements if area <= most and not body & mask
        ]
        if hand.corner is not None:
            return _opposite((pair for tile, _ in fitting for pair in self.grid.corners(tile)), hand.corner)
        shapes = {move[0] for _, move in fitting}
        if hand.shape is None:
            return [cell for cell, piece in enumerate(position.board) if not piece] + sorted(shapes)
        cells = [move[1] for _, move in fitting if move[0] == hand.shape]
        return sorted(cells) + sorted(shapes - {hand.shape})

    def _to_choose(self, hand: Hand) -> list[int]:
        """Where the hand may touch to choose a block: anywhere in one of them."""
        there = 0
        for block in hand.offered:
            there |= self.grid.mask[block]
        return [*self.grid.cells_of(there), *([self.done] if self.may and hand.picked is None else [])]

    # --- texts

    def write(self, position: BlocsPosition, move: Move) -> str:
        return write_move(self, position, move)

    def read(self, position: BlocsPosition, text: str) -> Move:
        return read_move(self, position, text)

    def layout(self, position: BlocsPosition) -> str:
        return write_layout(self, position)

    def setup(self, text: str) -> BlocsPosition:
        out, words = read_out(text.lower().split(), self.players, text)
        position = BlocsPosition(*read_layout(self, words, text), out=out)
        check_turn(position.turn, out, text)
        return position


def _opposite(pairs: Iterable[tuple[int, int]], corner: int) -> list[int]:
    """The cells that are paired with this one."""
    return sorted({one if other == corner else other for one, other in pairs if corner in (one, other)})
