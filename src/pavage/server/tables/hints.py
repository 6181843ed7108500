"""What a search advised, as a page shows it: one move, marked on the board and named in a line."""

from __future__ import annotations

from typing import Any

from pavage.game import Game, Move, Position
from pavage.match import Played
from pavage.players.analysis import advice_marks, move_cells, standing
from pavage.players.thought import Thought
from pavage.scene import Mark
from pavage.server.rooms.sentences import move_text
from pavage.table import Table
from pavage.words import Words
from pavage.words.moves import told_move


def hint_marks(touched: Move, thought: Thought | None, game: Game[Any], position: Position) -> list[Mark]:
    """The move that was advised, and no other: the cell to touch next, and those that come after it.

    Where the move is proved and the player shows why, the cells that the winner needs are drawn below it.
    """
    if thought is None:
        return []
    cells, done = len(game.tiling), len(touched)
    marks = list(advice_marks(game, position, thought))
    if thought.move[:done] != touched:
        return marks
    following = thought.move[done : done + 1]
    marks += [Mark("heat", (site,), 1.0) for site in following if site < cells]
    if not touched:
        rest = tuple(cell for cell in move_cells(game, position, thought.move) if cell not in following)
        marks += [Mark("target", rest)] if rest else []
    return marks


def hinted(touched: Move, thought: Thought | None, game: Game[Any]) -> list[int]:
    """The buttons of the move that a search would make, as far as it was not made already."""
    if thought is None or thought.move[: len(touched)] != touched:
        return []
    return [site for site in thought.move[len(touched) :] if site >= len(game.tiling)]


def hint_line(table: Table, thought: Thought, words: Words, known: bool = False) -> str:
    """The move in words, why, and how the game stands as far as that was looked at and is not `known`."""
    game, position = table.match.game, table.match.position
    text = told_move(game, position, thought.move, words)
    if text is None:
        text = move_text(game, Played(thought.move, 0, game.write(position, thought.move)), words)
    stands = None if known else standing(game, position, thought)
    said = words(stands) if stands is not None else ""
    if thought.reason is None:
        return words("web.hint_line", move=text, stands=said).strip()
    return f"{words('web.hint_reason', move=text, reason=words(thought.reason))} {said}".strip()


def hint_meaning(game: Game[Any], position: Position, thought: Thought | None, words: Words) -> str:
    """What the percentage in that line means; empty if there is none."""
    stands = standing(game, position, thought) if thought is not None else None
    counted = stands is not None and not (thought is not None and thought.proved)
    return words("chances.meaning") if counted else ""
