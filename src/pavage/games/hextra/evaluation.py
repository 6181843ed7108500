"""What a position of HEXTRA is worth by how near each colour is to its motif, and which claims matter."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.game import CHANCE, Move
from pavage.games.hextra.geometry.prospects import WORTH, Prospects, prospects, reach
from pavage.games.hextra.position import HextraPosition
from pavage.games.hextra.rules import Hextra
from pavage.games.hextra.touching import move_of
from pavage.games.leaving import seats_in

LOWEST = 0.002
CLOSES = 0.97
"""How surely a colour on turn takes a win."""
WITH_HEXTRA = 0.8
TOO_MANY = 0.75
"""How surely a colour wins that has more winning cells than there are others to close them."""
CLOSABLE = 0.3
LATER_PAIR = 0.2
HARDLY, SETTING_UP = 0.01, 10.0
"""Added to what each colour has begun; more before all have a tile, when that says little."""
CELLS = 9
"""Cells looked at in a turn."""
FREELY = 3
"""Of the best cells every card that reaches them is looked at, of the others one."""


def evaluate(game: Hextra, position: HextraPosition) -> tuple[float, ...]:
    """Shares of the point: who can complete a motif first, then how much each colour has begun."""
    inside = seats_in(game.players, position.out)
    if position.turn == CHANCE or game.dealing(position):
        return tuple(1 / len(inside) if seat in inside else 0.0 for seat in range(game.players))
    order = _in_turn(game, position)
    hopes = [prospects(game, position, colour) for colour in order]
    shares = [0.0] * game.kinds
    rest = 1.0
    for ahead, (colour, hope) in enumerate(zip(order, hopes, strict=True)):
        chance = _completes(hope, ahead)
        shares[colour] += rest * chance
        rest *= 1 - chance
    common = HARDLY if all(position.tiles[colour] for colour in order) else SETTING_UP
    begun = [common + hope.begun for hope in hopes]
    for colour, worth in zip(order, begun, strict=True):
        shares[colour] += rest * worth / sum(begun)
    spare = 1 - LOWEST * len(inside)
    return tuple(
        LOWEST + spare * sum(shares[colour] for colour in range(game.kinds) if game.seat_of(colour) == seat)
        if seat in inside
        else 0.0
        for seat in range(game.players)
    )


def _in_turn(game: Hextra, position: HextraPosition) -> list[int]:
    """The colours that are in, from the one whose turn it is."""
    order = [(position.colour + ahead) % game.kinds for ahead in range(game.kinds)]
    return [colour for colour in order if game.seat_of(colour) not in position.out]


def _completes(hope: Prospects, ahead: int) -> float:
    """How likely a colour completes its motif when its turn comes, after so many others."""
    if ahead == 0:
        return CLOSES if hope.wins else WITH_HEXTRA if hope.pairs else 0.0
    if len(hope.wins) > ahead:
        return TOO_MANY
    if hope.wins:
        return CLOSABLE * len(hope.wins) / ahead
    return LATER_PAIR / ahead if hope.pairs else 0.0


def order(game: Hextra, position: HextraPosition) -> Sequence[Move]:
    """Claims for the cells that help one's own motif or stand in another's way, the most useful first."""
    stage = game.stage(position)
    if stage == "judge":
        wrong = game.fault(position, position.claim)
        return [(game.button["contest" if wrong else "accept"],)]
    if stage != "announce":
        return game.moves(position)
    found: list[Move] = []
    cells = 0
    for cell in _useful_cells(game, position):
        claims = reach(game, position, position.colour, cell)
        if not claims:
            continue
        found += [move_of(game, claim) for claim in (claims if cells < FREELY else claims[:1])]
        cells += 1
        if cells == CELLS:
            break
    return found


def _useful_cells(game: Hextra, position: HextraPosition) -> list[int]:
    """The cells where a tile can lie, by what they are worth to their colour and to the others."""
    frontier = game.ground(position.tiles).frontier
    worth = dict.fromkeys(frontier, 0.0)
    for ahead, colour in enumerate(_in_turn(game, position)):
        ours = game.seat_of(colour) == game.seat_of(position.colour)
        if ours and ahead:
            continue  # the other colour of the same person needs no help, and is not to be hindered
        hope = prospects(game, position, colour)
        for missing in hope.lacking:
            for cell in missing:
                if cell in worth:
                    worth[cell] += WORTH[len(missing)] * (1.0 if ours else 0.4)
        for cell in hope.wins:
            worth[cell] += 1000.0 if ours else 300.0 / ahead
    return sorted(frontier, key=lambda cell: (-worth[cell], cell))
