"""HexaDames: the test positions of docs/rules.md section 6 by number, chains, options, its players."""

import random

import pytest
from conformance import check_game

from pavage.game import IllegalMove, Refusal, Unreadable
from pavage.games.hexadames import HexaDames, HexaDamesPosition
from pavage.games.hexadames.evaluation import evaluate, order
from pavage.match import Match
from pavage.options import BadOption
from pavage.players.levels import computer
from pavage.registry import board_of, scene_of
from pavage.scene import Moment
from pavage.words import words


def legal(game: HexaDames, position: HexaDamesPosition) -> set[str]:
    return {game.write(position, move) for move in game.moves(position)}


def after(game: HexaDames, position: HexaDamesPosition, text: str) -> HexaDamesPosition:
    """Played through the gate."""
    match = Match(game, start=position)
    match.play(game.read(position, text))
    return match.position


def why(game: HexaDames, position: HexaDamesPosition, text: str) -> str | None:
    refusal = game.refusal(position, game.read(position, text))
    return refusal.key if refusal else None


def men(game: HexaDames, seat: int) -> set[str]:
    board = game.start().board
    return {game.sites[cell] for cell, code in enumerate(board) if code == seat + 1}


# --- the positions of docs/rules.md


def test_6_1_setup() -> None:
    game = HexaDames(size=4)
    assert men(game, 0) == {"d1", "e1", "f1", "g1"}
    assert men(game, 1) == {"g4", "f5", "e6", "d7"}
    assert men(game, 2) == {"a7", "a6", "a5", "a4"}
    assert len(game.moves(game.start())) == 8
    assert len(HexaDames().moves(HexaDames().start())) == 10
    game = HexaDames(players=6)
    assert men(game, 0) == {"f1", "g1", "h1"}
    assert len(game.moves(game.start())) == 6


def test_6_2_capture_optional_or_mandatory() -> None:
    text = "red:c2 blue:c3 turn:1"
    game = HexaDames(size=3)
    assert legal(game, game.setup(text)) == {"c2-b3", "c2xc4"}
    game = HexaDames(size=3, capture="mandatory")
    assert legal(game, game.setup(text)) == {"c2xc4"}
    assert why(game, game.setup(text), "c2-b3") == "hexadames.must_jump"


def test_6_3_chains() -> None:
    text = "red:d2 blue:d3 yellow:d5 turn:1"
    game = HexaDames(size=4)
    position = game.setup(text)
    assert legal(game, position) == {"d2-c3", "d2xd4", "d2xd4xd6"}
    assert after(game, position, "d2xd4").taken == (1, 0, 0)
    assert after(game, position, "d2xd4xd6").taken == (2, 0, 0)
    game = HexaDames(size=4, capture="mandatory")
    assert legal(game, game.setup(text)) == {"d2xd4xd6"}
    assert why(game, game.setup(text), "d2xd4") == "hexadames.must_go_on"


@pytest.mark.parametrize("word", ["b4-a5", "b4-b5"])
def test_6_4_home(word: str) -> None:
    game = HexaDames(size=3)
    position = game.setup("red:b4 blue:e2 turn:1")
    assert legal(game, position) == {"b4-a5", "b4-b5"}
    position = after(game, position, word)
    assert position.home == (1, 0, 0) and 1 not in position.board


def test_6_5_who_cannot_move_is_skipped() -> None:
    game = HexaDames(size=3)
    position = game.setup("red:c4 blue:c5 yellow:b5 turn:1")
    assert position.turn == 1
    assert {"c5xa5", "c5xc3"} <= legal(game, position)


# --- chains of jumps


def test_stopping_a_chain_is_a_button() -> None:
    game = HexaDames(size=4)
    position = game.setup("red:d2 blue:d3 yellow:d5 turn:1")
    d2, d4, d6, done = (game.site(name) for name in ("d2", "d4", "d6", "done"))
    assert set(game.moves(position)) == {(d2, game.site("c3")), (d2, d4, done), (d2, d4, d6)}
    assert game.choices(position, (d2, d4)) == sorted([d6, done])
    assert game.read(position, "d2xd4") == (d2, d4, done)
    assert game.write(position, (d2, d4, done)) == "d2xd4"
    assert game.refusal(position, (d2, d4)) == Refusal("hexadames.stop_or_go_on", (d4,))
    assert game.refusal(position, (d2, d4, d6, done)).key == "not_a_move"
    assert game.refusal(position, (d2, done)).key == "not_a_move"
    assert HexaDames(capture="mandatory").buttons == ()


