"""Which tests a change can reach."""

import pytest

from devtools.changes import Reach, reach

EVERY_GAME = "tests/test_every_game.py"


REACHED = (
    ("src/pavage/games/hexadames/rules.py", ["hexadames", "naive"], ["hextra", "server", "every_game"]),
    ("src/pavage/games/hexadames/fr.toml", ["hexadames"], ["hextra", "server"]),
    ("src/pavage/games/nombres/grid.py", ["nombres", "contest"], ["hextra", "htp"]),
    ("src/pavage/match.py", ["match", "server", "pages", "cli", "tournament"], ["tiling", "dev"]),
    ("src/pavage/tiling/border.py", ["tiling", "hex", "server"], ["dev", "ratings"]),
    ("src/pavage/store/__init__.py", ["store", "tables", "browser"], ["hex", "tiling"]),
    ("src/pavage/web/board/board.js", ["browser", "pages", "javascript"], ["hex", "match", "store"]),
    ("src/pavage/words/fr/cli.toml", ["words", "cli", "terminal"], ["tiling", "clock"]),
    ("native/src/net/net.h", ["native", "native_sanitized", "hex_player"], ["tiling", "clock", "store"]),
    ("src/pavage/players/fast/hex_player.py", ["hex_player", "levels", "server"], ["tiling", "clock"]),
    ("src/pavage/cli/solve.py", ["cli"], ["tiling", "store", "match"]),
    ("tests/test_clock.py", ["clock"], ["match"]),
    ("tests/naive/hexadames.py", ["naive"], ["match"]),
    ("tests/browsing.py", ["browser", "pages"], ["clock", "hextra"]),
    ("docs/architecture.md", ["rooms"], ["clock", "hextra"]),
    ("CONTRIBUTING.md", ["contributing"], ["clock", "hextra"]),
    ("devtools/needs.py", ["dev_machine"], ["clock", "hextra"]),
    ("LICENSE", [], ["clock", "readme"]),
)


def test_what_a_file_reaches():
    """One test and not one a file: whichever process runs it reads all our imports, which takes seconds."""
    for changed, reached, not_reached in REACHED:
        found = reach([changed])
        assert not found.everything, changed
        for name in reached:
            assert f"tests/test_{name}.py" in found.files, (changed, name)
        for name in not_reached:
            assert f"tests/test_{name}.py" not in found.files, (changed, name)


@pytest.mark.parametrize(
    "changed", ["pyproject.toml", "requirements/test.txt", "tests/conftest.py", "what.is.this"]
)
def test_what_concerns_all_reaches_everything(changed):
    assert reach([changed]).everything


def test_of_the_tests_for_all_games_the_cases_of_the_changed_one_are_run():
    found = reach(["src/pavage/games/polygo/land.py"])
    assert found.games == {"polygo", "tetrago", "hexago", "triago"}
    assert (EVERY_GAME, ["hexago", "players"]) in found
    assert (EVERY_GAME, ["hexadames"]) not in found
    assert (EVERY_GAME, []) not in found


def test_nothing_changed_reaches_nothing():
    assert reach([]) == Reach()
