"""Errors as one clear sentence: what was wrong, and what would be right."""

from __future__ import annotations

from pavage.bots.program import BadBots
from pavage.clock import BadTime
from pavage.formats.places import BadText
from pavage.formats.record import BadRecord
from pavage.game import IllegalMove, Refusal, Unreadable
from pavage.match import MatchError
from pavage.options import BadOption
from pavage.registry import BrokenGame, UnknownGame
from pavage.tiling import BadTiling
from pavage.words import Words

EXPECTED = (
    BadBots,
    BadOption,
    BadRecord,
    BadText,
    BadTiling,
    BadTime,
    BrokenGame,
    IllegalMove,
    MatchError,
    Unreadable,
    UnknownGame,
)
"""What people can cause; anything else is our own mistake."""


def explain(words: Words, error: Exception) -> str:
    """The sentence for an error that a person caused."""
    match error:
        case BadBots():
            return words(error.key, **error.values)
        case BadOption():
            return words(error.key, option=error.option, value=error.value, takes=error.takes)
        case BadRecord():
            return words("record_line", line=error.line, reason=_record_reason(words, error))
        case BadText():
            reason = _record_reason(words, error)
            return words("text_place", line=error.line, column=error.column, reason=reason)
        case BadTiling():
            return words(f"tiling.{error.key}", cell=error.cell, **error.values)
        case BadTime():
            return words("bad_time", text=error.text)
        case BrokenGame():
            return words("broken_game", game=error.game, reason=error.reason)
        case IllegalMove():
            return refusal_sentence(words, error.refusal)
        case MatchError():
            return words(error.key)
        case Unreadable():
            return words(error.key, **error.values)
        case UnknownGame():
            return words("unknown_game", game=error.name, known=", ".join(error.known))
        case _:
            return str(error) or type(error).__name__


def refusal_sentence(words: Words, refusal: Refusal) -> str:
    return words(refusal.key, **dict(refusal.values))


def _record_reason(words: Words, error: BadRecord | BadText) -> str:
    values = dict(error.values)
    refusal = values.pop("refusal", None)
    if isinstance(refusal, Refusal):
        values["reason"] = refusal_sentence(words, refusal)
    return words(error.key, **values)
