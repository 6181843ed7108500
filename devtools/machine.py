"""Installs what the tests want of this machine, as far as that is possible without a password.

A browser is looked for, else Playwright downloads its own into .venv, else, as root on Debian or Ubuntu, the
package is installed. In CI a browser with windows is replaced by one without, which takes a third of the
processor time. `devtools.needs` reports what could not be installed.
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

TIMEOUT = 600
"""Seconds that a command may take."""
TYPESCRIPT = "typescript@5.9.3"
"""Checks the types in the comments of the JavaScript."""

PACKAGES: dict[str, Callable[[], object]] = {
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
    """Run a command with its output in the log; return whether it worked."""
    try:
        with open(LOG if LOG.parent.exists() else os.devnull, "a", encoding="utf-8") as log:
            log.write(" ".join(command) + "\n")
            log.flush()
            done = subprocess.run(
                command,
                cwd=ROOT,
                env={**os.environ, **variables},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                timeout=TIMEOUT,
                check=False,
            )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@functools.cache
def apt() -> list[str] | None:
    """Return the command that installs Debian's packages, or None where that is not allowed."""
    program = shutil.which("apt-get")
    if not program:
        return None
    as_root: list[str] = []
    if os.geteuid() != 0:
        sudo = shutil.which("sudo")
        if not (os.environ.get("CI") and sudo):  # never change a person's machine unasked
            return None
        as_root = [sudo, "-n"]
    say("Looking up Debian's packages")
    run([*as_root, program, "update"])
    variables = ["env", "DEBIAN_FRONTEND=noninteractive"]
    return [*as_root, *variables, program, "install", "-y", "--no-install-recommends"]


def install_packages() -> None:
    """Install Debian's packages that are missing, except the browser."""
    lacking = [name for name, is_there in PACKAGES.items() if not is_there()]
    command = apt() if lacking else None
    if command:
        say(f"Installing Debian's {', '.join(lacking)}")
        if not run([*command, *lacking]):
            for name in lacking:  # one that does not exist must not cost the others
                run([*command, name])


def works(browser: str) -> bool:
    """Whether a browser starts: a downloaded one may lack libraries of the system."""
    return run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "about:blank"])


def install_browser() -> None:
    """Install a browser, in one of three ways."""
    found = needs.browser_path()
    if found and (not found.startswith(str(needs.BROWSERS)) or works(found)):
        replace = os.environ.get("CI") and not os.environ.get("PAVAGE_CHROMIUM")
        if replace and Path(found).name in needs.WITH_WINDOWS:
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
    """Install one of Debian's browsers; return whether it worked."""
    command = apt()
    if not command:
        return False
    say(f"Installing Debian's {packages[0]}")
    return run([*command, *packages])


def install_typescript() -> None:
    """Install the compiler of TypeScript into .venv."""
    npm = shutil.which("npm")
    if npm and shutil.which("node") and not needs.tsc():
        say("Installing the compiler of TypeScript into .venv")
        quiet = ["--no-save", "--no-audit", "--no-fund"]
        run([npm, "install", "--prefix", str(needs.TOOLS), *quiet, TYPESCRIPT])
