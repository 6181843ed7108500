"""One test for all games: whatever is in the registry, ours or another's, keeps the promises of game.py."""

import re
from importlib.resources import files

import pytest
from conformance import board_option, check_any_board, check_game, made, variants
from conftest import full

from pavage.games.hex.rules import Hex
from pavage.options import BadOption
from pavage.registry import OURS, board_of, folder, games
from pavage.tiling import tiling
from pavage.words import LANGUAGES, words

EVERY = [(name, options) for name in games() for options in variants(games()[name])]


@pytest.mark.parametrize(("name", "options"), EVERY, ids=[f"{name}-{options}" for name, options in EVERY])
def test_keeps_its_promises(name: str, options: dict[str, object]) -> None:
    check_game(games()[name], options, seed=7, matches=max(1, full(15)))


@pytest.mark.parametrize("name", [name for name in games() if board_option(games()[name])])
def test_plays_on_a_board_of_the_user(name: str) -> None:
    check_any_board(games()[name], tiling("T5"))


@pytest.mark.parametrize("name", games())
def test_is_registered_under_its_own_name(name: str) -> None:
    assert games()[name].name == name


@pytest.mark.parametrize("name", games())
def test_has_rules_and_texts_in_both_languages(name: str) -> None:
    for language in LANGUAGES:
        rules = (files(folder(games()[name])) / f"rules.{language}.md").read_text(encoding="utf-8")
        assert rules.startswith("# ") and len(rules) > 200
        for key in ("title", "summary", "prompt"):
            assert words(language).has(f"{name}.{key}")


@pytest.mark.parametrize("name", OURS)
def test_our_rules_pages_name_every_option(name: str) -> None:
    """But for players and size, which are fixed in some games."""
    options = {option.name for option in games()[name].declared} - {"players", "size"}
    for language in LANGUAGES:
        rules = (files(folder(games()[name])) / f"rules.{language}.md").read_text(encoding="utf-8")
        assert {option for option in options if f"`{option}`" not in rules} == set()


@pytest.mark.parametrize("name", games())
def test_pictures_in_the_rules_are_positions_of_the_game(name: str) -> None:
    """Both languages show the same positions, and each can be set up."""
    shown = []
    for language in LANGUAGES:
        rules = (files(folder(games()[name])) / f"rules.{language}.md").read_text(encoding="utf-8")
        pictures = re.findall(r"```position\n(.*?)```", rules, re.DOTALL)
        shown.append([[line for line in p.splitlines() if not line.startswith("caption:")] for p in pictures])
    assert shown[0] == shown[1]
    for first, layout, *rest in shown[0]:
        game_name, *options = first.split()
        game = games()[game_name](**dict(option.split("=", 1) for option in options))
        assert game.layout(game.setup(layout))
        for line in rest:
            assert line.startswith("mark:")
            for cell in line.removeprefix("mark:").split(","):
                assert cell in game.tiling.index


@pytest.mark.parametrize("name", games())
def test_options_are_explained_in_both_languages(name: str) -> None:
    for option in games()[name].declared:
        assert option.en and option.fr and option.en != option.fr
        assert option.read(option.write(option.read(option.default))) == option.read(option.default)
        assert option.takes()


@pytest.mark.parametrize("name", games())
def test_the_board_can_be_drawn(name: str) -> None:
    board = board_of(games()[name]())
    assert board.unit > 0 and all(radius > 0 for radius in board.radii)


class Fussy(Hex):
    """Hex that is played mirrored on one size only, and never without a centre."""

    name = "fussy"

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        if self.options["swap"] == "mirror" and (self.options["size"], self.options["first"]) != (2, "blue"):
            raise BadOption("bad_value", "swap", "mirror", "colours, none")
        if self.options["no_centre"]:
            raise BadOption("bad_value", "no_centre", "on", "off")


def test_a_variant_is_made_with_the_options_that_it_needs() -> None:
    assert made(Fussy, {"swap": "mirror"}).options == Hex(size=2, swap="mirror", first="blue").options


def test_a_variant_that_cannot_be_made_is_no_success() -> None:
    with pytest.raises(BadOption, match="no_centre"):
        check_game(Fussy, {"no_centre": True}, seed=7, matches=1)
