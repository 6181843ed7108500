"""The whole extension, built with AddressSanitizer and UndefinedBehaviorSanitizer: a finding ends it.

docs/testing.md says how to run any test on such a build, and with ThreadSanitizer.
"""

import json
import math
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import full, in_full, needs

compiler = needs("compiler")
NATIVE = Path(__file__).parents[1] / "native"
SOURCES = NATIVE / "src"
PRESETS = {
    each["name"]: each for each in json.loads((NATIVE / "CMakePresets.json").read_text())["configurePresets"]
}
PRESET = "address" if in_full() else "address-quick"
FLAGS = PRESETS[PRESET]["cacheVariables"]["CMAKE_CXX_FLAGS"].split()
APART = ("hex/hex_geometry.cpp", "hex/hex_grid.cpp", "solver/hex_solver.cpp")
"""What the extension compiles together with its bindings, and a program needs without them."""


def run(*command):
    done = subprocess.run([str(part) for part in command], cwd=NATIVE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout.strip()


def build(folder):
    """Build the extension as the preset says."""
    programs = Path(sys.executable).parent
    settings = {
        "CMAKE_MAKE_PROGRAM": programs / "ninja",
        "nanobind_DIR": run(sys.executable, "-m", "nanobind", "--cmake_dir"),
        "Python_EXECUTABLE": sys.executable,
    }
    given = [f"-D{name}={value}" for name, value in settings.items()]
    run(programs / "cmake", "--preset", PRESET, "-B", folder, *given)
    run(programs / "ninja", "-C", folder)
    return next(folder.glob("_native*.so"))


def environment():
    """Variables with which a Python that was built without a sanitizer loads what was built with one."""
    # Without the second library a sanitizer does not know how C++ throws.
    libraries = [run(compiler, f"-print-file-name={name}") for name in ("libasan.so", "libstdc++.so")]
    return {
        **os.environ,
        "LD_PRELOAD": " ".join(libraries),
        # Python keeps much until it ends; a request for too much memory is refused, as it is without us.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


def trial(extension, rounds, *more):
    """Return the command of random games and odd arguments."""
    return [sys.executable, NATIVE / "tests" / "through_python.py", extension, "--rounds", str(rounds), *more]


def compiled(target, *sources, flags=()):
    run(compiler, "-std=c++20", *FLAGS, *flags, f"-I{SOURCES}", *sources, "-o", target)
    return target


def objects_of(folder):
    """What the extension is made of, but for its bindings."""
    found = [
        path for path in (folder / "CMakeFiles/search.dir/src").rglob("*.o") if path.parent.name != "bindings"
    ]
    return found + [compiled(folder / f"{Path(each).stem}.o", SOURCES / each, flags=["-c"]) for each in APART]


def checks_of(folder, name, objects):
    """How many checks a test in C++ made, with the objects of the extension."""
    compiled(folder / name, NATIVE / "tests" / f"{name}.cpp", *objects)
    done = subprocess.run([folder / name], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    return int(re.fullmatch(r"(\d+) checks\n", done.stdout)[1])


@pytest.mark.timeout(900)  # most of it in the compiler
def test_the_whole_extension(tmp_path):
    """One test, so that it is built once: tests of one file may run in several processes."""
    needs("native")  # what builds the one can build the other
    extension = build(tmp_path)
    random_games_and_odd_arguments(extension)
    it_does_not_load_without_the_sanitizer(extension)
    # Boards, playouts, connections and solver; the network with the kernels of this processor.
    objects = objects_of(tmp_path)
    assert checks_of(tmp_path, "hex_tests", objects) > 1000
    assert checks_of(tmp_path, "net_tests", objects) >= 6 * 7 * len(needs("native").hex_kernels())


def random_games_and_odd_arguments(extension):
    command = trial(extension, full(400, 8))
    done = subprocess.run(command, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    answers, refusals = map(int, re.search(r"(\d+) answers, (\d+) refusals", done.stdout).groups())
    assert answers > 500 and refusals > 300


def it_does_not_load_without_the_sanitizer(extension):
    done = subprocess.run(trial(extension, 1), capture_output=True, text=True)
    assert done.returncode != 0 and "ASan runtime" in done.stderr


def test_the_sanitizers_would_speak(tmp_path):
    """A program that reads beyond its memory is stopped: the flags do what they are there for."""
    source = tmp_path / "beyond.cpp"
    source.write_text(
        "#include <vector>\nint main(int n, char**) { std::vector<int> v(n); return v.data()[n]; }\n"
    )
    compiled(tmp_path / "beyond", source)
    done = subprocess.run([tmp_path / "beyond"], capture_output=True, text=True)
    assert done.returncode != 0 and "AddressSanitizer" in done.stderr


@pytest.mark.parametrize("more", [(), ("--threads",)])
def test_the_same_without_sanitizers(more):
    """On the extension that is installed; a solver that was asked while it searched once waited for ever."""
    extension = Path(needs("native").__file__)
    done = subprocess.run(trial(extension, 4, *more), capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Error" not in done.stderr, done.stderr[-2000:]
    assert re.fullmatch(r"4 rounds, \d+ answers, \d+ refusals\n", done.stdout)


def test_a_report_cannot_ask_the_search_that_reports():
    native = needs("native")
    solver, board = native.HexSolver(9, 1 << 24), bytes(81)
    with pytest.raises(ValueError, match="a report cannot ask the search that reports"):
        solver.solve(board, 1, 0, 20.0, lambda *_: bool(solver.proofs()))
    player, free = native.HexPlayer(9, [], 1 << 24, 2, 1, 8, 0.5, None), b"\1" * 81

    def again(*_):
        return player.search(board, 1, free, 10, 0.0, 1, None, True)

    with pytest.raises(ValueError, match="a report cannot ask"):
        player.search(board, 1, free, 0, 20.0, 1, again, True)


def test_numbers_that_are_none_are_refused():
    native = needs("native")
    for trust in (math.nan, math.inf, -1.0, 1e300):
        with pytest.raises(ValueError, match="trust"):
            native.HexPlayer(5, [], 1 << 20, 1, 1, 8, trust, None)
    count = 7 * 12 * 16 + 16 + 3 * (7 * 256 + 16) + 16 + 256 + 16 + 512 + 16 + 16 + 1
    with pytest.raises(ValueError, match="a weight is not a finite number"):
        native.HexNet(16, 1, 16, struct.pack(f"<{count}f", *[math.nan] * count))
    # What overflows in the network says nothing, rather than no number.
    net = native.HexNet(
        16, 1, 16, struct.pack(f"<{count}f", *[1e38, -1e38] * (count // 2), *[1.0] * (count % 2))
    )
    logits, values = net.evaluate(5, bytes(25), 1)
    assert all(map(math.isfinite, struct.unpack("<25f", logits) + struct.unpack("<f", values)))
