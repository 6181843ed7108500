"""Boards and scenes as SVG."""

import itertools
import math
import re
from dataclasses import replace
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from pavage.match import Match
from pavage.phrase import Phrase
from pavage.registry import board_of, games, scene_of
from pavage.scene import Item, Label, Mark, Moment, Piece, Scene, Tray, plain_board
from pavage.tiling import tiling
from pavage.view import geometry as page
from pavage.view.bands import WIDTH, band_outlines
from pavage.view.geometry import UNIT, telling
from pavage.view.layers import layers
from pavage.view.outline import outline as union
from pavage.view.outline import seams
from pavage.view.stones import COLOURS, NEUTRAL
from pavage.view.style import palette, resolve, sheet
from pavage.view.svg import board_svg, frame, picture

SVG = "{http://www.w3.org/2000/svg}"
PLAIN = ("R3", "H5", "S7x7", "T5", "TH3")


def hex_board(size):
    return board_of(games()["hex"](size=size))


def board(code, players=2):
    return plain_board(SimpleNamespace(tiling=tiling(code), players=players))


BOARDS = [hex_board(3), hex_board(11), *map(board, PLAIN)]
TURNED = [(each, turn) for each in BOARDS for turn in (0, 60)]


def named(value):
    return value.id if hasattr(value, "id") else str(value)


def points(element):
    return [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]


def group(svg, name):
    return next(each for each in ElementTree.fromstring(svg) if each.get("class") == name)


def inside(point, polygon):
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def label_box(label, edge):
    """Where a coordinate stands: 13 px high on a board whose edges have so many."""
    size = 13 / edge * UNIT
    dx, dy = (float(label.get(name).removesuffix("em")) * size for name in ("dx", "dy"))
    x, y = float(label.get("x")) + dx, float(label.get("y")) + dy
    width = 0.6 * size * len(label.text)
    left = x - {"start": 0, "middle": width / 2, "end": width}[label.get("text-anchor")]
    return left, y - 0.72 * size, left + width, y


@pytest.mark.parametrize("drawn, turn", TURNED, ids=named)
def test_every_cell_is_a_button_where_its_polygon_is(drawn, turn):
    cells = list(group(board_svg(drawn, turn), "cells"))
    assert [cell.get("data-name") for cell in cells] == list(drawn.names)
    for number, cell in enumerate(cells):
        assert cell.tag == f"{SVG}polygon" and cell.get("role") == "button"
        assert cell.get("data-cell") == str(number)
        assert inside((float(cell.get("data-x")), float(cell.get("data-y"))), points(cell))


@pytest.mark.parametrize("drawn, turn", TURNED, ids=named)
def test_the_frame_holds_everything(drawn, turn):
    svg = ElementTree.fromstring(board_svg(drawn, turn))
    x, y, width, height = map(float, svg.get("viewBox").split())
    for polygon in svg.iter(f"{SVG}polygon"):
        for px, py in points(polygon):
            assert x < px < x + width and y < py < y + height
    bare = list(map(float, svg.get("data-without-labels").split()))
    assert bare[2] <= width and bare[3] <= height
    if drawn.labels and turn == 0:
        assert bare[2] < width


@pytest.mark.parametrize("drawn, turn", TURNED, ids=named)
@pytest.mark.parametrize("edge", [14, 30, 60])
def test_no_coordinate_lies_on_a_cell_a_band_or_another(drawn, turn, edge):
    svg = board_svg(drawn, turn)
    boxes = [label_box(label, edge) for label in group(svg, "labels")]
    assert len(boxes) == len(drawn.labels)
    shapes = [points(shape) for name in ("cells", "bands") for shape in group(svg, name)]
    for left, top, right, bottom in boxes:
        across, down = [left, (left + right) / 2, right], [top, (top + bottom) / 2, bottom]
        for corner in itertools.product(across, down):
            assert not any(inside(corner, shape) for shape in shapes)
    for one, other in itertools.combinations(boxes, 2):
        apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
        assert apart


def test_turning_by_sixty_degrees_makes_a_tall_diamond():
    flat, tall = frame(hex_board(11), 0, labels=False), frame(hex_board(11), 60, labels=False)
    assert flat.width > flat.height and tall.height > tall.width
    cells = list(group(board_svg(hex_board(11), 60), "cells"))
    assert min(cells, key=lambda cell: float(cell.get("data-y"))).get("data-name") == "a1"
    assert max(cells, key=lambda cell: float(cell.get("data-y"))).get("data-name") == "k11"


