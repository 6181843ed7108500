"""What every game inherits: texts, layouts, choices, refusals, equality; on a game of the smallest kind."""

from __future__ import annotations

import pickle

import pytest

from pavage.game import (
    CHANCE,
    Game,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Refusal,
    Unreadable,
    winner_takes_all,
)
from pavage.options import BadOption, Whole
from pavage.tiling import tiling


class Pairs(Game[Position]):
    """Take two neighbours in a row of four, or pass: it writes its four methods and inherits the rest."""

    name = "pairs"
    colours = ("red", "blue")
    declared = (
        Whole("players", 2, "players", "joueurs", 1, 3),
        Whole("cells", 4, "cells", "cases", 2, 9),
    )

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling(f"S{self.options['cells']}x1")
        self.buttons = ("pass",)

    def start(self) -> Position:
        return Position(bytes(len(self.tiling)), 0)

    def moves(self, position: Position) -> list[Move]:
        pairs = [(c, c + 1) for c in range(len(position.board) - 1) if not any(position.board[c : c + 2])]
        return [*pairs, (len(self.tiling),)] if pairs else []

    def play(self, position: Position, move: Move) -> Position:
        board = bytearray(position.board)
        for cell in self.cells_of(move):
            board[cell] = position.turn + 1
        return Position(bytes(board), 1 - position.turn)

    def outcome(self, position: Position) -> Outcome | None:
        return None if self.moves(position) else Outcome((1.0, 0.0), "stuck")


GAME = Pairs()
START = GAME.start()


def test_games_are_equal_by_kind_and_options_and_travel_by_pickle() -> None:
    assert Pairs() == Pairs(cells=4) != Pairs(cells=5)
    assert hash(Pairs()) == hash(Pairs(cells=4)) != hash(Pairs(cells=5))
    assert Pairs() != "pairs" and {Pairs(): 1}[Pairs(cells="4")] == 1

    class Others(Pairs):
        pass

    assert Others() != Pairs() and hash(Others()) != hash(Pairs())
    again = pickle.loads(pickle.dumps(Pairs(cells=7)))
    assert type(again) is Pairs and again.options == {"players": 2, "cells": 7} and len(again.tiling) == 7


def test_two_play_unless_an_option_says_otherwise() -> None:
    assert Pairs().players == 2 and Pairs(players=3).players == 3

    class Undeclared(Pairs):
        declared = (Pairs.declared[1],)

    assert Undeclared().players == 2


def test_the_default_gate_asks_the_list_of_moves() -> None:
    assert GAME.refusal(START, (1, 2)) is None and GAME.refusal(START, (4,)) is None
    assert GAME.refusal(START, (2, 1)) == Refusal("not_a_move", (2, 1))
    assert GAME.refusal(START, (3, 4, -1, 0)) == Refusal("not_a_move", (3, 0)), "cells only"
    over = GAME.setup("red:b1,c1 turn:2")
    assert GAME.refusal(over, (0, 1)) == Refusal("over")


def test_what_may_be_touched_next() -> None:
    assert GAME.choices(START, ()) == [0, 1, 2, 4]
    assert GAME.choices(START, (1,)) == [2]
    assert GAME.choices(START, (1, 2)) == GAME.choices(START, (3,)) == GAME.choices(START, (4,)) == []


def test_chance_is_even_and_seats_have_their_own_colours_unless_a_game_says_otherwise() -> None:
    assert GAME.chances(START) == [1.0] * 4
    assert [GAME.colour(START, seat) for seat in range(2)] == [0, 1]


def test_moves_are_written_and_read() -> None:
    assert GAME.sites == ("a1", "b1", "c1", "d1", "pass")
    assert GAME.write(START, (1, 2)) == "b1-c1" and GAME.write(START, (4,)) == "pass"
    assert GAME.read(START, "  B1 - c1 ") == (1, 2) and GAME.read(START, "PASS") == (4,)


