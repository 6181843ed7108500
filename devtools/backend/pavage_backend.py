"""How pip builds Pavage: by scikit-build-core, with the commit written down for `pavage --version`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from scikit_build_core import build
from scikit_build_core.build import *  # noqa: F403 (every hook that is not ours below)

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "pavage"
sys.path.insert(0, str(PACKAGE.parent))

from pavage.version import NOTE, commit_of  # noqa: E402

Settings = dict[str, list[str] | str] | None


@contextlib.contextmanager
def commit_noted() -> Iterator[None]:
    """While we build, the commit is noted in the package; the note that came with an sdist stays."""
    note = PACKAGE / NOTE
    brought = note.read_text(encoding="utf-8") if note.exists() else None
    commit = commit_of(PACKAGE)
    if commit:
        note.write_text(commit + "\n", encoding="utf-8")
    try:
        yield
    finally:
        if brought is None:
            note.unlink(missing_ok=True)
        else:
            note.write_text(brought, encoding="utf-8")


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:  # type: ignore[no-redef]
    with commit_noted():
        return build.build_wheel(folder, settings, metadata)


def build_sdist(folder: str, settings: Settings = None) -> str:  # type: ignore[no-redef]
    with commit_noted():
        return build.build_sdist(folder, settings)
