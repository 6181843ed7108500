import time

import polite


def turn(number, legal):
    eaten = []
    while True:
        eaten.append(bytearray(b"x") * (8 << 20))
        time.sleep(0.001)


polite.play(turn)
