"""dev.py: what it refuses, when it installs again, and what its last line says."""

import ast
import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import every, full

ROOT = Path(__file__).resolve().parent.parent
LOCK = "nothing==1.0 --hash=sha256:" + "0" * 64 + "\n"


@pytest.fixture
def tree(tmp_path):
    """A project so small that setting it up costs nothing."""
    for folder in "requirements", "native", "tests":
        (tmp_path / folder).mkdir()
    shutil.copy(ROOT / "dev.py", tmp_path)
    shutil.copytree(ROOT / "devtools", tmp_path / "devtools", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\ntestpaths = ['tests']\n")
    (tmp_path / "requirements/play.txt").write_text(LOCK)
    (tmp_path / "requirements/test.txt").write_text(LOCK + LOCK.replace("nothing", "less"))
    (tmp_path / "native/search.cpp").write_text("int fast = 1;\n")
    return tmp_path


@pytest.fixture
def devtools(tree, monkeypatch):
    """The modules behind dev.py, as they live in the small tree."""
    ours = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "devtools"}
    for name in ours:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tree)
    yield importlib.import_module
    for name in [name for name in sys.modules if name.partition(".")[0] == "devtools"]:
        del sys.modules[name]


@pytest.fixture
def dev(devtools, monkeypatch):
    """The environment of the small tree, with a compiler and a pip that only takes notes."""
    module = devtools("devtools.environment")

    def create():
        module.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        module.PYTHON.touch()
        module.calls.append("create")
        return {"place": str(module.VENV), "python": sys.implementation.cache_tag}

    def pip(stamp, steps):
        module.write_stamp(stamp)
        module.calls.extend(step.arguments for step in steps)
        return [True] * len(steps)

    module.calls = []
    module.real_pip, module.real_lacking = module.pip, module.lacking
    monkeypatch.setattr(module, "create", create)
    monkeypatch.setattr(module, "pip", pip)
    monkeypatch.setattr(module, "lacking", lambda: None)
    return module


def run(tree, *arguments, **environment):
    """dev.py in a process of its own."""
    return subprocess.run(
        [sys.executable, "dev.py", *arguments],
        cwd=tree,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def installed(dev, kind):
    """What installing had to do: any of create, requirements, package."""
    dev.calls.clear()
    dev.install(kind)
    return [
        call if isinstance(call, str) else "requirements" if "-r" in call else "package" for call in dev.calls
    ]


# What it refuses


def test_old_pythons_can_read_it():
    tree = ast.parse((ROOT / "dev.py").read_text("utf-8"), feature_version=(3, 6))
    for node in ast.walk(tree):
        assert not isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.NamedExpr | ast.Nonlocal)
        assert not (isinstance(node, ast.arg) and node.annotation)
        assert not (isinstance(node, ast.FunctionDef) and node.args.kwonlyargs)


