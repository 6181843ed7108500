"""The match: one gate, undo, endings, and a clock."""

import random
from typing import Any

import pytest

from pavage.clock import parse_control
from pavage.game import CHANCE, Game, IllegalMove, Move, Outcome, Position, winner_takes_all
from pavage.games.hex import Hex
from pavage.match import Match, MatchError
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
