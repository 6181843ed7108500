"""The live page of a tournament: standings and running boards as others play, every game to be replayed."""

from __future__ import annotations

import contextlib
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException

from pavage.registry import board_of
from pavage.server import limits
from pavage.server.rooms import state
from pavage.server.site.pages import wanted_words
from pavage.server.site.theme import themed, wanted_theme
from pavage.server.tournaments.folder import Now, OtherResults, Tournaments, Watched
from pavage.server.tournaments.tournament_state import replay_at, shown
from pavage.server.tournaments.tournament_types import Tournament, TournamentListed, TournamentsListed
from pavage.view.svg import board_svg
from pavage.words import Words

router = APIRouter()

Count = Annotated[int, Query(ge=0)]


@router.get("/api/tournaments", response_model=None)
def list_tournaments(request: Request) -> TournamentsListed:
    """The tournaments that this server was started with."""
    words = wanted_words(request)
    known = _tournaments(request).names().items()
    return {"tournaments": [_listed(name, watched, words) for name, watched in known]}


def _listed(name: str, watched: Watched, words: Words) -> TournamentListed:
    done, total, running = 0, 0, False
    with contextlib.suppress(OtherResults):  # its own page says so
        now = watched.look()
        done, running = len(now.standings.played), now.runs
        total = max(now.standings.total, len(now.schedule.fixtures))
    title = words(f"{watched.plan.game.name}.title")
    return {
        "id": name,
        "name": watched.plan.name,
        "title": title,
        "done": done,
        "total": total,
        "running": running,
    }


@router.get("/api/tournaments/{name}", response_model=None)
def show_tournament(
    request: Request, name: str, games: Count = 0, version: str = ""
) -> Tournament | dict[str, str]:
    """Standings, running boards, and the games after the first `games`; only `version` if it is the same."""
    now = _now(request, name)
    if now.version == version:
        return {"version": version}
    return shown(now, _words(request, now), games, _tournaments(request).recording)


@router.get("/api/tournaments/{name}/games/{game}", response_model=None)
def show_game(request: Request, name: str, game: str, ply: Count | None = None) -> state.Replay:
    """A game after `ply` moves; as far as it was played, if no number is given."""
    now = _now(request, name)
    told = replay_at(now, game, ply, _words(request, now))
    if told is None:
        raise _missing(request)
    return told


@router.get("/api/tournaments/{name}/games/{game}/record", response_class=PlainTextResponse)
def save_game(request: Request, name: str, game: str) -> PlainTextResponse:
    """A game that was played, as a record."""
    result = _now(request, name).results.get(game)
    if result is None:
        raise _missing(request)
    disposition = f'attachment; filename="{result.game}.pavage"'
    return PlainTextResponse(result.record, headers={"content-disposition": disposition})


@router.get("/api/tournaments/{name}/board.svg", response_class=Response)
def show_board(request: Request, name: str, board: str = "", turn: int = 0) -> Response:
    """The board without anything on it; of a board that grows, the part that a scene names."""
    game = _watched(request, name).plan.game
    try:
        drawn = board_of(game, board) if len(board) <= limits.BOARD_NAME else None
    except (LookupError, ValueError):
        drawn = None
    if drawn is None:
        raise _missing(request)
    return Response(board_svg(drawn, turn if turn in drawn.turns else 0), media_type="image/svg+xml")


def _tournaments(request: Request) -> Tournaments:
    known: Tournaments = request.app.state.tournaments
    return known


def _watched(request: Request, name: str) -> Watched:
    watched = _tournaments(request).get(name)
    if watched is None:
        raise _missing(request)
    return watched


def _now(request: Request, name: str) -> Now:
    watched = _watched(request, name)
    try:
        return watched.look(request.app.state.rooms.carried(name))
    except OtherResults as error:
        told = wanted_words(request)(error.about(f"{name}.results.jsonl"))
        raise HTTPException(409, told) from None


def _words(request: Request, now: Now) -> Words:
    return themed(wanted_words(request), wanted_theme(request), now.plan.game.players)


def _missing(request: Request) -> HTTPException:
    return HTTPException(404, wanted_words(request)("web.live.missing"))
