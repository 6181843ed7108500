"""What dev.py test brings to a machine, with programs of our own in place of the real ones."""

import os
import sys
from pathlib import Path

import pytest

from devtools import machine, needs

SCRIPT = """#!{python}
import os, pathlib, sys
with open({log!r}, "a") as log:
    log.write(" ".join([{name!r}, *sys.argv[1:]]) + "\\n")
{body}
"""
SHELL = "chromium_headless_shell-1/chrome-headless-shell-linux64/chrome-headless-shell"
DOWNLOAD = f"""
path = pathlib.Path(os.environ["PLAYWRIGHT_BROWSERS_PATH"], "{SHELL}")
path.parent.mkdir(parents=True)
path.write_text("#!{sys.executable}")
path.chmod(0o755)
"""
BROKEN = DOWNLOAD.replace("#!", "#!/nowhere/")


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A machine with an empty PATH; `bare.put` writes a program, `bare.log` tells what was run."""
    programs, venv = tmp_path / "bin", tmp_path / ".venv"
    programs.mkdir()
    venv.mkdir()
    log = tmp_path / "log"

    class Bare:
        @staticmethod
        def put(name, body="", folder=programs):
            path = folder / name
            path.write_text(SCRIPT.format(python=sys.executable, log=str(log), name=name, body=body))
            path.chmod(0o755)
            return str(path)

        @staticmethod
        def log():
            return log.read_text().splitlines() if log.exists() else []

    monkeypatch.setenv("PATH", str(programs))
    for name in "PAVAGE_CHROMIUM", "CI":
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(needs, "BROWSERS", venv / "browsers")
    monkeypatch.setattr(needs, "INSTALLED_BROWSERS", ())
    monkeypatch.setattr(machine, "LOG", venv / "install.log")
    monkeypatch.setattr(machine, "PYTHON", Path(Bare.put("python", "sys.exit(1)", venv)))
    monkeypatch.setattr(machine.os, "geteuid", lambda: 0)
    machine.apt.cache_clear()
    yield Bare
    machine.apt.cache_clear()


@pytest.mark.parametrize("name", ["chromium", "google-chrome", "microsoft-edge", "chromium-headless-shell"])
def test_a_browser_that_is_there_is_taken(bare, name):
    path = bare.put(name)
    machine.install_browser()
    assert bare.log() == []
    assert needs.browser_path() == path


@pytest.mark.parametrize("name", ["chromium", "chromium-headless-shell"])
@pytest.mark.parametrize("comes", [True, False])
def test_in_ci_one_with_windows_makes_way(bare, monkeypatch, tmp_path, name, comes):
    path = bare.put(name)
    bare.put("apt-get")
    bare.put("env", f"sys.exit({not comes})")
    monkeypatch.setenv("CI", "true")
    machine.install_browser()
    asked = [line for line in bare.log() if "install -y" in line]
    if name == "chromium":
        assert len(asked) == 1 and asked[0].endswith("chromium-headless-shell fonts-dejavu-core")
    else:
        assert asked == []
    assert needs.browser_path() == path, "what was there serves until another has come"


def test_the_browser_that_is_named_comes_first(bare, monkeypatch, tmp_path):
    bare.put("chromium")
    mine = bare.put("mine", folder=tmp_path)
    monkeypatch.setenv("PAVAGE_CHROMIUM", mine)
    assert needs.browser_path() == mine


def test_macs_and_windows_keep_browsers_off_the_path(bare, monkeypatch, tmp_path):
    monkeypatch.setenv("PROGRAMFILES", str(tmp_path))
    monkeypatch.setattr(
        needs, "INSTALLED_BROWSERS", ("{PROGRAMFILES(X86)}/edge.exe", "{PROGRAMFILES}/chrome.exe")
    )
    assert needs.browser_path() is None
    (tmp_path / "chrome.exe").touch()
    assert needs.browser_path() == f"{tmp_path}/chrome.exe"


def test_else_playwright_downloads_one(bare):
    bare.put("python", DOWNLOAD, machine.PYTHON.parent)
    machine.install_browser()
    assert bare.log() == ["python -m playwright install --only-shell chromium"]
    assert needs.browser_path() == str(needs.BROWSERS / SHELL)
    machine.install_browser()
    assert len(bare.log()) == 1, "once is enough"


def test_else_the_package_is_installed(bare):
    bare.put("apt-get")
    bare.put("env", "os.execv(sys.argv[2], sys.argv[2:])")
    machine.install_browser()
    wanted = "install -y --no-install-recommends chromium-headless-shell fonts-dejavu-core"
    assert bare.log()[1:] == [
        "apt-get update",
        f"env DEBIAN_FRONTEND=noninteractive {os.environ['PATH']}/apt-get {wanted}",
        f"apt-get {wanted}",
    ]


def test_a_downloaded_browser_that_does_not_start_is_none(bare):
    bare.put("python", BROKEN, machine.PYTHON.parent)
    bare.put("apt-get")
    bare.put("env")
    machine.install_browser()
    assert not needs.BROWSERS.exists()
    assert any("chromium-headless-shell" in line for line in bare.log())


def test_where_there_is_no_headless_one_the_whole_one_serves(bare):
    bare.put("apt-get")
    bare.put("env", "sys.exit('chromium-headless-shell' in sys.argv)")
    machine.install_browser()
    assert "chromium-headless-shell" in bare.log()[-2]
    assert "chromium fonts-dejavu-core" in bare.log()[-1]


@pytest.mark.parametrize("program", [None, "apt-get"])
def test_if_all_that_fails_it_goes_on(bare, program):
    if program:
        bare.put(program, "sys.exit(1)")
    machine.install_browser()
    machine.install_packages()
    machine.install_typescript()
    assert needs.browser_path() is None


def test_nobody_but_root_installs_packages(bare, monkeypatch):
    bare.put("apt-get")
    bare.put("sudo")
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000)
    machine.install_packages()
    assert bare.log() == []
    machine.apt.cache_clear()
    monkeypatch.setenv("CI", "true")
    machine.install_packages()
    assert [line.split()[:2] for line in bare.log()] == [["sudo", "-n"], ["sudo", "-n"]]


def test_packages_are_installed_together_else_one_by_one(bare, monkeypatch):
    monkeypatch.setattr(machine, "PACKAGES", {"tmux": lambda: None, "npm": lambda: None, "git": lambda: True})
    bare.put("apt-get")
    bare.put("env", "sys.exit('npm' in sys.argv)")
    machine.install_packages()
    asked = [line.partition("--no-install-recommends ")[2] for line in bare.log() if "recommends" in line]
    assert asked == ["tmux npm", "tmux", "npm"]


def test_typescript_comes_by_npm(bare, monkeypatch, tmp_path):
    monkeypatch.setattr(needs, "TOOLS", tmp_path / "tools")
    machine.install_typescript()
    bare.put("npm")
    machine.install_typescript()
    assert bare.log() == []
    bare.put("node")
    machine.install_typescript()
    assert bare.log()[0].endswith(machine.TYPESCRIPT)
    bare.put("tsc")
    machine.install_typescript()
    assert len(bare.log()) == 1
