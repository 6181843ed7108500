"""What a test may need from the machine, and the list of what was left out for lack of it.

Tests say: from conftest import every, full, needs
"""

import gc
import importlib
import os
import signal
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from browsing import address, browser, only_browser, table, visit  # noqa: F401 (fixtures for every test)

from devtools.needs import NEEDS


@pytest.fixture(scope="session", autouse=True)
def own_database(tmp_path_factory):
    """Servers that tests start keep their tables here, never in the folder of whoever runs the tests."""
    folder = tmp_path_factory.mktemp("database")
    os.environ["PAVAGE_DATABASE"] = f"sqlite:///{folder / 'pavage.db'}"


@pytest.fixture(scope="session")
def postgresql():
    """The address of a PostgreSQL server of our own."""
    needs("postgresql")
    import postgres

    with postgres.server() as url:
        yield url


@pytest.fixture
def empty_postgresql(postgresql):
    """The same with nothing in it."""
    import postgres

    postgres.empty(postgresql)
    return postgresql


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """The address of an empty store, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/deep/down/pavage.db"
    return request.getfixturevalue("empty_postgresql")


def needs(name):
    """What the test asked for (a path or a module); without it the test is left out, and we say so."""
    need = NEEDS[name]
    found = need.find()
    if not found:
        pytest.skip(need.left_out, allow_module_level=True)
    return importlib.import_module(found.name) if isinstance(found, ModuleSpec) else found


def in_full():
    return os.environ.get("PAVAGE_FULL") == "1"


def full(n, part=10):
    """How many times to repeat: n in a full run, a tenth of it otherwise, or another part."""
    return n if in_full() else n // part


def every(values, some):
    """Values that a test repeats itself with: all in a full run, else so many, from the first to the last."""
    values = list(values)
    if in_full() or len(values) <= some:
        return values
    return [values[number * (len(values) - 1) // (some - 1)] for number in range(some)]


class LeftOut:
    """Collects what pytest did not run, for the last line of dev.py test.

    Every skip counts, not only those by needs(): a test that quietly stays away looks like one that passes.
    Tests run in several processes; each tells the first one what it found and chose (`workeroutput`).
    """

    def __init__(self):
        self.notes = {}  # used as an ordered set
        self.started = set()
        self.died = False
        self.counted = {"deselected": 0, "chosen": 0}

    def note_skip(self, report):
        if not report.skipped or hasattr(report, "wasxfail"):
            return
        path, _, reason = report.longrepr
        reason = reason.removeprefix("Skipped: ")
        by_needs = any(reason == need.left_out for need in NEEDS.values())
        self.notes[reason if by_needs else f"{Path(path).name} ({reason})"] = None

    def pytest_runtest_logreport(self, report):
        self.started.add(report.nodeid)
        self.note_skip(report)

    def pytest_collectreport(self, report):
        self.note_skip(report)

    @pytest.hookimpl(wrapper=True)
    def pytest_collection_modifyitems(self, config, items):
        items.sort(key=allowed, reverse=True)
        yield
        self.counted["chosen"] = len(items)

    def pytest_deselected(self, items):
        self.counted["deselected"] += len(items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node, error):
        if hasattr(node, "workeroutput"):
            self.counted.update(node.workeroutput["counted"])
        else:
            self.died = True

    def pytest_sessionfinish(self, session):
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["counted"] = self.counted
            return
        if self.died and not self.started:
            return  # nobody knows what there would have been to run
        if session.config.args_source is pytest.Config.ArgsSource.ARGS:
            self.notes[f"everything but {' '.join(session.config.args)}"] = None
        for count, why in (
            (self.counted["deselected"], "not selected"),
            (self.counted["chosen"] - len(self.started), "never started"),
        ):
            if count > 0:
                self.notes[f"{count} {'test' if count == 1 else 'tests'} ({why})"] = None
        Path(os.environ["PAVAGE_LEFT_OUT"]).write_text("".join(f"{note}\n" for note in self.notes), "utf-8")


def allowed(item):
    """The seconds that a test may take, where it says so itself."""
    mark = item.get_closest_marker("timeout")
    return mark.args[0] if mark else 0


def pytest_addoption(parser):
    parser.addoption("--extension", help="run on this build of native/, such as one with sanitizers")


def pytest_configure(config):
    if extension := config.getoption("--extension"):
        sys.path.insert(0, str(Path(__file__).parents[1] / "native" / "tests"))
        from through_python import load

        load(extension)
    # A script's background jobs do not hear Ctrl-C, nor would anything that the tests start there.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.environ.get("PAVAGE_LEFT_OUT"):
        config.pluginmanager.register(LeftOut())


def pytest_collection_finish():
    """Thousands of tests lie in memory until the end: nobody need look whether they are garbage.

    A part of the suite that computes took 62 s of processor with this, and 71 without.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
