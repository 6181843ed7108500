"""Marienbad: the test positions of docs/rules.md section 8 by number, its solved boards, and perfect play."""

import itertools
import random
import time
from functools import reduce
from operator import xor

import pytest
from conformance import check_game
from conftest import full

from pavage.game import Move, Refusal, Unreadable
from pavage.games.marienbad import Marienbad, MarienbadPosition
from pavage.games.marienbad.evaluation import evaluate, order
from pavage.games.marienbad.mirror import mirror_taking
from pavage.games.marienbad.nim import mover_wins
from pavage.games.marienbad.scene import scene
from pavage.games.marienbad.small import Endings
from pavage.games.marienbad.strategy import perfect
from pavage.games.marienbad.tables import Table
from pavage.match import Match
from pavage.options import BadOption
from pavage.players.levels import computer
from pavage.scene import Moment
from pavage.tiling import tiling
from pavage.words import words


def legal(game: Marienbad, position: MarienbadPosition) -> set[str]:
    return {game.write(position, move) for move in game.moves(position)}


def stones_without(game: Marienbad, *names: str) -> MarienbadPosition:
    gone = {game.site(name) for name in names}
    start = game.start().board
    return MarienbadPosition(bytes(0 if cell in gone else piece for cell, piece in enumerate(start)), 0)


def winning(game: Marienbad, position: MarienbadPosition) -> set[str]:
    """The winning moves, by a table of all positions."""
    table = Table(game, position.board)
    return {
        game.write(position, move)
        for move in game.moves(position)
        if not table.mover_wins(game.play(position, move))
    }


def plain_mover_wins(game: Marienbad, position: MarienbadPosition, known: dict[bytes, bool]) -> bool:
    """By the rules alone: moves, play and outcome."""
    if position.board not in known:
        outcome = game.outcome(position)
        known[position.board] = (
            outcome.returns[position.turn] == 1
            if outcome
            else any(
                not plain_mover_wins(game, game.play(position, move), known) for move in game.moves(position)
            )
        )
    return known[position.board]


def every_position(game: Marienbad) -> list[MarienbadPosition]:
    """All sets of stones that may be left, the empty one too."""
    pieces = [(0, game.stone)] * len(game.tiling)
    return [MarienbadPosition(bytes(board), 0) for board in itertools.product(*pieces)]


def random_position(game: Marienbad, stones: int, dice: random.Random) -> MarienbadPosition:
    kept = set(dice.sample(range(len(game.tiling)), stones))
    return MarienbadPosition(bytes(game.stone if cell in kept else 0 for cell in game.tiling.cells), 0)


# --- the positions of the rules


def test_8_1_first_moves_on_seven_cells() -> None:
    game = Marienbad(board="H2")
    assert len(game.moves(game.start())) == 25
    lines = {"a2+b2+c2", "b1+b2+b3", "c1+b2+a3"}
    assert winning(game, game.start()) == lines
    block = Marienbad(board="H2", contiguous="block")
    assert len(block.moves(block.start())) == 22
    assert winning(block, block.start()) == {*lines, "b2"}
    assert game.read(game.start(), "a3+b2+c1") == game.read(game.start(), "c1+b2+a3")


def test_8_2_three_by_three() -> None:
    game = Marienbad(board="S3x3")
    assert winning(game, game.start()) == set()
    block = Marienbad(board="S3x3", contiguous="block")
    assert winning(block, block.start()) == {"a1", "c1", "a3", "c3", "b2", "b1+b2+b3", "a2+b2+c2"}


def test_8_3_rows() -> None:
    game = Marienbad(rows="1-3-5-7")
    start = game.start()
    assert len(game.moves(start)) == 166
    move, value = perfect(game, start)
    assert value == 0 and game.refusal(start, move) is None
    won = stones_without(game, "g4")
    move, value = perfect(game, won)
    assert value == 1
    left = game.stretches(game.play(won, move).board)
    assert reduce(xor, map(len, left)) == 0


def test_8_4_two_by_two_without_a_corner() -> None:
    game = Marienbad(board="S2x2")
    position = stones_without(game, "b2")
    assert winning(game, position) == {"a1"}
    assert perfect(game, position) == ((game.site("a1"), game.done), 1.0)


