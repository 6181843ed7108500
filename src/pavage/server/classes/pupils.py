"""Who is in a class: a first name, and a small sign that only they and the teacher know."""

from __future__ import annotations

from dataclasses import dataclass

SIGNS = (
    *("star", "heart", "sun", "moon", "umbrella", "clover"),
    *("spade", "diamond", "circle", "triangle", "square", "flower"),
)
"""The signs that pupils are given; `web.class.sign` has a word for each."""


@dataclass(frozen=True, slots=True)
class Pupil:
    """Somebody of a class. They keep their number, whatever device they come with."""

    number: int
    name: str
    sign: str
    away: bool = False
    """The teacher took them out; they may be let in again."""
    handed: bool = False
    """The teacher vouches for whoever comes next by this name."""


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same to whoever reads them."""
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())
