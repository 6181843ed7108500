"""Motifs: the deck, the ways a motif may lie, and whether tiles of one colour form it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache

from pavage.games.hextra.geometry.lattice import STEPS, Point, mirrored, turned

Motif = tuple[Point, ...]

TRAPEZOID: Motif = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))
"""The hardest motif: left out of the deck of 32, the last card of the deck of 33."""


def settled(points: Iterable[Point]) -> Motif:
    """The same motif moved so that its first point, in order, is (0,0)."""
    ordered = sorted(points)
    q0, r0 = ordered[0]
    return tuple((q - q0, r - r0) for q, r in ordered)


def orientations(motif: Motif, match: str) -> list[Motif]:
    """The ways a motif may lie: `fixed` as it is, `onesided` turned, `free` turned and reflected."""
    if match == "fixed":
        return [settled(motif)]
    sides = [motif] if match == "onesided" else [motif, tuple(map(mirrored, motif))]
    found = {settled(turned(point, sixths) for point in side) for side in sides for sixths in range(6)}
    return sorted(found)


@cache
def polyhexes(size: int, match: str) -> tuple[Motif, ...]:
    """All motifs of so many hexagons, one for each that cannot be told apart by `match`, in order."""
    if size == 1:
        return (((0, 0),),)
    found = set()
    for smaller in polyhexes(size - 1, match):
        for q, r in smaller:
            for dq, dr in STEPS:
                point = (q + dq, r + dr)
                if point not in smaller:
                    found.add(min(orientations((*smaller, point), match)))
    return tuple(sorted(found))


@cache
def deck(size: int, cards: int) -> tuple[Motif, ...]:
    """The motifs of a deck; the number of a motif is its place, from 1."""
    if size == 4:
        return polyhexes(4, "onesided")
    if cards == 22:
        return polyhexes(5, "free")
    ordinary = tuple(motif for motif in polyhexes(5, "onesided") if motif != TRAPEZOID)
    return ordinary if cards == 32 else (*ordinary, TRAPEZOID)


@cache
def copies(motif: Motif, match: str) -> tuple[Motif, ...]:
    """Every way a motif may lie over (0,0), each with (0,0) first."""
    found = []
    for lying in orientations(motif, match):
        for q0, r0 in lying:
            others = [(q - q0, r - r0) for q, r in lying if (q, r) != (q0, r0)]
            found.append(((0, 0), *others))
    return tuple(found)


def placements(motif: Motif, match: str, over: Point) -> Iterator[Motif]:
    """The copies of a motif that lie over one point of the board."""
    q0, r0 = over
    for copy in copies(motif, match):
        yield tuple((q + q0, r + r0) for q, r in copy)


def stands_alone(copy: Motif, own: Collection[Point]) -> bool:
    """Whether no further tile of the colour touches these."""
    return not any(
        (q + dq, r + dr) in own and (q + dq, r + dr) not in copy for q, r in copy for dq, dr in STEPS
    )


def realised(
    motif: Motif, own: Collection[Point], match: str, contained: bool, over: Iterable[Point] | None = None
) -> Motif | None:
    """Tiles of one colour that form its motif, or None; with `over`, only copies over those points count."""
    have = frozenset(own)
    for point in own if over is None else over:
        for copy in placements(motif, match, point):
            if have.issuperset(copy) and (contained or stands_alone(copy, own)):
                return tuple(sorted(copy))
    return None


def cover(motif: Motif, own: Collection[Point], match: str) -> Motif:
    """The most tiles of one colour that a copy of its motif can cover."""
    best: Motif = ()
    for point in sorted(own):
        for copy in placements(motif, match, point):
            covered = tuple(sorted(cell for cell in copy if cell in own))
            if len(covered) > len(best):
                best = covered
    return best
