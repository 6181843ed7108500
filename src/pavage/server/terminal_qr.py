"""A QR code in a terminal, two modules a character."""

from __future__ import annotations

import io
import sys

DARK_ON_WHITE = "\x1b[97;40m{}\x1b[0m"
"""White blocks on black, whatever the colours of the terminal: some readers know nothing else."""


def terminal_qr(text: str) -> str:
    """The code of a text; a terminal is told its colours, a file is not."""
    import segno

    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(DARK_ON_WHITE.format(line) if sys.stdout.isatty() else line for line in lines)
