"""How a match ended, in one sentence for the people who read it: who won first, then how."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from pavage.game import Outcome, Seat
from pavage.match import Match
from pavage.phrase import Phrase
from pavage.players.levels import COMPUTERS
from pavage.scene import OUTSIDE_THE_RULES, colour_of
from pavage.table import Chair
from pavage.words import Words

ONE_LEFT = frozenset(("resignation", "time", "forfeit"))
"""Reasons for which one seat lost the match by leaving it."""


def ending(
    match: Match, result: Phrase, words: Words, you: Collection[Seat], name: Callable[[Seat], str]
) -> str:
    """Return who won and how: "You won: Ada resigned."

    `result` is the sentence of the scene, which speaks of colours; `you` are the seats of the reader, none
    for a spectator; `name` returns what a seat is called at the beginning of a sentence.
    """
    outcome = match.outcome
    assert outcome is not None
    if match.game.players == 1:
        alone = outcome.reason in OUTSIDE_THE_RULES and result.key.startswith("result.")
        return words(f"ending.alone.{outcome.reason}" if alone else result)
    winners = winners_of(outcome)
    mine = set(you)
    won, lost = bool(mine) and mine <= set(winners), bool(mine) and mine.isdisjoint(winners)
    if len(winners) == match.game.players or (result.key == "result.draw" and not lost):
        return words(result)
    how = _how(match, result, words, you, name)
    if how is None:  # a game that only has whole sentences
        who = "ending.i_won" if won else "ending.i_lost" if lost else ""
        return f"{words(who)} {words(result)}" if who else words(result)
    others = listed([name(seat) for seat in winners if seat not in mine], words)
    if won:
        return words("ending.you_share" if others else "ending.you_won", others=others, how=how)
    if lost and match.game.players == 2:
        return words("ending.you_lost", how=how)
    all_winners = listed([name(seat) for seat in winners], words)
    told = words("ending.won" if len(winners) == 1 else "ending.share", name=all_winners, how=how)
    return f"{words('ending.i_lost')} {told}" if lost else told


def winners_of(outcome: Outcome) -> list[Seat]:
    """The seats with the largest share."""
    best = max(outcome.returns)
    return [seat for seat, share in enumerate(outcome.returns) if share == best]


def who_left(match: Match) -> Seat | None:
    """The seat whose leaving ended the match; None if it ended otherwise, or that is not known."""
    outcome = match.outcome
    if outcome is None or outcome.reason not in ONE_LEFT:
        return None
    losers = set(match.seats_in).difference(winners_of(outcome))
    return losers.pop() if len(losers) == 1 else None


def listed(names: Sequence[str], words: Words) -> str:
    """Several names as one, with a word before the last; empty without names."""
    if len(names) < 2:
        return "".join(names)
    first, *rest = names
    return words("list.last" if len(rest) == 1 else "list.more", first=first, rest=listed(rest, words))


def seat_name(match: Match, chairs: Sequence[Chair], seat: Seat, words: Words, otherwise: str) -> str:
    """What a seat is called in the sentence of the end: a person without a name by the colour."""
    chair = chairs[seat]
    if not chair.is_computer:
        return chair.name or words(f"colour.{colour_of(match.game, match.position, seat)}")
    unnamed = chair.level in COMPUTERS and chair.name in ("", chair.level)
    if unnamed and sum(other.is_computer for other in chairs) == 1:
        return words("web.the_computer")
    return otherwise


def _how(
    match: Match, result: Phrase, words: Words, you: Collection[Seat], name: Callable[[Seat], str]
) -> str | None:
    """How it ended, as a part of a sentence; None where the game has no words for that."""
    outcome = match.outcome
    assert outcome is not None
    if outcome.reason in ONE_LEFT:
        left = who_left(match)
        if left is None:
            return words("ending.others_left")
        if list(you) == [left]:
            return words(f"ending.you_left.{outcome.reason}")
        return _within(words(f"ending.left.{outcome.reason}", name=name(left)), words)
    if outcome.reason in OUTSIDE_THE_RULES:
        return words(f"reason.{outcome.reason}")
    # A sentence that names several winners already has the reason as a part of its own.
    for key, value in result.values:
        if key == "reason" and isinstance(value, Phrase):
            return words(value)
    # The scene may know more of it than the reason says.
    game = match.game.name
    closer = result.key.removeprefix(f"{game}.result.")
    keys = [f"{game}.reason.{closer}", f"{game}.reason.{outcome.reason}"]
    found = next((key for key in keys if words.has(key)), None)
    return None if found is None else words(Phrase(found, result.values))


def _within(clause: str, words: Words) -> str:
    """The same after a colon, where "The computer" is no longer the beginning."""
    computer = words("web.the_computer")
    return clause[:1].lower() + clause[1:] if clause.startswith(computer) else clause
