"""What follows from the sums: saturated lines, trials, the grade of a puzzle (docs/rules.md, section 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pavage.games.cell_sets import cells_of
from pavage.games.nombres.grid import Grid

TRIAL_SCORE = 15
MOST_TRIALS_OF = {1: 0, 2: 2, 3: 5}
"""Grades by the number of trials; six and more, or not solved by single trials, is grade 4."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is known of a grid: the set of full cells and the set of empty ones."""

    full: int
    empty: int

    @property
    def known(self) -> int:
        return self.full | self.empty

    def with_cell(self, cell: int, full: bool) -> Marks:
        bit = 1 << cell
        return Marks(self.full | bit, self.empty) if full else Marks(self.full, self.empty | bit)


NOTHING = Marks(0, 0)


@dataclass(frozen=True, slots=True)
class Saturated:
    """A line that needs none or all of its unknown cells."""

    line: int
    cells: tuple[int, ...]
    full: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """A value supposed for a cell that leads to a contradiction on a line."""

    cell: int
    full: bool
    """What was supposed; the cell is the other."""
    line: int


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a puzzle is solved without guessing: T1 steps, trials, and what is known then."""

    steps: int
    tried: tuple[int, ...]
    """The cells of the trials, in order."""
    marks: Marks
    solved: bool

    @property
    def trials(self) -> int:
        return len(self.tried)

    @property
    def grade(self) -> int:
        if not self.solved:
            return 4
        return next((grade for grade, most in MOST_TRIALS_OF.items() if self.trials <= most), 4)

    @property
    def score(self) -> int:
        return self.steps + TRIAL_SCORE * self.trials


def saturate(grid: Grid, sums: Sequence[int], marks: Marks) -> Marks | int:
    """All that T1 says, or the number of a line that can no longer have its sum."""
    full, empty = marks.full, marks.empty
    changed = True
    while changed:
        changed = False
        for number, mask in enumerate(grid.masks):
            unknown = mask & ~(full | empty)
            need = sums[number] - (mask & full).bit_count()
            if need == 0:
                if unknown:
                    empty |= unknown
                    changed = True
            elif need < 0 or need >= (count := unknown.bit_count()):
                if need < 0 or need > count:
                    return number
                full |= unknown
                changed = True
    return Marks(full, empty)


def saturated_line(grid: Grid, sums: Sequence[int], marks: Marks) -> Saturated | None:
    """The first line that T1 fills, None if there is none."""
    for number, mask in enumerate(grid.masks):
        unknown = mask & ~marks.known
        need = sums[number] - (mask & marks.full).bit_count()
        if unknown and need in (0, unknown.bit_count()):
            return Saturated(number, tuple(cells_of(unknown)), need > 0)
    return None


def contradiction(grid: Grid, sums: Sequence[int], marks: Marks) -> int | None:
    """The first line that cannot have its sum any more."""
    for number, mask in enumerate(grid.masks):
        need = sums[number] - (mask & marks.full).bit_count()
        if not 0 <= need <= (mask & ~marks.known).bit_count():
            return number
    return None


def find_trial(grid: Grid, sums: Sequence[int], marks: Marks) -> Trial | None:
    """The first supposition that T1 refutes: cells in order, each supposed full, then empty."""
    for cell in cells_of(grid.everything & ~marks.known):
        for full in (True, False):
            after = saturate(grid, sums, marks.with_cell(cell, full))
            if isinstance(after, int):
                return Trial(cell, full, after)
    return None


def deduce(grid: Grid, sums: Sequence[int], given: Marks) -> Effort | None:
    """Solve by T1 and single trials, counting both as the rules fix it; None if there is no solution."""
    marks, steps = given, 0
    tried: tuple[int, ...] = ()
    while True:
        if contradiction(grid, sums, marks) is not None:
            return None
        step = saturated_line(grid, sums, marks)
        if step is not None:
            steps += 1
            for cell in step.cells:
                marks = marks.with_cell(cell, step.full)
            continue
        if marks.known == grid.everything:
            return Effort(steps, tried, marks, True)
        trial = find_trial(grid, sums, marks)
        if trial is None:
            return Effort(steps, tried, marks, False)
        tried += (trial.cell,)
        marks = marks.with_cell(trial.cell, not trial.full)
