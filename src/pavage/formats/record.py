"""Our record: one readable text for every game.

    pavage 1
    game: hex
    rules: 1
    option size: 5
    seat 1: Claire
    seat 2: hard
    clock: 10m+5s
    result: 1 0 connection

    {A comment before the first move.}
    b4 @3.2 swap @1.5
    c3 {A comment on c3.} d2

Headers first, one a line, then the moves in the notation of the game, separated by white space; after a
move, `@` and its seconds, and a comment in braces. Dice are moves like others; `out:2` says that seat 2 left
while the others went on. Where a game is played on a
tiling that somebody drew, the header `tiling` holds it, so that the record stands alone; `start` holds a
position set up by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from pavage.clock import BadTime, parse_control
from pavage.game import Game, IllegalMove, Outcome, Seat, Unreadable, winner_takes_all
from pavage.match import LEFT, Match, MatchError, read_leaving
from pavage.options import BadOption
from pavage.phrase import Phrase, PhrasedError
from pavage.registry import UnknownGame, games
from pavage.scene import OUTSIDE_THE_RULES
from pavage.tiling import BadTiling, Tiling, dump_tiling, load_tiling
from pavage.tiling.plane import FILE

VERSION = "1"
MOST_CHARACTERS = 1 << 20


class BadRecord(PhrasedError, ValueError):
    """A text that is no record of ours: what is wrong, and the line."""

    def __init__(self, line: int, key: str, /, **values: object) -> None:
        super().__init__(f"line {line}: {key} {values}", key, **values)
        self.line = line

    @property
    def phrase(self) -> Phrase:
        return Phrase("record_line", (("line", str(self.line)), ("reason", super().phrase)))


@dataclass
class Record:
    """A match and what is known about it: who sat where, when, and whatever else the headers say."""

    match: Match
    seats: tuple[str, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    """Further headers, such as date and event; kept as they are."""


def write_record(record: Record) -> str:
    match, game = record.match, record.match.game
    lines = [f"pavage {VERSION}", f"game: {game.name}", f"rules: {game.version}"]
    lines += [f"option {option.name}: {option.write(game.options[option.name])}" for option in game.declared]
    if game.tiling.code.startswith(FILE):
        lines.append(f"tiling: {dump_tiling(game.tiling)}")
    lines += [f"seat {number}: {_one_line(name)}" for number, name in enumerate(record.seats, 1)]
    if match.clock is not None:
        lines.append(f"clock: {match.clock.control}")
    lines += [f"{key}: {_one_line(value)}" for key, value in record.headers.items()]
    if match.set_up:
        lines.append(f"start: {game.layout(match.positions[0])}")
    lines.append(f"result: {_result(match.outcome)}")
    return "\n".join([*lines, "", *_body(match)]) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "*"
    return " ".join([*(f"{share:.10g}" for share in outcome.returns), outcome.reason])


def _body(match: Match) -> Iterable[str]:
    """The moves, a round of the table on each line."""
    if match.comment:
        yield _braces(match.comment)
    line: list[str] = []
    for played in match.played:
        if played.seat == 0 and line:
            yield " ".join(line)
            line = []
        line.append(played.text)
        if played.seconds is not None:
            line.append(f"@{played.seconds:.3f}".rstrip("0").rstrip("."))
        if played.comment:
            line.append(_braces(played.comment))
    if line:
        yield " ".join(line)


def _braces(comment: str) -> str:
    return "{" + comment.replace("\\", "\\\\").replace("}", "\\}") + "}"


_TOKEN = re.compile(r"\s*(?:\{((?:[^\\}]|\\.)*)\}|(\S+))", re.DOTALL)


def read_record(text: str) -> Record:
    """The match that a record tells, replayed move by move through the same gate as any other."""
    if len(text) > MOST_CHARACTERS:
        raise BadRecord(1, "record_too_long", most=MOST_CHARACTERS)
    head, body_line, body = _split(text)
    game = _game(head)
    start = None
    if "start" in head:
        line, layout = head.pop("start")
        try:
            start = game.setup(layout)
        except Unreadable as error:
            raise BadRecord(line, error.key, **error.values) from None
    control = None
    if "clock" in head:
        line, written = head.pop("clock")
        try:
            control = parse_control(written)
        except BadTime:
            raise BadRecord(line, "bad_time", text=written) from None
    match = Match(game, control, start)
    seats = _seats(head, game)
    result_line, result = head.pop("result", (1, "*"))
    _replay(match, body, body_line)
    _end(match, result, result_line)
    return Record(match, seats, {key: value for key, (_, value) in head.items()})


def _split(text: str) -> tuple[dict[str, tuple[int, str]], int, str]:
    """The headers with their lines, and the line where the body begins."""
    lines = text.split("\n")
    if lines[0].strip() != f"pavage {VERSION}":
        raise BadRecord(1, "not_a_record", text=lines[0][:40])
    head: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            if number == len(lines):
                break  # only the end of the last header: the empty line never came
            return head, number + 1, "\n".join(lines[number:])
        key, colon, value = line.partition(":")
        if not colon or key.strip() in head:
            raise BadRecord(number, "bad_header", text=line[:40])
        head[key.strip()] = (number, value.strip())
    raise BadRecord(len(lines), "truncated_record")


def _game(head: dict[str, tuple[int, str]]) -> Game[Any]:
    if "game" not in head:
        raise BadRecord(1, "no_game")
    line, name = head.pop("game")
    try:
        kind = games()[name]
    except UnknownGame as error:
        raise BadRecord(line, error.key, **error.values) from None
    rules_line, version = head.pop("rules", (line, str(kind.version)))
    if version != str(kind.version):
        raise BadRecord(rules_line, "other_rules", version=version, ours=kind.version)
    options: dict[str, object] = {}
    lines: dict[str, int] = {}
    for key in [key for key in head if key.startswith("option ")]:
        name_of = key.removeprefix("option ")
        lines[name_of], options[name_of] = head.pop(key)
    if "tiling" in head:
        tiling_line, json = head.pop("tiling")
        try:
            drawn: Tiling = load_tiling(json)
        except BadTiling as error:
            raise BadRecord(tiling_line, error.key, **error.values) from None
        boards = [option.name for option in kind.declared if option.kind == "board"]
        options.update(dict.fromkeys(boards, drawn))
    try:
        return kind(**options)
    except BadOption as error:
        at = lines.get(error.option, line)
        raise BadRecord(at, error.key, **error.values) from None


def _seats(head: dict[str, tuple[int, str]], game: Game[Any]) -> tuple[str, ...]:
    names = []
    for number in range(1, game.players + 1):
        if f"seat {number}" in head:
            names.append(head.pop(f"seat {number}")[1])
    return tuple(names)


@dataclass
class _Told:
    """A move as the text tells it."""

    line: int
    text: str
    seconds: float | None = None
    comment: str = ""


def _tell(body: str, line: int) -> tuple[str, list[_Told]]:
    """The comment before the first move, and the moves."""
    told: list[_Told] = []
    opening, place, end = "", 0, len(body.rstrip())
    while place < end:
        token = _TOKEN.match(body, place)
        start = token.start(token.lastindex or 0) if token else place
        line += body.count("\n", place, start)
        if token is None or (token[2] or "").startswith("{"):
            raise BadRecord(line, "open_comment")
        if token[1] is not None:
            comment = re.sub(r"\\(.)", r"\1", token[1], flags=re.DOTALL)
            if told:
                told[-1].comment = comment
            else:
                opening = comment
        elif re.fullmatch(r"@\d{1,9}(\.\d{1,6})?", token[2]):
            if not told:
                raise BadRecord(line, "time_without_move", text=token[2])
            told[-1].seconds = float(token[2][1:])
        else:
            told.append(_Told(line, token[2]))
        line += body.count("\n", start, token.end())
        place = token.end()
    return opening, told


def _replay(match: Match, body: str, first_line: int) -> None:
    opening, told = _tell(body, first_line)
    match.say(opening)
    for move in told:
        try:
            seat = read_leaving(move.text)
            if seat is None:
                match.play(match.game.read(match.position, move.text), spent=move.seconds)
            else:
                _leave(match, seat, move)
        except Unreadable as error:
            raise BadRecord(move.line, error.key, **error.values) from None
        except IllegalMove as error:
            raise BadRecord(move.line, "illegal", text=move.text, reason=error.refusal.phrase) from None
        if move.comment:
            match.say(move.comment)


def _leave(match: Match, seat: Seat, move: _Told) -> None:
    try:
        match.leave(seat, LEFT, spent=move.seconds)
    except MatchError as error:
        raise BadRecord(move.line, "illegal", text=move.text, reason=error.phrase) from None
    if match.ending is not None:
        raise BadRecord(move.line, "illegal", text=move.text, reason=Phrase("leaving_ends"))


def _end(match: Match, result: str, line: int) -> None:
    """Resignation, time and agreement are taken from the header; all else must be what the moves say."""
    *shares, reason = result.split() or ["*"]
    if reason in OUTSIDE_THE_RULES and match.outcome is None:
        try:
            returns = tuple(float(share) for share in shares)
        except ValueError:
            returns = ()
        shares_of_out = [returns[seat] for seat in match.out if seat < len(returns)]
        if (
            len(returns) != match.game.players
            or not all(0 <= share <= 1 for share in returns)
            or any(shares_of_out)
        ):
            raise BadRecord(line, "bad_result", text=result)
        match.ending = Outcome(_exact(returns), reason)
    if result not in _results(match):
        raise BadRecord(line, "other_result", text=result, ours=_result(match.outcome))


def _results(match: Match) -> list[str]:
    """The result lines that fit the moves: ours, then those of records that are older than a reason."""
    outcome = match.outcome
    if outcome is None or match.ending is not None:
        return [_result(outcome)]
    reasons = (outcome.reason, *match.game.former_reasons.get(outcome.reason, ()))
    return [_result(replace(outcome, reason=reason)) for reason in reasons]


def _exact(returns: tuple[float, ...]) -> tuple[float, ...]:
    """The shares as they were before they were written with ten digits: they are equal parts of a point."""
    winners = [seat for seat, share in enumerate(returns) if share > 0]
    if len(winners) == 1:
        return winner_takes_all(len(returns), winners[0])
    return tuple(1 / len(winners) if share > 0 else 0.0 for share in returns)
