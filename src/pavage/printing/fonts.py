"""The fonts that are printed with: how wide a text is, the outlines of its letters, the file to embed.

They lie in `fonts/`, cut down to what we print. Only the parts of TrueType that they use are read here: one
table from characters to glyphs, and outlines of straight lines and quadratic curves.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

NAMES = {
    "sans": "DejaVuSansCondensed",
    "bold": "DejaVuSansCondensed-Bold",
    "title": "DejaVuSerifCondensed-Bold",
}
"""The file of each face."""
FALLBACKS = {
    "\N{FIGURE SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{NO-BREAK SPACE}": " ",
    "\N{NON-BREAKING HYPHEN}": "-",
}
"""Signs that are printed as another one where a face has none."""
UNKNOWN = "?"

Contour = list[tuple[float, float, bool]]
"""Points of an outline, and whether each lies on it."""


@dataclass(frozen=True)
class Font:
    """One face. Lengths are shares of the size of the letters."""

    name: str
    data: bytes

    @cached_property
    def _tables(self) -> dict[str, tuple[int, int]]:
        count = struct.unpack_from(">H", self.data, 4)[0]
        entries = (struct.unpack_from(">4sLLL", self.data, 12 + 16 * each) for each in range(count))
        return {tag.decode("ascii"): (offset, length) for tag, _, offset, length in entries}

    def _at(self, table: str) -> int:
        return self._tables[table][0]

    @cached_property
    def units(self) -> int:
        return int(struct.unpack_from(">H", self.data, self._at("head") + 18)[0])

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The corners of a box that holds every letter, in units."""
        left, low, right, high = struct.unpack_from(">4h", self.data, self._at("head") + 36)
        return left, low, right, high

    @cached_property
    def heights(self) -> tuple[int, int]:
        """How far letters reach above and below the line, in units."""
        above, below = struct.unpack_from(">2h", self.data, self._at("hhea") + 4)
        return above, below

    @cached_property
    def advances(self) -> tuple[int, ...]:
        """How wide each glyph is, in units."""
        measured = struct.unpack_from(">H", self.data, self._at("hhea") + 34)[0]
        glyphs = struct.unpack_from(">H", self.data, self._at("maxp") + 4)[0]
        pairs = struct.unpack_from(f">{2 * measured}H", self.data, self._at("hmtx"))
        widths = pairs[0::2]
        return (*widths, *(widths[-1:] * (glyphs - measured)))

    @cached_property
    def glyphs(self) -> dict[int, int]:
        """The glyph of each character."""
        start = self._at("cmap")
        count = struct.unpack_from(">H", self.data, start + 2)[0]
        for each in range(count):
            _, _, offset = struct.unpack_from(">HHL", self.data, start + 4 + 8 * each)
            if struct.unpack_from(">H", self.data, start + offset)[0] == 4:
                return self._segments(start + offset)
        raise ValueError(f"{self.name} has no table of characters that we can read")

    def _segments(self, start: int) -> dict[int, int]:
        segments = struct.unpack_from(">H", self.data, start + 6)[0] // 2
        each = f">{segments}H"
        ends = struct.unpack_from(each, self.data, start + 14)
        begins = struct.unpack_from(each, self.data, start + 16 + 2 * segments)
        deltas = struct.unpack_from(each, self.data, start + 16 + 4 * segments)
        at = start + 16 + 6 * segments
        offsets = struct.unpack_from(each, self.data, at)
        found = {}
        for place, (begin, end) in enumerate(zip(begins, ends, strict=True)):
            for sign in range(begin, min(end, 0xFFFE) + 1):
                glyph = sign
                if offsets[place]:
                    where = at + 2 * place + offsets[place] + 2 * (sign - begin)
                    glyph = struct.unpack_from(">H", self.data, where)[0]
                found[sign] = (glyph + deltas[place]) & 0xFFFF if glyph or not offsets[place] else 0
        return found

    def glyph(self, sign: str) -> int:
        """The glyph of a character, or of what stands for it."""
        known = self.glyphs
        for each in (sign, FALLBACKS.get(sign, UNKNOWN)):
            if ord(each) in known:
                return known[ord(each)]
        return known[ord(UNKNOWN)]

    def width(self, text: str) -> float:
        """How wide a text is."""
        return sum(self.advances[self.glyph(sign)] for sign in text) / self.units

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """Where the outline of each glyph begins."""
        long = struct.unpack_from(">h", self.data, self._at("head") + 50)[0]
        count = len(self.advances) + 1
        if long:
            return struct.unpack_from(f">{count}L", self.data, self._at("loca"))
        return tuple(2 * each for each in struct.unpack_from(f">{count}H", self.data, self._at("loca")))

    def contours(self, glyph: int) -> list[Contour]:
        """The outline of a glyph in units, y upward."""
        begin, end = self._places[glyph], self._places[glyph + 1]
        if begin == end:
            return []
        start = self._at("glyf") + begin
        count = struct.unpack_from(">h", self.data, start)[0]
        return self._simple(start + 10, count) if count >= 0 else self._composed(start + 10)

    def _simple(self, at: int, count: int) -> list[Contour]:
        ends = struct.unpack_from(f">{count}H", self.data, at)
        at += 2 * count
        at += 2 + struct.unpack_from(">H", self.data, at)[0]
        flags: list[int] = []
        while len(flags) <= ends[-1]:
            flag = self.data[at]
            at += 1
            flags.append(flag)
            if flag & 8:
                flags += [flag] * self.data[at]
                at += 1
        xs, at = self._steps(flags, at, 2, 16)
        ys, at = self._steps(flags, at, 4, 32)
        points = [(float(x), float(y), bool(flag & 1)) for x, y, flag in zip(xs, ys, flags, strict=True)]
        begins = [0, *(end + 1 for end in ends[:-1])]
        return [points[begin : end + 1] for begin, end in zip(begins, ends, strict=True)]

    def _steps(self, flags: list[int], at: int, short: int, same: int) -> tuple[list[int], int]:
        """Coordinates are written as steps: none, a byte with its sign among the flags, or two bytes."""
        value, found = 0, []
        for flag in flags:
            if flag & short:
                value += self.data[at] if flag & same else -self.data[at]
                at += 1
            elif not flag & same:
                value += struct.unpack_from(">h", self.data, at)[0]
                at += 2
            found.append(value)
        return found, at

    def _composed(self, at: int) -> list[Contour]:
        """A letter and its accent: other glyphs, moved; perhaps scaled or turned."""
        found: list[Contour] = []
        more = True
        while more:
            flags, glyph = struct.unpack_from(">HH", self.data, at)
            at += 4
            dx, dy = struct.unpack_from(">2h" if flags & 1 else ">2b", self.data, at)
            at += 4 if flags & 1 else 2
            matrix, at = self._matrix(flags, at)
            a, b, c, d = matrix
            found += [
                [(a * x + c * y + dx, b * x + d * y + dy, on) for x, y, on in contour]
                for contour in self.contours(glyph)
            ]
            more = bool(flags & 32)
        return found

    def _matrix(self, flags: int, at: int) -> tuple[tuple[float, ...], int]:
        count = 1 if flags & 8 else 2 if flags & 64 else 4 if flags & 128 else 0
        values = [each / 16384 for each in struct.unpack_from(f">{count}h", self.data, at)]
        if count == 4:
            return tuple(values), at + 8
        first, last = (values[0], values[-1]) if values else (1.0, 1.0)
        return (first, 0.0, 0.0, last), at + 2 * count


@cache
def font(face: str) -> Font:
    """A face by its role: sans, bold or title."""
    file = NAMES[face]
    return Font(file, files("pavage").joinpath("printing", "fonts", f"{file}.ttf").read_bytes())
