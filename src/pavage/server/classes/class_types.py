"""What the pages of a class are shown: one definition, from which the browser's types are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from pavage.server.rooms import state
from pavage.server.rooms.state import Watched


class ClassPupil(TypedDict):
    """A pupil as the teacher sees them."""

    number: Annotated[int, "which one, as acts name them"]
    name: Annotated[str, "their first name"]
    sign: Annotated[str, "the small sign by which they find their seat again"]
    here: Annotated[bool, "a page of theirs is connected"]
    state: Annotated[Literal["waiting", "playing", "over", "away"], "what they do in this round"]
    handed: Annotated[bool, "whoever comes next by this name gets the seat"]
    place: Annotated[int, "in the ranking, from 1; those who have the same share it"]
    points: Annotated[str, "in all rounds"]
    score: Annotated[str, "in the race that is on, empty otherwise"]
    race_place: Annotated[int, "in that race, from 1; 0 otherwise"]
    gave_up: Annotated[bool, "in that race"]
    gained: Annotated[str, "points in this round, empty while it goes on"]


class ClassGroup(TypedDict):
    """A table of the round, or its race."""

    names: Annotated[list[str], "the pupils"]
    over: Annotated[bool, "it is over"]
    result: Annotated[str, "how it ended; empty while it goes on"]


class ClassRound(TypedDict):
    """What the class plays now."""

    number: Annotated[int, "from 1"]
    mode: Annotated[Literal["tables", "race"], "games side by side, or all on boards of their own"]
    game: Annotated[str, "as `GET /api/games` names it"]
    title: Annotated[str, "the same in words"]
    players: Annotated[int, "seats at a full table"]
    groups: Annotated[list[ClassGroup], "the tables"]
    begun: Annotated[bool, "a race has started"]
    stopped: Annotated[bool, "its time is over"]


class ClassShown(TypedDict):
    """A class as its teacher sees it (socket `/api/classes/live`)."""

    kind: Annotated[Literal["class"], "what this message is"]
    code: Annotated[str, "what pupils type"]
    address: Annotated[str, "where they do; empty if it is where the page came from"]
    until: Annotated[int, "when all of it is forgotten, in milliseconds of wall time"]
    paused: Annotated[bool, "eyes here: the boards are covered"]
    shown: Annotated[int | None, "the board that is shown large"]
    left: Annotated[float | None, "seconds until the time of the round is over; null if it has none"]
    running: Annotated[bool, "whether that time runs"]
    chat: Annotated[bool, "pupils can chat"]
    pupils: Annotated[list[ClassPupil], "all who ever came, in that order"]
    rounds: Annotated[int, "how many were begun"]
    round: Annotated[ClassRound | None, "the last of them"]


class ClassBoard(Watched):
    """A board of the round at a moment."""

    number: Annotated[int, "which one"]
    table: Annotated[str, "its drawing is at `/api/tables/TABLE/board.svg`"]
    over: Annotated[bool, "the game is over"]
    told: Annotated[str, "the last move in a sentence"]
    result: Annotated[str, "how it ended, in a few words; empty while it goes on"]
    chat: Annotated[list[state.Line], "what was said at the table"]
    players: Annotated[int, "how many play"]


class ClassBoards(TypedDict):
    """The boards that have changed, for a teacher's page."""

    kind: Annotated[Literal["boards"], "what this message is"]
    round: Annotated[int, "of this round"]
    boards: Annotated[list[ClassBoard], "those that are another than before"]


class PupilShown(TypedDict):
    """A class as one of its pupils sees it (socket `/api/classes/live`)."""

    kind: Annotated[Literal["pupil"], "what this message is"]
    code: Annotated[str, "of the class"]
    name: Annotated[str, "their own"]
    sign: Annotated[str, "their own"]
    until: Annotated[int, "when all of it is forgotten, in milliseconds of wall time"]
    paused: Annotated[bool, "eyes here: their board is covered"]
    begun: Annotated[bool, "the race they are in has started"]
    state: Annotated[Literal["waiting", "playing", "over", "away"], "what they do in this round"]
    table: Annotated[str, "where they play, empty if nowhere"]
    key: Annotated[str, "of their seat there; a race needs none"]
    line: Annotated[str, "what there is to do, in a sentence"]
    left: Annotated[float | None, "seconds until the time of the round is over; null if it has none"]
    running: Annotated[bool, "whether that time runs"]
    points: Annotated[str, "what they have so far"]


class ClassGone(TypedDict):
    """There is no such class any more: do not come back. The socket closes with 4404."""

    kind: Annotated[Literal["gone"], "what this message is"]
    sentence: Annotated[str, "why"]


ClassMessage = ClassShown | ClassBoards | PupilShown | ClassGone
"""What a page of a class is sent."""


class ClassOpened(TypedDict):
    """A class that was just opened (`POST /api/classes`)."""

    key: Annotated[str, "the teacher's secret: whoever has it leads the class"]
    code: Annotated[str, "what pupils type"]


class ClassJoined(TypedDict):
    """Somebody has come to a class (`POST /api/classes/join`)."""

    key: Annotated[str, "whoever has it is this pupil"]
    code: Annotated[str, "of the class"]
    name: Annotated[str, "theirs"]
    sign: Annotated[str, "theirs"]


class ClassProposal(TypedDict):
    """Who could play with whom (the act `propose`)."""

    players: Annotated[int, "seats at a full table"]
    groups: Annotated[Sequence[Sequence[int]], "numbers of pupils"]
    fits: Annotated[
        Sequence[int], "the seats at the table of 1, 2, … pupils; computers fill those that are left"
    ]
