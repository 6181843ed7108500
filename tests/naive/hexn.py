"""Hex-n a second time, straight from section 3 of docs/rules.md: dicts and sets of names, nothing clever.

The comments quote the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pavage.tiling import tiling


class Rules:
    def __init__(
        self,
        board: str = "H5",
        players: int = 3,
        ports: str = "assigned",
        pairs: int = 3,
        swap: str = "none",
        no_centre: str = "off",
    ) -> None:
        drawn = tiling(board)
        self.names = drawn.names
        self.near = {
            name: {drawn.names[other] for other in drawn.neighbours[cell]}
            for cell, name in enumerate(drawn.names)
        }
        self.players = players
        self.kind, self.swap, self.no_centre = ports, swap, no_centre
        # "pairs: number of pairs of ports, cut as above with pairs in place of n"
        self.pairs = pairs if ports == "opposite" else players
        self.ports = cut([drawn.names[cell] for cell in drawn.ring], self.pairs)
        # The centre of H<k> has q = r = 0: "letter: q+k−1 counted from a = 0; number: r+k" (section 0)
        side = int(board[1:]) if board[1:].isdigit() else 1
        self.centre = f"{'abcdefghijklmnopqrstuvwxyz'[side - 1]}{side}"


def cut(ring: list[str], n: int) -> list[list[str]]:
    """The ports of n pairs."""
    # "The ring has 6m cells, m = k−1. Cut it at the cells numbered c_i = ⌊i·3m/n⌋ for i = 0…2n−1"; 3m is half
    # the ring: "On another tiling … the border cells in the order met are the ring, and are cut in the same
    # way."
    cuts = [i * len(ring) // (2 * n) for i in range(2 * n)]
    ports = []
    for i in range(2 * n):
        # "port i is the ring from c_i to c_{i+1} with both ends (after the last cut comes c_0 again)"
        place, end = cuts[i], cuts[(i + 1) % (2 * n)]
        port = [ring[place]]
        while place != end:
            place = (place + 1) % len(ring)
            port.append(ring[place])
        ports.append(port)
    return ports


@dataclass(frozen=True)
class State:
    rules: Rules
    stones: dict[str, int | None]
    colour: int  # to move; the player of that colour until a swap
    alive: frozenset[int]
    plies: int = 0
    swapped: bool = False
    linked: int | None = None  # who has linked two ports


def new(**options: object) -> State:
    rules = Rules(**options)  # type: ignore[arg-type]
    return State(rules, dict.fromkeys(rules.names), 0, frozenset(range(rules.players)))


def own_pairs(rules: Rules, colour: int) -> list[tuple[list[str], list[str]]]:
    """The pairs of ports of which a player has to join one."""
    if rules.kind == "assigned":
        # "Player p, counted from 0, has ports p and p+n."
        return [(rules.ports[colour], rules.ports[colour + rules.players])]
    # "opposite: ports belong to nobody. The first to link any two opposite ports takes them and wins"
    return [(rules.ports[i], rules.ports[i + rules.pairs]) for i in range(rules.pairs)]


def joined(rules: Rules, cells: set[str], one: list[str], other: list[str]) -> bool:
    """Whether these cells join two ports."""
    reached = set(one) & cells
    fresh = set(reached)
    while fresh:
        name = fresh.pop()
        for beside in rules.near[name] & cells - reached:
            reached.add(beside)
            fresh.add(beside)
    return bool(reached & set(other))


def hopeful(rules: Rules, stones: dict[str, int | None], colour: int) -> bool:
    # "his stones and the empty cells together … join his two ports"; for opposite "who can no longer link any
    # opposite pair is out"
    cells = {name for name in stones if stones[name] is None or stones[name] == colour}
    return any(joined(rules, cells, one, other) for one, other in own_pairs(rules, colour))


def legal(state: State) -> set[str]:
    if outcome(state) is not None:
        return set()
    # "puts a stone on any empty cell"
    moves = {name for name in state.stones if state.stones[name] is None}
    if state.rules.no_centre == "on" and state.colour not in state.stones.values():
        # "on: nobody's first stone may take the centre cell"
        moves.discard(state.rules.centre)
    # "Seat 2 may answer swap, only as its very first action." (section 1)
    if state.rules.swap == "colours" and state.plies == 1:
        moves.add("swap")
    return moves


def play(state: State, text: str) -> State:
    rules, colour = state.rules, state.colour
    if text == "swap":
        # "the two players trade colours … the person who opened, now Blue, moves at once" (section 1)
        return replace(state, plies=state.plies + 1, swapped=True)
    stones = {**state.stones, text: colour}
    # "After a placement, every other player whose stones and the empty cells together no longer join his two
    # ports is out. … Several may go at once. Nobody is eliminated by his own move."
    alive = frozenset(p for p in state.alive if p == colour or hopeful(rules, stones, p))
    own = {name for name in stones if stones[name] == colour}
    linked = None
    if any(joined(rules, own, *pair) for pair in own_pairs(rules, colour)):
        linked = colour
    # "The next player still alive"
    following = (colour + 1) % rules.players
    while following not in alive:
        following = (following + 1) % rules.players
    return replace(state, stones=stones, colour=following, alive=alive, plies=state.plies + 1, linked=linked)


def leave(state: State, seat: int) -> State:
    # "An elimination: his stones stay and block."; only where three are in, so that nobody has swapped
    alive = state.alive - {seat}
    following = state.colour
    while following not in alive:
        following = (following + 1) % state.rules.players
    return replace(state, alive=alive, colour=following)


def seats_in(state: State) -> frozenset[int]:
    return state.alive


def reason(state: State) -> str:
    # "A move that links wins by that link … Only a win without a diameter is a last survivor's."
    return "survivor" if state.linked is None else "linked"


def outcome(state: State) -> tuple[float, ...] | None:
    # "A move that links wins by that link"; "when only one player is alive he has won at once"
    if state.linked is not None:
        winner = state.linked
    elif len(state.alive) == 1:
        (winner,) = state.alive
    else:
        return None
    seat = 1 - winner if state.swapped else winner
    return tuple(1.0 if seat == other else 0.0 for other in range(state.rules.players))


def turn(state: State) -> int:
    """The seat to move."""
    return 1 - state.colour if state.swapped else state.colour


def cells(state: State) -> dict[str, int | None]:
    return state.stones
