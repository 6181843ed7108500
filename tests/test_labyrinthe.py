"""Labyrinthe: the test positions of docs/rules.md section 5 by number, repetition, ways, and its players."""

import random
from collections import deque

import pytest
from conformance import check_game

from pavage.game import IllegalMove, Refusal, Unreadable
from pavage.games.labyrinthe import Labyrinthe, LabyrinthePosition
from pavage.games.labyrinthe.evaluation import evaluate, order
from pavage.games.labyrinthe.ways import STONE
from pavage.match import Match
from pavage.options import BadOption
from pavage.players.levels import computer
from pavage.registry import board_of, scene_of
from pavage.scene import Moment
from pavage.words import words


def anyhow(size: int, players: int = 2, **options: object) -> Labyrinthe:
    return Labyrinthe(size=size, players=players, **{"first_turn": "any", **options})


def played(game: Labyrinthe, text: str) -> Match:
    match = Match(game)
    for word in text.split():
        match.play(game.read(match.position, word))
    return match


def legal(game: Labyrinthe, position: LabyrinthePosition) -> set[str]:
    return {game.write(position, move) for move in game.moves(position)}


def why(game: Labyrinthe, position: LabyrinthePosition, text: str) -> str | None:
    refusal = game.refusal(position, game.read(position, text))
    return refusal.key if refusal else None


def kings(game: Labyrinthe, position: LabyrinthePosition) -> str:
    return " ".join(game.sites[cell] for cell in game.kings(position))


# --- the positions of docs/rules.md


def test_5_1_kings_goals_and_distances() -> None:
    game = anyhow(3, 3)
    start = game.start()
    assert kings(game, start) == "d1 d4 a4"
    assert [{game.sites[cell] for cell in goal} for goal in game.goals] == [
        {"a5", "b5", "c5"},
        {"a3", "b2", "c1"},
        {"e1", "e2", "e3"},
    ]
    assert game.distances(start) == (4, 4, 4)
    assert len(game.moves(start)) == 20
    assert sum(word.startswith("K") for word in legal(game, start)) == 4
    assert sum(word.startswith("X") for word in legal(game, start)) == 16
    for players, expected in ((2, "g1 c9"), (3, "g1 g7 a7"), (6, "g1 i3 g7 c9 a7 c3")):
        game = anyhow(5, players)
        assert kings(game, game.start()) == expected
    game = anyhow(4)
    assert kings(game, game.start()) == "e1 c7"


def test_5_2_the_last_way_stays_open() -> None:
    game = anyhow(3)
    position = played(game, "Xa3 Xb3 Xc3 Xd3").position
    assert why(game, position, "Xe3") == "labyrinthe.shut_in"
    assert "Xe3" not in legal(game, position)
    assert game.distances(position) == (5, 5)


def test_5_3_no_exchange_back() -> None:
    game = anyhow(3)
    match = played(game, "Kd2 Kb4 Kc3 Kb3")
    assert "Sb3" in legal(game, match.position)
    match.play(game.read(match.position, "Sb3"))
    assert kings(game, match.position) == "b3 c3"
    assert why(game, match.position, "Sb3") == "labyrinthe.barred"
    assert "Sb3" not in legal(game, match.position)


def test_5_4_no_position_twice_without_progress() -> None:
    game = anyhow(3)
    position = played(game, "Kd2 Kb4 Kd1").position
    assert why(game, position, "Kb5") == "labyrinthe.repeated"
    assert "Kb5" not in legal(game, position)


def test_5_5_two_cells_a_side() -> None:
    game = anyhow(2)
    assert kings(game, game.start()) == "b1 b3"
    assert legal(game, game.start()) == {"Ka2", "Kb2", "Kc1", "Xa2", "Xa3", "Xb2", "Xc1", "Xc2"}


# --- ways


