"""Errors as one clear sentence: what was wrong, and what would be right."""

from __future__ import annotations

from pavage.phrase import PhrasedError
from pavage.words import Words


def explain(words: Words, error: Exception) -> str:
    """The sentence for an error that a person caused; anything else is our own mistake."""
    return words(error.phrase) if isinstance(error, PhrasedError) else str(error) or type(error).__name__
