"""Options: declared once, read from texts, refused with what they take."""

import pytest

from pavage.games.hex import Hex
from pavage.options import BadOption, Board, Choice, Switch, Whole, read_options
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
        ({"board": "Q9"}, "bad_value", "R<n>"),
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
