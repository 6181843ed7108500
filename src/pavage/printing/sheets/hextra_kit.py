"""HEXTRA complete: 40 tiles, 32 motifs of five hexagons and those of four, cards, score sheets, the aide."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pavage.games.hextra.geometry.claims import CARDS
from pavage.games.hextra.geometry.motifs import Motif, deck
from pavage.games.hextra.position import LETTERS, TILES
from pavage.games.hextra.rules import Hextra
from pavage.phrase import Phrase
from pavage.printing.boards import Look as BoardLook
from pavage.printing.boards import board_inks
from pavage.printing.cards import Card, Grid, card_pages, grid
from pavage.printing.ink import BLACK, Ink, Shape, Text, bounds, circle, hexagon, rectangle, shifted
from pavage.printing.order import Order, Report
from pavage.printing.page import BODY, QUIET, TINY, Page, Paper, back_of, new_page, paper_named
from pavage.printing.sheets.hextra_scores import aide, tile_sheet, transformation_sheet
from pavage.registry import games
from pavage.scene import Board, Mark, Piece, Scene
from pavage.tiling import tiling
from pavage.view.style import palette
from pavage.words import Words

WIDE, HIGH = 36.0, 50.0
"""Of a card; so small that all of them come on three sheets."""
TILE = 33.0
"""From side to side of a tile; so large that forty fill a sheet."""
ROWS, ACROSS = 8, 5
AIDES = 4
FIGURES: dict[str, tuple[int, int, tuple[Mark, ...]]] = {
    "sa": (6, 4, (Mark("axis", (5, 0)),)),
    "sc": (5, 2, (Mark("centre", (0,)),)),
    "t": (4, 3, (Mark("arrow", (5, 0)),)),
    "r": (2, 6, (Mark("centre", (0,)), Mark("turn", (0, 2), value=120.0))),
}
"""Of each transformation: a tile, its image and what maps one on the other, on a hexagon of seven cells.

