"""The same seed and simulations give the same move and the same chances, whatever was asked before."""

import random
from dataclasses import replace

import pytest
from conftest import needs

import pavage
from pavage.game import CHANCE
from pavage.games.hex import Hex
from pavage.htp.conversation import Engine
from pavage.players.fast import hex_expert
from pavage.players.fast.hex_player import HexPlayer
from pavage.players.levels import ADVICE, ANALYSIS, computer
from pavage.players.random_player import roll
from pavage.players.thought import Budget
from pavage.players.win_chances import chances
from pavage.registry import OURS, games
from pavage.words import words

POSITIONS = 25


def position_after(game, plies, seed):
    """Where somebody has to move, after so many random moves at the most."""
    dice = random.Random(seed)
    position, before, played = game.start(), game.start(), 0
    while game.outcome(position) is None:
        if position.turn == CHANCE:
            position = game.play(position, roll(game, position, dice))
            continue
        before = position
        if played == plies:
            break
        position = game.play(position, dice.choice(game.moves(position)))
        played += 1
    return before


def asked(game, position, level, simulations=None):
    player, budget = computer(game, level, seed=1)
    budget = replace(budget, seconds=None)
    if simulations:
        budget = replace(budget, simulations=min(simulations, budget.simulations or 1))
    thought = player.think(game, position, budget)
    return thought, chances(game, position.turn, thought)


@pytest.mark.parametrize(
    ("level", "size", "simulations"),
    [("medium", 7, None), ("hard", 7, None), ("best", 7, 5000), (ADVICE, 6, 1000)],
)
def test_what_was_asked_before_changes_nothing(level, size, simulations):
    """Twice, and in another order: move, value, line, policy, doubt and chances."""
    needs("native")
    game = Hex(size=size)
    positions = [position_after(game, number % 20, number) for number in range(POSITIONS)]
    first = [asked(game, position, level, simulations) for position in positions]
    order = random.Random(level).sample(range(POSITIONS), POSITIONS)
    again = {number: asked(game, positions[number], level, simulations) for number in order}
    assert [again[number] for number in range(POSITIONS)] == first


def test_a_player_that_is_kept_starts_afresh_where_a_seed_is_given():
    needs("native")
    game, player = Hex(size=7), HexPlayer(expert=True)
    positions = [position_after(game, number, number) for number in range(12)]
    budget = Budget(3000, seed=5)
    first = [player.think(game, position, budget) for position in positions]
    assert [player.think(game, position, budget) for position in reversed(positions)] == first[::-1]


def test_a_player_that_is_kept_goes_on_without_a_seed():
    """What was found out about a position serves again."""
    needs("native")
    game, tools = Hex(size=9, swap="none"), hex_expert.Tools()
    position = position_after(game, 3, 1)
    one = hex_expert.place(game, position, Budget(3000), None, prove=False, tools=tools)
    two = hex_expert.place(game, position, Budget(3000), None, prove=False, tools=tools)
    assert sum(share > 0 for _, share in two.policy) >= sum(share > 0 for _, share in one.policy)
    search = tools.search(9, frozenset())
    assert search is tools.search(9, frozenset()) and search is not hex_expert.Tools().search(9, frozenset())
    tools.forget()
    assert search is not tools.search(9, frozenset())


def test_the_extension_keeps_its_promise_of_a_fresh_answer():
    """`afresh` on a player that has searched other positions gives what a new one gives."""
    needs("native")
    game = Hex(size=9, swap="none")
    used = hex_expert.Tools().search(9, frozenset())
    for number in range(POSITIONS):
        board, turn = position_after(game, 8, number // 3).board, 1 + number % 2
        free = bytes(not code for code in board)
        fresh = hex_expert.Tools().search(9, frozenset())
        question = (board, turn, free, 200, 0.0, 1, None, True)
        assert used.search(*question)[:5] == fresh.search(*question)[:5]


@pytest.mark.parametrize("name", OURS)
def test_so_it_is_in_every_game(name):
    game = games()[name]()
    positions = [position_after(game, plies, plies) for plies in (0, 1, 6, 11)]
    for level in ("beginner", "hard", ANALYSIS):
        first = [asked(game, position, level, 40) for position in positions]
        again = [asked(game, position, level, 40) for position in reversed(positions)]
        assert again == first[::-1]


def test_think_and_chances_start_afresh():
    match = pavage.Match(pavage.game("hex", size=7))
    match.push("c4")
    thought, told = pavage.think(match, "hard", seed=3), pavage.chances(match, seed=3)
    pavage.think(match, "hard", seed=4)
    assert (pavage.think(match, "hard", seed=3), pavage.chances(match, seed=3)) == (thought, told)


def test_the_protocol_answers_a_seed_alike():
    needs("native")
    engine = Engine(words("en"))
    for line in ("boardsize 7", "param_player simulations 2000", "param_player seed 3", "play b c4"):
        assert engine.answer(line).startswith("=")
    first = engine.answer("reg_genmove w")
    engine.answer("reg_genmove b")
    assert engine.answer("reg_genmove w") == first


# --- chances


def is_honest(told):
    low, high = told.interval
    return low <= told.mine <= high and told.certain == (low == high)


@pytest.mark.parametrize("swap", ["colours", "mirror", "none"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 11, 20])
def test_the_empty_board_of_hex_has_an_honest_interval(size, swap):
    game = Hex(size=size, swap=swap)
    for level in ("beginner", "medium", ANALYSIS):
        _, told = asked(game, game.start(), level, 1000)
        assert is_honest(told), level
        if swap != "none" and told.certain:
            assert told.mine == 0, "the other takes the better side"
        if size > 5 and swap != "none":
            assert not told.certain and 0.3 < told.mine <= 0.5


def test_who_wins_after_a_swap_is_certain_where_it_is_proved():
    needs("native")
    _, told = asked(Hex(size=3), Hex(size=3).start(), ANALYSIS)
    assert told.certain and told.shares == (0, 1)
    assert pavage.chances(pavage.Match(pavage.game("hex", size=3)), seed=1) == told


@pytest.mark.parametrize("name", OURS)
def test_what_is_not_certain_has_an_interval_in_every_game(name):
    game = games()[name]()
    for plies in (0, 1, 7):
        position = position_after(game, plies, plies)
        for level in ("random", "beginner", "easy", "medium", ADVICE):
            assert is_honest(asked(game, position, level, 60)[1]), (plies, level)


def test_two_players_of_hex_n_may_swap_too():
    game = games()["hexn"](players=2, swap="colours")
    for plies in (0, 1):
        for level in ("beginner", "medium", ANALYSIS):
            assert is_honest(asked(game, position_after(game, plies, 1), level, 60)[1])
