"""A small game of three or more that a seat may leave: fill a row, by a die; who fills the last cell wins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pavage.game import CHANCE, Game, Move, Outcome, Position, Seat, winner_takes_all
from pavage.options import Whole
from pavage.tiling import tiling

CELLS = 9


@dataclass(frozen=True, slots=True)
class RingPosition(Position):
    mover: Seat = 0
    """Who places after the roll, or placed last once the row is full."""
    out: frozenset[Seat] = frozenset()


class Ring(Game[RingPosition]):
    name = "ring"
    players = Whole("players", 3, "number of players", "nombre de joueurs", 2, 6)
    buttons = ("even", "odd")

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling(f"S{CELLS}x1")

    def start(self) -> RingPosition:
        return RingPosition(bytes(CELLS), CHANCE)

    def moves(self, position: RingPosition) -> list[Move]:
        if self.outcome(position):
            return []
        if position.turn == CHANCE:
            return [(CELLS,), (CELLS + 1,)]
        return [(cell,) for cell in range(CELLS) if not position.board[cell]]

    def play(self, position: RingPosition, move: Move) -> RingPosition:
        if position.turn == CHANCE:
            return replace(position, turn=position.mover)
        board = bytearray(position.board)
        board[move[0]] = position.turn + 1
        mover = position.turn if all(board) else self._after(position.turn, position.out)
        return replace(position, board=bytes(board), turn=CHANCE, mover=mover)

    def outcome(self, position: RingPosition) -> Outcome | None:
        if not all(position.board):
            return None
        return Outcome(winner_takes_all(self.players, position.mover), "last")

    def leave(self, position: RingPosition, seat: Seat) -> RingPosition:
        out = position.out | {seat}
        mover = self._after(seat, out) if position.mover == seat else position.mover
        turn = mover if position.turn == seat else position.turn
        return replace(position, out=out, mover=mover, turn=turn)

    def is_in(self, position: RingPosition, seat: Seat) -> bool:
        return seat not in position.out

    def _after(self, seat: Seat, out: frozenset[Seat]) -> Seat:
        return next(
            other for step in range(1, self.players + 1) if (other := (seat + step) % self.players) not in out
        )
