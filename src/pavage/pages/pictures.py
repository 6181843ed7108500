"""Pictures within texts: a `position` block names a game, its options and a position to be drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pavage.game import Game
from pavage.registry import board_of, games, scene_of
from pavage.scene import Mark, Moment, Scene
from pavage.view.svg import picture
from pavage.words import Words

CELLS = re.compile(r",(?![^()]*\))")
"""Between two cells; a name such as (2,0) is one."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A game, what to show of it, and the line below it."""

    game: Game[Any]
    scene: Scene
    caption: str


def blocks(text: str) -> Iterator[list[str]]:
    """The lines of each `position` block of a text."""
    for found in re.finditer(r"^```position[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield found[1].splitlines()


def read_picture(lines: list[str]) -> Picture:
    """What a block says: a game and its options, the stones, perhaps `mark:` and `caption:`.

    A block that nobody can set up raises ValueError or LookupError.
    """
    name, *options = lines[0].split()
    game = games()[name](**dict(word.split("=", 1) for word in options))
    captions = [line.partition(":")[2].strip() for line in lines[1:] if line.startswith("caption:")]
    tokens = " ".join(line for line in lines[1:] if not line.startswith("caption:")).split()
    marked = [cell for token in tokens if token.startswith("mark:") for cell in CELLS.split(token[5:])]
    position = game.setup(" ".join(token for token in tokens if not token.startswith("mark:")))
    scene = scene_of(game, Moment(position, outcome=game.outcome(position)))
    return Picture(game, marked_scene(scene, tuple(game.site(cell) for cell in marked)), " ".join(captions))


def marked_scene(scene: Scene, cells: tuple[int, ...]) -> Scene:
    """The same scene with some cells pointed out; a decisive chain is shown already."""
    stones = {cell for piece in scene.pieces for cell in (piece.cell, *piece.cells)}
    decided = set(scene.marked("win"))
    on_stones = Mark("select", tuple(cell for cell in cells if cell in stones - decided))
    on_empty = Mark("target", tuple(cell for cell in cells if cell not in stones))
    return replace(scene, marks=(*scene.marks, *(mark for mark in (on_stones, on_empty) if mark.cells)))


TALLEST = 380
"""Pixels that a picture in a text is high at most."""


@lru_cache(256)
def drawn(lines: tuple[str, ...], theme: str) -> str:
    """A block as an SVG file."""
    shown = read_picture(list(lines))
    return picture(board_of(shown.game, shown.scene.board), shown.scene, theme=theme)


def size_of(svg: str) -> tuple[int, int]:
    """How wide and high a picture stands in a text: as it is drawn, or lower."""
    found = re.search(r' width="([\d.]+)" height="([\d.]+)"', svg)
    assert found, "a picture without a size"
    width, height = map(float, found.groups())
    scale = min(1, TALLEST / height)
    return round(width * scale), round(height * scale)


def described(shown: Picture, words: Words) -> str:
    """What a picture shows, in words: the cells of each colour."""
    names = board_of(shown.game, shown.scene.board).names
    by_colour: dict[str, list[str]] = {}
    for piece in shown.scene.pieces:
        by_colour.setdefault(piece.colour, []).append(names[piece.cell])
    told = "; ".join(
        f"{words(f'colour.{colour}') if words.has(f'colour.{colour}') else words('learn.neutral')} "
        + ", ".join(cells)
        for colour, cells in by_colour.items()
    )
    return words("learn.picture", content=told or words("learn.nothing"))
