"""Lessons to play through.

Nothing here is kept between two requests: a page tells what was touched and which moves it has seen.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pavage.game import IllegalMove
from pavage.lessons import Step, lesson, lesson_names, strategy
from pavage.registry import board_of
from pavage.server.lessons.answers import judged, replayed, told, touched_now, typed_now
from pavage.server.lessons.step_state import step_scene, step_sentence, step_state, step_words
from pavage.server.rooms import page_state
from pavage.server.site.pages import wanted_words
from pavage.view.svg import board_svg

router = APIRouter()

Sites = Annotated[list[Annotated[int, Field(ge=0, le=100_000)]], Field(max_length=64)]


class Answer(BaseModel):
    """What a reader does in a step: sites touched so far or a move written; before it, the moves made."""

    touched: Sites = []
    typed: str = Field("", max_length=80)
    played: list[Sites] = Field([], max_length=80)


@router.get("/api/lessons", response_model=None)
def list_lessons(request: Request) -> list[page_state.LessonListed]:
    """The games that have a lesson, and of how many steps."""
    words = wanted_words(request)
    return [
        {"game": name, "title": words(f"{name}.title"), "steps": len(lesson(name)), "url": f"/learn/{name}"}
        for name in lesson_names()
    ]


@router.get("/api/lessons/{name}", response_model=None)
def show_lesson(request: Request, name: str, part: str = "") -> page_state.Lesson:
    """All steps of a lesson: what is said, and the position each begins with."""
    found = steps_of(request, name, part)
    words = wanted_words(request)
    return {
        "game": name,
        "title": words(f"{name}.title"),
        "steps": [
            {
                "title": step_sentence(step, "title", words, request),
                "text": step_sentence(step, "text", words, request),
                "task": step_sentence(step, "task", words, request),
                "more": step_sentence(step, "more", words, request),
                "looks": step.looks,
                "state": step_state(step, step.start, step.last, (), words, request),
            }
            for step in found
        ],
    }


@router.post("/api/lessons/{name}/{number}", response_model=None)
def answer(
    request: Request, name: str, number: int, given: Answer, part: str = ""
) -> page_state.StepAnswered | page_state.StepRefused:
    """What becomes of a touch or a written move in a step: a verdict, a sentence and what to show now.

    The verdict is `begun` (touch on), `refused`, `right`, `other` (legal, but not what was asked for), and
    where a game is played out `going` or `lost`.
    """
    step = _step(request, name, number, part)
    words = wanted_words(request)
    position, last = replayed(step, given.played)
    touched, whole = tuple(given.touched), False
    try:
        if given.typed:
            touched, whole = typed_now(step, position, given.typed, touched)
        elif touched:
            touched, whole = touched_now(step, position, touched)
        else:
            return told(step, "begun", "", position, last, (), given.played, words, request)
        if not whole:
            sentence = words(step_scene(step, position, last, touched).prompt)
            return told(step, "begun", sentence, position, last, touched, given.played, words, request)
        refusal = step.game.refusal(position, touched)
        if refusal is not None:
            raise IllegalMove(given.typed, refusal)
    except IllegalMove as error:
        speak = step_words(step, words, request)
        return {
            "verdict": "refused",
            "sentence": speak(error.refusal.phrase),
            "cells": [cell for cell in error.refusal.cells if cell < len(step.game.tiling)],
        }
    return judged(step, position, touched, given.played, words, request)


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


def steps_of(request: Request, name: str, part: str) -> tuple[Step, ...]:
    try:
        return strategy(name) if part == "strategy" else lesson(name)
    except LookupError:
        raise HTTPException(404, wanted_words(request)("learn.no_lesson")) from None


def _step(request: Request, name: str, number: int, part: str) -> Step:
    steps = steps_of(request, name, part)
    if not 0 <= number < len(steps):
        raise HTTPException(404, wanted_words(request)("learn.no_step"))
    return steps[number]
