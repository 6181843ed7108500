"""Keys: whoever knows one may act for a seat. The server keeps only what they hash to."""

from __future__ import annotations

import hashlib
import secrets

BYTES = 16


def new_key() -> str:
    """128 random bits in 22 characters that may stand in an address."""
    return secrets.token_urlsafe(BYTES)


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def link(table: str, keys: list[str]) -> str:
    """Where to play. Browsers never send what comes after the # anywhere."""
    return f"/play/{table}#{'.'.join(keys)}" if keys else f"/play/{table}"
