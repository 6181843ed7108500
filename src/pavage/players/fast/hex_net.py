"""The Hex network: a file with a head that says what it is, and its weights."""

from __future__ import annotations

import array
import json
import math
import struct
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pavage.phrase import PhrasedError
from pavage.players import fast

MAGIC = b"pavage net 1\n"
SHIPPED = Path(__file__).with_name("hex_net.bin")
"""What we play with, made by `pavage train`."""
SMALLEST, LARGEST = 3, 19
KIND = "network"
"""What thoughts that asked it are called (`Thought.kind`): their values are not those of playouts."""
PLANES = 12
"""Numbers that the network is shown of each cell."""


class BadNet(PhrasedError, ValueError):
    """A file that holds no network; `why` is a key below `train.bad_net`."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(text, f"train.bad_net.{why}")


@dataclass(frozen=True, slots=True)
class Weights:
    """A network as numbers, and what made it."""

    channels: int
    blocks: int
    hidden: int
    numbers: bytes
    """32-bit floats, in the order of net.h."""
    made: dict[str, Any]

    def write(self, *, half: bool = False) -> bytes:
        """As a file; with `half` in 16 bits a number, which is what we ship."""
        head = {
            "channels": self.channels,
            "blocks": self.blocks,
            "hidden": self.hidden,
            "bits": 16 if half else 32,
            "made": self.made,
        }
        numbers = self.numbers
        if half:
            count = len(numbers) // 4
            numbers = struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", numbers))
        return MAGIC + json.dumps(head, ensure_ascii=False).encode() + b"\n" + numbers


def weights_of(channels: int, blocks: int, hidden: int) -> int:
    """How many numbers a network of this shape has."""
    layer = 7 * channels**2 + channels
    own = (
        7 * PLANES * channels + channels + (2 * blocks + 1) * layer + blocks // 2 * 2 * channels**2 + channels
    )
    return own + channels * hidden + hidden + 2 * hidden**2 + hidden + hidden + 1


def read_weights(content: bytes) -> Weights:
    """The network of a file."""
    if not content.startswith(MAGIC):
        raise BadNet("does not begin as a network does", "other_file")
    line, _, numbers = content[len(MAGIC) :].partition(b"\n")
    try:
        head = json.loads(line)
        bits, made = head["bits"], head["made"]
        channels, blocks, hidden = (int(head[name]) for name in ("channels", "blocks", "hidden"))
    except (ValueError, KeyError, TypeError):
        raise BadNet("has a damaged head", "head") from None
    if bits == 16 and len(numbers) % 2 == 0:
        found = array.array("f", struct.unpack(f"<{len(numbers) // 2}e", numbers))
    elif bits == 32 and len(numbers) % 4 == 0:
        found = array.array("f")
        found.frombytes(numbers)
        if sys.byteorder == "big":
            found.byteswap()
    else:
        raise BadNet("is cut off", "cut_off")
    return Weights(channels, blocks, hidden, found.tobytes(), made)


def new_net(weights: Weights, kernels: str = "") -> Any:
    """The network in the extension, which must be there."""
    native = fast.native()
    assert native is not None
    try:
        return native.HexNet(weights.channels, weights.blocks, weights.hidden, weights.numbers, kernels)
    except ValueError as error:
        raise BadNet(str(error), "numbers") from None


@cache
def _file() -> Weights | None:
    return read_weights(SHIPPED.read_bytes()) if SHIPPED.is_file() else None


@cache
def shipped() -> Any:
    """The network that we play with, read when it is first asked for; None where there is none."""
    weights = _file()
    return new_net(weights) if weights is not None and fast.native() is not None else None


def calibrated(value: float) -> float:
    """A search's mean as the chance that people are told: how often such a position was won.

    Means are too careful, by a factor of the logit that training measures (`Window.sharpness`).
    """
    weights = _file()
    sharpness = float(weights.made.get("sharpness", 1.0)) if weights is not None else 1.0
    if not 0 < value < 1:
        return value
    return 1 / (1 + math.exp(-sharpness * math.log(value / (1 - value))))