def steps_of(game: Labyrinthe, board: bytes, seat: int, king: int) -> int | None:
    """Breadth-first search as the rules put it, cell by cell."""
    far = {king: 0}
    queue = deque([king])
    while queue:
        cell = queue.popleft()
        if cell in game.goals[seat]:
            return far[cell]
        for near in game.tiling.neighbours[cell]:
            if board[near] != STONE and near not in far:
                far[near] = far[cell] + 1
                queue.append(near)
    return None


def stones_allowed(game: Labyrinthe, position: LabyrinthePosition) -> set[int]:
    """Try every empty cell, and search every king's way anew."""
    allowed = set()
    for cell, piece in enumerate(position.board):
        board = bytearray(position.board)
        board[cell] = STONE
        if not piece and all(
            steps_of(game, bytes(board), seat, king) is not None
            for seat, king in enumerate(game.kings(position))
        ):
            allowed.add(cell)
    return allowed


@pytest.mark.parametrize(("size", "players"), [(2, 2), (3, 3), (4, 6), (5, 2), (5, 3)])
def test_stones_and_distances_agree_with_searching_every_way(size: int, players: int) -> None:
    game, dice = anyhow(size, players), random.Random(size * 10 + players)
    closed = 0
    for _ in range(4):
        position = game.start()
        while game.outcome(position) is None:
            allowed = stones_allowed(game, position)
            assert set(game.stone_cells(position)) == allowed
            closed += position.board.count(0) - len(allowed)
            found = [steps_of(game, position.board, s, king) for s, king in enumerate(game.kings(position))]
            assert list(game.distances(position)) == found
            # Stones four times out of five, so that the maze grows tight.
            stones = [move for move in game.moves(position) if len(move) == 1]
            some = stones if stones and dice.random() < 0.8 else game.moves(position)
            position = game.play(position, dice.choice(some))
    assert closed > 0, "some cells had to stay open"


# --- repetition, exchanges and passes


def test_a_step_of_either_king_allows_the_exchange_again() -> None:
    game = anyhow(5)
    position = game.setup("red:e4 blue:e5 turn:1")
    position = game.play(position, game.read(position, "Se5"))
    assert position.barred == {(0, 1)}
    after_stone = game.play(position, game.read(position, "Xa5"))
    assert after_stone.barred == {(0, 1)}, "a stone changes nothing"
    assert why(game, after_stone, "Se4") == "labyrinthe.barred"
    position = game.play(position, game.read(position, "Kd5"))
    assert not position.barred
    assert why(game, position, "Sd5") is None


def test_a_step_of_a_third_king_does_not() -> None:
    game = anyhow(5, 3)
    position = game.setup("red:e4 blue:e5 yellow:a7 turn:1")
    for word in ("Se5", "Xa5", "Kb7"):
        position = game.play(position, game.read(position, word))
    assert why(game, position, "Se4") == "labyrinthe.barred"


def test_only_moves_that_do_not_shorten_must_be_new() -> None:
    """The same two positions again: allowed where the king comes closer, refused where not."""
    game = anyhow(3)
    position = game.setup("red:d2 blue:b4 turn:1 seen:c3-b4-2,d1-b4-2")
    assert why(game, position, "Kc3") is None
    assert why(game, position, "Kd1") == "labyrinthe.repeated"


def test_a_stone_makes_everything_new() -> None:
    game = anyhow(3)
    match = played(game, "Kd2 Kb4 Kd1 Xc3")
    assert len(match.position.seen) == 1
    match = played(game, "Kd2 Kb4 Kd1")
    assert len(match.position.seen) == 4


JAM = "red:b1 blue:b2 neutral:a2,c1,c2,b3 turn:1 seen:b1-a3-1 barred:1-2 left:0,0"


def test_who_can_do_nothing_passes_and_a_round_of_passes_lifts_the_ban() -> None:
    game = anyhow(2, stones=2)
    position = game.setup(JAM)
    assert legal(game, position) == {"pass"}
    assert why(game, position, "Sb2") == "labyrinthe.barred"
    assert game.choices(position, ()) == game.passing
    position = game.play(position, game.passing)
    assert position.barred and legal(game, position) == {"pass"}
    position = game.play(position, game.passing)
    assert not position.barred and position.passes == 2
    assert legal(game, position) == {"Sb2"}
    position = game.play(position, game.read(position, "Sb2"))
    assert position.passes == 2, "an exchange does not end the count"
    assert game.outcome(position).returns == (0, 1), "the exchange pushed Blue home"


