"""The rules of Marienbad (docs/rules.md, section 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pavage.game import Game, Move, Outcome, Refusal, Seat, Unreadable, winner_takes_all
from pavage.games.leaving import (
    OutPosition,
    check_turn,
    next_in,
    previous_in,
    read_out,
    seats_in,
    write_out,
)
from pavage.games.marienbad.lines import (
    NO_ROWS,
    Line,
    Rows,
    checked,
    diagonals,
    heaps,
    rows_board,
    rows_lines,
    straight_lines,
)
from pavage.games.marienbad.takings import Takings
from pavage.options import BadOption, Board, Choice, Switch, Whole
from pavage.tiling import tiling


@dataclass(frozen=True, slots=True)
class MarienbadPosition(OutPosition):
    """The stones that are left, and whose turn it is."""


class Marienbad(Game[MarienbadPosition]):
    """Take one stone or more from one line. Whoever takes the last stone wins, or loses with `misere`."""

    name = "marienbad"
    draws = False
    colours = (*Game.colours, "neutral")
    players = Whole("players", 2, "number of players", "nombre de joueurs", 2, 6)
    board = Board("board", "H4", "the board full of stones", "le plateau rempli de pions")
    rows = Rows(
        "rows",
        NO_ROWS,
        "rows in place of a board, such as 1-3-5-7",
        "des rangées au lieu d’un plateau, par exemple 1-3-5-7",
        (NO_ROWS, "1-3-5-7", "3-4-5"),
    )
    contiguous = Choice(
        "contiguous",
        "any",
        "any: any stones of a line; block: only stones side by side, without a gap",
        "any : n’importe quels pions d’une ligne ; block : des pions côte à côte, sans trou",
        ("any", "block"),
    )
    diag = Switch(
        "diag",
        False,
        "diagonals are lines too, on squares",
        "les diagonales sont aussi des lignes, sur des carrés",
    )
    misere = Switch("misere", False, "whoever takes the last stone loses", "qui prend le dernier pion perd")

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.heaps = heaps(self.rows)
        self.block = self.contiguous == "block"
        self.tiling = rows_board(self.heaps) if self.heaps else tiling(self.board)
        self.lines: tuple[Line, ...] = self._lines()
        self.buttons = ("done",)
        self.done = len(self.tiling)
        self.stone = self.colours.index("neutral") + 1

    def _lines(self) -> tuple[Line, ...]:
        square = re.fullmatch(r"S(\d+)x(\d+)", self.tiling.code)
        if self.diag and not square:
            raise BadOption("marienbad.only_squares", "diag", "on", "off")
        if self.heaps:
            return rows_lines(self.heaps)
        slanting = diagonals(*map(int, square.groups())) if square and self.diag else ()
        return checked((*straight_lines(self.tiling), *slanting), self.tiling.code)

    @cached_property
    def line_sets(self) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(line) for line in self.lines)

    def start(self) -> MarienbadPosition:
        return MarienbadPosition(bytes([self.stone]) * len(self.tiling), 0)

    def moves(self, position: MarienbadPosition) -> Sequence[Move]:
        """Every taking once; on a large board there are far too many to write them out."""
        board = position.board
        stones = [cell for cell, piece in enumerate(board) if piece]
        return Takings(stones, self.stretches(board), self.block, self.done) if stones else ()

    def stretches(self, board: Sequence[int]) -> list[list[int]]:
        """The stones of each line that has any; with `block`, those of each part without an empty cell."""
        if not self.block:
            kept = ([cell for cell in line if board[cell]] for line in self.lines)
            return [stones for stones in kept if stones]
        found: list[list[int]] = []
        for line in self.lines:
            run: list[int] = []
            for cell in line:
                if board[cell]:
                    run.append(cell)
                elif run:
                    found.append(run)
                    run = []
            if run:
                found.append(run)
        return found

    def play(self, position: MarienbadPosition, move: Move) -> MarienbadPosition:
        board = bytearray(position.board)
        for cell in move[:-1]:
            board[cell] = 0
        following = next_in(position.turn + 1, self.players, position.out)
        return MarienbadPosition(bytes(board), following, out=position.out)

    def is_in(self, position: MarienbadPosition, seat: Seat) -> bool:
        return seat not in position.out

    def leave(self, position: MarienbadPosition, seat: Seat) -> MarienbadPosition:
        """Skip a seat from now on."""
        out = position.out | {seat}
        return replace(position, out=out, turn=next_in(position.turn, self.players, out))

    def outcome(self, position: MarienbadPosition) -> Outcome | None:
        if any(position.board):
            return None
        last = previous_in(position.turn, self.players, position.out)
        if not self.misere:
            return Outcome(winner_takes_all(self.players, last), "last")
        winners = [seat for seat in seats_in(self.players, position.out) if seat != last]
        share = 1 / len(winners)
        return Outcome(tuple(share if seat in winners else 0.0 for seat in range(self.players)), "misere")

    def refusal(self, position: MarienbadPosition, move: Move) -> Refusal | None:
        """Stones may be touched in any order, as long as the button comes last."""
        if self.outcome(position) is not None:
            return Refusal("over")
        cells = move[:-1] if move[-1:] == (self.done,) else move
        if not move or not all(0 <= cell < self.done for cell in cells):
            return Refusal("not_a_move", self.cells_of(move))
        if not cells:
            return Refusal("marienbad.nothing")
        for place, cell in enumerate(cells):
            named = (("cell", self.sites[cell]),)
            if not position.board[cell]:
                return Refusal("marienbad.gone", (cell,), named)
            if cell in cells[:place]:
                return Refusal("marienbad.twice", (cell,), named)
        wrong = self._crooked(cells)
        if wrong:
            return Refusal(wrong, cells)
        return Refusal("marienbad.unfinished", cells) if cells is move else None

    def _crooked(self, cells: Move) -> str:
        """Why these stones may not be taken together; empty if they may."""
        if len(cells) == 1:
            return ""
        line = next(
            (line for line, kept in zip(self.lines, self.line_sets, strict=True) if kept.issuperset(cells)),
            None,
        )
        if line is None:
            return "marienbad.line"
        places = sorted(map(line.index, cells))
        return "marienbad.gap" if self.block and places[-1] - places[0] >= len(cells) else ""

    def choices(self, position: MarienbadPosition, touched: Move) -> Sequence[int]:
        """The stones in line with all that were touched, and the button once they may be taken."""
        board = position.board
        if not touched:
            return [cell for cell, piece in enumerate(board) if piece]
        together = set(touched)
        near = [stretch for stretch in self.stretches(board) if together.issubset(stretch)]
        further = sorted({cell for stretch in near for cell in stretch} - together)
        return further if self.refusal(position, (*touched, self.done)) else [*further, self.done]

    def write(self, position: MarienbadPosition, move: Move) -> str:
        return "+".join(self.sites[cell] for cell in sorted(move[:-1]))

    def read(self, position: MarienbadPosition, text: str) -> Move:
        sites = sorted(self.site(word, text) for word in text.strip().split("+"))
        return (*(site for site in sites if site != self.done), self.done)

    def layout(self, position: MarienbadPosition) -> str:
        return " ".join([super().layout(position), *write_out(position.out)])

    def setup(self, text: str) -> MarienbadPosition:
        board, turn, words = self.read_layout(text)
        out, rest = read_out(words, self.players, text)
        check_turn(turn, out, text)
        if rest:
            raise Unreadable(text, "unknown_word", word=rest[0])
        for piece in board:
            if piece not in (0, self.stone):
                raise Unreadable(text, "unknown_word", word=self.colours[piece - 1])
        return MarienbadPosition(board, turn, out=out)
