"""What the pages of a class may send, checked and bounded before anything looks at it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from pavage.server import limits
from pavage.server.messages import Language, Level, Name, Options, Theme, Word

LETTERS = "BCDFGHJKLMNPRSTVXZ"
"""Of these codes are made: no vowel, so that they are no words, and none that looks like another."""
CODE_LENGTH = 5


def _as_on_the_wall(code: str) -> str:
    """Letters only, in capitals: however somebody types them."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


Code = Annotated[str, Field(max_length=32), AfterValidator(_as_on_the_wall)]
Number = Annotated[int, Field(ge=0, lt=limits.PUPILS_EVER)]
Groups = Annotated[
    list[Annotated[list[Number], Field(max_length=limits.PUPILS)]], Field(max_length=limits.PUPILS)
]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewClass(_Strict):
    """A class that somebody wants to open: after so many hours it is forgotten, with all names."""

    hours: Annotated[int, Field(ge=1, le=limits.CLASS_HOURS)] = 12


class Join(_Strict):
    """Somebody wants to come in. Who has been here before shows their sign."""

    code: Code
    name: Name
    sign: Word = ""


class Propose(_Strict):
    """Who could play with whom?"""

    act: Literal["propose"]
    game: Word
    options: Options = {}
    method: Literal["swiss", "lots"] = "swiss"
    pupils: Annotated[list[Number], Field(max_length=limits.PUPILS)] | None = None
    """Of these only: those who are there."""


class Begin(_Strict):
    """The next round: `round` is how many there have been, so that none is begun twice."""

    act: Literal["begin"]
    round: Annotated[int, Field(ge=0, le=limits.ROUNDS)]
    mode: Literal["tables", "race"] = "tables"
    game: Word
    options: Options = {}
    groups: Groups
    level: Level = "easy"
    minutes: Annotated[int, Field(ge=1, le=120)] | None = None
    """After so many the games are stopped; a race without a number has 15."""
    clock: Annotated[str, Field(max_length=40)] = ""
    """The time control of each table, `10m+5s`; races have none."""


class Plain(_Strict):
    """Eyes here, and go on; who waits plays too."""

    act: Literal["pause", "go_on", "seat_waiting"]


class Show(_Strict):
    """One board is shown large; none, if no number is given."""

    act: Literal["show"]
    board: Number | None = None


class AllowChat(_Strict):
    """Whether pupils can chat."""

    act: Literal["chat"]
    on: bool


class AboutPupil(_Strict):
    """Somebody is taken out of the class, or let in again with whatever device they come."""

    act: Literal["take_out", "hand_back"]
    pupil: Number


Act = Annotated[Propose | Begin | Plain | Show | AllowChat | AboutPupil, Field(discriminator="act")]


class Hello(_Strict):
    """The key of a page, and the language it speaks; told again when that changes."""

    key: Word
    language: Language | None = None
    theme: Theme = "auto"
