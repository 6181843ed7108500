"""A move with its reason, where there is a plain one: complete the motif, or stop somebody who would."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.hextra.lattice import name_of
from pavage.games.hextra.position import LETTERS, HextraPosition
from pavage.games.hextra.prospects import prospects, reach
from pavage.games.hextra.rules import Hextra
from pavage.games.hextra.touching import move_of
from pavage.phrase import Phrase


def hint(game: Hextra, position: HextraPosition) -> tuple[Move, Phrase] | None:
    if game.stage(position) != "announce":
        return None
    for ahead in range(game.kinds):
        colour = (position.colour + ahead) % game.kinds
        if ahead and game.seat_of(colour) == game.seat_of(position.colour):
            continue
        for cell in sorted(prospects(game, position, colour).wins):
            claims = reach(game, position, position.colour, cell)
            if claims:
                return _told(game, position, move_of(game, claims[0]), colour)
    return None


def _told(game: Hextra, position: HextraPosition, move: Move, colour: int) -> tuple[Move, Phrase]:
    values: tuple[tuple[str, str | Phrase], ...] = (
        ("said", game.write(position, move)),
        ("cell", name_of(move[-1])),
    )
    if colour == position.colour:
        return move, Phrase("hextra.hint_win", values)
    owner = Phrase(f"hextra.colour.{LETTERS[colour].lower()}")
    return move, Phrase("hextra.hint_block", (*values, ("colour", owner)))