@pytest.mark.parametrize("size", [2, 3, 11, 26])
def test_bands_follow_the_border_at_their_width(size):
    drawn = hex_board(size)
    for band, outline in zip(drawn.bands, band_outlines(drawn.bands, WIDTH), strict=True):
        count = len(band.points)
        inner, outer = outline[:count], outline[count:][::-1]
        assert inner == band.points
        for (a, b), (c, d) in zip(itertools.pairwise(inner), itertools.pairwise(outer), strict=True):
            length = math.dist(a, b)
            for point in (c, d):
                # The outside is on the left of a walk that goes clockwise on the screen.
                away = ((b[1] - a[1]) * (point[0] - a[0]) - (b[0] - a[0]) * (point[1] - a[1])) / length
                assert math.isclose(away, WIDTH, abs_tol=1e-9)


def test_bands_meet_in_a_mitre_or_a_straight_cut():
    drawn = hex_board(5)
    outlines = band_outlines(drawn.bands, WIDTH)
    joints = []
    for number, outline in enumerate(outlines):
        count = len(drawn.bands[number].points)
        end, outer_end = outline[count - 1], outline[count]
        after = outlines[(number + 1) % 4]
        assert math.dist(end, after[0]) < 1e-9 and math.dist(outer_end, after[-1]) < 1e-9
        joints.append(math.dist(end, outer_end))
    # Top right and bottom left are cut across an edge; the two sharp corners are mitred at 120 degrees.
    cut, mitre = WIDTH, WIDTH / math.cos(math.radians(30))
    assert [round(joint, 6) for joint in joints] == [round(each, 6) for each in (cut, mitre, cut, mitre)]


def played(*texts, size=5):
    match = Match(games()["hex"](size=size))
    for text in texts:
        match.play(match.game.read(match.position, text))
    last = match.played[-1].move if match.played else ()
    return match, scene_of(match.game, Moment(match.position, last, (), match.outcome))


def test_a_picture_stands_alone():
    match, scene = played("b3", "c3", "d1")
    for theme in ("light", "dark", "bw"):
        svg = picture(board_of(match.game), scene, theme=theme)
        assert "var(" not in svg and "color-mix" not in svg and "http" not in svg.replace(SVG[1:-1], "")
        assert palette(theme)["red"] in svg and palette(theme)["paper"] in svg
        uses = list(group(svg, "pieces"))
        assert [(use.get("href"), use.get("data-cell")) for use in uses] == [
            ("#stone-red", "3"),
            ("#stone-red", "11"),
            ("#stone-blue", "12"),
        ]
        ids = set(re.findall(r'id="([^"]+)"', svg))
        assert all(use.get("href")[1:] in ids for use in uses)
        (last,) = group(svg, "marks")
        assert (last.get("class"), last.get("data-cell")) == ("last", "3")
        assert last.get("stroke") == palette(theme)["red-on"]


def test_a_winning_chain_floods_its_cells_and_other_stones_fade():
    match, scene = played("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5")
    svg = picture(board_of(match.game), scene)
    flooded = [cell.get("data-cell") for cell in group(svg, "cells") if "flood-red" in cell.get("class")]
    assert flooded == ["0", "5", "10", "15", "20"]
    dim = {use.get("data-cell") for use in group(svg, "pieces") if "dim" in use.get("class")}
    assert dim == {"1", "6", "11", "16"}


def marked(*marks, touched=(), following=(), colours=COLOURS):
    pieces = tuple(Piece(cell, colour) for cell, colour in enumerate(colours))
    return Scene("S7x7", pieces, marks, (), None, Phrase(""), touched, following)


def test_marks():
    heat = [Mark("heat", (20 + place,), share, f"{place}") for place, share in enumerate((0.5, 0.31, 0.05))]
    scene = marked(Mark("select", (0, 10)), Mark("refused", (1,)), *heat, touched=(0,), following=(30, 31))
    svg = picture(board("S7x7"), scene)
    cells = {cell.get("data-cell"): cell.get("class") for cell in group(svg, "cells")}
    assert (cells["10"], cells["0"]) == ("c chosen", "c")
    assert (cells["20"], cells["21"], cells["22"]) == ("c heat-5", "c heat-4", "c heat-1")
    marks = [(mark.get("class"), mark.get("data-cell"), mark.text) for mark in group(svg, "marks")]
    assert marks == [
        ("select", "0", None),
        ("edge picked", "10", None),
        ("edge refused", "1", None),
        ("said on-heat", "20", "0"),
        ("said", "21", "1"),
        ("said", "22", "2"),
        ("target", "30", None),
        ("target", "31", None),
    ]


