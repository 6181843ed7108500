"""`pavage` with its input from a pipe, in this process: what it says, without a start of Python for each."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pavage.cli import main


@dataclass(frozen=True)
class Said:
    """What a command has said, and how it ended."""

    code: int
    out: str
    err: str


Piped = Callable[..., Said]


@pytest.fixture
def piped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Piped:
    """Runs a command in a folder of its own; the lines are all that comes through the pipe."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*arguments: str, lines: tuple[str, ...] | list[str] = ()) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        code = main(arguments)
        return Said(code, *capsys.readouterr())

    return run
