"""Braille: six dots for a letter, two columns and three rows of a grid; alphabets of French and English."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pavage.games.nombres.grid import Grid

WIDE, HIGH = 2, 3
"""Of one Braille sign. Dots 1, 2, 3 go down the left column, 4, 5, 6 down the right."""
UNREADABLE = "?"

_LETTERS = (
    "a1 b12 c14 d145 e15 f124 g1245 h125 i24 j245 k13 l123 m134 n1345 o135 p1234 q12345 r1235 s234 t2345 "
    "u136 v1236 w2456 x1346 y13456 z1356 '3 -36"
)
_FRENCH = (
    "é123456 à12356 è2346 ù23456 ç12346 â16 ê126 î146 ô1456 û156 ë1246 ï12456 ü1256 œ246"  # as in the rules
)


def _table(text: str) -> dict[str, frozenset[int]]:
    return {word[0]: frozenset(map(int, word[1:])) for word in text.split()} | {" ": frozenset()}


SIGNS = {"en": _table(_LETTERS), "fr": _table(f"{_LETTERS} {_FRENCH}")}
"""The dots of each letter in a language. English has its own contractions where French has accents."""
_LETTER_OF = {language: {dots: sign for sign, dots in table.items()} for language, table in SIGNS.items()}

WORDS = (
    *(
        "arc",
        "axe",
        "cap",
        "lac",
        "nez",
        "zoo",
        "aura",
        "cube",
        "lion",
        "pion",
        "solo",
        "zone",
        "angle",
        "cacao",
    ),
    *("image", "lapis", "panda", "piano", "point", "radio", "robot", "table", "train", "animal", "ballet"),
    *("bonsai", "canyon", "carton", "citron", "cousin", "danger", "dragon", "figure", "helium", "jungle"),
    *("marine", "minute", "nation", "orange", "pigeon", "polygo", "radium", "safari", "second", "temple"),
    *("tunnel", "violet", "volume", "zigzag", "alphabet", "diagonal", "question", "solution", "triangle"),
)
"""For puzzles that are made by themselves: words that a French and an English reader both know."""


class NoSign(ValueError):
    """A letter that has no Braille sign in the language."""

    def __init__(self, sign: str) -> None:
        super().__init__(f"no Braille sign for {sign!r}")
        self.sign = sign


def fits(grid: Grid) -> bool:
    """Whether a board divides into Braille signs."""
    return not grid.hexagonal and grid.rows % HIGH == 0 and grid.cols % WIDE == 0


def room(grid: Grid) -> tuple[int, int]:
    """The rows of signs on a board, and the signs in each."""
    return grid.rows // HIGH, grid.cols // WIDE


def dots_of(text: str, language: str = "fr") -> list[frozenset[int]]:
    """The dots of every letter of a text, capitals as small letters."""
    signs = []
    for letter in text.lower().replace("’", "'"):
        if letter not in SIGNS[language]:
            raise NoSign(letter)
        signs.append(SIGNS[language][letter])
    return signs


def encode(grid: Grid, text: str, language: str = "fr") -> int:
    """The full cells of a grid that shows a text, blanks after it; too long a text is refused."""
    lines, across = room(grid)
    signs = dots_of(text, language)
    if len(signs) > lines * across:
        raise ValueError("the text is longer than the board")
    full = 0
    for place, dots in enumerate(signs):
        line, column = divmod(place, across)
        for dot in dots:
            right, down = divmod(dot - 1, HIGH)
            full |= 1 << grid.cell_at[line * HIGH + down, column * WIDE + right]
    return full


def signs_on(grid: Grid, full: int) -> list[frozenset[int]]:
    """The dots of every sign on a grid, in reading order."""
    lines, across = room(grid)
    found = []
    for line in range(lines):
        for column in range(across):
            cells = [
                grid.cell_at[line * HIGH + down, column * WIDE + right]
                for right in range(WIDE)
                for down in range(HIGH)
            ]
            found.append(frozenset(dot for dot, cell in enumerate(cells, 1) if full >> cell & 1))
    return found


def decode(grid: Grid, full: int, language: str = "fr") -> str:
    """What a grid says, without the blanks at its end; ? for signs that are no letter of the language."""
    letters = _LETTER_OF[language]
    return "".join(letters.get(dots, UNREADABLE) for dots in signs_on(grid, full)).rstrip()


def printed(signs: Sequence[frozenset[int]]) -> str:
    """The signs as characters: ⠏⠕⠇⠽⠛⠕."""
    return "".join(chr(0x2800 + sum(1 << dot - 1 for dot in dots)) for dots in signs)


def some_text(grid: Grid, dice: random.Random) -> str:
    """Words that fill a board as far as they fit, a blank between two."""
    lines, across = room(grid)
    left = lines * across
    longest = max((len(word) for word in WORDS if len(word) <= left), default=0)
    chosen: list[str] = []
    while fitting := [word for word in WORDS if len(word) <= left and word not in chosen]:
        if not chosen and left < 2 * longest:
            fitting = [word for word in fitting if len(word) == longest]
        chosen.append(dice.choice(fitting))
        left -= len(chosen[-1]) + 1
    return " ".join(chosen)
