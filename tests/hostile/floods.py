import sys

import polite


def turn(number, legal):
    while True:
        sys.stdout.write("# more and more\n" * 1000)


polite.play(turn)
