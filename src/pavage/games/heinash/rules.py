"""The rules of HeiNasH (docs/rules.md, section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pavage.game import CHANCE, Game, Move, Outcome, Refusal, Seat, winner_takes_all
from pavage.games.chains import winning_chain
from pavage.games.heinash import layout, notation, touching
from pavage.games.heinash.arithmetic.expressions import ROLLS, Dice, expressions
from pavage.games.heinash.options import HeiNasHOptions, numbers_of
from pavage.games.heinash.position import (
    ANSWER,
    BUTTONS,
    COLOUR,
    FACES,
    FREE,
    HINT,
    LOT_OF,
    LOTS,
    ROLL,
    HeiNasHPosition,
)
from pavage.games.heinash.refusals import why_not
from pavage.tiling import Tiling, tiling


class HeiNasH(HeiNasHOptions, Game[HeiNasHPosition]):
    """Red joins top and bottom, Blue left and right; where a stone goes is worked out from three dice."""

    name = "heinash"
    draws = False
    colours = ("red", "blue")
    buttons = BUTTONS

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling("R6")
        self.numbers = numbers_of(self.numbering)
        self.cell_of = {number: cell for cell, number in enumerate(self.numbers)}
        self._lots: tuple[Move, ...] = tuple((self.site(name),) for name in LOT_OF)
        self._rolls: tuple[Move, ...] = tuple(
            tuple(self.site(FACES[die - 1]) for die in roll.dice) for roll in ROLLS
        )
        self.nothing: Move = (self.site("none"),)
        self.passing: Move = (self.site("pass"),)
        self._answers: dict[Dice, dict[int, Move]] = {}

    def start(self) -> HeiNasHPosition:
        return HeiNasHPosition(bytes(len(self.tiling)), CHANCE)

    def rematch_moves(self, start: HeiNasHPosition, played: Sequence[Move]) -> Sequence[Move]:
        """The same lots and colours: so people exchange colours, and who did not begin begins."""
        count = {LOTS: 2, COLOUR: 1}.get(start.state, 0)
        return played[:count] if len(played) >= count else ()

    def colour(self, position: HeiNasHPosition, seat: Seat) -> int:
        return 0 if seat == position.red else 1

    def moves(self, position: HeiNasHPosition) -> Sequence[Move]:
        """Of the answers one for each number: there are always many ways to say the same."""
        if self.outcome(position) is not None:
            return ()
        if position.state == LOTS:
            return self._lots
        if position.state == COLOUR:
            return [(self.site(colour),) for colour in self.colours]
        if position.state == ROLL:
            return self._rolls
        if position.state == FREE:
            return [(cell,) for cell, piece in enumerate(position.board) if not piece]
        silent = self.nothing if position.state == ANSWER else self.passing
        return [*self.answers(position).values(), silent]

    def chances(self, position: HeiNasHPosition) -> Sequence[float]:
        if position.state == ROLL:
            return [float(roll.weight) for roll in ROLLS]
        return [1.0] * len(self._lots)

    def answers(self, position: HeiNasHPosition) -> dict[int, Move]:
        """The free cells that the dice can make, each with the move that says its simplest expression."""
        known = self._answers.get(position.dice)
        if known is None:
            known = {
                self.cell_of[number]: touching.sites(self, tokens, position.dice)
                for number, tokens in expressions(position.dice).items()
            }
            self._answers[position.dice] = known
        return {cell: move for cell, move in known.items() if not position.board[cell]}

    def play(self, position: HeiNasHPosition, move: Move) -> HeiNasHPosition:
        active, state = position.active, position.state
        if state == LOTS:
            chooser = self._lots.index(move)
            return replace(position, turn=chooser, state=COLOUR, active=chooser)
        if state == COLOUR:
            red = active if self.sites[move[0]] == "red" else 1 - active
            return replace(position, turn=CHANCE, state=ROLL, active=1 - active, red=red)
        if state == ROLL:
            return self._rolled(position, tuple(self.sites[site][-1] for site in move))
        if move == self.nothing:
            return replace(position, turn=1 - active, state=HINT)
        if move == self.passing:
            return replace(position, turn=active, state=FREE)
        cell, said = move[0], ""
        if state != FREE:
            cell, said = touching.cell_and_text(self, position, move)
        owner = 1 - active if state == HINT and self.nasty else active
        board = bytearray(position.board)
        board[cell] = self.colour(position, owner) + 1
        newest, hinted = (cell, said), state == HINT
        return HeiNasHPosition(bytes(board), CHANCE, ROLL, 1 - active, position.red, (), newest, hinted)

    def _rolled(self, position: HeiNasHPosition, faces: Sequence[str]) -> HeiNasHPosition:
        after = replace(position, turn=position.active, state=ANSWER, dice=tuple(map(int, faces)))
        fits = not self.auto or self.answers(after)
        return after if fits else replace(after, state=FREE)

    def outcome(self, position: HeiNasHPosition) -> Outcome | None:
        code, chain = _joined(self.tiling, position.board)
        if not code:
            return None
        winner = position.red if code == 1 else 1 - position.red
        return Outcome(winner_takes_all(2, winner), "connection", chain)

    def refusal(self, position: HeiNasHPosition, move: Move) -> Refusal | None:
        if self.outcome(position) is not None:
            return Refusal("over")
        if not move or not all(0 <= site < len(self.sites) for site in move):
            return Refusal("not_a_move", self.cells_of(move))
        return why_not(self, position, move)

    def choices(self, position: HeiNasHPosition, touched: Move) -> Sequence[int]:
        """Nothing here tells which numbers the dice make, unless `assist` is on."""
        return () if self.outcome(position) is not None else touching.choices(self, position, touched)

    def write(self, position: HeiNasHPosition, move: Move) -> str:
        return notation.write_move(self, position, move)

    def read(self, position: HeiNasHPosition, text: str) -> Move:
        return notation.read_move(self, position, text)

    def layout(self, position: HeiNasHPosition) -> str:
        return " ".join([super().layout(position), *layout.write_words(self, position)])

    def setup(self, text: str) -> HeiNasHPosition:
        board, turn, rest = self.read_layout(text)
        return layout.read_words(HeiNasHPosition(board, turn), rest, text)


@lru_cache(maxsize=1 << 14)
def _joined(board_tiling: Tiling, board: bytes) -> tuple[int, tuple[int, ...]]:
    """The colour that has joined its sides, with its chain; 0 while nobody has."""
    for code in (1, 2):
        if chain := winning_chain(board_tiling, board, code):
            return code, chain
    return 0, ()
