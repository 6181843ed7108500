"""What lies beside the board, as lines of text: trays of dice, cards, tiles, motifs; and marks in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from pavage.scene import Board, Item, Mark, Overlay, Scene, Tray
from pavage.terminal.analysis import analysis_legend
from pavage.terminal.console import Ink
from pavage.terminal.session import Sitting
from pavage.view.characters import paint, plain_text, visible
from pavage.view.markings import TINT, target_sign
from pavage.view.signs import REVERSE, SGR, sign_of
from pavage.view.touching import offered

SPOKEN_MARKS = ("axis", "arrow", "centre", "turn")
"""Marks that signs on cells only hint at."""
BETWEEN = "  "


def in_trays(scene: Scene) -> frozenset[int]:
    """The sites that are shown in a tray, and only there."""
    return frozenset(item.site for tray in scene.trays for item in tray.items if item.site is not None)


# --- trays


def tray_lines(sitting: Sitting, ink: Ink, scene: Scene, width: int, focus: int | None) -> list[str]:
    """Each tray on a line or more, without motifs.

    What may be touched now comes first; a word says of the rest why it may not. What was touched stands in
    angular brackets, what the keys point at in square ones, as on the board.
    """
    lines: list[str] = []
    free = _free(sitting, scene)
    for tray in scene.trays:
        listed = [item for item in tray.items if not _is_motif(item)]
        if listed or not tray.items:
            head = _head(sitting, ink, scene, tray, free)
            lines += _wrapped(head, _items(sitting, ink, scene, listed, free, focus), width)
    return lines


def motif_lines(sitting: Sitting, ink: Ink, scene: Scene, width: int, focus: int | None) -> list[str]:
    """The pictures of all motifs side by side, each under the sign of its owner."""
    free = _free(sitting, scene)
    pictures = []
    for tray in scene.trays:
        others = any(not _is_motif(item) for item in tray.items)
        for item in filter(_is_motif, tray.items):
            head = _owner(sitting, ink, scene, tray) if others else ""
            title = head or _head(sitting, ink, scene, tray, free)
            text = _shown(sitting, ink, scene, item, free, focus) if item.text or item.site in free else ""
            pictures.append([f"{title} {text}".rstrip(), *motif_picture(item.points, ink.unicode)])
    return _side_by_side(pictures, width)


def _is_motif(item: Item) -> bool:
    return item.face == "motif" and bool(item.points)


def _free(sitting: Sitting, scene: Scene) -> frozenset[int]:
    return frozenset(offered(scene)) if sitting.person_to_move else frozenset()


def _head(sitting: Sitting, ink: Ink, scene: Scene, tray: Tray, free: frozenset[int]) -> str:
    label = sitting.words(tray.label).rstrip(":\N{NO-BREAK SPACE} ")
    owner = _owner(sitting, ink, scene, tray)
    colon = "\N{NO-BREAK SPACE}:" if sitting.words.language == "fr" else ":"
    label = plain_text(f"{label}{colon}", ink.unicode)
    label = ink.bold(label) if any(item.site in free for item in tray.items) else ink.faint(label)
    return " ".join(filter(None, [owner, label]))


def _owner(sitting: Sitting, ink: Ink, scene: Scene, tray: Tray) -> str:
    if tray.seat is None:
        return ""
    colour = next((item.colour for item in tray.items if item.colour), scene.seats[tray.seat].colour)
    return paint(sign_of(scene, colour, ink.unicode), f"{SGR.get(colour, '1')};1", ink.colour)


def _items(
    sitting: Sitting,
    ink: Ink,
    scene: Scene,
    items: Sequence[Item],
    free: frozenset[int],
    focus: int | None,
) -> list[str]:
    """The items in a row; last come those that may not be touched, where others may, and those used up."""
    taken = [item for item in items if _is_chosen(scene, item)]
    some = any(item.site in free for item in items)
    later = [item for item in items if some and item.site is not None and item.site not in free]
    gone = [item for item in items if item.state == "spent" and item not in taken]
    later = [item for item in later if item not in taken + gone]
    texts = [_shown(sitting, ink, scene, item, free, focus) for item in items if item not in later + gone]
    all_cards = all(item.face == "card" for item in gone)
    for key, rest in (("not_now", later), ("face_down" if all_cards else "spent", gone)):
        if rest:
            names = " ".join(_name(sitting, ink, item) for item in rest)
            texts.append(ink.faint(plain_text(sitting.words(f"cli.play.{key}", items=names), ink.unicode)))
    return texts


def _name(sitting: Sitting, ink: Ink, item: Item) -> str:
    picture = item.site is not None or item.face != "text"
    name = plain_text(item.text, ink.unicode) if picture else ""
    if not name or not (ink.unicode or name.isascii()):
        name = sitting.words(item.label)
    return plain_text(name if item.count == 1 else f"{name} ({item.count})", ink.unicode)


def _is_chosen(scene: Scene, item: Item) -> bool:
    """As the game says; where it does not, what was touched. A tile that was turned was touched twice."""
    said = any(other.state == "chosen" for tray in scene.trays for other in tray.items)
    return item.state == "chosen" if said else item.site in scene.touched


def _shown(
    sitting: Sitting, ink: Ink, scene: Scene, item: Item, free: frozenset[int], focus: int | None
) -> str:
    name = _name(sitting, ink, item)
    chosen = _is_chosen(scene, item)
    pointed = focus is not None and item.site == focus
    if pointed:
        name = plain_text(f"«{name}»" if chosen else f"[{name}]", ink.unicode)
    elif chosen:
        name = f"<{name}>"
    style = f"{SGR.get(item.colour, '1')};1" if item.site in free or chosen else SGR.get(item.colour, "")
    return paint(name, f"{style};{REVERSE}" if pointed else style, ink.colour)


def _wrapped(head: str, texts: Sequence[str], width: int) -> list[str]:
    """A head and texts after it, on as many lines as they need; later lines are indented."""
    lines = [head]
    fresh = True
    for text in texts:
        gap = " " if fresh else BETWEEN
        if len(visible(lines[-1])) + len(gap) + len(visible(text)) > width and visible(lines[-1]).strip():
            lines.append("   ")
            gap = ""
        lines[-1] += gap + text
        fresh = False
    return lines


def motif_picture(points: Sequence[tuple[int, int]], unicode: bool = True) -> list[str]:
    """Hexagons by their axial coordinates: q goes to the right, r to the upper right."""
    places = {(-r, 2 * q + r) for q, r in points}
    left = min(column for _, column in places)
    lines = sorted({line for line, _ in places})
    sign = "⬢" if unicode else "o"
    return [
        "".join(
            sign if (line, column) in places else " "
            for column in range(left, max(c for row, c in places if row == line) + 1)
        )
        for line in range(lines[0], lines[-1] + 1)
    ]


def _side_by_side(blocks: Sequence[Sequence[str]], width: int) -> list[str]:
    """Pictures beside each other, as many in a row as there is room for."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    for block in [*blocks, None]:
        wide = sum(max(len(visible(line)) for line in each) + 3 for each in row)
        if block is None or wide + max(len(visible(line)) for line in block) > width:
            lines += _joined(row)
            row = []
        if block is not None:
            row.append(block)
    return lines


