"""The Hex solver claims nothing that looking at everything does not confirm."""

import json
import random
import threading
import time
from itertools import product

import exhaustive_hex as exhaustive
import pytest
from conftest import every, full, needs

from pavage.bench import solver_times
from pavage.cli import main
from pavage.players.fast.hex_solver import HexSolver
from pavage.words import words

needs("native")

OPENINGS = {
    2: ["-+", "+-"],
    3: ["--+", "+++", "+--"],
    4: ["---+", "--+-", "-+--", "+---"],
    5: ["----+", "-++++", "-+++-", "++++-", "+----"],
    6: ["-----+", "-+++++", "++++++", "++++++", "+++++-", "+-----"],
    # Our own result; a1 to a7 and b1 to b3 agree with the published trees of Hayward and others, 2003.
    7: ["------+", "--+-+++", "-+++++-", "+++++++", "-+++++-", "+++-+--", "+------"],
}


def random_board(size, dice, least=0, most=None):
    """Stones of both colours in about equal number, nobody having won."""
    while True:
        board = bytearray(size * size)
        count = dice.randint(least, size * size if most is None else most)
        for number, cell in enumerate(dice.sample(range(size * size), count)):
            board[cell] = 1 + (number + dice.randrange(3) // 2) % 2
        if not exhaustive.decided(size, board):
            return bytes(board)


def all_boards(size):
    for codes in product((0, 1, 2), repeat=size * size):
        if not exhaustive.decided(size, codes):
            yield bytes(codes)


def red_has_won(size, board):
    return exhaustive.joined(size, exhaustive.mask(board, 1), *(exhaustive.side(size, 1, w) for w in (0, 1)))


def placed(board, cell, colour):
    return board[:cell] + bytes([colour]) + board[cell + 1 :]


def rows(found, size):
    return ["".join("-+"[found[row * size + column]] for column in range(size)) for row in range(size)]


def dead_as(board, colour):
    return bytes(colour if piece == 3 else piece for piece in board)


@pytest.mark.parametrize("size", [2, 3])
def test_filling_in_changes_no_winner_on_any_small_board(size):
    solver, known, filled_in = HexSolver(size), {}, 0
    for board in all_boards(size):
        filled = solver.fill_in(board)
        filled_in += filled != board
        assert all(not old or old == new for old, new in zip(board, filled, strict=True))
        for turn in (1, 2):
            winner = exhaustive.winner(size, board, turn, known)
            for colour in (1, 2):
                assert exhaustive.winner(size, dead_as(filled, colour), turn, known) == winner
    assert filled_in > size * 10


def test_filling_in_changes_no_winner_on_random_boards():
    solver, known, dice = HexSolver(4), {}, random.Random(1)
    for _ in range(full(3000)):
        board = random_board(4, dice, 7)
        filled = solver.fill_in(board)
        for turn, colour in product((1, 2), (1, 2)):
            winner = exhaustive.winner(4, board, turn, known)
            assert exhaustive.winner(4, dead_as(filled, colour), turn, known) == winner


def test_every_dead_cell_is_dead():
    """Whatever the rest of the board becomes, the colour of a dead cell decides nothing."""
    solver, dice = HexSolver(5), random.Random(2)
    for _ in range(full(20_000)):
        board = random_board(5, dice, 4)
        filled = solver.fill_in(board)
        captured = [cell for cell, piece in enumerate(filled) if piece in (1, 2)]
        end = [piece or dice.choice((1, 2)) for piece in board]
        for cell in captured:
            end[cell] = filled[cell]
        for cell in (cell for cell, piece in enumerate(filled) if piece == 3):
            wins = set()
            for colour in (1, 2):
                end[cell] = colour
                wins.add(red_has_won(5, end))
            assert len(wins) == 1


def test_a_winner_has_a_move_that_is_not_vulnerable():
    solver, known, dice = HexSolver(4), {}, random.Random(3)
    for _ in range(full(3000)):
        board = random_board(4, dice, 7)
        if 3 in solver.fill_in(board) or solver.fill_in(board) != board:
            continue
        for turn in (1, 2):
            if exhaustive.winner(4, board, turn, known) != turn:
                continue
            weak = set(solver.vulnerable(board, turn))
            winning = {
                cell
                for cell, piece in enumerate(board)
                if not piece and exhaustive.winner(4, placed(board, cell, turn), 3 - turn, known) == turn
            }
            assert winning - weak


def test_what_dominates_wins_where_the_dominated_move_wins():
    """After filling in, as the search uses it: whoever can win has a move that nothing dominates."""
    solver, known, dice, checked = HexSolver(4), {}, random.Random(8), 0
    for _ in range(full(3000)):
        board = solver.fill_in(random_board(4, dice, 5))
        if 3 in board or exhaustive.decided(4, board):
            continue

        def wins(cell, turn, board=board):
            after = placed(board, cell, turn)
            return exhaustive.decided(4, after) or exhaustive.winner(4, after, 3 - turn, known) == turn

        for turn in (1, 2):
            weak = solver.dominated(board, turn)
            for cell, better in weak.items():
                assert wins(better, turn) or not wins(cell, turn), (board, turn, cell, better)
                checked += 1
            free = [cell for cell, piece in enumerate(board) if not piece]
            assert any(wins(cell, turn) for cell in free) == any(
                wins(cell, turn) for cell in free if cell not in weak
            )
    assert checked > full(500)


def earlier_board(board, dice):
    """The board with some stones fewer, of either colour."""
    taken = [cell for cell, piece in enumerate(board) if piece]
    gone = dice.sample(taken, min(len(taken), dice.randint(1, 3)))
    return bytes(0 if cell in gone else piece for cell, piece in enumerate(board))


@pytest.mark.parametrize("grown", [False, True])
@pytest.mark.parametrize("size", [5, 6])
def test_every_connection_holds_against_everything(size, grown):
    solver, dice, checked = HexSolver(size), random.Random(size), 0
    for _ in range(full(1000, 30)):
        board = random_board(size, dice, size)
        before = earlier_board(board, dice) if grown else None
        for colour in (1, 2):
            own, free = exhaustive.mask(board, colour), exhaustive.mask(board, 0)
            for holds, which, to, carrier in dice.sample(
                found := solver.connections(board, colour, before), min(20, len(found))
            ):
                needed = sum(1 << cell for cell in carrier)
                assert not needed & exhaustive.mask(board, 3 - colour)
                if (needed & free).bit_count() > 10:
                    continue
                goal = exhaustive.side(size, colour, 1 - which) if to < 0 else 1 << to
                assert to < 0 or not needed & free & goal, "the end is no part of the way"
                end = goal if to >= 0 else own & goal
                stones = needed & own | exhaustive.chain(size, own | end, end)
                assert exhaustive.can_join(
                    size, stones, needed & free, exhaustive.side(size, colour, which), goal, not holds
                ), (board, colour, holds, which, to, carrier)
                checked += 1
    assert checked > full(4000, 30)


@pytest.mark.parametrize(("row", "cells"), [(2, 2), (3, 8), (4, 19)])
def test_the_edge_templates_are_found(row, cells):
    """A bridge, both ziggurats, and what holds from the fourth row: nobody listed them."""
    board = bytearray(121)
    stone = (11 - row) * 11 + 5
    board[stone] = 1
    found = HexSolver(11).connections(bytes(board), 1)
    carriers = [carrier for holds, side, to, carrier in found if holds and side == 1 and to == stone]
    assert min(map(len, carriers)) == cells
    assert sum(len(carrier) == cells for carrier in carriers) == (1 if row == 2 else 2)


def test_connections_grow_as_they_would_be_built():
    """Carried on from one stone before, they decide as much, but for a few positions in a hundred."""
    solver, dice, built, grown = HexSolver(7), random.Random(11), 0, 0
    for _ in range(full(5000)):
        board = random_board(7, dice, 7)
        colour = dice.choice((1, 2))
        before = placed(board, dice.choice([i for i, piece in enumerate(board) if piece == colour]), 0)
        built += solver.mustplay(board, colour)[0]
        grown += solver.mustplay(board, colour, before)[0]
    assert grown > 0.97 * built > 0


def test_a_later_board_is_no_earlier_one():
    solver = HexSolver(3)
    with pytest.raises(ValueError, match="before has a stone that board has not"):
        solver.connections(bytes(9), 1, bytes([1] + [0] * 8))


@pytest.mark.parametrize(("size", "least"), [(5, 16), (6, 27)])
def test_no_claimed_win_is_wrong(size, least):
    """What the connections call won, for either colour, is won with the other to move."""
    solver, dice, claims = HexSolver(size), random.Random(size + 40), 0
    for _ in range(full(10_000, 30)):
        board = random_board(size, dice, least, size * size - 3)
        before = earlier_board(board, dice)
        for colour in (1, 2):
            if solver.mustplay(board, colour, before)[0]:
                assert exhaustive.winner(size, board, 3 - colour) == colour, (board, colour)
            if solver.mustplay(board, colour)[0]:
                claims += 1
                assert exhaustive.winner(size, board, 3 - colour) == colour, (board, colour)
    assert claims > full(3000, 30)


def test_whoever_leaves_the_mustplay_loses():
    solver, known, dice = HexSolver(4), {}, random.Random(4)
    for _ in range(full(3000)):
        board = random_board(4, dice, 7)
        for colour in (1, 2):
            won, cells = solver.mustplay(board, colour)
            if won:
                assert exhaustive.winner(4, board, 3 - colour, known) == colour
            for cell in (cell for cell, piece in enumerate(board) if not piece and cell not in cells):
                after = placed(board, cell, 3 - colour)
                assert exhaustive.winner(4, after, colour, known) == colour


@pytest.mark.parametrize("size", [2, 3])
def test_every_small_position_is_solved_right(size):
    solver, known = HexSolver(size), {}
    for board in all_boards(size):
        for turn in (1, 2):
            assert solver.solve(board, turn).winner == exhaustive.winner(size, board, turn, known)


@pytest.mark.parametrize(("size", "count", "least"), [(4, 15_000, 7), (5, 5_000, 16)])
def test_random_positions_are_solved_right(size, count, least):
    known, dice = {}, random.Random(5)
    shared = HexSolver(size)
    for number in range(full(count, 30)):
        board, turn = random_board(size, dice, least), dice.choice((1, 2))
        solution = (shared if number % 2 else HexSolver(size)).solve(board, turn)
        assert solution.winner == exhaustive.winner(size, board, turn, known)
        assert board[solution.move] == 0
        needed = sum(1 << cell for cell in solution.carrier)
        own, free = exhaustive.mask(board, solution.winner), exhaustive.mask(board, 0)
        assert not needed & exhaustive.mask(board, 3 - solution.winner)
        sides = [exhaustive.side(size, solution.winner, which) for which in (0, 1)]
        assert exhaustive.can_join(size, own & needed, free & needed, *sides, solution.winner == turn)
        if solution.winner == turn:
            after = placed(board, solution.move, turn)
            assert exhaustive.decided(size, after) or exhaustive.winner(size, after, 3 - turn, known) == turn


def test_the_line_keeps_the_win():
    """Also where cells were filled in on the way: a filled board has winning moves that the board has not."""
    judge, dice, moves = HexSolver(6), random.Random(9), 0
    for _ in range(full(20_000)):
        board, turn = random_board(6, dice, 4, 10), dice.choice((1, 2))
        solution = HexSolver(6).solve(board, turn)
        for move in solution.line:
            assert not board[move]
            board, turn = placed(board, move, turn), 3 - turn
            if not exhaustive.decided(6, board):
                assert judge.solve(board, turn).winner == solution.winner
                moves += 1
    assert moves > full(20_000)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_strategy_wins_against_every_reply(size):
    solver = HexSolver(size)

    def ask(board, turn):
        solution = solver.solve(board, turn)
        return solution.winner, solution.move, solution.carrier

    openings = range((size * size + 1) // 2)
    for cell in openings if size < 5 else every(openings, 2):
        board = bytes(1 if one == cell else 0 for one in range(size * size))
        strategist = 1 if OPENINGS[size][cell // size][cell % size] == "+" else 2
        assert exhaustive.play_out(size, board, 2, strategist, ask) >= 1


def test_the_strategy_wins_sampled_games_on_larger_boards():
    """Against replies by lot and, three times in four, replies inside the carrier, where they hurt."""
    dice = random.Random(6)
    for size, cell in ((6, 1), (6, 5), (6, 14), (7, 24), (7, 1)):
        solver = HexSolver(size)
        start = bytes(1 if one == cell else 0 for one in range(size * size))
        strategist = solver.solve(start, 2).winner
        for _ in range(full(200)):
            board, turn, carrier = start, 2, frozenset(range(size * size))
            while not exhaustive.decided(size, board):
                if turn == strategist:
                    solution = solver.solve(board, turn)
                    assert solution.winner == strategist
                    move, carrier = solution.move, solution.carrier
                else:
                    free = [one for one, piece in enumerate(board) if not piece]
                    inside = [one for one in free if one in carrier]
                    move = dice.choice(inside if inside and dice.random() < 0.75 else free)
                board = placed(board, move, turn)
                turn = 3 - turn
            sides = [exhaustive.side(size, strategist, which) for which in (0, 1)]
            assert exhaustive.joined(size, exhaustive.mask(board, strategist), *sides)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_openings_of_small_boards(size):
    found = HexSolver(size).moves(bytes(size * size), 1)
    assert rows(found, size) == OPENINGS[size]


def test_openings_of_seven_by_seven():
    cells = range(49) if full(10) == 10 else [3, 12, 18, 24]
    found = HexSolver(7).moves(bytes(49), 1, cells=cells)
    for cell in cells:
        assert found[cell] == (OPENINGS[7][cell // 7][cell % 7] == "+")


def test_same_question_same_answer():
    def answer():
        solution = HexSolver(6).solve(bytes(36), 2)
        return solution.winner, solution.move, solution.line, solution.carrier, solution.evaluations

    assert answer() == answer()


def test_mirrored_colours_mirror_the_answer():
    dice = random.Random(7)
    for _ in range(full(300)):
        board, turn = random_board(5, dice, 3), dice.choice((1, 2))
        mirrored = bytes((0, 2, 1)[board[cell % 5 * 5 + cell // 5]] for cell in range(25))
        assert HexSolver(5).solve(mirrored, 3 - turn).winner == 3 - HexSolver(5).solve(board, turn).winner


@pytest.mark.parametrize("size", [9, 11, 12, 17, 19])
def test_larger_boards_with_few_empty_cells(size):
    """Every width of the sets of cells, against looking at everything."""
    dice = random.Random(size)
    for _ in range(full(30)):
        cells = dice.sample(range(size * size), size * size)
        board = bytearray(size * size)
        for number, cell in enumerate(cells):
            board[cell] = 1 + number % 2
        winner = 1 if red_has_won(size, board) else 2
        chain = [cell for cell in cells if board[cell] == winner]
        while exhaustive.decided(size, board) and chain:
            board[chain.pop()] = 0
        for cell in dice.sample(cells, 6):
            board[cell] = 0
        if board.count(0) > 11:
            for cell in [cell for cell in cells if not board[cell]][11:]:
                board[cell] = 3 - winner
        if exhaustive.decided(size, board):
            continue
        for turn in (1, 2):
            assert HexSolver(size).solve(bytes(board), turn).winner == exhaustive.winner(size, board, turn)


def test_it_reports_and_stops():
    calls = []

    def report(evaluations, nodes, proof, disproof, cell):
        calls.append((evaluations, nodes))
        return len(calls) == 3

    solution = HexSolver(11).solve(bytes(121), 1, report=report)
    assert solution.winner == 0 and len(calls) == 3 and solution.evaluations >= calls[-1][0] > 0
    assert HexSolver(11).solve(bytes(121), 1, evaluations=100).evaluations in range(90, 111)


@pytest.mark.parametrize("size", [8, 19])
def test_it_stops_quickly_and_lets_others_work(size):
    """Half a second of processor at most after the wish, which another thread has while it searches."""
    begun = time.process_time()
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    solution = HexSolver(size).solve(bytes(size * size), 1, report=lambda *_: stop.is_set())
    assert solution.winner == 0 and stop.is_set() and time.process_time() - begun < 0.2 + 0.5


def test_a_stopped_search_can_go_on():
    solver = HexSolver(6)
    board = bytes([1]) + bytes(35)
    for _ in range(10_000):
        solution = solver.solve(board, 2, evaluations=7)
        if solution.winner:
            break
    assert solution.winner == 2 and solution.winner == HexSolver(6).solve(board, 2).winner


def test_what_the_report_raises_comes_out_and_does_no_harm():
    solver = HexSolver(8)

    def report(*_):
        raise KeyError("stop")

    for _ in range(5):
        with pytest.raises(KeyError, match="stop"):
            solver.solve(bytes(64), 2, report=report)
    assert solver.solve(bytes(64), 2, evaluations=2000).evaluations > 0
    board = bytes(1 if cell % 8 == 3 and cell > 7 else 0 for cell in range(64))
    assert solver.solve(board, 1).winner == 1


@pytest.mark.parametrize(("size", "limit"), [(8, 2 << 20), (11, 3 << 20), (19, 11 << 20)])
def test_memory_is_limited(size, limit):
    solver = HexSolver(size, limit)
    board = bytes([1]) + bytes(size * size - 1)
    for _ in range(2):
        solution = solver.solve(board, 2, evaluations=40_000)
        assert solution.winner == 0 and solution.evaluations < 40_000, "its memory ended it"
        assert solver.memory_used <= limit


def test_the_opening_that_fills_the_memory_is_begun_again_with_what_was_proved():
    """All openings of 6×6, with room for some of them; whoever stops it is obeyed at once."""
    solver = HexSolver(6, 1000 << 10)
    roomy = HexSolver(6)
    assert rows(solver.moves(bytes(36), 1), 6) == rows(roomy.moves(bytes(36), 1), 6) == OPENINGS[6]
    assert solver.evaluations > roomy.evaluations and solver.memory_used <= 1000 << 10
    asked = []
    stopped = HexSolver(8)
    assert stopped.moves(bytes(64), 1, report=lambda *numbers: asked.append(numbers) or True) == {}
    assert len(asked) == 1, "it is not asked again"


def test_full_memory_ends_the_search_and_not_the_program():
    solver = HexSolver(8, 1 << 20)
    solution = solver.solve(bytes([1]) + bytes(63), 2)
    assert solution.winner == 0 and solver.memory_used <= 1 << 20
    assert solver.solve(bytes([1]) + bytes(63), 2).evaluations == 0, "it stays full"
    assert HexSolver(19, 1).solve(bytes(361), 1).winner == 0


@pytest.mark.parametrize(
    ("size", "board", "turn"),
    [
        (0, b"", 1),
        (20, bytes(400), 1),
        (3, bytes(8), 1),
        (3, b"\3" + bytes(8), 1),
        (3, bytes(9), 3),
        (3, b"\1\0\0\1\0\0\1\0\0", 2),
        (2, b"\1\2\1\2", 1),
    ],
)
def test_nonsense_is_refused_with_a_reason(size, board, turn):
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        HexSolver(size).solve(board, turn)


def test_the_smallest_boards():
    assert HexSolver(1).solve(b"\0", 2).winner == 2
    assert HexSolver(1).solve(b"\0", 1).move == 0
    assert HexSolver(2).solve(bytes(4), 2).winner == 2


def command(capsys, *arguments):
    code = main(["solve", *arguments])
    return code, *capsys.readouterr()


def test_the_command_solves_a_position(capsys):
    code, out, _ = command(capsys, "--size", "4", "--moves", "a1", "--json", "--cold")
    found = json.loads(out)
    assert code == 0 and found["turn"] == found["winner"] == "blue" and found["move"] in found["carrier"]
    for language, said in (("en", "Blue is to move and wins with"), ("fr", "Bleu a le trait et gagne par")):
        assert said in command(capsys, "--size", "4", "--moves", "a1", "--lang", language)[1]
    assert "whatever the other plays" in command(capsys, "--size", "4", "--moves", "d1", "--lang", "en")[1]


def test_the_command_gives_up_on_openings_too(capsys):
    code, out, _ = command(capsys, "--size", "11", "--openings", "--seconds", "1", "--json")
    assert code == 0
    told = json.loads(out)
    assert len(told["openings"]) < 121 and len({*told["openings"], *told["open"]}) == 121
    assert not {*told["openings"]} & {*told["open"]}


def test_the_command_solves_all_openings(capsys):
    code, out, _ = command(capsys, "--size", "5", "--openings", "--json", "--cold")
    found = json.loads(out)
    assert code == 0 and found["size"] == 5 and found["cpu"] >= 0 and found["nodes"] > 0
    assert (
        found["openings"]["c3"] == "win"
        and found["openings"]["a1"] == "loss"
        and len(found["openings"]) == 25
    )
    assert "13 of 25 moves win" in command(capsys, "--size", "5", "--openings", "--lang", "en")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--size", "20"],
        ["--size", "x"],
        ["--size", "3", "--moves", "z9"],
        ["--size", "2", "--moves", "a1 b1 a2"],
    ],
)
def test_the_command_refuses_in_one_line(capsys, arguments):
    code, out, err = command(capsys, *arguments)
    assert (code, out) == (2, "") and err.count("\n") == 1


def test_times_are_compared_for_equal_work() -> None:
    """Of openings that are alike by half a turn we solve one, Benzene both."""
    found = [solver_times.Solved(work, True, 1, 1, 1.0) for work in solver_times.WORKS[1:3]]
    ratios = [line.split("|")[6].strip() for line in solver_times.table(found, words("en"))[2:]]
    assert ratios == [f"{242 * 25 / 49:.1f}×", "45.0×"]
