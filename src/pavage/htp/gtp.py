"""What tools for GTP send beside the commands of Hex: clocks, a seed, and questions about the process."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from pavage.htp.board import COLOURS
from pavage.htp.engine import Engine, Period, command, number

LONGEST = 10**9
"""Seconds that a clock may have."""
MOST_STONES = 10_000


@command("time_left", 0, 3)
def time_left(engine: Engine, arguments: Sequence[str]) -> str:
    """Said of both, of one, or set for one; with a number of stones, the time is for so many moves."""
    if len(arguments) >= 2:
        colour = engine.colour(arguments[0])
        seconds = number(arguments[1], 0, LONGEST)
        stones = int(number(arguments[2], 0, MOST_STONES)) if len(arguments) == 3 else 0
        engine.left[colour] = seconds
        engine.stones.pop(colour, None)
        if stones:
            engine.stones[colour] = stones
        return ""
    if arguments:
        return f"{engine.left.get(engine.colour(arguments[0]), engine.settings.game_time):g}"
    black, white = (engine.left.get(colour, engine.settings.game_time) for colour in COLOURS)
    return f"Black: {black:g}, White: {white:g}"


@command("time_settings", 3, 3)
def time_settings(engine: Engine, arguments: Sequence[str]) -> str:
    """Main time, seconds of a period, and the moves to be made in it; a period without moves is no clock."""
    main, period = (number(text, 0, LONGEST) for text in arguments[:2])
    stones = int(number(arguments[2], 0, MOST_STONES))
    engine.settings.game_time = main
    engine.period = Period(period, stones) if period and stones else None
    engine.begin_clocks()
    if period and not stones:  # as GTP has it: nobody's time runs
        engine.left.clear()
    return ""


@command("set_random_seed", 1, 1)
def set_random_seed(engine: Engine, arguments: Sequence[str]) -> str:
    engine.settings.seed = int(number(arguments[0], 0, 2**31))
    return ""


@command("cputime")
def cputime(engine: Engine, _: Sequence[str]) -> str:
    """Seconds of processor that we have used."""
    return f"{time.process_time():.3f}"


@command("echo", 0, None)
def echo(engine: Engine, arguments: Sequence[str]) -> str:
    return " ".join(arguments)


@command("pid")
def pid(engine: Engine, _: Sequence[str]) -> str:
    """Of our process, so that a tool can interrupt it by a signal."""
    return str(os.getpid())
