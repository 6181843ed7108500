"""What a hand does at the terminal: touch sites one after another, or write a move; pens stay in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pavage.game import Move, Unreadable
from pavage.terminal.session.typed_words import button_named
from pavage.view.touching import (
    is_beginning,
    kept_after,
    offered_named,
    pens,
    piece_named,
    site_named,
    touched_after,
)

if TYPE_CHECKING:
    from pavage.terminal.session.session import Session


def touch(session: Session, site: int, now: float) -> None:
    """A cell or button was chosen: that is a move, or the beginning of one.

    The last cell once more ends a move that can end there; another one once more takes it back. Another pen
    takes the place of the one in the hand.
    """
    game, position, touched = session.match.game, session.match.position, session.touched
    following = game.choices(position, touched)
    kept = pens(session.scene())
    if touched[-1:] == (site,):
        endings = [other for other in following if other >= len(game.tiling)]
        if site not in following and site < len(game.tiling) and len(endings) == 1:
            site = endings[0]
    if site in kept and site not in touched and site not in following:
        touched, following = (), (site,)
    move = touched_after(game, position, touched, site)
    restarted = bool(touched) and len(move) <= len(touched)
    if restarted or not move or (site in following and is_beginning(game, position, move)):
        session.touched = move
        session.advice = ()
        return
    session.play(move, now)
    _keep_pen(session, move, kept)


def read(session: Session, line: str, now: float) -> None:
    """A whole move as people write it, or one or more sites of a move that was begun."""
    game, position = session.match.game, session.match.position
    said = button_named(game, line)
    site = site_named(game, said)
    if session.touched and site is not None:
        touch(session, site, now)
        return
    try:
        move = game.read(position, said)
    except Unreadable:
        if _touch_all(session, line, now):
            return
        if site is None:
            raise
        move = (site,)
    if is_beginning(game, position, move):
        session.touched = move
        return
    held = session.touched
    kept = pens(session.scene())
    session.play(move, now)
    _keep_pen(session, held, kept)


def named_now(session: Session, text: str) -> int | None:
    """What a text names among all that may be touched now, by what is written on it."""
    scene = session.scene()
    beside = offered_named(session.match.game, scene, text)
    return piece_named(scene, text) if beside is None else beside


def _touch_all(session: Session, line: str, now: float) -> bool:
    """Touch what several words name, one after the other: `3x5 b4`. Whether they all named something."""
    words = line.split()
    if len(words) < 2:
        return False
    before = session.touched
    for word in words:
        site = named_now(session, word)
        site = site_named(session.match.game, word) if site is None else site
        if site is None:
            session.touched = before
            return False
        touch(session, site, now)
    return True


def _keep_pen(session: Session, held: Move, kept: frozenset[int]) -> None:
    if session.person_to_move:
        session.touched = kept_after(session.match.game, session.match.position, held, kept)
