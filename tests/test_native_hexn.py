"""Hex-n in C++ agrees with Python: the same eliminations and winners, the same law, and nothing crashes."""

import random

import pytest
from conftest import full, needs

from pavage.games.hexn import HexN, HexNPosition
from pavage.games.hexn.playout import playout
from pavage.games.hexn.threats import threats
from pavage.games.swap import may_swap
from pavage.players import fast
from pavage.players.fast.hexn import HexNPlayer, ground
from pavage.players.levels import computer, searcher
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget

native = needs("native")

BOARDS = [
    {"board": "H2", "players": 2},
    {"board": "H3", "players": 3},
    {"board": "H4", "players": 6},
    {"board": "H5", "players": 6},
    {"board": "H6", "players": 4},
    {"board": "H8", "players": 5},
    {"board": "R5", "players": 2},
    {"board": "S5x4", "players": 3},
    {"board": "T6", "players": 3},
    {"board": "488-3", "players": 4},
    {"board": "penrose-4", "players": 3},
    {"board": "voronoi-60-2", "players": 5},
    {"board": "H3", "players": 2, "ports": "opposite"},
    {"board": "H4", "players": 3, "ports": "opposite"},
    {"board": "H4", "players": 6, "ports": "opposite", "pairs": 2},
    {"board": "S6x6", "players": 4, "ports": "opposite"},
    {"board": "voronoi-70-1", "players": 2, "ports": "opposite", "pairs": 4},
    {"board": "H4", "players": 2, "swap": "colours"},
    {"board": "H3", "players": 4, "no_centre": True},
]


def random_position(game: HexN, dice: random.Random, stones: int) -> HexNPosition:
    """After at most so many random moves, the last position that is not over."""
    position = game.start()
    for _ in range(stones):
        after = game.play(position, dice.choice(game.moves(position)))
        if game.outcome(after):
            break
        position = after
    return position