def test_a_chain_may_use_its_own_start_and_the_cells_of_the_captured() -> None:
    """Round a triangle back to where it began: the start counts as empty, and so do those just taken."""
    game = HexaDames(size=5, capture="mandatory")
    position = game.setup("red:e4 blue:e5,d6 yellow:d5 turn:1")
    assert {"e4xe6xc6xe4", "e4xc6xe6xe4"} <= legal(game, position), "either way round"
    over = after(game, position, "e4xe6xc6xe4")
    assert game.layout(over).startswith("red:e4") and over.taken == (3, 0, 0)


def test_no_enemy_is_jumped_twice() -> None:
    game = HexaDames(size=5)
    position = game.setup("red:e4 blue:e5 turn:1")
    assert legal(game, position) == {"e4-d5", "e4xe6"}
    assert why(game, position, "e4xe6xe4") == "hexadames.no_enemy"


def test_a_man_that_reaches_his_goal_jumps_no_further() -> None:
    game = HexaDames(size=3, capture="mandatory")
    position = game.setup("red:c3 blue:c4 yellow:b5 turn:1")
    assert legal(game, position) == {"c3xc5"}
    assert why(game, position, "c3xc5xa5") == "hexadames.arrived"
    over = after(game, position, "c3xc5")
    assert over.home == (1, 0, 0) and over.taken == (1, 0, 0) and 1 not in over.board


def test_own_men_are_not_jumped() -> None:
    game = HexaDames(size=5)
    position = game.setup("red:e4,e5 blue:i5 turn:1")
    assert why(game, position, "e4xe6") == "hexadames.no_enemy"
    assert not any("x" in word for word in legal(game, position))


def test_jumps_go_backwards_unless_the_option_says_no() -> None:
    text = "red:e5 blue:e4,e6 turn:1"
    game = HexaDames()
    assert {"e5xe3", "e5xe7"} <= legal(game, game.setup(text))
    game = HexaDames(jumps="forward")
    assert "e5xe3" not in legal(game, game.setup(text)) and "e5xe7" in legal(game, game.setup(text))
    assert why(game, game.setup(text), "e5xe3") == "hexadames.jump_backward"


# --- turns and the end


def test_the_turn_passes_to_the_next_who_can_move() -> None:
    game = HexaDames(size=3)
    position = game.setup("red:c4,d1 blue:b5 yellow:a3 turn:1")
    assert after(game, position, "d1-d2").turn == 1
    alone = game.setup("red:c2 yellow:a4 turn:1")
    assert after(game, alone, "c2-c3").turn == 2, "Blue has no men"
    alone = game.setup("red:c2 turn:1")
    assert after(game, alone, "c2-c3").turn == 0, "nobody else is left"


def test_most_men_home_wins_then_captures_then_it_is_shared() -> None:
    game = HexaDames(size=3)
    for home, taken, returns, reason in (
        ("2,1,1", "0,3,3", (1, 0, 0), "home"),
        ("1,1,0", "0,1,5", (0, 1, 0), "captures"),
        ("1,1,0", "2,2,5", (0.5, 0.5, 0), "tie"),
        ("1,1,1", "2,2,2", (1 / 3, 1 / 3, 1 / 3), "tie"),
    ):
        outcome = game.outcome(game.setup(f"turn:1 home:{home} taken:{taken}"))
        assert outcome.returns == returns and outcome.reason == reason
    assert game.refusal(game.setup("turn:1"), (0, 1)) == Refusal("over")


