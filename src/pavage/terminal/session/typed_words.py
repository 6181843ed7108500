"""What people type in a game: commands in both languages, and the names of buttons."""

from __future__ import annotations

import unicodedata
from typing import Any

from pavage.game import Game
from pavage.words import LANGUAGES, words

VERBS = {
    "undo": ("undo", "u", "annuler"),
    "hint": ("hint", "conseil", "indice"),
    "analyse": ("analyse", "analyze", "analyser"),
    "resign": ("resign", "abandonner"),
    "save": ("save", "sauver", "enregistrer"),
    "load": ("load", "charger"),
    "help": ("help", "?", "aide"),
    "quit": ("quit", "exit", "q", "quitter"),
    "now": ("now", "m", "maintenant"),
    "rematch": ("rematch", "r", "revanche"),
    "board": ("board", "plateau"),
    "show": ("show", "montrer"),
    "sheets": ("sheets", "sheet", "fiches", "fiche"),
}
"""Every word is understood in every language: who switches need not think."""

LOTS = ("lots", "sort")
"""What follows `rematch` to draw lots again."""
YES, NO = ("y", "yes", "o", "oui"), ("n", "no", "non")

_VERB_OF = {word: verb for verb, said in VERBS.items() for word in said}


def fold(text: str) -> str:
    """Without capitals and accents: échanger and Echanger are the same word."""
    apart = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def verb_of(line: str) -> tuple[str | None, str]:
    """The command that a line begins with, and the rest of the line; None if it is no command."""
    first, _, rest = line.strip().partition(" ")
    return _VERB_OF.get(fold(first)), rest.strip()


def button_named(game: Game[Any], text: str) -> str:
    """The button whose label, in any language, somebody typed; the text itself if there is none."""
    for button in game.buttons:
        labels = {fold(words(language)(f"{game.name}.button.{button}")) for language in LANGUAGES}
        if fold(text) in labels:
            return button
    return text
