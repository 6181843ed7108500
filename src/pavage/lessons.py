"""Lessons: a few positions to look at, to answer or to play out, with a sentence each; read and checked.

A lesson lies beside its game in `lesson.toml`; variants that share a folder share it, unless there is one
with their own name, such as `lesson.hexago.toml`. Every sentence is there in both languages. What a step says
of its position is written down beside it, so that `faults` can find out whether it is true.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Any

from pavage.game import CHANCE, Game, Move, Outcome, Position, Seat
from pavage.registry import folder, games

LANGUAGES = ("en", "fr")
TEXTS = ("title", "text", "task", "right", "other", "lost", "more")
"""The sentences of a step. Only the first two are there in every one."""
CLAIMS = ("wins", "after", "gone", "turn", "any", "refused")
"""What a step may say of its right moves, to be checked; `any`: whatever makes it true is right."""
CONSIDERED = 400
"""How many answers the opponent of a lesson looks at."""

Sentence = Mapping[str, str]
"""One text in each language."""


class BadLesson(ValueError):
    """A lesson that cannot be read: where, and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One position of a lesson, what is said about it, and what the reader is to do there."""

    game: Game[Any]
    start: Position
    last: Move
    """The move before, if the position was reached by moves."""
    said: Mapping[str, Sentence]
    do: tuple[Move, ...] = ()
    """The reader is right with any of these moves."""
    play: bool = False
    """The reader is to win from here, against a simple opponent."""
    way: tuple[str, ...] = ()
    """A way to win: the reader's moves, one after the other."""
    marks: tuple[int, ...] = ()
    """Cells that the sentence speaks of."""
    claims: Mapping[str, Any] | None = None
    """What must be true after a right move."""

    @property
    def looks(self) -> bool:
        """Whether there is nothing to do but look."""
        return not self.do and not self.play

    @property
    def reader(self) -> Seat:
        return self.start.turn

    def text(self, name: str, language: str) -> str:
        """A sentence in a language; "" if the step does not say it."""
        return self.said.get(name, {}).get(language, "")


def lesson_names() -> list[str]:
    """The games of ours and of others that have a lesson."""
    return [name for name in games() if _source(name) is not None]


@cache
def lesson(name: str) -> tuple[Step, ...]:
    """The lesson of a game; LookupError if it has none."""
    source = _source(name)
    if source is None:
        raise LookupError(f"{name} has no lesson")
    return read_lesson(source.read_text(encoding="utf-8"), name)


@cache
def strategy(name: str) -> tuple[Step, ...]:
    """More than a lesson: how a game is played well; LookupError if nobody wrote it."""
    source = files("pavage").joinpath("pages", f"strategy.{name}.toml")
    if name not in games() or not source.is_file():
        raise LookupError(f"{name} has no page about strategy")
    return read_lesson(source.read_text(encoding="utf-8"), name)


def read_lesson(text: str, name: str) -> tuple[Step, ...]:
    """The steps that a text describes."""
    return tuple(_step(table, name, number) for number, table in enumerate(_tables(text, name), 1))


def reply(game: Game[Any], position: Position, reader: Seat) -> Move:
    """What the opponent of a lesson does: win; else hinder the reader's next win; else the first that comes.

    It is weak on purpose, and always does the same.
    """
    moves = list(islice(game.moves(position), CONSIDERED))
    after = [game.play(position, move) for move in moves]
    best = [move for move, then in zip(moves, after, strict=True) if won(game.outcome(then), position.turn)]
    safe = [
        move
        for move, then in zip(moves, after, strict=True)
        if then.turn != reader
        or not any(
            won(game.outcome(game.play(then, answer)), reader)
            for answer in islice(game.moves(then), CONSIDERED)
        )
    ]
    return (best or safe or moves)[0]


def answered(step: Step, position: Position) -> tuple[list[Move], Position]:
    """The moves that the others make until it is the reader's turn again or the game is over; and then."""
    moves: list[Move] = []
    while step.game.outcome(position) is None and position.turn not in (step.reader, CHANCE):
        moves.append(reply(step.game, position, step.reader))
        position = step.game.play(position, moves[-1])
    return moves, position


def won(outcome: Outcome | None, seat: Seat) -> bool:
    """Whether a seat alone has won."""
    return outcome is not None and 0 <= seat < len(outcome.returns) and outcome.returns[seat] == 1.0


def is_right(step: Step, move: Move) -> bool:
    """Whether a legal move is what the step asks for; another way of saying the same counts too."""
    claims, game = step.claims or {}, step.game
    then = game.play(step.start, move)
    if move in step.do or any(then == game.play(step.start, wanted) for wanted in step.do):
        return True
    if claims.get("wins"):
        return won(game.outcome(then), step.reader)
    return bool(claims.get("any")) and not list(_broken(step, then))


def shown(step: Step, position: Position, made: int) -> Move | None:
    """A move that helps here, for a reader who asks; `made` is how many the reader has made."""
    if step.do:
        return step.do[0]
    game = step.game
    if not step.play or game.outcome(position) is not None:
        return None
    for move in islice(game.moves(position), CONSIDERED):
        if won(game.outcome(game.play(position, move)), step.reader):
            return move
    if made >= len(step.way):
        return None
    planned = game.read(position, step.way[made])
    return planned if game.refusal(position, planned) is None else None


