"""Perfect play in Ponts et Barrages, from any position, by Lehman's theorem (docs/rules.md, section 4)."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.ponts.current import current
from pavage.games.ponts.ground import BLUE, RED
from pavage.games.ponts.network import GOAL, START, network
from pavage.games.ponts.rules import Ponts, PontsPosition
from pavage.games.ponts.trees import NOWHERE, Forests

NEARLY = 1 - 1e-9


def perfect(game: Ponts, position: PontsPosition) -> tuple[Move, float]:
    """A winning move and 1, or the most stubborn one and 0 where the other player can win.

    The first player wins, so a second player who may swap does.
    """
    swap = len(game.tiling)
    if (swap,) in game.moves(position):
        return (swap,), 1.0
    code = game.colour(position, position.turn) + 1
    conductance, drops = current(game.size, position.board)
    wanted = [cell for cell, _ in drops]
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


def winning_bridges(size: int, board: bytes, code: int) -> set[int] | None:
    """Bridges that win for this colour if it is to move; None if it loses, an empty set if all bridges win.

    Imagine one bridge more, from side to side, that the other player has just destroyed. The mover wins if,
    with it, two trees without a common bridge spanned both sides: the answer is a bridge of one tree that
    mends the other. If there are two such trees even without it, any bridge will do.
    """
    heads, bridges = network(size, board, code)
    start, goal = heads[START], heads[GOAL]
    forests = Forests(len(heads))
    for _, one, other in bridges:
        forests.add((one, other))
    if not forests.add((start, goal)):
        return set()
    imagined = len(bridges)
    if forests.add((start, goal)):
        return None
    broken = forests.where[imagined]
    assert broken != NOWHERE
    side = forests.side(broken, start, without=imagined)
    path = forests.path(1 - broken, start, goal)
    return {
        bridges[number][0] for number in path if (bridges[number][1] in side) != (bridges[number][2] in side)
    }
