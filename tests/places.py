"""Every page of the web app, listed once: gallery.py takes their pictures, test_browser_places.py runs axe.

A page with a fixed address is found among the routes of the server, so that a new one cannot be forgotten; of
a page whose address names something, the examples are here, and a test tells when there is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import cards
from browsing import ask, path_of
from fastapi.routing import APIRoute

from pavage.formats.record import Record, write_record
from pavage.match import Match
from pavage.registry import OURS, games
from pavage.server.app import create_app

NAMES = ("Ada", "Bo", "Claire", "Dora", "Inès", "Zoé")
MENU = "header .btn[aria-controls=menu]"


@dataclass(frozen=True)
class Place:
    """A page: its name, its address, what to click there before looking, and where the reader was before.

    `kept` are the tables whose keys the reader's device keeps, as JSON.
    """

    name: str
    path: str
    clicks: tuple[str, ...] = ()
    after: str = ""
    kept: str = ""


EXAMPLES = (
    Place("home", "/"),
    Place("home-menu", "/", (MENU,)),
    Place("new-hex", "/new?game=hex"),
    Place("new-hex-unfolded", "/new?game=hex", (".more summary",)),
    Place("new-polygo", "/new?game=polygo"),
    Place("new-hex6", "/new?game=hex6"),
    Place("new-blocs", "/new?game=blocs"),
    Place("new-nombres-race", "/new?game=nombres", ("label:has([value=race])",)),
    Place("learn", "/learn"),
    Place("lesson-hex", "/learn/hex#2"),
    Place("lesson-heinash", "/learn/heinash#2"),
    Place("lesson-hextra", "/learn/hextra#6"),
    Place("strategy-hex", "/learn/hex/strategy#3"),
    Place("glossary", "/learn/glossary"),
    Place("history", "/learn/history"),
    Place("rules-hex", "/rules/hex"),
    Place("rules-polygo", "/rules/polygo"),
    Place("teach-hex", "/teach/hex"),
    Place("class-gone", "/class/nowhere"),
    Place("table-gone", "/play/nowhere"),
    Place("series-gone", "/play/nowhere/1"),
    Place("tournaments", "/tournaments"),
    Place("relay", "/relay"),
    Place("tournament", "/tournaments/small"),
    Place("tournament-game", "/tournaments/small#3.1.1"),
    Place("tournament-gone", "/tournaments/nowhere"),
)

HEX = {
    "hex-over": (5, "a1 b1 a2 b2 a3 b3 a4 b4 a5", ()),
    "hex-menu": (7, "a2 d4", (MENU,)),
    "hex-unfolded": (11, "a2", (".share > summary", ".seating > summary")),
}
"""Tables of Hex: size, moves, and what to click."""


def declared(routes: Iterable[object]) -> Iterator[APIRoute]:
    """All routes, those of routers within routers too."""
    for each in routes:
        if isinstance(each, APIRoute):
            yield each
        elif router := getattr(each, "original_router", None):
            yield from declared(router.routes)


def pages() -> list[str]:
    """The addresses of all pages, as the server declares them."""
    routes = list(declared(create_app().routes))
    return [route.path for route in routes if route.endpoint.__annotations__.get("return") == "HTMLResponse"]


def found() -> list[Place]:
    """The examples, and every page with a fixed address that is not among them."""
    shown = {place.path for place in EXAMPLES}
    fixed = [path for path in pages() if "{" not in path and path not in shown]
    return [*EXAMPLES, *(Place(path.strip("/").replace("/", "-"), path) for path in fixed)]


def without_example() -> list[str]:
    """Pages that no place shows."""
    paths = [place.path.partition("#")[0].partition("?")[0] for place in found()]

    def shown(page: str) -> bool:
        return any(re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", page), path) for path in paths)

    return [page for page in pages() if not shown(page)]


def tables(address: str, only: Collection[str] = ()) -> Iterator[Place]:
    """Every game in mid-play, from the matches of the cards; then tables with something else to see."""
    matches = cards.matches()
    matches |= {name: {"options": {}, "moves": ""} for name in OURS if name not in matches}

    def wanted(name: str) -> bool:
        return not only or name in only

    for name, told in matches.items():
        if wanted(name):
            yield Place(
                name,
                set_table(address, name, told["options"], told["moves"].split("; ") if told["moves"] else []),
            )
    for name, (size, moves, clicks) in HEX.items():
        if wanted(name):
            yield Place(name, set_table(address, "hex", {"size": size}, moves.split()), clicks)
    if wanted("home-my-games"):
        yield Place("home-my-games", "/", after=set_table(address, "hex", {"size": 7}, ["a2", "d4"]))
    awaited = {"game": "hex", "options": {"size": 7}, "chairs": [{"name": "Ada"}, {"away": True}]}
    made = ask(address, "/api/tables", awaited)
    path, (mine, given) = f"/play/{made['id']}", made["keys"]
    host = {made["id"]: {"keys": [mine], "given": {"1": given}, "game": "hex", "title": "Hex", "at": 0}}
    seen = (
        Place("hex-friend-awaited", path, kept=json.dumps(host)),
        Place("hex-sit-down", f"{path}#{given}"),
        Place("hex-watching", path),
    )
    yield from (place for place in seen if wanted(place.name))
    if wanted("nombres-race"):
        contest = {"mode": "race", "names": ["Ada", "Bo"], "options": {"board": "5x5", "seed": 7}}
        yield Place("nombres-race", f"/play/{ask(address, '/api/contests', contest)['players'][0]['id']}")


def set_table(address: str, name: str, options: dict[str, object], moves: list[str]) -> str:
    """A table in the middle of a match, all of whose seats are ours; its path."""
    match = Match(games()[name](**options))
    for text in moves:
        match.play(match.game.read(match.position, text))
    people = NAMES[: match.game.players]
    record = write_record(Record(match, people))
    chairs = [{"name": each} for each in people]
    return path_of(ask(address, "/api/tables", {"record": record, "chairs": chairs}))
