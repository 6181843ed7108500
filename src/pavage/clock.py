"""Clocks that are told the time: they never ask for it, so hours are tested in microseconds."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from pavage.game import Seat
from pavage.phrase import PhrasedError

UNITS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0}
_DURATION = r"(?:\d{1,9}(?:\.\d{1,3})?[dhms])+"
_CONTROL = re.compile(
    rf"(?P<move>{_DURATION})/move"
    rf"|(?P<main>{_DURATION})(?:\+(?:(?P<periods>\d{{1,3}})x(?P<period>{_DURATION})|(?P<increment>{_DURATION})))?",
    re.ASCII,
)
LONGEST = 366 * 86400.0
"""Seconds: no part of a control is longer."""


class BadTime(PhrasedError, ValueError):
    """A time control that cannot be read."""

    def __init__(self, text: str) -> None:
        right = "write 10m, 10m+5s, 10m+3x30s or 3d/move"
        super().__init__(f"cannot read the time control {text!r}: {right}", "bad_time", text=text)
        self.text = text


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the players have, in seconds.

    Sudden death is `main` alone; Fischer adds `increment` after each move; byo-yomi gives `periods` of
    `period` seconds after the main time, of which one is used up whenever a move takes longer;
    correspondence gives `per_move` for every move.
    """

    main: float = 0.0
    increment: float = 0.0
    periods: int = 0
    period: float = 0.0
    per_move: float = 0.0

    def __str__(self) -> str:
        if self.per_move:
            return f"{duration(self.per_move)}/move"
        if self.periods:
            return f"{duration(self.main)}+{self.periods}x{duration(self.period)}"
        return duration(self.main) + (f"+{duration(self.increment)}" if self.increment else "")


def parse_control(text: str) -> TimeControl:
    """A time control from `10m` (sudden death), `10m+5s` (Fischer), `10m+3x30s` (byo-yomi), `3d/move`."""
    match = _CONTROL.fullmatch(text.strip().lower().replace(" ", ""))
    if match is None:
        raise BadTime(text)
    move, main, periods, period, increment = (
        match[name] for name in ("move", "main", "periods", "period", "increment")
    )
    control = TimeControl(
        _seconds(main), _seconds(increment), int(periods or 0), _seconds(period), _seconds(move)
    )
    longest = max(control.main, control.increment, control.period, control.per_move)
    periods_run_out = bool(control.periods) != bool(control.period)
    if max(control.main, control.per_move, control.period) <= 0 or longest > LONGEST or periods_run_out:
        raise BadTime(text)
    return control


def _seconds(text: str | None) -> float:
    parts = re.findall(r"([\d.]+)([dhms])", text or "")
    return round(math.fsum(float(number) * UNITS[unit] for number, unit in parts), 3)


def duration(seconds: float) -> str:
    """Seconds as `parse_control` reads them, to the thousandth: 5400 is 1h30m."""
    parts: list[str] = []
    rest = round(seconds * 1000)
    for unit, length in UNITS.items():
        count, rest = divmod(rest, round(length * 1000))
        if unit == "s" and (count or rest or not parts):
            parts.append(f"{count + rest / 1000:g}s")
        elif count:
            parts.append(f"{count}{unit}")
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Clock:
    """What each seat has left, and whose time runs since when. Every change gives a new clock."""

    control: TimeControl
    left: tuple[float, ...]
    periods: tuple[int, ...]
    running: Seat | None = None
    since: float = 0.0

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> Clock:
        return cls(control, (control.per_move or control.main,) * seats, (control.periods,) * seats)

    def start(self, seat: Seat | None, now: float) -> Clock:
        """The time of this seat runs from now; of nobody's if None."""
        return replace(self, running=seat, since=now)

    def stop(self, now: float) -> Clock:
        """Nobody's time runs; what was used is used, but no increment or new period is given."""
        if self.running is None:
            return self
        left, periods = self._after(self.running, now - self.since)
        return replace(self._with(self.running, left, periods), running=None)

    def press(self, following: Seat | None, now: float) -> Clock:
        """The running seat has moved; the time of the following seat runs."""
        if self.running is None:
            return self.start(following, now)
        left, periods = self._after(self.running, now - self.since)
        left = self.control.per_move or left + self.control.increment
        return self._with(self.running, left, periods).start(following, now)

    def remaining(self, seat: Seat, now: float) -> tuple[float, int]:
        """Seconds left (in byo-yomi, of the current period) and periods left."""
        left, periods = self.left[seat], self.periods[seat]
        if seat == self.running:
            used = now - self.since
            if self.control.periods and used > left:
                over = used - left
                lost = max(0, math.ceil(over / self.control.period) - 1)
                if lost >= periods:
                    return 0.0, 0
                return (lost + 1) * self.control.period - over, periods - lost
            left = max(0.0, left - used)
        return left, periods

    def deadline(self) -> float | None:
        """When the running seat loses on time."""
        if self.running is None:
            return None
        return self.since + self.left[self.running] + self.periods[self.running] * self.control.period

    def flagged(self, now: float) -> Seat | None:
        """The seat whose time is over."""
        deadline = self.deadline()
        return self.running if deadline is not None and now > deadline else None

    def _after(self, seat: Seat, used: float) -> tuple[float, int]:
        left, periods = self.left[seat], self.periods[seat]
        if used <= left or not self.control.periods:
            return max(0.0, left - used), periods
        return 0.0, max(0, periods - max(0, math.ceil((used - left) / self.control.period) - 1))

    def _with(self, seat: Seat, left: float, periods: int) -> Clock:
        return replace(
            self,
            left=(*self.left[:seat], left, *self.left[seat + 1 :]),
            periods=(*self.periods[:seat], periods, *self.periods[seat + 1 :]),
        )
