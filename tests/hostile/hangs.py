import time

import polite

polite.play(lambda number, legal: time.sleep(1000))
