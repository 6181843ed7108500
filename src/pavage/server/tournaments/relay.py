"""The relay in the browser: a table for two programs, and the way of its result into the tournament."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import APIRouter, Header, Request
from starlette.exceptions import HTTPException

from pavage.bots.opponents import BOT
from pavage.formats.record import Record, write_record
from pavage.match import Match, MatchError
from pavage.options import BadOption
from pavage.registry import games
from pavage.server.messages import ChairWanted, NewRelay, NewTable
from pavage.server.rooms.durable import Proposal, propose
from pavage.server.rooms.page_state import ChairSet, TableSet, Told
from pavage.server.rooms.seat_keys import link
from pavage.server.site.costly import address_of
from pavage.server.site.pages import wanted_words
from pavage.server.tables.table_log import TableLog
from pavage.server.tables.table_room import TableRoom
from pavage.server.tournaments.folder import OtherResults, Tournaments, Watched
from pavage.table import Chair
from pavage.tournament.carried import NotDue, chairs_of, due, opening_of, result_of, seated
from pavage.tournament.kept_game import Damaged, KeptGame, forget_recorded, kept
from pavage.tournament.ledger import place_of
from pavage.tournament.watching import carried_folder
from pavage.words import Words

router = APIRouter()


@router.post("/api/relays", status_code=201, response_model=None)
async def begin(request: Request, wanted: NewRelay) -> TableSet:
    """Set a table at which a person enters the moves of all: any game, or the next of a tournament.

    A game of a tournament that was begun goes on: at its table, or where a terminal left it.
    """
    words, state = wanted_words(request), request.app.state
    address = address_of(request)
    if not wanted.tournament:
        opened: TableSet = await state.rooms.open(_of_game(wanted, words), address, {})
        return opened
    async with state.carrying.lock:
        told, relay, left = await state.costly.do(address, _of_tournament, state.tournaments, wanted, words)
        if (room := await _room_of(state.rooms.get, left, relay)) is not None:
            if not room.log.recorded:
                assert left is not None
                return _table_of(room, left)
            # The server stopped between the event and the line in the file.
            await _record(room, state.tournaments.get(wanted.tournament))
            told, relay, left = await state.costly.do(
                address, _of_tournament, state.tournaments, wanted, words
            )
        opened = await state.rooms.open(told, address, relay)
        room = await state.rooms.get(opened["id"])
        assert isinstance(room, TableRoom)
        state.carrying.begin(room, opened["keys"])
        return opened


async def _room_of(
    get: Callable[[str], Awaitable[object]], left: KeptGame | None, relay: Mapping[str, Any]
) -> TableRoom | None:
    """The table at which a game was carried before, if this server has it."""
    name = left.table.get("id", "") if left is not None else ""
    room = await get(str(name)) if name else None
    if not isinstance(room, TableRoom) or not room.log.relay:
        return None
    return room if all(room.log.relay.get(key) == relay[key] for key in ("tournament", "game")) else None


def _table_of(room: TableRoom, left: KeptGame) -> TableSet:
    keys = left.table.get("keys", [])
    chairs: list[ChairSet] = [
        {"name": each.name, "level": each.level, "away": False} for each in room.table.chairs
    ]
    url = link(room.name, [key for key in keys if key])
    return {"id": room.name, "keys": keys, "chairs": chairs, "url": url}


def _of_game(wanted: NewRelay, words: Words) -> NewTable:
    game = games()[wanted.game](**wanted.options)
    if game.players < 2:
        raise HTTPException(400, words("relay.alone"))
    if wanted.names and len(wanted.names) != game.players:
        raise BadOption("bad_value", "names", len(wanted.names), str(game.players))
    given = wanted.names or [""] * game.players
    names = [name or words("relay.program", letter="ABCDEFGHIJKL"[seat]) for seat, name in enumerate(given)]
    chairs = [ChairWanted(name=name) for name in names]
    return NewTable(game=wanted.game, options=wanted.options, chairs=chairs, clock=wanted.clock)


def _of_tournament(
    tournaments: Tournaments, wanted: NewRelay, words: Words
) -> tuple[NewTable, dict[str, Any], KeptGame | None]:
    """The table for the next game, what it carries, and the game as it was left, if it was begun."""
    watched = tournaments.get(wanted.tournament)
    if watched is None or not tournaments.recording:
        raise HTTPException(404, words("web.live.missing"))
    plan, results = watched.plan, place_of(watched.path)
    try:
        fixture = due(plan, watched.look().results, wanted.names)[0]
        names, opening = seated(plan, fixture), opening_of(plan, fixture)
        left = kept(results, fixture.game, names)
        match = Match(plan.game, plan.control) if left is None else left.match(plan.game, plan.control, 0.0)
    except NotDue as error:
        raise HTTPException(400, words(error.phrase)) from None
    except OtherResults:
        raise HTTPException(409, words("web.live.missing")) from None
    except Damaged:
        file = f"{carried_folder(results).name}/{fixture.game}"
        raise HTTPException(409, words("relay.damaged", file=file)) from None
    for text in opening if left is None else ():
        match.play(plan.game.read(match.position, text))
    relay = {
        "tournament": wanted.tournament,
        "game": fixture.game,
        "title": plan.name,
        "opening": len(opening),
        "record": write_record(Record(match, tuple(names))),
    }
    if left is not None:
        relay["paused"] = left.paused or not left.begun
        if left.left is not None:
            relay |= {"left": left.left, "periods": left.periods}
    told = NewTable.model_construct(
        record=relay["record"],
        chairs=[_chair(each, wanted.tournament) for each in chairs_of(plan, fixture)],
        clock=str(plan.control) if plan.control else "",
    )
    return told, relay, left


def _chair(chair: Chair, tournament: str) -> ChairWanted:
    """Levels and programs of ours play themselves; a program is found by the names of both."""
    level = f"{BOT}{tournament}/{chair.name}" if chair.level.startswith(BOT) else chair.level
    return ChairWanted.model_construct(name=chair.name, level=level)


@router.post("/api/tables/{name}/result", response_model=None)
async def record_result(
    request: Request, name: str, key: str = Header("", alias="x-pavage-key", max_length=64)
) -> Told:
    """The result of a relay is right: it goes to those of the tournament."""
    words, rooms = wanted_words(request), request.app.state.rooms
    room = await rooms.get(name)
    if not isinstance(room, TableRoom) or not room.log.relay or "tournament" not in room.log.relay:
        raise HTTPException(404, words("web.no_table"))
    if not await rooms.played_by(name, key):
        raise HTTPException(403, words("web.table.watching"))
    relay = room.log.relay
    watched = request.app.state.tournaments.get(relay["tournament"])
    if watched is None or not request.app.state.tournaments.recording:
        raise HTTPException(404, words("web.live.missing"))
    about = {"game": relay["game"], "file": f"{relay['tournament']}.results.jsonl"}
    try:
        recorded = await _record(room, watched)
    except OtherResults:
        raise HTTPException(409, words("tournament.bad.no_results", **about)) from None
    if not recorded:
        raise HTTPException(409, words("relay.was_there", **about))
    return {"told": words("relay.recorded", **about)}


async def _record(room: TableRoom, watched: Watched) -> bool:
    """Record the result of a game that is over; False if the file has another one.

    First the event, after which nothing is taken back at any server, then the line in the file. If a server
    stops between the two, the next request writes the same line.
    """
    async with room.lock:
        await room.catch_up()  # the game may have ended at another server
        await room.decide_locked(_recorded)
        log = room.log
        assert log.relay is not None
        names = [chair.name for chair in log.table.chairs]
        result = result_of(log.relay["game"], names, log.table.match, log.failures)
        recorded = False
        try:
            recorded = await asyncio.to_thread(watched.record, result)
        finally:
            if not recorded:
                await room.decide_locked(_withdrawn)
    if recorded:
        forget_recorded(place_of(watched.path), [result.game])
    return recorded


def _recorded(log: TableLog) -> Proposal | None:
    if log.table.match.outcome is None:
        raise MatchError("web.not_over")
    return None if log.recorded else propose("recorded")


def _withdrawn(log: TableLog) -> Proposal | None:
    return propose("recorded", withdrawn=True) if log.recorded else None
