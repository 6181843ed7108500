"""A board as it comes with its page, before any script could draw it."""

from __future__ import annotations

from typing import Any

from starlette.requests import HTTPConnection

from pavage.game import Game
from pavage.pages.templates import Markup
from pavage.registry import board_of
from pavage.scene import Scene
from pavage.server.rooms.scene_json import shapes
from pavage.view.svg import pieces_svg


def by_phone(request: HTTPConnection) -> bool:
    """Whether somebody asks who probably holds a narrow screen."""
    return "Mobi" in request.headers.get("user-agent", "")


def first_board(game: Game[Any], scene: Scene, narrow: bool) -> Markup:
    """The board with what lies on it; upright on a phone, if it can be.

    Names within cells come when the script knows that somebody wants them.
    """
    board = board_of(game, scene.board)
    lying = shapes(game, scene.board)

    def slender(shape: Any) -> float:
        width, height = shape["without_labels"]
        return float(height / width)

    turn = max(lying, key=slender)["turn"] if narrow else lying[0]["turn"]
    drawn = pieces_svg(board, scene, turn).replace('<g class="names"', '<g class="names" hidden=""', 1)
    section = Markup('<section class="board" data-board="{}">{}</section>')
    return section.format(scene.board, Markup(drawn))
