"""How the server does: numbers for Prometheus, and one JSON object a line for its logs.

Nobody's name, key, address or words are in either.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from typing import Any

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
LAG_EVERY = 0.25
"""Seconds between two looks at how late the event loop is."""
ENDED = 1000
"""Sockets that have ended before all garbage is collected. Each leaves the transport of asyncio, some
kilobytes that refer to themselves; by itself a full collection comes too rarely (server/run.py says why)."""

SECRET = re.compile(r"(?<![\w-])([\w-]{8})[\w-]{14}(?![\w-])", re.ASCII)
"""What `secrets.token_urlsafe(16)` makes: names of tables, and of rooms in contests, as good as keys."""

logger = logging.getLogger("pavage.server")


def shortened(address: str) -> str:
    """An address, or a name, that can be looked for but not used."""
    return SECRET.sub(r"\1…", address)


class Histogram:
    """How often something took at most so many seconds."""

    def __init__(self) -> None:
        self.counts = [0] * len(BUCKETS)
        self.total = 0
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.total += 1
        self.sum += seconds
        for place, most in enumerate(BUCKETS):
            self.counts[place] += seconds <= most

    def lines(self, name: str) -> list[str]:
        told = [
            f'{name}_bucket{{le="{most:g}"}} {count}'
            for most, count in zip(BUCKETS, self.counts, strict=True)
        ]
        told.append(f'{name}_bucket{{le="+Inf"}} {self.total}')
        return [*told, f"{name}_sum {self.sum:.6f}", f"{name}_count {self.total}"]


class Metrics:
    """What is counted while the server runs."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.appends, self.lag = Histogram(), Histogram()
        self.waited = Histogram()
        """From a move's being owed to somebody who looks, to the beginning of its search."""
        self.messages = self.refusals = self.failures = self.tables_set = self.searches = 0
        self.sockets_ended = 0

    def stored(self, seconds: float) -> None:
        self.appends.add(seconds)

    def failed(self, table: str, error: BaseException) -> None:
        """Something that should not have happened; the table is named, so that it can be looked at."""
        self.failures += 1
        logger.error("failed", extra={"about": {"table": table, "error": f"{type(error).__name__}: {error}"}})

    def mistaken(self, path: str, error: BaseException) -> str:
        """Our own mistake in answering somebody; what it is called in the log, for them to know too."""
        self.failures += 1
        reference = secrets.token_hex(4)
        logger.error(
            "our mistake", exc_info=error, extra={"about": {"reference": reference, "path": shortened(path)}}
        )
        return reference

    def unhandled(self, _: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """Count and log what a task or a callback raised and no caller caught."""
        self.failures += 1
        error = context.get("exception")  # the message may hold what a callback was given
        about = {} if error else {"error": context["message"]}
        logger.error("unhandled", exc_info=error, extra={"about": about})

    @contextlib.contextmanager
    def searching(self) -> Iterator[None]:
        self.searches += 1
        try:
            yield
        finally:
            self.searches -= 1

    async def watch_the_loop(self) -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(LAG_EVERY)
            self.lag.add(max(0.0, time.perf_counter() - begun - LAG_EVERY))
            if self.sockets_ended >= ENDED:
                self.sockets_ended = 0
                gc.collect()

    def text(self, rooms: int, sockets: int, ready: bool) -> str:
        """All numbers as Prometheus reads them."""
        plain = [
            ("pavage_ready", "gauge", "Whether tables can be set and played at.", int(ready)),
            ("pavage_sockets", "gauge", "Pages that are connected.", sockets),
            ("pavage_rooms", "gauge", "Tables in memory.", rooms),
            ("pavage_searches", "gauge", "Searches that run or wait.", self.searches),
            ("pavage_tables_total", "counter", "Tables set since the start.", self.tables_set),
            ("pavage_messages_total", "counter", "Messages from pages.", self.messages),
            ("pavage_refusals_total", "counter", "Messages and requests that were refused.", self.refusals),
            ("pavage_failures_total", "counter", "Our own mistakes.", self.failures),
            ("pavage_start_time_seconds", "gauge", "When the server started.", self.begun),
        ]
        lines = []
        for name, kind, line, value in plain:
            lines += [f"# HELP {name} {line}", f"# TYPE {name} {kind}", f"{name} {value}"]
        for name, line, histogram in (
            ("pavage_append_seconds", "From an event to its being durable.", self.appends),
            ("pavage_loop_lag_seconds", "How late the event loop is.", self.lag),
            ("pavage_search_wait_seconds", "Until a search begins that somebody waits for.", self.waited),
        ):
            lines += [f"# HELP {name} {line}", f"# TYPE {name} histogram", *histogram.lines(name)]
        return "\n".join(lines) + "\n"


NONSENSE = "Invalid UTF-8 sequence received"
"""What uvicorn calls an error, and is a visitor's."""


class Lines(logging.Formatter):
    """A log record as one JSON object: when, how grave, what, and about what."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def _called_off(record: logging.LogRecord) -> bool:
    """Whether it tells of nothing but an answer that was called off: the server ends, or the visitor went."""
    return record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)


def start_logging(everything: bool) -> None:
    """Lines on standard error: warnings and worse, or everything of ours.

    Of uvicorn's only errors: for each socket it would tell the address of the visitor, and that of the page,
    which in a contest is as good as a key; and nobody who sends nonsense shall fill the log.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    handler.addFilter(lambda record: not record.getMessage().startswith(NONSENSE))
    handler.addFilter(lambda record: not _called_off(record))
    levels = {"pavage": logging.INFO if everything else logging.WARNING, "uvicorn.error": logging.ERROR}
    for name, level in levels.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
