"""Hostile programs: each gets its verdict, nothing of it goes on running, and the game is decided."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import full

from pavage.bots import warden
from pavage.bots.encounter import Entrant, play_encounter
from pavage.bots.pipes import state_of
from pavage.bots.process import Process
from pavage.bots.program import Program
from pavage.bots.verdict import BotFailed, Failure, Verdict
from pavage.clock import TimeControl
from pavage.games.hex import Hex
from pavage.words import LANGUAGES, words

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux")

HOSTILE = Path(__file__).parent / "hostile"
WANTED = {
    "hangs": Verdict.SILENT,
    "floods": Verdict.FLOODED,
    "crashes": Verdict.CRASHED,
    "lies": Verdict.LIED,
    "plays_illegally": Verdict.ILLEGAL,
    "forks": Verdict.FORKED,
    "ignores_termination": Verdict.STUBBORN,
    "eats_memory": Verdict.MEMORY,
    "writes_binary": Verdict.BINARY,
    "answers_late": Verdict.STALE,
    "closes_pipes": Verdict.CLOSED,
    "dies_at_start": Verdict.DIED_AT_START,
    # and some more
    "escapes": Verdict.UNREADABLE,
    "kills_its_warden": Verdict.SILENT,
    "never_reads": Verdict.SILENT,
    "complains_without_end": Verdict.FLOODED,
}


def hostile(name, **limits):
    return Program(name, (sys.executable, f"{name}.py"), folder=HOSTILE, **limits)


def alive(pid):
    """Whether a process runs; the dead who wait for their burial do not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def name_of(pid):
    return warden.read(f"/proc/{pid}/cmdline").partition("\0")[0]


def below(pid):
    found, waiting = [], [pid]
    while waiting:
        for child in warden.children(waiting.pop()):
            if child not in found:
                found.append(child)
                waiting.append(child)
    return found


@pytest.fixture
def seen(monkeypatch):
    """All processes of programs that were running when they were ended, and the names they were called by."""
    pids = {}
    end = Process.end

    def noting(process):
        found = {process._warden.pid, *below(process._warden.pid), process.pid} - {0}
        pids.update({pid: name_of(pid) for pid in found})
        end(process)

    monkeypatch.setattr(Process, "end", noting)
    return pids


def descriptors():
    return len(os.listdir("/proc/self/fd"))


def test_there_are_twelve_of_them_at_least():
    assert {path.stem for path in HOSTILE.glob("*.py")} == {"polite", *WANTED}


@pytest.mark.parametrize("name", WANTED)
def test_hostile(name, seen):
    opened = descriptors()
    limits = {"seconds": 1.0, "memory": 150, "start": 2.0 if name == "never_reads" else 60.0}
    if WANTED[name] not in (Verdict.SILENT,):
        limits["seconds"] = 60.0  # no verdict but this one needs a deadline
    entrants = [Entrant(name, program=hostile(name, **limits)), Entrant("random", level="random")]
    played = play_encounter(Hex(size=5), entrants, seed=1)
    failure = played.failures[0]
    assert failure.verdict == WANTED[name] and played.failures[1] is None, failure
    if name == "ignores_termination":
        assert played.reason == "connection"  # it was polite until then
    else:
        assert (played.returns, played.reason) == ((0.0, 1.0), "forfeit")
    for language in LANGUAGES:
        sentence = words(language)(failure.phrase)
        assert sentence.startswith(name) and "bots." not in sentence
    assert len(seen) >= 2 and not [pid for pid in seen if alive(pid)]
    assert descriptors() == opened


def test_what_has_left_the_session_and_lost_its_parent_is_ended_too(seen):
    program = hostile("escapes", seconds=60.0, start=60.0)
    play_encounter(Hex(size=3), [Entrant("a", program=program), Entrant("b", level="random")])
    assert list(seen.values()).count("escaped") == 1, "beside the warden and the program"
    assert len(seen) == 3 and not [pid for pid in seen if alive(pid)]


def test_two_hostile_programs_meet_and_the_first_to_fail_loses(seen):
    entrants = [Entrant(name, program=hostile(name, start=60.0)) for name in ("hangs", "dies_at_start")]
    played = play_encounter(Hex(size=4), entrants)
    assert played.returns == (1.0, 0.0) and played.reason == "forfeit"
    # The one that has won is told so, and does what it always does.
    assert [failure and failure.verdict for failure in played.failures] == [None, Verdict.DIED_AT_START]
    assert not [pid for pid in seen if alive(pid)]


def test_who_lets_the_clock_run_out_loses_on_time():
    entrants = [Entrant("hangs", program=hostile("hangs", start=60.0)), Entrant("random", level="random")]
    played = play_encounter(Hex(size=4), entrants, TimeControl(main=0.5))
    assert played.reason == "time" and played.returns == (0.0, 1.0)
    assert played.failures[0] == Failure(Verdict.SILENT, "hangs")
    assert played.seconds[0] >= 0.5


