"""A bot for every game that plays at random: all that is needed."""

import random

from pavage.bots import Bot


class RandomBot(Bot):
    name = "random"

    def move(self, turn):
        return random.choice(turn.legal)


if __name__ == "__main__":
    RandomBot().run()
