"""The types written in the comments of the browser's modules agree with what the modules do."""

import subprocess
from pathlib import Path

from conftest import needs

TSC = needs("tsc")
ROOT = Path(__file__).parent.parent


def check(project: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TSC, "--project", str(project)], capture_output=True, text=True)


def test_the_types_of_the_javascript() -> None:
    done = check(ROOT)
    assert done.returncode == 0, done.stdout


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    text = (ROOT / "tsconfig.json").read_text(encoding="utf-8")
    (tmp_path / "tsconfig.json").write_text(text.replace("src/pavage/web/", ""))
    (tmp_path / "wrong.js").write_text(
        "/** @param {number} size */\nconst cells = (size) => size ** 2;\ncells('7');\n"
    )
    assert "wrong.js(3,7): error TS2345" in check(tmp_path).stdout
