"""Programs leave games of three or more: in encounters, tournaments and games that a person carries."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from test_bots import RANDOM, SLOW

from pavage.bots import Bot
from pavage.bots.client import _Talk
from pavage.bots.encounter import Encounter, Entrant, play_encounter
from pavage.bots.program import Program
from pavage.bots.verdict import Verdict
from pavage.clock import parse_control
from pavage.formats.record import read_record
from pavage.games.polygo import PolyGo
from pavage.match import Match
from pavage.table import Chair, Table
from pavage.tournament import kept_game, watching
from pavage.tournament.carried import result_of
from pavage.tournament.ledger import Fault
from pavage.tournament.plan import Entrant as Name
from pavage.tournament.playing import Job, play

GAME = PolyGo(board="S3x3", players=3)

LINES = """
import sys
for line in sys.stdin:
    number, *rest = line.split()
    if number.isdigit():
        if rest[0] == "turn":
            TURN
        print(f"={number} {said if rest[0] == 'turn' else ''}", flush=True)
"""
FAULTS = {
    "resigns": ('said = "resign"', "resignation", None),
    "lies": ('said = "zz"', "forfeit", Verdict.UNREADABLE),
    "crashes": ("raise SystemExit(3)", "forfeit", Verdict.CRASHED),
}


def program(name: str, turn: str) -> Entrant:
    code = LINES.replace("TURN", turn)
    return Entrant(name, program=Program(name, (sys.executable, "-c", code), **SLOW))


def met(*entrants: Entrant, **more: object) -> Encounter:
    return play_encounter(GAME, entrants, seed=3, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FAULTS)
def test_two_play_on_without_a_program(name: str) -> None:
    turn, reason, verdict = FAULTS[name]
    played = met(RANDOM, program(name, turn), RANDOM)
    assert played.moves[1] == "out:2" and len(played.moves) > 4
    assert played.returns[1] == 0 and sum(played.returns) == 1
    assert played.reason not in (reason, "time")
    failure = played.failures[1]
    assert (failure.verdict if failure else None) == verdict
    assert read_record(played.record).match.outcome.returns == played.returns


def test_who_is_left_alone_wins() -> None:
    quitter = program("resigns", FAULTS["resigns"][0])
    played = met(quitter, RANDOM, program("crashes", FAULTS["crashes"][0]))
    assert played.returns == (0, 1, 0) and played.reason == "forfeit"
    assert [failure.verdict if failure else None for failure in played.failures] == [
        None,
        None,
        Verdict.CRASHED,
    ]


def test_a_program_that_cannot_be_started_is_out_before_the_first_move() -> None:
    missing = Entrant("missing", program=Program("missing", ("/nowhere/at/all",), **SLOW))
    played = met(missing, RANDOM, RANDOM)
    assert played.moves[0] == "out:1" and played.returns[0] == 0 and played.reason != "forfeit"


def test_a_program_that_lets_its_clock_run_out_is_late_and_the_others_go_on() -> None:
    sleeper = program("sleeps", "import time; time.sleep(600)")
    played = met(RANDOM, sleeper, RANDOM, control=parse_control("5s"))
    assert played.late == (1,) and played.failures[1].verdict == Verdict.SILENT
    assert played.returns[1] == 0 and played.reason != "time"


def test_a_program_is_told_who_left() -> None:
    class Watcher(Bot):
        def move(self, turn):  # type: ignore[no-untyped-def]
            assert turn.match.out == {1} and turn.position.turn == turn.seat == 2
            return turn.legal[0]

    talk = _Talk(Watcher(), sys.stdout)
    talk.hear("1 game polygo board=S3x3 players=3")
    talk.hear("position a1 out:2")
    talk.hear("2 turn 3 10")
    talk.hear("position a1 out:2 a2 a3")
    talk.hear("3 turn 3 10")


# --- tournaments


def test_the_faults_of_a_game_name_who_left() -> None:
    turn = FAULTS["crashes"][0]
    entrants = tuple(Name(one.name, one.level, one.program) for one in (RANDOM, program("c", turn), RANDOM))
    result = play(Job("1.1.1", GAME, entrants, None, (), 5))
    assert [(fault.seat, fault.kind) for fault in result.faults] == [(1, "crashed")]
    assert result.returns[1] == 0 and sum(result.returns) == 1


def test_a_carried_game_has_the_result_of_those_who_stayed() -> None:
    match = Match(GAME, parse_control("10s"), now=0)
    match.play((0,), now=1)
    match.flag(20)
    assert match.outcome is None
    match.resign(0, now=21)
    result = result_of("1.1.1", ("One", "Two", "Three"), match)
    assert result.returns == (0, 0, 1) and result.reason == "resignation"
    assert result.faults == (Fault(1, "time"),)
    assert result.seconds == (1, 19, 0)


def test_only_who_was_late_is_to_blame_when_time_ends_the_game() -> None:
    match = Match(GAME, parse_control("10s"), now=0)
    match.resign(0, now=1)
    match.flag(20)
    result = result_of("1.1.1", ("One", "Two", "Three"), match)
    assert result.returns == (0, 0, 1) and result.faults == (Fault(1, "time"),)


def test_who_left_is_kept_and_watched(tmp_path: Path) -> None:
    results = tmp_path / "three.results"
    names = ("One", "Two", "Three")
    match = Match(GAME, parse_control("1m"), now=0)
    keeper = kept_game.keep(results, "1.1.1", names)
    keeper(match, now=0)
    match.play((0,), now=2)
    keeper(match, now=2)
    match.leave(1, "forfeit", now=5)
    keeper(match, now=5)
    match.play((8,), now=6)
    keeper(match, now=6)
    (now,) = watching.running(results)
    assert now.match(GAME).played[1].text == "out:2" and now.match(GAME).positions == match.positions
    kept = kept_game.kept(results, "1.1.1", names)
    assert kept is not None
    again = kept.match(GAME, match.clock.control, 9.0)
    assert again.played == match.played and again.left == {1: "forfeit"}
    assert again.clock.left == match.clock.stop(6).left


@pytest.mark.parametrize("line", ["out:2", "out:9 time", "out:2 boredom", "out:0 time", "out:2 time time"])
def test_a_damaged_line_about_who_left_is_no_game(tmp_path: Path, line: str) -> None:
    results = tmp_path / "three.results"
    match = Match(GAME)
    match.leave(1, "time")
    kept_game.keep(results, "1.1.1", ("One", "Two", "Three"))(match)
    file = kept_game.place_of(results, "1.1.1")
    file.write_text(file.read_text().replace("out:2 time", line))
    with pytest.raises(kept_game.Damaged):
        kept_game.kept(results, "1.1.1", ("One", "Two", "Three")).match(GAME, None, 0.0)
    assert all(len(each.match(GAME).played) == 0 for each in watching.running(results))


def test_a_level_that_forfeits_does_not_end_a_table_of_computers() -> None:
    assert Table(Match(GAME), [Chair("random", "random")] * 3).goes_on_without(1)
