"""What touching a site means: a move grows by it, or shrinks if it was touched before.

The browser and the terminal build moves of several sites in the same way, and neither knows a rule.
"""

from __future__ import annotations

from typing import Any

from pavage.game import Game, Move, Position
from pavage.words import LANGUAGES, words


def touched_after(game: Game[Any], position: Position, touched: Move, site: int) -> Move:
    """The sites touched once this one is: one more; or, if it was among them, without it.

    Where the rest is no beginning of a move, all that was touched after it goes too.
    """
    if site not in touched or site in game.choices(position, touched):
        return (*touched, site)
    place = touched.index(site)
    rest = touched[:place] + touched[place + 1 :]
    return rest if not rest or game.choices(position, rest) else touched[:place]


def is_beginning(game: Game[Any], position: Position, touched: Move) -> bool:
    """Whether these sites are the beginning of a move, but not yet a whole one."""
    inside = all(0 <= site < len(game.sites) for site in touched)
    if not inside or game.refusal(position, touched) is None:
        return False
    return bool(game.choices(position, touched))


def site_named(game: Game[Any], text: str) -> int | None:
    """The site that a text names: a cell, or a button by its name or by its label in any language."""
    said = " ".join(text.split()).casefold()
    for site, name in enumerate(game.sites):
        if said == name:
            return site
        if site >= len(game.tiling):
            labels = (words(language)(f"{game.name}.button.{name}") for language in LANGUAGES)
            if said in (" ".join(label.split()).casefold() for label in labels):
                return site
    return None
