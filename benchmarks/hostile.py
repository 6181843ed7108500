"""What the others feel while visitors do their worst: a beginner's reply, a page, a move among people.

    python benchmarks/hostile.py --seconds 30
    python benchmarks/hostile.py --only best_against_best,analyses

A server of its own runs on a store of its own, on loopback. First it is measured alone, then with all
visitors at once (hostile_visitors.py); each comes from an address of its own (127.0.0.2 and on, where the
system has them), or all from the stranger's with --one-address. What they do is bounded in count and in time.
They run in a process of their own, but on the same cores as the server and the stranger. It prints

    beginner    from a move against the beginner at an open page to the computer's answer
    easy        the same against easy
    page        the home page
    move        from a person's move to its being shown to the other person
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable

from hostile_visitors import GONE, PATIENCE, VISITORS, WHERE, Client, attack

CALM = 8.0
"""Seconds of the measurement without visitors."""
STARTING = 3.0
"""Seconds until the server, and then its visitors, have begun."""


# --- what the others feel


async def stranger(client: Client, level: str, felt: dict[str, list[float]]) -> None:
    """Games against a level, at the pace of a quick person."""
    dice = random.Random(level)
    while True:
        told = await client.table([{}, {"level": level}], size=5)
        async with client.sit(told["id"], told["keys"][0]) as page:
            while not page.state["over"]:
                begun = time.perf_counter()
                await page.move(dice)
                if page.state["failed"]:
                    felt["failed"].append(0.0)
                felt[level].append(time.perf_counter() - begun)
                await asyncio.sleep(0.3)


async def reader(client: Client, felt: dict[str, list[float]]) -> None:
    while True:
        begun = time.perf_counter()
        await client.ask("GET", "/")
        felt["page"].append(time.perf_counter() - begun)
        await asyncio.sleep(0.3)


async def friends(client: Client, felt: dict[str, list[float]]) -> None:
    """Two people, each at a page of their own."""
    while True:
        told = await client.table([{}, {}], size=9)
        ada, bo = (client.sit(told["id"], key) for key in told["keys"])
        async with ada as one, bo as other:
            for ply in range(40):
                mover, watcher = (one, other) if ply % 2 == 0 else (other, one)
                begun = time.perf_counter()
                await mover.send(touch=[ply * 2], seq=ply)
                await watcher.until(lambda state, ply=ply: state["seq"] > ply)  # type: ignore[misc]
                felt["move"].append(time.perf_counter() - begun)
                if watcher.state["over"]:
                    break
                await asyncio.sleep(0.2)


async def measure(port: int, seconds: float) -> dict[str, list[float]]:
    felt: dict[str, list[float]] = {name: [] for name in ("beginner", "easy", "page", "move", "failed")}
    client = Client(port)
    works = [
        stranger(client, "beginner", felt),
        stranger(client, "easy", felt),
        reader(client, felt),
        friends(client, felt),
    ]

    async def kept(work: Awaitable[None]) -> None:
        try:
            await work
        except GONE as error:
            felt["failed"].append(0.0)
            print(f"  somebody was sent away: {type(error).__name__} {error}")

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(kept(work) for work in works))
    return felt


def show(title: str, felt: dict[str, list[float]]) -> None:
    print(title)
    for name in ("beginner", "easy", "page", "move"):
        times = sorted(felt[name])
        if not times:
            print(f"  {name:10} nothing came back")
            continue
        p50, p99 = times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))]
        print(f"  {name:10} p50 {p50:6.3f} s   p99 {p99:6.3f} s   most {times[-1]:6.3f} s   of {len(times)}")
    print(f"  {len(felt['failed'])} failed", flush=True)


def failures(port: int) -> str:
    with urllib.request.urlopen(f"http://{WHERE}:{port}/metrics", timeout=PATIENCE) as answer:
        lines = answer.read().decode().splitlines()
    return next(line for line in lines if line.startswith("pavage_failures_total"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--only", default=",".join(VISITORS), help="these visitors, separated by commas")
    parser.add_argument("--one-address", action="store_true", help="all come from the stranger's address")
    parser.add_argument("--attack", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    names = given.only.split(",")
    if given.attack:
        asyncio.run(attack(given.attack, names, given.seconds, given.one_address))
        return
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/log", "w+", encoding="utf-8") as log:
        serve = [sys.executable, "-m", "pavage", "serve", "--no-browser", "--port", "0", "--lang", "en"]
        server = subprocess.Popen(
            [*serve, "--database", f"sqlite:///{folder}/pavage.db"],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        visitors = None
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split()[3].rstrip("/").rsplit(":", 1)[1])
            time.sleep(STARTING)
            show("alone", asyncio.run(measure(port, CALM)))
            again = [
                sys.executable,
                __file__,
                "--attack",
                str(port),
                "--seconds",
                str(given.seconds + STARTING),
            ]
            again += ["--only", given.only, *(["--one-address"] if given.one_address else [])]
            visitors = subprocess.Popen(again)
            time.sleep(STARTING)
            show(f"with {', '.join(names)}", asyncio.run(measure(port, given.seconds)))
            print(failures(port))
            log.seek(0)
            print(f"{sum(1 for _ in log)} lines in the log")
        finally:
            for process in (visitors, server):
                if process is not None:
                    process.terminate()
                    process.wait(30)


if __name__ == "__main__":
    main()
