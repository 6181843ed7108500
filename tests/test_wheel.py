"""What is published: everything is in the sdist and the wheel, with the types and the commit.

Built by devtools/backend/pavage_backend.py, without the extension, which takes minutes;
`python3 dev.py wheel` builds and tries the whole.
"""

import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest
from test_version import git

import pavage

ROOT = Path(__file__).parent.parent
PARTS = ["pyproject.toml", "README.md", "LICENSE", ".gitignore", "devtools", "native", "src"]
SETTINGS = {"wheel.cmake": "false", "wheel.py-api": "py3"}
BUILD = """
import sys
sys.path.insert(0, "devtools/backend")
import pavage_backend
print(getattr(pavage_backend, sys.argv[1])(sys.argv[2], {settings}))
"""

QUESTIONS = """
reveal_type(match)
reveal_type(match.turn)
match.turn.upper()
"""


def build(tree: Path, hook: str, folder: Path) -> Path:
    """What a hook of the build makes, as pip would call it."""
    program = BUILD.format(settings=SETTINGS)
    command = [sys.executable, "-c", program, hook, str(folder)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of what is published, with a commit of its own."""
    if not shutil.which("git"):
        pytest.skip("the commit in a wheel (no git)")
    folder = tmp_path_factory.mktemp("tree")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "build"))
        else:
            shutil.copy(ROOT / part, folder)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "All")
    return folder


def unpacked(sdist: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(sdist.parent, filter="data")
    return sdist.parent / f"pavage-{pavage.__version__}"


def files(folder: Path) -> set[str]:
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return {name for name in found if "__pycache__" not in name}


def tracked(tree: Path, *paths: str) -> set[str]:
    return set(git(tree, "ls-files", "-z", *paths).strip("\0").split("\0"))


def test_the_sdist(tree: Path, tmp_path: Path) -> None:
    """It has every file, and the commit, which a wheel from it keeps."""
    commit = git(tree, "rev-parse", "--short", "HEAD")
    sdist = unpacked(build(tree, "build_sdist", tmp_path))
    assert files(sdist) == tracked(tree) | {"PKG-INFO", "src/pavage/commit.txt"}
    assert "native/CMakeLists.txt" in tracked(tree)
    assert (sdist / "src/pavage/commit.txt").read_text() == f"{commit}\n"
    assert not (tree / "src/pavage/commit.txt").exists()
    with zipfile.ZipFile(build(sdist, "build_wheel", tmp_path)) as wheel:
        assert wheel.read("pavage/commit.txt").decode() == f"{commit}\n"
    assert (sdist / "src/pavage/commit.txt").exists()


def test_the_wheel(tree: Path, tmp_path: Path) -> None:
    """It has every file of the package, tells its commit, and somebody's `mypy --strict` finds our types."""
    commit = git(tree, "rev-parse", "--short", "HEAD")
    wheel = build(tree, "build_wheel", tmp_path)
    assert not (tree / "src/pavage/commit.txt").exists()
    place = {"base": str(tmp_path / "venv"), "platbase": str(tmp_path / "venv")}
    python = str(Path(sysconfig.get_path("scripts", "venv", place), "python"))
    installed = Path(sysconfig.get_path("purelib", "venv", place))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place["base"]], check=True)
    zipfile.ZipFile(wheel).extractall(installed)

    package = {name.removeprefix("src/") for name in tracked(tree, "src")} | {"pavage/commit.txt"}
    assert {name for name in files(installed) if name.startswith("pavage/")} == package
    licence = installed / f"pavage-{pavage.__version__}.dist-info" / "licenses" / "LICENSE"
    assert licence.read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")

    told = subprocess.check_output([python, "-I", "-m", "pavage", "--version"], cwd=tmp_path, text=True)
    assert told == f"pavage {pavage.__version__} ({commit})\n"

    program = tmp_path / "user.py"
    example = (ROOT / "examples/first_match.py").read_text("utf-8")
    program.write_text(example + QUESTIONS, "utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, str(program)]
    done = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True)
    answers = [line.split(": ", 1)[1] for line in done.stdout.splitlines() if line.startswith("user.py")]
    assert answers == [
        'note: Revealed type is "pavage.match.Match"',
        'note: Revealed type is "int"',
        'error: "int" has no attribute "upper"  [attr-defined]',
    ], done.stdout
