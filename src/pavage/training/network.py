"""The network in PyTorch: what native/src/net/net.cpp runs, with what is needed to learn."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

from pavage.players.fast.hex_net import PLANES, Weights

TAPS = ((0, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""A cell and its neighbours, in the order of the weights: rows down, columns to the right."""
HIDDEN = 32
CHANNELS = (16, 32, 48, 64, 96, 128)


def build(channels: int, blocks: int) -> Any:
    """A fresh network, with random weights."""
    torch = importlib.import_module("torch")
    nn = torch.nn

    class Hexagonal(nn.Module):  # type: ignore[misc,name-defined]
        """Seven taps: a square of nine without the two corners that are no neighbours."""

        def __init__(self, inputs: int, outputs: int) -> None:
            super().__init__()
            self.convolution = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
            self.norm = nn.BatchNorm2d(outputs, eps=1e-5)
            mask = torch.zeros(1, 1, 3, 3)
            for down, right in TAPS:
                mask[0, 0, down + 1, right + 1] = 1
            self.register_buffer("mask", mask, persistent=False)
            with torch.no_grad():
                nn.init.kaiming_normal_(self.convolution.weight)
                self.convolution.weight.mul_(mask * (9 / 7) ** 0.5)

        def forward(self, x: Any) -> Any:
            weight = self.convolution.weight * self.mask
            return self.norm(nn.functional.conv2d(x, weight, padding=1))

    def pool(x: Any) -> Any:
        return torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)

    class Block(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self, board: bool) -> None:
            super().__init__()
            self.first = Hexagonal(channels, channels)
            self.second = Hexagonal(channels, channels)
            self.board = nn.Linear(2 * channels, channels, bias=False) if board else None
            if self.board is not None:
                nn.init.normal_(self.board.weight, std=0.3 * channels**-0.5)
            nn.init.constant_(self.second.norm.weight, 0.3)

        def forward(self, x: Any) -> Any:
            y = self.first(x)
            if self.board is not None:
                y = y + self.board(pool(x))[:, :, None, None]
            return torch.relu(x + self.second(torch.relu(y)))

    class Network(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.stem = Hexagonal(PLANES, channels)
            self.blocks = nn.ModuleList(Block(number % 2 == 1) for number in range(blocks))
            self.policy = Hexagonal(channels, channels)
            self.shares = nn.Conv2d(channels, 1, 1, bias=False)
            self.value = nn.Conv2d(channels, HIDDEN, 1, bias=False)
            self.value_norm = nn.BatchNorm2d(HIDDEN, eps=1e-5)
            self.hidden = nn.Linear(2 * HIDDEN, HIDDEN)
            self.last = nn.Linear(HIDDEN, 1)
            nn.init.normal_(self.shares.weight, std=0.3 * channels**-0.5)

        def forward(self, planes: Any) -> tuple[Any, Any]:
            """Logits of the cells, and of the mover's chance."""
            x = torch.relu(self.stem(planes))
            for block in self.blocks:
                x = block(x)
            logits = self.shares(torch.relu(self.policy(x))).flatten(1)
            v = pool(torch.relu(self.value_norm(self.value(x))))
            return logits, self.last(torch.relu(self.hidden(v)))[:, 0]

    return Network().eval()


def exported(network: Any, made: dict[str, Any]) -> Weights:
    """As native/src/net/net.h has it: normalisation folded into the layers, taps apart."""
    torch = importlib.import_module("torch")
    parts: list[Any] = []

    def folded(weight: Any, norm: Any) -> tuple[Any, Any]:
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale

    def hexagonal(layer: Any) -> None:
        weight, bias = folded(layer.convolution.weight, layer.norm)
        for down, right in TAPS:
            parts.append(weight[:, :, down + 1, right + 1].t())
        parts.append(bias)

    with torch.no_grad():
        hexagonal(network.stem)
        for block in network.blocks:
            first = len(parts)
            hexagonal(block.first)
            assert len(parts) == first + len(TAPS) + 1
            if block.board is not None:
                parts.append(block.board.weight.t())
            hexagonal(block.second)
        hexagonal(network.policy)
        parts.append(network.shares.weight)
        weight, bias = folded(network.value.weight, network.value_norm)
        parts += [weight[:, :, 0, 0].t(), bias]
        parts += [network.hidden.weight.t(), network.hidden.bias, network.last.weight, network.last.bias]
        numbers = torch.cat([part.reshape(-1) for part in parts]).to(torch.float32).cpu()
    channels = network.stem.norm.weight.numel()
    return Weights(channels, len(network.blocks), HIDDEN, numbers.numpy().tobytes(), made)


def load(network: Any, weights: Weights) -> None:
    """Puts a network of a file into one of its shape: what `exported` would write again.

    Normalisation was folded away, and does nothing here.
    """
    torch = importlib.import_module("torch")
    numbers = torch.frombuffer(bytearray(weights.numbers), dtype=torch.float32)
    at = 0

    def take(*shape: int) -> Any:
        nonlocal at
        count = torch.Size(shape).numel()
        at += count
        return numbers[at - count : at].view(*shape)

    def normalise(norm: Any) -> None:
        norm.running_mean.zero_()
        norm.running_var.fill_(1)
        norm.weight.fill_((1 + norm.eps) ** 0.5)
        norm.bias.copy_(take(norm.bias.numel()))

    def hexagonal(layer: Any) -> None:
        outputs, inputs = layer.convolution.weight.shape[:2]
        for down, right in TAPS:
            layer.convolution.weight[:, :, down + 1, right + 1] = take(inputs, outputs).t()
        normalise(layer.norm)

    with torch.no_grad():
        hexagonal(network.stem)
        for block in network.blocks:
            hexagonal(block.first)
            if block.board is not None:
                block.board.weight.copy_(take(*block.board.weight.t().shape).t())
            hexagonal(block.second)
        hexagonal(network.policy)
        network.shares.weight.copy_(take(*network.shares.weight.shape))
        outputs, inputs = network.value.weight.shape[:2]
        network.value.weight.copy_(take(inputs, outputs).t()[:, :, None, None])
        normalise(network.value_norm)
        network.hidden.weight.copy_(take(*network.hidden.weight.t().shape).t())
        network.hidden.bias.copy_(take(network.hidden.bias.numel()))
        network.last.weight.copy_(take(*network.last.weight.shape))
        network.last.bias.copy_(take(1))
    assert at == len(numbers)


def grow(network: Any, weights: Weights) -> None:
    """Puts a smaller network into this one: it says the same, and has room to learn more.

    What the new channels say is not listened to yet, and what the new blocks add is nothing; both change with
    the first step, for what they are made of is random.
    """
    torch = importlib.import_module("torch")
    small = build(weights.channels, weights.blocks)
    load(small, weights)

    def listen(new: Any, old: Any) -> None:
        """New outputs keep their random weights; old ones have their own, and none for new inputs."""
        new[: old.shape[0]] = 0
        new[: old.shape[0], : old.shape[1]] = old

    def norm(new: Any, old: Any) -> None:
        new.running_mean.zero_()
        new.running_var.fill_(1)
        new.weight.fill_((1 + new.eps) ** 0.5)
        new.bias.zero_()
        new.bias[: old.bias.numel()] = old.bias

    def hexagonal(new: Any, old: Any) -> None:
        listen(new.convolution.weight, old.convolution.weight)
        norm(new.norm, old.norm)

    with torch.no_grad():
        hexagonal(network.stem, small.stem)
        for number, block in enumerate(network.blocks):
            if number >= weights.blocks:
                norm(block.first.norm, block.first.norm)
                norm(block.second.norm, block.second.norm)
                block.second.convolution.weight.zero_()
                continue
            known = small.blocks[number]
            hexagonal(block.first, known.first)
            hexagonal(block.second, known.second)
            block.second.convolution.weight[weights.channels :] *= 0.3  # as a fresh one begins
            if block.board is not None:  # the means of all channels, then the largest
                for at in (0, 1):
                    new, old = (part.chunk(2, dim=1)[at] for part in (block.board.weight, known.board.weight))
                    listen(new, old)
        hexagonal(network.policy, small.policy)
        listen(network.shares.weight, small.shares.weight)
        listen(network.value.weight, small.value.weight)
        norm(network.value_norm, small.value_norm)
        network.hidden.load_state_dict(small.hidden.state_dict())
        network.last.load_state_dict(small.last.state_dict())


def fits(weights: Weights, channels: int, blocks: int) -> bool:
    """Whether a network of this shape can grow from that one."""
    return channels >= weights.channels and blocks >= weights.blocks


def settle(network: Any, batches: Iterable[Any]) -> None:
    """Normalisation by what all of these positions have in common, and never again by those of one batch.

    A batch has boards of one size, and each size has a mean and a variance of its own: whoever learns with
    those of the batch, and plays with those of all, plays much worse than was learned.
    """
    torch = importlib.import_module("torch")
    for part in network.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            part.reset_running_stats()
            part.momentum = None  # the mean of all batches
    network.train()
    with torch.no_grad():
        for planes in batches:
            network(planes)
    network.eval()
