"""The Hex search with knowledge: its parts, proofs and limits; and level best, which also asks the solver."""

import random

import exhaustive_hex as exhaustive
import pytest
from conftest import full, needs

from pavage.games.hex import Hex, HexPosition
from pavage.match import Match
from pavage.players.fast import hex_expert, hex_net, native
from pavage.players.fast.hex_player import HexPlayer
from pavage.players.fast.hex_search import PARTS, new_search, weights
from pavage.players.fast.hex_solver import HexSolver
from pavage.players.levels import computer
from pavage.players.thought import Budget

needs("native")


def ask(player, size, board, turn, simulations=1000, seed=1, report=None, afresh=True):
    allowed = bytes(not piece for piece in board)
    return player.search(board, turn, allowed, simulations, 0.0, seed, report, afresh)


def random_board(size, dice, least=0):
    """A position that may come up in play, nobody having won; and whose turn it is."""
    while True:
        board = bytearray(size * size)
        cells = dice.sample(range(size * size), dice.randrange(least, size * size))
        for number, cell in enumerate(cells):
            board[cell] = 1 + number % 2
        if not exhaustive.decided(size, board) and 0 in board:
            return bytes(board), 1 + len(cells) % 2


def placed(board, cell, colour):
    return board[:cell] + bytes([colour]) + board[cell + 1 :]


@pytest.mark.parametrize("without", [(), *((part,) for part in PARTS), PARTS], ids=str)
def test_no_claim_is_wrong(without) -> None:
    """On 3×3 and 4×4, against looking at everything: who wins, the winning move, the carrier."""
    dice = random.Random(5)
    for size, least in ((3, 0), (4, 7)):
        player = new_search(size, without, consult=8)
        known: dict = {}
        for _ in range(full(400)):
            board, turn = random_board(size, dice, least)
            cell, value, visits, line, done, _, proof, carrier = ask(player, size, board, turn, 300)
            assert board[cell] == 0 and line[0] == cell and done <= 300 and len(visits) == size * size
            assert all(not count or not piece for count, piece in zip(visits, board, strict=True))
            if not proof:
                assert 0 <= value <= 1
                continue
            winner = exhaustive.winner(size, board, turn, known)
            assert winner == (turn if proof > 0 else 3 - turn) and value == (proof > 0)
            if proof > 0:
                after = placed(board, cell, turn)
                assert (
                    exhaustive.decided(size, after) or exhaustive.winner(size, after, 3 - turn, known) == turn
                )
            # Whoever has the carrier wins, even if the other has all the rest.
            fenced = bytes(
                piece if piece == winner or at in carrier else 3 - winner for at, piece in enumerate(board)
            )
            if not exhaustive.decided(size, fenced):
                assert exhaustive.winner(size, fenced, turn, {}) == winner
            else:
                assert native().hex_winner(size, fenced) == winner


def test_it_agrees_with_the_solver_on_larger_boards() -> None:
    """What the tree claims to be proved on 6×6 and 9×9, the solver confirms."""
    dice = random.Random(6)
    claims = 0
    for size in (6, 9):
        player, solver = new_search(size, consult=20), HexSolver(size, 64 << 20)
        for _ in range(full(100)):
            board, turn = random_board(size, dice)
            proof = ask(player, size, board, turn, 200)[6]
            if proof:
                solved = solver.solve(board, turn, evaluations=5000).winner
                assert solved in (0, turn if proof > 0 else 3 - turn)
                claims += bool(solved)
    assert claims > 5


def test_same_seed_same_nodes_same_answer() -> None:
    board = placed(bytes(81), 22, 1)
    one, other = new_search(9), new_search(9)
    assert ask(one, 9, board, 2, 1500, 4) == ask(other, 9, board, 2, 1500, 4)
    assert ask(one, 9, board, 2, 1500, 4) == ask(other, 9, board, 2, 1500, 4), "asked again, afresh"
    assert ask(one, 9, board, 2, 1500, 4)[2] != ask(one, 9, board, 2, 1500, 5)[2]


