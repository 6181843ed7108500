"""A person carries moves between two programs: on a terminal or in a pipe, into a file or a tournament."""

import errno
import json
import os
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from piped import piped
from relayed import ONE_CARRIED
from test_terminal import CTRL_C, Sitting, environment

from pavage.cli import main
from pavage.formats.record import read_record
from pavage.terminal.large_print import HEIGHT, large
from pavage.tournament.ledger import place_of
from pavage.tournament.plan import read_plan
from pavage.tournament.watching import FRESH, running

FILE = ONE_CARRIED + "relay = true\n"


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """What is said when these lines come through a pipe."""
    run = piped(tmp_path, monkeypatch, capsys)
    return lambda *arguments, lines=(): run("relay", *arguments, "--lang", "en", lines=lines)


def test_large_signs():
    shown = large("D4", 80)
    assert len(shown) == HEIGHT
    assert shown[0] == "████████    ██    ██  "
    assert large("d4", 80, unicode=False)[0].rstrip() == "########    ##    ##"
    assert max(map(len, large("échanger", 60))) <= 60
    assert len(large("échanger", 40)) == 2 * HEIGHT + 1
    assert max(map(len, large("échanger", 40))) <= 40
    assert large("échanger", 20) == ["échanger"]
    assert large("♥", 80) == ["♥"]


def test_a_game_on_a_terminal(tmp_path):
    """Illegal moves, the swap, a pause, a move taken back, the confirmation, the record."""
    where = ("relay", "hex", "--option", "size=3", "--as", "Ada,Blaise", "--clock", "10m", "--lang", "en")
    with Sitting(tmp_path, *where, "--save", "game.pavage", columns=100, lines=30) as relay:
        relay.until("Set up both programs, then press Enter")
        relay.keys("\n")
        relay.until("What does Ada play?", "▸ ● Red – Ada", "9:5")
        relay.keys("a4\n")
        relay.until("There is no cell “a4” on this board.", "What does Ada play?")
        relay.keys("b2\n")
        relay.until("Ada played. Tell Blaise:", "You may also swap.", "████████    ████████")
        relay.keys("b2\n")
        relay.until("b2 is taken.", "What does Blaise play?")
        relay.keys("swap\n")
        relay.until(
            "Blaise played. Tell Ada:", "The sides are exchanged. Ada: Blue, Blaise: Red.", "○ Blue – Ada"
        )
        relay.keys("hint\n")
        relay.until("“hint” is not for the relay.")
        relay.keys("pause\n")
        relay.until("Paused: the clocks stand still.")
        relay.keys("a1\n")
        relay.until("Paused", absent=["Ada played"])
        relay.keys("\n")
        relay.until("What does Ada play?")
        relay.keys("a1\n")
        relay.until("Ada played. Tell Blaise:", "What does Blaise play?")
        relay.keys("undo\n")
        relay.until("Taken back.", "What does Ada play?")
        relay.keys("a2\n")
        relay.until("What does Blaise play?")
        relay.keys("b3\n")
        relay.until("What does Ada play?")
        relay.keys("c2\n")
        relay.until("What does Blaise play?")
        relay.keys("b1\n")
        relay.until("Blaise won: the two red sides are joined.", "Right? [Enter: record it")
        relay.keys("n\n")
        relay.until("What does Blaise play?")
        relay.keys("b1\n")
        relay.until("Right? [Enter: record it")
        relay.keys("\n")
        assert relay.leave() == 0
        assert "Saved: game.pavage" in relay.text
    record = read_record((tmp_path / "game.pavage").read_text())
    assert record.seats == ("Ada", "Blaise")
    assert [each.text for each in record.match.played] == ["b2", "swap", "a2", "b3", "c2", "b1"]
    assert record.match.outcome.returns == (0.0, 1.0)


