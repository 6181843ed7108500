"""The rules of Labyrinthe (docs/rules.md, section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pavage.game import Game, Move, Outcome, Refusal, Seat, Unreadable, winner_takes_all
from pavage.games.labyrinthe.layout import read_words, write_words
from pavage.games.labyrinthe.notation import read_move, write_move
from pavage.games.labyrinthe.refusals import why_not
from pavage.games.labyrinthe.ways import NO_WAY, STONE, Ways
from pavage.games.leaving import OutPosition, check_turn, next_in, read_out, seats_in, write_out
from pavage.games.opposite_sides import SIDES
from pavage.options import Choice, Numbers, Whole
from pavage.tiling import tiling

NO_KING = -1
"""The cell of a king who has left the board."""
ONLY_STONES = bytes(code if code == STONE else 0 for code in range(256))


@dataclass(frozen=True, slots=True)
class LabyrinthePosition(OutPosition):
    """Kings and stones, and what the rules on repetition remember."""

    seen: frozenset[int] = frozenset()
    """Where the kings have been, and who was to move, since the last stone; see `Labyrinthe.key`."""
    barred: frozenset[tuple[Seat, Seat]] = frozenset()
    """Pairs of kings that may not exchange."""
    passes: int = 0
    """Passes in a row; the number of seats in or more once a whole round has passed, until a K or an X."""
    left: tuple[int, ...] = ()
    """Stones left to each player; nothing if they are unlimited."""


class Labyrinthe(Game[LabyrinthePosition]):
    """A turn moves your king, exchanges him with a neighbour, or puts a stone that shuts nobody in."""

    name = "labyrinthe"
    draws = False
    colours = ("red", "blue", "yellow", "green", "violet", "pink", "neutral")
    players = Numbers("players", 2, "number of players", "nombre de joueurs", (2, 3, 6))
    size = Whole("size", 5, "cells along a side", "cases par côté", 2, 10)
    pose = Whole("pose", 1, "stones set in a stone turn", "pierres posées par tour de pose", 1, 2)
    stones = Whole(
        "stones", 0, "stones for each player, 0 for no limit", "pierres par joueur, 0 sans limite", 0, 200
    )
    first_turn = Choice(
        "first_turn",
        "auto",
        "the first turn of all: stone if it must be a stone; auto: stone for two players, else any",
        "le tout premier tour : stone s’il doit être une pose ; auto : stone à deux joueurs, sinon any",
        ("auto", "stone", "any"),
    )

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        if self.first_turn == "auto":
            self.options["first_turn"] = "stone" if self.players == 2 else "any"
        self.tiling = tiling(f"H{self.size}")
        self.buttons = ("pass",)
        self.passing: Move = (len(self.tiling),)
        sides = SIDES[self.players]
        self.homes = tuple(self.tiling.sides[side][(self.size - 1) // 2] for side in sides)
        self.goals = tuple(self.tiling.sides[(side + 3) % 6] for side in sides)
        self.ways = Ways(self.tiling, self.goals)

    def start(self) -> LabyrinthePosition:
        board = bytearray(len(self.tiling))
        for seat, cell in enumerate(self.homes):
            board[cell] = seat + 1
        left = (self.stones,) * self.players if self.stones else ()
        return LabyrinthePosition(bytes(board), 0, frozenset([self.key(self.homes, 0)]), left=left)

    # --- what lies there

    def kings(self, position: LabyrinthePosition) -> tuple[int, ...]:
        """The cell of each king, by seat; NO_KING of a seat that has left."""
        return tuple(position.board.find(code) for code in range(1, self.players + 1))

    def maze(self, position: LabyrinthePosition) -> bytes:
        """The board without kings: they do not bar a way."""
        return position.board.translate(ONLY_STONES)

    def key(self, kings: Sequence[int], turn: Seat) -> int:
        """One number for where the kings are and who is to move; stones do not change since the last one."""
        number = turn
        for cell in kings:
            if cell != NO_KING:
                number = number * len(self.tiling) + cell
        return number

    def distances(self, position: LabyrinthePosition) -> tuple[int, ...]:
        """How far each king is from his goal, other kings ignored; NO_WAY for a seat that has left."""
        steps = self.ways.distances(self.maze(position))
        kings = self.kings(position)
        return tuple(NO_WAY if cell == NO_KING else steps[seat][cell] for seat, cell in enumerate(kings))

    def must_place(self, position: LabyrinthePosition) -> bool:
        """Whether this is the very first turn and must be a stone; on an empty board one is always legal."""
        return (
            self.first_turn == "stone"
            and position.turn == 0
            and STONE not in position.board
            and all(
                king in (home, NO_KING) for king, home in zip(self.kings(position), self.homes, strict=True)
            )
        )

    def is_in(self, position: LabyrinthePosition, seat: Seat) -> bool:
        return seat not in position.out

    def leave(self, position: LabyrinthePosition, seat: Seat) -> LabyrinthePosition:
        """Take the king of a seat off the board. What has been there before is forgotten."""
        out = position.out | {seat}
        turn = next_in(position.turn, self.players, out)
        after = replace(
            position,
            board=position.board.replace(bytes([seat + 1]), b"\0"),
            turn=turn,
            barred=frozenset(pair for pair in position.barred if seat not in pair),
            passes=0,
            out=out,
        )
        return replace(after, seen=frozenset([self.key(self.kings(after), turn)]))

    def count_in(self, position: LabyrinthePosition) -> int:
        """Return how many seats are in."""
        return self.players - len(position.out)

    # --- moves

    def moves(self, position: LabyrinthePosition) -> Sequence[Move]:
        """With two stones a turn each pair is listed once, though they may be set in either order."""
        if self.outcome(position) is not None:
            return ()
        listed: list[Move] = [] if self.must_place(position) else list(self.king_moves(position))
        for cell in self.stone_cells(position):
            seconds = self.second_cells(position, cell)
            if not seconds:
                listed.append((cell,))
            listed += [(cell, second) for second in seconds if second > cell]
        return listed or [self.passing]

    def king_moves(self, position: LabyrinthePosition) -> Iterator[Move]:
        """Steps and exchanges of the mover's king that the rules on repetition allow."""
        here = position.board.index(position.turn + 1)
        kings = list(self.kings(position))
        steps = self.ways.distances(self.maze(position))[position.turn]
        for cell in self.tiling.neighbours[here]:
            piece = position.board[cell]
            if piece == STONE or (piece and self.pair(position.turn, piece - 1) in position.barred):
                continue
            if steps[cell] < steps[here] or not self.repeats(position, kings, cell):
                yield here, cell

    def repeats(self, position: LabyrinthePosition, kings: Sequence[int], cell: int) -> bool:
        """Whether the mover's king on this cell would make a position that has been there before."""
        turn, after = position.turn, list(kings)
        if piece := position.board[cell]:
            after[piece - 1] = after[turn]
        after[turn] = cell
        return self.key(after, next_in(turn + 1, self.players, position.out)) in position.seen

    def pair(self, one: Seat, other: Seat) -> tuple[Seat, Seat]:
        return (one, other) if one < other else (other, one)

    def stone_cells(self, position: LabyrinthePosition) -> list[int]:
        """The cells where a stone may be put: empty, and on the only way of no king."""
        if position.left and not position.left[position.turn]:
            return []
        return self.free_cells(position, self.maze(position))

    def second_cells(self, position: LabyrinthePosition, first: int) -> list[int]:
        """Where the second stone of the turn may go, after the first."""
        if self.pose == 1 or (position.left and position.left[position.turn] == 1):
            return []
        maze = bytearray(self.maze(position))
        maze[first] = STONE
        return self.free_cells(position, bytes(maze))

    def free_cells(self, position: LabyrinthePosition, maze: bytes) -> list[int]:
        kings = self.kings(position)
        closed = self.ways.set_of([cell for cell in kings if cell != NO_KING])
        for seat in seats_in(self.players, position.out):
            cell = kings[seat]
            closed |= self.ways.needed(maze, seat, cell)
        bits = self.ways.bit
        return [cell for cell, piece in enumerate(maze) if not piece and not closed & bits[cell]]

    def play(self, position: LabyrinthePosition, move: Move) -> LabyrinthePosition:
        turn = position.turn
        after = next_in(turn + 1, self.players, position.out)
        if move == self.passing:
            return self._passed(position, after)
        board = bytearray(position.board)
        if board[move[0]] == turn + 1:
            return self._moved(position, board, move, after)
        for cell in move:
            board[cell] = STONE
        left = tuple(count - len(move) if seat == turn else count for seat, count in enumerate(position.left))
        seen = frozenset([self.key(self.kings(position), after)])
        return LabyrinthePosition(bytes(board), after, seen, position.barred, 0, left, out=position.out)

    def _moved(
        self, position: LabyrinthePosition, board: bytearray, move: Move, after: Seat
    ) -> LabyrinthePosition:
        (here, there), turn = move, position.turn
        other = board[there]
        board[here], board[there] = other, turn + 1
        if other:
            barred = position.barred | {self.pair(turn, other - 1)}
            count = self.count_in(position)
            passes = position.passes // count * count
        else:
            barred = frozenset(pair for pair in position.barred if turn not in pair)
            passes = 0
        kings = [board.find(code) for code in range(1, self.players + 1)]
        seen = position.seen | {self.key(kings, after)}
        return LabyrinthePosition(bytes(board), after, seen, barred, passes, position.left, out=position.out)

    def _passed(self, position: LabyrinthePosition, after: Seat) -> LabyrinthePosition:
        passes = position.passes + 1
        barred = frozenset[tuple[Seat, Seat]]() if passes == self.count_in(position) else position.barred
        seen = position.seen | {self.key(self.kings(position), after)}
        return replace(position, turn=after, seen=seen, barred=barred, passes=passes)

    def outcome(self, position: LabyrinthePosition) -> Outcome | None:
        kings = self.kings(position)
        for after in range(self.players):
            seat = (position.turn - 1 + after) % self.players  # the one who has just moved comes first
            if kings[seat] in self.goals[seat]:
                return Outcome(winner_takes_all(self.players, seat), "home", (kings[seat],))
        if position.passes < 2 * self.count_in(position):
            return None
        distances = self.distances(position)
        order = [(position.turn + after) % self.players for after in range(self.players)]
        seat = min((seat for seat in order if seat not in position.out), key=distances.__getitem__)
        return Outcome(winner_takes_all(self.players, seat), "nearest", (kings[seat],))

    # --- hands and texts

    def choices(self, position: LabyrinthePosition, touched: Move) -> Sequence[int]:
        if len(touched) > 1 or self.outcome(position) is not None:
            return ()
        moving = [] if self.must_place(position) else list(self.king_moves(position))
        if not touched:
            first = [*{move[0] for move in moving}, *self.stone_cells(position)]
            return sorted(first) or self.passing
        if touched[0] in self.stone_cells(position):
            return self.second_cells(position, touched[0])
        return sorted(there for here, there in moving if (here,) == touched)

    def refusal(self, position: LabyrinthePosition, move: Move) -> Refusal | None:
        return why_not(self, position, move)

    def write(self, position: LabyrinthePosition, move: Move) -> str:
        return write_move(self, position, move)

    def read(self, position: LabyrinthePosition, text: str) -> Move:
        return read_move(self, position, text)

    def layout(self, position: LabyrinthePosition) -> str:
        words = [*write_words(self, position), *write_out(position.out)]
        return " ".join([super().layout(position), *words])

    def setup(self, text: str) -> LabyrinthePosition:
        board, turn, words = self.read_layout(text)
        out, rest = read_out(words, self.players, text)
        check_turn(turn, out, text)
        for seat in range(self.players):
            if board.count(seat + 1) != (seat not in out):
                raise Unreadable(text, "labyrinthe.kings")
        if any(self.players < piece < STONE for piece in board):
            raise Unreadable(text, "labyrinthe.kings")
        return read_words(self, LabyrinthePosition(board, turn, out=out), rest, text)
