"""What has changed, and which tests that can reach: read off the imports.

A change in a module reaches the tests that import it, however indirectly. A game is reached differently,
because everything else knows games only by the promises of game.py: its change reaches the tests that import
the game, those of the modules that do, and of the tests for all games the cases of that game. A file of which
nothing is known reaches everything.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath

from devtools.messages import fail

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "src/pavage"
GAMES = f"{SOURCE}/games"
LEVELS = f"{SOURCE}/players/levels.py"
MODULE = re.compile(r"pavage(\.\w+)+")
BESIDE = {
    "native": (f"{SOURCE}/players/fast/__init__.py", '"native"'),
    f"{SOURCE}/web": (f"{SOURCE}/server/app.py", "pavage/web"),
}
"""Folders without Python: the module that stands for all that uses them, and how tests name them."""
MENTIONED = ("docs", "examples", "tests", "devtools", "dev.py", "mkdocs.yml", ".github")
"""What is no module of ours, but read by the tests that name it."""
UNTESTED = (".ci", "benchmarks", "LICENSE", ".gitignore", "Makefile")
PAGES = re.compile(r"\b(visit|address|serving)\b")
"""What a test names that looks at pages: fixtures need no import."""


def git(*arguments: str) -> str | None:
    """What git says; None if it fails."""
    program = shutil.which("git")
    if not program:
        return None
    done = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def changed_files() -> list[str]:
    """The files that differ from what all others have; if none does, from the last commit but one."""
    others = (git("merge-base", "HEAD", name) for name in ("@{upstream}", "origin/main"))
    base = next((commit for commit in others if commit), "HEAD")
    untracked = git("ls-files", "--others", "--exclude-standard")
    if untracked is None:
        fail("--changed asks git what has changed, and there is none here: run python3 dev.py test")
    for since in base, "HEAD~1":
        found = {*(git("diff", "--name-only", since) or "").splitlines(), *untracked.splitlines()}
        if found:
            return sorted(found)
    return []


@dataclass
class Reach:
    """The tests to run."""

    everything: bool = False
    files: set[str] = field(default_factory=set)
    """Test files of which every test is run."""
    games: set[str] = field(default_factory=set)
    """Of the other files, the cases of these games."""

    def __contains__(self, test: tuple[str, Iterable[object]]) -> bool:
        """Whether to run the test in this file with these parameters."""
        file, parameters = test
        return self.everything or file in self.files or any(value in self.games for value in parameters)


def reach(changed: Iterable[str]) -> Reach:
    """What a change of these files can reach."""
    found = Reach()
    for name in changed:
        path = PurePosixPath(name)
        folder = game_folder(path)
        if path.name == "conftest.py":
            found.everything = True
        elif folder:
            found.files |= near(folder)
            found.games |= game_names(folder)
        elif beside := next((BESIDE[place] for place in BESIDE if path.is_relative_to(place)), None):
            found.files |= users(beside[0]) | naming(beside[1])
        elif module := module_for(path):
            # What others call, mkdocs and pip, no test imports.
            found.files |= users(module) | (naming(path.name) if path.is_relative_to("devtools") else set())
        elif path.suffix in (".md", ".png", ".svg") or path.parts[0] in MENTIONED:
            found.files |= naming(path.name, f'"{path.parent.name or path.name}"')
        elif path.parts[0] not in UNTESTED:
            found.everything = True
    found.files = {file for file in found.files if PurePosixPath(file).name.startswith("test_")}
    return found


def game_folder(path: PurePosixPath | str) -> str | None:
    """The folder of the game that a file belongs to."""
    parts = PurePosixPath(path).parts
    return "/".join(parts[:4]) if str(path).startswith(GAMES + "/") and len(parts) > 4 else None


def game_names(folder: str) -> set[str]:
    """The names under which the games of a folder are known."""
    module = folder.removeprefix("src/").replace("/", ".")
    registry = (ROOT / SOURCE / "registry.py").read_text(encoding="utf-8")
    return set(re.findall(rf'"(\w+)": "{re.escape(module)}:', registry))


def near(folder: str) -> set[str]:
    """The files that import a game, and those that import one of them."""
    second = f"tests/naive/{PurePosixPath(folder).name}.py"
    direct = {
        file
        for file, used in imports().items()
        if second in used or any(game_folder(each) == folder for each in used)
    }
    return {file for file, used in imports().items() if file in direct or used & direct}


def module_for(path: PurePosixPath) -> str | None:
    """The module by which a changed file is known to others; the texts of a room belong to its front."""
    if path.suffix == ".py" and str(path) in imports():
        return str(path)
    front = path.parent / "__init__.py"
    while path.is_relative_to(SOURCE) and str(front) not in imports():
        front = front.parent.parent / "__init__.py"
    return str(front) if path.is_relative_to(SOURCE) else None


def users(module: str) -> set[str]:
    """The module itself and all that import it, directly or not."""
    found, waiting = {module}, [module]
    while waiting:
        wanted = waiting.pop()
        for file, used in imports().items():
            if wanted in used and file not in found:
                found.add(file)
                waiting.append(file)
    return found


def naming(*names: str) -> set[str]:
    """The tests in which one of these words stands, and those that import them."""
    texts = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "tests").glob("*.py")}
    named = {file for file, path in texts.items() if any(name in path.read_text("utf-8") for name in names)}
    return set().union(*map(users, named))


@cache
def imports() -> dict[str, set[str]]:
    """Of each of our Python files, the files that it imports or names."""
    files = [
        path
        for folder in (SOURCE, "tests", "devtools")
        for path in (ROOT / folder).rglob("*.py")
        if "__pycache__" not in path.parts
    ]
    known = {path.relative_to(ROOT).as_posix() for path in files}
    used = {path.relative_to(ROOT).as_posix(): used_by(path, known) for path in files}
    used[LEVELS] |= {file for name in players_named() for file in files_of(name, testing=False)} & known
    return used


def players_named() -> set[str]:
    """The modules of players that games name in their `levels.toml`; `players/levels.py` loads them."""
    texts = (path.read_text("utf-8") for path in (ROOT / GAMES).glob("*/levels.toml"))
    return {found[0] for text in texts for found in MODULE.finditer(text)}


def used_by(path: Path, known: set[str]) -> set[str]:
    """The files behind the modules that this one names."""
    text = path.read_text(encoding="utf-8")
    testing = path.is_relative_to(ROOT / "tests")
    # What is started by name: servers of the tests, commands. Elsewhere a name in quotes is a way up that
    # rules and boards do not depend on: games in the registry, the drawing of what is printed.
    by_name = testing or path.is_relative_to(ROOT / SOURCE / "cli")
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif by_name and isinstance(node, ast.Constant) and isinstance(node.value, str):
            names |= {found[0] for found in MODULE.finditer(node.value)}
    if testing and re.search(r'-m",? "?pavage|"pavage"', text):
        names.add("pavage.cli")
    if testing and PAGES.search(text):
        names.add("browsing")
    # Every test imports conftest.py, and none is about it.
    return {file for name in names for file in files_of(name, testing)} & known - {"tests/conftest.py"}


def files_of(name: str, testing: bool) -> list[str]:
    """Where a module may lie, with the packages around it."""
    parts = name.split(".")
    tops = ["src", "tests", "."] if testing else ["src", "."]
    places = [PurePosixPath(top, *parts[:length]) for top in tops for length in range(2, len(parts) + 1)]
    places += [PurePosixPath(top, *parts) for top in tops]
    return [f"{place}{end}" for place in places for end in (".py", "/__init__.py")]
