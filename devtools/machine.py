"""Brings to this machine what the tests want of it, as far as it can be had without asking anybody.

A browser is looked for, else Playwright downloads its own into .venv, else, as root on Debian or Ubuntu, the
package is installed. Where CI runs, one with windows makes way for Debian's without, which takes a third of
the processor time. The rest are packages of Debian, and the compiler of TypeScript, by npm into .venv.
Whatever fails is said by `devtools.needs` and left out by the tests.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from devtools import environment, needs
from devtools.environment import LOG, PYTHON, ROOT
from devtools.messages import say

PATIENCE = 600
"""Seconds after which a download will not come any more."""
TYPESCRIPT = "typescript@5.9.3"
"""The types in the comments of the JavaScript are checked by it; nothing is built with it."""

WANTED: dict[str, Callable[[], object]] = {
    "g++": lambda: shutil.which("g++") or os.environ.get("CXX"),
    "clang": lambda: shutil.which("clang++"),
    "libc++-dev": needs.libcxx,
    "libc++abi-dev": needs.libcxx,
    "python3-dev": lambda: environment.lacking() in (None, ("C++ compiler", "g++")),
    "python3-venv": lambda: not environment.missing_module(),
    "postgresql": needs.postgresql,
    "nodejs": lambda: shutil.which("node"),
    "npm": lambda: shutil.which("npm"),
    "tmux": lambda: shutil.which("tmux"),
    "git": lambda: shutil.which("git"),
}
"""Debian's packages, and how to see that one is not needed."""
BROWSERS = (["chromium-headless-shell", "fonts-dejavu-core"], ["chromium", "fonts-dejavu-core"])
"""Debian's browsers, the best first; pages that are measured need a font."""


def run(command: list[str], **variables: str) -> bool:
    """Run it with its noise in the log; whether it worked."""
    try:
        with open(LOG if LOG.parent.exists() else os.devnull, "a", encoding="utf-8") as log:
            log.write(" ".join(command) + "\n")
            log.flush()
            return (
                subprocess.call(
                    command,
                    cwd=ROOT,
                    env={**os.environ, **variables},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    timeout=PATIENCE,
                )
                == 0
            )
    except (OSError, subprocess.TimeoutExpired):
        return False


@functools.cache
def apt() -> list[str] | None:
    """The command that installs Debian's packages, its lists made new; None where we may not."""
    program = shutil.which("apt-get")
    if not program:
        return None
    as_root: list[str] = []
    if os.geteuid() != 0:
        sudo = shutil.which("sudo")
        if not (os.environ.get("CI") and sudo):  # a person's machine is not changed behind their back
            return None
        as_root = [sudo, "-n"]
    say("Looking up Debian's packages")
    run([*as_root, program, "update"])
    return [
        *as_root,
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        program,
        "install",
        "-y",
        "--no-install-recommends",
    ]


def install_packages() -> None:
    """Debian's packages that are wanted and not there, but for the browser."""
    lacking = [name for name, there in WANTED.items() if not there()]
    command = apt() if lacking else None
    if command:
        say(f"Installing Debian's {', '.join(lacking)}")
        if not run([*command, *lacking]):
            for name in lacking:  # one that is not to be had shall not cost the others
                run([*command, name])


def works(browser: str) -> bool:
    """Whether it starts: a downloaded one may lack libraries of the system."""
    empty = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "about:blank"]
    return run([browser, *empty])


def install_browser() -> None:
    """The browser, in one of three ways."""
    found = needs.browser_path()
    if found and (not found.startswith(str(needs.BROWSERS)) or works(found)):
        if (
            os.environ.get("CI")
            and Path(found).name in needs.WITH_WINDOWS
            and not os.environ.get("PAVAGE_CHROMIUM")
        ):
            install_package(BROWSERS[0])
        return
    say("No browser found: downloading one for the tests into .venv")
    download = [str(PYTHON), "-m", "playwright", "install", "--only-shell", "chromium"]
    run(download, PLAYWRIGHT_BROWSERS_PATH=str(needs.BROWSERS))
    found = needs.browser_path()
    if found and works(found):
        return
    shutil.rmtree(needs.BROWSERS, ignore_errors=True)
    any(install_package(packages) for packages in BROWSERS)


def install_package(packages: list[str]) -> bool:
    """One of Debian's browsers; whether it came."""
    command = apt()
    if not command:
        return False
    say(f"Installing Debian's {packages[0]}")
    return run([*command, *packages])


def install_typescript() -> None:
    """The compiler of TypeScript, into .venv."""
    npm = shutil.which("npm")
    if npm and shutil.which("node") and not needs.tsc():
        say("Installing the compiler of TypeScript into .venv")
        run(
            [npm, "install", "--prefix", str(needs.TOOLS), "--no-save", "--no-audit", "--no-fund", TYPESCRIPT]
        )
