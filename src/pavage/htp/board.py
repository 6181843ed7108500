"""The board of a conversation, freer than our matches: a client may put any colour anywhere, any time."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pavage.games.chains import winning_chain
from pavage.games.hex import Hex, HexPosition
from pavage.phrase import PhrasedError

BLACK, WHITE = 1, 2
"""Piece codes. Black is our red and joins top and bottom, white our blue."""
COLOURS = {BLACK: "black", WHITE: "white"}
PIECES, SIDES = "swap-pieces", "swap-sides"
SWAPS = {"mirror": PIECES, "colours": SIDES}
"""What the protocol calls our two swap rules."""


class Refused(PhrasedError, ValueError):
    """What the protocol answers with a question mark."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(f"{key} {values}", f"htp.{key}", **values)


@dataclass(frozen=True, slots=True)
class State:
    """Stones, who put the last one, and whether somebody has swapped."""

    board: bytes
    last: int = 0
    swapped: bool = False


@dataclass
class Board:
    """The stones, and all that lay there before, so that it can be undone."""

    size: int = 11
    past: list[State] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.plain = Hex(size=self.size, swap="none")
        if not self.past:
            self.past = [State(self.plain.start().board)]

    @property
    def state(self) -> State:
        return self.past[-1]

    @property
    def stones(self) -> bytes:
        return self.state.board

    @property
    def turn(self) -> int:
        """The colour that moves next if nobody says otherwise."""
        return 3 - self.state.last if self.state.last else BLACK

    @property
    def first(self) -> int:
        """The colour of the first move."""
        return self.past[1].last if len(self.past) > 1 else 0

    @property
    def winner(self) -> int:
        """The colour that has joined its sides, 0 for nobody."""
        found = (code for code in COLOURS if winning_chain(self.plain.tiling, self.stones, code))
        return next(found, 0)

    def may_swap(self, colour: int) -> bool:
        """Whether this colour could answer the only stone on the board by a swap."""
        lying = [piece for piece in self.stones if piece]
        return lying == [3 - colour] and not self.state.swapped

    def place(self, colour: int, cell: int) -> None:
        if self.stones[cell]:
            raise Refused("occupied", colour=COLOURS[colour], cell=self.plain.sites[cell])
        stones = bytearray(self.stones)
        stones[cell] = colour
        self.past.append(State(bytes(stones), colour, self.state.swapped))

    def swap(self, colour: int, kind: str) -> None:
        """Pieces: the stone changes colour and is mirrored. Sides: it stays, and people change places."""
        if not self.may_swap(colour):
            raise Refused("no_swap", colour=COLOURS[colour], move=kind)
        if kind == SIDES:
            # People have exchanged colours, so whoever plays white goes on.
            self.past.append(replace(self.state, swapped=True))
            return
        game, begins = self.game(colour, "mirror")
        after = game.play(self.position(colour, begins), (game.site("swap"),))
        self.past.append(State(after.board, colour, True))

    def undo(self) -> None:
        if len(self.past) == 1:
            raise Refused("cannot_undo")
        self.past.pop()

    def game(self, colour: int, swap: str) -> tuple[Hex, int]:
        """The rules under which this colour moves now, and the colour that began."""
        begins = self.first or colour
        kind = swap if self.may_swap(colour) or not any(self.stones) else "none"
        return Hex(size=self.size, swap=kind, first="red" if begins == BLACK else "blue"), begins

    def position(self, colour: int, begins: int) -> HexPosition:
        return HexPosition(self.stones, (colour - begins) % 2)
