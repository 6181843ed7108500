#!/usr/bin/env python3
"""Set Pavage up, then play or test it. Needs nothing but Python 3.11.

    python3 dev.py play [ARGUMENTS]     start Pavage; ARGUMENTS go to it
    python3 dev.py test [--full] [--nothing-left-out] [-- ARGUMENTS]
                                        check style and types, run the tests
        --full                          with the long counts
        --nothing-left-out              fail if a test had to be left out
        -- ARGUMENTS                    go to pytest
    python3 dev.py gallery [FOLDER] [--only NAME ...]
                                        pictures of every page and every game, in build/gallery
        --readme                        take the pictures of the README anew
    python3 dev.py install              only set up, for both
    python3 dev.py lock [--upgrade]     pin the packages again, after a change in pyproject.toml

Everything is installed in .venv; remove it to start afresh.
"""

# Old Pythons must be able to read this file to refuse it: no annotations and no f-strings here.
import sys

if sys.version_info < (3, 11):
    sys.stderr.write(
        "Pavage needs Python 3.11 or newer, and this is Python %d.%d: install a newer Python "
        "and run dev.py with it, for example python3.12 dev.py play\n" % tuple(sys.version_info[:2])
    )
    sys.exit(2)

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "pavage.json"
LOG = VENV / "install.log"
REQUIREMENTS = ROOT / "requirements"
CHECKS = [
    ("ruff check", ["ruff", "check", "."]),
    ("ruff format", ["ruff", "format", "--check", "."]),
    ("mypy", ["mypy", "--strict", "src/pavage"]),
    ("pytest", ["pytest"]),
]
BESIDE = [
    # What mostly waits runs beside the rest, so that two cores are busy: for a screen, in two halves, the
    # shorter of which also waits for the compiler,
    [
        "browser_live",
        "browser_places",
        "browser_restart",
        "browser_whole_games",
        "native_sanitized",
    ],
    [
        "browser",
        "browser_analysis",
        "browser_games",
        "browser_late",
        "learning_pages",
        "pages",
        "pages_open",
        "pages_people",
        "pages_setup",
    ],
    # for other programs and for the clock.
    [
        "bots",
        "bots_seated",
        "contests_server",
        "dev",
        "htp",
        "javascript",
        "live",
        "relay",
        "supervision",
        "tables",
        "tables_limits",
        "tables_operations",
        "tables_people",
        "tables_several",
        "terminal",
        "terminal_games",
        "tournament",
        "tournament_page",
        "workers",
    ],
    # What counts long has a group of its own, so that the rest does not end last.
    [
        "cli",
        "every_game",
        "hex_solver",
        "naive",
        "naive_tiles",
        "perft",
    ],
]


def say(text):
    """Tell the person at the terminal; stdout belongs to what we run."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def fail(text):
    """End with one line that says what to do."""
    say(text)
    sys.exit(2)


def again():
    """The command to repeat once the person has done what we asked."""
    return " ".join(["python3", "dev.py"] + sys.argv[1:2])


# Stamps: what was installed, so that the next run can see at a glance that nothing changed.


def fingerprint(paths):
    """A short name for the contents of these files and folders, but for what was built there."""
    digest = hashlib.sha256()
    for path in paths:
        for file in sorted([path] + list(path.rglob("*"))):
            name = file.relative_to(ROOT)
            if file.is_file() and "build" not in name.parts:
                digest.update(name.as_posix().encode() + b"\0")
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def read_stamp():
    """What .venv says about itself; empty if it is missing, moved, broken or half made."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    same = stamp.get("place") == str(VENV) and stamp.get("python") == sys.implementation.cache_tag
    return stamp if same and PYTHON.exists() and not stamp.get("busy") else {}


def write_stamp(stamp):
    """Replace the stamp in one step: a run that is killed leaves the old one."""
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    os.replace(fresh, STAMP)


# Setting up


@contextlib.contextmanager
def one_at_a_time():
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


def create():
    """A new, empty .venv in place of whatever is there."""
    try:
        for module in "venv", "ensurepip":
            __import__(module)
    except ImportError:
        fail(
            "This Python lacks its module %s: on Debian or Ubuntu, apt install python3-venv, then again %s"
            % (module, again())
        )
    say("Creating the environment in .venv")
    try:
        if VENV.is_symlink():
            VENV.unlink()
        elif VENV.exists():
            shutil.rmtree(VENV)
    except OSError as error:
        fail("The old .venv cannot be removed (%s): remove it, then again %s" % (error, again()))
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
        fail("Python could not make .venv (%s): on Debian, apt install python3-venv may help" % reason)
    return {"place": str(VENV), "python": sys.implementation.cache_tag}


