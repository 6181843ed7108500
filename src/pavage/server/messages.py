"""What a browser may send, checked and bounded before anything looks at it."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pavage.server import limits
from pavage.server.acts import ACTS, AGREED, ActName

UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that are not seen, and turn what is written after them another way."""


def _one_line(name: str) -> str:
    """A name within a sentence leaves the rest of the sentence alone."""
    return " ".join(UNSEEN.sub(" ", name).split())


Name = Annotated[str, Field(max_length=limits.NAME), AfterValidator(_one_line)]
Word = Annotated[str, Field(max_length=64)]
Language = Literal["en", "fr"]
Theme = Literal["auto", "light", "dark", "bw"]
Level = Literal["random", "beginner", "easy", "medium", "hard", "best"]
Program = Annotated[str, Field(pattern=r"^bot:[A-Za-z0-9_.+-]{1,32}$")]
"""A program of this server, as `pavage serve --bots` names it."""


def _an_act(name: str) -> str:
    if name not in ACTS or ACTS[ActName(name)].message != "act":
        raise ValueError(f"there is no act {name!r}")
    return name


def _agreed(name: str) -> str:
    if name and name not in AGREED:
        raise ValueError(f"nobody is asked for {name!r}")
    return name


Mark = Annotated[str, Field(max_length=limits.MARK, pattern=r"^[^\x00-\x1f]*$")]
"""What a page calls something it asks for, so that asking twice is harmless. PostgreSQL keeps no NUL."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ChairWanted(_Strict):
    """Who sits down: a person, a person who will come by a link (`away`), or a computer of some level."""

    name: Name = ""
    level: Level | Program | Literal[""] = ""
    away: bool = False


Options = Annotated[
    dict[Word, int | bool | Annotated[str, Field(max_length=limits.OPTION)]], Field(max_length=32)
]


class NewTable(_Strict):
    """A game that somebody wants to play: from the start, from a position, or on from a record."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": "hex",
                    "options": {"size": 11},
                    "chairs": [{"name": "Ada"}, {"name": "Bo", "away": True}],
                    "clock": "10m+5s",
                }
            ]
        }
    )

    game: Word = ""
    options: Options = {}
    chairs: Annotated[list[ChairWanted], Field(min_length=1, max_length=limits.CHAIRS)]
    clock: Annotated[str, Field(max_length=40)] = ""
    lots: bool = False
    lots_again: bool = False
    start: Annotated[str, Field(max_length=limits.RECORD)] = ""
    record: Annotated[str, Field(max_length=limits.RECORD)] = ""


class NewRelay(_Strict):
    """A game of programs that cannot be connected: a person carries their moves.

    With the name of a tournament it is the next of its games in which these play, or that needs a person.
    """

    game: Word = ""
    options: Options = {}
    names: Annotated[list[Name], Field(max_length=limits.CHAIRS)] = []
    clock: Annotated[str, Field(max_length=40)] = ""
    tournament: Word = ""


class NewContest(_Strict):
    """A race or a duel that some people want to hold: each gets a board of their own."""

    mode: Literal["race", "duel"]
    game: Word = "nombres"
    options: Options = {}
    names: Annotated[list[Name], Field(min_length=2, max_length=6)]
    minutes: Annotated[int, Field(ge=1, le=120)] = 15


class ClassRace(NewContest):
    """A race of a whole class: everybody begins at once, and goes on until they are done."""

    names: Annotated[list[Name], Field(min_length=1, max_length=limits.PUPILS)]


Site = Annotated[int, Field(ge=0, lt=1 << 20)]


class Hello(_Strict):
    """The keys of a page. Somebody who was awaited may say their name."""

    hello: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=limits.KEYS)]
    language: Language | None = None
    theme: Theme | None = None
    name: Name = ""


class Touch(_Strict):
    """The sites touched so far for the next move, and one more."""

    touch: Annotated[list[Site], Field(min_length=1, max_length=64)]
    seq: int
    mark: Mark = ""


class Typed(_Strict):
    """A move as somebody writes it, or the rest of one whose first sites were touched."""

    typed: Annotated[str, Field(min_length=1, max_length=80)]
    touched: Annotated[list[Site], Field(max_length=64)] = []
    seq: int
    mark: Mark = ""


class Do(_Strict):
    """Something that is not a move."""

    act: Annotated[Word, AfterValidator(_an_act)]
    seq: int
    mark: Mark = ""
    seat: Annotated[int, Field(ge=0, lt=limits.CHAIRS)] | None = None
    level: Level | Literal[""] = ""
    what: Annotated[Word, AfterValidator(_agreed)] = ""
    about: Annotated[int, Field(ge=0)] | None = None
    name: Name = ""


class Chat(_Strict):
    """Something said to the others."""

    chat: Annotated[str, Field(min_length=1, max_length=limits.CHAT)]
    mark: Mark = ""


class Look(_Strict):
    """A wish to see an earlier position."""

    look: Annotated[int, Field(ge=0, le=1 << 20)]


class Analyse(_Strict):
    """A wish to know what a position is worth; nothing (null), to know it no longer."""

    analyse: Annotated[int, Field(ge=0, le=1 << 20)] | None


class Speak(_Strict):
    """The language of the sentences from now on, and the colours that they speak of."""

    language: Language
    theme: Theme = "auto"


Message = Hello | Touch | Typed | Do | Chat | Look | Analyse | Speak

_MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)


def read_message(text: str) -> Message | None:
    """The message that a text holds, None if it holds none of ours."""
    if len(text) > limits.FRAME:
        return None
    try:
        return _MESSAGE.validate_json(text)
    except (ValidationError, UnicodeError):
        return None
