"""A room imports only rooms above it in docs/architecture.md."""

import ast
import re
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest

from devtools.rooms import PACKAGE, PICTURE, ROOT, imports, module_name, picture, room_of, rooms


def scripts_imported(path: Path) -> list[str]:
    """Every module that one of the browser imports, at once or later, or takes a type from."""
    found = re.findall(r'(?:from|import)[\s(]*"(\.[^"]+\.js)"', path.read_text(encoding="utf-8"))
    return [module_name((path.parent / name).resolve()) for name in found]


def wrong_imports(files: dict[str, list[str]], order: list[str]) -> list[str]:
    wrong = []
    for module, names in files.items():
        here = room_of(module, order)
        for name in names:
            there = room_of(name, order)
            if here and there and order.index(there) > order.index(here):
                wrong.append(f"{module} ({here}) imports {name} ({there})")
    return wrong


def module_of(name: str, modules: Collection[str]) -> str:
    """The module that an imported name lies in."""
    while name not in modules:
        name = name.rpartition(".")[0]
    return name


def cycle(files: dict[str, list[str]]) -> list[str]:
    """Modules that import each other in a ring, if there are any. What is imported only for types counts."""
    wanted = {
        module: {module_of(name, files) for name in names if name.startswith("pavage.server")} - {module}
        for module, names in files.items()
    }
    while ready := [module for module, needs in wanted.items() if not needs & wanted.keys()]:
        for module in ready:
            del wanted[module]
    # Whoever is left needs somebody who is left: follow them until one comes again.
    way: list[str] = []
    while wanted and (not way or way[-1] not in way[:-1]):
        way.append(min(wanted[way[-1]] & wanted.keys()) if way else min(wanted))
    return way[way.index(way[-1]) :] if way else []


def test_no_room_imports_one_that_comes_after_it() -> None:
    files = {module_name(path): imports(path) for path in PACKAGE.rglob("*.py")}
    assert len(files) > 30
    assert wrong_imports(files, rooms()) == []


def test_the_rooms_of_the_browser_are_in_order_too() -> None:
    files = {module_name(path): scripts_imported(path) for path in (PACKAGE / "web").rglob("*.js")}
    assert len(files) > 30
    assert "pavage.web.lib.dom" in files["pavage.web.board.board"]
    assert wrong_imports(files, rooms()) == []


def test_imports_within_the_server_go_one_way() -> None:
    files = {module_name(path): imports(path) for path in (PACKAGE / "server").rglob("*.py")}
    assert len(files) > 40
    assert cycle(files) == []


def test_a_ring_of_imports_would_be_found() -> None:
    ring = {
        "pavage.server": [],
        "pavage.server.acts": ["pavage.server.room.Room", "pavage.game.Seat"],
        "pavage.server.room": ["pavage.server.clock.Clock"],
        "pavage.server.clock": ["pavage.server.limits", "pavage.server.room"],
        "pavage.server.limits": [],
    }
    assert cycle(ring) == ["pavage.server.room", "pavage.server.clock", "pavage.server.room"]
    assert cycle({**ring, "pavage.server.clock": []}) == []


def test_every_module_is_in_a_listed_room() -> None:
    order = rooms()
    homeless = [
        name
        for name in map(module_name, PACKAGE.rglob("*.py"))
        if room_of(name, order) is None and name not in ("pavage", "pavage.__main__")
    ]
    assert homeless == []


def test_every_listed_room_exists() -> None:
    for room in rooms():
        assert (PACKAGE / room).is_dir() or (PACKAGE / f"{room}.py").is_file(), room


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("pavage.tiling.plane", "pavage.game.Game"),
        ("pavage.games.hex.rules", "pavage.players.search"),
        ("pavage.match", "pavage.players"),
        ("pavage.game", "pavage.registry.games"),
        ("pavage.web.board.keys", "pavage.web.table.play"),
        ("pavage.web.table.chat", "pavage.web.pages.home"),
        ("pavage.web.lib.menu", "pavage.web.main"),
    ],
)
def test_a_wrong_import_would_be_found(module: str, name: str) -> None:
    assert wrong_imports({module: [name]}, rooms())


