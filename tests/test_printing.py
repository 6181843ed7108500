"""Paper: lengths in the PDF are those asked for, boards are cut into pages, and every page has its ruler."""

import math
import struct
import xml.etree.ElementTree as XML
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import every
from pdf_reading import fonts, near, read_pdf

import pavage
from pavage.game import Game
from pavage.printing.curves import read_path
from pavage.printing.fonts import font
from pavage.printing.ink import CannotPrint, Clip, Shape, Text, bounds, circle, rectangle
from pavage.printing.ink_kinds import inked, lettering
from pavage.printing.order import Order
from pavage.printing.page import MOST_PAGES, PAPERS
from pavage.printing.pdf import write_pdf
from pavage.printing.producing import kinds_of, pages_of
from pavage.printing.styling import StyleSheet, length
from pavage.printing.svg import write_svg
from pavage.registry import games
from pavage.words import LANGUAGES, words


def printed(game: str, kind: str = "board", language: str = "en", **more: object) -> bytes:
    order = Order(game, kind, **more)  # type: ignore[arg-type]
    return write_pdf(pages_of(order, words(language)), order.ink, "test")


def cells(sheet) -> list[tuple[float, float]]:
    """The sizes of all white polygons: the cells of an empty board."""
    return [path.size for path in sheet.filled if path.fill == (1, 1, 1) and not path.curved]


# --- sizes


@pytest.mark.parametrize("cell", [20.0, 7.5])
def test_a_square_of_20_mm_is_20_mm(cell: float) -> None:
    (sheet,) = read_pdf(printed("tetrago", cell=cell))
    found = cells(sheet)
    assert len(found) == 49
    assert all(near(size, (cell, cell)) for size in found)


@pytest.mark.parametrize("game, board, count", [("hexago", "H5", 61), ("hex", "", 121)])
def test_a_hexagon_is_measured_from_side_to_side(game: str, board: str, count: int) -> None:
    options = {"board": board} if board else {}
    sheets = read_pdf(printed(game, cell=15.0, options=options))
    found = cells(sheets[0])
    assert len(found) == count
    assert all(near(size, (15.0, 15.0 * 2 / math.sqrt(3))) for size in found)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", ["board", "pieces", "rules"])
def test_every_page_has_its_size_and_a_ruler_of_100_mm(paper: str, kind: str) -> None:
    for sheet in read_pdf(printed("hex", kind, paper=paper)):
        assert near(sorted((sheet.width, sheet.height)), sorted(PAPERS[paper]))
        rulers = [path for path in sheet.paths if path.verb == "S" and near(path.size, (100.0, 0.0))]
        assert len(rulers) == 1
        assert "100" in sheet.text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", every(games(), 5))
def test_every_board_fits_on_one_page_if_nobody_says_a_size(game: str, paper: str) -> None:
    (sheet,) = read_pdf(printed(game, paper=paper))
    for path in sheet.paths:
        left, top, right, low = path.box
        assert left >= 9.9 and top >= 9.9
        assert right <= sheet.width - 9.9 and low <= sheet.height - 9.9


@pytest.mark.parametrize("board", ["penrose-3", "cairo-4", "488-3", "T7", "TH3", "voronoi-40-3"])
def test_any_tiling_is_printed(board: str) -> None:
    (sheet,) = read_pdf(printed("polygo", options={"board": board}))
    assert len(cells(sheet)) == len(games()["polygo"](board=board).tiling)


# --- several pages


def test_a_large_board_is_cut_into_pages_that_overlap_by_10_mm() -> None:
    sheets = read_pdf(printed("tetrago", cell=45.0))
    assert len(sheets) == 4
    found = [path.box for path in sheets[0].filled if path.fill == (1, 1, 1)]
    # The whole board is on every page; what is beyond the margins is clipped.
    assert len(found) == 49 and near(((found[0][2] - found[0][0]),), (45.0,))
    firsts = [min(path.box[0] for path in sheet.filled) for sheet in sheets]
    step = firsts[0] - firsts[1]
    assert near((sheets[0].width - 20 - step,), (10.0,))
    assert "glue" in sheets[0].text and "A2" in sheets[0].text and "B1" in sheets[0].text
    assert "glue" not in sheets[3].text


