"""A tournament as its page is shown it: standings, boards, games, every sentence in the reader's language."""

from __future__ import annotations

from typing import Any, Literal

from pavage.game import Game
from pavage.server.rooms import state
from pavage.server.rooms.sentences import moves_json
from pavage.server.rooms.watched_board import board_at
from pavage.server.tournaments import tournament_types
from pavage.server.tournaments.folder import Now
from pavage.tournament.carried import seated
from pavage.tournament.ledger import Result
from pavage.tournament.report.cross import picture
from pavage.tournament.report.figures import (
    COLUMNS,
    figures,
    game_errors,
    game_faults,
    game_told,
    score_of,
    versus,
)
from pavage.tournament.report.standings_text import extremes, summary
from pavage.tournament.running import waits
from pavage.tournament.watching import Running
from pavage.words import Words

BOARDS = 24
"""Games that are shown while they are played."""
CARRIED = 50
"""Games that wait for a person, shown in a list."""


def shown(now: Now, words: Words, known: int, recording: bool) -> tournament_types.Tournament:
    """All that a page shows; of the games only those after the first `known`."""
    plan, told = now.plan, now.standings
    left = [each for each in now.schedule.fixtures if each.game not in now.results]
    carried = [each for each in left if waits(plan, each)]
    playing = {each.game for each in now.playing}
    waiting = [each for each in carried if each.game not in playing]
    total = max(told.total, len(now.schedule.fixtures))
    phase: Literal["running", "rest", "waiting", "over"]
    phase = "running" if now.runs else "rest" if len(carried) < len(left) else "waiting" if left else "over"
    return {
        "version": now.version,
        "name": plan.name,
        "summary": summary(plan, told, words),
        "state": phase,
        "state_text": words(f"web.live.state.{phase}"),
        "done": len(told.played),
        "total": total,
        "head": [words(f"tournament.report.{key}") for key in ("rank", "player", *COLUMNS)],
        "rows": [[plan.entrants[row.entrant].name, *figures(row, words)] for row in told.rows],
        "picture": picture(plan, told, words),
        "notes": [words("tournament.report.note"), words("tournament.report.cross_note")],
        "extremes": extremes(told, words),
        "running": [_running(each, plan.game, words) for each in now.playing[:BOARDS]],
        "waiting": [{"id": each.game, "names": seated(plan, each)} for each in waiting[:CARRIED]],
        "recording": recording,
        "players": [one.name for one in plan.entrants],
        "first": known,
        "games": [_game(result, words) for result in list(now.results.values())[known:]],
    }


def _running(each: Running, game: Game[Any], words: Words) -> tournament_types.Running:
    return {"id": each.game, **board_at(each.match(game), each.seats, None, words)}


def _game(result: Result, words: Words) -> tournament_types.GamePlayed:
    return {**game_told(result, words), "moves": words.count("tournament.report.moves", result.moves)}


def replay_at(now: Now, game: str, ply: int | None, words: Words) -> state.Replay | None:
    """A game of the tournament after so many moves; None if there is no such game."""
    found = now.match(game)
    if found is None:
        return None
    match, names = found
    result = now.results.get(game)
    return {
        "id": game,
        "title": versus(names, words),
        "score": score_of(result, words) if result else "",
        "faults": game_faults(result, words) if result else "",
        "errors": game_errors(result, words) if result else "",
        "moves": moves_json(match, words),
        "over": result is not None,
        **board_at(match, names, ply, words),
    }
