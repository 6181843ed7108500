"""The legend of the board: what the marks on it mean, in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from pavage.scene import Board, Mark, Overlay, Scene
from pavage.terminal.console import Console
from pavage.terminal.session.session import Session
from pavage.view.text.characters import plain_text
from pavage.view.text.markings import TINT, target_sign
from pavage.words import Words

SPOKEN_MARKS = ("axis", "arrow", "centre", "turn")
"""Marks that signs on cells only hint at."""


def legend_lines(session: Session, console: Console, board: Board, scene: Scene, width: int) -> list[str]:
    """What signs on cells only hint at, in sentences: the geometry of a transformation, the overlay shown."""
    words = session.words
    said = [_geometry(session, board, scene, mark) for mark in scene.marks if mark.kind in SPOKEN_MARKS]
    overlay = session.overlay(scene)
    if overlay is not None:
        count = len({cell for mark in overlay.marks for cell in mark.cells})
        label = words(overlay.label)
        said.append(words("cli.play.legend", sign=_signs(session, overlay), label=label, count=count))
    said += analysis_legend(session.words, session.found)
    text = plain_text(" ".join(dict.fromkeys(said)), console.unicode)
    return textwrap.wrap(text, max(20, width))


def _signs(session: Session, overlay: Overlay) -> str:
    """The signs of an overlay; where there are several, with the colours they stand for."""
    signs = {(TINT if mark.kind != "target" else target_sign(mark)): mark.colour for mark in overlay.marks}
    if len(signs) < 2:
        return "".join(signs) or TINT
    named = ((sign, session.words(f"colour.{colour}") if colour else "") for sign, colour in signs.items())
    return ", ".join(f"{sign} {colour}".rstrip() for sign, colour in named) + " –"


def _geometry(session: Session, board: Board, scene: Scene, mark: Mark) -> str:
    names = [cell_name(board, scene, cell) for cell in mark.cells]
    key = mark.kind
    if mark.kind == "turn":
        key = "turn_direct" if mark.value >= 0 else "turn_indirect"
    one, other = (names * 2)[:2] if len(names) == 1 else (names[0], names[1])
    degrees = f"{abs(mark.value):g}"
    return session.words(f"cli.play.mark.{key}", one=one, other=other, degrees=degrees)


def cell_name(board: Board, scene: Scene, cell: int) -> str:
    """What is written on the piece there, else the name of the cell."""
    texts = (piece.text for piece in scene.pieces if piece.text and cell in (piece.cell, *piece.cells))
    return next(texts, board.names[cell])


def analysis_legend(words: Words, marks: Sequence[Mark]) -> list[str]:
    """What the signs on the board mean."""
    kinds = {mark.kind: mark for mark in marks}
    legend = [words("cli.play.heat")] if "heat" in kinds else []
    if "carrier" in kinds:
        colour = words(f"colour.{kinds['carrier'].colour}")
        legend.append(words("cli.play.carrier", sign=TINT, colour=colour))
    return legend
