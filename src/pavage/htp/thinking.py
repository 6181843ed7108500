"""Commands that think: moves of our player, verdicts of the solver."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace

from pavage.htp.board import COLOURS, SWAPS, Refused
from pavage.htp.engine import Engine, command
from pavage.htp.parameters import PARTS
from pavage.htp.playing import put
from pavage.players.fast.hex_solver import Report
from pavage.players.levels import computer
from pavage.players.thinking_time import share, within
from pavage.players.thought import Thought

RESIGN = "resign"
GLANCE = 0.5
"""Seconds between two pictures of a search."""


@command("genmove", 1, 1)
def genmove(engine: Engine, arguments: Sequence[str]) -> str:
    colour = engine.colour(arguments[0])
    begun = time.monotonic()
    move = _choose(engine, colour)
    engine.spend(colour, time.monotonic() - begun)
    put(engine, colour, move)
    return move


@command("reg_genmove", 1, 1, "varc/Reg GenMove/%c")
def reg_genmove(engine: Engine, arguments: Sequence[str]) -> str:
    """The move that we would make; nothing is played."""
    return _choose(engine, engine.colour(arguments[0]))


def _choose(engine: Engine, colour: int) -> str:
    board, settings = engine.board, engine.settings
    if board.winner or 0 not in board.stones:
        return RESIGN
    kind = "colours" if settings.swap == "sides" else "mirror"
    game, begins = board.game(colour, kind if settings.allow_swap else "none")
    position = board.position(colour, begins)
    without = [part for part in PARTS if not getattr(settings, f"use_{part}")]
    made, budget = computer(game, settings.level, settings.seed if settings.seed >= 0 else None, without)
    player = engine.keep_player((settings.level, *without), made)
    if settings.simulations:
        budget = replace(budget, simulations=settings.simulations, seconds=None)
    if settings.seconds:
        budget = replace(budget, seconds=settings.seconds, simulations=settings.simulations or None)
    if colour in engine.left:
        left, stones = engine.left[colour], engine.stones.get(colour)
        budget = within(budget, left / (stones + 1) if stones else share(left, game, position))
    thought: Thought = player.think(game, position, budget, lambda _: engine.interrupted())
    if settings.resign and thought.proved and thought.value == 0:
        return RESIGN
    site = thought.move[0]
    return SWAPS[game.swap] if site >= len(game.tiling) else game.sites[site]


@command("dfpn-solve-state", 0, 1, "string/DFPN Solve State/%m")
def solve_state(engine: Engine, arguments: Sequence[str]) -> str:
    """The colour that wins if this one moves; `empty` if time, memory or patience ended first."""
    board = engine.board
    colour = engine.colour(arguments[0]) if arguments else board.turn
    if board.winner:
        return COLOURS[board.winner]
    limit = engine.settings.timelimit
    solution = engine.solver().solve(board.stones, colour, seconds=limit, report=_until(engine, colour))
    return COLOURS.get(solution.winner, "empty")


@command("dfpn-solver-find-winning", 0, 1, "plist/DFPN Find Winning/%m")
def find_winning(engine: Engine, arguments: Sequence[str]) -> str:
    """Every cell with which this colour wins."""
    colour = engine.colour(arguments[0]) if arguments else engine.board.turn
    if engine.board.winner:
        raise Refused("decided", colour=COLOURS[engine.board.winner])
    solver, stones = engine.solver(), engine.board.stones
    found = solver.moves(stones, colour, report=_until(engine, colour))
    if len(found) < stones.count(0):
        raise Refused("undecided", done=len(found), count=stones.count(0))
    return engine.names([cell for cell, won in found.items() if won])


@command("dfpn-get-pv", 0, 1, "var/DFPN Get PV/%m")
def principal_line(engine: Engine, arguments: Sequence[str]) -> str:
    """What both would play best."""
    colour = engine.colour(arguments[0]) if arguments else engine.board.turn
    if engine.board.winner:
        return ""
    solver = engine.solver()
    solution = solver.solve(engine.board.stones, colour, report=_until(engine, colour))
    return " ".join(engine.board.plain.sites[cell] for cell in solution.line)


@command("dfpn-clear-tt", menu="none/DFPN Clear TT/")
def clear_table(engine: Engine, _: Sequence[str]) -> str:
    engine.forget_solver()
    return ""


def _until(engine: Engine, colour: int) -> Report:
    """Stops a search when the client or the limit of `param_dfpn` says so; shows it, if asked to."""
    limit = engine.settings.timelimit
    end = time.monotonic() + limit if limit else float("inf")
    shown = 0.0

    def report(evaluations: int, nodes: int, proof: float, disproof: float, best: int) -> bool:
        nonlocal shown
        now = time.monotonic()
        if engine.settings.use_guifx and now - shown >= GLANCE:
            shown = now
            move = engine.board.plain.sites[best] if best >= 0 else ""
            _show(COLOURS[colour], move, f"{evaluations} evaluations, {nodes} nodes")
        return engine.interrupted() or now > end

    return report


def _show(colour: str, move: str, said: str) -> None:
    """A picture of what is being searched, as HexGui reads it from the standard error."""
    line = [f"VAR {colour} {move}"] if move else []
    sys.stderr.write("\n".join(["gogui-gfx:", "dfpn", *line, f"TEXT {said}", "", ""]))
    sys.stderr.flush()
