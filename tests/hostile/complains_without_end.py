import sys

import polite


def turn(number, legal):
    while True:
        sys.stderr.write("oh no! " * 1000)


polite.play(turn)
