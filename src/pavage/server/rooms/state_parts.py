"""The parts of which every state is made, for tables, contests, lessons, replays and tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pavage.game import Game
from pavage.match import Match
from pavage.pages.reading import reading_of
from pavage.scene import Scene
from pavage.server.rooms import state
from pavage.server.rooms.scene_json import scene_json, shapes
from pavage.server.rooms.sentences import moves_json
from pavage.view.size import size_line
from pavage.words import Words


def common(
    match: Match,
    words: Words,
    *,
    seq: int,
    over: bool,
    failed: bool = False,
    busy: bool = False,
    series: state.Series | None = None,
    offers: Mapping[str, list[int]] | None = None,
    questions: Mapping[str, int] | None = None,
    chat: Sequence[state.Line] = (),
    watchers: int = 0,
) -> state.Common:
    """What is the same for everybody who speaks a language. By default nobody is there to talk with."""
    return {
        "kind": "state",
        "seq": seq,
        "language": words.language,
        "title": words(f"{match.game.name}.title"),
        "size": size_line(match.game, words),
        "game": match.game.name,
        "reading": reading_of(match.game.name),
        "moves": moves_json(match, words),
        "players": match.game.players,
        "over": over,
        "failed": failed,
        "busy": busy,
        "series": series,
        "offers": dict(offers or {}),
        "questions": dict(questions or {}),
        "chat": list(chat),
        "watchers": watchers,
    }


def shown(scene: Scene, game: Game[Any], words: Words) -> state.Shown:
    """A board to look at."""
    return {"shapes": shapes(game, scene.board), "scene": scene_json(scene, game, words)}
