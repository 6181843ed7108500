"""Conversations in the Hex Text Protocol: every line is answered, no answer is our own mistake."""

import contextlib
import io
import re

from fuzz.harness import CORPUS, text_of
from pavage.htp.conversation import COMMANDS
from pavage.htp.engine import Engine
from pavage.words import words

FILE = re.compile(r"^(\W*\d*\W*(?:loadsgf|exec)\s+)\S+")
SAMPLE = CORPUS.parent / "sgf" / "good" / "hexgui.sgf"
MAX_LINES = 20
MAX_SECONDS = 4.0


def check(data: bytes) -> None:
    assert COMMANDS
    engine = Engine(words("en"), interrupted=lambda: True)
    for line in text_of(data).split("\n")[:MAX_LINES]:
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            answer = engine.answer(FILE.sub(rf"\g<1>{SAMPLE}", line))  # no other file is opened
        assert "pavage htp:" not in errors.getvalue(), errors.getvalue()
        assert answer is None or (answer[0] in "=?" and answer.find("\n\n") == len(answer) - 2), line
        if engine.over:
            break
