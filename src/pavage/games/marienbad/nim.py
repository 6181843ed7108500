"""Heaps: where no stone lies in two lines, Marienbad is Nim, and Nim is solved (Bouton 1901).

With `block` a heap is a stretch of stones side by side, and a move may also split it in two. That changes
nothing: a stretch of n stones can be left as 0 to n - 1, and the parts a and b of a split never make more
than a + b < n, so its Nim value is n as well; the same moves decide the misère form.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor

Heap = Sequence[int]


def separate_heaps(stretches: Sequence[Heap], stones: Sequence[int]) -> list[Heap] | None:
    """The heaps of a position, None if some stone could be taken along two lines."""
    long = [stretch for stretch in stretches if len(stretch) > 1]
    bound = [cell for stretch in long for cell in stretch]
    kept = set(bound)
    if len(bound) > len(kept):
        return None
    return [*long, *([cell] for cell in stones if cell not in kept)]


def mover_wins(sizes: Sequence[int], misere: bool) -> bool:
    """Whether whoever is to move can win. Only heaps of one left: then it is a matter of odd and even."""
    if max(sizes, default=0) < 2:
        return len(sizes) % 2 == int(not misere)
    return reduce(xor, sizes) != 0


def winning_taking(heaps: Sequence[Heap], misere: bool) -> list[int] | None:
    """Stones to take from the end of a heap so that the other player loses; None if there is no such way."""
    sizes = [len(heap) for heap in heaps]
    for place, heap in enumerate(heaps):
        for left in range(len(heap)):
            after = [*sizes[:place], left, *sizes[place + 1 :]]
            if not mover_wins([size for size in after if size], misere):
                return list(heap[left:])
    return None
