"""Games as films for a page: every element that is ever drawn once, and for each move what changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pavage.formats.record import read_record
from pavage.game import CHANCE, Game
from pavage.match import Match, Played
from pavage.moments import moment_at
from pavage.registry import board_of, scene_of
from pavage.scene import Board, Scene
from pavage.tournament.ledger import Result
from pavage.view.svg import GROUPS, stage, staged
from pavage.words import Words
from pavage.words.moves import leaving_text

Change = list[int]
"""Where in a group, how many elements go, and the numbers of those that come; empty: nothing changes."""


@dataclass
class Reel:
    """The films of one page."""

    words: Words
    texts: list[str] = field(default_factory=list)
    """Elements and sentences by number."""
    stages: list[str] = field(default_factory=list)
    films: list[dict[str, Any]] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)
    _boards: dict[tuple[Game[Any], str], tuple[int, Board]] = field(default_factory=dict)

    def shoot(self, result: Result) -> None:
        """Add a game, from its first position to its last."""
        match = read_record(result.record).match
        frames = []
        on, lying = -1, [[] for _ in GROUPS]  # type: tuple[int, list[list[int]]]
        for place in range(len(match.positions)):
            scene = scene_of(match.game, moment_at(match, place))
            number, board = self._board(match.game, scene.board)
            if number != on:
                on, lying = number, [[] for _ in GROUPS]
            now = [[self._number(text) for text in texts] for texts in staged(board, scene)]
            changes = [_change(old, new) for old, new in zip(lying, now, strict=True)]
            colours = " ".join(seat.colour for seat in scene.seats)
            frames.append([number, self._number(self._said(scene, result)), self._number(colours), *changes])
            lying = now
        self.films.append({"frames": frames, "moves": self._moves(match)})

    def _moves(self, match: Match) -> list[list[Any]]:
        """Each move as it is said, and whose it is."""
        game = match.game
        return [[self._move(game, each), each.seat if each.seat != CHANCE else -1] for each in match.played]

    def _move(self, game: Game[Any], played: Played) -> str:
        if played.reason:
            return leaving_text(played, self.words)
        return self.words(f"{game.name}.button.{played.text}") if played.text in game.buttons else played.text

    def _said(self, scene: Scene, result: Result) -> str:
        """The sentence beside the board, and the score where there is one."""
        parts = [self.words(scene.news)] if scene.news is not None else []
        parts.append(self.words(scene.prompt))
        if any(seat.score for seat in scene.seats):
            pairs = zip(result.seats, scene.seats, strict=True)
            parts.append(" · ".join(f"{name} {seat.score}" for name, seat in pairs))
        return " ".join(parts)

    def _board(self, game: Game[Any], name: str) -> tuple[int, Board]:
        if (game, name) not in self._boards:
            board = board_of(game, name)
            self._boards[game, name] = len(self.stages), board
            self.stages.append(stage(board))
        return self._boards[game, name]

    def _number(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]


def _change(old: list[int], new: list[int]) -> Change:
    """What stands between the part at the beginning and the part at the end that stay."""
    if old == new:
        return []
    short = min(len(old), len(new))
    first = next((place for place in range(short) if old[place] != new[place]), short)
    rest = short - first
    last = next((back for back in range(rest) if old[-1 - back] != new[-1 - back]), rest)
    return [first, len(old) - first - last, *new[first : len(new) - last]]