def test_a_first_move_is_not_lost(tmp_path):
    """Whoever does not wait for the question is understood, with a clock and without."""
    where = ("relay", "hex", "--option", "size=3", "--as", "Ada,Blaise", "--lang", "en")
    with Sitting(tmp_path, *where, "--clock", "10m", columns=100, lines=30) as relay:
        relay.until("Set up both programs, then press Enter")
        relay.keys("b2\n")
        relay.until("Ada played. Tell Blaise:", "What does Blaise play?")
    with Sitting(tmp_path, *where, columns=100, lines=30) as relay:
        relay.until("What does Ada play?")
        relay.keys("b2\n")
        relay.until("Ada played. Tell Blaise:", "What does Blaise play?")


def test_the_clock_runs_while_nobody_types(tmp_path):
    where = ("relay", "hex", "--option", "size=3", "--as", "Ada,Blaise", "--clock", "2s", "--lang", "fr")
    with Sitting(tmp_path, *where, columns=100, lines=30) as relay:
        relay.until("appuyez sur Entrée")
        relay.keys("\n")
        relay.until("Que joue Ada")
        relay.until("Ada n’a plus de temps", "[Entrée")
        relay.keys("\n")
        assert relay.leave() == 0
    [file] = tmp_path.glob("*.pavage")
    assert read_record(file.read_text()).match.outcome.reason == "time"


def test_ctrl_c_asks_before_it_leaves(tmp_path):
    with Sitting(tmp_path, "relay", "hex", "--option", "size=3", "--lang", "en", columns=100) as relay:
        relay.until("What does Program A play?")
        relay.keys("a1\n")
        relay.until("What does Program B play?")
        relay.keys(CTRL_C)
        relay.until("Save the game before leaving?")
        relay.keys("y\n")
        assert relay.leave() == 0
        assert "Saved: hex-" in relay.text
    [file] = tmp_path.glob("hex-*.pavage")
    assert read_record(file.read_text()).match.outcome is None


def test_into_the_tournament(tmp_path, typed):
    """Two games with the seats turned, each into its place; the opening is played for both."""
    path = tmp_path / "class.toml"
    path.write_text(FILE)
    first = typed("--tournament", "class.toml", lines=["", "b2", "c1", "a3", "a1", "c2", ""])
    assert first.code == 0, first.err
    assert "The game begins with: a2." in first.out
    assert "Recorded: game 1.1.1 in class.results.jsonl." in first.out
    [_, line] = place_of(path).read_text().splitlines()
    kept = json.loads(line)
    moves = [each.text for each in read_record(kept["record"]).match.played]
    assert moves[0] == "a2"
    again = typed("--tournament", "class.toml", "--as", ",".join(kept["seats"]))
    assert again.code == 2
    turned = ",".join(kept["seats"][::-1])
    assert (
        again.err
        == f"pavage: {','.join(kept['seats'])}: no such game is left with these seats; there is {turned}.\n"
    )
    second = typed("--tournament", "class.toml", "--as", turned, lines=["", "resign", "y", ""])
    assert "Recorded: game 1.1.2" in second.out
    assert len(place_of(path).read_text().splitlines()) == 3
    done = typed("--tournament", "class.toml")
    assert done.err == "pavage: No game of this tournament waits for a person.\n"


def test_those_who_watch_see_the_game_that_is_carried(tmp_path):
    path = tmp_path / "class.toml"
    path.write_text(FILE)
    game, results = read_plan(path).game, place_of(path)

    def seen():
        (now,) = running(results)
        assert now.game == "1.1.1" and set(now.seats) == {"Ada", "Blaise"}
        return [each.text for each in now.match(game).played]

    with Sitting(tmp_path, "relay", "--tournament", "class.toml", "--lang", "en", columns=100) as relay:
        relay.until("press Enter")
        relay.keys("\nb2\n")
        relay.until("What does Blaise play?")
        assert seen() == ["a2", "b2"]
        file = tmp_path / "class.carried" / "1.1.1"
        os.utime(file, (0, time.time() - FRESH - 1))  # so long nobody has typed anything
        while not running(results):  # the time limit of the test is the only one here
            time.sleep(0.02)
        assert seen() == ["a2", "b2"]
        relay.keys("undo\n")
        relay.until("What does Ada play?")
        assert seen() == ["a2"]
        relay.keys("c1\n")
        relay.until("What does Blaise play?")
        assert seen() == ["a2", "c1"]
        relay.keys("quit\n")
        assert relay.leave() == 0
        assert "The game stays as it is" in relay.text
    assert running(results) == []
    assert [each.name for each in (tmp_path / "class.carried").iterdir()] == ["1.1.1"]