def test_what_would_take_a_hundred_pages_is_refused_with_a_size_that_fits() -> None:
    with pytest.raises(CannotPrint) as refused:
        pages_of(Order("hex", cell=180.0), words("en"))
    assert refused.value.values["pages"] > MOST_PAGES
    fits, most = (float(refused.value.values[name]) for name in ("fits", "most"))
    assert len(pages_of(Order("hex", cell=fits), words("en"))) == 1
    assert 1 < len(pages_of(Order("hex", cell=most), words("en"))) <= MOST_PAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "order, told",
    [
        (Order("hex", cell=1.0), "3"),
        (Order("hex", cell=400.0), "200"),
        (Order("hex", paper="b5"), "a4, a3, letter"),
        (Order("hex", ink="pink"), "colour, grey, outline"),
        (Order("hex", "poster"), "board"),
        (Order("hex", "kit"), "hextra"),
        (Order("marienbad", options={"board": "H40"}), "H26"),
        (Order("hex", "real", cell=10.0), "39 × 26"),
        (Order("carreleurs", "real", cell=60.0), "5×8"),
    ],
)
def test_what_cannot_be_printed_is_told_in_a_sentence(order: Order, told: str, language: str) -> None:
    from pavage.phrase import PhrasedError

    with pytest.raises(PhrasedError) as refused:
        pages_of(order, words(language))
    sentence = words(language)(refused.value.phrase)
    assert told in sentence and "{" not in sentence and "\n" not in sentence


# --- ink


def test_fonts_are_embedded_and_texts_can_be_searched() -> None:
    data = printed("hex", "rules", "fr")
    assert set(fonts(data).values()) == {True}
    text = "".join(sheet.text for sheet in read_pdf(data))
    assert "Règles" in text or "règles" in text
    assert "chaîne" in text


def test_grey_has_no_colour_and_still_tells_red_from_blue() -> None:
    position = "red:c2,d1 blue:a4,b3 turn:1"
    (sheet,) = read_pdf(printed("hex", options={"size": 5}, position=position, ink="grey"))
    fills = {path.fill for path in sheet.filled}
    assert all(max(fill) == min(fill) for fill in fills)
    discs = {path.fill[0] for path in sheet.filled if path.curved}
    assert len(discs) == 2 and max(discs) - min(discs) > 0.4


def test_outlines_are_hairlines_without_fills_and_without_letters() -> None:
    (sheet,) = read_pdf(printed("hexago", ink="outline"))
    assert not sheet.filled and not sheet.text.strip()
    assert {round(path.width, 3) for path in sheet.paths} == {0.1}


@pytest.mark.parametrize("game, kind", [("hextra", "kit"), ("hex", "rules"), ("tetrago", "real")])
def test_every_sheet_can_be_cut(game: str, kind: str) -> None:
    def look(inks) -> None:
        for ink in inks:
            if isinstance(ink, Clip):
                look(ink.inside)
            else:
                assert isinstance(ink, Shape) and not ink.fill and ink.width == 0.1

    for page in pages_of(Order(game, kind), words("en")):
        look(inked(page.inks, "outline"))


def test_an_edge_that_two_cells_share_is_cut_once() -> None:
    (sheet,) = read_pdf(
        printed("tetrago", options={"board": "S3x3"}, cell=20.0, coordinates=False, ink="outline")
    )
    edges = []
    for path in sheet.paths:
        if max(path.size) > 19 and not path.curved and not near(path.size, (100.0, 0.0)):
            points = [(round(x, 1), round(y, 1)) for x, y in path.points]
            closed = [*points, points[0]] if len(points) > 2 else points
            edges += [frozenset(pair) for pair in pairwise(closed)]
    assert len(edges) == len(set(edges)) == 24


def test_coordinates_and_bands_can_be_left_out() -> None:
    (full,) = read_pdf(printed("hex"))
    (bare,) = read_pdf(printed("hex", coordinates=False, bands=False))
    assert "11" in full.words and "11" not in bare.words
    assert len(full.filled) - len(bare.filled) == 4


def test_a_position_lies_on_the_board() -> None:
    (sheet,) = read_pdf(printed("hex", options={"size": 5}, position="red:c2,d1 blue:a4 turn:1"))
    assert len([path for path in sheet.filled if path.curved]) == 3


def test_letters_are_as_wide_as_the_font_says_and_outlined_alike() -> None:
    text = Text(10, 20, "Chaîne é 12", 5.0)
    left, top, right, low = bounds([Shape(lettering(text), stroke="#000000")])
    assert 10 <= left < 11 and right <= 10 + text.wide + 0.2 and right > 10 + 0.9 * text.wide
    assert 15 < top < 16.5 and 19.9 < low < 20.2
    assert font("sans").width("iii") < font("sans").width("mmm")
    # What a face does not have is printed as a question mark, never left out.
    assert font("bold").width("漢") == font("bold").width("?")


def test_all_that_we_say_can_be_printed() -> None:
    """Every sign of our texts is in the font, but for pictures of the terminal."""
    known = set(font("sans").glyphs) | {ord(sign) for sign in "\u00a0\u202f\u2007\u2011\n"}
    for language in LANGUAGES:
        speak = words(language)
        for name in games():
            speak.has(f"{name}.title")
            missing = {s for text in speak.every(f"{name}.").values() for s in text if ord(s) not in known}
            assert not missing, (name, missing)
        assert not {s for text in speak.every("print.").values() for s in text if ord(s) not in known}


