"""Smart Game Format: trees of nodes with properties, whatever game they tell (www.red-bean.com/sgf).

Nothing here calls itself: a file may nest as deep as it likes and is refused, not followed. What a property
means is for others to say; hex_sgf.py does for Hex.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pavage.formats.bad_text import BadText, bad_at

MOST_BYTES = 1 << 20
MOST_NODES = 20_000
MOST_VALUES = 100_000
DEEPEST = 2_000
"""Nodes from the root to the end of the longest line."""
WIDE = 78
"""Where the writer begins a new line, between properties."""


@dataclass(eq=False, repr=False, slots=True)
class Node:
    """A moment of a game: its properties in the order of the file, and the nodes that follow it."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    place: int = 0
    """Where the node stands in the text it was read from."""
    places: dict[str, int] = field(default_factory=dict)
    """Where the first value of each property stands in that text."""

    def first(self, name: str) -> str | None:
        """The first value of a property, None if there is none."""
        values = self.properties.get(name)
        return values[0] if values else None

    def simple(self, name: str) -> str:
        """The same as what the standard calls simple text: one line."""
        return " ".join((self.first(name) or "").split())

    def place_of(self, name: str) -> int:
        return self.places.get(name, self.place)

    def line(self) -> Iterator[Node]:
        """This node and the main line below it."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def every(self) -> Iterator[Node]:
        """This node and all below it, parents first, in the order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


# --- reading

_TREE = re.compile(r"\(\s*+;\s*+")
_SPACE = re.compile(r"\s*+")
_NAME = re.compile(r"([A-Za-z]++)\s*+")
_VALUE = re.compile(r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\](\]*+)\s*+", re.DOTALL)
"""A value; brackets too many, which belong to it (Little Golem writes PW[A;]] for A;]); space."""
_BLANKS = str.maketrans("\t\v\f", "   ")
_ENCODING = re.compile(rb"CA\s*\[([\w :.-]{1,40})\]")
_ENCODINGS = {
    "windows1252": "cp1252",
    "cp1252": "cp1252",
    "iso885915": "iso8859_15",
    "shiftjis": "shift_jis",
    "eucjp": "euc_jp",
    "euckr": "euc_kr",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5",
}


