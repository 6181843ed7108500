"""Pages put together: the index of lessons, a text with its pictures, the frame around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from pavage.game import Game
from pavage.lessons import lesson_names, typeset
from pavage.pages.frame import framed
from pavage.pages.header import header
from pavage.pages.in_words import in_words
from pavage.pages.markdown import html, inline
from pavage.pages.pictures import described, drawn, read_picture, size_of
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
    body: str,
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
        f'<div class="page" id="page">\n{header(words, "learn")}\n{body}\n</div>',
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


def entry(path: str, title: str, line: str, beside: str = "") -> str:
    """A line of a list of pages to read."""
    told = f"<strong>{escape(title)}</strong> <span>{escape(line)}</span>"
    return f'<li><a class="course" href="{path}">{told}</a>{beside}</li>'


def index(words: Words) -> str:
    """Everything there is to learn from."""

    def to_rules(name: str, title: str) -> str:
        label = escape(words("learn.rules_of", game=title))
        return (
            f'<a class="aside" href="/rules/{name}" aria-label="{label}">{escape(words("learn.rules"))}</a>'
        )

    titles = {name: words(f"{name}.title") for name in lesson_names()}
    lessons = [
        entry(f"/learn/{name}", title, words(f"{name}.summary"), to_rules(name, title))
        for name, title in titles.items()
    ]
    reading = [
        *(
            entry(
                f"/learn/{name}/strategy",
                words("learn.strategy_of", game=titles[name]),
                words("learn.strategy_line"),
            )
            for name in STRATEGY
        ),
        entry(
            "/learn/nombres/questions",
            words("learn.questions_of", game=words("nombres.title")),
            words("learn.questions_line"),
        ),
        entry("/learn/glossary", words("learn.glossary"), words("learn.glossary_line")),
        entry("/learn/history", words("learn.history"), words("learn.history_line")),
        entry("/teach", words("teach.title"), words("teach.lead")),
    ]
    return (
        f'<main class="prose"><h1>{escape(words("learn.title"))}</h1><p>{escape(words("learn.lead"))}</p>'
        f'<h2>{escape(words("learn.lessons"))}</h2><ul class="courses">{"".join(lessons)}</ul>'
        f'<h2>{escape(words("learn.more"))}</h2><ul class="courses">{"".join(reading)}</ul></main>'
    )


def course(
    name: str, part: str, first: Mapping[str, str], titles: Sequence[str], told: str, board: str
) -> str:
    """A lesson with the sentences of its first step, until its script takes it over.

    `titles` are those of all steps, `told` says which step it is, and `board` is drawn already.
    """
    more = "1" if name in STRATEGY and not part else ""
    about = f'data-view="lesson.js" data-game="{escape(name)}" data-part="{part}" data-more="{more}"'
    steps = "".join(
        f'<li{"" if place > 1 else " class=now"}><a href="#{place}">'
        f'<span class="unseen">{escape(title)}</span></a></li>'
        for place, title in enumerate(titles, 1)
    )
    further = "".join(f"<p>{escape(each)}</p>" for each in first["more"].split("\n\n") if each)
    return (
        f'<main id="course" class="lesson first" {about}><section class="told"><ol class="steps">{steps}'
        f'</ol><p class="note">{escape(told)}</p><h1>{escape(first["title"])}</h1>'
        f'<p class="lead">{escape(first["text"])}</p>'
        f'<div class="further">{further}</div></section>{board}'
        f'<section class="doing"><p class="task">{escape(first["task"])}</p></section></main>'
    )


def with_pictures(
    text: str,
    path: str,
    language: str,
    theme: str,
    speak: Callable[[int], Words],
    links: list[tuple[str, str]],
) -> str:
    """A text as HTML; its pictures lie below its own path. `speak` gives the words for so many players."""
    numbers = iter(range(len(text)))

    def drawing(lines: list[str]) -> str:
        number = next(numbers)
        try:
            shown = read_picture(lines)
        except (ValueError, LookupError):
            return f"<pre>{escape(chr(10).join(lines))}</pre>"
        source = escape(f"{path}/{number}.svg?language={language}&theme=")
        alt = escape(described(shown, speak(shown.game.players)))
        own = theme if theme in PICTURED else "light"
        # Its size is told beforehand, so that the text below does not jump when it comes.
        width, height = size_of(drawn(tuple(lines), own))
        image = f'<img src="{source}{own}" alt="{alt}" width="{width}" height="{height}" loading="lazy">'
        if theme not in PICTURED:
            dark = f'<source srcset="{source}dark" media="(prefers-color-scheme: dark)">'
            image = f"<picture>{dark}{image}</picture>"
        caption = f"<figcaption>{inline(shown.caption)}</figcaption>" if shown.caption else ""
        return f"<figure>{image}{caption}</figure>"

    nav = "".join(f'<a class="btn" href="{escape(to)}">{escape(label)}</a>' for to, label in links)
    row = f'<p class="row links-row">{nav}</p>' if nav else ""
    return f'<main class="prose">{html(text, drawing)}{row}</main>'
