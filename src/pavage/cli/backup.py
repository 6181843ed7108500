"""`pavage backup`: a copy of all tables, also while the server runs."""

from __future__ import annotations

from pathlib import Path

from pavage.cli.common.arguments import Given, Parser, required
from pavage.cli.common.store_access import complaining
from pavage.store.backup import back_up, sqlite_file
from pavage.words import Words
from pavage.words.complaint import Complaint


def arguments(parser: Parser) -> None:
    parser.take("file", metavar="file", nargs="?")
    parser.take("--database", metavar="address")


def run(given: Given, words: Words) -> int:
    target = Path(required(given.file, "file", "backup"))
    with complaining(given.database) as url:
        source = sqlite_file(url)
        if source is None:
            raise Complaint("cli.backup.not_sqlite")
        try:
            count = back_up(source, target)
        except FileExistsError:
            raise Complaint("cli.file.exists", file=str(target)) from None
    print(words("cli.backup.done", tables=count, file=str(target)))
    return 0
