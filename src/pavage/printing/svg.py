"""A page as an SVG file in millimetres, with plain attributes only: every drawing program understands it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import count

from pavage.printing.ink import Clip, Ink, Path, Shape, Text
from pavage.printing.ink_kinds import inked
from pavage.printing.page import Page

FAMILIES = {
    "sans": 'font-family="DejaVu Sans Condensed, DejaVu Sans, Arial, sans-serif"',
    "bold": 'font-family="DejaVu Sans Condensed, DejaVu Sans, Arial, sans-serif" font-weight="bold"',
    "title": 'font-family="DejaVu Serif Condensed, DejaVu Serif, Georgia, serif" font-weight="bold"',
}


def write_svg(page: Page, ink: str = "colour") -> str:
    """One page as a file."""
    wide, high = _number(page.width), _number(page.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
            f'viewBox="0 0 {wide} {high}" stroke-linejoin="round">',
            f"<title>{escape(page.title)}</title>",
            f'<rect width="{wide}" height="{high}" fill="#ffffff"/>' if ink != "outline" else "",
            *_elements(inked(page.inks, ink), count(1)),
            "</svg>\n",
        ]
    )


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _path(path: Path) -> str:
    return "".join(verb + " ".join(map(_number, at)) for verb, at in path)


def _elements(inks: Iterable[Ink], clips: Iterator[int]) -> Iterator[str]:
    for ink in inks:
        if isinstance(ink, Clip):
            name = f"clip{next(clips)}"
            yield f'<clipPath id="{name}"><path d="{_path(ink.path)}"/></clipPath>'
            yield f'<g clip-path="url(#{name})">'
            yield from _elements(ink.inside, clips)
            yield "</g>"
        elif isinstance(ink, Text):
            yield _text(ink)
        else:
            yield _shape(ink)


def _shape(shape: Shape) -> str:
    parts = [f'<path d="{_path(shape.path)}" fill="{shape.fill or "none"}"']
    if shape.name:
        parts.append(f'class="{shape.name}"')
    if shape.stroke:
        parts.append(f'stroke="{shape.stroke}" stroke-width="{_number(shape.width)}"')
    if shape.dash:
        parts.append(f'stroke-dasharray="{" ".join(map(_number, shape.dash))}"')
    if shape.opacity < 1:
        parts.append(f'opacity="{_number(shape.opacity)}"')
    if shape.fill and shape.fill_opacity < 1:
        parts.append(f'fill-opacity="{_number(shape.fill_opacity)}"')
    return " ".join(parts) + "/>"


def _text(text: Text) -> str:
    x, y = _number(text.x), _number(text.y)
    parts = [
        f'<text x="{x}" y="{y}" font-size="{_number(text.size)}" {FAMILIES[text.face]} fill="{text.fill}"'
    ]
    if text.anchor != "start":
        parts.append(f'text-anchor="{text.anchor}"')
    if text.slanted:
        parts.append('font-style="italic"')
    if text.opacity < 1:
        parts.append(f'opacity="{_number(text.opacity)}"')
    if text.halo:
        halo = f'stroke="{text.halo}" stroke-width="{_number(text.halo_width)}" paint-order="stroke"'
        parts.append(halo)
    if text.angle:
        parts.append(f'transform="rotate({_number(text.angle)} {x} {y})"')
    return f"{' '.join(parts)}>{escape(text.text)}</text>"
