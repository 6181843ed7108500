"""Blocs a second time, straight from section 10 of docs/rules.md: rectangles are sets of cells, no more.

A set of cells is written as a number with one bit for each cell, which is quick and still plain:
`one & other` is what they share. The comments quote the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

Rectangle = tuple[int, int, int, int]
"""Height, width, top row and left column, from 0."""


@dataclass(frozen=True)
class Rules:
    board: int = 12
    limit: int = 0
    players: int = 2
    opening: str = "on"
    block: str = "touch"
    choice: str = "mover"
    cascade: str = "off"
    merge: str = "must"
    tie: str = "draw"

    def most(self) -> int:
        return self.limit or self.board  # "By default L = N"

    def first(self, seat: int) -> int:
        """How large the first tile of a seat may be."""
        most = self.most()
        if self.opening == "off":
            return most
        if self.players == 2:
            # "the starter has at most min(L, max(3, ⌊(2L+1)/5⌋)) …; the second player has L"
            return min(most, max(3, (2 * most + 1) // 5)) if seat == 0 else most
        # "With n = 3 or 4 players, player i (from 1 to n) has max(1, ⌊L·i/n⌋)"
        return max(1, most * (seat + 1) // self.players)


@dataclass(frozen=True)
class State:
    rules: Rules
    tiles: tuple[tuple[Rectangle, int], ...]  # with the seat that owns it
    turn: int = 0
    placed: frozenset[int] = frozenset()  # the seats that have placed a tile
    out: frozenset[int] = frozenset()  # the seats that have left


def new(**options: object) -> State:
    return State(Rules(**options), ())  # type: ignore[arg-type]


def text_of(tile: Rectangle) -> str:
    height, width, row, column = tile
    return f"{height}x{width}@{'abcdefghijklmnopqrstuvwxyz'[column]}{row + 1}"


def read(text: str) -> Rectangle:
    size, anchor = text.split("@")
    height, width = size.split("x")
    return int(height), int(width), int(anchor[1:]) - 1, "abcdefghijklmnopqrstuvwxyz".index(anchor[0])


@cache
def bits(tile: Rectangle) -> int:
    """The cells of a rectangle; no board is wider than 14, so 16 bits for each row will do."""
    height, width, row, column = tile
    return sum(1 << (16 * r + c) for r in range(row, row + height) for c in range(column, column + width))


@cache
def rectangles(side: int) -> tuple[Rectangle, ...]:
    """All rectangles of the board."""
    return tuple(
        (height, width, row, column)
        for height in range(1, side + 1)
        for width in range(1, side + 1)
        for row in range(side - height + 1)
        for column in range(side - width + 1)
    )


def overlap(start: int, length: int, other: int, its_length: int) -> int:
    """How long two intervals run together: 0 if they only meet, less if they lie apart."""
    return min(start + length, other + its_length) - max(start, other)


def contact(one: Rectangle, other: Rectangle) -> str:
    """How two tiles that share no cell touch: "edge", "corner" or not at all: ""."""
    down = overlap(one[2], one[0], other[2], other[0])
    across = overlap(one[3], one[1], other[3], other[1])
    if min(down, across) < 0:
        return ""
    return "edge" if max(down, across) > 0 else "corner"


def blocks(rules: Rules, tiles: list[Rectangle], placed: Rectangle, full: list[Rectangle]) -> set[Rectangle]:
    """The blocks of a tile: `full` holds the rectangles without empty cells that may contain it."""
    others = [tile for tile in tiles if tile != placed]
    found = set()
    for block in full:
        if block == placed:
            continue  # the tile alone
        cells = bits(block)
        inside = [tile for tile in others if bits(tile) & cells]
        # (a) "R … contains P, and is cut by no tile: each lies inside or outside"
        if bits(placed) & ~cells or any(bits(tile) & ~cells for tile in inside):
            continue
        # (b) "R holds at least 3 tiles, P included"
        if len(inside) < 2:
            continue
        # (c) "every other tile of R touches P by an edge or a corner (block=touch)"
        touching = [contact(tile, placed) for tile in inside]
        if rules.block == "touch" and "" in touching:
            continue
        # "edge: contact with P must be by an edge"
        if rules.block == "edge" and set(touching) != {"edge"}:
            continue
        # "all: the rectangle is P with all the tiles that have an edge in common with it"
        if rules.block == "all":
            beside = [tile for tile in others if contact(tile, placed) == "edge"]
            if set(beside) != set(inside):
                continue
        found.add(block)
    if rules.choice == "largest" and found:
        # "the largest block; among equals the mover chooses"
        largest = max(height * width for height, width, _, _ in found)
        found = {block for block in found if block[0] * block[1] == largest}
    return found


def merges(rules: Rules, tiles: list[Rectangle], placed: Rectangle, full: list[Rectangle]) -> Iterator[str]:
    """What can follow a tile that lies on the board: the blocks made, each after "="."""
    possible = blocks(rules, tiles, placed, full)
    # "If there is a block, one must be made"; "may: merging is optional"
    if not possible or rules.merge == "may":
        yield ""
    for block in possible:
        made = "=" + text_of(block)
        if rules.cascade == "off":
            yield made  # "One merge a turn at most (cascade=off)"
            continue
        # "on: the merged tile takes the role of P again as long as there are blocks"
        kept = [tile for tile in tiles if not bits(tile) & bits(block)]
        for more in merges(rules, [*kept, block], block, full):
            yield made + more


def legal(state: State) -> set[str]:
    rules = state.rules
    tiles = [tile for tile, _ in state.tiles]
    taken = 0
    for tile in tiles:
        taken |= bits(tile)
    empty = bits((rules.board, rules.board, 0, 0)) & ~taken
    most = rules.most() if state.turn in state.placed else rules.first(state.turn)
    # (a) "R is full, contains P": as P lies on empty cells only, P is all that is still empty in R
    lacking: dict[int, list[Rectangle]] = {}
    for block in rectangles(rules.board):
        lacking.setdefault(bits(block) & empty, []).append(block)
    found = set()
    for placed in rectangles(rules.board):
        # "Put one tile P = p×q (p, q ≥ 1) of area at most L on empty cells"
        if placed[0] * placed[1] > most or bits(placed) & taken:
            continue
        for made in merges(rules, [*tiles, placed], placed, lacking[bits(placed)]):
            found.add(text_of(placed) + made)
    return found


def whole(legal: set[str], text: str) -> str:
    """A move with the merges that may be left out of its text; `legal` are the moves with all merges."""
    # "R after =, which may be left out where only one R is possible and merging is compulsory"
    if text in legal:
        return text
    ways = [move for move in legal if move.startswith(text + "=")]
    return ways[0] if len(ways) == 1 else text


def play(state: State, text: str) -> State:
    placed, *made = text.split("=")
    tiles = [*state.tiles, (read(placed), state.turn)]
    for word in made:
        # "All tiles of R become a single tile R in the mover's colour."
        block = read(word)
        tiles = [(tile, seat) for tile, seat in tiles if not bits(tile) & bits(block)]
        tiles.append((block, state.turn))
    return replace(
        state,
        tiles=tuple(tiles),
        turn=next_seat(state),
        placed=state.placed | {state.turn},
    )


def next_seat(state: State) -> int:
    following = (state.turn + 1) % state.rules.players
    while following in state.out:
        following = (following + 1) % state.rules.players
    return following


def seats_in(state: State) -> set[int]:
    return set(range(state.rules.players)) - state.out


def leave(state: State, seat: int) -> State:
    # "Leaving. The tiles stay; the turn passes over the seat"
    left = replace(state, out=state.out | {seat})
    return replace(left, turn=next_seat(left)) if state.turn == seat else left


def scores(state: State) -> tuple[int, ...]:
    return tuple(
        sum(tile[0] * tile[1] for tile, seat in state.tiles if seat == player)
        for player in range(state.rules.players)
    )


def outcome(state: State) -> tuple[float, ...] | None:
    points = scores(state)
    # "When the board is full the largest area wins."
    if sum(points) < state.rules.board**2:
        return None
    # "of those who are in"
    most = max(points[seat] for seat in seats_in(state))
    best = [seat for seat in sorted(seats_in(state)) if points[seat] == most]
    if state.rules.tie == "later":
        best = best[-1:]  # "the later in turn order wins"
    return tuple(1 / len(best) if seat in best else 0.0 for seat in range(state.rules.players))


def turn(state: State) -> int:
    return state.turn


def cells(state: State) -> dict[str, int | None]:
    """Whose tile covers a cell."""
    side = state.rules.board
    return {
        text_of((1, 1, row, column)).partition("@")[2]: next(
            (seat for tile, seat in state.tiles if bits(tile) & bits((1, 1, row, column))), None
        )
        for row in range(side)
        for column in range(side)
    }
