"""`pavage class`: the web app for the devices of this network, its address to be read from a wall."""

from __future__ import annotations

import re

from pavage.cli.common.arguments import Given, Parser, whole
from pavage.cli.common.serving import serve_pages
from pavage.words import Words
from pavage.words.complaint import Complaint

EVERYWHERE = "0.0.0.0"
"""Listen to all devices; the guard answers only those that ask for our own address."""
ADDRESS = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,252}")


def arguments(parser: Parser) -> None:
    parser.take("--address", metavar="address")
    parser.take("--port", metavar="number")
    parser.take("--database", metavar="address")
    parser.switch("--no-browser")
    parser.switch("--log")


def run(given: Given, words: Words) -> int:
    from pavage.server.site.addresses import own_addresses

    port = whole(given.port, "--port", 0, 65535)
    if given.address and not ADDRESS.fullmatch(given.address):
        raise Complaint("cli.bad_value", option="--address", value=given.address, takes="192.168.1.20")
    found = [given.address] if given.address else own_addresses()
    if not found:
        raise Complaint("cli.class.no_network")
    network, *others = found
    if others:
        print(words("cli.class.several", taken=network, others=", ".join(others)))
    serve_pages(
        EVERYWHERE,
        port,
        words,
        open_browser=not given.no_browser,
        database=given.database,
        log=given.log,
        network=network,
        first="/class",
    )
    return 0
