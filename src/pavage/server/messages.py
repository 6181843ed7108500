"""What a browser may send, checked and bounded before anything looks at it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

LONGEST = 4096
"""Characters of a message on a socket."""

Name = Annotated[str, Field(max_length=40)]
Language = Literal["en", "fr"]
Act = Literal["undo", "hint", "resign", "move_now", "rematch"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ChairWanted(_Strict):
    """Who sits down: a person, or a computer of some level."""

    name: Name = ""
    level: Literal["", "random", "beginner", "easy", "medium", "hard", "best"] = ""


Options = Annotated[dict[Name, int | bool | Annotated[str, Field(max_length=20_000)]], Field(max_length=32)]
"""A puzzle written as JSON is the longest of them."""


class NewTable(_Strict):
    """A game that somebody wants to play."""

    game: Annotated[str, Field(max_length=64)]
    options: Options = {}
    chairs: Annotated[list[ChairWanted], Field(min_length=1, max_length=12)]
    clock: Annotated[str, Field(max_length=40)] = ""
    lots: bool = False


class NewContest(_Strict):
    """A race or a duel that some people want to hold: each gets a board of their own."""

    mode: Literal["race", "duel"]
    options: Options = {}
    names: Annotated[list[Name], Field(min_length=2, max_length=6)]
    minutes: Annotated[int, Field(ge=1, le=120)] = 15


Site = Annotated[int, Field(ge=0, lt=1 << 20)]


class Touch(_Strict):
    """The sites touched so far for the next move, and one more."""

    touch: Annotated[list[Site], Field(min_length=1, max_length=64)]
    seq: int


class Typed(_Strict):
    """A move as somebody writes it, or the rest of one whose first sites were touched."""

    typed: Annotated[str, Field(min_length=1, max_length=80)]
    touched: Annotated[list[Site], Field(max_length=64)] = []
    seq: int


class Do(_Strict):
    """Something that is not a move."""

    act: Act
    seq: int


class Look(_Strict):
    """A wish to see an earlier position."""

    look: Annotated[int, Field(ge=0, le=1 << 20)]


class Speak(_Strict):
    """The language of the sentences from now on, and the colours that they speak of."""

    language: Language
    theme: Literal["auto", "light", "dark", "bw"] = "auto"


Message = Touch | Typed | Do | Look | Speak

_MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)


def read_message(text: str) -> Message | None:
    """The message that a text holds, None if it holds none of ours."""
    if len(text) > LONGEST:
        return None
    try:
        return _MESSAGE.validate_json(text)
    except ValidationError:
        return None