def test_8_5_side_by_side() -> None:
    for contiguous, refused in (("any", None), ("block", "marienbad.gap")):
        game = Marienbad(board="H2", contiguous=contiguous)
        position = stones_without(game, "b2")
        refusal = game.refusal(position, game.read(position, "a2+c2"))
        assert (refusal and refusal.key) == refused
        assert ("a2+c2" in legal(game, position)) == (refused is None)


def test_8_6_three_players() -> None:
    game = Marienbad(board="H2", players=3)
    for words_played, winner in (
        ("a2+b2+c2 b1 c1 a3+b3", 0),
        ("a2+b2+c2 b1+c1 a3+b3", 2),
        ("b2 a2 c2 b1 b3 c1+a3", 2),
    ):
        match = Match(game)
        for word in words_played.split():
            match.play(game.read(match.position, word))
        assert match.outcome.returns == tuple(float(seat == winner) for seat in range(3))


W = True
SOLVED = [
    ("H2", "off", (W, 3, 25), (W, 3, 25), (W, 4, 22), (W, 3, 22)),
    ("H3", "off", (W, 15, 187), (W, 3, 187), (W, 13, 103), (W, 4, 103)),
    ("S2x2", "off", (False, 0, 8), (False, 0, 8), (False, 0, 8), (False, 0, 8)),
    ("S3x3", "off", (False, 0, 33), (W, 9, 33), (W, 7, 27), (W, 7, 27)),
    ("S4x4", "off", (False, 0, 104), (W, 8, 104), (False, 0, 64), (False, 0, 64)),
    ("S3x4", "off", (W, 7, 61), (False, 0, 61), (W, 4, 42), (W, 6, 42)),
    ("S3x5", "off", (W, 30, 113), (W, 8, 113), (W, 4, 60), (W, 4, 60)),
    ("S4x5", "off", (W, 45, 179), (W, 30, 179), (W, 8, 90), (W, 5, 90)),
    ("S5x5", "off", (False, 0, 285), (False, 0, 285), (W, 5, 125), (W, 5, 125)),
    ("S2x2", "on", (W, 4, 10), (False, 0, 10), (W, 4, 10), (False, 0, 10)),
    ("S3x3", "on", (W, 4, 45), (W, 9, 45), (W, 5, 37), (W, 6, 37)),
    ("S4x4", "on", (False, 0, 146), (W, 8, 146), (W, 12, 92), (W, 4, 92)),
    ("S5x5", "on", (W, 12, 401), (W, 13, 401), (W, 13, 185), (W, 15, 185)),
]
"""The table of section 8: any normal, any misère, block normal, block misère; won, winning, all moves."""
LATER = {"S4x5", "S5x5"}
"""Boards of twenty stones, some seconds each, and of twenty-five, a minute each: for a full run."""
FORMS = list(itertools.product(("any", "block"), ("off", "on")))
CASES = [
    (board, diag, contiguous, misere, result)
    for board, diag, *results in SOLVED
    for (contiguous, misere), result in zip(FORMS, results, strict=True)
    if board not in LATER or full(10) == 10
]


@pytest.mark.parametrize(("board", "diag", "contiguous", "misere", "result"), CASES)
def test_solved_boards(
    board: str, diag: str, contiguous: str, misere: str, result: tuple[bool, int, int]
) -> None:
    game = Marienbad(board=board, diag=diag, contiguous=contiguous, misere=misere)
    start = game.start()
    won, good, every = result
    assert len(game.moves(start)) == every
    assert len(winning(game, start)) == good
    assert (good > 0) == won


@pytest.mark.parametrize(("contiguous", "misere"), FORMS)
def test_rows_1_3_5_7_are_lost(contiguous: str, misere: str) -> None:
    game = Marienbad(rows="1-3-5-7", contiguous=contiguous, misere=misere)
    assert winning(game, game.start()) == set()


@pytest.mark.parametrize("diag", ["off", "on"])
@pytest.mark.parametrize(("contiguous", "misere"), FORMS)
def test_tables_agree_with_the_rules_alone(contiguous: str, misere: str, diag: str) -> None:
    game = Marienbad(board="S3x3", contiguous=contiguous, misere=misere, diag=diag)
    table = Table(game, game.start().board)
    known: dict[bytes, bool] = {}
    for position in every_position(game):
        assert table.mover_wins(position) == plain_mover_wins(game, position, known)


# --- moves that are never written out


