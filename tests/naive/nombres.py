"""Nombres croisés a second time, straight from section 11 of docs/rules.md: all grids tried, nothing clever.

A cell is (r, c) on squares, with r and c counted from 0, and (q, r) on hexagons. The comments quote the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

Cell = tuple[int, int]
Grid = dict[Cell, bool | None]
"""Full, empty or unknown."""


@dataclass(frozen=True)
class Puzzle:
    board: str
    sums: dict[str, list[int]]
    full: frozenset[Cell] = frozenset()
    empty: frozenset[Cell] = frozenset()
    cells: list[Cell] = field(init=False)
    lines: list[tuple[list[Cell], int]] = field(init=False)  # with their sums, in the order of a T1 step

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", cells(self.board))
        object.__setattr__(
            self,
            "lines",
            [
                line
                for direction, sums in self.sums.items()
                for line in zip(lines(self.board, direction), sums, strict=True)
            ],
        )

    def start(self) -> Grid:
        return {
            cell: True if cell in self.full else False if cell in self.empty else None for cell in self.cells
        }


def cells(board: str) -> list[Cell]:
    """The cells in the order of trials."""
    # "in order of row r, then of column or q"
    if board.startswith("H"):
        reach = int(board[1:]) - 1
        span = range(-reach, reach + 1)
        return [(q, r) for r in span for q in span if abs(q + r) <= reach]
    rows, columns = map(int, board.split("x"))
    return [(r, c) for r in range(rows) for c in range(columns)]


def lines(board: str, direction: str) -> list[list[Cell]]:
    """The lines of a direction, by increasing index."""
    # "rows R and columns C; … all ↘ diagonals D (k = c−r), all ↗ diagonals A (k = r+c)"
    # "hexagons: R (r constant), Q (q constant), S (−q−r constant)"
    hexagon = board.startswith("H")
    index = {
        "R": lambda cell: cell[1] if hexagon else cell[0],
        "C": lambda cell: cell[1],
        "D": lambda cell: cell[1] - cell[0],
        "A": lambda cell: cell[0] + cell[1],
        "Q": lambda cell: cell[0],
        "S": lambda cell: -cell[0] - cell[1],
    }[direction]
    every = cells(board)
    return [[cell for cell in every if index(cell) == k] for k in sorted({index(cell) for cell in every})]


def directions(board: str, diag: str = "none") -> str:
    if board.startswith("H"):
        return "RQS"
    return "RC" + ("" if diag == "none" else diag)


def sums_of(board: str, diag: str, full: frozenset[Cell]) -> dict[str, list[int]]:
    """The sums of a grid."""
    return {
        direction: [sum(cell in full for cell in line) for line in lines(board, direction)]
        for direction in directions(board, diag)
    }


def solutions(puzzle: Puzzle) -> Iterator[frozenset[Cell]]:
    """Every grid that fits, as its full cells: all ways to fill the rows, tried one after the other."""
    rows = lines(puzzle.board, "R")
    ways = [list(combinations(row, count)) for row, count in zip(rows, puzzle.sums["R"], strict=True)]
    for chosen in product(*ways):
        full = frozenset(cell for row in chosen for cell in row)
        # "solved when every line has its sum and every given cell its value"
        if (
            puzzle.full <= full
            and not puzzle.empty & full
            and all(sum(cell in full for cell in line) == count for line, count in puzzle.lines)
        ):
            yield full


def solved(puzzle: Puzzle, grid: Grid) -> bool:
    """Whether the pawns are those of a solution; what is not marked has no pawn."""
    # "as soon as the pawns alone give every line its sum: marks on empty cells are a help, not a duty"
    for line, count in puzzle.lines:
        if [grid[cell] for cell in line].count(True) != count:
            return False
    # "… and every given cell its value"
    return all(grid[cell] for cell in puzzle.full) and not any(grid[cell] for cell in puzzle.empty)


def result(puzzle: Puzzle, grid: Grid) -> float | None:
    """What a player gets if the grid ends the game, else nothing."""
    if solved(puzzle, grid):
        return 1.0
    # "A grid that is marked completely and wrong ends unsolved"
    return None if None in grid.values() else 0.0


def moves(puzzle: Puzzle, grid: Grid) -> list[tuple[Cell, bool]]:
    """The marks that can be made: "moves mark unknown cells", until it ends."""
    if result(puzzle, grid) is not None:
        return []
    return [(cell, value) for cell in puzzle.cells if grid[cell] is None for value in (True, False)]


def broken(puzzle: Puzzle, grid: Grid) -> bool:
    """Whether some line can no longer have its sum."""
    for line, count in puzzle.lines:
        full = sum(grid[cell] is True for cell in line)
        unknown = sum(grid[cell] is None for cell in line)
        if not full <= count <= full + unknown:
            return True
    return False


def step(puzzle: Puzzle, grid: Grid) -> Grid | None:
    """The grid after one T1 step, if there is one."""
    # "scans the lines …, fills the first line that is saturated and not yet complete, and starts again"
    for line, count in puzzle.lines:
        unknown = [cell for cell in line if grid[cell] is None]
        lacking = count - sum(grid[cell] is True for cell in line)
        # "a line that needs none or all of its unknown cells"
        if unknown and lacking in (0, len(unknown)):
            return {**grid, **dict.fromkeys(unknown, lacking > 0)}
    return None


def propagated(puzzle: Puzzle, grid: Grid) -> tuple[Grid, int]:
    """The grid when no T1 step is left, or after a contradiction, and the number of steps."""
    steps = 0
    while not broken(puzzle, grid) and (following := step(puzzle, grid)) is not None:
        grid, steps = following, steps + 1
    return grid, steps


def refuted(puzzle: Puzzle, grid: Grid) -> tuple[Cell, bool] | None:
    """The first supposition that ends in a contradiction."""
    # "takes the unknown cells in order of row r, then of column or q, and supposes each full, then empty"
    for cell in puzzle.cells:
        for value in (True, False):
            if grid[cell] is None and broken(puzzle, propagated(puzzle, {**grid, cell: value})[0]):
                return cell, value
    return None


@dataclass(frozen=True)
class Difficulty:
    steps: int
    trials: int
    solved: bool

    @property
    def grade(self) -> int:
        # "Grade 1: T1 alone. 2: one or two trials. 3: three to five. 4: six and more, or not solved by single
        # trials."
        if not self.solved or self.trials >= 6:
            return 4
        return 1 if self.trials == 0 else 2 if self.trials <= 2 else 3

    @property
    def score(self) -> int:
        return self.steps + 15 * self.trials  # "Score = T1 steps + 15·trials"


def difficulty(puzzle: Puzzle) -> Difficulty:
    """How hard a puzzle is that has one solution."""
    grid, steps = propagated(puzzle, puzzle.start())
    trials = 0
    while None in grid.values():
        found = refuted(puzzle, grid)
        if found is None:
            return Difficulty(steps, trials, solved=False)
        # "it is counted only if it ends in a contradiction, after which T1 is propagated"
        cell, value = found
        grid, more = propagated(puzzle, {**grid, cell: not value})
        steps, trials = steps + more, trials + 1
    return Difficulty(steps, trials, solved=True)


def gale_ryser(rows: list[int], columns: list[int]) -> bool:
    """Whether some grid has these sums."""
    # "exactly if Σr = Σc and, with r in decreasing order, Σ_{i≤k} r_i ≤ Σ_{i≤k} c*_i for every k, where c*_i
    # is the number of j with c_j ≥ i"
    if sum(rows) != sum(columns):
        return False
    falling = sorted(rows, reverse=True)
    conjugate = [sum(count >= i for count in columns) for i in range(1, len(rows) + 1)]
    return all(sum(falling[:k]) <= sum(conjugate[:k]) for k in range(1, len(rows) + 1))


def name(board: str, cell: Cell) -> str:
    """A cell in the notation of moves."""
    # "b3+ full, b3- empty, b3? clear; on hexagons (q,r)+"
    if board.startswith("H"):
        return f"({cell[0]},{cell[1]})"
    return f"{'abcdefghijklmnopqrstuvwxyz'[cell[1]]}{cell[0] + 1}"


def as_json(puzzle: Puzzle) -> dict[str, object]:
    """The puzzle as docs/rules.md writes it, without solution."""
    if puzzle.board.startswith("H"):
        board: dict[str, object] = {"kind": "hex", "side": int(puzzle.board[1:])}
        given: dict[str, object] = {
            "full": sorted(map(list, puzzle.full)),
            "empty": sorted(map(list, puzzle.empty)),
        }
    else:
        rows, columns = map(int, puzzle.board.split("x"))
        board = {"kind": "square", "rows": rows, "cols": columns}
        given = {
            "full": sorted(name(puzzle.board, cell) for cell in puzzle.full),
            "empty": sorted(name(puzzle.board, cell) for cell in puzzle.empty),
        }
    return {
        "type": "croises",
        "version": 1,
        "id": "naive",
        "board": board,
        "sums": puzzle.sums,
        "given": given,
    }
