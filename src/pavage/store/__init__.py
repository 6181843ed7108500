"""What was played, kept: an append-only log of events for every table, in SQLite or PostgreSQL."""

from pavage.store.entries import Entry, Event, Stored
from pavage.store.failures import Conflict, Damaged, Gone, NewerStore, StillUsed, StoreFailed
from pavage.store.log import Store, open_store
from pavage.store.news import News

__all__ = [
    "Conflict",
    "Damaged",
    "Entry",
    "Event",
    "Gone",
    "NewerStore",
    "News",
    "StillUsed",
    "Store",
    "StoreFailed",
    "Stored",
    "open_store",
]