@pytest.mark.parametrize("contiguous", ["any", "block"])
@pytest.mark.parametrize("board", ["H3", "S4x3", "S3x3"])
def test_moves_are_exactly_the_legal_takings(board: str, contiguous: str) -> None:
    """Each once, in board order; compared with all sets of up to five stones that the gate lets through."""
    game = Marienbad(board=board, contiguous=contiguous)
    dice = random.Random(board)
    for stones in (3, 6, 9):
        position = random_position(game, stones, dice)
        there = [cell for cell, piece in enumerate(position.board) if piece]
        allowed = {
            (*cells, game.done)
            for size in range(1, 6)
            for cells in itertools.combinations(there, size)
            if game.refusal(position, (*cells, game.done)) is None
        }
        moves = game.moves(position)
        assert set(moves) == allowed and len(list(moves)) == len(moves) == len(allowed)


def test_moves_of_a_large_board_are_counted_not_listed() -> None:
    game = Marienbad(board="H5")
    moves = game.moves(game.start())
    assert len(moves) == 4267
    assert len(set(moves)) == 4267
    assert moves[-1] == moves[4266] and moves[:3] == [moves[0], moves[1], moves[2]]
    for outside in (4267, -4268):
        with pytest.raises(IndexError):
            moves[outside]
    large = Marienbad(board="S24x24")
    begun = time.process_time()
    moves = large.moves(large.start())
    dice = random.Random(1)
    for move in [dice.choice(moves), *dice.sample(moves, 50)]:
        assert large.refusal(large.start(), move) is None
        assert list(move) == sorted(set(move))
    assert len(moves) == 24 * 24 + 48 * (2**24 - 25)
    assert time.process_time() - begun < 5, "hundreds of millions would take minutes"


def test_block_moves_of_a_row_are_its_stretches() -> None:
    game = Marienbad(rows="4", contiguous="block")
    assert legal(game, game.start()) == {
        *("a1", "b1", "c1", "d1"),
        *("a1+b1", "b1+c1", "c1+d1", "a1+b1+c1", "b1+c1+d1", "a1+b1+c1+d1"),
    }


def test_touching_stones_one_by_one() -> None:
    game = Marienbad(board="S3x3")
    start = game.start()

    def offered(*names: str) -> set[str]:
        return {game.sites[site] for site in game.choices(start, tuple(game.site(name) for name in names))}

    assert offered() == set(game.tiling.names)
    assert offered("b2") == {"a2", "c2", "b1", "b3", "done"}
    assert offered("c2", "a2") == {"b2", "done"}, "in any order"
    assert offered("a1", "b2") == set()
    assert offered("a1", "done") == set()
    block = Marienbad(board="S3x3", contiguous="block")
    a2, b2, c2 = (block.site(name) for name in ("a2", "b2", "c2"))
    assert block.choices(start, (a2, c2)) == [b2], "not done before the stone between is chosen"
    assert block.choices(start, (a2, c2, b2)) == [block.done]


def test_the_gate_takes_stones_in_any_order() -> None:
    game = Marienbad(board="S3x3")
    match = Match(game)
    c1, a1 = game.site("c1"), game.site("a1")
    match.play((c1, a1, game.done))
    assert match.played[-1].text == "a1+c1"
    assert game.play(game.start(), (a1, c1, game.done)) == match.position


# --- options


def test_misere_for_two_and_for_more() -> None:
    for players, returns in ((2, (0, 1)), (3, (0, 0.5, 0.5)), (5, (0, 0.25, 0.25, 0.25, 0.25))):
        game = Marienbad(rows="1", misere="on", players=players)
        position = game.play(game.start(), (0, game.done))
        assert game.outcome(position).returns == returns
        assert game.outcome(position).reason == "misere"
    game = Marienbad(rows="1", players=6)
    assert game.outcome(game.play(game.start(), (0, game.done))).returns == (1, 0, 0, 0, 0, 0)


def test_diagonals() -> None:
    game = Marienbad(board="S3x3", diag="on")
    assert "a1+b2+c3" in legal(game, game.start()) and "a2+b1" not in legal(
        Marienbad(board="S3x3"), game.start()
    )
    assert {game.write(game.start(), game.read(game.start(), "a2+b1"))} <= legal(game, game.start())
    for options in ({}, {"rows": "1-3-5-7"}, {"board": "R3"}):
        with pytest.raises(BadOption):
            Marienbad(diag="on", **options)


