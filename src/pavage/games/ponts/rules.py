"""The rules of Ponts et Barrages (docs/rules.md, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pavage.game import Game, Move, Outcome, Position, Refusal, Seat, Unreadable, winner_takes_all
from pavage.games.ponts.ground import BLUE, RED, ground, joined, winning_chain
from pavage.games.swap import may_swap, read_swapped, swap_button, write_swapped
from pavage.options import Choice, Whole
from pavage.tiling import tiling


@dataclass(frozen=True, slots=True)
class PontsPosition(Position):
    """Fixed cells and stones, turn, and whether the two players have exchanged colours."""

    swapped: bool = False


class Ponts(Game[PontsPosition]):
    """Red joins top and bottom, Blue joins left and right, over cells that already lie there."""

    name = "ponts"
    draws = False
    colours = ("red", "blue")
    size = Whole("size", 6, "bridges from side to side", "ponts d’un côté à l’autre", 1, 20)
    first = Choice("first", "red", "the colour that begins", "la couleur qui commence", ("red", "blue"))
    swap = Choice(
        "swap",
        "none",
        "the second player may answer the first bridge by exchanging colours (colours)",
        "le second joueur peut répondre au premier pont en échangeant les couleurs (colours)",
        ("none", "colours"),
    )

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.ground = ground(self.size)
        self.tiling = tiling(f"S{self.ground.width}x{self.ground.width}")
        self.buttons = swap_button(self.swap)
        self.begins = 0 if self.first == "red" else 1

    def start(self) -> PontsPosition:
        return PontsPosition(self.ground.board, 0)

    def colour(self, position: PontsPosition, seat: Seat) -> int:
        return (seat + self.begins + position.swapped) % 2

    def moves(self, position: PontsPosition) -> Sequence[Move]:
        if self.outcome(position) is not None:
            return ()
        free: list[Move] = [(cell,) for cell in self.free(position)]
        if may_swap(self, position, self.ground.white):
            free.append((self.site("swap"),))
        return free

    def free(self, position: PontsPosition) -> list[int]:
        """The white cells without a stone."""
        board = position.board
        return [cell for cell in self.ground.white if not board[cell]]

    def play(self, position: PontsPosition, move: Move) -> PontsPosition:
        site, turn = move[0], position.turn
        if site >= len(position.board):
            return PontsPosition(position.board, 1 - turn, True)
        board = bytearray(position.board)
        board[site] = self.colour(position, turn) + 1
        return PontsPosition(bytes(board), 1 - turn, position.swapped)

    def outcome(self, position: PontsPosition) -> Outcome | None:
        for code in (RED, BLUE):
            if joined(self.ground, position.board, code):
                seat = next(seat for seat in (0, 1) if self.colour(position, seat) == code - 1)
                chain = winning_chain(self.tiling, self.ground, position.board, code)
                return Outcome(winner_takes_all(2, seat), "connection", chain)
        return None

    def refusal(self, position: PontsPosition, move: Move) -> Refusal | None:
        if self.outcome(position) is not None:
            return Refusal("over")
        if len(move) != 1 or not 0 <= move[0] < len(self.sites):
            return Refusal("not_a_move", self.cells_of(move))
        cell = move[0]
        if cell >= len(self.tiling):
            return None if may_swap(self, position, self.ground.white) else Refusal("ponts.no_swap")
        named = (("cell", self.sites[cell]),)
        if cell in self.ground.void:
            return Refusal("ponts.void", move, named)
        if self.ground.board[cell]:
            return Refusal("ponts.fixed", move, named)
        return Refusal("taken", move, named) if position.board[cell] else None

    def layout(self, position: PontsPosition) -> str:
        """Stones only: the fixed cells are the same in every position."""
        stones = bytes(
            0 if fixed else piece for fixed, piece in zip(self.ground.board, position.board, strict=True)
        )
        return write_swapped(super().layout(PontsPosition(stones, position.turn)), position)

    def setup(self, text: str) -> PontsPosition:
        stones, turn, rest = self.read_layout(text)
        swapped = read_swapped(rest, text, bool(self.buttons))
        for cell, piece in enumerate(stones):
            if piece and (self.ground.board[cell] or cell in self.ground.void):
                raise Unreadable(text, "cell_twice", word=self.sites[cell])
        board = bytes(fixed or piece for fixed, piece in zip(self.ground.board, stones, strict=True))
        return PontsPosition(board, turn, swapped)
