"""Trays beside the board, as lines of text: dice, cards, tiles, motifs."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.scene import Item, Scene, Tray
from pavage.terminal.console import Console
from pavage.terminal.session.session import Session
from pavage.view.text.characters import paint, plain_text, visible
from pavage.view.text.signs import REVERSE, SGR, sign_of
from pavage.view.touching import offered

BETWEEN = "  "


def in_trays(scene: Scene) -> frozenset[int]:
    """The sites that are shown in a tray, and only there."""
    return frozenset(item.site for tray in scene.trays for item in tray.items if item.site is not None)


def tray_lines(session: Session, console: Console, scene: Scene, width: int, focus: int | None) -> list[str]:
    """Each tray on a line or more, without motifs.

    What may be touched now comes first; a word says of the rest why it may not. What was touched stands in
    angular brackets, what the keys point at in square ones, as on the board.
    """
    lines: list[str] = []
    free = _free(session, scene)
    for tray in scene.trays:
        listed = [item for item in tray.items if not _is_motif(item)]
        if listed or not tray.items:
            head = _head(session, console, scene, tray, free)
            lines += _wrapped(head, _items(session, console, scene, listed, free, focus), width)
    return lines


def motif_lines(session: Session, console: Console, scene: Scene, width: int, focus: int | None) -> list[str]:
    """The pictures of all motifs side by side, each under the sign of its owner."""
    free = _free(session, scene)
    pictures = []
    for tray in scene.trays:
        others = any(not _is_motif(item) for item in tray.items)
        for item in filter(_is_motif, tray.items):
            head = _owner(session, console, scene, tray) if others else ""
            title = head or _head(session, console, scene, tray, free)
            text = (
                _shown(session, console, scene, item, free, focus) if item.text or item.site in free else ""
            )
            pictures.append([f"{title} {text}".rstrip(), *motif_picture(item.points, console.unicode)])
    return _side_by_side(pictures, width)


def _is_motif(item: Item) -> bool:
    return item.face == "motif" and bool(item.points)


def _free(session: Session, scene: Scene) -> frozenset[int]:
    return frozenset(offered(scene)) if session.person_to_move else frozenset()


def _head(session: Session, console: Console, scene: Scene, tray: Tray, free: frozenset[int]) -> str:
    label = session.words(tray.label).rstrip(":\N{NO-BREAK SPACE} ")
    owner = _owner(session, console, scene, tray)
    colon = "\N{NO-BREAK SPACE}:" if session.words.language == "fr" else ":"
    label = plain_text(f"{label}{colon}", console.unicode)
    label = console.bold(label) if any(item.site in free for item in tray.items) else console.faint(label)
    return " ".join(filter(None, [owner, label]))


def _owner(session: Session, console: Console, scene: Scene, tray: Tray) -> str:
    if tray.seat is None:
        return ""
    colour = next((item.colour for item in tray.items if item.colour), scene.seats[tray.seat].colour)
    return paint(sign_of(scene, colour, console.unicode), f"{SGR.get(colour, '1')};1", console.colour)


def _items(
    session: Session,
    console: Console,
    scene: Scene,
    items: Sequence[Item],
    free: frozenset[int],
    focus: int | None,
) -> list[str]:
    """The items in a row; last come those that may not be touched, where others may, and those used up."""
    later, gone = _out_of_reach(scene, items, free)
    texts = [_shown(session, console, scene, item, free, focus) for item in items if item not in later + gone]
    all_cards = all(item.face == "card" for item in gone)
    for key, rest in (("not_now", later), ("face_down" if all_cards else "spent", gone)):
        if rest:
            names = " ".join(_name(session, console, item) for item in rest)
            texts.append(
                console.faint(plain_text(session.words(f"cli.play.{key}", items=names), console.unicode))
            )
    return texts


def _out_of_reach(scene: Scene, items: Sequence[Item], free: frozenset[int]) -> tuple[list[Item], list[Item]]:
    """The items that may not be touched now, where others may, and those that are used up."""
    taken = [item for item in items if _is_chosen(scene, item)]
    gone = [item for item in items if item.state == "spent" and item not in taken]
    if not any(item.site in free for item in items):
        return [], gone
    waiting = [item for item in items if item.site is not None and item.site not in free]
    return [item for item in waiting if item not in taken + gone], gone


def _name(session: Session, console: Console, item: Item) -> str:
    picture = item.site is not None or item.face != "text"
    name = plain_text(item.text, console.unicode) if picture else ""
    if not name or not (console.unicode or name.isascii()):
        name = session.words(item.label)
    return plain_text(name if item.count == 1 else f"{name} ({item.count})", console.unicode)


def _is_chosen(scene: Scene, item: Item) -> bool:
    """As the game says; where it does not, what was touched. A tile that was turned was touched twice."""
    said = any(other.state == "chosen" for tray in scene.trays for other in tray.items)
    return item.state == "chosen" if said else item.site in scene.touched


def _shown(
    session: Session, console: Console, scene: Scene, item: Item, free: frozenset[int], focus: int | None
) -> str:
    name = _name(session, console, item)
    chosen = _is_chosen(scene, item)
    pointed = focus is not None and item.site == focus
    if pointed:
        name = plain_text(f"«{name}»" if chosen else f"[{name}]", console.unicode)
    elif chosen:
        name = f"<{name}>"
    style = f"{SGR.get(item.colour, '1')};1" if item.site in free or chosen else SGR.get(item.colour, "")
    return paint(name, f"{style};{REVERSE}" if pointed else style, console.colour)


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
