"""The moments of a match: what is shown after a move, with what is still news to those who look."""

from __future__ import annotations

from collections.abc import Collection

from pavage.game import CHANCE, Move, Seat
from pavage.match import Match
from pavage.scene import Moment

MAX_EARLIER = 12
"""Moments since a viewer's last turn that are shown beside the present one."""


def moment_at(
    match: Match, ply: int, touched: Move = (), seats: Collection[Seat] = (), viewer: Seat | None = None
) -> Moment:
    """Return the moment after so many moves. Only the present one can be touched or be the end.

    `seats` are those that a page acts for: what happened since their last turn is in `earlier`.
    """
    present = ply == len(match.played)
    return Moment(
        match.positions[ply],
        match.played[ply - 1].move if ply else (),
        touched if present else (),
        match.outcome if present else None,
        viewer,
        match.positions[ply - 1] if ply else None,
        tuple(moment_at(match, past) for past in unseen(match, seats)) if present else (),
    )


def unseen(match: Match, seats: Collection[Seat]) -> list[int]:
    """Return the moments after the others' moves since one's own last turn, but for the last move.

    Where two play, the last move is all there is; watchers, who have no turn, are shown only that one.
    """
    if match.game.players < 3 or not seats:
        return []
    own = last_own(match, seats)
    first = 0 if own is None else own + 1
    while first < len(match.played) and match.played[first].seat == CHANCE:
        first += 1
    return [ply for ply in moments_after(match, first) if ply > first]


def moments_after(match: Match, ply: int) -> list[int]:
    """Return the moments from this one to the last but one. Dice are a part of the moment before them."""
    played = match.played
    return [each for each in range(ply, len(played)) if played[each].seat != CHANCE][-MAX_EARLIER:]


def last_own(match: Match, seats: Collection[Seat]) -> int | None:
    """Return the index of the last move of these seats: among several players, of the seat to move."""
    mine = {match.turn} if match.game.players > 2 and match.turn in seats else set(seats)
    return next((ply for ply in reversed(range(len(match.played))) if match.played[ply].seat in mine), None)
