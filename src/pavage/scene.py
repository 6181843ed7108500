"""What to show, as plain data: one Scene for the browser, the terminal and the printed page.

Rules and drawing never meet; the scene lies between them. It says which pieces, marks and buttons there are
and which sentence stands beside them, never how they look. A scene is made for one viewer: what that viewer
may not know is not in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pavage.game import CHANCE, Game, Move, Outcome, Position, Seat
from pavage.phrase import Phrase
from pavage.tiling import Point
from pavage.tiling.border import side_arcs

EVENTS = ("last", "taken", "gone")
"""Kinds of marks that show what a move did."""
OUTSIDE_THE_RULES = ("resignation", "time", "agreement", "forfeit", "stopped")
"""Reasons that a match may end for in any game; all others are the game's own, and so are their sentences."""


@dataclass(frozen=True, slots=True)
class Band:
    """A coloured strip along a stretch of the border."""

    colour: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate beside the board, and the cells of its line."""

    text: str
    at: Point
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """What never changes during a match; cached by its id."""

    id: str
    unit: float
    names: tuple[str, ...]
    polygons: tuple[tuple[Point, ...], ...]
    centres: tuple[Point, ...]
    radii: tuple[float, ...]
    """Of a stone on each cell."""
    labels: tuple[Label, ...] = ()
    bands: tuple[Band, ...] = ()
    turns: tuple[int, ...] = (0,)
    """Degrees by which the board may be turned on a screen, the usual one first."""
    void: frozenset[int] = frozenset()
    """Cells that are part of the picture but of no move."""
    patterned: bool = False
    """From three colours on, each also has a pattern."""
    inscribed: tuple[str, ...] = ()
    """What is written in each cell of the empty board, such as its number."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What lies on a cell: a round stone, a solid one cut to its cell, a king, a wall, or a tile.

    A `beam_across` or `beam_down` joins the cells on both sides of its own.
    """

    cell: int
    colour: str
    shape: str = "stone"
    cells: tuple[int, ...] = ()
    """All the cells that a tile covers, its own first; empty if it covers only its own."""
    text: str = ""
    """What is written on it, such as an area."""
    sealed: bool = False
    """It can never be moved again, and is marked so."""
    parts: tuple[tuple[int, ...], ...] = ()
    """Of a tile that others were joined to, the cells of each: they stay to be seen, under a cross."""
    label: Phrase | None = None
    """What a screen reader calls it, where colour and shape do not say enough."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something said about cells.

    On each cell: last, win, select, target, tint, heat, refused, text; `taken` for what the last move gave
    another colour, `gone` for what it took off the board; `lift` for what would be taken away, `ghost` for a
    piece that would come, `step` for a move that is expected, its number the text. Around all its cells:
    `carrier`, what a colour needs to win; `region`, what may be chosen as a whole. About lines of cells that
    have a label: `met` and `broken`. Geometry
    between the centres of its cells: `axis` (a straight line through two, right across), `arrow` (from the
    first to the second), `centre` (a cross on one), `turn` (an arc around the first, from the second, by
    `value` degrees, counter-clockwise as one sees it).
    """

    kind: str
    cells: tuple[int, ...]
    value: float = 0.0
    text: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the others see it."""

    colour: str
    aim: Phrase | None = None
    score: str = ""
    note: Phrase | None = None
    """What else there is to know, such as stones left."""
    out: bool = False
    """No longer in the game."""


@dataclass(frozen=True, slots=True)
class Button:
    """A site that is not a cell."""

    site: int
    label: Phrase
    turned: int | None = None
    """Of a tile that can be turned by a quarter: the site of the same tile as it lay before."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something in a tray: a die, an operator, a card, a tile of a stock, a motif."""

    label: Phrase
    """What it is, said aloud, and shown where no picture says it."""
    site: int | None = None
    """The button it stands for; it can be touched when the rules offer that button."""
    face: str = "text"
    """How it is drawn: text, die, card, tile, motif."""
    text: str = ""
    """The sign on it: 5, ×, SA, 3×5."""
    points: tuple[tuple[int, int], ...] = ()
    """Of a tile, one pair: height and width; of a motif, the axial coordinates of its hexagons."""
    count: int = 1
    colour: str = ""
    state: str = ""
    """`chosen` now; `spent` (used up, face down); nothing otherwise."""


