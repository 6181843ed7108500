"""Programs as students write them: what went wrong is said in words, with the last lines that they wrote."""

import json
import shutil
import subprocess
import sys

import pytest
from conftest import every

from pavage.bots.program import read_programs
from pavage.bots.starter import LANGUAGES, write_starter
from pavage.cli import main
from pavage.tournament.ledger import place_of
from pavage.words import words

RAISES = """
from pavage.bots import Bot

class Mine(Bot):
    def move(self, turn):
        print("I look for c3")
        return {}["c3"]

Mine().run()
"""

PLAN = """
name = "Class"
game = "hex"
[options]
size = 4
[[entrant]]
name = "Zoé"
bot = ["{python}", "mine.py"]
[[entrant]]
name = "Random"
level = "random"
"""


@pytest.fixture
def class_room(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(RAISES)
    (tmp_path / "class.toml").write_text(PLAN)
    return tmp_path


def test_a_bot_that_raises_has_crashed(class_room, capsys):
    """In the ledger, on the terminal, on the page; and all that was said lies in a folder."""
    told = ("tournament", "class.toml", "--html", "class.html", "--logs", "logs", "--lang", "en")
    assert main(told) == 0
    [_, line] = place_of(class_room / "class.toml").read_text().splitlines()
    [fault] = json.loads(line)["faults"]
    assert fault["kind"] == "crashed"
    assert fault["errors"].endswith("KeyError: 'c3'")
    assert "mine.py" in fault["errors"] and "client.py" not in fault["errors"], "lines of one's own"
    said = capsys.readouterr().out
    assert "Zoé: crashed" in said
    assert "The last lines of Zoé on its standard error, game 1.1.1:\n    I look for c3\n" in said
    assert "    KeyError: 'c3'\n" in said
    assert "KeyError: 'c3'" in (class_room / "class.html").read_text(encoding="utf-8")
    assert main(["tournament", "class.toml", "--json"]) == 0
    [played] = json.loads(capsys.readouterr().out)["games"]
    assert played["faults"][0]["errors"] == fault["errors"]
    [dialogue], [errors] = (
        list((class_room / "logs").glob(f"1.1.1-*-Zoé.{kind}.txt")) for kind in ("dialogue", "stderr")
    )
    lines = dialogue.read_text(encoding="utf-8").splitlines()
    assert lines[0].endswith("> 1 hello pavage 1") and lines[1].endswith("< =1 bot")
    assert lines[-1].endswith("! Zoé: crashed exit 1 – KeyError: 'c3'")
    assert errors.read_text().startswith("I look for c3\nTraceback")


def test_a_match_tells_the_same(class_room, capsys):
    (class_room / "bots.toml").write_text(f'[zoe]\nargv = ["{sys.executable}", "mine.py"]\n')
    told = ("match", "hex", "bot:zoe", "random", "--games", "1", "--option", "size=4", "--bots", "bots.toml")
    assert main([*told, "--logs", "logs", "--lang", "fr"]) == 0
    said = capsys.readouterr().out
    assert "zoe s’est planté." in said
    assert "Les dernières lignes de zoe sur sa sortie d’erreur\xa0:\n    I look for c3\n" in said
    assert (class_room / "logs" / "0001-1-zoe.dialogue.txt").exists()


# --- pavage bot check, pavage bot new

FRAME = """
import random, sys, time
legal = []
for line in sys.stdin:
    words = line.split()
    number = words.pop(0) if words[0].isdigit() else ""
    if words[0] == "quit":
        break
    if words[0] == "legal":
        legal = words[1:]
    if words[0] == "position":
        played = words[1:]
    if number:
        answer = "student legal" if words[0] == "hello" else ""
        if words[0] == "turn":
            answer = random.choice(legal)
        print(f"={number} {answer}", flush=True)
"""
PRINTED = 'print(f"={number} {answer}", flush=True)'
FAULTS = {
    "raises": (
        PRINTED,
        f'played[40] if words[0] == "turn" else None; {PRINTED}',
        [
            "crashed.",
            "IndexError: list index out of range",
            "The last lines of its standard error say where.",
        ],
    ),
    "buffered": (
        "flush=True",
        "flush=False",
        ["did not answer in time.", "It starts and says hello", "print(…, flush=True)"],
    ),
    "loops": (
        PRINTED,
        f'while words[0] == "turn" and len(legal) < 20: pass\n        {PRINTED}',
        ["did not answer in time.", "turn 1 1.000", "it thinks too long"],
    ),
    "talks": (
        PRINTED,
        f'print("I think", answer)\n        {PRINTED}',
        ["gave an answer that is not a move. (I think student legal)", "belongs on the standard error"],
    ),
    "sized": (
        "random.choice(legal)",
        '"e5" if len(legal) == 9 and not played else random.choice(legal)',
        ["gave an answer that is not a move.", "Size 3", "“game” names the size"],
    ),
    "once": (
        '    if words[0] == "quit":',
        '    if words[0] in ("quit", "over"):',
        ["Several games with one start", "crashed. (exit 0)", "“over” ends one game", "> over"],
    ),
    "stays": (
        "        break",
        "        time.sleep(30)",
        ["did not leave when it was told to.", "within half a second after “quit”"],
    ),
}
"""What is written instead of what, and what is said about it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_is_said_in_words(fault, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pavage.bots.check.STILL", 0.05)
    instead, written, wanted = FAULTS[fault]
    assert FRAME.count(instead) == 1
    (tmp_path / "student.py").write_text(FRAME.replace(instead, written))
    # Only who does not answer needs a deadline that passes.
    seconds, start = (1, 2) if "did not answer in time." in wanted else (60, 60)
    (tmp_path / "bots.toml").write_text(
        f'[student]\nargv = ["{{python}}", "student.py"]\nseconds = {seconds}\nstart = {start}\n'
    )
    assert main(["bot", "check", "student", "--bots", "bots.toml", "--lang", "en"]) == 1
    said = capsys.readouterr().out
    assert all(each in said for each in wanted), said
    assert said.count("✗") == (1 if fault not in ("raises", "loops") else 3), said
    assert "thing is wrong." in said or "things are wrong." in said


def test_what_is_wrong_is_said_in_french(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    instead, written, _ = FAULTS["raises"]
    (tmp_path / "student.py").write_text(FRAME.replace(instead, written))
    assert main(["bot", "check", f"{sys.executable} student.py", "--lang", "fr"]) == 1
    said = capsys.readouterr().out
    assert "student.py s’est planté." in said and "3 choses ne vont pas." in said
    assert "Le reste n’a pas été essayé" in said


def test_the_frame_of_all_that_has_no_fault(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pavage.bots.check.STILL", 0.05)
    (tmp_path / "student.py").write_text(FRAME)
    assert main(["bot", "check", f"{sys.executable} student.py", "--logs", "logs", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "✗" not in said and "Everything went well" in said
    assert (tmp_path / "logs" / "01-1-hello.dialogue.txt").exists()
    assert main(["bot", "check", f"{sys.executable} student.py", "--game", "marienbad", "--lang", "en"]) == 0
    assert "swap" not in capsys.readouterr().out


LANGUAGES_HERE = [
    language
    for language, program in {
        "python": sys.executable,
        "java": shutil.which("javac"),
        "c": shutil.which("cc"),
        "cpp": shutil.which("c++"),
        "rust": shutil.which("rustc"),
        "js": shutil.which("node"),
    }.items()
    if program
]


@pytest.mark.parametrize("language", every(LANGUAGES_HERE, 3))
def test_a_starter_passes_the_check(language, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pavage.bots.check.STILL", 0.05)
    assert main(["bot", "new", "my-bot.1", "--language", language, "--lang", "fr"]) == 0
    said = capsys.readouterr().out
    assert said.rstrip().endswith("pavage bot check .")
    build = [line.strip() for line in said.splitlines() if line.startswith("    ")][1:-1]
    for command in build:
        subprocess.run(command, shell=True, cwd="my-bot.1", check=True)
    assert bool(build) == (language not in ("python", "js"))
    assert main(["bot", "check", "my-bot.1", "--lang", "en"]) == 0, capsys.readouterr().out
    assert "Everything went well" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_starter_is_whole_in_both_languages(language, tmp_path):
    for spoken in ("en", "fr"):
        made = write_starter("mine", language, tmp_path / spoken, words(spoken))
        text = made.source.read_text(encoding="utf-8")
        assert "@" not in text
        assert words(spoken)("bots.starter.choose") in text
        assert list(read_programs(made.folder / "bots.toml")) == ["mine"]


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["check"], "takes the command that starts the program"),
        (["check", "./nothing-of-this-name"], None),
        (["check", "x", "--protocol", "gtp"], "lines, htp"),
        (["check", "x", "--game", "nombres"], "two or more players"),
        (["new"], "takes one name"),
        (["new", "a/b"], "not a name for a program"),
        (["new", "there"], "something called “there” already"),
        (["new", "mine", "--language", "cobol"], "python, c, cpp, java, rust, js"),
    ],
)
def test_what_cannot_be_tried_or_begun(arguments, wanted, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    code = main(["bot", *arguments, "--lang", "en"])
    said = capsys.readouterr()
    if wanted is None:
        assert code == 1 and "could not be started" in said.out and "Is the path right" in said.out
    else:
        assert code == 2 and wanted in said.err and said.err.count("\n") == 1
