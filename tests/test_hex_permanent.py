"""Every pattern of permanently inferior cells that is in use is proved here, twice.

The first proof compares positions as games (as native/tools/find_permanent.cpp does, with which it shares no
code): it holds for all surroundings. The second puts the pattern on small boards and looks at everything.
"""

import random
from functools import cache
from itertools import product

import exhaustive_hex as exhaustive
import pytest
from conftest import full, needs
from test_hex_solver import placed, random_board

from pavage.players.fast import native
from pavage.players.fast.hex_solver import HexSolver

needs("native")

STEPS = exhaustive.STEPS
RED, EMPTY, BLUE = -1, 0, 1
PATTERNS = [
    (frozenset(empty), frozenset(own), frozenset(other))
    for empty, own, other in native().permanent_patterns()
]
"""Empty cells, stones of the owner, of the other; the cell (0, 0) is the one that the owner may count."""


def around(cells):
    near = {(x + right, y + down) for x, y in cells for right, down in STEPS}
    return near - set(cells)


def turned(cells, form):
    """One of the twelve turns and reflections."""
    for _ in range(form % 6):
        cells = {(-y, x + y) for x, y in cells}
    return {(y, x) for x, y in cells} if form >= 6 else set(cells)


def proved(empty, own, other):
    """Whether the owner, Blue, wins wherever it wins with a stone on (0, 0), whoever moves.

    `no_better(s, t)`: Blue wins with t in place of s. `tempo(s, t)`: Blue, to move, wins with t where it wins
    with s and Red to move. A state gives each empty cell a colour or none.
    """
    cells = sorted(empty)
    places = cells + sorted(own) + sorted(around(empty) - own - other)  # all that can be blue
    bits = {cell: 1 << i for i, cell in enumerate(places)}
    near = [sum(bits.get((x + right, y + down), 0) for right, down in STEPS) for x, y in places]
    own_stones = sum(bits[cell] for cell in own)
    ring = (1 << len(places)) - (1 << len(cells))
    chosen = range(0, 1 << len(places), 1 << (len(cells) + len(own)))  # every choice for what is unknown

    @cache
    def groups(state, choice):
        """The blue stones around that are joined to each other."""
        stones = own_stones | choice | sum(1 << i for i, colour in enumerate(state) if colour == BLUE)
        found, left = [], stones & ring
        while left:
            group = edge = left & -left
            while edge:
                grown = 0
                for cell in exhaustive.cells(edge):
                    grown |= near[cell]
                edge = grown & stones & ~group
                group |= edge
            left &= ~group
            found.append(group & ring)
        return found

    def as_good(s, t):
        return all(
            any(group & ~after == 0 for after in groups(t, choice))
            for choice in chosen
            for group in groups(s, choice)
        )

    def moves(state, colour):
        for i, now in enumerate(state):
            if now == EMPTY:
                yield (*state[:i], colour, *state[i + 1 :])

    @cache
    def no_better(s, t):
        if all(a <= b for a, b in zip(s, t, strict=True)):
            return True  # more blue and less red stones do no harm
        if not all(tempo(after, t) for after in moves(s, BLUE)):
            return False
        if not all(tempo(s, after) for after in moves(t, RED)):
            return False
        return (EMPTY in s and EMPTY in t) or tempo(s, t)

    @cache
    def tempo(s, t):
        if EMPTY not in s and EMPTY not in t:
            return as_good(s, t)
        return any(no_better(after, t) for after in moves(s, RED)) or any(
            no_better(s, after) for after in moves(t, BLUE)
        )

    filled = tuple(BLUE if cell == (0, 0) else EMPTY for cell in cells)
    return no_better(filled, (EMPTY,) * len(cells))


def test_the_patterns_are_what_they_should_be():
    assert len(set(PATTERNS)) == len(PATTERNS) == 100
    for empty, own, other in PATTERNS:
        assert (0, 0) in empty and own | other <= around(empty) and not own & other
        assert 3 <= len(empty) <= 5


@pytest.mark.parametrize("tenth", range(10))
def test_every_pattern_holds_in_all_surroundings(tenth):
    for pattern in PATTERNS[tenth::10]:
        assert proved(*pattern), pattern


def test_no_pattern_holds_with_a_stone_less():
    """So the proof can fail; and nothing is asked for that is not needed."""
    dice = random.Random(1)
    for empty, own, other in dice.sample(PATTERNS, full(100)):
        stone = dice.choice(sorted(own | other))
        assert not proved(empty, own - {stone}, other - {stone}), (empty, own, other, stone)


def board_with(size, pattern, form, owner, corner, dice, free):
    """The pattern somewhere on a board, its surroundings by lot with some free cells, or None.

    Stones beyond the border must be of the side's colour.
    """
    empty, own, other = (turned(cells, form) for cells in pattern)
    codes = dict.fromkeys(empty, 0) | dict.fromkeys(own, owner) | dict.fromkeys(other, 3 - owner)
    board = [dice.choice((1, 2)) for _ in range(size * size)]
    for cell in dice.sample(range(size * size), free):
        board[cell] = 0
    for (x, y), code in codes.items():
        column, row = corner[0] + x, corner[1] + y
        if 0 <= column < size and 0 <= row < size:
            board[row * size + column] = code
        elif code != (2 if 0 <= row < size else 1):
            return None
    return bytes(board)


def test_filling_in_by_a_pattern_changes_no_winner():
    """Looking at everything, on boards of random stones around every pattern."""
    size, dice, checked = 5, random.Random(2), 0
    for pattern in PATTERNS:
        tried = 0
        for _ in range(3000):
            corner = dice.randrange(size), dice.randrange(size)
            owner = dice.choice((1, 2))
            board = board_with(size, pattern, dice.randrange(12), owner, corner, dice, 4)
            if board is None or exhaustive.decided(size, board):
                continue
            tried += 1
            filled = placed(board, corner[1] * size + corner[0], owner)
            for turn in (1, 2):
                winner = exhaustive.winner(size, board, turn)
                assert exhaustive.winner(size, filled, turn) == winner, (pattern, board, turn)
            if tried == full(40):
                break
        checked += tried > 0
    assert checked > 90


def test_every_pattern_is_recognised_in_every_form():
    size, solver, itself = 11, HexSolver(11), 0
    middle = 5 * size + 5
    for pattern, form, owner in product(PATTERNS, range(12), (1, 2)):
        empty, own, other = (turned(cells, form) for cells in pattern)
        board = bytearray(size * size)
        for cells, code in ((own, owner), (other, 3 - owner)):
            for x, y in cells:
                board[middle + y * size + x] = code
        filled = solver.fill_in(bytes(board))
        assert any(filled[middle + y * size + x] for x, y in empty), (pattern, form)
        itself += filled[middle] == owner  # unless another pattern comes first, for one of the empty cells
    assert itself > 0.8 * 24 * len(PATTERNS)


def test_permanently_inferior_cells_change_no_winner_on_random_boards():
    size, solver, dice, found = 5, HexSolver(5), random.Random(4), 0
    while found < full(400):
        board = random_board(size, dice, 14)
        if not (cells := solver.permanently_inferior(board)):
            continue
        found += 1
        filled = solver.fill_in(board)
        assert all(board[cell] == 0 and filled[cell] in (1, 2) for cell in cells)
        known = {}
        for turn in (1, 2):
            winner = exhaustive.winner(size, board, turn, known)
            for colour in (1, 2):
                end = bytes(colour if code == 3 else code for code in filled)
                assert exhaustive.winner(size, end, turn, known) == winner, (board, turn)
