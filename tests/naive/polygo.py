"""PolyGo a second time, straight from section 2 of docs/rules.md: dicts and sets of names, nothing clever.

The comments quote the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pavage.tiling import tiling

Stones = dict[str, int | None]
"""The colour on every cell, counted from 0, or None."""


class Rules:
    def __init__(
        self,
        board: str = "S7x7",
        players: int = 2,
        mixed: str = "remove",
        lakes: str = "fill",
        placement: str = "libre",
        par: str = "off",
        komi: int = 0,
        tie: str = "draw",
        score: str = "cells",
        setup: str = "",
        swap: str = "none",
    ) -> None:
        drawn = tiling(board)
        self.names = drawn.names
        # "Cells that share an edge are neighbours."
        self.near = {
            name: {drawn.names[other] for other in drawn.neighbours[cell]}
            for cell, name in enumerate(drawn.names)
        }
        # "A border cell has at least one edge that no other cell shares."
        self.border = {drawn.names[cell] for cell in drawn.border}
        self.players = players
        self.mixed, self.lakes, self.placement = mixed, lakes, placement
        self.par, self.komi, self.tie, self.score = par, komi, tie, score
        self.setup, self.swap = setup, swap


@dataclass(frozen=True)
class State:
    rules: Rules
    stones: Stones
    colour: int  # to move; the player of that colour until a swap
    empty_at_first: int = 0
    swept: int = 0  # sweeps so far
    captured: int = 0  # stones that changed colour at the last move
    acted: frozenset[int] = frozenset()  # the seats that have acted
    swapped: bool = False
    out: frozenset[int] = frozenset()  # the colours that have left


def new(**options: object) -> State:
    rules = Rules(**options)  # type: ignore[arg-type]
    stones: Stones = dict.fromkeys(rules.names)
    # "coloured cells placed beforehand, written seat:cell, e.g. `1:b1,2:c2`"
    for word in rules.setup.split(",") if rules.setup else ():
        seat, _, name = word.partition(":")
        stones[name] = int(seat) - 1
    return position(rules, stones, 0)


def position(rules: Rules, stones: Stones, colour: int, out: frozenset[int] = frozenset()) -> State:
    """What a setup becomes, the player of that colour to move unless he is skipped."""
    # "Before move 1 the four effects happen once, and a first player left without legal cell is skipped"
    stones, captured = effects_2_and_3(rules, stones)
    stones, swept = effect_4(rules, stones, out)
    # "N the number of empty cells at move 1"
    empty = sum(piece is None for piece in stones.values())
    state = State(rules, stones, colour, empty, int(swept), captured, out=out)
    return next_from(state, colour)


def next_from(state: State, colour: int) -> State:
    """The same with the turn of the first player, from that one on, who has something to play."""
    # "If there is one you must play; if there is none you are skipped, without a move in the record."
    players = state.rules.players
    following = [(colour + step) % players for step in range(players)]
    # "the turn passes over it"
    following = [other for other in following if other not in state.out]
    for other in following:
        if placements(state, other):
            return replace(state, colour=other)
    return replace(state, colour=following[0])  # nobody: the game is over


# --- the words


def connected(rules: Rules, cells: Iterable[str]) -> list[set[str]]:
    """The connected pieces of a set of cells."""
    left, pieces = set(cells), []
    while left:
        piece, fresh = set(), {left.pop()}
        while fresh:
            name = fresh.pop()
            piece.add(name)
            fresh |= rules.near[name] & left
            left -= rules.near[name]
        pieces.append(piece)
    return pieces


def provinces(rules: Rules, stones: Stones, colour: int) -> list[set[str]]:
    # "A province is a largest connected set of cells of one colour."
    return connected(rules, [name for name in stones if stones[name] == colour])


def littoral(rules: Rules, stones: Stones) -> set[str]:
    # "A stone is solid if its province has a border cell, otherwise fragile. L, the littoral, is the set of
    # all solid stones."
    solid: set[str] = set()
    for colour in range(rules.players):
        for province in provinces(rules, stones, colour):
            if province & rules.border:
                solid |= province
    return solid


def enclosed_regions(rules: Rules, stones: Stones) -> list[tuple[set[str], set[int]]]:
    """Each with the colours of its contour."""
    # "Take L away: the connected pieces that remain, made of fragile stones and empty cells together, are the
    # regions."
    solid = littoral(rules, stones)
    enclosed = []
    for region in connected(rules, [name for name in stones if name not in solid]):
        # "A region without border cell is enclosed."
        if not region & rules.border:
            # "The solid cells next to it are its contour."
            contour = {name for cell in region for name in rules.near[cell] if name in solid}
            colours = {colour for name in contour if (colour := stones[name]) is not None}
            enclosed.append((region, colours))
    return enclosed


def free_cells(rules: Rules, stones: Stones, colour: int) -> set[str]:
    # "A cell is free for J if it is empty and a path of cells, each empty or J's, leads from it to a border
    # cell; a border cell is its own path."
    path = [name for name in stones if stones[name] is None or stones[name] == colour]
    free: set[str] = set()
    for piece in connected(rules, path):
        if piece & rules.border:
            free |= {name for name in piece if stones[name] is None}
    return free


# --- the effects


def effects_2_and_3(rules: Rules, before: Stones) -> tuple[Stones, int]:
    """The stones after a placement, and how many of them changed colour."""
    stones, captured = dict(before), 0
    for region, colours in enclosed_regions(rules, before):
        if len(colours) == 1:
            # "An enclosed region whose contour has a single colour J turns into J completely: fragile stones
            # of every colour and also the empty cells."
            (colour,) = colours
            for name in region:
                if before[name] is not None and before[name] != colour:
                    captured += 1
                # "lakes=keep: in an enclosed region of one colour J only stones change colour; the empty
                # cells stay empty"
                if before[name] is not None or rules.lakes == "fill":
                    stones[name] = colour
        elif rules.mixed == "remove":
            # "An enclosed region whose contour is mixed: with mixed=remove its stones leave the board and its
            # cells are empty; with mixed=keep nothing happens."
            for name in region:
                stones[name] = None
    return stones, captured


def effect_4(rules: Rules, stones: Stones, out: frozenset[int]) -> tuple[Stones, bool]:
    """The stones, and whether there was a sweep."""
    # "Exhaustion, under keep only: when no player has a free cell and fragile stones are left, every fragile
    # stone is removed (a sweep)"; "only seats that are in count for it"
    inside = [colour for colour in range(rules.players) if colour not in out]
    if rules.mixed != "keep" or any(free_cells(rules, stones, colour) for colour in inside):
        return stones, False
    solid = littoral(rules, stones)
    fragile = {name for name in stones if stones[name] is not None and name not in solid}
    if not fragile:
        return stones, False
    return {name: None if name in fragile else stones[name] for name in stones}, True


# --- the turn


def placements(state: State, colour: int) -> set[str]:
    """Where a colour may put a stone, were it its turn."""
    rules, stones = state.rules, state.stones
    # "Put a stone on a cell that is free for you."
    cells = free_cells(rules, stones, colour)
    if rules.placement == "blanche" and not state.swept and cells:
        # "blanche: any empty cell until the first sweep, then as libre; somebody with no free cell is skipped
        # all the same"
        cells = {name for name in stones if stones[name] is None}
    # "Under remove it is illegal to place a stone that would be removed by its own placement."
    return {name for name in cells if effects_2_and_3(rules, {**stones, name: colour})[0][name] is not None}


def legal(state: State) -> set[str]:
    moves = placements(state, state.colour)
    # "Seat 2 may answer swap, only as its very first action." (section 1)
    may_swap = state.rules.swap == "colours" and turn(state) == 1 and state.acted == {0}
    return moves | {"swap"} if may_swap and moves else moves


def play(state: State, text: str) -> State:
    acted = state.acted | {turn(state)}
    if text == "swap":
        # "Nothing changes on the board; the two players trade colours. The colour to move is Blue, so the
        # person who opened, now Blue, moves at once." (section 1)
        return replace(state, swapped=True, acted=acted)
    # "Effects of a placement, once and all together"
    stones, captured = effects_2_and_3(state.rules, {**state.stones, text: state.colour})
    stones, swept = effect_4(state.rules, stones, state.out)
    state = replace(state, stones=stones, captured=captured, swept=state.swept + swept, acted=acted)
    # "the turn goes to the first of the following players who now has a free cell"
    return next_from(state, (state.colour + 1) % state.rules.players)


def leave(state: State, seat: int) -> State:
    # "Leaving … is evaluated like a placement": the stones stay, and there may be a sweep
    out = state.out | {seat}
    stones, swept = effect_4(state.rules, state.stones, out)
    state = replace(state, stones=stones, out=out, captured=0, swept=state.swept + swept)
    return next_from(state, state.colour)


def seats_in(state: State) -> set[int]:
    return set(range(state.rules.players)) - state.out


def turn(state: State) -> int:
    """The seat to move."""
    return 1 - state.colour if state.swapped else state.colour


def cells(state: State) -> Stones:
    return state.stones


# --- the end


def counts(state: State) -> tuple[int, ...]:
    """The cells of each colour."""
    return tuple(
        sum(piece == colour for piece in state.stones.values()) for colour in range(state.rules.players)
    )


def largest(state: State) -> tuple[int, ...]:
    """The largest province of each colour."""
    return tuple(
        max(map(len, provinces(state.rules, state.stones, colour)), default=0)
        for colour in range(state.rules.players)
    )


def scores(state: State) -> tuple[int, ...]:
    """What is compared at the end, by colour: "the persons trade colours, komi and par do not move"."""
    rules, points = state.rules, []
    for colour in range(rules.players):
        if rules.score == "province":
            # "score=province: only your largest province counts, and par has no effect"
            point = largest(state)[colour]
        else:
            # "Score: the cells of your colour."
            point = counts(state)[colour]
            if rules.par == "on":
                # "compare cells minus par; for seat p = 0…n−1 in playing order par is ⌈(N−p)/n⌉"
                par = 0
                while par * rules.players < state.empty_at_first - colour:
                    par += 1
                point -= par
        # "komi: points given to player 2"
        points.append(point + (rules.komi if colour == 1 else 0))
    return tuple(points)


def outcome(state: State) -> tuple[float, ...] | None:
    # "End. When no player has a legal cell"
    inside = sorted(seats_in(state))
    if any(placements(state, colour) for colour in inside):
        return None
    # "The most cells win"; a colour that is out "cannot win"
    points = scores(state)
    best = [colour for colour in inside if points[colour] == max(points[other] for other in inside)]
    if state.rules.tie == "province":
        # "tie=province: the larger of the largest provinces wins; still equal, draw"
        sizes = largest(state)
        top = max(sizes[colour] for colour in best)
        best = [colour for colour in best if sizes[colour] == top]
    shares = [1 / len(best) if colour in best else 0.0 for colour in range(state.rules.players)]
    return tuple(reversed(shares)) if state.swapped else tuple(shares)
