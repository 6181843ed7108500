"""A class as its pages are shown it, every sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from pavage.contest import Contest
from pavage.match import Match
from pavage.server.classes.class_log import ClassLog
from pavage.server.classes.class_results import number_text, places, score_text
from pavage.server.classes.class_types import (
    ClassBoard,
    ClassGroup,
    ClassPupil,
    ClassRound,
    ClassShown,
    PupilShown,
)
from pavage.server.classes.rounds import Group, Round, points
from pavage.server.contests.contest_room import ContestRoom
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.scene_json import scene_at
from pavage.server.rooms.seating import name_of
from pavage.server.rooms.sentences import prompt, said
from pavage.server.rooms.watched_board import board_at
from pavage.server.tables.table_room import TableRoom
from pavage.server.tables.table_state import chat_lines
from pavage.words import Words

Doing = Literal["waiting", "playing", "over", "away"]


def teacher_state(
    log: ClassLog, words: Words, here: Collection[int], address: str, contest: Contest | None
) -> ClassShown:
    """The whole class; `here` are the pupils whose pages are connected, `contest` the race that is on."""
    place_of = places(log)
    scores, race_places, gave_up = _scores(log, contest), _race_places(log, contest), _gave_up(log, contest)
    pupils: list[ClassPupil] = [
        {
            "number": pupil.number,
            "name": pupil.name,
            "sign": pupil.sign,
            "here": pupil.number in here,
            "state": doing(log, pupil.number, contest),
            "handed": pupil.handed,
            "place": place_of.get(pupil.number, 0),
            "points": number_text(points(log.rounds, pupil.number), words),
            "score": scores.get(pupil.number, ""),
            "race_place": race_places.get(pupil.number, 0),
            "gave_up": pupil.number in gave_up,
            "gained": _gained(log, pupil.number, words),
        }
        for pupil in log.pupils
    ]
    return {
        "kind": "class",
        "code": log.code,
        "address": address,
        "until": log.until,
        "paused": log.paused,
        "shown": log.shown,
        "left": None,
        "running": False,
        "chat": log.chat,
        "pupils": pupils,
        "rounds": len(log.rounds),
        "round": _round(log, log.round, words, contest) if log.round else None,
    }


def doing(log: ClassLog, pupil: int, contest: Contest | None) -> Doing:
    """What a pupil does in this round."""
    now = log.round
    if log.pupils[pupil].away:
        return "away"
    found = now.place_of(pupil) if now else None
    if now is None or found is None:
        return "waiting"
    if now.groups[found[0]].points is not None:
        return "over"
    done = contest is not None and now.mode == "race" and _is_done(contest, found[1])
    return "over" if done else "playing"


def _is_done(contest: Contest, place: int) -> bool:
    entrant = contest.entrants[place]
    return entrant.out or entrant.done_after is not None


def _scores(log: ClassLog, contest: Contest | None) -> dict[int, str]:
    """How the race stands for each pupil."""
    now = log.round
    if now is None or now.mode != "race":
        return {}
    group = now.groups[0]
    if contest is None:
        return dict(zip(group.pupils, group.scores, strict=False))
    standings = contest.view(None, contest.held_since or 0.0).standings
    return {
        pupil: score_text(each.met, contest.goal, each.done_after)
        for pupil, each in zip(group.pupils, standings, strict=True)
    }


def _race_places(log: ClassLog, contest: Contest | None) -> dict[int, int]:
    now = log.round
    if now is None or now.mode != "race" or contest is None:
        return {}
    return dict(zip(now.groups[0].pupils, contest.places(), strict=True))


def _gave_up(log: ClassLog, contest: Contest | None) -> set[int]:
    now = log.round
    if now is None or now.mode != "race" or contest is None:
        return set()
    seated = zip(now.groups[0].pupils, contest.entrants, strict=True)
    return {pupil for pupil, entrant in seated if entrant.out}


def _gained(log: ClassLog, pupil: int, words: Words) -> str:
    """The points of a pupil in this round; empty while they have none to show."""
    gained = log.round.points_of(pupil, closed=False) if log.round else None
    return "" if gained is None else number_text(gained, words)


def _round(log: ClassLog, now: Round, words: Words, contest: Contest | None) -> ClassRound:
    return {
        "number": len(log.rounds),
        "mode": now.mode,
        "game": now.game,
        "title": words(f"{now.game}.title"),
        "players": now.players,
        "groups": [_group(log, group, words) for group in now.groups],
        "begun": contest is None or contest.begun,
        "stopped": now.stopped,
    }


def _group(log: ClassLog, group: Group, words: Words) -> ClassGroup:
    names = [log.pupils[pupil].name for pupil in group.pupils]
    over = group.points is not None
    result = ""
    if group.points is not None and not group.scores:
        best = [name for name, got in zip(names, group.points, strict=True) if got == max(group.points)]
        won = max(group.points) == 1
        key = "won" if won else "computer_won" if max(group.points) == 0 else "drawn"
        key = "stopped" if group.reason == "stopped" else key
        result = words(f"web.class.{key}", name=best[0])
    return {"names": names, "over": over, "result": result}


def pupil_state(log: ClassLog, number: int, words: Words, contest: Contest | None) -> PupilShown:
    """What a pupil needs to know: where to go, and what to wait for."""
    pupil, now = log.pupils[number], log.round
    state = doing(log, number, contest)
    found = now.place_of(number) if now and state != "away" else None
    table = key = ""
    if now is not None and found is not None:
        group = now.groups[found[0]]
        own = group.keys[found[1]]
        table, key = (own, "") if now.mode == "race" else (group.table, own)
    return {
        "kind": "pupil",
        "code": log.code,
        "name": pupil.name,
        "sign": pupil.sign,
        "until": log.until,
        "paused": log.paused,
        "begun": contest is None or contest.begun,
        "state": state,
        "table": table,
        "key": key,
        "line": _line(log, number, state, words, contest),
        "left": None,
        "running": False,
        "points": number_text(points(log.rounds, number), words),
    }


def _line(log: ClassLog, number: int, state: Doing, words: Words, contest: Contest | None) -> str:
    now = log.round
    if now is None or state == "away":
        return words(f"web.class.line.{'first' if now is None and state != 'away' else 'away'}")
    title, found = words(f"{now.game}.title"), now.place_of(number)
    if found is None or state == "waiting":
        return words("web.class.line.late", game=title)
    group = now.groups[found[0]]
    if group.reason == "stopped":
        return words("web.class.line.stopped")
    others = [log.pupils[each].name for each in group.pupils if each != number]
    if now.mode == "race":
        key = _race_line(contest, found[1]) if state == "over" else "race"
    else:
        key = "over" if state == "over" else "playing" if others else "alone"
    return words(f"web.class.line.{key}", number=len(log.rounds), game=title, others=", ".join(others))


def _race_line(contest: Contest | None, place: int) -> str:
    """What a pupil reads whose race is over."""
    entrant = contest.entrants[place] if contest is not None else None
    if entrant is None or entrant.done_after is not None:
        return "race_over"
    return "race_left" if entrant.out else "race_time"


def board_state(number: int, address: str, room: BaseRoom, words: Words) -> ClassBoard:
    """A board as the teacher's page and the projector show it; `address` is what its room is called."""
    table = room.table
    match = table.match
    scene = scene_at(match, len(match.played))
    names = tuple(name_of(table, seat, words, watching=True) for seat in range(len(table.chairs)))
    told = board_at(match, names, None, words)
    told["said"] = prompt(table, scene, words, False, ())  # the last move stands in `told`
    over = match.outcome is not None
    result = _result(match, names, words)
    if isinstance(room, ContestRoom):
        contest, entrant = room.contest, room.contest.entrants[room.player]
        standing = contest.view(None, contest.held_since or 0.0).standings[room.player]
        score = score_text(standing.met, contest.goal, entrant.done_after)
        told["seats"] = [
            {**seat, "name": entrant.name, "score": score, "out": entrant.out} for seat in told["seats"][:1]
        ]
        over = entrant.done_after is not None or entrant.out or contest.result is not None
        ended = "state.over" if entrant.done_after is not None else "gave_up" if entrant.out else "time_over"
        result = words(f"web.class.{ended}") if over else ""
    return {
        **told,
        "number": number,
        "table": address,
        "over": over,
        "told": said(table, scene, words, ()),
        "result": result,
        "chat": chat_lines(room.log, words) if isinstance(room, TableRoom) else [],
        "players": match.game.players,
    }


def _result(match: Match, names: tuple[str, ...], words: Words) -> str:
    """How a game ended, in a few words."""
    outcome = match.outcome
    if outcome is None:
        return ""
    if outcome.reason == "stopped":
        return words("web.class.stopped")
    best = [name for name, share in zip(names, outcome.returns, strict=True) if share == max(outcome.returns)]
    if len(best) == 1:
        return words("web.class.won", name=best[0])
    return words("web.class.drawn" if len(best) == len(names) else "web.class.shared", names=", ".join(best))
