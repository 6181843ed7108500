"""A room as its pages are shown it.

Many pages see nearly the same. So a state is put together from pieces of JSON, and each piece is made once
for all who see it so: by their language, by their seats, by what is in their hand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any

from pavage.game import Game, Move, Seat
from pavage.scene import Scene
from pavage.server import limits
from pavage.server.acts import ActName, offered
from pavage.server.rooms import state
from pavage.server.rooms.open_page import OpenPage, dumped
from pavage.server.rooms.scene_json import KEPT, at_rest, board_json, hand_json, mark_json, scene_at, shapes
from pavage.server.rooms.seating import resigning, seats_json
from pavage.server.rooms.sentences import prompt, said
from pavage.server.rooms.state_parts import common
from pavage.server.tables.computer_moves import ComputerMoves
from pavage.server.tables.hints import hint_line, hint_marks, hint_meaning, hinted
from pavage.server.tables.open_table import OpenTable
from pavage.server.tables.permissions import situation
from pavage.server.tables.relay_state import with_relay
from pavage.server.tables.table_log import TableLog
from pavage.words import Words

HINT = ActName("hint")


class TableState:
    """A room at this moment. Call it with a page, and it gives all that this page needs to know, as text."""

    def __init__(self, room: OpenTable, thinking: ComputerMoves) -> None:
        self._room, self._thinking, self._now = room, thinking, room.now()
        self._log, self._table, self._match = room.log, room.table, room.table.match
        seats = {listener: room.you(listener) for listener in room.listeners}
        self._here = room.seats_elsewhere.union(*seats.values())
        self._watchers = sum(not you and not listener.coming for listener, you in seats.items())
        self._made: dict[Hashable, Any] = {}

    def __call__(self, page: OpenPage) -> str:
        you, touched = self._room.you(page), self._room.in_hand(page)
        text: str = self._once(self._state, page.words, you, touched, bool(page.keys))
        return text

    def _once(self, make: Callable[..., Any], *seen: Hashable) -> Any:
        """What is made of this, made before or now."""
        key = (make.__name__, *seen)
        if key not in self._made:
            self._made[key] = make(*seen)
        return self._made[key]

    def _state(self, words: Words, you: tuple[Seat, ...], touched: Move, known: bool) -> str:
        room, match, thinking = self._room, self._match, self._thinking
        hint = thinking.hint if room.may_see_hint(you) else None
        mine = self._table.owed is not None and match.turn in you
        # Where two play, or to those who only watch, the last move is all that is new.
        news = you if self._match.game.players > 2 else ()
        scene = self._once(self._scene, touched, news)
        line = self._with_rematch(said(self._table, scene, words, you), words)
        allowed = offered(situation(self._log, you, self._here, known))
        allowed[HINT] = allowed[HINT] and thinking.hint is None and not thinking.busy
        own: state.Own = {
            "hinted": hinted(touched, hint, match.game),
            "advice": [
                mark_json(mark, words) for mark in hint_marks(touched, hint, match.game, match.position)
            ],
            "meaning": hint_meaning(match.game, match.position, hint, words),
            "prompt": prompt(self._table, scene, words, thinking.failed, you),
            "said": self._crowded(
                line if hint is None else hint_line(self._table, hint, words, thinking.known_lost), words, you
            ),
            "you": you,
            "mine": mine,
            "acts": allowed,
            "leaver": self._once(self._leaver, you),
        }
        if self._log.relay is not None:
            own = with_relay(own, self._log, scene, words, thinking.failed)
        board = self._once(self._board, words, touched, news)
        hand = self._once(self._hand, words, touched, mine)
        seats = self._once(self._seats, words, touched, not you)
        common = self._once(self._common, words, scene.board)
        return f'{{{common},"scene":{{{board},{hand}}},{seats},{_inside(own)}}}'

    def _leaver(self, you: tuple[Seat, ...]) -> Seat | None:
        seat = resigning(self._table, you)
        carried = self._log.relay is not None
        return seat if seat is not None and self._table.goes_on_without(seat, carried) else None

    def _with_rematch(self, line: str, words: Words) -> str:
        """The line below a finished game, and what people exchange if they play once more."""
        if self._match.outcome is None or self._log.relay is not None or not self._log.opening_again:
            return line
        return f"{line} {words(f'{self._match.game.name}.rematch.next')}".strip()

    def _crowded(self, line: str, words: Words, you: tuple[Seat, ...]) -> str:
        """The line below the board; that others made a search shorter is said after it."""
        if not self._thinking.hurried or self._match.outcome is not None:
            return line
        return f"{line} {words('web.crowded.yours' if you else 'web.crowded.theirs')}".strip()

    def _scene(self, touched: Move, seats: tuple[Seat, ...] = ()) -> Scene:
        return scene_at(self._match, len(self._match.played), touched, seats)

    def _board(self, words: Words, touched: Move, seats: tuple[Seat, ...]) -> str:
        return _inside(board_json(self._once(self._scene, touched, seats), words))

    def _hand(self, words: Words, touched: Move, mine: bool) -> str:
        scene = self._once(self._scene, touched, ())
        return _inside(hand_json(scene if mine else at_rest(scene), self._match.game, words))

    def _common(self, words: Words, board: str) -> str:
        """What is the same for everybody who speaks a language."""
        log, match, thinking = self._log, self._match, self._thinking
        told = common(
            match,
            words,
            seq=log.version,
            over=match.outcome is not None,
            failed=thinking.failed,
            busy=thinking.busy,
            series={
                "number": log.series.number,
                "games": log.series.games,
                "points": log.series.scores(),
            },
            offers={what: _asked_first(log, what) for what in log.offers},
            questions=log.questions,
            chat=chat_lines(log, words),
            watchers=self._watchers,
        )
        return f"{_inside(told)},{_shapes(match.game, board)}"

    def _seats(self, words: Words, touched: Move, watching: bool) -> str:
        scene = self._once(self._scene, touched, ())
        seats = seats_json(self._table, scene, words, self._now, watching)
        for seat, told in enumerate(seats):
            told["here"] = told["computer"] or seat in self._here
            told["away"] = self._log.is_awaited(seat) and seat not in self._here
        return _inside({"seats": seats})


@lru_cache(KEPT)
def _shapes(game: Game[Any], board: str) -> str:
    return _inside({"shapes": shapes(game, board)})


def _inside(told: Mapping[str, Any]) -> str:
    """An object as JSON without its braces, to be put together with others."""
    return dumped(told)[1:-1]


def _asked_first(log: TableLog, what: str) -> list[Seat]:
    """Who agrees to an offer, and before them who made it."""
    return sorted(log.offers[what], key=lambda seat: (seat not in log.askers[what], seat))


def chat_lines(log: TableLog, words: Words) -> list[state.Line]:
    """The last lines; a person without a name keeps the number of the first game."""
    told: list[state.Line] = []
    for line in log.talk[-limits.CHAT_SHOWN :]:
        seat = log.series.order.index(line.person)
        name = line.name or words("web.player", number=line.person + 1)
        told.append({"seat": seat, "name": name, "text": line.text, "at": line.at})
    return told
