"""Every command, option of the server, setting and public function has a line in the documents."""

import importlib
import inspect
import re
from pathlib import Path

import pytest

import pavage
from pavage.cli import COMMANDS
from pavage.cli.common.arguments import Parser
from pavage.words import words

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
PYTHON_API = (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8")
SETTING = re.compile(r"""["'](PAVAGE_[A-Z_]+)["']""")


def settings():
    """Environment variables that the package or its tests read."""
    sources = [path for top in ("src", "tests", "devtools") for path in (ROOT / top).rglob("*.py")]
    return {name for path in sources for name in SETTING.findall(path.read_text(encoding="utf-8"))}


def options(command):
    parser = Parser(command, words("en"))
    importlib.import_module(COMMANDS[command]).arguments(parser)
    return [flag for action in parser._actions for flag in action.option_strings]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command(command):
    assert re.search(rf"\bpavage {command}\b", TEXT)


@pytest.mark.parametrize("command", ["serve", "class"])
def test_every_option_of_a_server(command):
    assert [option for option in options(command) if option not in OPERATIONS] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_in_the_help(command, capsys):
    from pavage.cli import main

    assert main([command, "--help", "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert [option for option in options(command) if option not in text] == []


def test_every_setting():
    left_out = {"PAVAGE_LEFT_OUT", "PAVAGE_BOT"}  # between processes of ours
    assert sorted(name for name in settings() - left_out if name not in TEXT) == []


@pytest.mark.parametrize("name", pavage.__all__)
def test_every_public_name(name):
    assert re.search(rf"\b{name}\b", PYTHON_API)


@pytest.mark.parametrize(
    "kind", [pavage.Match, pavage.Thought, pavage.Tiling], ids=lambda kind: kind.__name__
)
def test_every_public_method(kind):
    public = [name for name, _ in inspect.getmembers(kind) if not name.startswith("_")]
    own = [name for name in public if any(name in vars(base) for base in kind.__mro__[:-1])]
    assert [name for name in own if not re.search(rf"\b{name}\b", PYTHON_API)] == []