def pip(stamp, arguments):
    """Install, with the noise in the log; true if it worked."""
    environment = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_USER="0", PIP_NO_INPUT="1")
    environment["PATH"] = str(PYTHON.parent) + os.pathsep + environment.get("PATH", "")
    # Killed halfway, pip leaves an environment that cannot be trusted: the next run makes a new one.
    write_stamp(dict(stamp, busy=True))
    with open(LOG, "a", encoding="utf-8") as log:
        log.write("pip install %s\n" % " ".join(arguments))
        log.flush()
        command = [str(PYTHON), "-m", "pip", "install", "--retries", "2"] + arguments
        done = subprocess.call(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
    write_stamp(stamp)
    return done == 0


def lacking():
    """What this machine lacks to build native/: (what, the Debian package), or nothing."""
    if os.name == "nt":
        return None  # Visual Studio keeps its compiler off the PATH; CMake knows where to look
    compilers = os.environ.get("CXX", "").split()[:1] + ["c++", "g++", "clang++"]
    if not any(shutil.which(name) for name in compilers):
        return "C++ compiler", "g++"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python headers", "python3-dev"
    return None


def native_built():
    """Whether the package was installed with its extension."""
    return any(VENV.glob("[Ll]ib*/**/pavage/players/fast/_native*"))


def install(kind):
    """Bring .venv up to date to play or to test."""
    with one_at_a_time():
        stamp = read_stamp() or create()
        requirements = fingerprint([REQUIREMENTS / (kind + ".txt")])
        package = fingerprint([ROOT / "pyproject.toml", REQUIREMENTS / "play.txt", ROOT / "native"])
        new_requirements = stamp.get(kind) != requirements
        # Whoever lacked a compiler the last time may have installed one since.
        new_package = stamp.get("package") != package or (stamp.get("lacked") and not lacking())
        if new_requirements or new_package:
            LOG.unlink(missing_ok=True)
        if new_requirements:
            install_requirements(stamp, kind, requirements)
        if new_package:
            install_package(stamp, package)


def install_requirements(stamp, kind, wanted):
    """The locked packages, and nothing else."""
    lock = REQUIREMENTS / (kind + ".txt")
    names = set(re.findall(r"^([\w.-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE))
    say("Installing %d packages (about a minute the first time)" % len(names))
    stamp.pop(kind, None)
    if not pip(stamp, ["--require-hashes", "-r", str(lock.relative_to(ROOT))]):
        fail(
            "The packages could not be downloaded (log: .venv/install.log): check the network, then again "
            + again()
        )
    stamp[kind] = wanted
    if kind == "test":  # which contains everything in play.txt
        stamp["play"] = fingerprint([REQUIREMENTS / "play.txt"])
    write_stamp(stamp)


def install_package(stamp, wanted):
    """Pavage itself, editable, with the extension where it can be built."""
    lack = lacking()
    if lack:
        say(
            "Note: no %s found: installing without the fast search; install %s and run %s again to get it"
            % (lack[0], lack[1], again())
        )
    else:
        say("Building the fast search")
    # Without CMake if we said so; elsewhere pyproject.toml falls back on the same when the build fails.
    settings = ["wheel.cmake=false", "wheel.py-api=py3"] if lack else []
    plain = ["--config-settings=" + each for each in settings]
    # Verbose, so that the log tells why an extension did not build.
    if not pip(stamp, ["-v", "--no-build-isolation", "--no-deps"] + plain + ["-e", "."]):
        fail("Pavage could not be installed: the reason is in .venv/install.log")
    if not lack and not native_built():
        say("Note: the fast search did not build, going on without it: the reason is in .venv/install.log")
    stamp.update(package=wanted, lacked=lack)
    write_stamp(stamp)


# Commands


def play(arguments):
    """Start Pavage in this terminal."""
    install("play")
    if arguments[:1] == ["--"]:
        arguments = arguments[1:]
    command = [str(PYTHON), "-m", "pavage"] + arguments
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(command[0], command)


def test(arguments):
    """Run every check, also after one failed; the last line says what was left out."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    options, extra = set(arguments[:cut]), arguments[cut + 1 :]
    if options - {"--full", "--nothing-left-out"}:
        return usage()
    install("test")
    with tempfile.TemporaryDirectory() as folder:
        notes_file = Path(folder, "left-out")
        environment = dict(os.environ, PAVAGE_LEFT_OUT=str(notes_file))
        environment["PATH"] = str(PYTHON.parent) + os.pathsep + environment.get("PATH", "")
        if "--full" in options:
            environment["PAVAGE_FULL"] = "1"
        failed = []
        for name, command in CHECKS:
            if name == "pytest":
                command = command + extra
            print("\n== %s" % " ".join(command))
            start = time.monotonic()
            if name == "pytest" and not extra:
                code = run_tests(command, environment, folder)
            else:
                code = subprocess.call([str(PYTHON), "-m"] + command, cwd=ROOT, env=environment)
            print("%s: %s, %.0f s" % (name, "failed" if code else "passed", time.monotonic() - start))
            if code:
                failed.append(name)
        if notes_file.exists():
            notes = notes_file.read_text(encoding="utf-8").splitlines()
        else:
            notes = ["all tests that pytest did not reach"]
    if notes and "--nothing-left-out" in options:
        failed.append("something was left out")
    print("\nFailed: %s" % ", ".join(failed) if failed else "\nEverything passed.")
    print("Left out: %s" % ", ".join(notes) if notes else "Nothing was left out.")
    return 1 if failed else 0


def run_tests(command, environment, folder):
    """Several runs of pytest at once: some groups, and the rest, which is seen as it goes."""
    groups = [["tests/test_%s.py" % name for name in group] for group in BESIDE]
    groups = [[path for path in group if (ROOT / path).exists()] for group in groups]
    groups = [group for group in groups if group]
    rest = ["--ignore=" + path for group in groups for path in group]
    notes_file = Path(environment["PAVAGE_LEFT_OUT"])
    notes_files = [notes_file] + [Path(folder, "left-out-%d" % number) for number in range(len(groups))]
    running = []
    try:
        with contextlib.ExitStack() as stack:
            for number, group in enumerate(groups):
                output = stack.enter_context(Path(folder, "said-%d" % number).open("wb"))
                running.append(
                    subprocess.Popen(
                        [str(PYTHON), "-m"] + command + ["-p", "no:cacheprovider"] + group,
                        cwd=ROOT,
                        env=dict(
                            environment, PAVAGE_LEFT_OUT=str(notes_files[number + 1]), PAVAGE_BESIDE="1"
                        ),
                        stdout=output,
                        stderr=subprocess.STDOUT,
                    )
                )
            codes = [subprocess.call([str(PYTHON), "-m"] + command + rest, cwd=ROOT, env=environment)]
            codes += [each.wait() for each in running]
    finally:
        for each in running:
            each.kill()
    for number, group in enumerate(groups):
        print("\n== %s" % " ".join(command + group))
        print(Path(folder, "said-%d" % number).read_text(encoding="utf-8", errors="replace"))
    if all(path.exists() for path in notes_files):
        notes = "".join(path.read_text(encoding="utf-8") for path in notes_files).splitlines()
        notes_file.write_text("".join(note + "\n" for note in dict.fromkeys(notes)), encoding="utf-8")
    elif notes_file.exists():
        notes_file.unlink()
    return next((code for code in codes if code), 0)


def gallery(arguments):
    """Pictures of every page and every game, to be looked at."""
    install("test")
    return subprocess.call([str(PYTHON), str(ROOT / "tests" / "gallery.py")] + arguments)


def lock(arguments):
    """Write requirements/ anew, with hashes and without the address they were downloaded from."""
    if set(arguments) - {"--upgrade"}:
        return usage()
    uv = shutil.which("uv", path=str(PYTHON.parent)) or shutil.which("uv")
    if not uv:
        fail("uv is missing: run .venv/bin/python -m pip install uv, then again " + again())
    options = "--universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet"
    made = "uv pip compile pyproject.toml " + options
    for kind, choice in ("play", "--extra build"), ("test", "--extra dev -c requirements/play.txt"):
        path = REQUIREMENTS / (kind + ".txt")
        command = [uv] + made.split()[1:] + choice.split() + ["-o", str(path.relative_to(ROOT))]
        if subprocess.call(command + arguments, cwd=ROOT) != 0:
            fail("uv could not pin the packages of requirements/%s.txt: its message is above" % kind)
        head = "# Made by python3 dev.py lock: %s %s\n" % (made, choice)
        path.write_text(head + path.read_text(encoding="utf-8"), encoding="utf-8")
    return 0


def usage():
    """For anything we do not understand."""
    say(__doc__.strip())
    return 2


def main(arguments):
    """Run one command; returns the exit code."""
    sys.stdout.reconfigure(line_buffering=True)  # in step with what we run, also into a file
    if arguments == ["install"]:
        return install("test")
    if arguments in (["help"], ["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    command = {"play": play, "test": test, "gallery": gallery, "lock": lock}.get(
        arguments[0] if arguments else ""
    )
    return command(arguments[1:]) if command else usage()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
