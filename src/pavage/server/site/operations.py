"""What is asked by those who run a server, and what is answered when something goes wrong."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException

from pavage.phrase import PhrasedError
from pavage.server.site.metrics import logger
from pavage.server.site.pages import lost_page, wanted_words
from pavage.store import StoreFailed
from pavage.words.errors import explain


def add_health(app: FastAPI) -> None:
    @app.get("/healthz", response_class=PlainTextResponse)
    async def well(request: Request) -> PlainTextResponse:
        """Whether the server answers and its database can be read."""
        try:
            await asyncio.wait_for(asyncio.to_thread(app.state.rooms.store.check), 5)
        except Exception as error:
            logger.error("not well", extra={"about": {"error": f"{type(error).__name__}: {error}"}})
            return PlainTextResponse("the database cannot be read\n", 503)
        return PlainTextResponse("ok\n")

    @app.get("/metrics", response_class=PlainTextResponse)
    async def count() -> PlainTextResponse:
        """Numbers for Prometheus."""
        rooms = app.state.rooms
        text = app.state.metrics.text(len(rooms), rooms.sockets)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def add_errors(app: FastAPI) -> None:
    """Whatever goes wrong is told in one sentence, never with a traceback."""

    async def expected(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"error": explain(wanted_words(request), error)}, 400)

    app.add_exception_handler(PhrasedError, expected)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse({"error": wanted_words(request)("web.bad_message")}, 422)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        words = wanted_words(request)
        # What nobody of us has said is said by the framework, in English.
        usual = error.status_code == 404 and error.detail == "Not Found"
        sentence = words("web.no_page") if usual else str(error.detail)
        if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
            return HTMLResponse(lost_page(request, sentence), error.status_code)
        return JSONResponse({"error": sentence}, error.status_code)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        logger.error("our mistake", exc_info=error, extra={"about": {"path": request.url.path}})
        return JSONResponse({"error": wanted_words(request)("web.our_mistake")}, 500)

    @app.exception_handler(StoreFailed)
    async def not_saved(request: Request, error: StoreFailed) -> JSONResponse:
        logger.error("the store failed", extra={"about": {"error": str(error)}})
        return JSONResponse({"error": wanted_words(request)("web.table.not_saved")}, 503)
