"""Complaints: what is said, on one line, when something cannot be done as a person asked."""

from __future__ import annotations

import errno

from pavage.options import BadOption
from pavage.phrase import PhrasedError
from pavage.words import Words

FULL = (errno.ENOSPC, errno.EDQUOT)
"""What may befall our own output, which has no name."""
REASONS = {
    errno.ENOENT: "missing",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "read_only",
    **dict.fromkeys(FULL, "full"),
}
"""Why a file cannot be used, in words of our own; the system has its own in one language only."""


class Complaint(PhrasedError, ValueError):
    """Something asked for that we cannot do."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(f"{key} {values}", key, **values)


def explain(words: Words, error: Exception) -> str:
    """What a person caused, in the words of a form; anything else is our own mistake."""
    if isinstance(error, BadOption):
        # Only now: a command that goes well needs no game but its own.
        from pavage.registry import games
        from pavage.words.names import refused_value

        named = refused_value(words, error, games()[error.game]) if error.game in games() else None
        if named is not None:
            return named
    return words(error.phrase) if isinstance(error, PhrasedError) else str(error) or type(error).__name__


WEB_PACKAGES = frozenset(
    ("alembic", "fastapi", "pydantic", "segno", "sqlalchemy", "starlette", "uvicorn", "websockets")
)
"""What the extra `web` installs: without them everything works that needs neither server nor database."""


def complaint_of(spoken: Words, error: Exception) -> str | None:
    """One line for what a person can cause, in the words of a command line; None for a mistake of ours."""
    if isinstance(error, PhrasedError):
        sentence = spoken(error.phrase)
    elif isinstance(error, OSError) and (error.filename is not None or error.errno in FULL):
        kind = REASONS.get(error.errno or 0)
        reason = spoken(f"cli.file.{kind}") if kind else str(error.strerror)
        name = spoken("cli.file.output") if error.filename is None else str(error.filename)
        sentence = spoken("cli.file.failed", file=name, reason=reason)
    elif isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] in WEB_PACKAGES:
        sentence = spoken("cli.needs_web")
    else:
        return None
    return on_one_line(sentence)


def on_one_line(text: str) -> str:
    """Text from elsewhere on one line, without anything that would steer the terminal."""
    if text.replace("\u00a0", "").replace("\u202f", "").isprintable():
        return text  # nearly always, and much quicker
    return "".join(sign if sign.isprintable() or sign in "\u00a0\u202f" else " " for sign in text)
