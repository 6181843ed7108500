"""Ponts et Barrages: the test positions of docs/rules.md section 4 by number, and perfect play."""

import random

import pytest
from conftest import full

from pavage.game import IllegalMove, Refusal, Unreadable
from pavage.games.ponts import Ponts, PontsPosition
from pavage.games.ponts.current import current
from pavage.games.ponts.evaluation import evaluate, order
from pavage.games.ponts.ground import BLUE, RED, joined, winning_chain
from pavage.games.ponts.network import winning_bridges
from pavage.games.ponts.scene import board, scene
from pavage.games.ponts.strategy import perfect
from pavage.games.ponts.trees import NOWHERE, Forests
from pavage.match import Match
from pavage.options import BadOption
from pavage.players.levels import computer
from pavage.scene import Moment


def played(game: Ponts, text: str) -> Match:
    match = Match(game)
    for word in text.split():
        match.play(game.read(match.position, word))
    return match


def legal(game: Ponts, position: PontsPosition) -> set[str]:
    return {game.write(position, move) for move in game.moves(position)}


KNOWN: dict[tuple[Ponts, bytes, int], bool] = {}


def mover_wins(game: Ponts, position: PontsPosition) -> bool:
    """By looking at everything; half a turn of the board changes nothing, and the middle is looked at first.

    Whoever moved last has won if the game is over, so the mover never has.
    """
    key = (game, min(position.board, position.board[::-1]), position.turn)
    if key not in KNOWN:
        middle = len(position.board) // 2
        moves = sorted(game.moves(position), key=lambda move: abs(move[0] - middle))
        KNOWN[key] = any(not mover_wins(game, game.play(position, move)) for move in moves)
    return KNOWN[key]


def random_position(game: Ponts, dice: random.Random) -> PontsPosition:
    """A position that is not over, after any number of random stones."""
    while True:
        position = game.start()
        for _ in range(dice.randrange(len(game.ground.white))):
            if game.outcome(position) is None:
                position = game.play(position, dice.choice(game.moves(position)))
        if game.outcome(position) is None:
            return position


# --- the positions of the rules


def test_4_1_playable_cells() -> None:
    assert legal(Ponts(size=2), Ponts(size=2).start()) == {"b2", "b4", "c3", "d2", "d4"}
    for size in (1, 2, 3, 6, 15):
        game = Ponts(size=size)
        assert len(game.moves(game.start())) == size**2 + (size - 1) ** 2
    assert len(Ponts(size=3).moves(Ponts(size=3).start())) == 13
    assert len(Ponts().moves(Ponts().start())) == 61


def test_4_2_one_move() -> None:
    match = played(Ponts(size=1), "b2")
    assert match.outcome.returns == (1, 0)


def test_4_3_red_wins_at_ply_five() -> None:
    game = Ponts(size=2)
    match = played(game, "c3 b2 d2 d4")
    assert match.outcome is None
    match.play(game.read(match.position, "b4"))
    assert match.outcome.returns == (1, 0)
    assert [game.sites[cell] for cell in match.outcome.cells] == ["d1", "d2", "d3", "c3", "b3", "b4", "b5"]


def test_4_4_blue_wins_at_ply_four() -> None:
    game = Ponts(size=2)
    match = played(game, "b2 b4 d2")
    assert match.outcome is None
    match.play(game.read(match.position, "d4"))
    assert match.outcome.returns == (0, 1)
    assert [game.sites[cell] for cell in match.outcome.cells] == ["a4", "b4", "c4", "d4", "e4"]


def test_4_5_not_over() -> None:
    game = Ponts(size=2)
    match = played(game, "b2 b4 d4 c3")
    assert match.outcome is None and match.turn == 0
    assert legal(game, match.position) == {"d2"}
    match.play(game.read(match.position, "d2"))
    assert match.outcome.returns == (1, 0)


def test_the_ground_of_size_two() -> None:
    game = Ponts(size=2)
    signs = {0: ".", 1: "R", 2: "B"}
    rows = [
        "".join(
            "#" if cell in game.ground.void else signs[game.start().board[cell]] for cell in range(y, y + 5)
        )
        for y in range(0, 25, 5)
    ]
    assert rows == ["#RRR#", "B.B.B", "BR.RB", "B.B.B", "#RRR#"]


@pytest.mark.parametrize("size", range(1, 21))
def test_a_full_board_has_exactly_one_winner(size: int) -> None:
    game = Ponts(size=size)
    dice = random.Random(size)
    for _ in range(10):
        full_board = bytearray(game.start().board)
        for cell in game.ground.white:
            full_board[cell] = dice.choice((RED, BLUE))
        flooded = [joined(game.ground, bytes(full_board), code) for code in (RED, BLUE)]
        chains = [winning_chain(game.tiling, game.ground, bytes(full_board), code) for code in (RED, BLUE)]
        assert sorted(flooded) == [False, True]
        assert [bool(chain) for chain in chains] == flooded


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_first_player_wins_after_every_first_move(size: int) -> None:
    game = Ponts(size=size)
    start = game.start()
    assert not any(mover_wins(game, game.play(start, move)) for move in game.moves(start))


