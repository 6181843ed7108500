"""The network in C++: the numbers of a plain computation, true planes, a search that proves truly."""

import random
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest
from conftest import full, needs
from naive import hex_net as naive

from pavage.games.hex import Hex
from pavage.players.fast import hex_expert, hex_net, native
from pavage.players.fast.hex_net import BadNet, Weights, new_net, read_weights, weights_of
from pavage.players.fast.hex_player import HexPlayer
from pavage.players.fast.hex_search import asks_network, best_search, new_search
from pavage.players.fast.hex_solver import HexSolver
from pavage.players.levels import computer
from pavage.players.thought import Budget
from pavage.training.calibration import CHECK_WON, CHECKED, POLICY, PROVED
from pavage.training.samples import row_bytes, table

needs("native")

KERNELS = native().hex_kernels() if native() else ["plain"]
BYTES = "vnni"
"""Those that compute with bytes, and so only nearly the same."""
EXACT = [name for name in KERNELS if name != BYTES]


def floats(content: bytes) -> list[float]:
    return list(struct.unpack(f"<{len(content) // 4}f", content))


def random_weights(channels: int, blocks: int, hidden: int = 32, seed: int = 1) -> Weights:
    dice = random.Random(seed)
    wide, total = 1.2 * (7 * channels) ** -0.5, weights_of(channels, blocks, hidden)
    numbers = [dice.gauss(0, wide) for _ in range(total)]
    return Weights(channels, blocks, hidden, struct.pack(f"<{total}f", *numbers), {})


def boards(size: int, number: int, seed: int) -> bytes:
    dice = random.Random(seed)
    return bytes(dice.choice((0, 0, 0, 1, 2, 1, 2, 3)) for _ in range(number * size * size))


def test_the_best_kernels_come_first_and_plain_ones_are_everywhere() -> None:
    assert KERNELS[-1] == "plain"
    assert new_net(random_weights(16, 1)).kernels == KERNELS[0]


@pytest.mark.parametrize("kernels", EXACT)
@pytest.mark.parametrize(("channels", "blocks", "hidden"), [(16, 2, 16), (32, 1, 32), (48, 1, 48)])
def test_the_same_numbers_as_a_plain_computation(
    kernels: str, channels: int, blocks: int, hidden: int
) -> None:
    weights = random_weights(channels, blocks, hidden)
    net = new_net(weights, kernels)
    for size in (3, 4) if channels > 16 else (3, 5, 7):
        position = boards(size, 1, size)
        planes = floats(native().hex_planes(size, position, 9, kernels))
        logits, chance = naive.evaluate(weights, size, planes)
        found, value = (floats(part) for part in net.evaluate(size, position, 9))
        assert found == pytest.approx(logits, abs=1e-4, rel=1e-4)
        assert value == pytest.approx([chance], abs=1e-4, rel=1e-4)
        assert max(logits) - min(logits) > 0.1  # something was compared


@pytest.mark.parametrize(("channels", "blocks"), [(32, 4), (48, 6), (64, 3), (96, 2), (128, 2)])
def test_all_kernels_agree_and_boards_do_not_disturb_each_other(channels: int, blocks: int) -> None:
    weights = random_weights(channels, blocks)
    for size in (3, 8, 11, 13, 19):
        together = boards(size, 3, size)
        answers = [new_net(weights, kernels).evaluate(size, together, 4) for kernels in EXACT]
        plain = [floats(part) for part in answers[-1]]
        for answer in answers[:-1]:
            for found, expected in zip(answer, plain, strict=True):
                assert floats(found) == pytest.approx(expected, abs=1e-3, rel=1e-3)
        cells = size * size
        alone = new_net(weights, "plain").evaluate(size, together[2 * cells :], 6)
        assert floats(alone[0]) == plain[0][2 * cells :] and floats(alone[1]) == plain[1][2:]


