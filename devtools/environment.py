"""The environment in .venv: created, filled with the locked packages, and kept up to date."""

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
"""What was installed: the next run compares it and has nothing to do."""


def fingerprint(paths: list[Path]) -> str:
    """Hash the contents of these files and folders, without what was built there."""
    digest = hashlib.sha256()
    for path in paths:
        for file in sorted([path, *path.rglob("*")]):
            name = file.relative_to(ROOT)
            if file.is_file() and "build" not in name.parts:
                digest.update(name.as_posix().encode() + b"\0")
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def modules() -> str:
    """Hash the names of our modules: an editable install remembers where each of them lies."""
    names = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.py"))
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def read_stamp() -> Stamp:
    """Read the stamp of .venv; empty if the environment is missing, moved, broken or half made."""
    try:
        stamp: Stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    same = stamp.get("place") == str(VENV) and stamp.get("python") == sys.implementation.cache_tag
    return stamp if same and PYTHON.exists() and not stamp.get("busy") else {}


def write_stamp(stamp: Stamp) -> None:
    """Replace the stamp in one step."""
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    os.replace(fresh, STAMP)


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let a second set-up wait for the first."""
    with open(__file__, "rb") as this_file:
        with contextlib.suppress(ImportError, OSError):  # Windows, or a file system without locks
            import fcntl

            try:
                fcntl.flock(this_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Waiting for another dev.py to finish its set-up")
                fcntl.flock(this_file, fcntl.LOCK_EX)
        yield


def missing_module() -> str | None:
    """Return the module that is missing and without which no environment can be created."""
    for module in "venv", "ensurepip":
        try:
            __import__(module)
        except ImportError:
            return module
    return None


def create() -> Stamp:
    """Create an empty .venv in place of the old one."""
    if module := missing_module():
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
    # The base Python, because the running one may live in the .venv just removed.
    base = getattr(sys, "_base_executable", None) or sys.executable
    done = subprocess.run(
        [base, "-m", "venv", str(VENV)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        reason = (done.stdout.strip().splitlines() or ["no reason given"])[-1]
        fail(f"Python could not create .venv ({reason}): on Debian, apt install python3-venv may help")
    return {"place": str(VENV), "python": sys.implementation.cache_tag}


@dataclass(frozen=True)
class Step:
    """A run of pip install: its arguments, its log, how far it is by that log, and what follows it."""

    what: str
    arguments: list[str]
    log: Path
    progress: Callable[[str], str]
    finish: Callable[[bool], None]


def pip(stamp: Stamp, steps: list[Step]) -> list[bool]:
    """Run these steps at once, with their output in their logs; return which of them worked."""
    environment = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_USER="0", PIP_NO_INPUT="1")
    environment["PATH"] = str(PYTHON.parent) + os.pathsep + environment.get("PATH", "")
    # A pip that is killed leaves an environment that cannot be trusted: the next run creates a new one.
    write_stamp(dict(stamp, busy=True))
    progress = Progress(", ".join(step.what for step in steps))
    begins = [step.log.stat().st_size if step.log.exists() else 0 for step in steps]
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for step in steps:
            command = [str(PYTHON), "-m", "pip", "install", "--retries", "2", *step.arguments]
            with open(step.log, "a", encoding="utf-8") as log:
                log.write(f"pip install {' '.join(step.arguments)}\n")
                log.flush()
                processes.append(
                    subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
                )
        while any(process.poll() is None for process in processes):
            time.sleep(0.2)
            progress.show(
                "; ".join(
                    step.progress(step.log.read_bytes()[begin:].decode("utf-8", "replace"))
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
    """Return what this machine lacks to build native/, and its Debian package."""
    if os.name == "nt":
        return None  # CMake finds Visual Studio, whose compiler is not on the PATH
    compilers = [*os.environ.get("CXX", "").split()[:1], "c++", "g++", "clang++"]
    if not any(shutil.which(name) for name in compilers):
        return "C++ compiler", "g++"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python headers", "python3-dev"
    return None


def install(kind: str) -> None:
    """Bring .venv up to date to "play" or to "test"."""
    with one_at_a_time():
        stamp = read_stamp() or create()

        def outdated(name: str) -> bool:
            return stamp.get(name) != fingerprint([REQUIREMENTS / f"{name}.txt"])

        package = fingerprint([ROOT / "pyproject.toml", REQUIREMENTS / "play.txt", ROOT / "native"])
        package += modules()
        # A compiler may have been installed since the last time.
        new_package = stamp.get("package") != package or (stamp.get("lacked") and not lacking())
        if new_package or outdated(kind):
            LOG.unlink(missing_ok=True)
            BUILD_LOG.unlink(missing_ok=True)
        # The extension is built with packages of play.txt; all others are installed meanwhile.
        first = [requirements(stamp, "play")] if new_package and outdated(kind) and outdated("play") else []
        if first:
            run(stamp, first)
        steps = [requirements(stamp, kind)] if outdated(kind) else []
        steps += [this_package(stamp, package)] if new_package else []
        if steps:
            run(stamp, steps)


def run(stamp: Stamp, steps: list[Step]) -> None:
    for step, worked in zip(steps, pip(stamp, steps), strict=True):
        step.finish(worked)


def requirements(stamp: Stamp, kind: str) -> Step:
    """Install the locked packages."""
    lock = REQUIREMENTS / f"{kind}.txt"
    digest = fingerprint([lock])
    count = len(re.findall(r"^[\w.-]+==", lock.read_text(encoding="utf-8"), re.MULTILINE))

    def progress(log: str) -> str:
        if "Installing collected packages" in log:
            return "all fetched, being unpacked"
        return f"{len(re.findall(r'^(?:Collecting|Requirement already) ', log, re.MULTILINE))} of {count}"

    def finish(worked: bool) -> None:
        if not worked:
            fail(
                "The packages could not be downloaded (log: .venv/install.log): check the network, "
                f"then again {again()}"
            )
        stamp[kind] = digest
        if kind == "test":  # which contains everything in play.txt
            stamp["play"] = fingerprint([REQUIREMENTS / "play.txt"])
        write_stamp(stamp)

    stamp.pop(kind, None)
    arguments = ["--require-hashes", "-r", str(lock.relative_to(ROOT))]
    if kind == "test":
        arguments.insert(0, "--no-compile")  # most of it is never imported
    return Step(f"Installing {count} packages", arguments, LOG, progress, finish)


def this_package(stamp: Stamp, digest: str) -> Step:
    """Install Pavage itself, editable, with the extension where it can be built."""
    lack = lacking()
    if lack:
        say(
            f"Note: no {lack[0]} found: installing without the fast search; install {lack[1]} "
            f"and run {again()} again to get it"
        )

    def finish(worked: bool) -> None:
        if not worked:
            fail("Pavage could not be installed: the reason is in .venv/build.log")
        if not lack and not any(VENV.glob("[Ll]ib*/**/pavage/players/fast/_native*")):
            say("Note: the fast search did not build, going on without it: the reason is in .venv/build.log")
        stamp.update(package=digest, lacked=lack)
        write_stamp(stamp)

    # pyproject.toml falls back on the same settings where a build fails.
    settings = ["wheel.cmake=false", "wheel.py-api=py3"] if lack else []
    plain = ["--config-settings=" + each for each in settings]
    # Verbose, so that the log shows how far it is, and why an extension did not build.
    arguments = ["-v", "--no-build-isolation", "--no-deps", *plain, "-e", "."]
    what = "Installing Pavage" if lack else "building the fast search"
    return Step(what, arguments, BUILD_LOG, build_progress, finish)


def build_progress(log: str) -> str:
    """Return the step that the compiler is at, as ninja counts them."""
    steps = re.findall(r"\[(\d+)/(\d+)\]", log)
    return "{} of {} steps".format(*steps[-1]) if steps else "preparing"
