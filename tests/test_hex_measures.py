"""benchmarks/hex_network.py errors and hex_strength.py paired: what decides whether a network is accepted."""

import importlib
import math
import random
import struct
import sys
from pathlib import Path

import pytest
from conftest import needs
from test_hex_net import random_weights

from pavage.bots.verdict import BotFailed
from pavage.players.fast import hex_net, native
from pavage.players.fast.hex_search import new_search

needs("native")

ROOT = Path(__file__).resolve().parent.parent
FIRST_EMPTY = """
import sys
taken = set()
for line in sys.stdin:
    number, command, *words = line.split()
    text = ""
    if command == "boardsize":
        size = int(words[0])
    elif command == "clear_board":
        taken = set()
    elif command == "play":
        taken.add(words[1])
    elif command == "genmove":
        cells = (f"{chr(97 + column)}{row + 1}" for row in range(size) for column in range(size))
        text = OWN_ANSWER or next(cell for cell in cells if cell not in taken)
        taken.add(text)
    print(f"={number} {text}\\n", flush=True)
"""


@pytest.fixture
def module(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    return importlib.import_module


@pytest.fixture
def games(module):
    return module("hex_games")


@pytest.fixture
def errors(module):
    return module("hex_errors")


@pytest.fixture
def paired(module):
    return module("hex_paired")


@pytest.fixture
def weights(tmp_path):
    """Files of two networks that know nothing."""
    for seed in (1, 2):
        (tmp_path / f"{seed}.net").write_bytes(random_weights(16, 1, 16, seed).write())
    return [str(tmp_path / f"{seed}.net") for seed in (1, 2)]


def program(folder, answer=""):
    """The command of a program that plays the first empty cell, or always gives this answer."""
    path = folder / f"program{answer}.py"
    path.write_text(f"OWN_ANSWER = {answer!r}\n{FIRST_EMPTY}")
    return f"{sys.executable} {path}"


def drawn_games(games, count, size=5, seed=1):
    """Games whose moves are drawn, each after an opening of up to three stones."""
    dice, found = random.Random(seed), []
    while len(found) < count:
        cells = dice.sample(range(size * size), size * size)
        for stones in range(1, len(cells) + 1):
            game = games.PlayedGame(size, 1, dice.randint(1, 3), tuple(cells[:stones]))
            if winner := native().hex_winner(size, game.board(stones)):
                found.append(games.PlayedGame(size, winner, game.opening, game.cells))
                break
    return found


# --- files


def test_games_and_openings_are_read_as_they_are_written(games, tmp_path):
    drawn = drawn_games(games, 5)
    opening = games.Opening(11, (0, 60, 120))
    assert str(opening) == "11 a1 f6 k11"
    (tmp_path / "games").write_text("# seed 1\n\n" + "\n".join(map(str, drawn)) + "\n")
    (tmp_path / "openings").write_text(f"{opening}\n")
    assert games.read_games(tmp_path / "games") == drawn
    assert games.read_openings(tmp_path / "openings") == [opening]


@pytest.mark.parametrize("line", ["5 red", "5 green 1 a1 b2", "5 red 1 a1 a1", "5 red 1 a9", "5 red 3 a1 b2"])
def test_a_line_that_holds_no_game_is_named(games, tmp_path, line):
    (tmp_path / "games").write_text(f"5 red 1 a1 b2\n{line}\n")
    with pytest.raises(games.BadLine, match="line 2"):
        games.read_games(tmp_path / "games")


def test_red_and_blue_move_by_turns(games):
    game = games.PlayedGame(3, 1, 1, (0, 4, 8))
    assert game.board(2) == bytes([1, 0, 0, 0, 2, 0, 0, 0, 0])
    assert [games.mover_after(stones) for stones in range(3)] == [1, 2, 1]


# --- intervals


def test_intervals_count_games_not_positions(games):
    """Ten equal errors of a game say no more than one."""
    dice = random.Random(3)
    means = [dice.random() for _ in range(40)]
    by_game = games.resampled_means([[(10 * mean, 10.0) for mean in means]])[0]
    by_position = games.resampled_means([[(mean, 1.0) for mean in means for _ in range(10)]])[0]
    assert by_game[0] == pytest.approx(sum(means) / 40) == pytest.approx(by_position[0])
    spread = 1.96 * math.sqrt(1 / 12 / 40)
    assert by_game[0] - by_game[1] == pytest.approx(spread, rel=0.25)
    assert by_game[2] - by_game[1] > 2 * (by_position[2] - by_position[1])


def test_columns_are_drawn_together(games):
    """The difference of two columns that move together is sure, though neither of them is."""
    one = [(float(number % 7), 1.0) for number in range(50)]
    other = [(total + 0.5, 1.0) for total, _ in one]
    difference = [(more - less, 1.0) for (more, _), (less, _) in zip(other, one, strict=True)]
    wide, _, sure = games.resampled_means([one, other, difference])
    assert sure == (0.5, 0.5, 0.5) and wide[1] < wide[0] - 0.3 < wide[2] - 0.3


# --- errors


def test_the_error_is_that_of_the_network(games, errors, weights):
    """Asked here position by position, one way and after half a turn."""
    (game,) = drawn_games(games, 1, seed=8)
    net = hex_net.new_net(hex_net.read_weights(Path(weights[0]).read_bytes()))

    def chance(board, seed):
        (logit,) = struct.unpack("<f", net.evaluate(5, board, seed)[1])
        return 1 / (1 + math.exp(-logit))

    judged = errors.judge(weights[0], 0, game)
    assert len(judged) > 3
    assert [one.stones for one in judged] == list(range(3, 3 + len(judged))) and game.opening == 3
    for number, one in enumerate(judged):
        mover = games.mover_after(one.stones)
        seen = native().hex_seen(5, game.board(one.stones), mover)
        straight, turned = chance(seen, number), chance(seen[::-1], errors.TURNED + number)
        assert one.chances == pytest.approx((straight, (straight + turned) / 2))
        assert one.result == (game.winner == mover)
    squares = [(one.chances[1] - one.result) ** 2 for one in judged if one.stones < 9]
    total, count = errors.errors([judged], 1, (2, 8))[0]
    assert total == pytest.approx(sum(squares)) and count == len(squares)


def test_the_search_is_asked_too(games, errors, weights):
    (game,) = drawn_games(games, 1, size=8, seed=8)
    net = hex_net.new_net(hex_net.read_weights(Path(weights[0]).read_bytes()))
    judged = errors.judge(weights[0], 30, game)
    assert sum(0 < one.chances[2] < 1 for one in judged) > 2
    for one in judged:
        board = game.board(one.stones)
        allowed = bytes(not code for code in board)
        search = new_search(8, net=net)
        _, value, *_ = search.search(board, games.mover_after(one.stones), allowed, 30, 0.0, 1, None, True)
        assert one.chances[2] == pytest.approx(value)


def test_no_network_is_asked_about_openings_and_decided_positions(games, errors, weights):
    lasting = games.PlayedGame(5, 1, 4, (12, 0, 7, 1, 17, 3, 2, 4, 22))
    asked = [one.stones for one in errors.judge(weights[0], 0, lasting)]
    # After red's third stone its chain has two empty cells at each side: they are captured, and that decides.
    assert asked == [4, 6]
    assert errors.judge(weights[0], 0, games.PlayedGame(5, 1, 3, (12, 0, 7))) == []


def test_the_best_factor_of_the_logit(errors):
    """Chances of 0.6 that come true three times of four."""
    games = [[errors.Judged(9, int(number % 4 < 3), (0.6, 0.6))] for number in range(80)]
    factor = errors.best_factor(games, 1, (9, 16))
    assert factor == pytest.approx(math.log(3) / math.log(1.5), abs=0.03)
    (better, _), *_ = errors.errors(games[:1], 1, (9, 16), factor)
    assert better == pytest.approx(1 / 16, abs=0.002)
    assert errors.stretched(1.0, 2.0) == 1.0 and errors.stretched(0.0, 2.0) == 0.0


def test_a_table_of_two_networks(games, errors, weights, tmp_path, capsys, module, monkeypatch):
    path = tmp_path / "games"
    path.write_text("\n".join(map(str, drawn_games(games, 12))))
    copy = tmp_path / "copy.net"
    copy.write_bytes(Path(weights[0]).read_bytes())
    arguments = [str(path), "--weights", weights[0], weights[1], str(copy), "--simulations", "8"]
    monkeypatch.setattr(sys, "argv", ["hex_network.py", "errors", *arguments, "--processes", "2"])
    module("hex_network").main()
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    by_name = {(row[0].strip("| "), row[1]): row[2] for row in rows}
    manners = [
        "one way",
        "both ways",
        "both ways, best factor",
        "8 simulations",
        "8 simulations, best factor",
    ]
    assert [label for name, label in by_name if name == weights[1]] == manners
    for label in manners:
        assert by_name[f"{copy} − {weights[0]}", label] == "0.0000 (0.0000 to 0.0000)"
        mean = [float(by_name[name, label].split()[0]) for name in weights]
        difference = float(by_name[f"{weights[1]} − {weights[0]}", label].split()[0])
        assert difference == pytest.approx(mean[1] - mean[0], abs=0.0002)
        assert "×" in by_name[weights[0], label] or "factor" not in label


# --- paired matches


def openings(games, *lines):
    return [games.Opening(5, cells) for cells in lines]


def test_both_colours_are_played_from_every_opening(games, paired, tmp_path):
    """A program that plays the first empty cell loses to us with both colours; what is saved is a game."""
    seen = []
    plan = paired.Plan(program(tmp_path), simulations=30)
    tally = paired.match_all(plan, openings(games, (0,), (4, 20)), processes=1, on_game=seen.append)
    assert tally.won == [[2, 2]]
    assert [(game.winner, game.opening) for game in seen] == [(1, 1), (2, 1), (1, 2), (2, 2)]
    for game in seen:
        assert games.mover_after(len(game.cells) - 1) == game.winner  # it made the last move
        board = game.board(len(game.cells))
        search = new_search(5)
        allowed = bytes(not code for code in board)
        if not native().hex_winner(5, board):
            mover = games.mover_after(len(game.cells))
            assert search.search(board, mover, allowed, 1000, 0.0, 1, None, True)[6] == -1


def test_a_program_of_ours_wins_where_it_stands_better(games, paired):
    """Red's three stones, two bridges, win for whoever has them."""
    lines = openings(games, (12, 0, 7, 20, 17, 4))
    command = f"{sys.executable} -m pavage htp"
    tally = paired.match_all(
        paired.Plan(command, ("param_player simulations 50",), simulations=30), lines, processes=1
    )
    assert tally.won == [[1]]


def test_who_resigns_has_lost(games, paired, tmp_path):
    seen = []
    plan = paired.Plan(program(tmp_path, "resign"), simulations=10)
    tally = paired.match_all(plan, openings(games, (0,)), processes=1, on_game=seen.append)
    assert tally.won == [[2]]
    assert [len(game.cells) for game in seen] == [1, 2]


def test_a_program_that_fails_wins_and_loses_nothing(games, paired, tmp_path):
    plan = paired.Plan(program(tmp_path, "z99"), simulations=10)
    with pytest.raises(BotFailed):
        paired.match_all(plan, openings(games, (0,)), processes=1)


def test_two_networks_play_the_same_openings(games, paired, weights, tmp_path):
    """One that plays against itself wins as often; the numbers depend on nothing else."""
    lines = [games.Opening(7, cells) for cells in ((0,), (8, 24), (23, 24, 3))]
    command = program(tmp_path)
    same = paired.match_all(paired.Plan(command, (), (weights[0], weights[0]), 12), lines, processes=2)
    assert same.won[0] == same.won[1] and len(same.won[0]) == 3
    assert "+0 games, +0.0% (+0.0% to +0.0%); more from 0 openings, less from 0" in same.lines()[-1]
    seen = []
    plan = paired.Plan(command, (), tuple(weights), 12)
    again = paired.match_all(plan, lines, processes=1, on_game=seen.append)
    assert again.won[0] == same.won[0]
    assert [game.cells[: game.opening] for game in seen[::4]] == [opening.cells for opening in lines]
    assert seen[0::4] != seen[2::4]  # the other network plays otherwise


def tallied(paired, games, rows, trial=None):
    """A tally of pairs in which two networks have won so many games."""
    lost, won = (games.PlayedGame(5, winner, 1, (0,)) for winner in (2, 1))
    pairs = {0: (lost, won), 1: (won, won), 2: (won, lost)}
    tally = paired.Tally(("a", "b"), trial)
    for one, other in rows:
        tally.add([paired.Pair(pairs[one]), paired.Pair(pairs[other])])
    return tally


def test_what_a_tally_says(games, paired):
    tally = tallied(paired, games, [(0, 1), (1, 1), (1, 2), (2, 1), (0, 2)])
    first, second, difference = tally.lines()[2:]
    assert "| a | 4 of 10 | 40.0% |" in first and "| 1, 2, 2 |" in first
    assert "| b | 7 of 10 | 70.0% |" in second and "| 2, 3, 0 |" in second
    assert difference.startswith("\nb − a: +3 games, +30.0% (")
    assert difference.endswith("more from 3 openings, less from 1")


@pytest.mark.parametrize(("rows", "accepted"), [([(0, 1), (1, 1)], 1), ([(1, 0), (1, 1)], 0), ([], None)])
def test_the_sequential_test_stops_when_it_knows(games, paired, rows, accepted):
    trial = paired.trial_of(0, 10)
    tally = tallied(paired, games, rows * 40, trial)
    hypotheses = (trial.hypotheses.elo0, trial.hypotheses.elo1)
    assert trial.verdict.accepted == (None if accepted is None else hypotheses[accepted])
    assert tally.decided == (accepted is not None)
    assert trial.verdict.units < len(rows * 40) or accepted is None


def test_a_match_ends_when_the_test_has_decided(games, paired, weights, tmp_path):
    lines = openings(games, *((cell,) for cell in range(25)))
    trial = paired.trial_of(0, 60)
    plan = paired.Plan(program(tmp_path), (), (weights[0], weights[1]), 12)
    tally = paired.match_all(plan, lines, trial, processes=1)
    assert tally.decided and len(tally.won[0]) == trial.verdict.units < 25


def test_openings_are_even_and_not_alike(games, paired):
    found = paired.even_openings(8, 6, 1)
    assert [sum(len(opening.cells) == stones for opening in found) for stones in (2, 3)] == [2, 2]
    search = new_search(8, net=hex_net.shipped())
    assert all(paired.is_even(search, opening) for opening in found)
    assert not paired.is_even(search, games.Opening(8, (27,)))
    stones = {
        (frozenset(cells[0::2]), frozenset(cells[1::2]))
        for opening in found
        for cells in (opening.cells, [63 - cell for cell in opening.cells])
    }
    assert len(stones) == 2 * len(found) == 12


def test_the_openings_of_the_repository(games, paired):
    found = paired.openings_of(paired.OPENINGS, None)
    assert len(found) == len(set(found)) == 264
    assert {opening.size for opening in found} == {11}
    assert {len(opening.cells) for opening in found[:20]} == {1, 2, 3}
    assert paired.openings_of(paired.OPENINGS, 100) == found[:50]
