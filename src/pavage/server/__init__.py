"""The server: tables, messages, pages. `serve` starts it on this computer, for this computer."""

from __future__ import annotations


def serve(
    host: str = "127.0.0.1", port: int = 0, open_browser: bool = True, language: str | None = None
) -> None:
    """Serve the pages until Ctrl-C. Port 0 takes any free one; the address is printed once."""
    from pavage.server.run import run

    run(host, port, open_browser, language)
