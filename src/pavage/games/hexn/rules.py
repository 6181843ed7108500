"""The rules of Hex-n (docs/rules.md, section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import ClassVar

from pavage.game import Game, Move, Outcome, Position, Refusal, Seat, Unreadable, winner_takes_all
from pavage.games.cell_sets import Cells
from pavage.games.hexn.ports import cut_ring, middle
from pavage.games.hexn.ways import Pairs, Ways
from pavage.games.leaving import Out, read_out, write_out
from pavage.games.swap import may_swap, read_swapped, swap_button, write_swapped
from pavage.options import BadOption, Board, Choice, Switch, Value, Whole
from pavage.tiling import tiling


@dataclass(frozen=True, slots=True)
class HexNPosition(Position):
    """Stones and turn; what follows from the stones is kept beside them, for speed."""

    alive: int = 0
    """The colours still in the game, a bit for each."""
    linked: int = 0
    """The piece code whose stones join two ports, 0 while there is none."""
    swapped: bool = False
    """Whether the two players have exchanged colours."""


class HexN(Game[HexNPosition]):
    """Join your two ports; whoever can no longer join theirs is out, and the last one in has won."""

    name = "hexn"
    draws = False
    former_reasons: ClassVar[Mapping[str, tuple[str, ...]]] = {"linked": ("survivor",)}
    players = Whole("players", 3, "number of players", "nombre de joueurs", 2, 6)
    board = Board("board", "H5", "the board, H<k> or any tiling", "le plateau, H<k> ou tout autre pavage")
    ownership = Choice(
        "ports",
        "assigned",
        "assigned: everybody has two; opposite: they belong to nobody, and any two opposite ones win",
        "assigned : chacun a les siens ; opposite : ils ne sont à personne, deux ports opposés suffisent",
        ("assigned", "opposite"),
    )
    pairs = Whole(
        "pairs", 3, "pairs of ports that belong to nobody", "paires de ports qui ne sont à personne", 2, 6
    )
    swap = Choice(
        "swap",
        "none",
        "colours: the second of two players may answer by exchanging colours",
        "colours : à deux, le second joueur peut répondre en échangeant les couleurs",
        ("none", "colours"),
    )
    no_centre = Switch(
        "no_centre",
        False,
        "nobody’s first stone may be in the centre",
        "le premier pion de chacun ne peut pas être au centre",
    )
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "hex2": {"players": 2, "ports": "assigned"},
        "hex3": {"players": 3, "ports": "assigned"},
        "hex6": {"players": 6, "ports": "assigned"},
        "free": {"ports": "opposite"},
    }

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling(self.board)
        self.assigned = self.ownership == "assigned"
        self.ports = cut_ring(self.tiling.ring, self._pairs())
        self.ways = Ways(self.tiling)
        self.joining: tuple[Pairs, ...] = tuple(self._joining(colour) for colour in range(self.players))
        """For each colour, the pairs of ports of which it has to join one."""
        self._gates = tuple(
            reduce(or_, (cells for pair in pairs for cells in pair)) for pairs in self.joining
        )
        self.buttons = swap_button(self.swap)
        if self.buttons and self.players > 2:
            raise BadOption("hexn.swap_of_two", "swap", "colours", "none")
        self.centre = middle(self.tiling) if self.no_centre else frozenset()
        if self.centre and len(self.tiling) - len(self.centre) < self.players:
            raise BadOption("hexn.no_room", "no_centre", "on", "off")

    def _pairs(self) -> int:
        """How many pairs of ports there are; refused if the border is too short for them."""
        option, pairs = ("players", self.players) if self.assigned else ("pairs", self.pairs)
        most = len(self.tiling.ring) // 2
        if most < 2:
            raise BadOption("hexn.short_border", "board", self.tiling.code, "H2")
        if pairs > most:
            raise BadOption(f"hexn.many_{option}", option, pairs, str(most))
        return pairs

    def _joining(self, colour: int) -> Pairs:
        half = len(self.ports) // 2
        numbers = [colour] if self.assigned else range(half)
        return tuple(
            (self.ways.set_of(self.ports[number]), self.ways.set_of(self.ports[number + half]))
            for number in numbers
        )

    def start(self) -> HexNPosition:
        return HexNPosition(bytes(len(self.tiling)), 0, (1 << self.players) - 1)

    def colour(self, position: HexNPosition, seat: Seat) -> int:
        return 1 - seat if position.swapped else seat

    def is_in(self, position: HexNPosition, seat: Seat) -> bool:
        """Whether this seat still plays."""
        return bool(position.alive >> self.colour(position, seat) & 1)

    def moves(self, position: HexNPosition) -> Sequence[Move]:
        if _over(position):
            return ()
        closed = self._closed(position)
        cells: list[Move] = [
            (cell,) for cell, piece in enumerate(position.board) if not piece and cell not in closed
        ]
        if may_swap(self, position):
            cells.append((len(self.tiling),))
        return cells

    def choices(self, position: HexNPosition, touched: Move) -> Sequence[int]:
        return () if touched else [site for (site,) in self.moves(position)]

    def play(self, position: HexNPosition, move: Move) -> HexNPosition:
        site, turn = move[0], position.turn
        if site >= len(position.board):
            return HexNPosition(position.board, 1 - turn, position.alive, swapped=True)
        mover = self.colour(position, turn)
        stones = bytearray(position.board)
        stones[site] = mover + 1
        board = bytes(stones)
        free, *of_colour = self.ways.by_code(board, self.players)
        alive, placed = position.alive, self.ways.bit[site]
        for colour, own in enumerate(of_colour):
            if colour != mover and alive >> colour & 1 and self._cuts(colour, placed, own | free):
                alive ^= 1 << colour
        linked = 0
        if not self.assigned or alive == 1 << mover:
            linked = mover + 1 if self.ways.joins(of_colour[mover], self.joining[mover]) else 0
        while True:
            turn = (turn + 1) % self.players
            if alive >> (1 - turn if position.swapped else turn) & 1:
                return HexNPosition(board, turn, alive, linked, position.swapped)

    def leave(self, position: HexNPosition, seat: Seat) -> HexNPosition:
        """Put a seat out as if it were cut off: its stones stay and go on blocking."""
        alive, turn = position.alive & ~(1 << seat), position.turn  # three are in: nobody has swapped
        while not alive >> turn & 1:
            turn = (turn + 1) % self.players
        return replace(position, alive=alive, turn=turn)

    def left(self, position: HexNPosition) -> Out:
        """Return the seats that are out although they could still join their ports: they have left."""
        free, *of_colour = self.ways.by_code(position.board, self.players)
        return frozenset(
            seat
            for seat in range(self.players)
            if not self.is_in(position, seat)
            and self.ways.joins(of_colour[colour := self.colour(position, seat)] | free, self.joining[colour])
        )

    def outcome(self, position: HexNPosition) -> Outcome | None:
        if not _over(position):
            return None
        winner = (position.linked or position.alive.bit_length()) - 1
        returns = winner_takes_all(self.players, self.colour(position, winner))
        reason = "linked" if position.linked else "survivor"
        return Outcome(returns, reason, self._deciding(position, winner))

    def refusal(self, position: HexNPosition, move: Move) -> Refusal | None:
        if _over(position):
            return Refusal("over")
        if len(move) != 1 or not 0 <= move[0] < len(self.sites):
            return Refusal("not_a_move", self.cells_of(move))
        if move[0] >= len(self.tiling):
            return None if may_swap(self, position) else Refusal(f"{self.name}.no_swap")
        named = (("cell", self.sites[move[0]]),)
        if position.board[move[0]]:
            return Refusal("taken", move, named)
        return Refusal(f"{self.name}.centre", move, named) if move[0] in self._closed(position) else None

    def layout(self, position: HexNPosition) -> str:
        words = [super().layout(position), *write_out(self.left(position))]
        return write_swapped(" ".join(words), position)

    def setup(self, text: str) -> HexNPosition:
        board, turn, words = self.read_layout(text)
        out, rest = read_out(words, self.players, text)
        swapped = read_swapped(rest, text, bool(self.buttons))
        if max(board) > self.players:
            raise Unreadable(text, "unknown_word", word=f"{self.colours[max(board) - 1]}:")
        free, *of_colour = self.ways.by_code(board, self.players)
        alive = linked = 0
        for colour, own in enumerate(of_colour):
            if colour not in out and self.ways.joins(own | free, self.joining[colour]):
                alive |= 1 << colour
                if not linked and self.ways.joins(own, self.joining[colour]):
                    linked = colour + 1
        position = HexNPosition(board, turn, alive, linked, swapped)
        if turn < 0 or not self.is_in(position, turn):
            raise Unreadable(text, f"{self.name}.not_in", word=str(turn + 1) if turn >= 0 else "chance")
        return position

    def joined_pair(self, cells: Sequence[int]) -> int | None:
        """The number of the first pair of opposite ports that both hold one of these cells."""
        half = len(self.ports) // 2
        for pair in range(half):
            if not any(set(port).isdisjoint(cells) for port in (self.ports[pair], self.ports[pair + half])):
                return pair
        return None

    def _closed(self, position: HexNPosition) -> frozenset[int]:
        """Empty cells that the mover may not use now."""
        if self.centre and self.colour(position, position.turn) + 1 not in position.board:
            return self.centre
        return frozenset()

    def _cuts(self, colour: int, placed: Cells, cells: Cells) -> bool:
        """Whether the stone just placed leaves this colour no way through its own and the empty cells.

        A stone inside the board parts nothing if the cells around it hold together.
        """
        if not placed & self._gates[colour] and not self.ways.may_part(placed, cells):
            return False
        return not self.ways.joins(cells, self.joining[colour])

    def _deciding(self, position: HexNPosition, winner: int) -> tuple[int, ...]:
        """The winner's chain; of a survivor without one, the way that needs the fewest further stones."""
        free, *of_colour = self.ways.by_code(position.board, self.players)
        own = of_colour[winner]
        return tuple(sorted(self.ways.each(self.ways.cheapest(own, free, self.joining[winner]))))


class Hex3(HexN):
    """Hex-n for three: on a hexagon the ports are its six sides."""

    name = "hex3"
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {"free": {"ports": "opposite"}}


class Hex6(HexN):
    """Hex-n for six: on a hexagon the ports are half sides."""

    name = "hex6"
    players = HexN.players.but(6)
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {"free": {"ports": "opposite"}}


def _over(position: HexNPosition) -> bool:
    """One player is left, or a chain joins two ports."""
    return position.linked > 0 or position.alive & (position.alive - 1) == 0
