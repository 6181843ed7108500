"""A made-up game that uses all that a scene can show: trays, sheets, a field, a stamp, a board that grows.

Two players lay tiles of one or two cells on a square: a shape and its first cell, or two corners that a hand
draws. With the pen they mark a cell instead. After two moves the board is a row longer. The sixth move wins.
"""

from __future__ import annotations

from dataclasses import dataclass

from pavage.game import Game, Move, Outcome, Position, Refusal, winner_takes_all
from pavage.options import Numbers, Text
from pavage.tiling import tiling

SIDE = 4
FIRST_ROWS = 3
PLIES = 6


@dataclass(frozen=True, slots=True)
class DemoPosition(Position):
    tiles: tuple[tuple[int, ...], ...] = ()
    marks: tuple[int, ...] = ()
    plies: int = 0


class Demonstration(Game[DemoPosition]):
    name = "demonstration"
    declared = (
        Numbers("players", 2, "players", "joueurs", (1, 2)),
        Numbers("size", 4, "cells along a side", "cases par côté", (4,)),
        Text("start", "none", "a text", "un texte", r"\w+", "a word"),
    )

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling(f"S{SIDE}x{SIDE}")
        self.buttons = ("1x2", "2x1", "1x1", "pen", "die", "done")
        self.shapes = {self.site(name): tuple(map(int, name.split("x"))) for name in self.buttons[:3]}
        self.pen, self.done = self.site("pen"), self.site("done")

    def start(self) -> DemoPosition:
        return DemoPosition(bytes(SIDE * SIDE), 0)

    def rows(self, position: DemoPosition) -> int:
        return FIRST_ROWS if position.plies < 2 else SIDE

    def rectangle(self, first: int, high: int, wide: int, rows: int) -> tuple[int, ...]:
        """The cells of a rectangle; none if it leaves the board."""
        y, x = divmod(first, SIDE)
        if y + high > rows or x + wide > SIDE:
            return ()
        return tuple((y + down) * SIDE + x + across for down in range(high) for across in range(wide))

    def covered(self, position: DemoPosition, move: Move) -> tuple[int, ...]:
        """What a move covers: by shape and cell, or by two corners of at most two cells."""
        rows = self.rows(position)
        *before, last = move
        if before and before[-1] in self.shapes and last < len(self.tiling):
            high, wide = self.shapes[before[-1]]
            cells = self.rectangle(last, high, wide, rows)
        elif len(move) == 2 and max(move) < len(self.tiling):
            (ay, ax), (by, bx) = (divmod(site, SIDE) for site in move)
            high, wide = abs(ay - by) + 1, abs(ax - bx) + 1
            cells = (
                self.rectangle(min(ay, by) * SIDE + min(ax, bx), high, wide, rows) if high * wide < 3 else ()
            )
        else:
            cells = ()
        return () if any(position.board[cell] for cell in cells) else cells

    def moves(self, position: DemoPosition) -> list[Move]:
        if self.outcome(position):
            return []
        cells = range(self.rows(position) * SIDE)
        shapes = [(site, cell) for site in self.shapes for cell in cells]
        return [*filter(lambda move: self.covered(position, move), shapes), *((self.pen, c) for c in cells)]

    def refusal(self, position: DemoPosition, move: Move) -> Refusal | None:
        if self.outcome(position):
            return Refusal("over")
        fits = len(move) > 1 and (move[0] == self.pen and move in self.moves(position))
        return None if fits or self.covered(position, move) else Refusal("not_a_move", self.cells_of(move))

    def choices(self, position: DemoPosition, touched: Move) -> list[int]:
        cells = list(range(self.rows(position) * SIDE))
        if not touched:
            free = [cell for cell in cells if not position.board[cell]]
            return [*free, *self.shapes, self.pen]
        if len(touched) > 1 and any(site < len(self.tiling) for site in touched):
            return []
        if touched[-1] == self.pen:
            return cells
        found = [cell for cell in cells if self.covered(position, (*touched, cell))]
        high, wide = self.shapes.get(touched[-1], (0, 0))
        return found + [site for site, shape in self.shapes.items() if shape == (wide, high) != (high, wide)]

    def play(self, position: DemoPosition, move: Move) -> DemoPosition:
        board, tiles, marks = bytearray(position.board), position.tiles, position.marks
        if move[0] == self.pen:
            marks = (*marks, move[1])
        else:
            tiles = (*tiles, self.covered(position, move))
            for cell in tiles[-1]:
                board[cell] = position.turn + 1
        turn = (position.turn + 1) % self.players
        return DemoPosition(bytes(board), turn, tiles, marks, position.plies + 1)

    def outcome(self, position: DemoPosition) -> Outcome | None:
        if position.plies < PLIES:
            return None
        return Outcome(winner_takes_all(self.players, (position.plies - 1) % self.players), "last")

    def read(self, position: DemoPosition, text: str) -> Move:
        return super().read(position, text.replace("@", "-").replace("×", "x"))
