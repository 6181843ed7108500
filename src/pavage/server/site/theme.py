"""Words that agree with the colours on the screen: in black and white, nobody places a red stone."""

from __future__ import annotations

from functools import cache

from starlette.requests import HTTPConnection

from pavage.words import Words, words

THEMES = ("light", "dark", "bw")
BLACK_AND_WHITE = "bw"


class BlackAndWhite(Words):
    """The same language with the two first colours renamed."""

    def template(self, key: str) -> str:
        own = f"web.bw.{key}"
        return super().template(own if self.has(own) else key)


_black_and_white = cache(BlackAndWhite)


def themed(speak: Words, theme: str, players: int) -> Words:
    """The words for a theme. From three players on the theme changes no colours, so the words stay."""
    return (
        _black_and_white(speak.language)
        if theme == BLACK_AND_WHITE and players == 2
        else words(speak.language)
    )


def wanted_theme(request: HTTPConnection) -> str:
    """The theme chosen earlier; auto follows the system."""
    theme = request.cookies.get("pavage_theme", "")
    return theme if theme in THEMES else "auto"
