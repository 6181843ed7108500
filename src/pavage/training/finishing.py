"""The last steps of a run: all its games once more, with a rate of learning that falls to nothing.

While games are played, the newest are learned from, at a rate that never rests: what comes of that knows its
own games better and better, and after a while those of others less (docs/hex-engine.md). Here everything that
was played counts alike.
"""

from __future__ import annotations

from collections.abc import Callable

from pavage.players.fast.hex_net import Weights
from pavage.training.folder import Folder
from pavage.training.learner import Learner
from pavage.training.samples import Window
from pavage.training.settings import Settings, finishing

TOLD = 25
"""Steps between two words about how far it is."""


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
) -> Learner:
    """So many steps from this network; what was wrong is told on the way."""
    window = whole_window(folder, settings)
    learner = Learner(finishing(settings, steps))
    learner.begin_with(weights)
    for step in range(steps):
        policy, value = learner.step(window)
        if step % TOLD == 0:
            tell(step, policy, value)
    return learner
