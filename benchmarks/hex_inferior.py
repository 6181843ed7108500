"""Are there permanently inferior cells that the six neighbours of a cell show? Looks at all of them.

    python3 benchmarks/hex_inferior.py

A cell is permanently inferior for the other colour, so that its owner may count it as a stone, if it is dead
or captured, or if some killer of it is free (so that a stone of the other colour there is answered and dead)
and it stays permanently inferior whoever plays on whichever neighbour. Printed is how many surroundings make
a cell permanently inferior that is neither dead nor captured.
"""

from __future__ import annotations

from functools import cache
from itertools import product

EMPTY, OWN, FOREIGN = range(3)
Ring = tuple[int, ...]
"""What lies around a cell, in order."""
Kind = tuple[bool, ...]
"""Whether an own stone on the cell kills a neighbour, for each state of the two cells beside both."""


@cache
def dead(ring: Ring) -> bool:
    """No filling makes the colours change more than twice on the way round."""
    fillings = product(*((state,) if state else (OWN, FOREIGN) for state in ring))
    return all(sum(a != b for a, b in zip(full, full[1:] + full[:1], strict=True)) <= 2 for full in fillings)


def put(ring: Ring, place: int, state: int) -> Ring:
    return (*ring[:place], state, *ring[place + 1 :])


def captured(ring: Ring, kinds: dict[int, Kind]) -> bool:
    """Whether the cell and a free neighbour kill each other."""
    return any(
        kind[3 * ring[place - 1] + ring[(place + 1) % 6]] and dead(put(ring, place, OWN))
        for place, kind in kinds.items()
        if ring[place] == EMPTY
    )


def inferior(ring: Ring, kinds: dict[int, Kind], known: dict[Ring, bool]) -> bool:
    if ring not in known:
        free = [place for place in range(6) if ring[place] == EMPTY]
        known[ring] = (
            dead(ring)
            or captured(ring, kinds)
            or (
                any(dead(put(ring, place, OWN)) for place in free)
                and all(
                    inferior(put(ring, place, state), kinds, known)
                    for place in free
                    for state in (FOREIGN, OWN)
                )
            )
        )
    return known[ring]


def main() -> None:
    states = (EMPTY, OWN, FOREIGN)
    # Round a neighbour: the cell itself, one neighbour of both, three farther cells, the other one.
    all_kinds = sorted(
        {
            tuple(dead((OWN, left, *far, right)) for left in states for right in states)
            for far in product(states, repeat=3)
        }
    )
    looked = found = 0
    for ring in product(states, repeat=6):
        free = [place for place in range(6) if ring[place] == EMPTY]
        if dead(ring) or not any(dead(put(ring, place, OWN)) for place in free):
            continue
        for choice in product(all_kinds, repeat=len(free)):
            kinds = dict(zip(free, choice, strict=True))
            if not captured(ring, kinds):
                looked += 1
                found += inferior(ring, kinds, {})
    print(
        f"{looked} surroundings of a cell that has a killer and is neither dead nor captured: "
        f"{found} make it permanently inferior"
    )


if __name__ == "__main__":
    main()
