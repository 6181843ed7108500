"""`pavage` and `pavage serve`: the web app."""

from __future__ import annotations

from pavage.cli.arguments import Given, Parser, whole
from pavage.words import Words


def arguments(parser: Parser) -> None:
    parser.take("--host", metavar="ADDRESS", default="127.0.0.1")
    parser.take("--port", metavar="N", default="8000")
    parser.switch("--no-browser")


def run(given: Given, words: Words) -> int:
    port = whole(given.port, "--port", 0, 65535)
    from pavage.server import serve

    serve(host=given.host, port=port, open_browser=not given.no_browser, language=words.language)
    return 0
