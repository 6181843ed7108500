"""The words that the script of a page can say: the others need not come with the page.

A module names a sentence as a whole ("act.undo") or by its beginning (`act.${name}`), so a bundle can be
read for all that it may ask for. Words too many cost a few bytes; whether one is missing, tests look.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from pavage.pages.bundle import bundle, bundle_name
from pavage.pages.edition import edition

NAMED = re.compile(r"""["'`]([a-z]\w*(?:\.\w*)*)(["'`]|\$\{)""")
PREFIX = "web."


def page_words(known: Mapping[str, str], *modules: str) -> dict[str, str]:
    """Those of these words that a page with these modules can say.

    Words without a section are always there, and so are those that name pieces: which pieces a game has, only
    its scene says.
    """
    whole, beginnings = named(bundle_name(*modules).removeprefix("bundle/"), edition())
    return {
        key: text
        for key, text in known.items()
        if (short := key.removeprefix(PREFIX)) in whole
        or short.startswith(beginnings)
        or "." not in short
        or f"{PREFIX}{short.split('.')[0]}.red" in known
    }


@lru_cache(maxsize=128)
def named(modules: str, edition: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The sentences that a bundle names as a whole, and the beginnings of others."""
    found = NAMED.findall(bundle(modules, edition))
    whole = frozenset(name for name, end in found if end != "${")
    return whole, tuple(sorted({name for name, end in found if end == "${" and re.search(r"\W|_", name)}))
