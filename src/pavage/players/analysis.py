"""What a player thinks of a position, made to be looked at: marks for the board, phrases beside it.

Every face shows the same: heat where the search looked, the line it expects as numbered stones, and, where
the value is proved and the player shows why, the cells that the winner needs.
"""

from __future__ import annotations

from typing import Any

from pavage.game import CHANCE, Game, Move, Position, Seat
from pavage.phrase import Phrase
from pavage.players.thought import Thought
from pavage.scene import Mark, colour_of

FAINTEST = 0.02
"""A cell that got less than this share of what the best one got stays white."""
TOLD = 5
"""How many of the best cells bear their share, beside those of the line."""
NUMBERED, WRITTEN = 5, 10
"""How many moves of the line are drawn on the board, and how many are written."""


def analysis_marks(game: Game[Any], position: Position, thought: Thought) -> tuple[Mark, ...]:
    """Everything for the board. What is drawn last lies on top."""
    line = _line_marks(game, position, thought)
    numbered = {cell for mark in line for cell in mark.cells}
    ranked = ranked_cells(game, thought, (), FAINTEST)
    told = dict([(cell, _percent(share)) for cell, share in ranked if cell not in numbered][:TOLD])
    heat = tuple(Mark("heat", (cell,), round(share, 4), told.get(cell, "")) for cell, share in ranked)
    return carrier_marks(game, position, thought) + heat + line


def ranked_cells(
    game: Game[Any], thought: Thought, touched: Move, faintest: float
) -> list[tuple[int, float]]:
    """The cells that may be touched next, each with its share of the attention, the best first.

    Moves of one cell count for it; of longer ones, whatever comes after what was touched.
    """
    cells, done = len(game.tiling), len(touched)
    shares: dict[int, float] = {}
    for move, share in thought.policy:
        if move[:done] == touched and len(move) > done and move[done] < cells:
            shares[move[done]] = shares.get(move[done], 0.0) + share
    enough = faintest * max(shares.values(), default=0.0)
    ranked = sorted(shares.items(), key=lambda item: (-item[1], -item[0]))
    return [(cell, share) for cell, share in ranked if share > 0 and share >= enough]


def carrier_marks(game: Game[Any], position: Position, thought: Thought) -> tuple[Mark, ...]:
    """The cells with which the winner wins, in the winner's colour."""
    if not thought.carrier or game.players != 2:
        return ()
    colour = colour_of(game, position, winner(position, thought))
    return (Mark("carrier", tuple(sorted(thought.carrier)), colour=colour),)


def winner(position: Position, thought: Thought) -> Seat:
    """Who wins between two, if the value is certain."""
    return position.turn if thought.value >= 0.5 else 1 - position.turn


def expected(game: Game[Any], position: Position, line: tuple[Move, ...]) -> list[tuple[Position, Move]]:
    """The moves of a line with the positions they are made in, as far as the rules allow."""
    found: list[tuple[Position, Move]] = []
    for move in line[:WRITTEN]:
        if position.turn == CHANCE or game.refusal(position, move) is not None:
            break
        found.append((position, move))
        position = game.play(position, move)
    return found


def _line_marks(game: Game[Any], position: Position, thought: Thought) -> tuple[Mark, ...]:
    """The line as numbered stones, where its moves are single cells; else the cells of its first move."""
    marks: list[Mark] = []
    cells = len(game.tiling)
    for number, (before, move) in enumerate(expected(game, position, thought.line)[:NUMBERED], 1):
        if len(move) != 1 or move[0] >= cells or before.board[move[0]]:
            break
        colour = colour_of(game, before, before.turn)
        marks.append(Mark("step", move, text=str(number), colour=colour))
    if not marks and len(game.cells_of(thought.move)) > 1:
        return (Mark("target", game.cells_of(thought.move)),)
    return tuple(marks)


def verdict(game: Game[Any], position: Position, thought: Thought) -> Phrase:
    """What the position is worth, in a sentence."""
    share = ("share", _percent(thought.value).removesuffix("%"))
    if game.players == 1:
        return Phrase("analysis.alone", (share,))
    mover = Phrase(f"colour.{colour_of(game, position, position.turn)}")
    if not thought.proved:
        return Phrase("analysis.chances", (("colour", mover), share))
    if game.players == 2 and thought.value in (0.0, 1.0):
        won = colour_of(game, position, winner(position, thought))
        return Phrase("analysis.proved", (("colour", Phrase(f"colour.{won}")),))
    return Phrase("analysis.certain", (("colour", mover), share))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"
