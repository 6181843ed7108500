"""Puzzles of Nombres croisés made in the browser: any, a word in Braille, or pawns drawn by hand."""

from __future__ import annotations

import random
from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from pavage.games.nombres import braille
from pavage.games.nombres.grid import Grid, grid_named
from pavage.games.nombres.puzzle import BOARDS, read_puzzle, write_line
from pavage.games.nombres.solving.counting import count_grids
from pavage.games.nombres.solving.deduction import NOTHING
from pavage.games.nombres.solving.solver import another_solution, as_rows, from_rows
from pavage.puzzles import COUNTED, puzzle_wanted, said_of
from pavage.server import limits
from pavage.server.rooms.page_state import GridsAlike, PuzzleMade, Told
from pavage.server.site.costly import address_of
from pavage.server.site.pages import wanted_words
from pavage.words import Words
from pavage.words.complaint import Complaint

router = APIRouter()

MOST_CELLS = {False: 64, True: 144}
"""Of a board with three directions or more, and of one with rows and columns only."""

Rows = Annotated[list[Annotated[str, Field(max_length=25)]], Field(max_length=25)]
Board = Annotated[str, Field(max_length=8)]


class Wish(BaseModel):
    """What a puzzle shall be like. `rows` are the pawns that somebody has drawn, # for each."""

    model_config = ConfigDict(extra="forbid", strict=True)

    board: Board = "6x6"
    diag: Literal["none", "d", "a", "da"] = "none"
    grade: Annotated[int, Field(ge=0, le=4)] = 0
    text: Annotated[str, Field(max_length=60)] = ""
    rows: Rows = []
    seed: Annotated[int, Field(ge=0, lt=2**59)] | None = None


@router.post("/api/puzzles", response_model=None)
async def make_puzzle(request: Request, wish: Wish) -> PuzzleMade:
    """A puzzle in one line, how hard it is, and what it says if it says something."""
    words = wanted_words(request)
    made: PuzzleMade = await request.app.state.costly.do(address_of(request), _made, wish, words)
    return made


def _made(wish: Wish, words: Words) -> PuzzleMade:
    grid = _grid(wish.board, wish.diag)
    solution = None
    if wish.rows:
        solution = from_rows(grid, wish.rows)
        if not solution:
            raise Complaint("nombres.maker.nothing_drawn", board=grid.board)
    seed = random.SystemRandom().randrange(10**6) if wish.seed is None else wish.seed
    text = " ".join(wish.text.split()) or None
    puzzle = puzzle_wanted(
        grid, random.Random(seed), words.language, text=text, grade=wish.grade or None, solution=solution
    )
    assert puzzle.solution is not None and puzzle.grade is not None, "it was just made and graded"
    given = puzzle.given.known.bit_count()
    parts = [
        words("cli.puzzle.one_solution"),
        words("cli.puzzle.graded", grade=puzzle.grade, score=puzzle.score),
        words.count("cli.puzzle.given", given),
    ]
    return {
        "line": write_line(puzzle.public()),
        "seed": seed,
        "grade": puzzle.grade,
        "told": _sentence(", ".join(parts)),
        "signs": braille.printed(braille.signs_on(grid, puzzle.solution)) if text else "",
    }


class Line(BaseModel):
    """Sums in one line, as records hold them."""

    model_config = ConfigDict(extra="forbid", strict=True)

    line: Annotated[str, Field(max_length=limits.OPTION)]


@router.post("/api/puzzles/check", response_model=None)
async def check_puzzle(request: Request, given: Line) -> Told:
    """What can be said of some sums: that no grid has them, how many have, or how hard the only one is."""
    words = wanted_words(request)

    def look() -> str:
        puzzle = read_puzzle(given.line)
        _grid(puzzle.grid.board, puzzle.grid.diag)
        return said_of(puzzle, words)

    told: str = await request.app.state.costly.do(address_of(request), look)
    return {"told": _sentence(told)}


class Drawn(BaseModel):
    """A grid of rows and columns, # for pawns."""

    model_config = ConfigDict(extra="forbid", strict=True)

    rows: Annotated[Rows, Field(min_length=2)]


@router.post("/api/puzzles/others", response_model=None)
async def other_grids(request: Request, drawn: Drawn) -> GridsAlike:
    """How many grids have the sums of this one, and one of the others."""

    def look() -> GridsAlike:
        board = f"{len(drawn.rows)}x{len(drawn.rows[0])}"
        grid = _grid(board, "none")
        full = from_rows(grid, drawn.rows)
        if full is None or len(grid.places) > COUNTED:
            raise Complaint("nombres.maker.small_grid", most=COUNTED)
        sums = grid.sums_of(full)
        other = another_solution(grid, sums, NOTHING, full, random.Random())
        return {
            "count": count_grids(grid, sums),
            "other": None if other is None else as_rows(grid, other),
        }

    told: GridsAlike = await request.app.state.costly.do(address_of(request), look)
    return told


def _grid(board: str, diag: str) -> Grid:
    grid = grid_named(board, diag)
    if grid is None:
        raise Complaint("nombres.puzzle.board", value=board, takes=BOARDS)
    if grid.hexagonal and diag != "none":
        raise Complaint("nombres.hexagon_diag")
    if len(grid.places) > MOST_CELLS[grid.directions == "RC"]:
        raise Complaint("nombres.maker.too_large", value=board)
    return grid


def _sentence(told: str) -> str:
    return told[:1].upper() + told[1:]
