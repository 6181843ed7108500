"""A Dask cluster in place of the local processes, behind the same Executor."""

from __future__ import annotations

import contextlib
import importlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor

from pavage.cli.complaint import Complaint

PATIENCE = 10
"""Seconds to wait for a scheduler."""


@contextlib.contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the cluster of this scheduler, and how many things it does at a time."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise Complaint("tournament.scheduler_missing") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise Complaint("tournament.scheduler_failed", address=address) from None
    with client:
        # Games differ even where their seeds do not: none is taken for one that was played before.
        yield client.get_executor(pure=False), max(1, sum(client.nthreads().values()))
