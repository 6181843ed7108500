"""Positions made by hand: what was drawn becomes a position, or a sentence says why it cannot be one.

Nothing is kept between two requests. A page sends what lies where; rules and texts stay here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from pavage import drawing
from pavage.formats.record import Record, read_record, write_record
from pavage.game import Game, Position, Unreadable
from pavage.games.drawn import Drawn
from pavage.match import Match
from pavage.registry import board_of, games, scene_of
from pavage.scene import Moment, Piece, Scene
from pavage.server import limits
from pavage.server.messages import Options, Word
from pavage.server.new_game.catalogue import seats_of
from pavage.server.rooms import page_state
from pavage.server.rooms.scene_json import at_rest
from pavage.server.rooms.state_parts import shown
from pavage.server.site.costly import address_of
from pavage.server.site.pages import wanted_words
from pavage.server.site.theme import themed, wanted_theme
from pavage.view.size import size_line
from pavage.view.svg import board_svg
from pavage.words import Words
from pavage.words.complaint import explain

router = APIRouter()

TRIES = 8
"""Cells on which a piece is tried, to see what it looks like."""

Cell = Annotated[int, Field(ge=0, lt=1 << 20)]

ROUND_BY_HAND = ("solid", "beam_across", "beam_down")
"""How stones may be shown that a hand puts down as any other."""


class DrawnPiece(BaseModel):
    """A piece code and the cells that it covers."""

    model_config = ConfigDict(extra="forbid", strict=True)

    piece: Annotated[int, Field(ge=1, le=255)]
    cells: Annotated[list[Cell], Field(min_length=1, max_length=limits.RECORD)]


class Sketch(BaseModel):
    """A game by name or in a record, and its position: drawn, or as text; else as the record tells it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: Word = ""
    options: Options = {}
    record: Annotated[str, Field(max_length=limits.RECORD)] = ""
    ply: Annotated[int, Field(ge=0)] | None = None
    text: Annotated[str, Field(max_length=limits.RECORD)] = ""
    pieces: Annotated[list[DrawnPiece], Field(max_length=limits.RECORD)] | None = None
    mover: Annotated[int, Field(ge=0, lt=64)] = 0
    turn: Annotated[int, Field(ge=0, lt=360)] = 0
    """How the board lies, in degrees."""
    board: Annotated[str, Field(max_length=limits.BOARD_NAME)] = ""
    """The board that the page already shows, and how it lies."""


Answer = page_state.FirstPosition | page_state.PositionMade | page_state.ImpossiblePosition


@router.post("/api/setup", response_model=None)
async def set_up(request: Request, wanted: Sketch) -> Answer:
    """What was drawn, as a position to play from; or `problem`, one sentence that says why it is none."""
    told: Answer = await request.app.state.costly.do(address_of(request), _set_up, request, wanted)
    return told


def _set_up(request: Request, wanted: Sketch) -> Answer:
    match = read_record(wanted.record).match if wanted.record else None
    game = match.game if match else games()[wanted.game](**wanted.options)
    words = themed(wanted_words(request), wanted_theme(request), game.players)
    drawn, mover, text = _drawn(game, match, wanted)
    try:
        position = game.setup(text)
    except Unreadable as error:
        if wanted.pieces is None:
            raise
        return {**_drawing(drawn, mover), "problem": explain(words, error), "kind": "impossible"}
    told = _shown(game, words, position, drawn, mover, wanted)
    return told if wanted.pieces is not None else {**told, **_tools(game, words)}


def _drawn(game: Game[Any], told: Match | None, wanted: Sketch) -> tuple[tuple[Drawn, ...], int, str]:
    """The pieces, the colour to move, and the text of the position."""
    if wanted.pieces is None:
        position = _told_position(game, told, wanted)
        return drawing.pieces(game, position), drawing.mover(game, position), game.layout(position)
    allowed, here = set(drawing.palette(game)), set(drawing.cells(game))
    drawn = tuple(
        (each.piece, tuple(each.cells))
        for each in wanted.pieces
        if each.piece in allowed and here.issuperset(each.cells)
    )
    movers = drawing.movers(game)
    mover = wanted.mover if wanted.mover in movers else movers[0]
    return drawn, mover, drawing.as_text(game, drawn, mover)


def _told_position(game: Game[Any], told: Match | None, wanted: Sketch) -> Position:
    if wanted.text.strip():
        made: Position = game.setup(wanted.text)
        return made
    if told is None:
        begun: Position = game.start()
        return begun
    return told.positions[-1 if wanted.ply is None else min(wanted.ply, len(told.positions) - 1)]