# --- SVG, curves, styles


@pytest.mark.parametrize("ink", ["colour", "grey", "outline"])
def test_svg_says_the_same_in_plain_elements(ink: str) -> None:
    pages = pages_of(Order("hexn", cell=12.0), words("fr"))
    text = write_svg(pages[0], ink)
    root = XML.fromstring(text)
    assert root.get("width") == "210mm" and root.get("viewBox") == "0 0 210 297"
    assert not {element.tag.split("}")[1] for element in root.iter()} - {
        "svg",
        "title",
        "rect",
        "path",
        "text",
        "clipPath",
        "g",
    }
    assert "var(" not in text and "style" not in text
    if ink == "outline":
        assert 'fill="#' not in text and "<text" not in text


def test_paths_are_read() -> None:
    assert read_path("M1 2l3 4H9V1Z") == (
        ("M", (1.0, 2.0)),
        ("L", (4.0, 6.0)),
        ("L", (9.0, 6.0)),
        ("L", (9.0, 1.0)),
        ("Z", ()),
    )
    # A half circle around the origin, over the top, ends where it says and keeps its distance.
    (_, begin), *curves = read_path("M-5 0A5 5 0 0 1 5 0")
    assert begin == (-5.0, 0.0) and len(curves) == 2
    assert near(curves[0][1][4:], (0.0, -5.0), 1e-9) and near(curves[1][1][4:], (5.0, 0.0), 1e-9)
    # Large arcs go the long way.
    assert len(read_path("M0 -5A5 5 0 1 1 -5 0")) == 4


def test_styles_come_from_the_sheet_of_the_screen() -> None:
    sheet = StyleSheet(
        ".a { fill: #111111; } .a.b { fill: #222222; } .t .a { opacity: .5; }"
        " .a:not([fill]) { stroke: #333333; }"
    )
    outer, a, ab = ("g", frozenset("t")), ("path", frozenset("a")), ("path", frozenset("ab"))
    assert sheet.of((a,), {}) == {"fill": "#111111", "stroke": "#333333"}
    assert sheet.of((ab,), {"fill": "#999999"}) == {"fill": "#222222"}
    assert sheet.of((outer, a), {})["opacity"] == ".5"
    assert length("min(6px, 7.5px)") == 6 and length("max(6px, 9px)") == 9


def test_patterns_are_dropped_where_only_lines_count() -> None:
    dots = Clip(rectangle(0, 0, 5, 5), (Shape(circle(1, 1, 1), "#000000"),), pattern=True)
    assert inked([dots], "outline") == [] and inked([dots], "colour") == [dots]


def test_every_kind_of_every_game_can_be_printed() -> None:
    for name in every(games(), 3):
        for kind in kinds_of(name):
            pages = pages_of(Order(name, kind), words("fr"))
            assert 1 <= len(pages) <= 12, (name, kind)
            assert write_pdf(pages).startswith(b"%PDF-1.7")


def test_a_game_of_somebody_else_is_printed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    import demonstration

    game = next(
        value
        for value in vars(demonstration).values()
        if isinstance(value, type) and issubclass(value, Game) and value is not Game
    )
    monkeypatch.setitem(games()._places, game.name, f"{game.__module__}:{game.__name__}")
    assert pages_of(Order(game.name), words("en")) and pages_of(Order(game.name, "real"), words("en"))


def test_the_fonts_licence_is_the_one_they_carry() -> None:
    """A font tells its own licence (entry 13 of its names); the file beside it must say the same."""
    folder = Path(pavage.__file__).parent / "printing" / "fonts"
    said = " ".join((folder / "LICENSE").read_text(encoding="utf-8").split())
    carried = {path.name: licence_of(path.read_bytes()) for path in folder.glob("*.ttf")}
    assert len(carried) == 3
    for name in ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"):
        assert " ".join(carried[name].split()) in said, name
    assert "Tavmjong Bah" in said and "Arev" in said


def licence_of(data: bytes) -> str:
    (count,) = struct.unpack(">H", data[4:6])
    tables = [struct.unpack(">4sIII", data[12 + 16 * at : 28 + 16 * at]) for at in range(count)]
    names = next(start for tag, _, start, _ in tables if tag == b"name")
    count, texts = struct.unpack(">HH", data[names + 2 : names + 6])
    for at in range(count):
        row = struct.unpack(">6H", data[names + 6 + 12 * at : names + 18 + 12 * at])
        platform, _, _, kind, length, place = row
        if (platform, kind) == (3, 13):
            begin = names + texts + place
            return data[begin : begin + length].decode("utf-16-be")
    raise AssertionError("the font tells no licence")
