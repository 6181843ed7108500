"""The registry: our games, and games of other people that are installed beside it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pavage.registry import OURS, BrokenGame, Games, UnknownGame, games

EXAMPLE = Path(__file__).parent / "example_package"


def test_unknown_games_are_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame) as caught:
        games()["hx"]
    assert caught.value.values["game"] == "hx" and "hex" in str(caught.value.values["known"])


def test_a_broken_game_of_somebody_else_says_so() -> None:
    others = Games(OURS, {"lost": "no.such.module:Game", "odd": "json:dumps", "hex": "json:dumps"})
    with pytest.raises(BrokenGame, match="lost"):
        others["lost"]
    with pytest.raises(BrokenGame, match="is not a Game"):
        others["odd"]
    assert others["hex"].name == "hex", "nobody takes the name of one of ours"
    assert list(others) == [*OURS, "lost", "odd"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The example package, installed into a folder of its own, and an environment that sees it."""
    target = tmp_path_factory.mktemp("installed")
    source = tmp_path_factory.mktemp("source") / "example"
    shutil.copytree(EXAMPLE, source)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    command += ["--no-build-isolation", "--target", str(target), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    root = Path(__file__).parent.parent
    paths = [str(target), str(root / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PAVAGE_LEFT_OUT": ""}


def test_an_installed_game_is_in_the_list(installed: dict[str, str]) -> None:
    program = "import json, pavage.registry as r; print(json.dumps(list(r.games())))"
    listed = subprocess.run([sys.executable, "-c", program], env=installed, capture_output=True, check=True)
    assert json.loads(listed.stdout) == [*OURS, "dominos"]


def test_an_installed_game_gets_the_conformance_test_for_free(installed: dict[str, str]) -> None:
    """Dice, three players, moves of two sites, a board of the user: by the tests that our own games pass."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests/test_every_game.py",
        "-k",
        "dominos",
        "-p",
        "no:cacheprovider",
    ]
    run = subprocess.run(command, env=installed, cwd=EXAMPLE.parent.parent, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout and "skipped" not in run.stdout


def test_an_installed_game_is_played_by_our_computers(installed: dict[str, str]) -> None:
    program = (
        "from pavage.registry import games; from pavage.players.levels import computer; import random\n"
        "from pavage.table import *\n"
        "game = games()['dominos'](players=3)\n"
        "def think(game, position, level, seed):\n"
        "    player, budget = computer(game, level, seed)\n"
        "    return player.think(game, position, budget)\n"
        "table = new_table(game, [Chair(n, 'beginner') for n in 'abc'], dice=random.Random(3))\n"
        "table.finish(think)\n"
        "print(sum(table.match.outcome.returns))\n"
    )
    run = subprocess.run([sys.executable, "-c", program], env=installed, capture_output=True, text=True)
    assert run.stdout.strip() == "1.0", run.stderr
