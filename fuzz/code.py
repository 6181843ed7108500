"""Codes of tilings: `R11`, `dual-H5`, `voronoi-40-9`."""

from fuzz.harness import rereading, text_of
from pavage.tiling import tiling


def check(data: bytes) -> None:
    board = tiling(text_of(data).strip())
    assert len(board) >= 1 and len(set(board.names)) == len(board)
    with rereading():
        assert tiling(board.code) == board
