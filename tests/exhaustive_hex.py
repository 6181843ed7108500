"""Hex by looking at everything: what the solver claims is put to this. It shares no code with the solver.

Sets of cells are whole numbers, bit `row * size + column`. The owner of a question wants to join a start to
a goal, and has lost when not even all empty cells would join them.
"""

from functools import cache

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@cache
def neighbours(size):
    found = []
    for cell in range(size * size):
        row, column = divmod(cell, size)
        near = [(row + down, column + right) for right, down in STEPS]
        found.append(sum(1 << (r * size + c) for r, c in near if 0 <= r < size and 0 <= c < size))
    return found


@cache
def side(size, colour, which):
    """The cells along a side: top and bottom for colour 1, left and right for colour 2."""
    far = (size - 1) * which
    if colour == 1:
        return sum(1 << (far * size + column) for column in range(size))
    return sum(1 << (row * size + far) for row in range(size))


def cells(stones):
    while stones:
        low = stones & -stones
        yield low.bit_length() - 1
        stones ^= low


def joined(size, stones, start, goal):
    reached = edge = stones & start
    near = neighbours(size)
    while edge:
        if reached & goal:
            return True
        grown = 0
        for cell in cells(edge):
            grown |= near[cell]
        edge = grown & stones & ~reached
        reached |= edge
    return bool(reached & goal)


def chain(size, stones, start):
    """The stones that are joined to the start."""
    return sum(1 << cell for cell in cells(stones) if joined(size, stones, 1 << cell, start))


def can_join(size, own, empty, start, goal, owner_first, known=None):
    """Whether the owner of `own` can join start and goal against every defence."""
    known = {} if known is None else known
    key = (own, empty, owner_first)
    if key not in known:
        if joined(size, own, start, goal):
            known[key] = True
        elif not joined(size, own | empty, start, goal):
            known[key] = False
        elif owner_first:
            known[key] = any(
                can_join(size, own | 1 << cell, empty & ~(1 << cell), start, goal, False, known)
                for cell in cells(empty)
            )
        else:
            known[key] = all(
                can_join(size, own, empty & ~(1 << cell), start, goal, True, known) for cell in cells(empty)
            )
    return known[key]


def mask(board, code):
    return sum(1 << cell for cell, piece in enumerate(board) if piece == code)


def winner(size, board, turn, known=None):
    """The colour that wins with `turn` to move; `known` may be kept for the same size."""
    red = can_join(size, mask(board, 1), mask(board, 0), side(size, 1, 0), side(size, 1, 1), turn == 1, known)
    return 1 if red else 2


def decided(size, board):
    return any(joined(size, mask(board, c), side(size, c, 0), side(size, c, 1)) for c in (1, 2))


def play_out(size, board, turn, strategist, ask):
    """Plays the strategist's claimed win against every reply.

    `ask(board, turn)` gives (winner, move, carrier). After each answer all cells outside the carrier go
    to the other, which only helps the other: so the carrier is put to the test too, and fewer replies remain.
    Returns how many positions were asked about; an assertion fails where the strategy does.
    """
    seen, waiting = set(), [(board, turn)]
    own, goal = strategist, (side(size, strategist, 0), side(size, strategist, 1))
    while waiting:
        board, turn = waiting.pop()
        if (board, turn) in seen or joined(size, mask(board, own), *goal):
            continue
        seen.add((board, turn))
        claimed, move, carrier = ask(board, turn)
        assert claimed == strategist, (size, board, turn)
        board = bytes(piece if piece or cell in carrier else 3 - own for cell, piece in enumerate(board))
        assert not joined(size, mask(board, 3 - own), side(size, 3 - own, 0), side(size, 3 - own, 1))
        if joined(size, mask(board, own), *goal):
            continue
        if turn == own:
            # A move outside the carrier is not needed: the strategist then wins without it.
            if board[move]:
                waiting.append((board, 3 - turn))
                continue
            moves, piece = [move], own
        else:
            moves, piece = [cell for cell, code in enumerate(board) if not code], 3 - own
        for cell in moves:
            waiting.append((board[:cell] + bytes([piece]) + board[cell + 1 :], 3 - turn))
    return len(seen)
