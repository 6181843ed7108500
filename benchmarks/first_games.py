"""How often a first game against a beginner is won by somebody with only the simplest plan.

    python3 benchmarks/first_games.py [GAME …] [--games N] [--seed N] [--level LEVEL]

Every game has a plan of one line below. `fair` is the share of a player as good as the others.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Collection
from typing import Any

from pavage.bots.match_series import wilson
from pavage.game import CHANCE, Game, Move, Position
from pavage.games.chains import shortest_way
from pavage.games.heinash.position import ANSWER
from pavage.games.heinash.touching import tokens
from pavage.games.hextra.geometry.prospects import prospects, reach
from pavage.games.hextra.touching import move_of
from pavage.players.levels import computer
from pavage.players.random_player import roll
from pavage.players.thought import Budget
from pavage.registry import games

Plan = Callable[[Any, Any, random.Random], Move]
Sides = tuple[Collection[int], Collection[int]]


# --- games of connection: along the shortest way, next to one's own stones


def sides_of(game: Game[Any], colour: int) -> list[Sides]:
    """Return the sides of which a colour has to join one pair."""
    if game.name == "ponts":
        return [game.ground.sides[colour]]
    if hasattr(game, "joining"):
        return [(set(game.ways.each(a)), set(game.ways.each(b))) for a, b in game.joining[colour]]
    return [(game.tiling.sides[colour], game.tiling.sides[colour + 2])]


def way(game: Game[Any], position: Position, colour: int, free: set[int]) -> tuple[int, set[int]]:
    """Return how many stones a colour still needs, and where the next may lie."""
    own = {cell for cell, piece in enumerate(position.board) if piece == colour + 1}
    return min(
        (shortest_way(game.tiling, own, free, *sides) for sides in sides_of(game, colour)),
        key=lambda found: found[0],
    )


def connect(game: Game[Any], position: Position, dice: random.Random) -> Move:
    """Go on beside one's own stones towards the goal; stop an opponent who needs a single stone."""
    free = {move[0] for move in game.moves(position) if move[0] < len(game.tiling)}
    mine = game.colour(position, position.turn)
    least, cells = way(game, position, mine, free)
    if least > 1:
        for colour in set(range(game.players)) - {mine}:
            theirs, straits = way(game, position, colour, free)
            if theirs == 1:
                return (dice.choice(sorted(straits)),)
    own = [cell for cell, piece in enumerate(position.board) if piece == mine + 1]
    beside = {near for cell in own for near in game.tiling.neighbours[cell]} & free
    return (dice.choice(sorted(cells & beside or cells or beside or free)),)


def reckon(game: Any, position: Any, dice: random.Random) -> Move:
    """HeiNasH: of the numbers made without parentheses and division, one on the shortest way, else any."""
    moves = game.moves(position)
    if position.state == ANSWER:
        answers = {move: cell for cell, move in game.answers(position).items()}
        cells = {
            move: cell for move, cell in answers.items() if not {"(", "/"} & {*tokens(game, position, move)}
        }
    else:
        cells = {move: move[0] for move in moves if move[0] < len(game.tiling)}
    if not cells:
        return moves[-1]  # to find nothing, or to pass
    free = {cell for cell, piece in enumerate(position.board) if not piece}
    _, wanted = way(game, position, game.colour(position, position.turn), free)
    return dice.choice([move for move, cell in cells.items() if cell in wanted] or [*cells])


# --- the others


def most_cells(game: Game[Any], position: Position, dice: random.Random) -> Move:
    """PolyGo and Blocs: the move after which one has most cells."""
    code = game.colour(position, position.turn) + 1
    counts = {move: game.play(position, move).board.count(code) for move in game.moves(position)}
    return dice.choice([move for move, count in counts.items() if count == max(counts.values())])


def go_home(game: Any, position: Any, dice: random.Random) -> Move:
    """Labyrinthe: a step of one's king towards the goal, else any move."""
    here = game.distances(position)[position.turn]
    moves = game.moves(position)
    kings = [move for move in moves if position.board[move[0]] == position.turn + 1]
    steps = [move for move in kings if game.distances(game.play(position, move))[position.turn] < here]
    return dice.choice(steps or moves)


