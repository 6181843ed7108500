"""A crowd of children, some of which leave the session, as a demon would."""

import os
import time

import polite


def turn(number, legal):
    for each in range(40):
        if os.fork() == 0:
            if each % 2:
                os.setsid()
                if os.fork():
                    os._exit(0)
            time.sleep(1000)
            os._exit(0)
    time.sleep(1000)


polite.play(turn)