def test_leaving_records_nothing(tmp_path, typed):
    path = tmp_path / "class.toml"
    path.write_text(FILE)
    left = typed("--tournament", "class.toml", lines=["", "b2", "quit", "n"])
    assert left.code == 0
    assert len(place_of(path).read_text().splitlines()) == 1
    ended = typed("--tournament", "class.toml", lines=["", "b2"])
    assert ended.code == 0, "the input ended"
    assert len(place_of(path).read_text().splitlines()) == 1


def test_a_game_that_was_left_goes_on(tmp_path, typed):
    begun = ("hex", "--option", "size=3", "--as", "Ada,Blaise", "--clock", "10m")
    typed(*begun, lines=["", "b2", "save half.pavage", "quit"])
    half = (tmp_path / "half.pavage").read_text()
    (tmp_path / "half.pavage").write_text(re.sub(r"b2 @\S+", "b2 @70", half))  # Ada has thought for a while
    said = typed("--load", "half.pavage", "--save", "whole.pavage", lines=["", "a1", "b1", "a2", "b3", ""])
    assert "8:50" in said.out and "Saved: whole.pavage" in said.out
    record = read_record((tmp_path / "whole.pavage").read_text())
    assert record.seats == ("Ada", "Blaise")
    assert [each.text for each in record.match.played] == ["b2", "a1", "b1", "a2", "b3"]
    refused = typed("hex", "--load", "half.pavage")
    assert refused.err.startswith("pavage: A saved game has its own options and clock;")
    refused = typed("--load", "half.pavage", "--browser")
    assert refused.err.startswith("pavage: --load is for the terminal")


def test_a_game_of_a_tournament_goes_on(tmp_path, typed):
    path = tmp_path / "class.toml"
    path.write_text(FILE)
    left = typed("--tournament", "class.toml", lines=["", "b2", "save half.pavage", "quit"])
    assert left.code == 0, left.err
    file = tmp_path / "half.pavage"
    half = file.read_text()
    others = (
        half.replace("a2", "a3"),
        half.replace("Blaise", "Grace"),
        re.sub("clock: .*", "clock: 9h", half),
    )
    for other in others:
        (tmp_path / "other.pavage").write_text(other)
        refused = typed("--tournament", "class.toml", "--as", "Blaise,Ada", "--load", "other.pavage")
        assert refused.err.startswith("pavage: other.pavage does not hold the beginning of game 1.1.1:")
    went_on = typed("--tournament", "class.toml", "--load", "half.pavage", lines=["", "resign", "y", ""])
    assert "Recorded: game 1.1.1" in went_on.out
    [_, line] = place_of(path).read_text().splitlines()
    assert [each.text for each in read_record(json.loads(line)["record"]).match.played] == ["a2", "b2"]


