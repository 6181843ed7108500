"""Pieces that a hand has put on a board, as words of a layout; shared by the drawings of all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Drawn = tuple[int, tuple[int, ...]]
"""A piece code and the cells that the piece covers."""


def words_of(
    drawn: Iterable[Drawn], keys: Mapping[int, str], name: Callable[[tuple[int, ...]], str]
) -> list[str]:
    """The pieces of every code behind its key: `red:a1,b2`, `blue:c3`."""
    found: dict[int, list[str]] = {code: [] for code in keys}
    for code, cells in drawn:
        found[code].append(name(cells))
    return [f"{key}:{','.join(found[code])}" for code, key in keys.items() if found[code]]
