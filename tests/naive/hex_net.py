"""The Hex network computed as it is described, number by number: slow, and sharing nothing with the C++."""

import math
import struct

PLANES = 12
TAPS = ((0, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


class Reader:
    """Takes weights from a row of them, in tables [input][output]."""

    def __init__(self, numbers: bytes) -> None:
        self.left = list(struct.unpack(f"<{len(numbers) // 4}f", numbers))[::-1]

    def table(self, rows: int, columns: int) -> list[list[float]]:
        return [[self.left.pop() for _ in range(columns)] for _ in range(rows)]

    def row(self, columns: int) -> list[float]:
        return self.table(1, columns)[0]

    def layer(self, inputs: int, outputs: int) -> tuple[list[list[list[float]]], list[float]]:
        return [self.table(inputs, outputs) for _ in TAPS], self.row(outputs)


def times(row: list[float], table: list[list[float]]) -> list[float]:
    return [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*table, strict=True)]


def convolve(board: dict, layer: tuple, extra: list[float] | None = None, beside: dict | None = None) -> dict:
    """Board: a list of numbers for each (row, column)."""
    taps, bias = layer
    found = {}
    for row, column in board:
        sums = list(bias)
        for (down, right), table in zip(TAPS, taps, strict=True):
            near = board.get((row + down, column + right))
            if near is not None:
                sums = [a + b for a, b in zip(sums, times(near, table), strict=True)]
        for more in (extra, beside and beside[row, column]):
            if more is not None:
                sums = [a + b for a, b in zip(sums, more, strict=True)]
        found[row, column] = [max(0.0, number) for number in sums]
    return found


def pooled(board: dict) -> list[float]:
    columns = list(zip(*board.values(), strict=True))
    return [sum(column) / len(column) for column in columns] + [max(column) for column in columns]


def evaluate(weights, size: int, planes: list[float]) -> tuple[list[float], float]:
    """The logits of the cells and of the mover's chance; `planes`: 12 numbers for each cell."""
    channels, hidden = weights.channels, weights.hidden
    reader = Reader(weights.numbers)
    cells = [(row, column) for row in range(size) for column in range(size)]
    shown = {cell: planes[PLANES * i : PLANES * (i + 1)] for i, cell in enumerate(cells)}
    board = convolve(shown, reader.layer(PLANES, channels))
    for number in range(weights.blocks):
        first = reader.layer(channels, channels)
        extra = times(pooled(board), reader.table(2 * channels, channels)) if number % 2 else None
        between = convolve(board, first, extra)
        board = convolve(between, reader.layer(channels, channels), None, board)
    policy = convolve(board, reader.layer(channels, channels))
    shares = reader.row(channels)
    logits = [sum(a * b for a, b in zip(policy[cell], shares, strict=True)) for cell in cells]
    table, bias = reader.table(channels, hidden), reader.row(hidden)
    value = {
        cell: [max(0.0, a + b) for a, b in zip(times(row, table), bias, strict=True)]
        for cell, row in board.items()
    }
    table, bias = reader.table(2 * hidden, hidden), reader.row(hidden)
    last = [max(0.0, a + b) for a, b in zip(times(pooled(value), table), bias, strict=True)]
    chance = sum(a * b for a, b in zip(last, reader.row(hidden), strict=True)) + reader.left.pop()
    assert not reader.left and math.isfinite(chance)
    return logits, chance