def test_a_text_that_names_no_site_is_quoted() -> None:
    with pytest.raises(Unreadable, match="cannot read 'b1-Z9': unknown_cell") as caught:
        GAME.read(START, "b1-Z9")
    assert (caught.value.text, caught.value.key) == ("b1-Z9", "unknown_cell")
    assert caught.value.values == {"text": "b1-Z9", "word": "z9"}
    with pytest.raises(Unreadable) as caught:
        GAME.site(" q7 ")
    assert caught.value.text == " q7 " and caught.value.values["word"] == "q7"


def test_layouts_name_every_colour_in_turn_and_are_read_back() -> None:
    position = Position(bytes([1, 0, 2, 1]), 1)
    assert GAME.layout(position) == "red:a1,d1 blue:c1 turn:2"
    assert GAME.setup(GAME.layout(position)) == position
    assert GAME.layout(START) == "turn:1" and GAME.setup("") == START
    chance = Position(bytes(4), CHANCE)
    assert GAME.layout(chance) == "turn:chance" and GAME.setup("TURN:Chance") == chance
    assert Pairs(players=3).setup("turn:3").turn == 2


@pytest.mark.parametrize(
    ("text", "key", "word"),
    [
        ("red:a1 blue:a1", "cell_twice", "a1"),
        ("red:pass", "cell_twice", "pass"),
        ("red:a1,z9", "unknown_cell", "z9"),
        ("green:a1", "unknown_word", "green:a1"),
        ("red:", "unknown_word", "red:"),
        ("turn:0", "unknown_word", "turn:0"),
        ("turn:3", "unknown_word", "turn:3"),
        ("first second", "unknown_word", "first"),
    ],
)
def test_layouts_that_cannot_be_read_say_which_word(text: str, key: str, word: str) -> None:
    with pytest.raises(Unreadable) as caught:
        GAME.setup(text)
    assert (caught.value.text, caught.value.key, caught.value.values["word"]) == (text, key, word)


def test_a_game_reads_the_words_that_are_its_own() -> None:
    assert GAME.read_layout("swapped blue:b1 turn:2 komi:3") == (
        bytes([0, 2, 0, 0]),
        1,
        ["swapped", "komi:3"],
    )


def test_options_are_inherited_and_a_class_may_list_all_of_its_own() -> None:
    class With(Pairs):
        komi = Whole("komi", 0, "points", "points", 0, 9)

    class Further(With):
        size = Whole("size", 3, "cells", "cases", 3, 9)

    class Listed(Further):
        declared = (Whole("stones", 1, "stones", "pions", 1, 9),)

    class Below(Listed):
        size = Whole("size", 3, "cells", "cases", 3, 9)

    for kind, names in (
        (With, ["players", "cells", "komi"]),
        (Further, ["players", "cells", "komi", "size"]),
        (Listed, ["stones"]),
        (Below, ["stones", "size"]),
    ):
        assert [option.name for option in kind.declared] == names


def test_an_illegal_move_tells_what_and_why() -> None:
    refused = IllegalMove("b1-c1", Refusal("taken", (1,)))
    assert str(refused) == "illegal move 'b1-c1': taken"
    assert (refused.text, refused.refusal) == ("b1-c1", Refusal("taken", (1,), ()))


def test_the_winner_takes_all() -> None:
    assert winner_takes_all(3, 1) == (0.0, 1.0, 0.0)


def test_what_a_game_is_unless_it_says_otherwise() -> None:
    assert (Game.version, Game.declared, Game.presets, Game.buttons) == (1, (Game.players,), {}, ())
    assert Game.colours == ("red", "blue", "yellow", "green", "violet", "pink")
    assert CHANCE == -1 and Outcome((1.0,), "alone").cells == ()
    assert Game.draws is True
    game = Pairs(cells=5)
    assert game.again() is game


def test_a_wrong_option_says_of_which_game() -> None:
    with pytest.raises(BadOption) as caught:
        Pairs(cells=1)
    assert caught.value.game == "pairs"

    class Two(Pairs):
        declared = (Game.declared[0], Pairs.declared[1])

    with pytest.raises(BadOption, match="players"):
        Two(players=3)
