"""How strong the Hex player is: against plain tree search, without each of its parts, on solved boards.

    python3 benchmarks/hex_strength.py uct [GAMES] [SIMULATIONS]  11×11, against plain UCT, 20,000 playouts
    python3 benchmarks/hex_strength.py parts [GAMES] [PART …]     9×9, 1,000 simulations, without each part
    python3 benchmarks/hex_strength.py small [POSITIONS] [timed]  7×7: is a won position ever lost?
    python3 benchmarks/hex_strength.py trust [GAMES] [WEIGHT …]   9×9, other weights of the patterns
    python3 benchmarks/hex_strength.py versions ONE OTHER [GAMES] [SIZE] [SEED] until SPRT decides (0, 50 Elo)
    python3 benchmarks/hex_strength.py versions … all             all of the games, whatever it says
    python3 benchmarks/hex_strength.py paired --against COMMAND [--weights A [B]] [--sprt 0 4]
                                                                  against a program that speaks HTP (--help)
    python3 benchmarks/hex_strength.py openings [COUNT] [SIZE] [SEED]  even openings for paired matches

A version is `engine` (the search without a network), `network` (with the one that is shipped) or a file of
`pavage train`, without parts (`-connections`), with a limit (`@1000` simulations, `@1s`, less where the rest
of it could not change the choice): best.net-inferior@0.5s. They play from one stone near the border, which
the first of each pair has put there, and where time limits them the solver judges after every move, for a
tenth of that time, whether the game is decided.

Openings are fixed and varied: one stone of each colour, drawn with a seed, and every opening is played twice,
with colours changed. Simulations rather than seconds limit the player, so that a busy machine changes
nothing (`timed` keeps the limit of the level, in wall time); the seconds printed are of processor time. A
game ends when one of the two has proved who wins.
Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hex_errors import SHIPPED, net_of
from hex_paired import OPENINGS, Plan, even_openings, match_all, openings_of, trial_of

from pavage.bots.match_series import wilson
from pavage.bots.verdict import BotFailed
from pavage.games.hex import Hex, HexPosition
from pavage.players.fast import native
from pavage.players.fast.hex_player import HexPlayer
from pavage.players.fast.hex_search import PARTS, new_search
from pavage.players.fast.hex_solver import HexSolver
from pavage.players.levels import computer
from pavage.players.thought import Budget
from pavage.tournament.sprt import Hypotheses, Trial
from pavage.training.matches import openings as one_stone

A_SECOND = 100_000
"""Simulations of the player on 11×11 in one second of processor time, rounded down (`pavage bench hex`)."""
PLAYOUTS = 20_000

ELOS = Hypotheses(0, 50)

Choose = Callable[[bytes, int, int], tuple[int, int]]
"""Board, colour and seed in; a cell out, and 1 if it is proved to win, -1 if all moves lose, or 0."""


class Contestant:
    """A search that plays with so many simulations a move, and how long it took."""

    def __init__(self, size: int, simulations: int, without: Sequence[str] = (), **options: Any) -> None:
        self.search = new_search(size, without, **options)
        self.simulations = simulations
        self.seconds, self.moves = 0.0, 0

    def choose(self, board: bytes, colour: int, seed: int) -> tuple[int, int]:
        begun = time.process_time()
        allowed = bytes(not piece for piece in board)
        found = self.search.search(board, colour, allowed, self.simulations, 0.0, seed, None, True)
        self.seconds += time.process_time() - begun
        self.moves += 1
        return found[0], found[6]


def openings(size: int, count: int) -> list[bytes]:
    """One stone of each colour; the first at the border or next to it, where neither colour is far ahead."""
    dice = random.Random(size)
    cells = range(size * size)
    outer = [cell for cell in cells if not (1 < cell // size < size - 2 and 1 < cell % size < size - 2)]
    found = []
    for _ in range(count):
        first = dice.choice(outer)
        second = dice.choice([cell for cell in cells if cell != first])
        found.append(bytes({first: 1, second: 2}.get(cell, 0) for cell in cells))
    return found


Judge = Callable[[bytes, int], int]
"""Board and colour to move in; the colour that wins, or 0 where that is not known."""


def game(
    size: int,
    opening: bytes,
    seats: Sequence[Choose],
    seed: int,
    colour: int = 1,
    judge: Judge = lambda _board, _colour: 0,
) -> int:
    """Which of the two wins; the first has red, and this colour moves."""
    core = native()
    assert core is not None
    board, dice = bytearray(opening), random.Random(seed)
    while not (winner := core.hex_winner(size, bytes(board))):
        cell, proof = seats[colour - 1](bytes(board), colour, dice.getrandbits(63))
        if proof:
            return colour - 1 if proof > 0 else 2 - colour
        board[cell] = colour
        colour = 3 - colour
        if known := judge(bytes(board), colour):
            return known - 1
    return int(winner) - 1


def meet(label: str, size: int, games: int, one: Contestant, other: Contestant) -> None:
    won = 0
    for number, opening in enumerate(openings(size, (games + 1) // 2)):
        won += game(size, opening, (one.choose, other.choose), 2 * number) == 0
        won += game(size, opening, (other.choose, one.choose), 2 * number + 1) == 1
        _show(f"{label}: {won} of {2 * number + 2}")
    count = 2 * ((games + 1) // 2)
    low, high = wilson(won, count)
    print(
        f"\r| {label} | {count} | {won / count:.1%} | {low:.1%} – {high:.1%} | "
        f"{one.seconds / one.moves:.3f} | {other.seconds / other.moves:.3f} |",
        flush=True,
    )


def _show(text: str) -> None:
    print(f"\r{text}", end="", file=sys.stderr, flush=True)


HEAD = "| {} | games | points | 95 % | s a move | s a move of the other |\n|---|---|---|---|---|---|"


def uct(games: int, simulations: int) -> None:
    print(HEAD.format("against"))
    player = Contestant(11, simulations)
    rival = Contestant(11, PLAYOUTS, PARTS, playouts=1)
    meet(f"plain UCT, {PLAYOUTS} playouts; the player {simulations} simulations", 11, games, player, rival)


def parts(games: int, chosen: Sequence[str]) -> None:
    print(HEAD.format("all parts against all but"))
    for part in chosen or PARTS:
        meet(part, 9, games, Contestant(9, 1000), Contestant(9, 1000, (part,)))


def trust(games: int, weights: Sequence[float]) -> None:
    print(HEAD.format("weight, against the present one"))
    for weight in weights or (0.1, 0.4):
        meet(f"{weight}", 9, games, Contestant(9, 1000, trust=weight), Contestant(9, 1000))


def small(count: int, timed: bool) -> None:
    """Level best continues positions that the solver says are won, against an answer to every move."""
    board_game = Hex(size=7, swap="none")
    solver = HexSolver(7)
    dice = random.Random(7)
    rival = HexPlayer()
    won = played = moves = lost_on_the_way = 0
    slowest = 0.0
    while played < count:
        position = _random_position(board_game, dice)
        if position is None:
            continue
        colour = position.turn + 1
        if solver.solve(position.board, colour).winner != colour:
            continue
        played += 1
        seat = position.turn
        while (outcome := board_game.outcome(position)) is None:
            if position.turn == seat:
                best, budget = computer(board_game, "best", dice.getrandbits(31))
                if not timed:
                    budget = replace(budget, seconds=None)  # a busy machine must not decide
                begun = time.process_time()
                position = board_game.play(position, best.think(board_game, position, budget).move)
                slowest = max(slowest, time.process_time() - begun)
                moves += 1
                if board_game.outcome(position) is None:
                    lost_on_the_way += solver.solve(position.board, 3 - colour).winner != colour
                    if lost_on_the_way:
                        sys.exit(f"the win was given away: {position.board.hex()}")
            else:
                thought = rival.think(board_game, position, Budget(2000, None, dice.getrandbits(31)))
                position = board_game.play(position, thought.move)
        won += outcome.returns[seat] == 1
        _show(f"{won} of {played} won")
    print(
        f"\r{played} won positions of 7×7: {won} won; of {moves} moves {lost_on_the_way} gave the win away; "
        f"slowest move {slowest:.2f} s of processor time"
    )


def _random_position(board_game: Hex, dice: random.Random) -> HexPosition | None:
    position = board_game.start()
    for _ in range(dice.randrange(1, 16)):
        position = board_game.play(position, dice.choice(board_game.moves(position)))
        if board_game.outcome(position) is not None:
            return None
    return position


class Version(Contestant):
    """As it is called on the command line."""

    def __init__(self, name: str, size: int) -> None:
        found = re.fullmatch(rf"(.+?)((?:-(?:{'|'.join(PARTS)}))*)@(\d+|[\d.]+s)", name)
        if found is None:
            sys.exit(f"{name}: not a version; such as network@1s, engine@1000, best.net-connections@0.5s")
        kind, parts, limit = found.groups()
        net = None if kind == "engine" else net_of(kind)
        super().__init__(size, 0, [part for part in parts.split("-") if part], net=net)
        self.name = name
        self.simulations = 0 if limit.endswith("s") else int(limit)
        self.limit = float(limit[:-1]) if limit.endswith("s") else 0.0

    def choose(self, board: bytes, colour: int, seed: int) -> tuple[int, int]:
        begun = time.process_time()
        allowed = bytes(not piece for piece in board)
        found = self.search.search(board, colour, allowed, self.simulations, self.limit, seed, None, False)
        self.seconds += time.process_time() - begun
        self.moves += 1
        return found[0], found[6]


def solver_for(size: int, seconds: float) -> Judge:
    """Asks the solver, which keeps what it has found for the next move; or nobody, where no time is given."""
    if not seconds:
        return lambda _board, _colour: 0
    solver = HexSolver(size)
    return lambda board, colour: solver.solve(board, colour, seconds=seconds).winner


def versions(names: Sequence[str], games: int, size: int, seed: int, whole: bool) -> None:
    """Pairs of games with colours exchanged, until the sequential test has decided or all are played."""
    one, other = (Version(name, size) for name in names)
    judge = solver_for(size, max(one.limit, other.limit) / 10)
    trial, won, played = Trial(ELOS), 0, 0
    for number, cell in enumerate(one_stone(size, (games + 1) // 2, seed)):
        opening = bytes(int(at == cell) for at in range(size * size))
        score = int(game(size, opening, (one.choose, other.choose), 2 * number, 2, judge) == 0)
        score += int(game(size, opening, (other.choose, one.choose), 2 * number + 1, 2, judge) == 1)
        won, played = won + score, played + 2
        trial.take(score / 2)
        _show(f"{one.name} {won} of {played} against {other.name}")
        if trial.verdict.accepted is not None and not whole:
            break
    low, high = wilson(won, played)
    said = {None: "undecided", ELOS.elo0: "not stronger", ELOS.elo1: "stronger"}[trial.verdict.accepted]
    print(
        f"\r| {one.name} | {other.name} | {size}×{size} | {won} of {played} | {low:.1%} – {high:.1%} | "
        f"{said} | {one.seconds / one.moves:.3f} | {other.seconds / other.moves:.3f} |",
        flush=True,
    )


def paired(arguments: list[str]) -> None:
    """Our search against another program; with two networks, which of them wins more games."""
    parser = argparse.ArgumentParser(prog="hex_strength.py paired")
    parser.add_argument(
        "--against", required=True, metavar="COMMAND", help="starts a program that speaks HTP"
    )
    parser.add_argument("--setup", action="append", default=[], help="HTP to send it before the first game")
    parser.add_argument(
        "--weights", nargs="+", action="extend", help="one or two networks, files or 'network'"
    )
    parser.add_argument("--simulations", type=int, default=400, help="of our search, for each move")
    parser.add_argument("--openings", type=Path, default=OPENINGS, help="a file, see hex_games.py")
    parser.add_argument("--games", type=int, help="of each network; fewer than the openings allow")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar="POINTS",
        help="stop when one of two differences, in percentage points, is accepted",
    )
    parser.add_argument("--processes", type=int, help="as many as there are cores, if nothing is said")
    parser.add_argument("--seconds", type=float, default=60.0, help="that the program has for a move")
    parser.add_argument("--save", type=Path, help="a file to which the games are added")
    options = parser.parse_args(arguments)
    weights = options.weights or [SHIPPED]
    if len(weights) > 2 or (options.sprt and len(weights) != 2):
        parser.error("--weights takes one or two networks, and --sprt needs two")
    plan = Plan(options.against, tuple(options.setup), tuple(weights), options.simulations, options.seconds)
    trial = trial_of(*options.sprt) if options.sprt else None
    begun = time.monotonic()
    try:
        with open(options.save or os.devnull, "a", encoding="ascii") as file:
            tally = match_all(
                plan,
                openings_of(options.openings, options.games),
                trial,
                options.processes,
                _show,
                lambda game: print(game, file=file, flush=True),
            )
    except BotFailed as failed:
        sys.exit(f"\n{failed}\n{failed.failure.errors}")
    print("\r", end="", file=sys.stderr)
    print("\n".join(tally.lines()))
    if trial is not None:
        accepted = trial.verdict.accepted
        low, high = options.sprt
        said = (
            "undecided"
            if accepted is None
            else f"{low if accepted == trial.hypotheses.elo0 else high:+g} points"
        )
        print(
            f"sequential test of {low:+g} and {high:+g} points: {said} after {trial.verdict.units} openings"
        )
    print(f"{options.simulations} simulations a move, {time.monotonic() - begun:.0f} s")


def main() -> None:
    match sys.argv[1:]:
        case ["uct", *numbers]:
            games, simulations, *_ = [*map(int, numbers), *(60, A_SECOND)[len(numbers) :]]
            uct(games, simulations)
        case ["parts", *rest]:
            parts(int(rest[0]) if rest else 200, rest[1:])
        case ["trust", *rest]:
            trust(int(rest[0]) if rest else 200, list(map(float, rest[1:])))
        case ["versions", one, other, *rest]:
            counts = [int(word) for word in rest if word != "all"]
            games, size, seed, *_ = [*counts, *(100, 11, 1)[len(counts) :]]
            versions((one, other), games, size, seed, "all" in rest)
        case ["small", *rest]:
            small(int(rest[0]) if rest else 200, "timed" in rest)
        case ["paired", *rest]:
            paired(rest)
        case ["openings", *rest]:
            count, size, seed, *_ = [*map(int, rest), *(264, 11, 1)[len(rest) :]]
            print("\n".join(map(str, even_openings(size, count, seed))))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
