"""Who has pages at other servers: each server announces that when it changes, and now and then again."""

from __future__ import annotations

from collections.abc import Callable

BELIEVED_SECONDS = 50.0
"""How long another server is believed that says nothing more; it may have died."""


class Presence:
    """Who has pages at other servers, of one table or class. People are numbered; each is a bit."""

    def __init__(self, announce: Callable[[int], None], clock: Callable[[], float]) -> None:
        """`announce` lets the other servers know whose pages are here."""
        self._announce, self._clock = announce, clock
        self._elsewhere: dict[str, tuple[int, float]] = {}
        """What each other server announced last, and when."""
        self._announced = 0

    def update(self, people: set[int]) -> None:
        """These have pages here now."""
        bits = sum(1 << person for person in people)
        if bits != self._announced:
            self._announced = bits
            self._announce(bits)

    def repeat(self) -> None:
        """Announce the same again, so that it is believed for longer."""
        if self._announced:
            self._announce(self._announced)

    def ask(self) -> None:
        """Announce the same again, be it that nobody is here: that asks the others to do so."""
        self._announce(self._announced)

    def hear(self, sender: str, bits: int) -> None:
        """Another server has announced this. If that is news, or nobody, it may not know who is here."""
        before, _ = self._elsewhere.get(sender, (0, 0.0))
        self._elsewhere[sender] = bits, self._clock()
        if bits != before or not bits:
            self.repeat()

    @property
    def elsewhere(self) -> frozenset[int]:
        """Who has a page at another server."""
        if not self._elsewhere:
            return frozenset()
        now, bits = self._clock(), 0
        for announced, when in self._elsewhere.values():
            bits |= announced if now - when < BELIEVED_SECONDS else 0
        return frozenset(person for person in range(bits.bit_length()) if bits >> person & 1)
