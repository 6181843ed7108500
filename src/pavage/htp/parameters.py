"""Parameters as `param_…` commands: all with their types if none is named, else one with its new value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pavage.htp.board import Refused
from pavage.htp.engine import Engine, command, number
from pavage.players.levels import COMPUTERS


@dataclass(frozen=True, slots=True)
class Parameter:
    """A setting: how HexGui shows it, and how its value is read."""

    kind: str
    read: Callable[[str], Any]


def _switch(text: str) -> bool:
    if text.lower() not in ("0", "1", "false", "true"):
        raise Refused("switch", text=text[:40])
    return text.lower() in ("1", "true")


def _one_of(*values: str) -> Parameter:
    def read(text: str) -> str:
        if text.lower() not in values:
            raise Refused("one_of", text=text[:40], values=", ".join(values))
        return text.lower()

    return Parameter(f"list/{'/'.join(values)}", read)


def _whole(low: int, high: int) -> Parameter:
    return Parameter("string", lambda text: int(number(text, low, high)))


SWITCH = Parameter("bool", _switch)
SECONDS = Parameter("string", lambda text: number(text, 0, 10**9))

GAME = {"allow_swap": SWITCH, "swap": _one_of("pieces", "sides"), "game_time": SECONDS}
PARTS = ("network", "solver", "connections", "inferior", "patterns", "rave", "bridges")
"""Of the best player, each with a switch; patterns, RAVE and bridges count where no network is asked."""
PLAYER = {
    "level": _one_of(*COMPUTERS),
    "simulations": _whole(0, 10**12),
    "seconds": SECONDS,
    "seed": _whole(-1, 2**31),
    "resign": SWITCH,
    **{f"use_{part}": SWITCH for part in PARTS},
}
"""Simulations and seconds of 0 are those of the level; a seed of -1 is another one for each move."""
SOLVER = {"timelimit": SECONDS, "memory": _whole(1, 1 << 20), "use_guifx": SWITCH}


@command("param_game", 0, 2, "param/Game Param/")
def param_game(engine: Engine, arguments: Sequence[str]) -> str:
    if arguments[:1] == ["game_time"] and len(engine.board.past) > 1:
        raise Refused("begun")
    answer = _parameters(engine, GAME, arguments)
    if arguments[:1] == ["game_time"]:
        engine.period = None
        engine.begin_clocks()
    return answer


@command("param_player", 0, 2, "param/Player Param/")
def param_player(engine: Engine, arguments: Sequence[str]) -> str:
    return _parameters(engine, PLAYER, arguments)


@command("param_dfpn", 0, 2, "param/DFPN Param/")
def param_dfpn(engine: Engine, arguments: Sequence[str]) -> str:
    answer = _parameters(engine, SOLVER, arguments)
    if arguments[:1] == ["memory"]:
        engine.forget_solver()
    return answer


def _parameters(engine: Engine, known: dict[str, Parameter], arguments: Sequence[str]) -> str:
    if not arguments:
        return "\n" + "\n".join(
            f"[{parameter.kind}] {name} {_written(getattr(engine.settings, name))}"
            for name, parameter in known.items()
        )
    if arguments[0] not in known:
        raise Refused("parameter", name=arguments[0][:40], known=", ".join(known))
    if len(arguments) == 1:
        raise Refused("value", name=arguments[0])
    setattr(engine.settings, arguments[0], known[arguments[0]].read(arguments[1]))
    return ""


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return f"{value:g}" if isinstance(value, float) else str(value)
