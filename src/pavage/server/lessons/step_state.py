"""A step of a lesson as the page shows it: of the state of a table, what a board needs."""

from __future__ import annotations

import re
from dataclasses import replace

from fastapi import Request

from pavage.game import Move, Position
from pavage.lessons import Step, shown
from pavage.registry import scene_of
from pavage.scene import Mark, Moment, Scene
from pavage.server.rooms import state
from pavage.server.rooms.scene_json import at_rest
from pavage.server.rooms.state_parts import shown as board_shown
from pavage.server.site.theme import themed, wanted_theme
from pavage.view.size import size_line
from pavage.words import Words


def step_scene(step: Step, position: Position, last: Move, touched: Move) -> Scene:
    return scene_of(step.game, Moment(position, last, touched, step.game.outcome(position)))


def step_state(
    step: Step,
    position: Position,
    last: Move,
    touched: Move,
    words: Words,
    request: Request,
    done: bool = False,
    made: int = 0,
) -> state.Step:
    """A position as the page shows it: of the state of a table, what a board needs."""
    speak, game = step_words(step, words, request), step.game
    scene = step_scene(step, position, last, touched)
    if step.marks and not done and position == step.start:
        scene = replace(scene, marks=(Mark("tint", step.marks), *scene.marks))
    mine = not done and not step.looks
    move = shown(step, position, made) if mine else None
    help_by: state.Help | None = (
        {
            "cells": list(game.cells_of(move)),
            "sites": [site for site in move if site >= len(game.tiling)],
            "text": move_named(step, position, move, speak),
        }
        if move is not None
        else None
    )
    return {
        **board_shown(scene if mine else at_rest(scene), game, speak),
        "size": size_line(game, words),
        "players": game.players,
        "seats": [{"colour": seat.colour} for seat in scene.seats],
        "mine": mine,
        "hinted": [],
        "show": help_by,
    }


def move_named(step: Step, position: Position, move: Move, words: Words) -> str:
    """A move in words: its notation, or what stands on its button."""
    game = step.game
    key = f"{game.name}.button.{game.sites[move[0]]}"
    if len(move) == 1 and move[0] >= len(game.tiling) and words.has(key):
        return words(key)
    return game.write(position, move)


def step_sentence(step: Step, key: str, words: Words, request: Request) -> str:
    """A sentence of a step, its colours named as the reader sees them."""
    speak = step_words(step, words, request)
    return re.sub(r"\{(\w+)\}", lambda blank: speak(f"colour.{blank[1]}"), step.text(key, words.language))


def step_words(step: Step, words: Words, request: Request) -> Words:
    return themed(words, wanted_theme(request), step.game.players)
