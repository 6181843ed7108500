"""What a browser asks to see or to save of a print. A worker process makes the pages."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from pavage.formats.record import Record, write_record
from pavage.printing.order import Order
from pavage.printing.page import PAPERS
from pavage.printing.producing import Produced, kinds_of, produced
from pavage.registry import games
from pavage.server import limits
from pavage.server.printing.print_queue import PrintQueue, PrintsBusy
from pavage.server.rooms.page_state import PrintedPage, PrintsOffered
from pavage.server.rooms.seating import record_seats
from pavage.server.site.costly import address_of
from pavage.server.site.pages import wanted_words

MEDIA = {"pdf": "application/pdf", "svg": "image/svg+xml"}

router = APIRouter()

Text = Annotated[str, Field(max_length=limits.OPTION)]


class Wanted(BaseModel):
    """What is to be printed; options of the game stand beside it in the query, as `option.size`."""

    model_config = ConfigDict(extra="allow")

    kind: Annotated[str, Field(max_length=16)] = "board"
    paper: Annotated[str, Field(max_length=16)] = "a4"
    ink: Annotated[str, Field(max_length=16)] = "colour"
    cell: Annotated[float, Field(ge=0, le=1000)] = 0.0
    """Millimetres across a cell; 0: as large as fits."""
    coordinates: Literal["on", "off"] = "on"
    bands: Literal["on", "off"] = "on"
    backs: Literal["on", "off"] = "on"
    folded: Literal["on", "off"] = "off"
    position: Text = ""
    table: Annotated[str, Field(max_length=64)] = ""
    """The game at this table, as it stands."""
    every: Annotated[int, Field(ge=1, le=1000)] = 10
    count: Annotated[int, Field(ge=1, le=99)] = 4
    sheets: Annotated[int, Field(ge=1, le=99)] = 1
    seed: Annotated[int, Field(ge=0, lt=2**59)] = 1
    grade: Annotated[int, Field(ge=0, le=4)] = 0
    text: Annotated[str, Field(max_length=400)] = ""
    names: Annotated[str, Field(max_length=2000)] = ""
    page: Annotated[int, Field(ge=1, le=1000)] = 1


@router.get("/api/print/{game}", response_model=None)
def what_to_print(game: str) -> PrintsOffered:
    """What there is to print of a game, and on which papers."""
    known = games()[game[:64]]
    return {"game": known.name, "kinds": kinds_of(known.name), "papers": list(PAPERS)}


@router.get("/api/print/{game}/preview", response_model=None)
async def preview(request: Request, game: str, wanted: Annotated[Wanted, Query()]) -> PrintedPage:
    """One page as a picture, and how many there are."""
    made = await _make(request, game, wanted, "svg")
    return {
        "title": made.title,
        "pages": made.pages,
        "page": made.page,
        "svg": made.data.decode(),
        "how": made.how,
    }


@router.get("/api/print/{game}/sheet.{form}", response_class=Response)
async def sheet(request: Request, game: str, form: str, wanted: Annotated[Wanted, Query()]) -> Response:
    """All pages as PDF, or one as SVG."""
    if form not in MEDIA:
        raise HTTPException(404, wanted_words(request)("web.no_page"))
    made = await _make(request, game, wanted, form)
    part = f"-{made.page}" if form == "svg" and made.pages > 1 else ""
    name = f"{made.game}-{wanted.kind}{part}-{date.today().isoformat()}.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(made.data, media_type=MEDIA[form], headers=headers)


async def _make(request: Request, game: str, wanted: Wanted, form: str) -> Produced:
    """Pages from a worker process; whoever comes when too many wait is asked to come again."""
    words = wanted_words(request)
    known = games()[game[:64]].name
    order = order_of(known, wanted, await _record(request, wanted.table))
    prints: PrintQueue = request.app.state.prints
    try:
        made: Produced = await prints.make(
            address_of(request), produced, order, words.language, form, wanted.page
        )
    except PrintsBusy:
        raise HTTPException(503, words("web.print.busy")) from None
    if made.problem:
        raise HTTPException(400, made.problem)
    return made


async def _record(request: Request, table: str) -> str:
    """The game at a table, as it is kept."""
    if not table:
        return ""
    room = await request.app.state.rooms.get(table)
    if room is None:
        raise HTTPException(404, wanted_words(request)("web.no_table"))
    return write_record(
        Record(room.kept(), record_seats(room.table.chairs), {"date": date.today().isoformat()})
    )


def order_of(game: str, wanted: Wanted, record: str) -> Order:
    """What a browser wants, as the printer understands it."""
    given = {
        name.removeprefix("option."): str(value)[: limits.OPTION]
        for name, value in list((wanted.model_extra or {}).items())[:32]
        if name.startswith("option.")
    }
    return Order(
        game,
        wanted.kind,
        given,
        wanted.paper,
        wanted.ink,
        wanted.cell or None,
        wanted.coordinates == "on",
        wanted.bands == "on",
        wanted.backs == "on",
        wanted.position,
        record,
        wanted.every,
        wanted.count,
        wanted.sheets,
        wanted.seed,
        wanted.grade or None,
        wanted.text,
        wanted.folded == "on",
        tuple(name for line in wanted.names.splitlines() for name in line.split(",")),
    )
