"""Tilings, games, positions and matches as text, as SVG and as a figure of a notebook."""

from __future__ import annotations

import sys
from functools import singledispatch
from html import escape
from typing import Any

from pavage.game import Diagram, Game
from pavage.match import Match
from pavage.moments import moment_at
from pavage.registry import board_of, scene_of
from pavage.scene import Board, Moment, Scene
from pavage.tiling import Tiling
from pavage.view.svg import picture
from pavage.view.text import draw, draw_names
from pavage.view.tilings import tiling_svg
from pavage.words import language_of, words

WIDEST = 480
"""Pixels of a picture in a notebook."""


@singledispatch
def moment(shown: Any) -> tuple[Game[Any], Moment]:
    """The game and what is to be seen of it."""
    raise TypeError(f"{type(shown).__name__} has no picture")


@moment.register(Game)
def _(shown: Game[Any]) -> tuple[Game[Any], Moment]:
    return shown, Moment(shown.start())


@moment.register
def _(shown: Diagram) -> tuple[Game[Any], Moment]:
    return shown.game, Moment(shown.position, outcome=shown.game.outcome(shown.position))


@moment.register
def _(shown: Match) -> tuple[Game[Any], Moment]:
    return shown.game, moment_at(shown, len(shown.played))


def _scene(shown: Any) -> tuple[Board, Scene]:
    game, what = moment(shown)
    scene = scene_of(game, what)
    return board_of(game, scene.board), scene


def text(shown: Any) -> str:
    """Lines to print: the board, and below it what is to be done or how it ended."""
    if isinstance(shown, Tiling):
        return "\n".join(draw_names([(shown.names, shown.centres, "")], shown.unit, colour=False))
    board, scene = _scene(shown)
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    lines = draw(board, scene, colour=False, unicode="utf" in encoding.lower())
    return "\n".join([*(line.rstrip() for line in lines), *_sentences(scene)])


def svg(shown: Any) -> str:
    """A picture that stands alone."""
    return tiling_svg(shown) if isinstance(shown, Tiling) else picture(*_scene(shown))


def html(shown: Any) -> str:
    """The picture with its sentences, as a notebook shows it."""
    said = [repr(shown)] if isinstance(shown, Tiling) else _sentences(_scene(shown)[1])
    caption = "<br>".join(map(escape, said))
    return f'<figure style="max-width:{WIDEST}px">{svg(shown)}<figcaption>{caption}</figcaption></figure>'


def _sentences(scene: Scene) -> list[str]:
    spoken = words(language_of())
    return [spoken(phrase) for phrase in (scene.news, scene.prompt) if phrase]
