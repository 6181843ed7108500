"""How much one player can win at Marienbad when all others play at random: exact, by looking at everything.

    python3 benchmarks/marienbad_alone.py [BOARD] [PLAYERS …]

For each number of players it prints the share of a player who always makes the best move, averaged over the
seats: nobody can do better, so no level can be asked to. H3 takes about half a minute for each number.
"""

from __future__ import annotations

import sys
from array import array

from pavage.games.marienbad import Marienbad
from pavage.games.marienbad.small import Endings


def shares(board: str, players: int) -> list[float]:
    """The best share for whoever sits so many seats after the one who begins."""
    game = Marienbad(board=board, players=players)
    takings = Endings(game).takings
    known = [array("d", [0.0]) * (1 << len(game.tiling)) for _ in range(players)]
    """For each number of seats to wait until our turn: our share, by the stones left."""
    known[players - 1][0] = 1.0  # the board is empty and we have just moved: we took last
    for stones in range(1, 1 << len(game.tiling)):
        after = [stones ^ taken for taken in takings(stones)]
        last = known[players - 1]
        known[0][stones] = max([last[left] for left in after])
        for wait in range(1, players):
            before = known[wait - 1]
            known[wait][stones] = sum([before[left] for left in after]) / len(after)
    return [known[wait][-1] for wait in range(players)]


def main() -> None:
    board, *numbers = sys.argv[1:] or ["H3"]
    for players in map(int, numbers or ("2", "3", "4", "6")):
        found = shares(board, players)
        seats = " ".join(f"{share:.3f}" for share in found)
        print(f"{board}, {players} players: {sum(found) / players:.1%} (by seat: {seats})", flush=True)


if __name__ == "__main__":
    main()
