"""Games, boards and times as text: SGF, links, records, tilings, codes of boards, clocks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from pavage.clock import Clock, parse_control
from pavage.formats.hex_sgf import read_hex_sgf
from pavage.formats.hex_tree import hex_tree
from pavage.formats.hexworld import read_hexworld, write_hexworld
from pavage.formats.record import Record, read_record, write_record
from pavage.formats.sgf import Node, decode_sgf, write_sgf
from pavage.games.hex import Hex
from pavage.match import Match
from pavage.scene import plain_board
from pavage.tiling import BadTiling, Tiling, dump_tiling, load_tiling, tiling
from pavage.view.svg import board_svg

from .parser import Parser, again
from .places import GAMES, some_games

DATA = Path(__file__).parents[2] / "tests" / "data"


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


# --- SGF and links


def long_game(size: int) -> bytes:
    """A game at random to its end, with a variation here and there."""
    dice, match = random.Random(size), Match(Hex(size=size))
    while moves := match.game.moves(match.position):
        match.play(dice.choice(moves), spent=1.5)
    root = hex_tree(Record(match))
    for node in list(root.line())[::7]:
        node.children += [Node(dict(child.properties)) for child in node.children]
    return write_sgf([root]).encode()


def sgf_seeds() -> list[bytes]:
    """Good files count more often: what breaks them is found where more of them is read."""
    good, bad = (
        [path.read_bytes() for path in sorted((DATA / "sgf" / kind).glob("*sgf"))] for kind in ("good", "bad")
    )
    return good * 6 + bad + [long_game(size) for size in (5, 9, 13)]


def survives(record: Record) -> None:
    """Written and read again it is the same, as a record and as a link."""
    with again("the record"):
        written = write_record(record)
        assert write_record(read_record(written)) == written, "the record reads otherwise"
    if isinstance(record.match.game, Hex) and not record.match.set_up:
        with again("the link"):
            link = write_hexworld(record)
            assert write_hexworld(read_hexworld(link)[0]) == link, "the link reads otherwise"


def read_sgf(data: bytes) -> None:
    read = read_hex_sgf(decode_sgf(data))
    with again("the tree"):
        other = read_hex_sgf(write_sgf([read.tree])).record
        assert write_record(other) == write_record(read.record), "the tree reads otherwise"
    survives(read.record)


def read_link(data: bytes) -> None:
    survives(read_hexworld(text_of(data))[0])


SGF = Parser(
    "sgf",
    read_sgf,
    sgf_seeds,
    (
        rb"( ) ; [ ] \ : , # 0 9 a z 26 (; (;) ;; B[a1] W[b2] W[aa] ;B[swap] ;W[swap-sides] ;W[swap-pieces] "
        rb";W[] AB[c3] AW[d4][e5] AE[a1] PL[W] RE[B+] SZ[5] SZ[26] SZ[3:3] GM[11] CA[big5] TM[60] BL[5] "
        rb";B[resign] SPENT[1.5] C[x] RU[no-swap,swapped] AP[HexGui:0.9] SO[littlegolem] OT[3x30] DT[2026]"
    ).split(b" "),
)
LINK = Parser(
    "link",
    read_link,
    lambda: [
        b"https://hexworld.org/board/#11r9c1,b4:sh4g8",
        b"#11c1,h4e7f9,b9c3:rw",
        b"#5c1,b2:Sa3c1:pd4:fb",
        b"#7,",
        b"13x13n,a1m13:p:pb2,:s",
    ],
    b"# , : :s :S :p :rb :rw :fb :fw a1 z26 aa1 11 26 27 x 11x11 c1 r9 n https://hexworld.org/board/#".split(
        b" "
    ),
)


# --- records


def record_seeds() -> list[bytes]:
    """A short game of everything that is played here, and records as they were kept before."""
    found = [path.read_bytes() for path in sorted((DATA / "before").glob("*.pavage"))]
    for game in some_games():
        dice, match = random.Random(7), Match(game, parse_control("10m+3x30s"))
        while len(match.played) < 8 and (moves := game.moves(match.position)):
            match.play(dice.choice(moves), spent=float(dice.randrange(9)))
        match.say("x } \\ y")
        found.append(write_record(Record(match, ("Ada", "Bo"), {"date": "2026-01-01"})).encode())
        set_up = Match(game, start=match.position)
        found.append(write_record(Record(set_up)).encode())
        if match.outcome is None:
            match.resign(0)
            found.append(write_record(Record(match)).encode())
    drawn = load_tiling(dump_tiling(tiling("S4x3")), "file:mine")
    found += [write_record(Record(Match(GAMES["polygo"](board=drawn)))).encode()]
    return found


RECORD_PIECES: Sequence[bytes] = (
    b"pavage 1\n|game: hex\n|game: nombres\n|rules: 1\n|rules: 2\n|option size: 5\n|option board: R5\n|"
    b"option board: dual-H5\n|option players: 3\n|option preset: x\n|tiling: |seat 1: Ada\n|seat 2: "
    b"\n|clock: 10m\n|"
    b"clock: 3d/move\n|start: red:a1 turn:2\n|result: *\n|result: 1 0 resignation\n|result: 0.5 0.5 "
    b"agreement\n|\n\n|"
    b"@1.5|@999999999|{|}|{a comment}|a1|b2|swap|pass| - |:| |turn:chance|red:|blue:"
).split(b"|")


def read_a_record(data: bytes) -> None:
    survives(read_record(text_of(data)))


RECORD = Parser("record", read_a_record, record_seeds, RECORD_PIECES)


# --- tilings


def use(board: Tiling) -> None:
    """All that is done with a board before anybody plays on it."""
    assert sum(map(len, board.loops)) >= len(board.border)
    assert set(board.ring) <= board.border
    assert board.symmetries[0] == tuple(board.cells)
    assert board_svg(plain_board(GAMES["polygo"](board=board)), 0).startswith("<svg")


def read_tiling_json(data: bytes) -> None:
    board = load_tiling(text_of(data))
    with again("the tiling"):
        other = load_tiling(dump_tiling(board))
        assert (other, other.sides) == (board, board.sides), "the tiling reads otherwise"
        use(board)
    try:
        dual = board.dual()
    except BadTiling:
        return
    with again("the dual"):
        use(dual)


def read_code(data: bytes) -> None:
    _read_code(text_of(data).strip())


@lru_cache(1 << 16)
def _read_code(code: str) -> None:
    """A board that was built and looked at is not built again for the same code."""
    board = tiling(code)
    assert len(board) >= 1 and len(set(board.names)) == len(board)
    with again("the code"):
        assert tiling(board.code) == board, "the code reads otherwise"


CODES = (
    b"R3 H3 S3x4 T4 TH2 488-2 3636-2 3464-2 31212-2 4612-2 33434-2 33344-2 33336-2 "
    b"cairo-2 penrose-2 voronoi-12-1"
)
TILING = Parser(
    "tiling",
    read_tiling_json,
    lambda: (
        [dump_tiling(tiling(code.decode())).encode() for code in CODES.split()]
        + [
            b'{"cells":[{"polygon":[[0,0],[1,0],[1,1],[0,1]]},{"polygon":[[1,0],[2,0],[2,1],[1,1]]}]}',
            b'{"cells":[{"name":"a1","polygon":[[0,0],[2,0],[0,2]]}],"sides":[["a1"],["a1"],["a1"]]}',
        ]
    ),
    (
        b'{"cells": |[]|{}|"polygon":|"name":"a1",|"sides":[["a1"]],|[0,0],|[1,0],|[1e6,1],|[0,1]|'
        b"[1e-9,0],|NaN|null|"
        b'true|"tiling":"R3",|"tiling":"file:x",|"version":2,|1e-7|-0.0|0.5|[[0,0],[1,0],[0,1]]|,'
    ).split(b"|"),
)
CODE = Parser(
    "code",
    read_code,
    lambda: [*CODES.split(), b"dual-H4", b"dual-dual-488-3", b"dual-voronoi-40-9", b"R26", b"penrose-9"],
    b"dual- R H S T TH x - 488- 3636- 33336- cairo- penrose- voronoi- 0 1 2 9 26 40 1999 2000 99999".split(),
    longest=200,
)


# --- clocks


def read_clock(data: bytes) -> None:
    control = parse_control(text_of(data))
    with again("the clock"):
        assert parse_control(str(control)) == control, "the clock reads otherwise"
    clock = Clock.new(control, 2).start(0, 100.0)
    for now in (100.0, 101.5, 1e9):
        assert clock.remaining(0, now)[0] >= 0 and clock.stop(now).press(1, now).remaining(1, now)
        clock = clock.press(1, now).press(0, now)
    deadline = clock.deadline()
    assert deadline is not None and deadline >= clock.since


CLOCK = Parser(
    "clock",
    read_clock,
    lambda: [b"10m", b"10m+5s", b"10m+3x30s", b"3d/move", b"1h30m", b"0.5s", b"90s + 1x10s", b"365d"],
    b"10 m s h d + x /move 0 0.000001 366d 1e9 3x . 0s 0m+ 99999999999999999999d".split(),
    longest=6000,
)
PARSERS = (SGF, LINK, RECORD, TILING, CODE, CLOCK)
