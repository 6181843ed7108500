"""The games of a table one by one: each has an address, a record and a picture, also when others follow."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

from pavage.formats.record import Record, read_record, write_record
from pavage.registry import board_of
from pavage.server.rooms import page_state, state
from pavage.server.rooms.scene_json import scene_at
from pavage.server.rooms.seating import name_of, record_seats
from pavage.server.rooms.sentences import ended, moves_json
from pavage.server.rooms.watched_board import board_at
from pavage.server.site.costly import address_of
from pavage.server.site.pages import wanted_words
from pavage.server.site.theme import themed, wanted_theme
from pavage.server.tables.table_log import TableLog
from pavage.server.tables.table_room import TableRoom
from pavage.table import Table
from pavage.view.svg import picture
from pavage.words import Words

THEMES = ("light", "dark", "bw")
Number = Annotated[int, Path(ge=1, le=100_000)]
Count = Annotated[int, Query(ge=0)]

router = APIRouter()


def table_of(log: TableLog, number: int) -> Table | None:
    """A game of the series and who sat there; None if there was no such game."""
    if number == log.series.number:
        return log.table
    if not 1 <= number <= len(log.before):
        return None
    game = log.before[number - 1]
    return Table(read_record(game.record).match, game.chairs)


def names(table: Table, words: Words) -> tuple[str, ...]:
    return tuple(name_of(table, seat, words, True) for seat in range(len(table.chairs)))


def result(table: Table, words: Words) -> str:
    """Return how a game ended, in a sentence; empty while it is played."""
    match = table.match
    return ended(table, scene_at(match, len(match.played)), words, ()) if match.outcome is not None else ""


@router.get("/api/tables/{name}/games", response_model=None)
async def list_games(request: Request, name: str) -> list[page_state.SeriesGame]:
    """The games of a series, the first first."""
    log, words = await _log(request, name), wanted_words(request)
    tables = [(number, _found(log, number, words)) for number in range(1, log.series.number + 1)]
    return [{"number": number, "result": result(table, words)} for number, table in tables]


@router.get("/api/tables/{name}/games/{number}", response_model=None)
async def show_game(request: Request, name: str, number: Number, ply: Count | None = None) -> state.Replay:
    """A game of a series after `ply` moves; as far as it was played, if no number is given."""
    log, spoken = await _log(request, name), wanted_words(request)
    table = _found(log, number, spoken)
    match = table.match
    words = themed(spoken, wanted_theme(request), match.game.players)
    called = names(table, words)
    return {
        "id": str(number),
        "title": " – ".join(called),
        "score": "",
        "faults": "",
        "errors": "",
        "moves": moves_json(match, words),
        "over": match.outcome is not None,
        **board_at(match, called, ply, words),
    }


@router.get("/api/tables/{name}/games/{number}/record", response_class=PlainTextResponse)
async def save_game(request: Request, name: str, number: Number) -> PlainTextResponse:
    """A game of a series as a record."""
    table = _found(await _log(request, name), number, wanted_words(request))
    text = write_record(Record(table.match, record_seats(table.chairs)))
    file = f"{table.match.game.name}-{number}.pavage"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{file}"'})


@router.get("/api/tables/{name}/picture.svg", response_class=Response)
async def draw_game(request: Request, name: str, game: Count | None = None, theme: str = "light") -> Response:
    """How a game of a table stands, as a small picture: the one on the board, if no number is given."""
    log, words = await _log(request, name), wanted_words(request)
    match = _found(log, log.series.number if game is None else game, words).match

    def draw() -> str:
        scene = scene_at(match, len(match.played))
        board = board_of(match.game, scene.board)
        return picture(board, scene, board.turns[0], theme if theme in THEMES else "light", labels=False)

    svg: str = await request.app.state.costly.do(address_of(request), draw)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


def _found(log: TableLog, number: int, words: Words) -> Table:
    table = table_of(log, number)
    if table is None:
        raise HTTPException(404, words("web.no_game_of_series"))
    return table


async def _log(request: Request, name: str) -> TableLog:
    room = await request.app.state.rooms.get(name)
    if not isinstance(room, TableRoom):
        raise HTTPException(404, wanted_words(request)("web.no_table"))
    return room.log
