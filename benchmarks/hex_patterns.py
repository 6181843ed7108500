"""Learns the weights of the Hex player's patterns from its own games, and writes them where it reads them.

    python3 benchmarks/hex_patterns.py play GAMES FILE [SEED]   play against itself, append the games to FILE
    python3 benchmarks/hex_patterns.py learn FILE [EPOCHS]      learn from FILE, write the weights
    python3 benchmarks/hex_patterns.py show                     the heaviest and the lightest patterns

A game begins with a few random stones on a board of 7×7 to 13×13. What the search looked at, move by move, is
what the patterns have to foretell: the weights are those of a softmax over the empty cells, by gradient
descent on the cross-entropy with the share of visits (a Bradley-Terry model with partial winners). The wide
pattern is only kept where it was seen often; elsewhere the near one speaks alone.
"""

from __future__ import annotations

import json
import math
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from pavage.players.fast import native
from pavage.players.fast.hex_search import WEIGHTS, new_search

SIZES = (7, 8, 9, 9, 10, 11, 11, 11, 13)
SIMULATIONS = 2000
SEEN_OFTEN = 24
"""A wide pattern counts if it was seen at so many cells."""
PARTS = ("near", "wide", "place", "reply", "saves")
HELD_BACK = 20
"""Every so many-th position is not learned from, but foretold."""


def play(games: int, file: Path, seed: int) -> None:
    """Each line: size, stones before each searched move, and the visits."""
    dice = random.Random(seed)
    core = native()
    assert core is not None
    begun = time.monotonic()
    with file.open("a", encoding="ascii") as out:
        for number in range(games):
            size = dice.choice(SIZES)
            board, turn, last = bytearray(size * size), 1, -1
            for cell in dice.sample(range(size * size), dice.choice((1, 1, 2, 3))):
                board[cell], turn, last = turn, 3 - turn, cell
            search = new_search(size, ("patterns",))
            while not core.hex_winner(size, bytes(board)):
                allowed = bytes(not piece for piece in board)
                cell, _, visits, _, _, _, proof, _ = search.search(
                    bytes(board), turn, allowed, SIMULATIONS, 0.0, dice.getrandbits(63), None, True
                )
                if proof < 0:
                    break  # who has lost plays anything
                if proof > 0:
                    shares = {cell: 1.0}
                else:
                    total = sum(visits)
                    shares = {at: count / total for at, count in enumerate(visits) if 50 * count > total}
                line = {"size": size, "board": bytes(board).hex(), "turn": turn, "last": last}
                line["shares"] = {str(at): round(share, 3) for at, share in shares.items()}
                print(json.dumps(line), file=out)
                if dice.random() < 0.05:  # now and then something else, so that more is seen
                    cell = dice.choice([at for at, piece in enumerate(board) if not piece])
                board[cell], turn, last = turn, 3 - turn, cell
            print(
                f"\r{number + 1} games, {time.monotonic() - begun:.0f} s", end="", file=sys.stderr, flush=True
            )
    print(file=sys.stderr)


Position = tuple[list[tuple[Any, ...]], list[float]]
"""The codes of each empty cell, and its share of the visits."""


def read(file: Path) -> list[Position]:
    core = native()
    assert core is not None
    positions = []
    for text in file.read_text(encoding="ascii").splitlines():
        line = json.loads(text)
        seen = core.hex_features(line["size"], bytes.fromhex(line["board"]), line["turn"], line["last"])
        shares = {int(cell): share for cell, share in line["shares"].items()}
        target = [shares.get(cell, 0.0) for cell, *_ in seen]
        total = sum(target)
        if total > 0:
            positions.append(([codes for _, *codes in seen], [share / total for share in target]))
    return positions


def learn(file: Path, epochs: int) -> None:
    positions = read(file)
    dice = random.Random(1)
    dice.shuffle(positions)
    often = Counter(codes[1] for cells, _ in positions for codes in cells)
    kept = {code for code, count in often.items() if count >= SEEN_OFTEN}
    # One number for each pattern: the codes of the parts side by side.
    numbers: dict[tuple[int, int], int] = {}
    rows: list[tuple[list[list[int]], list[float]]] = []
    for cells, target in positions:
        row = []
        for codes in cells:
            own = [
                numbers.setdefault((part, int(code)), len(numbers))
                for part, code in enumerate(codes)
                if (part != 1 or code in kept) and (part != 4 or code)
            ]
            row.append(own)
        rows.append((row, target))
    tested = rows[: len(rows) // HELD_BACK]
    trained = rows[len(rows) // HELD_BACK :]
    weights = [0.0] * len(numbers)
    squares = [1e-8] * len(numbers)
    print(f"{len(trained)} positions, {len(numbers)} patterns, {len(tested)} positions held back")
    for epoch in range(epochs):
        dice.shuffle(trained)
        rate = 0.15 / (1 + epoch)
        for row, target in trained:
            for own, slope in zip(row, _slopes(row, target, weights), strict=True):
                if -1e-4 < slope < 1e-4:
                    continue
                for number in own:
                    squares[number] += slope * slope
                    weights[number] += rate * slope / math.sqrt(squares[number])
        loss, first = _tested(tested, weights)
        print(f"after {epoch + 1}: cross-entropy {loss:.3f}, best move foretold {first:.1%}", flush=True)
    _write(numbers, weights)


def _slopes(row: list[list[int]], target: list[float], weights: list[float]) -> list[float]:
    return [share - chance for share, chance in zip(target, _chances(row, weights), strict=True)]


def _chances(row: list[list[int]], weights: list[float]) -> list[float]:
    sums = [sum([weights[number] for number in own]) for own in row]
    most = max(sums)
    powers = [math.exp(one - most) for one in sums]
    total = sum(powers)
    return [power / total for power in powers]


def _tested(rows: list[tuple[list[list[int]], list[float]]], weights: list[float]) -> tuple[float, float]:
    loss = first = 0.0
    for row, target in rows:
        chances = _chances(row, weights)
        loss -= sum(share * math.log(chance) for share, chance in zip(target, chances, strict=True) if share)
        first += chances.index(max(chances)) == target.index(max(target))
    return loss / len(rows), first / len(rows)


def _write(numbers: dict[tuple[int, int], int], weights: list[float]) -> None:
    table: dict[str, dict[str, float]] = {part: {} for part in PARTS}
    for (part, code), number in sorted(numbers.items()):
        if abs(weights[number]) >= 0.005:
            table[PARTS[part]][str(code)] = round(weights[number], 2)
    lines = [f'"{part}": {json.dumps(table[part], separators=(",", ":"))}' for part in PARTS]
    WEIGHTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")
    print(f"{sum(map(len, table.values()))} weights in {WEIGHTS.name}")


def show() -> None:
    table = json.loads(WEIGHTS.read_text(encoding="ascii"))
    for part in PARTS:
        ranked = sorted(table[part].items(), key=lambda item: -item[1])
        print(part, ranked[:8], "…", ranked[-4:])


def main() -> None:
    match sys.argv[1:]:
        case ["play", games, file, *seed]:
            play(int(games), Path(file), int(seed[0]) if seed else 1)
        case ["learn", file, *epochs]:
            learn(Path(file), int(epochs[0]) if epochs else 5)
        case ["show"]:
            show()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
