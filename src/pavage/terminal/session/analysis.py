"""What the computer found in a position, at the terminal: marks for the board, and sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pavage.game import Game, Position
from pavage.players.analysis import analysis_marks, expected, standing, verdict, why
from pavage.players.thought import Thought
from pavage.scene import Mark
from pavage.words import Words
from pavage.words.moves import told_move

DIGITS = 10


def shown_marks(game: Game[Any], position: Position, thought: Thought) -> tuple[Mark, ...]:
    """The marks for a board of characters: the line is only written, and the digit of the best cell is 9."""
    marks = [mark for mark in analysis_marks(game, position, thought) if mark.kind != "step"]
    most = max((mark.value for mark in marks if mark.kind == "heat"), default=1.0)
    heat = [replace(mark, value=mark.value / most) if mark.kind == "heat" else mark for mark in marks]
    return tuple(mark for mark in heat if mark.kind != "heat" or mark.value >= 1 / DIGITS)


def analysis_text(words: Words, game: Game[Any], position: Position, thought: Thought) -> str:
    """The verdict, the reason if there is one, and the line."""
    line = expected(game, position, thought.line or (thought.move,))
    moves = [move_name(words, game, game.write(at, move)) for at, move in line]
    said = [words(verdict(game, position, thought))]
    if (reason := why(game, position, thought)) is not None:
        said.append(words(reason))
    return " ".join([*said, words("analysis.line", moves=" ".join(moves))])


def advice_text(
    words: Words, game: Game[Any], position: Position, thought: Thought, known: bool = False
) -> str:
    """A hint in a sentence: the move, why, and how the game stands unless that is `known`."""
    text = told_move(game, position, thought.move, words)
    if text is None:
        text = move_name(words, game, game.write(position, thought.move))
    stands = None if known else standing(game, position, thought)
    said = [words(phrase) for phrase in (thought.reason, stands) if phrase]
    return words("cli.play.hint", move=text, verdict=" ".join(said)).strip()


def move_name(words: Words, game: Game[Any], text: str) -> str:
    """A move as people say it: a button by its label."""
    return words(f"{game.name}.button.{text}").lower() if text in game.buttons else text
