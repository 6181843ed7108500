"""Whether the server can do its work: what is asked for must become durable, and what is kept be readable."""

from __future__ import annotations

import asyncio
import time

from pavage.server.site.metrics import logger
from pavage.store import Store
from pavage.store.soundness import DAMAGED, Soundness

FRESH = 1.0
"""Seconds for which an answer is given again: whoever asks often costs no more."""
PATIENCE = 5.0
"""Seconds that the database has to take a table and give it back."""
A_LOOK = 2.0
"""Seconds that an answer waits for all pages to be looked through; a large database takes longer."""
RARELY = 20
"""Pages are looked through again after so many times the time that it took."""


class Health:
    """Asks the store now and then."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sound = Soundness(store.engine.url)
        self._alone = asyncio.Lock()
        self._said, self._until = "", float("-inf")
        self._pages = ""
        """What was last found wrong with them."""
        self._looking: asyncio.Task[None] | None = None
        self._next_look = float("-inf")

    async def ready(self) -> str:
        """Why no table can be set or played at, in a line; empty if all is well."""
        async with self._alone:
            if time.monotonic() >= self._until:
                said = await self._ask()
                if said and said != self._said:
                    logger.error("not ready", extra={"about": {"error": said}})
                self._said, self._until = said, time.monotonic() + FRESH
            return self._said

    async def _ask(self) -> str:
        lost = self._sound.is_lost()
        if lost:
            return lost
        try:
            await asyncio.wait_for(asyncio.wrap_future(self._store.try_writing()), PATIENCE)
        except TimeoutError:
            return f"the database has not answered within {PATIENCE:g} seconds"
        except Exception as error:
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            return (
                f"{DAMAGED}: {reason}"
                if "malformed" in reason
                else f"the database cannot be written: {reason}"
            )
        if self._looking is None and time.monotonic() >= self._next_look:
            self._looking = asyncio.create_task(self._look())
        if self._looking is not None:
            await asyncio.wait({self._looking}, timeout=A_LOOK)
        return self._pages

    async def _look(self) -> None:
        """Look through all pages, in a thread: SQLite does it, and holds up nobody."""
        begun = time.monotonic()
        try:
            self._pages = await asyncio.to_thread(self._sound.what_is_wrong)
        finally:
            self._looking = None
            self._next_look = time.monotonic() + RARELY * (time.monotonic() - begun)
