"""Why a move of HEXTRA may not be played. A wrong claim may be played, with `auto`: it costs its tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pavage.game import Move, Refusal
from pavage.games.hextra.geometry.claims import CARDS
from pavage.games.hextra.geometry.places import place_told, tile_name
from pavage.games.hextra.touching import Spoken, image_cell, single_sites, spoken, wrong_tiles

if TYPE_CHECKING:
    from pavage.games.hextra.position import HextraPosition
    from pavage.games.hextra.rules import Hextra


def why_not(game: Hextra, position: HextraPosition, move: Move) -> Refusal | None:
    stage = game.stage(position)
    if stage == "over":
        return Refusal("over")
    if stage == "announce":
        return _why_no_claim(game, position, move)
    if len(move) == 1 and move[0] in single_sites(game, position, stage):
        return None
    if stage == "setup" and len(move) == 1 and 0 <= move[0] < len(game.tiling):
        if not any(position.tiles):
            return Refusal("hextra.in_the_middle", (0,))
        return _taken_or_apart(position, move[0])
    return Refusal(f"hextra.only_{stage}", game.cells_of(move))


def _taken_or_apart(position: HextraPosition, cell: int) -> Refusal:
    if not position.board[cell]:
        return Refusal("hextra.apart", (cell,))
    return Refusal("hextra.taken", (cell,), (("tile", tile_name(position, cell)),))


def _why_no_claim(game: Hextra, position: HextraPosition, move: Move) -> Refusal | None:
    said = spoken(game, move)
    if move == (game.button["pass"],):
        return Refusal("hextra.no_pass")
    before, last = spoken(game, move[:-1]), game.cells_of(move[-1:])
    if said is None and last and before is not None and before.missing in ("angle", "sense"):
        return Refusal(f"hextra.missing_{before.missing}", last)
    if not move or said is None:
        return Refusal("hextra.card_first" if len(move) == 1 else "not_a_move", game.cells_of(move))
    card = (("card", CARDS[said.card].upper()),)
    if not position.cards[position.colour] >> said.card & 1:
        return Refusal("hextra.card_down", (), card)
    refused = wrong_tiles(game, position, said)
    if refused:
        return refused
    if said.angle == 3 and not game.mathematics.half_turns:
        return Refusal("hextra.half_turn")
    if said.missing and not (said.missing == "cell" and game.referee == "assist"):
        return Refusal(f"hextra.missing_{said.missing}", game.cells_of(move), card)
    return _why_not_this_image(game, position, said) if game.referee == "assist" else None


def _why_not_this_image(game: Hextra, position: HextraPosition, said: Spoken) -> Refusal | None:
    """With `assist` nothing but the image may be touched, and only where a tile can lie."""
    cell = image_cell(game, said)
    if cell is None:
        return Refusal("hextra.no_image", said.centres)
    named = (("place", place_told(position, cell)),)
    if position.board[cell]:
        return Refusal("hextra.image_taken", (cell,), (("tile", tile_name(position, cell)),))
    if cell not in game.ground(position.tiles).frontier:
        return Refusal("hextra.image_apart", (cell,), named)
    if said.cell is None:
        return Refusal("hextra.confirm", (cell,), named)
    return None if said.cell == cell else Refusal("hextra.elsewhere", (said.cell, cell), named)
