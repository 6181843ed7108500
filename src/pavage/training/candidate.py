"""A candidate: a copy of a run's network at rest, to be measured or shipped.

While positions are learned from, the rate of learning never rests, and a network at such a rate plays worse
than it could. A copy learns on for some steps at a rate that falls to nothing; the run itself is left alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from pavage.players.fast.hex_net import Weights
from pavage.training.folder import Folder
from pavage.training.learner import Learner
from pavage.training.running import code, fill_windows, targets_of
from pavage.training.settings import Settings

REPORT_INTERVAL = 50
"""Steps between two reports."""


def candidate(
    folder: Folder, settings: Settings, steps: int, report: Callable[[int, float, float], None]
) -> Weights | None:
    """The checkpoint's network after so many steps more; None where there is nothing to learn from."""
    saved = folder.checkpoint()
    if saved is None:
        return None
    progress, content = saved
    window, _ = fill_windows(folder, settings, progress)
    if not window.count:
        return None
    learner, targets = Learner(settings), targets_of(settings, progress)
    learner.read(content)
    first, begun = learner.rate(), time.process_time()
    for done in range(steps):
        policy, value = learner.step(window, targets, first * (1 - done / steps))
        if done % REPORT_INTERVAL == 0:
            report(done, policy, value)
    made: dict[str, Any] = {
        "hours": round(progress.hours + (time.process_time() - begun) / 3600, 4),
        "games": progress.games,
        "positions": progress.positions,
        "steps": learner.steps,
        "sharpness": progress.sharpness,
        "factors": progress.factors,
        "code": code(),
        "settings": asdict(settings),
    }
    return learner.weights(made) if not steps else learner.fresh_weights(made)
