"""A puzzle: a grid, its sums, the given cells; read from JSON or from one line, and written as both.

The line needs no spaces and no quotes, so that it can stand in a command: board, sums by direction, given
cells, theme, such as `6x6/R4,3,3,5,4,3/C5,4,4,3,5,1/d2+,b3-,a5-,e5-/braille`. It never holds the solution.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any

from pavage.games.cell_sets import cells_of
from pavage.games.nombres import braille
from pavage.games.nombres.grid import Grid, grid_named
from pavage.games.nombres.solving.deduction import NOTHING, Marks
from pavage.games.nombres.solving.solver import as_rows, from_rows
from pavage.phrase import PhrasedError

MOST_CHARACTERS = 20_000
BOARDS = "2x2 … 25x25, H2 … H8"


class BadPuzzle(PhrasedError, ValueError):
    """What is wrong with a puzzle: the piece meant, and what would be right."""

    def __init__(self, key: str, value: object = "", takes: object = "") -> None:
        super().__init__(f"{key} {value} {takes}", f"nombres.puzzle.{key}", value=value, takes=takes)
        self.value = str(value)
        self.takes = str(takes)


@dataclass(frozen=True)
class Puzzle:
    """Sums of all lines of a grid, in the order of its lines, and what is given of the cells."""

    grid: Grid
    sums: tuple[int, ...]
    given: Marks = NOTHING
    theme: str = "free"
    text: str = ""
    """What the solution says in Braille; kept from players until they have solved it."""
    solution: int | None = None
    id: str = ""
    grade: int | None = None
    score: int | None = None

    def sums_of(self, direction: str) -> list[int]:
        return [s for s, line in zip(self.sums, self.grid.lines, strict=True) if line.direction == direction]

    def public(self) -> Puzzle:
        """What may be shown to somebody who is solving it."""
        return replace(self, text="", solution=None, id="", grade=None, score=None)


def check_sums(puzzle: Puzzle) -> None:
    """Refuse what cannot be right at a glance: sums out of range, unequal totals, cells given twice."""
    totals = {}
    for direction in puzzle.grid.directions:
        lines = [line for line in puzzle.grid.lines if line.direction == direction]
        for line, wanted in zip(lines, puzzle.sums_of(direction), strict=True):
            if not 0 <= wanted <= len(line.cells):
                raise BadPuzzle("sum_range", f"{direction}{line.index + 1}={wanted}", f"0..{len(line.cells)}")
        totals[direction] = sum(puzzle.sums_of(direction))
    if len(set(totals.values())) > 1:
        raise BadPuzzle("totals", ", ".join(f"{direction} {total}" for direction, total in totals.items()))
    if puzzle.given.full & puzzle.given.empty:
        cell = cells_of(puzzle.given.full & puzzle.given.empty)[0]
        raise BadPuzzle("given_twice", puzzle.grid.names[cell])
    if puzzle.theme == "braille" and not braille.fits(puzzle.grid):
        raise BadPuzzle("braille_board", puzzle.grid.board)
    if puzzle.solution is not None and (
        puzzle.grid.sums_of(puzzle.solution) != puzzle.sums
        or puzzle.given.full & ~puzzle.solution
        or puzzle.given.empty & puzzle.solution
    ):
        raise BadPuzzle("wrong_solution")


def read_puzzle(text: str) -> Puzzle:
    """A puzzle from JSON or from one line."""
    text = text.strip()
    if len(text) > MOST_CHARACTERS:
        raise BadPuzzle("too_long", len(text), MOST_CHARACTERS)
    puzzle = _from_json(text) if text.startswith("{") else _from_line(text)
    check_sums(puzzle)
    return puzzle


# --- one line


def write_line(puzzle: Puzzle) -> str:
    grid = puzzle.grid
    parts = [grid.board]
    parts += [direction + ",".join(map(str, puzzle.sums_of(direction))) for direction in grid.directions]
    given = [
        f"{grid.names[cell]}{'+' if puzzle.given.full >> cell & 1 else '-'}"
        for cell in cells_of(puzzle.given.known)
    ]
    if given:
        parts.append(",".join(given))
    if puzzle.theme != "free":
        parts.append(puzzle.theme)
    return "/".join(parts)


def _from_line(text: str) -> Puzzle:
    board, *parts = text.replace(" ", "").split("/")
    sums: dict[str, list[int]] = {}
    given: list[str] = []
    theme = "free"
    for part in parts:
        if re.fullmatch(r"[rcdaqs]\d{1,3}(,\d{1,3})*", part.lower()) and part[0].upper() not in sums:
            sums[part[0].upper()] = [int(number) for number in part[1:].split(",")]
        elif re.fullmatch(r"[a-z]+\d+[+-](,[a-z]+\d+[+-])*", part.lower()):
            given += part.lower().split(",")
        elif part.lower() in ("braille", "free"):
            theme = part.lower()
        else:
            raise BadPuzzle("unreadable", part[:40] or text[:40])
    grid = _grid(board, sums)
    full = [_cell(grid, name[:-1]) for name in given if name.endswith("+")]
    empty = [_cell(grid, name[:-1]) for name in given if name.endswith("-")]
    return Puzzle(grid, _sums(grid, sums), _marks(full, empty), theme)


def _grid(board: str, sums: dict[str, Any]) -> Grid:
    diagonals = "".join(direction for direction in "DA" if direction in sums)
    grid = grid_named(board, diagonals.lower() or "none")
    if grid is None:
        raise BadPuzzle("board", board[:20], BOARDS)
    for direction in sums:
        if direction not in grid.directions:
            raise BadPuzzle("direction", str(direction)[:20], ", ".join(grid.directions))
    return grid


def _sums(grid: Grid, sums: dict[str, Any]) -> tuple[int, ...]:
    found: list[int] = []
    for direction in grid.directions:
        numbers = sums.get(direction)
        if not isinstance(numbers, list):
            raise BadPuzzle("missing_sums", direction)
        if len(numbers) != grid.count(direction):
            raise BadPuzzle("sums_count", direction, grid.count(direction))
        for number in numbers:
            if not isinstance(number, int) or isinstance(number, bool):
                raise BadPuzzle("unreadable", str(number)[:40])
        found += numbers
    return tuple(found)


def _cell(grid: Grid, name: object) -> int:
    """A cell by its name; on hexagons also by its coordinates."""
    if grid.hexagonal and isinstance(name, list) and len(name) == 2 and tuple(name) in grid.cell_at:
        return grid.cell_at[name[0], name[1]]
    if isinstance(name, str) and name.lower() in grid.names:
        return grid.names.index(name.lower())
    raise BadPuzzle("cell", str(name)[:20], grid.board)


def _marks(full: list[int], empty: list[int]) -> Marks:
    marks = NOTHING
    for cell in full:
        marks = marks.with_cell(cell, True)
    for cell in empty:
        marks = marks.with_cell(cell, False)
    return marks


# --- JSON


def write_json(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as the rules define it; solution, text and grade where they are known."""
    grid = puzzle.grid
    data: dict[str, Any] = {"type": "croises", "version": 1}
    if puzzle.id:
        data["id"] = puzzle.id
    data["board"] = (
        {"kind": "hex", "side": grid.side}
        if grid.hexagonal
        else {"kind": "square", "rows": grid.rows, "cols": grid.cols}
    )
    data["sums"] = {direction: puzzle.sums_of(direction) for direction in grid.directions}
    data["given"] = {
        "full": [_named(grid, cell) for cell in cells_of(puzzle.given.full)],
        "empty": [_named(grid, cell) for cell in cells_of(puzzle.given.empty)],
    }
    if puzzle.theme == "braille":
        data["theme"] = {"kind": "braille", "cells": list(braille.room(grid))}
        if puzzle.text:
            data["theme"]["text"] = puzzle.text
    if puzzle.solution is not None:
        data["solution"] = as_rows(grid, puzzle.solution)
    if puzzle.grade is not None:
        data |= {"grade": puzzle.grade, "score": puzzle.score}
    return data


