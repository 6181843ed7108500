"""What the tests want of a machine, how each thing is found, and what is left out without it.

`python -m devtools.needs` lists what is missing here.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

VENV = Path(__file__).resolve().parent.parent / ".venv"
BROWSERS = VENV / "browsers"
"""Where Playwright puts the browser that it downloads for us."""
TOOLS = VENV / "tools"
"""Where npm puts the compiler of TypeScript."""

WITH_WINDOWS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge"),
)
USUAL_BROWSERS = ("chromium-headless-shell", "chrome-headless-shell", *WITH_WINDOWS)
"""Rather one without windows: the same with a third of the work."""
INSTALLED_BROWSERS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "{PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
    "{PROGRAMFILES(X86)}/Microsoft/Edge/Application/msedge.exe",
)
"""Where macOS and Windows keep browsers, which are not on the PATH there."""
DOWNLOADED = "chromium_headless_shell-*/*/*headless[-_]shell*"


def browser() -> str | None:
    """The browser to drive, if there is something to drive it with."""
    return browser_path() if importlib.util.find_spec("playwright") else None


def browser_path() -> str | None:
    """The browser named by PAVAGE_CHROMIUM, else a usual one, else the downloaded one."""
    names = (os.environ.get("PAVAGE_CHROMIUM"), *USUAL_BROWSERS)
    on_path = (shutil.which(name) for name in names if name)
    places = (place.format_map(Environment()) for place in INSTALLED_BROWSERS)
    installed = (place for place in places if Path(place).is_file())
    downloaded = (str(path) for path in sorted(BROWSERS.glob(DOWNLOADED)) if os.access(path, os.X_OK))
    return next((path for paths in (on_path, installed, downloaded) for path in paths if path), None)


class Environment(dict[str, str]):
    """The variables of the environment; those that are not set name no folder."""

    def __missing__(self, name: str) -> str:
        return os.environ.get(name, "/nowhere")


def postgresql() -> Path | None:
    """The folder with initdb and pg_ctl; Debian keeps them out of the usual path."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and not shutil.which("runuser"):
        return None  # PostgreSQL will not run as root
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return next((folder for folder in reversed(folders) if (folder / "initdb").exists()), None)


def libcxx() -> bool:
    """Whether clang has the C++ library of macOS beside that of the system."""
    clang = shutil.which("clang++")
    if not clang:
        return False
    command = [clang, "-stdlib=libc++", "-std=c++20", "-x", "c++", "-fsyntax-only", "-"]
    return subprocess.run(command, input="#include <vector>", text=True, capture_output=True).returncode == 0


def tsc() -> str | None:
    """The TypeScript compiler: where `dev.py test` puts it, or on the path. It runs in Node."""
    if not shutil.which("node"):
        return None
    return shutil.which("tsc", path=str(TOOLS / "node_modules" / ".bin")) or shutil.which("tsc")


def module(name: str) -> object:
    """The module, if there is one. It is not imported: that takes seconds for some."""
    try:
        return importlib.util.find_spec(name)
    except ImportError:  # not even the package that it would be in
        return None


@dataclass(frozen=True)
class Need:
    """One thing that a test may want."""

    find: Callable[[], object]
    tests: str
    """What is left out without it."""
    lack: str
    """What to say is not there."""
    optional: bool = False
    """Whether `--nothing-left-out` allows that it is not there."""

    @property
    def left_out(self) -> str:
        """How the last line of `dev.py test` names it."""
        return f"{self.tests} (no {self.lack})"


NEEDS = {
    "chromium": Need(browser, "browser tests", "browser"),
    "postgresql": Need(postgresql, "store tests on PostgreSQL", "PostgreSQL"),
    "node": Need(lambda: shutil.which("node"), "the bot in JavaScript", "Node"),
    "tsc": Need(tsc, "types of the JavaScript", "TypeScript compiler"),
    "tmux": Need(lambda: shutil.which("tmux"), "terminal tests", "tmux"),
    "cc": Need(lambda: shutil.which("cc") or shutil.which("gcc"), "the bot in C", "compiler"),
    "compiler": Need(lambda: shutil.which("g++"), "C++ tests under sanitizers", "compiler"),
    "clang": Need(lambda: shutil.which("clang++"), "C++ with clang", "clang"),
    "libc++": Need(libcxx, "C++ with the library of macOS", "libc++"),
    "native": Need(
        lambda: module("pavage.players.fast._native"), "tests of the fast search", "extension from native/"
    ),
    "open_spiel": Need(lambda: module("pyspiel"), "comparisons with OpenSpiel", "open_spiel"),
    "distributed": Need(lambda: module("distributed"), "work on a Dask cluster", "distributed"),
    # 200 MB, or several gigabytes with what `pip install torch` adds for graphics cards: more than all the
    # rest together, for a command that few use.
    "torch": Need(lambda: module("torch"), "learning in PyTorch", "torch", optional=True),
}

ALLOWED = {need.left_out for need in NEEDS.values() if need.optional}
"""What may be left out where nothing else may."""


def missing() -> dict[str, list[str]]:
    """What is not to be had here, and the tests that each thing costs."""
    found: dict[str, list[str]] = {}
    for need in NEEDS.values():
        if not need.find():
            found.setdefault(need.lack, []).append(need.tests)
    return found


if __name__ == "__main__":
    for lack, tests in missing().items():
        print(f"There is no {lack} here; left out for that: {', '.join(tests)}.")
