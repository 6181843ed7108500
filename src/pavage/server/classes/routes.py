"""A class over the network: opened and joined, led by acts, looked at through a socket, kept as a table."""

from __future__ import annotations

import asyncio
import time
from datetime import date

from fastapi import APIRouter, Header, Request, WebSocket
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from pavage.server import limits
from pavage.server.classes.class_log import TEACHER
from pavage.server.classes.class_messages import Act, Hello, Join, NewClass
from pavage.server.classes.class_pages import ClassPages
from pavage.server.classes.class_results import results_csv
from pavage.server.classes.class_room import NotTheirSign
from pavage.server.classes.class_types import ClassGone, ClassJoined, ClassOpened, ClassProposal
from pavage.server.rooms.open_page import GONE, TRY_LATER, OpenPage
from pavage.server.rooms.socket import BREATH, received, send_all
from pavage.server.site.addresses import counted
from pavage.server.site.costly import address_of
from pavage.server.site.pages import wanted_words
from pavage.store import Gone
from pavage.words import words
from pavage.words.complaint import explain

HELLO_SECONDS = 30.0
"""Seconds in which a page must have said whose it is."""

router = APIRouter()
key_header = Header("", alias="x-pavage-key", max_length=64)


@router.post("/api/classes", status_code=201, response_model=None)
async def open_class(request: Request, wanted: NewClass) -> ClassOpened:
    """Open a class: a key for whoever leads it, a code for all others."""
    key, code = await request.app.state.classes.open(wanted.hours, address_of(request))
    return {"key": key, "code": code}


@router.post("/api/classes/join", response_model=None)
async def join(request: Request, wanted: Join) -> ClassJoined | JSONResponse:
    """Come to a class with a first name. 409 if somebody has it: whoever they are shows their sign."""
    speak = wanted_words(request)
    pages: ClassPages | None = await request.app.state.classes.by_code(wanted.code, address_of(request))
    if pages is None:
        raise HTTPException(404, speak("web.class.no_code", code=wanted.code))
    try:
        key, number = await pages.live.join(wanted.name, wanted.sign)
    except Gone:
        raise HTTPException(404, speak("web.class.no_code", code=wanted.code)) from None
    except NotTheirSign as error:
        return JSONResponse({"error": explain(speak, error)}, 409)
    pupil = pages.live.log.pupils[number]
    return {"key": key, "code": pages.live.log.code, "name": pupil.name, "sign": pupil.sign}


async def _led_by(request: Request, key: str) -> ClassPages:
    """The class that somebody leads."""
    speak = wanted_words(request)
    found = await request.app.state.classes.by_key(key)
    if found is None:
        raise HTTPException(404, speak("web.class.gone"))
    pages: ClassPages = found[0]
    if found[1] != TEACHER:
        raise HTTPException(403, speak("web.class.not_teacher"))
    return pages


@router.post("/api/classes/acts", response_model=None)
async def act(request: Request, wanted: Act, key: str = key_header) -> ClassProposal | dict[str, str]:
    """Lead the class."""
    pages = await _led_by(request, key)
    try:
        return await pages.live.act(wanted, address_of(request)) or {}
    except Gone:
        raise HTTPException(404, wanted_words(request)("web.class.gone")) from None


@router.get("/api/classes/results.csv", response_class=Response)
async def results(request: Request, key: str = key_header) -> Response:
    """All points and results, to keep."""
    pages = await _led_by(request, key)
    text = results_csv(pages.live.log, await pages.live.facts(), wanted_words(request))
    file = f"class-{pages.live.log.code}-{date.today().isoformat()}.csv"
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    # The mark before it tells spreadsheets that accents are written in UTF-8.
    return Response(f"\ufeff{text}", media_type="text/csv; charset=utf-8", headers=headers)


@router.delete("/api/classes", status_code=204)
async def remove(request: Request, key: str = key_header) -> Response:
    """Forget a class at once, with all names and tables."""
    pages = await _led_by(request, key)
    await request.app.state.classes.remove(pages.live)
    return Response(status_code=204)


@router.websocket("/api/classes/live")
async def live(socket: WebSocket) -> None:
    """A page of a class: it says whose it is, and is shown what they may see."""
    await socket.accept()
    speak = wanted_words(socket)
    hello = _hello(await _first(socket))
    if hello is None:  # the page may be slow, or the connection: it comes again
        await socket.close(TRY_LATER)
        return
    found = await socket.app.state.classes.by_key(hello.key)
    if found is None:
        gone: ClassGone = {"kind": "gone", "sentence": speak("web.class.gone")}
        await socket.send_json(gone)
        await socket.close(GONE)
        return
    pages, who = found
    spoken = words(hello.language) if hello.language else speak
    page = OpenPage(spoken, address=counted(socket.client.host) if socket.client else "")
    pages.come(page, who)
    sending = asyncio.create_task(send_all(socket, page))
    try:
        while not page.closed and (text := await received(socket)) is not None:
            if not page.may_speak(time.monotonic()):
                await asyncio.sleep(BREATH)
            elif (again := _hello(text)) is not None and again.language:
                pages.speak(page, words(again.language))
    finally:
        pages.go(page)
        page.close()
        await asyncio.wait({sending})


async def _first(socket: WebSocket) -> str | None:
    try:
        return await asyncio.wait_for(received(socket), HELLO_SECONDS)
    except TimeoutError:
        return None


def _hello(text: str | None) -> Hello | None:
    if text is None or len(text) > limits.FRAME:
        return None
    try:
        return Hello.model_validate_json(text)
    except (ValidationError, UnicodeError):
        return None