if BYTES in KERNELS:

    @pytest.mark.parametrize(("channels", "blocks"), [(16, 1), (32, 4), (48, 6), (64, 3), (96, 2), (128, 2)])
    def test_bytes_are_nearly_the_same(channels: int, blocks: int) -> None:
        """Within a twentieth of what the moves of a position differ by; 12 boards, all of their moves."""
        weights = random_weights(channels, blocks)
        for size in (3, 8, 11, 19):
            together = boards(size, 3, size)
            (found, value), (expected, chance) = (
                [floats(part) for part in new_net(weights, kernels).evaluate(size, together, 4)]
                for kernels in (BYTES, "plain")
            )
            assert found != expected
            spread = max(expected) - min(expected)
            assert found == pytest.approx(expected, abs=0.05 * spread)
            assert value == pytest.approx(chance, abs=0.02)


def around(size: int, cell: int) -> list[int]:
    row, column = divmod(cell, size)
    return [
        (row + down) * size + column + right
        for down, right in naive.TAPS[1:]
        if 0 <= row + down < size and 0 <= column + right < size
    ]


def joined(size: int, board: bytes, code: int, side: set[int]) -> set[int]:
    edge = {cell for cell in side if board[cell] == code}
    found = set(edge)
    while edge:
        edge = {near for cell in edge for near in around(size, cell) if board[near] == code} - found
        found |= edge
    return found


