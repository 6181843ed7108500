"""Commands that show what the engine sees: inferior cells, connections, where one has to play.

Cells come as HexGui draws them: `fd` dead, `fcb` and `fcw` captured by black and white, `fpb` and `fpw`
permanently inferior, as good as stones of black and white, `iv[c3]` vulnerable (c3 kills it), `x` not worth a
look. A connection is a line: colour, ends, type, origin, carrier, stones, key.
"""

from __future__ import annotations

from collections.abc import Sequence

from pavage.htp.board import COLOURS, Refused
from pavage.htp.engine import Engine, command
from pavage.players.fast.hex_solver import fast_winner

EDGES = {"north": (1, 0), "south": (1, 1), "west": (2, 0), "east": (2, 1)}
"""Edges by name: whose they are, and which of the two."""
FILLED = {1: "fcb", 2: "fcw", 3: "fd"}
PERMANENT = {1: "fpb", 2: "fpw"}
FULL, SEMI = "full", "semi"


@command("compute-inferior", 0, 1, "inferior/Compute Inferior/%m")
def compute_inferior(engine: Engine, arguments: Sequence[str]) -> str:
    """Cells that need no thought when this colour moves."""
    return _pairs(engine, _inferior(engine, _colour(engine, arguments)))


@command("compute-fillin", 0, 1, "inferior/Compute Fillin/%m")
def compute_fillin(engine: Engine, arguments: Sequence[str]) -> str:
    _colour(engine, arguments)
    return _pairs(engine, _fill_in(engine))


@command("compute-vulnerable", 0, 1, "inferior/Compute Vulnerable/%m")
def compute_vulnerable(engine: Engine, arguments: Sequence[str]) -> str:
    return _pairs(engine, _vulnerable(engine, _colour(engine, arguments)))


@command("vc-build", 0, 1, "inferior/VC Build/%m")
def vc_build(engine: Engine, arguments: Sequence[str]) -> str:
    """Inferior cells, and all cells outside the mustplay, if the other does not win already."""
    colour = _colour(engine, arguments)
    return _pairs(engine, {**_outside(engine, colour), **_inferior(engine, colour)})


@command("vc-get-mustplay", 0, 1, "inferior/VC Get Mustplay/%m")
def vc_get_mustplay(engine: Engine, arguments: Sequence[str]) -> str:
    colour = _colour(engine, arguments)
    return _pairs(engine, {**_outside(engine, colour), **_fill_in(engine)})


@command("vc-between-cells", 3, 4)
def vc_between_cells(engine: Engine, arguments: Sequence[str]) -> str:
    """`vc-between-cells X Y C [full|semi]`; both kinds if none is named."""
    first, second, colour, *rest = arguments
    kinds = [rest[0].lower()] if rest else [FULL, SEMI]
    if kinds[0] not in (FULL, SEMI):
        raise Refused("kind", text=rest[0][:40])
    lines = [line for kind in kinds for line in _between(engine, engine.colour(colour), first, second, kind)]
    return "\n" + "\n".join(lines)


@command("vc-between-cells-full", 3, 3, "vc/VC Between Cells Full/%c %P")
def vc_between_full(engine: Engine, arguments: Sequence[str]) -> str:
    return vc_between_cells(engine, [*arguments[1:], arguments[0], FULL])


@command("vc-between-cells-semi", 3, 3, "vc/VC Between Cells Semi/%c %P")
def vc_between_semi(engine: Engine, arguments: Sequence[str]) -> str:
    return vc_between_cells(engine, [*arguments[1:], arguments[0], SEMI])


def _colour(engine: Engine, arguments: Sequence[str]) -> int:
    return engine.colour(arguments[0]) if arguments else engine.board.turn


def _pairs(engine: Engine, marks: dict[int, str]) -> str:
    sites = engine.board.plain.sites
    return " ".join(f"{sites[cell]} {marks[cell]}" for cell in sorted(marks))


def _undecided(engine: Engine) -> bytes:
    """The stones, if the game is still open: the search for connections knows no won boards."""
    if engine.board.winner:
        raise Refused("decided", colour=COLOURS[engine.board.winner])
    return engine.board.stones


def _inferior(engine: Engine, colour: int) -> dict[int, str]:
    return {**_vulnerable(engine, colour), **_fill_in(engine)}


def _fill_in(engine: Engine) -> dict[int, str]:
    stones = _undecided(engine)
    filled = engine.solver().fill_in(stones)
    marks = {cell: FILLED[code] for cell, code in enumerate(filled) if code and not stones[cell]}
    return marks | {cell: PERMANENT[filled[cell]] for cell in engine.solver().permanently_inferior(stones)}


