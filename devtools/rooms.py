"""The picture of the rooms in docs/images/rooms.svg, drawn from the imports: `python3 -m devtools.rooms`.

Rooms stand below each other as docs/architecture.md lists them; an arc goes from a room up to each one that
it imports. There is no arc downwards: tests/test_rooms.py sees to that, and to the picture being of today.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "pavage"
PICTURE = ROOT / "docs" / "images" / "rooms.svg"
STEP, LEFT, WIDE = 22, 190, 640


def rooms() -> list[str]:
    """The rooms as the document lists them, lowest first."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = re.search(r"```rooms\n(.*?)```", text, re.DOTALL)
    assert listed, "docs/architecture.md lists the rooms in a block marked `rooms`"
    lines = [line.split()[0] for line in listed[1].splitlines() if line.strip()]
    return [line.removesuffix("/").removesuffix(".py") for line in lines]


def room_of(module: str, order: list[str]) -> str | None:
    """The innermost listed room that a module lies in; None for the package itself."""
    path = module.removeprefix("pavage").strip(".").replace(".", "/")
    inside = [room for room in order if path == room or path.startswith(f"{room}/")]
    return max(inside, key=len) if inside else None


def imports(path: Path) -> list[str]:
    """Every module of ours that a file imports, anywhere in it."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found += [f"{node.module}.{name.name}" for name in node.names]
    return [name for name in found if name.split(".")[0] == "pavage"]


def module_name(path: Path) -> str:
    """How others import a file of the package."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def imported() -> set[tuple[str, str]]:
    """Which room imports which. How often is not told: another module of the kind changes no picture."""
    order, found = rooms(), set[tuple[str, str]]()
    for path in PACKAGE.rglob("*.py"):
        here = room_of(module_name(path), order)
        for there in (room_of(name, order) for name in imports(path)):
            if here and there and here != there:
                found.add((here, there))
    return found


def picture() -> str:
    """The rooms as SVG, readable on light and dark paper."""
    order = rooms()
    middle = {room: STEP * (place + 1) for place, room in enumerate(order)}
    arcs = []
    for here, there in sorted(imported()):
        top, bottom = sorted((middle[there], middle[here]))
        out = min(WIDE - LEFT - 20, 14 + (bottom - top) * 0.55)
        bend = f"{LEFT + out:.0f}"
        way = f"M{LEFT} {middle[here]}C{bend} {middle[here]} {bend} {middle[there]} {LEFT} {middle[there]}"
        arcs.append(f'<path d="{way}"><title>{here} imports {there}</title></path>')
    names = [
        f'<text x="{LEFT - 10}" y="{y + 4}">{room}</text><circle cx="{LEFT}" cy="{y}" r="3"/>'
        for room, y in middle.items()
    ]
    high = STEP * (len(order) + 1)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" role="img">',
            "<title>The rooms of Pavage, lowest first, and who imports whom</title>",
            f'<rect width="{WIDE}" height="{high}" fill="#faf6ec"/>',
            '<g fill="none" stroke="#2f6fb0" stroke-opacity="0.45">',
            *arcs,
            "</g>",
            '<g fill="#33312c" font-family="monospace" font-size="13" text-anchor="end">',
            *names,
            "</g>",
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))
