"""A few signs so large that they can be read from across a room."""

from __future__ import annotations

from pavage.terminal.session.typed_words import fold

HEIGHT = 5
BROKEN = 29
"""Columns for five signs; where there are fewer, a word in pieces would be no word."""
_FONT = """
a .###. #...# ##### #...# #...#
b ####. #...# ####. #...# ####.
c .#### #.... #.... #.... .####
d ####. #...# #...# #...# ####.
e ##### #.... ####. #.... #####
f ##### #.... ####. #.... #....
g .#### #.... #..## #...# .####
h #...# #...# ##### #...# #...#
i .###. ..#.. ..#.. ..#.. .###.
j ..### ...#. ...#. #..#. .##..
k #...# #..#. ###.. #..#. #...#
l #.... #.... #.... #.... #####
m #...# ##.## #.#.# #...# #...#
n #...# ##..# #.#.# #..## #...#
o .###. #...# #...# #...# .###.
p ####. #...# ####. #.... #....
q .###. #...# #.#.# #..#. .##.#
r ####. #...# ####. #..#. #...#
s .#### #.... .###. ....# ####.
t ##### ..#.. ..#.. ..#.. ..#..
u #...# #...# #...# #...# .###.
v #...# #...# #...# .#.#. ..#..
w #...# #...# #.#.# ##.## #...#
x #...# .#.#. ..#.. .#.#. #...#
y #...# .#.#. ..#.. ..#.. ..#..
z ##### ...#. ..#.. .#... #####
0 .###. #..## #.#.# ##..# .###.
1 ..#.. .##.. ..#.. ..#.. .###.
2 ####. ....# .###. #.... #####
3 ####. ....# .###. ....# ####.
4 #..#. #..#. ##### ...#. ...#.
5 ##### #.... ####. ....# ####.
6 .###. #.... ####. #...# .###.
7 ##### ....# ...#. ..#.. ..#..
8 .###. #...# .###. #...# .###.
9 .###. #...# .#### ....# .###.
- ..... ..... .###. ..... .....
+ ..... ..#.. .###. ..#.. .....
"""
_SIGNS = {line[0]: line[2:].split() for line in _FONT.split("\n") if line} | {" ": ["..."] * HEIGHT}


def large(text: str, width: int, unicode: bool = True) -> list[str]:
    """The text in lines of this width at most, broken if need be; as it is, where it has other signs."""
    signs = [_SIGNS.get(sign) for sign in fold(text)]
    known = [sign for sign in signs if sign is not None]
    if len(known) < len(signs) or width < BROKEN:
        return [text]
    wide = 2 if _columns(known, 2) <= width else 1
    rows: list[list[list[str]]] = [[]]
    for sign in known:
        if _columns([*rows[-1], sign], wide) > width:
            rows.append([])
        rows[-1].append(sign)
    filled = ("█" if unicode else "#") * wide
    shown: list[str] = []
    for signs_of in rows:
        shown += [""] if shown else []
        shown += [
            (" " * wide).join(sign[row].replace("#", filled).replace(".", " " * wide) for sign in signs_of)
            for row in range(HEIGHT)
        ]
    return shown


def _columns(signs: list[list[str]], wide: int) -> int:
    return sum(wide * (len(sign[0]) + 1) for sign in signs) - wide
