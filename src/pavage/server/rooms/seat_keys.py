"""Keys: whoever knows one may act for a seat. The server keeps only what they hash to."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

BYTES = 16


def new_key() -> str:
    """128 random bits in 22 characters that may stand in an address."""
    return secrets.token_urlsafe(BYTES)


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def checked(keys: Iterable[str], known: frozenset[str]) -> frozenset[str]:
    """What these keys hash to, of those that are worth something here: `known` are the hashes of a table."""
    return frozenset(map(hashed, keys)) & known


def link(table: str, keys: list[str]) -> str:
    """Where to play. Browsers never send what comes after the # anywhere."""
    return f"/play/{table}#{'.'.join(keys)}" if keys else f"/play/{table}"
