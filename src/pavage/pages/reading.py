"""Where the rules and the lesson of a game are read, if somebody has written them."""

from __future__ import annotations

from functools import cache

from pavage.lessons import lesson_names
from pavage.pages.compose import rules_as_written
from pavage.registry import games


@cache
def reading_of(name: str) -> dict[str, str]:
    """The addresses by what lies there: `rules`, `lesson`."""
    found = {}
    if rules_as_written(games()[name], "en") is not None:
        found["rules"] = f"/rules/{name}"
    if name in lesson_names():
        found["lesson"] = f"/learn/{name}"
    return found
