"""A child of a child in a session of its own, with another name and other surroundings, and no parent."""

import os
import sys

import polite


def turn(number, legal):
    gone, here = os.pipe()  # nobody has `here` any more once the child of the child is another program
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            nothing = os.open(os.devnull, os.O_RDWR)
            for each in (0, 1, 2):
                os.dup2(nothing, each)
            # Under another name Python has to be told where its library is.
            home = {"PYTHONHOME": sys.base_prefix}
            os.execve(sys.executable, ["escaped", "-c", "import time; time.sleep(1000)"], home)
        os._exit(0)
    os.wait()
    os.close(here)
    os.read(gone, 1)
    return f"={number} nonsense"


polite.play(turn)
