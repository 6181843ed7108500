"""The rules of Hex (docs/rules.md, section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pavage.game import Game, Move, Outcome, Position, Refusal, Seat, winner_takes_all
from pavage.games.chains import winning_chain
from pavage.games.swap import may_swap, read_swapped, swap_button, write_swapped
from pavage.options import Choice, Switch, Whole
from pavage.tiling import tiling

RED, BLUE = 1, 2


@dataclass(frozen=True, slots=True)
class HexPosition(Position):
    """Stones, turn, and whether the two players have exchanged colours."""

    swapped: bool = False


class Hex(Game[HexPosition]):
    """Red joins top and bottom, Blue joins left and right; a chain between your two sides wins at once."""

    name = "hex"
    draws = False
    colours = ("red", "blue")
    size = Whole("size", 11, "cells along a side", "cases par côté", 2, 26)
    swap = Choice(
        "swap",
        "colours",
        "the second player may answer by a swap, of colours (colours) or of the stone, mirrored (mirror)",
        "le second joueur peut répondre par un échange, des couleurs (colours) ou du pion, reflété (mirror)",
        ("colours", "mirror", "none"),
    )
    first = Choice("first", "red", "the colour that begins", "la couleur qui commence", ("red", "blue"))
    no_centre = Switch(
        "no_centre",
        False,
        "the first stone of each colour may not be in the centre",
        "le premier pion de chaque couleur ne peut pas être au centre",
    )

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling(f"R{self.size}")
        self.buttons = swap_button(self.swap)
        self.begins = 0 if self.first == "red" else 1

    @cached_property
    def centre(self) -> frozenset[int]:
        """The middle cell of an odd board, the two that share the middle of an even one; none below 3."""
        n, half = self.size, self.size // 2
        if n < 3:
            return frozenset()
        places = [(half, half)] if n % 2 else [(half, half - 1), (half - 1, half)]
        return frozenset(row * n + column for column, row in places)

    def start(self) -> HexPosition:
        return HexPosition(bytes(len(self.tiling)), 0)

    def colour(self, position: HexPosition, seat: Seat) -> int:
        return (seat + self.begins + position.swapped) % 2

    def moves(self, position: HexPosition) -> Sequence[Move]:
        if self.outcome(position) is not None:
            return ()
        closed = self._closed(position)
        cells: list[Move] = [
            (cell,) for cell, piece in enumerate(position.board) if not piece and cell not in closed
        ]
        if may_swap(self, position):
            cells.append((self.site("swap"),))
        return cells

    def play(self, position: HexPosition, move: Move) -> HexPosition:
        site, turn = move[0], position.turn
        if site < len(position.board):
            board = bytearray(position.board)
            board[site] = self.colour(position, turn) + 1
            return HexPosition(bytes(board), 1 - turn, position.swapped)
        if self.swap == "colours":
            return HexPosition(position.board, 1 - turn, True)
        row, column = divmod(next(c for c, piece in enumerate(position.board) if piece), self.size)
        board = bytearray(len(position.board))
        board[column * self.size + row] = self.colour(position, turn) + 1
        return HexPosition(bytes(board), 1 - turn)

    def outcome(self, position: HexPosition) -> Outcome | None:
        for code in (RED, BLUE):
            chain = winning_chain(self.tiling, position.board, code)
            if chain:
                seat = next(seat for seat in (0, 1) if self.colour(position, seat) == code - 1)
                return Outcome(winner_takes_all(2, seat), "connection", chain)
        return None

    def refusal(self, position: HexPosition, move: Move) -> Refusal | None:
        if self.outcome(position) is not None:
            return Refusal("over")
        if len(move) != 1 or not 0 <= move[0] < len(self.sites):
            return Refusal("not_a_move", self.cells_of(move))
        if move[0] >= len(self.tiling):
            return None if may_swap(self, position) else Refusal("hex.no_swap")
        named = (("cell", self.sites[move[0]]),)
        if position.board[move[0]]:
            return Refusal("taken", move, named)
        return Refusal("hex.centre", move, named) if move[0] in self._closed(position) else None

    def layout(self, position: HexPosition) -> str:
        return write_swapped(super().layout(position), position)

    def setup(self, text: str) -> HexPosition:
        board, turn, rest = self.read_layout(text)
        return HexPosition(board, turn, read_swapped(rest, text, self.swap == "colours"))

    def _closed(self, position: HexPosition) -> frozenset[int]:
        """Empty cells that the mover may not use now."""
        code = self.colour(position, position.turn) + 1
        return self.centre if self.no_centre and code not in position.board else frozenset()
