"""Perfect play in Ponts et Barrages, from any position, by Lehman's theorem (docs/rules.md, section 4)."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.ponts.current import current
from pavage.games.ponts.ground import BLUE, RED
from pavage.games.ponts.network import winning_bridges
from pavage.games.ponts.rules import Ponts, PontsPosition

NEARLY = 1 - 1e-9


def perfect(game: Ponts, position: PontsPosition) -> tuple[Move, float]:
    """A winning move and 1, or the most stubborn one and 0 where the other player can win.

    The first player wins, so a second player who may swap does, and wins.
    """
    swap = (len(game.tiling),)
    if swap in game.moves(position):
        return swap, 1.0
    code = game.colour(position, position.turn) + 1
    conductance, drops = current(game.size, position.board)
    wanted = [cell for cell, _ in drops]
    if swap in game.moves(game.play(position, (wanted[0],))):
        return (wanted[0],), 0.0
    # Where all the tension lies on one bridge it completes Red's chain; where all the current runs, Blue's.
    if drops[0][1] > NEARLY * (1 if code == RED else conductance):
        return (wanted[0],), 1.0
    winning = winning_bridges(game.size, position.board, code)
    if winning is None:
        return (wanted[0],), 0.0
    after = game.play(position, (wanted[0],))
    if not winning or winning_bridges(game.size, after.board, RED + BLUE - code) is None:
        return (wanted[0],), 1.0
    return (next(cell for cell in wanted if cell in winning),), 1.0