def test_a_second_round_of_passes_ends_the_game() -> None:
    game = anyhow(2, stones=2)
    position = game.setup(f"{JAM} passes:3")
    assert game.outcome(position) is None
    over = game.play(position, game.passing)
    outcome = game.outcome(over)
    assert outcome.reason == "nearest" and outcome.returns == (0, 1)
    assert game.distances(over) == (2, 1)


def test_among_equally_near_kings_the_player_to_move_wins() -> None:
    game = anyhow(3)
    for turn in (1, 2):
        position = game.setup(f"red:d1 blue:b5 turn:{turn} passes:4")
        assert game.outcome(position).returns == ((1, 0) if turn == 1 else (0, 1))


def test_steps_and_stones_end_the_count_of_passes_and_exchanges_only_the_row() -> None:
    game = anyhow(3)
    for word, passes in (("Kc2", 0), ("Xa4", 0), ("Sb3", 2)):
        position = game.setup("red:c3 blue:b3 turn:1 passes:3")
        assert game.play(position, game.read(position, word)).passes == passes
    position = game.setup("red:c3 blue:b3 turn:1 passes:1")
    assert game.play(position, game.read(position, "Sb3")).passes == 0


@pytest.mark.parametrize(("turn", "word", "winner"), [(1, "Sa3", 0), (2, "Sa2", 1)])
def test_when_an_exchange_brings_both_home_the_mover_wins(turn: int, word: str, winner: int) -> None:
    game = anyhow(2, 3)
    position = game.setup(f"red:a2 blue:a3 yellow:b2 turn:{turn}")
    outcome = game.outcome(game.play(position, game.read(position, word)))
    assert outcome.reason == "home" and outcome.returns[winner] == 1


@pytest.mark.parametrize("players", [2, 3, 6])
def test_random_games_end_with_a_king_at_home(players: int) -> None:
    game, dice = anyhow(4, players), random.Random(players)
    for _ in range(15):
        position, plies = game.start(), 0
        while (outcome := game.outcome(position)) is None:
            position = game.play(position, dice.choice(game.moves(position)))
            plies += 1
            assert plies < 2000
        if outcome.reason == "home":
            seat = outcome.returns.index(1)
            assert game.kings(position)[seat] in game.goals[seat]


def test_kings_alone_cannot_walk_for_ever() -> None:
    """Without a single stone the rules on repetition alone bring a random game to its end."""
    game, dice = anyhow(3), random.Random(5)
    for _ in range(20):
        position, plies = game.start(), 0
        while game.outcome(position) is None:
            steps = [move for move in game.moves(position) if len(move) == 2]
            position = game.play(position, dice.choice(steps or list(game.moves(position))))
            plies += 1
            assert plies < 19 * 19 * 2 + 50


# --- options


def test_other_numbers_of_players_are_refused() -> None:
    for players in (4, 5, 7):
        with pytest.raises(BadOption) as caught:
            Labyrinthe(players=players)
        assert caught.value.option == "players"


def test_the_first_turn_of_two_is_a_stone() -> None:
    game = Labyrinthe()
    assert game.options["first_turn"] == "stone"
    start = game.start()
    assert all(word.startswith("X") for word in legal(game, start))
    assert why(game, start, "Kg2") == "labyrinthe.first_stone"
    assert game.kings(start)[0] not in game.choices(start, ())
    match = played(game, "Xe5")
    assert "Kd8" in legal(game, match.position), "only the first turn"
    match = played(game, "Xe5 Kd8")
    assert "Kg2" in legal(game, match.position)