def _joined(row: Sequence[Sequence[str]]) -> list[str]:
    wide = [max(len(visible(line)) for line in block) + 3 for block in row]
    joined = []
    for number in range(max(map(len, row), default=0)):
        texts = [block[number] if number < len(block) else "" for block in row]
        padded = [text + " " * (room - len(visible(text))) for text, room in zip(texts, wide, strict=True)]
        joined.append("".join(padded).rstrip())
    return joined


# --- marks in words


def remarks(sitting: Sitting, ink: Ink, board: Board, scene: Scene, width: int) -> list[str]:
    """What signs on cells only hint at, in sentences: the geometry of a transformation, the overlay shown."""
    words = sitting.words
    said = [_geometry(sitting, board, scene, mark) for mark in scene.marks if mark.kind in SPOKEN_MARKS]
    overlay = sitting.overlay(scene)
    if overlay is not None:
        count = len({cell for mark in overlay.marks for cell in mark.cells})
        label = words(overlay.label)
        said.append(words("cli.play.legend", sign=_signs(sitting, overlay), label=label, count=count))
    said += analysis_legend(sitting.words, sitting.found)
    text = plain_text(" ".join(dict.fromkeys(said)), ink.unicode)
    return textwrap.wrap(text, max(20, width))


def _signs(sitting: Sitting, overlay: Overlay) -> str:
    """The signs of an overlay; where there are several, with the colours they stand for."""
    signs = {(TINT if mark.kind != "target" else target_sign(mark)): mark.colour for mark in overlay.marks}
    if len(signs) < 2:
        return "".join(signs) or TINT
    named = ((sign, sitting.words(f"colour.{colour}") if colour else "") for sign, colour in signs.items())
    return ", ".join(f"{sign} {colour}".rstrip() for sign, colour in named) + " –"


def _geometry(sitting: Sitting, board: Board, scene: Scene, mark: Mark) -> str:
    names = [cell_name(board, scene, cell) for cell in mark.cells]
    key = mark.kind
    if mark.kind == "turn":
        key = "turn_direct" if mark.value >= 0 else "turn_indirect"
    one, other = (names * 2)[:2] if len(names) == 1 else (names[0], names[1])
    degrees = f"{abs(mark.value):g}"
    return sitting.words(f"cli.play.mark.{key}", one=one, other=other, degrees=degrees)


def cell_name(board: Board, scene: Scene, cell: int) -> str:
    """What is written on the piece there, else the name of the cell."""
    texts = (piece.text for piece in scene.pieces if piece.text and cell in (piece.cell, *piece.cells))
    return next(texts, board.names[cell])
