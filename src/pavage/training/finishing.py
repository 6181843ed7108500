"""The last steps of a run: all its games once more, with a rate of learning that falls to nothing.

While games are played, the newest are learned from, at a rate that never rests: what comes of that knows its
own games better and better, and after a while those of others less (docs/hex-engine.md). Here everything that
was played counts alike, and half of what is learned about moves is what the network said before, asked both
ways: as the board is, and after half a turn.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

from pavage.players.fast.hex_net import Weights, new_net
from pavage.training.folder import Folder
from pavage.training.learner import Learner
from pavage.training.samples import Batch, Window, mixed
from pavage.training.settings import Settings, finishing

TOLD = 25
"""Steps between two words about how far it is."""


class Anchored:
    """Positions to learn from, whose policies are held near to what a network says of them."""

    def __init__(self, window: Window, weights: Weights) -> None:
        self.window, self.net = window, new_net(weights)

    def draw(self, count: int, dice: random.Random) -> Batch:
        batch = self.window.draw(count, dice)
        seed = dice.getrandbits(62)
        as_it_is = self._said(batch, batch.boards, seed)
        turned = self._said(batch, batch.boards[::-1], seed)[::-1, ::-1]
        return mixed(batch, (as_it_is + turned) / 2)

    def _said(self, batch: Batch, boards: bytes, seed: int) -> Any:
        numpy = importlib.import_module("numpy")
        logits, _ = self.net.evaluate(batch.size, boards, seed)
        return numpy.frombuffer(logits, dtype=numpy.float32).reshape(-1, batch.size**2)


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
    source = Anchored(window, weights)
    for step in range(steps):
        policy, value = learner.step(source)
        if step % TOLD == 0:
            tell(step, policy, value)
    return learner