def decode_sgf(data: bytes) -> str:
    """The text of a file: UTF-8 if it can be, else what its CA says, else Latin-1, as the standard has it."""
    if len(data) > MOST_BYTES:
        raise BadText(1, 1, "sgf.too_long", most=MOST_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        named = _ENCODING.search(data)
        plain = re.sub(r"\W|_", "", named[1].decode("ascii")).lower() if named else ""
        return data.decode(_ENCODINGS.get(plain, "latin_1"), "replace")


def read_sgf(text: str) -> list[Node]:
    """The roots of the games in a text; what stands before, between and after them is passed over."""
    if len(text) > MOST_BYTES:
        raise BadText(1, 1, "sgf.too_long", most=MOST_BYTES)
    games: list[Node] = []
    begun = _TREE.search(text)
    if begun is None:
        raise bad_at(text, _after_space(text, 0), "sgf.no_tree")
    tally = _Tally(text)
    while begun is not None:
        root, place = _read_tree(begun, tally)
        games.append(root)
        begun = _TREE.search(text, place)
    return games


@dataclass(slots=True)
class _Tally:
    """How much of a text was read; more than anybody needs is refused."""

    text: str
    nodes: int = 0
    values: int = 0

    def node(self, place: int, depth: int = 1) -> Node:
        self.nodes += 1
        if depth > DEEPEST:
            raise bad_at(self.text, place, "sgf.too_deep", most=DEEPEST)
        if self.nodes > MOST_NODES:
            raise bad_at(self.text, place, "sgf.too_many_nodes", most=MOST_NODES)
        return Node(place=place)

    def count_values(self, more: int, place: int) -> None:
        self.values += more
        if self.values > MOST_VALUES:
            raise bad_at(self.text, place, "sgf.too_many_values", most=MOST_VALUES)


def _read_tree(begun: re.Match[str], tally: _Tally) -> tuple[Node, int]:
    """A game from its opening bracket and first semicolon on: its root, and the place of its last bracket."""
    text = tally.text
    root = node = tally.node(begun.start())
    place, depth = begun.end(), 1
    branches: list[tuple[Node, int]] = []
    """The node and depth to go back to at each closing bracket."""
    awaits_node = closed = False
    while True:
        sign = text[place : place + 1]
        if sign == ";" and not closed:
            depth, awaits_node = depth + 1, False
            following = tally.node(place, depth)
            node.children.append(following)
            node = following
        elif awaits_node:
            raise bad_at(text, place, "sgf.no_node")
        elif sign == "(":
            branches.append((node, depth))
            awaits_node, closed = True, False
        elif sign == ")":
            if not branches:
                return root, place
            node, depth = branches.pop()
            closed = True
        elif sign.isascii() and sign.isalpha() and not closed:
            place, more = _read_property(text, place, node)
            tally.count_values(more, place)
            continue
        elif not sign:
            raise bad_at(text, place, "sgf.open_tree")
        else:
            key = "sgf.after_variation" if closed else "sgf.unexpected"
            raise bad_at(text, place, key, sign=sign)
        place = _after_space(text, place + 1)


def _after_space(text: str, place: int) -> int:
    if not text[place : place + 1].isspace():
        return place
    space = _SPACE.match(text, place)
    assert space is not None
    return space.end()


def _read_property(text: str, place: int, node: Node) -> tuple[int, int]:
    """Read a property with all its values into the node; the place after it, and the number of values."""
    written = _NAME.match(text, place)
    assert written is not None
    name, place = written[1], written.end()
    if not name.isupper():  # before FF[4], small letters in names meant nothing: Black is B
        name = "".join(letter for letter in name if letter.isupper())
        if not name:
            raise bad_at(text, written.start(), "sgf.bad_name", name=written[1][:20])
    read = node.properties.setdefault(name, [])  # a name that comes twice goes on where it was
    node.places.setdefault(name, place + 1)
    before = len(read)
    while text.startswith("[", place):
        value = _VALUE.match(text, place)
        if value is None:
            raise bad_at(text, place, "sgf.open_value", name=name[:20])
        raw, extra = value.groups()
        read.append((raw if raw.isalnum() else _text(raw)) + extra)
        place = value.end()
        if len(read) > MOST_VALUES:
            raise bad_at(text, place, "sgf.too_many_values", most=MOST_VALUES)
    if len(read) == before:
        raise bad_at(text, place, "sgf.no_value", name=name[:20])
    return place, len(read) - before


def value_place(text: str, node: Node, name: str, number: int) -> int:
    """Where one of several values stands; if they stand apart, where the first does."""
    place = first = node.place_of(name)
    for _ in range(number):
        value = _VALUE.match(text, place - 1)
        if value is None or not text.startswith("[", value.end()):
            return first
        place = value.end() + 1
    return place


def _text(raw: str) -> str:
    """A value without escapes: soft line breaks go, hard ones become line feeds, other white space blanks."""
    if "\r" in raw:
        raw = raw.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    raw = raw.translate(_BLANKS)
    # Between escaped escapes, each escape goes, and with it the line feed behind it.
    return "\\".join(part.replace("\\\n", "").replace("\\", "") for part in raw.split("\\\\"))


# --- writing


def write_sgf(games: Sequence[Node]) -> str:
    """The games as text that `read_sgf` gives back."""
    written: list[str] = []
    wide = 0
    for game in games:
        waiting: list[tuple[str, Node | None]] = [(")\n", None), ("(", game)]
        while waiting:
            bracket, node = waiting.pop()
            for piece in _pieces(node) if node else [""]:
                line = bracket + piece
                if node and wide and wide + len(line.partition("\n")[0]) > WIDE:
                    written.append("\n")
                    wide = 0
                written.append(line)
                wide = wide + len(line) if "\n" not in line else len(line) - line.rfind("\n") - 1
                bracket = ""
            children = node.children if node else []
            if len(children) == 1:
                waiting.append(("", children[0]))
            else:
                for child in reversed(children):
                    waiting += [(")", None), ("(", child)]
    return "".join(written)


def _pieces(node: Node) -> list[str]:
    """The node as text, in pieces that may stand on lines of their own."""
    pieces = [
        name + "".join(f"[{_escaped(value)}]" for value in values)
        for name, values in node.properties.items()
        if values
    ]
    return [";" + (pieces[0] if pieces else ""), *pieces[1:]]


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")