def _vulnerable(engine: Engine, colour: int) -> dict[int, str]:
    """With the cell whose stone kills it: a neighbour after which nobody needs the cell, or all is over."""
    stones, solver, game = _undecided(engine), engine.solver(), engine.board.plain
    marks: dict[int, str] = {}
    for cell in solver.vulnerable(stones, colour):
        for killer in game.tiling.neighbours[cell]:
            if stones[killer]:
                continue
            after = bytes(3 - colour if one == killer else code for one, code in enumerate(stones))
            if fast_winner(solver.size, after) or solver.fill_in(after)[cell]:
                marks[cell] = f"iv[{game.sites[killer]}]"
                break
    return marks


def _outside(engine: Engine, colour: int) -> dict[int, str]:
    """The cells with which this colour does not stop what the other threatens."""
    stones = _undecided(engine)
    lost, must = engine.solver().mustplay(stones, 3 - colour)
    return {} if lost else {cell: "x" for cell, code in enumerate(stones) if not code and cell not in must}


# --- connections


def _between(engine: Engine, colour: int, first: str, second: str, kind: str) -> list[str]:
    """To an edge by connection search; from cell to cell what is seen at once: neighbours and bridges."""
    edges = [word.lower() for word in (first, second) if word.lower() in EDGES]
    cells = [engine.cell(word) for word in (first, second) if word.lower() not in EDGES]
    for edge in edges:
        if EDGES[edge][0] != colour:
            raise Refused("edge", edge=edge, colour=COLOURS[colour])
    stones, names = _undecided(engine), engine.board.plain.sites
    for cell in cells:
        if stones[cell] == 3 - colour:
            raise Refused("other_stone", cell=names[cell])
    if not edges:
        return _bridges(engine, colour, cells, kind)
    found = engine.solver().connections(stones, colour)
    if len(edges) == 2:
        if edges[0] == edges[1]:
            raise Refused("same", text=edges[0])
        wanted = {(0, -1), (1, -1)}
    else:
        wanted = {(EDGES[edges[0]][1], cell) for cell in _group(engine, cells[0])}
    ends = edges if len(edges) == 2 else [edges[0], names[cells[0]]]
    return [
        _line(engine, colour, ends, kind, "or" if len(carrier) > 1 else "base", carrier)
        for full, side, cell, carrier in sorted(found, key=lambda each: (len(each[3]), sorted(each[3])))
        if full == (kind == FULL) and (side, cell) in wanted
    ]


def _group(engine: Engine, cell: int) -> set[int]:
    """A stone and all that are joined to it; an empty cell alone."""
    stones, neighbours = engine.board.stones, engine.board.plain.tiling.neighbours
    group, waiting = {cell}, [cell]
    while stones[cell] and waiting:
        for other in neighbours[waiting.pop()]:
            if stones[other] == stones[cell] and other not in group:
                group.add(other)
                waiting.append(other)
    return group


def _bridges(engine: Engine, colour: int, cells: Sequence[int], kind: str) -> list[str]:
    if cells[0] == cells[1]:
        raise Refused("same", text=engine.board.plain.sites[cells[0]])
    stones, neighbours = engine.board.stones, engine.board.plain.tiling.neighbours
    ends = [engine.board.plain.sites[cell] for cell in cells]
    one, other = (_group(engine, cell) for cell in cells)
    near, far = ({beside for cell in group for beside in neighbours[cell]} for group in (one, other))
    if one == other or near & other:
        return [_line(engine, colour, ends, FULL, "base", frozenset())] if kind == FULL else []
    shared = sorted(cell for cell in near & far if not stones[cell])
    if kind == SEMI:
        return [_line(engine, colour, ends, SEMI, "base", frozenset([cell]), cell) for cell in shared]
    pairs = [frozenset(shared[index : index + 2]) for index in range(0, len(shared) - 1, 2)]
    return [_line(engine, colour, ends, FULL, "or", pair) for pair in pairs]


def _line(
    engine: Engine,
    colour: int,
    ends: Sequence[str],
    kind: str,
    origin: str,
    carrier: frozenset[int],
    key: int | None = None,
) -> str:
    stones = engine.board.stones
    free = engine.names([cell for cell in carrier if not stones[cell]])
    own = engine.names([cell for cell in carrier if stones[cell]])
    line = f"{COLOURS[colour]} {ends[0]} {ends[1]} {kind} {origin} [ {free} ] [ {own} ]"
    line = line.replace("[  ]", "[ ]")
    return line if key is None else f"{line} {engine.board.plain.sites[key]}"