def test_the_first_turn_is_free_for_more_players_or_by_option() -> None:
    for options in ({"players": 3}, {"players": 6}, {"first_turn": "any"}):
        game = Labyrinthe(**options)
        assert game.options["first_turn"] == "any"
        assert "Kg2" in legal(game, game.start())
    game = Labyrinthe(players=3, first_turn="stone")
    assert why(game, game.start(), "Kg2") == "labyrinthe.first_stone"
    assert Labyrinthe() == Labyrinthe(first_turn="stone")


def test_two_stones_a_turn() -> None:
    game = anyhow(3, pose=2)
    start = game.start()
    assert why(game, start, "Xc3") == "labyrinthe.second_stone"
    position = game.play(start, game.read(start, "Xc3+d3"))
    assert game.layout(position) == "red:d1 blue:b5 neutral:c3,d3 turn:2"
    assert game.refusal(start, game.read(start, "Xd3+c3")) is None
    assert game.play(start, game.read(start, "Xd3+c3")) == position
    listed = legal(game, start)
    assert "Xc3+d3" in listed and "Xd3+c3" not in listed, "each pair once"
    assert game.site("d3") in game.choices(start, (game.site("c3"),))
    assert game.site("c3") in game.choices(start, (game.site("d3"),))
    for bad in ("Xc3+c3", "Xc3+d3+e3"):
        assert why(game, start, bad) == "not_a_move"
    assert why(game, start, "Xc3+d1") == "taken"
    assert why(anyhow(3), anyhow(3).start(), "Xc3+d3") == "not_a_move"


def test_the_second_stone_may_not_shut_in_either() -> None:
    game = anyhow(3, pose=2)
    position = game.setup("red:d1 blue:b5 neutral:a3,b3,c3 turn:1")
    assert why(game, position, "Xd3+e3") == "labyrinthe.shut_in"
    assert why(game, position, "Xe3+d3") == "labyrinthe.shut_in"
    assert why(game, position, "Xd3+e2") == "labyrinthe.shut_in"
    assert why(game, position, "Xd3+d2") is None


def test_a_single_stone_is_a_turn_only_when_no_second_is_legal() -> None:
    game = anyhow(2, pose=2)
    dice, singles = random.Random(1), 0
    for _ in range(60):
        position = game.start()
        while game.outcome(position) is None:
            for cell in game.stone_cells(position):
                seconds = game.second_cells(position, cell)
                assert ((cell,) in game.moves(position)) == (not seconds)
                assert (game.refusal(position, (cell,)) is None) == (not seconds)
                for second in seconds:
                    assert cell in game.second_cells(position, second), "the order does not matter"
                singles += not seconds
            position = game.play(position, dice.choice(game.moves(position)))
    assert singles > 0


def test_limited_stones() -> None:
    game = anyhow(3, stones=1)
    match = played(game, "Xc3 Xb3")
    assert match.position.left == (0, 0)
    assert why(game, match.position, "Xd3") == "labyrinthe.none_left"
    assert all(word.startswith("K") for word in legal(game, match.position))
    match = played(anyhow(3, stones=1), "Xc3 Kb4")
    assert match.position.left == (0, 1)
    assert game.layout(match.position).endswith("left:0,1")


def test_the_last_stone_is_set_alone() -> None:
    game = anyhow(3, pose=2, stones=3)
    match = played(game, "Xc3+d3 Kb4")
    assert match.position.left == (1, 3)
    assert why(game, match.position, "Xb3") is None
    assert why(game, match.position, "Xb3+e2") == "labyrinthe.none_left"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 3},
        {"players": 6, "size": 3},
        {"size": 2},
        {"size": 3, "pose": 2},
        {"size": 4, "stones": 3},
        {"first_turn": "any", "size": 4},
        {"size": 2, "players": 6, "stones": 1},
    ],
    ids=str,
)
def test_keeps_the_promises_of_a_game(options: dict[str, object]) -> None:
    check_game(Labyrinthe, options, seed=11, matches=3)


# --- refusals and texts