def test_what_was_found_out_serves_the_next_move() -> None:
    player = new_search(9)
    first = ask(player, 9, bytes(81), 1, 3000, 1)
    cell, reply = first[3][:2]
    board = placed(placed(bytes(81), cell, 1), reply, 2)
    kept = ask(player, 9, board, 1, 200, 1, afresh=False)
    assert sum(kept[2]) > kept[4], "visits of the earlier search count"
    assert sum(ask(player, 9, board, 1, 200, 1, afresh=True)[2]) <= 200
    elsewhere = placed(bytes(81), 40, 1)
    assert sum(ask(player, 9, elsewhere, 2, 200, 1, afresh=False)[2]) <= 200


def test_two_threads_answer_together() -> None:
    player = new_search(9, threads=2)
    cell, value, visits, *_, proof, _ = ask(player, 9, bytes(81), 1, 400)
    assert visits[cell] == max(visits) and 0 < value < 1 and proof == 0
    board = bytes([1, 1, 1, 1, 1, 1, 1, 0, 0] + [0] * 72)
    assert ask(player, 9, board, 2, 400)[0] >= 0


def test_the_memory_limit_holds() -> None:
    limit = 8 << 20
    player = new_search(13, memory=limit, without=("connections",))
    *_, done, nodes, _, _ = ask(player, 13, bytes(169), 1, 20_000)
    assert player.memory_used <= limit and nodes < done
    assert 0 <= ask(player, 13, placed(bytes(169), 84, 1), 2, 2000, afresh=False)[0] < 169


@pytest.mark.parametrize("size", [1, 2, 19, 20, 26])
def test_small_and_large_boards(size) -> None:
    player = new_search(size)
    for turn in (1, 2):
        cell, value, *_ = ask(player, size, bytes(size * size), turn, 30)
        assert 0 <= cell < size * size and 0 <= value <= 1


def test_full_and_decided_boards_are_refused() -> None:
    player = new_search(3)
    for board in (b"\1\2\1\1\2\2\1\2\1", b"\1\0\0\1\0\0\1\0\0", b"\0\0\0\2\2\2\0\0\0"):
        with pytest.raises(ValueError, match="already won"):
            player.search(board, 1, bytes(not piece for piece in board), 10, 0.0, 1, None, True)


def test_the_last_cell_is_found() -> None:
    board = b"\1\2\1\2\1\2\2\0\1"
    for turn in (1, 2):
        assert ask(new_search(3), 3, board, turn)[0] == 7


def test_only_allowed_cells_are_answered() -> None:
    player = new_search(5)
    for cell in (0, 12, 24):
        allowed = bytes(at == cell for at in range(25))
        assert player.search(bytes(25), 1, allowed, 100, 0.0, 1, None, True)[0] == cell


@pytest.mark.parametrize(
    "wrong",
    [{"memory": 0}, {"threads": 0}, {"playouts": 65}, {"without": ("luck",)}],
    ids=str,
)
def test_nonsense_is_refused_with_a_reason(wrong) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        new_search(5, **wrong)


def test_it_stops_when_told() -> None:
    calls = []

    def report(done, value, cell):
        calls.append(done)
        return len(calls) == 2

    done = ask(new_search(11), 11, bytes(121), 1, 10**9, 1, report)[4]
    assert len(calls) == 2 and done < 10**9


