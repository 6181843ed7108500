"""The first page as finished HTML: all games as cards. `web/pages/home.js` filters it and adds my games."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from html import escape
from importlib.resources import files

from pavage.pages.header import header
from pavage.registry import board_of, games, scene_of
from pavage.scene import Moment
from pavage.server.rooms.page_state import GameListed
from pavage.view.svg import pieces_svg
from pavage.words import Words

BESIDE = {"/teach": "teach.place", "/print": "teach.print"}
"""Pages that the foot leads to, and what they are called there."""
AT_ONCE = 6
"""Cards whose picture comes with the page: those that a phone or the first row of a screen shows."""
MINE = 6
"""Games of the reader's own that are shown at first (`FIRST` in web/lib/my_games.js)."""


def home(listed: list[GameListed], words: Words, mine: str = "") -> str:
    """The page for these games, as the catalogue lists them; `mine` is how many the reader's device keeps."""
    cards = "".join(_card(game, words, place < AT_ONCE) for place, game in enumerate(listed))
    title = escape(words("web.home.title", number=len(listed)))
    return (
        f'<div class="page home">{header(words, "games")}<main><section class="lede"><div><h1>{title}</h1>'
        f'<p class="small">{escape(words("web.home.line"))}</p></div><div class="filters"></div></section>'
        f'<p class="problem small warn" role="alert" hidden></p>{_room_for(mine, words)}'
        f'<ul class="shelf" aria-label="{escape(words("web.place.games"))}">{cards}</ul></main>'
        f"{_foot(words)}</div>"
    )


def _room_for(mine: str, words: Words) -> str:
    """Where the script puts the reader's own games: as high as they will be, so that nothing moves then."""
    count = int(mine) if mine.isascii() and mine.isdecimal() and len(mine) == 1 else 0
    if not count:
        return '<section class="my-games" hidden></section>'
    more = '<span class="btn bare">&nbsp;</span>' if count > MINE else ""
    rows = "<li></li>" * min(count, MINE)
    title = escape(words("web.home.mine"))
    return f'<section class="my-games" aria-busy="true"><h2>{title}</h2><ul>{rows}</ul>{more}</section>'


def _foot(words: Words) -> str:
    """What is beside playing, for those who look for it."""
    links = " · ".join(
        f'<a class="text-link" href="{path}">{escape(words(key))}</a>' for path, key in BESIDE.items()
    )
    return f'<footer class="home-foot small">{links}</footer>'


def _card(game: GameListed, words: Words, at_once: bool) -> str:
    name, title = game["name"], escape(game["title"])
    players = _players(game)
    told = " · ".join(filter(None, (_players_line(players, bool(game["contests"]), words), game["length"])))
    return (
        f'<li data-game="{escape(name)}" data-title="{title}" data-players="{" ".join(map(str, players))}">'
        f'<a href="/new?game={escape(name)}"><div class="pic">{_picture(name, at_once)}</div><h2>{title}</h2>'
        f'<p class="meta">{escape(told)}</p><p class="say">{escape(game["summary"])}</p></a>'
        f"{reading_line(game, words)}</li>"
    )


def reading_line(game: GameListed, words: Words) -> str:
    """The way to the rules and the lesson."""

    def link(what: str, href: str) -> str:
        label = escape(words(f"web.reading.{what}_of", game=game["title"]))
        text = escape(words(f"web.reading.{what}"))
        return f'<a class="text-link" href="{href}" aria-label="{label}">{text}</a>'

    links = (link(what, href) for what, href in game["reading"].items())
    return f'<p class="small reading">{" · ".join(links)}</p>'


def _players(game: GameListed) -> list[int]:
    """The numbers of players that a game takes."""
    for option in game["options"]:
        if option["name"] == "players":
            return [int(each) for each in option.get("offered", (option["default"],))]
    return [2]


def _players_line(players: list[int], raced: bool, words: Words) -> str:
    low, high = players[0], players[-1]
    if high == 1:
        return words("web.players.race" if raced else "web.players.alone")
    if low == high:
        return words("web.players.some", number=low)
    if high - low == len(players) - 1:
        return words("web.players.some", number=f"{low}–{high}")
    few = ", ".join(map(str, players[:-1]))
    return words("web.players.some", number=words("web.players.or", few=few, last=high))


@lru_cache(maxsize=256)
def _picture(name: str, at_once: bool) -> str:
    """The picture of a card; other people's games have none among ours, and are shown as they begin."""
    card = files("pavage").joinpath("web", "cards", f"{name}.svg")
    text = ""
    if not card.is_file():
        with suppress(Exception):  # a picture that somebody else's game cannot draw is no picture
            scene = scene_of(games()[name](), Moment(games()[name]().start()))
            text = pieces_svg(board_of(games()[name](), scene.board), scene, 0, labels=False)
    elif at_once:
        text = card.read_text(encoding="utf-8")
    return text.replace("<svg ", '<svg aria-hidden="true" ', 1)
