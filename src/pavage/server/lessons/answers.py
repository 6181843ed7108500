"""What a reader does in a step of a lesson: sites touched or a move written, and what is said to it."""

from __future__ import annotations

from functools import partial
from typing import Literal

from fastapi import Request

from pavage.game import IllegalMove, Move, Position, Refusal
from pavage.lessons import Step, answered, is_right, won
from pavage.server.lessons.step_state import step_scene, step_sentence, step_state
from pavage.server.rooms import page_state
from pavage.view.touching import hand_after, hand_written
from pavage.words import Words

Verdict = Literal["begun", "right", "other", "going", "lost"]


def replayed(step: Step, played: list[list[int]]) -> tuple[Position, Move]:
    """The position after the moves that a page has seen; they go through the same gate as any other."""
    position, last = step.start, step.last
    for sites in played:
        move = tuple(sites)
        refusal = step.game.refusal(position, move)
        if refusal is not None:
            raise IllegalMove("", refusal)
        position, last = step.game.play(position, move), move
    return position, last


def touched_now(step: Step, position: Position, touched: Move) -> tuple[Move, bool]:
    """The sites touched now, and whether they are a whole move."""
    _must_act(step, position)
    return hand_after(step.game, position, touched)


def typed_now(step: Step, position: Position, text: str, touched: Move) -> tuple[Move, bool]:
    """The same for what was written."""
    _must_act(step, position)
    scene = partial(step_scene, step, position, ())
    return hand_written(step.game, position, text, touched, scene)


def _must_act(step: Step, position: Position) -> None:
    if step.looks or step.game.outcome(position) is not None or position.turn != step.reader:
        raise IllegalMove("", Refusal("over"))


def judged(
    step: Step, position: Position, move: Move, played: list[list[int]], words: Words, request: Request
) -> page_state.StepAnswered:
    game, then = step.game, step.game.play(position, move)
    if not step.play:
        if is_right(step, move):
            return told(step, "right", "right", then, move, (), [], words, request)
        return told(step, "other", "other", step.start, step.last, (), [], words, request)
    replies, then = answered(step, then)
    moves, last = [*played, *map(list, (move, *replies))], replies[-1] if replies else move
    outcome = game.outcome(then)
    if outcome is None:
        return told(step, "going", "", then, last, (), moves, words, request)
    verdict: Verdict = "right" if won(outcome, step.reader) else "lost"
    return told(step, verdict, verdict, then, last, (), moves, words, request)


def told(
    step: Step,
    verdict: Verdict,
    said: str,
    position: Position,
    last: Move,
    touched: Move,
    played: list[list[int]],
    words: Words,
    request: Request,
) -> page_state.StepAnswered:
    sentence = step_sentence(step, said, words, request) if verdict in ("right", "other", "lost") else said
    made = sum(1 for place in range(len(played)) if place % step.game.players == 0)
    return {
        "verdict": verdict,
        "sentence": sentence,
        "played": played,
        "state": step_state(
            step, position, last, touched, words, request, verdict in ("right", "lost"), made
        ),
    }