def _drawing(drawn: tuple[Drawn, ...], mover: int) -> page_state.Drawing:
    return {"pieces": [{"piece": code, "cells": cells} for code, cells in drawn], "mover": mover}


def _tools(game: Game[Any], words: Words) -> page_state.PositionTools:
    """What one draws with; the same for every position of a game."""
    return {
        "game": game.name,
        "title": words(f"{game.name}.title"),
        "size": size_line(game, words),
        "palette": [_piece(game, code, words) for code in drawing.palette(game)],
        "movers": [
            {
                "mover": colour,
                "colour": game.colours[colour],
                "label": words(f"colour.{game.colours[colour]}"),
            }
            for colour in drawing.movers(game)
        ],
        "cells": drawing.cells(game),
        "rectangles": drawing.rectangles(game),
        # The game without a position: its options, and the board if somebody drew one.
        "game_record": write_record(Record(Match(game))),
    }


def _shown(
    game: Game[Any], words: Words, position: Position, drawn: tuple[Drawn, ...], mover: int, wanted: Sketch
) -> page_state.PositionMade:
    outcome = game.outcome(position)
    scene = scene_of(game, Moment(position, outcome=outcome))
    board = board_of(game, scene.board)
    text = game.layout(position)
    kept = drawing.as_text(game, drawing.pieces(game, position), drawing.mover(game, position))
    lies, lying = _drawing(drawn, mover), shown(at_rest(scene), game, words)
    told: page_state.PositionMade = {
        "pieces": lies["pieces"],
        "mover": lies["mover"],
        "text": text,
        "record": write_record(Record(Match(game, None, position))),
        "seats": seats_of(scene, position, words),
        "shapes": lying["shapes"],
        "scene": lying["scene"],
        "patterned": board.patterned,
        # The rules take away or fill in at once what could not have stayed so.
        "settled": set(drawing.pieces(game, position)) != set(drawn),
        # Stocks, dice, cards, earlier turns.
        "beyond": bool(set(text.split()) - set(kept.split())),
        "problem": "",
        "kind": "",
    }
    if outcome is not None:
        told["problem"], told["kind"] = words("web.setup.over", result=words(scene.prompt)), "over"
    turn = wanted.turn if wanted.turn in board.turns else 0
    if wanted.board != f"{scene.board} {turn}":
        told["svg"], told["turn"] = board_svg(board, turn), turn
    return told


def _piece(game: Game[Any], code: int, words: Words) -> page_state.PieceLook:
    """How a piece looks, and what it is called where its colour and shape do not say it."""
    kind, colour, shape, text = _look(game, code)
    label = drawing.label(game, code)
    return {
        "piece": code,
        "kind": kind,
        "colour": colour,
        "shape": shape,
        "text": text,
        "label": words(label) if label else "",
    }


Look = tuple[Literal["piece", "mark"], str, str, str]
"""A piece or only a sign, its colour, its shape, and what is written there."""


@lru_cache(1024)
def _look(game: Game[Any], code: int) -> Look:
    """What the game's own scene shows for a piece, on some cell where it may lie."""
    start = game.start()
    already = drawing.pieces(game, start)
    for piece, cells in already:
        if piece == code:
            return _seen(game, scene_of(game, Moment(start)), cells[0], code)
    taken = {cell for _, cells in already for cell in cells}
    free = [cell for cell in drawing.cells(game) if cell not in taken][:TRIES]
    for cell in free:
        try:
            text = drawing.as_text(game, (*already, (code, (cell,))), drawing.movers(game)[0])
            scene = scene_of(game, Moment(game.setup(text)))
        except Unreadable:
            continue
        return _seen(game, scene, cell, code)
    return _plain(game, code)


def _seen(game: Game[Any], scene: Scene, cell: int, code: int) -> Look:
    for piece in scene.pieces:
        if cell in (piece.cell, *piece.cells):
            # What makes a stone solid lies around it.
            return "piece", piece.colour, "stone" if piece.shape in ROUND_BY_HAND else piece.shape, ""
    for mark in scene.marks:
        if mark.kind == "text" and cell in mark.cells:
            return "mark", mark.colour, "", mark.text
    return _plain(game, code)


def _plain(game: Game[Any], code: int) -> Look:
    shape = "tile" if drawing.rectangles(game) else Piece(0, "").shape
    return "piece", game.colours[code - 1], shape, ""