def test_rows_option() -> None:
    game = Marienbad(rows="1-3-5-7", board="S3x3")
    assert game.tiling.names[:5] == ("a1", "a2", "b2", "c2", "a3")
    assert len(game.tiling) == 16
    assert not game.refusal(game.start(), game.read(game.start(), "a4+g4+c4"))
    assert game.refusal(game.start(), game.read(game.start(), "a3+a4")).key == "marienbad.line"
    for bad in ("0", "1-", "1-x", "25", "-".join(["1"] * 27), "1--2", ""):
        with pytest.raises(BadOption):
            Marienbad(rows=bad)


def test_boards() -> None:
    assert len(Marienbad().tiling) == 37
    assert sorted(map(len, Marienbad(board="H3").lines)) == [3] * 6 + [4] * 6 + [5] * 3
    assert all(len(line) == 2 for line in Marienbad(board="T4").lines), "triangles: pairs of neighbours"
    assert Marienbad(board="S1x1").lines == ()
    for too_long in ("S25x2", "H13"):
        with pytest.raises(BadOption):
            Marienbad(board=too_long)
    ring = tiling("dual-H4")
    assert len(Marienbad(board=ring).tiling) == len(ring)


@pytest.mark.parametrize(
    "options",
    [
        {"board": "S4x3", "diag": "on", "contiguous": "block"},
        {"board": "S4x4", "diag": "on", "misere": "on", "players": 3},
        {"rows": "1-3-5-7", "contiguous": "block"},
        {"rows": "24-1", "misere": "on"},
        {"board": "H5", "players": 6},
        {"board": "TH2", "contiguous": "block"},
        {"board": "R4"},
    ],
)
def test_combinations_of_options_keep_the_promises(options: dict[str, object]) -> None:
    if options.get("rows") == "24-1":
        game = Marienbad(**options)
        assert len(game.moves(game.start())) == 2**24
        return  # too many to be listed, which the general checks do
    check_game(Marienbad, options, seed=3, matches=2)


# --- refusals, texts, drawing


def test_refusals_say_why() -> None:
    game = Marienbad(board="S3x3")
    position = stones_without(game, "b1")

    def why(*names: str) -> str | None:
        refusal = game.refusal(position, tuple(game.site(name) for name in names))
        return refusal and refusal.key

    assert why("done") == "marienbad.nothing"
    assert why("a1") == "marienbad.unfinished"
    assert why("b1", "done") == "marienbad.gone"
    assert why("a1", "a1", "done") == "marienbad.twice"
    assert why("a1", "b2", "done") == "marienbad.line"
    assert why("a1", "done", "c1") == "not_a_move"
    assert why("a1", "c1", "done") is None
    assert game.refusal(position, (99,)).key == "not_a_move"
    assert game.refusal(position, ()).key == "not_a_move"
    assert game.refusal(position, (-1, game.done)).key == "not_a_move"
    assert game.refusal(MarienbadPosition(bytes(9), 0), (0, game.done)) == Refusal("over")
    with pytest.raises(Unreadable):
        game.read(position, "a1+z9")


def test_notation() -> None:
    game = Marienbad(board="S4x4")
    start = game.start()
    move = game.read(start, " D3+a3+B3 ")
    assert game.write(start, move) == "a3+b3+d3"
    assert game.read(start, "a3+b3+d3+done") == move
    assert game.read(start, "done") == (game.done,)


def test_setup_and_layout() -> None:
    game = Marienbad(board="S2x2", players=3)
    assert game.layout(game.start()) == "neutral:a1,b1,a2,b2 turn:1"
    text = "neutral:a1,b2 turn:3"
    assert game.layout(game.setup(text)) == text
    for bad in ("red:a1", "neutral:c1", "turn:4", "neutral:a1,a1"):
        with pytest.raises(Unreadable):
            game.setup(bad)


def test_scenes() -> None:
    game = Marienbad(board="S2x2", players=3, misere="on")
    start = game.start()
    taken = game.read(start, "a1+b1")
    shown = scene(game, Moment(game.play(start, taken), taken, touched=(2,)))
    assert [piece.colour for piece in shown.pieces] == ["neutral", "neutral"]
    assert {(mark.kind, mark.cells) for mark in shown.marks} == {("last", (0, 1)), ("select", (2,))}
    assert dict(shown.prompt.values)["left"] == "1"
    assert [button.site for button in shown.buttons] == [game.done]
    over = game.setup("turn:2")
    told = scene(game, Moment(over, outcome=game.outcome(over))).prompt
    assert words("en")(told) == "Red took the last stone and loses; the others share the win."
    assert words("fr")(told).startswith("Rouge a pris le dernier pion")


