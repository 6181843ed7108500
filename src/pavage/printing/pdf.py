"""Pages as a PDF: vectors in millimetres, fonts embedded, texts that can be searched.

pydyf writes the file. Every page begins with one matrix, from millimetres to points; all coordinates after it
are millimetres, so that what is measured in the file is what was asked for.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence

import pydyf

from pavage.printing.fonts import Font, font
from pavage.printing.ink import Clip, Ink, Path, Shape, Text
from pavage.printing.ink_kinds import SLANT, inked
from pavage.printing.page import Page

POINTS = 72 / 25.4
"""Points in a millimetre."""
_VERBS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def write_pdf(pages: Sequence[Page], ink: str = "colour", title: str = "") -> bytes:
    """A whole file."""
    document = pydyf.PDF()
    document.info["Title"] = pydyf.String(title)
    document.info["Producer"] = pydyf.String("Pavage")
    # Whoever opens it is offered to print at this size, not fitted to the page.
    document.catalog["ViewerPreferences"] = pydyf.Dictionary({"PrintScaling": "/None"})
    content = [_Content() for _ in pages]
    for page, each in zip(pages, content, strict=True):
        each.draw(inked(page.inks, ink))
    faces = {face: _font(document, font(face), signs) for face, signs in _signs(content).items()}
    states = pydyf.Dictionary(
        {f"a{value}": f"<</ca {value / 100} /CA {value / 100}>>" for each in content for value in each.states}
    )
    fonts = pydyf.Dictionary(faces)
    for page, each in zip(pages, content, strict=True):
        matrix = f"{POINTS:.9f} 0 0 {-POINTS:.9f} 0 {page.height * POINTS:.4f} cm"
        stream = pydyf.Stream(["\n".join((matrix, "1 j 1 J", *each.lines))], compress=True)
        document.add_object(stream)
        document.add_page(
            pydyf.Dictionary(
                {
                    "Type": "/Page",
                    "Parent": document.pages.reference,
                    "MediaBox": pydyf.Array(
                        [0, 0, round(page.width * POINTS, 4), round(page.height * POINTS, 4)]
                    ),
                    "Contents": stream.reference,
                    "Resources": pydyf.Dictionary({"Font": fonts, "ExtGState": states}),
                }
            )
        )
    output = io.BytesIO()
    document.write(output)
    return output.getvalue()


def _number(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _path(path: Path) -> str:
    return " ".join(" ".join((*map(_number, at), _VERBS[verb])) for verb, at in path)


def _colour(colour: str, verb: str) -> str:
    return " ".join((*(_number(each / 255) for each in bytes.fromhex(colour[1:])), verb))


class _Content:
    """What one page says, line by line, and what it needs for it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.states: set[int] = set()
        self.signs: dict[str, set[str]] = {}

    def draw(self, inks: Iterable[Ink]) -> None:
        for ink in inks:
            if isinstance(ink, Clip):
                self.lines.append(f"q {_path(ink.path)} W n")
                self.draw(ink.inside)
                self.lines.append("Q")
            elif isinstance(ink, Text):
                self.text(ink)
            else:
                self.shape(ink)

    def state(self, opacity: float) -> str:
        if opacity >= 1:
            return ""
        self.states.add(round(100 * opacity))
        return f"/a{round(100 * opacity)} gs "

    def shape(self, shape: Shape) -> None:
        path = _path(shape.path)
        if shape.fill and shape.fill_opacity < 1:
            state = self.state(shape.opacity * shape.fill_opacity)
            self.lines.append(f"q {state}{_colour(shape.fill, 'rg')} {path} f Q")
        filled = bool(shape.fill) and shape.fill_opacity >= 1
        if not filled and not shape.stroke:
            return
        parts = [f"q {self.state(shape.opacity)}"]
        if filled:
            parts.append(_colour(shape.fill, "rg"))
        if shape.stroke:
            parts.append(f"{_colour(shape.stroke, 'RG')} {_number(shape.width)} w")
            if shape.dash:
                parts.append(f"0 J [{' '.join(map(_number, shape.dash))}] 0 d")
        verb = "B" if filled and shape.stroke else "f" if filled else "S"
        self.lines.append(f"{' '.join(parts)} {path} {verb} Q")

    def text(self, text: Text) -> None:
        if not text.text.strip():
            return
        self.signs.setdefault(text.face, set()).update(text.text)
        glyphs = "".join(f"{font(text.face).glyph(sign):04x}" for sign in text.text)
        cosine, sine = math.cos(math.radians(text.angle)), math.sin(math.radians(text.angle))
        along, lean = text.left - text.x, SLANT if text.slanted else 0.0
        # Letters stand upright on a page whose y points down.
        matrix = (
            *(cosine, sine, sine + lean * cosine, -cosine + lean * sine),
            *(text.x + along * cosine, text.y + along * sine),
        )
        shown = f"BT /{text.face} {_number(text.size)} Tf {' '.join(map(_number, matrix))} Tm <{glyphs}>"
        state = self.state(text.opacity)
        if text.halo and text.halo_width:
            edge = f"{_colour(text.halo, 'RG')} {_number(text.halo_width)} w 1 Tr"
            self.lines.append(f"q {state}{edge} {shown} Tj ET Q")
        self.lines.append(f"q {state}{_colour(text.fill, 'rg')} {shown} Tj ET Q")


def _signs(content: Iterable[_Content]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for each in content:
        for face, signs in each.signs.items():
            found.setdefault(face, set()).update(signs)
    return found


def _font(document: pydyf.PDF, face: Font, signs: Iterable[str]) -> bytes:
    """A font as it is embedded: its file, how wide its letters are, and which sign each of them is."""
    glyphs = {face.glyph(sign): sign for sign in sorted(signs)}
    share = 1000 / face.units
    file = pydyf.Stream([face.data], {"Length1": len(face.data)}, compress=True)
    document.add_object(file)
    above, below = face.heights
    descriptor = pydyf.Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": f"/{face.name}",
            "Flags": 4,
            "FontBBox": pydyf.Array([round(each * share) for each in face.box]),
            "ItalicAngle": 0,
            "Ascent": round(above * share),
            "Descent": round(below * share),
            "CapHeight": round(0.73 * 1000),
            "StemV": 80,
            "FontFile2": file.reference,
        }
    )
    document.add_object(descriptor)
    widths = pydyf.Array()
    for glyph in sorted(glyphs):
        widths += [glyph, pydyf.Array([round(face.advances[glyph] * share, 2)])]
    inside = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": f"/{face.name}",
            "CIDSystemInfo": "<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>",
            "FontDescriptor": descriptor.reference,
            "W": widths,
            "CIDToGIDMap": "/Identity",
        }
    )
    document.add_object(inside)
    meaning = pydyf.Stream([_meaning(glyphs)], compress=True)
    document.add_object(meaning)
    outside = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{face.name}",
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([inside.reference]),
            "ToUnicode": meaning.reference,
        }
    )
    document.add_object(outside)
    reference: bytes = outside.reference
    return reference


def _meaning(glyphs: dict[int, str]) -> str:
    """The sign of each glyph, for whoever searches or reads aloud."""
    lines = [f"<{glyph:04x}> <{sign.encode('utf-16-be').hex()}>" for glyph, sign in sorted(glyphs.items())]
    parts = [lines[begin : begin + 100] for begin in range(0, len(lines), 100)]
    return "\n".join(
        (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CMapName /Pavage def /CMapType 2 def",
            "1 begincodespacerange <0000> <ffff> endcodespacerange",
            *(f"{len(part)} beginbfchar\n{chr(10).join(part)}\nendbfchar" for part in parts),
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        )
    )
