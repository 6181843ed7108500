"""The score sheets of a game saved in files, as text and CSV."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pavage.formats.sheets import as_csv, sheet_lines
from pavage.scene import Sheet
from pavage.words import Words
from pavage.words.complaint import Complaint

TEXT, CSV = ".txt", ".csv"


def save_sheets(sheets: Sequence[Sheet], words: Words, name: str, otherwise: str) -> list[Path]:
    """Write the sheets under this name, or else under another that is free; the files that were written.

    A name that ends in .txt or .csv asks for that kind only. Text goes into one file; each sheet has a CSV
    file of its own.
    """
    given = Path(name).expanduser() if name else Path(otherwise)
    kinds = [given.suffix] if given.suffix in (TEXT, CSV) else [TEXT, CSV]
    stem = given.with_suffix("") if given.suffix in kinds else given
    texts = _texts(sheets, words, stem, kinds)
    number = 2
    while taken := [path for path in texts if path.exists()]:
        if name:
            raise Complaint("cli.file.exists", file=taken[0])
        texts = _texts(sheets, words, stem.with_name(f"{stem.name}-{number}"), kinds)
        number += 1
    for path, text in texts.items():
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    return list(texts)


def _texts(sheets: Sequence[Sheet], words: Words, stem: Path, kinds: Sequence[str]) -> dict[Path, str]:
    """What to write into which file."""
    found = {}
    if TEXT in kinds:
        found[stem.with_name(stem.name + TEXT)] = "\n".join(sheet_lines(sheets, words)) + "\n"
    if CSV in kinds:
        for sheet in sheets:
            which = f"-{sheet.name}" if len(sheets) > 1 else ""
            found[stem.with_name(f"{stem.name}{which}{CSV}")] = as_csv(sheet, words)
    return found
