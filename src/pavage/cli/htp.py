"""`pavage htp`: the engine speaks the Hex Text Protocol on standard input and output."""

from __future__ import annotations

import sys

from pavage.cli.common.arguments import Given, Parser
from pavage.words import Words


def arguments(parser: Parser) -> None:
    """It takes none: everything is said in the protocol."""


def run(given: Given, words: Words) -> int:
    from pavage.htp.conversation import converse

    converse(sys.stdin.fileno(), sys.stdout.buffer, words)
    return 0
