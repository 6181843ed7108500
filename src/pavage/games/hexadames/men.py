"""How men move: steps forward, jumps over enemies, and whole chains of jumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pavage.game import Move, Seat
from pavage.tiling import Tiling

EVERYWHERE = (0, 1, 2, 3, 4, 5)


class Men:
    """The ways men may go on a board, by seat. Where a man rests on his goal he is out of the game."""

    def __init__(
        self, tiling: Tiling, sides: Sequence[int], sideways: bool, forward_jumps: bool, optional: bool
    ) -> None:
        self.goals = tuple(frozenset(tiling.sides[(side + 3) % 6]) for side in sides)
        ahead = [((1 + side) % 6, (2 + side) % 6) for side in sides]
        beside = [(side, (side + 3) % 6) if sideways else () for side in sides]
        jumping = ahead if forward_jumps else [EVERYWHERE] * len(sides)
        across = tiling.across
        self.steps = tuple(
            tuple(tuple(across[cell][d] for d in ways if across[cell][d] >= 0) for cell in tiling.cells)
            for ways in ([*one, *other] for one, other in zip(ahead, beside, strict=True))
        )
        self.jumps = tuple(
            tuple(tuple(_over(across, cell, ways)) for cell in tiling.cells) for ways in jumping
        )
        self.between = {
            (cell, there): over for cell in tiling.cells for over, there in _over(across, cell, EVERYWHERE)
        }
        """The cell between two that lie two apart in a straight line."""
        self.stop: Move = (len(tiling),)
        self.optional = optional

    def rests(self, cell: int, code: int) -> bool:
        """Whether a man of this colour on this cell is home."""
        return cell in self.goals[code - 1]

    def active(self, board: Sequence[int], seat: Seat) -> list[int]:
        """The men of a seat that are still on their way."""
        goal = self.goals[seat]
        return [cell for cell, code in enumerate(board) if code == seat + 1 and cell not in goal]

    def open_jumps(self, board: Sequence[int], cell: int, seat: Seat) -> Iterator[tuple[int, int]]:
        """The jumps of a man on a cell, as the enemy and the cell behind him."""
        for over, there in self.jumps[seat][cell]:
            code = board[over]
            if code and code != seat + 1 and not board[there] and over not in self.goals[code - 1]:
                yield over, there

    def can_move(self, board: bytes, seat: Seat) -> bool:
        for cell in self.active(board, seat):
            if any(not board[there] for there in self.steps[seat][cell]):
                return True
            if any(True for _ in self.open_jumps(board, cell, seat)):
                return True
        return False

    def step_moves(self, board: bytes, seat: Seat) -> list[Move]:
        return [
            (cell, there)
            for cell in self.active(board, seat)
            for there in self.steps[seat][cell]
            if not board[there]
        ]

    def jump_moves(self, board: bytes, seat: Seat) -> list[Move]:
        """All chains. Where one may stop though it could go on, it ends with the button."""
        found: list[Move] = []
        for cell in self.active(board, seat):
            lifted = bytearray(board)
            lifted[cell] = 0
            self._chains(lifted, (cell,), seat, found)
        return found

    def _chains(self, board: bytearray, path: Move, seat: Seat, found: list[Move]) -> None:
        cell = path[-1]
        onward = [] if cell in self.goals[seat] else list(self.open_jumps(board, cell, seat))
        if len(path) > 1 and not onward:
            found.append(path)
        elif len(path) > 1 and self.optional:
            found.append((*path, *self.stop))
        for over, there in onward:
            taken, board[over] = board[over], 0
            self._chains(board, (*path, there), seat, found)
            board[over] = taken

    def after(self, board: bytes, path: Move) -> bytearray:
        """The board in the midst of a move: the man lifted, those he jumped taken away."""
        lifted = bytearray(board)
        lifted[path[0]] = 0
        for leg in pairwise(path):
            if leg in self.between:
                lifted[self.between[leg]] = 0
        return lifted

    def goes_on(self, board: bytes, path: Move, seat: Seat) -> bool:
        """Whether a man that has jumped along these cells can jump on."""
        if path[-1] in self.goals[seat]:
            return False
        return any(True for _ in self.open_jumps(self.after(board, path), path[-1], seat))


def _over(across: Sequence[Sequence[int]], cell: int, ways: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The neighbour in each direction, and the cell straight behind it."""
    for way in ways:
        over = across[cell][way]
        if over >= 0 and across[over][way] >= 0:
            yield over, across[over][way]