def test_refusals_say_why() -> None:
    game = anyhow(3)
    position = game.setup("red:c3 blue:b3 neutral:d3 turn:1")
    reasons = {
        "Kd3": "labyrinthe.wall",
        "Ke1": "labyrinthe.not_next",
        "Kc3": None,
        "Xd3": "taken",
        "Xb3": "taken",
        "pass": "labyrinthe.no_pass",
        "Kb4": None,
        "Sb3": None,
    }
    for word, key in reasons.items():
        if word == "Kc3":
            with pytest.raises(Unreadable):
                game.read(position, word)
            continue
        assert why(game, position, word) == key, word
    site = game.site
    assert game.refusal(position, (site("b3"), site("b4"))).key == "labyrinthe.not_yours"
    assert game.refusal(position, (site("c3"),)).key == "labyrinthe.where_to"
    for nonsense in ((), (-1,), (99,), (0, 1, 2), (site("c3"), site("pass"))):
        assert game.refusal(position, nonsense).key == "not_a_move"
    with pytest.raises(IllegalMove):
        Match(game, start=position).play((site("c3"), site("e1")))


def test_the_king_that_would_be_shut_in_is_named() -> None:
    game = anyhow(3)
    position = played(game, "Xa3 Xb3 Xc3 Xd3").position
    refusal = game.refusal(position, game.read(position, "Xe3"))
    assert refusal == Refusal(
        "labyrinthe.shut_in", (game.site("e3"), game.site("d1")), (("cell", "e3"), ("king", "d1"))
    )


def test_over_is_over() -> None:
    game = anyhow(3)
    position = game.setup("red:b5 blue:d3 turn:2")
    assert game.outcome(position).returns == (1, 0)
    assert game.refusal(position, game.read(position, "Xa3")) == Refusal("over")
    assert not game.moves(position) and not game.choices(position, ())


def test_notation() -> None:
    game = anyhow(3)
    position = game.setup("red:c3 blue:b3 turn:1")
    assert game.read(position, "kC4") == (game.site("c3"), game.site("c4"))
    assert game.read(position, "sb3") == (game.site("c3"), game.site("b3"))
    assert game.read(position, "xd3") == (game.site("d3"),)
    assert game.read(position, "PASS") == game.passing
    keys = {
        "Kb3": "labyrinthe.a_king",
        "Sd3": "labyrinthe.no_king",
        "d3": "labyrinthe.unreadable",
        "": "labyrinthe.unreadable",
        "Kz9": "unknown_cell",
        "Xpass": "unknown_cell",
        "K": "unknown_cell",
    }
    for text, key in keys.items():
        with pytest.raises(Unreadable) as caught:
            game.read(position, text)
        assert caught.value.key == key, text


def test_layout_keeps_what_repetition_needs() -> None:
    game = anyhow(3, stones=2)
    text = "red:c3 blue:b3 neutral:e1 turn:2 seen:d2-b3-1,c3-b4-1 barred:1-2 passes:3 left:1,2"
    assert game.layout(game.setup(text)) == text
    for bad in (
        "red:c3 turn:1",
        "red:c3 blue:b3 yellow:d3",
        "red:c3,c2 blue:b3",
        "red:c3 blue:b3 seen:c3-1",
        "red:c3 blue:b3 seen:c3-z9-1",
        "red:c3 blue:b3 seen:c3-b3-3",
        "red:c3 blue:b3 barred:2-1",
        "red:c3 blue:b3 barred:1-3",
        "red:c3 blue:b3 passes:5",
        "red:c3 blue:b3 left:1",
        "red:c3 blue:b3 left:3,0",
        "red:c3 blue:b3 hello",
    ):
        with pytest.raises(Unreadable):
            game.setup(bad)
    with pytest.raises(Unreadable):
        anyhow(3).setup("red:c3 blue:b3 left:1,1")


