"""Complete games on tiny boards, counted by the rules and compared with the numbers in tests/perft/."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import full

from pavage.game import Position
from pavage.registry import OURS, folder, games

COUNTS = Path(__file__).parent / "perft"


def entries() -> list[tuple[str, dict[str, Any]]]:
    """Those of every folder; in a full run for each game of it, though the same rules count the same."""
    found, seen = [], set()
    for name in OURS:
        place = folder(games()[name])
        if place in seen and full(10) < 10:
            continue
        seen.add(place)
        data = COUNTS / f"{place.rpartition('.')[2]}.toml"
        if data.is_file():
            found += [(name, entry) for entry in tomllib.loads(data.read_text(encoding="utf-8"))["perft"]]
    return found


@pytest.mark.parametrize(
    ("name", "entry"), entries(), ids=lambda value: value if isinstance(value, str) else value["id"]
)
def test_complete_games(name: str, entry: dict[str, Any]) -> None:
    game = games()[name](**entry["options"])

    @cache
    def count(position: Position) -> tuple[int, ...]:
        """The number of games, then what each seat gets in all of them."""
        outcome = game.outcome(position)
        if outcome:
            return (1, *(int(share) if share in (0, 1) else share for share in outcome.returns))
        counts = [count(game.play(position, move)) for move in game.moves(position)]
        return tuple(map(sum, zip(*counts, strict=True)))

    start = game.setup(entry["position"]) if "position" in entry else game.start()
    games_played, *wins = count(start)
    assert games_played == entry["games"]
    assert wins == entry["wins"]
