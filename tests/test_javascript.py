"""The types written in the comments of the browser's modules agree with what the modules do."""

import re
import subprocess
from pathlib import Path

import pytest
from conftest import needs

TSC = needs("tsc")
ROOT = Path(__file__).parent.parent
WEB = ROOT / "src" / "pavage" / "web"


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


def types_of(comment: str) -> list[str]:
    """What stands in braces after each word with an @."""
    found = []
    for begin in re.finditer(r"@\w+ (?=\{)", comment):
        depth, at = 0, begin.end()
        while at < len(comment) and (depth or at == begin.end()):
            depth += {"{": 1, "}": -1}.get(comment[at], 0)
            at += 1
        found.append(comment[begin.end() : at])
    return found


def any_types(text: str) -> list[str]:
    """Types that say nothing."""
    comments = re.findall(r"/\*\*.*?\*/", text, re.DOTALL)
    return [each for comment in comments for each in types_of(comment) if re.search(r"\bany\b", each)]


def test_no_type_is_any_type() -> None:
    found = {path.name: any_types(path.read_text(encoding="utf-8")) for path in WEB.rglob("*.js")}
    assert len(found) > 30
    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.parametrize(
    "said", ["any", "any[]", "Promise<any>", "{a: string, b: any}", "() => any", "any|null"]
)
def test_a_type_that_is_any_would_be_found(said: str) -> None:
    assert any_types(f"/** What any reader sees. @param {{{said}}} page any page */")


def too_complex(*paths: Path) -> str:
    """Functions through which more than 15 ways lead, as ruff counts them in Python."""
    library = Path(TSC).resolve().parent.parent / "lib" / "typescript.js"
    script = Path(__file__).parent / "complexity.cjs"
    done = subprocess.run(["node", script, library, *paths], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_no_function_is_too_complex() -> None:
    assert too_complex(*sorted(WEB.rglob("*.js"))) == ""


def test_a_function_that_is_too_complex_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "knot.js"
    path.write_text("const knot = (a) => " + " || ".join(["a"] * 15) + ";\n")
    assert too_complex(path) == ""
    path.write_text("const knot = (a) => " + " || ".join(["a"] * 16) + ";\n")
    assert too_complex(path) == f"{path}:1 16\n"
