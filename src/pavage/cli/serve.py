"""`pavage` and `pavage serve`: the web app."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from pavage.cli.arguments import Given, Parser, whole
from pavage.cli.complaint import Complaint
from pavage.cli.seats import programs_for
from pavage.words import Words

USUAL_PORT = 8000
"""The same address every day, so that it can be remembered; any other free port if it is taken."""


def arguments(parser: Parser) -> None:
    parser.take("--host", metavar="address", default="127.0.0.1")
    parser.take("--port", metavar="number")
    parser.take("--database", metavar="address")
    parser.take("--public", metavar="address")
    parser.take("--forget-after", metavar="days")
    parser.take("--bots", metavar="file")
    parser.switch("--no-browser")
    parser.switch("--log")


def run(given: Given, words: Words) -> int:
    port = whole(given.port, "--port", 0, 65535)
    if port is None:
        port = USUAL_PORT if _is_free(given.host, USUAL_PORT) else 0
    forget_after = whole(given.forget_after, "--forget-after", 1, 36500)
    public = given.public or ""
    programs_for(given.bots)  # what is wrong with the file is said before anything starts
    if public and (urlsplit(public).scheme not in ("http", "https") or not urlsplit(public).hostname):
        raise Complaint("cli.bad_value", option="--public", value=public, takes="https://games.example")
    from pavage.cli.storing import complaining
    from pavage.server import serve
    from pavage.store.lock import InUse

    try:
        with complaining(given.database):
            serve(
                host=given.host,
                port=port,
                open_browser=not given.no_browser,
                language=words.language,
                database=given.database,
                public=public,
                log=given.log,
                forget_after=forget_after,
                bots=given.bots,
            )
    except Complaint:
        raise
    except InUse as error:
        raise Complaint("cli.serve.in_use", file=str(error)) from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Complaint("cli.serve.cannot", host=given.host, port=port, reason=reason) from error
    return 0


def _is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
        try:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
        except OSError:
            return False
    return True
