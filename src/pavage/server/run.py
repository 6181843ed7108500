"""Starting and ending the server."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import webbrowser

import uvicorn

from pavage.server.app import create_app
from pavage.words import language_of, words

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def run(host: str, port: int, open_browser: bool, language: str | None) -> None:
    if host not in LOOPBACK:
        raise ValueError(f"the server is for this computer only: {', '.join(LOOPBACK)}, not {host!r}")
    with contextlib.closing(_listen(host, port)) as listening:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        config = uvicorn.Config(
            create_app(language=language),
            ws="websockets-sansio",
            ws_max_size=1 << 16,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=2,
        )
        print(words(language or language_of())("web.serving", address=address), flush=True)
        if open_browser:
            webbrowser.open(address)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(uvicorn.Server(config).serve([listening]))


def _listen(host: str, port: int) -> socket.socket:
    """A socket that already listens, so that the address is known before the first page is asked for."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening
