"""Options: declared once, read from texts, refused with what they take."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pavage.game import Game, Move, Outcome, Position
from pavage.games.hex import Hex
from pavage.games.hexadames import HexaDames
from pavage.games.polygo import HexaGo, PolyGo
from pavage.options import BadOption, Board, Choice, Numbers, Switch, Whole, read_options
from pavage.registry import games
from pavage.server.new_game.tilings import SAMPLES, kinds
from pavage.tiling import tiling

DECLARED = (
    Whole("size", 5, "size", "taille", 2, 9),
    Choice("mode", "soft", "mode", "manière", ("soft", "hard")),
    Switch("loud", False, "loud", "fort"),
    Board("board", "H3", "board", "plateau"),
)
PRESETS = {"big": {"size": 9, "loud": True}}


def test_defaults_presets_and_what_is_given() -> None:
    assert read_options(DECLARED, PRESETS, {}) == {"size": 5, "mode": "soft", "loud": False, "board": "H3"}
    given = {"preset": "big", "size": "4", "mode": "HARD"}
    assert read_options(DECLARED, PRESETS, given) == {"size": 4, "mode": "hard", "loud": True, "board": "H3"}


def test_a_board_is_a_code_or_a_tiling() -> None:
    drawn = tiling("T3")
    assert read_options(DECLARED, PRESETS, {"board": drawn})["board"] is drawn
    assert read_options(DECLARED, PRESETS, {"board": "s3X4"})["board"] == "S3x4"


@pytest.mark.parametrize(
    ("given", "key", "takes"),
    [
        ({"size": 99}, "bad_value", "2..9"),
        ({"size": "1"}, "bad_value", "2..9"),
        ({"size": "five"}, "bad_value", "2..9"),
        ({"size": "٣"}, "bad_value", "2..9"),
        ({"size": True}, "bad_value", "2..9"),
        ({"size": 3.5}, "bad_value", "2..9"),
        ({"mode": "wild"}, "bad_value", "soft, hard"),
        ({"loud": "perhaps"}, "bad_value", "on, off"),
        ({"board": "Q9"}, "tiling.unknown_code", "R<n>"),
        ({"sise": 7}, "unknown_option", "size, mode"),
        ({"preset": "huge"}, "unknown_preset", "big"),
    ],
)
def test_bad_values_are_named_with_what_would_be_right(
    given: dict[str, object], key: str, takes: str
) -> None:
    with pytest.raises(BadOption) as caught:
        read_options(DECLARED, PRESETS, given)
    assert caught.value.key == key and takes in caught.value.takes


def test_games_are_equal_if_their_options_are() -> None:
    assert Hex(size=7) == Hex(size="7") != Hex(size=8)
    assert hash(Hex(size=7)) == hash(Hex(size="7"))


def test_an_option_is_itself_on_the_class_and_its_value_on_a_game() -> None:
    assert isinstance(Hex.size, Whole) and Hex.size.high == 26
    game = Hex(size="7", no_centre="on")
    assert game.size == 7 and game.no_centre is True and game.swap == "colours" and game.players == 2


def test_options_are_declared_in_order_and_replaced_in_place() -> None:
    assert [option.name for option in Hex.declared] == ["players", "size", "swap", "first", "no_centre"]
    assert isinstance(HexaDames.declared[0], Numbers) and HexaDames.declared[0].name == "players"
    assert [option.name for option in HexaGo.declared] == [option.name for option in PolyGo.declared]
    assert (HexaGo.board.default, PolyGo.board.default) == ("H5", "S7x7")
    assert HexaGo().players == 3 and HexaGo(mixed="remove").mixed == "remove"


class Listed(Game[Position]):
    """A game of a package that lists its options; none of them says how many play."""

    declared = (Whole("size", 5, "size", "taille", 2, 9),)

    def start(self) -> Position:
        return Position(b"", 0)

    def moves(self, position: Position) -> Sequence[Move]:
        return ()

    def play(self, position: Position, move: Move) -> Position:
        return position

    def outcome(self, position: Position) -> Outcome:
        return Outcome((0.5, 0.5), "full")


class Larger(Listed):
    size = Whole("size", 7, "size", "taille", 2, 9)
    loud = Switch("loud", False, "loud", "fort")


def test_a_list_of_options_is_taken_as_it_is_and_can_be_added_to() -> None:
    assert [option.name for option in Listed.declared] == ["size"]
    assert [(option.name, option.default) for option in Larger.declared] == [("size", 7), ("loud", False)]
    made = Larger(size=3)
    assert made.size == 3 and made.players == 2 and made.options == {"size": 3, "loud": False}


def test_a_type_checker_knows_the_type_of_every_option(tmp_path: Path) -> None:
    typed = tmp_path / "typed.py"
    typed.write_text(
        "from typing import assert_type\n"
        "from pavage.games.hex import Hex\n"
        "from pavage.games.polygo import HexaGo\n"
        "from pavage.options import Whole\n"
        "from pavage.tiling import Tiling\n"
        "assert_type(Hex(size=5).size, int)\n"
        "assert_type(Hex().swap, str)\n"
        "assert_type(Hex().no_centre, bool)\n"
        "assert_type(Hex().players, int)\n"
        "assert_type(HexaGo().board, str | Tiling)\n"
        "assert_type(Hex.size, Whole)\n"
        "assert_type(Hex().swap, int)\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", str(typed)]
    said = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1]).stdout
    assert "Found 1 error" in said and "typed.py:12" in said, said


def test_squares_are_understood_as_people_write_them() -> None:
    for text in ("14x14", "14×14", "s14X14"):
        assert games()["tetrago"](board=text).options["board"] == "S14x14"


def test_every_tiling_of_the_gallery_can_be_played() -> None:
    found = kinds("polygo")
    assert list(found) == list(SAMPLES)
    assert all(len(codes) > 2 for codes in found.values())
    assert kinds("blocs") == {}
    assert games()["tetrago"].board.offered == ("S6x6", "S7x7", "S12x12", "S14x14")
