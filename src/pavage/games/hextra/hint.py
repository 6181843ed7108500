"""A move with its reason, where there is a plain one: complete the motif, or stop somebody who would."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.hextra.geometry.places import place_told
from pavage.games.hextra.geometry.prospects import prospects, reach
from pavage.games.hextra.notation import transformation_told
from pavage.games.hextra.position import LETTERS, HextraPosition
from pavage.games.hextra.rules import Hextra
from pavage.games.hextra.touching import move_of
from pavage.phrase import Phrase


def hint(game: Hextra, position: HextraPosition) -> tuple[Move, Phrase] | None:
    if game.stage(position) != "announce":
        return None
    for ahead in range(game.kinds):
        colour = (position.colour + ahead) % game.kinds
        if ahead and game.seat_of(colour) in (game.seat_of(position.colour), *position.out):
            continue
        for cell in sorted(prospects(game, position, colour).wins):
            claims = reach(game, position, position.colour, cell)
            if claims:
                return _told(game, position, move_of(game, claims[0]), colour)
    return None


def _told(game: Hextra, position: HextraPosition, move: Move, colour: int) -> tuple[Move, Phrase]:
    values: tuple[tuple[str, str | Phrase], ...] = (("place", place_told(position, move[-1])),)
    if colour == position.colour:
        return move, Phrase("hextra.hint_win", values)
    owner = Phrase(f"hextra.colour.{LETTERS[colour].lower()}")
    return move, Phrase("hextra.hint_block", (*values, ("colour", owner)))


def told(game: Hextra, position: HextraPosition, move: Move) -> Phrase | None:
    """A transformation as it is said aloud; the motif that is kept; where the first tile lies."""
    stage, letter = game.stage(position), LETTERS[position.colour]
    if stage in ("deal", "choose"):
        return Phrase("hextra.told.motif", (("number", str(move[0] - game.button["m1"] + 1)),))
    if stage == "setup":
        return Phrase("hextra.told.setup", (("tile", f"{letter}1"), ("place", place_told(position, move[0]))))
    if stage != "announce":
        return None
    return transformation_told(position, game.claim(move))
