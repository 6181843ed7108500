"""A hostile bot: sooner or later it plays on a cell that is taken. A tournament must survive it."""

import random

from pavage.bots import Bot


class Cheat(Bot):
    name = "cheat"

    def move(self, turn):
        if len(turn.moves) > 5:
            return turn.moves[-1]
        return random.choice(turn.legal)


if __name__ == "__main__":
    Cheat().run()
