"""An open table: its log, the pages that look at it, and which seats each of them acts for."""

from __future__ import annotations

from pavage.game import Seat
from pavage.match import MatchError
from pavage.server.acts import refused
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.durable import Durable
from pavage.server.rooms.open_page import OpenPage
from pavage.server.rooms.presence import Presence
from pavage.server.tables.permissions import all_people, situation
from pavage.server.tables.table_log import TableLog
from pavage.table import Table


class OpenTable(BaseRoom, Durable[TableLog]):
    """What acts, searches and analyses need of the room they happen in."""

    presence: Presence
    visitor = ""
    """Who set the table, if that is still known."""

    @property
    def table(self) -> Table:
        return self.log.table

    @property
    def version(self) -> int:
        return self.log.version

    def you(self, listener: OpenPage) -> tuple[Seat, ...]:
        return self.log.seats_of(listener.keys)

    @property
    def here(self) -> frozenset[Seat]:
        """The seats that some open page acts for, here or at another server."""
        return self.seats_elsewhere.union(*map(self.you, self.listeners))

    @property
    def seats_elsewhere(self) -> frozenset[Seat]:
        """The seats that a page at another server acts for."""
        order, people = self.log.series.order, self.presence.elsewhere
        return frozenset(order.index(person) for person in people if person < len(order))

    def announce_presence(self) -> None:
        """Let the other servers know whose pages are here, if that has changed."""
        if not self._store.shared:
            return
        order = self.log.series.order
        self.presence.update({order[seat] for page in self.listeners for seat in self.you(page)})

    def knows(self, mark: str) -> bool:
        return Durable.knows(self, mark)

    def must_be_allowed(self, listener: OpenPage, act: str) -> None:
        """Raises MatchError if this page may not do so now."""
        reason = refused(act, situation(self.log, self.you(listener), self.here, bool(listener.keys)))
        if reason:
            raise MatchError(reason)

    def may_see_hint(self, you: tuple[Seat, ...]) -> bool:
        return self.table.match.turn in you and all_people(self.log, you)
