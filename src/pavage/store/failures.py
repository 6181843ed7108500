"""What can go wrong with a store."""

from __future__ import annotations


class StoreFailed(RuntimeError):
    """The database did not do what it was asked; nothing of it was stored."""


class Damaged(StoreFailed):
    """Something is stored and cannot be read, or is not what was written."""


class NewerStore(StoreFailed):
    """A newer Pavage has written this database, in a way that this one does not know."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(f"it was written by a newer Pavage (version {found}; this one knows {known})")
        self.found, self.known = found, known


class Conflict(RuntimeError):
    """Somebody else has already written an event of this number."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"table {table} already has an event {seq}")
        self.table = table
        self.seq = seq
