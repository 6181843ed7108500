"""What is to be printed, as a browser asks for it: `hex?kind=board&option.size=5`."""

from dataclasses import replace
from urllib.parse import parse_qsl

from pydantic import ValidationError

from fuzz.harness import text_of
from pavage.printing.producing import pages_of
from pavage.printing.svg import write_svg
from pavage.registry import games
from pavage.server.printing.routes import Wanted, order_of
from pavage.words import words

MAX_SECONDS = 4.0


def check(data: bytes) -> None:
    name, _, query = text_of(data).partition("?")
    try:
        wanted = Wanted.model_validate(dict(parse_qsl(query)))
    except (ValidationError, ValueError):
        return
    order = replace(order_of(games()[name[:64]].name, wanted, ""), count=1, sheets=1)
    pages = pages_of(order, words("en"))
    assert pages and write_svg(pages[min(wanted.page, len(pages)) - 1], order.ink).startswith("<svg")