@pytest.mark.parametrize("size", range(4, 9))
def test_the_first_player_wins_after_every_first_move_by_the_theorem(size: int) -> None:
    game = Ponts(size=size)
    start = game.start()
    for move in game.moves(start):
        assert winning_bridges(size, game.play(start, move).board, BLUE) is None
        assert winning_bridges(size, game.play(start, move).board, RED) == set(), "Red could even pass"


# --- options


def test_blue_may_begin() -> None:
    game = Ponts(size=2, first="blue")
    match = played(game, "b2 c3 d2")
    assert match.outcome.returns == (1, 0)
    assert match.position.board[game.site("b2")] == BLUE


def test_swapping_colours() -> None:
    game = Ponts(size=2, swap="colours")
    assert "swap" not in legal(game, game.start())
    match = played(game, "c3")
    assert "swap" in legal(game, match.position)
    match.play(game.read(match.position, "swap"))
    position = match.position
    assert game.colour(position, 1) == 0 and position.turn == 0 and game.colour(position, 0) == 1
    assert game.layout(position) == "red:c3 turn:1 swapped"
    with pytest.raises(IllegalMove) as caught:
        match.play(game.read(position, "swap"))
    assert caught.value.refusal == Refusal("ponts.no_swap")
    match.play(game.read(position, "b2"))
    assert match.position.board[game.site("b2")] == BLUE
    assert "swap" not in legal(game, match.position)
    assert Ponts(size=2).buttons == ()


def test_sizes() -> None:
    assert len(Ponts().tiling) == 169
    for size in (0, 21):
        with pytest.raises(BadOption):
            Ponts(size=size)


# --- refusals, texts, drawing


def test_refusals_say_why() -> None:
    game = Ponts(size=3)
    match = played(game, "b2")
    position = match.position

    def why(name: str) -> Refusal | None:
        return game.refusal(position, (game.site(name),))

    assert why("b2") == Refusal("taken", (game.site("b2"),), (("cell", "b2"),))
    assert why("a1") == Refusal("ponts.void", (0,), (("cell", "a1"),))
    assert why("b1") == Refusal("ponts.fixed", (1,), (("cell", "b1"),))
    assert why("c2").key == "ponts.fixed"
    assert why("c3") is None
    for wrong in ((), (0, 1), (99,), (-1,)):
        assert game.refusal(position, wrong).key == "not_a_move"
    over = played(Ponts(size=1), "b2")
    assert over.game.refusal(over.position, (4,)) == Refusal("over")
    with pytest.raises(Unreadable):
        game.read(position, "z99")


def test_setup_and_layout() -> None:
    game = Ponts(size=3, swap="colours")
    for text in ("turn:1", "red:c3,b2 blue:d4 turn:2 swapped"):
        position = game.setup(text)
        assert game.setup(game.layout(position)) == position
    assert game.setup("turn:1") == game.start()
    for bad in ("red:b1", "red:a1", "blue:b2 red:b2", "red:z9", "green:b2", "turn:3", "swapped twice"):
        with pytest.raises(Unreadable):
            game.setup(bad)
    with pytest.raises(Unreadable):
        Ponts(size=3).setup("red:b2 turn:1 swapped")


def test_shores_are_solid_piers_round_and_stones_join_them() -> None:
    game = Ponts(size=2)
    position = played(game, "c3").position
    shown = scene(game, Moment(position))
    shapes = {piece.cell: (piece.colour, piece.shape) for piece in shown.pieces}
    assert shapes[game.site("c3")] == ("red", "beam_across"), "between the piers b3 and d3"
    assert shapes[game.site("b3")] == ("red", "stone")
    other = scene(game, Moment(game.setup("red:b2 blue:c3,b4 turn:1"))).pieces
    beams = {game.sites[piece.cell]: piece.shape for piece in other if piece.shape.startswith("beam")}
    assert beams == {"b2": "beam_down", "c3": "beam_down", "b4": "beam_across"}
    assert board(game).radii[game.site("b3")] < board(game).radii[game.site("b2")]
    assert shapes[game.site("b1")] == ("red", "solid")
    assert shapes[game.site("a2")] == ("blue", "solid")
    assert len(shapes) == 4 * 3 + 4 + 1
    assert board(game).void == {0, 4, 20, 24}
    assert set(shown.next) == {game.site(name) for name in ("b2", "d2", "b4", "d4")}


# --- perfect play


def against_everything(game: Ponts, seat: int) -> int:
    """Perfect play of a seat against every reply: once exhaustive search says it can win, it does.

    Returns how many positions it had to win from.
    """
    seen: dict[PontsPosition, bool] = {}

    def walk(position: PontsPosition, must_win: bool) -> None:
        outcome = game.outcome(position)
        if outcome is not None:
            assert outcome.returns[seat] == 1 or not must_win
        elif position.turn != seat:
            for move in game.moves(position):
                walk(game.play(position, move), must_win)
        elif position not in seen:
            move, value = perfect(game, position)
            seen[position] = mover_wins(game, position)
            assert value == seen[position] >= must_win
            walk(game.play(position, move), seen[position])

    walk(game.start(), False)
    return sum(seen.values())


