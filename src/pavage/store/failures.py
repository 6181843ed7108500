"""What can go wrong with a store."""

from __future__ import annotations


class StoreFailed(RuntimeError):
    """The database did not do what it was asked; nothing of it was stored."""


class Conflict(RuntimeError):
    """Somebody else has already written an event of this number."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"table {table} already has an event {seq}")
        self.table = table
        self.seq = seq
