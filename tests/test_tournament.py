"""A tournament from its file to its results: what is refused, what is kept, and what survives kill -9."""

import contextlib
import csv
import errno
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import full, needs

from pavage.cli import main
from pavage.formats.record import read_record
from pavage.match import Match
from pavage.players.workers import Workers
from pavage.tournament.ledger import AlreadyRunning, Fault, Ledger, OtherResults, Result, place_of
from pavage.tournament.plan import KEYS, BadPlan, plan_of, read_plan
from pavage.tournament.playing import job_of, play
from pavage.tournament.report.figures import faults_text
from pavage.tournament.report.standings_text import data, table, text
from pavage.tournament.running import play_all
from pavage.tournament.schedule import EXTRA, schedule
from pavage.tournament.standings import standings
from pavage.tournament.watching import notes
from pavage.words import words

SOURCE = Path(__file__).parent.parent / "src"
EXAMPLES = SOURCE.parent / "examples"
PATIENCE = 120
"""Seconds after which a test gives up; nothing is measured."""


def told(entrants=4, **more):
    """The table of a quick tournament."""
    return {
        "game": "hex",
        "options": {"size": 3},
        "entrant": [{"name": name, "level": "random"} for name in "ABCDEFGHIJKL"[:entrants]],
        **more,
    }


def plan_for(entrants=4, **more):
    return plan_of(told(entrants, **more), Path("quick.toml"))


def won(fixture, plan, share=1.0, **more):
    """A result in which the stronger, the one first in the list, gets this share."""
    best = fixture.entrants.index(min(fixture.entrants))
    rest = (1 - share) / (len(fixture.entrants) - 1)
    returns = tuple(share if seat == best else rest for seat in range(len(fixture.entrants)))
    names = tuple(plan.entrants[one].name for one in fixture.entrants)
    values = {"moves": 5, "seconds": (0.5,) * len(names), "record": "", "reason": "connection", **more}
    return Result(fixture.game, names, returns, **values)


def moves(result):
    return [each.text for each in read_record(result.record).match.played]


# --- the file


FILE = """
game = "hex"
[options]
size = 3
[[entrant]]
level = "random"
[[entrant]]
name = "two"
level = "beginner"
"""