@pytest.mark.parametrize("first", ["red", "blue"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_best_as_first_player_beats_every_reply(size: int, first: str) -> None:
    game = Ponts(size=size, first=first)
    assert perfect(game, game.start())[1] == 1
    assert against_everything(game, 0) >= 1


@pytest.mark.parametrize("size", [2, 3])
def test_best_as_second_player_wins_whenever_it_can(size: int) -> None:
    game = Ponts(size=size)
    assert against_everything(game, 1) >= size


@pytest.mark.parametrize("size", [1, 2, 3])
def test_best_knows_that_a_swap_takes_the_win(size: int) -> None:
    game = Ponts(size=size, swap="colours")
    assert perfect(game, game.start())[1] == mover_wins(game, game.start()) == (size == 1)
    for seat in range(2):
        against_everything(game, seat)


@pytest.mark.parametrize("size", [2, 3])
def test_the_theorem_and_exhaustive_search_agree(size: int) -> None:
    game = Ponts(size=size)
    dice = random.Random(size)
    seen = {True: 0, False: 0}
    for _ in range(full(4000)):
        position = random_position(game, dice)
        wins = mover_wins(game, position)
        seen[wins] += 1
        move, value = perfect(game, position)
        assert value == wins
        if wins:
            assert not mover_wins(game, game.play(position, move))
        code = game.colour(position, position.turn) + 1
        for cell in winning_bridges(size, position.board, code) or ():
            assert not mover_wins(game, game.play(position, (cell,)))
    assert min(seen.values()) > 50


@pytest.mark.parametrize(("size", "games"), [(4, 20), (6, 10), (15, 1)])
def test_best_beats_stubborn_opponents_on_larger_boards(size: int, games: int) -> None:
    """Against moves of the highest tension, mixed with random ones, as first player with either colour."""
    dice = random.Random(size)
    for number in range(games):
        game = Ponts(size=size, first=("red", "blue")[number % 2])
        position = game.play(game.start(), dice.choice(game.moves(game.start())))
        while (outcome := game.outcome(position)) is None:
            if position.turn == 0:
                move, value = perfect(game, position)
                assert value == 1
            else:
                moves = order(game, position)[:1] if dice.random() < 0.7 else game.moves(position)
                move = dice.choice(moves)
            position = game.play(position, move)
        assert outcome.returns == (1, 0)


def test_best_swaps() -> None:
    game = Ponts(size=4, swap="colours")
    position = game.play(game.start(), (game.site("e5"),))
    assert perfect(game, position) == ((game.site("swap"),), 1.0)


def test_two_forests_of_a_square_with_doubled_edges() -> None:
    """Each of the four sides of a square twice: six edges fit, whatever their order."""
    square = [(0, 1), (1, 2), (2, 3), (3, 0)] * 2
    for seed in range(50):
        edges = square[:]
        random.Random(seed).shuffle(edges)
        forests = Forests(4)
        assert sum(forests.add(edge) for edge in edges) == 6
        for forest in (0, 1):
            assert forests.where.count(forest) == 3
            assert len(forests.side(forest, 0, without=NOWHERE)) == 4, "a spanning tree"


# --- judging


def test_the_empty_board_conducts_one_and_a_chain_of_threats_is_seen() -> None:
    for size in (1, 2, 5):
        assert abs(current(size, Ponts(size=size).start().board)[0] - 1) < 1e-9
    game = Ponts(size=3)
    position = game.setup("red:b2,b4 blue:d2 turn:1")
    assert game.write(position, order(game, position)[0]) == "b6"
    shares = evaluate(game, position)
    assert abs(sum(shares) - 1) < 1e-9 and shares[0] > 0.8


@pytest.mark.parametrize("first", ["red", "blue"])
def test_evaluation_knows_which_seat_has_which_colour(first: str) -> None:
    game = Ponts(size=3, first=first, swap="colours")
    good = "red:b2,b4" if first == "red" else "blue:b2,d2"
    assert evaluate(game, game.setup(f"{good} turn:1"))[0] > 0.8
    assert evaluate(game, game.setup(f"{good} turn:2 swapped"))[1] > 0.8


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "best"])
def test_computers_win_in_one(level: str) -> None:
    game = Ponts()
    position = game.setup("red:f2,f4,f6,f8,f10 blue:b2,d2,b4,d4,h2 turn:1")
    player, budget = computer(game, level, seed=3)
    assert game.write(position, player.think(game, position, budget).move) == "f12"


def win_share(game: Ponts, one: str, other: str, games: int) -> float:
    won = 0.0
    for number in range(games):
        levels = (one, other) if number % 2 == 0 else (other, one)
        position = game.start()
        while (outcome := game.outcome(position)) is None:
            player, budget = computer(game, levels[position.turn], seed=number)
            position = game.play(position, player.think(game, position, budget).move)
        won += outcome.returns[number % 2]
    return won / games


@pytest.mark.parametrize(("one", "other", "least"), [("easy", "random", 0.8), ("best", "medium", 0.5)])
def test_levels_differ(one: str, other: str, least: float) -> None:
    assert win_share(Ponts(size=4), one, other, 10) >= least
