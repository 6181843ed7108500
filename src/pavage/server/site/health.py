"""Whether the server can do its work: what is asked for must become durable, and what is kept be readable."""

from __future__ import annotations

import asyncio
import sqlite3
import time

from pavage.server.site.metrics import logger
from pavage.store import Store
from pavage.store.file_check import StoreFile
from pavage.store.log import DAMAGE

FRESH = 1.0
"""Seconds for which an answer is given again: whoever asks often costs no more."""
PATIENCE = 5.0
"""Seconds that the database has to take a table and give it back."""
A_LOOK = 2.0
"""Seconds that an answer waits for all pages to be looked through; a large database takes longer."""
RARELY = 20
"""Pages are looked through again after so many times the time that it took."""
DAMAGED = "the database is damaged (pavage doctor says more)"


class Health:
    """Asks the store now and then."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._file = StoreFile(store.engine.url)
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
        problem = self._file.problem()
        if problem:
            return problem
        try:
            await asyncio.wait_for(asyncio.wrap_future(self._store.try_writing()), PATIENCE)
        except TimeoutError:
            return f"the database has not answered within {PATIENCE:g} seconds"
        except Exception as error:
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            damaged = any(word in reason for word in DAMAGE)
            return f"{DAMAGED if damaged else 'the database cannot be written'}: {reason}"
        if self._looking is None and time.monotonic() >= self._next_look:
            self._looking = asyncio.create_task(self._look())
        if self._looking is not None:
            await asyncio.wait({self._looking}, timeout=A_LOOK)
        return self._pages

    async def _look(self) -> None:
        """Look through all pages, in a thread: SQLite does it, and holds up nobody."""
        begun = time.monotonic()
        try:
            damage = await asyncio.to_thread(self._file.damage)
            self._pages = f"{DAMAGED}: {damage}" if damage else ""
        except sqlite3.Error as error:
            self._pages = f"the database cannot be read: {error}"
        finally:
            self._looking = None
            self._next_look = time.monotonic() + RARELY * (time.monotonic() - begun)
