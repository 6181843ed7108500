"""How Nombres croisés is shown: sums beside the board, pawns and crosses on it, three pens in a tray."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace

from pavage.game import Move, Position, Seat
from pavage.games.cell_sets import cells_of
from pavage.games.nombres import braille
from pavage.games.nombres.contest import goal, met
from pavage.games.nombres.rules import BUTTONS, FULL, Nombres
from pavage.games.nombres.sums import labels
from pavage.phrase import Phrase
from pavage.scene import (
    OUTSIDE_THE_RULES,
    Board,
    Item,
    Mark,
    Moment,
    Overlay,
    Piece,
    Scene,
    Tray,
    plain_board,
    plain_scene,
)

PAWN = "red"
SIGNS = {"full": "●", "empty": "×", "clear": "?"}


def board(game: Nombres) -> Board:
    """The sums are part of the board, so each puzzle has a board of its own."""
    return replace(plain_board(game), id=_id(game), labels=labels(game.puzzle, game.tiling))


def scene(game: Nombres, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    position, marks = moment.position, game.marks(moment.position)
    met, wrong = game.met_lines(marks), game.wrong_lines(marks)
    lines = game.grid.lines
    said = [
        Mark("tint", tuple(sorted(game.given))),
        Mark("text", tuple(cells_of(marks.empty)), text=SIGNS["empty"]),
        *(Mark("met", lines[number].cells) for number in met),
        *(Mark("broken", lines[number].cells) for number in wrong),
    ]
    pen = _pen(game, moment)
    shown = replace(
        plain,
        board=_id(game),
        pieces=_pieces(game, position),
        marks=(*(mark for mark in said if mark.cells), *(m for m in plain.marks if m.kind != "win")),
        seats=(replace(plain.seats[0], score=f"{len(met)}/{len(lines)}", aim=Phrase("nombres.aim")),),
        prompt=_prompt(game, moment, pen, len(wrong)),
        ghost=PAWN if pen == "full" else "",
        trays=() if moment.outcome else (_pens(game, pen),),
        news=_said(game, moment),
    )
    return replace(shown, overlays=_solution(game, moment))


def _id(game: Nombres) -> str:
    return f"{game.tiling.code}-{zlib.crc32(game.line.encode()):08x}"


def _pieces(game: Nombres, position: Position) -> tuple[Piece, ...]:
    return tuple(
        Piece(cell, PAWN, sealed=cell in game.given, label=Phrase("nombres.pawn"))
        for cell, code in enumerate(position.board)
        if code == FULL
    )


def _pen(game: Nombres, moment: Moment) -> str:
    """The pen in the hand, if there is one."""
    pens = [game.sites[site] for site in moment.touched if site >= len(game.tiling)]
    return pens[-1] if pens else ""


def _pens(game: Nombres, pen: str) -> Tray:
    items = tuple(
        Item(
            Phrase(f"nombres.button.{name}"),
            game.site(name),
            text=SIGNS[name],
            state="chosen" if name == pen else "",
        )
        for name in BUTTONS
    )
    return Tray(Phrase("nombres.pens"), items, keep=True)


def _prompt(game: Nombres, moment: Moment, pen: str, wrong: int) -> Phrase:
    outcome = moment.outcome
    if outcome is None:
        if pen:
            return Phrase(f"nombres.prompt_{pen}")
        if moment.touched:
            cell = moment.touched[0]
            key = "prompt_marked" if moment.position.board[cell] else "prompt_cell"
            return Phrase(f"nombres.{key}", (("cell", game.sites[cell]),))
        return Phrase("nombres.prompt_wrong" if wrong else "nombres.prompt")
    if outcome.reason == "wrong" and wrong > 1:
        return Phrase("nombres.result.wrong_many", (("lines", str(wrong)),))
    return Phrase(f"nombres.result.{outcome.reason}")


def _said(game: Nombres, moment: Moment) -> Phrase | None:
    """What a solved grid says in Braille."""
    solved = moment.outcome is not None and moment.outcome.reason == "solved"
    if not solved or game.puzzle.theme != "braille":
        return None
    full = game.marks(moment.position).full
    text = braille.decode(game.grid, full).upper()
    if braille.UNREADABLE in text:
        return None
    signs = braille.printed(braille.signs_on(game.grid, full))
    return Phrase("nombres.says", (("text", text), ("signs", signs)))


def _solution(game: Nombres, moment: Moment) -> tuple[Overlay, ...]:
    """Once it has been given up or the time is over. A grid that is only wrong can still be put right."""
    if moment.outcome is None or moment.outcome.reason not in OUTSIDE_THE_RULES:
        return ()
    full = tuple(cells_of(game.solution()))
    return (Overlay(Phrase("nombres.solution"), (Mark("tint", full, colour=PAWN),)),)


def marks(
    game: Nombres, positions: Sequence[Position], moves: Sequence[tuple[Seat, Move]], seat: Seat
) -> Sequence[tuple[Phrase, int]]:
    """Count the right lines, and all."""
    return [
        (Phrase("nombres.marking.right"), met(game, positions[-1])),
        (Phrase("nombres.marking.all"), goal(game)),
    ]
