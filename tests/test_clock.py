"""Clocks are told the time: hours pass here without waiting."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pavage.clock import BadTime, Clock, TimeControl, duration, parse_control
from pavage.phrase import Phrase


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10m", TimeControl(main=600)),
        ("90s", TimeControl(main=90)),
        ("1h30m", TimeControl(main=5400)),
        ("10m+5s", TimeControl(main=600, increment=5)),
        ("10m+3x30s", TimeControl(main=600, periods=3, period=30)),
        ("3d/move", TimeControl(per_move=259_200)),
        (" 10M + 5S ", TimeControl(main=600, increment=5)),
        ("0s+5x10s", TimeControl(main=0, periods=5, period=10)),
        ("0.5s", TimeControl(main=0.5)),
    ],
)
def test_controls_are_read(text: str, control: TimeControl) -> None:
    assert parse_control(text) == control
    assert parse_control(str(control)) == control


@pytest.mark.parametrize(
    "text",
    [
        *("", "10", "m", "10m+", "10m+3x", "3x30s", "-5m", "0s", "1e9d", "10m/move+5s", "nan"),
        # Periods without an end, digits of other scripts, more digits than anybody needs.
        *("10m+3x0s", "5s+0x9s", "٣m", "0.0001s", "1s+400d"),
        *("9" * 5000 + "s", "1m+" + "9" * 5000 + "x1s"),
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BadTime) as caught:
        parse_control(text)
    assert caught.value.text == text and f"{text!r}: write 10m" in str(caught.value)


def test_the_refusal_can_be_said_in_any_language() -> None:
    with pytest.raises(BadTime) as caught:
        parse_control("soon")
    assert caught.value.phrase == Phrase("bad_time", (("text", "soon"),))


def test_a_year_is_the_longest_time() -> None:
    assert parse_control("366d").main == 366 * 24 * 3600
    for longer in ("366d1s", "367d", "1m+3x367d", "367d/move"):
        with pytest.raises(BadTime):
            parse_control(longer)


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 999))
def test_durations_round_trip(seconds: int, thousandths: int) -> None:
    total = seconds + thousandths / 1000
    if total:
        assert parse_control(duration(total)).main == pytest.approx(total)


@pytest.mark.parametrize("text", ["0.7d", "0.001s", "0.1h0.001s", "59.999s", "365d23h59m59.999s", "1s+0.3m"])
def test_what_a_control_writes_reads_the_same(text: str) -> None:
    control = parse_control(text)
    assert parse_control(str(control)) == control


def test_durations_are_written_without_zeros() -> None:
    written = {5400: "1h30m", 0: "0s", 0.5: "0.5s", 90_061: "1d1h1m1s", 3600: "1h", 86_401.25: "1d1.25s"}
    assert {seconds: duration(seconds) for seconds in written} == written
    assert str(TimeControl(main=600)) == "10m"


def test_sudden_death() -> None:
    clock = Clock.new(parse_control("60s"), 2).start(0, 100)
    clock = clock.press(1, 140)
    assert clock.remaining(0, 140) == (20, 0)
    clock = clock.press(0, 150)
    assert clock.remaining(1, 999) == (50, 0)
    assert clock.deadline() == 170
    assert clock.flagged(170) is None
    assert clock.flagged(170.001) == 0
    assert clock.remaining(0, 500) == (0, 0)


def test_fischer_adds_after_the_move() -> None:
    clock = Clock.new(parse_control("60s+5s"), 2).start(0, 0)
    for move in range(1, 11):
        clock = clock.press(move % 2, move * 2.0)
    assert clock.left == (60 + 5 * 3, 60 + 5 * 3)


def test_byo_yomi_uses_up_a_period_only_when_a_move_takes_longer() -> None:
    clock = Clock.new(parse_control("10s+3x30s"), 2).start(0, 0)
    assert clock.deadline() == 100
    clock = clock.press(1, 40)  # ten of main time, thirty of the first period: nothing lost
    assert clock.remaining(0, 40) == (0, 3)
    clock = clock.press(0, 41)
    assert clock.remaining(0, 41 + 29) == (1, 3)
    assert clock.remaining(0, 41 + 31) == (29, 2)
    clock = clock.press(1, 41 + 31)
    assert clock.remaining(0, 72) == (0, 2)
    clock = clock.press(0, 72)
    assert clock.deadline() == 72 + 60
    assert clock.flagged(132.5) == 0


def test_main_time_counts_down_before_the_first_period_does() -> None:
    clock = Clock.new(parse_control("10s+3x30s"), 2).start(1, 1000)
    assert clock.remaining(1, 1010) == (0, 3)
    assert clock.remaining(1, 1015) == (25, 3)
    assert clock.remaining(1, 1040) == (0, 3), "a period is lost only when it is over"
    assert clock.remaining(1, 1075) == (25, 1)
    assert clock.remaining(1, 1101) == (0, 0) == clock.remaining(1, 5000)


def test_whoever_moves_too_late_has_nothing_left_and_owes_nothing() -> None:
    """A record may tell of such moves: what is left never becomes negative."""
    for stopped in (Clock.stop, lambda clock, now: clock.press(1, now)):
        assert stopped(Clock.new(parse_control("60s"), 2).start(0, 500), 700).left == (0, 60)
        byo_yomi = stopped(Clock.new(parse_control("10s+3x30s"), 2).start(0, 500), 700)
        assert (byo_yomi.left, byo_yomi.periods) == ((0, 10), (0, 3))


def test_ten_periods_of_byo_yomi() -> None:
    clock = Clock.new(parse_control("1m+10x10s"), 1).start(0, 0)
    now = 60.0
    clock = clock.press(0, now)
    for lost in range(1, 10):
        now += 15
        clock = clock.press(0, now)
        assert clock.periods == (10 - lost,)
    assert clock.flagged(now + 9.9) is None
    assert clock.flagged(now + 10.1) == 0


def test_correspondence_begins_anew_with_each_move() -> None:
    clock = Clock.new(parse_control("3d/move"), 2).start(0, 0)
    clock = clock.press(1, 200_000).press(0, 300_000)
    assert clock.remaining(0, 300_000) == (259_200, 0)
    assert clock.flagged(300_000 + 259_201) == 0


def test_a_stopped_clock_charges_nobody_and_gives_nothing() -> None:
    clock = Clock.new(parse_control("60s+5s"), 2).start(0, 0).stop(10)
    assert clock.left == (50, 60) and clock.running is None and clock.deadline() is None
    assert clock.stop(99) == clock
    assert clock.start(0, 1000).remaining(0, 1001) == (49, 0)
    assert clock.start(0, 1000).stop(1003).left == (47, 60)


@settings(deadline=None)
@given(
    st.lists(st.floats(0, 200, allow_nan=False), max_size=30),
    st.sampled_from(["60s", "60s+5s", "60s+3x30s", "1d/move"]),
)
def test_time_never_comes_back_while_waiting_and_ends_once(waits: list[float], text: str) -> None:
    clock = Clock.new(parse_control(text), 2).start(0, 0.0)
    now = 0.0
    for number, wait in enumerate(waits):
        seat = number % 2
        early, late = whole_time(clock, seat, now + wait / 2), whole_time(clock, seat, now + wait)
        assert 0 <= late <= early
        now += wait
        if clock.flagged(now) is not None:
            assert clock.flagged(now) == seat and late == 0
            return
        clock = clock.press(1 - seat, now)


def whole_time(clock: Clock, seat: int, now: float) -> float:
    """All the seconds a running seat has left: main time, the current period and those after it."""
    left, periods = clock.remaining(seat, now)
    in_main_time = now - clock.since <= clock.left[seat]
    return left + clock.control.period * (periods if in_main_time else max(0, periods - 1))