The middle is 0; the others are numbered clockwise on the paper, from the right.
"""
_NOTHING = Phrase("")


def hextra_pages(order: Order, words: Words, report: Report) -> list[Page]:
    """All that is in the box, on as few sheets as possible; fronts and backs in turn."""
    paper = paper_named(order.paper)
    game = games()["hextra"]()
    assert isinstance(game, Hextra)
    cards = [*motif_cards(5, words), *action_cards(game, words), *motif_cards(4, words)]
    lying = grid(paper, WIDE, HIGH)
    done = iter(range(1, 100))
    total = math.ceil(len(cards) / (lying.columns * lying.rows)) + 3

    def step() -> None:
        report(next(done) / total)

    pages = card_pages(cards, lying, words, words("print.hextra.cards"), order.backs, step)
    left = lying.columns * lying.rows - len(cards) % (lying.columns * lying.rows)
    fronts = pages[-2] if order.backs else pages[-1]
    _aides(fronts, lying, len(cards) % (lying.columns * lying.rows), left, words)
    for back in (False, True) if order.backs else (False,):
        pages.append(tile_page(game, paper, words, back))
        step()
    pages.append(transformation_sheet(paper, words))
    pages.append(tile_sheet(paper, words))
    step()
    return pages


def _aides(page: Page, lying: Grid, used: int, left: int, words: Words) -> None:
    """Four copies of the aide where the last sheet of cards has room."""
    free = lying.rows - math.ceil(used / lying.columns)
    assert free >= 2, f"no room for the aide: {left} places are left"
    wide, high = lying.columns * lying.wide / 2, min(44.0, lying.high)
    top = lying.top + (lying.rows - free) * lying.high + 6
    for number in range(AIDES):
        row, column = divmod(number, 2)
        page.add(shifted(aide(wide - 2, high - 2, words), lying.left + column * wide + 1, top + row * high))


# --- tiles


def tile_page(game: Hextra, paper: Paper, words: Words, back: bool) -> Page:
    """Forty hexagons that share their edges: ten of each colour, numbered, with their centres."""
    title = words("print.hextra.tiles")
    page = (back_of if back else new_page)(paper, words, title)
    pitch = TILE * math.sqrt(3) / 2
    wide, high = (ACROSS + 0.5) * TILE, (ROWS - 1) * pitch + TILE * 2 / math.sqrt(3)
    left = (paper.width - wide) / 2 + TILE / 2
    top = max(10.0, (paper.height - 7 - high) / 2) + TILE / math.sqrt(3)
    for number in range(ROWS * ACROSS):
        row, column = divmod(number, ACROSS)
        x, y = left + column * TILE + (TILE / 2 if row % 2 else 0.0), top + row * pitch
        colour, place = divmod(number, TILES)
        name = "" if back else f"{LETTERS[colour]}{place + 1}"
        page.add(shifted(tile_inks(game.colours[colour], name), paper.width - x if back else x, y))
    return page


def tile_inks(colour: str, name: str) -> list[Ink]:
    """A tile around the origin: drawn as on the board, with its centre as a point."""
    seven = tiling("H2")
    middle = 3
    board = Board(
        "tile",
        seven.unit,
        ("",),
        (seven.polygons[middle],),
        (seven.centres[middle],),
        (0.66 * seven.unit,),
        patterned=True,
    )
    scene = Scene("tile", (Piece(0, colour, "tile", text=name[:1] and " "),), (), (), None, _NOTHING)
    inks = board_inks(board, scene, TILE, BoardLook(False, False))
    x, y = (sum(pair) / 2 for pair in zip(bounds(inks)[:2], bounds(inks)[2:], strict=True))
    inks = [ink for ink in shifted(inks, -x, -y) if not isinstance(ink, Text)]
    cut = Shape(hexagon(0, 0, TILE), stroke=BLACK, width=0.15, name="tile" if name else "back")
    tokens = palette("print", patterned=True)
    ink = tokens[f"{colour}-on"]
    if not name:
        return [*inks, cut]
    letter, number = name[0], name[1:]
    size = 6.5
    return [
        *inks,
        cut,
        Shape(circle(0, 0, 0.9), ink, name="centre"),
        Text(1.6, -2.2, letter, size, "bold", ink, "end"),
        Text(1.9, -1.0, number, 0.62 * size, "bold", ink),
    ]


# --- cards


def motif_cards(size: int, words: Words) -> Iterator[Card]:
    """The motifs of a deck, numbered as in the game."""
    for number, motif in enumerate(deck(size, 32), 1):
        inks = motif_inks(motif)
        name = str(number) if size == 5 else f"{number} ({size})"
        told = words("print.hextra.motif", number=name)
        yield Card(
            [*inks, Text(WIDE / 2, HIGH - 4, told, TINY + 0.3, fill=QUIET, anchor="middle")],
            _back(""),
            "card",
        )


def motif_inks(motif: Motif) -> list[Ink]:
    """Hexagons in the middle of a card, all motifs at one scale; r points to the upper right."""
    across = 7.2
    centres = [((q + r / 2) * across, -r * across * math.sqrt(3) / 2) for q, r in motif]
    inks: list[Ink] = [Shape(hexagon(x, y, across), "#E9E0F4", "#25221D", 0.35) for x, y in centres]
    left, top, right, low = bounds(inks)
    share = min(1.0, (WIDE - 5) / (right - left), (HIGH - 12) / (low - top))
    if share < 1.0:
        inks = [
            Shape(hexagon(x * share, y * share, across * share), "#E9E0F4", "#25221D", 0.35)
            for x, y in centres
        ]
        left, top, right, low = bounds(inks)
    return shifted(inks, WIDE / 2 - (left + right) / 2, (HIGH - 5) / 2 - (top + low) / 2)


def action_cards(game: Hextra, words: Words) -> Iterator[Card]:
    """Four transformations and one HEXTRA for each colour."""
    for place, colour in enumerate(game.colours[: len(LETTERS)]):
        tokens = palette("print", patterned=True)
        stripe = _stripe(colour, words(f"hextra.colour.{LETTERS[place].lower()}"))
        for card in CARDS:
            figure = _figure(card, colour)
            title = words(f"hextra.button.{card}")
            yield Card([*stripe, *figure, *_title(title, card.upper())], _back(colour))
        hextra: list[Ink] = [
            Shape(hexagon(WIDE / 2, 24, 22), tokens[colour], tokens[f"{colour}-rim"], 0.4),
            Text(WIDE / 2, 26.6, "×2", 8, "bold", tokens[f"{colour}-on"], "middle"),
        ]
        yield Card([*stripe, *hextra, *_title(words("print.hextra.twice"), "HEXTRA")], _back(colour))


def _stripe(colour: str, name: str) -> list[Ink]:
    tokens = palette("print", patterned=True)
    return [
        Shape(rectangle(2, 2, WIDE - 4, 5, 1.2), tokens[colour], tokens[f"{colour}-rim"], 0.25),
        Text(WIDE / 2, 5.6, name, 2.8, "bold", tokens[f"{colour}-on"], "middle"),
    ]


def _title(title: str, sign: str) -> list[Ink]:
    return [
        Text(WIDE / 2, HIGH - 7.2, sign, 4.4 if len(sign) < 4 else 4.0, "bold", anchor="middle"),
        Text(WIDE / 2, HIGH - 3.2, title, 2.8 if len(title) < 20 else 2.5, anchor="middle"),
    ]


def _figure(card: str, colour: str) -> list[Ink]:
    """A transformation as the board shows it: a tile, its image dashed, and what maps one on the other."""
    seven = tiling("H2")
    order = _around(seven.centres)
    cells = [order[place] for place in range(7)]
    board = Board(
        "card",
        seven.unit,
        ("",) * 7,
        tuple(seven.polygons[cell] for cell in cells),
        tuple(seven.centres[cell] for cell in cells),
        (0.66 * seven.unit,) * 7,
        patterned=True,
    )
    old, new, marks = FIGURES[card]
    # The arc of a turn goes over both tiles, and leaves no room for letters.
    letters = ("A", "A′") if card != "r" else ("", "")
    tile = Piece(old, colour, "tile", text=letters[0])
    image = Mark("ghost", (new,), colour=colour, text=letters[1])
    scene = Scene("card", (tile,), (image, *marks), (), None, _NOTHING)
    inks = board_inks(board, scene, 9.4, BoardLook(False, False))
    left, top, right, low = bounds([ink for ink in inks if isinstance(ink, Shape) and not ink.dash][:7])
    return shifted(inks, WIDE / 2 - (left + right) / 2, 23.5 - (top + low) / 2)


def _around(centres: Sequence[tuple[float, float]]) -> list[int]:
    """The middle cell first, then those around it clockwise from the right."""
    x0, y0 = (sum(each) / len(centres) for each in zip(*centres, strict=True))
    middle = min(range(len(centres)), key=lambda cell: math.dist(centres[cell], (x0, y0)))
    rest = [cell for cell in range(len(centres)) if cell != middle]

    def bearing(cell: int) -> float:
        x, y = centres[cell]
        return (math.atan2(y - y0, x - x0) + 0.1) % math.tau

    return [middle, *sorted(rest, key=bearing)]


def _back(colour: str) -> list[Ink]:
    """Hexagons all over, in the colour of the player, so that a card face down is still somebody's."""
    tokens = palette("print", patterned=True)
    ink = tokens[f"{colour}-rim"] if colour else "#5E574B"
    ground = tokens[colour] if colour else "#E9E0F4"
    inks: list[Ink] = [Shape(rectangle(2, 2, WIDE - 4, HIGH - 4, 1.8), "", ink, 0.3)]
    across = 8.0
    for row in range(6):
        for column in range(3 if row % 2 else 4):
            x = WIDE / 2 + (column - (1 if row % 2 else 1.5)) * across * 0.95
            y = HIGH / 2 + (row - 2.5) * across * 0.84
            inks.append(Shape(hexagon(x, y, across * 0.82), ground, ink, 0.2))
    inks.append(Shape(rectangle(3.5, HIGH / 2 - 4, WIDE - 7, 8, 1.5), "#FFFFFF", ink, 0.3))
    return [*inks, Text(WIDE / 2, HIGH / 2 + 1.6, "HEXTRA", BODY + 0.9, "title", anchor="middle")]
