"""`pip install pavage` without the extra `web`: rules, players, formats, terminal and prints work."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pavage.words.complaint import WEB_PACKAGES

ROOT = Path(__file__).parent.parent
BARE = f"""
import sys
sys.modules.update(dict.fromkeys({sorted(WEB_PACKAGES)}))
from pavage.cli import main
sys.exit(main(sys.argv[1:]))
"""
TOURNAMENT = """
name = "Cup"
game = "hex"
[options]
size = 3
[[entrant]]
name = "Ada"
level = "random"
[[entrant]]
name = "Bo"
level = "beginner"
"""
LIBRARY = f"""
import sys
sys.modules.update(dict.fromkeys({sorted(WEB_PACKAGES)}))
import pavage
from pavage.formats.convert import read_game, write_game
match = pavage.Match(pavage.game("hex", size=5))
match.push("b4")
thought = pavage.think(match, "easy", seed=1)
match.play(thought.move)
assert match._repr_svg_().startswith("<svg")
loaded = read_game("(;FF[4]GM[11]SZ[5];B[a2];W[swap-pieces];B[c3])", "sgf")
assert "W[swap-pieces]" in write_game(loaded, "sgf")
"""


def bare(*arguments, cwd, text=""):
    """Run a command in a Python that finds no web package."""
    command = [sys.executable, "-c", BARE, *arguments, "--lang", "en"]
    return subprocess.run(command, cwd=cwd, input=text, capture_output=True, text=True, timeout=120)


def test_the_extra_has_all_web_packages():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extra = {re.match(r"[\w-]+", each)[0] for each in project["optional-dependencies"]["web"]}
    assert extra <= WEB_PACKAGES
    assert not {re.match(r"[\w-]+", each)[0] for each in project["dependencies"]} & WEB_PACKAGES


@pytest.mark.parametrize("command", ["", "serve --port 0", "class", "doctor", "backup x.db"])
def test_what_needs_the_web_app_says_what_to_install(command, tmp_path):
    done = bare(*command.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "pavage: This needs the web app: install it with pip install 'pavage[web]'.\n"


def test_a_match_a_print_a_conversion_and_a_tournament(tmp_path):
    (tmp_path / "cup.toml").write_text(TOURNAMENT)
    (tmp_path / "game.sgf").write_text("(;FF[4]GM[11]SZ[5];B[c3];W[b2])")
    for command in (
        ("games",),
        ("rules", "hex"),
        ("tiling", "H5"),
        ("match", "hex", "random", "random", "--option", "size=3", "--games", "1"),
        ("convert", "game.sgf", "game.pavage"),
        ("print", "hex", "--output", "hex.pdf"),
        ("tournament", "cup.toml"),
        ("solve", "--size", "3"),
        ("puzzle", "nombres", "--board", "4x4", "--seed", "1"),
    ):
        done = bare(*command, cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
    assert (tmp_path / "hex.pdf").read_bytes().startswith(b"%PDF")


def test_a_game_in_the_terminal(tmp_path):
    command = ("play", "hex", "--option", "size=3", "--players", "human,random")
    done = bare(*command, cwd=tmp_path, text="b2\nquit\n")
    assert done.returncode == 0, done.stderr


def test_the_library(tmp_path):
    done = subprocess.run([sys.executable, "-c", LIBRARY], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
