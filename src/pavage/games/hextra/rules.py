"""The rules of HEXTRA (docs/rules.md, section 12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from pavage.game import CHANCE, Game, Move, Outcome, Refusal, Seat
from pavage.games.hextra import endings, layout, notation, refusals, touching
from pavage.games.hextra.geometry.claims import CARDS, Claim, Ground, Mathematics, X, fault, misplaced
from pavage.games.hextra.geometry.lattice import POINTS, board_tiling
from pavage.games.hextra.geometry.motifs import deck, realised
from pavage.games.hextra.options import HextraOptions
from pavage.games.hextra.position import FOUR, LOST, TILES, HextraPosition, Logged
from pavage.games.leaving import next_in

BUTTONS = (*CARDS, "x", "60", "120", "180", "direct", "indirect", "decline", "accept", "contest", "pass")
REMEMBERED = 256
"""Positions whose geometry is kept: late in a game each takes some hundred kilobytes."""
V = TypeVar("V")


class Hextra(HextraOptions, Game[HextraPosition]):
    """Announce a transformation of one of your tiles, and its image becomes the next."""

    name = "hextra"
    colours = ("green", "orange", "pink", "blue")

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        if self.motif == 4:
            self.options["hextra"] = False  # the shorter motif is played without the HEXTRA cards
        self.kinds = 3 if self.players == 3 else 4
        """How many colours there are."""
        self.deck = deck(self.motif, self.deck_size)
        self.all_up = FOUR | (1 << X if self.hextra else 0)
        self.mathematics = Mathematics(self.axis == "centres", self.rot180)
        self.tiling = board_tiling()
        self.buttons = (*BUTTONS, *(f"m{number}" for number in range(1, len(self.deck) + 1)))
        base = len(self.tiling)
        self.button = {name: base + place for place, name in enumerate(self.buttons)}
        self.ground = lru_cache(REMEMBERED)(self._ground)
        self.must_pass_with = lru_cache(16 * REMEMBERED)(self._must_pass_with)

    def start(self) -> HextraPosition:
        nothing: tuple[tuple[int, ...], ...] = ((),) * self.kinds
        return HextraPosition(
            bytes(len(self.tiling)),
            CHANCE,
            dealt=nothing,
            motifs=(0,) * self.kinds,
            tiles=nothing,
            cards=(self.all_up,) * self.kinds,
        )

    # --- what lies there

    def seat_of(self, colour: int) -> Seat:
        return colour % self.players

    def colour(self, position: HextraPosition, seat: Seat) -> int:
        """With two colours a seat shows the one that won, that is on turn, or that comes next."""
        mine = [
            (position.colour + ahead) % self.kinds
            for ahead in range(self.kinds)
            if self.seat_of((position.colour + ahead) % self.kinds) == seat
        ]
        return next((colour for colour in mine if colour in position.winners), mine[0])

    def is_in(self, position: HextraPosition, seat: Seat) -> bool:
        return seat not in position.out

    def colours_in(self, position: HextraPosition) -> list[int]:
        """Return the colours of the seats that are in."""
        return [colour for colour in range(self.kinds) if self.seat_of(colour) not in position.out]

    def dealing(self, position: HextraPosition) -> list[int]:
        """Return the colours that are still to get a motif."""
        return [colour for colour in self.colours_in(position) if not position.motifs[colour]]

    def own(self, position: HextraPosition, colour: int) -> tuple[int, ...]:
        """The cells of a colour's tiles."""
        return tuple(cell for cell in position.tiles[colour] if cell != LOST)

    def _ground(self, tiles: tuple[tuple[int, ...], ...]) -> Ground:
        return Ground([cell for row in tiles for cell in row if cell != LOST], self.mathematics)

    def face_up(self, position: HextraPosition, colour: int) -> list[int]:
        return [card for card in range(len(CARDS)) if position.cards[colour] >> card & 1]

    def stage(self, position: HextraPosition) -> str:
        """What is to be done now."""
        if position.ended:
            return "over"
        if not position.motifs[position.colour]:
            return "deal" if position.turn == CHANCE else "choose"
        if not position.tiles[position.colour]:
            return "setup"
        if position.claim:
            return "judge"
        if position.asked:
            return "hextra"
        return "pass" if self.must_pass(position) else "announce"

    def must_pass(self, position: HextraPosition) -> bool:
        return self.must_pass_with(position.tiles, position.colour, position.cards[position.colour])

    def _must_pass_with(self, tiles: tuple[tuple[int, ...], ...], colour: int, cards: int) -> bool:
        own = [cell for cell in tiles[colour] if cell != LOST]
        ground = self.ground(tiles)
        up = [card for card in range(len(CARDS)) if cards >> card & 1]
        return next(ground.valid(up, own), None) is None

    # --- moves

    def moves(self, position: HextraPosition) -> Sequence[Move]:
        """Announcements are listed only if they are valid; an axis is named once, by either pair order."""
        stage = self.stage(position)
        if stage == "announce":
            own = self.own(position, position.colour)
            ground = self.ground(position.tiles)
            return touching.Announcements(self, ground.valid(self.face_up(position, position.colour), own))
        return [(site,) for site in touching.single_sites(self, position, stage)]

    def play(self, position: HextraPosition, move: Move) -> HextraPosition:
        stage, colour = self.stage(position), position.colour
        if stage in ("deal", "choose"):
            return self._motif(position, move[0] - self.button["m1"] + 1, kept=stage == "choose")
        if stage == "setup":
            return self._next_turn(self._put(position, move[0]))
        if stage == "pass":
            # After a valid first move it ends the turn, but nobody would say that the colour passed.
            return self._next_turn(replace(position, passes=0 if position.second else position.passes + 1))
        if stage == "hextra":
            if move[0] == self.button["decline"]:
                return self._next_turn(position)
            down = _with(position.cards, colour, position.cards[colour] & ~(1 << X))
            return replace(position, asked=False, second=True, cards=down)
        if stage == "judge":
            return self._judged(position, contested=move[0] == self.button["contest"])
        if self.referee == "players":
            mover = self.seat_of(colour)
            others = ((mover + ahead) % self.players for ahead in range(1, self.players))
            judges = tuple(seat for seat in others if seat not in position.out)
            return replace(position, turn=judges[0], claim=move, judges=judges)
        return self._settled(position, move, not self.fault(position, move))

    def fault(self, position: HextraPosition, move: Move) -> str:
        """What is wrong with an announcement, or nothing."""
        return fault(self.claim(move), position.board, self.mathematics)

    def claim(self, move: Move) -> Claim:
        return touching.claim_of(self, move)

    def _motif(self, position: HextraPosition, number: int, kept: bool) -> HextraPosition:
        colour = position.colour
        if not kept:
            dealt = _with(position.dealt, colour, (*position.dealt[colour], number))
            position = replace(position, dealt=dealt)
            if self.motif_choice > 1:
                enough = len(dealt[colour]) == self.motif_choice
                return replace(position, turn=self.seat_of(colour) if enough else CHANCE)
        return self._next_dealt(replace(position, motifs=_with(position.motifs, colour, number)))

    def _next_dealt(self, position: HextraPosition) -> HextraPosition:
        """The deal goes on with the next colour; after the last one, the first puts a tile."""
        if dealing := self.dealing(position):
            return replace(position, colour=dealing[0], turn=CHANCE)
        first = self.colours_in(position)[0]
        return replace(position, colour=first, turn=self.seat_of(first))

    def leave(self, position: HextraPosition, seat: Seat) -> HextraPosition:
        """Treat the colour of a seat as one without tiles: those on the board stay.

        Three or more are in, so a seat has one colour. An announcement of its own that is being judged is
        withdrawn; a judgement that it owes is to accept.
        """
        passed = seat in self._going_on(position, backwards=True)[: position.passes]
        after = replace(
            position,
            passes=position.passes - passed,
            winners=tuple(colour for colour in position.winners if colour != seat),
            out=position.out | {seat},
        )
        if self.dealing(position):
            return self._next_dealt(after) if seat == position.colour else after
        if seat == position.colour:
            return self._next_turn(replace(after, claim=(), judges=()))
        if position.claim and seat == position.judges[0]:
            return self._judged(after, contested=False)
        return replace(after, judges=tuple(judge for judge in position.judges if judge != seat))

    def _judged(self, position: HextraPosition, contested: bool) -> HextraPosition:
        move = position.claim
        if not contested and len(position.judges) > 1:
            return replace(position, judges=position.judges[1:], turn=position.judges[1])
        # What nobody contests stands wherever a tile can lie, right or wrong.
        wrong = self.fault(position, move) if contested else misplaced(move[-1], position.board)
        return self._settled(replace(position, claim=(), judges=()), move, not wrong)

    def _settled(self, position: HextraPosition, move: Move, stands: bool) -> HextraPosition:
        colour = position.colour
        entry = Logged(colour, len(position.tiles[colour]) + 1, move, stands)
        after = replace(position, log=(*position.log, entry), passes=0)
        if not stands:
            return self._next_turn(
                replace(after, tiles=_with(after.tiles, colour, (*after.tiles[colour], LOST)))
            )
        up = after.cards[colour] & ~(1 << self.claim(move).card)
        after = replace(self._put(after, move[-1]), cards=_with(after.cards, colour, up))
        if self.is_realised(after, colour, move[-1]):
            winners = (*after.winners, colour)
            if not self.equal_turns:
                return replace(after, winners=winners, ended="motif", turn=self.seat_of(colour))
            return self._next_turn(replace(after, winners=winners))
        in_hand = len(after.tiles[colour]) < TILES
        if not after.second and up >> X & 1 and up & FOUR and in_hand:
            return replace(after, asked=True, turn=self.seat_of(colour))
        return self._next_turn(after)

    def _put(self, position: HextraPosition, cell: int) -> HextraPosition:
        board = bytearray(position.board)
        board[cell] = position.colour + 1
        row = (*position.tiles[position.colour], cell)
        return replace(position, board=bytes(board), tiles=_with(position.tiles, position.colour, row))

    def is_realised(self, position: HextraPosition, colour: int, over: int | None = None) -> bool:
        """Whether a colour's tiles form its motif; with `over`, with the tile on that cell among them."""
        own = {POINTS[cell] for cell in self.own(position, colour)}
        if len(own) < self.motif or not position.motifs[colour]:
            return False
        motif = self.deck[position.motifs[colour] - 1]
        points = None if over is None else [POINTS[over]]
        return realised(motif, own, self.match, self.contained, points) is not None

    def _next_turn(self, position: HextraPosition) -> HextraPosition:
        """The turn of a colour is over: perhaps a new cycle for it, and the next colour with tiles."""
        colour = position.colour
        cards = position.cards
        if not cards[colour] & FOUR:
            cards = _with(cards, colour, self.all_up)
        going_on = self._going_on(position)
        ended = ""
        if position.winners and (not going_on or going_on[0] <= colour):
            ended = "motif"  # the round has been played out
        elif not going_on:
            ended = "tiles"
        elif position.passes >= len(going_on):
            ended = "motif" if position.winners else "passes"
        following = next_in(colour, self.kinds, position.out) if ended else going_on[0]
        return replace(
            position,
            turn=self.seat_of(following),
            colour=following,
            cards=cards,
            asked=False,
            second=False,
            ended=ended,
        )

    def _going_on(self, position: HextraPosition, backwards: bool = False) -> list[int]:
        """Return the colours that are in and have tiles, in the order of their turns after this one."""
        steps = range(1, self.kinds + 1)
        order = [(position.colour + (-step if backwards else step)) % self.kinds for step in steps]
        return [
            colour
            for colour in order
            if len(position.tiles[colour]) < TILES and self.seat_of(colour) not in position.out
        ]

    def outcome(self, position: HextraPosition) -> Outcome | None:
        return endings.outcome(self, position) if position.ended else None

    # --- hands and texts

    def choices(self, position: HextraPosition, touched: Move) -> Sequence[int]:
        return touching.choices(self, position, touched)

    def refusal(self, position: HextraPosition, move: Move) -> Refusal | None:
        return refusals.why_not(self, position, move)

    def write(self, position: HextraPosition, move: Move) -> str:
        return notation.write_move(self, position, move)

    def read(self, position: HextraPosition, text: str) -> Move:
        return notation.read_move(self, position, text)

    def layout(self, position: HextraPosition) -> str:
        return layout.write_layout(self, position)

    def setup(self, text: str) -> HextraPosition:
        return layout.read_layout(self, text)


def _with(row: tuple[V, ...], place: int, value: V) -> tuple[V, ...]:
    """The same row with another value in one place."""
    return (*row[:place], value, *row[place + 1 :])
