"""What a training run is: everything that its results depend on, kept in its folder."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, field, replace
from typing import Any

SIZES = {5: 1, 6: 1, 7: 3, 8: 3, 9: 8, 10: 6, 11: 42, 12: 7, 13: 22, 14: 3, 15: 2, 17: 1, 19: 1}
"""How often a board of each size is played, in parts of all."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Fixed when the folder is begun, but for the network's shape and what `changed` names."""

    seed: int = 1
    channels: int = 32
    blocks: int = 4
    sizes: dict[int, int] = field(default_factory=lambda: dict(SIZES))
    taught: int = 36
    """Files of games by the engine without a network, to begin with; its habits are not kept long."""
    teacher: int = 1000
    """Simulations that it has a move."""
    simulations: int = 40
    fast: int = 8
    deep: int = 0
    """Simulations of a move in deep games, which every second file then has; 0: none has."""
    kept: float = 0.5
    considered: int = 16
    scale: float = 0.3
    solver: int = 1500
    """Evaluations for each position of a game, from its end back to where they do not suffice any more."""
    varied: float = 0.0
    """Part of the games that begin with moves drawn from what the network says at first sight."""
    below: int = 0
    """Simulations from which on positions that a search looked at below a move are learned from too, though
    no game came to them; 0: none."""
    fewest: int = 0
    """Positions before anything is learned: what knows the game forgets it over a few new ones. A network
    that was trained before waits (`going_on`)."""
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
    result_share: float = 0.6
    """How much of a value is the result of the game, the rest being what the search found. Results of few
    games are learned by heart; where the network knows the game (`going_on`), its search knows better."""
    generation: int = 40_000
    """New positions between two generations that are measured, at the most."""
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

    def is_deep(self, number: int) -> bool:
        """Whether the games of this number are deep. With deep ones alone, all else is forgotten."""
        return self.deep > 0 and number % 2 == 1

    def next_generation(self, measured: int) -> int:
        """After how many positions the next one is measured, if the last one was after so many."""
        return measured + min(self.generation, max(self.first_generation, measured // 2))

    def window_after(self, positions: int) -> int:
        """How many positions the window holds when so many were played in all."""
        return min(self.largest_window, max(self.window, positions // 2))


def going_on(settings: Settings) -> Settings:
    """The same for a network that was trained before."""
    return replace(
        settings,
        rate=3e-4,
        fewest=20_000,
        result_share=0.2,
        varied=0.7,
        simulations=160,
        kept=1.0,
        below=16,
        solver=200,
    )


def finishing(settings: Settings, steps: int) -> Settings:
    """The same for the last so many steps: the rate of learning falls to nothing."""
    return replace(settings, rate=4e-4, lowest_rate=0.0, rate_halves=max(1, steps // 6), averaging=0.998)


def read_settings(text: str) -> Settings:
    table: dict[str, Any] = json.loads(text)
    table["sizes"] = {int(size): parts for size, parts in table["sizes"].items()}
    table["yardsticks"] = tuple(table["yardsticks"])
    known = Settings()
    return replace(known, **{name: value for name, value in table.items() if hasattr(known, name)})


def games_on(size: int) -> int:
    """So many games make a file: about the same work on every board."""
    return max(2, round(16 * (121 / (size * size)) ** 1.6)) if size > 8 else 40
