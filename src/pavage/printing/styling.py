"""Which style an element of our drawings has: the rules of `view/board.css`, as far as those use CSS.

Understood are classes, one within another, and `:not([fill])`; the last rule that speaks of a thing counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_LENGTH = re.compile(r"-?[\d.]+")
_PART = re.compile(r"^([a-z]*)((?:\.[\w-]+)*)((?::not\(\[\w+\]\))?)$")

INHERITED = ("fill", "stroke", "stroke-width", "font-size", "font-weight", "text-anchor", "stroke-dasharray")
Style = dict[str, str]
Kind = tuple[str, frozenset[str]]
"""The tag and the classes of an element."""


@dataclass(frozen=True, slots=True)
class Selector:
    """Elements from the outside to the inside, the last of which is meant."""

    parts: tuple[Kind, ...]
    lacking: str = ""
    """An attribute that the element must not have."""

    def meets(self, way: Sequence[Kind], attributes: Mapping[str, str]) -> bool:
        if not _is(self.parts[-1], way[-1]) or (self.lacking and self.lacking in attributes):
            return False
        above = iter(way[:-1])
        return all(any(_is(part, each) for each in above) for part in self.parts[:-1])


def _is(wanted: Kind, found: Kind) -> bool:
    return (not wanted[0] or wanted[0] == found[0]) and wanted[1] <= found[1]


class StyleSheet:
    """The rules of a sheet, in which all variables have got their values."""

    def __init__(self, text: str) -> None:
        self._rules: list[tuple[Selector, Style]] = []
        for selectors, body in _RULE.findall(text):
            style = {}
            for declaration in body.split(";"):
                name, colon, value = declaration.partition(":")
                if colon:
                    style[name.strip()] = value.strip()
            for selector in selectors.split(","):
                if (read := _selector(selector.strip())) is not None:
                    self._rules.append((read, style))
        self._known: dict[tuple[Kind, ...], list[tuple[Selector, Style]]] = {}

    def of(self, way: tuple[Kind, ...], attributes: Mapping[str, str]) -> Style:
        """The style of an element; its own attributes count less than the sheet."""
        style = dict(attributes)
        key = way[-3:]
        if key not in self._known:
            self._known[key] = [rule for rule in self._rules if rule[0].meets(way, {})]
        for selector, declared in self._known[key]:
            if not selector.lacking or selector.lacking not in attributes:
                style |= declared
        return style


def _selector(text: str) -> Selector | None:
    parts, lacking = [], ""
    for word in text.split():
        found = _PART.match(word)
        if found is None:
            return None
        tag, classes, without = found.groups()
        parts.append((tag, frozenset(classes.split(".")[1:])))
        lacking = without[6:-2] if without else ""
    return Selector(tuple(parts), lacking) if parts else None


def length(text: str) -> float:
    """A length in the units of the drawing; the smaller or larger of some where the sheet says min or max."""
    values = [float(value) for value in _LENGTH.findall(text)]
    if text.startswith("max"):
        return max(values)
    return min(values)
