"""Makes the table of openings that the package ships: every opening of Hex up to 7×7, with a reply.

    .venv/bin/python benchmarks/hex_openings.py

Solves each size on a fresh solver and writes src/pavage/players/fast/hex_openings.json. An opening is won or
lost for whoever makes it. The reply to a lost one wins; the reply to a won one is what the search held for
best. The carrier, a number in base 16 with a bit for each cell, is what the winner needs.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from pavage.games.hex import Hex
from pavage.players.fast.hex_solver import HexSolver, Solution

SIZES = range(1, 8)
TARGET = Path(__file__).resolve().parent.parent / "src/pavage/players/fast/hex_openings.json"


def openings(size: int) -> dict[str, list[str]]:
    """For each opening: win or loss, the reply, the carrier of the winner."""
    names = Hex(size=size, swap="none").tiling.names if size > 1 else ("a1",)
    last = size * size - 1
    solver = HexSolver(size)
    found: dict[int, tuple[bool, int, int]] = {}
    for cell in range(last + 1):
        if cell in found:
            continue
        if size == 1:
            found[cell] = (True, -1, 1)
            continue
        solution = solver.solve(bytes(1 if one == cell else 0 for one in range(last + 1)), 2)
        assert solution.winner
        for one in served(solution, cell, last):
            found[one] = (solution.winner == 1, solution.move, bits(solution.carrier))
            turned = frozenset(last - other for other in solution.carrier)
            found[last - one] = (solution.winner == 1, last - solution.move, bits(turned))
    return {
        names[cell]: ["win" if won else "loss", names[reply] if reply >= 0 else "", f"{carrier:x}"]
        for cell, (won, reply, carrier) in sorted(found.items())
    }


def served(solution: Solution, cell: int, last: int) -> list[int]:
    """The openings that this answer answers: what refutes one refutes all outside its carrier."""
    if solution.winner == 1:
        return [cell]
    return [one for one in range(last + 1) if one not in solution.carrier]


def bits(cells: frozenset[int]) -> int:
    return sum(1 << cell for cell in cells)


def main() -> None:
    sizes = {}
    for size in SIZES:
        begun = time.process_time()
        sizes[str(size)] = openings(size)
        print(f"{size}×{size}: {time.process_time() - begun:.2f} s", file=sys.stderr)
    lines = [
        f' "{size}": {{\n'
        + ",\n".join(f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in table.items())
        + "\n }"
        for size, table in sizes.items()
    ]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
