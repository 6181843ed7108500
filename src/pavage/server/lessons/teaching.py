"""Sheets for teachers in the browser: the list, and a page for each."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from pavage.lessons import lesson_names
from pavage.pages.teaching import class_address, head, sheet, sheet_names
from pavage.pages.templates import render
from pavage.printing.command import address_of
from pavage.server.lessons.reading import picture, shown_page, text_page
from pavage.server.site.pages import wanted_words

router = APIRouter()


@router.get("/teach", include_in_schema=False)
def list_sheets(request: Request) -> HTMLResponse:
    """All sheets, each with what it teaches and for whom it is."""
    words = wanted_words(request)
    sheets = [head(name, words.language) for name in sheet_names()]
    return shown_page(request, words("teach.title"), render("teach.html", say=words, sheets=sheets))


@router.get("/teach/{name}", include_in_schema=False)
def show_sheet(request: Request, name: str) -> HTMLResponse:
    """The sheet of a game; what it wants printed is a link to the page that prints it."""
    words = wanted_words(request)
    text = _sheet(request, name)
    links = [(f"/?game={name}", words("learn.to_form")), (f"/rules/{name}", words("learn.to_rules"))]
    if name in lesson_names():
        links.append((f"/learn/{name}", words("learn.to_lesson")))
    links.append((f"/print?game={name}&kind=teacher", words("teach.to_print")))
    links += [(class_address(name), words("teach.play_in_class")), ("/teach", words("teach.to_all"))]
    return text_page(request, head(name, words.language).title, text, f"/teach/{name}", links)


@router.get("/teach/{name}/{number}.svg", include_in_schema=False)
def show_sheet_picture(request: Request, name: str, number: int, theme: str = "light") -> Response:
    return picture(request, _sheet(request, name), number, theme)


def _sheet(request: Request, name: str) -> str:
    words = wanted_words(request)
    try:
        return sheet(
            name, words.language, lambda command, why: f"- [{why}]({address_of(command)}) `{command}`"
        )
    except LookupError:
        raise HTTPException(404, words("teach.no_sheet")) from None
