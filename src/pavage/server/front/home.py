"""The first page as finished HTML: all games as cards. `web/pages/home.js` filters it and adds my games."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from importlib.resources import files

from pavage.pages.header import header
from pavage.pages.templates import Markup, render
from pavage.registry import board_of, games, scene_of
from pavage.scene import Moment
from pavage.server.rooms.page_state import GameListed
from pavage.view.svg import pieces_svg
from pavage.words import Words

AT_ONCE = 6
"""Cards whose picture comes with the page: those that a phone or the first row of a screen shows."""
MINE = 6
"""Games of the reader's own that are shown at first (`FIRST` in web/lib/my_games.js)."""


def home(listed: list[GameListed], words: Words, mine: str = "") -> Markup:
    """The page for these games, as the catalogue lists them; `mine` is how many the reader's device has."""
    cards = []
    for place, game in enumerate(listed):
        players = _players(game)
        line = (_players_line(players, bool(game["contests"]), words), game["length"])
        cards.append((game, players, " · ".join(filter(None, line)), _picture(game["name"], place < AT_ONCE)))
    # Room for the reader's own games, as high as they will be, so that nothing moves when they come.
    count = int(mine) if mine.isascii() and mine.isdecimal() and len(mine) == 1 else 0
    return render(
        "home.html", header=header(words, "games"), say=words, cards=cards, mine=count, shown_at_first=MINE
    )


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
def _picture(name: str, at_once: bool) -> Markup:
    """The picture of a card; other people's games have none among ours, and are shown as they begin."""
    card = files("pavage").joinpath("web", "cards", f"{name}.svg")
    text = ""
    if not card.is_file():
        with suppress(Exception):  # a picture that somebody else's game cannot draw is no picture
            scene = scene_of(games()[name](), Moment(games()[name]().start()))
            text = pieces_svg(board_of(games()[name](), scene.board), scene, 0, labels=False)
    elif at_once:
        text = card.read_text(encoding="utf-8")
    return Markup(text.replace("<svg ", '<svg aria-hidden="true" ', 1))
