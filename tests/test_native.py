"""C++ agrees with Python: the same winners, the same laws, and nothing crashes."""

import random

import pytest
from conftest import full, needs

from pavage.games.chains import winning_chain
from pavage.games.hex import Hex, HexPosition
from pavage.players.fast import native

needs("native")


def random_board(size: int, dice: random.Random) -> bytes:
    empty = dice.choice((0.0, 0.1, 0.3, 0.6))
    return bytes(0 if dice.random() < empty else dice.choice((1, 2)) for _ in range(size * size))


@pytest.mark.parametrize("size", range(2, 27))
def test_winners_of_random_positions(size: int) -> None:
    """With those below, 100,000 positions in a full run."""
    tiling = Hex(size=size).tiling
    dice = random.Random(size)
    for _ in range(full(3200)):
        board = random_board(size, dice)
        expected = next((code for code in (1, 2) if winning_chain(tiling, board, code)), 0)
        assert native().hex_winner(size, board) == expected


def chains_by_the_tiling(game: Hex, board: bytes) -> set[frozenset[int]]:
    """The chains of stones, those that touch the same side of their colour as one."""
    found: list[set[int]] = []
    n = game.size
    sides = {
        1: [range(n), range(n * n - n, n * n)],
        2: [range(0, n * n, n), range(n - 1, n * n, n)],
    }
    for colour in (1, 2):
        left = {cell for cell, piece in enumerate(board) if piece == colour}
        own = [set(side) & left for side in sides[colour]]
        while left:
            chain, edge = set(), {left.pop()}
            while edge:
                chain |= edge
                near = {to for cell in edge for to in game.tiling.neighbours[cell] if board[to] == colour}
                near |= {to for side in own if side & edge for to in side}
                edge = near - chain
            left -= chain
            found.append(chain)
    return {frozenset(chain) for chain in found}


@pytest.mark.parametrize("size", [2, 3, 5, 7, 11, 13, 19, 26])
def test_chains_and_moves_of_random_positions(size: int) -> None:
    """Chains as the tiling has them, also after stones were taken back; moves wherever nobody has won."""
    game = Hex(size=size, swap="none")
    dice = random.Random(size)
    for _ in range(full(2500)):
        board = random_board(size, dice)
        stones = [cell for cell, piece in enumerate(board) if piece]
        undone = dice.randint(0, len(stones))
        gone = set(stones[len(stones) - undone :])
        left = bytes(0 if cell in gone else piece for cell, piece in enumerate(board))
        names = native().hex_chains(size, board, undone)
        assert [name < 0 for name in names] == [not piece for piece in left]
        by_name: dict[int, set[int]] = {}
        for cell, name in enumerate(names):
            if name >= 0:
                by_name.setdefault(name, set()).add(cell)
        assert {frozenset(chain) for chain in by_name.values()} == chains_by_the_tiling(game, left)
        moves = game.moves(HexPosition(left, 0))
        over = native().hex_winner(size, left) != 0
        assert [move[0] for move in moves] == (
            [] if over else [c for c, piece in enumerate(left) if not piece]
        )


def test_both_kinds_of_playout_follow_the_law_of_random_play() -> None:
    """Filling and walking agree with each other and with play by the rules, to five standard errors."""
    from pavage.players.random_player import plain_playout

    dice = random.Random(3)
    game = Hex(size=5, swap="none")
    for layout, turn in (("turn:1", 1), ("red:c3 turn:2", 2), ("red:a1,b2 blue:c3,d2 turn:1", 1)):
        position = game.setup(layout)
        many, few = 40_000, full(20_000)
        fill = native().hex_fill(5, position.board, turn, many, 11) / many
        walk = native().hex_walk(5, position.board, turn, many, 12) / many
        plain = sum(plain_playout(game)(position, dice)[0] for _ in range(few)) / few
        assert abs(fill - walk) < 5 * (0.5 / many) ** 0.5
        assert abs(fill - plain) < 5 * (0.25 / many + 0.25 / few) ** 0.5


def search(size: int, board: bytes, turn: int, simulations: int = 2000, seed: int = 1, report=None):
    allowed = bytes(0 if piece else 1 for piece in board)
    return native().hex_search(size, board, turn, allowed, simulations, 0.0, seed, report)


