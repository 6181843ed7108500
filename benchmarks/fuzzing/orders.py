"""What is asked for and made: prints, puzzles, and what teachers and pupils of a class send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qsl

from pydantic import ValidationError

from pavage.printing.order import KINDS
from pavage.printing.producing import kinds_of, pages_of
from pavage.printing.svg import write_svg
from pavage.server.printing.routes import Wanted, order_of
from pavage.words import words
from pavage.words.complaint import Complaint

from .parser import Parser
from .places import GAMES, NAMES
from .server import Site, must_be_told, site
from .texts import CODES, text_of

MADE = 4000.0
"""Milliseconds of processor time that making something may take; it is made beside the event loop."""

# --- prints


def order_print(data: bytes) -> None:
    """`hex?kind=board&option.size=5`, as a browser asks for it; one sheet of it is made."""
    name, _, query = text_of(data).partition("?")
    try:
        wanted = Wanted.model_validate(dict(parse_qsl(query)))
    except (ValidationError, ValueError):
        raise Complaint("web.bad_message") from None
    order = replace(order_of(GAMES[name[:64]].name, wanted, ""), count=1, sheets=1)
    pages = pages_of(order, words("en"))
    assert pages and write_svg(pages[min(wanted.page, len(pages)) - 1], order.ink).startswith("<svg")


def print_seeds() -> list[bytes]:
    found = [f"{name}?kind={kind}".encode() for name in NAMES for kind in kinds_of(name)]
    found += [f"polygo?option.board={code.decode()}&kind=board".encode() for code in CODES.split()]
    return [
        *found,
        b"hex?kind=board&position=red:a1,b2+turn:2&paper=a3&ink=grey&coordinates=off&bands=off&cell=8",
        b"nombres?kind=puzzles&option.board=6x6&seed=3&grade=1&text=BAL",
        b"hex?kind=tournament&names=Ada,Bo%0AEve&page=2&folded=on&backs=off&every=5",
    ]


PRINT = Parser(
    "print",
    order_print,
    print_seeds,
    [f"&kind={kind}".encode() for kind in KINDS]
    + [f"{name}?".encode() for name in NAMES]
    + (
        b"&paper=a5 &paper=letter &ink=hairline &ink=grey &cell=1 &cell=nan &cell=1e3 &option.size=26 "
        b"&option.board=H9 &option.players=3 &position=turn:2 &names=A,B,C &text=x &seed=0 &page=1000 "
        b"&folded=on &coordinates=off &grade=4 &every=1 %00 %ff %0A +"
    ).split(b" "),
    longest=600,
    slow=MADE,
)

# --- puzzles


def order_puzzle(data: bytes) -> None:
    """`check` or `others` on the first line, or nothing; then the body of the request."""
    head, _, body = data.partition(b"\n")
    which = {b"check": b"/check", b"others": b"/others"}.get(head, b"")
    must_be_told(*site().ask("POST", b"/api/puzzles" + which, body))


PUZZLE = Parser(
    "puzzle",
    order_puzzle,
    lambda: [
        b"\n{}",
        b'\n{"board": "5x4", "seed": 3}',
        b'\n{"board": "H3", "grade": 2, "seed": 1}',
        b'\n{"board": "6x6", "diag": "da", "grade": 1, "seed": 2}',
        b'\n{"board": "6x8", "text": "bal", "seed": 1}',
        b'\n{"board": "3x3", "rows": ["#..", ".#.", "..#"]}',
        b'check\n{"line": "3x3 R 1 1 1 C 1 1 1"}',
        b'check\n{"line": "H3"}',
        b'others\n{"rows": ["#..", ".#.", "..#"]}',
        b'others\n{"rows": ["##", "#."]}',
    ],
    (
        b'check\n|others\n|"board": "8x8", |"board": "H4", |"diag": "d", |"grade": 4, |"text": "abc", |'
        b'"rows": ["#.#"], |"rows": [], |"seed": 0, |"#..", |"", |R 1 2 3 |C 0 0 0 |D 1 1 |3x3 |25x25 |12x12 '
        b"|H1 |#|.|{}|null"
    ).split(b"|"),
    longest=600,
    slow=MADE,
)

# --- classes


def lead_class(data: bytes) -> None:
    """A class with four pupils: `act {…}`, `join {…}`, `hello {…}` or `open {…}` on each line.

    TEACHER, PUPIL and CODE are filled in; an act may be somebody else's: `act PUPIL {…}`.
    """
    here = site()
    told = json.loads(here.ask("POST", b"/api/classes", b"{}")[1])
    teacher, code = told["key"].encode(), told["code"].encode()
    try:
        joined = [_join(here, code, name) for name in (b"Ada", b"Bo", b"Eve", b"Flo")]
        for line in data.split(b"\n")[:12]:
            _send(here, line.replace(b"TEACHER", teacher).replace(b"PUPIL", joined[0]), teacher, code)
    finally:
        here.ask("DELETE", b"/api/classes", headers=[(b"x-pavage-key", teacher)])


def _join(here: Site, code: bytes, name: bytes) -> bytes:
    body = b'{"code": "%b", "name": "%b"}' % (code, name)
    key: str = json.loads(here.ask("POST", b"/api/classes/join", body)[1])["key"]
    return key.encode()


def _send(here: Site, line: bytes, teacher: bytes, code: bytes) -> None:
    word, _, body = line.replace(b"CODE", code).partition(b" ")
    if word == b"hello":
        messages: Iterator[str] = iter(text_of(body).split("\t"))
        assert all(each["kind"] for each in here.converse(b"/api/classes/live", messages)[1:])
        return
    key, path = teacher, {b"join": b"/join", b"open": b""}.get(word, b"/acts")
    if path == b"/acts" and not body.startswith(b"{"):
        key, _, body = body.partition(b" ")
    key = bytes(byte for byte in key if 33 <= byte < 127)  # what h11 lets through
    must_be_told(*here.ask("POST", b"/api/classes" + path, body, [(b"x-pavage-key", key)]))


def class_seeds() -> list[bytes]:
    begin = (
        b'act {"act": "begin", "round": 0, "game": "hex", "options": {"size": 3}, "groups": [[0, 1], [2]]}'
    )
    race = b'act {"act": "begin", "round": 0, "mode": "race", "game": "nombres", "groups": [[0, 1, 2]]}'
    return [
        b"\n".join([begin, b'act {"act": "pause"}', b'act {"act": "go_on"}', b'act {"act": "seat_waiting"}']),
        race + b'\nact {"act": "show", "board": 0}\nhello {"key": "PUPIL", "language": "fr"}',
        begin + b'\nhello {"key": "TEACHER"}\t{"key": "x", "language": "en"}',
        b'act {"act": "propose", "game": "hextra", "options": {"players": 3}, "method": "lots", '
        b'"pupils": [0, 1]}',
        b'act {"act": "take_out", "pupil": 1}\nact {"act": "hand_back", "pupil": 1}',
        b'join {"code": "CODE", "name": "Ada", "sign": "star"}\njoin {"code": "CODE", "name": "Gil"}',
        b'open {"hours": 3}\nact PUPIL {"act": "pause"}',
    ]


CLASS = Parser(
    "class",
    lead_class,
    class_seeds,
    [line + b"\n" for seed in class_seeds() for line in seed.split(b"\n")]
    + (
        b'"round": 1, |"mode": "race", |"minutes": 1, |"level": "best", |"groups": [[0], [1, 2, 3]], |'
        b'"groups": [[]], |"pupil": 3|"pupil": 59|"board": null|"board": 9|"game": "nombres", |'
        b'"game": "heinash", |"options": {}, |"method": "swiss", |TEACHER|PUPIL|CODE|\t'
    ).split(b"|"),
    longest=2000,
    slow=MADE,
)
PARSERS = (PRINT, PUZZLE, CLASS)
