"""A tiling as SVG: its cells with their names, and over them, if wanted, its dual."""

from __future__ import annotations

import math

from pavage.tiling import Point, Tiling
from pavage.tiling.plane import around

PICTURE = 800
"""Pixels of the longer side of a picture."""


def tiling_svg(board: Tiling, dual: Tiling | None = None) -> str:
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