def _named(grid: Grid, cell: int) -> str | list[int]:
    return list(grid.places[cell]) if grid.hexagonal else grid.names[cell]


def _from_json(text: str) -> Puzzle:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadPuzzle("not_json", text[:40]) from None
    if data.get("type") != "croises" or data.get("version") != 1:
        raise BadPuzzle("other_type", f"{data.get('type')} {data.get('version')}"[:40], "croises 1")
    sums = _object(data, "sums")
    grid = _json_grid(_object(data, "board"), sums)
    given = _object(data, "given") if "given" in data else {}
    theme = _object(data, "theme") if "theme" in data else {}
    kind = theme.get("kind", "free")
    if kind not in ("free", "braille"):
        raise BadPuzzle("unreadable", str(kind)[:40])
    solution = None
    if "solution" in data:
        rows = data["solution"]
        solution = from_rows(grid, rows) if _are_strings(rows) else None
        if solution is None:
            raise BadPuzzle("wrong_solution")
    return Puzzle(
        grid,
        _sums(grid, sums),
        _marks(_cells(grid, given, "full"), _cells(grid, given, "empty")),
        kind,
        str(theme.get("text", "")),
        solution,
        str(data.get("id", "")),
        _number(data.get("grade")),
        _number(data.get("score")),
    )


def _object(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    if not isinstance(value, dict):
        raise BadPuzzle("missing", key)
    return value


def _json_grid(board: dict[str, Any], sums: dict[str, Any]) -> Grid:
    sizes = [board.get(name) for name in (("side",) if board.get("kind") == "hex" else ("rows", "cols"))]
    if board.get("kind") not in ("hex", "square") or not all(type(size) is int for size in sizes):
        raise BadPuzzle("board", str(board)[:60], BOARDS)
    named = f"H{sizes[0]}" if board["kind"] == "hex" else f"{sizes[0]}x{sizes[1]}"
    return _grid(named, sums)


def _cells(grid: Grid, given: dict[str, Any], key: str) -> list[int]:
    names = given.get(key, [])
    if not isinstance(names, list):
        raise BadPuzzle("unreadable", str(names)[:40])
    return [_cell(grid, name) for name in names]


def _are_strings(rows: object) -> bool:
    return isinstance(rows, list) and all(isinstance(row, str) for row in rows)


def _number(value: object) -> int | None:
    return value if type(value) is int else None
