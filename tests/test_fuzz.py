"""Every parser answers any input with a value or with a refusal in one line, soon, and never otherwise.

fuzz/ says for each format what is done with an input that is read. Here what fuzzing found is replayed, and
Hypothesis draws new inputs.
"""

import json
import re
import sys
from itertools import islice
from types import SimpleNamespace

import pytest
from conftest import full
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz.harness import FORMATS, corpus, judge, rereading
from fuzz.positions import position_in
from pavage.clock import BadTime
from pavage.options import Choice, Switch, Whole
from pavage.phrase import PhrasedError
from pavage.registry import OURS, games

COSTLY = {"bot": 4, "htp": 4, "options": 4, "code": 4, "print": 20, "puzzle": 10}
COSTLY |= {"message": 10, "request": 10, "classroom": 20}
"""How many times fewer inputs these get."""
ODD = [b"9" * 5000, b"1e999", b"NaN", b"-1", b"\0", b"\xff", b"\xed\xa0\x80"]
ODD += [text.encode() for text in ("\u2028", "\ufeff", "\u202e", "²", "٣", "ſ", "😀")]


def damaged(name):
    """Inputs of the corpus with a few parts cut out, put in or exchanged."""
    inputs = corpus(name)
    words = sorted({word for data in inputs for word in re.findall(rb"\w+|\W", data)})
    pieces = st.sampled_from(words) | st.sampled_from(ODD) | st.text(max_size=8).map(str.encode)
    return _damaged(st.sampled_from(inputs), st.lists(pieces, max_size=3).map(b"".join))


@st.composite
def _damaged(draw, inputs, pieces):
    data = draw(inputs)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        end = draw(st.integers(at, min(len(data), at + 20)))
        data = data[:at] + draw(pieces) + data[end:]
    return data


def values(option):
    """Any value of an option, and some that are refused."""
    if isinstance(option, Whole):
        return st.integers(option.low - 1, option.high + 1)
    if isinstance(option, Choice):
        return st.sampled_from(option.choices)
    if isinstance(option, Switch):
        return st.booleans()
    return CODES


def new_games(name):
    options = {option.name: values(option) for option in games()[name].declared}
    return st.fixed_dictionaries(
        {"game": st.just(name), "options": st.fixed_dictionaries({}, optional=options)}
    )


@st.composite
def in_a_position(draw, write):
    """A position of any game, and what `write` makes of it and of one of its moves."""
    head = f"{draw(st.sampled_from(sorted(OURS)))} {draw(st.integers(0, 60))}\n"
    game, position, _ = position_in(head.encode())
    moves = list(islice(game.moves(position), 200))
    return head + (write(game, position, draw(st.sampled_from(moves))) if moves else game.layout(position))


SECONDS = r"([0-9]{1,3}(\.[0-9]{1,3})?[dhms]){1,3}"
SHAPES = "[RHTS]|TH|S[1-9]x|488-|3636-|cairo-|penrose-|voronoi-[1-9][1-9]-"
CODES = st.from_regex(rf"(dual-){{0,2}}({SHAPES})[1-9]", fullmatch=True)
WRITTEN = {
    "clock": st.from_regex(rf"{SECONDS}(\+{SECONDS}|\+[1-9]x{SECONDS}|/move)?", fullmatch=True),
    "code": CODES,
    "hexworld": st.from_regex("#[57](n|r9)?c1,([a-g][1-7]|:p|:s|:S){0,9}(:rb|:rw|:fb|:fw)?", fullmatch=True),
    "layout": in_a_position(lambda game, position, move: game.layout(game.play(position, move))),
    "move": in_a_position(lambda game, position, move: game.write(position, move)),
    "options": st.sampled_from(sorted(OURS)).flatmap(new_games).map(json.dumps),
    "touch": in_a_position(lambda game, position, move: " ".join(map(str, move))),
}
"""Inputs in the words of a format, most of which are read."""


@pytest.mark.parametrize("name", FORMATS)
def test_what_was_found_before(name):
    for data in corpus(name):
        judge(name, data)


@pytest.mark.parametrize("name", FORMATS)
def test_any_input_is_read_or_refused(name):
    inputs = damaged(name)
    if name in WRITTEN:
        inputs |= WRITTEN[name].map(str.encode)

    @settings(max_examples=full(2000, 20) // COSTLY.get(name, 1), deadline=None, derandomize=True)
    @given(inputs)
    def run(data):
        judge(name, data)

    run()


def test_what_is_neither_read_nor_refused_in_a_sentence_fails(monkeypatch):
    def judged(check, **slack):
        monkeypatch.setitem(sys.modules, "fuzz.fake", SimpleNamespace(check=check))
        return judge("fake", b"x", **slack)

    def refuse(data):
        raise BadTime(data.decode())

    def reread(data):
        with rereading():
            refuse(data)

    def without_a_sentence(data):
        raise PhrasedError("", "no.such.key")

    def without_a_value(data):
        raise PhrasedError("", "bad_value", option="x")

    assert judged(len) and not judged(refuse)
    for check, failure, words in (
        ({}.__getitem__, KeyError, "x"),
        (reread, AssertionError, "what was written is refused"),
        (without_a_sentence, AssertionError, "no.such.key has no sentence"),
        (without_a_value, KeyError, r"\w"),
    ):
        with pytest.raises(failure, match=words):
            judged(check)
    with pytest.raises(AssertionError, match="took"):
        judged(len, slack=0)


def test_a_mistake_on_a_socket_fails_though_the_client_reads_a_sentence(monkeypatch):
    def broken(*_):
        raise KeyError("unexpected")

    look = b'hex\n{"look": 0}'
    assert judge("message", look)
    with monkeypatch.context() as patched:
        patched.setattr("pavage.server.rooms.base_room.BaseRoom.look", broken)
        with pytest.raises(AssertionError, match="logged an error"):
            judge("message", look)
    assert judge("message", look)
