"""What a search advised, as a page shows it: cells that it looked at most, and one line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pavage.game import Game, Move
from pavage.match import Played
from pavage.players.thought import Thought
from pavage.scene import Mark, Scene
from pavage.server.sentences import move_text
from pavage.table import Table
from pavage.words import Words

TOLD = 5
"""How many of the best cells show their share in a hint."""
FAINTEST, MOST = 0.2, 12
"""A cell that got less than this share of what the best one got is left white, and all after so many."""


def with_hint(scene: Scene, thought: Thought | None, game: Game[Any]) -> Scene:
    """The same scene with the cells that a search looked at most, and the rest of the move it would make."""
    if thought is None:
        return scene
    cells, done = len(game.tiling), len(scene.touched)
    going_on = [(move, share) for move, share in thought.policy if move[:done] == scene.touched]
    shares: dict[int, float] = {}
    for move, share in going_on or [(thought.move, 0.0)]:
        if move[:done] == scene.touched and len(move) > done and move[done] < cells:
            shares[move[done]] = shares.get(move[done], 0.0) + share
    enough = FAINTEST * max(shares.values(), default=0.0)
    ranked = sorted(((share, cell) for cell, share in shares.items() if share >= enough), reverse=True)[:MOST]
    heat = tuple(
        Mark("heat", (cell,), round(share, 4) or 1.0, f"{100 * share:.0f}%" if share and place < TOLD else "")
        for place, (share, cell) in enumerate(ranked)
    )
    begins_beside = thought.move[:done] == scene.touched and any(
        site >= cells for site in thought.move[done : done + 1]
    )
    whole = game.cells_of(thought.move)
    rest = tuple(cell for cell in whole[not begins_beside :] if cell not in scene.touched)
    further = (Mark("target", rest),) if rest and not scene.touched else ()
    return replace(scene, marks=scene.marks + heat + further)


def hinted(touched: Move, thought: Thought | None, game: Game[Any]) -> list[int]:
    """The buttons of the move that a search would make, as far as it was not made already."""
    if thought is None or thought.move[: len(touched)] != touched:
        return []
    return [site for site in thought.move[len(touched) :] if site >= len(game.tiling)]


def hint_line(table: Table, thought: Thought, words: Words) -> str:
    game = table.match.game
    text = move_text(game, Played(thought.move, 0, game.write(table.match.position, thought.move)), words)
    if thought.reason is not None:
        return words("web.hint_reason", move=text, reason=words(thought.reason))
    return words("web.hint_line", move=text, share=f"{100 * thought.value:.0f}")
