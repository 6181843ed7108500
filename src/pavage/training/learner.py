"""Learning in PyTorch: a network, its running mean, and the steps of one."""

from __future__ import annotations

import importlib
import io
import random
from typing import Any

from pavage.players import fast
from pavage.players.fast.hex_net import PLANES, Weights
from pavage.training.network import build, exported, grow, load, settle
from pavage.training.optimizer import Optimizer
from pavage.training.samples import Batch, Targets, Window
from pavage.training.settings import Settings

SETTLED = 20
"""Batches by which a new network is normalised, once and for all."""


class Learner:
    """One network that learns. The same batches give the same network."""

    def __init__(self, settings: Settings) -> None:
        self.torch = importlib.import_module("torch")
        self.torch.set_num_threads(1)  # the other cores play
        # Products of 16-bit numbers, where the processor has them: half as long again takes a step without.
        can = getattr(self.torch.cpu, "_is_avx512_bf16_supported", lambda: False)
        self.halved = bool(can())
        self.torch.manual_seed(settings.seed)
        self.settings = settings
        self.network = build(settings.channels, settings.blocks)
        self.network = self.network.to(memory_format=self.torch.channels_last)
        self.mean = build(settings.channels, settings.blocks)
        self.mean.load_state_dict(self.network.state_dict())
        self.optimizer = Optimizer(self.network, settings.rate, settings.decay)
        self.dice = random.Random(f"learn {settings.seed}")
        self.steps = 0
        self.settled = False

    def begin_with(self, weights: Weights) -> None:
        """Not with chance, but with what was learned elsewhere, perhaps by a smaller network."""
        if (weights.channels, weights.blocks) == (self.settings.channels, self.settings.blocks):
            load(self.network, weights)
        else:
            grow(self.network, weights)
        self.mean.load_state_dict(self.network.state_dict())
        self.settled = True

    def rate(self) -> float:
        settings = self.settings
        warm = min(1.0, (self.steps + 1) / 200)
        falling: float = settings.rate * 0.5 ** (self.steps / settings.rate_halves)
        return warm * max(settings.lowest_rate, falling)

    def step(self, window: Window, targets: Targets, rate: float | None = None) -> tuple[float, float]:
        """One step on positions drawn from there; what was wrong with policy and value before it."""
        if not self.settled:
            drawn = (window.draw(self.settings.batch, self.dice, targets) for _ in range(SETTLED))
            settle(self.network, (self.shown(batch, self.dice.getrandbits(63)) for batch in drawn))
            self.mean.load_state_dict(self.network.state_dict())
            self.settled = True
        batch = window.draw(self.settings.batch, self.dice, targets)
        policy, value = self.losses(self.network, batch, self.dice.getrandbits(63))
        self.optimizer.clear()
        (policy + value).backward()
        self.torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step(self.rate() if rate is None else rate)
        self.steps += 1
        averaging = min(self.settings.averaging, self.steps / (self.steps + 10))
        with self.torch.no_grad():
            for kept, fresh in zip(self.mean.parameters(), self.network.parameters(), strict=True):
                kept.lerp_(fresh, 1 - averaging)
        return policy.item(), value.item()

    def judge(self, network: Any, batch: Batch, seed: int) -> tuple[Any, Any]:
        """Divergence of the policy and the chance of the mover, for each position, as numpy arrays."""
        with self.torch.no_grad():
            distance, chance = self._answers(network, batch, seed)
        return distance.numpy(), chance.sigmoid().numpy()

    def shown(self, batch: Batch, seed: int) -> Any:
        """What the network is shown of these positions, with random fillings of this seed."""
        native = fast.native()
        assert native is not None
        planes = bytearray(native.hex_planes(batch.size, batch.boards, seed))
        whole = self.torch.frombuffer(planes, dtype=self.torch.float32)
        return whole.view(len(batch.value), batch.size, batch.size, PLANES).permute(0, 3, 1, 2)

    def losses(self, network: Any, batch: Batch, seed: int) -> tuple[Any, Any]:
        """How far a network is from what is to be learned: policy (above the best possible), value."""
        distance, chance = self._answers(network, batch, seed)
        judged = self.torch.from_numpy(batch.judged)
        policy = (distance * judged).sum() / judged.sum().clamp(min=1)
        value = self.torch.nn.functional.binary_cross_entropy_with_logits(
            chance, self.torch.from_numpy(batch.value)
        )
        return policy, value

    def _answers(self, network: Any, batch: Batch, seed: int) -> tuple[Any, Any]:
        """How far each policy is from the best possible, and the logit of each mover's chance."""
        torch, count = self.torch, len(batch.value)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.halved):
            logits, chance = network(self.shown(batch, seed))
        logits, chance = logits.float(), chance.float()
        taken = torch.frombuffer(bytearray(batch.boards), dtype=torch.uint8).view(count, -1) != 0
        shares = torch.from_numpy(batch.policy)
        logs = logits.masked_fill(taken, -1e9).log_softmax(dim=1)
        distance = torch.special.xlogy(shares, shares).sum(dim=1) - (shares * logs.clamp(min=-50)).sum(dim=1)
        return distance, chance

    def weights(self, made: dict[str, Any]) -> Weights:
        """The running mean, to play with."""
        return exported(self.mean, made)

    def fresh_weights(self, made: dict[str, Any]) -> Weights:
        """The network itself, once the rate of learning has fallen to nothing."""
        return exported(self.network, made)

    def write(self) -> bytes:
        """All that is needed to go on."""
        state = {
            "network": self.network.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "dice": self.dice.getstate(),
            "steps": self.steps,
            "settled": self.settled,
        }
        file = io.BytesIO()
        self.torch.save(state, file)
        return file.getvalue()

    def read(self, content: bytes) -> None:
        state = self.torch.load(io.BytesIO(content), weights_only=True)
        self.network.load_state_dict(state["network"])
        self.mean.load_state_dict(state["mean"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.dice.setstate(state["dice"])
        self.steps = state["steps"]
        self.settled = state["settled"]
