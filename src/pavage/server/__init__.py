"""The server: tables, messages, pages. `serve` starts it, for this computer unless told otherwise."""

from __future__ import annotations

from pathlib import Path


def serve(
    host: str = "127.0.0.1",
    port: int | None = 0,
    open_browser: bool = True,
    language: str | None = None,
    database: str | None = None,
    public: str = "",
    log: bool = False,
    forget_after: float | None = None,
    bots: str | None = None,
    tournaments: Path | None = None,
    first: str = "",
    proxy: str = "",
    scheduler: str | None = None,
    network: str = "",
) -> None:
    """Serve the pages until Ctrl-C; the address is printed once.

    Port 0 takes any free one, and None the usual one if it is free, else any.
    `database` is where the tables are kept, otherwise in the user's data folder. `public` is the address
    under which others reach the server; without it, only this computer does. `log` writes all that happens.
    Tables where nothing has happened for `forget_after` days are removed; if not given, none ever is.
    `bots` is a file of programs that people may play against (docs/bots.md).
    `tournaments` is a folder of tournaments, or the file of one, to be looked at while they are played
    (docs/tournaments.md). `first` is the page that opens. `proxy` names the proxies before the server
    (addresses or networks, with commas): only these are believed when they say for whom they speak.
    `scheduler` is the address of a Dask scheduler, on whose cluster computers think (docs/operations.md).
    `network` is the address of this computer in a network: other devices find it there, and a QR code of it
    is printed.
    """
    from pavage.server.run import run
    from pavage.server.site.addresses import read_proxies

    run(
        host,
        port,
        open_browser,
        language,
        database,
        public,
        log,
        forget_after,
        bots,
        tournaments,
        first,
        read_proxies(proxy),
        scheduler,
        network,
    )
