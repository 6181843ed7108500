"""A sentence to be translated, before it is in any language; and an error that carries one."""

from __future__ import annotations

from typing import NamedTuple


class Phrase(NamedTuple):
    """The key of a sentence, and what to fill in: words as they are, or phrases again."""

    key: str
    values: tuple[tuple[str, str | Phrase], ...] = ()


class PhrasedError(Exception):
    """What a person can cause: it carries the sentence that says what was wrong and what would be right.

    Its own text, in English, is for whoever reads a traceback.
    """

    def __init__(self, text: str, key: str, /, **values: object) -> None:
        super().__init__(text)
        self.key = key
        self.values = values

    @property
    def phrase(self) -> Phrase:
        """The sentence."""
        filled = (
            (name, value if isinstance(value, Phrase) else str(value)) for name, value in self.values.items()
        )
        return Phrase(self.key, tuple(filled))
