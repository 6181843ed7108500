#!/usr/bin/env python3
"""Set Pavage up, then play or test it. Needs nothing but Python 3.11.

    python3 dev.py play [ARGUMENTS]     start Pavage; ARGUMENTS go to it
    python3 dev.py test [OPTIONS] [-- ARGUMENTS]
                                        check style and types, run the tests
        --full                          with the long counts
        --nothing-left-out              fail if a test had to be left out
        --as-it-is                      install no browser, database or compiler on this machine
        -- ARGUMENTS                    go to pytest
    python3 dev.py gallery [FOLDER] [--only NAME ...]
                                        pictures of every page and every game, in build/gallery
        --readme                        take the pictures of the README anew
    python3 dev.py docs [--serve]       the documentation as a site, in build/site; a broken link is an error
    python3 dev.py wheel                build what is published, and try it in an empty environment
    python3 dev.py types                make the types of the browser and the tables of docs/api.md again
    python3 dev.py install              only set up, for both
    python3 dev.py lock [--upgrade]     pin the packages again, after a change in pyproject.toml

Everything is installed in .venv; remove it to start afresh. As root on Debian or Ubuntu, test also installs
the packages that tests want (a browser, PostgreSQL, Node, tmux, compilers); without them it goes on and
says so.
"""

# Old Pythons must be able to read this file to refuse it: no annotations and no f-strings here.
import sys

if sys.version_info < (3, 11):
    sys.stderr.write(
        "Pavage needs Python 3.11 or newer, and this is Python %d.%d: install a newer Python "
        "and run dev.py with it, for example python3.12 dev.py play\n" % tuple(sys.version_info[:2])
    )
    sys.exit(2)

import os
import subprocess

from devtools import checks, docs, environment, locks, wheel
from devtools.environment import PYTHON, ROOT
from devtools.messages import say


def play(arguments):
    """Start Pavage in this terminal."""
    environment.install("play")
    if arguments[:1] == ["--"]:
        arguments = arguments[1:]
    command = [str(PYTHON), "-m", "pavage"] + arguments
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(command[0], command)


def gallery(arguments):
    """Take pictures of every page and every game."""
    checks.prepare(install=True)
    command = [str(PYTHON), str(ROOT / "tests" / "gallery.py")] + arguments
    return subprocess.call(command, env=dict(os.environ, PYTHONPATH=str(ROOT)))


def install(arguments):
    """Only set up."""
    if arguments:
        return None
    environment.install("test")
    return 0


def api_types(arguments):
    """Write the types of the browser and the tables of docs/api.md."""
    if arguments:
        return None
    environment.install("test")
    return subprocess.call([str(PYTHON), str(ROOT / "devtools" / "api_types.py")])


COMMANDS = {
    "play": play,
    "test": checks.test,
    "gallery": gallery,
    "docs": docs.docs,
    "wheel": wheel.wheel,
    "types": api_types,
    "install": install,
    "lock": locks.lock,
}


def main(arguments):
    """Run one command; returns the exit code."""
    sys.stdout.reconfigure(line_buffering=True)  # in step with what we run, also into a file
    if arguments in (["help"], ["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    command = COMMANDS.get(arguments[0] if arguments else "")
    code = command(arguments[1:]) if command else None
    if code is None:
        say(__doc__.strip())
    return 2 if code is None else code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
