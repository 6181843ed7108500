"""`pavage print`: boards, pieces, cards, puzzles and texts at real size, as PDF or SVG."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from pavage.cli.common.arguments import Given, Parser, assignments, required, whole
from pavage.cli.common.progress import Progress
from pavage.formats.sgf import MOST_BYTES, decode_sgf
from pavage.printing.order import KINDS, Order
from pavage.printing.page import Page, paper_named
from pavage.printing.pdf import write_pdf
from pavage.printing.producing import how_to_print, pages_of
from pavage.printing.svg import write_svg
from pavage.terminal.session.saved_games import write_new
from pavage.words import Words
from pavage.words.complaint import Complaint

STREAM = "-"
SWITCHES = {name: name for name in ("real", "kit", "pieces", "rules", "lesson", "teacher")} | {
    "slips": "tournament"
}
"""Options that need nothing else to be said, and the kind that each means."""
VALUED = {"sheet": "puzzles", "record": "record", "tournament": "tournament", "names": "tournament"}
"""Options that say what is wanted, and the kind that each means."""


def arguments(parser: Parser) -> None:
    parser.take("game", metavar="game", nargs="?")
    parser.take("--option", metavar="assignment", action="append")
    parser.take("--tiling", metavar="file")
    for name in SWITCHES:
        parser.switch(f"--{name}")
    parser.take("--position", metavar="position")
    parser.take("--record", metavar="file")
    parser.take("--every", metavar="number")
    parser.take("--sheet", metavar="number")
    parser.take("--sheets", metavar="number")
    parser.take("--seed", metavar="number")
    parser.take("--grade", metavar="number")
    parser.take("--text", metavar="text")
    parser.take("--tournament", metavar="file")
    parser.take("--names", metavar="names")
    parser.take("--paper", metavar="paper", default="a4")
    parser.take("--ink", metavar="ink", default="colour")
    parser.take("--cell", metavar="millimetres")
    for name in ("--no-coordinates", "--no-bands", "--no-backs", "--fold"):
        parser.switch(name)
    parser.take("-o", "--output", metavar="file")
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    order = _order(given)
    output = _output(given.output, order)
    with Progress() as progress:
        pages = pages_of(order, words, lambda share: progress.show(share, words("cli.print.progress")))
    title = pages[0].title
    if output is None:
        sys.stdout.buffer.write(write_pdf(pages, order.ink, title))
        return 0
    if output.suffix.lower() == ".svg":
        files = [
            (path, write_svg(page, order.ink).encode())
            for path, page in zip(_each(output, pages), pages, strict=True)
        ]
    else:
        files = [(output, write_pdf(pages, order.ink, title))]
    for path, data in files:
        write_new(path, data)
    _tell(given, words, order, pages, [path for path, _ in files])
    return 0


def _order(given: Given) -> Order:
    kind = _kind(given)
    record = _text(given.record) if given.record else ""
    position = given.position or ""
    # What names a file is a game whose last position is meant.
    if position and _is_file(position):
        position, record = "", _text(position)
    named = bool(given.tournament or record)
    name = given.game or ("hex" if named else required(None, "game", "print"))
    return Order(
        name,
        kind,
        assignments(given.option),
        given.paper,
        _ink(given.ink),
        _millimetres(given.cell),
        not given.no_coordinates,
        not given.no_bands,
        not given.no_backs,
        position,
        record,
        whole(given.every, "--every", 1, 1000) or 10,
        whole(given.sheet, "--sheet", 1, 99) or 4,
        whole(given.sheets, "--sheets", 1, 99) or 1,
        _seed(given.seed),
        whole(given.grade, "--grade", 1, 4),
        given.text or "",
        given.fold,
        tuple((given.names or "").split(",")),
        given.tournament or "",
        Path(given.tiling).expanduser().read_text(encoding="utf-8", errors="replace") if given.tiling else "",
    )


def _kind(given: Given) -> str:
    """What is wanted: one thing at a time."""
    chosen = {name: kind for name, kind in SWITCHES.items() if getattr(given, name)}
    chosen |= {name: kind for name, kind in VALUED.items() if getattr(given, name)}
    kinds = sorted(set(chosen.values()))
    if len(kinds) > 1:
        raise Complaint("cli.print.one_thing", options=", ".join(f"--{name}" for name in chosen))
    if given.text and not kinds:
        return "puzzles"
    return kinds[0] if kinds else KINDS[0]


def _ink(name: str) -> str:
    return "colour" if name == "color" else "grey" if name == "gray" else name


def _seed(text: str | None) -> int:
    seed = whole(text, "--seed", 0, 2**59)
    return 1 if seed is None else seed


def _millimetres(text: str | None) -> float | None:
    """A length; 20, 20.5, 20,5 and 20mm are read."""
    if text is None:
        return None
    try:
        value = float(text.lower().removesuffix("mm").strip().replace(",", "."))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise Complaint("cli.bad_value", option="--cell", value=text, takes="3..200")
    return value


def _is_file(text: str) -> bool:
    try:
        return Path(text).expanduser().is_file()
    except (OSError, ValueError):
        return False


def _text(name: str) -> str:
    if "://" in name or "hexworld.org/" in name:
        return name
    if name == STREAM:
        return decode_sgf(sys.stdin.buffer.read(MOST_BYTES + 1))
    with Path(name).expanduser().open("rb") as file:
        return decode_sgf(file.read(MOST_BYTES + 1))


def _output(name: str | None, order: Order) -> Path | None:
    """Where it is written: never over another file; None for the output itself."""
    if name == STREAM:
        return None
    if name is None:
        stem = order.game if order.kind == "board" else f"{order.game}-{order.kind}"
        path, number = Path(f"{stem}.pdf"), 2
        while path.exists():
            path, number = Path(f"{stem}-{number}.pdf"), number + 1
        return path
    path = Path(name).expanduser()
    if path.suffix.lower() not in (".pdf", ".svg"):
        raise Complaint("cli.bad_value", option="--output", value=name, takes="*.pdf, *.svg, -")
    if path.exists():
        raise Complaint("cli.file.exists", file=name)
    return path


def _each(output: Path, pages: list[Page]) -> list[Path]:
    """SVG has one page a file."""
    if len(pages) == 1:
        return [output]
    paths = [
        output.with_name(f"{output.stem}-{number}{output.suffix}") for number in range(1, len(pages) + 1)
    ]
    for path in paths:
        if path.exists():
            raise Complaint("cli.file.exists", file=str(path))
    return paths


def _tell(given: Given, words: Words, order: Order, pages: list[Page], paths: list[Path]) -> None:
    if given.json:
        print(json.dumps({"files": [str(path) for path in paths], "pages": len(pages), "paper": order.paper}))
        return
    shown = str(paths[0]) if len(paths) == 1 else f"{paths[0]} … {paths[-1].name}"
    print(
        words(
            "cli.print.written",
            file=shown,
            pages=words.count("cli.print.pages", len(pages)),
            paper=paper_named(order.paper).called,
        )
    )
    how = how_to_print(order, pages, words)
    has_backs = any(page.back for page in pages)
    print(words("cli.print.fronts_only", how=how) if has_backs else how)
