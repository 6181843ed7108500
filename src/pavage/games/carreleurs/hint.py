"""A hint with its reason, where one turn decides: the last tile, or keeping somebody from laying theirs."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.carreleurs.evaluation import order
from pavage.games.carreleurs.notation import tiles_named
from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition
from pavage.games.carreleurs.touching import placement
from pavage.games.leaving import next_in
from pavage.phrase import Phrase


def hint(game: Carreleurs, position: CarreleursPosition) -> tuple[Move, Phrase] | None:
    """A move and why; None where only a search can say what is good."""
    winning = _last_placement(game, position)
    if winning is not None:
        return winning, Phrase("carreleurs.hint_last")
    after = next_in(position.turn + 1, game.players, position.out)
    if sum(position.stocks[after]) != 1:
        return None
    moves = order(game, position)
    saving = [move for move in moves if _last_placement(game, game.play(position, move)) is None]
    if not saving or len(saving) == len(moves):
        return None
    return saving[0], Phrase("carreleurs.hint_stop", (("colour", Phrase(f"colour.{game.colours[after]}")),))


def _last_placement(game: Carreleurs, position: CarreleursPosition) -> Move | None:
    """A move that empties the mover’s stock."""
    if sum(position.stocks[position.turn]) != 1:
        return None
    return next(
        (move for move in game.moves(position) if game.done not in move and move != game.passing), None
    )


def told(game: Carreleurs, position: CarreleursPosition, move: Move) -> Phrase | None:
    """3×5 on b6, and the tiles that it takes up."""
    if move == game.passing:
        return None
    shape, place = placement(game, move)
    values = (("tile", shape.size), ("cell", game.sites[place]))
    met = game.met(position, shape, place)
    if not met:
        return Phrase("carreleurs.told.tile", values)
    return Phrase("carreleurs.told.lifting", (*values, ("tiles", tiles_named(game, met))))