def test_openings_of_three_by_three_are_proved() -> None:
    game = Hex(size=3, swap="none")
    winning = {"a2", "a3", "b2", "c1", "c2"}
    for move in game.moves(game.start()):
        after = game.play(game.start(), move)
        *_, proved = search(3, after.board, 2, 50_000)
        assert proved == (-1 if game.write(game.start(), move) in winning else 1)


def test_openings_of_four_by_four_are_valued_right() -> None:
    game = Hex(size=4, swap="none")
    for name in [f"{column}{row}" for column in "abcd" for row in range(1, 5)]:
        after = game.play(game.start(), game.read(game.start(), name))
        _, value, *_, proved = search(4, after.board, 2, 200_000)
        mover_wins = name not in ("d1", "c2", "b3", "a4")
        assert proved == (1 if mover_wins else -1) or (value > 0.5) == mover_wins


def test_what_is_proved_is_true() -> None:
    """On random positions of 3×3 a proof agrees with looking at everything."""
    game = Hex(size=3, swap="none")
    known: dict[HexPosition, bool] = {}

    def mover_wins(position: HexPosition) -> bool:
        if position not in known:
            known[position] = any(not mover_wins(game.play(position, move)) for move in game.moves(position))
        return known[position]

    dice = random.Random(8)
    for _ in range(full(2000)):
        position = game.start()
        for _ in range(dice.randrange(6)):
            moves = game.moves(position)
            if moves:
                position = game.play(position, dice.choice(moves))
        if game.outcome(position):
            continue
        best, value, visits, line, done, _, proved = search(3, position.board, position.turn + 1, 20_000)
        assert proved, "so small a board is solved"
        assert (proved == 1) == mover_wins(position) and value == (proved == 1)
        if proved == 1:
            assert not mover_wins(game.play(position, (best,)))
        assert line[0] == best and len(visits) == 9 and done <= 20_000


def test_same_seed_same_answer() -> None:
    board = bytes(121)
    assert search(11, board, 1, 3000, 5) == search(11, board, 1, 3000, 5)
    assert search(11, board, 1, 3000, 5) != search(11, board, 1, 3000, 6)


def test_only_allowed_cells_are_answered() -> None:
    allowed = bytearray(25)
    allowed[3] = allowed[17] = 1
    for seed in range(10):
        best, _, visits, *_ = native().hex_search(5, bytes(25), 1, bytes(allowed), 200, 0.0, seed, None)
        assert best in (3, 17)
        assert {cell for cell, count in enumerate(visits) if count} <= {3, 17}


def test_it_reports_and_stops() -> None:
    calls: list[tuple[int, float, int]] = []

    def report(done: int, value: float, best: int) -> bool:
        calls.append((done, value, best))
        return len(calls) == 3

    *_, done, _, _ = search(11, bytes(121), 1, 10**9, 1, report)
    assert len(calls) == 3 and 0 < calls[-1][0] <= done < 10**9


def test_what_the_report_raises_comes_out() -> None:
    def report(done: int, value: float, best: int) -> bool:
        raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        search(11, bytes(121), 1, 10**9, 1, report)


@pytest.mark.parametrize(
    ("size", "board", "turn", "allowed", "simulations"),
    [
        (0, b"", 1, b"", 10),
        (27, bytes(729), 1, b"\1" * 729, 10),
        (3, bytes(8), 1, b"\1" * 9, 10),
        (3, bytes(9), 1, b"\1" * 8, 10),
        (3, b"\3" + bytes(8), 1, b"\1" * 9, 10),
        (3, bytes(9), 3, b"\1" * 9, 10),
        (3, bytes(9), 1, bytes(9), 10),
        (3, b"\1\0\0\1\0\0\1\0\0", 2, b"\1" * 9, 10),
        (3, bytes(9), 1, b"\1" * 9, 0),
    ],
)
def test_nonsense_is_refused_with_a_reason(size, board, turn, allowed, simulations) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        native().hex_search(size, board, turn, allowed, simulations, 0.0, 1, None)


def test_the_smallest_boards() -> None:
    assert search(1, b"\0", 1)[0] == 0
    assert search(2, bytes(4), 1)[0] in (1, 2)
    assert native().hex_winner(1, b"\2") == 2
    assert native().hex_fill(1, b"\0", 1, 10, 1) == 10
    assert native().hex_walk(1, b"\0", 2, 10, 1) == 0
