"""The C++ tests of Hex, built with AddressSanitizer and UndefinedBehaviorSanitizer: any finding ends them."""

import re
import subprocess
from pathlib import Path

import pytest
from conftest import needs

compiler = needs("compiler")

NATIVE = Path(__file__).resolve().parent.parent / "native"
TESTED = ["connections", "geometry", "grid", "inferior", "playouts", "proof_search", "solver"]
FLAGS = ["-std=c++20", "-Og", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def build(target, *sources, flags=FLAGS):
    command = [compiler, *flags, f"-I{NATIVE / 'src'}", *map(str, sources), "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.timeout(900)  # most of it in the compiler; -Og takes it half as long as -O1
def test_boards_playouts_connections_and_solver(tmp_path):
    sources = [NATIVE / f"src/hex_{name}.cpp" for name in TESTED]
    build(tmp_path / "hex_tests", NATIVE / "tests/hex_tests.cpp", *sources)
    done = subprocess.run([tmp_path / "hex_tests"], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    assert int(re.fullmatch(r"(\d+) checks\n", done.stdout)[1]) > 1000


def test_the_network(tmp_path):
    """With the kernels of this processor, as far as the extension has them."""
    known = {"avx2": ["-mavx2", "-mfma"], "avx512": ["-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl"]}
    here = [flag for name in needs("native").hex_kernels() for flag in known.get(name, [])]
    sources = [NATIVE / "tests/net_tests.cpp", *(NATIVE / "src").glob("net_kernels*.cpp")]
    sources += [NATIVE / f"src/{name}.cpp" for name in ("hex_geometry", "net", "net_planes")]
    # Only for what lies beyond a piece of memory: the other checks take the compiler half a minute here.
    flags = ["-std=c++20", "-O1", "-g1", "-fsanitize=address"]
    build(tmp_path / "net_tests", *sources, flags=[*flags, *here])
    done = subprocess.run([tmp_path / "net_tests"], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    assert int(re.fullmatch(r"(\d+) checks\n", done.stdout)[1]) >= 6 * 7 * 2


def test_the_sanitizers_would_speak(tmp_path):
    """A program that reads beyond its memory is stopped: the flags do what they are there for."""
    source = tmp_path / "beyond.cpp"
    source.write_text(
        "#include <vector>\nint main(int n, char**) { std::vector<int> v(n); return v.data()[n]; }\n"
    )
    build(tmp_path / "beyond", source)
    done = subprocess.run([tmp_path / "beyond"], capture_output=True, text=True)
    assert done.returncode != 0 and "AddressSanitizer" in done.stderr
