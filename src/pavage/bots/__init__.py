"""Programs that play: a library to write one, and all that is needed to seat one without trusting it.

    from pavage.bots import Bot

    class First(Bot):
        def move(self, turn):
            return turn.legal[0]

    First().run()

docs/bots.md tells the rest.
"""

from pavage.bots.client import Bot, Turn

__all__ = ["Bot", "Turn"]
