"""The environment in .venv: made, filled with the locked packages, and kept up to date."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from devtools.messages import Progress, again, fail, say

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "pavage.json"
LOG = VENV / "install.log"
BUILD_LOG = VENV / "build.log"
REQUIREMENTS = ROOT / "requirements"

Stamp = dict[str, Any]


# Stamps: what was installed, so that the next run can see at a glance that nothing changed.


def fingerprint(paths: list[Path]) -> str:
    """A short name for the contents of these files and folders, but for what was built there."""
    digest = hashlib.sha256()
    for path in paths:
        for file in sorted([path, *path.rglob("*")]):
            name = file.relative_to(ROOT)
            if file.is_file() and "build" not in name.parts:
                digest.update(name.as_posix().encode() + b"\0")
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def modules() -> str:
    """A short name for which modules there are: an editable install remembers where each of them lies."""
    names = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.py"))
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def read_stamp() -> Stamp:
    """What .venv says about itself; empty if it is missing, moved, broken or half made."""
    try:
        stamp: Stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    same = stamp.get("place") == str(VENV) and stamp.get("python") == sys.implementation.cache_tag
    return stamp if same and PYTHON.exists() and not stamp.get("busy") else {}


def write_stamp(stamp: Stamp) -> None:
    """Replace the stamp in one step: a run that is killed leaves the old one."""
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    os.replace(fresh, STAMP)


# Setting up


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two set-ups at once would trample on each other's .venv, so the second waits for the first."""
    with open(__file__, "rb") as this_file:
        try:
            import fcntl

            try:
                fcntl.flock(this_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Waiting for another dev.py to finish its set-up")
                fcntl.flock(this_file, fcntl.LOCK_EX)
        except (ImportError, OSError):
            pass  # Windows, or a file system without locks
        yield


def missing_module() -> str | None:
    """The module without which no environment can be made, if it is missing."""
    for module in "venv", "ensurepip":
        try:
            __import__(module)
        except ImportError:
            return module
    return None


def create() -> Stamp:
    """A new, empty .venv in place of whatever is there."""
    module = missing_module()
    if module:
        fail(
            f"This Python lacks its module {module}: on Debian or Ubuntu, apt install python3-venv, "
            f"then again {again()}"
        )
    say("Creating the environment in .venv")
    try:
        if VENV.is_symlink():
            VENV.unlink()
        elif VENV.exists():
            shutil.rmtree(VENV)
    except OSError as error:
        fail(f"The old .venv cannot be removed ({error}): remove it, then again {again()}")
    # The base Python, because the one that runs may live in the .venv just removed.
    made = subprocess.run(
        [getattr(sys, "_base_executable", None) or sys.executable, "-m", "venv", str(VENV)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if made.returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        reason = (made.stdout.strip().splitlines() or ["no reason given"])[-1]
        fail(f"Python could not make .venv ({reason}): on Debian, apt install python3-venv may help")
    return {"place": str(VENV), "python": sys.implementation.cache_tag}


@dataclass(frozen=True)
class Step:
    """Something for pip to do, how far it is by its log, and what is noted when it has ended."""

    what: str
    arguments: list[str]
    log: Path
    far: Callable[[str], str]
    finish: Callable[[bool], None]


def work(stamp: Stamp, steps: list[Step]) -> None:
    """Do all of them at once, and note what became of each."""
    for step, worked in zip(steps, pip(stamp, steps), strict=True):
        step.finish(worked)


def pip(stamp: Stamp, steps: list[Step]) -> list[bool]:
    """Install, with the noise in the logs; which of the steps worked."""
    environment = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_USER="0", PIP_NO_INPUT="1")
    environment["PATH"] = str(PYTHON.parent) + os.pathsep + environment.get("PATH", "")
    # Killed halfway, pip leaves an environment that cannot be trusted: the next run makes a new one.
    write_stamp(dict(stamp, busy=True))
    first, *others = (step.what for step in steps)
    progress = Progress(", ".join([first, *(other[0].lower() + other[1:] for other in others)]))
    begins = [step.log.stat().st_size if step.log.exists() else 0 for step in steps]
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for step in steps:
            with open(step.log, "a", encoding="utf-8") as log:
                log.write(f"pip install {' '.join(step.arguments)}\n")
                log.flush()
                command = [str(PYTHON), "-m", "pip", "install", "--retries", "2", *step.arguments]
                processes.append(
                    subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
                )
        while any(process.poll() is None for process in processes):
            time.sleep(0.2)
            with contextlib.suppress(OSError):
                progress.tell(
                    "; ".join(
                        step.far(step.log.read_bytes()[begin:].decode("utf-8", "replace"))
                        for step, begin, process in zip(steps, begins, processes, strict=True)
                        if process.returncode is None
                    )
                )
    finally:
        for process in processes:
            process.kill()
            process.wait()
    progress.end()
    write_stamp(stamp)
    return [process.returncode == 0 for process in processes]


def lacking() -> tuple[str, str] | None:
    """What this machine lacks to build native/: (what, the Debian package), or nothing."""
    if os.name == "nt":
        return None  # Visual Studio keeps its compiler off the PATH; CMake knows where to look
    compilers = [*os.environ.get("CXX", "").split()[:1], "c++", "g++", "clang++"]
    if not any(shutil.which(name) for name in compilers):
        return "C++ compiler", "g++"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python headers", "python3-dev"
    return None


def native_built() -> bool:
    """Whether the package was installed with its extension."""
    return any(VENV.glob("[Ll]ib*/**/pavage/players/fast/_native*"))


def install(kind: str) -> None:
    """Bring .venv up to date to play or to test."""
    with one_at_a_time():
        stamp = read_stamp() or create()
        sources = [ROOT / "pyproject.toml", REQUIREMENTS / "play.txt", ROOT / "native"]
        package = fingerprint(sources) + modules()
        # Whoever lacked a compiler the last time may have installed one since.
        new_package = stamp.get("package") != package or (stamp.get("lacked") and not lacking())
        if new_package or is_new(stamp, kind):
            LOG.unlink(missing_ok=True)
            BUILD_LOG.unlink(missing_ok=True)
        # The extension is built with what is among the packages to play: all others are installed meanwhile.
        if new_package and is_new(stamp, kind) and is_new(stamp, "play"):
            work(stamp, [requirements(stamp, "play")])
        steps = [requirements(stamp, kind)] if is_new(stamp, kind) else []
        if new_package:
            steps.append(this_package(stamp, package))
        if steps:
            work(stamp, steps)


def is_new(stamp: Stamp, kind: str) -> bool:
    """Whether other packages are locked than are installed."""
    return bool(stamp.get(kind) != fingerprint([REQUIREMENTS / f"{kind}.txt"]))


def requirements(stamp: Stamp, kind: str) -> Step:
    """The locked packages, and nothing else."""
    lock = REQUIREMENTS / f"{kind}.txt"
    wanted = fingerprint([lock])
    names = set(re.findall(r"^([\w.-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE))

    def far(log: str) -> str:
        if "Installing collected packages" in log:
            return "all fetched, being unpacked"
        known = re.findall(r"^(?:Collecting|Requirement already satisfied:) ", log, re.MULTILINE)
        return f"{len(known)} of {len(names)}"

    def finish(worked: bool) -> None:
        if not worked:
            fail(
                "The packages could not be downloaded (log: .venv/install.log): check the network, "
                f"then again {again()}"
            )
        stamp[kind] = wanted
        if kind == "test":  # which contains everything in play.txt
            stamp["play"] = fingerprint([REQUIREMENTS / "play.txt"])
        write_stamp(stamp)

    stamp.pop(kind, None)
    arguments = ["--require-hashes", "-r", str(lock.relative_to(ROOT))]
    if kind == "test":
        arguments.insert(0, "--no-compile")  # most of it is never imported; Python keeps what it compiles
    return Step(f"Installing {len(names)} packages", arguments, LOG, far, finish)


def this_package(stamp: Stamp, wanted: str) -> Step:
    """Pavage itself, editable, with the extension where it can be built."""
    lack = lacking()
    if lack:
        say(
            f"Note: no {lack[0]} found: installing without the fast search; install {lack[1]} "
            f"and run {again()} again to get it"
        )

    def finish(worked: bool) -> None:
        if not worked:
            fail("Pavage could not be installed: the reason is in .venv/build.log")
        if not lack and not native_built():
            say("Note: the fast search did not build, going on without it: the reason is in .venv/build.log")
        stamp.update(package=wanted, lacked=lack)
        write_stamp(stamp)

    # Without CMake if we said so; elsewhere pyproject.toml falls back on the same when the build fails.
    settings = ["wheel.cmake=false", "wheel.py-api=py3"] if lack else []
    plain = ["--config-settings=" + each for each in settings]
    # Verbose, so that the log tells how far it is, and why an extension did not build.
    arguments = ["-v", "--no-build-isolation", "--no-deps", *plain, "-e", "."]
    what = "Installing Pavage" if lack else "Building the fast search"
    return Step(what, arguments, BUILD_LOG, built_so_far, finish)


def built_so_far(log: str) -> str:
    """The step that the compiler is at, as ninja counts them."""
    steps = re.findall(r"\[(\d+)/(\d+)\]", log)
    return "{} of {} steps".format(*steps[-1]) if steps else "preparing"
