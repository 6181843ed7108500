"""How far a colour is from its motif: the copies it could still complete, and what each lacks."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pavage.games.hextra.geometry.claims import SA, SC, Claim, R, T, X
from pavage.games.hextra.geometry.lattice import CELL, POINTS
from pavage.games.hextra.geometry.motifs import Motif, orientations, stands_alone
from pavage.games.hextra.position import LOST, TILES

if TYPE_CHECKING:
    from pavage.games.hextra.position import HextraPosition
    from pavage.games.hextra.rules import Hextra

RAREST_FIRST = (SC, R, SA, T)
"""The card that reaches fewest cells is spent first where several reach the same one."""
REMEMBERED = 4_000
Tiles = tuple[tuple[int, ...], ...]
WORTH = (0.0, 12.0, 3.0, 0.8, 0.15, 0.03)
"""Of a copy of the motif, by how many of its cells are missing."""
OUT_OF_TOUCH = 0.6
"""What is left of it for each missing cell that no tile touches yet."""
ENOUGH = 8
"""With so many copies that are half there, those that are hardly begun do not matter."""
WIDE = 1 << 10
"""A point as one number: q·WIDE + r."""


class Prospects(NamedTuple):
    """What a colour hopes for: copies by the cells they lack, and the cells that would win at once."""

    lacking: tuple[tuple[int, ...], ...]
    """The missing cells of each copy that nobody else has entered and for which tiles are left."""
    wins: frozenset[int]
    """Cells that complete the motif and can be reached with the cards that are face up."""
    pairs: int
    """Copies that one turn with HEXTRA could complete."""
    begun: float
    """What all copies are worth that have been begun."""


@lru_cache(REMEMBERED)
def copies_begun(motif: Motif, match: str, contained: bool, own: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The missing cells of every copy that holds some tiles of a colour, the most complete first."""
    codes = [q * WIDE + r for q, r in (POINTS[cell] for cell in own)]
    lying = orientations(motif, match)
    counts: Counter[tuple[int, int]] = Counter()
    for number, shape in enumerate(lying):
        offsets = [q * WIDE + r for q, r in shape]
        counts.update((number, code - offset) for code in codes for offset in offsets)
    fewest = 1 if len(own) < 3 else 2
    if len(own) >= len(motif) and sum(count > 2 for count in counts.values()) >= ENOUGH:
        fewest = 3
    have = set(own)
    points = {POINTS[cell] for cell in own}
    found = []
    for (number, anchor), count in counts.items():
        if count < fewest:
            continue
        r0 = (anchor + WIDE // 2) % WIDE - WIDE // 2
        q0 = (anchor - r0) // WIDE
        copy = tuple((q0 + q, r0 + r) for q, r in lying[number])
        if all(point in CELL for point in copy) and (contained or stands_alone(copy, points)):
            found.append(tuple(cell for cell in map(CELL.__getitem__, copy) if cell not in have))
    return sorted(found, key=len)


def reach(game: Hextra, position: HextraPosition, colour: int, cell: int) -> list[Claim]:
    """One valid claim for each card of a colour that reaches a cell, the rarest card first."""
    return _reach(game, position.tiles, colour, position.cards[colour], cell)


def _reach(game: Hextra, tiles: Tiles, colour: int, cards: int, cell: int) -> list[Claim]:
    ground = game.ground(tiles)
    own = [tile for tile in tiles[colour] if tile != LOST]
    claims = (ground.first_way(card, own, cell) for card in RAREST_FIRST if cards >> card & 1)
    return [claim for claim in claims if claim is not None]


def prospects(game: Hextra, position: HextraPosition, colour: int) -> Prospects:
    begun = colour == position.colour and (position.asked or position.second)
    cards = position.cards[colour]
    return _prospects(game, position.tiles, colour, cards, position.motifs[colour], not begun)


@lru_cache(REMEMBERED)
def _prospects(game: Hextra, tiles: Tiles, colour: int, cards: int, number: int, fresh: bool) -> Prospects:
    """The same, from what it depends on; `fresh` if no move of this turn has been made yet."""
    left = TILES - len(tiles[colour])
    own = tuple(sorted(cell for cell in tiles[colour] if cell != LOST))
    ground = game.ground(tiles)
    taken, frontier = ground.there, ground.frontier_set
    lacking = []
    wins = set()
    pairs = 0
    double = fresh and left >= 2 and cards >> X & 1
    for missing in copies_begun(game.deck[number - 1], game.match, game.contained, own):
        if len(missing) > left or not taken.isdisjoint(missing):
            continue
        lacking.append(missing)
        if len(missing) == 1 and missing[0] in frontier and missing[0] not in wins:
            if _reach(game, tiles, colour, cards, missing[0]):
                wins.add(missing[0])
        elif len(missing) == 2 and double and frontier.issuperset(missing) and pairs < 2:
            by = [{claim.card for claim in _reach(game, tiles, colour, cards, cell)} for cell in missing]
            pairs += all(by) and len(by[0] | by[1]) > 1
    begun = 0.0
    for missing in lacking:
        apart = sum(cell not in frontier for cell in missing)
        begun += WORTH[len(missing)] * OUT_OF_TOUCH**apart
    return Prospects(tuple(lacking), frozenset(wins), pairs, begun)
