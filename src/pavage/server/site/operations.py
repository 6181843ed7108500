"""What is asked by those who run a server, and what is answered when something goes wrong."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException

from pavage.phrase import PhrasedError
from pavage.server.site.costly import TooMuch
from pavage.server.site.metrics import logger
from pavage.server.site.pages import lost_page, wanted_words
from pavage.store import Damaged, Gone, StoreFailed
from pavage.words.complaint import explain

UNSAID = {
    "Not Found": "web.no_page",
    "Method Not Allowed": "web.bad_message",
    "There was an error parsing the body": "web.bad_message",
}
"""What nobody of us has said is said by the framework, in English."""


def add_health(app: FastAPI) -> None:
    @app.get("/healthz/live", response_class=PlainTextResponse)
    async def alive() -> PlainTextResponse:
        """Whether the server answers at all. If it does not, it should be started again."""
        return PlainTextResponse("ok\n")

    @app.get("/healthz", response_class=PlainTextResponse)
    @app.get("/healthz/ready", response_class=PlainTextResponse)
    async def well() -> PlainTextResponse:
        """Whether tables can be set and played at: 503, and why, if the database cannot take them."""
        reason = await app.state.health.ready()
        return PlainTextResponse(f"{reason}\n", 503) if reason else PlainTextResponse("ok\n")

    @app.get("/metrics", response_class=PlainTextResponse)
    async def count() -> PlainTextResponse:
        """Numbers for Prometheus."""
        rooms = app.state.rooms
        ready = not await app.state.health.ready()
        text = app.state.metrics.text(len(rooms), rooms.sockets, ready)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def add_errors(app: FastAPI) -> None:
    """Whatever goes wrong is told in one sentence, never with a traceback."""

    async def expected(request: Request, error: Exception) -> JSONResponse:
        status = 429 if isinstance(error, TooMuch) else 400
        return JSONResponse({"error": explain(wanted_words(request), error)}, status)

    app.add_exception_handler(PhrasedError, expected)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse({"error": wanted_words(request)("web.bad_message")}, 422)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        words = wanted_words(request)
        said = str(error.detail)
        sentence = words(UNSAID[said]) if said in UNSAID else said
        if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
            return HTMLResponse(lost_page(request, sentence), error.status_code)
        return JSONResponse({"error": sentence}, error.status_code)

    @app.exception_handler(Gone)
    async def gone(request: Request, error: Gone) -> JSONResponse:
        return JSONResponse({"error": wanted_words(request)("web.no_table")}, 404)

    @app.exception_handler(StoreFailed)
    async def not_saved(request: Request, error: StoreFailed) -> JSONResponse:
        app.state.metrics.failures += 1
        logger.error("the store failed", extra={"about": {"error": str(error)}})
        key = "web.table.damaged" if isinstance(error, Damaged) else "web.table.not_saved"
        return JSONResponse({"error": wanted_words(request)(key)}, 503)
