"""Translations: every sentence a person reads, in French and English.

General sentences lie here, in a folder for each language: `common.toml`, and one file for each room that
speaks, whose keys begin with the name of the file. Those of a game lie in its own folder, in `en.toml` and
`fr.toml`, under keys that begin with the game's name.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import RLock
from typing import Any

from pavage.phrase import Phrase

LANGUAGES = ("en", "fr")
VARIANTS = "variants"
"""The table of a game's texts that holds, under the name of each variant, what only that one says."""
_READING = RLock()
REMEMBERED = 4096
"""Sentences that are remembered with what was filled in."""


class Words:
    """The sentences of one language: `words("over")`, `words("taken", cell="c3")`, `words(phrase)`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._known: dict[str, str] = _general(language)
        self._asked: set[str] = set()
        self._said: dict[Phrase, str] = {}
        """Phrases as sentences: a board says the same ones again and again."""

    def __call__(self, sentence: str | Phrase, **values: object) -> str:
        if not values and (isinstance(sentence, str) or not sentence.values):
            # The common case: nothing to fill in.
            text = self.template(sentence if isinstance(sentence, str) else sentence.key)
            return text.format() if "{" in text or "}" in text else text
        if not values and isinstance(sentence, Phrase):
            said = self._said.get(sentence)
            if said is None:
                if len(self._said) >= REMEMBERED:
                    self._said.clear()
                said = self._said[sentence] = self._filled(sentence)
            return said
        return self._filled(sentence, **values)

    def _filled(self, sentence: str | Phrase, **values: object) -> str:
        phrase = Phrase(sentence) if isinstance(sentence, str) else sentence
        given: list[tuple[str, object]] = [*phrase.values, *values.items()]
        filled = {key: self(value) if isinstance(value, Phrase) else value for key, value in given}
        return self.template(phrase.key).format(**filled)

    def template(self, key: str) -> str:
        """The sentence of a key before anything is filled in; if we have none, in English, or the key."""
        if key not in self._known:
            self._learn(key.partition(".")[0])
        if key in self._known:
            return self._known[key]
        return key if self.language == "en" else words("en").template(key)

    def has(self, key: str) -> bool:
        self._learn(key.partition(".")[0])
        return key in self._known

    def count(self, key: str, number: int) -> str:
        """A sentence with a number in it, in the singular or the plural."""
        singular = number < 2 if self.language == "fr" else number == 1
        return self(f"{key}.{'one' if singular else 'many'}", number=number)

    def every(self, prefix: str = "") -> dict[str, str]:
        """All sentences whose key begins so, with those of a game if the prefix is its name."""
        self._learn(prefix.partition(".")[0])
        return {key: text for key, text in self._known.items() if key.startswith(prefix)}

    def _learn(self, name: str) -> None:
        """Read the texts of a game when it is first spoken of. Until then no game is loaded either."""
        if name in self._asked:
            return
        # Another thread that asks meanwhile waits until all is read, rather than be told the key.
        with _READING:
            if name not in self._asked:
                self._read_game(name)
                self._asked.add(name)

    def _read_game(self, name: str) -> None:
        from pavage.registry import folder, games

        if name not in games():
            return
        source = files(folder(games()[name])) / f"{self.language}.toml"
        if source.is_file():
            # A new one: somebody may be reading all of the old one.
            self._known = self._known | _read(source, f"{name}.", self.language, name)


@cache
def words(language: str) -> Words:
    return Words(language if language in LANGUAGES else "en")


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the locale, English if it is neither of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            code = environment[name][:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def _general(language: str) -> dict[str, str]:
    known: dict[str, str] = {}
    for source in files("pavage.words").joinpath(language).iterdir():
        stem, _, ending = source.name.partition(".")
        if ending == "toml":
            prefix = "" if stem == "common" else f"{stem}."
            known |= _read(source, prefix, language)
    return known


def _read(source: Traversable, prefix: str, language: str, variant: str = "") -> dict[str, str]:
    """All sentences of a file. Games that share a folder share them, but for what a variant says itself."""
    table = tomllib.loads(source.read_text(encoding="utf-8"))
    variants = table.pop(VARIANTS, {})
    sentences = _flat(table, prefix) | _flat(variants.get(variant, {}), prefix)
    return {key: _french(text) for key, text in sentences.items()} if language == "fr" else sentences


def _french(text: str) -> str:
    """Spaces that do not break, where French wants them: before high punctuation and within its quotes."""
    return re.sub(r" (?=[:;!?»])|(?<=«) ", "\N{NO-BREAK SPACE}", text)


def _flat(table: dict[str, Any], prefix: str) -> dict[str, str]:
    sentences: dict[str, str] = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        sentences |= _flat(value, f"{name}.") if isinstance(value, dict) else {name: str(value)}
    return sentences