@dataclass(frozen=True, slots=True)
class Tray:
    """Things that lie beside the board together."""

    label: Phrase
    items: tuple[Item, ...]
    seat: Seat | None = None
    """Whose they are, if they are somebody's."""
    keep: bool = False
    """Like a pen: the item that was touched for one move stays in the hand for the next."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table beside the board, such as a score sheet; it can be saved as text and CSV."""

    name: str
    title: Phrase
    head: tuple[Phrase, ...]
    rows: tuple[tuple[str | Phrase, ...], ...]
    folded: bool = False
    """Shown only when it is asked for."""
    colours: tuple[str, ...] = ()
    """Of a grid that is coloured in: what fills the boxes of each row that are not empty."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something that a viewer may ask to see on top: what the rules speak of, such as free cells."""

    label: Phrase
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One position as one viewer sees it."""

    board: str
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...]
    seats: tuple[SeatView, ...]
    turn: Seat | None
    prompt: Phrase
    """What to do now, or how it ended."""
    touched: Move = ()
    next: tuple[int, ...] = ()
    """The cells that may be touched now."""
    buttons: tuple[Button, ...] = ()
    """The other sites that may be touched now."""
    ghost: str = ""
    """The colour that a touched cell would take, to show it under the pointer."""
    overlays: tuple[Overlay, ...] = ()
    trays: tuple[Tray, ...] = ()
    """Their items may hold sites that are also among `buttons`; those are shown in the tray only."""
    sheets: tuple[Sheet, ...] = ()
    news: Phrase | None = None
    """What the last move did, where the board alone does not say it: 12 + 8 + 10 = 30."""
    retold: bool = False
    """The news tell the last player's move itself: it needs not be named before them."""
    stays: bool = False
    """The news are a refusal, an accusation or a hint: they stay until whoever they are for goes on."""
    field: Phrase | None = None
    """Where a move is easier written than touched: what to write."""
    stamp: tuple[Point, ...] = ()
    """The cells that come with the one touched next, as steps from its centre: a shape in the hand."""
    box: bool = False
    """The cell touched first and the one touched next are corners of a rectangle; a hand may draw it."""
    again: bool = False
    """A cell touched now only shows what it would do; touched again, it does it."""

    def marked(self, kind: str) -> list[int]:
        """The cells of all marks of a kind."""
        return [cell for mark in self.marks if mark.kind == kind for cell in mark.cells]


@dataclass(frozen=True, slots=True)
class Moment:
    """What a scene is made of: a position, and the little of its past and present that is shown with it."""

    position: Position
    last: Move = ()
    touched: Move = ()
    outcome: Outcome | None = None
    viewer: Seat | None = None
    before: Position | None = None
    """The position before the last move, where it is known."""
    earlier: tuple[Moment, ...] = ()
    """The moments before this one that still are news to the viewer, oldest first."""


def plain_board(game: Game[Any]) -> Board:
    """The board of any game: its tiling with coordinates."""
    tiling = game.tiling
    six_sided = all(len(polygon) == 6 for polygon in tiling.polygons)
    share = 0.66 * tiling.unit if six_sided else 0.0
    radii = tuple(share or 0.8 * tiling.radius(cell) for cell in tiling.cells)
    labels = tuple(Label(text, at, cells) for text, cells, at in tiling.labels)
    patterned = game.players > 2
    return Board(
        tiling.code,
        tiling.unit,
        tiling.names,
        tiling.polygons,
        tiling.centres,
        radii,
        labels,
        patterned=patterned,
    )


def with_seats_out(scene: Scene, game: Game[Any], position: Position) -> Scene:
    """The scene with the seats that are no longer in the game shown as out: they are after nothing."""
    if game.players < 3 or all(game.is_in(position, seat) for seat in range(game.players)):
        return scene
    seats = tuple(
        view if game.is_in(position, seat) else replace(view, out=True, aim=None)
        for seat, view in enumerate(scene.seats)
    )
    return replace(scene, seats=seats)