def search(game: HexN, position: HexNPosition, simulations: int = 300, seed: int = 1, report=None):
    moves = {site for (site,) in game.moves(position)}
    allowed = bytes(cell in moves for cell in game.tiling.cells)
    centre = bytes(cell in game.centre for cell in game.tiling.cells)
    turn = game.colour(position, position.turn) + 1
    asked = ground(native, game), position.board, position.alive, turn, allowed, centre
    return native.hexn_search(*asked, simulations, 0.0, seed, report)


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_random_games_go_the_same_way(options: dict[str, object]) -> None:
    game = HexN(**options)
    board, dice = ground(native, game), random.Random(len(game.tiling))
    for _ in range(full(2000) // len(BOARDS) + 1):
        position = game.start()
        while (outcome := game.outcome(position)) is None:
            inside = [seat for seat in range(game.players) if game.is_in(position, seat)]
            if len(inside) > 2 and dice.random() < 0.05:
                position = game.leave(position, dice.choice(inside))
            move = dice.choice(game.moves(position))
            after = game.play(position, move)
            if move[0] < len(game.tiling):
                turn = game.colour(position, position.turn) + 1
                asked = board, position.board, position.alive, turn, move[0]
                alive, following, winner = native.hexn_play(*asked)
                assert alive == after.alive
                if end := game.outcome(after):
                    assert end.returns[game.colour(after, winner - 1)] == 1
                else:
                    assert winner == 0
                    assert following == game.colour(after, after.turn) + 1
            position = after
        # What is over takes no further stone, empty cells or not.
        with pytest.raises(ValueError, match="over"):
            native.hexn_play(board, position.board, position.alive, position.alive.bit_length(), 0)
        assert outcome is not None


@pytest.mark.parametrize(
    "options",
    [
        {"board": "H3", "players": 2},
        {"board": "H3", "players": 3},
        {"board": "H4", "players": 6},
        {"board": "S4x4", "players": 4},
        {"board": "H3", "players": 2, "ports": "opposite"},
        {"board": "H4", "players": 3, "ports": "opposite"},
    ],
    ids=str,
)
def test_playouts_have_the_law_of_those_in_python(options: dict[str, object]) -> None:
    """From the start and from the middle of a game, to five standard errors."""
    game, dice = HexN(**options), random.Random(4)
    many, few, play_out = 40_000, full(20_000), playout(game)
    for stones in (0, 7):
        position = random_position(game, dice, stones)
        wins = native.hexn_playouts(
            ground(native, game), position.board, position.alive, position.turn + 1, 0, many, 9
        )
        assert sum(wins) == many
        plain = [play_out(position, dice) for _ in range(few)]
        for seat in range(game.players):
            share, expected = wins[seat] / many, sum(returns[seat] for returns in plain) / few
            assert abs(share - expected) < 5 * (0.25 / many + 0.25 / few) ** 0.5


def test_whoever_goes_along_good_ways_wins_more() -> None:
    game = HexN(board="H5", players=6)
    start, board = game.start(), ground(native, game)
    for seat in range(6):
        wins = native.hexn_playouts(board, start.board, start.alive, 1, 1 << seat, 1000, 3)
        assert wins[seat] > 400


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_wins_in_one_and_forced_defences_are_found(options: dict[str, object]) -> None:
    """The same cells as in Python: where there is a win it is played, else what must be stopped."""
    game, dice = HexN(**options), random.Random(5)
    for _ in range(full(200) // 4):
        position = random_position(game, dice, dice.randrange(len(game.tiling)))
        if may_swap(game, position):
            continue
        allowed = game.ways.set_of([site for (site,) in game.moves(position) if site < len(game.tiling)])
        wins, forced = (set(game.ways.each(cells & allowed)) for cells in threats(game, position))
        best, value, visits, line, _, _, proof = search(game, position, 30)
        assert line[0] == best
        if wins:
            assert best in wins and (value, proof) == (1, 1)
        elif forced:
            assert best in forced
            assert {cell for cell, count in enumerate(visits) if count} <= forced


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 3}, {"players": 2, "ports": "opposite"}], ids=str
)
def test_what_is_proved_is_true(options: dict[str, object]) -> None:
    """On H2: a proved win can be forced against anybody, after a proved loss nothing can be forced."""
    game = HexN(board="H2", **options)
    known: dict[tuple[HexNPosition, int], bool] = {}

    def can_force(position: HexNPosition, seat: int) -> bool:
        outcome = game.outcome(position)
        if outcome:
            return outcome.returns[seat] == 1
        if (position, seat) not in known:
            quantifier = any if position.turn == seat else all
            after = [game.play(position, move) for move in game.moves(position)]
            known[position, seat] = quantifier(can_force(one, seat) for one in after)
        return known[position, seat]

    dice = random.Random(6)
    proofs = 0
    for _ in range(full(500)):
        position = random_position(game, dice, dice.randrange(5))
        best, _, _, _, _, _, proof = search(game, position, 3000)
        assert proof or game.players > 2, "so small a board is solved"
        if proof:
            assert can_force(position, position.turn) == (proof == 1)
            assert can_force(game.play(position, (best,)), position.turn) == (proof == 1)
            proofs += 1
    assert proofs > 0


def test_same_seed_same_answer() -> None:
    game = HexN(board="H5", players=6)
    assert search(game, game.start(), 500, 5) == search(game, game.start(), 500, 5)
    assert search(game, game.start(), 500, 5) != search(game, game.start(), 500, 6)


def test_it_reports_and_stops() -> None:
    game = HexN(board="H5", players=3)
    calls: list[tuple[int, float, int]] = []

    def report(done: int, value: float, best: int) -> bool:
        calls.append((done, value, best))
        return len(calls) == 3

    *_, done, _, _ = search(game, game.start(), 10**9, 1, report)
    assert len(calls) == 3 and 0 < calls[-1][0] <= done < 10**9


