"""The tilings that a game can be played on, each in several sizes, with a picture: a gallery for the form."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from pavage.options import BadOption, Board
from pavage.registry import board_of, games, scene_of
from pavage.scene import Moment
from pavage.server.rooms.page_state import Choice, TilingsListed
from pavage.server.site.costly import address_of
from pavage.server.site.pages import wanted_words
from pavage.tiling import BadTiling
from pavage.view.size import board_line
from pavage.view.svg import picture

router = APIRouter()

SAMPLES = (
    *("S7x7", "H5", "penrose-3", "TH3", "cairo-3", "voronoi-30-7", "R7", "T6", "488-5", "3636-4", "3464-4"),
    *("31212-4", "4612-4", "33434-4", "33344-5", "33336-4"),
)
"""One board of each kind, of a size for a first game."""
SIZES = range(-4, 8)
"""How much smaller and larger a board is offered."""
THEMES = ("light", "dark", "bw")


@router.get("/api/games/{name}/tilings", response_model=None)
async def list_tilings(request: Request, name: str) -> list[TilingsListed]:
    """The boards of each kind that a game takes, the smallest first, and which of them to begin with."""
    words = wanted_words(request)
    found: dict[str, list[str]] = await request.app.state.costly.do(address_of(request), lambda: kinds(name))

    def told(code: str) -> Choice:
        label = board_line(code, words)
        return {"value": code, "label": label[:1].upper() + label[1:]}

    return [{"value": sample, "sizes": [told(code) for code in codes]} for sample, codes in found.items()]


@router.get("/api/games/{name}/tilings/{code}.svg", response_class=Response)
async def draw_tiling(request: Request, name: str, code: str, theme: str = "light") -> Response:
    """One of the boards, as a picture."""
    if name not in games() or not any(code in codes for codes in kinds(name).values()):
        raise HTTPException(404, wanted_words(request)("web.no_page"))

    def draw() -> str:
        game = games()[name](board=code)
        scene = scene_of(game, Moment(game.start()))
        drawn = picture(board_of(game, scene.board), scene, 0, theme if theme in THEMES else "light", False)
        return drawn

    svg: str = await request.app.state.costly.do(address_of(request), draw)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


@cache
def kinds(name: str) -> dict[str, list[str]]:
    """By the sample of a kind, the codes of its sizes; nothing for a game that has no choice of tilings."""
    game = games()[name]
    if not any(isinstance(option, Board) for option in game.declared):
        return {}
    taken = {sample: _between(name, [_resized(sample, step) for step in SIZES]) for sample in SAMPLES}
    return {sample: codes for sample, codes in taken.items() if sample in codes}


def _between(name: str, codes: list[str]) -> list[str]:
    """From the smallest that the game takes to the largest; those between need not be made to know it."""
    small = next((place for place, code in enumerate(codes) if _taken(name, code)), len(codes))
    large = next((place for place in reversed(range(small, len(codes))) if _taken(name, codes[place])), small)
    return codes[small : large + 1]


def _resized(code: str, step: int) -> str:
    """The number that is its size: all of S7x7, the last of 488-5, the first of voronoi-30-7 by tens."""
    if code.startswith("voronoi"):
        return re.sub(r"\d+", lambda cells: str(int(cells[0]) + 10 * step), code, count=1)
    return re.sub(r"\d+(?!.*-)", lambda size: str(int(size[0]) + step), code)


def _taken(name: str, code: str) -> bool:
    with suppress(BadOption, BadTiling):
        return bool(games()[name](board=code).tiling)
    return False