def test_the_tiling_room_imports_nothing_else_of_ours() -> None:
    lower = ("pavage.tiling", "pavage.phrase", "pavage.display")
    for path in (PACKAGE / "tiling").rglob("*.py"):
        assert all(name.startswith(lower) for name in imports(path)), path


def strange_imports(module: str, names: list[str]) -> list[str]:
    """What a module of a game's folder imports from the folder of another game."""
    folders = {path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py")}
    own = module.split(".")[2]
    return [
        name for name in names if name.startswith("pavage.games.") and name.split(".")[2] in folders - {own}
    ]


def test_games_know_nothing_of_each_other() -> None:
    files = list((PACKAGE / "games").glob("*/**/*.py"))
    assert len(files) > 50
    assert [strange for path in files for strange in strange_imports(module_name(path), imports(path))] == []
    assert strange_imports(
        "pavage.games.heinash.rules", ["pavage.games.hex.Hex", "pavage.games.swap.may_swap"]
    ) == ["pavage.games.hex.Hex"]


def test_the_picture_of_the_rooms_is_that_of_today() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run python3 -m devtools.rooms"


def crowded(names: Collection[Path], most: int) -> dict[Path, int]:
    """Folders with more files than that, and how many each has."""
    counts = Counter(name.parent for name in names)
    return {folder: count for folder, count in counts.items() if count > most}


def test_no_folder_has_more_than_twenty_files() -> None:
    files = [path for path in PACKAGE.rglob("*.*") if path.is_file() and "__pycache__" not in path.parts]
    assert not crowded(files, 20)
    assert crowded([Path("hex/rules.py"), Path("hex/scene.py"), Path("blocs/rules.py")], 1) == {
        Path("hex"): 2
    }


# --- names in documents

FILE = re.compile(r"`([\w./-]+(?:\.(?:py|js|cjs|cpp|h|toml|md|css)|/))`")
METHOD = re.compile(r"`([A-Z]\w+)\.(\w+)`")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
EXAMPLES = re.compile(r"morpion|NAME\.")
"""What a reader makes, or what comes to be while a program runs."""
TOPS = ("src", "tests", "fuzz", "native", "benchmarks", "devtools", "docs", "examples")
TOPS += ("requirements", ".github")
DOCUMENTS = [*(ROOT / "docs").glob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]


def test_documents_name_files_that_there_are() -> None:
    """By whole words of their paths: `match.py` is any of that name, `games/hex/` a folder."""
    listed = [Path(top) / path.relative_to(ROOT / top) for top in TOPS for path in (ROOT / top).rglob("*")]
    there = {*map(Path, TOPS), *listed, *(Path(path.name) for path in ROOT.glob("*.*"))}
    ends = {"/".join(path.parts[first:]) for path in there for first in range(len(path.parts))}
    stale = [
        f"{document.name}: {name}"
        for document in DOCUMENTS
        for name in FILE.findall(document.read_text(encoding="utf-8"))
        if name.rstrip("/") not in ends and not EXAMPLES.search(name)
    ]
    assert stale == []


def test_the_map_names_methods_that_there_are() -> None:
    methods: dict[str, set[str]] = {}
    bases: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                inside = {each.name for each in node.body if isinstance(each, FUNCTIONS)}
                methods.setdefault(node.name, set()).update(inside)
                bases.setdefault(node.name, []).extend(ast.unparse(base).split("[")[0] for base in node.bases)

    def has(name: str, method: str) -> bool:
        return method in methods.get(name, ()) or any(has(base, method) for base in bases.get(name, ()))

    named = METHOD.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert len(named) > 5
    assert [f"{name}.{method}" for name, method in named if not has(name, method)] == []
    assert not has("Durable", "happenn")
