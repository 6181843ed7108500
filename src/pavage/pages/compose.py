"""Pages put together: the index of lessons, a text with its pictures, the frame around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from pavage.game import Game
from pavage.lessons import lesson_names, typeset
from pavage.pages.frame import framed
from pavage.pages.header import header
from pavage.pages.in_words import in_words
from pavage.pages.markdown import html, inline
from pavage.pages.pictures import described, drawn, read_picture, size_of
from pavage.pages.templates import Markup, render
from pavage.registry import folder, games
from pavage.words import LANGUAGES, Words, words

STRATEGY = ("hex",)
"""The games that have a page about strategy."""
PICTURED = ("light", "dark", "bw")
"""Themes that a picture is drawn in; any other follows the reader's system."""


@cache
def text_file(name: str) -> str:
    """A file of this folder."""
    text = files("pavage").joinpath("pages", name).read_text(encoding="utf-8")
    return typeset(text, "fr") if name.endswith(".fr.md") else text


def rules(name: str, language: str) -> str:
    """The rules of a game in a language, or in the other if they are not written in it."""
    written = rules_as_written(games()[name], language) if name in games() else None
    if written is None:
        raise LookupError(f"{name} has no rules")
    text, spoken = written
    return typeset(in_words(text, games()[name], words(spoken)), spoken)


def rules_as_written(game: type[Game[Any]], language: str) -> tuple[str, str] | None:
    """The same as it stands in the file, and the language it is in; None where nobody has written any."""
    return written_beside(game, "rules.{}.md", language)


def written_beside(game: type[Game[Any]], name: str, language: str) -> tuple[str, str] | None:
    """A text that lies in the folder of a game, and the language it is in; its file is named by that."""
    place = files(folder(game))
    for spoken in (language, *LANGUAGES):
        source = place.joinpath(*name.format(spoken).split("/"))
        if source.is_file():
            return source.read_text(encoding="utf-8"), spoken
    return None


def page(
    title: str,
    body: Markup,
    words: Words,
    theme: str,
    view: str = "",
    style: str = "",
    first: Mapping[str, Any] | None = None,
) -> str:
    """The whole page. Its script finds all its words in it and, for a lesson, its steps; it loads `view`."""
    known = words.every("web.") | {f"web.{key}": text for key, text in words.every("learn.").items()}
    known["web.place.learn"] = words("learn.place")
    return framed(
        Markup('<div class="page" id="page">\n{}\n{}\n</div>').format(header(words, "learn"), body),
        known,
        words.language,
        theme,
        "pages/learn.js",
        title,
        f"/learn/learn.css {style}",
        view,
        first,
        early=first is not None,
    )


def index(words: Words) -> Markup:
    """Everything there is to learn from."""
    titles = {name: words(f"{name}.title") for name in lesson_names()}
    return render("learn.html", say=words, titles=titles, strategy=STRATEGY)


def course(
    name: str, part: str, first: Mapping[str, str], titles: Sequence[str], where: str, board: Markup
) -> Markup:
    """A lesson with the sentences of its first step, until its script takes it over.

    `titles` are those of all steps, `where` says which step it is.
    """
    more = "1" if name in STRATEGY and not part else ""
    return render(
        "lesson.html", name=name, part=part, more=more, first=first, titles=titles, where=where, board=board
    )


def with_pictures(
    text: str,
    path: str,
    language: str,
    theme: str,
    speak: Callable[[int], Words],
    links: list[tuple[str, str]],
) -> Markup:
    """A text as HTML; its pictures lie below its own path. `speak` gives the words for so many players."""
    numbers = iter(range(len(text)))

    def drawing(lines: list[str]) -> Markup:
        number = next(numbers)
        try:
            shown = read_picture(lines)
        except (ValueError, LookupError):
            return Markup("<pre>{}</pre>").format("\n".join(lines))
        own = theme if theme in PICTURED else ""
        # The size comes with the page, so that the text below does not jump when the picture comes.
        width, height = size_of(drawn(tuple(lines), own or "light"))
        return render(
            "figure.html",
            source=f"{path}/{number}.svg?language={language}&theme=",
            alt=described(shown, speak(shown.game.players)),
            own_theme=own,
            width=width,
            height=height,
            caption=inline(shown.caption) if shown.caption else "",
        )

    return render("text.html", text=html(text, drawing), links=links)