def test_men_that_block_each_other_end_the_game() -> None:
    game = HexaDames(size=3, players=2, arrival="stay", jumps="forward")
    stuck = game.setup("red:a4,b5,a5 turn:1 home:2,0")
    assert game.outcome(stuck).returns == (1, 0)
    assert not game.moves(stuck)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 3},
        {"players": 6},
        {"preset": "lively", "players": 2},
        {"steps": "forward+side"},
        {"arrival": "stay", "jumps": "forward"},
    ],
    ids=str,
)
def test_random_games_end_and_lose_no_man(options: dict[str, object]) -> None:
    """Every man is on the board, at home or captured; forward games are bounded by the rows."""
    game, dice = HexaDames(**options), random.Random(1)
    total = len(game.tiling) - game.start().board.count(0)
    for _ in range(10):
        position, plies = game.start(), 0
        while game.outcome(position) is None:
            position = game.play(position, dice.choice(game.moves(position)))
            plies += 1
            on_board = len(game.tiling) - position.board.count(0)
            gone = 0 if game.stay else sum(position.home)
            assert on_board + sum(position.taken) + gone == total
            assert plies < 10_000 and (game.sideways or not position.quiet)


# --- options


def test_other_numbers_of_players_are_refused() -> None:
    for players in (4, 5):
        with pytest.raises(BadOption) as caught:
            HexaDames(players=players)
        assert caught.value.option == "players"


def test_options_that_do_not_go_together_are_refused() -> None:
    for options, key, option, given, takes in (
        ({"players": 6, "size": 3}, "hexadames.small_board", "size", 3, "10"),
        ({"rows": 2, "size": 3}, "hexadames.small_board", "size", 3, "10"),
        ({"players": 6, "rows": 2}, "hexadames.rows_of_six", "rows", 2, "1"),
        ({"size": 11}, "bad_value", "size", 11, "2..10"),
    ):
        with pytest.raises(BadOption) as caught:
            HexaDames(**options)
        refused = caught.value
        assert (refused.key, refused.option) == (key, option)
        assert (refused.value, refused.takes) == (given, takes)
    assert HexaDames(size=4, players=6).players == 6 and HexaDames(size=4, rows=2).rows == 2
    assert HexaDames(size=3, players=2).players == 2


def test_options_and_what_they_take() -> None:
    """Names, defaults and values are a promise to records and links."""
    assert {option.name: (option.default, option.takes()) for option in HexaDames.declared} == {
        "players": (3, "2, 3, 6"),
        "size": (5, "2..10"),
        "rows": (1, "1..2"),
        "capture": ("optional", "optional, mandatory"),
        "jumps": ("all", "all, forward"),
        "steps": ("forward", "forward, forward+side"),
        "arrival": ("home", "home, stay"),
    }
    assert HexaDames.presets == {"lively": {"rows": 2, "capture": "mandatory"}}
    assert HexaDames().start() == HexaDamesPosition(HexaDames().start().board, 0, (0, 0, 0), (0, 0, 0), 0)
    assert HexaDames().buttons == ("done",)


def test_six_players_start_from_six_sides() -> None:
    game = HexaDames(players=6)
    board = game.start().board
    starts = [{cell for cell, code in enumerate(board) if code == seat + 1} for seat in range(6)]
    assert starts == [set(side[1:-1]) for side in game.tiling.sides], "in the order of the sides"
    assert all(len(men) == 3 for men in starts)


def test_two_rows() -> None:
    for size, count in ((4, 9), (5, 11)):
        for players in (2, 3):
            game = HexaDames(size=size, players=players, rows=2)
            board = game.start().board
            assert [board.count(seat + 1) for seat in range(players)] == [count] * players
    assert {"d2", "e2", "f2", "g2", "c2"} < men(HexaDames(size=4, rows=2), 0)


def test_the_lively_preset() -> None:
    game = HexaDames(preset="lively", players=2)
    assert game.rows == 2 and game.mandatory
    assert game.options["jumps"] == "all"


def test_steps_sideways() -> None:
    text = "red:e5 blue:a9 turn:1"
    game = HexaDames()
    assert legal(game, game.setup(text)) == {"e5-e6", "e5-d6"}
    assert why(game, game.setup(text), "e5-f5") == "hexadames.backward"
    game = HexaDames(steps="forward+side")
    assert legal(game, game.setup(text)) == {"e5-e6", "e5-d6", "e5-f5", "e5-d5"}
    blue = game.setup("blue:e5 turn:2")
    assert legal(game, blue) == {"e5-d5", "e5-e4", "e5-d6", "e5-f4"}


