"""What other programs and their keepers write: HTP, lines of bots, files of tournaments and of bots."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pavage.bots.htp import HtpBot
from pavage.bots.line_protocol import LineBot
from pavage.bots.pipes import Pipes
from pavage.bots.program import LINES, Program, programs_in
from pavage.bots.verdict import BotFailed, Verdict
from pavage.htp import conversation, engine
from pavage.htp.engine import COMMANDS, Engine
from pavage.match import Match
from pavage.phrase import PhrasedError
from pavage.players.fast import hex_expert
from pavage.players.fast.hex_solver import HexSolver, Report, Solution
from pavage.tournament.plan import plan_in
from pavage.words import words

from .parser import Parser
from .places import NAMES, small
from .texts import DATA, text_of

EXAMPLES = DATA.parents[1] / "examples"
FILES = ("loadsgf", "exec")
"""Commands that open whatever file is named: only those of our own are opened here."""

# --- the Hex Text Protocol


@dataclass
class Watched(Engine):
    """An engine that tells the mistakes that it would pass over."""

    mistake: Exception | None = None

    def obey(self, words: Sequence[str]) -> str:
        if words and words[0] in FILES:
            words = [words[0], str(DATA / "sgf" / "good" / os.path.basename(words[-1]))]
        try:
            return super().obey(words)
        except (PhrasedError, OSError, MemoryError):
            raise
        except Exception as error:
            self.mistake = error
            raise


LINES_TOLD = 20
"""Of a conversation: each is answered within 200 ms, and all of them together."""
LOOKS, EVALUATIONS = 2, 8
"""Of a search and of a solver: what is asked and answered is tested here, not how well."""


class Hurried:
    """A search that looks a few times only, whatever it is told."""

    def __init__(self, search: Any) -> None:
        self._search = search

    def search(self, board: bytes, colour: int, allowed: bytes, most: int, *more: Any) -> Any:
        return self._search.search(board, colour, allowed, min(most or LOOKS, LOOKS), *more)


class HurriedSolver(HexSolver):
    """A solver that gives up soon: it would tell how far it is, and could be stopped, every 8 ms."""

    def solve(
        self,
        board: bytes,
        colour: int,
        *,
        evaluations: int = 0,
        seconds: float = 0.0,
        report: Report | None = None,
    ) -> Solution:
        few = min(evaluations or EVALUATIONS, EVALUATIONS)
        solution = super().solve(board, colour, evaluations=few, seconds=seconds, report=report)
        if report is not None and not solution.winner:
            report(solution.evaluations, solution.nodes, 1.0, 1.0, solution.move)
        return solution


class HurriedTools(hex_expert.Tools):
    """Both of them."""

    def new_search(self, size: int, without: frozenset[str]) -> Any:
        return Hurried(super().new_search(size, without))

    def new_solver(self, size: int) -> HexSolver:
        return HurriedSolver(size, hex_expert.SOLVER_MEMORY)


@contextmanager
def hurried() -> Iterator[None]:
    """The search of an opening cannot be interrupted, and may take 30 ms; a solver takes 8 ms."""
    tools = hex_expert.Tools
    hex_expert.Tools = HurriedTools  # type: ignore[misc]
    engine.HexSolver = HurriedSolver  # type: ignore[misc]
    try:
        yield
    finally:
        hex_expert.Tools = tools  # type: ignore[misc]
        engine.HexSolver = HexSolver  # type: ignore[misc]


def talk_htp(data: bytes) -> None:
    """A conversation: every line is answered once, with its number; a search is interrupted at once."""
    assert conversation.ROOMS
    with hurried():
        _talk(Watched(words("en")), data)


def _talk(told: Watched, data: bytes) -> None:
    told.interrupted = lambda: True
    for line in data.split(b"\n")[:LINES_TOLD]:
        answer = told.answer(text_of(line))
        if told.mistake is not None:
            raise told.mistake
        assert answer is None or (
            answer[0] in "=?" and answer.endswith("\n\n") and answer.count("\n\n") == 1
        ), line
        if told.over:
            break


def htp_seeds() -> list[bytes]:
    games = [
        b"boardsize 5\nplay b c3\nplay w swap-pieces\nshowboard\nall_legal_moves\nundo\nundo\nundo",
        b"1 name\n2 version # comment\nlist_commands\n\nknown_command play\nhexgui-analyze_commands\nquit",
        b"boardsize 4 4\nplay-game a1 b2 c3 d4\nfinal_score\ntime_left b 10\ntime_left\nclear_board",
        b"loadsgf a.sgf 3\nloadsgf hexgui.sgf\nshowboard",
        b"param_game allow_swap 0\nparam_game swap sides\nparam_game game_time 60\nplay b a1\nplay w "
        b"swap\nundo",
        b"boardsize 3\nplay b b2\ndfpn-solve-state w\ndfpn-solver-find-winning w\ndfpn-get-pv "
        b"w\ndfpn-clear-tt",
        b"boardsize 6\nplay b c3\nplay w d2\nvc-build b\nvc-get-mustplay w\nvc-between-cells north c3 b full",
        b"boardsize 6\nplay b c3\ncompute-inferior w\ncompute-fillin b\ncompute-vulnerable w",
    ]
    games += [
        b"boardsize 4\nparam_player level %b\nparam_player seed 1\ngenmove b\nreg_genmove w" % level
        for level in (b"random", b"easy", b"best")
    ]
    return games


HTP = Parser(
    "htp",
    talk_htp,
    htp_seeds,
    [*(f"{name} ".encode() for name in sorted(COMMANDS)), b"\n", b"\n", b" b ", b" w ", b"a1 ", b"c3 ",
    b"north ",
     b"swap-sides", b"swap-pieces", b"swap", b"resign", b"boardsize 3\n", b"boardsize 26\n", b"memory ",
     b"seed ",
     b"simulations 1", b"timelimit 0.1", b"# interrupt", b"1 ", b"full", b"semi", b"level best\n",
     b"use_network 0\n"],
    longest=1500,
    lines=lambda data: min(data.count(b"\n") + 1, LINES_TOLD),
)  # fmt: skip

# --- programs that play


class Told(Pipes):
    """The pipes to a program that has written all this, and reads nothing."""

    def __init__(self, data: bytes) -> None:
        self.name = "it"
        self._lines = data.split(b"\n")

    def send(self, text: str, deadline: float) -> None:
        text.encode()

    def line(self, deadline: float) -> str:
        if not self._lines:
            raise BotFailed(Verdict.CLOSED, self.name)
        return self._text(self._lines.pop(0))

    def unasked(self) -> str | None:
        return None


def talk_with_bot(data: bytes) -> None:
    """`hex htp` or `polygo lines` on the first line, then what the program says; it plays both seats."""
    head, _, rest = data.partition(b"\n")
    name, _, protocol = text_of(head).partition(" ")
    game = small(name if name in NAMES else "hex")
    kind = HtpBot if protocol == "htp" else LineBot
    bot = kind(Program("it", ("it",), protocol or LINES, setup=("param_player level easy",)), Told(rest))  # type: ignore[arg-type]
    bot.begin(game, 1.0)
    match = Match(game)
    while match.outcome is None:
        if match.turn < 0:
            match.play(game.moves(match.position)[0])
            continue
        move, _ = bot.move(match, match.turn, 1.0, 0.0)
        if move is None:
            match.resign(match.turn)
        else:
            match.play(move)
    bot.over(match)


def bot_seeds() -> list[bytes]:
    found = [
        b"hex htp\n=1 boardsize\nclear_board\nplay\ngenmove\nparam_game\n\n=2 "
        b"\n\n=3\n\n=4\n\n=5\n\n=6 a1\n\n=7\n\n=8 b2\n",
        b"hex htp\n= name\n\n?2 no\n\n# comment\n=3\n\n=4\n\n=5 c3\n\n=6\n\n=7 "
        b"swap-pieces\n\n=8\n\n=9 resign\n\n",
    ]
    for name in NAMES:
        game = small(name)
        match = Match(game)
        lines = [f"{name} lines", "=1 it legal", "=2"]
        while match.outcome is None and len(lines) < 9:
            move = game.moves(match.position)[0]
            if match.turn >= 0:
                lines.append(f"={len(lines)} {game.write(match.position, move)}")
            match.play(move)
        found.append("\n".join([*lines, f"={len(lines)} resign"]).encode())
    return found


BOT = Parser(
    "bot",
    talk_with_bot,
    bot_seeds,
    [b"\n", b"\n\n", b"= ", b"? ", b"=1 ", b"=2 ", b"=3 ", b"=4 a1\n", b"=5 b2 wins\n", b"=6 resign\n",
    b"# x\n",
     b"swap", b"pass", b" wins", b"list_commands", b"genmove", b"time_left", b"param_game", b"legal", b"=03 ",
     b" lines\n", b" htp\n"],
    longest=4000,
)  # fmt: skip

# --- files


def read_tournament(data: bytes) -> None:
    plan = plan_in(data, EXAMPLES / "hex7.toml")
    assert plan.terms["entrant"] and plan.system


def tournament_seeds() -> list[bytes]:
    small = (DATA / "tournaments" / "small.toml").read_bytes()
    entrants = b'[[entrant]]\nname = "A"\nlevel = "easy"\n'
    entrants += b'[[entrant]]\nname = "B"\nbot = ["{python}", "x"]\nprotocol = "lines"\n'
    return [
        (EXAMPLES / "hex7.toml").read_bytes(),
        small,
        b'game = "hex"\nsystem = "swiss"\nrounds = 3\nclock = "1m+1s"\nseed = 7\nparallel = 2\n' + entrants,
        b'game = "polygo"\nopenings = ["a1 b2", "pass"]\noptions = { board = "H4", players = 2 }\n'
        + entrants,
        b'name = "x"\ngame = "marienbad"\nsystem = "knockout"\ngames = 4\n' + entrants,
        b'game = "hextra"\nsystem = "gauntlet"\n[options]\nplayers = 2\n' + entrants,
    ]


TOURNAMENT = Parser(
    "tournament",
    read_tournament,
    tournament_seeds,
    (
        b'[[entrant]]\n|name = "C"\n|level = "hard"\n|level = 3\n|relay = true\n|bot = "clever"\n|bot '
        b"= []\n|bot = [1]\n|"
        b'bots = "bots/bots.toml"\n|bots = ""\n|bots = "."\n|protocol = "lines"\n|[options]\n|size = '
        b'5\n|size = "5"\n|'
        b'system = "double"\n|system = []\n|system = {}\n|games = 3\n|rounds = 2\n|clock = 5\n|clock '
        b'= "1m"\n|seed = -1\n|'
        b'parallel = 0\n|openings = ["a1"]\n|openings = [[]]\n|game = "labyrinthe"\n|game = []\n|'
        b"1979-05-27|inf|nan|"
        b"{ a = 1 }|[ ]|[[a]]\n|a.b.c = 1\n|'''|" + b'"""|board = "R5"\n|preset = "x"\n|players = 3\n'
    ).split(b"|"),
)


def read_bots(data: bytes) -> None:
    programs = programs_in(data, Path("/nowhere/bots.toml"))
    for name, program in programs.items():
        assert program.name == name and program.argv and isinstance(program.plays("hex"), bool)


BOTS = Parser(
    "bots",
    read_bots,
    lambda: [
        (EXAMPLES / "bots" / "bots.toml").read_bytes(),
        b'[a]\nargv = ["x"]\nprotocol = "htp"\ngames = ["hex"]\nstart = 2.5\nseconds = 3\nmemory = '
        b"10\nprocesses = 2\n",
    ],
    (
        b'[a]\n|[b.c]\n|argv = ["x", "{python}"]\n|argv = []\n|argv = "x"\n|argv = [1]\n|protocol = '
        b'"lines"\n|protocol = []\n|'
        b'protocol = {}\n|games = ["hex"]\n|games = "hex"\n|setup = [""]\n|start = 0\n|start = inf\n|'
        b"seconds = nan\n|"
        b"memory = 1.5\n|memory = true\n|processes = 1\n|x = 1\n|1979-05-27|{ a = 1 }|[[a]]\n|'''|" + b'"""'
    ).split(b"|"),
)
PARSERS = (HTP, BOT, TOURNAMENT, BOTS)
