"""A few signs so large that they can be read from across a room."""

from __future__ import annotations

from pavage.cli.commands import fold

HEIGHT = 5
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
    """The text in lines of this width at most; as it is, where it does not fit or has other signs."""
    signs = [_SIGNS.get(sign) for sign in fold(text)]
    known = [sign for sign in signs if sign is not None]
    for wide in (2, 1):
        columns = sum(wide * (len(sign[0]) + 1) for sign in known) - wide
        if len(known) == len(signs) and columns <= width:
            ink = ("█" if unicode else "#") * wide
            return [
                (" " * wide).join(sign[row].replace("#", ink).replace(".", " " * wide) for sign in known)
                for row in range(HEIGHT)
            ]
    return [text]
