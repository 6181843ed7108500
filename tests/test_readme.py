"""What the README and the documents promise can be run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_python_of_the_readme_runs() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    programs = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert programs
    for program in programs:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        *board, last = done.stdout.splitlines()
        assert len(board) > 5 and re.match(r"(\w+\d+|swap) 0\.\d+", last)


def test_the_readme_begins_with_the_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    commands = [line.split()[:3] for line in lines[:6] if line.startswith("    ")]
    assert commands == [["python3", "dev.py", "play"], ["python3", "dev.py", "test"]]


def test_the_commands_of_the_readme_exist() -> None:
    from pavage.cli import main

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = {line.split()[1] for line in text.splitlines() if re.match(r"    pavage \w", line)}
    assert {"play", "match", "rules", "tiling", "bench"} <= commands
    for command in commands:
        with pytest.raises(SystemExit) as done:
            raise SystemExit(main([command, "--help"]))
        assert done.value.code in (0, None)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]+`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_pictures_of_the_readme_are_there_and_have_whole_addresses() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    pictures = re.findall(r'!\[[^\]]*\]\(([^)]+)\)|<img src="([^"]+)"', text)
    assert len(pictures) == 4
    for picture in map("".join, pictures):
        base, path = picture.split("/main/")
        assert base == "https://raw.githubusercontent.com/pavage/pavage" and (ROOT / path).is_file()


def test_the_two_commands_and_a_picture_are_on_the_first_screen() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert any("![" in line for line in lines[:24]) and any("pip install" in line for line in lines[:24])
