"""What a Hex solver has proved, kept in a file for the next time.

The first line names the format, the board size and a checksum; the rest is compressed JSON. A file that was
cut, changed or made for another size is refused as a whole: one wrong proof would make wrong answers.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from pathlib import Path
from typing import Any

from pavage.phrase import PhrasedError
from pavage.players.fast.hex_solver import HexSolver, Solution

FORMAT = "pavage-hex-table-1"
LARGEST_FILE = 1 << 28


class BadTable(PhrasedError, ValueError):
    """The file is no table of ours (`broken`), or not for this size (`other_size`)."""

    def __init__(self, why: str, file: Path, size: int) -> None:
        super().__init__(f"{file}: {why}", f"cli.solve.table_{why}", file=file, size=size)


class HexTable:
    """The answers to whole questions, and the proofs that the solver learned on the way."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._answers: dict[tuple[bytes, int], tuple[int, int, tuple[int, ...], frozenset[int]]] = {}

    def answer(self, board: bytes, colour: int) -> Solution | None:
        """The answer given before, at no cost."""
        found = self._answers.get((board, colour))
        return Solution(*found, evaluations=0, nodes=0, cpu=0.0) if found else None

    def keep(self, board: bytes, colour: int, solution: Solution) -> None:
        if solution.winner:
            answer = (solution.winner, solution.move, solution.line, solution.carrier)
            self._answers[board, colour] = answer

    def load(self, path: Path, solver: HexSolver) -> None:
        """Takes over what the file holds; a missing file is an empty table."""
        try:
            raw = path.read_bytes() if path.stat().st_size <= LARGEST_FILE else b""
        except FileNotFoundError:
            return
        head, _, body = raw.partition(b"\n")
        words = head.decode("ascii", "replace").split()
        if len(words) != 3 or words[0] != FORMAT or words[2] != hashlib.sha256(body).hexdigest():
            raise BadTable("broken", path, self.size)
        if words[1] != str(self.size):
            raise BadTable("other_size", path, self.size)
        try:
            data = json.loads(zlib.decompress(body))
            for board, colour, winner, move, line, carrier in data["answers"]:
                answer = (int(winner), int(move), tuple(line), frozenset(carrier))
                self._answers[bytes.fromhex(board), colour] = answer
            for proof in data["proofs"]:
                solver.learn(*proof)
        except (ValueError, TypeError, KeyError, zlib.error) as error:
            raise BadTable("broken", path, self.size) from error

    def save(self, path: Path, solver: HexSolver) -> None:
        """Replaces the file in one step: whoever is killed meanwhile leaves the old one."""
        data: dict[str, Any] = {
            "answers": [
                [board.hex(), colour, winner, move, list(line), sorted(carrier)]
                for (board, colour), (winner, move, line, carrier) in self._answers.items()
            ],
            "proofs": solver.proofs(),
        }
        body = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 6)
        head = f"{FORMAT} {self.size} {hashlib.sha256(body).hexdigest()}\n"
        fresh = path.with_name(path.name + ".new")
        fresh.write_bytes(head.encode() + body)
        os.replace(fresh, path)
