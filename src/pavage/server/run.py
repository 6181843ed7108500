"""Starting and ending the server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import uvicorn

from pavage.bots.opponents import Opponents
from pavage.bots.program import read_programs
from pavage.server import limits
from pavage.server.app import create_app
from pavage.server.site.metrics import logger, start_logging
from pavage.store import open_store
from pavage.store.lock import only_server
from pavage.store.place import default_url
from pavage.words import language_of, words

LOOPBACK = ("127.0.0.1", "::1", "localhost")
USUAL_PORT = 8000
"""The same address every day, so that it can be remembered; any other free port if it is taken."""
PATIENCE = 2
"""Seconds that answers under way have to end when the server does."""
GARBAGE = (2000, 10, 100)
"""Thresholds of `gc`: with 500 tables in memory a full collection takes 0.4 s, so it is rare."""


def run(
    host: str,
    port: int | None,
    open_browser: bool,
    language: str | None,
    database: str | None,
    public: str,
    everything: bool,
    forget_after: float | None = None,
    bots: str | None = None,
    tournaments: Path | None = None,
    first: str = "",
) -> None:
    if host not in LOOPBACK and not public:
        raise ValueError(f"the server is for this computer only: {', '.join(LOOPBACK)}, not {host!r}")
    url = database or default_url()
    with (
        contextlib.closing(_listen(host, port)) as listening,
        only_server(url),
        open_store(url) as store,
        Opponents(read_programs(bots) if bots else {}) as workers,
    ):
        start_logging(everything)
        shown = f"[{host}]" if ":" in host else host
        address = public or f"http://{shown}:{listening.getsockname()[1]}/"
        opened = address.rstrip("/") + first if first else address
        config = uvicorn.Config(
            create_app(
                workers,
                language=language,
                store=store,
                public=public,
                forget_after=forget_after,
                tournaments=tournaments,
            ),
            ws="websockets-sansio",
            ws_max_size=limits.FRAME,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=PATIENCE,
        )
        print(words(language or language_of())("web.serving", address=opened), flush=True)
        # What was loaded stays; so it need not be looked through whenever garbage is collected.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        logger.info("started", extra={"about": {"database": store.engine.dialect.name}})
        if open_browser:
            webbrowser.open(opened)
        with contextlib.suppress(KeyboardInterrupt), _ending_well():
            asyncio.run(uvicorn.Server(config).serve([listening]))
        logger.info("ended")


@contextlib.contextmanager
def _ending_well() -> Iterator[None]:
    """Whoever is told to end (SIGTERM) ends as with Ctrl-C: answers, clocks and store are closed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket that already listens, so that the address is known before the first page is asked for."""
    if port is None:
        # Tried here and not asked before: another server may begin meanwhile.
        try:
            return _listen(host, USUAL_PORT)
        except OSError:
            port = 0
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening
