"""What can be wrong with a program that plays: one verdict for each way, and a sentence for each verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from pavage.phrase import Phrase, PhrasedError


class Verdict(StrEnum):
    """Why a program lost its seat. The words are in `words/*/bots.toml`."""

    MISSING = "missing"
    """It could not be started: there is no such program, or it may not be run."""
    DIED_AT_START = "died_at_start"
    """It ended before it had said who it is."""
    REFUSED = "refused"
    """It does not play this game, or said that it cannot answer."""
    CRASHED = "crashed"
    """It ended in the middle of a game."""
    SILENT = "silent"
    """It did not answer in time."""
    FLOODED = "flooded"
    """It wrote more than anybody could want to read."""
    CLOSED = "closed"
    """It closed its pipes and went on running."""
    BINARY = "binary"
    """It wrote something that is no text."""
    UNREADABLE = "unreadable"
    """Its answer names no move, or is no answer of the protocol."""
    ILLEGAL = "illegal"
    """The rules refuse its move."""
    STALE = "stale"
    """It answered a question that is no longer asked."""
    LIED = "lied"
    """It claimed a victory that it does not have."""
    MEMORY = "memory"
    """It took more memory than it may."""
    FORKED = "forked"
    """It started more processes than it may."""
    STUBBORN = "stubborn"
    """It did not leave when told to. The game was over by then: its result stands."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What a program did wrong: the verdict, and what was seen, such as its answer or its exit code."""

    verdict: Verdict
    bot: str
    detail: str = ""
    errors: str = ""
    """The last lines of its standard error."""

    @property
    def phrase(self) -> Phrase:
        """One sentence, in any language."""
        said = Phrase(f"bots.verdict.{self.verdict.value}", (("name", self.bot),))
        if not self.detail:
            return said
        return Phrase("bots.because", (("sentence", said), ("detail", self.detail)))


class BotFailed(PhrasedError):
    """A program has lost its seat."""

    def __init__(self, verdict: Verdict, bot: str, detail: str = "", errors: str = "") -> None:
        super().__init__(
            f"{bot}: {verdict.value} {detail}".rstrip(), f"bots.verdict.{verdict.value}", name=bot
        )
        self.failure = Failure(verdict, bot, detail[:200], errors)

    @property
    def phrase(self) -> Phrase:
        return self.failure.phrase

    def __reduce__(self) -> tuple[object, ...]:
        failure = self.failure
        return (BotFailed, (failure.verdict, failure.bot, failure.detail, failure.errors))

    def overheard(self, errors: str) -> BotFailed:
        """The same, with what the program wrote on its standard error."""
        self.failure = replace(self.failure, errors=errors)
        return self
