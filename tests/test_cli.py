"""The command line: every command, in both languages, and one line for every mistake."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pavage.bots.match_series import wilson
from pavage.cli import COMMANDS, main
from pavage.terminal.console import console_for
from pavage.terminal.markdown_text import picture, render
from pavage.tiling import dump_tiling, load_tiling, tiling
from pavage.words import words

SOURCE = Path(__file__).parent.parent / "src"
PLAIN = {"NO_COLOR": "1", "PYTHONPATH": str(SOURCE), "LANG": "C.UTF-8"}


def pavage(*arguments, text="", where=None, **environment):
    """The command as people start it: exit code, output, errors."""
    without = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    done = subprocess.run(
        [sys.executable, "-m", "pavage", *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=where,
        env={**without, **PLAIN, **environment},
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


def said(capsys, *arguments):
    """The same in this process: exit code, output, errors."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def refused(capsys, *arguments):
    """The one line that a mistake is answered with."""
    code, out, err = said(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.endswith("\n") and err.count("\n") == 1
    assert "Traceback" not in err
    return err


# --- help


@pytest.mark.parametrize("language", ["en", "fr"])
def test_overview_names_every_command(capsys, language):
    code, out, _ = said(capsys, "--help", "--lang", language)
    assert code == 0
    for command in COMMANDS:
        assert words(language)(f"cli.{command}.summary") in out


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example(capsys, command, language):
    code, out, _ = said(capsys, command, "--help", "--lang", language)
    assert code == 0
    assert f"  pavage {command}" in out
    assert ("Exemple\u00a0:" if language == "fr" else "Example:") in out
    assert "cli." not in out


def test_both_languages_have_the_same_words():
    english, french = words("en").every("cli."), words("fr").every("cli.")
    assert set(english) == set(french)
    for key, text in french.items():
        assert " :" not in text and " ;" not in text and " ?" not in text, key


def test_language_of_the_locale():
    assert "Usage\u00a0: pavage" in pavage("--help", LANG="fr_FR.UTF-8")[1]
    assert "Usage: pavage" in pavage("--help", LANG="de_DE.UTF-8")[1]


def test_help_is_quick():
    """The promise is 0.3 seconds of processor time, start of Python included."""
    resource = pytest.importorskip("resource")
    used = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert pavage("--help")[0] == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(used) < 0.3


def test_help_imports_nothing_heavy():
    script = "import sys; from pavage.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, **PLAIN}
    )
    loaded = done.stderr.split()
    assert "pavage.words" in loaded
    heavy = {
        "multiprocessing",
        "concurrent.futures",
        "pavage.players.fast",
        "pavage.server",
        "fastapi",
        "numpy",
        "pyspiel",
    }
    assert heavy.isdisjoint(loaded)


# --- games and rules


def test_games(capsys):
    code, out, _ = said(capsys, "games", "--lang", "en")
    assert code == 0
    assert "hex" in out and "size" in out and "2–26" in out and "cells along a side" in out


def test_games_as_json(capsys):
    _, out, _ = said(capsys, "games", "--json", "--lang", "fr")
    data = json.loads(out)
    size = next(option for option in data["hex"]["options"] if option["name"] == "size")
    assert size == {
        "name": "size",
        "kind": "whole",
        "takes": "2..26",
        "default": "11",
        "text": "cases par côté",
    }


RULES = """# Hex

A *first* paragraph that is **long** enough to be wrapped when the window is narrow, and `code` in it.

- One item, which is also long enough to go on in a second line below itself
- Another

```position
hex size=3
red:b2 blue:c1 turn:1 mark:a3
caption: Red is in the *middle*.
```
"""


def test_markdown_in_a_terminal():
    console = console_for(sys.stdout, {"NO_COLOR": "1", "LANG": "C.UTF-8"})
    from dataclasses import replace

    console = replace(console, width=40, unicode=True, colour=False)
    text = render(RULES, console, lambda lines: picture(lines, console))
    lines = text.splitlines()
    assert lines[:2] == ["Hex", "═══"]
    assert max(map(len, lines)) <= 40
    assert "• One item, which is also long enough to" in lines
    assert "  go on in a second line below itself" in lines
    assert "    1 │ · │ · │ ○ │" in lines
    assert "        3 │ ✚ │ · │ · │" in lines
    assert "    Red is in the middle." in lines
    assert "**" not in text and "`" not in text