@pytest.mark.parametrize("seed", range(10))
def test_every_game_ends_within_as_many_moves_as_there_are_stones(seed: int) -> None:
    dice = random.Random(seed)
    game = Marienbad(board=dice.choice(["H3", "H4", "S5x5"]), players=dice.randrange(2, 7))
    position, plies = game.start(), 0
    while game.outcome(position) is None:
        after = game.play(position, dice.choice(game.moves(position)))
        assert sum(map(bool, after.board)) < sum(map(bool, position.board))
        position, plies = after, plies + 1
    assert plies <= len(game.tiling)


# --- perfect play


@pytest.mark.parametrize("misere", [False, True])
def test_a_stretch_is_a_heap_even_where_it_can_be_split(misere: bool) -> None:
    """Nim values of `block` rows by the definition, and the misère form by looking at everything."""
    values = [0]
    for n in range(1, 13):
        after = {values[a] ^ values[b] for a in range(n) for b in range(n - a)}
        values.append(next(value for value in range(n + 1) if value not in after))
    assert values == list(range(13))
    for rows in ("1-1", "2-2", "1-2-3", "2-4", "1-1-3", "5", "1-4-4", "3-3-1"):
        for contiguous in ("any", "block"):
            game = Marienbad(rows=rows, contiguous=contiguous, misere=misere)
            sizes = list(game.heaps)
            expected = plain_mover_wins(game, game.start(), {})
            assert mover_wins(sizes, misere) == expected
            if not misere:
                assert expected == (reduce(xor, sizes) != 0)
            assert perfect(game, game.start())[1] == expected


@pytest.mark.parametrize(("contiguous", "misere"), FORMS)
@pytest.mark.parametrize("board", ["H2", "S3x3", "S2x4"])
def test_perfect_play_beats_every_reply(board: str, contiguous: str, misere: str) -> None:
    """From every position: what the rules alone find won is won by the move given, against any answer."""
    game = Marienbad(board=board, contiguous=contiguous, misere=misere)
    known: dict[bytes, bool] = {}
    for position in every_position(game)[1:]:
        wins = plain_mover_wins(game, position, known)
        move, value = perfect(game, position)
        assert value == wins
        assert game.refusal(position, move) is None
        assert not wins or not plain_mover_wins(game, game.play(position, move), known)


@pytest.mark.parametrize(
    ("board", "contiguous", "opening"),
    [
        ("H4", "any", 7),
        ("H5", "any", 9),
        ("H4", "block", 7),
        ("S3x4", "any", 4),
        ("S5x6", "any", 6),
        ("S5x5", "block", 5),
        ("S6x6", "any", 0),
        ("S6x6", "block", 0),
    ],
)
def test_copying(board: str, contiguous: str, opening: int) -> None:
    """The first player takes that many stones and is then never caught; with 0, the second player is not."""
    game = Marienbad(board=board, contiguous=contiguous)
    move = mirror_taking(game, game.start())
    assert move is not None and max(0, len(move) - 1) == opening
    copier = 0 if opening else 1
    for seed in range(5):
        dice = random.Random(seed)
        position = game.start()
        while (outcome := game.outcome(position)) is None:
            move = dice.choice(game.moves(position))
            if position.turn == copier:
                answer = mirror_taking(game, position)
                assert answer, "what was just taken can be copied"
                assert game.refusal(position, answer) is None
                move = answer
            position = game.play(position, move)
        assert outcome.returns[copier] == 1


@pytest.mark.parametrize("contiguous", ["any", "block"])
@pytest.mark.parametrize("board", ["H3", "S3x4", "S4x4"])
def test_mirrors_tell_the_truth(board: str, contiguous: str) -> None:
    game = Marienbad(board=board, contiguous=contiguous)
    table = Table(game, game.start().board)
    dice = random.Random(1)
    told = 0
    for _ in range(600):
        position = random_position(game, dice.randrange(2, 9), dice)
        move = mirror_taking(game, position)
        if move is not None:
            told += 1
            assert table.mover_wins(position) == bool(move)
            if move:
                assert game.refusal(position, move) is None
                assert not table.mover_wins(game.play(position, move))
    assert told > 20


