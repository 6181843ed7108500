"""Random SGF trees and games of Hex for the tests of formats."""

import random

from pavage.formats.record import Record
from pavage.formats.sgf import Node
from pavage.games.hex import Hex
from pavage.games.hex.rules import HexPosition
from pavage.match import Match

SIGNS = "ab ]][[\\\\;:()\n\n'é漢🂡A1\N{NO-BREAK SPACE}"
NAMES = ["B", "W", "C", "AB", "AW", "LB", "SPENT", "N", "GC", "X"]


def random_value(dice: random.Random) -> str:
    if dice.random() < 0.5:
        return dice.choice(["a1", "b2", "swap-pieces", "", "11", "600"])
    return "".join(dice.choices(SIGNS, k=dice.randrange(12)))


def random_tree(dice: random.Random, most: int = 25) -> Node:
    """A tree of up to so many nodes: long lines, bushes, and all between."""
    nodes = [Node()]
    bushy = dice.random()
    for _ in range(dice.randrange(most)):
        parent = dice.choice(nodes) if dice.random() < bushy else nodes[-1]
        nodes.append(Node())
        parent.children.append(nodes[-1])
    for node in nodes:
        for name in dice.sample(NAMES, dice.randrange(4)):
            node.properties[name] = [random_value(dice) for _ in range(dice.choice([1, 1, 1, 3]))]
    return nodes[0]


def shape(root: Node) -> list[object]:
    """All that a tree says, to be compared without calling oneself."""
    return [(node.properties, len(node.children)) for node in root.every()]


def random_record(dice: random.Random) -> Record:
    """A game of Hex with anything that our record can tell of it."""
    game = Hex(
        size=dice.randrange(2, 9),
        swap=dice.choice(["colours", "mirror", "none"]),
        first=dice.choice(["red", "blue"]),
        no_centre=dice.random() < 0.2,
    )
    start = random_start(dice, game) if dice.random() < 0.2 else None
    match = Match(game, start=start)
    if dice.random() < 0.3:
        match.comment = random_comment(dice)
    for _ in range(dice.randrange(game.size**2 + 1)):
        moves = game.moves(match.position)
        if not moves:
            break
        swap = (len(game.tiling),)
        move = swap if swap in moves and dice.random() < 0.5 else dice.choice(moves)
        match.play(move, spent=dice.choice([None, 0.0, 1.25, 17.003]))
        if dice.random() < 0.1:
            match.say(random_comment(dice))
    if match.outcome is None and dice.random() < 0.4:
        match.resign(dice.randrange(2))
    elif match.outcome is None and dice.random() < 0.2:
        match.agree_to_draw(0)
        match.agree_to_draw(1)
    seats = dice.choice([(), ("Ann", "Bob [2]"), ("É;]", "\\")])
    headers = dice.choice([{}, {"event": "Club: evening", "date": "2026-01-31"}, {"source": "x\\]"}])
    return Record(match, seats, headers)


def random_start(dice: random.Random, game: Hex) -> HexPosition:
    while True:
        stones = bytes(dice.choice([0, 0, 0, 1, 2]) for _ in game.tiling.names)
        swapped = game.swap == "colours" and dice.random() < 0.3
        position = HexPosition(stones, dice.randrange(2), swapped)
        alone = [code for code in stones if code] == [game.colour(position, position.turn) + 1]
        # A stone of one's own alone is no opening that one could answer with a swap.
        if any(stones) and not alone and game.outcome(position) is None:
            return position


def random_comment(dice: random.Random) -> str:
    return "".join(dice.choices(SIGNS.replace("\n", ""), k=8)).strip() or "ok"