def test_position_that_cannot_be_read_is_shown_as_written():
    console = console_for(sys.stdout, {"NO_COLOR": "1"})
    assert picture(["hex size=3", "red:z9"], console) == ["hex size=3", "red:z9"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rules_of_hex(capsys, language):
    code, out, err = said(capsys, "rules", "hex", "--lang", language)
    assert (code, err) == (0, "")
    assert "Hex" in out and "```" not in out
    raw = said(capsys, "rules", "hex", "--lang", language, "--raw")[1]
    assert raw.startswith("#")


# --- mistakes


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nonsense"], "nonsense"),
        (["play"], "GAME|JEU"),
        (["play", "chess"], "chess"),
        (["play", "hex", "--option", "size=99"], "2..26"),
        (["play", "hex", "--option", "sise=7"], "sise"),
        (["play", "hex", "--option", "size"], "name=value|nom=valeur"),
        (["play", "hex", "--players", "human,hard,easy"], "3"),
        (["play", "hex", "--option", "self=3"], "self"),
        (["play", "hex", "--players", "human,robot"], "robot"),
        (["play", "hex", "--players"], "--players"),
        (["play", "hex", "--plain=3"], "--plain"),
        (["play", "hex", "--clock", "soon"], "soon"),
        (["play", "hex", "--seed", "x"], "--seed"),
        (["play", "hex", "--load", "x", "--players", "human"], "x"),
        (["play", "--load", "no-such-file.pavage"], "no-such-file.pavage"),
        (["play", "hex", "extra"], "extra"),
        (["play", "hex", "--colour"], "--colour"),
        (["match", "hex"], "PLAYER|JOUEUR"),
        (["match", "hex", "hard", "human"], "human"),
        (["match", "hex", "hard", "easy", "--games", "0"], "--games"),
        (["match", "hex", "hard", "easy", "--games", "ten"], "ten"),
        (["match", "hex", "random"], "1"),
        (["rules"], "GAME|JEU"),
        (["rules", "go"], "go"),
        (["tiling"], "CODE"),
        (["tiling", "Q5"], "Q5"),
        (["tiling", "R0"], "R0"),
        (["tiling", "missing.json"], "missing.json"),
        (["tiling", "S1x1", "--dual"], "S1x1"),
        (["bench", "everything"], "everything"),
        (["serve", "--port", "99999"], "99999"),
    ],
)
def test_mistakes_are_one_line(capsys, arguments, named, language):
    line = refused(capsys, *arguments, "--lang", language)
    assert any(word in line for word in named.split("|"))


def test_unknown_language(capsys):
    assert "en, fr" in refused(capsys, "--lang", "xx", "games")


def test_the_same_through_a_real_process():
    code, out, err = pavage("play", "hex", "--option", "size=99", "--lang", "fr")
    assert (code, out) == (2, "")
    assert err == "pavage: " + words("fr")("bad_value", option="size", value="99", takes="2..26") + "\n"


def test_truncated_record(capsys, tmp_path):
    record = tmp_path / "cut.pavage"
    record.write_text("pavage 1\ngame: hex\nrules: 1\n", "utf-8")
    line = refused(capsys, "play", "--load", str(record), "--lang", "en")
    assert words("en")("truncated_record").rstrip(".") in line
    record.write_bytes(b"\xff\xfe\x00pavage")
    assert "pavage 1" in refused(capsys, "play", "--load", str(record), "--lang", "en")


def test_saved_game_has_its_own_options(capsys, tmp_path):
    record = tmp_path / "mine.pavage"
    record.write_text("pavage 1\ngame: hex\nrules: 1\n\n", "utf-8")
    assert "--option" in refused(capsys, "play", "--load", str(record), "--option", "size=7")
    assert "3" in refused(capsys, "play", "--load", str(record), "--players", "human,human,human")


def test_closed_pipe():
    """Whoever reads what we print may have seen enough."""
    command = [sys.executable, "-m", "pavage", "tiling", "R20"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **PLAIN}
    ) as printing:
        printing.stdout.read(1)
        printing.stdout.close()
        assert printing.stderr.read() == ""


# --- tilings


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a device that is always full")
def test_full_disk(tmp_path):
    """One line, whether it is our output or a file of ours that finds no room."""
    link = "https://hexworld.org/board/#11c1,a1"
    convert = [sys.executable, "-m", "pavage", "convert", link, "-", "--to", "sgf", "--lang", "fr"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            convert, stdout=full, stderr=subprocess.PIPE, text=True, env={**os.environ, **PLAIN}
        )
    assert done.returncode == 2
    assert done.stderr == "pavage: «\u00a0sortie\u00a0»\u00a0: le disque est plein.\n"


def test_a_file_that_finds_no_room_is_not_left_half(tmp_path):
    resource = pytest.importorskip("resource")
    file = tmp_path / "game.pavage"
    limit = (512, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from pavage.terminal.session.saved_games import write_new\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, {limit}); signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "try: write_new(Path(sys.argv[1]), 'x' * 100_000)\n"
        "except OSError as error: print(error.filename)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{file}\n", "")
    assert not file.exists()


def test_tiling(capsys):
    code, out, _ = said(capsys, "tiling", "H2", "--lang", "en")
    assert code == 0
    assert "a2  b2  c2" in out
    counts = dict(
        line.rsplit(maxsplit=1) for line in out.splitlines() if line.startswith("  ") and line[-1].isdigit()
    )
    assert [counts[f"  {name}"] for name in ("cells", "vertices", "edges", "symmetries")] == [
        "7",
        "24",
        "30",
        "12",
    ]


def test_tiling_with_its_dual(capsys, tmp_path):
    picture_file = tmp_path / "both.svg"
    code, out, _ = said(capsys, "tiling", "H5", "--dual", "--svg", str(picture_file))
    assert code == 0
    dual = tiling("H5").dual()
    assert all(f"({name})" in out for name in dual.names)
    svg = picture_file.read_text("utf-8")
    assert svg.count("<polygon") == 61
    edges = {frozenset(edge) for edge in dual.edges}
    assert svg.count("<line") == len(edges)


