"""What a test may need from the machine, and the list of what was left out for lack of it.

Tests say: from conftest import full, needs
"""

import importlib
import os
import shutil
import signal
from pathlib import Path

import pytest
from browsing import address, browser, chromium, table, visit  # noqa: F401 (fixtures for every test)


@pytest.fixture(scope="session", autouse=True)
def own_database(tmp_path_factory):
    """Servers that tests start keep their tables here, never in the folder of whoever runs the tests."""
    folder = tmp_path_factory.mktemp("database")
    os.environ["PAVAGE_DATABASE"] = f"sqlite:///{folder / 'pavage.db'}"


@pytest.fixture(scope="session")
def postgresql():
    """The address of a PostgreSQL server of our own."""
    needs("postgres")
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


def module(name):
    """The module, if it can be imported."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def tsc():
    """The TypeScript compiler: on the path, or where .ci/run puts it."""
    tools = Path(__file__).parent.parent / ".venv" / "tools" / "node_modules" / ".bin"
    return shutil.which("tsc", path=str(tools)) or shutil.which("tsc")


# name: (how to find it, what to say when it is not there)
NEEDS = {
    "cc": (lambda: shutil.which("cc") or shutil.which("gcc"), "the bot in C (no C compiler)"),
    "chromium": (chromium, "browser tests (no chromium)"),
    "compiler": (lambda: shutil.which("g++"), "C++ tests under sanitizers (no g++)"),
    "native": (lambda: module("pavage.players.fast._native"), "fast search tests (native/ is not built)"),
    "node": (lambda: shutil.which("node"), "the bot in JavaScript (no node)"),
    "open_spiel": (lambda: module("pyspiel"), "comparisons with OpenSpiel (no open_spiel)"),
    "postgres": (lambda: module("postgres").programs(), "store tests on PostgreSQL (no PostgreSQL)"),
    "distributed": (lambda: module("distributed"), "tournaments on a Dask cluster (no distributed)"),
    "tsc": (tsc, "types of the JavaScript (no tsc)"),
    "tmux": (lambda: shutil.which("tmux"), "terminal tests (no tmux)"),
}


def needs(name):
    """What the test asked for (a path or a module); without it the test is left out, and we say so."""
    find, left_out = NEEDS[name]
    found = find()
    if not found:
        pytest.skip(left_out, allow_module_level=True)
    return found


def full(n):
    """How many times to repeat: n in a full run, a tenth of it otherwise."""
    return n if os.environ.get("PAVAGE_FULL") == "1" else n // 10


class LeftOut:
    """Collects what pytest did not run, for the last line of dev.py test.

    Every skip counts, not only those by needs(): a test that quietly stays away looks like one that passes.
    """

    def __init__(self):
        self.notes = {}  # used as an ordered set
        self.started = set()
        self.deselected = 0

    def note_skip(self, report):
        if not report.skipped or hasattr(report, "wasxfail"):
            return
        path, _, reason = report.longrepr
        reason = reason.removeprefix("Skipped: ")
        by_needs = any(reason == left_out for _, left_out in NEEDS.values())
        self.notes[reason if by_needs else f"{Path(path).name} ({reason})"] = None

    def pytest_runtest_logreport(self, report):
        self.started.add(report.nodeid)
        self.note_skip(report)

    def pytest_collectreport(self, report):
        self.note_skip(report)

    def pytest_deselected(self, items):
        self.deselected += len(items)

    def pytest_sessionfinish(self, session):
        named = session.config.args_source is pytest.Config.ArgsSource.ARGS
        if named and not os.environ.get("PAVAGE_BESIDE"):  # dev.py runs the others beside these
            self.notes[f"everything but {' '.join(session.config.args)}"] = None
        never = len({item.nodeid for item in session.items} - self.started)
        for count, why in (self.deselected, "not selected"), (never, "never started"):
            if count:
                self.notes[f"{count} {'test' if count == 1 else 'tests'} ({why})"] = None
        Path(os.environ["PAVAGE_LEFT_OUT"]).write_text("".join(f"{note}\n" for note in self.notes), "utf-8")


def pytest_configure(config):
    # A script's background jobs do not hear Ctrl-C, nor would anything that the tests start there.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.environ.get("PAVAGE_LEFT_OUT"):
        config.pluginmanager.register(LeftOut())
