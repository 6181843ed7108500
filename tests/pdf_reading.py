"""A PDF read back: its pages, their paths in millimetres from the upper left corner, and their texts.

Everything is measured as a printer would: by the matrices of the file, not by what we meant to write.
"""

import io
from dataclasses import dataclass, field

from pypdf import PdfReader
from pypdf.generic import ContentStream

MILLIMETRES = 25.4 / 72


@dataclass
class Drawn:
    """A path that was painted."""

    points: list[tuple[float, float]]
    verb: str
    width: float = 0.0
    fill: tuple[float, ...] = ()
    curved: bool = False

    @property
    def box(self):
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def size(self):
        left, top, right, low = self.box
        return right - left, low - top


@dataclass
class Sheet:
    """A page."""

    width: float
    height: float
    paths: list[Drawn] = field(default_factory=list)
    text: str = ""
    places: list[tuple[float, float]] = field(default_factory=list)
    """Where texts begin."""

    @property
    def words(self):
        return self.text.split()

    @property
    def filled(self):
        return [path for path in self.paths if path.verb in "fB"]


def read_pdf(data: bytes) -> list[Sheet]:
    reader = PdfReader(io.BytesIO(data))
    return [_sheet(reader, page) for page in reader.pages]


def fonts(data: bytes) -> dict[str, bool]:
    """The fonts of a file, and whether each is embedded."""
    found = {}
    for page in PdfReader(io.BytesIO(data)).pages:
        for each in page["/Resources"]["/Font"].values():
            inside = each.get_object()["/DescendantFonts"][0].get_object()
            found[str(inside["/BaseFont"])] = "/FontFile2" in inside["/FontDescriptor"].get_object()
    return found


def _times(one, other):
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _sheet(reader, page) -> Sheet:
    high = float(page.mediabox.height)
    sheet = Sheet(float(page.mediabox.width) * MILLIMETRES, high * MILLIMETRES, text=page.extract_text())
    matrix, width, colour, stack = (1, 0, 0, 1, 0, 0), 1.0, (), []
    points, curved = [], False

    def at(x, y):
        a, b, c, d, e, f = matrix
        return (a * x + c * y + e) * MILLIMETRES, (high - (b * x + d * y + f)) * MILLIMETRES

    for operands, operator in ContentStream(page.get_contents(), reader).operations:
        verb = operator.decode()
        if verb == "q":
            stack.append((matrix, width, colour))
        elif verb == "Q":
            matrix, width, colour = stack.pop()
        elif verb == "cm":
            matrix = _times(tuple(map(float, operands)), matrix)
        elif verb == "w":
            width = float(operands[0])
        elif verb == "rg":
            colour = tuple(map(float, operands))
        elif verb in "ml":
            points.append(at(*map(float, operands)))
        elif verb == "c":
            points.append(at(*map(float, operands[4:])))
            curved = True
        elif verb == "Tm":
            sheet.places.append(at(*map(float, operands[4:])))
        elif verb in ("f", "B", "S", "n"):
            scale = abs(matrix[0]) * MILLIMETRES
            if verb != "n":
                sheet.paths.append(Drawn(points, verb, width * scale, colour if verb in "fB" else (), curved))
            points, curved = [], False
    return sheet


def near(found, wanted, within=0.01):
    """Whether lengths agree to a hundredth of a millimetre."""
    return all(abs(a - b) <= within for a, b in zip(found, wanted, strict=True))
