"""The match: one gate, undo, endings, and a clock."""

import random
from typing import Any

import pytest

from pavage.clock import parse_control
from pavage.game import CHANCE, Game, IllegalMove, Move, Outcome, Position, Refusal, winner_takes_all
from pavage.games.hex import Hex
from pavage.games.polygo import PolyGo
from pavage.match import Match, MatchError, Played
from pavage.table import Chair, Table, draw_lots, new_table, turned, winner_of
from pavage.tiling import tiling


class Race(Game[Position]):
    """Two runners and a die: the board counts steps, buttons are the faces and one to run. For tests only."""

    name = "race"
    buttons = ("one", "two", "run")

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling("S4x1")

    def start(self) -> Position:
        return Position(bytes([0, 0, 0, 0]), CHANCE)

    def moves(self, position: Position) -> list[Move]:
        if self.outcome(position):
            return []
        return [(4,), (5,)] if position.turn == CHANCE else [(6,)]

    def play(self, position: Position, move: Move) -> Position:
        a, b, mover, die = position.board
        if position.turn == CHANCE:
            return Position(bytes([a, b, mover, move[0] - 3]), mover)
        steps = [a, b]
        steps[mover] += die
        return Position(bytes([*steps, 1 - mover, 0]), CHANCE)

    def outcome(self, position: Position) -> Outcome | None:
        for seat in (0, 1):
            if position.board[seat] >= 5:
                return Outcome(winner_takes_all(2, seat), "there")
        return None


def say(match: Match, text: str, now: float | None = None) -> None:
    for word in text.split():
        match.play(match.game.read(match.position, word), now)


def test_a_refused_move_changes_nothing() -> None:
    match = Match(Hex(size=3))
    say(match, "b2")
    before = list(match.positions)
    for move in [(4,), (77,), (), (-3,), (1, 2)]:
        with pytest.raises(IllegalMove) as caught:
            match.play(move)
        assert caught.value.refusal.key in ("taken", "not_a_move")
    assert match.positions == before and len(match.played) == 1


def test_nothing_can_be_played_after_the_end() -> None:
    match = Match(Hex(size=2, swap="none"))
    say(match, "b1 a1 a2")
    assert match.outcome.reason == "connection"
    with pytest.raises(IllegalMove) as caught:
        match.play((3,))
    assert caught.value.refusal.key == "over"
    for forbidden in (lambda: match.resign(0), lambda: match.agree_to_draw(1)):
        with pytest.raises(MatchError, match="over"):
            forbidden()


def test_undo_goes_back_one_and_reopens_an_ended_match() -> None:
    match = Match(Hex(size=2, swap="none"))
    say(match, "b1 a1 a2")
    match.undo()
    assert match.outcome is None and [p.text for p in match.played] == ["b1", "a1"]
    match.undo()
    match.undo()
    with pytest.raises(MatchError, match="nothing_to_undo"):
        match.undo()
    assert match.position == match.game.start()


def test_resignation() -> None:
    match = Match(Hex(size=3))
    say(match, "a1")
    match.resign(1)
    assert match.outcome == Outcome((1.0, 0.0), "resignation")
    with pytest.raises(IllegalMove):
        match.play((4,))


def test_a_draw_needs_everybody_and_moving_on_declines_it() -> None:
    match = Match(Hex(size=3))
    assert match.agree_to_draw(0) is False
    say(match, "a1")
    assert match.draw_offered_by == {0}, "the one who offered may move; the offer stands"
    say(match, "b1")
    assert match.draw_offered_by == frozenset(), "the other moved on"
    match.agree_to_draw(1)
    match.decline_draw()
    assert match.draw_offered_by == frozenset()
    match.agree_to_draw(1)
    assert match.agree_to_draw(0) is True
    assert match.outcome == Outcome((0.5, 0.5), "agreement")