def side_bands(game: Game[Any], sides: Sequence[Sequence[int]], colours: Sequence[str]) -> tuple[Band, ...]:
    """Bands of colour along the sides of a board."""
    arcs = side_arcs(game.tiling, sides)
    return tuple(Band(colour, arc) for colour, arc in zip(colours, arcs, strict=True))


def plain_scene(game: Game[Any], moment: Moment) -> Scene:
    """The scene of any game whose cells hold at most one piece each."""
    position, outcome = moment.position, moment.outcome
    turn = None if outcome else position.turn
    choices = game.choices(position, moment.touched) if turn is not None and turn != CHANCE else ()
    cells, colours = len(game.tiling), game.colours
    beyond = [site for site in choices if site >= cells]
    colour = colour_of(game, position, turn) if turn is not None else ""
    return Scene(
        board=game.tiling.code,
        pieces=tuple(_stone(cell, colours[code - 1]) for cell, code in enumerate(position.board) if code),
        marks=tuple(_marks(game, moment)),
        seats=tuple(
            SeatView(colour_of(game, position, seat), out=not game.is_in(position, seat))
            for seat in range(game.players)
        ),
        turn=turn,
        prompt=_prompt(game, moment, colour),
        touched=moment.touched,
        next=tuple(choices) if not beyond else tuple(site for site in choices if site < cells),
        buttons=tuple(Button(site, Phrase(f"{game.name}.button.{game.sites[site]}")) for site in beyond),
        ghost=colour,
    )


@lru_cache(4096)
def _stone(cell: int, colour: str) -> Piece:
    """The same ones are on nearly every board."""
    return Piece(cell, colour)


def colour_of(game: Game[Any], position: Position, seat: Seat) -> str:
    """The name of the colour that a seat plays."""
    return "" if seat == CHANCE else game.colours[game.colour(position, seat)]


def _marks(game: Game[Any], moment: Moment) -> list[Mark]:
    marks = []
    if moment.outcome and moment.outcome.cells:
        colours = {moment.position.board[cell] for cell in moment.outcome.cells}
        colour = game.colours[colours.pop() - 1] if len(colours) == 1 and 0 not in colours else ""
        marks.append(Mark("win", moment.outcome.cells, colour=colour))
    if last := game.cells_of(moment.last):
        marks.append(Mark("last", last[-1:]))
    if touched := game.cells_of(moment.touched):
        marks.append(Mark("select", touched))
    return marks


def _prompt(game: Game[Any], moment: Moment, colour: str) -> Phrase:
    outcome, position = moment.outcome, moment.position
    if outcome is None:
        if position.turn == CHANCE:
            return Phrase("prompt.chance")
        return Phrase(f"{game.name}.prompt", (("colour", Phrase(f"stone.{colour}")),))
    speaker = "" if outcome.reason in OUTSIDE_THE_RULES else f"{game.name}."
    winners = [seat for seat, share in enumerate(outcome.returns) if share == max(outcome.returns)]
    if len(winners) > 1:
        reason = ("reason", Phrase(f"{speaker}reason.{outcome.reason}"))
        if winners == [seat for seat in range(game.players) if game.is_in(position, seat)]:
            return Phrase("result.draw", (reason,))
        names = [Phrase(f"colour.{colour_of(game, position, seat)}") for seat in winners]
        return Phrase("result.shared", (("winners", listed(names)), reason))
    won_by = colour_of(game, position, winners[0])
    values = (("colour", Phrase(f"colour.{won_by}")), ("the", Phrase(f"side.{won_by}")))
    if outcome.reason not in ("resignation", "forfeit"):
        return Phrase(f"{speaker}result.{outcome.reason}", values)
    losers = [colour_of(game, position, seat) for seat in range(game.players) if seat != winners[0]]
    if len(losers) > 1:
        return Phrase("result.others_left", values)
    loser = tuple(("loser", Phrase(f"colour.{colour}")) for colour in losers)
    return Phrase(f"result.{outcome.reason}", values + loser)


def listed(phrases: Sequence[Phrase]) -> Phrase:
    """Return several phrases as one, with a word before the last."""
    first, *rest = phrases
    if not rest:
        return first
    key = "list.last" if len(rest) == 1 else "list.more"
    return Phrase(key, (("first", first), ("rest", listed(rest))))
