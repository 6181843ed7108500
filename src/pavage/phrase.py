"""A sentence to be translated, before it is in any language."""

from __future__ import annotations

from typing import NamedTuple


class Phrase(NamedTuple):
    """The key of a sentence, and what to fill in: words as they are, or phrases again."""

    key: str
    values: tuple[tuple[str, str | Phrase], ...] = ()