def test_two_hundred_quiet_plies_end_a_game_with_sidesteps() -> None:
    game = HexaDames(steps="forward+side")
    position = game.setup("red:e5 blue:c4 turn:1 quiet:199 home:0,1,0")
    assert game.outcome(position) is None
    over = after(game, position, "e5-f5")
    assert game.outcome(over).reason == "quiet_home" and game.outcome(over).returns == (0, 1, 0)
    assert not game.moves(over)
    position = game.setup("red:e5,e8 blue:e6 turn:1 quiet:199")
    assert after(game, position, "e5xe7").quiet == 0, "a capture"
    assert after(game, position, "e8-e9").quiet == 0, "an arrival"
    plain = HexaDames()
    assert after(plain, plain.setup("red:e5 blue:c4 turn:1"), "e5-e6").quiet == 0
    with pytest.raises(Unreadable):
        plain.setup("red:e5 turn:1 quiet:3")


def test_men_that_stay_block_and_are_safe() -> None:
    game = HexaDames(size=3, arrival="stay")
    position = after(game, game.setup("red:b4 blue:e3 turn:1"), "b4-b5")
    assert position.home == (1, 0, 0) and position.board[game.site("b5")] == 1
    position = game.setup("red:b5 blue:c5 turn:2 home:1,0,0")
    assert why(game, position, "c5xa5") == "hexadames.safe"
    assert "c5xa5" not in legal(game, position)
    assert game.refusal(position, (game.site("b5"), game.site("a5"))).key == "hexadames.not_yours"
    position = game.setup("red:b5,c3 blue:e3 turn:1 home:1,0,0")
    assert game.refusal(position, (game.site("b5"), game.site("a5"))).key == "hexadames.arrived"
    position = game.setup("red:b5,b4 blue:e3 turn:1 home:1,0,0")
    assert legal(game, position) == {"b4-a5"}


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 6},
        {"size": 2},
        {"size": 4, "rows": 2, "capture": "mandatory", "jumps": "forward"},
        {"size": 3, "steps": "forward+side", "arrival": "stay"},
        {"size": 4, "players": 2, "rows": 2},
    ],
    ids=str,
)
def test_keeps_the_promises_of_a_game(options: dict[str, object]) -> None:
    check_game(HexaDames, options, seed=11, matches=4)


# --- refusals and texts


def test_refusals_say_why() -> None:
    game = HexaDames()
    position = game.setup("red:e4,f4 blue:e5 turn:1")
    site = game.site
    for text, key in (
        ("a5-a6", "hexadames.no_man"),
        ("e5-e4", "hexadames.not_yours"),
        ("e4-e5", "taken"),
        ("e4-e3", "hexadames.backward"),
        ("e4-e8", "hexadames.too_far"),
        ("e4xe6xe9", "hexadames.too_far"),
        ("e4xg4", "hexadames.no_enemy"),
        ("e4-d5-d6", "not_a_move"),
        ("e4xe6", None),
    ):
        assert why(game, position, text) == key, text
    assert game.refusal(position, (site("e4"),)).key == "hexadames.where_to"
    for nonsense in ((), (-1,), (99,), (site("done"),), (site("done"), 0)):
        assert game.refusal(position, nonsense).key == "not_a_move"
    blocked = game.setup("red:e4 blue:e5,e6 turn:1")
    assert why(game, blocked, "e4xe6") == "taken"
    with pytest.raises(IllegalMove):
        Match(game, start=position).play((site("e4"), site("e3")))


PLAIN = "red:e4,f4 blue:e5 turn:1"
CHAIN = "red:d2 blue:d3 yellow:d5 turn:1"


