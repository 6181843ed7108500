"""What is printed, or shown in a notebook, draws itself.

The drawing lies in `view`, far above; it is found by name when something is first shown, so that rules and
boards import none of it.
"""

from __future__ import annotations

import importlib
from typing import Any

LONGEST = 100
"""Characters of a `repr`, which has to fit on a line."""


def _drawing() -> Any:
    return importlib.import_module("pavage.view.objects")


def shortened(text: str) -> str:
    """A text that fits on a line."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"


class Displayed:
    """Text where it is printed, a picture in a notebook. `view/objects.py` knows how each kind looks."""

    __slots__ = ()

    def __str__(self) -> str:
        text: str = _drawing().text(self)
        return text

    def _repr_svg_(self) -> str:
        picture: str = _drawing().svg(self)
        return picture

    def _repr_html_(self) -> str:
        figure: str = _drawing().html(self)
        return figure
