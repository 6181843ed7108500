"""What touching a site means: a move grows by it, or shrinks if it was touched before.

The browser and the terminal build moves of several sites in the same way, and neither knows a rule.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import takewhile
from typing import Any

from pavage.game import Game, Move, Position, Unreadable
from pavage.phrase import Phrase
from pavage.scene import Scene
from pavage.words import LANGUAGES, words

SAME_SIGNS = str.maketrans("×·÷−–", "x*/--")
"""Signs that a keyboard has in another form."""


def touched_after(game: Game[Any], position: Position, touched: Move, site: int) -> Move:
    """The sites touched once this one is: one more; or, if it was among them, without it.

    Where the rest is no beginning of a move, all that was touched after it goes too. A cell that cannot
    follow starts over: nothing is played before the last touch of a move.
    """
    if site in game.choices(position, touched):
        return (*touched, site)
    if site not in touched:
        return _started_over(game, position, touched, site)
    place = touched.index(site)
    rest = touched[:place] + touched[place + 1 :]
    return rest if not rest or game.choices(position, rest) else begun(game, position, touched[:place])


def _started_over(game: Game[Any], position: Position, touched: Move, site: int) -> Move:
    """Begin a move anew with a cell that cannot follow; a tile, a card or a pen stays in the hand.

    A cell that would end a move is not played by a touch that may have been meant otherwise: the hand is
    only put down. Where the cell begins nothing, it is added, so that the rules say why.
    """
    after = (*touched, site)
    if not touched or not 0 <= site < len(game.tiling) or game.refusal(position, after) is None:
        return after
    held = _held(game, position, touched)
    for count in reversed(range(len(held), len(touched))) if held else (0,):
        if site in game.choices(position, touched[:count]):
            anew = (*touched[:count], site)
            return anew if is_beginning(game, position, anew) else touched[:count]
    return after


def _held(game: Game[Any], position: Position, touched: Move) -> Move:
    """What was taken from a tray to be put on cells: a tile, a card, a pen; no part of an expression."""
    cells = len(game.tiling)
    held = tuple(takewhile(lambda site: site >= cells, touched))
    return held if held and any(site < cells for site in game.choices(position, held)) else ()


def begun(game: Game[Any], position: Position, touched: Move) -> Move:
    """As many of these sites as are the beginning of a move: whoever sends them may say anything."""
    for count, site in enumerate(touched):
        if not 0 <= site < len(game.sites) or not game.choices(position, touched[: count + 1]):
            return touched[:count]
    return touched


def is_beginning(game: Game[Any], position: Position, touched: Move) -> bool:
    """Whether these sites are the beginning of a move, but not yet a whole one."""
    inside = all(0 <= site < len(game.sites) for site in touched)
    if not inside or game.refusal(position, touched) is None:
        return False
    return bool(game.choices(position, touched))


def hand_after(game: Game[Any], position: Position, touched: Move) -> tuple[Move, bool]:
    """What is in the hand once the last of these sites is touched, and whether it is to be played."""
    if all(site < len(game.sites) for site in touched):
        held = touched[:-1]
        if len(begun(game, position, held)) < len(held) and game.refusal(position, touched) is not None:
            # A way that was drawn elsewhere comes after what was touched before it.
            held, _ = hand_after(game, position, held)
        sites = touched_after(game, position, held, touched[-1])
        if len(sites) <= len(held) or is_beginning(game, position, sites):
            return sites, False
        touched = sites
    return touched, True


def hand_written(
    game: Game[Any], position: Position, text: str, touched: Move, scene: Callable[[Move], Scene]
) -> tuple[Move, bool]:
    """The same for what somebody writes: a whole move, or one more site of a move that was begun.

    A site is a cell, a button, what lies in a tray, or a piece by what it bears; `scene` shows a hand.
    """
    touched = begun(game, position, touched)
    site = site_named(game, text)
    if site is None:
        now = scene(touched)
        site = offered_named(game, now, text)
        site = piece_named(now, text) if site is None else site
    if touched and site is not None:
        return hand_after(game, position, (*touched, site))
    try:
        move = game.read(position, text)
    except Unreadable:
        if site is None:
            raise
        move = (site,)
    return move, not is_beginning(game, position, move)


def pens(scene: Scene) -> frozenset[int]:
    """The sites that stay in the hand when a move is made."""
    return frozenset(
        item.site for tray in scene.trays if tray.keep for item in tray.items if item.site is not None
    )


def kept_after(game: Game[Any], position: Position, move: Move, kept: frozenset[int]) -> Move:
    """What is in the hand after a move: the pen it began with, if that can begin another one.

    Of pens that were taken one after the other, the last; a pen that came after the cell is put down.
    """
    pens_first = list(takewhile(kept.__contains__, move))
    pen = tuple(pens_first[-1:])
    return pen if pen and is_beginning(game, position, pen) else ()


def offered(scene: Scene) -> list[int]:
    """The sites beside the board that may be touched now: those in trays as they lie there, then the rest.

    While nothing but a pen is in the hand, the other pens may take its place.
    """
    sites = {button.site for button in scene.buttons}
    kept = pens(scene)
    if scene.touched and kept.issuperset(scene.touched):
        sites |= kept
    lying = [item.site for tray in scene.trays for item in tray.items if item.site in sites]
    return list(dict.fromkeys([*(site for site in lying if site is not None), *sorted(sites)]))


def offered_named(game: Game[Any], scene: Scene, text: str) -> int | None:
    """The site beside the board that a text names, among those that may be touched now.

    A thing is called by its name, by its label in any language, or by what is written on it: of two dice
    that show a five, the first that is left.
    """
    said = _said(text)
    sites = offered(scene)
    names: list[tuple[int, str | Phrase]] = [(site, game.sites[site]) for site in sites]
    names += [(button.site, button.label) for button in scene.buttons]
    for tray in scene.trays:
        for item in tray.items:
            if item.site in sites and item.site is not None:
                names += [(item.site, item.text), (item.site, item.label)]
    return next((site for site, name in names if said and said in _spoken(name)), None)


def piece_named(scene: Scene, text: str) -> int | None:
    """The cell that may be touched now and bears a piece with this text, if there is but one: V3."""
    said = _said(text)
    found = {piece.cell for piece in scene.pieces if said and _said(piece.text) == said}
    cells = found.intersection(scene.next)
    return cells.pop() if len(cells) == 1 else None


def site_named(game: Game[Any], text: str) -> int | None:
    """The site that a text names: a cell, or a button by its name or by its label in any language."""
    said, spoken, cells = " ".join(text.split()).casefold(), _said(text), len(game.tiling)
    for site, name in enumerate(game.sites):
        if said == name:
            return site
        if site >= cells and spoken in _spoken(Phrase(f"{game.name}.button.{name}")):
            return site
    return None


@lru_cache(4096)
def _spoken(name: str | Phrase) -> frozenset[str]:
    """A name in every language, as it is compared."""
    return frozenset(
        _said(name if isinstance(name, str) else words(language)(name)) for language in LANGUAGES
    )


def _said(text: str) -> str:
    """Without capitals and accents, with the signs that a keyboard has: 3×5 and 3x5 are the same."""
    apart = unicodedata.normalize("NFD", " ".join(text.translate(SAME_SIGNS).split()).casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