@pytest.mark.parametrize("kernels", KERNELS)
def test_planes_of_full_boards_are_what_one_sees(kernels: str) -> None:
    """Nothing is left to chance there, so every plane is known."""
    for size in range(3, 20):
        dice = random.Random(size)
        board = bytes(dice.choice((1, 2)) for _ in range(size * size))
        planes = floats(native().hex_planes(size, board, 1, kernels))
        last = size - 1
        sides = [
            (1, {cell for cell in range(size * size) if cell // size == 0}),
            (1, {cell for cell in range(size * size) if cell // size == last}),
            (2, {cell for cell in range(size * size) if cell % size == 0}),
            (2, {cell for cell in range(size * size) if cell % size == last}),
        ]
        reached = [joined(size, board, code, side) for code, side in sides]
        won = float(native().hex_winner(size, board) == 1)
        for cell, code in enumerate(board):
            turned = board[:cell] + bytes([3 - code]) + board[cell + 1 :]
            row, column = divmod(cell, size)
            assert planes[12 * cell : 12 * cell + 12] == [
                code == 1,
                code == 2,
                1,
                row in (0, last),
                column in (0, last),
                native().hex_winner(size, turned) != native().hex_winner(size, board),
                won,
                *(float(cell in one) for one in reached),
                (size - 11) / 8,
            ]


def test_fillings_keep_bridges_and_differ_by_seed() -> None:
    """Two red stones, a bridge from each other and each from its side, win whatever becomes of six cells."""
    size = 5
    board = bytearray(b"\2" * 25)
    for row, column in ((0, 2), (0, 3), (2, 1), (2, 2), (4, 0), (4, 1)):
        board[row * size + column] = 0
    board[1 * size + 2] = board[3 * size + 1] = 1
    for seed in range(4):
        assert floats(native().hex_planes(size, bytes(board), seed))[6] == 1
    board[0 * size + 3] = 2  # now the top is a matter of chance
    assert 0.4 < floats(native().hex_planes(size, bytes(board), 1))[6] < 0.6
    empty = [floats(native().hex_planes(5, bytes(25), seed))[6] for seed in range(8)]
    assert len(set(empty)) > 3 and all(0.4 < share < 0.6 for share in empty)


def test_a_board_of_blue_is_shown_reflected() -> None:
    """Stones far from the border and from each other fill in nothing; in the corner some cells are red's."""
    size = 9
    board = bytearray(81)
    board[3 * size + 4], board[6 * size + 4] = 1, 2
    assert native().hex_seen(size, bytes(board), 1) == bytes(board)
    seen = native().hex_seen(size, bytes(board), 2)
    assert seen[4 * size + 3] == 2 and seen[4 * size + 6] == 1 and sum(map(bool, seen)) == 2
    board[1 * size + 2] = 1
    assert native().hex_seen(size, bytes(board), 1)[:2] == b"\1\1"
    assert native().hex_seen(size, bytes(board), 2)[:size:size] == b"\2"


def test_the_search_proves_truly_and_plays_on() -> None:
    """Whatever is proved on 5×5 and 6×6 is so by the solver; everything else has a legal move."""
    net = new_net(random_weights(16, 2))
    for size in (5, 6):
        dice, solver, proofs = random.Random(size), HexSolver(size), 0
        search = new_search(size, net=net)
        for _ in range(full(400)):
            board = bytearray(size * size)
            for number, cell in enumerate(dice.sample(range(size * size), dice.randrange(2, size * 2, 2))):
                board[cell] = 1 + number % 2
            if native().hex_winner(size, bytes(board)):
                continue
            turn = dice.choice((1, 2))
            allowed = bytes(not code for code in board)
            cell, value, visits, line, _, _, proof, carrier = search.search(
                bytes(board), turn, allowed, 40, 0.0, 1, None, False
            )
            assert board[cell] == 0 and 0 <= value <= 1 and line[0] == cell and len(visits) == size * size
            if proof:
                proofs += 1
                winner = turn if proof > 0 else 3 - turn
                assert solver.solve(bytes(board), turn).winner == winner
                if proof > 0:
                    board[cell] = turn
                    won = native().hex_winner(size, bytes(board)) == turn
                    assert won or solver.solve(bytes(board), 3 - turn).winner == turn
                    assert cell in carrier
        assert proofs > 10


def test_the_same_search_gives_the_same_answer_and_memory_is_bounded() -> None:
    net = new_net(random_weights(16, 2))
    board = bytes(121)
    answers = [
        new_search(11, net=net, memory=4 << 20).search(board, 1, b"\1" * 121, 600, 0.0, seed, None, True)
        for seed in (1, 2)
    ]
    assert answers[0] == answers[1] and sum(answers[0][2]) == 600
    small = new_search(11, net=net, memory=4 << 20)
    small.search(board, 1, b"\1" * 121, 3000, 0.0, 1, None, True)
    assert small.memory_used < 4 << 20


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if a network that knows nothing were the one that we play with."""
    file = tmp_path / "hex_net.bin"
    file.write_bytes(replace(random_weights(16, 2), made={"sharpness": 2.0}).write(half=True))
    monkeypatch.setattr(hex_net, "SHIPPED", file)
    kept = (hex_net._file, hex_net.shipped)
    for cached in kept:
        cached.cache_clear()
    yield
    for cached in kept:
        cached.cache_clear()


def test_the_expert_asks_the_network_where_there_is_one(shipped: None) -> None:
    game = Hex(size=11)
    position = game.play(game.start(), game.read(game.start(), "a10"))
    thought = HexPlayer(expert=True).think(game, position, Budget(2500, seed=1))
    assert game.refusal(position, thought.move) is None and thought.nodes == 2500 // hex_expert.DEARER
    plain = HexPlayer(expert=True, without=["network"]).think(game, position, Budget(2500, seed=1))
    assert plain.nodes > thought.nodes and plain.policy != thought.policy
    assert asks_network(11) and not asks_network(11, ["network"]) and not asks_network(20)
    huge = Hex(size=20, swap="none")
    assert HexPlayer(expert=True).think(huge, huge.start(), Budget(20, seed=1)).nodes == 20


def test_weak_levels_glance_at_it_and_the_others_search_with_it(shipped: None) -> None:
    game = Hex(size=11, swap="none")
    for level in ("beginner", "easy", "medium", "hard"):
        _, budget = computer(game, level, 1)
        thought = HexPlayer().think(game, game.start(), replace(budget, seconds=None))
        glanced = level in ("beginner", "easy")
        assert thought.nodes == 1 if glanced else 1 < thought.nodes <= budget.simulations // hex_expert.DEARER


def test_the_less_a_level_tries_the_more_is_left_to_luck(shipped: None) -> None:
    game = Hex(size=7, swap="none")
    position = game.play(game.start(), game.read(game.start(), "c4"))  # blue sees the board reflected
    likeliest = []
    for simulations in (40, 300, 999):
        thoughts = [HexPlayer().think(game, position, Budget(simulations, seed=seed)) for seed in range(40)]
        assert all(game.refusal(position, thought.move) is None for thought in thoughts)
        assert thoughts[3] == HexPlayer().think(game, position, Budget(simulations, seed=3))
        shares = dict(thoughts[0].policy)
        assert sum(shares.values()) == pytest.approx(1) and len(shares) == 48
        likeliest.append(max(shares.values()))
        moves = [thought.move for thought in thoughts]
        assert len(set(moves)) > 1
    assert likeliest == sorted(likeliest)
    # Red, with the board reflected and the colours exchanged, thinks the same.
    mirrored = HexPlayer().think(game, game.setup("blue:d3 turn:1"), Budget(999, seed=0))
    assert {(move[0] % 7 * 7 + move[0] // 7,): share for move, share in mirrored.policy} == pytest.approx(
        shares
    )


def test_a_glance_keeps_to_what_is_allowed(shipped: None) -> None:
    game = Hex(size=3, no_centre="on", swap="none")
    assert {HexPlayer().think(game, game.start(), Budget(40, seed=seed)).move for seed in range(60)} <= set(
        game.moves(game.start())
    )


def test_what_people_are_told_is_calibrated(shipped: None) -> None:
    """By the factor that the file brings along; what is certain stays so, and even stays even."""
    assert [hex_net.calibrated(value) for value in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]
    assert hex_net.calibrated(0.75) == pytest.approx(0.9)  # 3 to 1 becomes 9 to 1
    game = Hex(size=9, swap="none")
    position = game.play(game.start(), game.read(game.start(), "e5"))
    allowed = bytes(not code for code in position.board)
    search = best_search(9).search(position.board, 2, allowed, 4, 0.0, 1, None, True)
    thought = HexPlayer(expert=True).think(game, position, Budget(4 * hex_expert.DEARER, seed=1))
    assert thought.value == pytest.approx(hex_net.calibrated(search[1])) != search[1]


def test_two_orders_of_moves_lead_to_one_node() -> None:
    """What was met before is not asked about again, and has no second node."""
    board = bytearray(121)
    for number, cell in enumerate((24, 60, 38, 72, 84, 47)):
        board[cell] = 1 + number % 2
    allowed = bytes(not code for code in board)
    search = new_search(11, net=hex_net.shipped())
    _, _, _, _, simulations, nodes, proof, _ = search.search(
        bytes(board), 1, allowed, 4000, 0.0, 1, None, True
    )
    assert not proof and nodes < 0.95 * simulations


def test_what_matters_is_seen_both_ways() -> None:
    """The likeliest move is the same after half a turn, oftener than the network alone says the same."""
    net, dice = hex_net.shipped(), random.Random(4)
    search = new_search(11, net=net)
    asked = searched = 0
    for _ in range(100):
        board = bytearray(121)
        for number, cell in enumerate(dice.sample(range(121), dice.choice((4, 6, 8, 10)))):
            board[cell] = 1 + number % 2
        both = bytes(board), bytes(board)[::-1]
        moves = [
            search.search(one, 1, bytes(not code for code in one), 1, 0.0, 1, None, True)[0] for one in both
        ]
        searched += moves[0] == 120 - moves[1]
        logits = [floats(net.evaluate(11, native().hex_seen(11, one, 1), 1)[0]) for one in both]
        best = [
            max(range(121), key=lambda cell, said=said, one=one: (not one[cell], said[cell]))
            for said, one in zip(logits, both, strict=True)
        ]
        asked += best[0] == 120 - best[1]
    assert searched >= asked + 10


def test_games_to_learn_from() -> None:
    """The same seed gives the same games; what is learned is legal, and what is called proved is so."""
    net, size = new_net(random_weights(16, 2)), 6
    played = [native().hex_selfplay(net, size, 12, 3, 16, 4, 0.8, 8, 0.5, 50) for _ in range(2)]
    assert played[0] == played[1]
    assert played[0][0] != native().hex_selfplay(net, size, 12, 4, 16, 4, 0.8, 8, 0.5, 50)[0]
    rows, lines, red_wins = played[0]
    assert len(lines) == 12 and 0 < red_wins < 12
    length, cells, solver = row_bytes(size), size * size, HexSolver(size)
    kinds = set()
    for start in range(0, len(rows), length):
        row = rows[start : start + length]
        seen, flags = row[:cells], row[-1]
        shares = struct.unpack(f"<{cells}H", row[cells : 3 * cells])
        kinds.add(flags & (POLICY | PROVED))
        assert flags & PROVED or (flags & CHECKED and (flags & CHECK_WON > 0) == row[3 * cells])
        if flags & POLICY:
            assert abs(sum(shares) - 65535) < cells
            assert not any(share for share, code in zip(shares, seen, strict=True) if code)
        else:
            assert not any(shares) and flags & PROVED
        assert row[3 * cells + 1] == 1 and row[3 * cells + 2] < cells
        if flags & PROVED:
            stones = bytes(1 if code == 3 else code for code in seen)  # a dead cell is anybody's
            winner = native().hex_winner(size, stones) or solver.solve(stones, 1).winner
            assert row[3 * cells] == (winner == 1)
    assert kinds >= {POLICY, POLICY | PROVED, PROVED}


def positions_of(size: int, count: int, seed: int, *limits: int) -> tuple[list[Any], list[list[int]]]:
    rows, lines = native().hex_positions(new_net(random_weights(16, 2)), size, count, seed, *limits)
    return table(size, rows), lines


def board_after(size: int, line: list[int]) -> bytes:
    board = bytearray(size * size)
    for number, cell in enumerate(line):
        assert not board[cell]
        board[cell] = 1 + number % 2
    return bytes(board)


def test_positions_to_learn_from() -> None:
    """The same seed gives the same positions; nobody has won there, and what is to be learned is legal."""
    for size, count in ((5, 150), (7, 60)):
        rows, lines = positions_of(size, count, 3, 24, 6, 4, 60, 3)
        again, same = positions_of(size, count, 3, 24, 6, 4, 60, 3)
        assert (rows == again).all() and lines == same
        other, _ = positions_of(size, count, 4, 24, 6, 4, 60, 3)
        assert not numpy.array_equal(rows, other)
        solver, roots = HexSolver(size), iter(lines)
        for one in rows:
            empty = one["seen"] == 0
            assert empty.any() and one["won"] <= one["games"] <= 4
            assert not one["policy"][~empty].any()
            policy, proved = one["flags"] & POLICY, one["flags"] & PROVED
            assert abs(int(one["policy"].sum()) - 65535) < size * size if policy else proved
            if proved:
                assert one["games"] == 1 and one["value"] in (0, 65535)
                assert (one["value"] == 65535) == one["won"]
            if not one["games"]:
                continue  # a position below
            line = next(roots)
            board, turn = board_after(size, line), 1 + len(line) % 2
            assert one["ply"] == len(line) and not native().hex_winner(size, board)
            seen = native().hex_seen(size, board, turn)
            assert one["seen"].tobytes() == seen
            for side in (1, 2):  # filled in, nobody has joined his sides
                stones = bytes(side if code == 3 else code for code in seen)
                assert native().hex_winner(size, stones) != side
            if proved:
                assert (solver.solve(board, turn).winner == turn) == one["won"]
        assert next(roots, None) is None and any(rows["flags"] & PROVED)


def test_positions_favour_no_colour_and_no_range_is_forgotten() -> None:
    _, lines = positions_of(11, 1000, 5, 1, 0, 0, 0, 0)
    plies = [len(line) for line in lines]
    assert 0.45 < sum(ply % 2 for ply in plies) / len(plies) < 0.55
    assert sum(9 <= ply <= 32 for ply in plies) > 0.6 * len(plies)
    assert min(plies) == 1 and any(1 < ply < 9 for ply in plies) and max(plies) > 32
    assert len({tuple(line) for line in lines if len(line) > 2}) == sum(ply > 2 for ply in plies)
    firsts = [line[0] for line in lines]
    assert max(map(firsts.count, firsts)) < 0.2 * len(firsts)
    _, small = positions_of(5, 400, 5, 1, 0, 0, 0, 0)
    assert 0.4 < sum(len(line) % 2 for line in small) / 400 < 0.6


def test_games_played_to_the_end_from_a_position() -> None:
    """Several where there are many stones, one elsewhere; some are won and some lost."""
    rows, _ = positions_of(9, 300, 5, 1, 0, 8, 0, 0)
    open_rows = rows[(rows["flags"] & PROVED) == 0]
    many = open_rows["ply"].astype(int) * 121 >= 17 * 81
    assert set(open_rows["games"][many]) == {8} and set(open_rows["games"][~many]) == {1}
    share = numpy.mean(open_rows["won"] / open_rows["games"])
    assert 0.35 < share < 0.65


def test_positions_below_were_searched_and_have_no_games() -> None:
    few, lines = positions_of(9, 30, 5, 200, 16, 2, 0, 0)
    more, same = positions_of(9, 30, 5, 200, 8, 2, 0, 0)
    assert lines == same and len(more) > len(few) > 50
    below = few[few["games"] == 0]
    assert len(few) == len(below) + 30 and not below["won"].any()
    ply = 0
    for one in few:  # each is followed by those that it leads to
        assert one["games"] or one["ply"] > ply
        ply = one["ply"] if one["games"] else ply


def test_files_of_weights() -> None:
    weights = random_weights(16, 1)
    made = {"generation": 3, "hours": 1.5}
    whole = Weights(16, 1, 32, weights.numbers, made).write()
    assert read_weights(whole) == Weights(16, 1, 32, weights.numbers, made)
    half = read_weights(Weights(16, 1, 32, weights.numbers, made).write(half=True))
    assert floats(half.numbers) == pytest.approx(floats(weights.numbers), rel=1e-3, abs=1e-6)
    for content, reason in [
        (b"not a network", "does not begin"),
        (whole[:60], "damaged head"),
        (whole[:-3], "cut off"),
        (whole[:-4], "are needed"),
        (whole.replace(b'"channels": 16', b'"channels": 17'), "17 channels"),
    ]:
        with pytest.raises(BadNet, match=reason):
            new_net(read_weights(content))


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda net: net.evaluate(2, bytes(4), 1), "between 3 and 19"),
        (lambda net: net.evaluate(20, bytes(400), 1), "between 3 and 19"),
        (lambda net: net.evaluate(5, bytes(24), 1), "24 bytes"),
        (lambda net: net.evaluate(5, bytes([4] * 25), 1), "byte 0 is 4"),
        (lambda net: native().hex_planes(5, bytes(25), 1, "neon"), "no kernels 'neon'"),
        (lambda net: native().hex_selfplay(net, 5, 0, 3, 16, 4, 0.8, 8, 0.5, 50), "at least 1"),
        (lambda net: native().hex_positions(net, 5, 1, 3, 0, 0, 1, 0, 0), "at least 1"),
        (lambda net: native().hex_positions(net, 20, 1, 3, 9, 0, 1, 0, 0), "between 3 and 19"),
        (lambda net: new_search(20, net=net), "size 20"),
    ],
)
def test_what_cannot_be_asked_is_refused(call, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        call(new_net(random_weights(16, 1)))
