"""A board to look at after any move of a game: of a tournament, or of a series that has gone on."""

from __future__ import annotations

from pavage.game import CHANCE
from pavage.match import Match
from pavage.server.rooms import state
from pavage.server.rooms.scene_json import at_rest, scene_at
from pavage.server.rooms.sentences import move_text, with_news
from pavage.server.rooms.state_parts import shown as board_shown
from pavage.words import Words


def board_at(match: Match, names: tuple[str, ...], ply: int | None, words: Words) -> state.Watched:
    """A board after so many moves, to look at; the last one if no number is given."""
    last = len(match.played)
    ply = last if ply is None else min(ply, last)
    scene = scene_at(match, ply)
    said = words(scene.prompt) if ply == last else words("web.looking", ply=ply, plies=last)
    made = match.played[ply - 1] if ply else None
    return {
        "ply": ply,
        **board_shown(at_rest(scene), match.game, words),
        "seats": [
            {
                "name": name,
                "colour": view.colour,
                "score": view.score,
                "turn": scene.turn == seat,
                "out": view.out,
            }
            for seat, (name, view) in enumerate(zip(names, scene.seats, strict=True))
        ],
        "said": with_news(said, scene, words),
        "last": move_text(match.game, made, words) if made is not None and made.seat != CHANCE else "",
    }
