"""What a training run is: everything that its results depend on, kept in its folder."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, field, replace
from typing import Any

SIZES = {5: 1, 6: 1, 7: 3, 8: 3, 9: 8, 10: 6, 11: 42, 12: 7, 13: 22, 14: 3, 15: 2, 17: 1, 19: 1}
"""How often a board of each size is played, in parts of all."""
LATER_SIZES = {6: 1, 7: 2, 8: 2, 9: 4, 10: 3, 11: 75, 12: 3, 13: 6, 14: 2, 15: 1, 19: 1}
"""The same for a network that knows the game: the others are there lest they be forgotten."""

Shares = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """Fixed when the folder is begun, but for the network's shape and what `changed` names."""

    seed: int = 1
    channels: int = 32
    blocks: int = 4
    sizes: dict[int, int] = field(default_factory=lambda: dict(SIZES))
    taught: int = 36
    """Files of games by the engine without a network, to begin with; they leave the window early."""
    teacher: int = 1000
    """Simulations that it has a move."""
    positions: bool = False
    """Whether positions of quick games are searched, instead of games played by searches."""
    simulations: int = 40
    below: int = 80
    """Simulations from which on a position that such a search met is learned from too; 0: none."""
    games: int = 6
    """Played to the end from such a position if it has many stones."""
    checked: int = 25
    """One such position of so many is played to the end by searches, to see how often they are right."""
    fast: int = 8
    """Simulations of a move of a game that is not learned from."""
    kept: float = 0.5
    considered: int = 16
    scale: float = 0.3
    solver: int = 1500
    """Evaluations for each position of a game, from its end back to where they do not suffice any more; or
    for each searched position of which the search is nearly sure."""
    fewest: int = 0
    """Positions before anything is learned: a network that was trained before forgets the game over a few new
    ones, also where a run goes on elsewhere and its window is empty."""
    window: int = 60_000
    largest_window: int = 500_000
    reuse: float = 3.0
    """How often a position is learned from while it is in the window, more or less. With five, the value of
    games is learned by heart (docs/hex-engine.md)."""
    batch: int = 128
    rate: float = 2e-3
    """Of a network that begins with chance; what was trained before goes on with less (`going_on`)."""
    lowest_rate: float = 2e-4
    rate_halves: int = 4_000
    """Steps after which the rate of learning is halved."""
    decay: float = 1e-3
    averaging: float = 0.99
    result_share: Shares = ((0.0, 0.6),)
    """How much of a value is the result of games, the rest being what the search found: pairs of stones on
    11×11 and share, and between them what lies between."""
    generation: int = 40_000
    """New positions between two generations that are measured, at the most; 0: none is."""
    first_generation: int = 8_000
    """And at the least: in the beginning much is learned from little."""
    match_size: int = 11
    match_games: int = 32
    match_simulations: int = 64
    yardsticks: tuple[int, ...] = (3000,)
    """Simulations of the engine without a network, against which every generation is measured."""

    def write(self) -> str:
        return json.dumps(asdict(self), indent=1)

    def size_of(self, number: int) -> int:
        """On which board the games of this number are played."""
        dice = random.Random(f"size {self.seed} {number}")
        return dice.choices(list(self.sizes), list(self.sizes.values()))[0]

    def next_generation(self, measured: int) -> int:
        """After how many positions the next one is measured, if the last one was after so many."""
        return measured + min(self.generation, max(self.first_generation, measured // 2))

    def window_after(self, positions: int) -> int:
        """How many positions the window holds when so many were played in all."""
        return min(self.largest_window, max(self.window, positions // 2))


def going_on(settings: Settings) -> Settings:
    """The same for a network that was trained before."""
    sizes = dict(LATER_SIZES) if settings.sizes == SIZES else settings.sizes
    return replace(
        settings,
        sizes=sizes,
        positions=True,
        simulations=400,
        solver=200,
        fewest=50_000,
        window=100_000,
        largest_window=2_000_000,
        reuse=1.0,
        rate=2e-4,
        averaging=0.999,
        result_share=((16.0, 0.0), (20.0, 0.32), (28.0, 0.5), (40.0, 0.6)),
        generation=0,
    )


def read_settings(text: str) -> Settings:
    table: dict[str, Any] = json.loads(text)
    table["sizes"] = {int(size): parts for size, parts in table["sizes"].items()}
    table["yardsticks"] = tuple(table["yardsticks"])
    table["result_share"] = tuple((stones, share) for stones, share in table["result_share"])
    known = Settings()
    return replace(known, **{name: value for name, value in table.items() if hasattr(known, name)})


def games_on(size: int) -> int:
    """So many games make a file: about the same work on every board."""
    return max(2, round(16 * (121 / (size * size)) ** 1.6)) if size > 8 else 40


def positions_on(size: int) -> int:
    """The same for positions that are searched."""
    return max(8, round(64 * 121 / (size * size)))
