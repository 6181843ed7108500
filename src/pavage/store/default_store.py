"""Where the store lies if nobody says so: in the user's data folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "PAVAGE_DATABASE"
"""An address in the environment, for all commands."""


def default_url() -> str:
    """The address of the usual store."""
    return os.environ.get(VARIABLE) or f"sqlite:///{data_folder() / 'pavage.db'}"


def data_folder() -> Path:
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Pavage"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Pavage"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "pavage"
