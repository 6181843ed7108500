"""The web app as commands start it: until Ctrl-C, and what keeps it from starting said in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from pavage.phrase import PhrasedError
from pavage.words import Words
from pavage.words.complaint import Complaint

LOCAL = "127.0.0.1"


def page_of(tournament: Path) -> str:
    """Where a tournament is looked at."""
    return f"/tournaments/{quote(tournament.stem)}"


def serve_pages(host: str, port: int | None, words: Words, database: str | None = None, **more: Any) -> None:
    """The web app until Ctrl-C, at the usual port or any other if none is given.

    What keeps it from starting is said in one line.
    """
    from pavage.cli.common.store_access import complaining
    from pavage.server import serve

    try:
        with complaining(database):
            serve(host=host, port=port, language=words.language, database=database, **more)
    except PhrasedError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Complaint("cli.serve.cannot", host=host, port=port or 0, reason=reason) from error
