"""Something to be answered with yes or no before anything else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """The question, and what to do after either answer."""

    text: str
    yes: Callable[[float], None]
    no: Callable[[float], None]
