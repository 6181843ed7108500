"""`pavage tiling`: draw a board and its dual, count its parts, check a file."""

from __future__ import annotations

import math
import sys
from pathlib import Path

from pavage.cli.arguments import Given, Parser, required
from pavage.terminal.console import console_for
from pavage.tiling import Point, Tiling, dump_tiling, read_tiling, tiling
from pavage.tiling.plane import around
from pavage.view.characters import visible
from pavage.view.text import BOLD, draw_names
from pavage.words import Words

DUAL_STYLE = "36"
PICTURE = 800
"""The longer side of an SVG, in its own units."""


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
        Path(given.svg).write_text(svg(board, dual), encoding="utf-8")
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


def svg(board: Tiling, dual: Tiling | None) -> str:
    """The cells with their names; over them, the edges and crossings of the dual."""
    points = [point for polygon in board.polygons for point in polygon]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - left, max(y for _, y in points) - top
    scale, margin = PICTURE / max(wide, high), 12.0

    def at(point: Point) -> tuple[float, float]:
        return (point[0] - left) * scale + margin, (point[1] - top) * scale + margin

    def path(polygon: tuple[Point, ...]) -> str:
        return " ".join(f"{x:.2f},{y:.2f}" for x, y in map(at, polygon))

    parts = [f'<polygon points="{path(polygon)}"/>' for polygon in board.polygons]
    letters = [
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{board.radius(cell) * scale / 2:.1f}">{name}</text>'
        for cell, (name, (x, y)) in enumerate(zip(board.names, map(at, board.centres), strict=True))
    ]
    over = []
    if dual:
        lines = {tuple(sorted(edge)) for polygon in dual.polygons for edge in around(polygon)}
        for a, b in sorted(lines):
            (x1, y1), (x2, y2) = at(a), at(b)
            over.append(f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}"/>')
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {math.ceil(wide * scale + 2 * margin)} {math.ceil(high * scale + 2 * margin)}">',
            f"<title>{board.code}</title>",
            '<g fill="#faf6ec" stroke="#55524a" stroke-width="1.5" stroke-linejoin="round">',
            *parts,
            "</g>",
            '<g fill="none" stroke="#2f6fb0" stroke-width="1.5" stroke-dasharray="5 3">',
            *over,
            "</g>",
            '<g fill="#55524a" font-family="sans-serif" text-anchor="middle" dominant-baseline="central">',
            *letters,
            "</g>",
            "</svg>",
            "",
        ]
    )
