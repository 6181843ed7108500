"""Pages to read: the rules, strategy, a glossary and a little history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from pavage.lessons import lesson_names
from pavage.pages.compose import PICTURED, STRATEGY, course, index, page, rules, text_file, with_pictures
from pavage.pages.pictures import blocks, drawn
from pavage.pages.questions import questions
from pavage.pages.teaching import sheet_as_written
from pavage.pages.templates import Markup
from pavage.registry import games
from pavage.server.lessons.routes import show_lesson, steps_of
from pavage.server.lessons.step_state import step_scene
from pavage.server.rooms.first_board import by_phone, first_board
from pavage.server.site.pages import wanted_words
from pavage.server.site.theme import themed, wanted_theme
from pavage.words import LANGUAGES, Words

router = APIRouter()

YEAR = 60 * 60 * 24 * 365
TEXTS = ("glossary", "history")
"""Pages that are a text of ours."""


@router.get("/learn/learn.css", include_in_schema=False)
def style() -> Response:
    return Response(text_file("learn.css"), media_type="text/css; charset=utf-8")


@router.get("/learn", include_in_schema=False)
def learn(request: Request) -> HTMLResponse:
    """Everything there is to learn from."""
    words = wanted_words(request)
    return shown_page(request, words("learn.title"), index(words))


@router.get("/learn/{text}/{number}.svg", include_in_schema=False)
def show_text_picture(request: Request, text: str, number: int, theme: str = "light") -> Response:
    words = wanted_words(request)
    if text not in TEXTS:
        raise HTTPException(404, words("learn.no_lesson"))
    return picture(request, text_file(f"{text}.{words.language}.md"), number, theme)


@router.get("/learn/{name}/strategy", include_in_schema=False)
def show_strategy(request: Request, name: str) -> HTMLResponse:
    """How a game is played well, to play with."""
    return _course(request, name, "strategy", "learn.strategy_of")


@router.get("/learn/nombres/questions", include_in_schema=False)
def show_questions(request: Request) -> HTMLResponse:
    """Is there always a solution, is it the only one, how is it found: to read and to try."""
    words = wanted_words(request)
    style = "/web/puzzles/puzzles.css"
    title = words("learn.questions_of", game=words("nombres.title"))
    return shown_page(request, title, questions(words), "puzzles/questions.js", style)


@router.get("/learn/{name}", include_in_schema=False)
def show_course(request: Request, name: str) -> HTMLResponse:
    """The lesson of a game, the glossary, or the history."""
    words = wanted_words(request)
    if name in TEXTS:
        text = text_file(f"{name}.{words.language}.md")
        return text_page(request, words(f"learn.{name}"), text, f"/learn/{name}")
    return _course(request, name, "", "learn.lesson_of")


def _course(request: Request, name: str, part: str, titled: str) -> HTMLResponse:
    """Steps to play through: the first can be read at once, and its script need not ask for the others."""
    words, (begins, *_) = wanted_words(request), steps_of(request, name, part)
    lesson = show_lesson(request, name, part)
    first, of = lesson["steps"][0], len(lesson["steps"])
    scene = step_scene(begins, begins.start, begins.last, ())
    told = words("learn.step_of", game=lesson["title"], number=1, of=of)
    sentences = {"title": first["title"], "text": first["text"], "more": first["more"], "task": first["task"]}
    board = first_board(begins.game, scene, by_phone(request))
    titles = [step["title"] for step in lesson["steps"]]
    body = course(name, part, sentences, titles, told, board)
    title = words(titled, game=lesson["title"])
    return shown_page(request, title, body, "pages/lesson.js", first={"lesson": lesson})


@router.get("/rules/{name}", include_in_schema=False)
def show_rules(request: Request, name: str) -> HTMLResponse:
    """The rules of a game, with its examples drawn."""
    words = wanted_words(request)
    text = _rules(request, name)
    links = [(f"/?game={name}", words("learn.to_form"))]
    if name in lesson_names():
        links.append((f"/learn/{name}", words("learn.to_lesson")))
    if name in STRATEGY:
        links.append((f"/learn/{name}/strategy", words("learn.to_strategy")))
    if name == "nombres":
        links += [
            ("/learn/nombres/questions", words("learn.questions")),
            ("/puzzle", words("web.maker.title")),
        ]
    if sheet_as_written(games()[name], "en") is not None:
        links.append((f"/teach/{name}", words("teach.to_sheet")))
    links.append((f"/print?game={name}&kind=rules", words("learn.to_print")))
    title = words("learn.rules_of", game=words(f"{name}.title"))
    return text_page(request, title, text, f"/rules/{name}", links)


@router.get("/rules/{name}/{number}.svg", include_in_schema=False)
def show_rules_picture(request: Request, name: str, number: int, theme: str = "light") -> Response:
    return picture(request, _rules(request, name), number, theme)


def _rules(request: Request, name: str) -> str:
    words = wanted_words(request)
    try:
        return rules(name, words.language)
    except LookupError:
        raise HTTPException(404, words("learn.no_rules")) from None


def picture(request: Request, text: str, number: int, theme: str) -> Response:
    """One of the positions of a text."""
    found = list(blocks(text))
    if not 0 <= number < len(found):
        raise HTTPException(404, wanted_words(request)("learn.no_rules"))
    svg = drawn(tuple(found[number]), theme if theme in PICTURED else "light")
    return Response(svg, media_type="image/svg+xml")


def text_page(
    request: Request, title: str, text: str, path: str, links: list[tuple[str, str]] | None = None
) -> HTMLResponse:
    """A text with its pictures, which lie below its path, and with links at its end."""
    words, theme = wanted_words(request), wanted_theme(request)

    def speak(players: int) -> Words:
        return themed(words, theme, players)

    return shown_page(request, title, with_pictures(text, path, words.language, theme, speak, links or []))


def shown_page(
    request: Request,
    title: str,
    body: Markup,
    view: str = "",
    style: str = "",
    first: Mapping[str, Any] | None = None,
) -> HTMLResponse:
    """A page to read, in the reader's language."""
    words = wanted_words(request)
    response = HTMLResponse(page(title, body, words, wanted_theme(request), view, style, first))
    if request.query_params.get("language") in LANGUAGES:
        # Somebody came by a link in this language, and goes on reading in it.
        response.set_cookie("pavage_language", words.language, YEAR, path="/", samesite="strict")
    return response