@pytest.mark.parametrize(
    ("options", "layout", "touched", "key", "cells", "named"),
    [
        ({}, PLAIN, "a5 a6", "hexadames.no_man", "a5", "a5"),
        ({}, PLAIN, "e5 e4", "hexadames.not_yours", "e5", "e5"),
        ({}, PLAIN, "e4 e5", "taken", "e5", "e5"),
        ({}, PLAIN, "e4 e3", "hexadames.backward", "e3", "e3"),
        ({}, PLAIN, "e4 e3 done", "hexadames.backward", "e3", "e3"),
        ({}, PLAIN, "e4 e8", "hexadames.too_far", "e8", "e8"),
        ({}, PLAIN, "e4 e6 e9", "hexadames.too_far", "e9", "e9"),
        ({}, PLAIN, "e4 e6 e8", "hexadames.no_enemy", "e7", "e7"),
        ({}, PLAIN, "e4 g4", "hexadames.no_enemy", "f4", "f4"),
        ({}, PLAIN, "e4 d5 d6", "not_a_move", "e4 d5 d6", ""),
        ({}, PLAIN, "e4 done", "not_a_move", "e4", ""),
        ({}, PLAIN, "e4", "hexadames.where_to", "e4", ""),
        ({}, PLAIN, "done e4", "not_a_move", "e4", ""),
        ({}, "red:e4 blue:e5,e6 turn:1", "e4 e6", "taken", "e6", "e6"),
        ({"jumps": "forward"}, "red:e5 blue:e4 turn:1", "e5 e3", "hexadames.jump_backward", "e3", "e3"),
        ({"size": 3}, "red:c3 blue:c4 yellow:b5 turn:1", "c3 c5 a5", "hexadames.arrived", "c5", "c5"),
        ({"size": 3, "arrival": "stay"}, "red:b5 blue:c5 turn:2", "c5 a5", "hexadames.safe", "b5", "b5"),
        ({"size": 3, "arrival": "stay"}, "red:b5,c3 turn:1", "b5 a5", "hexadames.arrived", "b5", "b5"),
        ({"size": 4}, CHAIN, "d2 d4", "hexadames.stop_or_go_on", "d4", ""),
        ({}, "red:e3 blue:e4,e6,e8 turn:1", "e3 e5 e7", "hexadames.stop_or_go_on", "e7", ""),
        ({"size": 4}, CHAIN, "d2 d4 d6 done", "not_a_move", "d2 d4 d6", ""),
        ({"size": 4, "capture": "mandatory"}, CHAIN, "d2 d4", "hexadames.must_go_on", "d4", ""),
        ({"size": 4, "capture": "mandatory"}, CHAIN, "d2 c3", "hexadames.must_jump", "", ""),
    ],
)
def test_refusals_show_where(
    options: dict[str, object], layout: str, touched: str, key: str, cells: str, named: str
) -> None:
    """The cells that a page marks, and the one that the sentence names."""
    game = HexaDames(**options)
    refusal = game.refusal(game.setup(layout), tuple(map(game.site, touched.split())))
    values = (("cell", named),) if named else ()
    assert refusal == Refusal(key, tuple(map(game.site, cells.split())), values)


def test_notation() -> None:
    game = HexaDames(size=4)
    position = game.setup("red:d2 blue:d3 yellow:d5 turn:1")
    assert game.read(position, " D2XD4XD6 ") == tuple(game.site(name) for name in ("d2", "d4", "d6"))
    assert game.write(position, game.read(position, "d2-c3")) == "d2-c3"
    for bad in ("", "d2", "d2xz9", "d2-", "done", "d2xd4-done"):
        if bad == "d2":
            assert game.refusal(position, game.read(position, bad)).key == "hexadames.where_to"
            continue
        with pytest.raises(Unreadable):
            game.read(position, bad)


def test_layout_and_setup() -> None:
    game = HexaDames(size=4, steps="forward+side")
    text = "red:d2 blue:d3 yellow:d5 turn:3 home:1,0,2 taken:0,3,0 quiet:12"
    assert game.layout(game.setup(text)) == text
    for bad in (
        "red:d2 home:1,2",
        "red:d2 home:x,1,2",
        "red:d2 taken:1",
        "red:d2 quiet:-1",
        "red:d2 hello",
        "red:d2 green:d3",
        "red:d7 turn:1",
    ):
        with pytest.raises(Unreadable):
            game.setup(bad)


