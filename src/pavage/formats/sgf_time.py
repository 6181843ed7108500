"""Time in SGF: TM and OT for the control, BL and WL for what is left; our own SPENT for what a move took."""

from __future__ import annotations

import re

from pavage.clock import BadTime, TimeControl, parse_control
from pavage.formats.sgf import Node

LABELS = "BW"


class Clocks:
    """What each player had left, to know what a move took."""

    def __init__(self, root: Node, control: TimeControl | None) -> None:
        self.control = control
        self.capped = "capped" in root.simple("OT").lower()
        self.left: dict[int, float] = {}
        self.swapped = False

    def spent(self, node: Node, colour: int, swaps: bool) -> float | None:
        person = colour ^ self.swapped
        self.swapped ^= swaps
        exact = _real(node.simple("SPENT"))
        now = _real(node.simple(LABELS[colour] + "L"))
        before = self.left.get(person, self.control.main if self.control else None)
        if now is not None:
            self.left[person] = now
        if exact is not None:
            return exact
        if now is None or before is None or (self.control and self.control.periods and not now):
            return None
        if self.capped and self.control and now >= self.control.main:
            return None  # the clock was full again, however long that took
        spent = round(before + (self.control.increment if self.control else 0) - now, 3)
        return spent if spent >= 0 else None


def _real(text: str) -> float | None:
    found = re.fullmatch(r"\+?(\d{1,9}(?:\.\d{1,6})?)\d*", text, re.ASCII)
    return float(found[1]) if found else None


def read_control(root: Node) -> TimeControl | None:
    """TM in seconds and OT as PlayHex and we write it; None if there is none that we can keep."""
    main, overtime = round(_real(root.simple("TM")) or 0.0, 3), root.simple("OT").lower()
    fischer = re.match(r"fischer (\d{1,9}(?:\.\d{1,3})?)(?!\d)", overtime, re.ASCII)
    byoyomi = re.match(r"(\d{1,3}) ?x ?(\d{1,9}(?:\.\d{1,3})?) byo-?yomi", overtime, re.ASCII)
    per_move = re.match(r"(\d{1,9}(?:\.\d{1,3})?) per move", overtime, re.ASCII)
    control = TimeControl(main)
    if fischer:
        control = TimeControl(main, _seconds(float(fischer[1]), main))
    elif byoyomi:
        control = TimeControl(main, periods=int(byoyomi[1]), period=_seconds(float(byoyomi[2]), main))
    elif per_move:
        control = TimeControl(per_move=float(per_move[1]))
    try:
        return control if parse_control(str(control)) == control else None
    except BadTime:
        return None


def _seconds(number: float, main: float) -> float:
    """PlayHex wrote milliseconds here for a while: no live game gives a quarter of an hour a move."""
    return number / 1000 if number >= 1000 and (main < 86400 or number > main) else number


def write_control(head: dict[str, list[str]], control: TimeControl) -> None:
    if control.per_move:
        head["OT"] = [f"{control.per_move:.10g} per move"]
        return
    head["TM"] = [f"{control.main:.10g}"]
    if control.periods:
        head["OT"] = [f"{control.periods}x{control.period:.10g} byo-yomi"]
    elif control.increment:
        head["OT"] = [f"fischer {control.increment:.10g}"]
