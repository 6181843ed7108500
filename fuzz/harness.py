"""The corpora, and what is asked of every input: it is read, or refused in one line of each language."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from pavage.phrase import PhrasedError
from pavage.words import LANGUAGES, words
from pavage.words.complaint import complaint_of

CORPUS = Path(__file__).parents[1] / "tests" / "data" / "fuzz"
FORMATS = sorted(path.stem for path in CORPUS.glob("*.jsonl"))
MAX_SECONDS = 1.0
"""Processor time for one input, unless the module of the format says otherwise."""


def corpus(name: str) -> list[bytes]:
    """The inputs found so far, one JSON string a line; bytes that are not UTF-8 are lone surrogates."""
    lines = (CORPUS / f"{name}.jsonl").read_text("ascii").splitlines()
    return [json.loads(line).encode("utf-8", "surrogateescape") for line in lines]


def judge(name: str, data: bytes, slack: float = 1.0) -> bool:
    """Return whether the input is read; fail if it is not refused properly either, or takes too long."""
    module = import_module(f"fuzz.{name}")
    start = time.process_time()
    read = True
    try:
        module.check(data)
    except Exception as error:
        if not all(complaint_of(words(language), error) for language in LANGUAGES):
            raise
        if isinstance(error, PhrasedError):
            missing = [language for language in LANGUAGES if words(language).template(error.key) == error.key]
            assert not missing, f"{error.key} has no sentence in {missing}"
        read = False
    seconds = time.process_time() - start
    assert seconds < slack * getattr(module, "MAX_SECONDS", MAX_SECONDS), f"took {seconds:.1f} s"
    return read


@contextmanager
def rereading() -> Iterator[None]:
    """Around reading what we have written: a refusal there is a mistake."""
    try:
        yield
    except PhrasedError as error:
        raise AssertionError(f"what was written is refused: {error}") from error


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")
