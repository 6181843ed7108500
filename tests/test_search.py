"""The tree search: it finds wins, weighs chances, shares among three, and is the same for the same seed."""

import random
from collections import Counter

import pytest
from conformance import random_match
from conftest import full

from pavage.game import CHANCE, Game, Move, Outcome, Position, winner_takes_all
from pavage.games.hex import Hex, HexPosition
from pavage.players.levels import COMPUTERS, LEVELS, Careless, computer, playout_of, strength
from pavage.players.random_player import RandomPlayer, plain_playout, roll
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget
from pavage.tiling import tiling


class Bet(Game[Position]):
    """Take the sure half (button `safe`), or bet on a die that wins two times in three. For tests only."""

    name = "bet"
    buttons = ("safe", "bold", "win", "lose")

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling("S1x1")

    def start(self) -> Position:
        return Position(b"\0", 0)

    def moves(self, position: Position) -> list[Move]:
        if self.outcome(position):
            return []
        return [(3,), (4,)] if position.turn == CHANCE else [(1,), (2,)]

    def chances(self, position: Position) -> list[float]:
        return [2.0, 1.0]

    def play(self, position: Position, move: Move) -> Position:
        return Position(bytes([move[0]]), CHANCE if move[0] == 2 else 0)

    def outcome(self, position: Position) -> Outcome | None:
        endings = {1: (0.5, 0.5), 3: (1.0, 0.0), 4: (0.0, 1.0)}
        piece = position.board[0]
        return Outcome(endings[piece], "bet") if piece in endings else None


class Spite(Game[Position]):
    """Three players may each take the point, or leave it to the next. For tests only."""

    name = "spite"
    buttons = ("mine", "next")

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling("S1x1")

    @property
    def players(self) -> int:
        return 3

    def start(self) -> Position:
        return Position(b"\0", 0)

    def moves(self, position: Position) -> list[Move]:
        return [] if self.outcome(position) else [(1,), (2,)]

    def play(self, position: Position, move: Move) -> Position:
        if move[0] == 1:
            return Position(bytes([position.turn + 1]), position.turn)
        return Position(b"\0", position.turn + 1)

    def outcome(self, position: Position) -> Outcome | None:
        if position.board[0]:
            return Outcome(winner_takes_all(3, position.board[0] - 1), "taken")
        return Outcome((1 / 3, 1 / 3, 1 / 3), "nobody") if position.turn == 3 else None


def test_chance_nodes_are_weighed() -> None:
    thought = TreeSearch().think(Bet(), Bet().start(), Budget(simulations=2000, seed=1))
    assert thought.move == (2,)
    assert thought.value == pytest.approx(2 / 3, abs=0.05)
    assert not thought.proved


def test_three_players_each_look_after_themselves() -> None:
    game = Spite()
    thought = TreeSearch().think(game, game.start(), Budget(simulations=100, seed=1))
    assert (thought.move, thought.value, thought.proved) == ((1,), 1.0, True)
    second = game.play(game.start(), (2,))
    thought = TreeSearch().think(game, second, Budget(simulations=100, seed=1))
    assert thought.move == (1,) and thought.value == 1.0


@pytest.mark.parametrize("fast", [False, True])
def test_small_boards_are_solved(fast: bool) -> None:
    game = Hex(size=3, swap="none")
    search = TreeSearch(playout_of(game) if fast else None)
    winning = {"a2", "a3", "b2", "c1", "c2"}
    for move in game.moves(game.start()):
        after = game.play(game.start(), move)
        thought = search.think(game, after, Budget(simulations=20_000, seed=3))
        assert thought.proved
        assert thought.value == (0.0 if game.write(game.start(), move) in winning else 1.0)


