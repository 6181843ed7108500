"""What a client is shown, key by key: the one place that says so.

`python3 dev.py types` makes of it the types of the browser (lib/state_types.js) and tables of docs/api.md.
A key that is not required is left out where there is nothing to tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from pavage.server.acts import ActName


class Piece(TypedDict):
    """What lies on a cell."""

    cell: Annotated[int, "where"]
    colour: Annotated[str, "`red`, `blue`, …"]
    shape: NotRequired[Annotated[str, "`stone`, `solid`, `king`, `wall`, `tile`, …"]]
    cells: NotRequired[Annotated[Sequence[int], "all the cells that a tile covers, its own first"]]
    text: NotRequired[Annotated[str, "what is written on it"]]
    sealed: NotRequired[Annotated[bool, "it can never be moved again"]]
    parts: NotRequired[Annotated[Sequence[Sequence[int]], "of a tile made of others, the cells of each"]]
    label: NotRequired[Annotated[str, "what it is called aloud, where colour and shape do not say enough"]]


class Mark(TypedDict):
    """Something said about cells."""

    kind: Annotated[str, "`last`, `win`, `select`, `heat`, …: `src/pavage/scene.py` says what each is"]
    cells: Annotated[Sequence[int], "which"]
    value: NotRequired[Annotated[float, "a share, or degrees"]]
    text: NotRequired[Annotated[str, "what is written there"]]
    colour: NotRequired[Annotated[str, "whose it is"]]


class GameButton(TypedDict):
    """A site that is not a cell, and may be touched now."""

    site: Annotated[int, "its number, to be touched"]
    name: Annotated[str, "as it is written in a move"]
    label: Annotated[str, "what stands on it"]
    help: Annotated[str, "what it does; may be empty"]
    in_tray: NotRequired[Annotated[bool, "it lies in a tray, and is touched there"]]


class Overlay(TypedDict):
    """Marks that a reader may ask for."""

    name: Annotated[str, "the same in every language"]
    label: Annotated[str, "what they show"]
    marks: Annotated[list[Mark], "the marks"]


class Item(TypedDict):
    """Something in a tray: a die, a card, a tile of a stock."""

    label: Annotated[str, "what it is"]
    site: NotRequired[Annotated[int, "the button it stands for"]]
    name: NotRequired[Annotated[str, "the name of that button"]]
    face: NotRequired[Annotated[str, "how it is drawn: `text`, `die`, `card`, `tile`, `motif`"]]
    text: NotRequired[Annotated[str, "the sign on it"]]
    points: NotRequired[
        Annotated[Sequence[Sequence[int]], "of a tile, height and width; of a motif, its hexagons"]
    ]
    count: NotRequired[Annotated[int, "how many there are, if not one"]]
    colour: NotRequired[Annotated[str, "its colour"]]
    state: NotRequired[Annotated[str, "`chosen` or `spent`"]]
    offered: NotRequired[Annotated[bool, "it may be touched now"]]
    anew: NotRequired[Annotated[bool, "to touch it puts down what the hand holds"]]


class Tray(TypedDict):
    """What lies beside the board."""

    label: Annotated[str, "what it holds"]
    items: Annotated[list[Item], "the things in it"]
    seat: NotRequired[Annotated[int, "whose it is"]]
    keep: NotRequired[Annotated[bool, "like a pen: what was taken begins every move until it is put down"]]


class Sheet(TypedDict):
    """A table beside the board."""

    name: Annotated[str, "the same in every language; part of the address where it is saved"]
    title: Annotated[str, "what stands above it"]
    head: Annotated[list[str], "the first line"]
    rows: Annotated[list[list[str]], "all others"]
    folded: Annotated[bool, "it is opened only by those who want to see it"]
    colours: NotRequired[Annotated[Sequence[str], "of a grid that is coloured in, the colour of each row"]]


class Scene(TypedDict):
    """The board at a moment, and what a hand may do there."""

    board: Annotated[str, "the part of a board that is there, of one that grows; else empty"]
    pieces: Annotated[list[Piece], "what lies on it"]
    marks: Annotated[list[Mark], "what is said about cells"]
    turn: Annotated[int | None, "the seat to move"]
    touched: Annotated[list[int], "the sites touched so far for the next move"]
    overlays: Annotated[list[Overlay], "marks that a reader may ask for"]
    next: Annotated[list[int], "cells that may be touched now"]
    ghost: Annotated[str, "the colour of the piece that would come"]
    buttons: Annotated[list[GameButton], "other sites that may be touched now"]
    trays: NotRequired[Annotated[list[Tray], "what lies beside the board"]]
    sheets: NotRequired[Annotated[list[Sheet], "tables beside the board"]]
    news: NotRequired[Annotated[str, "what the last move did"]]
    stays: NotRequired[Annotated[bool, "they are a refusal, an accusation or a hint: to be read in peace"]]
    field: NotRequired[Annotated[str, "a move may be written here: what is asked for"]]
    stamp: NotRequired[Annotated[list[list[float]], "what would be laid, as steps from its first cell"]]
    box: NotRequired[Annotated[bool, "two corners make a rectangle"]]
    again: NotRequired[Annotated[bool, "a cell only shows what it would do, and does it when touched again"]]
    turned: NotRequired[Annotated[int, "the button of what is in the hand, turned by a quarter"]]


class Shape(TypedDict):
    """A way in which the board can lie on a screen."""

    turn: Annotated[int, "degrees"]
    with_labels: Annotated[tuple[float, float], "width and height with its coordinates"]
    without_labels: Annotated[tuple[float, float], "and without"]


class Seat(TypedDict):
    """Who sits there."""

    colour: Annotated[str, "the colour of this seat now"]
    name: Annotated[str, "who sits there"]
    aim: Annotated[str, "what they want to do"]
    score: Annotated[str, "as the game counts; may be empty"]
    note: Annotated[str, "what else there is to know; may be empty"]
    out: Annotated[bool, "no longer in the game"]
    why_out: Annotated[str, "why, in a word or two: `resigned`; empty for who is in"]
    turn: Annotated[bool, "it is their turn"]
    computer: Annotated[bool, "a computer sits there"]
    left: Annotated[float | None, "seconds on the clock, `null` without one"]
    periods: Annotated[int, "periods of byo-yomi that are left"]
    running: Annotated[bool, "their clock runs"]
    here: NotRequired[Annotated[bool, "somebody is connected for it"]]
    away: NotRequired[Annotated[bool, "somebody is still awaited"]]


class MoveMade(TypedDict):
    """A move that was played."""

    text: Annotated[str, "as it is written"]
    seat: Annotated[int, "by whom; -1 for chance"]
    colour: NotRequired[Annotated[str, "in which colour, if that seat has another one now"]]


class Series(TypedDict):
    """The games of a table in a row."""

    number: Annotated[int, "which game is on the board, from 1"]
    games: Annotated[int, "how many are over, the one on the board among them"]
    points: Annotated[list[float], "what the person who sits in each seat now has won"]


class Line(TypedDict):
    """Something said."""

    seat: Annotated[int, "where they sit now"]
    name: Annotated[str, "who said it"]
    text: Annotated[str, "what"]
    at: Annotated[int, "when, in milliseconds"]


class Relay(TypedDict):
    """What a person needs who carries moves between programs."""

    tell: Annotated[str, "whom to tell the move"]
    move: Annotated[str, "the move, to be shown large"]
    colour: Annotated[str, "the colour that made it"]
    after: Annotated[list[str], "what it changed: sides that were exchanged"]
    opening: Annotated[str, "the moves that both programs are given at the beginning"]
    clocked: Annotated[bool, "there is a clock"]
    paused: Annotated[bool, "it stands still"]
    begins: Annotated[bool, "nothing was played yet"]
    into: Annotated[str, "the game of the tournament, if it is one"]
    page: Annotated[str, "the address of that tournament"]
    recorded: Annotated[bool, "the result is among those of the tournament"]


class Common(TypedDict):
    """What is the same for everybody who speaks a language."""

    kind: Annotated[Literal["state"], "what this message is"]
    seq: Annotated[int, "how often the game has changed; chat and offers do not change it"]
    language: Annotated[str, "the language of all sentences"]
    title: Annotated[str, "the name of the game"]
    size: Annotated[str, "of the board, in words"]
    game: Annotated[str, "the game, as `GET /api/games` names it"]
    reading: Annotated[dict[str, str], "the addresses of its `rules` and `lesson`, where they are written"]
    moves: Annotated[list[MoveMade], "what was played"]
    players: Annotated[int, "how many play"]
    over: Annotated[bool, "the game is over"]
    failed: Annotated[bool, "a search gave no answer"]
    busy: Annotated[bool, "a search is running"]
    series: Annotated[Series | None, "the games of this table in a row; `null` in races and duels"]
    offers: Annotated[dict[str, list[int]], "what is asked for, and who has agreed, whoever asked first"]
    questions: Annotated[dict[str, int], "the number of each of these, for `about` in an answer"]
    chat: Annotated[list[Line], "the last 50 lines"]
    watchers: Annotated[int, "pages that only watch"]


class Shown(TypedDict):
    """A board to look at, wherever there is one."""

    shapes: Annotated[list[Shape], "the ways in which the board can lie on a screen"]
    scene: Annotated[Scene, "the board"]


class Own(TypedDict):
    """What depends on who looks."""

    hinted: Annotated[list[int], "buttons of the move that was advised"]
    advice: Annotated[list[Mark], "that move on the board, where no analysis is drawn"]
    meaning: Annotated[str, "what the percentage in `said` means; empty if there is none"]
    prompt: Annotated[str, "the sentence above the board"]
    said: Annotated[str, "the line below it"]
    you: Annotated[Sequence[int], "the seats that this page acts for"]
    mine: Annotated[bool, "it is the turn of one of them"]
    acts: Annotated[dict[ActName, bool], 'what this page may do now: `{"undo": true, …}`']
    leaver: Annotated[int | None, "the seat that leaves if this page resigns, while the others go on"]
    answers: NotRequired[Annotated[str, "the mark of this page's message that it answers"]]
    relay: NotRequired[Annotated[Relay, "where a person carries moves between programs"]]


class State(Common, Shown, Own):
    """Everything to be shown of a table, a race or a duel."""

    seats: Annotated[list[Seat], "who plays"]


class Look(Shown):
    """An earlier position."""

    kind: Annotated[Literal["look"], "what this message is"]
    seq: Annotated[int, "of the state to which it belongs"]
    ply: Annotated[int, "after how many moves"]
    said: Annotated[str, "the line below the board"]


class Refused(TypedDict):
    """What a page asked for cannot be done; nothing has changed."""

    kind: Annotated[Literal["refused"], "what this message is"]
    seq: Annotated[int, "of the state that holds"]
    sentence: Annotated[str, "why, and what would be right: `c3 is taken. Choose an empty cell.`"]
    cells: Annotated[list[int], "the cells that it is about"]
    answers: NotRequired[Annotated[str, "the mark of that message, empty if it had none"]]


class Analysing(TypedDict):
    """How far the analysis is that this page asked for."""

    kind: Annotated[Literal["analysing"], "what this message is"]
    seq: Annotated[int, "of the state to which it belongs"]
    ply: Annotated[int, "of the position, after how many moves"]
    share: Annotated[float, "of the work that is done"]


class Analysis(TypedDict):
    """What a position is worth. All after `line` is left out where nothing was found."""

    kind: Annotated[Literal["analysis"], "what this message is"]
    seq: Annotated[int, "of the state to which it belongs"]
    ply: Annotated[int, "of the position, after how many moves"]
    marks: Annotated[list[Mark], "to be drawn on the position: `heat`, `step`, `carrier`"]
    said: Annotated[str, "how the game stands, and why if that is known"]
    line: Annotated[str, "what is expected: `Best line: d4 c5.`"]
    at: NotRequired[Annotated[int, "the earlier ply that it is about, where nobody has a move to choose"]]
    meaning: NotRequired[Annotated[str, "what percentages and shades mean"]]
    seat: NotRequired[Annotated[int, "who is to move there"]]
    value: NotRequired[Annotated[float, "their chances: the share of the point that they may expect"]]
    shares: NotRequired[Annotated[list[float], "the chances of all seats, which add up to one"]]
    proved: NotRequired[Annotated[bool, "that is certain"]]
    uncertain: NotRequired[Annotated[bool, "another look might say something quite different"]]
    nodes: NotRequired[Annotated[int, "positions that were looked at"]]


class Progress(TypedDict):
    """How far the computer is."""

    kind: Annotated[Literal["progress"], "what this message is"]
    share: Annotated[float, "of the work that is done"]
    seconds: Annotated[float, "how long it has thought"]
    most: Annotated[float, "how long it may"]


class Key(TypedDict):
    """Of the seat that this page has taken; told to nobody else, and only once."""

    kind: Annotated[Literal["key"], "what this message is"]
    seat: Annotated[int, "which"]
    key: Annotated[str, "whoever knows it acts for the seat"]


class Gone(TypedDict):
    """The table is no longer there: do not come back. The socket closes with 4404."""

    kind: Annotated[Literal["gone"], "what this message is"]
    sentence: Annotated[str, "why"]
    cells: NotRequired[Annotated[list[int], "always empty; told to who comes when it is gone already"]]


Message = State | Refused | Look | Analysing | Analysis | Progress | Key | Gone
"""What a page is sent."""


class Help(TypedDict):
    """The move that a step of a lesson asks for."""

    cells: Annotated[list[int], "its cells"]
    sites: Annotated[list[int], "its buttons"]
    text: Annotated[str, "as it is written"]


class SeatColour(TypedDict):
    """A seat of which only the colour matters."""

    colour: Annotated[str, "its colour"]


class Step(Shown):
    """A position of a lesson (`GET /api/lessons/GAME`)."""

    size: Annotated[str, "of the board, in words"]
    players: Annotated[int, "how many play"]
    seats: Annotated[list[SeatColour], "their colours"]
    mine: Annotated[bool, "something may be touched"]
    hinted: Annotated[list[int], "always empty"]
    show: Annotated[Help | None, "a right move, for those who ask"]


class WatchedSeat(TypedDict):
    """Who plays in a tournament."""

    name: Annotated[str, "their name"]
    colour: Annotated[str, "their colour now"]
    score: Annotated[str, "as the game counts; may be empty"]
    turn: Annotated[bool, "it is their turn"]
    out: Annotated[bool, "they have left, or can no longer win, while the others go on"]


class Watched(Shown):
    """A game of a tournament at a moment (`GET /api/tournaments/NAME`)."""

    ply: Annotated[int, "after how many moves"]
    seats: Annotated[list[WatchedSeat], "who plays"]
    said: Annotated[str, "the line below the board"]
    last: Annotated[str, "the last move, empty after dice"]


class Replay(Watched):
    """A game to go through (`GET /api/tournaments/NAME/games/ID`)."""

    id: Annotated[str, "the game's place in the tournament"]
    title: Annotated[str, "who plays whom"]
    score: Annotated[str, "how it ended"]
    faults: Annotated[str, "what a program did wrong"]
    errors: Annotated[str, "the last lines of its standard error"]
    moves: Annotated[list[MoveMade], "what was played"]
    over: Annotated[bool, "whether it is over"]
