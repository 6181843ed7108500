"""dev.py: what it refuses, when it installs again, and what its last line says."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import full

ROOT = Path(__file__).resolve().parent.parent
LOCK = "nothing==1.0 --hash=sha256:" + "0" * 64 + "\n"


@pytest.fixture
def tree(tmp_path):
    """A project so small that setting it up costs nothing."""
    for folder in "requirements", "native", "tests":
        (tmp_path / folder).mkdir()
    shutil.copy(ROOT / "dev.py", tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\ntestpaths = ['tests']\n")
    (tmp_path / "requirements/play.txt").write_text(LOCK)
    (tmp_path / "requirements/test.txt").write_text(LOCK + LOCK.replace("nothing", "less"))
    (tmp_path / "native/search.cpp").write_text("int fast = 1;\n")
    return tmp_path


@pytest.fixture
def dev(tree, monkeypatch):
    """dev.py as a module, living in the small tree, with a compiler and a pip that only takes notes."""
    spec = importlib.util.spec_from_file_location("dev_under_test", tree / "dev.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def create():
        module.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        module.PYTHON.touch()
        module.calls.append("create")
        return {"place": str(module.VENV), "python": sys.implementation.cache_tag}

    def pip(stamp, arguments):
        module.write_stamp(stamp)
        module.calls.append(arguments)
        return True

    module.calls = []
    monkeypatch.setattr(module, "real_pip", module.pip, raising=False)
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
        "Installing 1 packages (about a minute the first time)",
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
    (tree / "pyproject.toml").write_text("# changed\n")
    assert installed(dev, "play") == ["package"]
    assert installed(dev, "test") == ["requirements"]
    assert installed(dev, "test") == []
    assert installed(dev, "play") == []
    (tree / "requirements/test.txt").write_text(LOCK)
    assert installed(dev, "play") == []
    assert installed(dev, "test") == ["requirements"]


def test_testing_includes_playing(dev):
    assert installed(dev, "test") == ["create", "requirements", "package"]
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

    monkeypatch.setattr(dev.subprocess, "call", killed)
    with pytest.raises(KeyboardInterrupt):
        dev.real_pip(dev.read_stamp(), [])
    assert dev.read_stamp() == {}


def test_failed_packages_are_tried_again(dev, tree, monkeypatch):
    dev.install("play")
    lock = tree / "requirements/play.txt"
    before = lock.read_text()
    with monkeypatch.context() as broken:
        broken.setattr(dev, "pip", lambda stamp, arguments: dev.write_stamp(stamp))
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
def test_finds_compilers_on_the_path(tree, monkeypatch, tmp_path):
    spec = importlib.util.spec_from_file_location("dev_for_compilers", tree / "dev.py")
    dev = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(dev)
    monkeypatch.setattr(dev.sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    assert dev.lacking() == ("C++ compiler", "g++")
    compiler = tmp_path / "mine"
    compiler.touch(mode=0o755)
    monkeypatch.setenv("CXX", f"{compiler} -m64")
    assert dev.lacking() == ("Python headers", "python3-dev")
    (tmp_path / "Python.h").touch()
    assert dev.lacking() is None


# What its last line says

ONE_PASSES = "def test_one():\n    pass\n\n\ndef test_two():\n    pass\n"
ONE_NEEDS = "from conftest import needs\n\n\ndef test_one():\n    needs('chromium')\n"
# Where no test at all is left, pytest itself calls it a failure.
MODULE_NEEDS = "from conftest import needs\n\nneeds('tmux')\n\n\ndef test_one():\n    pass\n"
ONE_SKIPS = "import pytest\n\n\ndef test_one():\n    pytest.skip('not today')\n"
ONE_FAILS = "def test_one():\n    assert False\n\n\ndef test_two():\n    pass\n"
DIES = "import os\n\nos._exit(3)\n"
WANTS_FULL = "from conftest import full\n\n\ndef test_one():\n    assert full(100) == 100\n"


@pytest.mark.parametrize(
    ("source", "arguments", "code", "last"),
    [
        (ONE_PASSES, [], 0, "Nothing was left out."),
        (ONE_PASSES, ["--nothing-left-out"], 0, "Nothing was left out."),
        (ONE_NEEDS, [], 0, "Left out: browser tests (no chromium)"),
        (ONE_NEEDS, ["--nothing-left-out"], 1, "Left out: browser tests (no chromium)"),
        (MODULE_NEEDS, [], 1, "Left out: terminal tests (no tmux)"),
        (ONE_SKIPS, ["--nothing-left-out"], 1, "Left out: test_it.py (not today)"),
        (ONE_PASSES, ["--", "-k", "one"], 0, "Left out: 1 test (not selected)"),
        (ONE_PASSES, ["--", "tests/test_it.py"], 0, "Left out: everything but tests/test_it.py"),
        (ONE_FAILS, [], 1, "Nothing was left out."),
        (ONE_FAILS, ["--", "-x"], 1, "Left out: 1 test (never started)"),
        (DIES, [], 1, "Left out: all tests that pytest did not reach"),
        (WANTS_FULL, [], 1, "Nothing was left out."),
        (WANTS_FULL, ["--full"], 0, "Nothing was left out."),
    ],
    ids=str.split(
        "all all-strict needs needs-strict module skip-strict selected path fails stops dies short full"
    ),
)
def test_last_line(dev, tree, monkeypatch, capfd, source, arguments, code, last):
    for name in "browsing.py", "conftest.py":
        shutil.copy(ROOT / "tests" / name, tree / "tests")
    (tree / "tests/test_it.py").write_text(source)
    monkeypatch.setattr(dev, "install", lambda kind: None)
    monkeypatch.setattr(dev, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(dev, "CHECKS", [("pytest", ["pytest", "-p", "no:cacheprovider"])])
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # quicker
    monkeypatch.setenv("PATH", str(tree))  # where there is neither tmux nor chromium
    for name in "PAVAGE_FULL", "PAVAGE_BESIDE", "PAVAGE_CHROMIUM", "PYTEST_ADDOPTS":
        monkeypatch.delenv(name, raising=False)
    assert dev.test(arguments) == code
    assert capfd.readouterr().out.splitlines()[-1] == last


def test_every_check_runs_also_after_a_failure(dev, monkeypatch, capfd):
    ran = []

    def call(command, **_):
        ran.append(command[2:])
        return len(ran) == 1

    monkeypatch.setattr(dev, "install", lambda kind: None)
    monkeypatch.setattr(dev.subprocess, "call", call)
    assert dev.test([]) == 1
    assert [command[0] for command in ran] == ["ruff", "ruff", "mypy", "pytest"]
    printed = capfd.readouterr().out
    assert "Failed: ruff check\n" in printed
    for command in ran:
        assert f"== {' '.join(command)}\n" in printed


def test_full_is_ten_times_as_much(monkeypatch):
    monkeypatch.setenv("PAVAGE_FULL", "1")
    assert full(200) == 200
    monkeypatch.delenv("PAVAGE_FULL")
    assert full(200) == 20


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