def test_a_game_that_cannot_be_kept_is_shown(tmp_path, capsys, monkeypatch):
    """Its name was taken while it was played; or the disk of the tournament is full."""
    monkeypatch.chdir(tmp_path)
    moves = ["b2", "c1", "a3", "c2", "b1", ""]

    def typing(name):
        lines = iter(moves)

        def readline():
            line = next(lines)
            if name and not line:
                (tmp_path / name).write_text("something else")
            return f"{line}\n"

        monkeypatch.setattr("sys.stdin", SimpleNamespace(readline=readline, isatty=lambda: False))

    typing("mine.pavage")
    arguments = ["hex", "--option", "size=3", "--option", "swap=none", "--save", "mine.pavage"]
    assert main(["relay", *arguments, "--lang", "en"]) == 2
    said = capsys.readouterr()
    assert "“mine.pavage” exists already" in said.err
    shown = read_record(said.out[said.out.index("pavage 1\n") :])
    assert [played.text for played in shown.match.played] == moves[:-1]
    assert (tmp_path / "mine.pavage").read_text() == "something else"

    (tmp_path / "class.toml").write_text(FILE.replace('openings = ["a2"]', "").replace('clock = "5m"', ""))

    def full(*_):
        raise OSError(errno.ENOSPC, "", "class.results.jsonl")

    monkeypatch.setattr("pavage.cli.tournament.Ledger.append", full)
    typing("")
    assert main(["relay", "--tournament", "class.toml", "--lang", "en"]) == 2
    said = capsys.readouterr()
    assert "“class.results.jsonl”: the disk is full." in said.err
    assert read_record(said.out[said.out.index("pavage 1\n") :]).match.outcome is not None


def test_swapping_pieces_says_where_the_stone_is(typed):
    options = ("--option", "size=3", "--option", "swap=mirror")
    said = typed("hex", *options, lines=["", "a2", "swap", "quit", "n"]).out
    assert "The stone is taken over and now lies on b1." in said


def test_a_resignation_that_was_none(typed):
    lines = ["", "a1", "resign", "y", "n", "b2", "quit", "n"]
    said = typed("hex", "--option", "size=3", "--as", "Ada,Blaise", lines=lines).out
    assert "Ada won: Blaise resigned. Right?" in said
    assert "Blaise played. Tell Ada:" in said.partition("Right?")[2]


def test_two_programs_go_on_without_the_third(typed):
    options = ("--option", "board=S3x3", "--option", "players=3", "--as", "One,Two,Three")
    lines = ["", "a1", "resign", "y", "b2", "resign", "y", "n", "quit", "n"]
    said = typed("polygo", *options, lines=lines).out
    assert "Blue leaves the game; the others go on? [y/n]" in said
    assert "Two has left the game. Tell One, Three:" in said and "Blue – Two  0, resigned" in said
    after = said.partition("Two has left the game.")[2]
    assert "What does Three play?" in after and "Three played. Tell One:" in after
    assert "Three won: One resigned. Right?" in after


def test_in_french_through_a_real_pipe(tmp_path):
    said = subprocess.run(
        [sys.executable, "-m", "pavage", "relay", "hex", "--option", "size=3", "--lang", "fr"],
        input="\nb2\néchanger\naide\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        timeout=120,
    )
    assert said.returncode == 0
    assert "Dites à Programme B" in said.stdout
    assert "Les côtés sont échangés." in said.stdout
    assert "Tapez le coup du programme" in said.stdout
    assert said.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "is missing"),
        (["nombres"], "A relay needs a game for two or more players."),
        (["hex", "--as", "A"], "1 players are named; this game takes 2."),
        (["hex", "--as", "A,A"], "takes different names"),
        (["hex", "--clock", "soon"], "soon"),
        (["hex", "--save", "class.toml"], "“class.toml” exists already; choose another name."),
        (["hex", "--save", "nowhere/game.pavage"], "“nowhere”: there is no such file."),
        (["hex", "--tournament", "class.toml"], "leave out the rest"),
        (
            ["--tournament", "class.toml", "--as", "Ada,Grace"],
            "Nobody is called “Grace” there; there are Ada, Blaise.",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tmp_path, monkeypatch, capsys, arguments, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class.toml").write_text(FILE)
    assert main(["relay", *arguments, "--lang", "en"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert said in lines[0]
