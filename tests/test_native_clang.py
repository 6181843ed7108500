"""The C++ with clang, which compiles the wheels for macOS: no error, no warning, and its tests pass."""

import platform
import re
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nanobind
import pytest
from conftest import in_full, needs

if sys.platform != "linux":
    pytest.skip("macOS has no other compiler, and Windows uses its own", allow_module_level=True)
clang = needs("clang")
NATIVE = Path(__file__).parents[1] / "native"
STRICT = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{NATIVE / 'src'}"]
FEW = [] if in_full() else ["-DPAVAGE_FEW_WORDS"]
FOLDERS = ("hex", "hexn", "net", "player", "solver")
PYTHON = [
    f"-I{sysconfig.get_path('include')}",
    *("-isystem", nanobind.include_dir()),
]


def kernel_flags():
    """What CMakeLists.txt gives to the files that are compiled for one processor each."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return {}
    text = (NATIVE / "CMakeLists.txt").read_text(encoding="utf-8")
    flags = dict(re.findall(r'set\((avx2|avx512|vnni) "([-$][^"]+)"\)', text))
    return {
        f"net_kernels_{kind}.cpp": line.replace("${avx512}", flags["avx512"]).split()
        for kind, line in flags.items()
    }


def compiled(*arguments):
    done = subprocess.run([clang, *STRICT, *FEW, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]


def united(target, sources):
    """One file that includes them all: the headers are read once."""
    target.write_text("".join(f'#include "{source}"\n' for source in sources), encoding="utf-8")
    return target


def units(tmp_path):
    """What is compiled together, with the flags for it."""
    own = kernel_flags()
    assert len(own) in (0, 3)
    for folder in FOLDERS:
        sources = sorted(each for each in (NATIVE / "src" / folder).glob("*.cpp") if each.name not in own)
        yield united(tmp_path / f"{folder}.cpp", sources), []
    for name, flags in own.items():
        yield NATIVE / "src" / "net" / name, [*flags, "-O1"]


def test_every_folder_is_compiled():
    folders = {path.parent.name for path in (NATIVE / "src").rglob("*.cpp")}
    assert folders == {*FOLDERS, "bindings"}


@pytest.mark.parametrize("library", ["libstdc++", "libc++"])
def test_syntax(library, tmp_path):
    """With the C++ library of Linux and that of macOS, which has not all that C++20 promises."""
    if library == "libc++":
        needs("libc++")
    checked = [
        (united(tmp_path / "bindings.cpp", sorted((NATIVE / "src" / "bindings").glob("*.cpp"))), PYTHON),
        # What the test below compiles with one library is left to the other; tools are no part of a wheel.
        *(
            units(tmp_path)
            if library == "libc++"
            else ((each, []) for each in (NATIVE / "tools").glob("*.cpp"))
        ),
    ]
    for source, flags in checked:
        compiled("-fsyntax-only", f"-stdlib={library}", *flags, source)


def test_the_tests_in_cpp(tmp_path):
    """Boards, connections and solver, and the network with all kernels, as clang makes them."""
    parts = list(units(tmp_path))
    objects = [tmp_path / f"{source.stem}.o" for source, _ in parts]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda part, target: compiled(*part[1], "-c", part[0], "-o", target), parts, objects))
    for name, least in (("hex_tests", 1000), ("net_tests", 42)):
        compiled(NATIVE / "tests" / f"{name}.cpp", *objects, "-o", tmp_path / name)
        done = subprocess.run([tmp_path / name], capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
        assert int(re.fullmatch(r"(\d+) checks\n", done.stdout)[1]) >= least
