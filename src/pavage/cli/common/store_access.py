"""What every command that opens a store does about one that cannot be opened."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from pavage.store import NewerStore, StoreFailed
from pavage.store.backup import names_no_file
from pavage.store.default_store import default_url
from pavage.words.complaint import Complaint


@contextlib.contextmanager
def complaining(database: str | None) -> Iterator[str]:
    """The address of the store; if it is no good, one line says so. A password in it is never shown."""
    url = database or default_url()
    place = url if url.startswith("sqlite:") else url.split("@")[-1]
    try:
        if names_no_file(url):
            raise Complaint("cli.store.address", database=place)
        yield url
    except NewerStore as error:
        raise Complaint("cli.store.newer", database=place, found=error.found, known=error.known) from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise Complaint("cli.store.address", database=place) from error
    except (StoreFailed, ModuleNotFoundError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise Complaint("cli.store.cannot", database=place, reason=reason) from error