def test_tiling_as_json(capsys):
    assert load_tiling(said(capsys, "tiling", "T3", "--json")[1]) == tiling("T3")
    assert len(load_tiling(said(capsys, "tiling", "H3", "--dual", "--json")[1])) == 24


def test_tiling_from_a_file(capsys, tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(dump_tiling(tiling("S3x3")), "utf-8")
    assert "file:mine" in said(capsys, "tiling", str(file))[1]
    crossing = {
        "cells": [
            {"polygon": [[0, 0], [2, 0], [2, 2], [0, 2]]},
            {"polygon": [[1, 1], [3, 1], [3, 3], [1, 3]]},
        ]
    }
    file.write_text(json.dumps(crossing), "utf-8")
    refused(capsys, "tiling", str(file))
    file.write_text("{", "utf-8")
    assert "JSON" in refused(capsys, "tiling", str(file))


# --- matches


MATCH = ("match", "hex", "beginner", "random", "--games", "5", "--option", "size=3", "--seed", "7")


@pytest.fixture(scope="module")
def encounter():
    """The match as people start it: exit code, output, errors."""
    return pavage(*MATCH, "--json")


def test_match_is_reproducible(encounter):
    code, out, _ = encounter
    assert code == 0
    assert pavage(*MATCH, "--json")[1] == out
    data = json.loads(out)
    assert data["game"] == "hex" and data["options"]["size"] == "3"
    assert len(data["games"]) == 5
    one, other = data["players"]
    assert one["wins"] + other["wins"] == 5 and one["wins"] == other["losses"]
    for number, game in enumerate(data["games"]):
        assert game["seats"][number % 2] == "beginner"
        assert game["winner"] in (0, 1) and len(game["moves"]) >= 3
    won = sum(game["seats"][game["winner"]] == "beginner" for game in data["games"])
    assert won == one["wins"] == one["points"]


def test_match_says_what_came_of_it(tmp_path):
    code, out, _ = pavage(*MATCH, "--save", "kept", "--lang", "fr", where=tmp_path)
    assert code == 0
    assert "joueur" in out and "beginner" in out and "intervalle à 95" in out
    records = sorted((tmp_path / "kept").iterdir())
    assert len(records) == 5
    assert "seat 2: beginner" in records[1].read_text("utf-8")


def test_missing_native_search_is_said_once(encounter):
    from pavage.players.fast import native

    assert encounter[2].count(words("en")("cli.no_native")) == (native() is None)


def test_wilson_interval():
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 10)[0] == 0 and wilson(10, 10)[1] == pytest.approx(1)


# --- the web app


def test_without_a_command_the_web_app_starts(monkeypatch):
    asked = []
    monkeypatch.setattr("pavage.server.serve", lambda **how: asked.append(how))
    assert main(["--lang", "fr"]) == 0
    assert main(["serve", "--port", "0", "--no-browser", "--lang", "en"]) == 0
    assert main(["--port", "8123"]) == 0
    assert asked[0]["host"] == "127.0.0.1" and asked[0]["open_browser"] and asked[0]["language"] == "fr"
    assert asked[1]["port"] == 0 and not asked[1]["open_browser"]
    assert asked[2]["port"] == 8123


def test_port_that_is_taken(capsys):
    pytest.importorskip("uvicorn")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert port in refused(capsys, "serve", "--no-browser", "--port", port)


# --- benchmarks


def test_bench_measures_everybody_in_one_run(capsys, monkeypatch):
    from pavage.bench import playouts as bench

    class Native:
        """Stands for the C++ extension, which may not be built here."""

        @staticmethod
        def hex_fill(size, board, turn, count, seed):
            assert (size, board, turn) == (3, bytes(9), 1) and count > 0
            return sum(range(200 * count))

        hex_walk = hex_fill

    monkeypatch.setattr(bench, "native", lambda: Native)
    monkeypatch.setattr(bench, "SIZES", (3,))
    monkeypatch.setattr(bench, "ROUNDS", 2)
    measure = bench.measure
    monkeypatch.setattr(bench, "measure", lambda runners, _, show: measure(runners, 0.02, show))
    code, out, _ = said(capsys, "bench", "playouts", "--json")
    assert code == 0
    (size,) = json.loads(out)["sizes"]
    assert {"rules", "fill", "native_walk", "native_fill"} <= set(size["rates"])
    assert min(size["rates"].values()) > 0
    assert (size["ratio_to_openspiel"] is None) == ("openspiel" not in size["rates"])
    assert "3×3" in said(capsys, "bench", "playouts")[1]


@pytest.mark.skipif(os.name == "nt", reason="descriptors are closed by a shell")
@pytest.mark.parametrize(
    ("closed", "heard"), [("<&-", True), (">&-", False), ("2>&-", True), ("<&- >&- 2>&-", False)]
)
def test_streams_that_are_closed(closed, heard):
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m pavage games {closed}', sys.executable],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert ("hex" in done.stdout) == heard
