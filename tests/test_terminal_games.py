"""Every game of the registry in the terminal: moves of several cells, many players, boards without rows."""

import subprocess
import sys

import pytest
from playthroughs import small_game

from pavage.registry import OURS, games

pytest.importorskip("pyte")
pytest.importorskip("pty")

from test_terminal import ENTER, ESCAPE, RIGHT, Sitting, environment

OTHERS = [name for name in OURS if name != "hex"]


@pytest.mark.parametrize("name", OTHERS)
def test_people_and_computers_in_any_mix(name, tmp_path):
    """A person who types the first move, computers, and a person who never comes."""
    game = small_game(games()[name])
    start = game.start()
    move = game.write(start, game.moves(start)[0])
    options = [f"--option={each.name}={each.write(game.options[each.name])}" for each in game.declared]
    seats = ["human:Ada", *["random", "human:Bo"] * game.players][: game.players]
    program = [sys.executable, "-m", "pavage", "play", name, "--lang", "en", "--plain"]
    ended = subprocess.run(
        [*program, *options, "--players", ",".join(seats)],
        input=f"nonsense99\n{move}\n",
        capture_output=True,
        text=True,
        env=environment(),
        cwd=tmp_path,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr
    assert "nonsense99" in ended.stdout
    assert f"– Ada: {move}" in ended.stdout


def test_six_players_fit_a_small_window(tmp_path):
    seats = ",".join(f"human:{name}" for name in ("Ada", "Bo", "Claire", "Dora", "Ines", "Zoe"))
    with Sitting(tmp_path, "play", "hex6", "--lang", "en", "--players", seats, NO_COLOR="1") as play:
        play.until("▸ ● Red – Ada", "□ Pink – Zoe", "·a5", "[·e5]", "save  load  help  quit")
        play.keys("a5", ENTER)
        play.until("●a5", "▸ ○ Blue – Bo", "1. a5")


def test_stones_are_chosen_by_the_cursor(tmp_path):
    people = ("--players", "human,human", "--option", "board=S3x3")
    with Sitting(tmp_path, "play", "marienbad", "--lang", "en", *people) as play:
        play.until("2 ◉[◉]◉")
        play.keys(ENTER, RIGHT)
        play.until("1 ◉✚◉ ◉", "2✚◉<◉[◉]", "Enter once more, or type: take.")
        play.keys(ESCAPE)
        play.until("2 ◉ ◉[◉]", absent=["Enter once more"])
        play.keys(ENTER)
        play.until("«◉»", "Enter once more")
        play.keys("b2", ENTER)
        play.until("2✚◉«◉»◉>", "3 ◉ ◉ ◉")
        play.keys(ENTER)
        play.until("1 move", "1. b2+c2")
        play.keys("a1", ENTER)
        play.until("2 moves")


def test_a_man_that_is_touched_again_stays(tmp_path):
    people = ("--players", "human,human", "--option", "size=4", "--option", "players=2")
    with Sitting(tmp_path, "play", "hexadames", "--lang", "en", *people) as play:
        play.until("Touch one of your men.", "●d1")
        play.keys("e1", ENTER)
        play.until("«●e1»", "✚d2", "✚e2", "Touch the cell your man goes to.")
        play.keys(ENTER)
        play.until("Touch one of your men.", absent=["✚"])
        play.keys("e1", ENTER, "e2", ENTER)
        play.until("1. e1-e2")


def test_kings_and_walls(tmp_path):
    people = ("--players", "human,human", "--option", "size=3")
    with Sitting(tmp_path, "play", "labyrinthe", "--lang", "en", *people) as play:
        play.until("♚ Red – player 1", "♔ Blue – player 2", "[·c3]", "steps to go")
        play.keys(ENTER)
        play.until("[█c3]", "1. Xc3")
        play.keys("Kb4", ENTER)
        play.until("♔b4")
    with Sitting(tmp_path, "play", "labyrinthe", "--lang", "en", *people, LANG="C", LC_ALL="C") as play:
        play.until("1 Red", "2 Blue", "[.c3]")


def test_boards_without_rows(tmp_path):
    people = ("--players", "human,human,human", "--option", "board=penrose-3")
    with Sitting(tmp_path, "play", "polygo", "--lang", "en", *people, NO_COLOR="1") as play:
        play.until("·a1", "Red – player 1  0")
        play.keys("a1", ENTER)
        play.until("◆a1", "Red – player 1  1", "▸ ○ Blue")
