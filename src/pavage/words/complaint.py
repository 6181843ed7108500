"""Complaints: what is said, on one line, when something cannot be done as a person asked."""

from __future__ import annotations

import errno

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


def complaint_of(spoken: Words, error: Exception) -> str | None:
    """One line for what a person can cause; None for a mistake of ours."""
    if isinstance(error, PhrasedError):
        sentence = spoken(error.phrase)
    elif isinstance(error, OSError) and (error.filename is not None or error.errno in FULL):
        kind = REASONS.get(error.errno or 0)
        reason = spoken(f"cli.file.{kind}") if kind else str(error.strerror)
        name = spoken("cli.file.output") if error.filename is None else str(error.filename)
        sentence = spoken("cli.file.failed", file=name, reason=reason)
    else:
        return None
    return on_one_line(sentence)


def on_one_line(text: str) -> str:
    """Text from elsewhere on one line, without anything that would steer the terminal."""
    return "".join(sign if sign.isprintable() or sign in "\u00a0\u202f" else " " for sign in text)
