"""What the pages beside a table are told, key by key, as `state.py` says it of tables and tournaments.

`python3 dev.py types` makes the types of the browser and the tables of docs/api.md of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from pavage.server.rooms.state import Scene, Shown, Step


class Choice(TypedDict):
    """Something that may be chosen."""

    value: Annotated[str, "as it is sent"]
    label: Annotated[str, "as it is read"]


class Preset(Choice):
    """Options that belong together."""

    options: Annotated[dict[str, str | int | bool], "their values"]


class OptionListed(TypedDict):
    """An option of a game. All after `takes` is left out where it does not apply."""

    name: Annotated[str, "as it is sent"]
    kind: Annotated[str, "of value: `whole`, `switch`, `choice`, `board`, …"]
    default: Annotated[str | int | bool, "what holds if nothing is said"]
    label: Annotated[str, "what it is called"]
    line: Annotated[str, "what it does"]
    main: Annotated[bool, "it is asked first"]
    takes: Annotated[str, "what may be typed"]
    low: NotRequired[Annotated[int, "the smallest number"]]
    high: NotRequired[Annotated[int, "the largest number"]]
    offered: NotRequired[Annotated[Sequence[int], "numbers to choose from at once"]]
    choices: NotRequired[Annotated[list[Choice], "values with a name"]]
    free: NotRequired[Annotated[bool, "other values may be typed"]]
    browsed: NotRequired[Annotated[bool, "pictures of all tilings are shown at once"]]


class GameListed(TypedDict):
    """A game of `GET /api/games`."""

    name: Annotated[str, "as it is sent"]
    title: Annotated[str, "what it is called"]
    summary: Annotated[str, "a sentence on it"]
    length: Annotated[str, "how long it takes"]
    reading: Annotated[dict[str, str], "the addresses of its `rules` and `lesson`, where they are written"]
    contests: Annotated[list[str], "`race` and `duel`, if it is played so"]
    levels: Annotated[list[Choice], "how well the computer plays"]
    options: Annotated[list[OptionListed], "what may be chosen"]
    presets: Annotated[list[Preset], "choices that belong together"]
    bots: Annotated[list[Choice], "programs of this server that play it"]
    exchanges: Annotated[bool, "people exchange what they had in a rematch, unless lots are drawn again"]


class SeatTitled(TypedDict):
    """A seat before anybody sits there."""

    colour: Annotated[str, "its colour"]
    title: Annotated[str, "the same in words, and whether it begins"]


class Preview(TypedDict):
    """How a game would begin (`GET /api/games/GAME/preview`)."""

    svg: Annotated[str, "the empty board"]
    seats: Annotated[list[SeatTitled], "who plays"]
    patterned: Annotated[bool, "colours are told apart by patterns too"]
    scene: Annotated[Scene, "what lies on it"]
    title: Annotated[str, "the size of the board, in words"]
    settled: NotRequired[Annotated[dict[str, str], "options that were not asked for but follow from others"]]


class Imported(TypedDict):
    """A game from elsewhere (`POST /api/open`)."""

    record: Annotated[str, "the game as our record"]
    notes: Annotated[list[str], "what the record leaves out"]
    game: Annotated[str, "which game it is"]
    title: Annotated[str, "what it is called"]
    seats: Annotated[list[str], "who played"]


class LessonListed(TypedDict):
    """A lesson of `GET /api/lessons`."""

    game: Annotated[str, "its game"]
    title: Annotated[str, "what that is called"]
    steps: Annotated[int, "how many there are"]
    url: Annotated[str, "where it is read"]


class LessonStep(TypedDict):
    """What a step of a lesson says and shows."""

    title: Annotated[str, "above it"]
    text: Annotated[str, "what there is to know"]
    task: Annotated[str, "what to do; may be empty"]
    more: Annotated[str, "what else there is to say; may be empty"]
    looks: Annotated[bool, "there is nothing to do"]
    state: Annotated[Step, "the position it begins with"]


class Lesson(TypedDict):
    """A lesson (`GET /api/lessons/GAME`)."""

    game: Annotated[str, "its game"]
    title: Annotated[str, "what that is called"]
    steps: Annotated[list[LessonStep], "all steps"]


class StepRefused(TypedDict):
    """What a reader did in a step is no move (`POST /api/lessons/GAME/STEP`)."""

    verdict: Annotated[Literal["refused"], "nothing has changed"]
    sentence: Annotated[str, "why"]
    cells: Annotated[list[int], "the cells that it is about"]


class StepAnswered(TypedDict):
    """What becomes of what a reader did in a step (`POST /api/lessons/GAME/STEP`)."""

    verdict: Annotated[
        Literal["begun", "right", "other", "going", "lost"],
        "touch on; what was asked for; legal, but something else; the game goes on; it is lost",
    ]
    sentence: Annotated[str, "what is said to it; may be empty"]
    played: Annotated[list[list[int]], "the moves made so far, to be sent along the next time"]
    state: Annotated[Step, "what to show now"]


class PieceDrawn(TypedDict):
    """A piece of a position made by hand."""

    piece: Annotated[int, "its code"]
    cells: Annotated[Sequence[int], "what it covers"]


class PieceLook(TypedDict):
    """How such a piece is drawn."""

    piece: Annotated[int, "its code"]
    kind: Annotated[Literal["piece", "mark"], "a piece, or only a sign"]
    colour: Annotated[str, "its colour"]
    shape: Annotated[str, "its shape"]
    text: Annotated[str, "what is written there"]
    label: Annotated[str, "what it is called, where colour and shape do not say it"]


class Mover(TypedDict):
    """A colour that may be to move."""

    mover: Annotated[int, "its number"]
    colour: Annotated[str, "its colour"]
    label: Annotated[str, "the same in words"]


class Drawing(TypedDict):
    """What was drawn."""

    pieces: Annotated[list[PieceDrawn], "what lies where"]
    mover: Annotated[int, "who is to move"]


class ImpossiblePosition(Drawing):
    """What was drawn is no position of the game (`POST /api/setup`)."""

    problem: Annotated[str, "why"]
    kind: Annotated[Literal["impossible"], "what this answer is"]


class PositionTools(TypedDict):
    """What one draws with: the same for every position of a game."""

    game: Annotated[str, "its name"]
    title: Annotated[str, "what it is called"]
    size: Annotated[str, "of the board, in words"]
    palette: Annotated[list[PieceLook], "the pieces"]
    movers: Annotated[list[Mover], "who may be to move"]
    cells: Annotated[Sequence[int], "where a piece may lie"]
    rectangles: Annotated[bool, "pieces are rectangles, drawn from corner to corner"]
    game_record: Annotated[str, "the game without a position: its options, and its board if somebody drew it"]


class PositionMade(Shown, Drawing):
    """A position made by hand (`POST /api/setup`)."""

    text: Annotated[str, "the position as text"]
    record: Annotated[str, "a record that begins with it"]
    seats: Annotated[list[SeatTitled], "who plays"]
    patterned: Annotated[bool, "colours are told apart by patterns too"]
    settled: Annotated[bool, "the rules changed at once what was drawn"]
    beyond: Annotated[bool, "its text says more than can be drawn: stocks, dice, earlier turns"]
    problem: Annotated[str, "why one cannot play from it; may be empty"]
    kind: Annotated[Literal["", "over"], "`over` if the game has ended there"]
    svg: NotRequired[Annotated[str, "the empty board, if the page does not show it yet"]]
    turn: NotRequired[Annotated[int, "how that lies, in degrees"]]


class FirstPosition(PositionMade, PositionTools):
    """The same for a page that has nothing yet: with what one draws with."""


class SeriesGame(TypedDict):
    """A game of `GET /api/tables/ID/games`: all that were played at a table in a row."""

    number: Annotated[int, "which, from 1"]
    result: Annotated[str, "how it ended; empty while it is played"]


class ChairSet(TypedDict):
    """Who sits at a table that was set."""

    name: Annotated[str, "what they are called"]
    level: Annotated[str, "of a computer, or which program; empty for a person"]
    away: Annotated[bool, "they come by a link"]


class TableSet(TypedDict):
    """A table that was set (`POST /api/tables`, `POST /api/relays`)."""

    id: Annotated[str, "its place in addresses"]
    keys: Annotated[list[str | None], "for each seat of a person; null for a computer"]
    chairs: Annotated[list[ChairSet], "who sits there"]
    url: Annotated[str, "where its maker plays"]


class ContestPlayer(TypedDict):
    """Somebody in a race or a duel."""

    name: Annotated[str, "what they are called"]
    id: Annotated[str, "of the table that is theirs alone: whoever knows it plays there"]


class ContestSet(TypedDict):
    """A race or a duel that was begun (`POST /api/contests`)."""

    players: Annotated[list[ContestPlayer], "everybody in it"]


class TilingsListed(TypedDict):
    """Boards of one kind (`GET /api/games/GAME/tilings`)."""

    value: Annotated[str, "which to begin with"]
    sizes: Annotated[list[Choice], "all of them, the smallest first"]


class PuzzleMade(TypedDict):
    """A puzzle of Nombres croisés (`POST /api/puzzles`)."""

    line: Annotated[str, "what the option `puzzle` takes"]
    seed: Annotated[int, "the number that makes it again"]
    grade: Annotated[int, "how hard it is, from 1 to 4"]
    told: Annotated[str, "the same in words"]
    signs: Annotated[str, "what it says, in Braille; empty if nothing"]


class GridsAlike(TypedDict):
    """Grids with the sums of one that was drawn (`POST /api/puzzles/others`)."""

    count: Annotated[int, "how many there are"]
    other: Annotated[list[str] | None, "one of the others, if there is any, `#` for pawns"]


class Told(TypedDict):
    """A sentence (`POST /api/puzzles/check`, `POST /api/tables/ID/result`)."""

    told: Annotated[str, "what is to be said"]


class PrintsOffered(TypedDict):
    """What can be printed of a game (`GET /api/print/GAME`)."""

    game: Annotated[str, "its name"]
    kinds: Annotated[list[str], "of prints"]
    papers: Annotated[list[str], "to print on"]


class PrintedPage(TypedDict):
    """A page of a print (`GET /api/print/GAME/preview`)."""

    title: Annotated[str, "of the whole print"]
    pages: Annotated[int, "how many it has"]
    page: Annotated[int, "which this is, from 1"]
    svg: Annotated[str, "the page, drawn"]
    how: Annotated[str, "what to mind when it is printed; may be empty"]