def test_old_python_gets_one_line():
    pretend = "import sys; sys.version_info = (3, 9, 2, 'final', 0); exec(open('dev.py').read())"
    done = subprocess.run([sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"Pavage needs Python 3\.11 or newer, and this is Python 3\.9: .+\n", done.stderr)


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_missing_venv_gets_one_line(tree, tmp_path, module):
    fakes = tmp_path / "fakes"
    fakes.mkdir()
    (fakes / f"{module}.py").write_text("raise ImportError\n")
    done = run(tree, "play", PYTHONPATH=str(fakes))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"lacks its module {module}" in done.stderr
    assert "apt install python3-venv, then again python3 dev.py play" in done.stderr
    assert not (tree / ".venv").exists()


def test_no_network_gets_one_line_and_does_no_harm(tree):
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
    done = run(tree, "play", **offline)
    assert done.returncode == 2
    *progress, last = done.stderr.splitlines()
    assert progress == [
        "Creating the environment in .venv",
        "Installing 1 packages",
    ]
    assert last.startswith("The packages could not be downloaded")
    assert ".venv/install.log" in last
    assert "No matching distribution" in (tree / ".venv/install.log").read_text()
    # The environment is sound: the next run tries the packages again, and only those.
    done = run(tree, "play", **offline)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [progress[1], last]


@pytest.mark.parametrize("arguments", [[], ["dance"], ["test", "--fast"], ["install", "now"], ["lock", "x"]])
def test_anything_else_gets_the_usage(tree, arguments):
    done = run(tree, *arguments)
    assert done.returncode == 2
    assert "python3 dev.py play" in done.stderr
    assert not (tree / ".venv").exists()


# When it installs again


def test_installs_only_what_changed(dev, tree):
    assert installed(dev, "play") == ["create", "requirements", "package"]
    assert installed(dev, "play") == []
    (tree / "native/search.cpp").write_text("int fast = 2;\n")
    assert installed(dev, "play") == ["package"]
    (tree / "native/other.cpp").write_text("")
    assert installed(dev, "play") == ["package"]
    (tree / "native/build").mkdir()
    (tree / "native/build/search.o").write_text("")
    assert installed(dev, "play") == []
    (tree / "src").mkdir()
    (tree / "src/new.py").write_text("")
    assert installed(dev, "play") == ["package"]
    (tree / "src/new.py").write_text("# what is in it is read anew anyway\n")
    assert installed(dev, "play") == []
    (tree / "pyproject.toml").write_text("# changed\n")
    assert installed(dev, "play") == ["package"]
    assert installed(dev, "test") == ["requirements"]
    assert installed(dev, "test") == []
    assert installed(dev, "play") == []
    (tree / "requirements/test.txt").write_text(LOCK)
    assert installed(dev, "play") == []
    assert installed(dev, "test") == ["requirements"]


def test_testing_includes_playing(dev):
    """The extension needs the packages to play; the others are installed while it is built."""
    assert installed(dev, "test") == ["create", "requirements", "requirements", "package"]
    assert [call[-1] for call in dev.calls[1:]] == ["requirements/play.txt", "requirements/test.txt", "."]
    assert installed(dev, "play") == []


@pytest.mark.parametrize(
    "change",
    [
        {"place": "/elsewhere/.venv"},
        {"python": "cpython-39"},
        {"busy": True},
    ],
)
def test_a_doubtful_environment_is_made_anew(dev, change):
    dev.install("play")
    dev.write_stamp({**dev.read_stamp(), **change})
    assert installed(dev, "play") == ["create", "requirements", "package"]


def test_an_environment_without_python_is_made_anew(dev):
    dev.install("play")
    dev.PYTHON.unlink()
    assert installed(dev, "play")[0] == "create"


def test_a_stamp_that_is_no_json_is_no_stamp(dev):
    dev.install("play")
    dev.STAMP.write_text("{")
    assert installed(dev, "play")[0] == "create"


def test_a_killed_pip_is_not_trusted(dev, monkeypatch):
    dev.install("play")

    def killed(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(dev.subprocess, "Popen", killed)
    with pytest.raises(KeyboardInterrupt):
        dev.real_pip(dev.read_stamp(), [dev.Step("Installing", [], dev.LOG, str, bool)])
    assert dev.read_stamp() == {}


def test_steps_at_once_have_logs_and_fates_of_their_own(dev, monkeypatch, capsys):
    dev.install("play")
    monkeypatch.setattr(dev, "PYTHON", Path(sys.executable))
    good = dev.Step("Helping", ["--help"], dev.LOG, lambda log: str(len(log)), bool)
    bad = dev.Step("dancing", ["--dance"], dev.BUILD_LOG, lambda log: str(len(log)), bool)
    assert dev.real_pip(dev.read_stamp(), [good, bad]) == [True, False]
    assert "Helping, dancing" in capsys.readouterr().err
    assert "Usage" in dev.LOG.read_text() and "dance" not in dev.LOG.read_text()
    assert "no such option: --dance" in dev.BUILD_LOG.read_text()


def test_failed_packages_are_tried_again(dev, tree, monkeypatch):
    dev.install("play")
    lock = tree / "requirements/play.txt"
    before = lock.read_text()
    with monkeypatch.context() as broken:
        broken.setattr(dev, "pip", lambda stamp, steps: [dev.write_stamp(stamp)] * len(steps))
        lock.write_text(before + "# newer\n")
        with pytest.raises(SystemExit):
            dev.install("play")
    lock.write_text(before)  # half of the newer packages may be there all the same
    assert "requirements" in installed(dev, "play")


def test_without_compiler_a_note_and_a_later_build(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev, "lacking", lambda: ("C++ compiler", "g++"))
    dev.install("play")
    assert "no C++ compiler found: installing without the fast search; install g++" in capsys.readouterr().err
    assert "--config-settings=wheel.cmake=false" in dev.calls[-1]
    assert installed(dev, "play") == []
    monkeypatch.setattr(dev, "lacking", lambda: None)
    assert installed(dev, "play") == ["package"]
    assert "--config-settings=wheel.cmake=false" not in dev.calls[-1]
    assert "the fast search did not build" in capsys.readouterr().err  # the pip of this test builds nothing


@pytest.mark.skipif(os.name == "nt", reason="Visual Studio is not looked for on the PATH")
def test_finds_compilers_on_the_path(dev, monkeypatch, tmp_path):
    monkeypatch.setattr(dev.sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    assert dev.real_lacking() == ("C++ compiler", "g++")
    compiler = tmp_path / "mine"
    compiler.touch(mode=0o755)
    monkeypatch.setenv("CXX", f"{compiler} -m64")
    assert dev.real_lacking() == ("Python headers", "python3-dev")
    (tmp_path / "Python.h").touch()
    assert dev.real_lacking() is None


# How a long step is told


def test_progress_is_read_off_the_log(dev):
    assert dev.build_progress("configuring") == "preparing"
    assert (
        dev.build_progress("[1/12] Building CXX object a.o\n[2/12] Building CXX object b.o\n")
        == "2 of 12 steps"
    )


def test_progress_is_a_line_now_and_then(dev, monkeypatch, capsys):
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    progress = dev.Progress("Building")
    for now[0] in range(25):
        progress.show(f"{int(now[0])} of 25 steps")
    progress.end()
    assert capsys.readouterr().err.splitlines() == [
        "Building",
        "Building: 11 of 25 steps",
        "Building: 22 of 25 steps",
    ]


# What its last line says

ONE_PASSES = "def test_one():\n    pass\n\n\ndef test_two():\n    pass\n"
ONE_NEEDS = "from conftest import needs\n\n\ndef test_one():\n    needs('chromium')\n"
MODULE_NEEDS = "from conftest import needs\n\nneeds('tmux')\n\n\ndef test_one():\n    pass\n"
ONE_MAY_NEED = (  # whether it is there or not
    "import pytest\n\n\ndef test_one():\n    pytest.skip('learning in PyTorch (no torch)')\n"
)
ONE_SKIPS = "import pytest\n\n\ndef test_one():\n    pytest.skip('not today')\n"
ONE_FAILS = "def test_one():\n    assert False\n\n\ndef test_two():\n    pass\n"
DIES = "import os\n\nos._exit(3)\n"
WANTS_FULL = "from conftest import full\n\n\ndef test_one():\n    assert full(100) == 100\n"


@pytest.fixture
def tests(devtools, tree, monkeypatch):
    """dev.py test in the small tree: the real pytest and the real processes, on a PATH with nothing on it."""
    checks = devtools("devtools.checks")
    for name in "browsing.py", "conftest.py":
        shutil.copy(ROOT / "tests" / name, tree / "tests")
    pyproject = "[tool.pytest.ini_options]\ntestpaths = ['tests']\npythonpath = ['.', 'tests']\n"
    (tree / "pyproject.toml").write_text(pyproject)
    monkeypatch.setattr(checks.environment, "install", lambda kind: None)
    monkeypatch.setattr(checks.environment, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(checks, "STATIC", {})
    monkeypatch.setattr(checks, "WORKERS_PER_CORE", 1)
    monkeypatch.setattr(checks.os, "cpu_count", lambda: 1)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # quicker
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    monkeypatch.setenv("PATH", str(tree))
    monkeypatch.setattr(sys, "executable", str(tree / "python"))  # whose folder is on the PATH otherwise
    for name in "PAVAGE_FULL", "PAVAGE_CHROMIUM", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER":
        monkeypatch.delenv(name, raising=False)
    return checks


@pytest.mark.parametrize(
    ("source", "arguments", "code", "last"),
    [
        (ONE_PASSES, [], 0, "Nothing was left out."),
        (ONE_PASSES, ["--nothing-left-out"], 0, "Nothing was left out."),
        (ONE_NEEDS, [], 0, "Left out: browser tests (no browser)"),
        (ONE_NEEDS, ["--nothing-left-out"], 1, "Left out: browser tests (no browser)"),
        (MODULE_NEEDS, [], 0, "Left out: terminal tests (no tmux)"),
        (MODULE_NEEDS, ["--nothing-left-out"], 1, "Left out: terminal tests (no tmux)"),
        (ONE_MAY_NEED, ["--nothing-left-out"], 0, "Left out: learning in PyTorch (no torch)"),
        (ONE_SKIPS, ["--nothing-left-out"], 1, "Left out: test_it.py (not today)"),
        (ONE_PASSES, ["--", "-k", "one"], 0, "Left out: 1 test (not selected)"),
        (ONE_PASSES, ["--", "tests/test_it.py"], 0, "Left out: everything but tests/test_it.py"),
        (ONE_FAILS, [], 1, "Nothing was left out."),
        (ONE_FAILS, ["--", "-x"], 1, "Left out: 1 test (never started)"),
        ("", [], 1, "Nothing was left out."),
        (DIES, [], 1, "Left out: all tests that pytest did not reach"),
        (WANTS_FULL, [], 1, "Nothing was left out."),
        (WANTS_FULL, ["--full"], 0, "Nothing was left out."),
    ],
    ids=str.split(
        "all all-strict needs needs-strict module module-strict may-strict skip-strict selected path fails "
        "stops none dies short full"
    ),
)
def test_last_line(tests, tree, capfd, monkeypatch, source, arguments, code, last):
    monkeypatch.setattr(tests, "compile_tests", lambda *_: None)  # nothing is gained by it here
    (tree / "tests/test_it.py").write_text(source)
    assert tests.test(["--as-it-is", *arguments]) == code
    assert capfd.readouterr().out.splitlines()[-1] == last


def test_what_is_read_once_is_kept(tests, tree, monkeypatch):
    """Even where the machine says that nothing shall be."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tree / "tests/test_it.py").write_text(ONE_PASSES)
    tests.compile_tests([str(tests.environment.PYTHON), "-m"], tests.variables_for_tests(tree / "notes"))
    assert list((tree / "tests/__pycache__").glob("test_it.*pytest*.pyc"))


def test_what_is_missing_is_said_first(tests, tree, capfd):
    (tree / "tests/test_it.py").write_text(MODULE_NEEDS)
    assert tests.test(["--as-it-is"]) == 0
    before, _, after = capfd.readouterr().out.partition("== pytest")
    assert "There is no tmux here; left out for that: terminal tests.\n" in before
    assert "There is no browser here; left out for that: browser tests.\n" in before
    assert after


@pytest.fixture
def static(tests, tree, monkeypatch):
    """Checks beside the tests: one that fails, one that passes."""
    (tree / "tests/test_it.py").write_text(ONE_PASSES)
    (tree / "bad.py").write_text("print('a fault')\nraise SystemExit(1)\n")
    (tree / "good.py").write_text("print('no fault')\n")
    monkeypatch.setattr(tests, "STATIC", {"bad check": ["bad"], "good check": ["good"]})
    return tests


def test_every_check_runs_also_after_a_failure(static, capfd):
    assert static.test(["--as-it-is"]) == 1
    printed = capfd.readouterr().out
    assert "Failed: bad check\n" in printed
    assert "== bad\na fault\nbad check: failed" in printed
    assert "== good\nno fault\ngood check: passed" in printed
    assert "pytest: passed" in printed


def test_full_is_ten_times_as_much(monkeypatch):
    monkeypatch.setenv("PAVAGE_FULL", "1")
    assert full(200) == full(200, 30) == 200
    assert every(range(10), 4) == list(range(10))
    monkeypatch.delenv("PAVAGE_FULL")
    assert (full(200), full(200, 30)) == (20, 6)
    assert (
        every(range(10), 4) == [0, 3, 6, 9]
        and every("abc", 2) == ["a", "c"]
        and every("abc", 4) == list("abc")
    )


# The locks


def pins(kind):
    """The packages of a lock, with their versions."""
    text = (ROOT / f"requirements/{kind}.txt").read_text("utf-8")
    return re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)


@pytest.mark.parametrize("kind", ["play", "test"])
def test_locks_have_hashes_and_no_addresses(kind):
    text = (ROOT / f"requirements/{kind}.txt").read_text("utf-8")
    assert "://" not in text
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(pins(kind)) > 0
    assert all("--hash=sha256:" in entry for entry in entries)


def test_locks_agree():
    assert set(pins("play")) <= set(pins("test"))


def test_locks_cover_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]

    def names(requirements):
        found = {re.match(r"[\w.-]+", each)[0].lower().replace("_", "-") for each in requirements}
        return found - {project["name"]}

    assert names(project["dependencies"] + extras["build"]) <= {name for name, _ in pins("play")}
    assert names(extras["dev"]) <= {name for name, _ in pins("test")}
