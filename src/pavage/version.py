"""The version, and the commit that it was made from. Imports nothing of ours: the build asks it too."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pavage

PACKAGE = Path(pavage.__file__).parent
NOTE = "commit.txt"
"""The file beside the modules in which devtools/backend writes the commit down, in a wheel or an sdist."""


def described(package: Path = PACKAGE) -> str:
    """`0.1.0 (1a2b3c4)`; `(1a2b3c4+changes)` if files were changed since; `0.1.0` where nobody knows."""
    commit = commit_of(package)
    return f"{pavage.__version__} ({commit})" if commit else pavage.__version__


def commit_of(package: Path = PACKAGE) -> str:
    """What git says in a checkout, what the build wrote down elsewhere; empty if neither is there."""
    root = package.parent.parent
    try:
        # Our own checkout only: an sdist may have been unpacked in somebody else's.
        if package.parent.name == "src" and (root / ".git").exists():
            return _ask_git(root)
        return (package / NOTE).read_text(encoding="utf-8").strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _ask_git(root: Path) -> str:
    # Without tags, so that the answer is always the commit.
    question = ["git", "describe", "--always", "--exclude=*", "--dirty=+changes"]
    return subprocess.run(question, cwd=root, check=True, capture_output=True, text=True).stdout.strip()
