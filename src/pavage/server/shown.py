"""A room as one page is shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pavage.server import limits, state
from pavage.server.catalogue import shapes, size_line
from pavage.server.listener import Listener
from pavage.server.permissions import acts
from pavage.server.story import Story
from pavage.words import Words

if TYPE_CHECKING:
    from pavage.server.room import Room


def shown(room: Room, listener: Listener) -> dict[str, Any]:
    """All that a page needs to know, in its own words."""
    words, story, table = listener.words, room.story, room.table
    match, you = table.match, room.you(listener)
    touched = room.in_hand(listener)
    hint = room.hint if room.may_see_hint(you) else None
    scene = state.scene_at(match, len(match.played), touched)
    owed = table.owed
    mine = owed is not None and match.turn in you
    board = state.with_hint(scene, hint, match.game)
    if not mine:
        board = state.at_rest(board)
    line = state.with_news(state.said(table, words, story.series.scores(), you), scene, words)
    if hint is not None:
        line = state.hint_line(table, hint, words)
    allowed = acts(story, you, room.here, bool(listener.keys))
    allowed["hint"] = allowed["hint"] and room.hint is None and not room.busy
    return {
        "kind": "state",
        "seq": story.version,
        "language": words.language,
        "title": words(f"{match.game.name}.title"),
        "size": size_line(match.game),
        "game": match.game.name,
        "shapes": shapes(match.game, scene.board),
        "scene": state.scene_json(board, match.game, words),
        "hinted": state.hinted(touched, hint, match.game),
        "seats": _seats(room, state.seats_json(table, scene, words, room.now(), not you)),
        "moves": state.moves_json(match, words),
        "players": match.game.players,
        "prompt": state.prompt(table, scene, words, room.failed, you),
        "said": line,
        "you": list(you),
        "mine": mine,
        "over": owed is None,
        "failed": room.failed,
        "busy": room.busy,
        "acts": allowed,
        "series": {
            "number": story.series.number,
            "games": story.series.games,
            "points": story.series.scores(),
        },
        "offers": {what: sorted(seats) for what, seats in story.offers.items()},
        "chat": _chat(story, words),
        "watchers": sum(not room.you(other) for other in room.listeners),
    }


def _seats(room: Room, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    here = room.here
    for seat, told in enumerate(seats):
        told["here"] = told["computer"] or seat in here
        told["away"] = room.story.is_awaited(seat) and seat not in here
    return seats


def _chat(story: Story, words: Words) -> list[dict[str, Any]]:
    """The last lines; whoever has no name is called by the seat they have now."""
    told = []
    for line in story.talk[-limits.CHAT_SHOWN :]:
        seat = story.series.order.index(line.person)
        name = line.name or words("web.player", number=seat + 1)
        told.append({"seat": seat, "name": name, "text": line.text, "at": line.at})
    return told
