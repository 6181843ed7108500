import os
import time

import polite


def turn(number, legal):
    os.close(0)
    os.close(1)
    os.close(2)
    time.sleep(1000)


polite.play(turn)
