"""`dev.py test`: style, types and tests, on a machine made ready; the last line says what was left out."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from devtools import changes, environment, machine, needs
from devtools.environment import ROOT

STATIC = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy", "--strict", "src/pavage", "devtools"],
}
NOTHING_RAN = 5
"""What pytest answers when it has run no test at all."""
A_CORE = 2
"""Tests at once a core: many of them wait, for a screen, a clock or another program."""
OPTIONS = {"--full", "--nothing-left-out", "--changed", "--as-it-is"}


def test(arguments: Sequence[str]) -> int | None:
    """Run every check, also after one failed; None for arguments that are not understood."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    options, extra = set(arguments[:cut]), list(arguments[cut + 1 :])
    if options - OPTIONS:
        return None
    prepare("--as-it-is" not in options)
    with tempfile.TemporaryDirectory() as folder:
        notes_file = Path(folder, "left-out")
        variables = surroundings(notes_file)
        if "--full" in options:
            variables["PAVAGE_FULL"] = "1"
        if "--changed" in options:
            variables["PAVAGE_CHANGED"] = "\n".join(changes.changed_files())
        subprocess.call([str(environment.PYTHON), "-m", "devtools.needs"], cwd=ROOT, env=variables)
        failed = run_all(pytest_command(extra), variables, Path(folder))
        if notes_file.exists():
            notes = notes_file.read_text(encoding="utf-8").splitlines()
        else:
            notes = ["all tests that pytest did not reach"]
    if set(notes) - needs.ALLOWED and "--nothing-left-out" in options:
        failed.append("something was left out")
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nEverything passed.")
    print(f"Left out: {', '.join(notes)}" if notes else "Nothing was left out.")
    return 1 if failed else 0


def surroundings(notes: Path) -> dict[str, str]:
    """The variables that the checks see."""
    variables = dict(os.environ, PAVAGE_LEFT_OUT=str(notes))
    variables["PATH"] = str(environment.PYTHON.parent) + os.pathsep + variables.get("PATH", "")
    # The tests start hundreds of Python programs: what is compiled is kept, also where the machine says that
    # nothing shall be, as containers often do.
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    return variables


def prepare(bring: bool) -> None:
    """The environment, and with `bring` what the machine lacks."""
    if bring:
        machine.install_packages()
    environment.install("test")
    if bring:
        machine.install_browser()
        machine.install_typescript()


def pytest_command(extra: list[str]) -> list[str]:
    """Tests that somebody chose run one after the other, the whole suite on all cores."""
    if extra:
        return ["pytest", *extra]
    workers = A_CORE * (os.cpu_count() or 1)
    return ["pytest", f"--numprocesses={workers}", "--dist=worksteal"]


def run_all(tests: list[str], variables: dict[str, str], folder: Path) -> list[str]:
    """The names of the checks that failed. The tests are seen as they go, the others beside them."""
    python = [str(environment.PYTHON), "-m"]
    beside = {}
    failed = []
    try:
        for number, (name, command) in enumerate(STATIC.items()):
            said = Path(folder, f"said-{number}")
            with said.open("wb") as output:
                process = subprocess.Popen(
                    python + command, cwd=ROOT, env=variables, stdout=output, stderr=subprocess.STDOUT
                )
            beside[name] = (command, process, said)
        print(f"\n== {' '.join(tests)}", flush=True)
        start = time.monotonic()
        if any(each.startswith("--numprocesses") for each in tests):
            read_once(python, variables)
        code = subprocess.call(python + tests, cwd=ROOT, env=variables)
        # Where everything is left out, pytest has run nothing; that nothing was found at all is a failure.
        notes = Path(variables["PAVAGE_LEFT_OUT"])
        if code == NOTHING_RAN and notes.exists() and notes.stat().st_size:
            code = 0
        failed += verdict("pytest", code, f"{time.monotonic() - start:.0f} s")
        for name, (command, process, said) in beside.items():
            code = process.wait()
            print(f"\n== {' '.join(command)}")
            sys.stdout.write(said.read_text(encoding="utf-8", errors="replace"))
            failed += verdict(name, code, "beside the tests")
    finally:
        for _, process, _ in beside.values():
            process.kill()
    return failed


def read_once(python: list[str], variables: dict[str, str]) -> None:
    """Let one process read all tests: what pytest makes of them it keeps, and several would make it each."""
    command = [*python, "pytest", "--collect-only", "-qq"]
    without_notes = dict(variables, PAVAGE_LEFT_OUT=os.devnull)
    subprocess.run(command, cwd=ROOT, env=without_notes, capture_output=True, check=False)


def verdict(name: str, code: int, how: str) -> list[str]:
    """Print it; the name if the check failed."""
    print(f"{name}: {'failed' if code else 'passed'}, {how}")
    return [name] if code else []
