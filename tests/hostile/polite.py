"""What every program here can do: say hello, take a game, play at random. Each then does one thing wrong."""

import random
import sys


def questions():
    """Number, command and legal moves of every question."""
    legal = []
    for line in sys.stdin:
        number, _, rest = line.partition(" ")
        if not number.isdigit():
            if line.startswith("legal "):
                legal = line.split()[1:]
            elif line.startswith("quit"):
                return
            continue
        yield number, rest.split()[0], legal


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def play(turn=None):
    """Answer all questions; `turn(number, legal)` answers the turns, if given."""
    for number, command, legal in questions():
        if command == "hello":
            say(f"={number} polite legal")
        elif command == "turn":
            say(turn(number, legal) if turn else f"={number} {random.choice(legal)}")
        else:
            say(f"={number}")
