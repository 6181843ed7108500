"""Our own mistakes: each is counted, leaves a line in the log, and the visitor sees its name there."""

from __future__ import annotations

import contextlib

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from pavage.server.site.metrics import Metrics
from pavage.server.site.pages import wanted_words

INTERNAL_ERROR = 1011
"""Why a socket is closed: we made a mistake."""


class Mistakes:
    """Catches what nobody expected. It stands within the guard, so that its answer has all headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            # Sockets send much, and may be closed at any time.
            await self.app(scope, receive, watched if scope["type"] == "http" else send)
        except (ClientDisconnect, ClientDisconnected, WebSocketDisconnect):
            return  # they went away, perhaps before they were let in: nobody's mistake
        except Exception as error:
            metrics: Metrics = scope["app"].state.metrics
            reference = metrics.mistaken(scope["path"], error)
            if scope["type"] == "websocket":
                with contextlib.suppress(Exception):
                    await send({"type": "websocket.close", "code": INTERNAL_ERROR, "reason": reference})
            elif not begun:  # what was begun is cut off, so that nobody takes it for whole
                sentence = wanted_words(HTTPConnection(scope))("web.our_mistake_noted", reference=reference)
                await JSONResponse({"error": sentence, "reference": reference}, 500)(scope, receive, send)
