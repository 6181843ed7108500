"""How long a first visit takes on a slow connection: python benchmarks/first_visit.py [--runs N]

Chromium with an empty cache, 400 ms until an answer begins and 50 kB in a second, a server on this machine
that was asked before. For each page: seconds until there is something to read and until it can be used,
requests, and kilobytes that came.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent / "tests")]

from browsing import AGAINST, ask, launched, path_of, serving  # noqa: E402

LATENCY = 400
BYTES_PER_SECOND = 50_000
READ = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
USABLE = {
    "home": ".filters input",
    "new": ".form .btn.main",
    "lesson": ".board .c",
    "rules": "main.prose h1",
    "table": ".prompt.mine",
}
"""What is there once the script has taken the page over."""


def measure(browser, address: str, path: str, wanted: str) -> tuple[float, float, int, float]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    conditions = {"offline": False, "latency": LATENCY}
    speed = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
    network.send("Network.emulateNetworkConditions", conditions | speed)
    came = []
    network.on("Network.loadingFinished", lambda told: came.append(told["encodedDataLength"]))
    page.goto(address + path, wait_until="commit")
    page.wait_for_function(
        "wanted => document.documentElement.dataset.taken !== undefined && document.querySelector(wanted)",
        arg=wanted,
        polling=20,
    )
    usable = page.evaluate("performance.now()")
    read = page.wait_for_function(READ).json_value()
    page.wait_for_load_state("networkidle")
    context.close()
    return read / 1000, usable / 1000, len(came), sum(came) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, launched() as browser:
        paths = {"home": "/", "new": "/new?game=hex", "lesson": "/learn/hex", "rules": "/rules/hex"}
        print(f"{'page':8}{'read s':>8}{'usable s':>10}{'requests':>10}{'kB':>7}")
        for name, wanted in USABLE.items():
            found = []
            visited = paths.get(name)
            if visited:
                browser.new_page().goto(address + visited)
            for _ in range(runs):
                chairs = {"game": "hex", "options": {}, "chairs": list(AGAINST)}
                path = paths.get(name) or path_of(ask(address, "/api/tables", chairs))
                found.append(measure(browser, address, path, wanted))
            read, usable, requests, sent = (statistics.median(each) for each in zip(*found, strict=True))
            print(f"{name:8}{read:8.2f}{usable:10.2f}{requests:10.0f}{sent:7.0f}")


if __name__ == "__main__":
    main()
