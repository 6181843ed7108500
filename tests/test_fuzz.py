"""No input makes a mistake of ours: what fuzzing found is replayed, and each parser gets some new inputs.

`benchmarks/fuzz.py NAME` goes on for as long as one likes.
"""

import logging
import time

import pytest
from conftest import full

from benchmarks.fuzzing import corpus
from benchmarks.fuzzing.parser import Parser, Unsettled, again, judge
from benchmarks.fuzzing.parsers import PARSERS
from benchmarks.fuzzing.runs import fuzz, replay
from pavage.clock import BadTime
from pavage.phrase import PhrasedError

SLOW = 1000.0
"""Milliseconds of processor time. The promise is 200, on a machine with nothing else to do."""
COSTLY = {"message": 20, "bot": 5, "htp": 5, "code": 5, "tiling": 3, "print": 20, "puzzle": 20, "class": 20}
"""How many times fewer new inputs these get."""


@pytest.mark.parametrize("name", PARSERS)
def test_what_was_found_before(name):
    tally = replay(PARSERS[name], corpus.kept(name), max(SLOW, PARSERS[name].slow))
    assert (tally.failures, tally.slow) == ({}, {})
    assert tally.inputs >= 2, "nothing is kept"


@pytest.mark.parametrize("name", PARSERS)
def test_a_little_fuzz(name):
    parser = PARSERS[name]
    replay(
        parser, parser.seeds[: 40 // min(COSTLY.get(name, 1), 8)], SLOW
    )  # what is imported once does not count
    tally = fuzz(parser, seed=42, inputs=full(4000, 20) // COSTLY.get(name, 1), limit=max(SLOW, parser.slow))
    assert (tally.failures, tally.slow) == ({}, {})


def a_parser(attempt, name="x"):
    return Parser(name, attempt, lambda: [b"one", b"two 2"], [b"piece"])


def test_seeds_are_good():
    for parser in PARSERS.values():
        tally = replay(parser, parser.seeds[::5], SLOW)
        assert tally.failures == {} and tally.read > tally.inputs / 3, parser.name


def test_a_mistake_is_told_with_its_place():
    def raises(data):
        return {}[data]

    def refuses(data):
        raise BadTime(data.decode())

    def reads_otherwise(data):
        with again("it"):
            refuses(data)

    def has_no_sentence(data):
        raise PhrasedError("", "no.such.key")

    def lacks_a_word(data):
        raise PhrasedError("", "bad_value", option="x")

    assert judge(a_parser(raises), b"x").failure.startswith("KeyError: b'x'")
    assert judge(a_parser(refuses), b"x").failure == "" and judge(a_parser(refuses), b"x").key == "bad_time"
    assert judge(a_parser(reads_otherwise), b"x").failure.startswith(Unsettled.__name__)
    assert "no sentence for no.such.key in en, fr" in judge(a_parser(has_no_sentence), b"x").failure
    assert "and its sentence: KeyError" in judge(a_parser(lacks_a_word), b"x").failure
    assert judge(a_parser(len), b"x").key == "read"


def test_a_mistake_on_a_socket_is_a_failure_and_the_log_is_as_it_was(monkeypatch):
    """A page is told of it in a sentence, so that only the server itself can say so."""

    def broken(*_):
        raise KeyError("nobody expected this")

    message = PARSERS["message"]
    good = message.seeds[0]
    levels = [logging.getLogger(name).level for name in ("pavage", "asyncio")]
    assert judge(message, good).failure == ""
    with monkeypatch.context() as patched:
        patched.setattr("pavage.server.rooms.base_room.BaseRoom.look", broken)
        assert judge(message, b'hex\n{"look": 0}').failure.startswith("KeyError")
    assert judge(message, good).failure == ""
    assert [logging.getLogger(name).level for name in ("pavage", "asyncio")] == levels


def test_what_is_slow_is_told():
    def slowly(data):
        end = time.process_time() + 0.03
        while time.process_time() < end:
            pass

    tally = replay(a_parser(slowly), [b"x"], 20.0)
    assert tally.slow[b"x"] > 20 and not tally.failures
    assert not replay(a_parser(len), [b"x"], 20.0).slow


def test_what_hangs_is_ended(monkeypatch):
    monkeypatch.setattr("benchmarks.fuzzing.parser.HANGS_AFTER", 1)
    assert judge(a_parser(lambda _: time.sleep(5)), b"x").failure == "hangs for 1 s"


def test_inputs_are_the_same_for_the_same_seed():
    seen = [], [], []
    for inputs, seed in zip(seen, (1, 1, 2), strict=True):
        fuzz(a_parser(inputs.append), seed, 300, SLOW)
    assert seen[0] == seen[1] != seen[2] and len(set(seen[0])) > 200


def test_inputs_of_any_bytes_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(corpus, "KEPT", tmp_path)
    inputs = [bytes(range(256)), "é\U0001f600\ud800".encode("utf-8", "surrogatepass"), b"", b"\n"]
    corpus.keep("x", inputs)
    assert sorted(corpus.kept("x")) == sorted(inputs) and corpus.kept("y") == []


def test_small_inputs_that_go_new_ways_are_chosen():
    parser = PARSERS["clock"]
    found = [b"10m", b"20m", b"10m+5s", b"no", b"never", b"3d/move", b"x" * 401]
    assert corpus.choose(parser, found, always=[b"never"]) == [b"never", b"10m", b"10m+5s", b"3d/move"]
    assert sum(map(len, corpus.kept("clock"))) < corpus.MOST_KEPT
