"""Learning: lessons to play through, the rules, strategy, a glossary and a little history.

Nothing here is kept between two requests: a page tells what was touched and which moves it has seen.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pavage.game import IllegalMove, Move, Position, Refusal, Unreadable
from pavage.lessons import Step, answered, is_right, lesson, lesson_names, shown, strategy, won
from pavage.pages.compose import PICTURED, STRATEGY, course, index, page, rules, text_file, with_pictures
from pavage.pages.pictures import blocks, drawn
from pavage.registry import board_of, scene_of
from pavage.scene import Mark, Moment
from pavage.server.catalogue import shapes, size_line
from pavage.server.pages import wanted_words
from pavage.server.scenes import at_rest, scene_json
from pavage.server.theme import themed, wanted_theme
from pavage.view.svg import board_svg
from pavage.view.touching import is_beginning, offered_named, piece_named, site_named, touched_after
from pavage.words import LANGUAGES, Words
from pavage.words.errors import refusal_sentence

router = APIRouter()

YEAR = 60 * 60 * 24 * 365
TEXTS = ("glossary", "history")
"""Pages that are a text of ours."""

Sites = Annotated[list[Annotated[int, Field(ge=0, le=100_000)]], Field(max_length=64)]


class Answer(BaseModel):
    """What a reader does in a step: sites touched so far or a move written; before it, the moves made."""

    touched: Sites = []
    typed: str = Field("", max_length=80)
    played: list[Sites] = Field([], max_length=80)


# --- lessons


@router.get("/api/lessons")
def list_lessons(request: Request) -> list[dict[str, Any]]:
    """The games that have a lesson, and of how many steps."""
    words = wanted_words(request)
    return [
        {"game": name, "title": words(f"{name}.title"), "steps": len(lesson(name)), "url": f"/learn/{name}"}
        for name in lesson_names()
    ]


@router.get("/api/lessons/{name}")
def show_lesson(request: Request, name: str, part: str = "") -> dict[str, Any]:
    """All steps of a lesson: what is said, and the position each begins with."""
    found = _steps(request, name, part)
    words = wanted_words(request)
    return {
        "game": name,
        "title": words(f"{name}.title"),
        "steps": [
            {
                **{key: _said(step, key, words, request) for key in ("title", "text", "task", "more")},
                "looks": step.looks,
                "state": _state(step, step.start, step.last, (), words, request),
            }
            for step in found
        ],
    }


@router.post("/api/lessons/{name}/{number}")
def answer(request: Request, name: str, number: int, given: Answer, part: str = "") -> dict[str, Any]:
    """What becomes of a touch or a written move in a step: a verdict, a sentence and what to show now.

    The verdict is `begun` (touch on), `refused`, `right`, `other` (legal, but not what was asked for), and
    where a game is played out `going` or `lost`.
    """
    step = _step(request, name, number, part)
    words = wanted_words(request)
    position, last = _replayed(step, given.played)
    touched, whole = tuple(given.touched), False
    try:
        if given.typed:
            touched, whole = _typed(step, position, given.typed, touched)
        elif touched:
            touched, whole = _touched(step, position, touched)
        else:
            return _told(step, "begun", "", position, last, (), given.played, words, request)
        if not whole:
            sentence = words(_scene(step, position, last, touched).prompt)
            return _told(step, "begun", sentence, position, last, touched, given.played, words, request)
        refusal = step.game.refusal(position, touched)
        if refusal is not None:
            raise IllegalMove(given.typed, refusal)
    except IllegalMove as error:
        speak = _themed(step, words, request)
        return {
            "verdict": "refused",
            "sentence": refusal_sentence(speak, error.refusal),
            "cells": [cell for cell in error.refusal.cells if cell < len(step.game.tiling)],
        }
    return _judged(step, position, touched, given.played, words, request)


@router.get("/api/lessons/{name}/{number}/board.svg", response_class=Response)
def show_board(
    request: Request, name: str, number: int, turn: int = 0, board: str = "", part: str = ""
) -> Response:
    """The board of a step without anything on it."""
    step = _step(request, name, number, part)
    try:
        drawing = board_of(step.game, board[:400])
    except (LookupError, ValueError):
        raise HTTPException(404, wanted_words(request)("web.bad_message")) from None
    return Response(board_svg(drawing, turn if turn in drawing.turns else 0), media_type="image/svg+xml")


def _steps(request: Request, name: str, part: str) -> tuple[Step, ...]:
    try:
        return strategy(name) if part == "strategy" else lesson(name)
    except LookupError:
        raise HTTPException(404, wanted_words(request)("learn.no_lesson")) from None


def _step(request: Request, name: str, number: int, part: str) -> Step:
    steps = _steps(request, name, part)
    if not 0 <= number < len(steps):
        raise HTTPException(404, wanted_words(request)("learn.no_step"))
    return steps[number]


def _replayed(step: Step, played: list[list[int]]) -> tuple[Position, Move]:
    """The position after the moves that a page has seen; they go through the same gate as any other."""
    position, last = step.start, step.last
    for sites in played:
        move = tuple(sites)
        refusal = step.game.refusal(position, move)
        if refusal is not None:
            raise IllegalMove("", refusal)
        position, last = step.game.play(position, move), move
    return position, last


def _touched(step: Step, position: Position, touched: Move) -> tuple[Move, bool]:
    """The sites touched now, and whether they are a whole move."""
    game = step.game
    if step.looks or game.outcome(position) is not None or position.turn != step.reader:
        raise IllegalMove("", Refusal("over"))
    if all(site < len(game.sites) for site in touched):
        sites = touched_after(game, position, touched[:-1], touched[-1])
        if len(sites) < len(touched) or is_beginning(game, position, sites):
            return sites, False
    return touched, True


def _typed(step: Step, position: Position, text: str, touched: Move) -> tuple[Move, bool]:
    """The same for what was written: a whole move, or one more site of a move that was begun."""
    game = step.game
    site = site_named(game, text)
    if site is None:
        scene = _scene(step, position, (), touched)
        site = offered_named(game, scene, text)
        site = piece_named(scene, text) if site is None else site
    if touched and site is not None:
        return _touched(step, position, (*touched, site))
    try:
        move = game.read(position, text)
    except Unreadable:
        if site is None:
            raise
        move = (site,)
    return _touched(step, position, move)


def _judged(
    step: Step, position: Position, move: Move, played: list[list[int]], words: Words, request: Request
) -> dict[str, Any]:
    game, then = step.game, step.game.play(position, move)
    if not step.play:
        if is_right(step, move):
            return _told(step, "right", "right", then, move, (), [], words, request)
        return _told(step, "other", "other", step.start, step.last, (), [], words, request)
    replies, then = answered(step, then)
    moves, last = [*played, *map(list, (move, *replies))], replies[-1] if replies else move
    outcome = game.outcome(then)
    if outcome is None:
        return _told(step, "going", "", then, last, (), moves, words, request)
    verdict = "right" if won(outcome, step.reader) else "lost"
    return _told(step, verdict, verdict, then, last, (), moves, words, request)


def _told(
    step: Step,
    verdict: str,
    said: str,
    position: Position,
    last: Move,
    touched: Move,
    played: list[list[int]],
    words: Words,
    request: Request,
) -> dict[str, Any]:
    sentence = _said(step, said, words, request) if verdict in ("right", "other", "lost") else said
    made = sum(1 for place in range(len(played)) if place % step.game.players == 0)
    return {
        "verdict": verdict,
        "sentence": sentence,
        "played": played,
        "state": _state(step, position, last, touched, words, request, verdict in ("right", "lost"), made),
    }


def _scene(step: Step, position: Position, last: Move, touched: Move) -> Any:
    return scene_of(step.game, Moment(position, last, touched, step.game.outcome(position)))


def _state(
    step: Step,
    position: Position,
    last: Move,
    touched: Move,
    words: Words,
    request: Request,
    done: bool = False,
    made: int = 0,
) -> dict[str, Any]:
    """A position as the page shows it: of the state of a table, what a board needs."""
    speak, game = _themed(step, words, request), step.game
    scene = _scene(step, position, last, touched)
    if step.marks and not done and position == step.start:
        scene = replace(scene, marks=(Mark("tint", step.marks), *scene.marks))
    mine = not done and not step.looks
    move = shown(step, position, made) if mine else None
    help_by = (
        {
            "cells": list(game.cells_of(move)),
            "sites": [site for site in move if site >= len(game.tiling)],
            "text": _named(step, position, move, speak),
        }
        if move is not None
        else None
    )
    return {
        "scene": scene_json(scene if mine else at_rest(scene), game, speak),
        "shapes": shapes(game, scene.board),
        "size": size_line(game),
        "players": game.players,
        "seats": [{"colour": seat.colour} for seat in scene.seats],
        "mine": mine,
        "hinted": [],
        "show": help_by,
    }


def _named(step: Step, position: Position, move: Move, words: Words) -> str:
    """A move in words: its notation, or what stands on its button."""
    game = step.game
    key = f"{game.name}.button.{game.sites[move[0]]}"
    if len(move) == 1 and move[0] >= len(game.tiling) and words.has(key):
        return words(key)
    return game.write(position, move)


def _said(step: Step, key: str, words: Words, request: Request) -> str:
    """A sentence of a step, its colours named as the reader sees them."""
    speak = _themed(step, words, request)
    return re.sub(r"\{(\w+)\}", lambda blank: speak(f"colour.{blank[1]}"), step.text(key, words.language))


def _themed(step: Step, words: Words, request: Request) -> Words:
    return themed(words, wanted_theme(request), step.game.players)


# --- pages


@router.get("/learn/learn.css", include_in_schema=False)
def style() -> Response:
    return Response(text_file("learn.css"), media_type="text/css; charset=utf-8")


@router.get("/learn", include_in_schema=False)
def learn(request: Request) -> HTMLResponse:
    """Everything there is to learn from."""
    words = wanted_words(request)
    return _page(request, words("learn.title"), index(words))


@router.get("/learn/{text}/{number}.svg", include_in_schema=False)
def show_text_picture(request: Request, text: str, number: int, theme: str = "light") -> Response:
    words = wanted_words(request)
    if text not in TEXTS:
        raise HTTPException(404, words("learn.no_lesson"))
    return _picture(request, text_file(f"{text}.{words.language}.md"), number, theme)


@router.get("/learn/{name}/strategy", include_in_schema=False)
def show_strategy(request: Request, name: str) -> HTMLResponse:
    """How a game is played well, to play with."""
    _steps(request, name, "strategy")
    words = wanted_words(request)
    title = words("learn.strategy_of", game=words(f"{name}.title"))
    return _page(request, title, course(name, "strategy"))


@router.get("/learn/{name}", include_in_schema=False)
def show_course(request: Request, name: str) -> HTMLResponse:
    """The lesson of a game, the glossary, or the history."""
    words = wanted_words(request)
    if name in TEXTS:
        text = text_file(f"{name}.{words.language}.md")
        return _text_page(request, words(f"learn.{name}"), text, f"/learn/{name}")
    _steps(request, name, "")
    return _page(request, words("learn.lesson_of", game=words(f"{name}.title")), course(name, ""))


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
    title = words("learn.rules_of", game=words(f"{name}.title"))
    return _text_page(request, title, text, f"/rules/{name}", links)


@router.get("/rules/{name}/{number}.svg", include_in_schema=False)
def show_rules_picture(request: Request, name: str, number: int, theme: str = "light") -> Response:
    return _picture(request, _rules(request, name), number, theme)


def _rules(request: Request, name: str) -> str:
    words = wanted_words(request)
    try:
        return rules(name, words.language)
    except LookupError:
        raise HTTPException(404, words("learn.no_rules")) from None


def _picture(request: Request, text: str, number: int, theme: str) -> Response:
    found = list(blocks(text))
    if not 0 <= number < len(found):
        raise HTTPException(404, wanted_words(request)("learn.no_rules"))
    svg = drawn(tuple(found[number]), theme if theme in PICTURED else "light")
    return Response(svg, media_type="image/svg+xml")


def _text_page(
    request: Request, title: str, text: str, path: str, links: list[tuple[str, str]] | None = None
) -> HTMLResponse:
    words, theme = wanted_words(request), wanted_theme(request)

    def speak(players: int) -> Words:
        return themed(words, theme, players)

    return _page(request, title, with_pictures(text, path, words.language, theme, speak, links or []))


def _page(request: Request, title: str, body: str) -> HTMLResponse:
    words = wanted_words(request)
    response = HTMLResponse(page(title, body, words, wanted_theme(request)))
    if request.query_params.get("language") in LANGUAGES:
        # Somebody came by a link in this language, and goes on reading in it.
        response.set_cookie("pavage_language", words.language, YEAR, path="/", samesite="strict")
    return response
