"""Coordinates of a board of which only a part is seen: what was cut away stands at the edge of that part."""

from __future__ import annotations

from pavage.view.text.characters import Canvas, Window
from pavage.view.text.places import Places
from pavage.view.text.signs import FAINT


def letter_anew(canvas: Canvas, places: Places, seen: Window) -> None:
    """Letters above the first row that is seen, numbers before the rows, in the colours that they had.

    Columns of hexagons lean: each letter stands above the cell of its column in the first row.
    """
    whole = canvas.window()
    above, beside = seen.top > whole.top, seen.left > whole.left
    if not above and not beside:
        return
    wide = max((len(label.text) for label in places.board.labels), default=0) + 1
    if above:
        for column in range(seen.left, seen.right + 1):
            canvas.cells.pop((seen.top, column), None)
    if beside:
        for line in range(seen.top, seen.bottom + 1):
            for column in range(seen.left, seen.left + wide):
                canvas.cells.pop((line, column), None)
    first = min((line for line, _ in places.cells if line > seen.top), default=seen.top)
    for label in places.board.labels:
        line, column, (down, _) = places.label(label, label.text)
        if down and above and not seen.top < line <= seen.bottom:
            for cell in label.cells:
                at, place = places.cells[cell]
                if at == first and seen.left + wide * beside <= place <= seen.right:
                    canvas.put(seen.top, place, label.text, FAINT)
        elif not down and beside and column < seen.left + wide and seen.top + above <= line <= seen.bottom:
            for place in range(column, column + len(label.text)):
                canvas.cells.pop((line, place), None)
            canvas.put(line, seen.left, label.text.rjust(wide - 1), FAINT)
