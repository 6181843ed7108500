"""`dev.py lock`: every package pinned, with hashes and without the address it was downloaded from."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

from devtools.environment import PYTHON, REQUIREMENTS, ROOT
from devtools.messages import again, fail

OPTIONS = "--universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet"
KINDS = {"play": "--extra build --extra web", "test": "--extra dev -c requirements/play.txt"}


def lock(arguments: Sequence[str]) -> int | None:
    """Write requirements/ anew; None for arguments that are not understood."""
    if set(arguments) - {"--upgrade"}:
        return None
    uv = shutil.which("uv", path=str(PYTHON.parent)) or shutil.which("uv")
    if not uv:
        fail(f"uv is missing: run .venv/bin/python -m pip install uv, then again {again()}")
    made = f"uv pip compile pyproject.toml {OPTIONS}"
    for kind, choice in KINDS.items():
        path = REQUIREMENTS / f"{kind}.txt"
        command = [uv, *made.split()[1:], *choice.split(), "-o", str(path.relative_to(ROOT)), *arguments]
        if subprocess.call(command, cwd=ROOT) != 0:
            fail(f"uv could not pin the packages of requirements/{kind}.txt: its message is above")
        head = f"# Made by python3 dev.py lock: {made} {choice}\n"
        path.write_text(head + path.read_text(encoding="utf-8"), encoding="utf-8")
    return 0
