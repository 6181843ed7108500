"""The relay in the browser: a table for two programs, and the way of its result into the tournament."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Header, Request
from starlette.exceptions import HTTPException

from pavage.formats.record import Record, write_record
from pavage.match import Match
from pavage.options import BadOption
from pavage.registry import games
from pavage.server.messages import ChairWanted, NewRelay, NewTable, TableSet
from pavage.server.site.pages import wanted_words
from pavage.server.tables.table_room import Room
from pavage.server.tournaments.folder import OtherResults, Tournaments
from pavage.tournament.carried import NotDue, due, opening_of, result_of, seated
from pavage.words import Words

router = APIRouter()


@router.post("/api/relays", status_code=201)
async def begin(request: Request, wanted: NewRelay) -> TableSet:
    """Set a table at which a person enters the moves of all: any game, or the next of a tournament."""
    words = wanted_words(request)
    make = _of_tournament if wanted.tournament else _of_game
    told, relay = await asyncio.to_thread(make, request.app.state.tournaments, wanted, words)
    address = request.client.host if request.client else ""
    opened: TableSet = await request.app.state.rooms.open(told, address, relay)
    return opened


def _of_game(_: Tournaments, wanted: NewRelay, words: Words) -> tuple[NewTable, dict[str, str]]:
    game = games()[wanted.game](**wanted.options)
    if game.players < 2:
        raise HTTPException(400, words("relay.alone"))
    if wanted.names and len(wanted.names) != game.players:
        raise BadOption("bad_value", "names", len(wanted.names), str(game.players))
    given = wanted.names or [""] * game.players
    names = [name or words("relay.program", letter="ABCDEFGHIJKL"[seat]) for seat, name in enumerate(given)]
    chairs = [ChairWanted(name=name) for name in names]
    return NewTable(game=wanted.game, options=wanted.options, chairs=chairs, clock=wanted.clock), {}


def _of_tournament(
    tournaments: Tournaments, wanted: NewRelay, words: Words
) -> tuple[NewTable, dict[str, str]]:
    watched = tournaments.get(wanted.tournament)
    if watched is None or not tournaments.recording:
        raise HTTPException(404, words("web.live.missing"))
    plan = watched.plan
    try:
        fixture = due(plan, watched.look().results, wanted.names)
    except NotDue as error:
        raise HTTPException(400, words(error.phrase)) from None
    except OtherResults:
        raise HTTPException(409, words("web.live.missing")) from None
    match = Match(plan.game)
    for text in opening_of(plan, fixture):
        match.play(plan.game.read(match.position, text))
    names = seated(plan, fixture)
    told = NewTable(
        record=write_record(Record(match, tuple(names))),
        chairs=[ChairWanted(name=name) for name in names],
        clock=str(plan.control) if plan.control else "",
    )
    return told, {"tournament": wanted.tournament, "game": fixture.game, "title": plan.name}


@router.post("/api/tables/{name}/result")
async def record(
    request: Request, name: str, key: str = Header("", alias="x-pavage-key", max_length=64)
) -> dict[str, str]:
    """The result of a relay is right: it goes to those of the tournament."""
    words, rooms = wanted_words(request), request.app.state.rooms
    room = await rooms.get(name)
    if not isinstance(room, Room) or not room.log.relay or "tournament" not in room.log.relay:
        raise HTTPException(404, words("web.no_table"))
    if not await rooms.played_by(name, key):
        raise HTTPException(403, words("web.table.watching"))
    match, relay = room.table.match, room.log.relay
    if match.outcome is None:
        raise HTTPException(400, words("web.not_over"))
    watched = request.app.state.tournaments.get(relay["tournament"])
    if watched is None or not request.app.state.tournaments.recording:
        raise HTTPException(404, words("web.live.missing"))
    result = result_of(relay["game"], [chair.name for chair in room.table.chairs], match)
    about = {"game": relay["game"], "file": f"{relay['tournament']}.results.jsonl"}
    try:
        kept = room.log.recorded or await asyncio.to_thread(watched.record, result)
    except OtherResults:
        raise HTTPException(409, words("tournament.bad.no_results", **about)) from None
    if not kept:
        raise HTTPException(409, words("relay.was_there", **about))
    if not room.log.recorded:
        await room.happen("recorded")
    return {"told": words("relay.recorded", **about)}
