"""`pavage puzzle`: makes, checks and solves; and every command of docs/nombres.*.md does what it says."""

import io
import json
import re
import shlex
from pathlib import Path

import pytest

from pavage.cli import main
from pavage.games.nombres import Nombres
from pavage.games.nombres.puzzle import read_puzzle, write_line
from pavage.games.nombres.solving.solver import some_solutions
from pavage.games.nombres.strategy import perfect
from pavage.match import Match

DOCS = Path(__file__).parent.parent / "docs"
POLYGO = "6x6/R4,3,3,5,4,3/C5,4,4,3,5,1/d2+,b3-,a5-,e5-/braille"


class Told:
    """What a command printed, and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def pavage(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def run(line: str, given: str = "") -> Told:
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        code = main([*shlex.split(line), *([] if "--lang" in line else ["--lang", "en"])])
        told = capsys.readouterr()
        return Told(code, told.out, told.err)

    return run


def test_makes_and_draws(pavage) -> None:
    told = pavage("puzzle nombres --board 8x8 --diag DA --grade 2 --seed 7")
    assert told.code == 0 and "grade 2" in told.out and "8x8 DA" in told.out
    line = re.search(r"--option puzzle=(\S+)", told.out)
    assert line is not None
    puzzle = read_puzzle(line[1])
    assert len(some_solutions(puzzle.grid, puzzle.sums, puzzle.given)) == 1
    for number, total in enumerate(puzzle.sums_of("R"), 1):
        assert re.search(rf"^.* {number}   [·▒●×◆].*  {total}\b", told.out, re.MULTILINE)
    assert told.out == pavage("puzzle nombres --board 8x8 --diag DA --grade 2 --seed 7").out


def test_json_holds_the_solution_and_the_text(pavage) -> None:
    data = json.loads(pavage("puzzle nombres --theme braille --text POLYGO --seed 3 --json").out)
    assert data["theme"] == {"kind": "braille", "cells": [2, 3], "text": "POLYGO"}
    assert data["solution"] == ["###.#.", "#..##.", "#.#.#.", "#####.", ".###.#", "##..#."]
    assert (data["type"], data["version"], data["id"], data["grade"]) == ("croises", 1, "polygo", 1)
    assert write_line(read_puzzle(json.dumps(data))).startswith("6x6/R4,3,3,5,4,3/C5,4,4,3,5,1/")


def test_several_at_once(pavage) -> None:
    data = json.loads(pavage("puzzle nombres --board H3 --count 3 --seed 5 --json").out)
    assert [one["id"] for one in data] == ["h3-5", "h3-6", "h3-7"]
    assert len({json.dumps(one["sums"]) for one in data}) == 3
    assert pavage("puzzle nombres --board 4x4 --count 2 --seed 1").out.count("--option puzzle=4x4/") == 2


def test_without_a_seed_it_says_which_it_took(pavage) -> None:
    told = pavage("puzzle nombres --board 4x4")
    seed = re.search(r"--seed (\d+)", told.out)
    assert seed is not None
    assert pavage(f"puzzle nombres --board 4x4 --seed {seed[1]}").out == told.out


def test_a_picture(pavage, tmp_path: Path) -> None:
    picture = tmp_path / "heart.txt"
    picture.write_text(".#.#.\n#####\n#####\n.###.\n..#..\n")
    data = json.loads(pavage(f"puzzle nombres --board 5x5 --picture {picture} --seed 1 --json").out)
    assert data["solution"] == picture.read_text().split()
    assert pavage(f"puzzle nombres --board 6x6 --picture {picture}").code == 2


def test_with_unique_off_nothing_is_given(pavage) -> None:
    told = pavage("puzzle nombres --unique off --seed 1")
    assert "--option unique=off" in told.out and "0 given cells" in told.out


def test_accents_are_french(pavage) -> None:
    told = pavage("puzzle nombres --text hélène --seed 1 --json --lang fr")
    assert json.loads(told.out)["theme"]["text"] == "HÉLÈNE"
    assert pavage("puzzle nombres --text hélène").code == 2


def test_check(pavage, tmp_path: Path) -> None:
    told = pavage("puzzle nombres --check -", POLYGO)
    assert (told.code, told.out) == (0, "6x6, one solution, grade 1 (score 11), 4 given cells\n")
    file = tmp_path / "polygo.json"
    file.write_text(pavage("puzzle nombres --text POLYGO --seed 3 --json").out)
    assert pavage(f"puzzle nombres --check {file}").code == 0
    french = pavage(f"puzzle nombres --check {file} --lang fr").out
    assert french.startswith("6x6, une seule solution, difficulté 1")
    data = json.loads(file.read_text())
    for changed in (
        {"grade": 2},
        {"theme": {**data["theme"], "text": "POLYGA"}},
        {"solution": ["......"] * 6},
    ):
        told = pavage("puzzle nombres --check -", json.dumps({**data, **changed}))
        assert told.code == 2 and told.err.count("\n") == 1
    assert pavage("puzzle nombres --check - --unique off", "3x3/R2,1,1/C2,1,1").out == "3x3, 5 solutions\n"
    assert json.loads(pavage("puzzle nombres --check - --json", POLYGO).out)["unique"] is True


def test_solve(pavage) -> None:
    told = pavage("puzzle nombres --solve -", POLYGO)
    assert told.code == 0 and "POLYGO" in told.out and "⠏⠕⠇⠽⠛⠕" in told.out
    assert told.out.count("✓") == 12, "every line has its sum"
    assert json.loads(pavage("puzzle nombres --solve - --json", POLYGO).out)["solution"][0] == "###.#."
    told = pavage("puzzle nombres --solve -", "3x3/R2,1,1/C2,1,1")
    assert told.code == 0 and "5 solutions" in told.out and told.out.count("✓") == 6


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("puzzle", ""),
        ("puzzle hex", ""),
        ("puzzle nombres --board 1x1", ""),
        ("puzzle nombres --board H4 --diag D", ""),
        ("puzzle nombres --diag X", ""),
        ("puzzle nombres --grade 3", ""),
        ("puzzle nombres --grade 5 --diag D", ""),
        ("puzzle nombres --grade 2 --diag D --unique off", ""),
        ("puzzle nombres --board H2 --grade 4 --seed 1", ""),
        ("puzzle nombres --unique maybe", ""),
        ("puzzle nombres --seed x", ""),
        ("puzzle nombres --count 0", ""),
        ("puzzle nombres --theme sudoku", ""),
        ("puzzle nombres --board 5x5 --theme braille", ""),
        ("puzzle nombres --text POLYGONE", ""),
        ("puzzle nombres --text 'a+b'", ""),
        ("puzzle nombres --theme free --text POLYGO", ""),
        ("puzzle nombres --picture /nowhere/at/all", ""),
        ("puzzle nombres --check /nowhere/at/all", ""),
        ("puzzle nombres --check -", ""),
        ("puzzle nombres --check -", "2x2/R1,1/C1,1"),
        ("puzzle nombres --check -", "3x3/R3,0,0/C2,1,0"),
        ("puzzle nombres --solve -", "3x3/R3,0,0/C2,1,0"),
        ("puzzle nombres --solve -", "{}"),
        ("puzzle nombres --unknown", ""),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(pavage, line: str, given: str) -> None:
    for language in ("en", "fr"):
        told = pavage(f"{line} --lang {language}", given)
        assert told.code == 2 and told.out == ""
        assert told.err.startswith("pavage: ") and told.err.count("\n") == 1
        assert "nombres.puzzle" not in told.err and "cli." not in told.err


def test_help_names_everything(pavage) -> None:
    for language in ("en", "fr"):
        told = pavage(f"puzzle --help --lang {language}")
        for flag in ("board", "diag", "grade", "theme", "text", "seed", "count", "json", "check", "solve"):
            assert f"--{flag}" in told.out


# --- the page of questions


def commands(name: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line]


LINES = [(name, line) for name in ("nombres.md", "nombres.fr.md") for line in commands(name)]


def test_both_pages_have_the_same_examples() -> None:
    bare = [re.sub(r" *#.*| --lang fr", "", line).replace("é", "e") for _, line in LINES]
    assert len(bare) > 20 and bare[: len(bare) // 2] == bare[len(bare) // 2 :]


@pytest.mark.parametrize(("page", "line"), LINES)
def test_the_examples_of_the_page(pavage, page: str, line: str) -> None:
    command, _, promise = line.partition("#")
    piped = re.fullmatch(r'echo "([^"]+)" \| pavage (.*?) *', command)
    if piped:
        told = pavage(piped[2] + (" --lang fr" if page.endswith("fr.md") else ""), piped[1])
        expected = promise.partition(",")[0].partition(":")[0].replace("\u00a0", " ").strip(" .")
        assert expected in told.out + told.err
        assert told.code == (0 if "--solve" in command else 2)
    elif command.startswith("pavage puzzle"):
        told = pavage(command.removeprefix("pavage "))
        assert told.code == 0 and "--option puzzle=" in told.out
    else:
        assert command.startswith("pavage play nombres --option ")
        options = dict(word.split("=", 1) for word in shlex.split(command)[3:] if word != "--option")
        match = Match(Nombres(**options))
        while match.outcome is None:
            match.play(perfect(match.game, match.position)[0])
        assert match.outcome.returns == (1.0,)


def test_playing_at_the_terminal(pavage) -> None:
    moves = "b1+\nc1+\na2+\na3+\nb2-\nc2-\nb3-\nc3-\n"
    told = pavage("play nombres --plain --option puzzle=3x3/R2,1,1/C2,1,1/a1-", moves)
    assert told.code == 0 and "Solved" in told.out
