"""HexaDames a second time, straight from section 6 of docs/rules.md: dicts of cell names, nothing clever.

The comments quote the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from pavage.tiling import tiling


class Rules:
    def __init__(
        self,
        size: int = 5,
        players: int = 3,
        rows: int = 1,
        capture: str = "optional",
        jumps: str = "all",
        steps: str = "forward",
        arrival: str = "home",
    ) -> None:
        drawn = tiling(f"H{size}")
        self.names = drawn.names
        # "Directions have an index, clockwise: 0 east" (section 0)
        self.towards = {
            name: [drawn.names[other] if other >= 0 else None for other in drawn.across[cell]]
            for cell, name in enumerate(drawn.names)
        }
        self.sides = [[drawn.names[cell] for cell in side] for side in drawn.sides]
        self.players = players
        # "3 (default) on sides 0, 2, 4; 2 on sides 0, 3; 6 on all sides"
        self.starts = {2: (0, 3), 3: (0, 2, 4), 6: (0, 1, 2, 3, 4, 5)}[players]
        self.rows, self.capture, self.jumps = rows, capture, jumps
        self.steps, self.arrival = steps, arrival

    def forward(self, seat: int) -> set[int]:
        # "men of side s have two forward directions, (1+s) mod 6 and (2+s) mod 6"
        side = self.starts[seat]
        return {(1 + side) % 6, (2 + side) % 6}

    def goal(self, seat: int) -> set[str]:
        # "the side opposite to his starting side"
        return set(self.sides[(self.starts[seat] + 3) % 6])


Men = dict[str, int]
"""Whose man stands on a cell."""


@dataclass(frozen=True)
class State:
    rules: Rules
    men: Men
    turn: int
    home: tuple[int, ...]
    captures: tuple[int, ...]
    quiet: int = 0  # plies without capture or arrival
    out: frozenset[int] = frozenset()  # the seats that have left


def new(**options: object) -> State:
    rules = Rules(**options)  # type: ignore[arg-type]
    men: Men = {}
    for seat, side in enumerate(rules.starts):
        # "a man on each of the k cells of your side"
        own = set(rules.sides[side])
        if rules.players == 6:
            # "6 on all sides, which … leaves the corners out (k−2 men each)"
            own -= {rules.sides[side][0], rules.sides[side][-1]}
        if rules.rows == 2:
            # "rows=2: also on every cell one forward step from there"
            own |= {name for cell in own for d in rules.forward(seat) if (name := rules.towards[cell][d])}
        men |= dict.fromkeys(own, seat)
    return position(rules, men, 0)


def position(rules: Rules, men: Men, turn: int) -> State:
    return next_from(State(rules, men, turn, (0,) * rules.players, (0,) * rules.players), turn)


def next_from(state: State, seat: int) -> State:
    # "If you can move you must; if you cannot you are skipped."
    order = [(seat + step) % state.rules.players for step in range(state.rules.players)]
    # "Leaving. … the turn passes over the seat"
    order = [other for other in order if other not in state.out]
    for following in order:
        if actions(state, following):
            return replace(state, turn=following)
    return replace(state, turn=order[0])  # nobody: the game is over


def leave(state: State, seat: int) -> State:
    # "Leaving. The men stay and can be jumped"
    return next_from(replace(state, out=state.out | {seat}), state.turn)


def seats_in(state: State) -> set[int]:
    return set(range(state.rules.players)) - state.out


def movable(state: State, name: str) -> bool:
    """Whether the man on a cell may still move and be captured."""
    # "stay: the man stays on his goal, cannot move or be captured, and blocks"
    return name not in state.rules.goal(state.men[name])


def steps(state: State, name: str) -> Iterator[str]:
    rules, seat = state.rules, state.men[name]
    # "a step forward onto an empty neighbour"
    directions = rules.forward(seat)
    if rules.steps == "forward+side":
        # "forward+side: also in directions s and s+3 (mod 6)"
        directions |= {rules.starts[seat], (rules.starts[seat] + 3) % 6}
    for d in directions:
        beyond = rules.towards[name][d]
        if beyond and beyond not in state.men:
            yield f"{name}-{beyond}"


def chains(state: State, seat: int, start: str, path: list[str], taken: list[str]) -> Iterator[list[str]]:
    """Every way to jump on from the end of the path, as the cells touched."""
    rules, here = state.rules, path[-1]
    if here in rules.goal(seat):
        return  # "his move stops there"
    directions = rules.forward(seat) if rules.jumps == "forward" else set(range(6))
    for d in directions:
        over = rules.towards[here][d]
        behind = rules.towards[over][d] if over else None
        # "the neighbour in any of the 6 directions is an enemy man and the cell straight behind him is empty"
        # "The same man may jump on, but never over the same enemy twice"
        if not over or not behind or over not in state.men or over in taken:
            continue
        if state.men[over] == seat or not movable(state, over):
            continue
        # "cells of captured men count as empty during the chain, and so does the cell it started from"
        if behind in state.men and behind not in taken and behind != start:
            continue
        further = list(chains(state, seat, start, [*path, behind], [*taken, over]))
        if rules.capture == "optional" or not further:
            # "With capture=optional you may stop after any jump"; mandatory: "must finish the chain"
            yield [*path, behind]
        yield from further


def actions(state: State, seat: int) -> set[str]:
    """What a player could do, were it his turn."""
    own = [name for name in state.men if state.men[name] == seat and movable(state, name)]
    jumping = {"x".join(chain) for name in own for chain in chains(state, seat, name, [name], [])}
    if state.rules.capture == "mandatory" and jumping:
        # "mandatory: who can jump must"
        return jumping
    return jumping | {step for name in own for step in steps(state, name)}


def legal(state: State) -> set[str]:
    return set() if over(state) else actions(state, state.turn)


def play(state: State, text: str) -> State:
    rules, seat = state.rules, state.turn
    men, home, captures = dict(state.men), list(state.home), list(state.captures)
    path = text.replace("x", "-").split("-")
    del men[path[0]]
    if "x" in text:
        # "your man lands there and captures him"
        for here, there in pairwise(path):
            (jumped,) = (
                name
                for d in range(6)
                if (name := rules.towards[here][d]) is not None and rules.towards[name][d] == there
            )
            del men[jumped]
            captures[seat] += 1
    arrived = path[-1] in rules.goal(seat)
    if arrived:
        # "A man that reaches a cell of the side opposite to his starting side is home: … he leaves the board
        # and scores 1."
        home[seat] += 1
    if not arrived or rules.arrival == "stay":
        men[path[-1]] = seat
    quiet = 0 if arrived or "x" in text else state.quiet + 1
    state = replace(state, men=men, home=tuple(home), captures=tuple(captures), quiet=quiet)
    return next_from(state, (seat + 1) % rules.players)


def over(state: State) -> bool:
    # "forward+side: … the game then ends after 200 plies without capture or arrival"
    if state.rules.steps == "forward+side" and state.quiet >= 200:
        return True
    # "End. When nobody can move"
    return not any(actions(state, seat) for seat in seats_in(state))


def outcome(state: State) -> tuple[float, ...] | None:
    if not over(state):
        return None
    # "Most men home wins; then most captures; then the win is shared."
    points = scores(state)
    inside = seats_in(state)
    best = [seat for seat in inside if points[seat] == max(points[other] for other in inside)]
    return tuple(1 / len(best) if seat in best else 0.0 for seat in range(state.rules.players))


def scores(state: State) -> tuple[tuple[int, int], ...]:
    """Men home and captures of each seat."""
    return tuple(zip(state.home, state.captures, strict=True))


def turn(state: State) -> int:
    return state.turn


def cells(state: State) -> dict[str, int | None]:
    return {name: state.men.get(name) for name in state.rules.names}
