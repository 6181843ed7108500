"""A print as it is typed, `pavage print hex --real`, as the address of the page that shows the same."""

from __future__ import annotations

import shlex
from urllib.parse import urlencode

SWITCHES = {f"--{kind}": ("kind", kind) for kind in ("real", "kit", "pieces", "rules", "lesson", "teacher")}
SWITCHES |= {f"--no-{part}": (part, "off") for part in ("coordinates", "bands", "backs")}
SWITCHES |= {"--slips": ("kind", "tournament"), "--fold": ("folded", "on")}
VALUED = {
    f"--{name}": name
    for name in ("sheets", "seed", "grade", "text", "paper", "ink", "cell", "position", "names")
}
VALUED |= {"--sheet": "count"}
IMPLIED = {"--sheet": "puzzles", "--text": "puzzles", "--names": "tournament"}
"""Options that say by themselves which kind of print is wanted."""


def address_of(command: str) -> str:
    """Where the browser shows what a command prints; ValueError if the page cannot."""
    pavage, verb, game, *rest = shlex.split(command)
    if (pavage, verb) != ("pavage", "print"):
        raise ValueError(f"this prints nothing: {command}")
    told = {"game": game}
    words = iter(rest)
    for word in words:
        if word in SWITCHES:
            told |= [SWITCHES[word]]
        elif word == "--option":
            name, _, value = next(words).partition("=")
            told[f"option.{name}"] = value
        elif word in VALUED:
            told[VALUED[word]] = next(words)
            if word in IMPLIED:
                told["kind"] = IMPLIED[word]
        else:
            raise ValueError(f"the page knows no {word}: {command}")
    return f"/print?{urlencode(told)}"
