"""How large a board is, as people say it: 11 × 11, or hexagon, side 5; codes such as S8x8 are for files."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from pavage.game import Game
from pavage.registry import board_of
from pavage.words import Words

KEPT = 256
"""Games whose line is remembered."""
TIMES = "×"
OWN = "file:"
"""How the code of somebody's own board begins; one of clicked points is called after them."""
RHOMBUS = r"R(\d+)"
KINDS = {
    r"H(\d+)": "hexagon",
    r"TH(\d+)": "triangles",
    r"T(\d+)": "triangle",
    r"cairo-(\d+)": "cairo",
    r"penrose-(\d+)": "penrose",
    r"voronoi-(\d+)-\d+": "voronoi",
}


@lru_cache(KEPT)
def size_line(game: Game[Any], words: Words, times: str = TIMES) -> str:
    """What stands beside the title; nothing if the board has no end or is named like the game."""
    code = game.tiling.code
    if board_of(game).names != game.tiling.names or code == game.name:
        return ""
    if code.startswith(OWN):
        name = code.removeprefix(OWN)
        return words("board.by_hand" if name == "points" else "board.file", name=name, size=len(game.tiling))
    if (rhombus := re.fullmatch(RHOMBUS, code)) and "board" not in game.options:
        return across(rhombus[1], rhombus[1], times)  # the only form it has
    size = game.options.get("size")
    if isinstance(size, int) and re.fullmatch(r"S(\d+)x\1", code):
        # Between the cells that are counted there may be others, as in Ponts.
        return across(size, size, times)
    # A board that is named after the option that made it, such as rows-1-3-5-7.
    named = (option.write(game.options[option.name]) for option in game.declared if option.name in code)
    return next((value for value in named if code.endswith(f"-{value}")), board_line(code, words, times))


def board_line(code: str, words: Words, times: str = TIMES) -> str:
    """A board in words; its code where there are none."""
    if code.startswith("dual-"):
        return words("board.dual", board=board_line(code.removeprefix("dual-"), words, times))
    if found := re.fullmatch(r"S(\d+)x(\d+)", code):
        return across(found[1], found[2], times)
    if found := re.fullmatch(RHOMBUS, code):
        return words("board.rhombus", size=across(found[1], found[1], times))
    if found := re.fullmatch(r"(\d{3,})-(\d+)", code):
        return words("board.archimedean", kind=_corners(found[1]), size=found[2])
    for pattern, name in KINDS.items():
        if found := re.fullmatch(pattern, code):
            return words(f"board.{name}", size=found[1])
    return code


def across(wide: str | int, high: str | int, times: str) -> str:
    return f"{wide} {times} {high}"


def _corners(kind: str) -> str:
    """The polygons that meet at a corner: 31212 is 3.12.12, and 4612 is 4.6.12."""
    return ".".join(re.findall(r"12|\d", kind))
