"""The live page beside a tournament: a server in a process of its own, for those who watch."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType

from pavage.players.processes import start_quiet_tracker
from pavage.words import Words, words
from pavage.words.complaint import complaint_of

PATIENCE = 5.0
"""Seconds that the server has to end."""


class Spectators:
    """The page is there as long as the context lasts; `stay` waits until somebody presses Ctrl-C.

    It is another process, because the one that holds the results must not open their file a second time: to
    close that would give up its locks.
    """

    def __init__(self, tournament: Path, spoken: Words) -> None:
        self._spoken = spoken
        # Not a daemon: it has workers of its own.
        self._server: BaseProcess = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(str(tournament.absolute()), spoken.language)
        )

    def __enter__(self) -> Spectators:
        start_quiet_tracker()
        self._server.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.terminate()
        self._server.join(PATIENCE)
        if self._server.is_alive():
            self._server.kill()

    def stay(self) -> None:
        if self._server.is_alive():
            print(self._spoken("tournament.live_stays"), file=sys.stderr, flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            self._server.join()


def _serve(tournament: str, language: str) -> None:
    from pavage.cli.common.serving import LOCAL, page_of, serve_pages

    sys.stdout = sys.stderr  # the report may be read by a program
    threading.Thread(target=_end_with_parent, daemon=True).start()
    spoken, path = words(language), Path(tournament)
    with tempfile.TemporaryDirectory(prefix="pavage-", ignore_cleanup_errors=True) as folder:
        try:
            serve_pages(
                LOCAL,
                None,
                spoken,
                database=f"sqlite:///{folder}/pavage.db",
                tournaments=path,
                first=page_of(path),
            )
        except KeyboardInterrupt:
            pass
        except Exception as error:  # the tournament goes on without its page
            print(f"pavage: {complaint_of(spoken, error) or error}", file=sys.stderr)


def _end_with_parent() -> None:
    """Nobody is left who could end this server once the tournament was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
