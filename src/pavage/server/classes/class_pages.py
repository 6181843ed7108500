"""The open pages of a class: who they are for, and what each has seen. Several changes are told together."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

from pavage.server import limits
from pavage.server.classes.class_log import TEACHER
from pavage.server.classes.class_room import LiveClass
from pavage.server.classes.class_state import board_state, pupil_state, teacher_state
from pavage.server.classes.class_types import ClassBoard, ClassBoards, ClassShown, PupilShown
from pavage.server.classes.rounds import Round
from pavage.server.contests.contest_room import ContestRoom
from pavage.server.rooms.admission import too_many
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.open_page import TRY_LATER, OpenPage, dumped
from pavage.server.rooms.presence import Presence
from pavage.store.log import wall_time
from pavage.words import Words

SOON = 0.05
"""Seconds until pages learn what has happened,"""
SELDOM = 0.25
"""and between two times that they do: thirty pupils move all the time."""


class ClassPages:
    """The pages of one class."""

    def __init__(self, live: LiveClass, address: str, tell_others: Callable[[int], None]) -> None:
        """`address` is where others reach the server, empty if that is not known.

        `tell_others` lets other servers know which pupils have a page here, each a bit.
        """
        self.live, self._address = live, address
        self.presence = Presence(tell_others, asyncio.get_running_loop().time)
        self.open: dict[OpenPage, int] = {}
        """Each page, and whose it is."""
        self._seen: dict[OpenPage, str] = {}
        """What each page was last sent, without how much time is left."""
        self._boards: dict[OpenPage, dict[tuple[int, int], str]] = {}
        """The boards that a teacher's page has seen, by round and number."""
        self._news: asyncio.TimerHandle | None = None
        self._telling: asyncio.Task[None] | None = None
        self._again = False
        self._told = 0.0

    def come(self, page: OpenPage, who: int) -> None:
        self.open[page] = who
        if who == TEACHER:
            self._boards[page] = {}
        going = too_many(each for each, whose in self.open.items() if whose == who)
        for old in going or self._greediest():
            self.go(old)
            old.close(TRY_LATER)
        self.tell_soon(0.0)

    def _greediest(self) -> list[OpenPage]:
        """Where there are too many pages, the oldest of the pupil who has most: everybody else gets in."""
        if len(self.open) <= limits.PAGES_PER_CLASS:
            return []
        most = Counter(whose for whose in self.open.values() if whose != TEACHER).most_common(1)[0][0]
        return [next(page for page, whose in self.open.items() if whose == most)]

    def go(self, page: OpenPage) -> None:
        self.open.pop(page, None)
        self._boards.pop(page, None)
        self._seen.pop(page, None)
        if not self.open:
            self._announce()
        self.tell_soon()

    def speak(self, page: OpenPage, words: Words) -> None:
        """A page speaks another language from now on."""
        page.words = words
        if page in self._boards:
            self._boards[page] = {}
        self.tell_soon(0.0)

    def close(self, sentence: str) -> None:
        """The class is gone: tell the pages."""
        for page in self.open:
            page.send_text(dumped({"kind": "gone", "sentence": page.words(sentence)}))
            page.close()
        self.open.clear()
        self.rest()

    def rest(self) -> None:
        """The server ends."""
        for waiting in (self._news, self._telling):
            if waiting is not None:
                waiting.cancel()

    # --- who is here

    def _announce(self) -> None:
        self.presence.update({who for who in self.open.values() if who >= 0})

    def heard(self, sender: str, bits: int) -> None:
        """Another server says whose pages it has."""
        self.presence.hear(sender, bits)
        self.tell_soon()

    @property
    def here(self) -> frozenset[int]:
        """Whose pages are connected, here or at another server."""
        return frozenset(self.open.values()) | self.presence.elsewhere

    # --- telling

    def tell_soon(self, delay: float = SOON) -> None:
        loop = asyncio.get_running_loop()
        if self._telling is not None and not self._telling.done():
            self._again = True
        elif self._news is None and self.open:
            self._news = loop.call_later(max(delay, self._told + SELDOM - loop.time()), self._begin)

    def _begin(self) -> None:
        self._news = None
        self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        live = self.live
        try:
            self._told = asyncio.get_running_loop().time()
            now = live.log.round
            boards = await self._rooms(now) if now else []
            race = next((room for _, room in boards if isinstance(room, ContestRoom)), None)
            self._tell_states(race)
            self._tell_boards(boards)
        except Exception as error:
            live.metrics.failed(live.name, error)
        self._telling = None
        if self._again:
            self._again = False
            self.tell_soon()

    async def _rooms(self, now: Round) -> list[tuple[str, BaseRoom | None]]:
        """What the boards are called, and their rooms; where one was removed there is none."""
        race = now.mode == "race"
        names = now.groups[0].keys if race else [group.table for group in now.groups]
        return [(name, await self.live.tables.get(name)) for name in names]

    def _left(self, race: ContestRoom | None) -> float | None:
        """Seconds until the time of the round is over."""
        if race is None:
            return self.live.log.left(wall_time())
        contest = race.contest
        now = race.live.now() if contest.held_since is None else contest.held_since
        return max(0.0, contest.deadline - now) if contest.result is None else None

    def _tell_states(self, race: ContestRoom | None) -> None:
        log, here = self.live.log, self.here
        contest = race.contest if race else None
        left = self._left(race)
        time = {"left": left, "running": left is not None and not log.paused}
        self._announce()
        made: dict[tuple[str, int], tuple[str, str]] = {}
        for page, who in list(self.open.items()):
            key = (page.words.language, who)
            if key not in made:
                state: ClassShown | PupilShown
                if who == TEACHER:
                    state = teacher_state(log, page.words, here, self._address, contest)
                else:
                    state = pupil_state(log, who, page.words, contest)
                # Time that passes is no news; that it is over is.
                made[key] = f"{dumped(state)} {left is None}", dumped({**state, **time})
            sign, text = made[key]
            if self._seen.get(page) != sign:
                self._seen[page] = sign
                page.send_text(text)

    def _tell_boards(self, rooms: Sequence[tuple[str, BaseRoom | None]]) -> None:
        number = len(self.live.log.rounds)
        made: dict[str, list[tuple[ClassBoard, str]]] = {}
        for page, seen in list(self._boards.items()):
            language = page.words.language
            if language not in made:
                boards = [
                    board_state(place, name, room, page.words)
                    for place, (name, room) in enumerate(rooms)
                    if room is not None
                ]
                made[language] = [(each, dumped(each)) for each in boards]
            news = [each for each, text in made[language] if seen.get((number, each["number"])) != text]
            seen.update({(number, each["number"]): text for each, text in made[language]})
            if news:
                told: ClassBoards = {"kind": "boards", "round": number, "boards": news}
                page.send_text(dumped(told))
