"""HEXTRA a second time, straight from section 12 of docs/rules.md: complex numbers, nothing clever.

The centre of cell (q,r) is the complex number q + r·ω with ω a sixth of a turn; images are computed there and
rounded back. The comments quote the rules.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import combinations, permutations

Cell = tuple[int, int]
Motif = frozenset[Cell]

OMEGA = cmath.exp(1j * cmath.pi / 3)
"""r is drawn 60° counter-clockwise of q."""

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@cache
def point(cell: Cell) -> complex:
    return cell[0] + cell[1] * OMEGA


def cell_at(place: complex) -> Cell | None:
    """The cell whose centre lies there, if there is one."""
    r = place.imag / OMEGA.imag
    q = place.real - r * OMEGA.real
    if abs(q - round(q)) > 1e-6 or abs(r - round(r)) > 1e-6:
        return None
    return round(q), round(r)


@cache
def beside(cell: Cell) -> frozenset[Cell]:
    return frozenset({(cell[0] + dq, cell[1] + dr) for dq, dr in AROUND})


# --- motifs


def shifted(cells: Iterable[Cell]) -> Motif:
    """The same shape where its first cell is (0,0)."""
    q, r = min(cells)
    return frozenset((a - q, b - r) for a, b in cells)


def turned(cells: Iterable[Cell], sixths: int, mirrored: bool) -> Motif:
    """A shape turned by so many times 60° after it was, perhaps, mirrored in the line of q."""
    found = set()
    for cell in cells:
        place = point(cell).conjugate() if mirrored else point(cell)
        there = cell_at(place * OMEGA**sixths)
        assert there is not None
        found.add(there)
    return shifted(found)


@cache
def poses(motif: Motif, match: str) -> frozenset[Motif]:
    """The shapes that count as the motif, up to translation."""
    # "fixed: translation only"
    if match == "fixed":
        return frozenset({shifted(motif)})
    # "up to translation, rotation and reflection (match=free)"; "onesided: no reflection"
    mirrors = (False, True) if match == "free" else (False,)
    return frozenset(turned(motif, sixths, mirrored) for sixths in range(6) for mirrored in mirrors)


@cache
def polyhexes(cells: int, match: str) -> frozenset[frozenset[Motif]]:
    """All connected shapes of so many cells, each as the set of its poses."""
    shapes = {frozenset({(0, 0)})}
    for _ in range(cells - 1):
        shapes = {
            shifted(shape | {fresh}) for shape in shapes for cell in shape for fresh in beside(cell) - shape
        }
    return frozenset(poses(shape, match) for shape in shapes)


def realised(own: Iterable[Cell], motif: Motif, match: str, contained: str) -> bool:
    own = set(own)
    wanted = poses(motif, match)
    # "Realised when some five of your tiles form it"
    for chosen in combinations(sorted(own), len(motif)):
        if shifted(chosen) not in wanted:
            continue
        # "contained off: no other tile of yours may touch the five"
        if contained == "on" or not own - set(chosen) & set().union(*map(beside, chosen)):
            return True
    return False


def cover(own: set[Cell], motif: Motif, match: str) -> int:
    """The most tiles that a copy of the motif covers."""
    # "lay a copy of each motif where it covers most tiles of its colour"
    return max(
        sum((q + a - c, r + b - d) in own for a, b in pose)
        for pose in poses(motif, match)
        for q, r in own
        for c, d in pose
    )


# --- transformations


def image(card: str, marks: list[Cell], angle: int, antecedent: Cell) -> Cell | None:
    """Where a transformation sends the centre of a tile, if to the centre of a cell."""
    a = point(antecedent)
    p = point(marks[0])
    if card == "SC":
        return cell_at(2 * p - a)  # "the image is 2C−A"
    if card == "R":
        # "a turn of +60° (sens direct)" is counter-clockwise, as with complex numbers
        return cell_at(p + (a - p) * cmath.exp(1j * math.radians(angle)))
    q = point(marks[1])
    if card == "T":
        return cell_at(a + q - p)  # "the image is A+Q−P"
    return cell_at(p + (q - p) * ((a - p) / (q - p)).conjugate())


def mirror_direction(one: Cell, other: Cell) -> bool:
    # "PQ must have one of the 6 mirror directions of the lattice"; these are the multiples of 30°
    thirtieths = math.degrees(cmath.phase(point(other) - point(one))) / 30
    return abs(thirtieths - round(thirtieths)) < 1e-6


# --- the game


@dataclass(frozen=True)
class Rules:
    players: int = 4
    motif: int = 5
    match: str = "free"
    contained: str = "on"
    rot180: str = "on"
    axis: str = "lattice"
    hextra: str = "on"
    draw: str = "nul"
    equal_turns: str = "off"
    referee: str = "auto"

    @property
    def colours(self) -> str:
        # "3 or 4 with one colour each …; or 2 with two colours each, V,R against O,B, in the turn order
        # V O R B"
        return "VOR" if self.players == 3 else "VORB"

    def seat(self, colour: str) -> int:
        return self.colours.index(colour) % self.players

    @property
    def cards(self) -> frozenset[str]:
        # "motif 4: …, and no HEXTRA"; "hextra off: without the HEXTRA cards"
        has_hextra = self.hextra == "on" and self.motif == 5
        return frozenset({"SA", "SC", "T", "R"} | ({"X"} if has_hextra else set()))


OPTIONS = frozenset(one.name for one in fields(Rules))


@dataclass(frozen=True)
class State:
    rules: Rules
    motifs: dict[str, Motif]
    tiles: dict[str, Cell] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)  # the number of the last tile, lost ones included
    up: dict[str, frozenset[str]] = field(default_factory=dict)  # the face-up cards
    phase: str = "SETUP"  # or "FIRST", "ASK" (use HEXTRA?), "SECOND", "OVER"
    colour: str = "V"
    passed: tuple[str, ...] = ()  # the colours that have passed in a row
    winners: tuple[str, ...] = ()
    claim: str = ""  # that the others have to judge, one seat after the other
    judges: tuple[int, ...] = ()
    out: frozenset[int] = frozenset()  # the seats that have left


def new(motifs: dict[str, Motif], **options: object) -> State:
    """The state when every colour has its motif."""
    rules = Rules(**options)  # type: ignore[arg-type]
    return State(
        rules, motifs, used=dict.fromkeys(rules.colours, 0), up=dict.fromkeys(rules.colours, rules.cards)
    )


def turn(state: State) -> int:
    return state.judges[0] if state.judges else state.rules.seat(state.colour)


def own(state: State, colour: str) -> set[Cell]:
    return {cell for name, cell in state.tiles.items() if name[0] == colour}


def open_cells(state: State) -> set[Cell]:
    # "an empty cell with a placed tile next to it"
    taken = set(state.tiles.values())
    return set().union(*map(beside, taken)) - taken


def announced(state: State, card: str, marks: list[str], angle: int, antecedent: str) -> Cell | None:
    """The image of an announcement, if what it says is allowed; the image may be taken or far away."""
    rules = state.rules
    # "a face-up transformation card; a placed tile A of your own"; "centres of placed tiles of any colour"
    if card not in state.up[state.colour] - {"X"} or antecedent[0] != state.colour:
        return None
    if any(name not in state.tiles for name in [*marks, antecedent]):
        return None
    places = [state.tiles[name] for name in marks]
    if card in ("SA", "T") and len(set(places)) < 2:
        return None  # "two distinct centres", "P≠Q"
    if card == "SA" and rules.axis == "lattice" and not mirror_direction(*places):
        return None
    if card == "R" and abs(angle) == 180 and rules.rot180 == "off":
        return None
    return image(card, places, angle, state.tiles[antecedent])


def judged(state: State, card: str, marks: list[str], angle: int, antecedent: str) -> Cell | None:
    """The image of an announcement if it is valid."""
    found = announced(state, card, marks, angle, antecedent)
    return found if found in open_cells(state) else None


def written(card: str, marks: list[str], angle: int, antecedent: str) -> str:
    within = {
        "SA": ",".join(marks),
        "SC": marks[0],
        "T": ">".join(marks),
        "R": f"{marks[0]},{'' if abs(angle) == 180 else '+' if angle > 0 else '-'}{abs(angle)}",
    }[card]
    return f"{card}({within})({antecedent})"


def claims(state: State) -> Iterator[tuple[str, list[str], int, str]]:
    """Everything that could be announced, valid or not: card, characteristics, antecedent."""
    for antecedent in state.tiles:
        if antecedent[0] == state.colour:
            for centre in state.tiles:
                yield "SC", [centre], 0, antecedent
                for angle in (60, 120, 180, -60, -120):
                    yield "R", [centre], angle, antecedent
            for one, other in permutations(state.tiles, 2):
                yield "T", [one, other], 0, antecedent
                if one < other:
                    yield "SA", [one, other], 0, antecedent


def announcements(state: State) -> dict[str, Cell]:
    """Every valid announcement with the image."""
    number = state.used[state.colour] + 1
    free = open_cells(state)
    found: dict[str, Cell] = {}
    for card, marks, angle, antecedent in claims(state):
        there = announced(state, card, marks, angle, antecedent)
        if there in free:
            found[f"{state.colour}{number}={written(card, marks, angle, antecedent)}"] = there
    return found


def legal(state: State) -> dict[str, Cell | None]:
    """The moves, with the cell that a tile goes to."""
    if state.phase == "OVER":
        return {}
    if state.judges:
        return {"accept": None, "contest": None}
    if state.phase == "SETUP":
        # "The starter puts his tile 1 on (0,0); then … on an empty cell adjacent to a placed tile"
        cells = open_cells(state) if state.tiles else {(0, 0)}
        return {f"{state.colour}1@({q},{r})": (q, r) for q, r in cells}
    if state.phase == "ASK":
        return {"X": None, "/": None}
    return {**announcements(state)} or {"pass": None}


def taken_apart(text: str) -> tuple[str, list[str], int, str]:
    """An announcement without its "V2=" as card, characteristics and antecedent."""
    card, within, antecedent = text.replace(")", "").split("(")
    words = within.replace(">", ",").split(",")
    return (card, words[:1], int(words[1]), antecedent) if card == "R" else (card, words, 0, antecedent)


def at(text: str) -> Cell:
    """The cell after the "@" of a text."""
    q, r = text.rstrip("!")[:-1].partition("@(")[2].split(",")
    return int(q), int(r)


def play(state: State, text: str) -> State:
    colour, rules = state.colour, state.rules
    if text == "pass":
        return end_of_turn(replace(state, passed=(*state.passed, colour)))
    if text == "/":
        return end_of_turn(state)
    if text == "X":
        # "turns HEXTRA face down"
        return replace(state, up={**state.up, colour: state.up[colour] - {"X"}}, phase="SECOND")
    if text == "accept" and len(state.judges) > 1:
        return replace(state, judges=state.judges[1:])
    if text in ("accept", "contest"):
        # "the program decides contested claims, and lets the others stand if X is empty and adjacent"
        stands = not state.claim.endswith("!")
        if text == "accept":
            stands = stands or at(state.claim) in open_cells(state)
        return verdict(replace(state, claim="", judges=()), state.claim, stands)
    if state.phase == "SETUP":
        state = replace(
            state, tiles={**state.tiles, f"{colour}1": at(text)}, used={**state.used, colour: 1}, passed=()
        )
        return after_setup(state)
    if rules.referee == "players":
        # "With players each opponent accepts or contests"
        seats = [seat % rules.players for seat in range(turn(state) + 1, turn(state) + rules.players)]
        others = tuple(seat for seat in seats if seat not in state.out)
        return replace(state, claim=text, judges=others)
    return verdict(state, text, not text.endswith("!"))


def colours_in(state: State) -> list[str]:
    return [colour for colour in state.rules.colours if state.rules.seat(colour) not in state.out]


def seats_in(state: State) -> set[int]:
    return set(range(state.rules.players)) - state.out


def after_setup(state: State) -> State:
    """The next colour puts its first tile; after the last one the first turn begins."""
    later = [other for other in colours_in(state) if not state.used[other]]
    if later:
        return replace(state, colour=later[0])
    return replace(state, colour=colours_in(state)[0], phase="FIRST")


def leave(state: State, seat: int) -> State:
    """Only where three or more are in, so that each has one colour."""
    colour, judges, judging = state.rules.colours[seat], state.judges, state.judges[:1] == (seat,)
    state = replace(
        state,
        out=state.out | {seat},
        winners=tuple(other for other in state.winners if other != colour),
        passed=tuple(other for other in state.passed if other != colour),
    )
    if colour == state.colour:
        # "a claim of its own that is being judged is withdrawn"
        state = replace(state, claim="", judges=())
        return after_setup(state) if state.phase == "SETUP" else end_of_turn(state)
    if judging:
        # "a verdict that it owes is accepts"
        return play(state, "accept")
    return replace(state, judges=tuple(judge for judge in judges if judge != seat))


def verdict(state: State, text: str, stands: bool) -> State:
    """What becomes of a claim."""
    colour, rules = state.colour, state.rules
    number = state.used[colour] + 1
    card, marks, angle, antecedent = taken_apart(text.partition("=")[2].partition("@")[0])
    cell = at(text) if "@" in text else judged(state, card, marks, angle, antecedent)
    state = replace(state, used={**state.used, colour: number}, passed=())
    if not stands:
        # "the tile is lost and its number with it, the card is not turned, the turn is over"
        return end_of_turn(state)
    assert cell is not None
    # "makes X the next tile of c and turns the card face down"
    up = {**state.up, colour: state.up[colour] - {card}}
    state = replace(state, tiles={**state.tiles, f"{colour}{number}": cell}, up=up)
    if realised(own(state, colour), state.motifs[colour], rules.match, rules.contained):
        # "Has c now realised its motif, it wins."
        state = replace(state, winners=(*state.winners, colour))
        return end_of_turn(state) if rules.equal_turns == "on" else replace(state, phase="OVER")
    # "this needs HEXTRA face up, a transformation card face up and a tile in hand"
    if state.phase == "FIRST" and "X" in up[colour] and up[colour] - {"X"} and number < 10:
        return replace(state, phase="ASK")
    return end_of_turn(state)


def end_of_turn(state: State) -> State:
    colour, rules = state.colour, state.rules
    # "if all 4 transformation cards are face down, all five cards are turned up"
    if not state.up[colour] - {"X"}:
        state = replace(state, up={**state.up, colour: rules.cards})
    # "If all tiles are used, or all colours pass in a row, it is a draw." "Colours that have run out of tiles
    # are skipped, and count as passing."
    # "Leaving. A colour that is out counts as one that has run out of tiles"
    playing = [other for other in colours_in(state) if state.used[other] < 10]
    if len(state.passed) >= len(playing) and not state.winners:
        return replace(state, phase="OVER")
    place = rules.colours.index(colour)
    while True:
        place += 1
        # "equal_turns on: the round is played out"
        if place % len(rules.colours) == 0 and state.winners:
            return replace(state, phase="OVER")
        following = rules.colours[place % len(rules.colours)]
        if following in playing:
            return replace(state, colour=following, phase="FIRST")


def outcome(state: State) -> tuple[float, ...] | None:
    if state.phase != "OVER":
        return None
    rules, best = state.rules, list(state.winners)
    if best:
        # "among several winners the fewest tiles used decide, else they share"
        fewest = min(state.used[colour] for colour in best)
        best = [colour for colour in best if state.used[colour] == fewest]
    elif rules.draw == "partial":
        # "the largest cover wins, equality is a draw"
        covers = {c: cover(own(state, c), state.motifs[c], rules.match) for c in colours_in(state)}
        best = [colour for colour, covered in covers.items() if covered == max(covers.values())]
        if len({rules.seat(colour) for colour in best}) > 1:
            best = []
    seats = {rules.seat(colour) for colour in best} or seats_in(state)
    return tuple(1 / len(seats) if seat in seats else 0.0 for seat in range(rules.players))