def test_hands() -> None:
    """The king's cell, then where it goes; an empty cell is a stone."""
    game = anyhow(3)
    position = game.setup("red:d1 blue:b5 neutral:d2 turn:1")
    king = game.site("d1")
    first = game.choices(position, ())
    assert king in first and game.site("c3") in first
    assert game.site("d2") not in first and game.site("b5") not in first
    assert {game.sites[cell] for cell in game.choices(position, (king,))} == {"c1", "e1", "c2"}
    assert not game.choices(position, (game.site("c3"),))


# --- what is shown


def test_the_scene_shows_kings_walls_and_distances() -> None:
    game = anyhow(3, stones=2)
    position = game.setup("red:d1 blue:b5 neutral:a3,b3,c3,d3 turn:1")
    scene = scene_of(game, Moment(position))
    shapes = {game.sites[piece.cell]: (piece.shape, piece.colour) for piece in scene.pieces}
    assert shapes["d1"] == ("king", "red") and shapes["c3"] == ("wall", "neutral")
    assert words("en")(scene.seats[0].note) == "steps to go: 5, stones left: 2"
    closed = next(overlay for overlay in scene.overlays if overlay.label.key == "labyrinthe.closed")
    assert game.site("e3") in closed.marks[0].cells
    for overlay in scene.overlays:
        assert words("fr").has(overlay.label.key)
    assert [band.colour for band in board_of(game).bands] == ["blue", "red"]
    six = board_of(anyhow(3, 6)).bands
    assert [band.colour for band in six] == ["green", "violet", "pink", "red", "blue", "yellow"]


@pytest.mark.parametrize(
    ("options", "layout", "touched", "key"),
    [
        ({}, None, "", "prompt_first"),
        ({"first_turn": "any"}, None, "", "prompt"),
        ({"first_turn": "any"}, None, "d1", "prompt_target"),
        ({"first_turn": "any", "pose": 2}, None, "c3", "prompt_second"),
        ({"size": 2, "stones": 2}, JAM, "", "prompt_pass"),
    ],
)
def test_prompts(options: dict[str, object], layout: str | None, touched: str, key: str) -> None:
    game = Labyrinthe(**{"size": 3, **options})
    position = game.setup(layout) if layout else game.start()
    sites = tuple(game.site(name) for name in touched.split())
    prompt = scene_of(game, Moment(position, touched=sites)).prompt
    assert prompt.key == f"labyrinthe.{key}"
    assert words("fr")(prompt) != words("en")(prompt)


# --- the computer


def test_evaluation_is_a_share_for_each_seat_and_favours_the_nearer_king() -> None:
    for players in (2, 3, 6):
        game, dice = anyhow(4, players), random.Random(players)
        position = game.start()
        while game.outcome(position) is None:
            shares = evaluate(game, position)
            assert sum(shares) == pytest.approx(1) and all(0.001 < share < 0.999 for share in shares)
            worth = order(game, position)
            assert worth and set(worth) <= set(game.moves(position)) and len(set(worth)) == len(worth)
            position = game.play(position, dice.choice(game.moves(position)))
    game = anyhow(5)
    near = evaluate(game, game.setup("red:d6 blue:c9 turn:2"))
    far = evaluate(game, game.setup("red:g1 blue:f3 turn:2"))
    assert near[0] > 0.5 > far[0]


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_king_next_to_its_goal_goes_home(level: str) -> None:
    for players, layout in ((2, "red:d8 blue:f3 turn:1"), (3, "red:d8 blue:f4 yellow:b6 turn:1")):
        game = anyhow(5, players)
        position = game.setup(layout)
        player, budget = computer(game, level, seed=3)
        thought = player.think(game, position, budget)
        assert game.outcome(game.play(position, thought.move)).returns[0] == 1


def test_it_blocks_a_king_that_would_be_home_next() -> None:
    """Blue has one cell left to go through; a stone there makes it a long way round."""
    game = anyhow(4)
    position = game.setup("red:d1 blue:e3 neutral:c3,d3,d2,f1,g2,g1,f3,g3 turn:1")
    player, budget = computer(game, "medium", seed=3)
    before = game.distances(position)[1]
    after = game.play(position, player.think(game, position, budget).move)
    assert game.distances(after)[1] > before


