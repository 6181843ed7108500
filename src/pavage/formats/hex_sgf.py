"""Hex in SGF: what the properties mean, and the habits of HexGui, PlayHex and Little Golem (docs/formats.md).

B is red and joins top and bottom, W is blue. PB and PW name who has these colours before any swap; RE names
the colour that has won on the board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase

from pavage.formats.bad_text import BadText, bad_at
from pavage.formats.hex_head import read_end, read_headers, read_seats, root_properties
from pavage.formats.hex_steps import (
    BLUE,
    ENDINGS,
    PASS,
    PIECES,
    RED,
    SETUP,
    SIDES,
    STONE,
    BadStep,
    Step,
    Told,
    play_steps,
)
from pavage.formats.record import Record
from pavage.formats.sgf import Node, read_sgf, value_place
from pavage.formats.sgf_time import LABELS, Clocks, read_control
from pavage.games.hex.rules import Hex
from pavage.options import BadOption
from pavage.phrase import Phrase

ABOUT_FILE = ("FF", "GM", "CA", "AP", "SZ")
"""Properties of a root that we write ourselves."""


@dataclass
class HexSgf:
    """A file as we understand it."""

    record: Record
    tree: Node
    """Everything, variations too, in the notation of the standard."""
    notes: list[Phrase] = field(default_factory=list)
    """What a record cannot say of it."""


def read_hex_sgf(text: str) -> HexSgf:
    """The first game of a text, its main line played through the gate of the rules."""
    roots = read_sgf(text)
    reading = _Reading(text, roots[0])
    told = reading.told()
    steps = reading.steps(told)
    try:
        match, folded = play_steps(told, steps)
    except BadStep as error:
        values = {"text": error.step.text, "reason": error.refusal.phrase}
        raise bad_at(text, error.step.place, "illegal", **values) from None
    notes = [] if len(roots) == 1 else [Phrase("sgf.note.games", (("number", str(len(roots))),))]
    variations = sum(max(0, len(node.children) - 1) for node in roots[0].every())
    if variations:
        notes.append(Phrase("sgf.note.variations", (("number", str(variations)),)))
    if folded:
        notes.append(Phrase("sgf.note.folded", (("number", str(folded)),)))
    notes += read_end(match, roots[0].simple("RE"))
    game = match.game
    assert isinstance(game, Hex)
    seats = read_seats(roots[0], game, told.swapped)
    return HexSgf(Record(match, seats, read_headers(roots[0])), reading.standard(game), notes)


class _Reading:
    """A file being read: whose habits it follows, and what its properties mean under them."""

    def __init__(self, text: str, root: Node) -> None:
        self.text = text
        self.root = root
        program, _, version = root.simple("AP").lower().partition(":")
        self.hexgui = program == "hexgui"
        self.old_hexgui = self.hexgui and _numbers(version) < (0, 10)
        self.little_golem = "littlegolem" in root.simple("SO").lower().replace(" ", "")
        first = next((node for node in root.line() if "B" in node.properties or "W" in node.properties), root)
        if not program and re.fullmatch(r"[a-z]{2}", first.simple("W").lower()):
            self.little_golem = True
        # Little Golem calls the first player's stones W, though they are those of PB, top to bottom.
        self.turned = self.little_golem and "W" in first.properties
        self.size = 11
        self.cells: dict[str, int] = {}

    def told(self) -> Told:
        root = self.root
        if root.first("GM") is not None and root.simple("GM") != "11":
            raise self.bad(root, "GM", "sgf.other_game", number=root.simple("GM")[:20])
        written = root.simple("SZ") or "11"
        size = re.fullmatch(r"(\d{1,4})(?:\s*:\s*(\d{1,4}))?", written, re.ASCII)
        if size is None:
            raise self.bad(root, "SZ", "sgf.bad_size", text=written[:20])
        if int(size[2] or size[1]) != int(size[1]):
            raise self.bad(root, "SZ", "sgf.oblong", text=written)
        self.size = int(size[1])
        try:
            Hex(size=self.size)
        except BadOption as error:
            values = {"option": "SZ", "value": self.size, "takes": error.takes}
            raise self.bad(root, "SZ", error.key, **values) from None
        self.cells = _cells(self.size)
        rules = re.split(r"[,;\s]+", root.simple("RU").lower())
        swap = "colours" if self.hexgui else "mirror"
        named = {"swap-sides": "colours", "swap-pieces": "mirror", "no-swap": "none"}
        return Told(
            self.size,
            next((named[rule] for rule in rules if rule in named), swap),
            BLUE if "white-first" in rules else RED if "black-first" in rules else None,
            "no-centre" in rules,
            "swapped" in rules,
            read_control(root),
        )

    def steps(self, told: Told) -> list[Step]:
        """The main line."""
        steps: list[Step] = []
        said: list[list[str]] = [[]]
        """The comments on each step, after those before the first."""
        clocks = Clocks(self.root, told.control)
        for node in self.root.line():
            setup, move = self._setup(node), self._move(node)
            for step in filter(None, (setup, move)):
                steps.append(step)
                said.append([])
            if move:
                move.seconds = clocks.spent(node, move.colour, move.kind == SIDES)
            if comment := node.first("C"):
                said[-1].append(comment)
        for step, comments in zip(steps, said[1:], strict=True):
            step.comment = "\n".join(comments)
        told.comment = "\n".join(said[0])
        _whose_turn(steps)
        return steps

    def _setup(self, node: Node) -> Step | None:
        stones: dict[int, int] = {}
        for name, code in ("AE", 0), ("AB", 2 if self.turned else 1), ("AW", 1 if self.turned else 2):
            for number, value in enumerate(node.properties.get(name, ())):
                stones[self.cell(node, name, value, number)] = code
        turn = self._player(node)
        if not stones and turn is None:
            return None
        return Step(SETUP, stones=stones, turn=turn, place=node.place)

    def _player(self, node: Node) -> int | None:
        """Whose turn PL says it is."""
        named = node.simple("PL").lower()[:1]
        return "bw".index(named) ^ self.turned if named in ("b", "w") else None

    def _move(self, node: Node) -> Step | None:
        found = [(name, value) for name in LABELS for value in node.properties.get(name, ())]
        if not found:
            return None
        name, value = found[0]
        if len(found) > 1:
            raise self.bad(node, found[1][0], "sgf.several_moves")
        colour = LABELS.index(name) ^ self.turned
        word = " ".join(value.lower().split())
        step = Step(STONE, colour, text=f"{name}[{value[:20]}]", place=node.place_of(name))
        if word in (PIECES, SIDES, "swap"):
            step.kind = self._swap(word, node, name)
        elif word in ("", PASS):
            step.kind = PASS
        elif word in ENDINGS:
            step.kind = word
        else:
            step.cell = self.cell(node, name, value)
        return step

    def _swap(self, word: str, node: Node, name: str) -> str:
        """Which swap is meant: whoever moves next tells, else the habits of the program."""
        following = node.children[0].properties if node.children else {}
        if word == SIDES:
            return SIDES
        if name in following:
            return SIDES
        if "B" in following or "W" in following:
            return PIECES
        return SIDES if self.old_hexgui or (word == "swap" and self.hexgui) else PIECES

    def cell(self, node: Node, name: str, value: str, number: int = 0) -> int:
        """The cell of a1, or of aa as in Go."""
        found = self.cells.get(value)
        if found is None:
            found = self.cells.get(value.strip().lower())
        if found is None:
            place = value_place(self.text, node, name, number)
            raise bad_at(self.text, place, "sgf.no_cell", word=value[:20], size=self.size)
        return found

    def bad(self, node: Node, name: str, key: str, **values: object) -> BadText:
        return bad_at(self.text, node.place_of(name), key, **values)

    def standard(self, game: Hex) -> Node:
        """The whole tree again, as the standard would have it written."""
        head = root_properties(game)
        if "RU" in self.root.properties:
            del head["RU"]
        copied: list[tuple[Node, Node]] = []
        top = Node(head)
        waiting = [(self.root, top)]
        while waiting:
            source, copy = waiting.pop()
            copied.append((source, copy))
            for child in source.children:
                copy.children.append(Node())
                waiting.append((child, copy.children[-1]))
        for source, copy in copied:
            self._copy_properties(source, copy, game, ABOUT_FILE if copy is top else ())
        return top

    def _copy_properties(self, source: Node, copy: Node, game: Hex, without: Sequence[str]) -> None:
        """The properties of a node but some, in the colours and names of the standard."""
        move = self._move(source)
        for name, values in source.properties.items():
            if name in ("AB", "AW", "AE"):
                cells = [self.cell(source, name, value, n) for n, value in enumerate(values)]
                turned = {"AB": "AW", "AW": "AB", "AE": "AE"}[name] if self.turned else name
                copy.properties[turned] = [game.sites[cell] for cell in dict.fromkeys(cells)]
            elif name in LABELS and move:
                written = game.sites[move.cell] if move.kind == STONE else move.kind
                copy.properties[LABELS[move.colour]] = [written]
            elif name == "PL" and self.turned:
                if (player := self._player(source)) is not None:
                    copy.properties[name] = [LABELS[player]]
            elif name not in without:
                copy.properties[name] = values


def _cells(size: int) -> dict[str, int]:
    """Cells by name, as in Hex and as in Go."""
    letters = ascii_lowercase[:size]
    return {
        name: row * size + column
        for row, down in enumerate(letters)
        for column, across in enumerate(letters)
        for name in (f"{across}{row + 1}", across + down)
    }


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d{1,6}", version)[:2]) or (99,)


def _whose_turn(steps: list[Step]) -> None:
    """Who moves after stones were set up: who does move, else black unless black has more stones."""
    for number, step in enumerate(steps):
        if step.kind != SETUP or step.turn is not None:
            continue
        following = steps[number + 1] if number + 1 < len(steps) else step
        if following.kind != SETUP:
            step.turn = following.colour
        elif number == 0:
            codes = list(step.stones.values())
            step.turn = BLUE if codes.count(1) > codes.count(2) else RED