@pytest.mark.parametrize("argv", [("/nowhere/at/all",), ("no-such-program-here",), (str(HOSTILE),)])
def test_a_program_that_cannot_be_started(argv):
    opened = descriptors()
    played = play_encounter(
        Hex(size=3), [Entrant("random", level="random"), Entrant("x", program=Program("x", argv))]
    )
    assert played.failures[1].verdict == Verdict.MISSING and played.returns == (1.0, 0.0)
    assert descriptors() == opened


def test_a_giant_wish_for_memory_is_refused_by_the_system():
    code = "import sys; sys.stdin.readline(); x = bytearray(20 << 30)"
    greedy = Program("greedy", (sys.executable, "-c", code), memory=100, start=60.0)
    played = play_encounter(Hex(size=3), [Entrant("greedy", program=greedy), Entrant("r", level="random")])
    assert played.failures[0].verdict == Verdict.MEMORY


def test_lines_come_however_they_are_written():
    write = "sys.stdout.write(part); sys.stdout.flush(); time.sleep(0.02)"
    code = f"import sys, time\nfor part in ('a', 'b\\nc', '\\r\\n', 'd\\n'):\n {write}"
    process = Process("parts", (sys.executable, "-c", code))
    try:
        end = time.monotonic() + 60
        assert [process.line(end) for _ in range(3)] == ["ab", "c", "d"]
        with pytest.raises(BotFailed):
            process.line(end)
    finally:
        process.end()
        process.end()


def test_who_has_ended_has_crashed_however_late_we_look():
    """On a starved machine its warden may be the last to hear of it, and its time be over."""
    code = "import sys; print('hello', flush=True); sys.stdin.readline(); raise KeyError('c3')"
    process = Process("raises", (sys.executable, "-c", code))
    try:
        assert process.line(time.monotonic() + 60) == "hello"
        warden_id = process._warden.pid
        os.kill(warden_id, signal.SIGSTOP)
        process.send("turn\n", time.monotonic() + 60)
        while state_of(process.pid)[0] != "Z":
            time.sleep(0.01)
        threading.Timer(0.3, os.kill, (warden_id, signal.SIGCONT)).start()
        with pytest.raises(BotFailed) as failed:
            process.line(time.monotonic())
        failure = process.witness(failed.value).failure
        assert (failure.verdict, failure.detail) == (Verdict.CRASHED, "exit 1 – KeyError: 'c3'")
        assert failure.errors.startswith("Traceback") and failure.errors.endswith("KeyError: 'c3'")
    finally:
        process.end()


def test_an_answer_that_came_in_time_counts_though_we_read_it_late():
    code = "import sys; sys.stdin.readline(); print('b2', flush=True); sys.stdin.readline()"
    process = Process("quick", (sys.executable, "-c", code))
    try:
        process.send("turn\n", time.monotonic() + 60)
        select.select([process.pipes._out], [], [], 60)
        assert process.line(time.monotonic() - 1) == "b2"
        with pytest.raises(BotFailed) as failed:
            process.line(time.monotonic())
        assert failed.value.failure.verdict == Verdict.SILENT
    finally:
        process.end()


def test_programs_know_nothing_of_our_surroundings(monkeypatch):
    monkeypatch.setenv("PAVAGE_DATABASE", "secret")
    code = "import os; print(sorted(os.environ))"
    process = Process("nosy", (sys.executable, "-c", code))
    try:
        told = process.line(time.monotonic() + 60)
    finally:
        process.end()
    assert "PATH" in told and "DATABASE" not in told


def test_when_we_die_our_programs_die(tmp_path):
    """A host that is killed takes its programs with it: the warden sees that nobody is there any more."""
    script = f"""
import sys, time
from pathlib import Path
from pavage.bots.process import Process
process = Process("hangs", (sys.executable, "hangs.py"), folder=Path({str(HOSTILE)!r}))
process.send("1 hello pavage 1\\n", time.monotonic() + 60)
process.line(time.monotonic() + 60)
print(process._warden.pid, process.pid, flush=True)
time.sleep(1000)
"""
    host = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    pids = [int(pid) for pid in host.stdout.readline().split()]
    assert len(pids) == 2 and all(alive(pid) for pid in pids)
    host.kill()
    host.wait()
    host.stdout.close()
    while any(alive(pid) for pid in pids):  # the time limit of the test is the only one here
        time.sleep(0.02)


def test_verdicts_have_a_sentence_each():
    for language in LANGUAGES:
        said = {words(language)(Failure(verdict, "Max", "x").phrase) for verdict in Verdict}
        assert len(said) == len(Verdict) and all("Max" in one and "(x)" in one for one in said)


def test_many_quick_games_leave_nothing_behind():
    """The benchmark in small: no verdict, no process, no descriptor."""
    script = Path(__file__).parent.parent / "benchmarks" / "bot_games.py"
    command = [sys.executable, script, "--games", str(full(200)), "--size", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" 0 with a verdict, 0 processes and 0 descriptors left") == 2
