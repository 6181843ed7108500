"""A hostile bot: after a few moves it sleeps, and does not wake when it is told to leave."""

import random
import signal
import time

from pavage.bots import Bot


class Sleeper(Bot):
    name = "sleeper"

    def move(self, turn):
        while len(turn.moves) > 5:
            time.sleep(1000)
        return random.choice(turn.legal)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Sleeper().run()
