"""`pavage tiling`: draw a board and its dual, count its parts, check a file."""

from __future__ import annotations

import sys
from pathlib import Path

from pavage.cli.common.arguments import Given, Parser, required
from pavage.terminal.console import console_for
from pavage.tiling import Tiling, dump_tiling, read_tiling, tiling
from pavage.view.text import BOLD, draw_names
from pavage.view.text.characters import visible
from pavage.view.tilings import tiling_svg
from pavage.words import Words

DUAL_STYLE = "36"


def arguments(parser: Parser) -> None:
    parser.take("code", metavar="code", nargs="?")
    parser.switch("--dual")
    parser.take("--svg", metavar="file")
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    code = required(given.code, "code", "tiling")
    board = read_tiling(Path(code)) if code.lower().endswith(".json") else tiling(code)
    dual = board.dual() if given.dual else None
    if given.svg:
        Path(given.svg).write_text(tiling_svg(board, dual), encoding="utf-8")
    if given.json:
        print(dump_tiling(dual or board))
        return 0
    console = console_for(sys.stdout)
    layers = [(board.names, board.centres, BOLD)]
    if dual:
        layers.append((tuple(f"({name})" for name in dual.names), dual.centres, DUAL_STYLE))
    drawn = draw_names(layers, board.unit, colour=console.colour)
    if max(len(visible(line)) for line in drawn) <= console.width or not sys.stdout.isatty():
        print("\n".join(f"  {line}" if line else "" for line in drawn) + "\n")
    else:
        print(words("cli.tiling.too_wide", wide=max(len(visible(line)) for line in drawn)))
    print("\n".join(counts(board, words)))
    if dual:
        print("\n" + "\n".join(counts(dual, words)))
    if given.svg:
        print("\n" + words("cli.tiling.written", file=given.svg))
    return 0


def counts(board: Tiling, words: Words) -> list[str]:
    numbers = {
        "cells": len(board),
        "vertices": len(board.vertices),
        "edges": len({frozenset(edge) for edge in board.edges}),
        "border": len(board.border),
        "sides": len(board.sides),
        "symmetries": len(board.symmetries),
    }
    labels = {name: words(f"cli.tiling.count.{name}") for name in numbers}
    wide = max(map(len, labels.values()))
    return [board.code, *(f"  {labels[name]:<{wide}}  {number:>5}" for name, number in numbers.items())]
