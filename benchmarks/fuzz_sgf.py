"""Damaged SGF files and HexWorld links: each is read or refused with a place, quickly; what is read survives.

    python3 benchmarks/fuzz_sgf.py [--inputs 1000000] [--workers 2] [--seed 1] [--slow 200]

Takes the files of tests/data/sgf, some links and some long games, changes them at random (cuts, doubles,
inserts what means something, splices two files, turns bits over) and reads them as `pavage convert` does. It
fails, and prints the input, on anything but a game or a BadText; on a game that reads otherwise once it is
written; on an input that takes more than --slow milliseconds of processor time for all of that, or hangs.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from pavage.formats.hex_sgf import read_hex_sgf
from pavage.formats.hex_tree import hex_tree
from pavage.formats.hexworld import read_hexworld, write_hexworld
from pavage.formats.places import BadText
from pavage.formats.record import Record, read_record, write_record
from pavage.formats.sgf import Node, decode_sgf, write_sgf
from pavage.games.hex import Hex
from pavage.match import Match
from pavage.words import words
from pavage.words.errors import explain

DATA = Path(__file__).parent.parent / "tests" / "data" / "sgf"
LINKS = (
    b"https://hexworld.org/board/#11r9c1,b4:sh4g8",
    b"#11c1,h4e7f9,b9c3:rw",
    b"#5c1,b2:Sa3c1:pd4:fb",
    b"#7,",
)
PIECES = (
    rb"( ) ; [ ] \ : , # 0 9 a z 26 (; (;) ;; B[a1] W[b2] W[aa] ;B[swap] ;W[swap-sides] ;W[swap-pieces] ;W[] "
    rb"AB[c3] AW[d4][e5] AE[a1] PL[W] RE[B+] SZ[5] SZ[26] SZ[3:3] GM[11] CA[big5] TM[60] BL[5] "
    rb";B[resign] SPENT[1.5] C[x] :s :p :rb :S RU[no-swap,swapped] AP[HexGui:0.9] SO[littlegolem]"
).split(b" ")
PIECES += [b"\n", b"\r", b"\t", b" ", b"\xe9", b"\xc3\xa9", b"\x00"]
LONGEST = 20_000
HANGS_AFTER = 10


class Hang(Exception):
    pass


@dataclass
class Tally:
    inputs: int = 0
    read: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    slowest_input: bytes = b""
    failures: list[tuple[str, bytes]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.inputs += other.inputs
        self.read += other.read
        self.refused += other.refused
        if other.slowest > self.slowest:
            self.slowest, self.slowest_input = other.slowest, other.slowest_input
        self.failures += other.failures


def corpus() -> list[bytes]:
    """Good files count more often: what breaks them is found where more of them is read."""
    good, bad = (
        [path.read_bytes() for path in sorted((DATA / kind).glob("*sgf"))] for kind in ("good", "bad")
    )
    return good * 6 + bad + list(LINKS) * 3 + [long_game(size) for size in (5, 9, 13)]


def long_game(size: int) -> bytes:
    """A game at random to its end, with a variation here and there."""
    dice, match = random.Random(size), Match(Hex(size=size))
    while moves := match.game.moves(match.position):
        match.play(dice.choice(moves), spent=1.5)
    root = hex_tree(Record(match))
    for node in list(root.line())[::7]:
        node.children += [Node(dict(child.properties)) for child in node.children]
    return write_sgf([root]).encode()


def changed(dice: random.Random, sources: list[bytes]) -> bytes:
    """One of the files, changed in one to six ways."""
    data = dice.choice(sources)
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 4, 6))):
        at = dice.randrange(len(data) + 1)
        upto = min(len(data), at + dice.choice((1, 1, 2, 5, 20, 100)))
        match dice.randrange(8):
            case 0:
                data = data[:at] + data[upto:]
            case 1 | 2:
                data = data[:at] + dice.choice(PIECES) + data[at:]
            case 3:
                data = data[:at] + dice.choice(PIECES) + data[upto:]
            case 4:
                data = data[:at] + data[at:upto] * dice.choice((2, 2, 3, 50)) + data[upto:]
            case 5:
                other = dice.choice(sources)
                data = data[:at] + other[dice.randrange(len(other) + 1) :]
            case 6:
                data = data[:at] + dice.choice(PIECES) * dice.choice((2, 10, 300)) + data[at:]
            case _ if data[at:]:
                data = data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :]
    return data[:LONGEST]


def attempt(data: bytes) -> str | None:
    """Read it as SGF or as a link; the key of the refusal, None if it was read."""
    try:
        text = decode_sgf(data)
        if "(" in text or "#" not in text:
            read = read_hex_sgf(text)
            record = read.record
            again = read_hex_sgf(write_sgf([read.tree])).record
            assert write_record(again) == write_record(record), "the tree reads otherwise"
        else:
            record, _ = read_hexworld(text)
    except BadText as error:
        sentence = explain(words("fr"), error)
        assert "{" not in error.key and error.line >= 1 and error.column >= 1 and sentence
        return error.key
    written = write_record(record)
    assert write_record(read_record(written)) == written, "the record reads otherwise"
    link = write_hexworld(record)
    if not record.match.set_up:
        assert write_hexworld(read_hexworld(link)[0]) == link, "the link reads otherwise"
    return None


def fuzz(seed: int, inputs: int, slow: float) -> Tally:
    dice, sources, tally = random.Random(seed), corpus(), Tally()

    def hang(*_: object) -> None:
        raise Hang

    signal.signal(signal.SIGALRM, hang)
    for _ in range(inputs):
        data = changed(dice, sources)
        before = time.process_time()
        signal.setitimer(signal.ITIMER_REAL, HANGS_AFTER)
        try:
            key = attempt(data)
        except Exception as error:
            tally.failures.append((f"{type(error).__name__}: {error}", data))
        else:
            tally.read += key is None
            tally.refused[key or "read"] += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        took = (time.process_time() - before) * 1000
        if took > tally.slowest:
            tally.slowest, tally.slowest_input = took, data
        if took > slow:
            tally.failures.append((f"{took:.0f} ms", data))
        tally.inputs += 1
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=float, default=200.0)
    given = parser.parse_args()
    batch = max(1, min(5_000, given.inputs // given.workers))
    batches = [batch] * (given.inputs // batch) + ([given.inputs % batch] if given.inputs % batch else [])
    total, begun = Tally(), time.monotonic()
    with ProcessPoolExecutor(given.workers) as workers:
        seeds = [given.seed * 1_000_003 + number for number in range(len(batches))]
        for tally in workers.map(fuzz, seeds, batches, [given.slow] * len(batches)):
            total.add(tally)
            if sys.stderr.isatty():
                print(f"\r{total.inputs} inputs", end="", file=sys.stderr, flush=True)
    seconds = time.monotonic() - begun
    for reason, data in total.failures[:10]:
        print(f"FAILED {reason}\n  {data[:600]!r}")
    for key, count in total.refused.most_common():
        print(f"{count:>9} {key}")
    print(
        f"{total.inputs} inputs, {total.read} read, {len(total.failures)} failed, "
        f"slowest {total.slowest:.1f} ms ({len(total.slowest_input)} bytes), {seconds:.0f} s"
    )
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