def test_patterns_are_the_same_for_both_colours() -> None:
    """Turned over the long diagonal with colours exchanged, or by half a turn, a position looks alike.

    Where nothing is filled in, that is: fill-in takes the cells in order, and may take one of two ways.
    """
    dice = random.Random(9)
    size = 6
    cells = range(size * size)
    solver, looked = HexSolver(size), 0
    while looked < full(400):
        board, turn = random_board(size, dice)
        if solver.fill_in(board) != board:
            continue
        looked += 1
        last = dice.choice([-1, *(cell for cell in cells if board[cell] == 3 - turn)])
        over = [cell % size * size + cell // size for cell in cells]
        swapped = bytes((0, 2, 1)[board[over[cell]]] for cell in cells)
        seen = {cell: codes for cell, *codes in native().hex_features(size, board, turn, last)}
        other = native().hex_features(size, swapped, 3 - turn, over[last] if last >= 0 else -1)
        assert seen == {over[cell]: codes for cell, *codes in other}
        turned = native().hex_features(size, board[::-1], turn, size * size - 1 - last if last >= 0 else -1)
        assert seen == {size * size - 1 - cell: codes for cell, *codes in turned}


def test_the_learned_weights_are_there() -> None:
    learned = weights()
    assert learned is not None and learned["saves"][1] > 0.5, "a probed bridge is worth saving"
    assert len(learned["wide"]) > 500


# --- level best


def test_best_wins_won_positions_of_seven_by_seven() -> None:
    game = Hex(size=7, swap="none")
    dice = random.Random(3)
    solver = HexSolver(7)
    seen = 0
    while seen < full(40):
        position = game.start()
        for _ in range(12):
            if game.outcome(position) is None:
                position = game.play(position, dice.choice(game.moves(position)))
        colour = position.turn + 1
        if game.outcome(position) or solver.solve(position.board, colour).winner != colour:
            continue
        seen += 1
        best, budget = computer(game, "best", seed=1)
        thought = best.think(game, position, budget)
        after = game.play(position, thought.move)
        assert thought.proved and thought.value == 1
        assert game.outcome(after) or solver.solve(after.board, 3 - colour).winner == colour


def test_a_proof_shows_its_cells_and_a_lost_position_is_still_played() -> None:
    game = Hex(size=4, swap="none")
    position = game.setup("red:b2,c2 turn:2")
    thought = hex_expert.place(game, position, Budget(500, None, 1), None)
    assert thought.proved and thought.value == 0 and thought.carrier
    assert game.refusal(position, thought.move) is None and sum(share for _, share in thought.policy) > 0.99


WON = "red:f3,g4,f6,h6,a7,e7,h7,i7,b8,i8,j8,c9,j9,h10 blue:f1,g1,h2,d5,i6,f7,j7,c8,d8,g8,d9,h9,i11,k11 turn:1"
LOST = (
    "red:j2,k3,e4,g4,h4,e5,h5,i5,f6,j6,c7,e7,c8,i8,c9,e10,j10 "
    "blue:i1,g3,h3,i3,f4,i4,d5,f5,j5,d6,g6,k6,d7,f7,d8,f8,d9 turn:1"
)
"""Of 11×11, with 78 and 64 cells that matter: the solver needs 3,159 and 2,184 evaluations."""


@pytest.mark.parametrize("first", [hex_expert.FIRST_SHARE, 1e-9], ids=["before the search", "after it"])
@pytest.mark.parametrize(("text", "value"), [(WON, 1), (LOST, 0)], ids=["won", "lost"])
def test_best_proves_what_can_be_proved_on_large_boards(monkeypatch, first, text, value) -> None:
    monkeypatch.setattr(hex_expert, "FIRST_SHARE", first)
    game = Hex(size=11, swap="none")
    position = game.setup(text)
    thought = hex_expert.place(game, position, Budget(10 * hex_expert.DEARER, 300.0, 1), None)
    assert thought.proved and thought.value == value and thought.carrier
    after = game.play(position, thought.move)
    assert HexSolver(11).solve(after.board, 2).winner == (1 if value else 2)
    without = hex_expert.place(
        game, position, Budget(10 * hex_expert.DEARER, 300.0, 1), None, without=frozenset({hex_expert.SOLVER})
    )
    assert not without.proved


def refuted(game: Hex, position: HexPosition, move) -> bool:
    """Whether the solver sees quickly that the other wins after this move."""
    after = game.play(position, move)
    solved = HexSolver(game.size).solve(
        after.board, after.turn + 1, evaluations=hex_expert.CHECK_EVALUATIONS // 2
    )
    return solved.winner == after.turn + 1


class Careless:
    """A search that likes whatever comes first."""

    def search(self, board, turn, allowed, *_):
        best = allowed.index(1)
        visits = [int(cell == best) for cell in range(len(board))]
        return best, 0.5, visits, (best,), 1, 1, 0, ()


BESIEGED = "red:g2,j2,i4,i5,d7,e8,f8,g8,h8,i8,h9 blue:i3,h5,f6,h7,i7,d9,e9,f9,b10,g11 turn:2"
HOPELESS = "red:a2,i2,b3,j3,i4,k5,f6,i6,i7,e8,f8 blue:j4,f5,h5,i5,d7,h7,d8,g8,d9,e9,b10 turn:1"
"""Of 11×11: most moves are quickly refuted, the others in a second; and all are at once."""


@pytest.mark.parametrize(
    ("text", "seconds", "lost"), [(BESIEGED, None, False), (BESIEGED, 120.0, True), (HOPELESS, None, True)]
)
def test_best_does_not_make_a_move_that_is_quickly_refuted(monkeypatch, text, seconds, lost) -> None:
    """Where the search likes one, it is told, and finds another; or it is known that all is lost."""
    monkeypatch.setattr(hex_expert.Tools, "new_search", lambda *_: Careless())
    monkeypatch.setattr(hex_expert, "LATE", 0)  # the solver does not look at the position itself
    game = Hex(size=11, swap="none")
    position = game.setup(text)
    budget = Budget(100, seconds, 1)
    assert refuted(game, position, (Careless().search(position.board, 1, bytes(121 * [1]))[0],))
    careless = hex_expert.place(game, position, budget, None, without=frozenset({hex_expert.SOLVER}))
    assert refuted(game, position, careless.move)
    thought = hex_expert.place(game, position, budget, None)
    if lost:
        assert thought.proved and thought.value == 0
        colour = position.turn + 1
        others = bytes(
            code or (0 if cell in thought.carrier else colour) for cell, code in enumerate(position.board)
        )
        assert HexSolver(11).solve(others, colour).winner == 3 - colour, (
            "with its carrier alone the other wins"
        )
    else:
        assert thought.value > 0 and not refuted(game, position, thought.move)
        assert [move for move, _ in thought.policy] == [thought.move]


def test_a_search_goes_on_without_what_is_forbidden() -> None:
    """What it knows of the others is kept; what was forbidden is not answered, and comes back afresh only."""
    board, turn = bytes(81), 1
    for new in (lambda: new_search(9), lambda: new_search(9, net=hex_net.shipped())):
        player = new()
        whole = bytes([1]) * 81
        best, _, visits, *_ = player.search(board, turn, whole, 400, 0.0, 1, None, True)
        less = bytes(cell != best for cell in range(81))
        second, _, more, *_ = player.search(board, turn, less, 400, 0.0, 1, None, False)
        assert second != best and more[best] == visits[best]
        assert all(now >= before for now, before in zip(more, visits, strict=True))
        assert sum(more) > sum(visits)
        _, _, fewer, *_ = player.search(board, turn, whole, 400, 0.0, 1, None, False)
        assert sum(fewer) <= 400 and fewer[best]


def test_the_expert_swaps_what_is_won_and_knows_it() -> None:
    game = Hex(size=5)
    match = Match(game)
    match.play(game.read(match.position, "c3"))
    thought = HexPlayer(expert=True).think(game, match.position, Budget(500, None, 1))
    assert game.write(match.position, thought.move) == "swap" and thought.proved and thought.value == 1
    match = Match(game)
    match.play(game.read(match.position, "a1"))
    thought = HexPlayer(expert=True).think(game, match.position, Budget(500, None, 1))
    assert game.write(match.position, thought.move) != "swap" and thought.proved and thought.value == 1


def test_the_expert_keeps_to_the_rules_of_the_centre() -> None:
    game = Hex(size=3, no_centre="on", swap="none")
    for seed in range(4):
        match = Match(game)
        while match.outcome is None:
            match.play(HexPlayer(expert=True).think(game, match.position, Budget(50, None, seed)).move)


def test_the_expert_can_be_stopped_while_it_proves() -> None:
    game = Hex(size=7, swap="none")
    shares = []

    def watch(share):
        shares.append(share)
        return True

    position = game.setup("red:a2 turn:2")
    thought = HexPlayer(expert=True).think(game, position, Budget(10**9, 60.0, 1), watch)
    assert game.refusal(position, thought.move) is None and len(shares) <= 2
