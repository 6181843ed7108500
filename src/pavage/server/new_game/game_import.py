"""Games from elsewhere: a text in any of our formats becomes a record, to be set on a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from pavage.formats.convert import looks_like, read_game
from pavage.formats.record import write_record
from pavage.server import limits
from pavage.server.rooms import page_state
from pavage.server.site.costly import address_of
from pavage.server.site.pages import wanted_words

router = APIRouter()


class Found(BaseModel):
    """A text that somebody pasted or dropped: our record, SGF, or a link to HexWorld."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Annotated[str, Field(max_length=limits.RECORD)]


@router.post("/api/open", response_model=None)
async def open_text(request: Request, found: Found) -> page_state.Imported:
    """The record of the game in a text, and what of the text a record leaves out."""
    told: page_state.Imported = await request.app.state.costly.do(address_of(request), _open, request, found)
    return told


def _open(request: Request, found: Found) -> page_state.Imported:
    words = wanted_words(request)
    origin = looks_like(found.text)
    if origin is None:
        raise HTTPException(400, words("web.view.no_record"))
    loaded = read_game(found.text.removeprefix("\ufeff"), origin)
    match = loaded.record.match
    return {
        "record": write_record(loaded.record),
        "notes": [words(note) for note in loaded.notes],
        "game": match.game.name,
        "title": words(f"{match.game.name}.title"),
        "seats": [*loaded.record.seats, *[""] * match.game.players][: match.game.players],
    }
