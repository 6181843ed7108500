"""Tilings: cells, neighbours, polygons, names, sides. Every game is played on one."""

from pavage.tiling.files import dump_tiling, load_tiling, read_tiling
from pavage.tiling.plane import BadTiling, Point, Tiling
from pavage.tiling.shapes import CODES, tiling

__all__ = ["CODES", "BadTiling", "Point", "Tiling", "dump_tiling", "load_tiling", "read_tiling", "tiling"]