def test_two_players_have_plain_stones_and_more_have_patterns():
    scene = marked()
    stones = {}
    for players in (2, 3):
        svg = ElementTree.fromstring(picture(board("S7x7", players), scene))
        stones[players] = {each.get("id"): len(each) for each in svg.iter(f"{SVG}g") if each.get("id")}
    every = [*COLOURS, NEUTRAL]
    assert set(stones[2]) == {f"{shape}-{colour}" for shape in ("stone", "king") for colour in every}
    assert {stones[2][f"stone-{colour}"] for colour in every} == {2}
    assert [stones[3][f"stone-{colour}"] for colour in every] == [2, 9, 3, 3, 4, 3, 3, 2]


def shaped(players, *shapes, void=(), colour="blue", marks=()):
    """A board of squares with a piece of each shape, from the first cell on."""
    drawn = replace(board("S7x7", players), void=frozenset(void))
    pieces = tuple(Piece(cell, colour, shape) for cell, shape in enumerate(shapes))
    return picture(drawn, Scene("S7x7", pieces, tuple(marks), (), None, Phrase("")))


@pytest.mark.parametrize("code", ["H3", "S7x7", "TH3", "penrose-3", "cairo-2", "voronoi-20-1"])
@pytest.mark.parametrize("turn", [0, 60])
def test_a_solid_piece_is_its_cell_cut_by_a_joint(code, turn):
    on = page.drawn(board(code), turn)
    for cell, polygon in enumerate(on.polygons):
        inner = [tuple(map(float, pair.split(","))) for pair in page.cut(on, cell).split()]
        sides = list(zip(polygon, polygon[1:] + polygon[:1], strict=True))
        for place, corner in enumerate(inner):
            assert inside(corner, list(polygon))
            for begin, end in (sides[place - 1], sides[place]):
                length = math.dist(begin, end)
                across = (end[0] - begin[0]) * (corner[1] - begin[1]) - (end[1] - begin[1]) * (
                    corner[0] - begin[0]
                )
                assert math.isclose(abs(across) / length, page.JOINT, abs_tol=0.02)


def test_solid_pieces_and_walls_fill_their_cells():
    plain, patterned = (list(group(shaped(players, "solid", "wall", "king"), "pieces")) for players in (2, 3))
    assert [each.get("class") for each in plain] == ["piece solid", "piece wall", "piece"]
    assert [each.tag.removeprefix(SVG) for each in plain] == ["polygon", "polygon", "use"]
    assert plain[0].get("fill") == palette("light")["blue"]
    assert patterned[0].get("fill") == "url(#fill-blue)"
    assert plain[2].get("href") == "#king-blue"
    svg = ElementTree.fromstring(shaped(3, "solid"))
    assert [each.get("id") for each in svg.iter(f"{SVG}pattern")] == [f"fill-{each}" for each in COLOURS[1:]]
    assert not list(ElementTree.fromstring(shaped(2, "solid")).iter(f"{SVG}pattern"))


def test_the_last_move_is_seen_on_a_pattern_a_crown_and_a_wall():
    shapes = ("solid", "king", "wall")
    svg = shaped(3, *shapes, marks=[Mark("last", (0, 1, 2, 3))])
    rings = [(mark.get("class"), mark.get("data-cell")) for mark in group(svg, "marks")]
    assert rings == [("ground", "0"), ("last", "0"), ("last", "1"), ("last", "2"), ("last", "3")]
    radii = [float(mark.get("r")) for mark in group(svg, "marks")]
    assert radii[2] > 2 * radii[1]


def test_void_cells_are_no_buttons():
    drawn = replace(board("S7x7"), void=frozenset([0, 6]))
    cells = list(group(board_svg(drawn), "cells"))
    assert [cell.get("role") for cell in cells[:3]] == [None, "button", "button"]
    assert cells[6].get("class") == "c void" and cells[6].get("aria-label") is None