def test_same_seed_same_thought() -> None:
    game = Hex(size=5)
    thoughts = [TreeSearch().think(game, game.start(), Budget(simulations=200, seed=9)) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    others = {TreeSearch().think(game, game.start(), Budget(simulations=200, seed=s)) for s in range(8)}
    assert len(others) > 1, "the seed matters"


def test_the_policy_adds_up_and_the_line_is_playable() -> None:
    game = Hex(size=5)
    thought = TreeSearch().think(game, game.start(), Budget(simulations=500, seed=2))
    assert sum(share for _, share in thought.policy) == pytest.approx(1)
    assert thought.line[0] == thought.move and thought.nodes == 500
    position = game.start()
    for move in thought.line:
        assert game.refusal(position, move) is None
        position = game.play(position, move)


def test_it_takes_a_win_and_stops_one() -> None:
    game = Hex(size=5, swap="none")
    to_win = game.setup("red:c1,c2,c3,c4 blue:a1,a2,a3,a4 turn:1")
    thought = TreeSearch().think(game, to_win, Budget(simulations=3000, seed=1))
    assert game.write(to_win, thought.move) in ("b5", "c5") and thought.proved
    to_stop = game.setup("red:c1,c2,c3,c5 blue:a1,a2,b5 turn:2")
    thought = TreeSearch().think(game, to_stop, Budget(simulations=3000, seed=1))
    assert game.write(to_stop, thought.move) == "c4"


def test_a_search_can_be_stopped_and_tells_how_far_it_is() -> None:
    game = Hex(size=7)
    shares: list[float] = []

    def watch(share: float) -> bool:
        shares.append(share)
        return len(shares) == 5

    thought = TreeSearch().think(game, game.start(), Budget(simulations=10_000, seed=1), watch)
    assert len(shares) == 5 and shares == sorted(shares) and thought.nodes == 5 * 16


def test_nothing_to_think_about_is_said() -> None:
    game = Hex(size=2, swap="none")
    over = game.setup("red:a1,a2 blue:b1 turn:2")
    with pytest.raises(ValueError, match="over"):
        TreeSearch().think(game, over, Budget(simulations=10))


def test_random_play_covers_all_moves() -> None:
    game = Hex(size=3)
    moves = {RandomPlayer().think(game, game.start(), Budget(seed=s)).move for s in range(200)}
    assert moves == set(game.moves(game.start()))


def test_chance_rolls_by_weight() -> None:
    game = Bet()
    position = game.play(game.start(), (2,))
    dice = random.Random(1)
    rolls = Counter(roll(game, position, dice) for _ in range(3000))
    assert rolls[(3,)] / 3000 == pytest.approx(2 / 3, abs=0.04)


def test_the_fast_playout_has_the_law_of_random_play() -> None:
    """From the same positions, filling the board and playing by the rules win equally often."""
    dice = random.Random(11)
    count = full(4000)
    for size, swap in ((3, "none"), (4, "colours"), (5, "mirror"), (5, "none")):
        game = Hex(size=size, swap=swap)
        match = random_match(game, dice)
        for place in (2, len(match.positions) // 2):
            position = match.positions[place]
            if game.outcome(position):
                continue
            shares = [
                sum(playout(position, dice)[0] for _ in range(count)) / count
                for playout in (playout_of(game), plain_playout(game))
            ]
            assert abs(shares[0] - shares[1]) < 4.5 * (0.5 / count) ** 0.5


def test_the_fast_playout_knows_the_winner_of_every_full_board() -> None:
    dice = random.Random(2)
    for size in range(2, 27):
        game = Hex(size=size, swap="none")
        cells = list(range(size * size))
        dice.shuffle(cells)
        board = bytearray(size * size)
        for number, cell in enumerate(cells):
            board[cell] = 1 + number % 2
        turn = len(cells) % 2
        position = HexPosition(bytes(board), turn)
        assert playout_of(game)(position, dice) == game.outcome(position).returns


def test_levels_exist_for_every_name_and_grow() -> None:
    game = Hex(size=5)
    for level in COMPUTERS:
        player, budget = computer(game, level, seed=4)
        if level in ("hard", "best"):
            continue
        assert game.refusal(game.start(), player.think(game, game.start(), budget).move) is None
    efforts = [strength(game, level).simulations for level in LEVELS]
    assert efforts == sorted(efforts) and len(set(efforts)) == len(efforts)


def test_a_careless_player_is_sometimes_careless() -> None:
    game = Hex(size=5, swap="none")
    position = game.setup("red:c1,c2,c3,c4 blue:a1,a2,a3,a4 turn:1")
    careless = Careless(TreeSearch(), 0.5)
    found = [careless.think(game, position, Budget(simulations=800, seed=s)).proved for s in range(40)]
    assert 8 < sum(found) < 32


def test_where_moves_are_left_out_nothing_is_proved_but_a_win_at_once() -> None:
    game = Hex(size=2, swap="none")

    def first_only(game, position):
        return game.moves(position)[:1]

    budget = Budget(simulations=100, seed=1)
    assert TreeSearch(order=first_only, whole=True).think(game, game.start(), budget).proved
    assert not TreeSearch(order=first_only).think(game, game.start(), budget).proved
    winning = game.setup("red:a1 turn:1")
    assert TreeSearch(order=lambda game, position: [(game.site("a2"),)]).think(game, winning, budget).proved
