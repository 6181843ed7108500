"""The results of a tournament as others write them: read, never written and never locked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pavage.tournament.ledger import Result, gather, must_be_of


class Following:
    """What is in the file so far. `look` takes in what is new."""

    def __init__(self, path: Path, terms: Mapping[str, Any]) -> None:
        self.path = path
        self.results: dict[str, Result]
        """In the order in which they were written."""
        self._terms = terms
        self._begin()

    def look(self) -> None:
        """A line that is still being written is left for the next time. Raises OtherResults."""
        try:
            with self.path.open("rb") as file:
                if file.seek(0, 2) < self._read:  # somebody began anew
                    self._begin()
                file.seek(self._read)
                new = file.read()
        except FileNotFoundError:
            self._begin()
            return
        end = new.rfind(b"\n") + 1
        lines = new[:end].splitlines()
        if lines and not self._read:
            must_be_of(lines.pop(0), self._terms)
        self._lines += gather(lines, self.results, self._lines + 1)
        self._read += end

    def _begin(self) -> None:
        self.results = {}
        self._read, self._lines = 0, 1
