"""Tilings as JSON, and the door through which a user's own tiling comes in."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pavage.tiling.check import check, clockwise
from pavage.tiling.names import names_by_rows
from pavage.tiling.plane import FILE, BadTiling, Point, Tiling, mean, mean_edge
from pavage.tiling.shapes import MOST_CELLS
from pavage.tiling.shapes import tiling as tiling_of

NAME = re.compile(r"[a-z]{1,3}[0-9]{1,4}")
MOST_CORNERS = 64
MOST_BYTES = 4 << 20
FARTHEST = 1e6
LONGEST_CODE = 60


def dump_tiling(tiling: Tiling) -> str:
    """One line of JSON that `load_tiling` reads back exactly."""
    cells = [
        {"name": name, "polygon": [list(point) for point in polygon]}
        for name, polygon in zip(tiling.names, tiling.polygons, strict=True)
    ]
    data: dict[str, Any] = {"tiling": tiling.code, "version": 1, "cells": cells}
    if tiling.sides:
        data["sides"] = [[tiling.names[cell] for cell in side] for side in tiling.sides]
    return json.dumps(data, separators=(",", ":"))


def read_tiling(path: Path) -> Tiling:
    """A tiling from a file of the user, checked; its code is `file:` and the name of the file."""
    if path.stat().st_size > MOST_BYTES:
        raise BadTiling("file_too_large", most=MOST_BYTES)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadTiling("not_json", reason=f"byte {error.start} is not UTF-8") from None
    return load_tiling(text, f"{FILE}{path.stem}")


def load_tiling(text: str, code: str | None = None) -> Tiling:
    """A tiling from JSON: cells, each with a polygon and perhaps a name. Refused if it is no board."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadTiling("not_json", reason=str(error)) from None
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        raise BadTiling("no_cells")
    cells = data["cells"]
    if not 1 <= len(cells) <= MOST_CELLS:
        raise BadTiling("cell_count", count=len(cells), most=MOST_CELLS)
    polygons = tuple(_polygon(cell, number) for number, cell in enumerate(cells, 1))
    names = _names(cells, polygons)
    sides = _sides(data.get("sides", []), names)
    written = data.get("tiling")
    if code is None and isinstance(written, str):
        ours = _ours(written)
        if ours is not None and (ours.names, ours.polygons) == (names, polygons):
            return ours
        # Whatever a drawing calls itself, it is a drawing.
        code = FILE + _one_line(written.removeprefix(FILE)[:LONGEST_CODE])
    tiling = Tiling(code or f"{FILE}unnamed", names, polygons, sides)
    check(tiling)
    return tiling


def _ours(code: str) -> Tiling | None:
    """The tiling of this code, if there is one."""
    try:
        return tiling_of(code)
    except BadTiling:
        return None


def _one_line(text: str) -> str:
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def _polygon(cell: object, number: int) -> tuple[Point, ...]:
    points = cell.get("polygon") if isinstance(cell, dict) else None
    where = str(cell.get("name") or number) if isinstance(cell, dict) else str(number)
    if not isinstance(points, list) or not 3 <= len(points) <= MOST_CORNERS:
        raise BadTiling("bad_polygon", where, most=MOST_CORNERS)
    polygon = tuple(_point(point, where) for point in points)
    return clockwise(polygon, where)


def _point(point: object, where: str) -> Point:
    if isinstance(point, list) and len(point) == 2:
        numbers = [x for x in point if isinstance(x, (int, float)) and not isinstance(x, bool)]
        # Compared as they are: a whole number may be too large to be a float.
        if len(numbers) == 2 and all(-FARTHEST <= x <= FARTHEST for x in numbers):
            return float(numbers[0]), float(numbers[1])
    raise BadTiling("bad_point", where, point=json.dumps(point)[:40])


def _names(cells: list[Any], polygons: tuple[tuple[Point, ...], ...]) -> tuple[str, ...]:
    given = [cell.get("name") for cell in cells]
    if not any(given):
        return names_by_rows([mean(polygon) for polygon in polygons], mean_edge(polygons))
    seen: set[str] = set()
    for number, name in enumerate(given, 1):
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise BadTiling("bad_name", str(number), name=str(name)[:20])
        if name in seen:
            raise BadTiling("name_twice", name)
        seen.add(name)
    return tuple(given)


def _sides(data: object, names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    index = {name: cell for cell, name in enumerate(names)}
    if not isinstance(data, list) or not all(isinstance(side, list) for side in data):
        raise BadTiling("bad_sides")
    for side in data:
        for name in side:
            if not isinstance(name, str) or name not in index:
                raise BadTiling("bad_sides", str(name)[:20])
    return tuple(tuple(index[name] for name in side) for side in data)
