"""How strong the Hex player is: against plain tree search, without each of its parts, on solved boards.

    python3 benchmarks/hex_strength.py uct [GAMES] [SIMULATIONS]  11×11, against plain UCT, 20,000 playouts
    python3 benchmarks/hex_strength.py parts [GAMES] [PART …]     9×9, 1,000 simulations, without each part
    python3 benchmarks/hex_strength.py small [POSITIONS] [timed]  7×7: is a won position ever lost?
    python3 benchmarks/hex_strength.py trust [GAMES] [WEIGHT …]   9×9, other weights of the patterns

Openings are fixed and varied: one stone of each colour, drawn with a seed, and every opening is played twice,
with colours changed. Simulations rather than seconds limit the player, so that a busy machine changes
nothing (`timed` keeps the limit of the level, in wall time); the seconds printed are of processor time.
Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pavage.bots.match_series import wilson
from pavage.games.hex import Hex, HexPosition
from pavage.players.fast import native
from pavage.players.fast.hex_player import HexPlayer
from pavage.players.fast.hex_search import PARTS, new_search
from pavage.players.fast.hex_solver import HexSolver
from pavage.players.levels import computer
from pavage.players.thought import Budget

A_SECOND = 100_000
"""Simulations of the player on 11×11 in one second of processor time, rounded down (`pavage bench hex`)."""
PLAYOUTS = 20_000

Choose = Callable[[bytes, int, int], int]
"""Board, colour and seed in, a cell out."""


class Contestant:
    """A search that plays with so many simulations a move, and how long it took."""

    def __init__(self, size: int, simulations: int, without: Sequence[str] = (), **options: Any) -> None:
        self.search = new_search(size, without, **options)
        self.simulations = simulations
        self.seconds, self.moves = 0.0, 0

    def choose(self, board: bytes, colour: int, seed: int) -> int:
        begun = time.process_time()
        allowed = bytes(not piece for piece in board)
        cell: int = self.search.search(board, colour, allowed, self.simulations, 0.0, seed, None, True)[0]
        self.seconds += time.process_time() - begun
        self.moves += 1
        return cell


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


def game(size: int, opening: bytes, seats: Sequence[Choose], seed: int) -> int:
    """Which of the two wins; the first has red and moves."""
    core = native()
    assert core is not None
    board, colour, dice = bytearray(opening), 1, random.Random(seed)
    while not (winner := core.hex_winner(size, bytes(board))):
        board[seats[colour - 1](bytes(board), colour, dice.getrandbits(63))] = colour
        colour = 3 - colour
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


def main() -> None:
    match sys.argv[1:]:
        case ["uct", *numbers]:
            games, simulations, *_ = [*map(int, numbers), *(60, A_SECOND)[len(numbers) :]]
            uct(games, simulations)
        case ["parts", *rest]:
            parts(int(rest[0]) if rest else 200, rest[1:])
        case ["trust", *rest]:
            trust(int(rest[0]) if rest else 200, list(map(float, rest[1:])))
        case ["small", *rest]:
            small(int(rest[0]) if rest else 200, "timed" in rest)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