@pytest.mark.parametrize("misere", ["off", "on"])
def test_best_is_perfect_from_eighteen_stones_on(misere: str) -> None:
    game = Marienbad(misere=misere)
    dice = random.Random(4)
    position = random_position(game, 17, dice)
    move, value = perfect(game, position)
    seat = position.turn if value else 1 - position.turn
    while (outcome := game.outcome(position)) is None:
        move = perfect(game, position)[0] if position.turn == seat else dice.choice(game.moves(position))
        position = game.play(position, move)
    assert outcome.returns[seat] == 1


def test_perfect_is_silent_where_it_does_not_know() -> None:
    assert perfect(Marienbad(players=3), Marienbad().start()) is None
    assert perfect(Marienbad(board="S5x5"), Marienbad(board="S5x5").start()) is None
    assert perfect(Marienbad(misere="on"), Marienbad().start()) is None


# --- judging


@pytest.mark.parametrize("misere", ["off", "on"])
def test_the_last_stones_are_known_exactly_by_two(misere: str) -> None:
    game = Marienbad(board="H3", misere=misere)
    table = Table(game, game.start().board)
    dice = random.Random(2)
    for _ in range(100):
        position = random_position(game, dice.randrange(1, 8), dice)
        shares = evaluate(game, position)
        assert (shares[0] > 0.5) == table.mover_wins(position)
        assert abs(sum(shares) - 1) < 1e-9 and min(shares) > 0.001
        turned = evaluate(game, MarienbadPosition(position.board, 1))
        assert turned == shares[::-1]


def test_expectations_of_three() -> None:
    """Two stones on no common line: the one before takes the last. On one line: the mover takes both."""
    game = Marienbad(board="S3x3", players=3)
    apart = game.setup("neutral:a1,b2 turn:1")
    assert evaluate(game, apart)[1] > 0.9
    together = evaluate(game, game.setup("neutral:a1,b1 turn:2"))
    assert together[1] > 0.8 and abs(sum(together) - 1) < 1e-9
    endings = Endings(Marienbad(board="S3x3", players=3, misere="on"), 3)
    assert endings.shares(1) == (0, 0.5, 0.5)
    large = Marienbad(players=3)
    assert evaluate(large, large.start()) == (1 / 3,) * 3


def test_only_some_moves_of_a_large_board_are_looked_at() -> None:
    game = Marienbad(board="H6")
    looked_at = order(game, game.start())
    assert len(looked_at) == len(set(looked_at)) < 300 < len(game.moves(game.start()))
    assert all(game.refusal(game.start(), move) is None for move in looked_at)
    small = random_position(game, 8, random.Random(1))
    assert set(order(game, small)) == set(game.moves(small))


def test_among_three_only_promising_moves_are_looked_at() -> None:
    game = Marienbad(players=3)
    position = game.setup("neutral:d3,d4,d6 turn:1")
    assert [game.write(position, move) for move in order(game, position)] == ["d3+d4+d6"]
    assert len(order(Marienbad(), position)) == 7
    assert len(order(game, game.start())) > 50, "nothing is promised yet"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "best"])
def test_computers_take_the_last_stones(level: str, players: int) -> None:
    game = Marienbad(players=players)
    position = game.setup("neutral:d3,d4,d6 turn:1")
    player, budget = computer(game, level, seed=2)
    assert game.write(position, player.think(game, position, budget).move) == "d3+d4+d6"


def test_levels_differ() -> None:
    game = Marienbad(board="H3")
    won = 0.0
    for number in range(10):
        levels = ("medium", "random") if number % 2 == 0 else ("random", "medium")
        position = game.start()
        while (outcome := game.outcome(position)) is None:
            player, budget = computer(game, levels[position.turn], seed=number)
            move: Move = player.think(game, position, budget).move
            position = game.play(position, move)
        won += outcome.returns[number % 2]
    assert won >= 8


@pytest.mark.parametrize(
    ("misere", "en"), [(False, "to take the last stone"), (True, "to leave the last stone to others")]
)
def test_it_is_said_what_the_last_stone_does(misere: bool, en: str) -> None:
    game = Marienbad(board="S3x3", misere=misere)
    for seat in scene(game, Moment(game.start())).seats:
        assert seat.aim is not None and words("en")(seat.aim) == en and words("fr").has(seat.aim.key)


