"""Who may do what at a table. All questions are answered from the story and the seats of a page."""

from __future__ import annotations

from collections.abc import Collection

from pavage.game import Seat
from pavage.match import MatchError
from pavage.server.seating import resigning
from pavage.server.story import ASKED, Story

Seats = Collection[Seat]


def all_people(story: Story, you: Seats) -> bool:
    """Whether this page acts for everybody: then it need not ask anybody."""
    return bool(you) and set(story.people) <= set(you)


def may_be_helped(story: Story, you: Seats) -> bool:
    """Programs that a person carries moves for play alone."""
    return story.relay is None and all_people(story, you)


def may_analyse(story: Story, you: Seats) -> bool:
    """Whether a page may ask what positions are worth: nobody else plays, or the game is over."""
    return story.table.match.outcome is not None or may_be_helped(story, you)


def asked(story: Story, what: str, here: Seats) -> frozenset[Seat]:
    """The seats that must agree: for the next game those who are here, for all else everybody who came."""
    came = {seat for seat in story.people if not story.is_awaited(seat)}
    return frozenset(came & set(here) if what == "rematch" else came)


def answerable(story: Story, you: Seats, here: Seats) -> list[str]:
    """What others have asked and this page has not answered."""
    return [
        what
        for what, agreed in story.offers.items()
        if set(you) & asked(story, what, here) - agreed and not agreed <= set(you)
    ]


def must_be_asked(story: Story, you: Seats, here: Seats, what: str) -> str:
    """Which question an answer is about: the one it names, or the only one."""
    open_ones = answerable(story, you, here)
    if what in open_ones:
        return what
    if what or len(open_ones) != 1:
        raise MatchError("web.table.nothing_asked")
    return open_ones[0]


def must_be_possible(story: Story, what: str, you: Seats) -> None:
    """Nobody is asked for what cannot be done anyway."""
    match = story.table.match
    if story.recorded or (what == "rematch" and story.relay is not None):
        raise MatchError("over")
    if what == "undo" and not any(played.seat in you for played in match.played):
        raise MatchError("nothing_to_undo")
    if what == "rematch" and match.outcome is None:
        raise MatchError("web.not_over")
    if what == "draw":
        if match.outcome is not None:
            raise MatchError("over")
        if match.game.players == 1:
            raise MatchError("alone")
        if len(story.people) < match.game.players:
            raise MatchError("web.table.no_draw")


def acts(story: Story, you: Seats, here: Seats, known: bool) -> dict[str, bool]:
    """What a page may do now, apart from moves; `known` is a page that showed a key of this table."""
    match, chairs = story.table.match, story.table.chairs
    over = match.outcome is not None
    answers = bool(answerable(story, you, here))

    def possible(what: str) -> bool:
        try:
            must_be_possible(story, what, you)
        except MatchError:
            return False
        return bool(you)

    return {
        **{what: possible(what) for what in ASKED},
        "hint": not over and match.turn in you and may_be_helped(story, you),
        "analyse": may_analyse(story, you),
        "resign": resigning(story.table, you) is not None,
        "move_now": bool(you) and story.owes,
        "accept": answers,
        "decline": answers,
        "chat": bool(you),
        "leave_seat": bool(you) and not over and story.relay is None,
        "take_seat": known and any(chair.is_computer for chair in chairs),
    }
