"""One conversation: what was set up, and the one table of commands. Each command is one small function."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pavage.htp.board import BLACK, WHITE, Board, Refused
from pavage.phrase import PhrasedError
from pavage.players.fast.hex_solver import HexSolver
from pavage.players.thought import Player
from pavage.words import Words

Answer = Callable[["Engine", Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class Command:
    """What a name does, how many arguments it takes, and its line in the menus of HexGui, if it has one."""

    answer: Answer
    least: int
    most: int | None
    menu: str


COMMANDS: dict[str, Command] = {}
"""Every command by name."""


def command(name: str, least: int = 0, most: int | None = 0, menu: str = "") -> Callable[[Answer], Answer]:
    """Put a function into the table; `most` of None is any number, `menu` is type/label/arguments."""

    def enter(answer: Answer) -> Answer:
        COMMANDS[name] = Command(answer, least, most, menu)
        return answer

    return enter


@dataclass
class Settings:
    """What the `param_…` commands change."""

    allow_swap: bool = True
    swap: str = "pieces"
    game_time: float = 0.0
    level: str = "best"
    simulations: int = 0
    seconds: float = 0.0
    seed: int = -1
    resign: bool = False
    use_network: bool = True
    use_solver: bool = True
    use_connections: bool = True
    use_inferior: bool = True
    use_patterns: bool = True
    use_rave: bool = True
    use_bridges: bool = True
    timelimit: float = 0.0
    memory: int = 1024
    use_guifx: bool = False


@dataclass(frozen=True, slots=True)
class Period:
    """After the main time: so many moves in so many seconds, again and again."""

    seconds: float
    stones: int


@dataclass
class Engine:
    """The state of a conversation. `answer` takes a line and gives what the protocol writes back."""

    words: Words
    board: Board = field(default_factory=Board)
    settings: Settings = field(default_factory=Settings)
    left: dict[int, float] = field(default_factory=dict)
    """Seconds that each colour has left, once somebody told."""
    stones: dict[int, int] = field(default_factory=dict)
    """Moves that a colour has to make in what is left, where its time is that of a period."""
    period: Period | None = None
    interrupted: Callable[[], bool] = lambda: False
    """Whether the client wants an answer at once."""
    over: bool = False
    depth: int = 0
    """How many files of commands are being read within each other."""
    _solver: HexSolver | None = None
    _player: tuple[tuple[str, ...], Player] | None = None

    def answer(self, line: str) -> str | None:
        """The answer with its number, None where a line asks for nothing."""
        text = re.sub(r"\s+", " ", clean(line).partition("#")[0]).strip()
        if not text:
            return None
        number = re.match(r"\d{1,18}(?= |$)", text)
        label = number[0] if number else ""
        words = text[len(label) :].split()
        try:
            return f"={label} {_lines(self.obey(words))}\n\n"
        except PhrasedError as error:
            reason = self.words(error.phrase)
        except OSError as error:
            reason = self.words("htp.file", reason=error.strerror or type(error).__name__)
        except (MemoryError, RecursionError):
            reason = self.words("htp.too_much")
        except Exception as error:  # our own mistake must not end the client's game
            print(f"pavage htp: {type(error).__name__}: {error}", file=sys.stderr)
            reason = self.words("htp.ours", reason=type(error).__name__)
        return f"?{label} {_lines(reason)}\n\n"

    def obey(self, words: Sequence[str]) -> str:
        if not words:
            raise Refused("nothing")
        name, *arguments = words
        known = COMMANDS.get(name)
        if known is None:
            raise Refused("unknown", name=name[:40])
        if len(arguments) < known.least or (known.most is not None and len(arguments) > known.most):
            takes = str(known.least) if known.least == known.most else f"{known.least}..{known.most or ''}"
            raise Refused("arguments", name=name, takes=takes, given=len(arguments))
        return known.answer(self, arguments)

    # --- clocks

    def begin_clocks(self) -> None:
        """A new game: everybody has the time of the game again."""
        main, period = self.settings.game_time, self.period
        self.left = dict.fromkeys((BLACK, WHITE), main) if main or period else {}
        self.stones = {}
        if period is not None and not main:
            self._begin_period(BLACK, period)
            self._begin_period(WHITE, period)

    def spend(self, colour: int, seconds: float) -> None:
        """A move took so long; who has made all moves of a period, or lost the main time, begins another."""
        if colour not in self.left:
            return
        self.left[colour] = max(0.0, self.left[colour] - seconds)
        if colour in self.stones:
            self.stones[colour] -= 1
        ended = self.stones[colour] < 1 if colour in self.stones else not self.left[colour]
        if ended:
            self.stones.pop(colour, None)
            if self.period is not None:
                self._begin_period(colour, self.period)

    def _begin_period(self, colour: int, period: Period) -> None:
        self.left[colour], self.stones[colour] = period.seconds, period.stones

    # --- what arguments mean

    def colour(self, text: str) -> int:
        found = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}.get(text.lower())
        if found is None:
            raise Refused("colour", text=text[:40])
        return found

    def cell(self, text: str) -> int:
        try:
            return self.board.plain.tiling.names.index(text.lower())
        except ValueError:
            raise Refused("cell", text=text[:40], size=self.board.size) from None

    def names(self, cells: Sequence[int]) -> str:
        return " ".join(self.board.plain.tiling.names[cell] for cell in sorted(cells))

    def solver(self) -> HexSolver:
        """Kept from question to question: what it learned serves again."""
        if self._solver is None or self._solver.size != self.board.size:
            try:
                self._solver = HexSolver(self.board.size, self.settings.memory << 20)
            except (RuntimeError, ValueError):
                raise Refused("no_solver", size=self.board.size) from None
        return self._solver

    def forget_solver(self) -> None:
        self._solver = None

    def keep_player(self, settings: tuple[str, ...], made: Player) -> Player:
        """Return the player of the last move, which goes on from there, if it had these settings."""
        if self._player is None or self._player[0] != settings:
            self._player = settings, made
        return self._player[1]


def number(text: str, low: float, high: float) -> float:
    """A number in a range."""
    if not re.fullmatch(r"[+-]?\d{1,12}(\.\d{0,6})?", text) or not low <= float(text) <= high:
        raise Refused("number", text=text[:40], low=f"{low:g}", high=f"{high:g}")
    return float(text)


def clean(line: str) -> str:
    """Without anything that is no text: the protocol wants control characters to be dropped."""
    return "".join(sign if sign.isprintable() else " " if sign in "\t\n\r" else "" for sign in line)


def _lines(text: str) -> str:
    """An empty line ends an answer, so none may be within it; one at the beginning is meant."""
    body = "\n".join(line for line in text.splitlines() if line.strip())
    return f"\n{body}" if body and text.startswith("\n") else body
