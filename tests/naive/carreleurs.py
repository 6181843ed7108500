"""Les Carreleurs a second time, straight from section 9 of docs/rules.md: sets of cells, nothing clever.

The comments quote the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

Shape = tuple[int, int]
"""Height and width."""

Cells = frozenset[tuple[int, int]]
"""Row and column from 0."""

# "stock of each player", by id: the side of the board, the players, the tiles
TABLE = {
    "s8": (8, 2, "3x5 2x3 2x2 2x2 1x2"),
    "s12": (12, 2, "3x8 2x8 1x8 2x3 1x5 2x2 2x2 1x2"),
    "s13": (13, 2, "3x8 2x8 3x5 1x8 1x8 2x2 2x2 1x3"),
    "s14": (14, 2, "5x8 3x8 1x8 2x3 2x3 2x2 2x2 1x3 1x2"),
    "s14c": (14, 2, "5x8 3x5 3x5 1x8 1x8 1x5 1x3"),
    "s21": (21, 2, "5x13 5x8 2x13 1x13 1x13 3x5 3x3 3x3 2x5 2x3 1x3 1x2"),
    "s12x3": (12, 3, "3x5 1x8 2x3 2x3 2x2 2x2 1x3"),
    "s14x3": (14, 3, "3x8 2x8 1x8 2x3 2x2 2x2 1x2"),
    "s14x4": (14, 4, "3x8 1x8 2x3 2x2 2x2 1x2"),
    "q8": (8, 2, "3x3 3x3 2x2 2x2 2x2 1x1"),
}


def shape(text: str) -> Shape:
    height, width = text.split("x")
    return int(height), int(width)


def name(row: int, column: int) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[column]}{row + 1}"


def covered(size: Shape, anchor: str) -> Cells:
    # "named by its height, its width and its top left cell: 3x5@b4 covers rows 4 to 6 and columns b to f"
    top, left = int(anchor[1:]) - 1, "abcdefghijklmnopqrstuvwxyz".index(anchor[0])
    return frozenset((top + down, left + right) for down in range(size[0]) for right in range(size[1]))


@dataclass(frozen=True)
class Rules:
    board: int = 14
    players: int = 2
    stock: str = "auto"
    rotation: str = "on"
    lift: str = "tile"
    ko: str = "seal"
    max_plies: int = 200
    extra: str = "none"

    def tiles(self, seat: int) -> tuple[Shape, ...]:
        """The stock of a seat at the start."""
        # "auto takes the table's stock for that board and number of players (s14 for 14, s8 for 8)"
        chosen = self.stock
        if chosen == "auto":
            chosen = next(id for id, row in TABLE.items() if row[:2] == (self.board, self.players))
        tiles = [shape(text) for text in TABLE[chosen][2].split()]
        if self.extra != "none" and seat == 0:
            # "handicap: the starter has this tile more"
            tiles.append(shape(self.extra))
        return tuple(tiles)


@dataclass(frozen=True)
class Tile:
    shape: Shape  # as it lay in the stock
    anchor: str
    cells: Cells
    seat: int
    sealed: bool


@dataclass(frozen=True)
class State:
    rules: Rules
    tiles: tuple[Tile, ...]
    stocks: tuple[tuple[Shape, ...], ...]
    turn: int = 0
    plies: int = 0
    latest: tuple[int, ...] = ()  # who placed a tile, in order
    emptied: int | None = None  # who has won by rule (1)
    out: frozenset[int] = frozenset()  # the seats that have left
    passed: frozenset[int] = frozenset()  # who has passed since the last placement


def new(**options: object) -> State:
    rules = Rules(**options)  # type: ignore[arg-type]
    return State(rules, (), tuple(rules.tiles(seat) for seat in range(rules.players)))


def orientations(rules: Rules, tile: Shape) -> set[Shape]:
    # "tiles may be turned"; "rotation off: tiles keep height × width as listed"
    return {tile, tile[::-1]} if rules.rotation == "on" else {tile}


@cache
def spots(rules: Rules, tile: Shape) -> list[tuple[Shape, str, Cells]]:
    """Every way a tile can lie within the board."""
    return [
        (lying, name(row, column), covered(lying, name(row, column)))
        for lying in orientations(rules, tile)
        for row in range(rules.board - lying[0] + 1)
        for column in range(rules.board - lying[1] + 1)
    ]


def taken(state: State) -> Cells:
    return frozenset().union(*(tile.cells for tile in state.tiles))


def has_free_placement(state: State, tile: Shape) -> bool:
    # "Free placement: T covers empty cells only."
    full = taken(state)
    return any(cells.isdisjoint(full) for _, _, cells in spots(state.rules, tile))


def may_lift(state: State, tile: Shape, free: dict[Shape, bool]) -> bool:
    if state.rules.lift == "any":
        return True  # "lifting is always allowed"
    if state.rules.lift == "blocked":
        # "only when your whole stock is without free placement"
        return not any(free.values())
    return not free[tile]  # "allowed only if T has no free placement anywhere"


def area(tiles: tuple[Shape, ...]) -> int:
    return sum(height * width for height, width in tiles)


def placements(state: State) -> set[str]:
    """What the player to move may place."""
    found: set[str] = set()
    full = taken(state)
    own = set(state.stocks[state.turn])
    free = {tile: has_free_placement(state, tile) for tile in own}
    for tile in own:
        for lying, anchor, cells in spots(state.rules, tile):
            text = f"{lying[0]}x{lying[1]}@{anchor}"
            if cells.isdisjoint(full):
                found.add(text)
                continue
            # "T overlaps one installed tile or more, of any colour, yours included, but no sealed one."
            under = [other for other in state.tiles if not other.cells.isdisjoint(cells)]
            if not may_lift(state, tile, free) or any(other.sealed for other in under):
                continue
            # "area: the lifted area must be smaller than the placed area"
            if state.rules.ko == "area" and area(tuple(other.shape for other in under)) >= area((tile,)):
                continue
            # "the anchors after ^ are those of the lifted tiles"
            found.add(f"{text}^{','.join(sorted(other.anchor for other in under))}")
    return found


def legal(state: State) -> set[str]:
    if outcome(state) is not None:
        return set()
    # "If you have a move you must make one; otherwise you pass."
    return placements(state) or {"pass"}


def next_seat(state: State) -> int:
    following = (state.turn + 1) % state.rules.players
    while following in state.out:
        following = (following + 1) % state.rules.players
    return following


def seats_in(state: State) -> set[int]:
    return set(range(state.rules.players)) - state.out


def leave(state: State, seat: int) -> State:
    # "Leaving. The tiles stay, the stock is out of play, and the turn passes over the seat."
    left = replace(state, out=state.out | {seat})
    return replace(left, turn=next_seat(left)) if state.turn == seat else left


def play(state: State, text: str) -> State:
    seat = state.turn
    following = replace(state, turn=next_seat(state), plies=state.plies + 1)
    if text == "pass":
        return replace(following, passed=state.passed | {seat})
    lying_text, anchor = text.partition("^")[0].split("@")
    lying = shape(lying_text)
    cells = covered(lying, anchor)
    stock = list(state.stocks[seat])
    tile = next(own for own in stock if lying in orientations(state.rules, own))
    stock.remove(tile)
    # "Every tile it overlaps, even in part, is taken up whole and joins your stock."
    lifted = [other for other in state.tiles if other.cells & cells]
    stock += [other.shape for other in lifted]
    # "T is then placed and becomes sealed … Sealing exists only with ko=seal."
    sealed = bool(lifted) and state.rules.ko == "seal"
    kept = tuple(other for other in state.tiles if other not in lifted)
    stocks = list(state.stocks)
    stocks[seat] = tuple(stock)
    return replace(
        following,
        tiles=(*kept, Tile(tile, anchor, cells, seat, sealed)),
        stocks=tuple(stocks),
        passed=frozenset(),
        latest=(*state.latest, seat),
        # "If your stock is empty after your move you win at once."
        emptied=None if stock else seat,
    )


def winner(state: State) -> int | None:
    if state.emptied is not None:
        return state.emptied
    # "If all players pass in a row", with leaving "all who are in … since the last placement"; "none: no
    # rule, and max_plies applies", "then end rule (2) decides"
    stopped = state.rules.ko == "none" and state.plies >= state.rules.max_plies
    if not seats_in(state) <= state.passed and not stopped:
        return None
    # "the smallest remaining area wins; if equal, the fewest remaining tiles; if still equal, of the tied
    # players the one who placed a tile most recently"
    rests = {seat: (area(state.stocks[seat]), len(state.stocks[seat])) for seat in seats_in(state)}
    tied = {seat for seat, rest in rests.items() if rest == min(rests.values())}
    return next((seat for seat in reversed(state.latest) if seat in tied), min(tied))


def outcome(state: State) -> tuple[float, ...] | None:
    won = winner(state)
    return None if won is None else tuple(float(seat == won) for seat in range(state.rules.players))


def turn(state: State) -> int:
    return state.turn


def cells(state: State) -> dict[str, int | None]:
    """Who placed the tile that covers a cell."""
    seats: dict[str, int | None] = {
        name(row, column): None for row in range(state.rules.board) for column in range(state.rules.board)
    }
    for tile in state.tiles:
        seats |= {name(*cell): tile.seat for cell in tile.cells}
    return seats