def test_tints_and_targets_of_players():
    marks = [
        Mark("tint", (0, 1), colour="red"),
        Mark("tint", (2,)),
        Mark("target", (3, 4), colour="red"),
        Mark("target", (4,), colour="blue"),
    ]
    svg = shaped(2, "solid", marks=marks)
    cells = [cell.get("class") for cell in group(svg, "cells")]
    assert cells[:4] == ["c tint-red", "c tint-red", "c tint", "c"]
    drawn = [(mark.get("class"), mark.get("data-cell"), mark.get("href")) for mark in group(svg, "marks")]
    assert drawn == [
        ("edge picked", "0", None),
        ("dot", "3", "#stone-red"),
        ("dot", "4", "#stone-red"),
        ("dot", "4", "#stone-blue"),
    ]
    left, right = (mark.get("transform") for mark in list(group(svg, "marks"))[2:])
    assert left != right


def test_cells_bear_their_names_where_no_coordinates_stand():
    names = [text.text for text in group(board_svg(board("T3")), "names")]
    assert names == list(board("T3").names)
    assert not list(group(board_svg(board("S7x7")), "names"))
    scene = Scene("T3", (Piece(0, "red"),), (), (), None, Phrase(""))
    assert [text.text for text in group(picture(board("T3"), scene), "names")] == names[1:]


def loops(path):
    """The corners of a path: where its curves bend."""
    return [
        [tuple(map(float, corner)) for corner in re.findall(r"Q(\S+) (\S+) ", loop)]
        for loop in path.split("Z")[:-1]
    ]


def cells_of(code, *cells):
    on = page.drawn(board(code), 0)
    return [on.polygons[cell] for cell in cells]


def test_one_outline_goes_around_the_cells_of_a_tile():
    (corners,) = loops(union(cells_of("S7x7", 0, 1, 2, 7, 8, 9), 1.0))
    assert sorted(corners) == [(1, 1), (1, 39), (59, 1), (59, 39)]
    assert seams(cells_of("S7x7", 0, 1, 2, 7, 8, 9)).count("M") == 7
    (angle,) = loops(union(cells_of("S7x7", 0, 7, 8), 1.0))
    assert len(angle) == 6 and (19, 21) in angle
    ring, hole = loops(union(cells_of("S7x7", 0, 1, 2, 7, 9, 14, 15, 16), 1.0))
    assert sorted(ring) == [(1, 1), (1, 59), (59, 1), (59, 59)]
    assert sorted(hole) == [(19, 19), (19, 41), (41, 19), (41, 41)]
    (hexagon,) = loops(union(cells_of("H3", 4), 0.8))
    assert len(hexagon) == 6 and not seams(cells_of("H3", 4))


def test_tiles_have_a_text_and_a_seal():
    pieces = (
        Piece(0, "red", "tile", (0, 1, 7, 8), "4", sealed=True),
        Piece(20, "blue", "tile", text="1"),
        Piece(30, "green", text="12"),
    )
    scene = Scene("S7x7", pieces, (Mark("lift", (20,)), Mark("last", (1, 0))), (), None, Phrase(""))
    for players, parts in ((2, ["face", "lettering"]), (3, ["face", "heart", "lettering"])):
        svg = picture(board("S7x7", players), scene)
        large, small, stone = group(svg, "pieces")
        assert [part.get("class") for part in large] == ["face", "seams", "lettering", "seal", "seal"]
        assert [part.get("class") for part in small] == parts
        assert (large.get("class"), small.get("class")) == ("piece tile", "piece tile dim")
        (text,) = (part for part in large if part.text)
        assert (text.text, text.get("x"), float(text.get("y")) > 20) == ("4", "20", True)
        assert [part.tag.removeprefix(SVG) for part in stone] == ["use", "text"]
        marks = [(mark.get("class"), mark.get("data-cell")) for mark in group(svg, "marks")]
        assert marks == [("edge lift", "20"), ("last along", "1")]


def test_what_is_written_in_cells_gives_way_to_what_lies_there():
    drawn = replace(board("S7x7"), inscribed=tuple(str(cell + 1) for cell in range(49)))
    pieces = (Piece(0, "red"), Piece(8, "blue", "tile", (8, 9), "2"), Piece(3, "red", "wall"))
    svg = picture(drawn, Scene("S7x7", pieces, (Mark("last", (0,)),), (), None, Phrase("")))
    written = [text.get("data-cell") for text in group(svg, "inscribed")]
    assert len(written) == 45 and not {"0", "3", "8", "9"} & set(written)
    assert [text.text for text in group(svg, "pieces")[0] if text.text] == ["1"]
    (ring,) = group(svg, "marks")
    assert float(ring.get("r")) > 0.7 * page.drawn(drawn, 0).radii[0]
    # A board whose cells bear numbers does not bear names as well.
    assert not list(group(board_svg(replace(board("H2"), inscribed=("5",) * 7)), "names"))


