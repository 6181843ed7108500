"""What a program that plays writes: `hex htp` or `polygo lines`, then its output; it plays all seats."""

from fuzz.harness import text_of
from pavage.bots.htp import HtpBot
from pavage.bots.line_protocol import LineBot
from pavage.bots.pipes import Pipes
from pavage.bots.program import LINES, Program
from pavage.bots.verdict import BotFailed, Verdict
from pavage.match import Match
from pavage.registry import OURS, games

SMALL: dict[str, dict[str, int | str]] = {
    "hex": {"size": 4},
    "polygo": {"board": "H3"},
    "marienbad": {"board": "H3"},
    "carreleurs": {"preset": "s8"},
    "blocs": {"board": 6},
}
"""Options with which a game is over soon, or has less than a thousand moves."""


class Output(Pipes):
    """The pipes to a program that writes these lines, one when it is asked, and reads nothing."""

    def __init__(self, data: bytes) -> None:
        self.name = "it"
        self._lines = data.split(b"\n")

    def send(self, text: str, deadline: float) -> None:
        text.encode()

    def line(self, deadline: float) -> str:
        if not self._lines:
            raise BotFailed(Verdict.CLOSED, self.name)
        return self._text(self._lines.pop(0))

    def unasked(self) -> None:
        return None


def check(data: bytes) -> None:
    head, _, output = data.partition(b"\n")
    name, _, protocol = text_of(head).partition(" ")
    name = name if name in OURS else "hex"
    program = Program("it", ("it",), protocol or LINES, setup=("param_player level easy",))
    bot = HtpBot(program, Output(output)) if protocol == "htp" else LineBot(program, Output(output))
    match = Match(games()[name](**SMALL.get(name, {})))
    bot.begin(match.game, 1.0)
    while match.outcome is None:
        if match.turn < 0:
            match.play(match.game.moves(match.position)[0])
            continue
        move, _ = bot.move(match, match.turn, 1.0, 0.0)
        if move is None:
            match.resign(match.turn)
        else:
            match.play(move)
    bot.over(match)
