"""A server whose every word comes late, by a time that differs from word to word.

What a test takes for granted because it mostly comes at once is found by this:

    PAVAGE_LATE=0.3 .venv/bin/python -m pytest tests/test_browser.py
"""

from __future__ import annotations

import asyncio
import random


class Late:
    """An ASGI application that hears and answers late."""

    def __init__(self, app, seconds):
        self.app, self.seconds = app, seconds

    async def __call__(self, scope, receive, send):
        if not self.seconds or scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)

        async def late_send(message):
            await self._wait()
            await send(message)

        async def late_receive():
            message = await receive()
            await self._wait()
            return message

        await self._wait()
        return await self.app(scope, late_receive if scope["type"] == "websocket" else receive, late_send)

    async def _wait(self):
        await asyncio.sleep(random.uniform(0, self.seconds))
