import os
import signal
import time

import polite


def turn(number, legal):
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)


polite.play(turn)
