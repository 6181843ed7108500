"""Inputs changed at random: cut, doubled, spliced, with odd numbers and with pieces that mean something."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

NUMBER = re.compile(rb"\d+")
NUMBERS = [
    b"9" * 5000,
    *(
        b"0 1 2 3 7 13 26 27 63 64 65 100 255 256 999 1000 2001 65536 1000000 1048575 1048576 2147483648 "
        b"9223372036854775807 9223372036854775808 18446744073709551616 1e5 1e308 1e999 NaN Infinity 0.5 "
        b"00 1_0 "
        b"-1 -0 +1 00000000000000000000000001"
    ).split(b" "),
]
ODD = [
    piece.encode()
    for piece in (
        *"\0\t\n\r\x1b\x1c\x1e\x7f\x85\xa0",
        *"²³½٣०Ⅷ①İıßſΣςŉ\u0301\u200b\u2028\u2029\u202e\ufeff\ufffd𝟛😀",
        *"{}[]()<>:;,.-_+*/\\|\"'`%#@!?=&^~$ ",
        *(
            "{}",
            "{0}",
            "{value}",
            "{line!r}",
            "%s",
            "\\u001e",
            "\\ud800",
            "null",
            "true",
            "[[[[",
            "((((",
            "{{{{",
        ),
    )
] + [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"]


def changed(dice: random.Random, data: bytes, others: Sequence[bytes], pieces: Sequence[bytes]) -> bytes:
    """The input, changed in one to six ways; often only after its first line, which says what it is."""
    head, line, rest = data.partition(b"\n")
    if line and dice.random() < 0.6:
        return head + line + changed(dice, rest, others, pieces)
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 4, 6))):
        data = _once(dice, data, others, pieces)
    return data


def _once(dice: random.Random, data: bytes, others: Sequence[bytes], pieces: Sequence[bytes]) -> bytes:
    at = dice.randrange(len(data) + 1)
    upto = min(len(data), at + dice.choice((1, 1, 2, 5, 20, 100)))
    piece = dice.choice(ODD if dice.random() < 0.2 or not pieces else pieces)
    match dice.randrange(12):
        case 0:
            return data[:at] + data[upto:]
        case 1 | 2:
            return data[:at] + piece + data[at:]
        case 3:
            return data[:at] + piece + data[upto:]
        case 4:
            return data[:at] + data[at:upto] * dice.choice((2, 2, 3, 50)) + data[upto:]
        case 5:
            other = dice.choice(others)
            return data[:at] + other[dice.randrange(len(other) + 1) :]
        case 6:
            return data[:at] + piece * dice.choice((2, 10, 300)) + data[at:]
        case 7:
            return _another_number(dice, data)
        case 8 | 10:
            return _parts_moved(dice, data)
        case 9:
            other = dice.choice(others)
            start = dice.randrange(len(other) + 1)
            return data[:at] + other[start : start + dice.choice((2, 8, 40))] + data[upto:]
        case _:
            return (
                data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :]
                if data[at:]
                else data
            )


def _another_number(dice: random.Random, data: bytes) -> bytes:
    found = list(NUMBER.finditer(data))
    if not found:
        return data
    number = dice.choice(found)
    near = b"%d" % max(0, int(number[0][:9]) + dice.choice((-1, 1)))
    return data[: number.start()] + dice.choice([*NUMBERS, *[near] * 12]) + data[number.end() :]


def _parts_moved(dice: random.Random, data: bytes) -> bytes:
    """A line or a word left out, written twice, or put elsewhere."""
    between = dice.choice((b"\n", b" ", b" ", b","))
    parts = data.split(between)
    part = parts.pop(dice.randrange(len(parts)))
    for _ in range(dice.randrange(3)):
        parts.insert(dice.randrange(len(parts) + 1), part)
    return between.join(parts)
