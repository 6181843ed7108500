"""The shipped openings of Hex, and the table that `pavage solve` keeps on disk."""

import json
import random

import exhaustive_hex as exhaustive
import pytest
from conftest import full, needs
from test_hex_solver import OPENINGS, command, placed

from pavage.players.fast.hex_openings import LARGEST, best_opening, known, opening_on, openings
from pavage.players.fast.hex_solver import HexSolver
from pavage.players.fast.hex_table import BadTable, HexTable

needs("native")


def stone(size, cell):
    return placed(bytes(size * size), cell, 1)


@pytest.mark.parametrize("size", sorted(OPENINGS))
def test_the_shipped_verdicts_are_the_pinned_ones(size):
    shipped = openings(size)
    assert sorted(shipped) == list(range(size * size))
    for cell, opening in shipped.items():
        assert opening.wins == (OPENINGS[size][cell // size][cell % size] == "+")
        assert opening.wins == shipped[size * size - 1 - cell].wins
    assert openings(1)[0].wins and not openings(LARGEST + 1)


@pytest.mark.parametrize("size", [2, 3])
def test_the_shipped_replies_and_carriers_hold_against_everything(size):
    for cell, opening in openings(size).items():
        board, winner = stone(size, cell), 1 if opening.wins else 2
        needed = sum(1 << one for one in opening.carrier)
        own, free = exhaustive.mask(board, winner), exhaustive.mask(board, 0)
        assert not needed & exhaustive.mask(board, 3 - winner)
        sides = [exhaustive.side(size, winner, which) for which in (0, 1)]
        assert board[opening.reply] == 0
        if winner == 2:
            assert opening.reply in opening.carrier
            own, free = own | 1 << opening.reply, free & ~(1 << opening.reply)
        assert exhaustive.can_join(size, own & needed, free & needed, *sides, False)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_the_shipped_replies_win_for_the_solver(size):
    """After the reply and with all cells outside the carrier given away, the claimed winner still wins."""
    dice, solver = random.Random(size), HexSolver(size)
    lost = [cell for cell, opening in openings(size).items() if not opening.wins]
    for cell in dice.sample(lost, max(1, full(10))):
        opening = openings(size)[cell]
        board = placed(stone(size, cell), opening.reply, 2)
        board = bytes(p if p or one in opening.carrier else 1 for one, p in enumerate(board))
        assert solver.solve(board, 1).winner == 2


def test_what_the_table_knows_of_a_board():
    assert opening_on(7, stone(7, 24)).wins and not opening_on(7, stone(7, 0)).wins
    assert opening_on(7, bytes(49)) is None and opening_on(8, stone(8, 0)) is None
    assert opening_on(7, placed(stone(7, 24), 0, 2)) is None
    assert opening_on(7, placed(bytes(49), 24, 2)) is None
    assert best_opening(7)[0] == 24 and best_opening(8) is None


def test_the_command_uses_the_shipped_table_unless_cold(capsys):
    found = json.loads(command(capsys, "--size", "7", "--openings", "--json")[1])
    assert list(found) == ["size", "openings", "open", "cpu", "nodes"]
    assert found["nodes"] == 0 and found["open"] == []
    assert found["openings"]["a1"] == "loss" and found["openings"]["d4"] == "win"
    for moves, winner in (("", "red"), ("a1", "blue"), ("d4", "red")):
        found = json.loads(command(capsys, "--size", "7", "--moves", moves, "--json")[1])
        assert found["winner"] == winner and found["nodes"] == 0 and found["carrier"]
    cold = json.loads(command(capsys, "--size", "5", "--moves", "a1", "--json", "--cold")[1])
    assert cold["winner"] == "blue" and cold["nodes"] > 0
    assert "--cold" in command(capsys, "--size", "7", "--moves", "a1", "--lang", "en")[1]


def test_a_table_on_disk_is_used_the_next_time(capsys, tmp_path):
    table = str(tmp_path / "six.table")
    ask = ["--size", "6", "--moves", "a1 d3", "--json", "--table", table]
    first = json.loads(command(capsys, *ask)[1])
    again = json.loads(command(capsys, *ask)[1])
    assert first["nodes"] > 0 == again["nodes"]
    assert (first["winner"], first["move"], first["carrier"]) == (
        again["winner"],
        again["move"],
        again["carrier"],
    )
    # A search profits from the proofs too, without the answer.
    fresh, taught = HexSolver(6), HexSolver(6)
    HexTable(6).load(tmp_path / "six.table", taught)
    board = placed(placed(bytes(36), 0, 1), 15, 2)
    assert fresh.solve(board, 1).winner == taught.solve(board, 1).winner
    assert taught.evaluations < fresh.evaluations
    assert [path.name for path in tmp_path.iterdir()] == ["six.table"]


def test_a_broken_table_is_refused_in_one_line(capsys, tmp_path):
    good = tmp_path / "good"
    command(capsys, "--size", "4", "--moves", "a1", "--cold", "--table", str(good))
    raw = good.read_bytes()
    dice = random.Random(1)
    broken = [b"", b"nonsense", raw[:-1], raw + b"x", raw.replace(b"table-1", b"table-2"), bytes(200)]
    for _ in range(20):
        place = dice.randrange(len(raw))
        broken.append(raw[:place] + bytes([raw[place] ^ 1 << dice.randrange(8)]) + raw[place + 1 :])
    for number, data in enumerate(broken):
        bad = tmp_path / f"bad{number}"
        bad.write_bytes(data)
        with pytest.raises(BadTable):
            HexTable(4).load(bad, HexSolver(4))
        if number < 4:
            code, out, err = command(capsys, "--size", "4", "--table", str(bad))
            assert (code, out, err.count("\n")) == (2, "", 1)
    assert command(capsys, "--size", "5", "--table", str(good))[0] == 2
    assert command(capsys, "--size", "4", "--table", str(tmp_path))[0] == 2
    nowhere = command(capsys, "--size", "4", "--cold", "--table", str(tmp_path / "no" / "where"))
    assert nowhere[0] == 2 and nowhere[2].count("\n") == 1


@pytest.mark.parametrize("size", [2, 3, 5])
def test_what_is_known_of_the_first_two_stones_is_what_the_solver_finds(size):
    solver = HexSolver(size)
    for first in (1, 2):
        winner, cell, carrier = known(size, bytes(size * size), first)
        assert winner == first and cell in carrier
        assert solver.solve(placed(bytes(size * size), cell, first), 3 - first).winner == first
        for stone in range(size * size):
            board = placed(bytes(size * size), stone, first)
            winner, cell, carrier = known(size, board, 3 - first)
            assert solver.solve(board, 3 - first).winner == winner
            if winner != first:
                assert solver.solve(placed(board, cell, winner), first).winner == winner and cell in carrier
    assert known(size, placed(placed(bytes(size * size), 0, 1), 1, 2), 1) is None
