"""`hex_network.py errors`: how far the values of networks are from the results of games.

The error is the mean of the squares (chance of the mover − result), by the number of stones on the board.
Positions of an opening, and those whose winner is known once dead and captured cells are filled in, are left
out: no network is asked about them. Intervals, 95 %, come from drawing the games anew, not the positions.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import struct
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from hex_games import PlayedGame, mover_after, resampled_means

from pavage.players.fast import native
from pavage.players.fast.hex_net import new_net, read_weights, shipped
from pavage.players.fast.hex_search import new_search

SHIPPED = "network"
"""The name of the network in the package, beside files."""
BANDS = ((2, 8), (9, 16), (17, 24), (25, 32))
FACTORS = [step / 20 for step in range(81)]
TURNED = 100_000
"""Added to the seed of the fillings where a position is shown after half a turn."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A position of a game, and the mover's chance as it was found in several manners."""

    stones: int
    result: int
    chances: tuple[float, ...]
    """One way, both ways, by the search if there was one."""


@cache
def net_of(name: str) -> Any:
    net = shipped() if name == SHIPPED else new_net(read_weights(Path(name).read_bytes()))
    if net is None:
        raise FileNotFoundError("no network is shipped")
    return net


def _extension() -> Any:
    found = native()
    assert found is not None, "the extension is not built"
    return found


@cache
def _search(name: str, size: int) -> Any:
    return new_search(size, net=net_of(name))


def judge(name: str, simulations: int, game: PlayedGame) -> list[Judged]:
    """What a network, and its search of so many simulations if there are any, say of a game's positions."""
    asked = [
        stones
        for stones in range(max(game.opening, BANDS[0][0]), min(len(game.cells), BANDS[-1][1] + 1))
        if not _decided(game, stones)
    ]
    if not asked:
        return []
    boards = [_seen(game, stones) for stones in asked]
    straight = _values(name, game.size, boards, 0)
    turned = _values(name, game.size, [board[::-1] for board in boards], TURNED)
    found = []
    for stones, one, other in zip(asked, straight, turned, strict=True):
        chances = [one, (one + other) / 2]
        if simulations:
            chances.append(_searched(name, simulations, game, stones))
        result = int(game.winner == mover_after(stones))
        found.append(Judged(stones, result, tuple(chances)))
    return found


def _seen(game: PlayedGame, stones: int) -> bytes:
    """The position as the network is shown it."""
    seen: bytes = _extension().hex_seen(game.size, game.board(stones), mover_after(stones))
    return seen


def _decided(game: PlayedGame, stones: int) -> bool:
    """Whether filling in tells the winner; dead cells may have either colour."""
    seen = _seen(game, stones)
    return 0 not in seen or bool(_extension().hex_winner(game.size, seen.replace(b"\3", b"\1")))


def _values(name: str, size: int, boards: Sequence[bytes], seed: int) -> list[float]:
    _, logits = net_of(name).evaluate(size, b"".join(boards), seed)
    return [1 / (1 + math.exp(-logit)) for logit in struct.unpack(f"<{len(boards)}f", logits)]


def _searched(name: str, simulations: int, game: PlayedGame, stones: int) -> float:
    board = game.board(stones)
    allowed = bytes(not code for code in board)
    _, value, *_ = _search(name, game.size).search(
        board, mover_after(stones), allowed, simulations, 0.0, 1, None, True
    )
    return float(value)


def judge_all(
    names: Sequence[str],
    games: Sequence[PlayedGame],
    simulations: int,
    processes: int | None = None,
    show: Callable[[str], None] = lambda _: None,
) -> dict[str, list[list[Judged]]]:
    """The same of all games by all networks, on all cores."""
    found: dict[str, list[list[Judged]]] = {}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes or os.cpu_count(), context) as executor:
        for name in names:
            found[name] = []
            for judged in executor.map(partial(judge, name, simulations), games, chunksize=4):
                found[name].append(judged)
                show(f"{name}: {len(found[name])} of {len(games)} games")
    return found


def stretched(chance: float, factor: float) -> float:
    """The chance whose logit is so many times as large; what is proved stays."""
    if not 0 < chance < 1:
        return chance
    return 1 / (1 + math.exp(-factor * math.log(chance / (1 - chance))))


Row = list[tuple[float, float]]
"""For each game the sum of its squared errors, and how many there are."""


def errors(games: Iterable[Sequence[Judged]], manner: int, band: tuple[int, int], factor: float = 1.0) -> Row:
    """Of the positions with so many stones."""
    low, high = band
    row = []
    for game in games:
        squares = [
            (stretched(one.chances[manner], factor) - one.result) ** 2
            for one in game
            if low <= one.stones <= high
        ]
        row.append((math.fsum(squares), float(len(squares))))
    return row


def best_factor(games: Sequence[Sequence[Judged]], manner: int, band: tuple[int, int]) -> float:
    """The factor of the logit with the smallest error, of those that are tried."""
    return min(
        FACTORS, key=lambda factor: math.fsum(total for total, _ in errors(games, manner, band, factor))
    )


@dataclass(frozen=True, slots=True)
class Cell:
    """An entry of the table."""

    mean: float
    low: float
    high: float
    factor: float | None = None

    def __str__(self) -> str:
        if math.isnan(self.mean):
            return "–"
        factor = "" if self.factor is None else f" × {self.factor:.2f}"
        return f"{self.mean:.4f} ({self.low:.4f} to {self.high:.4f}){factor}"


def table(judged: dict[str, list[list[Judged]]], simulations: int) -> dict[tuple[str, str], list[Cell]]:
    """Cells for all bands, by network and manner; then the differences of all others to the first network."""
    labels = ["one way", "both ways", f"{simulations} simulations"][: 3 if simulations else 2]
    rows: dict[tuple[str, str], list[Row]] = {}
    factors: dict[tuple[str, str], list[float]] = {}
    for name, games in judged.items():
        for manner, label in enumerate(labels):
            rows[name, label] = [errors(games, manner, band) for band in BANDS]
            if manner == 0:
                continue
            stretch = name, f"{label}, best factor"
            factors[stretch] = [best_factor(games, manner, band) for band in BANDS]
            rows[stretch] = [
                errors(games, manner, band, factor)
                for band, factor in zip(BANDS, factors[stretch], strict=True)
            ]
    first, *others = judged
    for name in others:
        for (owner, label), columns in list(rows.items()):
            if owner == name:
                rows[f"{name} − {first}", label] = [
                    _difference(*both) for both in zip(columns, rows[first, label], strict=True)
                ]
    means = iter(resampled_means([column for columns in rows.values() for column in columns]))
    return {
        key: [Cell(*next(means), factor) for factor in factors.get(key, [None] * len(BANDS))] for key in rows
    }


def _difference(one: Row, other: Row) -> Row:
    return [(total - less, count) for (total, count), (less, _) in zip(one, other, strict=True)]


def print_table(judged: dict[str, list[list[Judged]]], simulations: int) -> None:
    counts = []
    for low, high in BANDS:
        found = [sum(low <= one.stones <= high for one in game) for game in next(iter(judged.values()))]
        counts.append(f"plies {low}–{high}: {sum(found)} of {sum(map(bool, found))} games")
    print(f"positions: {'; '.join(counts)}\n")
    print("| network | asked | " + " | ".join(f"plies {low}–{high}" for low, high in BANDS) + " |")
    print("|---|---|" + "---|" * len(BANDS))
    for (name, label), cells in table(judged, simulations).items():
        print(f"| {name} | {label} | {' | '.join(map(str, cells))} |")
