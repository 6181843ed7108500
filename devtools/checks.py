"""`dev.py test`: style, types and tests on a machine made ready; the last line names what was left out."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from devtools import environment, machine, needs
from devtools.environment import ROOT

STATIC = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy", "--strict", "src/pavage", "devtools"],
}
NOTHING_RAN = 5
"""pytest's exit code when it ran no test."""
WORKERS_PER_CORE = 2
"""Many tests wait for a screen, a clock or another program."""
OPTIONS = {"--full", "--nothing-left-out", "--as-it-is"}


def test(arguments: Sequence[str]) -> int | None:
    """Run every check, also after one failed; None for unknown arguments."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    options, extra = set(arguments[:cut]), list(arguments[cut + 1 :])
    if options - OPTIONS:
        return None
    prepare("--as-it-is" not in options)
    with tempfile.TemporaryDirectory() as folder:
        notes_file = Path(folder, "left-out")
        variables = variables_for_tests(notes_file)
        if "--full" in options:
            variables["PAVAGE_FULL"] = "1"
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


def variables_for_tests(notes: Path) -> dict[str, str]:
    variables = dict(os.environ, PAVAGE_LEFT_OUT=str(notes))
    variables["PATH"] = str(environment.PYTHON.parent) + os.pathsep + variables.get("PATH", "")
    # The tests start hundreds of Python programs, which would compile every module again.
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    return variables


def prepare(install: bool) -> None:
    """Set up the environment, and install what the machine lacks."""
    if install:
        machine.install_packages()
    environment.install("test")
    if install:
        machine.install_browser()
        machine.install_typescript()


def pytest_command(extra: list[str]) -> list[str]:
    """Run chosen tests one after the other, the whole suite on all cores."""
    if extra:
        return ["pytest", *extra]
    workers = WORKERS_PER_CORE * (os.cpu_count() or 1)
    return ["pytest", f"--numprocesses={workers}", "--dist=worksteal"]


def run_all(tests: list[str], variables: dict[str, str], folder: Path) -> list[str]:
    """Return the names of the checks that failed. The static checks run beside the tests."""
    python = [str(environment.PYTHON), "-m"]
    static = {}
    failed = []
    try:
        for number, (name, command) in enumerate(STATIC.items()):
            log = Path(folder, f"log-{number}")
            with log.open("wb") as output:
                process = subprocess.Popen(
                    python + command, cwd=ROOT, env=variables, stdout=output, stderr=subprocess.STDOUT
                )
            static[name] = (command, process, log)
        print(f"\n== {' '.join(tests)}", flush=True)
        start = time.monotonic()
        if any(each.startswith("--numprocesses") for each in tests):
            compile_tests(python, variables)
        code = subprocess.call(python + tests, cwd=ROOT, env=variables)
        # Where every test is left out, pytest has run nothing. It is a failure if it found nothing at all.
        notes = Path(variables["PAVAGE_LEFT_OUT"])
        if code == NOTHING_RAN and notes.exists() and notes.stat().st_size:
            code = 0
        failed += verdict("pytest", code, f"{time.monotonic() - start:.0f} s")
        for name, (command, process, log) in static.items():
            code = process.wait()
            print(f"\n== {' '.join(command)}")
            sys.stdout.write(log.read_text(encoding="utf-8", errors="replace"))
            failed += verdict(name, code, "beside the tests")
    finally:
        for _, process, _ in static.values():
            process.kill()
    return failed


def compile_tests(python: list[str], variables: dict[str, str]) -> None:
    """Let one process compile all tests, which every worker would do otherwise."""
    command = [*python, "pytest", "--collect-only", "-qq"]
    without_notes = dict(variables, PAVAGE_LEFT_OUT=os.devnull)
    subprocess.run(command, cwd=ROOT, env=without_notes, capture_output=True, check=False)


def verdict(name: str, code: int, how: str) -> list[str]:
    print(f"{name}: {'failed' if code else 'passed'}, {how}")
    return [name] if code else []
