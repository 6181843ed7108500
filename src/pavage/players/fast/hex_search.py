"""The native Hex search with all its knowledge: made with the learned weights, kept from move to move."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pavage.players import fast
from pavage.players.fast import hex_net

WEIGHTS = Path(__file__).with_name("hex_patterns.json")
"""Weights of local patterns, learned from our own games by benchmarks/hex_patterns.py."""
MEMORY = 512 << 20
"""Bytes that the trees of one search may take."""
CONSULT = 200
"""Visits after which the connections of a position are searched."""
TRUST = 0.3
"""How far the patterns are trusted before a move was tried."""
NET_CONSULT = 24
"""The same in a tree with a network, whose nodes are dearer."""
EXPLORATION = 0.55
"""How far moves that the network likes are looked at beside the best."""
PARTS = ("rave", "bridges", "inferior", "connections", "patterns")
"""What can be left out, to see what it is worth."""
NETWORK = "network"
"""What can be left out besides: with it the search is the one above, without it the one with playouts."""


@cache
def weights() -> dict[str, dict[int, float]] | None:
    if not WEIGHTS.is_file():
        return None
    table = json.loads(WEIGHTS.read_text(encoding="ascii"))
    return {part: {int(code): weight for code, weight in codes.items()} for part, codes in table.items()}


def new_search(
    size: int,
    without: Sequence[str] = (),
    *,
    threads: int = 1,
    playouts: int = 64,
    memory: int = MEMORY,
    consult: int = CONSULT,
    trust: float = TRUST,
    net: Any = None,
    net_consult: int = NET_CONSULT,
    exploration: float = EXPLORATION,
) -> Any:
    """A search of the native extension, which must be there; with a network it asks that one."""
    native = fast.native()
    assert native is not None
    if net is not None:
        return native.HexPlayer(
            size, list(without), memory, threads, playouts, net_consult, exploration, None, net
        )
    return native.HexPlayer(size, list(without), memory, threads, playouts, consult, trust, weights())


def best_search(size: int, without: Collection[str] = ()) -> Any:
    """The strongest search there is for this board: with the network where one is shipped."""
    parts = [part for part in PARTS if part in without]
    return new_search(size, parts, net=hex_net.shipped() if asks_network(size, without) else None)


def asks_network(size: int, without: Collection[str] = ()) -> bool:
    """Whether that search asks the network."""
    known = hex_net.SMALLEST <= size <= hex_net.LARGEST and NETWORK not in without
    return known and hex_net.shipped() is not None