def test_time_runs_and_ends_the_match() -> None:
    match = Match(Hex(size=3), parse_control("10s"), now=0)
    say(match, "a1", now=4)
    assert match.clock.remaining(0, 100) == (6, 0)
    assert match.played[0].seconds == 4
    assert match.flag(13.9) is False
    with pytest.raises(IllegalMove) as caught:
        match.play((5,), now=14.5)
    assert caught.value.refusal.key == "out_of_time"
    assert match.outcome == Outcome((1.0, 0.0), "time")
    assert match.clock.running is None


def test_a_pause_charges_nobody() -> None:
    match = Match(Hex(size=3), parse_control("10s"), now=0)
    match.pause(2)
    match.resume(1000)
    say(match, "a1", now=1003)
    assert match.clock.remaining(0, 9999)[0] == pytest.approx(5)


def test_the_clock_stops_at_the_end() -> None:
    match = Match(Hex(size=2, swap="none"), parse_control("10s"), now=0)
    for second, name in enumerate(["b1", "a1", "a2"], 1):
        say(match, name, now=second)
    assert match.clock.running is None and not match.flag(10**6)


def test_dice_that_were_rolled_stay_rolled() -> None:
    """Undo gives the decision back, never a new roll."""
    for seed in range(20):
        table = Table(Match(Race()), [Chair("a"), Chair("b")], random.Random(seed))
        for _ in range(2):
            table.play((6,))
        rolls = [p.move for p in table.match.played if p.seat == CHANCE]
        table.undo()
        table.undo()
        assert table.match.turn == 0
        for _ in range(2):
            table.play((6,))
        assert [p.move for p in table.match.played if p.seat == CHANCE] == rolls


def test_undo_at_a_table_goes_back_to_a_persons_decision() -> None:
    table = new_table(Hex(size=3), [Chair("Claire"), Chair("easy", "easy")])
    with pytest.raises(MatchError):
        table.undo()
    say(table.match, "a1 b2 c1 c2")
    table.undo()
    assert [p.text for p in table.match.played] == ["a1", "b2"]
    table.undo()
    assert not table.match.played


def test_a_computer_that_began_keeps_its_first_move() -> None:
    table = new_table(Hex(size=3), [Chair("easy", "easy"), Chair("Claire")])
    say(table.match, "a1")
    with pytest.raises(MatchError, match="nothing_to_undo"):
        table.undo()
    assert [p.text for p in table.match.played] == ["a1"]
    say(table.match, "b2 c3")
    table.undo()
    assert [p.text for p in table.match.played] == ["a1"]


def test_lots_and_series() -> None:
    people: list[Any] = [Chair("a"), Chair("b"), Chair("c")]
    orders = {tuple(c.name for c in draw_lots(people, random.Random(seed))) for seed in range(100)}
    assert len(orders) == 6, "every order can be drawn"
    assert [c.name for c in turned(people)] == ["b", "c", "a"]
    assert turned(people, 3) == people


def test_winner_of() -> None:
    match = Match(Hex(size=3))
    assert winner_of(match) is None
    match.resign(0)
    assert winner_of(match) == 1
    drawn = Match(Hex(size=3))
    drawn.agree_to_draw(0)
    drawn.agree_to_draw(1)
    assert winner_of(drawn) is None


# --- what is kept of a move, and what a record needs to give it back


def test_what_was_refused_is_quoted_site_by_site() -> None:
    match = Match(Hex(size=3))
    for move, quoted in (((0, 77), "a1-?77"), ((-1,), "?-1"), ((9, 10), "swap-?10"), ((), "")):
        with pytest.raises(IllegalMove) as caught:
            match.play(move)
        assert caught.value.text == quoted
    say(match, "b2")
    with pytest.raises(IllegalMove) as caught:
        say(match, "b2")
    assert caught.value.text == "b2"
    match.resign(0)
    with pytest.raises(IllegalMove) as caught:
        say(match, "c3")
    assert (caught.value.text, caught.value.refusal) == ("c3", Refusal("over"))


