"""The rules of HexaDames (docs/rules.md, section 6)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from pavage.game import Game, Move, Outcome, Refusal, Seat, Unreadable
from pavage.games.hexadames.men import Men
from pavage.games.hexadames.refusals import why_not
from pavage.games.leaving import Out, OutPosition, check_turn, read_out, seats_in, write_out
from pavage.games.opposite_sides import SIDES
from pavage.options import BadOption, Choice, Numbers, Value, Whole
from pavage.tiling import tiling

QUIET = 200
"""Plies without capture or arrival that end a game in which men may step sideways."""

LARGEST = 10


@dataclass(frozen=True, slots=True)
class HexaDamesPosition(OutPosition):
    """Men on the board, and what each player has made so far."""

    home: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    quiet: int = 0
    """Plies since the last capture or arrival, counted only where men may step sideways."""


class HexaDames(Game[HexaDamesPosition]):
    """Step forward or jump over enemies; a man on the far side is home. Most men home wins."""

    name = "hexadames"
    players = Numbers("players", 3, "number of players", "nombre de joueurs", (2, 3, 6))
    size = Whole("size", 5, "cells along a side", "cases par côté", 2, LARGEST)
    rows = Whole("rows", 1, "rows of men at the start", "rangées de pions au départ", 1, 2)
    capture = Choice(
        "capture",
        "optional",
        "whether you may choose not to jump (optional), or must jump and finish the chain (mandatory)",
        "prise libre (optional), ou obligatoire et menée jusqu’au bout (mandatory)",
        ("optional", "mandatory"),
    )
    jumps = Choice("jumps", "all", "the directions of jumps", "les directions des prises", ("all", "forward"))
    steps = Choice(
        "steps",
        "forward",
        "the directions of steps",
        "les directions des pas",
        ("forward", "forward+side"),
    )
    arrival = Choice(
        "arrival",
        "home",
        "a man that arrives leaves the board (home) or stays and blocks (stay)",
        "un pion arrivé quitte le plateau (home) ou reste et fait obstacle (stay)",
        ("home", "stay"),
    )
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {"lively": {"rows": 2, "capture": "mandatory"}}

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        if self.rows == 2 and self.players == 6:
            raise BadOption("hexadames.rows_of_six", "rows", self.rows, "1")
        if self.size < 4 and (self.rows == 2 or self.players == 6):
            raise BadOption("hexadames.small_board", "size", self.size, str(LARGEST))
        self.tiling = tiling(f"H{self.size}")
        self.mandatory = self.capture == "mandatory"
        self.stay = self.arrival == "stay"
        self.sideways = self.steps == "forward+side"
        self.buttons = () if self.mandatory else ("done",)
        self.sides = SIDES[self.players]
        self.men = Men(self.tiling, self.sides, self.sideways, self.jumps == "forward", not self.mandatory)

    def start(self) -> HexaDamesPosition:
        board = bytearray(len(self.tiling))
        for seat, side in enumerate(self.sides):
            first = self.tiling.sides[side]
            men = set(first[1:-1] if self.players == 6 else first)
            if self.rows == 2:
                men |= {self.tiling.across[cell][(way + side) % 6] for cell in first for way in (1, 2)}
            for cell in men:
                board[cell] = seat + 1
        nothing = (0,) * self.players
        return HexaDamesPosition(bytes(board), 0, nothing, nothing)

    def moves(self, position: HexaDamesPosition) -> Sequence[Move]:
        if position.quiet >= QUIET:
            return ()
        jumps = self.men.jump_moves(position.board, position.turn)
        if jumps and self.mandatory:
            return jumps
        return [*self.men.step_moves(position.board, position.turn), *jumps]

    def play(self, position: HexaDamesPosition, move: Move) -> HexaDamesPosition:
        turn = position.turn
        path = self.cells_of(move)
        board = self.men.after(position.board, path)
        caught = board.count(0) - position.board.count(0) - 1  # the man himself is lifted too
        arrived = path[-1] in self.men.goals[turn]
        if not arrived or self.stay:
            board[path[-1]] = turn + 1
        after = bytes(board)
        return HexaDamesPosition(
            after,
            self.next_turn(after, turn + 1, position.out),
            _plus(position.home, turn, int(arrived)),
            _plus(position.taken, turn, caught),
            0 if caught or arrived or not self.sideways else position.quiet + 1,
            out=position.out,
        )

    def next_turn(self, board: bytes, first: int, out: Out) -> Seat:
        """Return the first seat that can move, from this one on; the first one in if none can."""
        order = [(first + after) % self.players for after in range(self.players)]
        order = [seat for seat in order if seat not in out]
        return next((seat for seat in order if self.men.can_move(board, seat)), order[0])

    def is_in(self, position: HexaDamesPosition, seat: Seat) -> bool:
        return seat not in position.out

    def leave(self, position: HexaDamesPosition, seat: Seat) -> HexaDamesPosition:
        """Skip a seat from now on. Its men stay, and can be jumped."""
        out = position.out | {seat}
        return replace(position, out=out, turn=self.next_turn(position.board, position.turn, out))

    def outcome(self, position: HexaDamesPosition) -> Outcome | None:
        """Whoever cannot move is skipped, so if the one to move cannot, nobody can."""
        quiet = position.quiet >= QUIET
        if not quiet and self.men.can_move(position.board, position.turn):
            return None
        made = list(zip(position.home, position.taken, strict=True))
        inside = seats_in(self.players, position.out)
        most = max(made[seat] for seat in inside)
        best = [seat for seat in inside if made[seat] == most]
        returns = tuple(1 / len(best) if seat in best else 0.0 for seat in range(self.players))
        alone = [made[seat][0] for seat in inside].count(most[0]) == 1
        reason = "home" if alone else "captures" if len(best) == 1 else "tie"
        return Outcome(returns, f"quiet_{reason}" if quiet else reason)

    # --- texts

    def refusal(self, position: HexaDamesPosition, move: Move) -> Refusal | None:
        return why_not(self, position, move)

    def write(self, position: HexaDamesPosition, move: Move) -> str:
        path = self.cells_of(move)
        return ("x" if path[:2] in self.men.between else "-").join(self.sites[cell] for cell in path)

    def read(self, position: HexaDamesPosition, text: str) -> Move:
        """To stop a chain that could go on is touched, but not written."""
        path = tuple(self._cell(name, text) for name in re.split("[-x]", text.strip().lower()))
        legs = list(pairwise(path))
        jumped = bool(legs) and all(leg in self.men.between for leg in legs)
        if jumped and not self.mandatory and self.men.goes_on(position.board, path, position.turn):
            return (*path, *self.men.stop)
        return path

    def _cell(self, name: str, text: str) -> int:
        if name not in self.tiling.index:
            raise Unreadable(text, "unknown_cell", word=name)
        return self.tiling.index[name]

    def layout(self, position: HexaDamesPosition) -> str:
        words = [super().layout(position)]
        if any(position.home):
            words.append(f"home:{','.join(map(str, position.home))}")
        if any(position.taken):
            words.append(f"taken:{','.join(map(str, position.taken))}")
        if position.quiet:
            words.append(f"quiet:{position.quiet}")
        return " ".join([*words, *write_out(position.out)])

    def setup(self, text: str) -> HexaDamesPosition:
        """Where the player named cannot move, the turn is the next one's who can."""
        board, turn, words = self.read_layout(text)
        out, rest = read_out(words, self.players, text)
        check_turn(turn, out, text)
        for cell, code in enumerate(board):
            if code > self.players:
                raise Unreadable(text, "hexadames.colours")
            if code and not self.stay and self.men.rests(cell, code):
                raise Unreadable(text, "hexadames.gone", word=self.sites[cell])
        nothing = (0,) * self.players
        position = HexaDamesPosition(board, self.next_turn(board, turn, out), nothing, nothing, out=out)
        for word in rest:
            key, _, value = word.partition(":")
            if key in ("home", "taken") and re.fullmatch(r"\d{1,3}(,\d{1,3})*", value):
                counts = tuple(map(int, value.split(",")))
                position = (
                    replace(position, home=counts) if key == "home" else replace(position, taken=counts)
                )
                if len(counts) == self.players:
                    continue
            elif key == "quiet" and self.sideways and re.fullmatch(r"\d{1,3}", value):
                position = replace(position, quiet=int(value))
                continue
            raise Unreadable(text, "unknown_word", word=word)
        return position


def _plus(counts: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return tuple(count + more if number == seat else count for number, count in enumerate(counts))
