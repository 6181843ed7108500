"""Hex at a glance: what the network says of a position at once, and a move drawn by lot from it.

Weak levels play so: their moves look like moves, and the less a level tries, the more is left to luck.
"""

from __future__ import annotations

import math
import random
import struct

from pavage.games.hex import Hex, HexPosition
from pavage.players import fast
from pavage.players.fast import hex_net
from pavage.players.thought import Budget, Thought

LUCK, LESS = 1.0, 0.1
"""The temperature is LUCK / simulations ** LESS: 0.69 for a beginner's 40, 0.57 for easy's 300."""


def glance(game: Hex, position: HexPosition, allowed: bytes, budget: Budget) -> Thought:
    """A move of the network's policy, without a search. Needs the extension and a shipped network."""
    native = fast.native()
    assert native is not None
    size, dice = game.size, random.Random(budget.seed)
    mover = game.colour(position, position.turn) + 1
    seen = native.hex_seen(size, position.board, mover)
    told, chance = hex_net.shipped().evaluate(size, seen, dice.getrandbits(63))
    logits = struct.unpack(f"<{size * size}f", told)

    def place(cell: int) -> int:
        """Where the network, which always joins top and bottom, sees it."""
        return cell if mover == 1 else cell % size * size + cell // size

    cells = [cell for cell, free in enumerate(allowed) if free]
    # Dead and captured cells are worth nothing, unless there are no others.
    live = [cell for cell in cells if not seen[place(cell)]] or cells
    highest = max(logits[place(cell)] for cell in live)
    temperature = LUCK / (budget.simulations or 1) ** LESS
    weights = [math.exp((logits[place(cell)] - highest) / temperature) for cell in live]
    (cell,) = dice.choices(live, weights)
    value = 1 / (1 + math.exp(-struct.unpack("<f", chance)[0]))
    total = sum(weights)
    policy = tuple(((one,), weight / total) for one, weight in zip(live, weights, strict=True))
    return Thought((cell,), hex_net.calibrated(value), policy, ((cell,),), 1, kind=hex_net.KIND)
