"""Who wins: cells, par, komi, and the largest province. All by colours, which is where komi and par stay."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.polygo.terrain import Terrain


def pars(empty: int, players: int) -> tuple[int, ...]:
    """The stones that each player sets on so many empty cells if there is never a capture."""
    return tuple(-((place - empty) // players) for place in range(players))


def largest_province(terrain: Terrain, mine: int) -> int:
    """The largest province of a colour, as a bit set; the first of several."""
    return max(terrain.pieces(mine), key=int.bit_count, default=0)


class Scoring:
    """How a game counts, by its options of these names."""

    def __init__(
        self, terrain: Terrain, pars: Sequence[int], komi: int, par: bool, score: str, tie: str
    ) -> None:
        self.terrain = terrain
        self.by_province = score == "province"
        self.tie_by_province = tie == "province"
        self.uses_par = par and not self.by_province
        self.handicap = [komi * (colour == 1) - self.uses_par * stones for colour, stones in enumerate(pars)]
        """What is added to the cells of each colour: komi, less par."""

    def points(self, stones: Sequence[int]) -> list[int]:
        """What is compared at the end, for each colour."""
        if self.by_province:
            stones = [largest_province(self.terrain, mine) for mine in stones]
        return [mine.bit_count() + more for mine, more in zip(stones, self.handicap, strict=True)]

    def winners(self, stones: Sequence[int], colours: Sequence[int]) -> tuple[list[int], str]:
        """Of these colours, those that share the point, and why: the key of a sentence."""
        points = self.points(stones)
        most = max(points[colour] for colour in colours)
        best = [colour for colour in colours if points[colour] == most]
        if len(best) > 1 and self.tie_by_province:
            sizes = {colour: largest_province(self.terrain, stones[colour]).bit_count() for colour in best}
            widest = [colour for colour in best if sizes[colour] == max(sizes.values())]
            return widest, "equal" if len(widest) > 1 else "tie_province"
        if len(best) > 1:
            return best, "equal"
        if self.by_province:
            return best, "province"
        return best, "points" if any(self.handicap) else "cells"