@pytest.mark.parametrize(
    ("text", "key", "word"),
    [
        ("red:d2 home:1,2", "unknown_word", "home:1,2"),
        ("red:d2 taken:1,2,3,4", "unknown_word", "taken:1,2,3,4"),
        ("red:d2 home:1000,0,0", "unknown_word", "home:1000,0,0"),
        ("red:d2 turn:1 quiet:1000", "unknown_word", "quiet:1000"),
        ("red:d2 taken", "unknown_word", "taken"),
        ("red:d2 green:d3", "hexadames.colours", None),
        ("red:d4 green:d3,c4,e4,d5,c3,e5,e3,c5", "hexadames.colours", None),  # none but a jump over them
        ("red:d7 turn:1", "hexadames.gone", "d7"),
    ],
)
def test_layouts_that_are_refused_say_why(text: str, key: str, word: str | None) -> None:
    game = HexaDames(size=4, steps="forward+side")
    with pytest.raises(Unreadable) as caught:
        game.setup(text)
    assert (caught.value.text, caught.value.key, caught.value.values.get("word")) == (text, key, word)


def test_texts_that_name_no_cell_are_quoted() -> None:
    game = HexaDames(size=4)
    with pytest.raises(Unreadable) as caught:
        game.read(game.start(), "D2xZ9")
    assert caught.value.values == {"text": "D2xZ9", "word": "z9"} and caught.value.key == "unknown_cell"
    position = game.setup("red:d2 blue:d3 turn:1 home:0,0,2")
    assert game.layout(position) == "red:d2 blue:d3 turn:1 home:0,0,2"
    assert game.read(position, "d2xd4") == (game.site("d2"), game.site("d4")), "nothing to go on to"
    assert game.write(position, game.read(position, "d2xd4")) == "d2xd4"


# --- what is shown


def test_the_scene_counts_men() -> None:
    game = HexaDames(size=3, arrival="stay")
    position = game.setup("red:b5,c2 blue:c3 turn:1 home:1,0,0 taken:0,2,0")
    scene = scene_of(game, Moment(position))
    assert [seat.score for seat in scene.seats] == ["1", "0", "0"]
    assert words("en")(scene.seats[1].note) == "home 0, captures 2, on their way 1"
    shapes = {game.sites[piece.cell]: piece.shape for piece in scene.pieces}
    assert shapes == {"b5": "solid", "c2": "stone", "c3": "stone"}
    assert scene.overlays[0].marks[0].cells == tuple(sorted((game.site("c3"), game.site("c2"))))
    assert words("fr").has(scene.overlays[0].label.key)
    assert [band.colour for band in board_of(game).bands] == ["yellow", "red", "blue"]


def test_what_is_captured_is_marked() -> None:
    game = HexaDames(size=4)
    position = game.setup("red:d2 blue:d3 yellow:d5 turn:1")
    sites = {name: game.site(name) for name in ("d2", "d3", "d4", "d5", "d6")}
    coming = scene_of(game, Moment(position, touched=(sites["d2"], sites["d4"])))
    assert coming.marked("lift") == [sites["d3"]] and not coming.marked("text")
    move = game.read(position, "d2xd4xd6")
    done = scene_of(game, Moment(game.play(position, move), move))
    assert done.marked("gone") == [sites["d3"], sites["d5"]]
    step = game.read(position, "d2-c3")
    assert not scene_of(game, Moment(game.play(position, step), step)).marked("text")


@pytest.mark.parametrize(
    ("capture", "touched", "key"),
    [
        ("optional", "", "prompt"),
        ("mandatory", "", "prompt_jump"),
        ("optional", "d2", "prompt_target"),
        ("optional", "d2 d4", "prompt_on"),
        ("mandatory", "d2 d4", "prompt_must_go_on"),
    ],
)
def test_prompts(capture: str, touched: str, key: str) -> None:
    game = HexaDames(size=4, capture=capture)
    position = game.setup("red:d2 blue:d3 yellow:d5 turn:1")
    sites = tuple(game.site(name) for name in touched.split())
    scene = scene_of(game, Moment(position, touched=sites))
    assert scene.prompt.key == f"hexadames.{key}"
    assert words("fr")(scene.prompt) != words("en")(scene.prompt)
    assert [button.label.key for button in scene.buttons] == (
        ["hexadames.button.done"] if key == "prompt_on" else []
    )


# --- the computer


