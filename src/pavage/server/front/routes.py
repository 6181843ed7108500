"""The pages that the server shows before their script does, by address."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pavage.game import Game
from pavage.options import BadOption
from pavage.pages.bundle import bundle, bundle_name
from pavage.pages.edition import edition
from pavage.pages.header import header
from pavage.pages.templates import Markup, render
from pavage.registry import board_of, games, scene_of
from pavage.scene import Moment
from pavage.server.front.home import home
from pavage.server.new_game.catalogue import catalogue, preview
from pavage.server.rooms.first_board import by_phone, first_board
from pavage.server.rooms.page_state import Preview
from pavage.server.site.costly import TooMuch, address_of
from pavage.server.site.pages import NOTHING, VIEWS, page, view_of, wanted_words
from pavage.server.site.theme import themed, wanted_theme
from pavage.server.tables.table_room import TableRoom
from pavage.store import StoreFailed
from pavage.view.size import size_line
from pavage.view.svg import pieces_svg
from pavage.words import LANGUAGES
from pavage.words import words as words_of

router = APIRouter()


@router.get("/", include_in_schema=False)
@router.get("/new", include_in_schema=False)
async def show_first(request: Request) -> HTMLResponse:
    """All games, or the form for one of them."""
    view = view_of(request)
    if view == "pages/home.js":
        words = wanted_words(request)
        listed = catalogue(words, request.app.state.workers)
        return HTMLResponse(page(request, home(listed, words, request.cookies.get("pavage_mine", ""))))
    if view == "pages/new_game.js":
        return HTMLResponse(await _new_game(request))
    return HTMLResponse(page(request))


@router.get("/play/{name}", include_in_schema=False)
async def show_table(request: Request, name: str) -> HTMLResponse:
    """A table as somebody sees it who only watches."""
    try:
        room = await request.app.state.rooms.get(name)
    except StoreFailed:
        room = None  # the script asks again, and says why not
    if not isinstance(room, TableRoom):
        return HTMLResponse(page(request))
    words, match = wanted_words(request), room.table.match
    title, size = words(f"{match.game.name}.title"), size_line(match.game, words)
    moment, narrow = Moment(match.position, outcome=match.outcome), by_phone(request)
    board = NOTHING
    with suppress(TooMuch):  # the script draws it
        board = await request.app.state.costly.draw(
            address_of(request), match.game, lambda: _board(match.game, moment, narrow)
        )
    patterned, ply = match.game.players > 2, len(match.played)
    body = render("table.html", title=title, size=size, board=board, patterned=patterned, ply=ply, say=words)
    return HTMLResponse(page(request, body, title=f"{title} {size}".strip(), early=True))


@lru_cache(32)
def _board(game: Game[Any], moment: Moment, narrow: bool) -> Markup:
    return first_board(game, scene_of(game, moment), narrow)


async def _new_game(request: Request) -> str:
    """The form's first lines and the board; its script finds in the page what it would else ask for."""
    words = wanted_words(request)
    listed = catalogue(words, request.app.state.workers)
    asked = request.query_params.get("game", "")
    told = next((game for game in listed if game["name"] == asked), listed[0])
    first: dict[str, Any] = {"games": listed}

    def show() -> tuple[Preview, Markup]:
        game = games()[told["name"]]()
        return preview(game, themed(words, wanted_theme(request), game.players), 0), _start(game)

    board = NOTHING
    # Somebody else's game may not begin without being told how; the form then says so.
    with suppress(BadOption):
        first["preview"], board = await request.app.state.costly.do(address_of(request), show)
    body = render("new_game.html", header=header(words), game=told, board=board, say=words)
    return page(request, body, title=words("web.page_new", game=told["title"]), first=first)


def _start(game: Game[Any]) -> Markup:
    scene = scene_of(game, Moment(game.start()))
    drawn = pieces_svg(board_of(game, scene.board), scene, 0, labels=False)
    return Markup(drawn.replace("<svg ", '<svg aria-hidden="true" ', 1))


def get_ready() -> None:
    """What the first visitor would else wait for: the games in each language, and the bundles."""
    for language in LANGUAGES:
        home(catalogue(words_of(language)), words_of(language))
    for view in set(VIEWS.values()):
        bundle(bundle_name("main.js", view).removeprefix("bundle/"), edition())
