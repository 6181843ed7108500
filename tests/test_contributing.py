"""The worked example of CONTRIBUTING.md is carried out as it stands there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WITHOUT_INSTALLED_PAVAGE = (
    "import sys; sys.meta_path = [f for f in sys.meta_path if 'ScikitBuild' not in type(f).__name__]\n"
)
"""An editable install would be found before the copy that the example is added to."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project to which the game has been added, by nothing but the page's own blocks."""
    house = tmp_path_factory.mktemp("house")
    for folder in "src", "tests", "devtools":
        shutil.copytree(ROOT / folder, house / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", house)
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"`(src/[^`]+)`[^\n]*\n\n```\w+\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 7
    for name, text in blocks:
        path = house / name
        if path.name == "registry.py":
            known = path.read_text(encoding="utf-8")
            assert "\n}\n" in known
            path.write_text(known.replace("\n}\n", f"\n{text}}}\n", 1), encoding="utf-8")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return house


def run(house: Path, program: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{house / 'src'}", "PAVAGE_LEFT_OUT": ""}
    command = [sys.executable, "-c", WITHOUT_INSTALLED_PAVAGE + program]
    return subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True)


def test_the_game_passes_the_conformance_test(house: Path) -> None:
    arguments = "['tests/test_every_game.py', '-k', 'morpion', '-p', 'no:cacheprovider']"
    done = run(house, f"import pytest; sys.exit(pytest.main({arguments}))")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout and "skipped" not in done.stdout


def test_the_playthrough_is_written(house: Path) -> None:
    done = run(
        house,
        "sys.argv = ['playthroughs.py', 'morpion']; sys.path.insert(0, 'tests')\n"
        "import runpy; runpy.run_path('tests/playthroughs.py', run_name='__main__')",
    )
    assert done.returncode == 0, done.stderr
    assert "morpion" in (house / "tests" / "playthroughs" / "morpion.txt").read_text(encoding="utf-8")


def test_the_computer_plays_it(house: Path) -> None:
    program = (
        "from pavage.registry import games\n"
        "from pavage.players.levels import computer\n"
        "game = games()['morpion']()\n"
        "to_win = game.setup('red:a1,b1 blue:a2,b2 turn:1')\n"
        "player, budget = computer(game, 'medium', 1)\n"
        "print(game.write(to_win, player.think(game, to_win, budget).move))\n"
    )
    done = run(house, program)
    assert done.stdout.strip() == "c1", done.stderr
