"""Names of cells: letters for columns or rows, numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence


def letters(index: int) -> str:
    """The letters of a column or row: 0 is a, 25 is z, 26 is aa."""
    text = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def grid_name(column: int, row: int) -> str:
    """Column letter and row number, both counted from zero: (1, 2) is b3."""
    return f"{letters(column)}{row + 1}"


def names_by_rows(centres: Sequence[tuple[float, float]], step: float) -> tuple[str, ...]:
    """Names for cells without a natural grid: letter of the row of centres, number in it.

    Centres closer than a tenth of `step` in height are of one row, so that the noise of floating point
    numbers never splits one.
    """
    order = sorted(range(len(centres)), key=lambda cell: centres[cell][1])
    rows: list[list[int]] = []
    for cell in order:
        if rows and centres[cell][1] - centres[rows[-1][0]][1] < step / 10:
            rows[-1].append(cell)
        else:
            rows.append([cell])
    names = [""] * len(centres)
    for row, cells in enumerate(rows):
        for number, cell in enumerate(sorted(cells, key=lambda cell: centres[cell][0])):
            names[cell] = f"{letters(row)}{number + 1}"
    return tuple(names)


def row_and_number(name: str) -> tuple[int, str, int]:
    """What to sort names by: c9 before c10, z1 before aa1."""
    row = name.rstrip("0123456789")
    return len(row), row, int(name[len(row) :])
