import signal
import time

import polite

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
polite.play()
while True:
    time.sleep(1000)
