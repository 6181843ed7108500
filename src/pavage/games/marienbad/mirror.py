"""Winning by copying: a position that a reflection or half a turn maps on itself, stone by stone.

If no stone can be taken together with its own image, whatever one player takes the other can take in the
mirror, so in normal play the one to move loses. Whoever can bring such a position about wins: on `H<k>` by
taking a whole row through the centre, on `S<w>x<h>` with w odd and h even by taking the middle column, with
`block` and both odd by taking the middle row. If w and h are even, the second player can copy from the start.
"""

from __future__ import annotations

from functools import lru_cache

from pavage.game import Move
from pavage.games.marienbad.rules import Marienbad, MarienbadPosition


@lru_cache(maxsize=8)
def mirrors(game: Marienbad) -> tuple[tuple[int, ...], ...]:
    """The symmetries of the board that undo themselves, without the one that moves nothing."""
    cells = tuple(game.tiling.cells)
    found = game.tiling.symmetries if not game.heaps else ()
    return tuple(
        image for image in found if image != cells and all(image[image[cell]] == cell for cell in cells)
    )


@lru_cache(maxsize=8)
def in_line(game: Marienbad) -> tuple[frozenset[int], ...]:
    """For each cell, all cells that have a line in common with it."""
    return tuple(
        frozenset(other for line in game.line_sets if cell in line for other in line)
        for cell in game.tiling.cells
    )


def mirror_taking(game: Marienbad, position: MarienbadPosition) -> Move | None:
    """A move after which the other player can be copied; () if the mover can be copied now; else None."""
    board = position.board
    stones = [cell for cell, piece in enumerate(board) if piece]
    best: Move | None = None
    for image in mirrors(game):
        surplus = _surplus(game, board, stones, image)
        if surplus is None:
            continue
        if not surplus:
            return ()
        best = best or (*surplus, game.done)
    return best


def _surplus(game: Marienbad, board: bytes, stones: list[int], image: tuple[int, ...]) -> list[int] | None:
    """The stones to take so that each other one has an image out of its reach; None if no move does so."""
    near = in_line(game)
    surplus: list[int] = []
    for cell in stones:
        other = image[cell]
        if not board[other] or other == cell or (not game.block and other in near[cell]):
            if surplus and cell not in near[surplus[0]]:
                return None
            surplus.append(cell)
    if len(surplus) > 1 and not _one_line(game, board, surplus):
        return None
    if game.block:
        left = bytearray(board)
        for cell in surplus:
            left[cell] = 0
        for stretch in game.stretches(left):
            kept = set(stretch)
            if any(image[cell] in kept for cell in stretch):
                return None
    return surplus


def _one_line(game: Marienbad, board: bytes, cells: list[int]) -> bool:
    together = set(cells)
    for stretch in game.stretches(board):
        if together.issubset(stretch):
            places = [stretch.index(cell) for cell in cells]
            return not game.block or max(places) - min(places) < len(cells)
    return False
