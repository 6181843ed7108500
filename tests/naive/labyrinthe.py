"""Labyrinthe a second time, straight from section 5 of docs/rules.md: sets of cell names, nothing clever.

The comments quote the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pavage.tiling import tiling

UNLIMITED = 10**6


class Rules:
    def __init__(
        self,
        size: int = 5,
        players: int = 2,
        pose: int = 1,
        stones: int = 0,
        first_turn: str = "auto",
    ) -> None:
        drawn = tiling(f"H{size}")
        self.names = drawn.names
        self.near = {
            name: [drawn.names[other] for other in drawn.neighbours[cell]]
            for cell, name in enumerate(drawn.names)
        }
        self.players = players
        # "starting from sides 0, 3 (two), 0, 2, 4 (three) or 0 to 5 (six)"
        starts = {2: (0, 3), 3: (0, 2, 4), 6: (0, 1, 2, 3, 4, 5)}[players]
        sides = [[drawn.names[cell] for cell in side] for side in drawn.sides]
        # "The king of a player starts on cell number ⌊(k−1)/2⌋ of his side, counted clockwise from 0; his
        # goal is all k cells of the opposite side."
        self.kings = tuple(sides[s][(len(sides[s]) - 1) // 2] for s in starts)
        self.goals = tuple(set(sides[(s + 3) % 6]) for s in starts)
        self.pose = pose
        # "stones: unlimited (∞); stones for each player", 0 standing for unlimited
        self.stones = stones or UNLIMITED
        # "stone for 2 players, any for 3 and 6"
        self.first_turn = first_turn
        if first_turn == "auto":
            self.first_turn = "stone" if players == 2 else "any"


@dataclass(frozen=True)
class State:
    rules: Rules
    kings: tuple[str, ...]  # "" for a king that has left the board
    stones: frozenset[str]
    turn: int
    seen: frozenset[tuple[frozenset[str], tuple[str, ...], int]]
    left: tuple[int, ...]  # stones in hand
    barred: frozenset[frozenset[int]] = frozenset()  # pairs of kings that may not exchange
    passes: int = 0  # in a row
    lifted: bool = False  # n passes in a row have come, with no K or X since
    plies: int = 0
    winner: int | None = None
    out: frozenset[int] = frozenset()  # the seats that have left


def new(**options: object) -> State:
    rules = Rules(**options)  # type: ignore[arg-type]
    return position(rules, rules.kings, frozenset(), 0)


def position(rules: Rules, kings: tuple[str, ...], stones: frozenset[str], turn: int) -> State:
    # "a position is the stones, the kings and who is to move, the initial one is included"
    seen = frozenset({(stones, kings, turn)})
    return State(rules, kings, stones, turn, seen, (rules.stones,) * rules.players)


def distance(rules: Rules, stones: frozenset[str], start: str, goal: set[str]) -> int | None:
    # "The distance of a king is counted by breadth-first search over cells without stones, other kings
    # ignored."
    reached, ring, steps = {start}, [start], 0
    while ring:
        if any(name in goal for name in ring):
            return steps
        beyond = []
        for name in ring:
            for other in rules.near[name]:
                if other not in reached and other not in stones:
                    reached.add(other)
                    beyond.append(other)
        ring, steps = beyond, steps + 1
    return None


def distances(state: State) -> tuple[int | None, ...]:
    """The way home of each king."""
    rules = state.rules
    return tuple(
        distance(rules, state.stones, king, goal) if king else None
        for king, goal in zip(state.kings, rules.goals, strict=True)
    )


def may_stand(state: State, stones: frozenset[str], name: str) -> bool:
    # "put a stone, for good, on a cell that holds neither stone nor king, provided that afterwards every king
    # still has a way to his goal over cells without stones (kings do not bar a way)"
    if name in stones or name in state.kings:
        return False
    return all(
        distance(state.rules, stones | {name}, king, goal) is not None
        for king, goal in zip(state.kings, state.rules.goals, strict=True)
        if king  # a king who left the board "needs no way"
    )


def stone_turns(state: State) -> set[str]:
    rules, me = state.rules, state.turn
    if not state.left[me]:
        return set()
    first = {name for name in rules.names if may_stand(state, state.stones, name)}
    if rules.pose == 1 or state.left[me] == 1:
        return {f"X{name}" for name in first}
    # "2: a stone turn sets two stones; the second is compulsory if a legal cell is left after the first"
    turns = set()
    for name in first:
        second = {other for other in rules.names if may_stand(state, state.stones | {name}, other)}
        turns |= {f"X{name}+{other}" for other in second} if second else {f"X{name}"}
    return turns


def king_moves(state: State) -> set[str]:
    rules, me = state.rules, state.turn
    moves = set()
    for name in rules.near[state.kings[me]]:
        if name in state.stones:
            continue
        # "K: your king goes to a neighbouring cell that holds neither stone nor king"
        # "S: your king and a king on a neighbouring cell exchange places"
        text = f"S{name}" if name in state.kings else f"K{name}"
        if text[0] == "S" and frozenset({me, state.kings.index(name)}) in state.barred:
            # "(a) After an exchange the same pair of kings is barred from exchanging again, until either of
            # them has made a K move."
            continue
        # "(b) A K or S after which the mover's distance to his own goal is not smaller must lead to a new
        # position"
        before = distance(rules, state.stones, state.kings[me], rules.goals[me])
        after = distance(rules, state.stones, name, rules.goals[me])
        assert before is not None and after is not None
        reached = (state.stones, moved(state, name), next_seat(state))
        if after < before or reached not in state.seen:
            moves.add(text)
    return moves


def next_seat(state: State) -> int:
    following = (state.turn + 1) % state.rules.players
    while following in state.out:
        following = (following + 1) % state.rules.players
    return following


def seats_in(state: State) -> set[int]:
    return set(range(state.rules.players)) - state.out


def leave(state: State, seat: int) -> State:
    # "Leaving. The king leaves the board … Rule (b) and the count of passes begin anew"
    kings = tuple("" if other == seat else king for other, king in enumerate(state.kings))
    out = state.out | {seat}
    turn = next_seat(replace(state, out=out)) if state.turn == seat else state.turn
    return replace(
        state,
        kings=kings,
        turn=turn,
        out=out,
        barred=frozenset(pair for pair in state.barred if seat not in pair),
        seen=frozenset({(state.stones, kings, turn)}),
        passes=0,
        lifted=False,
    )


def moved(state: State, name: str) -> tuple[str, ...]:
    """The kings after the one whose turn it is has gone to a cell, changing places with who is there."""
    mine = state.kings[state.turn]
    return tuple(name if king == mine else mine if king == name else king for king in state.kings)


def legal(state: State) -> set[str]:
    if state.winner is not None:
        return set()
    stones = stone_turns(state)
    if state.plies == 0 and state.turn == 0 and state.rules.first_turn == "stone" and stones:
        # "stone: the first turn of player 1 must be an X if one is legal"
        return stones
    # "A player without legal action must pass."
    return stones | king_moves(state) or {"pass"}


def play(state: State, text: str) -> State:
    rules, me = state.rules, state.turn
    kings, stones, left = state.kings, state.stones, list(state.left)
    barred, passes, lifted = state.barred, state.passes, state.lifted
    winner = None
    following = next_seat(state)
    # "n counts the seats that are in"
    count = len(seats_in(state))
    if text == "pass":
        passes += 1
        if passes == count and not lifted:
            # "After n passes in a row ban (a) is lifted"
            barred, passes, lifted = frozenset(), 0, True
        elif passes == count:
            # "if n passes in a row come a second time with no K or X in between, the king with the shortest
            # way home wins, and among equals the one whose turn comes first, starting with the player to
            # move"
            order = [(following + step) % rules.players for step in range(rules.players)]
            order = [seat for seat in order if seat not in state.out]
            winner = min(order, key=lambda seat: distances(state)[seat] or 0)
    elif text[0] == "X":
        set_now = text[1:].split("+")
        stones, passes, lifted = stones | set(set_now), 0, False
        left[me] -= len(set_now)
    else:
        kings, passes = moved(state, text[1:]), 0
        if text[0] == "K":
            lifted = False
            barred = frozenset(pair for pair in barred if me not in pair)
        else:
            barred = barred | {frozenset({me, state.kings.index(text[1:])})}
        # "A king on his goal wins: first the mover is looked at, then, if an exchange has pushed another king
        # home, that player."
        for seat in [me, *range(rules.players)]:
            if winner is None and kings[seat] in rules.goals[seat]:
                winner = seat
    return replace(
        state,
        kings=kings,
        stones=stones,
        turn=following,
        seen=state.seen | {(stones, kings, following)},
        left=tuple(left),
        barred=barred,
        passes=passes,
        lifted=lifted,
        plies=state.plies + 1,
        winner=winner,
    )


def outcome(state: State) -> tuple[float, ...] | None:
    if state.winner is None:
        return None
    return tuple(1.0 if seat == state.winner else 0.0 for seat in range(state.rules.players))


def turn(state: State) -> int:
    return state.turn


def cells(state: State) -> dict[str, object]:
    """The seat of the king on each cell, "stone", or None."""
    return {
        name: state.kings.index(name) if name in state.kings else "stone" if name in state.stones else None
        for name in state.rules.names
    }
