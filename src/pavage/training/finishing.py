"""The last steps of a run: all its games once more, with a rate of learning that falls to nothing.

While games are played, the newest are learned from, at a rate that never rests: what comes of that knows its
own games better and better, and after a while those of others less (docs/hex-engine.md). Here everything that
was played counts alike.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any

from pavage.players.fast.hex_net import Weights
from pavage.training.folder import Folder
from pavage.training.learner import Learner
from pavage.training.samples import Window
from pavage.training.settings import Settings, finishing

TOLD = 25
"""Steps between two words about how far it is."""
KEPT = 250
"""Steps between two checkpoints."""


def whole_window(folder: Folder, settings: Settings) -> Window:
    """All games of the folder."""
    window = Window(settings.result_share)
    for _, size, _, path in folder.games():
        rows = path.read_bytes()
        window.add(size, rows, window.count + len(rows))
    window.sharper = window.sharpness()
    return window


def finish(
    folder: Folder,
    settings: Settings,
    weights: Weights,
    steps: int,
    tell: Callable[[int, float, float], None],
) -> tuple[Learner, float]:
    """So many steps from this network, and the seconds of processor that they took.

    What was wrong is told on the way. Whoever was stopped goes on, if the same is asked of the same games.
    """
    window = whole_window(folder, settings)
    learner = Learner(finishing(settings, steps))
    begun = time.process_time()
    asked: dict[str, Any] = {
        "from": hashlib.sha256(weights.write()).hexdigest(),
        "steps": steps,
        "positions": window.count,
        "settings": learner.settings.write(),
    }
    if (kept := folder.finishing(asked)) is not None:
        seconds, content = kept
        begun -= seconds
        learner.read(content)
    else:
        learner.begin_with(weights)
    while learner.steps < steps:
        done = learner.steps
        policy, value = learner.step(window)
        if done % TOLD == 0:
            tell(done, policy, value)
        if learner.steps % KEPT == 0 or learner.steps == steps:
            folder.keep_finishing(asked, time.process_time() - begun, learner.write())
    return learner, time.process_time() - begun
