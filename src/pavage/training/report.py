"""What a run knows of positions that it does not learn from, as text for people."""

from __future__ import annotations

import random
import time
from typing import Any

from pavage.players.fast.hex_net import Weights
from pavage.training.calibration import BANDS, band_of
from pavage.training.folder import Progress
from pavage.training.learner import Learner
from pavage.training.network import build, load
from pavage.training.samples import Targets, Window, batch_of

MOST = 600
"""Positions of each band that are judged."""


def held_back_report(
    learner: Learner, start: Weights | None, held_back: Window, targets: Targets, progress: Progress
) -> str:
    """How far the run is, then a table: a column for each band of stones on the board.

    `policy` is the divergence from what searches found, `value` the squared error against what is learned,
    `games` that against games played to the end; the second line of each is for the network of the beginning.
    """
    seconds = progress.seconds
    lines = [
        f"{time.strftime('%Y-%m-%d %H:%M:%S')}  {progress.hours:.2f} h of processor"
        f" ({seconds['play'] / 3600:.2f} playing, {seconds['learn'] / 3600:.2f} learning),"
        f" {progress.games} games ({progress.games / max(seconds['play'], 1e-9):.1f} a second),"
        f" {progress.positions} positions, {learner.steps} steps, rate {learner.rate():.1e}",
        _line("stones", [f"{first}-{last}" for first, last in BANDS]),
        _line("factor", [f"{factor:.2f}" for factor in progress.factors]),
    ]
    if held_back.count:
        size = max(held_back.sizes, key=lambda one: held_back.sizes[one])
        networks = [("now", learner.mean)]
        if start is not None:
            first = build(start.channels, start.blocks)
            load(first, start)
            networks.append(("at first", first))
        judged = [(name, _judged(learner, one, held_back, size, targets)) for name, one in networks]
        lines.append(_line(f"{size}x{size}", [str(int(band["count"])) for band in judged[0][1]]))
        for what in ("policy", "value", "games"):
            for name, bands in judged:
                lines.append(_line(f"{what} {name}", [f"{band[what]:.4f}" for band in bands]))
    return "\n".join(lines) + "\n\n"


def _line(name: str, columns: list[str]) -> str:
    return f"  {name:16}" + "".join(f"{column:>10}" for column in columns)


def _judged(
    learner: Learner, network: Any, held_back: Window, size: int, targets: Targets
) -> list[dict[str, float]]:
    """For each band the number of positions, and the means of what is wrong."""
    import numpy as np

    rows = np.concatenate([part for one, part in held_back.parts if one == size])
    bands = band_of(size, rows["ply"])
    found = []
    for band in range(len(BANDS)):
        chosen = np.flatnonzero(bands == band)
        if len(chosen) > MOST:
            chosen = chosen[sorted(random.Random(1).sample(range(len(chosen)), MOST))]
        table = rows[chosen]
        if not len(table):
            found.append(dict.fromkeys(("count", "policy", "value", "games"), 0.0))
            continue
        batch = batch_of(size, table, np.zeros(len(table), dtype=bool), targets)
        distance, chance = learner.judge(network, batch, 1)
        games = table["games"] > 0
        result = table["won"] / np.maximum(table["games"], 1)
        found.append(
            {
                "count": float(len(table)),
                "policy": _mean(distance, batch.judged > 0),
                "value": float(((chance - batch.value) ** 2).mean()),
                "games": _mean((chance - result) ** 2, games),
            }
        )
    return found


def _mean(numbers: Any, among: Any) -> float:
    return float(numbers[among].mean()) if among.any() else 0.0