def test_evaluation_is_a_share_for_each_seat() -> None:
    for options in ({"players": 2}, {"players": 3}, {"players": 6}, {"preset": "lively"}):
        game, dice = HexaDames(**options), random.Random(4)
        position = game.start()
        while game.outcome(position) is None:
            shares = evaluate(game, position)
            assert sum(shares) == pytest.approx(1) and all(0.001 < share < 0.999 for share in shares)
            assert sorted(order(game, position)) == sorted(game.moves(position))
            position = game.play(position, dice.choice(game.moves(position)))


def test_evaluation_likes_men_home_and_dislikes_danger() -> None:
    game = HexaDames(players=2)

    def red(text: str) -> float:
        return evaluate(game, game.setup(text))[0]

    assert red("red:e4 blue:e8 turn:2 home:1,0") > red("red:e4,e5 blue:e8 turn:2")
    assert red("red:e7 blue:a8 turn:2") > red("red:e4 blue:a8 turn:2")
    assert red("red:e4 blue:a8 turn:2") > red("red:e4 blue:e5 turn:2")


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_it_takes_the_long_chain(level: str) -> None:
    game = HexaDames(size=4)
    position = game.setup("red:d2,g1 blue:d3,f5 yellow:d5,a4 turn:1")
    player, budget = computer(game, level, seed=2)
    assert game.write(position, player.think(game, position, budget).move) == "d2xd4xd6"


def test_it_wins_when_the_last_step_decides() -> None:
    game = HexaDames(players=2, size=3)
    position = game.setup("red:b4,c1 blue:d3 turn:1 home:1,1")
    player, budget = computer(game, "medium", seed=2)
    assert game.write(position, player.think(game, position, budget).move) in {"b4-a5", "b4-b5"}


# --- leaving


def test_the_men_of_who_left_stay_and_can_be_jumped() -> None:
    game = HexaDames(size=3)
    position = game.leave(game.setup("red:c2 blue:c3 yellow:a5 turn:1"), 1)
    assert game.layout(position) == "red:c2 blue:c3 yellow:a5 turn:1 out:2"
    assert game.setup(game.layout(position)) == position
    after = game.play(position, game.read(position, "c2xc4"))
    assert after.taken == (1, 0, 0) and after.turn == 2 and after.out == {1}
    assert [game.is_in(after, seat) for seat in range(3)] == [True, False, True]


def test_the_turn_passes_over_who_left_and_over_who_cannot_move() -> None:
    """Test 5 of the rules: Red is shut in, and when Blue leaves it is Yellow's turn."""
    game = HexaDames(size=3)
    position = game.setup("red:c4 blue:c5 yellow:b5 turn:1")
    assert position.turn == 1
    assert game.leave(position, 1).turn == 2
    assert game.leave(position, 2).turn == 1


def test_the_game_ends_when_nobody_who_is_in_can_move() -> None:
    game = HexaDames(size=3)
    position = game.setup("blue:e2 turn:2 home:1,2,1 taken:0,0,1")
    assert game.outcome(position) is None
    after = game.leave(position, 1)
    outcome = game.outcome(after)
    assert outcome.returns == (0, 0, 1) and outcome.reason == "captures", "blue has most men home, and is out"
    assert not game.moves(after) and game.refusal(after, (0, 1)) == Refusal("over")


def test_who_left_is_no_danger_and_has_nothing_to_hope_for() -> None:
    game = HexaDames(size=4)
    position = game.setup("red:d2 blue:d3 yellow:b7 turn:1")
    (overlay,) = scene_of(game, Moment(position)).overlays
    assert {game.sites[cell] for mark in overlay.marks for cell in mark.cells} == {"d2", "d3"}
    after = game.leave(position, 1)
    scene = scene_of(game, Moment(after))
    assert {game.sites[cell] for mark in scene.overlays[0].marks for cell in mark.cells} == {"d3"}
    assert [seat.out for seat in scene.seats] == [False, True, False]
    shares = evaluate(game, after)
    assert shares[1] == 0 and sum(shares) == pytest.approx(1)
    assert shares[0] > evaluate(game, position)[0]
    player, budget = computer(game, "medium", seed=1)
    assert player.think(game, after, budget).move in game.moves(after)
