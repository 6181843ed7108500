"""A tournament as a TOML file says it: game, options, time, system, openings, entrants, all checked."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pavage.bots.program import LINES, PROTOCOLS, Program, read_programs
from pavage.bots.toml_file import MOST_BYTES, BadToml, read_toml
from pavage.clock import BadTime, TimeControl, parse_control
from pavage.game import Game, IllegalMove, Unreadable
from pavage.match import Match
from pavage.options import BadOption
from pavage.phrase import Phrase, PhrasedError
from pavage.players.levels import COMPUTERS
from pavage.registry import games

SYSTEMS = ("round-robin", "double", "swiss", "knockout", "gauntlet")
MOST_ENTRANTS = 256
MOST_GAMES = 1_000_000
LONGEST_NAME = 32

KEYS = (
    "name",
    "game",
    "options",
    "system",
    "games",
    "rounds",
    "clock",
    "seed",
    "parallel",
    "openings",
    "bots",
    "entrant",
)
ENTRANT_KEYS = ("name", "level", "bot", "protocol", "relay")


class BadPlan(PhrasedError, ValueError):
    """A file that tells no tournament."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(f"{key} {values}", f"tournament.bad.{key}", **values)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part: a level of ours, a program, or a program whose moves a person carries."""

    name: str
    level: str = ""
    program: Program | None = None
    told: str = ""
    """How the file names the program: the same on every machine."""

    @property
    def carried(self) -> bool:
        return not self.level and self.program is None


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament before any game is played."""

    name: str
    game: Game[Any]
    system: str
    games: int
    """In every meeting."""
    rounds: int
    """Of a Swiss tournament."""
    control: TimeControl | None
    seed: int
    parallel: int | None
    openings: tuple[tuple[str, ...], ...]
    entrants: tuple[Entrant, ...]
    folder: Path
    """Where the file lies; the programs are named from there."""

    @property
    def terms(self) -> dict[str, Any]:
        """All that results depend on: with other terms it is another tournament."""
        game = self.game
        return {
            "game": f"{game.name} {game.version}",
            "options": {each.name: each.write(game.options[each.name]) for each in game.declared},
            "system": self.system,
            "games": self.games,
            "rounds": self.rounds,
            "clock": str(self.control) if self.control else "",
            "seed": self.seed,
            "openings": [" ".join(opening) for opening in self.openings],
            "entrant": [[one.name, one.level, one.told] for one in self.entrants],
        }


def read_plan(path: Path) -> Plan:
    """The tournament of a file. What is wrong with it raises BadPlan; a file that is not there, OSError."""
    with path.open("rb") as file:
        return plan_in(file.read(MOST_BYTES + 1), path)


def plan_in(data: bytes, path: Path) -> Plan:
    """The same from what the file at this place holds."""
    try:
        table = read_toml(data)
    except BadToml as error:
        raise BadPlan("toml", file=path.name, line=error.line, column=error.column) from None
    return plan_of(table, path)


def plan_of(table: Mapping[str, Any], path: Path) -> Plan:
    """The same from a table that was read."""
    try:
        return _plan(table, path)
    except BadPlan as error:
        error.values["file"] = path.name
        raise


def _plan(table: Mapping[str, Any], path: Path) -> Plan:
    _known(table, KEYS, "")
    game = _game(table)
    entrants = _entrants(table.get("entrant"), game.players, _programs(table, path), path)
    for number, one in enumerate(entrants, 1):
        if one.program is not None and not one.program.plays(game.name):
            takes = Phrase("tournament.takes.plays", (("game", game.name),))
            raise _bad(f"entrant {number}, bot", one.told, takes)
    system = _choice(table, "system", SYSTEMS, "round-robin")
    if system == "knockout" and game.players != 2:
        raise _bad("system", system, Phrase("tournament.takes.two"))
    each = 1 if system in ("round-robin", "swiss") else game.players
    count = _whole(table, "games", each, 1, MOST_GAMES)
    if system == "double" and count % game.players:
        raise _bad("games", count, Phrase("tournament.takes.multiple", (("number", str(game.players)),)))
    if "rounds" in table and system != "swiss":
        raise _bad("rounds", table["rounds"], Phrase("tournament.takes.swiss_only"))
    rounds = _whole(table, "rounds", max(1, (len(entrants) - 1).bit_length()), 1, 1000)
    return Plan(
        name=_text(table, "name", path.stem, longest=80),
        game=game,
        system=system,
        games=count,
        rounds=rounds if system == "swiss" else 0,
        control=_control(table),
        seed=_whole(table, "seed", 0, 0, 2**63 - 1),
        parallel=_whole(table, "parallel", 1, 1, 1024) if "parallel" in table else None,
        openings=_openings(table, game),
        entrants=entrants,
        folder=path.parent.resolve(),
    )


def _bad(key: str, value: object, takes: object) -> BadPlan:
    return BadPlan("value", at=key, value=_quoted(value), takes=takes)


def _quoted(value: object) -> str:
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _known(table: Mapping[str, Any], keys: Sequence[str], within: str) -> None:
    for key in table:
        if key not in keys:
            raise BadPlan("unknown", at=f"{within}{_quoted(key)}", known=", ".join(keys))


def _game(table: Mapping[str, Any]) -> Game[Any]:
    if "game" not in table:
        raise BadPlan("missing", at="game", takes=", ".join(games()))
    name = table["game"]
    if not isinstance(name, str) or name not in games():
        raise _bad("game", name, ", ".join(games()))
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise _bad("options", options, Phrase("tournament.takes.options"))
    try:
        game = games()[name](**options)
    except BadOption as error:
        raise _bad(f"options.{error.option}", error.value, error.takes) from None
    if game.players < 2:
        raise _bad("game", name, Phrase("tournament.takes.opponents"))
    return game


def _programs(table: Mapping[str, Any], path: Path) -> Mapping[str, Program]:
    """The programs of the file that `bots` names, from the folder of the tournament."""
    if "bots" not in table:
        return {}
    return read_programs(path.parent / _text(table, "bots", "", longest=200))


def _entrants(listed: object, seats: int, programs: Mapping[str, Program], path: Path) -> tuple[Entrant, ...]:
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise BadPlan("missing", at="[[entrant]]", takes=Phrase("tournament.takes.entrants"))
    if not seats <= len(listed) <= MOST_ENTRANTS:
        raise _bad("[[entrant]]", len(listed), f"{seats}..{MOST_ENTRANTS}")
    entrants: list[Entrant] = []
    for number, one in enumerate(listed, 1):
        entrant = _entrant(one, number, programs, path)
        if "," in entrant.name:  # the relay names them in a row
            raise _bad(f"entrant {number}, name", entrant.name, Phrase("tournament.takes.no_comma"))
        if any(entrant.name == other.name for other in entrants):
            raise _bad(f"entrant {number}, name", entrant.name, Phrase("tournament.takes.another_name"))
        entrants.append(entrant)
    return tuple(entrants)


def _entrant(one: Mapping[str, Any], number: int, programs: Mapping[str, Program], path: Path) -> Entrant:
    within = f"entrant {number}, "
    _known(one, ENTRANT_KEYS, within)
    kinds = [key for key in ("level", "bot", "relay") if one.get(key, False) is not False]
    if len(kinds) != 1:
        raise BadPlan("missing", at=f"{within}level", takes=Phrase("tournament.takes.one_kind"))
    name = _text(one, "name", one.get("level") or one.get("bot"), within)
    if kinds == ["relay"]:
        if one["relay"] is not True:
            raise _bad(f"{within}relay", one["relay"], "true")
        return Entrant(name)
    if kinds == ["level"]:
        return Entrant(name, _choice(one, "level", COMPUTERS, "", within))
    return _program_entrant(one, name, within, programs, path)


def _program_entrant(
    one: Mapping[str, Any], name: str, within: str, programs: Mapping[str, Program], path: Path
) -> Entrant:
    """A program: one of the file of bots by its name there, or words to start it with."""
    bot = one["bot"]
    if isinstance(bot, str) and "protocol" not in one:
        if bot not in programs:
            takes = ", ".join(programs) or Phrase("tournament.takes.bots")
            raise _bad(f"{within}bot", bot, takes)
        return Entrant(name, program=replace(programs[bot], name=name), told=bot)
    if not (isinstance(bot, list) and bot and all(isinstance(word, str) and word for word in bot)):
        raise _bad(f"{within}bot", bot, Phrase("tournament.takes.argv"))
    protocol = _choice(one, "protocol", PROTOCOLS, LINES, within)
    argv = tuple(word.replace("{python}", sys.executable) for word in bot)
    program = Program(name, argv, protocol, folder=path.parent.resolve())
    return Entrant(name, program=program, told=" ".join([protocol, *bot]))


def _text(
    table: Mapping[str, Any], key: str, usual: object, within: str = "", longest: int = LONGEST_NAME
) -> str:
    value = table.get(key, usual)
    if not (isinstance(value, str) and value.strip().isprintable() and 0 < len(value.strip()) <= longest):
        takes = Phrase("tournament.takes.text", (("longest", str(longest)),))
        if key not in table:
            raise BadPlan("missing", at=f"{within}{key}", takes=takes)
        raise _bad(f"{within}{key}", value, takes)
    return value.strip()


def _choice(table: Mapping[str, Any], key: str, choices: Sequence[str], usual: str, within: str = "") -> str:
    value = table.get(key, usual)
    if value not in choices:
        raise _bad(f"{within}{key}", value, ", ".join(choices))
    return str(value)


def _whole(table: Mapping[str, Any], key: str, usual: int, low: int, high: int) -> int:
    value = table.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _bad(key, value, f"{low}..{high}")
    return value


def _control(table: Mapping[str, Any]) -> TimeControl | None:
    if "clock" not in table:
        return None
    try:
        return parse_control(str(table["clock"]))
    except BadTime:
        raise _bad("clock", table["clock"], "10m, 10m+5s, 10m+3x30s, 5s/move") from None


def _openings(table: Mapping[str, Any], game: Game[Any]) -> tuple[tuple[str, ...], ...]:
    """The openings, each played once to see that it can be."""
    listed = table.get("openings", [])
    if not (isinstance(listed, list) and all(isinstance(one, str) for one in listed)):
        raise _bad("openings", listed, Phrase("tournament.takes.openings"))
    for number, text in enumerate(listed, 1):
        match = Match(game)
        for word in text.split():
            try:
                match.play(game.read(match.position, word))
            except (Unreadable, IllegalMove):
                takes = Phrase("tournament.takes.legal", (("move", word),))
                raise _bad(f"openings {number}", text, takes) from None
        if match.outcome is not None:
            raise _bad(f"openings {number}", text, Phrase("tournament.takes.open"))
    return tuple(tuple(text.split()) for text in listed)
