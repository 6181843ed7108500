"""Marks on a board of characters: brackets beside a sign, other signs on empty cells.

The last move stands in round brackets, what was touched in angular ones, an axis in upright ones, what a move
gave another colour between exclamation marks; a centre stands between two crosses, and an arrow leaves one
cell and arrives at another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pavage.scene import Mark, Scene
from pavage.view.text.boxes import Place
from pavage.view.text.characters import Canvas
from pavage.view.text.places import Places
from pavage.view.text.signs import BOLD, COLOURS, HINT, SGR
from pavage.view.touching import pens

Written = dict[int, Place]
"""Where the sign of the piece that covers a cell stands."""

TINT, GHOST, TARGETS = "▒", "░", "✚✖✱"
MOST = 0.8
"""The share of the cells from which on it says nothing that they may be touched."""
BRACKETS = {
    "last": ("()",),
    "taken": ("!!",),
    "select": ("<>",),
    "axis": ("||", "||"),
    "arrow": (" →", "→ "),
    "centre": ("++",),
    "turn": ("++",),
}
"""Around each cell of a mark; where a mark speaks of two, around the first and the second."""
FIRST = ("taken", "last")
"""Brackets that others may cover."""


def target_sign(mark: Mark) -> str:
    """The sign of a mark that shows where to go, for each of several colours another."""
    return TARGETS[COLOURS.index(mark.colour) % len(TARGETS)] if mark.colour in COLOURS else TARGETS[0]


def draw_marks(canvas: Canvas, places: Places, scene: Scene, pieces: Written) -> None:
    """All that is said about cells; pieces and texts keep their signs."""
    written = dict(pieces)
    for mark in scene.marks:
        if mark.kind in ("heat", "text", "gone"):
            _tint(canvas, places, mark, written)
            written |= {cell: _place(places, cell, written) for cell in mark.cells}
    _bracket_all(canvas, places, scene, FIRST, written)
    for mark in scene.marks:
        if mark.kind in ("tint", "carrier"):
            _tint(canvas, places, mark, written)
    for cell, sign in _targets(places, scene):
        line, column, _ = _place(places, cell, written)
        canvas.put(line, column - 1 if cell in written else column, sign, HINT)
    for mark in scene.marks:
        if mark.kind == "ghost":
            _ghost(canvas, places, mark)
    _bracket_all(canvas, places, scene, [kind for kind in BRACKETS if kind not in FIRST], written)


def _targets(places: Places, scene: Scene) -> list[tuple[int, str]]:
    """Where to go, with a sign each: what is marked so, and what may be touched next unless that is much."""
    targets = [
        (cell, target_sign(mark)) for mark in scene.marks if mark.kind == "target" for cell in mark.cells
    ]
    following = scene.next if scene.touched and not pens(scene).issuperset(scene.touched) else ()
    if len(following) > MOST * len(places.cells):
        following = ()
    return [*targets, *((cell, TARGETS[0]) for cell in following)]


def _bracket_all(
    canvas: Canvas, places: Places, scene: Scene, kinds: Sequence[str], written: Written
) -> None:
    for kind in kinds:
        for mark in scene.marks:
            if mark.kind == kind:
                _bracket(canvas, places, mark, BRACKETS[kind], written)


def _place(places: Places, cell: int, written: Mapping[int, Place]) -> Place:
    line, column = places.cells[cell]
    return written.get(cell, (line, column, places.widths[cell]))


def _bracket(
    canvas: Canvas, places: Places, mark: Mark, around: tuple[str, ...], written: Mapping[int, Place]
) -> None:
    """Once around each piece, however many of its cells are meant."""
    cells = mark.cells[:1] if mark.kind == "turn" else mark.cells
    done: set[Place] = set()
    for number, cell in enumerate(cells):
        place = _place(places, cell, written)
        if place not in done:
            brackets(canvas, place, around[min(number, len(around) - 1)])
            done.add(place)


def brackets(canvas: Canvas, place: Place, signs: str, style: str = BOLD) -> None:
    """Signs on both sides of a place; two of a kind that meet become one line. Texts on tiles stay."""
    line, column, wide = place
    before = canvas.cells.get((line, column - 1), ("", ""))[0]
    first = "|" if before == signs[1] != signs[0] else signs[0]
    for at, sign in ((column - 1, first), (column + wide, signs[1])):
        if sign != " " and (line, at) not in canvas.kept:
            canvas.put(line, at, sign, style)


def _tint(canvas: Canvas, places: Places, mark: Mark, written: Mapping[int, Place]) -> None:
    """A shade, a share of ten, or a text; beside a piece if there is one."""
    shown = TINT
    if mark.kind == "heat":
        shown = str(min(9, int(10 * mark.value)))
    elif mark.kind in ("text", "gone"):
        shown = mark.text[:1]
    style = SGR.get(mark.colour, HINT)
    for cell in mark.cells:
        line, column, _ = _place(places, cell, written)
        canvas.put(line, column - 1 if cell in written else column, shown, style)


def _ghost(canvas: Canvas, places: Places, mark: Mark) -> None:
    """A piece that would come: its cells filled, and what lies between them."""
    style = SGR.get(mark.colour, HINT)
    box = places.rectangle(mark.cells) if len(mark.cells) > 1 else None
    if box is not None:
        top, left, bottom, right = box
        for line in range(top, bottom + 1):
            canvas.put(line, left, GHOST * (right - left + 1), style)
    for cell in mark.cells if box is None else ():
        line, column = places.cells[cell]
        canvas.put(line, column, GHOST, style)
    if mark.text and mark.cells:
        line, column = places.cells[mark.cells[0]]
        canvas.put(line, column + 1, mark.text[: max(1, places.widths[mark.cells[0]] - 1)], style)
