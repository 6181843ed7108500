"""A class that is open: its log, the pages of teacher and pupils, the tables of its round.

The tables are ordinary ones, and know nothing of the class. What they owe it follows from both logs: whether
they stand still, and what their results are. So it is put right whenever a class is read from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from pavage.game import Game
from pavage.match import MatchError
from pavage.phrase import PhrasedError
from pavage.server import limits
from pavage.server.classes.class_log import TEACHER, ClassLog
from pavage.server.classes.class_messages import AboutPupil, Begin, Plain, Propose, Show
from pavage.server.classes.class_results import race_points, race_scores
from pavage.server.classes.class_types import ClassProposal
from pavage.server.classes.pupils import SIGNS
from pavage.server.classes.rounds import Group, Groups, is_sound, proposed
from pavage.server.contests.contest import LiveContest
from pavage.server.contests.contest_log import ContestLog
from pavage.server.contests.contest_room import ContestRoom
from pavage.server.messages import ChairWanted, ClassRace, NewTable
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.durable import Decision, Durable, Proposal, propose
from pavage.server.rooms.page_state import TableSet
from pavage.server.rooms.seat_keys import hashed, new_key
from pavage.server.site.metrics import Metrics
from pavage.server.tables.table_log import TableLog
from pavage.server.tables.table_room import TableRoom
from pavage.store import Gone, Store


class Tables(Protocol):
    """Where the tables of a class are: all rooms of the server."""

    async def get(self, name: str) -> BaseRoom | None: ...
    async def open(self, wanted: NewTable, address: str, *, counted: bool) -> TableSet: ...
    async def open_race(self, wanted: ClassRace, address: str) -> tuple[str, list[str]]: ...
    async def make(self, address: str, game: str, options: dict[str, Any]) -> Game[Any]: ...
    async def remove(self, name: str) -> None: ...


class NotTheirSign(PhrasedError):
    """Somebody has this name already, and whoever comes has not shown their sign."""


class LiveClass(Durable[ClassLog]):
    """A class, and what is done there."""

    def __init__(
        self,
        name: str,
        log: ClassLog,
        store: Store,
        metrics: Metrics,
        clock: Callable[[], float],
        tables: Tables,
        changed: Callable[[LiveClass], None],
    ) -> None:
        """`changed` is told when there is something new to show."""
        super().__init__(name, log, store, metrics, clock)
        self.tables, self._changed = tables, changed
        self._opening = asyncio.Lock()
        """Held by whoever opens tables for a round."""
        self._wrong_signs = Counter[int]()
        self._works = set[asyncio.Task[None]]()

    def go_on(self, changed: bool) -> None:
        self._changed(self)

    # --- pupils

    async def join(self, name: str, sign: str) -> tuple[str, int]:
        """The key and the number of somebody who comes: a new pupil, or one who has been here before."""
        if not name:
            raise MatchError("web.class.name_needed")
        key, number = new_key(), 0

        def come(log: ClassLog) -> Proposal:
            nonlocal number
            pupil = log.named(name)
            if pupil is None or (pupil.away and not pupil.handed):
                number = len(log.pupils)
                given = random.Random().choice(SIGNS)
                joined = {"name": name, "sign": given, "hash": hashed(key)}
                return Proposal("joined", joined, {hashed(key): number})
            if not pupil.handed and sign != pupil.sign:
                self._refuse_sign(pupil.number, pupil.name, sign)
            self._wrong_signs[pupil.number] = 0
            number = pupil.number
            return Proposal("back", {"pupil": number, "hash": hashed(key)}, {hashed(key): number})

        await self.decide(come)
        return key, number

    def _refuse_sign(self, number: int, name: str, sign: str) -> None:
        """Nobody takes another's seat by accident, or by trying all signs."""
        if sign:
            self._wrong_signs[number] += 1
        if self._wrong_signs[number] > limits.WRONG_SIGNS:
            raise NotTheirSign("asked too often", "web.class.ask_teacher", name=name)
        raise NotTheirSign("another sign", f"web.class.{'other' if sign else 'which'}_sign", name=name)

    def who(self, key: str) -> int | None:
        """Whose key this is: a pupil's number, or the teacher's."""
        found = self.log.acting.get(hashed(key))
        return found if found is not None and found >= TEACHER else None

    # --- what the teacher does

    async def act(
        self, wanted: Propose | Begin | Plain | Show | AboutPupil, address: str
    ) -> ClassProposal | None:
        match wanted:
            case Propose():
                return await self._propose(wanted, address)
            case Begin():
                await self._begin(wanted, address)
            case Plain(act="seat_waiting"):
                await self._seat_waiting(address)
            case Plain():
                await self.decide(lambda log: propose(wanted.act))
                await self.put_right()
            case Show():
                await self.decide(lambda log: propose("show", group=wanted.board))
            case AboutPupil():
                self._wrong_signs[wanted.pupil] = 0
                kind = "taken_out" if wanted.act == "take_out" else "handed_back"
                await self.decide(lambda log: propose(kind, pupil=wanted.pupil))
        return None

    async def _propose(self, wanted: Propose, address: str) -> ClassProposal:
        game = await self.tables.make(address, wanted.game, wanted.options)
        wished = self.log.present if wanted.pupils is None else wanted.pupils
        pupils = [pupil for pupil in self.log.present if pupil in wished]
        groups = proposed(self.log.rounds, pupils, game.players, wanted.method)
        return {"players": game.players, "groups": groups}

    async def _begin(self, wanted: Begin, address: str) -> None:
        async with self._opening:
            if wanted.round != len(self.log.rounds):
                raise MatchError("web.class.begun_already")
            groups = tuple(map(tuple, wanted.groups))
            more: dict[str, Any] = {"level": wanted.level, "options": wanted.options}
            if wanted.mode == "race":
                everybody = tuple(pupil for group in groups for pupil in group)
                opened = [await self._open_race(wanted, everybody, address)]
                more |= {"held": True, "players": len(everybody)}
            else:
                opened = await self._open(wanted.game, wanted.options, wanted.level, groups, address)
                more["players"] = (await self.tables.make(address, wanted.game, wanted.options)).players
            stored = [group.stored() for group in opened]

            def begin(log: ClassLog) -> Proposal:
                if wanted.round != len(log.rounds):
                    raise MatchError("web.class.begun_already")
                if not {pupil for group in groups for pupil in group} <= set(log.present):
                    raise MatchError("web.class.bad_groups")
                return propose("round", mode=wanted.mode, game=wanted.game, groups=stored, **more)

            await self._seated(opened, begin)
        await self.put_right()

    async def _seat_waiting(self, address: str) -> None:
        """Those who came too late for the round, or were left out, play the same among themselves."""
        async with self._opening:
            now = self.log.round
            if now is None or now.mode == "race" or not self.log.waiting:
                raise MatchError("web.class.nobody_waits")
            options = dict(now.options)
            game = await self.tables.make(address, now.game, options)
            groups = proposed((), self.log.waiting, game.players, "lots")
            opened = await self._open(now.game, options, now.level, groups, address)
            rounds, waiting = len(self.log.rounds), set(self.log.waiting)

            def seat(log: ClassLog) -> Proposal:
                if rounds != len(log.rounds) or not waiting <= set(log.waiting):
                    raise MatchError("web.class.nobody_waits")
                return propose("more", groups=[group.stored() for group in opened])

            await self._seated(opened, seat)
        await self.put_right()

    async def _seated(self, opened: Sequence[Group], decision: Decision[ClassLog]) -> None:
        """Tables were opened for something; if it cannot happen any more, nothing is left of them."""
        try:
            await self.decide(decision)
        except BaseException:
            await self.remove_tables(opened)
            raise

    async def remove_tables(self, groups: Iterable[Group]) -> None:
        """Forget the tables of some groups, or their race."""
        for group in groups:
            with contextlib.suppress(Exception):  # somebody may have removed it already
                await self.tables.remove(group.table)

    async def _open_race(self, wanted: Begin, pupils: Sequence[int], address: str) -> Group:
        if not is_sound((tuple(pupils),), self.log.present, limits.PUPILS):
            raise MatchError("web.class.bad_groups")
        names = [self.log.pupils[pupil].name for pupil in pupils]
        race = ClassRace(
            mode="race", game=wanted.game, options=wanted.options, names=names, minutes=wanted.minutes
        )
        return Group((opened := await self.tables.open_race(race, address))[0], tuple(pupils), (*opened[1],))

    async def _open(
        self, name: str, options: dict[str, Any], level: str, groups: Groups, address: str
    ) -> list[Group]:
        """A table for each group; computers sit where nobody does."""
        game = await self.tables.make(address, name, options)
        if not is_sound(groups, self.log.present, game.players):
            raise MatchError("web.class.bad_groups")
        opened = list[Group]()
        try:
            for group in groups:
                chairs = [ChairWanted(name=self.log.pupils[pupil].name) for pupil in group]
                chairs += [ChairWanted.model_validate({"level": level})] * (game.players - len(group))
                table = NewTable(game=name, options=options, chairs=chairs)
                made = await self.tables.open(table, address, counted=not opened)
                opened.append(Group(made["id"], group, tuple(key for key in made["keys"] if key)))
        except BaseException:
            await self.remove_tables(opened)
            raise
        return opened

    # --- what the tables owe the class

    async def put_right(self) -> None:
        """All tables of the round stand still, or none; what is over has its result."""
        now = self.log.round
        for group in now.groups if now else ():
            kept = await self._kept(group)
            with contextlib.suppress(Gone):
                if isinstance(kept, TableRoom):
                    await kept.decide(self._for_table)
                elif kept is not None:
                    await kept.decide(self._for_race)
            if kept is not None:
                self.saw(kept)

    def _for_table(self, log: TableLog) -> Proposal | None:
        return self._paused(log.paused, log.table.match.outcome is not None)

    def _for_race(self, log: ContestLog) -> Proposal | None:
        return self._paused(log.contest.held_since is not None, log.contest.result is not None)

    def _paused(self, paused: bool, over: bool) -> Proposal | None:
        """Let a table stand still as the class does now, or go on."""
        if over or paused == self.log.paused:
            return None
        return propose("pause" if self.log.paused else "go_on")

    async def _kept(self, group: Group) -> TableRoom | LiveContest | None:
        """The table of a group, or its race, which is found by the board of the first of them."""
        now = self.log.round
        room = await self.tables.get(group.keys[0] if now and now.mode == "race" else group.table)
        if isinstance(room, ContestRoom):
            return room.live if isinstance(room.live, LiveContest) else None
        return room if isinstance(room, TableRoom) else None

    async def look_at(self, table: str) -> None:
        """Something has happened at a table of another server; it may be one of ours, and not in memory."""
        now = self.log.round
        for group in now.groups if now else ():
            if group.table == table and (kept := await self._kept(group)) is not None:
                self.saw(kept)

    def saw(self, kept: TableRoom | LiveContest) -> None:
        """Something has happened at a table; it may be one of ours, and over."""
        now = self.log.round
        for number, group in enumerate(now.groups if now else ()):
            if group.table == kept.name:
                self._changed(self)
                told = _result(kept, len(group.pupils))
                if told is not None and (told["points"] is None) != (group.points is None):
                    work = asyncio.create_task(self._record(len(self.log.rounds) - 1, number, kept))
                    self._works.add(work)
                    work.add_done_callback(self._works.discard)

    async def _record(self, round_number: int, number: int, kept: TableRoom | LiveContest) -> None:
        """Write down what has become of a table by now."""

        def record(log: ClassLog) -> Proposal | None:
            group = log.rounds[round_number].groups[number]
            told = _result(kept, len(group.pupils))
            if told is None or (group.points is None) == (told["points"] is None):
                return None
            return propose("result", round=round_number, group=number, **told)

        try:
            await self.decide(record)
        except Gone:
            pass
        except Exception as error:
            self.metrics.failed(self.name, error)

    def close(self) -> None:
        for work in self._works:
            work.cancel()


def _result(kept: TableRoom | LiveContest, pupils: int) -> dict[str, Any] | None:
    """What became of a table; None if that does not count: only the first game of a table does."""
    if isinstance(kept, LiveContest):
        contest = kept.contest
        if contest.result is None:
            return {"points": None}
        return {"points": race_points(contest), "scores": race_scores(contest)}
    if kept.log.series.number > 1:
        return None
    outcome = kept.table.match.outcome
    return {"points": None if outcome is None else list(outcome.returns[:pupils])}
