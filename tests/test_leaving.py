"""Seats leave a game of three or more, and the others go on: in the match, the record, on the clock."""

from __future__ import annotations

import random

import pytest
from conformance import check_leaving, made
from conftest import full
from ring import Ring

from pavage.clock import parse_control
from pavage.formats.record import BadRecord, Record, read_record, write_record
from pavage.game import CHANCE, Outcome
from pavage.games.hex import Hex
from pavage.games.hextra import Hextra
from pavage.match import Match, MatchError
from pavage.options import Numbers
from pavage.registry import games
from pavage.table import Chair, Table
from pavage.words import words


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Ring:
    """Our little game, also found by name."""
    registered = {**games(), "ring": Ring}
    monkeypatch.setattr("pavage.formats.record.games", lambda: registered)
    return Ring()


def say(match: Match, text: str, now: float | None = None) -> None:
    for word in text.split():
        match.play(match.game.read(match.position, word), now)


# --- the match


def test_the_others_go_on_when_one_of_three_leaves(ring: Ring) -> None:
    match = Match(ring)
    say(match, "even a1 odd")
    match.resign(1)
    assert match.outcome is None and match.turn == 2
    assert match.out == {1} and match.left == {1: "resignation"} and match.seats_in == (0, 2)
    entry = match.played[-1]
    assert (entry.move, entry.seat, entry.text, entry.reason) == ((), 1, "out:2", "resignation")
    say(match, "b1 even c1 even d1")
    assert [played.seat for played in match.played if played.move and played.seat != CHANCE] == [0, 2, 0, 2]


def test_a_seat_leaves_while_it_is_not_its_turn_or_chance_is_to_act(ring: Ring) -> None:
    match = Match(ring)
    match.resign(0)
    assert match.turn == CHANCE
    say(match, "odd")
    assert match.turn == 1
    other = Match(ring)
    say(other, "odd")
    other.forfeit(2)
    assert other.turn == 0 and other.left == {2: "forfeit"}


def test_the_last_of_two_to_leave_ends_the_game(ring: Ring) -> None:
    match = Match(ring)
    match.resign(0)
    match.resign(2)
    assert match.outcome == Outcome((0.0, 1.0, 0.0), "resignation")
    assert match.out == {0} and match.legal == []
    with pytest.raises(MatchError, match="over"):
        match.resign(1)


def test_nobody_leaves_twice(ring: Ring) -> None:
    match = Match(ring)
    match.resign(0)
    for again in (match.resign, match.forfeit, match.agree_to_draw):
        with pytest.raises(MatchError, match="seat_is_out"):
            again(0)


def test_where_a_game_cannot_go_on_the_seats_still_in_share() -> None:
    class Ends(Ring):
        def leave(self, position, seat):
            return None if position.out else super().leave(position, seat)

    match = Match(Ends(players=4))
    match.resign(3)
    match.resign(0)
    assert match.outcome == Outcome((0, 0.5, 0.5, 0), "resignation")


def test_undo_stops_where_a_seat_left(ring: Ring) -> None:
    match = Match(ring)
    say(match, "even a1 odd")
    match.resign(1)
    with pytest.raises(MatchError, match="nothing_to_undo"):
        match.undo()
    say(match, "b1 even")
    match.undo()
    assert match.turn == 2 and match.played[-1].text == "out:2"
    table = Table(match, [Chair("Ada"), Chair("Bo"), Chair("Cy")])
    with pytest.raises(MatchError, match="nothing_to_undo"):
        table.undo(seats=[0, 2])


def test_only_those_who_are_in_agree_to_a_draw(ring: Ring) -> None:
    match = Match(ring)
    match.offer_draw(0)
    match.resign(1)
    assert not match.draw_offered_by, "an offer does not outlive the game it was made in"
    assert [match.agree_to_draw(seat) for seat in (2, 0)] == [False, True]
    assert match.outcome == Outcome((0.5, 0.0, 0.5), "agreement")


def test_a_match_ends_as_before_seats_could_leave() -> None:
    match = Match(Ring())
    match.end_without(0, "time")
    assert match.outcome == Outcome((0, 0.5, 0.5), "time") and not match.out


def test_a_copy_is_not_changed_by_who_leaves(ring: Ring) -> None:
    match = Match(ring)
    other = match.copy()
    other.resign(0)
    assert not match.out and match.seats_in == (0, 1, 2) and other.out == {0}


# --- the clock


def test_the_clock_skips_who_is_out(ring: Ring) -> None:
    match = Match(ring, parse_control("10s+5s"), now=0)
    say(match, "even", now=0)
    assert match.clock.running == 0 and match.flag(10.5) is True
    assert match.outcome is None and match.left == {0: "time"} and match.turn == 1
    assert match.clock.running == 1 and match.clock.left == (0, 10, 10) and match.clock.since == 10.5
    assert match.played[-1].seconds == 10.5
    say(match, "a1", now=11.5)
    say(match, "odd", now=11.5)
    assert match.clock.running == 2 and match.clock.left == (0, 14, 10)