def faults(step: Step) -> list[str]:
    """What is not as the step says: sentences that are missing, moves that do something else."""
    return [*_sentences(step), *(_way(step) if step.play else ()), *_moves(step)]


# --- reading


def _source(name: str) -> Traversable | None:
    if name not in games():
        return None
    place = files(folder(games()[name]))
    for file in (f"lesson.{name}.toml", "lesson.toml"):
        if (place / file).is_file():
            return place / file
    return None


def _tables(text: str, name: str) -> list[dict[str, Any]]:
    tables = tomllib.loads(text).get("step", [])
    # A variant may leave out a step that it has no use for, or that is not its own.
    return [table for table in tables if name in table.get("only", [name])]


def _step(table: dict[str, Any], name: str, number: int) -> Step:
    try:
        game: Game[Any] = games()[name](**table.get("options", {}))
        last: Move = ()
        position = game.setup(table["position"]) if "position" in table else game.start()
        for text in table.get("moves", []):
            last = game.read(position, text)
            refusal = game.refusal(position, last)
            if refusal is not None:
                raise BadLesson(f"{text}: {refusal.key}")
            position = game.play(position, last)
        do = tuple(game.read(position, text) for text in table.get("do", []))
        marks = tuple(game.site(cell) for cell in table.get("marks", []))
    except (ValueError, LookupError) as error:
        raise BadLesson(f"{name}, step {number}: {error}") from error
    said = {
        key: {language: typeset(text, language) for language, text in table[key].items()}
        for key in TEXTS
        if key in table
    }
    claims = {key: table[key] for key in CLAIMS if key in table}
    way = tuple(table.get("way", []))
    return Step(game, position, last, said, do, bool(way), way, marks, claims)


def typeset(text: str, language: str) -> str:
    """French wants spaces that do not break before its high punctuation and within its quotes."""
    if language != "fr":
        return text
    return re.sub(r" (?=[:;!?»])|(?<=«) ", "\N{NO-BREAK SPACE}", text)


# --- checking


def _sentences(step: Step) -> Iterator[str]:
    wanted = ["title", "text"]
    if not step.looks:
        wanted += ["task", "right", "other" if step.do else "lost"]
    for key in wanted:
        if key not in step.said:
            yield f"{key} is missing"
    for key, sentence in step.said.items():
        if set(sentence) != set(LANGUAGES) or not all(text.strip() for text in sentence.values()):
            yield f"{key} is not in both languages"
        elif _blanks(sentence["en"]) != _blanks(sentence["fr"]):
            yield f"{key} names other colours in French"
    if not step.looks and (step.start.turn == CHANCE or step.game.outcome(step.start) is not None):
        yield "there is nobody to move"


def _blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def _moves(step: Step) -> Iterator[str]:
    game, claims = step.game, step.claims or {}
    for text in claims.get("refused", []):
        if game.refusal(step.start, game.read(step.start, text)) is None:
            yield f"{text} is allowed"
    for move in step.do:
        name = game.write(step.start, move)
        refusal = game.refusal(step.start, move)
        if refusal is not None:
            yield f"{name} is refused: {refusal.key}"
            continue
        then = game.play(step.start, move)
        if "wins" in claims and claims["wins"] != won(game.outcome(then), step.reader):
            yield f"{name} wins: {not claims['wins']}"
        yield from (f"after {name} {fault}" for fault in _broken(step, then))
        for thing in _things(claims.get("gone", "")) - _things(game.layout(step.start)):
            yield f"before {name} there is no {':'.join(thing)}"


def _broken(step: Step, then: Position) -> Iterator[str]:
    """What a step claims of the position after a right move, and is not so."""
    claims = step.claims or {}
    if "turn" in claims and then.turn != (CHANCE if claims["turn"] == "chance" else claims["turn"] - 1):
        yield f"it is the turn of {then.turn}"
    there = _things(step.game.layout(then))
    for thing in sorted(_things(claims.get("after", "")) - there):
        yield f"there is no {':'.join(thing)} in {step.game.layout(then)}"
    for thing in sorted(_things(claims.get("gone", "")) & there):
        yield f"there still is {':'.join(thing)}"


def _way(step: Step) -> Iterator[str]:
    game, position = step.game, step.start
    for text in step.way:
        move = game.read(position, text)
        refusal = game.refusal(position, move)
        if refusal is not None:
            yield f"{text} is refused: {refusal.key}"
            return
        _, position = answered(step, game.play(position, move))
    if not won(game.outcome(position), step.reader):
        yield f"{' '.join(step.way)} does not win: {game.layout(position)}"


def _things(layout: str) -> set[tuple[str, str]]:
    """A layout as single statements: red:a1,b2 is red:a1 and red:b2."""
    found = set()
    for word in layout.lower().split():
        key, _, value = word.partition(":")
        found |= {(key, each) for each in re.split(r",(?![^(]*\))", value)}
    return found