def test_axes_cross_the_board_and_turns_go_counter_clockwise():
    drawn = page.drawn(board("S7x7"), 0)

    def path(*marks):
        found = layers(drawn, Scene("S7x7", (), marks, (), None, Phrase(""))).marks
        return [each for each in found if "halo" not in each.attributes["class"]]

    (axis,) = path(Mark("axis", (8, 9)))
    assert axis.attributes["d"] == "M0 30L140 30"
    shaft, head = path(Mark("arrow", (0, 6)))
    assert shaft.attributes["d"].startswith("M10 10L1") and head.attributes["points"].startswith("130,10 ")
    # From the right of the centre, a quarter to the left ends above it.
    _arc, head, degrees = path(Mark("turn", (24, 26), value=90))
    assert head.attributes["points"].startswith("70,30 ") and degrees.text == "90°"
    _arc, head, degrees = path(Mark("turn", (24, 26), value=-90))
    assert head.attributes["points"].startswith("70,110 ") and degrees.text == "−90°"
    assert len(path(Mark("centre", (24,)))) == 1
    assert path(Mark("axis", (8,)), Mark("turn", (8, 8), value=60), Mark("arrow", (8, 8))) == []


def test_lines_are_met_or_broken():
    drawn = board("S7x7")
    sums = tuple(
        Label(str(row + 2), (7.45, row + 0.5), tuple(range(7 * row, 7 * row + 7))) for row in range(7)
    )
    drawn = replace(drawn, labels=drawn.labels + sums)
    assert telling(drawn) == frozenset(range(14, 21))
    marks = (Mark("met", tuple(range(7))), Mark("broken", tuple(range(7, 14))))
    for labels in (True, False):
        svg = picture(drawn, Scene("S7x7", (), marks, (), None, Phrase("")), labels=labels)
        told = {
            text.text: text.get("class") for text in group(svg, "labels") if "telling" in text.get("class")
        }
        assert told["2✓"] == "lab telling met" and told["3"] == "lab telling broken" and len(told) == 7
    assert frame(drawn, labels=False).width > frame(board("S7x7"), labels=False).width


@pytest.mark.parametrize("drawn", BOARDS, ids=named)
def test_coordinates_tell_nothing_more(drawn):
    assert telling(drawn) == frozenset()


def test_a_pen_in_the_hand_marks_no_cells():
    pens = (Tray(Phrase("pens"), (Item(Phrase("pen"), 49),), keep=True),)
    scene = Scene("S7x7", (), (), (), 0, Phrase(""), (49,), (3, 4), trays=pens)
    assert not list(group(picture(board("S7x7"), scene), "marks"))
    assert len(group(picture(board("S7x7"), replace(scene, trays=())), "marks")) == 2


def test_a_growing_board_leaves_out_what_it_does_not_show():
    small = board("S7x7")
    small = replace(small, labels=(), polygons=(*small.polygons[:7], *[()] * 42))
    cells = list(group(board_svg(small), "cells"))
    assert [cell.get("data-cell") for cell in cells] == list("0123456")
    assert len(group(board_svg(small), "names")) == 7
    assert frame(small).width > 5 * frame(small).height


def test_names_and_texts_are_escaped():
    scene = marked(Mark("text", (3,), text="<b> & “1”"), colours=())
    assert [mark.text for mark in group(picture(board("S7x7"), scene), "marks")] == ["<b> & “1”"]


def test_the_two_night_blocks_are_alike():
    night = r"(?:\[data-theme=dark\]|not\(\[data-theme=light\]\)) \{(.*?)\}"
    blocks = re.findall(night, sheet("tokens.css"), re.DOTALL)
    asked, by_system = (re.findall(r"--[\w-]+: [^;]+", block) for block in blocks[:2])
    assert len(asked) > 20 and asked == by_system


def test_resolving_mixes_colours():
    assert resolve("color-mix(in srgb, #ff0000 50%, #000000)", "light") == "#800000"
    assert resolve("var(--no-such, 10px)", "light") == "10px"
    assert palette("bw")["red"] != palette("light")["red"] == palette("bw", patterned=True)["red"]
