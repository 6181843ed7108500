import os

import polite

polite.play(lambda number, legal: os.abort())
