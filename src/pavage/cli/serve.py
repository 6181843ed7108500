"""`pavage` and `pavage serve`: the web app."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from pavage.cli.common.arguments import Given, Parser, whole
from pavage.cli.common.seats import programs_for
from pavage.cli.common.serving import LOCAL, page_of, serve_pages
from pavage.phrase import Phrase
from pavage.words import Words
from pavage.words.complaint import Complaint


def arguments(parser: Parser) -> None:
    parser.take("--host", metavar="address", default=LOCAL)
    parser.take("--port", metavar="number")
    parser.take("--database", metavar="address")
    parser.take("--public", metavar="address")
    parser.take("--proxy", metavar="address")
    parser.take("--forget-after", metavar="days")
    parser.take("--bots", metavar="file")
    parser.take("--tournaments", metavar="folder")
    parser.take("--scheduler", metavar="address")
    parser.switch("--no-browser")
    parser.switch("--log")


def run(given: Given, words: Words) -> int:
    from pavage.server.site.addresses import read_proxies

    port = whole(given.port, "--port", 0, 65535)
    forget_after = whole(given.forget_after, "--forget-after", 1, 36500)
    public = given.public or ""
    programs_for(given.bots)  # what is wrong with the file is said before anything starts
    if public and (urlsplit(public).scheme not in ("http", "https") or not urlsplit(public).hostname):
        raise Complaint("cli.bad_value", option="--public", value=public, takes="https://games.example")
    try:
        read_proxies(given.proxy or "")
    except ValueError as error:
        takes = "127.0.0.1,10.0.0.0/8"
        raise Complaint("cli.bad_value", option="--proxy", value=str(error), takes=takes) from None
    tournaments = Path(given.tournaments).expanduser() if given.tournaments else None
    if tournaments is not None and not tournaments.exists():
        raise Complaint("cli.file.failed", file=given.tournaments, reason=Phrase("cli.file.missing"))
    first = "/tournaments" if tournaments is not None else ""
    serve_pages(
        given.host,
        port,
        words,
        open_browser=not given.no_browser,
        database=given.database,
        public=public,
        proxy=given.proxy or "",
        log=given.log,
        forget_after=forget_after,
        bots=given.bots,
        tournaments=tournaments,
        scheduler=given.scheduler,
        first=first if tournaments is None or tournaments.is_dir() else page_of(tournaments),
    )
    return 0
