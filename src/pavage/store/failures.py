"""What can go wrong with a store."""

from __future__ import annotations


class StoreFailed(RuntimeError):
    """The database did not do what it was asked; nothing of it was stored."""


class Damaged(StoreFailed):
    """Something is stored and cannot be read, or is not what was written."""


class Gone(StoreFailed):
    """The table was deleted."""

    def __init__(self, table: str = "") -> None:
        super().__init__(f"table {table} was deleted" if table else "the table was deleted")


class NewerStore(StoreFailed):
    """A newer Pavage has written this database, in a way that this one does not know."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(f"it was written by a newer Pavage (version {found}; this one knows {known})")
        self.found, self.known = found, known


class StillUsed(RuntimeError):
    """Something has happened at a table that was to be removed because it was not used."""


class Conflict(RuntimeError):
    """Somebody else has already written an event of this number."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"table {table} already has an event {seq}")
        self.table = table
        self.seq = seq