ANOTHER_GAME = """
game = "polygo"
[[entrant]]
name = "x"
bot = ["x"]
protocol = "htp"
[[entrant]]
level = "easy"
"""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("= ", "", 1), "bad.toml, line 2, column 6: this is not TOML."),
        (("size = 3", "size = " + "[" * 3000), "bad.toml, line 1, column 1: this is not TOML."),
        (("size = 3", "size = " + "9" * 5000), "this is not TOML."),
        (('"two"', '"\udce9t\udce9"'), "bad.toml, line 8, column 9: this is not TOML."),
        (("size = 3", "self = 3"), "bad.toml: options.self = 3: takes players, size, swap,"),
        (('game = "hex"', ""), "bad.toml: game is missing; it takes hex, polygo"),
        (('game = "hex"', 'game = "chess"'), "bad.toml: game = chess: takes hex, polygo"),
        (('"hex"\n[options]\nsize = 3', '"nombres"'), "takes a game for two or more players"),
        (("size = 3", "size = 99"), "bad.toml: options.size = 99: takes 2..26."),
        (("size = 3", "colour = 3"), "bad.toml: options.colour = 3: takes"),
        (("[options]", "sizes = 3\n[options]"), "bad.toml: there is no key sizes; there are name, game,"),
        (("[options]", "games = 0\n[options]"), "bad.toml: games = 0: takes 1..1000000."),
        (("[options]", "games = true\n[options]"), "bad.toml: games = true: takes 1..1000000."),
        (("[options]", 'system = "league"\n[options]'), "system = league: takes round-robin, double, swiss,"),
        (("[options]", 'system = "double"\ngames = 3\n[options]'), "games = 3: takes a multiple of 2"),
        (("[options]", "rounds = 3\n[options]"), 'rounds = 3: takes nothing here: only system = "swiss"'),
        (("[options]", 'clock = "soon"\n[options]'), "clock = soon: takes 10m, 10m+5s"),
        (("[options]", 'openings = ["a1", "a1 a1"]\n[options]'), "openings 2 = a1 a1: takes moves that can"),
        (("[options]", "openings = [3]\n[options]"), "openings = [3]: takes a list of texts"),
        (('"random"', '"clever"'), "entrant 1, level = clever: takes random, beginner"),
        (('level = "random"', 'name = "one"'), "entrant 1, level is missing; it takes exactly one of"),
        (('level = "random"', 'relay = 1\nname = "x"'), "entrant 1, relay = 1: takes true."),
        (('level = "random"', 'bot = "x"\nname = "x"\nlevel = "easy"'), "exactly one of"),
        (('level = "random"', 'bot = [1]\nname = "x"'), "entrant 1, bot = [1]: takes a list such as"),
        (('level = "random"', 'bot = ["x"]'), "entrant 1, name is missing; it takes a text"),
        (('level = "random"', 'bot = "x"'), "entrant 1, bot = x: takes the name of a program from the file"),
        (
            ('level = "random"', 'bot = ["x"]\nname = "x"\nprotocol = "uci"'),
            "protocol = uci: takes lines, htp.",
        ),
        ((FILE, ANOTHER_GAME), "entrant 1, bot = htp x: takes a program that plays polygo."),
        (("[options]", 'bots = "none.toml"\n[options]'), "none.toml"),
        (('"two"', '"random"'), "entrant 2, name = random: takes a name that nobody else has."),
        (('"two"', '"a, b"'), "entrant 2, name = a, b: takes a name without a comma."),
        (('"two"', '"\\u001b[31m"'), "takes a text of 1 to 32 characters"),
        (('[[entrant]]\nname = "two"\nlevel = "beginner"', ""), "[[entrant]] = 1: takes 2..256."),
        (("[[entrant]]", "[entrant]", 1), "bad.toml"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path, capsys, change, said):
    bad = tmp_path / "bad.toml"
    bad.write_bytes(FILE.replace(*change).encode("utf-8", "surrogateescape"))
    assert main(["tournament", str(bad), "--lang", "en"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert said in lines[0]
    assert main(["tournament", str(bad), "--lang", "fr"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not list(tmp_path.glob("*.jsonl"))


def test_a_file_that_is_not_there(capsys):
    assert main(["tournament", "nowhere.toml", "--lang", "en"]) == 2
    assert "nowhere.toml" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_good_file(tmp_path, encoding):
    path = tmp_path / "good.toml"
    path.write_text(FILE, encoding)
    plan = read_plan(path)
    assert [one.name for one in plan.entrants] == ["random", "two"]
    assert (plan.name, plan.system, plan.games, plan.folder) == ("good", "round-robin", 1, tmp_path.resolve())


def test_the_file_of_the_documentation():
    text = (SOURCE.parent / "docs" / "tournaments.md").read_text(encoding="utf-8")
    [told_of] = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    plan = plan_of(tomllib.loads(told_of), EXAMPLES / "documented.toml")
    assert [one.carried for one in plan.entrants] == [False, False, False, True]
    assert set(tomllib.loads(told_of)) | {"rounds"} == set(KEYS), "every key is told"


# --- the schedule


def test_double_round_robin():
    plan = plan_for(8, system="double", openings=["a1", "a2", "b1"])
    told_of = schedule(plan, {})
    assert told_of.total == len(told_of.fixtures) == 56
    assert len({each.game for each in told_of.fixtures}) == 56
    assert len({each.entrants for each in told_of.fixtures}) == 56, "every pair with both colours"
    by_pair = {}
    for each in told_of.fixtures:
        by_pair.setdefault(frozenset(each.entrants), set()).add(each.opening)
    assert all(len(openings) == 1 for openings in by_pair.values()), "both colours play the same opening"
    assert {each.opening for each in told_of.fixtures} == {0, 1, 2}


def test_three_at_a_table_turn_their_seats():
    plan = plan_for(4, game="hex3", options={}, system="double")
    fixtures = schedule(plan, {}).fixtures
    assert len(fixtures) == 12
    for seat in range(3):
        assert sorted(each.entrants[seat] for each in fixtures) == sorted([0, 1, 2, 3] * 3)


def finished(plan, share=1.0):
    """Play a tournament on paper: whoever comes first in the list wins."""
    results = {}
    while True:
        told_of = schedule(plan, results)
        new = [each for each in told_of.fixtures if each.game not in results]
        if not new:
            return told_of, results
        results |= {each.game: won(each, plan, share) for each in new}


def test_swiss_goes_round_by_round():
    plan = plan_for(7, system="swiss", rounds=3)
    first = schedule(plan, {})
    assert (len(first.fixtures), first.total, len(first.byes)) == (3, 9, 1)
    half = {first.fixtures[0].game: won(first.fixtures[0], plan)}
    assert schedule(plan, half).fixtures == first.fixtures, "a round waits for the last of its games"
    last, results = finished(plan)
    assert len(results) == last.total == 9
    table_of = standings(plan, last, results)
    assert table_of.rows[0].entrant == 0
    assert table_of.rows[0].points == 3
    assert sum(row.points for row in table_of.rows) == 12, "nine games and three byes"


def test_knockout():
    plan = plan_for(6, system="knockout")
    last, results = finished(plan)
    assert len(results) == last.total == 10
    assert [row.entrant for row in standings(plan, last, results).rows][:2] == [0, 1]
    assert last.through[0] == 2, "the first had no opponent in the first round"


def test_a_level_knockout_is_played_on():
    plan = plan_for(2, system="knockout")
    last, results = finished(plan, share=0.5)
    assert len(results) == 2 + 2 * EXTRA
    assert last.through == {0: 1, 1: 0}


def test_gauntlet():
    assert all(0 in each.entrants for each in schedule(plan_for(5, system="gauntlet"), {}).fixtures)


def test_seeds_differ_from_game_to_game_and_stay():
    plan = plan_for(4, system="double")
    jobs = [job_of(plan, each) for each in schedule(plan, {}).fixtures]
    assert len({job.seed for job in jobs}) == len(jobs)
    first = play(jobs[0])
    assert moves(play(jobs[0])) == moves(first)


def test_openings_are_played():
    plan = plan_for(2, openings=["a1 b2"])
    result = play(job_of(plan, schedule(plan, {}).fixtures[0]))
    assert moves(result)[:2] == ["a1", "b2"]


# --- the ledger


def test_results_are_kept(tmp_path):
    plan = plan_for(3)
    fixtures = schedule(plan, {}).fixtures
    path = tmp_path / "x.results.jsonl"
    lost = won(fixtures[0], plan, faults=(Fault(1, "crashed", "exit code 3"),))
    with Ledger(path, plan.terms) as ledger:
        assert ledger.append(lost)
        assert not ledger.append(won(fixtures[0], plan, 0.5)), "a game has one result"
    with Ledger(path, plan.terms) as again:
        assert again.results == {lost.game: lost}


@pytest.mark.parametrize("torn", [1, 10, 200])
def test_a_line_that_was_cut_off_is_no_result(tmp_path, torn):
    plan = plan_for(3)
    one, two, _ = schedule(plan, {}).fixtures
    path = tmp_path / "x.results.jsonl"
    with Ledger(path, plan.terms) as ledger:
        ledger.append(won(one, plan))
        kept = path.read_bytes()
        ledger.append(won(two, plan))
    path.write_bytes(path.read_bytes()[:-torn] if torn < 200 else kept + b'{"game": "9')
    with Ledger(path, plan.terms) as again:
        assert set(again.results) == {one.game}
        assert again.append(won(two, plan))
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize("cut", [40, 0])
def test_a_damaged_line_is_named(tmp_path, capsys, cut):
    """Cut in the middle of the file, or a line that is JSON and yet no result."""
    path = tmp_path / "t.toml"
    path.write_text(FILE.replace("[options]", "games = 3\n[options]"))
    plan = read_plan(path)
    with Ledger(place_of(path), plan.terms) as ledger:
        for fixture in schedule(plan, {}).fixtures:
            ledger.append(won(fixture, plan))
    lines = place_of(path).read_text().splitlines()
    lines[2] = lines[2][:cut] if cut else lines[2].replace('"returns": [', '"returns": ["much", ')
    place_of(path).write_text("\n".join(lines) + "\n")
    for more in ([], ["--report"]):
        assert main(["tournament", str(path), "--lang", "en", *more]) == 2
        assert "t.results.jsonl, line 3: this is not the result of a game." in capsys.readouterr().err


def test_stopped_while_the_first_line_was_written(tmp_path):
    path = tmp_path / "x.results.jsonl"
    path.write_bytes(b'{"pavage tourn')
    with Ledger(path, plan_for().terms) as ledger:
        assert ledger.results == {}
    assert json.loads(path.read_text())["game"].startswith("hex ")


def test_another_tournament_is_not_written_over(tmp_path, capsys):
    path = tmp_path / "t.toml"
    path.write_text(FILE)
    with Ledger(place_of(path), read_plan(path).terms):
        pass
    path.write_text(FILE.replace("size = 3", "size = 4"))
    assert main(["tournament", str(path), "--lang", "en"]) == 2
    assert "“options” was different" in capsys.readouterr().err
    place_of(path).write_text("my diary\n")
    assert main(["tournament", str(path), "--lang", "en"]) == 2
    assert "does not hold the results" in capsys.readouterr().err
    assert place_of(path).read_text() == "my diary\n"
    with pytest.raises(OtherResults):
        Ledger(place_of(path), {})


def test_results_from_before_an_option_was_added_go_on(tmp_path):
    path = tmp_path / "t.toml"
    path.write_text(FILE)
    plan = read_plan(path)
    for left_out, goes_on in (("no_centre", True), ("size", False)):
        assert (plan.terms["options"][left_out] == "off") == goes_on
        options = {name: value for name, value in plan.terms["options"].items() if name != left_out}
        place_of(path).unlink(missing_ok=True)
        with Ledger(place_of(path), {**plan.terms, "options": options}):
            pass
        if goes_on:
            with Ledger(place_of(path), plan.terms) as ledger:
                assert ledger.results == {}
        else:
            with pytest.raises(OtherResults):
                Ledger(place_of(path), plan.terms)


class FullDisk:
    """Where results lie, there is room for some bytes and then for no more."""

    def __init__(self, monkeypatch, path, takes):
        self.path, self.left, self.write = path, takes, os.write
        monkeypatch.setattr(os, "write", self)

    def __call__(self, file, data):
        if not (self.path.exists() and os.path.samestat(os.fstat(file), self.path.stat())):
            return self.write(file, data)
        if not self.left:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = self.write(file, data[: self.left])
        self.left -= taken
        return taken


@pytest.mark.parametrize(("language", "said"), [("en", "the disk is full"), ("fr", "le disque est plein")])
def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path, capsys, monkeypatch, language, said):
    path = tmp_path / "t.toml"
    path.write_text(FILE.replace("[options]", "games = 6\n[options]"))
    with monkeypatch.context() as disk:
        FullDisk(disk, place_of(path), 2000)
        assert main(["tournament", str(path), "--lang", language]) == 2
    slow = words(language)("cli.no_native")
    told_of = [line for line in capsys.readouterr().err.splitlines() if slow not in line]
    assert len(told_of) == 1 and "t.results.jsonl" in told_of[0] and said in told_of[0]
    assert main(["tournament", str(path), "--lang", "en"]) == 0
    assert "6 games of 6 played." in capsys.readouterr().out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a device that is always full")
def test_a_game_that_cannot_be_watched_is_played(tmp_path):
    (tmp_path / "1.1.1").symlink_to("/dev/full")
    plan = plan_for()
    with notes(str(tmp_path), "1.1.1", ("A", "B")) as noted:
        noted(Match(plan.game))
    (tmp_path / "1.1.1").symlink_to("/dev/full")
    assert play(job_of(plan, schedule(plan, {}).fixtures[0], str(tmp_path))).reason == "connection"


HOLD = """
import sys, time
from pathlib import Path
from pavage.tournament.report.figures import faults_text
from pavage.tournament.ledger import Ledger
ledger = Ledger(Path(sys.argv[1]), {"a": 1})
ledger.hold()
print("held", flush=True)
time.sleep(600)
"""


def test_one_runs_and_others_may_add(tmp_path):
    plan = plan_for(2)
    path = tmp_path / "x.results.jsonl"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, env=environment, text=True
    )
    try:
        assert other.stdout.readline() == "held\n"
        with Ledger(path, {"a": 1}) as ledger:
            with pytest.raises(AlreadyRunning):
                ledger.hold()
            assert ledger.append(won(schedule(plan, {}).fixtures[0], plan))
    finally:
        other.kill()
        other.wait()
        other.stdout.close()
    with Ledger(path, {"a": 1}) as ledger:
        ledger.hold()


def test_what_another_process_added_is_not_played_again(tmp_path):
    plan = plan_for(2, games=2)
    one, two = schedule(plan, {}).fixtures
    path = tmp_path / "x.results.jsonl"
    with Ledger(path, plan.terms) as ledger, Ledger(path, plan.terms) as other, Workers(1) as workers:
        other.append(won(one, plan))
        play_all(plan, ledger, workers, 1, lambda _: None)
        assert set(ledger.results) == {one.game, two.game}
        assert ledger.results[one.game].record == "", "the result that was there"


# --- playing


def lines(path):
    return path.read_text().splitlines() if path.exists() else []


def children(pid):
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in found.read_text().split()] if found.exists() else []


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(happened):
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def working_in(folder):
    """The processes whose working folder is in this one: programs that take part, and what they started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if Path(os.readlink(process / "cwd")).is_relative_to(folder) and alive(process.name):
                found.append(int(process.name))
    return found


@pytest.mark.timeout(600)
@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="no /proc here")
def test_the_assignment_killed_twice(tmp_path):
    """Killed with -9 twice it goes on, and every game is there once. Two of the entrants are hostile.

    In a full run all eight play; else five, among them every kind.
    """
    shutil.copytree(EXAMPLES, tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__", "*.jsonl"))
    path = tmp_path / "examples" / "hex7.toml"
    head, *entrants = path.read_text().replace('clock = "10s"', 'clock = "2s"').split("[[entrant]]")
    if full(10) < 10:
        entrants = [each for each in entrants if not re.search("Medium|Hard|Python", each)]
    path.write_text("[[entrant]]".join([head, *entrants]))
    total = len(entrants) * (len(entrants) - 1)
    kept = place_of(path)
    page = tmp_path / "hex7.html"
    command = [sys.executable, "-m", "pavage", "tournament", str(path), "--lang", "en", "--html", str(page)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    before = []
    for _ in range(2):
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            until(lambda old=before: len(lines(kept)) > len(old) + total // 7)
            helpers = children(process.pid)
        finally:
            process.kill()
            process.wait()
        until(lambda pids=helpers: not any(map(alive, pids)) and not working_in(tmp_path))
        after = lines(kept)
        assert after[: len(before)] == before, "what was written stays"
        assert len(after) < total + 1, "killed too late to show anything"
        before = after
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"{total} games of {total} played." in done.stdout
    results = [json.loads(line) for line in lines(kept)[1:]]
    assert len({result["game"] for result in results}) == len(results) == total
    assert len({tuple(result["seats"]) for result in results}) == total, "every pair with both colours"
    assert re.search(r"Cheat: .*illegal move", done.stdout)
    assert re.search(r"Sleeper: .*no answer in time", done.stdout)
    assert page.read_text().count("data-game=") == total
    assert working_in(tmp_path) == []


@pytest.fixture(scope="module")
def once_played(tmp_path_factory):
    """The folder of a tournament that is over."""
    folder = tmp_path_factory.mktemp("played")
    path = folder / "quick.toml"
    path.write_text(FILE.replace("[options]", 'games = 4\nname = "Quick"\n[options]'))
    assert main(["tournament", str(path), "--lang", "en"]) == 0
    assert {each.name for each in folder.iterdir()} == {"quick.toml", "quick.results.jsonl"}
    return folder


@pytest.fixture
def played(once_played, tmp_path):
    """The file of a tournament that is over, beside its results."""
    shutil.copytree(once_played, tmp_path, dirs_exist_ok=True)
    return tmp_path / "quick.toml"


def test_the_report(played, capsys):
    capsys.readouterr()
    assert main(["tournament", str(played), "--report", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Quick\nRound-robin. 4 games of 4 played.")
    assert re.search(r"1  \w+ +[\d½]+ +4 +\d–0–\d +[+−]?\d+ ± \d+ +\d+\.\d%", out)
    assert "Longest game: " in out
    assert main(["tournament", str(played), "--report", "--lang", "fr"]) == 0
    assert "4 parties jouées sur 4." in capsys.readouterr().out


def test_the_report_only_reads(played, tmp_path, capsys, monkeypatch):
    """Where nothing can be written, and before there is anything."""
    monkeypatch.setattr("pavage.cli.tournament.Ledger", lambda *_: pytest.fail("opened to write"))
    assert main(["tournament", str(played), "--report", "--lang", "en"]) == 0
    assert "4 games of 4 played." in capsys.readouterr().out
    new = tmp_path / "new.toml"
    new.write_text(FILE)
    assert main(["tournament", str(new), "--report", "--lang", "en"]) == 0
    assert "0 games of 1 played." in capsys.readouterr().out
    assert not place_of(new).exists()


def test_a_report_that_finds_no_room_leaves_nothing(played, tmp_path, capsys, monkeypatch):
    def no_room(path, *_, **__):
        path.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_text", no_room)
        file = tmp_path / "r.csv"
        assert main(["tournament", str(played), "--report", "--csv", str(file), "--lang", "en"]) == 2
    assert f"“{file}”: the disk is full." in capsys.readouterr().err
    assert {each.name for each in tmp_path.iterdir()} == {"quick.toml", "quick.results.jsonl"}


def test_the_report_as_data(played, capsys, tmp_path):
    capsys.readouterr()
    file = tmp_path / "quick.csv"
    assert main(["tournament", str(played), "--report", "--json", "--csv", str(file)]) == 0
    told_of = json.loads(capsys.readouterr().out)
    assert told_of["played"] == 4
    assert sum(row["points"] for row in told_of["standings"]) == 4
    for game in told_of["games"]:
        record = read_record(game["record"])
        assert list(record.seats) == game["seats"]
        assert list(record.match.outcome.returns) == game["returns"]
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    assert [row["name"] for row in rows] == [row["name"] for row in told_of["standings"]]
    assert float(rows[0]["points"]) == told_of["standings"][0]["points"]


@pytest.mark.parametrize(("option", "file"), [("--html", "x.toml"), ("--csv", "x")])
def test_a_report_is_not_written_over_something_else(played, capsys, option, file):
    assert main(["tournament", str(played), "--report", option, file, "--lang", "en"]) == 2
    assert f"{option} {file}: takes a file that ends with ." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "said"), [("5", "takes two numbers"), ("9,3", "takes two numbers"), ("0,1", ""), ("-5,0", "")]
)
def test_sprt_is_refused(tmp_path, capsys, value, said):
    path = tmp_path / "t.toml"
    path.write_text(FILE)
    assert main(["tournament", str(path), "--sprt", value, "--lang", "en"]) == 2
    assert (said or "--sprt needs two entrants") in capsys.readouterr().err


def test_sprt_stops_early(tmp_path, capsys):
    path = tmp_path / "t.toml"
    path.write_text(
        'game = "hex"\ngames = 400\n[options]\nsize = 4\n'
        '[[entrant]]\nlevel = "easy"\n[[entrant]]\nlevel = "random"\n'
    )
    assert main(["tournament", str(path), "--sprt", "0,200", "--json"]) == 0
    told_of = json.loads(capsys.readouterr().out)
    assert told_of["sprt"]["accepted"] == 200
    assert told_of["played"] < 200, "those that were being played when it was clear are among them"


def test_games_that_wait_for_a_person(tmp_path, capsys, monkeypatch):
    path = tmp_path / "t.toml"
    path.write_text(FILE + '[[entrant]]\nname = "other team"\nrelay = true\n')
    assert main(["tournament", str(path), "--lang", "en"]) == 0
    shown = capsys.readouterr()
    assert "1 game of 3 played." in shown.out
    assert "2 games wait for a person" in shown.err
    hint = shlex.split(shown.err.splitlines()[-1].split("such as: ")[1])
    assert hint[:2] == ["pavage", "relay"] and len(hint) == 6, "a name with blanks is one argument"
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(hint[1:]) == 0


def test_on_a_dask_cluster(tmp_path, capsys):
    """The same command on a scheduler with a process of its own gives the same games."""
    distributed = needs("distributed")
    path = tmp_path / "t.toml"
    path.write_text(FILE.replace("[options]", "games = 6\n[options]").replace("beginner", "random"))
    assert main(["tournament", str(path), "--json"]) == 0
    here = json.loads(capsys.readouterr().out)
    place_of(path).unlink()
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as local:
        assert main(["tournament", str(path), "--json", "--scheduler", local.scheduler_address]) == 0
    there = json.loads(capsys.readouterr().out)
    moves = [
        [read_record(game["record"]).match.played[-1].text for game in each["games"]]
        for each in (here, there)
    ]
    assert moves[0] == moves[1]
    assert [game["returns"] for game in here["games"]] == [game["returns"] for game in there["games"]]


def test_no_scheduler_there(tmp_path, capsys):
    needs("distributed")
    path = tmp_path / "t.toml"
    path.write_text(FILE)
    assert main(["tournament", str(path), "--scheduler", "nonsense://x", "--lang", "en"]) == 2
    assert "There is no Dask scheduler at nonsense://x." in capsys.readouterr().err


# --- what is told


def test_faults_are_told():
    plan = plan_for(3)
    fixtures = schedule(plan, {}).fixtures
    results = {each.game: won(each, plan) for each in fixtures}
    bad = fixtures[0]
    worst = bad.entrants.index(max(bad.entrants))
    results[bad.game] = won(bad, plan, faults=(Fault(worst, "illegal"),))
    result = standings(plan, schedule(plan, results), results)
    name = plan.entrants[bad.entrants[worst]].name
    assert f"{name}: illegal move" in text(plan, result, words("en"))
    assert f"{name}\u00a0: coup interdit" in text(plan, result, words("fr"))
    assert "coup interdit × 3" in faults_text(replace(result.rows[0], faults={"illegal": 3}), words("fr"))
    assert "illegal:1" in table(plan, result)
    row = next(row for row in data(plan, result)["standings"] if row["name"] == name)
    assert row["faults"] == {"illegal": 1}


def test_ties_are_broken_by_whom_one_beat():
    plan = plan_for(4)
    results = {}
    order = {frozenset(pair): best for pair, best in [((0, 1), 1), ((0, 2), 0), ((0, 3), 0)]}
    order |= {frozenset(pair): best for pair, best in [((1, 2), 1), ((1, 3), 3), ((2, 3), 2)]}
    for each in schedule(plan, {}).fixtures:
        best = each.entrants.index(order[frozenset(each.entrants)])
        share = 1.0 if each.entrants[best] == min(each.entrants) else 0.0
        results[each.game] = won(each, plan, share)
    result = standings(plan, schedule(plan, results), results)
    assert [row.points for row in result.rows] == [2, 2, 1, 1]
    assert result.rows[0].entrant == 1, "it beat the other leader"


def test_points_without_a_game_are_explained():
    """Who sat out has a point and no win for it; who never met somebody has no points against them."""
    plan = plan_for(3, system="swiss", rounds=1)
    [fixture] = schedule(plan, {}).fixtures
    results = {fixture.game: won(fixture, plan)}
    told_of = standings(plan, schedule(plan, results), results)
    shown = "\n".join(text(plan, told_of, words("en")))
    assert "Swiss, 1 round. " in shown
    assert re.search(r"C +1 +0 \+ 1 bye +0–0–0", shown)
    shown = "\n".join(text(plan, told_of, words("fr")))
    assert "Système suisse, 1 ronde." in shown
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(table(plan, told_of)))}
    assert (rows["A"]["against B"], rows["B"]["against A"]) == ("1.0", "0.0")
    assert rows["C"]["against A"] == rows["A"]["against C"] == rows["A"]["against A"] == ""


def test_nothing_played_yet():
    plan = plan_for(3)
    assert "No game has been played yet." in text(plan, standings(plan, schedule(plan, {}), {}), words("en"))


def test_unknown_keys_are_quoted_only_in_part():
    with pytest.raises(BadPlan) as refused:
        plan_for(3, **{"x" * 5000: 1})
    assert len(str(refused.value)) < 500
