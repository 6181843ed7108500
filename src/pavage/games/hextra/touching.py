"""What a hand touches: a card, the antecedent, the characteristics, the image; and single sites elsewhere."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, overload

from pavage.game import Move, Refusal
from pavage.games.hextra.geometry.claims import (
    CARDS,
    CENTRES,
    Characteristics,
    Claim,
    Group,
    R,
    T,
    image,
    misplaced,
)
from pavage.games.hextra.geometry.growing_board import side_shown
from pavage.games.hextra.geometry.lattice import CELL, cells_within

if TYPE_CHECKING:
    from pavage.games.hextra.position import HextraPosition
    from pavage.games.hextra.rules import Hextra

ANGLES = ("60", "120", "180")


@dataclass
class Spoken:
    """As much of an announcement as was touched, and what comes next: see `missing`."""

    card: int
    antecedent: int | None = None
    centres: tuple[int, ...] = ()
    angle: int = 0
    """In sixths of a full turn, without its sense."""
    sense: int = 0
    cell: int | None = None

    @property
    def missing(self) -> str:
        """What has to be touched next: antecedent, centre, angle, sense, cell; nothing if all is said."""
        if self.antecedent is None:
            return "antecedent"
        if len(self.centres) < CENTRES[self.card]:
            return "centre"
        if self.card == R and not self.angle:
            return "angle"
        if self.card == R and self.angle != 3 and not self.sense:
            return "sense"
        return "cell" if self.cell is None else ""

    @property
    def how(self) -> Characteristics:
        return Characteristics(self.centres, self.angle * (self.sense or 1))


def spoken(game: Hextra, touched: Move) -> Spoken | None:
    """What these sites say of an announcement, or None if they are no part of one, in this order."""
    if not touched or not 0 <= touched[0] - game.button["sa"] < len(CARDS):
        return None
    said = Spoken(touched[0] - game.button["sa"])
    cells = len(game.tiling)
    for site in touched[1:]:
        missing = said.missing
        name = game.sites[site] if cells <= site < len(game.sites) else ""
        if missing in ("antecedent", "centre", "cell") and 0 <= site < cells:
            if missing == "antecedent":
                said.antecedent = site
            elif missing == "centre":
                said.centres = (*said.centres, site)
            else:
                said.cell = site
        elif missing == "angle" and name in ANGLES:
            said.angle = ANGLES.index(name) + 1
        elif missing == "sense" and name in ("direct", "indirect"):
            said.sense = 1 if name == "direct" else -1
        else:
            return None
    return said


def claim_of(game: Hextra, move: Move) -> Claim:
    """What a whole announcement says."""
    said = spoken(game, move)
    assert said is not None and said.antecedent is not None and said.cell is not None
    return Claim(said.card, said.antecedent, said.how, said.cell)


def move_of(game: Hextra, claim: Claim) -> Move:
    """The sites that say a claim."""
    button, how = game.button, claim.how
    turn: Move = ()
    if claim.card == R:
        turn = (button[ANGLES[abs(how.sixths) - 1]],)
        if abs(how.sixths) != 3:
            turn += (button["direct" if how.sixths > 0 else "indirect"],)
    return (button["sa"] + claim.card, claim.antecedent, *how.centres, *turn, claim.cell)


class Announcements(Sequence[Move]):
    """The valid announcements, each written out when it is asked for."""

    def __init__(self, game: Hextra, groups: Iterable[Group]) -> None:
        self.game = game
        self.groups = list(groups)
        self.ends = list(accumulate(len(group.ways) for group in self.groups))

    def __len__(self) -> int:
        return self.ends[-1] if self.ends else 0

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Move]: ...
    def __getitem__(self, place: int | slice) -> Move | Sequence[Move]:
        if isinstance(place, slice):
            return [self[number] for number in range(len(self))[place]]
        number = range(len(self))[place]
        index = bisect_right(self.ends, number)
        group = self.groups[index]
        return move_of(self.game, group.claim(number - self.ends[index] + len(group.ways)))

    def __iter__(self) -> Iterator[Move]:
        for group in self.groups:
            for number in range(len(group.ways)):
                yield move_of(self.game, group.claim(number))


def single_sites(game: Hextra, position: HextraPosition, stage: str) -> Sequence[int]:
    """The sites that are a move each, at every stage but announcing."""
    button = game.button
    if stage == "deal":
        gone = {number for row in position.dealt for number in row}
        return [button[f"m{n}"] for n in range(1, len(game.deck) + 1) if n not in gone]
    if stage == "choose":
        return [button[f"m{number}"] for number in position.dealt[position.colour]]
    if stage == "setup":
        return game.ground(position.tiles).frontier or (0,)
    if stage == "judge":
        return [button["accept"], button["contest"]]
    if stage == "hextra":
        return [button["x"], button["decline"]]
    return [button["pass"]] if stage == "pass" else []


def choices(game: Hextra, position: HextraPosition, touched: Move) -> Sequence[int]:
    """What may be touched next. Centres that would leave the antecedent where it is are not offered.

    Nothing follows what no announcement can hold, so that a wrong tile is refused when it is touched.
    """
    stage = game.stage(position)
    if stage != "announce":
        return () if touched else single_sites(game, position, stage)
    if not touched:
        return [game.button["sa"] + card for card in game.face_up(position, position.colour)]
    said = spoken(game, touched)
    if said is None or not position.cards[position.colour] >> said.card & 1:
        return ()
    if wrong_tiles(game, position, said):
        return ()
    missing = said.missing
    if missing == "antecedent":
        return sorted(game.own(position, position.colour))
    if missing == "centre":
        start_of_vector = said.card == T and not said.centres
        fixed = set(said.centres) | ({said.antecedent} if start_of_vector or said.card != T else set())
        return sorted(game.ground(position.tiles).there - fixed)
    if missing == "angle":
        return [game.button[angle] for angle in ANGLES if angle != "180" or game.mathematics.half_turns]
    if missing == "sense":
        return [game.button["direct"], game.button["indirect"]]
    if missing == "cell":
        return _images(game, position, said)
    return ()


def wrong_tiles(game: Hextra, position: HextraPosition, said: Spoken) -> Refusal | None:
    """Why these tiles cannot be announced, whatever comes after them."""
    if said.antecedent is not None and said.antecedent not in game.own(position, position.colour):
        return Refusal("hextra.not_yours", (said.antecedent,))
    for centre in said.centres:
        if not position.board[centre]:
            return Refusal("hextra.no_tile", (centre,))
    if len(said.centres) != len(set(said.centres)):
        return Refusal("hextra.same_tile", said.centres[:1])
    return None


def _images(game: Hextra, position: HextraPosition, said: Spoken) -> Sequence[int]:
    """The cells to point at: with `assist` the image alone, if a tile can lie there."""
    if game.referee != "assist":
        shown = cells_within(side_shown(position))
        return [cell for cell in range(shown) if not position.board[cell]]
    cell = image_cell(game, said)
    return () if cell is None or misplaced(cell, position.board) else (cell,)


def image_cell(game: Hextra, said: Spoken) -> int | None:
    """The image that was announced, once all characteristics are said; None if there is none."""
    assert said.antecedent is not None
    point = image(said.card, said.antecedent, said.how, game.mathematics)
    return None if point is None else CELL.get(point)
