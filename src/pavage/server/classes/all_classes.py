"""All classes of this server: opened, found by a key or by the code on the wall, forgotten in time."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable

from pavage.match import MatchError
from pavage.server import limits
from pavage.server.classes.class_log import (
    CODE,
    SETTING,
    TEACHER,
    ClassLog,
    class_setting,
    code_hash,
    is_class,
)
from pavage.server.classes.class_messages import CODE_LENGTH, LETTERS
from pavage.server.classes.class_pages import ClassPages
from pavage.server.classes.class_room import LiveClass, Tables
from pavage.server.contests.contest import LiveContest
from pavage.server.rooms.durable import told_again
from pavage.server.rooms.seat_keys import hashed, new_key
from pavage.server.site.metrics import Metrics, logger
from pavage.server.site.rate_limit import Paces
from pavage.server.tables.table_room import TableRoom
from pavage.store import News, Store
from pavage.store.log import wall_time

HOUR = 3600 * 1000
"""In milliseconds of wall time."""
LOOK = 20.0
"""Seconds between two looks for classes whose time is over."""


class Classes:
    """The classes, by what they are called in the store; those that somebody asked for are in memory."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        metrics: Metrics,
        address: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`address` is where others reach this server."""
        self._store, self._tables, self._metrics = store, tables, metrics
        self._address, self._clock = address.rstrip("/"), clock
        self._open: dict[str, ClassPages] = {}
        self._loading: dict[str, asyncio.Task[ClassPages | None]] = {}
        self._paces = Paces()
        self._hearing = set[asyncio.Task[None]]()

    async def open(self, hours: int, address: str) -> tuple[str, str]:
        """A new class: the teacher's key, and the code for the wall."""
        most = limits.CLASSES_PER_ADDRESS
        if not self._paces.take(("open", address), self._clock(), most / 3600, most):
            raise MatchError("web.class.too_many")
        key, name = new_key(), secrets.token_urlsafe(16)
        code = await self._new_code()
        setting = class_setting(code, key, wall_time() + hours * HOUR)
        keys = {hashed(key): TEACHER, code_hash(code): CODE}
        await asyncio.wrap_future(self._store.create(name, setting, keys))
        logger.info("class opened", extra={"about": {"class": name}})
        return key, code

    async def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            if await asyncio.to_thread(self._store.seats_of, code_hash(code)) is None:
                return code

    async def by_code(self, code: str, address: str) -> ClassPages | None:
        """The class with this code on its wall. Whoever tries many that there are not has to wait."""
        pages = await self._find(code_hash(code)) if code else None
        if pages is None:
            a_second, most = limits.WRONG_CODES_A_SECOND, limits.WRONG_CODES
            if not self._paces.take(("code", address), self._clock(), a_second, most):
                raise MatchError("web.class.too_many_codes")
        return pages

    async def by_key(self, key: str) -> tuple[ClassPages, int] | None:
        """The class to which a key belongs, and whose it is."""
        pages = await self._find(hashed(key))
        if pages is None:
            return None
        # The store knows the key: it may have been given out by another server, just now.
        if pages.live.who(key) is None and not await pages.live.hear(News("missed")):
            self._close(pages)
            return None
        who = pages.live.who(key)
        return None if who is None else (pages, who)

    async def _find(self, key: str) -> ClassPages | None:
        found = await asyncio.to_thread(self._store.seats_of, key)
        if found is None:
            return None
        name = found[0]
        if name not in self._open:
            if name not in self._loading:
                self._loading[name] = asyncio.create_task(self._load(name))
            pages = await asyncio.shield(self._loading[name])
        else:
            pages = self._open[name]
        if pages is not None and pages.live.log.until <= wall_time():
            await self.remove(pages.live)
            return None
        return pages

    async def _load(self, name: str) -> ClassPages | None:
        """Read a class, and put right what its tables owe it."""
        try:
            stored = await asyncio.to_thread(self._store.load, name)
            if stored is None or not is_class(stored.setting):
                return None
            log = await asyncio.to_thread(told_again, ClassLog, stored.setting, stored.entries)
            pages = self._taken_in(name, log)
            # News reach it from now on; what another server did while it was read has not.
            if self._store.shared and not await pages.live.hear(News("missed")):
                self._close(pages)
                return None
            pages.live.start()
            pages.presence.ask()
            try:
                await pages.live.put_right()
            except Exception as error:  # the class can be led all the same
                self._metrics.failed(name, error)
            return pages
        finally:
            self._loading.pop(name, None)

    def _taken_in(self, name: str, log: ClassLog) -> ClassPages:
        live = LiveClass(
            name, log, self._store, self._metrics, self._clock, self._tables, lambda one: pages.tell_soon()
        )
        pages = self._open[name] = ClassPages(
            live, self._address, lambda bits: self._store.tell(News("here", name, bits))
        )
        return pages

    # --- what happens elsewhere

    def saw(self, kept: TableRoom | LiveContest) -> None:
        """Something has happened at a table."""
        for pages in self._open.values():
            pages.live.saw(kept)

    def told(self, news: News) -> None:
        """Another server has done something, or has died."""
        for name, pages in list(self._open.items()):
            if news.what == "here":
                if news.table == name:
                    pages.heard(news.sender, news.seq)
                continue
            task = asyncio.create_task(self._hear(name, pages, news))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def _hear(self, name: str, pages: ClassPages, news: News) -> None:
        try:
            if news.what == "owing":
                await pages.live.put_right()  # the other may have been in the middle of it
            elif news.table not in ("", name):
                await pages.live.look_at(news.table)
            elif news.what == "gone" or not await pages.live.hear(news):
                self._close(pages)
                await self._remove_tables(pages.live)  # a round may have begun here meanwhile
        except Exception as error:
            self._metrics.failed(pages.live.name, error)

    # --- the end

    async def remove(self, live: LiveClass) -> None:
        """Forget a class, with its tables: nothing is left of anybody's name."""
        async with live.opening:  # a round that is to begin finds no class
            await self._remove_tables(live)
            await asyncio.wrap_future(self._store.remove(live.name))
        if live.name in self._open:
            self._close(self._open[live.name])
        await asyncio.to_thread(self._store.sweep)
        logger.info("class forgotten", extra={"about": {"class": live.name}})

    async def _remove_tables(self, live: LiveClass) -> None:
        for one in live.log.rounds:
            await live.remove_tables(one.groups)

    def _close(self, pages: ClassPages) -> None:
        self._open.pop(pages.live.name, None)
        pages.close("web.class.gone")
        pages.live.close()

    async def keep_forgetting(self) -> None:
        """From now on, forget each class when its time is over."""
        while True:
            try:
                await self.forget(wall_time())
                for pages in self._open.values():
                    pages.presence.repeat()
            except Exception as error:
                self._metrics.failed("", error)
            await asyncio.sleep(LOOK)

    async def forget(self, now: int) -> int:
        """Forget the classes whose time is over; how many."""
        due = []
        for name in await asyncio.to_thread(self._store.ids_of, SETTING):
            stored = await asyncio.to_thread(self._store.load, name)
            if stored is not None and stored.setting[SETTING]["until"] <= now:
                due.append((name, stored))
        for name, stored in due:
            pages = self._open.get(name)
            log = pages.live.log if pages else told_again(ClassLog, stored.setting, stored.entries)
            await self.remove(pages.live if pages else self._taken_in(name, log).live)
        return len(due)

    def close(self) -> None:
        for pages in self._open.values():
            pages.rest()
            pages.live.close()
        self._open.clear()
