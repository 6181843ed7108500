"""benchmarks/mutation.py knows where the rules are, also after files were renamed."""

import gc
import importlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_every_room_has_its_modules_and_tests(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    rooms = importlib.import_module("mutation").ROOMS
    for folder, modules, tests, _ in rooms.values():
        files = [f"{folder}/{module}.py" for module in modules.split()]
        files += [f"tests/test_{name.partition('.py')[0]}.py" for name in tests]
        assert [file for file in files if not (ROOT / file).is_file()] == []


def test_what_is_changed_is_not_imported_before(monkeypatch):
    """A process that has imported a module already would never see the change."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    folder, modules, _, _ = importlib.import_module("mutation").ROOMS["hextra"]
    others = importlib.import_module("mutant_children").others(folder, set(modules.split()))
    assert "pavage.clock" in others
    assert not [name for name in others if name.startswith("pavage.games.hextra.geometry.")]
    assert "pavage.server.lessons" not in others  # it needs all games


def test_functions_in_memory_are_found_though_they_are_frozen(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    importlib.import_module("pavage.clock")
    gc.freeze()
    imported = importlib.import_module("warm_tests").Imported({"src/pavage/clock.py"})
    assert "parse_control" in {code.co_qualname for code in imported.functions}
