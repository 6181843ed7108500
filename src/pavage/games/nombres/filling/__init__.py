"""A grid to be filled in secret, for a duel: touch cells to put pawns there, then hand it in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pavage.game import Game, Move, Outcome, Position
from pavage.games.nombres.grid import Grid
from pavage.options import Text, Whole
from pavage.tiling import tiling


@dataclass(frozen=True, slots=True)
class Sheet(Position):
    """The pawns, and whether the grid was handed in."""

    handed_in: bool = False


class Filling(Game[Sheet]):
    """One player, no puzzle: whatever is handed in is right."""

    name = "nombres"
    colours = ("red",)
    players = Whole("players", 1, "number of players", "nombre de joueurs", 1, 1)
    board = Text("grid", "S6x6", "the board", "le plateau", r"[A-Z]\w*", "S6x6, H4")

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling(self.board)
        self.buttons = ("done",)

    @classmethod
    def of(cls, grid: Grid) -> Filling:
        return cls(grid=grid.tiling_code)

    def start(self) -> Sheet:
        return Sheet(bytes(len(self.tiling)), 0)

    def moves(self, position: Sheet) -> Sequence[Move]:
        return [] if position.handed_in else [(site,) for site in range(len(self.sites))]

    def play(self, position: Sheet, move: Move) -> Sheet:
        (site,) = move
        if site == len(self.tiling):
            return replace(position, handed_in=True)
        board = bytearray(position.board)
        board[site] ^= 1
        return replace(position, board=bytes(board))

    def outcome(self, position: Sheet) -> Outcome | None:
        return Outcome((1.0,), "filled") if position.handed_in else None
