"""The rules of Nombres croisés as a game for one (docs/rules.md, section 11)."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cached_property

from pavage.game import Game, Move, Outcome, Position, Refusal, Unreadable
from pavage.games.nombres import braille
from pavage.games.nombres.generator import NoSuchPuzzle, generate
from pavage.games.nombres.grid import grid_named
from pavage.games.nombres.options import NombresOptions
from pavage.games.nombres.puzzle import BOARDS, BadPuzzle, Puzzle, read_puzzle, write_line
from pavage.games.nombres.review import checked, first_solution, grade_of
from pavage.games.nombres.solving.deduction import Marks
from pavage.options import BadOption
from pavage.tiling import tiling

FULL, EMPTY = 1, 2
BUTTONS = ("full", "empty", "clear")
MOST_CELLS = {False: 100, True: 170}
"""Of a board with three directions or more, if a low grade is asked for, or any: while a game is made a whole
table waits. `pavage puzzle` makes larger ones."""
SIGN = {"full": "+", "empty": "-", "clear": "?"}
BUTTON = {sign: button for button, sign in SIGN.items()}


class Nombres(NombresOptions, Game[Position]):
    """Put pawns so that every line has its sum; empty cells may be marked too, as a help."""

    name = "nombres"
    colours = ("red", "blue")

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        # What is kept holds neither the solution nor the text: records and pages are made of it. It is the
        # puzzle itself, not only the seed, so that a copy in another process need not make it again.
        line = self._made() if self.line == "none" else self._given(self.line)
        self.puzzle: Puzzle = checked(line, self.unique)
        self.grid = self.puzzle.grid
        self.options |= {
            "board": self.grid.board,
            "diag": self.grid.diag,
            "theme": self.puzzle.theme,
            "puzzle": line,
        }
        self.tiling = tiling(self.grid.tiling_code)
        self.buttons = BUTTONS

    def _made(self) -> str:
        """A new puzzle; without a seed, any."""
        board, diag, theme, grade, seed = self.board, self.diag, self.theme, self.grade, self.seed
        grid = grid_named(board, diag)
        if grid is None:
            raise BadOption("bad_value", "board", board, BOARDS)
        if grid.hexagonal and diag != "none":
            raise BadOption("nombres.hexagon_diag", "diag", diag, "none")
        if theme == "braille" and not braille.fits(grid):
            raise BadOption("nombres.puzzle.braille_board", "theme", board, "free")
        if grade != "any" and not self.unique:
            raise BadOption("nombres.grade_unique", "grade", grade, "any")
        if grade in ("2", "3", "4") and grid.directions == "RC":
            raise BadOption("nombres.never_hard", "grade", grade, "any, 1")
        if grid.directions != "RC" and self.unique and len(grid.places) > MOST_CELLS[grade in ("any", "4")]:
            raise BadOption("nombres.too_large", "board", board, grade)
        dice = random.Random(int(seed)) if seed != "none" else random.SystemRandom()
        wanted = int(grade) if grade != "any" else None
        try:
            puzzle = generate(grid, dice, unique=self.unique, theme=theme, grade=wanted)
        except NoSuchPuzzle:
            raise BadOption("nombres.not_found", "grade", grade, board) from None
        return write_line(puzzle.public())

    def _given(self, written: str) -> str:
        """A puzzle that was handed in; options that ask for another kind are refused."""
        try:
            puzzle = read_puzzle(written)
            checked(write_line(puzzle), self.unique)
        except BadPuzzle as error:
            raise BadOption(error.key, "puzzle", error.value, error.takes) from None
        line = write_line(puzzle)
        kind = {"board": puzzle.grid.board, "diag": puzzle.grid.diag, "theme": puzzle.theme}
        if self.grade != "any":
            if not self.unique:
                raise BadOption("nombres.grade_unique", "grade", self.grade, "any")
            kind["grade"] = str(grade_of(line))
        for option in self.declared:
            asked = self.options[option.name]
            found = kind.get(option.name, asked)
            if asked != option.default and str(asked).lower() != str(found).lower():
                raise BadOption("nombres.other_kind", option.name, option.write(asked), str(found))
        return line

    # --- marks

    @cached_property
    def given(self) -> frozenset[int]:
        return frozenset(cell for cell in self.tiling.cells if self.puzzle.given.known >> cell & 1)

    def marks(self, position: Position) -> Marks:
        full = empty = 0
        for cell, code in enumerate(position.board):
            full |= (code == FULL) << cell
            empty |= (code == EMPTY) << cell
        return Marks(full, empty)

    def with_marks(self, marks: Marks) -> Position:
        return Position(
            bytes(
                FULL if marks.full >> cell & 1 else EMPTY if marks.empty >> cell & 1 else 0
                for cell in self.tiling.cells
            ),
            0,
        )

    def wrong_lines(self, marks: Marks) -> tuple[int, ...]:
        """The lines that can no longer have their sums; on a full grid those that have another."""
        return tuple(
            number
            for number, (mask, wanted) in enumerate(zip(self.grid.masks, self.puzzle.sums, strict=True))
            if not 0 <= wanted - (mask & marks.full).bit_count() <= (mask & ~marks.known).bit_count()
        )

    def met_lines(self, marks: Marks) -> tuple[int, ...]:
        """The lines that are marked completely and have their sums; once it is solved, all of them."""
        if self.solved(marks):
            return tuple(range(len(self.grid.lines)))
        return tuple(
            number
            for number, (mask, wanted) in enumerate(zip(self.grid.masks, self.puzzle.sums, strict=True))
            if not mask & ~marks.known and (mask & marks.full).bit_count() == wanted
        )

    def solved(self, marks: Marks) -> bool:
        """Whether the pawns alone give every line its sum: all other cells are empty, marked so or not."""
        return self.grid.sums_of(marks.full) == self.puzzle.sums

    # --- the game

    def again(self) -> Nombres:
        """Another puzzle of the same kind, once one has been solved; where none can be made, the same."""
        kind = {**self.options, "seed": "none", "puzzle": "none"}
        try:
            return Nombres(**kind)
        except BadOption:
            return self

    def start(self) -> Position:
        return self.with_marks(self.puzzle.given)

    def moves(self, position: Position) -> Sequence[Move]:
        """To mark any unknown cell, full or empty. To clear one is possible too, but leads nowhere new."""
        if self.solved(self.marks(position)):
            return []
        pens = [self.site("full"), self.site("empty")]
        unknown = [cell for cell, code in enumerate(position.board) if not code]
        return [(pen, cell) for cell in unknown for pen in pens]

    def play(self, position: Position, move: Move) -> Position:
        button, cell = self._meant(move)
        board = bytearray(position.board)
        board[cell] = {"full": FULL, "empty": EMPTY, "clear": 0}[button]
        return Position(bytes(board), 0)

    def outcome(self, position: Position) -> Outcome | None:
        if self.solved(self.marks(position)):
            full = tuple(cell for cell, code in enumerate(position.board) if code == FULL)
            return Outcome((1.0,), "solved", full)
        return None if 0 in position.board else Outcome((0.0,), "wrong")

    def refusal(self, position: Position, move: Move) -> Refusal | None:
        # Older records go on until every cell is marked; so the gate lets a solved grid be marked further,
        # though nothing is offered there.
        if 0 not in position.board or (len(move) != 2 and self.outcome(position)):
            return Refusal("over")
        if move and move[-1] in self.given:
            return Refusal("nombres.given", move[-1:], (("cell", self.sites[move[-1]]),))
        if len(move) != 2 or not 0 <= min(move) < len(self.tiling) <= max(move) < len(self.sites):
            return Refusal("not_a_move", self.cells_of(move))
        button, cell = self._meant(move)
        named = (("cell", self.sites[cell]),)
        if cell in self.given:
            return Refusal("nombres.given", (cell,), named)
        if button == "clear":
            return None if position.board[cell] else Refusal("nombres.unmarked", (cell,), named)
        return Refusal("nombres.marked", (cell,), named) if position.board[cell] else None

    def choices(self, position: Position, touched: Move) -> Sequence[int]:
        """A pen and a cell, in any order."""
        board, clear = position.board, self.site("clear")
        known = all(0 <= site < len(self.sites) for site in touched)
        if self.outcome(position) or len(touched) > 1 or not known:
            return ()
        unknown = [cell for cell, code in enumerate(board) if not code]
        cleared = [cell for cell, code in enumerate(board) if code and cell not in self.given]
        pens = [self.site("full"), self.site("empty")]
        if not touched:
            return [*sorted([*unknown, *cleared]), *pens, *([clear] if cleared else [])]
        site = touched[0]
        if site >= len(board):
            return cleared if site == clear else unknown
        if site in self.given:
            return ()
        return [clear] if board[site] else pens

    def _meant(self, move: Move) -> tuple[str, int]:
        """The button and the cell of a whole move."""
        cell, button = sorted(move)
        return self.sites[button], cell

    # --- texts

    def write(self, position: Position, move: Move) -> str:
        button, cell = self._meant(move)
        q, r = self.grid.places[cell]
        return f"({q},{r}){SIGN[button]}" if self.grid.hexagonal else self.sites[cell] + SIGN[button]

    def read(self, position: Position, text: str) -> Move:
        said = "".join(text.lower().split())
        button = BUTTON.get(said[-1:])
        if button is None:
            raise Unreadable(text, "nombres.no_sign")
        pair = re.fullmatch(r"\((-?\d{1,2}),(-?\d{1,2})\)", said[:-1])
        if pair and self.grid.hexagonal:
            place = int(pair[1]), int(pair[2])
            if place not in self.grid.cell_at:
                raise Unreadable(text, "unknown_cell", word=said[:-1])
            return self.site(button), self.grid.cell_at[place]
        cell = self.site(said[:-1], text)
        if cell >= len(self.tiling):
            raise Unreadable(text, "unknown_cell", word=said[:-1])
        return self.site(button), cell

    def layout(self, position: Position) -> str:
        words = []
        for code, word in ((FULL, "full"), (EMPTY, "empty")):
            cells = [self.sites[cell] for cell, marked in enumerate(position.board) if marked == code]
            if cells:
                words.append(f"{word}:{','.join(cells)}")
        return " ".join([*words, "turn:1"])

    def setup(self, text: str) -> Position:
        """The marks that a text names; the given cells are there without being named."""
        board = bytearray(self.start().board)
        seen: set[int] = set()
        for word in text.lower().split():
            key, _, value = word.partition(":")
            if word == "turn:1":
                continue
            if key not in ("full", "empty") or not value:
                raise Unreadable(text, "unknown_word", word=word)
            code = FULL if key == "full" else EMPTY
            for name in value.split(","):
                cell = self.site(name, text)
                other = cell in self.given and board[cell] != code if cell < len(self.tiling) else True
                if other or cell in seen:
                    raise Unreadable(text, "cell_twice", word=name)
                seen.add(cell)
                board[cell] = code
        return Position(bytes(board), 0)

    def solution(self) -> int:
        """The full cells of the solution, or of one of them; found when it is wanted, never kept."""
        return first_solution(self.line)