# --- leaving


def test_the_king_of_who_left_is_off_the_board_and_needs_no_way() -> None:
    game = anyhow(3, 3)
    position = played(game, "Xa3 Xc5 Xc1").position
    assert why(game, position, "Xb2") == "labyrinthe.shut_in", "it is the last cell of blue's goal"
    after = game.leave(position, 1)
    assert why(game, after, "Xb2") is None and after.board[game.site("d4")] == 0
    assert [game.is_in(after, seat) for seat in range(3)] == [True, False, True]
    assert game.play(after, game.read(after, "Xb2")).turn == 2, "blue is passed over"
    assert game.leave(position, 0).turn == 1
    assert game.layout(after) == "red:d1 yellow:a4 neutral:c1,a3,c5 turn:1 out:2"
    assert game.setup(game.layout(after)) == after


def test_what_has_been_there_is_forgotten_when_a_seat_leaves() -> None:
    game = anyhow(3, 3)
    position = played(game, "Kd2 Kc4 Kb4 Kd1 Kd4").position
    assert why(game, position, "Ka4") == "labyrinthe.repeated", "it would recreate the initial position"
    after = game.leave(position, 0)
    assert after.turn == 2 and why(game, after, "Ka4") is None
    after = game.play(after, game.read(after, "Ka4"))
    assert game.layout(after) == "blue:d4 yellow:a4 turn:2 seen:d4-b4-3 out:1"
    assert game.setup(game.layout(after)) == after


def test_passes_count_the_seats_that_are_in() -> None:
    game = anyhow(3, 3)
    position = game.setup("red:d2 blue:d3 turn:1 barred:1-2 passes:1 out:3")
    after = game.play(position, game.passing)
    assert after.passes == 2 and not after.barred and after.turn == 1
    outcome = game.outcome(game.setup("red:d1 blue:d4 turn:2 passes:4 out:3"))
    assert outcome.reason == "nearest" and outcome.returns == (0, 1, 0)
    with pytest.raises(Unreadable):
        game.setup("red:d1 blue:d4 turn:1 passes:5 out:3")
    three = game.setup("red:d2 blue:d3 yellow:a4 turn:1 barred:1-2,1-3 passes:2")
    assert game.leave(three, 2).barred == {(0, 1)} and game.leave(three, 2).passes == 0


def test_only_the_first_seat_has_to_begin_with_a_stone() -> None:
    game = anyhow(3, 3, first_turn="stone")
    assert game.must_place(game.leave(game.start(), 1))
    assert not game.must_place(game.leave(game.start(), 0))


def test_a_layout_with_a_king_who_left_is_refused() -> None:
    game = anyhow(3, 3)
    for text, key in (
        ("red:d1 blue:d4 yellow:a4 turn:1 out:3", "labyrinthe.kings"),
        ("red:d1 blue:d4 turn:1", "labyrinthe.kings"),
        ("red:d1 blue:d4 turn:3 out:3", "turn_is_out"),
        ("red:d1 turn:1 out:2,3", "bad_out"),
    ):
        with pytest.raises(Unreadable) as caught:
            game.setup(text)
        assert caught.value.key == key


def test_who_left_is_shown_as_out_and_hopes_for_nothing() -> None:
    game = anyhow(4, 3)
    position = game.leave(game.start(), 0)
    scene = scene_of(game, Moment(position))
    assert [seat.out for seat in scene.seats] == [True, False, False]
    assert scene.seats[0].note is None and scene.seats[1].note is not None
    assert {mark.colour for mark in scene.overlays[0].marks} == {"blue", "yellow"}
    shares = evaluate(game, position)
    assert shares[0] == 0 and sum(shares) == pytest.approx(1)
    assert order(game, position)
    player, budget = computer(game, "easy", seed=1)
    assert player.think(game, position, budget).move in game.moves(position)


def test_no_draw_is_offered() -> None:
    assert not Labyrinthe.draws
