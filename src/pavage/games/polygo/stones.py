"""The option that says which stones lie on the board beforehand: `1:b1,2:c2`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pavage.options import Option

_STONE = re.compile(r"[1-9]:[a-z]+[0-9]+")


@dataclass(frozen=True)
class Stones(Option[str]):
    """Seats and cells; whether they exist is for the game to say, which knows its board."""

    kind = "text"

    def takes(self) -> str:
        return "1:b1,2:c2"

    def parse(self, value: object) -> str | None:
        text = re.sub(r"\s*,\s*", ",", str(value).strip().lower())
        return text if not text or all(_STONE.fullmatch(stone) for stone in text.split(",")) else None


def placed(text: str) -> Iterator[tuple[int, str]]:
    """The seat, from 0, and the cell of each stone."""
    for stone in text.split(",") if text else ():
        seat, _, cell = stone.partition(":")
        yield int(seat) - 1, cell
