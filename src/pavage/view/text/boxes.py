"""Tiles that cover several cells, as rectangles of characters: an outline, and in it a sign and a text.

┌───────┐ ╔═╗     Outlines say what a tile is: thin; double if it is sealed; heavy if it won;
│●15    │ ║◆║     dashed if it would be lifted. Where a tile is too small for its text, the text
└───────┘ ╚4╝     goes on the outline, or away.
"""

from __future__ import annotations

from pavage.view.text.characters import Canvas

OUTLINES = {
    "thin": "┌─┐│└┘╶╴╷╵",
    "sealed": "╔═╗║╚╝══║║",
    "won": "┏━┓┃┗┛╺╸╻╹",
    "lift": "┌┄┐┆└┘┄┄┆┆",
}
"""Of each kind: corner, level, corner, upright, corner, corner; the ends of a tile one line high, or wide."""

Box = tuple[int, int, int, int]
"""First line and column, last line and column."""
Place = tuple[int, int, int]
"""Line, column and width of what is written on a tile."""


def draw_box(canvas: Canvas, box: Box, kind: str, sign: str, text: str, style: str) -> Place:
    """Draw a tile; the place of its sign, for brackets around it."""
    top, left, bottom, right = box
    if left == right:
        return _upright(canvas, box, OUTLINES[kind], sign, text, style)
    if top == bottom:
        return _level(canvas, box, OUTLINES[kind], sign, text, style)
    corner, level, other, side, low, last = tuple(OUTLINES[kind][:6])
    within = right - left - 1
    canvas.put(top, left, corner + level * within + other, style)
    for line in range(top + 1, bottom):
        canvas.put(line, left, side + " " * within + side, style)
    canvas.put(bottom, left, low + level * within + last, style)
    line = (top + bottom) // 2
    if len(sign + text) <= within:
        column = left + 1 + (within - len(sign + text)) // 2
        _write(canvas, line, column, sign + text, style)
        return line, column, len(sign + text)
    column = left + 1 + (within - 1) // 2
    _write(canvas, line, column, sign, style)
    if len(text) <= within:
        _write(canvas, line + 1, left + 1 + (within - len(text)) // 2, text, style)
    return line, column, 1


def _level(canvas: Canvas, box: Box, signs: str, sign: str, text: str, style: str) -> Place:
    """A tile of one line: `╶●5────╴`."""
    line, left, _, right = box
    wide = right - left + 1
    canvas.put(line, left, signs[6] + signs[1] * (wide - 2) + signs[7], style)
    written = sign + text if len(sign + text) <= wide else sign
    column = left + (1 if len(written) <= wide - 2 else 0)
    _write(canvas, line, column, written, style)
    return line, column, len(written)


def _upright(canvas: Canvas, box: Box, signs: str, sign: str, text: str, style: str) -> Place:
    """A tile of one column, its text downwards; one single sign if it has but one cell."""
    top, column, bottom, _ = box
    for line in range(top, bottom + 1):
        canvas.put(line, column, signs[8] if line == top else signs[9] if line == bottom else signs[3], style)
    high = bottom - top + 1
    written = sign + text if len(sign + text) <= high else sign
    line = top + (1 if len(written) <= high - 2 else 0)
    for offset, character in enumerate(written):
        _write(canvas, line + offset, column, character, style)
    return line, column, 1


def _write(canvas: Canvas, line: int, column: int, text: str, style: str) -> None:
    """What must stay legible on a tile."""
    canvas.put(line, column, text, style)
    canvas.kept |= {(line, column + offset) for offset in range(len(text))}
