"""What a page asks about a position: a search for it alone, given up when it looks elsewhere."""

from __future__ import annotations

import asyncio
from typing import Any

from pavage.game import CHANCE
from pavage.match import Match, MatchError, Played
from pavage.players.analysis import analysis_marks, expected, meaning, verdict, why
from pavage.players.levels import ANALYSIS
from pavage.players.search_queue import Ticket, Urgency
from pavage.players.thought import Thought
from pavage.players.win_chances import chances, seats_out
from pavage.server import limits
from pavage.server.rooms import state
from pavage.server.rooms.open_page import OpenPage
from pavage.server.rooms.scene_json import mark_json
from pavage.server.rooms.searches import Searches, Wish
from pavage.server.rooms.sentences import move_text
from pavage.server.tables.open_table import OpenTable
from pavage.words import Words

KEPT = 64
"""Positions of a table of which it is known what they are worth."""


class Analyses:
    """The analyses of one room: at most one for each page. What was found is kept while the room is."""

    def __init__(self, room: OpenTable, searching: Searches) -> None:
        self._room, self._searching = room, searching
        self._tasks: dict[OpenPage, asyncio.Task[None]] = {}
        self._known: dict[Any, Thought] = {}

    def begin(self, listener: OpenPage, ply: int) -> None:
        """Look at a position for a page; raises MatchError if it may not ask.

        Where nobody has a move to choose, as at the end of the game, look at the last decision before it.
        """
        room, match = self._room, self._room.table.match
        room.must_be_allowed(listener, "analyse")
        ply = min(ply, len(match.played))
        at = _decision(match, ply)
        if at is None:
            return listener.send(self._about(ply, [], listener.words("web.table.nothing_to_analyse"), ""))
        if (known := self._known.get(match.positions[at])) is not None:
            return listener.send(self._told(listener.words, ply, at, known))
        if self._searching.count(Urgency.ANALYSIS, listener.address) >= limits.SEARCHES:
            raise MatchError("web.table.too_many_searches")
        self._tasks[listener] = asyncio.create_task(self._look(listener, ply, at))

    def stop(self, listener: OpenPage) -> None:
        """The page looks elsewhere, or is gone."""
        if task := self._tasks.pop(listener, None):
            task.cancel()

    def stop_all(self) -> None:
        """The game has changed, or the room is closed."""
        for listener in list(self._tasks):
            self.stop(listener)

    async def _look(self, listener: OpenPage, ply: int, at: int) -> None:
        room, match = self._room, self._room.table.match
        position = match.positions[at]
        version = room.version

        def report(share: float) -> None:
            listener.send({"kind": "analysing", "seq": version, "ply": ply, "share": share})

        report(0.0)
        ticket = Ticket(Urgency.ANALYSIS, listener.address, room.name)
        with room.metrics.searching():
            seed = room.table.dice.getrandbits(32)
            answer = await self._searching.think(Wish(match.game, position, ANALYSIS, seed, ticket, report))
        self._tasks.pop(listener, None)
        thought = answer.thought
        if thought is None:
            if answer.error is not None:
                room.metrics.failed(room.name, answer.error)
            return listener.send(self._about(ply, [], listener.words("web.analysis_failed"), ""))
        if not answer.hurried:  # else it is worth asking again
            while len(self._known) >= KEPT:
                del self._known[next(iter(self._known))]
            self._known[position] = thought
        told = self._told(listener.words, ply, at, thought)
        if answer.hurried:
            told["said"] = f"{told['said']} {listener.words('web.crowded.theirs')}"
        listener.send(told)

    def _about(self, ply: int, marks: list[state.Mark], said: str, line: str) -> state.Analysis:
        return {
            "kind": "analysis",
            "seq": self._room.version,
            "ply": ply,
            "marks": marks,
            "said": said,
            "line": line,
        }

    def _told(self, words: Words, ply: int, at: int, thought: Thought) -> state.Analysis:
        """What is sent: marks for the board, a sentence, the line, and the value for whoever is to move.

        What was found `at` an earlier ply than the reader looks at is not drawn on the board.
        """
        match = self._room.table.match
        position = match.positions[at]
        said = words(verdict(match.game, position, thought))
        if at != ply:
            said = words("web.table.before_last_move", said=said)
        elif (reason := why(match.game, position, thought)) is not None:
            said = f"{said} {words(reason)}"
        marks = analysis_marks(match.game, position, thought) if at == ply else []
        drawn = [mark_json(mark, words) for mark in marks]
        told = chances(match.game, position.turn, thought, seats_out(match.game, position))
        answer: state.Analysis = {
            **self._about(ply, drawn, said, line_text(match, at, thought, words)),
            "meaning": " ".join(words(phrase) for phrase in meaning(thought, marks)),
            "seat": position.turn,
            "value": round(told.mine, 4),
            "shares": [round(share, 4) for share in told.shares],
            "proved": thought.proved,
            "uncertain": told.uncertain,
            "nodes": thought.nodes,
        }
        if at != ply:
            answer["at"] = at
        return answer


def _decision(match: Match, ply: int) -> int | None:
    """The last ply, up to this one, at which somebody had a move to choose; None if there is none."""
    for at in range(ply, -1, -1):
        position = match.positions[at]
        if position.turn != CHANCE and match.game.outcome(position) is None:
            return at
    return None


def line_text(match: Match, ply: int, thought: Thought, words: Words) -> str:
    """The line that is expected, as a sentence; empty if there is none."""
    game = match.game
    line = expected(game, match.positions[ply], thought.line or (thought.move,))
    moves = [move_text(game, Played(move, at.turn, game.write(at, move)), words) for at, move in line]
    return words("analysis.line", moves=" ".join(moves)) if moves else ""
