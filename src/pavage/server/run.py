"""Starting and ending the server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from pathlib import Path

import uvicorn

from pavage.bots.program import read_programs
from pavage.server import limits
from pavage.server.app import create_app
from pavage.server.cluster_workers import searching
from pavage.server.front.routes import get_ready
from pavage.server.site.addresses import Network
from pavage.server.site.connections import Connections, protocols
from pavage.server.site.metrics import logger, start_logging
from pavage.store import open_store
from pavage.store.default_store import default_url
from pavage.store.lock import only_server
from pavage.words import language_of, words

LOOPBACK = ("127.0.0.1", "::1", "localhost")
USUAL_PORT = 8000
"""The same address every day, so that it can be remembered; any other free port if it is taken."""
PATIENCE = 2
"""Seconds that answers under way have to end when the server does."""
OTHER_FILES = 200
"""Files that the server itself may have open: the store, workers, sheets on their way."""
TURN = 0.001
"""Seconds that another thread of Python may compute while the event loop waits for it: a fifth of the usual,
which halves what a message waits beside costly work."""
DARK_ON_WHITE = "\x1b[97;40m{}\x1b[0m"
"""White blocks on black, whatever the colours of the terminal: some readers know nothing else."""
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
    proxies: Sequence[Network] = (),
    scheduler: str | None = None,
    network: str = "",
) -> None:
    if host not in LOOPBACK and not (public or network):
        raise ValueError(f"the server is for this computer only: {', '.join(LOOPBACK)}, not {host!r}")
    url = database or default_url()
    with (
        contextlib.closing(_listen(host, port)) as listening,
        only_server(url),
        open_store(url) as store,
        searching(read_programs(bots) if bots else {}, scheduler) as workers,
    ):
        start_logging(everything)
        workers.warm(1)  # the others, once somebody wants to play a computer
        shown, at = f"[{host}]" if ":" in host else host, listening.getsockname()[1]
        public = public or (f"http://{network}:{at}/" if network else "")
        address = public or f"http://{shown}:{at}/"
        opened = address.rstrip("/") + first if first else address
        _have_files_enough()
        http, pages = protocols(Connections(proxies))
        config = uvicorn.Config(
            create_app(
                workers,
                language=language,
                store=store,
                public=public,
                forget_after=forget_after,
                tournaments=tournaments,
                proxies=proxies,
            ),
            http=http,
            ws=pages,
            ws_max_size=limits.FRAME,
            h11_max_incomplete_event_size=limits.HEAD,
            proxy_headers=False,  # the guard knows whom to believe
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=PATIENCE,
        )
        print(words(language or language_of())("web.serving", address=opened), flush=True)
        if network:
            print(terminal_qr(opened), flush=True)
            opened = (
                f"http://{LOOPBACK[0]}:{at}{first}"  # the same every day, so this browser knows its class
            )
        # What was loaded stays; so it need not be looked through whenever garbage is collected.
        sys.setswitchinterval(TURN)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        logger.info("started", extra={"about": {"database": store.engine.dialect.name}})
        if open_browser:
            webbrowser.open(opened)
        with contextlib.suppress(KeyboardInterrupt), _ending_well():
            threading.Thread(target=get_ready, daemon=True).start()
            asyncio.run(uvicorn.Server(config).serve([listening]))
        logger.info("ended")


def _have_files_enough() -> None:
    """Every connection is an open file: as many as the system gives us, and no more connections than that."""
    try:
        import resource
    except ImportError:  # not on Windows, where there is no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.SOCKETS + limits.CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        left = max(2, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - OTHER_FILES)
        limits.CONNECTIONS = min(limits.CONNECTIONS, left // 2)
        limits.SOCKETS = min(limits.SOCKETS, left - limits.CONNECTIONS)


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


def terminal_qr(text: str) -> str:
    """The code of a text; a terminal is told its colours, a file is not."""
    import segno

    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(DARK_ON_WHITE.format(line) if sys.stdout.isatty() else line for line in lines)