def jump(game: Any, position: Any, dice: random.Random) -> Move:
    """HexaDames: the longest chain of jumps, else any step."""
    taken = {move: sum(game.play(position, move).taken) for move in game.moves(position)}
    return dice.choice([move for move, count in taken.items() if count == max(taken.values())])


def take_all(game: Any, position: Any, dice: random.Random) -> Move:
    """Marienbad: all the stones where one may, else any."""
    everything = (*(cell for cell, piece in enumerate(position.board) if piece), game.done)
    if game.refusal(position, everything) is None:
        return everything
    return dice.choice(game.moves(position))


def largest_tile(game: Any, position: Any, dice: random.Random) -> Move:
    """Carreleurs: the largest tile that has a place, taking up as little as one must."""
    free, lifting = [], []
    for shape, ways in game.ways(position).items():
        free += [(shape.area, game.button[shape])] if ways.free else []
        lifting += [(shape.area, game.button[shape])] if ways.lifting else []
    if not free and not lifting:
        return game.passing
    _, tile = max(free or lifting)
    return dice.choice([m for m in game.moves(position) if m[0] == tile and len(m) == (2 if free else 3)])


def beside_own(game: Any, position: Any, dice: random.Random) -> Move:
    """HEXTRA: the last tile of the motif where one can, else a tile beside one's own."""
    if game.stage(position) != "announce":
        return dice.choice(game.moves(position))
    colour = position.colour
    wins = prospects(game, position, colour).wins
    own = game.own(position, colour)
    beside = {near for cell in own for near in game.tiling.neighbours[cell] if not position.board[near]}
    for cells in (sorted(wins), sorted(beside)):
        dice.shuffle(cells)
        for cell in cells:
            if claims := reach(game, position, colour, cell):
                return move_of(game, claims[0])
    return dice.choice(game.moves(position))


PLANS: dict[str, Plan] = {
    "hex": connect,
    "polygo": most_cells,
    "tetrago": most_cells,
    "hexago": most_cells,
    "triago": most_cells,
    "hex3": connect,
    "hex6": connect,
    "ponts": connect,
    "labyrinthe": go_home,
    "hexadames": jump,
    "heinash": reckon,
    "marienbad": take_all,
    "carreleurs": largest_tile,
    "blocs": most_cells,
    "hextra": beside_own,
}
BOARDS: dict[str, tuple[int, ...]] = {"hex": (7, 9, 11)}
"""Sizes at which a game is measured, where its usual one is not enough."""


def points(game: Game[Any], plan: Plan, level: str, count: int, seed: int) -> float:
    """Return what the plan makes of so many games against players of a level, each time in the next seat."""
    return sum(
        _share(game, plan, level, number % game.players, seed * 1_000_003 + number) for number in range(count)
    )


def _share(game: Game[Any], plan: Plan, level: str, seat: int, seed: int) -> float:
    dice = random.Random(seed)
    player, budget = computer(game, level)
    position = game.start()
    while (outcome := game.outcome(position)) is None:
        if position.turn == CHANCE:
            move = roll(game, position, dice)
        elif position.turn == seat:
            move = plan(game, position, dice)
        else:
            thought = player.think(game, position, Budget(budget.simulations, None, dice.getrandbits(32)))
            move = thought.move
        position = game.play(position, move)
    return outcome.returns[seat]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(PLANS))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="beginner")
    asked = parser.parse_args()
    print("| game | players | games | points | 95 % | fair |\n|---|---|---|---|---|---|")
    for name in asked.names:
        for options in [{"size": size} for size in BOARDS.get(name, ())] or [{}]:
            game = games()[name](**options)
            won = points(game, PLANS[name], asked.level, asked.games, asked.seed)
            low, high = (100 * bound for bound in wilson(won, asked.games))
            title = " ".join([name, *(f"{size}×{size}" for size in options.values())])
            figures = f"{100 * won / asked.games:.1f} % | {low:.1f} – {high:.1f} | {100 / game.players:.0f} %"
            print(f"| {title} | {game.players} | {asked.games} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
