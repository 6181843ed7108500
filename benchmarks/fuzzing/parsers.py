"""Every parser by name."""

from __future__ import annotations

from . import orders, play, programs, server, texts
from .parser import Parser

PARSERS: dict[str, Parser] = {
    parser.name: parser
    for parser in (
        *texts.PARSERS,
        *play.PARSERS,
        *programs.PARSERS,
        *server.PARSERS,
        *orders.PARSERS,
    )
}
