"""What a search advised, as a page shows it: cells that it looked at most, and one line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pavage.game import Game, Move, Position
from pavage.match import Played
from pavage.players.analysis import carrier_marks, ranked_cells
from pavage.players.thought import Thought
from pavage.scene import Mark, Scene
from pavage.server.rooms.sentences import move_text
from pavage.table import Table
from pavage.words import Words
from pavage.words.moves import told_move

TOLD = 5
"""How many of the best cells show their share in a hint."""
FAINTEST, MOST = 0.2, 12
"""A cell that got less than this share of what the best one got is left white, and all after so many."""


def with_hint(scene: Scene, thought: Thought | None, game: Game[Any], position: Position) -> Scene:
    """The same scene with the cells that a search looked at most, and the rest of the move it would make.

    Where the move is proved and the player shows why, the cells that the winner needs are drawn too.
    """
    if thought is None:
        return scene
    cells, done = len(game.tiling), len(scene.touched)
    ranked = ranked_cells(game, thought, scene.touched, FAINTEST)[:MOST]
    if not ranked and thought.move[:done] == scene.touched:
        ranked = [(site, 0.0) for site in thought.move[done : done + 1] if site < cells]
    heat = tuple(
        Mark("heat", (cell,), round(share, 4) or 1.0, f"{100 * share:.0f}%" if share and place < TOLD else "")
        for place, (cell, share) in enumerate(ranked)
    )
    begins_beside = thought.move[:done] == scene.touched and any(
        site >= cells for site in thought.move[done : done + 1]
    )
    whole = game.cells_of(thought.move)
    rest = tuple(cell for cell in whole[not begins_beside :] if cell not in scene.touched)
    further = (Mark("target", rest),) if rest and not scene.touched else ()
    carrier = carrier_marks(game, position, thought)
    return replace(scene, marks=scene.marks + carrier + heat + further)


def hinted(touched: Move, thought: Thought | None, game: Game[Any]) -> list[int]:
    """The buttons of the move that a search would make, as far as it was not made already."""
    if thought is None or thought.move[: len(touched)] != touched:
        return []
    return [site for site in thought.move[len(touched) :] if site >= len(game.tiling)]


def hint_line(table: Table, thought: Thought, words: Words) -> str:
    game, position = table.match.game, table.match.position
    text = told_move(game, position, thought.move, words)
    if text is None:
        text = move_text(game, Played(thought.move, 0, game.write(position, thought.move)), words)
    if thought.reason is not None:
        return words("web.hint_reason", move=text, reason=words(thought.reason))
    return words("web.hint_line", move=text, share=f"{100 * thought.value:.0f}")
