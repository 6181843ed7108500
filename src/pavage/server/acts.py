"""What people may do at a table that is no move: each act once, who may do it, when, and what it writes.

What a page is offered, what is refused, docs/api.md and the tests of all this are read off `ACTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NewType

from pavage.game import Seat

ActName = NewType("ActName", str)
Who = Literal["whoever plays", "whoever has a key of this table", "anybody"]


@dataclass(frozen=True, slots=True)
class Situation:
    """All that decides what a page may do."""

    you: Collection[Seat]
    """The seats that it acts for."""
    known: bool
    """It showed a key of this table, be it of a seat that was left."""
    for_all: bool
    """It acts for all people at the table."""
    my_turn: bool
    playing: bool
    """One of its seats is still in the game."""
    moved: bool
    """One of its seats has made a move that can be taken back."""
    resigns: bool
    """It is clear who gives up if this page does."""
    asked: bool
    """Others wait for its answer."""
    over: bool
    owes: bool
    """A computer is to move."""
    computers: int
    players: int
    draws: bool
    """The game knows draws."""
    relay: bool
    """A person carries the moves of programs."""
    clock: bool
    closed: bool
    """The result is among those of a tournament, or the time for the round of a class is over."""
    quiet: bool
    """The teacher does not let the people at this table chat."""


Refusal = str
"""Why not, as the key of a sentence; empty if nothing stands against it."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that people do."""

    does: str
    who: Who
    writes: tuple[str, ...]
    """The events of which it writes at most one."""
    against: Callable[[Situation], Refusal] = lambda now: ""
    offered: Callable[[Situation], bool] = lambda now: True
    """When it is of use, though it would not be refused at other times."""
    message: str = "act"
    """The message by which a page asks for it."""
    agreed: bool = False
    """People agree upon it."""
    told: bool = True
    """Whether a state says if the page may."""
    whenever: bool = False
    """It means the same though somebody has moved meanwhile, so it is not refused for that."""


def _undo(now: Situation) -> Refusal:
    return "over" if now.closed else "" if now.moved else "nothing_to_undo"


def _draw(now: Situation) -> Refusal:
    if now.closed or now.over:
        return "over"
    if now.players == 1:
        return "alone"
    if not now.playing:
        return "seat_is_out"
    return "web.table.no_draw" if now.computers else ""


def _rematch(now: Situation) -> Refusal:
    return "over" if now.closed or now.relay else "" if now.over else "web.not_over"


def _helped(now: Situation) -> bool:
    """Nobody else plays. Programs that a person carries moves for play alone."""
    return now.for_all and not now.relay


def _nothing_asked(now: Situation) -> Refusal:
    return "" if now.asked else "web.table.nothing_asked"


def _clock(now: Situation) -> Refusal:
    """Only whoever carries moves for others may stop their clocks."""
    return "web.bad_message" if not (now.relay and now.clock) else "over" if now.over else ""


PLAYS: Who = "whoever plays"
ACTS = {
    ActName("undo"): Act(
        "back to one's own last decision. Done at once if one acts for all people at the table; else they "
        "are asked",
        PLAYS,
        ("offer", "undo"),
        _undo,
        agreed=True,
    ),
    ActName("draw"): Act(
        "offer a draw, or accept one. Not against computers; offered in games that know draws",
        PLAYS,
        ("offer", "draw"),
        _draw,
        lambda now: now.draws,
        agreed=True,
    ),
    ActName("rematch"): Act(
        "the next game, with seats turned; agreed by all people who are connected",
        PLAYS,
        ("offer", "rematch"),
        _rematch,
        agreed=True,
    ),
    ActName("hint"): Act(
        "show good moves; not while somebody else plays",
        PLAYS,
        (),
        lambda now: "" if _helped(now) else "web.table.no_hint",
        lambda now: not now.over and now.my_turn,
    ),
    ActName("analyse"): Act(
        "what positions are worth: if one acts for all people at the table, or once the game is over",
        "anybody",
        (),
        lambda now: "" if now.over or _helped(now) else "web.table.no_analysis",
        message="analyse",
    ),
    ActName("resign"): Act(
        "leave the game, and the others go on; where they cannot, the game is lost. "
        '`"seat": n` if one acts for several and it is nobody\'s turn of theirs',
        PLAYS,
        ("out", "resign"),
        lambda now: "over" if now.over else "" if now.playing else "seat_is_out",
        lambda now: now.resigns,
    ),
    ActName("move_now"): Act(
        "the computer plays the best move it has found; or tries again",
        PLAYS,
        (),
        offered=lambda now: now.owes,
    ),
    ActName("accept"): Act(
        'say yes to the others; `"what": "undo"` if several things are asked',
        PLAYS,
        ("offer", "undo", "draw", "rematch"),
        _nothing_asked,
    ),
    ActName("decline"): Act("say no, likewise", PLAYS, ("decline",), _nothing_asked),
    ActName("chat"): Act(
        "say something to the others; not at a table of a class whose teacher does not allow it",
        PLAYS,
        ("chat",),
        lambda now: "web.table.quiet" if now.quiet else "",
        message="chat",
    ),
    ActName("leave_seat"): Act(
        '`"seat": n, "level": "easy"`: a computer takes over, and the old key is worth nothing more',
        PLAYS,
        ("leave",),
        lambda now: "web.table.not_your_seat" if now.relay else "",
        lambda now: not now.over and now.playing,
    ),
    ActName("take_seat"): Act(
        '`"seat": n, "name": "Eve"`: take a computer\'s place. Answered by the message `key`',
        "whoever has a key of this table",
        ("take",),
        lambda now: "" if now.computers and not now.relay else "web.table.not_a_computer",
        whenever=True,
    ),
    ActName("pause"): Act("stop the clocks of a relay", PLAYS, ("pause",), _clock, told=False),
    ActName("go_on"): Act("start them again", PLAYS, ("go_on",), _clock, told=False),
}
"""By name, in the order in which a state tells them."""
AGREED = tuple(name for name, act in ACTS.items() if act.agreed)
"""What people agree upon: it is offered, accepted and declined."""


def refused(name: str, now: Situation) -> Refusal:
    """Why a page may not do this now; empty if it may."""
    act = ACTS[ActName(name)]
    if (act.who == PLAYS and not now.you) or (act.who == "whoever has a key of this table" and not now.known):
        return "web.table.watching"
    return act.against(now)


def offered(now: Situation) -> dict[ActName, bool]:
    """What a state says that a page may do."""
    return dict(_offered(now))


@lru_cache(1024)
def _offered(now: Situation) -> dict[ActName, bool]:
    """The same for everybody who is in the same situation, and there are not many."""
    return {name: not refused(name, now) and act.offered(now) for name, act in ACTS.items() if act.told}