def test_nonsense_is_refused_with_a_reason() -> None:
    game = HexN(board="H2", players=3)
    board, empty, all_cells = ground(native, game), bytes(7), b"\1" * 7

    def ask(cells=empty, alive=7, turn=1, allowed=all_cells, centre=empty, simulations=10):
        native.hexn_search(board, cells, alive, turn, allowed, centre, simulations, 0.0, 1, None)

    ask()
    for wrong in (
        {"cells": bytes(6)},
        {"cells": b"\4" + bytes(6)},
        {"cells": b"\1" * 7},
        {"alive": 0},
        {"alive": 8},
        {"alive": 1},
        {"turn": 0},
        {"turn": 4},
        {"alive": 6},
        {"allowed": empty},
        {"allowed": b"\2" * 7},
        {"allowed": bytes(8)},
        {"centre": b"\2" * 7},
        {"simulations": 0},
    ):
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            ask(**wrong)
    for near, ports in ((b"", bytes(128)), (bytes(31), bytes(128)), (bytes(64), b"\4" * 128)):
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            native.HexNGround(near, ports, 2, True)
    with pytest.raises(ValueError, match="pair"):
        native.HexNGround(bytes(64), bytes(128), 3, True)
    with pytest.raises(ValueError, match="over"):
        HexNPlayer(TreeSearch()).think(game, full_board(game), Budget(10, None, 1))


def full_board(game: HexN) -> HexNPosition:
    position = game.start()
    while not game.outcome(position):
        position = game.play(position, game.moves(position)[0])
    return position


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_the_player_answers_wherever_it_is_asked(options: dict[str, object]) -> None:
    game, dice = HexN(**options), random.Random(7)
    player = searcher(game)
    for stones in (0, 1, 2, len(game.tiling) // 3, len(game.tiling) - 2):
        position = random_position(game, dice, stones)
        thought = player.think(game, position, Budget(20, None, 1))
        assert game.refusal(position, thought.move) is None
        assert 0 <= thought.value <= 1 and thought.line[0] == thought.move
        assert sum(share for _, share in thought.policy) == pytest.approx(1)


def test_a_strong_first_stone_is_taken_over_and_a_fair_one_is_at_the_border() -> None:
    game = HexN(board="H3", players=2, swap="colours")
    player = searcher(game)
    after = game.play(game.start(), (game.site("c3"),))
    assert game.write(after, player.think(game, after, Budget(500, None, 1)).move) == "swap"
    assert player.think(game, game.start(), Budget(500, None, 1)).move[0] in game.tiling.ring


def test_nobody_opens_in_a_closed_centre() -> None:
    game = HexN(board="H3", players=3, no_centre=True)
    for seed in range(5):
        thought = searcher(game).think(game, game.start(), Budget(100, None, seed))
        assert thought.move[0] not in game.centre


def test_without_the_extension_python_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "native", lambda: None)
    game = HexN(board="H3", players=3)
    player, budget = computer(game, "beginner", 2)
    thought = player.think(game, game.start(), budget)
    assert game.refusal(game.start(), thought.move) is None and thought.nodes <= 20


def test_a_board_too_large_is_searched_in_python() -> None:
    game = HexN(board="H10", players=2)
    assert len(game.tiling) > 256
    thought = searcher(game).think(game, game.start(), Budget(3, None, 1))
    assert thought.nodes == 3


def test_who_left_gets_nothing_and_the_others_are_searched() -> None:
    game = HexN(board="H4", players=4)
    dice = random.Random(5)
    for _ in range(4):
        position = random_position(game, dice, 3)
        position = game.leave(position, dice.randrange(4))
        thought = HexNPlayer(TreeSearch(), expert=True).think(game, position, Budget(30, seed=1))
        assert thought.move in game.moves(position)
        (out,) = game.left(position)
        assert thought.proved or thought.shares[out] == 0
        wins = native.hexn_playouts(
            ground(native, game), position.board, position.alive, position.turn + 1, 0, 100, 7
        )
        assert sum(wins) == 100 and wins[out] == 0
