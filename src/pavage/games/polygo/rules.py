"""The rules of PolyGo (docs/rules.md, section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from pavage.game import Game, Move, Outcome, Refusal, Seat, Unreadable
from pavage.games.cell_sets import cells_of, set_of
from pavage.games.leaving import OutPosition, check_turn, read_out, write_out
from pavage.games.polygo.land import Land
from pavage.games.polygo.options import PRESETS, PolyGoOptions
from pavage.games.polygo.scoring import Scoring, largest_province, pars
from pavage.games.polygo.stones import placed
from pavage.games.polygo.terrain import Terrain, terrain
from pavage.games.swap import swap_button
from pavage.options import BadOption
from pavage.tiling import tiling

FLAGS = ("swept", "swapped", "fresh")
"""What a position holds beside stones and turn, as words of its layout."""


@dataclass(frozen=True, slots=True)
class PolyGoPosition(OutPosition):
    """Stones and turn. The bit sets follow from the stones; they are kept because a stone changes little."""

    swept: bool = False
    """Whether a sweep has ended the free placement of `placement=blanche`."""
    swapped: bool = False
    fresh: bool = False
    """Whether the stone just set was the first of the game, and may be answered by a swap."""
    stones: tuple[int, ...] = field(default=(), compare=False, repr=False)
    solid: int = field(default=0, compare=False, repr=False)
    reach: tuple[int, ...] = field(default=(), compare=False, repr=False)
    enclosed: int = field(default=0, compare=False, repr=False)
    recent: int | None = field(default=None, compare=False, repr=False)
    """The stones set since the last sweep, None before the first: to be shown, no part of the position."""


class PolyGo(PolyGoOptions, Game[PolyGoPosition]):
    """Stones joined to the border are solid for ever; what one colour surrounds falls to it."""

    name = "polygo"
    presets = PRESETS

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.tiling = tiling(self.board)
        self.fill = self.lakes == "fill"
        self.remove = self.mixed == "remove"
        self.anywhere = self.placement == "blanche"
        self.buttons = swap_button(self.swap)
        if self.buttons and self.players != 2:
            raise BadOption(f"{self.name}.swap_of_two", "swap", self.swap, "none")
        self._start = self._settled(PolyGoPosition(self._set_up_beforehand(), 0))

    def _set_up_beforehand(self) -> bytes:
        board = bytearray(len(self.tiling))
        text = self.beforehand
        for seat, name in placed(text):
            cell = self.tiling.index.get(name, -1)
            if cell < 0 or seat >= self.players or board[cell]:
                example = f"1:{self.tiling.names[0]},2:{self.tiling.names[-1]}"
                raise BadOption(f"{self.name}.bad_setup", "setup", text, example)
            board[cell] = seat + 1
        return bytes(board)

    @cached_property
    def terrain(self) -> Terrain:
        return terrain(self.tiling)

    @cached_property
    def pars(self) -> tuple[int, ...]:
        """The stones of each colour if there is never a capture."""
        return pars(self._start.board.count(0), self.players)

    @cached_property
    def urn_size(self) -> int:
        """How many stones each colour's urn held at first; 0 if there is none to show."""
        if self.urn != "auto":
            return int(self.urn)
        share = -(-len(self.tiling) // self.players)
        return 5 * (share // 5 + 1)

    @cached_property
    def scoring(self) -> Scoring:
        return Scoring(self.terrain, self.pars, self.komi, self.par, self.score, self.tie)

    def start(self) -> PolyGoPosition:
        return self._start

    def colour(self, position: PolyGoPosition, seat: Seat) -> int:
        return 1 - seat if position.swapped else seat

    def is_in(self, position: PolyGoPosition, seat: Seat) -> bool:
        return seat not in position.out

    def colours_in(self, position: PolyGoPosition) -> list[int]:
        """Return the colours that can still win."""
        return [self.colour(position, seat) for seat in range(self.players) if seat not in position.out]

    # --- moves

    def land(self, position: PolyGoPosition) -> Land:
        """The position to play on with."""
        return Land(
            self.terrain,
            self.fill,
            self.remove,
            position.stones,
            position.solid,
            position.reach,
            position.enclosed,
        )

    def legal(self, land: Land, colour: int, swept: bool) -> int:
        """The cells where a colour may set a stone now."""
        return land.kept(self._open(land, colour, swept), colour)

    def _open(self, land: Land, colour: int, swept: bool) -> int:
        """The free cells, or all empty ones where `placement=blanche` still allows it."""
        free = land.free(colour)
        return land.empty if self.anywhere and free and not swept else free

    def moves(self, position: PolyGoPosition) -> Sequence[Move]:
        cells = self.legal(self.land(position), self.colour(position, position.turn), position.swept)
        moves: list[Move] = [(cell,) for cell in cells_of(cells)]
        if position.fresh:
            moves.append((len(self.tiling),))
        return moves

    def choices(self, position: PolyGoPosition, touched: Move) -> Sequence[int]:
        return () if touched else [move[0] for move in self.moves(position)]

    def play(self, position: PolyGoPosition, move: Move) -> PolyGoPosition:
        cell, turn = move[0], position.turn
        if cell == len(self.tiling):
            return replace(position, turn=1 - turn, swapped=True, fresh=False)
        land = self.land(position)
        changed = land.place(cell, self.colour(position, turn)) | 1 << cell
        after = self._going_on(land, position, changed)
        first = bool(self.buttons) and position.board == self._start.board
        fresh = first and after.turn != turn and 0 in after.board
        return replace(after, fresh=True) if fresh else after

    def leave(self, position: PolyGoPosition, seat: Seat) -> PolyGoPosition:
        """Skip a seat from now on. Its stones stay; a sweep follows where no other seat has a free cell."""
        return self._going_on(self.land(position), replace(position, out=position.out | {seat}), 0)

    def _going_on(self, land: Land, position: PolyGoPosition, changed: int) -> PolyGoPosition:
        """The position of this land, with the turn of the next seat; these cells have changed already."""
        following, swept = self._following(land, position, 1 if changed else 0)
        recent = None if position.recent is None else (position.recent | changed) & ~land.empty
        return PolyGoPosition(
            self._painted(position.board, land, changed | swept),
            following,
            position.swept or bool(swept and self.anywhere),
            position.swapped,
            False,
            tuple(land.stones),
            land.solid,
            tuple(land.reach),
            land.enclosed,
            0 if swept else recent,
            out=position.out,
        )

    def _following(self, land: Land, position: PolyGoPosition, steps: int) -> tuple[Seat, int]:
        """The first seat with a free cell, from so many steps on; and what was swept away to find one."""
        order = [(position.turn + step) % self.players for step in range(steps, steps + self.players)]
        if position.out:
            order = [seat for seat in order if seat not in position.out]
        swept = 0
        for _ in range(2):
            for seat in order:
                if land.free(self.colour(position, seat)):
                    return seat, swept
            if self.remove or not land.fragile:
                break
            swept = land.sweep()
        return order[0], swept

    @staticmethod
    def _painted(board: bytes, land: Land, changed: int) -> bytes:
        """The board with these cells as the land has them now."""
        painted = bytearray(board)
        for cell in cells_of(changed):
            painted[cell] = next((code for code, mine in enumerate(land.stones, 1) if mine >> cell & 1), 0)
        return bytes(painted)

    def _settled(self, position: PolyGoPosition) -> PolyGoPosition:
        """Stones and turn once the effects have happened, and whoever cannot play has been skipped."""
        stones = [
            set_of(cell for cell, piece in enumerate(position.board) if piece == code)
            for code in range(1, self.players + 1)
        ]
        land = Land.of(self.terrain, self.fill, self.remove, stones)
        turn, swept = self._following(land, position, 0)
        return replace(
            position,
            board=self._painted(position.board, land, self.terrain.everything),
            turn=turn,
            swept=position.swept or bool(swept and self.anywhere),
            stones=tuple(land.stones),
            solid=land.solid,
            reach=tuple(land.reach),
            enclosed=land.enclosed,
        )

    def outcome(self, position: PolyGoPosition) -> Outcome | None:
        if not self._over(position):
            return None
        colours, reason = self.scoring.winners(position.stones, self.colours_in(position))
        share = 1 / len(colours)
        returns = tuple(
            share if self.colour(position, seat) in colours else 0.0 for seat in range(self.players)
        )
        cells: tuple[int, ...] = ()
        if "province" in reason:
            cells = tuple(cells_of(largest_province(self.terrain, position.stones[colours[0]])))
        return Outcome(returns, reason, cells)

    def _over(self, position: PolyGoPosition) -> bool:
        """Whether no seat that is in has a free cell; while nobody has left, every cell is solid then."""
        if not position.out:
            return 0 not in position.board
        return not self.land(position).free(self.colour(position, position.turn))

    def refusal(self, position: PolyGoPosition, move: Move) -> Refusal | None:
        if self._over(position):
            return Refusal("over")
        if len(move) != 1 or not 0 <= move[0] < len(self.sites):
            return Refusal("not_a_move", self.cells_of(move))
        cell = move[0]
        if cell >= len(self.tiling):
            return None if position.fresh else Refusal(f"{self.name}.no_swap")
        named = (("cell", self.sites[cell]),)
        if position.board[cell]:
            return Refusal("taken", move, named)
        land, colour = self.land(position), self.colour(position, position.turn)
        if not self._open(land, colour, position.swept) >> cell & 1:
            return Refusal(f"{self.name}.not_free", move, named)
        if not land.kept(1 << cell, colour):
            return Refusal(f"{self.name}.removed_at_once", move, named)
        return None

    # --- positions as text

    def layout(self, position: PolyGoPosition) -> str:
        flags = [name for name in FLAGS if getattr(position, name)]
        return " ".join([super().layout(position), *flags, *write_out(position.out)])

    def setup(self, text: str) -> PolyGoPosition:
        """The position that a text describes; its effects happen, as they would have during play."""
        board, turn, words = self.read_layout(text)
        out, rest = read_out(words, self.players, text)
        check_turn(turn, out, text)
        allowed = {"swept": self.anywhere, "swapped": bool(self.buttons), "fresh": bool(self.buttons)}
        for word in rest:
            if not allowed.get(word) or rest.count(word) > 1:
                raise Unreadable(text, "unknown_word", word=word)
        beyond = next((piece for piece in board if piece > self.players), 0)
        if turn < 0 or beyond:
            raise Unreadable(text, "unknown_word", word=self.colours[beyond - 1] if beyond else "chance")
        swept, swapped, fresh = (name in rest for name in FLAGS)
        return self._settled(PolyGoPosition(board, turn, swept, swapped, fresh, out=out))
