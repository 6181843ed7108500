"""Errors as one clear sentence: what was wrong, and what would be right."""

from __future__ import annotations

from pavage.options import BadOption
from pavage.phrase import PhrasedError
from pavage.registry import games
from pavage.words import Words
from pavage.words.names import refused_value


def explain(words: Words, error: Exception) -> str:
    """The sentence for an error that a person caused; anything else is our own mistake."""
    if isinstance(error, BadOption) and error.game in games():
        named = refused_value(words, error, games()[error.game])
        if named is not None:
            return named
    return words(error.phrase) if isinstance(error, PhrasedError) else str(error) or type(error).__name__
