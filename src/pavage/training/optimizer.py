"""Steps of learning: layers are changed in all directions alike, all else in Adam's way.

What a batch says about a layer is mostly one or two large directions, and Adam follows them; what is rare but
true drowns in them. Here the mean of what the last batches say is made orthogonal (Newton and Schulz, five
rounds), as in the optimizer that is known as Muon: a small direction moves a layer as far as a large one
(docs/hex-engine.md, the sixth run).
"""

from __future__ import annotations

import importlib
from typing import Any

LAYER_RATE = 6.5
"""How much larger a step of a layer is than one of all else."""
MOMENTUM = 0.95
ROUNDS, FACTORS = 5, (3.4445, -4.7750, 2.0315)
"""Of Newton and Schulz: a polynomial that brings every size between 0 and 1 near to 1."""


class Optimizer:
    """Steps for all weights of a network."""

    def __init__(self, network: Any, rate: float, decay: float) -> None:
        self.torch = importlib.import_module("torch")
        self.decay = decay
        inner = (part for part in network.modules() if hasattr(part, "mask"))
        self.layers = [part for part in inner if part is not network.stem]
        self.momenta = [self.torch.zeros_like(layer.convolution.weight) for layer in self.layers]
        own = {id(layer.convolution.weight) for layer in self.layers}
        others = [each for each in network.parameters() if id(each) not in own]
        groups = [
            {"params": [each for each in others if each.ndim > 1], "weight_decay": decay},
            {"params": [each for each in others if each.ndim <= 1], "weight_decay": 0.0},
        ]
        self.others = self.torch.optim.AdamW(groups, lr=rate)

    def clear(self) -> None:
        self.others.zero_grad()
        for layer in self.layers:
            layer.convolution.weight.grad = None

    def step(self, rate: float) -> None:
        for group in self.others.param_groups:
            group["lr"] = rate
        self.others.step()
        with self.torch.no_grad():
            for layer, momentum in zip(self.layers, self.momenta, strict=True):
                self._step(layer, momentum, LAYER_RATE * rate)

    def _step(self, layer: Any, momentum: Any, rate: float) -> None:
        weight = layer.convolution.weight
        momentum.lerp_(weight.grad, 1 - MOMENTUM)
        ahead = weight.grad.lerp(momentum, MOMENTUM)
        taps = layer.mask.flatten().nonzero()[:, 0]  # seven of nine
        change = self.torch.zeros_like(ahead).flatten(2)
        change[:, :, taps] = self._orthogonal(ahead.flatten(2)[:, :, taps])
        weight.mul_(1 - self.decay * rate)
        weight.sub_(change.view_as(weight), alpha=rate)

    def _orthogonal(self, gradient: Any) -> Any:
        """The nearest to this in which every direction has the same size, more or less."""
        outputs = gradient.shape[0]
        x = gradient.reshape(outputs, -1)
        x = x / (x.norm() + 1e-7)
        once, thrice, five = FACTORS
        for _ in range(ROUNDS):
            square = x @ x.T
            x = once * x + (thrice * square + five * square @ square) @ x
        return x.view_as(gradient)

    def state_dict(self) -> dict[str, Any]:
        return {"others": self.others.state_dict(), "momenta": self.momenta}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.others.load_state_dict(state["others"])
        self.momenta = state["momenta"]
