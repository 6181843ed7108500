"""A class that is open: its log, the pages of teacher and pupils, the tables of its round.

The tables are ordinary ones, and know nothing of the class. What they owe it follows from both logs: whether
they stand still, and what their results are. So it is put right whenever a class is read from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Protocol

from pavage.game import Game
from pavage.match import MatchError
from pavage.phrase import PhrasedError
from pavage.server import limits
from pavage.server.classes.class_log import TEACHER, ClassLog
from pavage.server.classes.class_messages import AboutPupil, AllowChat, Begin, Plain, Propose, Show
from pavage.server.classes.class_results import Fact, race_facts, race_points, race_scores, table_facts
from pavage.server.classes.class_types import ClassProposal
from pavage.server.classes.pupils import SIGNS
from pavage.server.classes.rounds import Group, Groups, Round, is_sound, proposed
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
from pavage.store.log import wall_time

MINUTES = 15
"""The time of a race, where the teacher sets none."""
LONGEST_WAIT = 3600.0
"""Seconds until the time of the round is looked at again, at most."""


class Tables(Protocol):
    """Where the tables of a class are: all rooms of the server."""

    async def get(self, name: str) -> BaseRoom | None: ...
    async def open(
        self, wanted: NewTable, address: str, *, counted: bool, led: Mapping[str, bool]
    ) -> TableSet: ...
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
        self.opening = asyncio.Lock()
        """Held by whoever opens tables for a round."""
        self._wrong_signs = Counter[int]()
        self._works = set[asyncio.Task[None]]()
        self._timer: asyncio.TimerHandle | None = None

    def go_on(self, changed: bool) -> None:
        self.start()
        self._changed(self)

    def start(self) -> None:
        """Wait for the moment when the time of the round is over."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left = self.log.left(wall_time())
        if left is not None and not self.log.paused:
            wait = min(left, LONGEST_WAIT) + 0.01
            self._timer = asyncio.get_running_loop().call_later(wait, self._time_passed)

    def _time_passed(self) -> None:
        self._work(self._stop_round())

    async def _stop_round(self) -> None:
        def stop(log: ClassLog) -> Proposal | None:
            due = log.left(wall_time()) == 0 and not log.paused
            return propose("stopped", round=len(log.rounds) - 1) if due else None

        try:
            if await self.decide(stop):
                await self.put_right()
            else:
                self.start()
        except Gone:
            pass
        except Exception as error:
            self.metrics.failed(self.name, error)

    def _work(self, doing: Coroutine[Any, Any, None]) -> None:
        work = asyncio.create_task(doing)
        self._works.add(work)
        work.add_done_callback(self._works.discard)

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
        self, wanted: Propose | Begin | Plain | Show | AllowChat | AboutPupil, address: str
    ) -> ClassProposal | None:
        match wanted:
            case Propose():
                return await self._propose(wanted, address)
            case Begin():
                await self._begin(wanted, address)
            case Plain(act="seat_waiting"):
                await self._seat_waiting(address)
            case Plain():
                await self.decide(lambda log: propose(wanted.act, at=wall_time()))
                await self.put_right()
            case AllowChat():
                await self.decide(lambda log: propose("chat", on=wanted.on))
                await self.put_right()
            case Show():
                await self.decide(lambda log: propose("show", group=wanted.board))
            case AboutPupil():
                self._wrong_signs[wanted.pupil] = 0
                kind = "taken_out" if wanted.act == "take_out" else "handed_back"
                await self.decide(lambda log: propose(kind, pupil=wanted.pupil))
        return None

    async def _propose(self, wanted: Propose, address: str) -> ClassProposal:
        fits = await self._fits(wanted.game, wanted.options, address)
        wished = self.log.present if wanted.pupils is None else wanted.pupils
        pupils = [pupil for pupil in self.log.present if pupil in wished]
        groups = proposed(self.log.rounds, pupils, fits, wanted.method)
        return {"players": len(fits), "groups": groups, "fits": [fits[size] for size in sorted(fits)]}

    async def _fits(self, name: str, options: dict[str, Any], address: str) -> dict[int, int]:
        """The seats at the table of a group, by its size: as many, where the game allows it."""
        game = await self.tables.make(address, name, options)
        allowed = {game.players}
        if any(option.name == "players" for option in game.declared):
            for players in range(2, game.players):
                with contextlib.suppress(PhrasedError):
                    await self.tables.make(address, name, {**options, "players": players})
                    allowed.add(players)
        alone = {1: game.players}
        return alone | {
            size: min(players for players in allowed if players >= size)
            for size in range(2, game.players + 1)
        }

    async def _begin(self, wanted: Begin, address: str) -> None:
        async with self.opening:
            if wanted.round != len(self.log.rounds):
                raise MatchError("web.class.begun_already")
            groups = tuple(map(tuple, wanted.groups))
            before = self.log.round
            more: dict[str, Any] = {"level": wanted.level, "options": wanted.options}
            if wanted.mode == "race":
                everybody = tuple(pupil for group in groups for pupil in group)
                opened = [await self._open_race(wanted, everybody, address)]
                more |= {"held": True, "players": len(everybody)}
            else:
                fits = await self._fits(wanted.game, wanted.options, address)
                opened = await self._open(
                    wanted.game, wanted.options, wanted.level, wanted.clock, groups, fits, address
                )
                more |= {"players": max(fits.values()), "clock": wanted.clock}
            stored = [group.stored() for group in opened]

            def begin(log: ClassLog) -> Proposal:
                if wanted.round != len(log.rounds):
                    raise MatchError("web.class.begun_already")
                if not {pupil for group in groups for pupil in group} <= set(log.present):
                    raise MatchError("web.class.bad_groups")
                limited = wanted.mode == "tables" and wanted.minutes
                ends = {"ends": wall_time() + wanted.minutes * 60_000} if limited and wanted.minutes else {}
                return propose("round", mode=wanted.mode, game=wanted.game, groups=stored, **more, **ends)

            await self._seated(opened, begin)
        await self.put_right()
        if before is not None:
            await self._stop_all(before)

    async def _seat_waiting(self, address: str) -> None:
        """Those who came too late for the round, or were left out, play the same among themselves."""
        async with self.opening:
            now = self.log.round
            if now is None or now.mode == "race" or not self.log.waiting:
                raise MatchError("web.class.nobody_waits")
            if now.stopped:
                raise MatchError("web.class.time_over")
            options = dict(now.options)
            fits = await self._fits(now.game, options, address)
            groups = proposed((), self.log.waiting, fits, "lots")
            rounds, seated = len(self.log.rounds), {pupil for group in groups for pupil in group}
            opened = await self._open(now.game, options, now.level, now.clock, groups, fits, address)

            def seat(log: ClassLog) -> Proposal:
                if rounds != len(log.rounds) or not seated <= set(log.waiting):
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
            mode="race",
            game=wanted.game,
            options=wanted.options,
            names=names,
            minutes=wanted.minutes or MINUTES,
        )
        return Group((opened := await self.tables.open_race(race, address))[0], tuple(pupils), (*opened[1],))

    async def _open(
        self,
        name: str,
        options: dict[str, Any],
        level: str,
        clock: str,
        groups: Groups,
        fits: Mapping[int, int],
        address: str,
    ) -> list[Group]:
        """A table for each group; computers sit where the game needs more."""
        if not is_sound(groups, self.log.present, max(fits)):
            raise MatchError("web.class.bad_groups")
        opened = list[Group]()
        try:
            for group in groups:
                chairs = [ChairWanted(name=self.log.pupils[pupil].name) for pupil in group]
                seats = fits[len(group)]
                chairs += [ChairWanted.model_validate({"level": level})] * (seats - len(group))
                fewer = {"players": seats} if seats < max(fits) else {}
                table = NewTable(game=name, options={**options, **fewer}, chairs=chairs, clock=clock)
                led = {"quiet": not self.log.chat}
                made = await self.tables.open(table, address, counted=not opened, led=led)
                keys = tuple(key for key in made["keys"] if key)
                opened.append(Group(made["id"], group, keys, seats=seats))
        except BaseException:
            await self.remove_tables(opened)
            raise
        return opened

    # --- what the tables owe the class

    async def put_right(self) -> None:
        """Pause, stop and quieten all tables of the round, or none; record what is over."""
        now = self.log.round
        for group in now.groups if now else ():
            kept = await self._kept(group)
            with contextlib.suppress(Gone):
                if isinstance(kept, TableRoom):
                    for decision in (self._stopped, self._for_table, self._chatting):
                        await kept.decide(decision)
                elif kept is not None:
                    await kept.decide(self._for_race)
            if kept is not None:
                self.saw(kept)

    def _stopped(self, log: TableLog) -> Proposal | None:
        over = self.log.round is None or not self.log.round.stopped
        return None if over or log.table.match.outcome is not None else propose("stop")

    def _chatting(self, log: TableLog) -> Proposal | None:
        return propose("quiet", on=not self.log.chat) if log.quiet == self.log.chat else None

    def _for_table(self, log: TableLog) -> Proposal | None:
        return self._paused(log.paused, log.table.match.outcome is not None)

    def _for_race(self, log: ContestLog) -> Proposal | None:
        return self._paused(log.contest.held_since is not None, log.contest.result is not None)

    def _paused(self, paused: bool, over: bool) -> Proposal | None:
        """Let a table stand still as the class does now, or go on."""
        if over or paused == self.log.paused:
            return None
        return propose("pause" if self.log.paused else "go_on")

    async def _stop_all(self, before: Round) -> None:
        """The next round has begun: end what is still going of the one before."""

        def stop_table(log: TableLog) -> Proposal | None:
            return propose("stop") if log.table.match.outcome is None else None

        def stop_race(log: ContestLog) -> Proposal | None:
            return propose("stop") if log.contest.result is None else None

        for group in before.groups:
            try:
                kept = await self._kept(group, before) if group.points is None else None
                if isinstance(kept, TableRoom):
                    await kept.decide(stop_table)
                elif kept is not None:
                    await kept.decide(stop_race)
            except Gone:
                pass
            except Exception as error:  # the next round is played all the same
                self.metrics.failed(self.name, error)

    async def facts(self) -> dict[tuple[int, int], Fact]:
        """What the boards of all rounds say, for the table of results."""
        facts = dict[tuple[int, int], Fact]()
        for number, one in enumerate(self.log.rounds):
            for group in one.groups:
                kept = None
                with contextlib.suppress(Exception):  # a board that cannot be read has nothing to say
                    kept = await self._kept(group, one)
                if isinstance(kept, TableRoom):
                    told = table_facts(kept.log, group.pupils)
                else:
                    told = race_facts(kept.contest, group.pupils) if kept is not None else {}
                facts |= {(number, pupil): fact for pupil, fact in told.items()}
        return facts

    async def _kept(self, group: Group, of: Round | None = None) -> TableRoom | LiveContest | None:
        """The table of a group, or its race, which is found by the board of the first of them."""
        now = of or self.log.round
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
        last = len(self.log.rounds) - 1
        for round_number in range(max(0, last - 1), last + 1):
            for number, group in enumerate(self.log.rounds[round_number].groups):
                if group.table == kept.name:
                    self._changed(self)
                    told = _result(kept, len(group.pupils))
                    reopened = round_number < last and told is not None and told["points"] is None
                    if (
                        told is not None
                        and not reopened
                        and (told["points"] is None) != (group.points is None)
                    ):
                        self._work(self._record(round_number, number, kept))

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
        if self._timer is not None:
            self._timer.cancel()
        for work in self._works:
            work.cancel()


def _result(kept: TableRoom | LiveContest, pupils: int) -> dict[str, Any] | None:
    """What became of a table; None if that does not count: only the first game of a table does."""
    if isinstance(kept, LiveContest):
        contest = kept.contest
        if contest.result is None:
            return {"points": None}
        reason = contest.result.reason
        return {"points": race_points(contest), "scores": race_scores(contest), "reason": reason}
    if kept.log.series.number > 1:
        return None
    outcome = kept.table.match.outcome
    if outcome is None:
        return {"points": None}
    return {"points": list(outcome.returns[:pupils]), "reason": outcome.reason}
