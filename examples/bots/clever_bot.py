"""A bot for every game that is a bit clever: it plays out each move at random and takes what won most.

Each move gets the same number of games, so its strength depends on how much time there is.
"""

import random
import time

from pavage.bots import Bot
from pavage.players.random_player import plain_playout

MOST_SECONDS = 1.0
SHARE = 30
"""It spends a thirtieth of what is left on a move."""


class CleverBot(Bot):
    name = "clever"

    def move(self, turn):
        game, dice = turn.game, random.Random()
        playout = plain_playout(game)
        moves = list(game.moves(turn.position))
        points = dict.fromkeys(moves, 0.0)
        end = time.monotonic() + min(MOST_SECONDS, turn.seconds / SHARE)
        while True:
            for move in moves:
                points[move] += playout(game.play(turn.position, move), dice)[turn.seat]
                if time.monotonic() > end:
                    return max(moves, key=points.__getitem__)


if __name__ == "__main__":
    CleverBot().run()
