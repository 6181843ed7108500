"""Links of HexWorld: `#11c1,h4e7f9`."""

from fuzz.harness import text_of
from fuzz.record import survives
from pavage.formats.hexworld import read_hexworld


def check(data: bytes) -> None:
    survives(read_hexworld(text_of(data))[0])
