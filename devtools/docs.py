"""`dev.py docs`: the documentation as a site, in build/site; a link that leads nowhere is an error.

Nothing in it may come from elsewhere: neither a font, nor a script, nor a picture.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from devtools import environment
from devtools.environment import PYTHON, ROOT
from devtools.messages import say

SITE = ROOT / "build" / "site"
ADDRESS = "127.0.0.1:8001"

LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed|object|link)\b[^>]*?\s(?:src|srcset|href|data)="([^"]*)""",
    re.IGNORECASE,
)
IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?([^"')\s]+)""")
ELSEWHERE = re.compile(r"(?:[a-z]+:)?//", re.IGNORECASE)
LOCAL = re.compile(r'\s(?:src|href)="([^"#?:]+)(?=["#?])')


def docs(arguments: Sequence[str]) -> int | None:
    """Build the site; with --serve, show it and follow every change. None for other arguments."""
    if set(arguments) - {"--serve"}:
        return None
    environment.install("test")
    if "--serve" in arguments:
        return mkdocs(ROOT, "serve", "--dev-addr", ADDRESS)
    code = build(ROOT, SITE)
    if code == 0:
        print(f"Built {os.path.relpath(SITE / 'index.html')}")
    return code


def build(root: Path, site: Path) -> int:
    """The site of the project at `root`: 1 if anything is wrong with it, which is said."""
    # Never with --quiet: it would not count the warnings that are to fail.
    failed = mkdocs(root, "build", "--site-dir", str(site))
    wrong = [] if failed else [*strangers(site), *dead_ends(site)]
    for line in wrong:
        say(line)
    return 1 if failed or wrong else 0


def mkdocs(root: Path, *arguments: str) -> int:
    # The theme announces its successor (it ends in May 2027); nobody needs to read that each time.
    variables = dict(os.environ, NO_MKDOCS_2_WARNING="1")
    return subprocess.call([str(PYTHON), "-m", "mkdocs", *arguments], cwd=root, env=variables)


def strangers(site: Path) -> list[str]:
    """What the pages and their styles would load from elsewhere; links to follow by hand are fine."""
    found = []
    for path in sorted(site.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        found += [(path, address) for address in LOADED.findall(text) + IN_STYLE.findall(text)]
    for path in sorted(site.rglob("*.css")):
        found += [(path, address) for address in IN_STYLE.findall(path.read_text(encoding="utf-8"))]
    return [
        f"{path.relative_to(site)}: loads {address} from elsewhere"
        for path, address in found
        if ELSEWHERE.match(address)
    ]


def dead_ends(site: Path) -> list[str]:
    """Files that pages name and that are not there; mkdocs does not look into HTML written by hand."""
    return [
        f"{path.relative_to(site)}: names {target}, which is not there"
        for path in sorted(site.rglob("*.html"))
        # The page for what is not found has addresses from the root of a server.
        if path.name != "404.html"
        for target in sorted(set(LOCAL.findall(path.read_text(encoding="utf-8"))))
        if not (path.parent / target).exists()
    ]