def test_a_move_that_comes_too_late_is_quoted_and_not_made() -> None:
    match = Match(Hex(size=3), parse_control("10s"), now=0)
    with pytest.raises(IllegalMove) as caught:
        say(match, "b2", now=11)
    assert (caught.value.text, caught.value.refusal) == ("b2", Refusal("out_of_time"))
    assert not match.played and match.outcome == Outcome((0.0, 1.0), "time")


def test_a_new_match() -> None:
    match = Match(Hex(size=3))
    assert (match.comment, match.set_up, match.ending, match.clock) == ("", False, None, None)
    assert match.draw_offered_by == frozenset() and match.roll_again() is None
    start = Hex(size=3).setup("red:a1 turn:2")
    made_by_hand = Match(Hex(size=3), start=start)
    assert made_by_hand.set_up and made_by_hand.position == start and made_by_hand.turn == 1
    late = Match(Hex(size=3), parse_control("10s"), now=1000)
    assert late.clock.deadline() == 1010, "the first player's time runs from the beginning"


def test_seconds_are_kept_to_the_thousandth_and_are_never_negative() -> None:
    match = Match(Hex(size=3), now=100)
    say(match, "a1", now=101.23456)
    say(match, "b1", now=90)
    say(match, "c1")
    assert [played.seconds for played in match.played] == [1.235, 0, None]
    assert match.played[0] == Played((0,), 0, "a1", 1.235, "")


def test_a_record_charges_what_was_spent_and_nobody_loses_on_time_again() -> None:
    match = Match(Hex(size=3), parse_control("10s"), now=50)
    assert match.play((0,), spent=4) is match.position
    match.play((1,), spent=3)
    assert match.clock.left == (6, 7)
    match.play((2,), now=9999, spent=60)
    assert match.outcome is None and [played.seconds for played in match.played] == [4, 3, 60]
    assert match.clock.left == (0, 7) and match.clock.since == 50 + 4 + 3 + 60
    untimed = Match(Hex(size=3))
    untimed.play((0,), spent=2.5)
    assert untimed.played[0].seconds == 2.5


def test_comments_belong_to_the_last_move() -> None:
    match = Match(Hex(size=3))
    match.say("before")
    say(match, "a1 b1")
    match.say("a reply")
    assert match.comment == "before" and [played.comment for played in match.played] == ["", "a reply"]
    assert match.played[1].text == "b1"


def test_a_copy_goes_on_alone() -> None:
    match = Match(Race())
    match.play((4,))
    match.play((6,))
    other = match.copy()
    other.play((5,))
    other.undo()
    other.say("other")
    assert len(match.played) == 2 and len(match.positions) == 3 and match.roll_again() is None
    assert other.game is match.game and len(other.played) == 1
    match.play((5,))
    assert other.roll_again() is None and match.turn == 1


# --- dice


def test_a_roll_takes_no_time_and_is_asked_of_nobody() -> None:
    match = Match(Race(), parse_control("10s"), now=0)
    assert match.clock.running is None, "it is chance's turn"
    match.play((4,), now=3)
    assert match.played[0].seconds is None and match.clock.running == 0
    match.play((6,), now=5)
    assert match.played[1].seconds == 2 and match.clock.running is None
    assert match.clock.left == (8, 10)


def test_the_same_roll_comes_again_after_undo_and_only_then() -> None:
    match = Match(Race())
    for move in ((4,), (6,), (5,), (6,), (4,)):
        match.play(move)
    match.undo()
    assert match.turn == 1 and match.roll_again() is None, "a decision, not a roll, is next"
    match.undo()
    assert match.turn == 0 and len(match.played) == 1
    match.play((6,))
    assert match.roll_again() == (5,)
    match.play((5,))
    match.play((6,))
    assert match.roll_again() == (4,), "those further on were kept too, in their order"
    match.play((5,))
    assert match._rolled == [], "another roll than the one before: what followed is no longer true"


