"""What was played, kept: an append-only log of events for every table, in SQLite or PostgreSQL."""

from pavage.store.failures import Conflict, StoreFailed
from pavage.store.log import Entry, Event, Store, Stored, open_store

__all__ = ["Conflict", "Entry", "Event", "Store", "StoreFailed", "Stored", "open_store"]
