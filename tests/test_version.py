"""`pavage --version`: the version, and the commit of a checkout, as git tells it."""

import shutil
import subprocess
from pathlib import Path

import pytest

import pavage
from pavage.cli import main
from pavage.version import NOTE, commit_of, described


def git(folder: Path, *arguments: str) -> str:
    settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
    command = ["git", *settings, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder of a package in a checkout with one commit, which has a tag."""
    if not shutil.which("git"):
        pytest.skip("the commit of a checkout (no git)")
    folder = tmp_path / "src" / "pavage"
    folder.mkdir(parents=True)
    (folder / "game.py").write_text("rules = 4\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "First")
    git(tmp_path, "tag", "v9")
    return folder


def test_a_checkout_tells_its_commit(package: Path) -> None:
    commit = git(package, "rev-parse", "--short", "HEAD")
    assert described(package) == f"{pavage.__version__} ({commit})"


def test_changes_are_told_and_strange_files_are_not(package: Path) -> None:
    commit = git(package, "rev-parse", "--short", "HEAD")
    (package / "mine.txt").write_text("a note of my own")
    assert commit_of(package) == commit
    (package / "game.py").write_text("rules = 5\n")
    assert commit_of(package) == f"{commit}+changes"


def test_a_checkout_asks_git_and_no_old_note(package: Path) -> None:
    (package / NOTE).write_text("0ld\n")
    assert commit_of(package) == git(package, "rev-parse", "--short", "HEAD")


def test_without_git_the_version_is_all(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert described(package) == pavage.__version__


def test_an_installed_package_reads_the_note(tmp_path: Path) -> None:
    assert described(tmp_path) == pavage.__version__
    (tmp_path / NOTE).write_text("1a2b3c4\n")
    assert described(tmp_path) == f"{pavage.__version__} (1a2b3c4)"


def test_a_package_in_the_checkout_of_somebody_else_does_not_tell_theirs(package: Path) -> None:
    inside = package.parent.parent / "vendor" / "src" / "pavage"
    inside.mkdir(parents=True)
    assert commit_of(inside) == ""


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"pavage {described()}\n"