def test_only_decisions_are_undone() -> None:
    match = Match(Race())
    match.play((4,))
    with pytest.raises(MatchError) as caught:
        match.undo()
    assert caught.value.key == str(caught.value) == "nothing_to_undo" and len(match.played) == 1


# --- endings


def test_draws_are_offered_by_decisions_not_by_dice() -> None:
    match = Match(Race())
    match.agree_to_draw(1)
    match.play((4,))
    assert match.draw_offered_by == {1}, "a roll is no answer"
    match.play((6,))
    assert match.draw_offered_by == frozenset(), "a move is"


def test_undo_takes_back_an_offer_and_a_resignation() -> None:
    match = Match(Hex(size=3))
    say(match, "a1")
    match.agree_to_draw(0)
    match.resign(0)
    match.undo()
    assert match.outcome is None and match.draw_offered_by == frozenset() and not match.played


def test_who_forfeits_loses_without_having_resigned() -> None:
    match = Match(Hex(size=3))
    match.forfeit(0)
    assert match.outcome == Outcome((0.0, 1.0), "forfeit")
    with pytest.raises(MatchError, match="over"):
        match.forfeit(1)


class Alone(Race):
    players = 1


class Three(Race):
    """It does not say what leaving means."""

    players = 3


def test_without_one_of_several_the_others_share() -> None:
    three, alone = Match(Three()), Match(Alone())
    three.resign(1)
    assert three.outcome.returns == (0.5, 0, 0.5)
    with pytest.raises(MatchError, match="alone"):
        alone.agree_to_draw(0)
    alone.resign(0)
    assert alone.outcome.returns == (0.0,)


def test_all_three_must_agree_to_share() -> None:
    match = Match(PolyGo(players=3))
    assert [match.agree_to_draw(seat) for seat in (0, 2, 1)] == [False, False, True]
    assert match.outcome == Outcome((1 / 3, 1 / 3, 1 / 3), "agreement")


# --- time


def test_an_ending_stops_the_clock_when_it_is_told_when() -> None:
    match = Match(Hex(size=3), parse_control("10s"), now=0)
    match.resign(0, now=4)
    assert match.clock.running is None and match.clock.left == (6, 10)
    untold = Match(Hex(size=3), parse_control("10s"), now=0)
    untold.agree_to_draw(0)
    untold.agree_to_draw(1)
    assert untold.clock.running == 0
    agreed = Match(Hex(size=3), parse_control("10s"), now=0)
    agreed.agree_to_draw(0, now=1)
    agreed.agree_to_draw(1, now=3)
    assert agreed.clock.left == (7, 10)
    forfeited = Match(Hex(size=3), parse_control("10s"), now=0)
    forfeited.forfeit(1, now=5)
    assert forfeited.clock.left == (5, 10) and not forfeited.flag(99)


def test_nobody_is_flagged_without_a_clock() -> None:
    match = Match(Hex(size=3))
    assert match.flag(1e9) is False and match.outcome is None
    match.pause(3)
    match.resume(5)
    assert match.clock is None


def test_undo_gives_the_running_time_to_whoever_decides_again() -> None:
    match = Match(Hex(size=3), parse_control("10s+2s"), now=0)
    say(match, "a1", now=4)
    match.undo(now=5)
    assert match.clock.running == 0 and match.clock.since == 5
    say(match, "a1", now=6)
    assert match.played[0].seconds == 1


def test_a_pause_gives_no_increment() -> None:
    match = Match(Hex(size=3), parse_control("10s+5s"), now=0)
    match.pause(2)
    assert match.clock.running is None and match.clock.left == (8, 10)
    match.resume(100)
    assert match.clock.running == 0 and match.clock.left == (8, 10)
    say(match, "a1", now=101)
    assert match.clock.left == (12, 10) and match.played[0].seconds == 1
    match.resume(300)
    assert match.clock.left == (12, 10) and match.clock.running == 1, "nor does one that was not begun"
