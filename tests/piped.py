"""`pavage` with its input from a pipe, in this process: what it says, without a start of Python for each."""

import io
from collections.abc import Callable, Iterable
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


def piped(
    where: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Said]:
    """Runs commands in this folder; the lines that they are given are all that comes through the pipe."""
    monkeypatch.chdir(where)
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*arguments: str, lines: Iterable[str] = ()) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        code = main(arguments)
        return Said(code, *capsys.readouterr())

    return run
