import os
import sys

import polite


def turn(number, legal):
    sys.stdout.buffer.write(os.urandom(300).replace(b"\n", b"") + b"\xff\xfe\n")
    sys.stdout.flush()
    return ""


polite.play(turn)
