"""Dominos: a die says whether you place one stone or two side by side; whoever places last wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pavage.game import CHANCE, Game, Move, Outcome, Position, Unreadable, winner_takes_all
from pavage.options import Board, Whole
from pavage.tiling import tiling


@dataclass(frozen=True, slots=True)
class DominosPosition(Position):
    """Whose turn comes after the dice, what they show, and who placed last."""

    player: int = 0
    die: int = 0
    last: int = 0


class Dominos(Game[DominosPosition]):
    name = "dominos"
    buttons = ("one", "two")
    players = Whole("players", 2, "number of players", "nombre de joueurs", 2, 4)
    board = Board("board", "S4x4", "the board", "le plateau")

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling(self.board)

    def start(self) -> DominosPosition:
        return DominosPosition(bytes(len(self.tiling)), CHANCE)

    def moves(self, position: DominosPosition) -> Sequence[Move]:
        board, cells = position.board, len(self.tiling)
        pairs = [
            (a, b)
            for a in range(cells)
            for b in self.tiling.neighbours[a]
            if a < b and not board[a] and not board[b]
        ]
        if position.turn == CHANCE:
            return [(cells,), (cells + 1,)] if pairs else ()
        return pairs if position.die == 2 else [(cell,) for cell in range(cells) if not board[cell]]

    def chances(self, position: DominosPosition) -> Sequence[float]:
        return [1.0, 2.0]

    def play(self, position: DominosPosition, move: Move) -> DominosPosition:
        if position.turn == CHANCE:
            die = move[0] - len(self.tiling) + 1
            return DominosPosition(position.board, position.player, position.player, die, position.last)
        board = bytearray(position.board)
        for cell in move:
            board[cell] = position.player + 1
        after = (position.player + 1) % self.players
        return DominosPosition(bytes(board), CHANCE, after, 0, position.player)

    def outcome(self, position: DominosPosition) -> Outcome | None:
        if position.turn != CHANCE or self.moves(position):
            return None
        return Outcome(winner_takes_all(self.players, position.last), "last")

    def layout(self, position: DominosPosition) -> str:
        extra = f"player:{position.player + 1} die:{position.die} last:{position.last + 1}"
        return f"{super().layout(position)} {extra}"

    def setup(self, text: str) -> DominosPosition:
        board, turn, rest = self.read_layout(text)
        known = dict(word.partition(":")[::2] for word in rest)
        if set(known) != {"player", "die", "last"} or not all(value.isdigit() for value in known.values()):
            raise Unreadable(text, "unknown_word", word=" ".join(rest))
        return DominosPosition(
            board, turn, int(known["player"]) - 1, int(known["die"]), int(known["last"]) - 1
        )
