"""The tables of the database. Migrations in `migrations/` lead here; a test checks that they do."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("setting", Text, nullable=False),
    Column("checksum", BigInteger, nullable=True),
)
"""A table that was set: when, in milliseconds of wall time, and how, as JSON. Never changed afterwards."""

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("mark", String(40), nullable=False, server_default=""),
    Column("data", Text, nullable=False),
    Column("checksum", BigInteger, nullable=True),
)
"""What happened at a table, one row each. Nobody can insert the same number twice: the insert is the lock."""

keys = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Index("keys_of_a_table", "table_id"),
)
"""Who may act for a seat: whoever knows what hashes to this. The key itself is nowhere."""
