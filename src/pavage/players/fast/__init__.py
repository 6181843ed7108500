"""Faster ways to the same answer: bit sets in Python, and the only door to C++."""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType

PLAIN = "plain"
"""What thoughts of a search in Python are called (`Thought.kind`) where a native one is usual."""


@cache
def native() -> ModuleType | None:
    """The C++ extension, or None where it could not be built."""
    try:
        return importlib.import_module("pavage.players.fast._native")
    except ImportError:
        return None
