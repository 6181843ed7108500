"""A run guided by atheris: inputs that reach new places of the code are kept and changed further.

    python3 -m fuzzing.guided NAME FOUND INPUTS SEED

`fuzz.py` starts it in a process of its own, since libFuzzer ends the process that it runs in. What is found
lies in the folder FOUND afterwards: `corpus/`, and `tally.jsonl`, a line for each failure and one for each
thousand inputs.
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
from collections import Counter
from pathlib import Path

import atheris

from . import marks
from .change import changed
from .corpus import kept
from .parser import judge
from .parsers import PARSERS

EVERY = 1000
"""Inputs between two lines of the tally."""
SLOWED = 50.0
"""Milliseconds; what takes longer, and longer than all before, is told and measured again, unwatched."""


def main(name: str, found: Path, inputs: int, seed: int) -> None:
    parser = PARSERS[name]
    sources = [*parser.seeds, *kept(name)]
    for data in sources:
        judge(parser, data)  # imports whatever it needs
    marks.watch()
    gc.collect()
    gc.freeze()
    corpus = found / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(dict.fromkeys(sources)):
        (corpus / f"seed-{number:04}").write_bytes(data)
    tally = (found / "tally.jsonl").open("a", encoding="ascii")
    keys: Counter[str] = Counter()
    known: Counter[str] = Counter()
    count, lines, slowest = 0, 0, SLOWED
    dice = random.Random()

    def tell(**about: object) -> None:
        tally.write(json.dumps(about) + "\n")
        tally.flush()

    def one(data: bytes) -> None:
        nonlocal count, lines, slowest
        marks.forget()
        judged = judge(parser, data[: parser.longest])
        marks.tell()
        count += 1
        lines += judged.lines
        keys[judged.key] += 1
        if judged.failure:
            known[judged.failure] += 1
            if known[judged.failure] <= 3:
                tell(failure=judged.failure, milliseconds=judged.milliseconds, data=data.hex())
        elif judged.milliseconds > slowest:
            slowest = judged.milliseconds
            tell(failure="slow", milliseconds=slowest, data=data.hex())
        if count % EVERY == 0 or count >= inputs:
            tell(inputs=EVERY if count % EVERY == 0 else count % EVERY, lines=lines, keys=dict(keys))
            keys.clear()
            lines = 0
        if count >= inputs:
            os._exit(0)  # libFuzzer counts in its own way

    def another(data: bytes, most: int, lot: int) -> bytes:
        dice.seed(lot)
        if dice.random() < 0.3:
            return bytes(atheris.Mutate(data, most))
        return changed(dice, data, sources, parser.pieces)[:most]

    arguments = ["guided", f"-seed={seed}", f"-max_len={parser.longest}", "-len_control=0", "-timeout=60"]
    arguments += ["-rss_limit_mb=4096", "-verbosity=0", "-print_final_stats=0"]
    arguments += [f"-artifact_prefix={found}/", str(corpus)]
    atheris.Setup(arguments, one, custom_mutator=another)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
