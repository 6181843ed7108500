"""`pavage puzzle`: make puzzles and draw them, check one, solve one."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path

from pavage.cli.common.arguments import Given, Parser, required, whole
from pavage.cli.common.progress import Progress
from pavage.games.nombres import Nombres, braille
from pavage.games.nombres.generator import graded
from pavage.games.nombres.grid import DIAGONALS, Grid, grid_named
from pavage.games.nombres.puzzle import BOARDS, BadPuzzle, Puzzle, read_puzzle, write_json, write_line
from pavage.games.nombres.solving.deduction import Marks
from pavage.games.nombres.solving.solver import TooHard, from_rows, some_solutions
from pavage.puzzles import number_of, puzzle_wanted, why_none
from pavage.registry import board_of, scene_of
from pavage.scene import Moment
from pavage.terminal.console import Console, console_for
from pavage.view.text import draw
from pavage.words import Words
from pavage.words.complaint import Complaint

NAME = "nombres"
THEMES = ("free", "braille")
MOST = 1000


def arguments(parser: Parser) -> None:
    parser.take("game", metavar="game", nargs="?")
    parser.take("--board", metavar="board", default="6x6")
    parser.take("--diag", metavar="diagonals", default="none")
    parser.take("--grade", metavar="grade", default="any")
    parser.take("--theme", metavar="theme")
    parser.take("--text", metavar="word")
    parser.take("--picture", metavar="file")
    parser.take("--unique", metavar="switch", default="on")
    parser.take("--seed", metavar="number")
    parser.take("--count", metavar="number", default="1")
    parser.take("--check", metavar="file")
    parser.take("--solve", metavar="file")
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    name = required(given.game, "game", "puzzle")
    if name != NAME:
        raise Complaint("cli.bad_value", option="puzzle", value=name, takes=NAME)
    console = console_for(sys.stdout)
    try:
        if given.check:
            return _check(_read(given.check), given, words)
        if given.solve:
            return _solve(_read(given.solve), given, words, console)
        return _make(given, words, console)
    except BadPuzzle as error:
        raise Complaint(error.key, **error.values) from None


# --- making


def _make(given: Given, words: Words, console: Console) -> int:
    grid = _grid(given)
    unique = _one_of("--unique", given.unique, ("on", "off")) == "on"
    wanted = _grade(given, unique)
    theme, picture = _solution(given, grid)
    first = whole(given.seed, "--seed", 0, 2**59)
    seed = random.SystemRandom().randrange(10**6) if first is None else first
    count = whole(given.count, "--count", 1, MOST) or 1
    made = []
    with Progress(console.unicode) as progress:
        for number in range(count):

            def report(share: float, number: int = number) -> None:
                done = words("cli.puzzle.progress", done=number, count=count)
                progress.show((number + share) / count, done)

            puzzle = puzzle_wanted(
                grid,
                random.Random(seed + number),
                words.language,
                text=given.text,
                theme=theme,
                grade=wanted,
                solution=picture,
                unique=unique,
                report=report,
            )
            made.append(replace(puzzle, id=_id(puzzle, seed + number)))
    if given.json:
        data = [write_json(puzzle) for puzzle in made]
        print(json.dumps(data[0] if count == 1 else data, ensure_ascii=False))
        return 0
    for number, puzzle in enumerate(made):
        print(("\n" if number else "") + "\n".join(_drawn(puzzle, puzzle.given, words, console)))
        print("\n" + _told(puzzle, words, seed + number))
        many = "" if unique else "--option unique=off "
        print(f"pavage play nombres {many}--option puzzle={write_line(puzzle)}")
    return 0


def _grade(given: Given, unique: bool) -> int | None:
    """How hard a puzzle shall be; None if that does not matter."""
    grade = _one_of("--grade", given.grade, ("any", "1", "2", "3", "4"))
    wanted = None if grade == "any" else int(grade)
    if wanted and not unique:
        raise Complaint("nombres.grade_unique", option="--grade", value=grade, takes="any")
    return wanted


def _grid(given: Given) -> Grid:
    diag = _one_of("--diag", given.diag, tuple(DIAGONALS))
    grid = grid_named(given.board, diag)
    if grid is None:
        raise Complaint("cli.bad_value", option="--board", value=given.board, takes=BOARDS)
    if grid.hexagonal and diag != "none":
        raise Complaint("nombres.hexagon_diag", option="--diag", value=diag, takes="none")
    return grid


def _solution(given: Given, grid: Grid) -> tuple[str, int | None]:
    """The theme, and the cells that a picture lays down."""
    theme = _one_of("--theme", given.theme or ("free" if given.text is None else "braille"), THEMES)
    if given.text is not None and (theme != "braille" or given.picture):
        raise Complaint("cli.puzzle.text_alone")
    if not given.picture:
        return theme, None
    rows = Path(given.picture).read_text(encoding="utf-8", errors="replace").split()
    picture = from_rows(grid, rows)
    if picture is None:
        raise Complaint("cli.puzzle.bad_picture", file=given.picture, board=grid.board)
    return theme, picture


def _one_of(option: str, value: str, takes: tuple[str, ...]) -> str:
    if value.lower() not in takes:
        raise Complaint("cli.bad_value", option=option, value=value, takes=", ".join(takes))
    return value.lower()


def _id(puzzle: Puzzle, seed: int) -> str:
    if puzzle.text:
        return "-".join(puzzle.text.lower().split())
    diag = "" if puzzle.grid.diag == "none" else f"-{puzzle.grid.diag}"
    return f"{puzzle.grid.board.lower()}{diag}-{seed}"


# --- reading


def _read(file: str) -> Puzzle:
    """A puzzle from a file, or from the input if that is called -."""
    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8", errors="replace")
    return read_puzzle(text)


def _check(puzzle: Puzzle, given: Given, words: Words) -> int:
    """One line: what the puzzle is worth. A puzzle that is not fit to be published is a mistake."""
    found = _found(puzzle)
    if len(found) > 1:
        if _one_of("--unique", given.unique, ("on", "off")) == "on":
            raise Complaint("cli.puzzle.several", solutions=number_of(puzzle, words))
        print(words("cli.puzzle.fits", board=_board(puzzle), solutions=number_of(puzzle, words)))
        return 0
    known = graded(replace(puzzle, solution=found[0]))
    if puzzle.grade is not None and (puzzle.grade, puzzle.score) != (known.grade, known.score):
        raise Complaint(
            "cli.puzzle.other_grade",
            told=f"{puzzle.grade} ({puzzle.score})",
            found=f"{known.grade} ({known.score})",
        )
    if puzzle.text and puzzle.text.lower() != braille.decode(puzzle.grid, found[0]):
        raise Complaint("cli.puzzle.other_text", told=puzzle.text)
    if given.json:
        print(
            json.dumps({"board": _board(known), "unique": True, "grade": known.grade, "score": known.score})
        )
    else:
        print(_told(known, words))
    return 0


def _solve(puzzle: Puzzle, given: Given, words: Words, console: Console) -> int:
    found = _found(puzzle)
    full = found[0]
    if given.json:
        print(json.dumps(write_json(replace(puzzle, solution=full)), ensure_ascii=False))
        return 0
    grid = puzzle.grid
    print("\n".join(_drawn(puzzle, Marks(full, grid.everything & ~full), words, console)))
    if puzzle.theme == "braille":
        signs = braille.printed(braille.signs_on(grid, full))
        print("\n" + words("nombres.says", text=braille.decode(grid, full).upper(), signs=signs))
    if len(found) > 1:
        print("\n" + words("cli.puzzle.one_of", solutions=number_of(puzzle, words)))
    return 0


def _found(puzzle: Puzzle) -> list[int]:
    """One solution or two."""
    try:
        found = some_solutions(puzzle.grid, puzzle.sums, puzzle.given)
    except TooHard:
        raise BadPuzzle("too_hard") from None
    if found:
        return found
    raise why_none(puzzle)


# --- telling


def _board(puzzle: Puzzle) -> str:
    diag = puzzle.grid.diag
    return puzzle.grid.board + (f" {diag.upper()}" if diag != "none" else "")


def _told(puzzle: Puzzle, words: Words, seed: int | None = None) -> str:
    parts = [_board(puzzle)]
    if puzzle.grade is not None:
        parts.append(words("cli.puzzle.one_solution"))
        parts.append(words("cli.puzzle.graded", grade=puzzle.grade, score=puzzle.score))
    parts.append(words.count("cli.puzzle.given", puzzle.given.known.bit_count()))
    if seed is not None:
        parts.append(f"--seed {seed}")
    return ", ".join(parts)


def _drawn(puzzle: Puzzle, marks: Marks, words: Words, console: Console) -> list[str]:
    """The board with its sums, and what is known of its cells."""
    game = Nombres(puzzle=write_line(puzzle), unique=False)
    position = game.with_marks(marks)
    scene = scene_of(game, Moment(position, outcome=game.outcome(position)))
    return draw(board_of(game), scene, console.width, None, colour=console.colour, unicode=console.unicode)
