"""The whole extension built with sanitizers, and tried with random games and odd arguments.

    python3 benchmarks/sanitized.py                          # AddressSanitizer and UndefinedBehaviorSanitizer
    python3 benchmarks/sanitized.py thread                   # ThreadSanitizer: searches of several threads
    python3 benchmarks/sanitized.py --rounds 5000 --seed 7
    python3 benchmarks/sanitized.py --tests tests/test_native.py tests/test_hex_solver.py

Builds into build/sanitized (about 70 s of processor time, later only what has changed) and runs
native/tests/through_python.py there; with --tests also these tests of ours, on the sanitized extension. Any
finding ends the process that it is found in, and is printed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NATIVE = ROOT / "native"
FLAGS = {
    "address": "-Og -g1 -fsanitize=address,undefined -fno-sanitize-recover=all",
    "thread": "-Og -g1 -fsanitize=thread",
}
"""-Og: the compiler takes half as long as with -O1."""
FEW = "-DPAVAGE_FEW_WORDS"
"""Half of the copies of the same code (native/src/base/board_words.h), for a quicker build."""
CHEAPER = (
    "-fno-sanitize=null,object-size,vptr,alignment,pointer-overflow"
    ",nonnull-attribute,returns-nonnull-attribute"
)
"""A third of the build checks every pointer; AddressSanitizer or the processor finds most of that too."""
LIBRARIES = {"address": "libasan.so", "thread": "libtsan.so"}
OPTIONS = {
    # Python keeps much until it ends; a request for too much memory is refused, as it is without us.
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=1",
}
AS_INSTALLED = """
import sys
sys.path.insert(0, {tests!r})
from through_python import load
load({extension!r})
import pytest
sys.exit(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *{given!r}]))
"""


def build(kind: str, folder: Path, flags: str = "") -> Path:
    """The extension, built anew where something has changed."""
    here = Path(sys.executable).parent
    finding = [sys.executable, "-m", "nanobind", "--cmake_dir"]
    nanobind = subprocess.run(finding, capture_output=True, text=True, check=True).stdout.strip()
    settings = {
        "CMAKE_MAKE_PROGRAM": here / "ninja",
        "CMAKE_BUILD_TYPE": "None",
        "CMAKE_CXX_FLAGS": f"{FLAGS[kind]} {flags}",
        "nanobind_DIR": nanobind,
        "Python_EXECUTABLE": sys.executable,
    }
    given = [f"-D{name}={value}" for name, value in settings.items()]
    _run([here / "cmake", "-S", NATIVE, "-B", folder, "-G", "Ninja", *given])
    _run([here / "ninja", "-C", folder])
    return next(folder.glob("_native*.so"))


def _run(command: Sequence[str | Path]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stdout[-4000:] + done.stderr[-4000:])


def surroundings(kind: str, compiler: str = "c++") -> dict[str, str]:
    """What a Python that was built without a sanitizer needs to load what was built with one."""
    names = (LIBRARIES[kind], "libstdc++.so")  # without the second, a sanitizer does not know how C++ throws
    found = [
        subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True)
        for name in names
    ]
    return {**os.environ, **OPTIONS, "LD_PRELOAD": " ".join(done.stdout.strip() for done in found)}


def trial(kind: str, extension: Path, rounds: int, seed: int) -> list[str]:
    """The command of random games and odd arguments."""
    script = [sys.executable, str(NATIVE / "tests" / "through_python.py"), str(extension)]
    return [
        *script,
        "--rounds",
        str(rounds),
        "--seed",
        str(seed),
        *(["--threads"] if kind == "thread" else []),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", nargs="?", choices=list(FLAGS), default="address")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="*", default=[])
    given = parser.parse_args()
    extension = build(given.kind, ROOT / "build" / "sanitized" / given.kind)
    rounds = given.rounds or {"address": 1000, "thread": 30}[given.kind]
    environment = surroundings(given.kind)
    result = subprocess.run(trial(given.kind, extension, rounds, given.seed), env=environment).returncode
    if given.tests and not result:
        about = {"tests": str(NATIVE / "tests"), "extension": str(extension), "given": given.tests}
        command = [sys.executable, "-c", AS_INSTALLED.format(**about)]
        result = subprocess.run(command, env=environment, cwd=ROOT).returncode
    return result


if __name__ == "__main__":
    sys.exit(main())
