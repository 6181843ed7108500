"""`import pavage`: what a researcher types first, and what then shows itself."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import pavage
from pavage.display import LONGEST
from pavage.registry import games

ROOT = Path(__file__).parent.parent
LAZY = "import pavage, sys; print(sorted(name for name in sys.modules if name.startswith('pavage')))"


def test_the_first_lines() -> None:
    game = pavage.game("hex", size=5)
    match = pavage.Match(game)
    match.push("b4")
    assert "(●)" in str(match) or "(X)" in str(match)
    assert match.legal[:2] == ["a1", "b1"] and "swap" in match.legal and "b4" not in match.legal
    thought = pavage.think(match, "easy", seed=1)
    match.push(thought.move)
    assert len(match.played) == 2


def test_importing_it_imports_nothing_else() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['pavage']"


def test_every_name_is_there_and_no_other() -> None:
    for name in pavage.__all__:
        assert getattr(pavage, name) is not None
        assert name in dir(pavage)
    with pytest.raises(AttributeError, match="no attribute 'gmae'"):
        _ = pavage.gmae


def test_the_module_of_games_is_still_a_module() -> None:
    from pavage.game import Game

    assert pavage.game.Game is Game is pavage.Game
    assert isinstance(pavage.game("hex"), Game)


def test_what_is_refused_says_why() -> None:
    match = pavage.Match(pavage.game("hex", size=3))
    match.push("b2")
    with pytest.raises(pavage.IllegalMove, match="illegal move 'b2': taken"):
        match.push("b2")
    with pytest.raises(pavage.Unreadable, match="cannot read 'z9'"):
        match.push("z9")
    with pytest.raises(pavage.IllegalMove, match="not_a_move"):
        match.push((1, 2))
    with pytest.raises(pavage.BadOption, match="size=99"):
        pavage.game("hex", size=99)
    with pytest.raises(LookupError, match="no game 'chess'"):
        pavage.game("chess")
    with pytest.raises(ValueError, match="no level 'grand'"):
        pavage.think(match, "grand")
    assert len(match.played) == 1


def test_nobody_thinks_after_the_end() -> None:
    match = pavage.Match(pavage.game("hex", size=2, swap="none"))
    for text in "a1", "b1", "a2":
        match.push(text)
    assert match.legal == []
    with pytest.raises(ValueError, match="over"):
        pavage.think(match)


@pytest.mark.parametrize("name", games())
def test_everything_shows_itself(name: str) -> None:
    game = pavage.game(name)
    match = pavage.Match(game)
    for shown in game, match, match.diagram, game.tiling:
        assert "\n" not in repr(shown) and 5 <= len(repr(shown)) <= LONGEST
        assert str(shown) != repr(shown) and len(str(shown).splitlines()) > 2
        assert ElementTree.fromstring(shown._repr_svg_()).tag.endswith("svg")
        assert shown._repr_html_().startswith("<figure")


def test_a_repr_names_what_is_unusual() -> None:
    assert repr(pavage.game("hex")) == "Hex()"
    assert repr(pavage.game("hex", size=5, swap="none")) == "Hex(size=5, swap='none')"
    match = pavage.Match(pavage.game("hex", size=5))
    assert repr(match) == "<Match of Hex(size=5) before the first move, seat 1 to move>"
    for text in ["b4", "c3", "c2", "d2", "e1", "b3", "d1"]:
        match.push(text)
    assert repr(match) == "<Match of Hex(size=5) after … c3 c2 d2 e1 b3 d1, seat 2 to move>"
    match.resign(1)
    assert repr(match).endswith("ended by resignation>")


def test_the_notebook_runs_and_shows_boards() -> None:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(ROOT / "examples" / "first_steps.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 5
    assert all("<figure" in "".join(output["data"]["text/html"]) for output in pictures)
    assert "illegal move" in json.dumps(outputs)