# --- leaving


def test_the_turn_passes_over_who_left() -> None:
    game = Marienbad(rows="1-3-5-7", players=4)
    position = game.leave(game.start(), 1)
    assert position.turn == 0 and position.board == game.start().board
    after = game.play(position, game.moves(position)[0])
    assert after.turn == 2
    after = game.leave(after, 2)
    assert after.turn == 3 and [game.is_in(after, seat) for seat in range(4)] == [True, False, False, True]
    assert game.layout(after).endswith("turn:4 out:2,3") and game.setup(game.layout(after)) == after
    assert game.play(after, game.moves(after)[0]).turn == 0


@pytest.mark.parametrize(
    ("misere", "out", "returns", "sentence"),
    [
        ("off", "out:2", (0, 0, 1, 0), "Yellow wins with the last stone."),
        ("on", "out:2", (0.5, 0, 0, 0.5), "Yellow took the last stone and loses; the others share the win."),
        ("on", "out:1,4", (0, 1, 0, 0), "Blue wins: the other player took the last stone."),
    ],
)
def test_the_last_stone_counts_among_those_still_in(misere, out, returns, sentence) -> None:
    game = Marienbad(board="S3x3", players=4, misere=misere)
    position = game.setup(f"neutral:b2 turn:3 {out}")
    after = game.play(position, game.read(position, "b2"))
    outcome = game.outcome(after)
    assert outcome.returns == returns
    assert words("en")(scene(game, Moment(after, outcome=outcome)).prompt) == sentence


@pytest.mark.parametrize("misere", ["off", "on"])
def test_between_the_last_two_who_are_in_play_is_perfect(misere: str) -> None:
    """Every position of rows 1-2-3: the same moves win as in a game for two."""
    two = Marienbad(rows="1-2-3", misere=misere)
    four = Marienbad(rows="1-2-3", players=4, misere=misere)
    for position in every_position(two):
        if not any(position.board):
            continue
        among = MarienbadPosition(position.board, 3, out=frozenset({0, 2}))
        assert perfect(four, among) == perfect(two, position)
        shares, known = evaluate(four, among), evaluate(two, position)
        assert (shares[3], shares[1]) == pytest.approx(known) and shares[0] == shares[2] == 0


def test_among_three_still_in_the_end_is_judged_as_in_a_game_for_three() -> None:
    three = Marienbad(board="S3x3", players=3, misere="on")
    five = Marienbad(board="S3x3", players=5, misere="on")
    position = stones_without(three, "a1", "b1", "c1", "a2")
    among = MarienbadPosition(position.board, 4, out=frozenset({0, 2}))
    assert perfect(five, among) is None
    shares, known = evaluate(five, among), evaluate(three, position)
    assert [shares[seat] for seat in (4, 1, 3)] == pytest.approx(known) and sum(shares) == pytest.approx(1)
    player, budget = computer(five, "medium", seed=1)
    assert player.think(five, among, budget).move in five.moves(among)


def test_a_layout_with_a_wrong_word_for_who_left_is_refused() -> None:
    for players, text, key in (
        (2, "turn:1 out:2", "bad_out"),
        (3, "turn:2 out:2", "turn_is_out"),
        (3, "turn:1 gone:2", "unknown_word"),
    ):
        with pytest.raises(Unreadable) as caught:
            Marienbad(players=players).setup(text)
        assert caught.value.key == key


@pytest.mark.parametrize("misere", ["off", "on"])
def test_random_games_in_which_seats_leave(misere: str) -> None:
    """Compared with a queue of the seats that are in."""
    dice = random.Random(misere)
    for _ in range(60):
        players = dice.randint(3, 6)
        game = Marienbad(board="S3x3", players=players, misere=misere)
        position, queue, last = game.start(), list(range(players)), -1
        while game.outcome(position) is None:
            assert position.turn == queue[0]
            if len(queue) > 2 and dice.random() < 0.3:
                seat = dice.choice(queue)
                queue.remove(seat)
                position = game.leave(position, seat)
            else:
                last = queue[0]
                queue.append(queue.pop(0))
                position = game.play(position, dice.choice(game.moves(position)))
        winners = [seat for seat in queue if seat != last] if misere == "on" else [last]
        share = 1 / len(winners)
        assert game.outcome(position).returns == tuple(share if s in winners else 0 for s in range(players))