def test_the_clock_of_who_is_to_move_runs_on_when_another_leaves(ring: Ring) -> None:
    match = Match(ring, parse_control("10s+5s"), now=0)
    say(match, "even", now=0)
    match.resign(2, now=4)
    assert match.clock.running == 0 and match.clock.since == 0 and match.clock.left == (10, 10, 10)
    assert match.played[-1].seconds is None
    say(match, "a1", now=6)
    assert match.clock.left == (9, 10, 10) and match.played[-1].seconds == 6


# --- the table


def test_the_match_ends_when_the_last_person_leaves(ring: Ring) -> None:
    chairs = [Chair("Ada"), Chair("Bo"), Chair("", "easy"), Chair("", "easy")]
    table = Table(Match(Ring(players=4)), chairs, random.Random(1))
    table.leave(1)
    assert table.match.outcome is None
    table.leave(0)
    assert table.match.outcome == Outcome((0, 0, 0.5, 0.5), "resignation")


def test_computers_play_on_when_one_of_them_forfeits() -> None:
    table = Table(Match(Ring()), [Chair("", "easy")] * 3, random.Random(1))
    table.leave(0, "forfeit")
    assert table.match.outcome is None and table.match.turn == 1


def test_chance_acts_at_once_after_a_seat_left() -> None:
    class Rolls(Ring):
        def leave(self, position, seat):
            left = super().leave(position, seat)
            return left if position.turn == CHANCE else type(left)(left.board, CHANCE, left.mover, left.out)

    table = Table(Match(Rolls()), [Chair("Ada")] * 3, random.Random(1))
    rolls = table.leave(0)
    assert len(rolls) == 1 and table.match.turn == 1


# --- the record


def test_a_record_says_who_left_and_when(ring: Ring) -> None:
    match = Match(ring, parse_control("1m"), now=0)
    say(match, "even", now=0)
    say(match, "a1", now=2)
    say(match, "odd", now=2)
    match.resign(1, now=5.5)
    match.say("Good bye!")
    say(match, "b1 even c1", now=6)
    match.flag(100)
    text = write_record(Record(match))
    assert "even\na1 @2 odd out:2 @3.5 {Good bye!} b1 @0.5 even\nc1 @0" in text
    again = read_record(text)
    assert write_record(again) == text
    assert again.match.positions == match.positions and again.match.outcome == match.outcome
    assert again.match.out == {1}


@pytest.mark.parametrize(
    ("moves", "result", "sentence"),
    [
        ("out:4", "*", "Line 7: “out:4” cannot be played: This seat is no longer in the game."),
        ("out:2 out:2", "*", "Line 7: “out:2” cannot be played: This seat is no longer in the game."),
        ("out:2 out:1", "*", "“out:1” cannot be played: leaving ends the game here, so it stands in the"),
        ("out:0", "*", "out:0"),
        ("out:", "*", "out:"),
        ("out:2", "0.5 0.5 0 resignation", "0.5 0.5 0 resignation"),
    ],
)
def test_a_leaving_that_cannot_be_is_refused_in_one_line(ring, moves, result, sentence) -> None:
    text = f"pavage 1\ngame: ring\nrules: 1\noption players: 3\nresult: {result}\n\n{moves}\n"
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    for language in ("en", "fr"):
        line = words(language)(caught.value.phrase)
        assert "\n" not in line and "{" not in line
    assert sentence in words("en")(caught.value.phrase)


def test_nobody_leaves_a_game_of_two_in_a_record() -> None:
    with pytest.raises(BadRecord, match="illegal"):
        read_record("pavage 1\ngame: hex\nrules: 1\noption size: 3\nresult: *\n\nb2 out:1\n")
    with pytest.raises(BadRecord, match="illegal"):
        read_record(f"{write_record(Record(Match(Hex(size=3)))).replace('*', '0 1 resignation')}out:1\n")


def test_the_result_of_an_old_record_stands() -> None:
    text = write_record(Record(Match(Hextra(players=3)))).replace(
        "result: *", "result: 0.5 0 0.5 resignation"
    )
    assert read_record(text).match.outcome == Outcome((0.5, 0, 0.5), "resignation")


# --- all games


def with_three_or_more() -> list[tuple[str, int]]:
    """Each game for each number of players from three."""
    found = []
    for name, kind in games().items():
        option = next(option for option in kind.declared if option.name == "players")
        numbers = option.numbers if isinstance(option, Numbers) else range(option.low, option.high + 1)
        found += [(name, number) for number in numbers if number > 2]
    return found


@pytest.mark.parametrize(("name", "players"), with_three_or_more())
def test_whoever_leaves_and_whenever_the_game_ends_and_those_who_stayed_share(name, players) -> None:
    game = made(games()[name], {"players": players})
    for seed in range(max(1, full(40))):
        check_leaving(game, random.Random(f"{name} {players} {seed}"))
