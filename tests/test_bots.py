"""Programs that play: the line protocol and HTP, the examples, the library, files of programs, encounters."""

import io
import random
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import needs

from pavage.bots import Bot
from pavage.bots.client import _Talk
from pavage.bots.encounter import Entrant, play_encounter
from pavage.bots.line_protocol import LineBot
from pavage.bots.program import BadBots, Program, read_programs
from pavage.bots.seating import dismiss, seat_program
from pavage.bots.verdict import Verdict
from pavage.clock import TimeControl, parse_control
from pavage.formats.record import read_record
from pavage.games.hex import Hex
from pavage.match import Match
from pavage.registry import OURS, games
from pavage.table import Chair, Table
from pavage.words import words
from pavage.words.complaint import explain

EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"
SLOW = {"start": 60.0, "seconds": 60.0}
"""Machines that test are busy."""


def python(code, **more):
    return Program("bot", (sys.executable, "-c", code), **SLOW, **more)


def example(name, *argv):
    return Program(name, argv, folder=EXAMPLES, **SLOW)


RANDOM = Entrant("random", level="random")


def against_random(program, game=None, **more):
    played = play_encounter(
        game or Hex(size=4), [Entrant(program.name, program=program), RANDOM], seed=1, **more
    )
    return played


# --- examples in three languages


def compiled(folder):
    out = folder / "random_bot_c"
    strict = ("-O2", "-Wall", "-Wextra", "-Werror")
    subprocess.run([needs("cc"), *strict, "-o", out, EXAMPLES / "random_bot.c"], check=True)
    return example("c", str(out))


def javascript(_):
    return example("js", needs("node"), "random_bot.mjs")


MAKE = {
    "python": lambda _: example("python", sys.executable, "random_bot.py"),
    "c": compiled,
    "javascript": javascript,
}


@pytest.mark.parametrize("language", MAKE)
@pytest.mark.parametrize("name", ["hex", "heinash"])
def test_an_example_plays(language, name, tmp_path):
    """Also games with dice, long turns and buttons."""
    game = Hex(size=4) if name == "hex" else games()[name]()
    played = against_random(MAKE[language](tmp_path), game)
    assert played.failures == (None, None) and played.reason not in ("forfeit", "time")
    assert read_record(played.record).match.outcome.returns == played.returns


def test_the_clever_one_beats_random():
    clever = Entrant("clever", program=example("clever", sys.executable, "clever_bot.py"))
    sides = [
        play_encounter(Hex(size=4, swap="none"), order, TimeControl(main=3)) for order in ([clever, RANDOM],)
    ]
    assert [side.returns for side in sides] == [(1.0, 0.0)] and sides[0].failures == (None, None)


def test_the_file_of_examples_can_be_read():
    programs = read_programs(EXAMPLES / "bots.toml")
    assert set(programs) == {"random-python", "clever", "random-c", "random-js", "engine"}
    assert programs["engine"].plays("hex") and not programs["engine"].plays("polygo")
    assert programs["clever"].plays("polygo") and programs["clever"].argv[0] == sys.executable
    assert all(
        (EXAMPLES / word).exists()
        for program in programs.values()
        for word in program.argv
        if "." in word[-4:-2]
    )


# --- HTP


def test_our_own_engine_as_a_stranger():
    """One start, many games: with either swap rule, after a swap, from other stones."""
    argv = (sys.executable, "-m", "pavage", "htp")
    setup = ("param_player level easy", "param_player seed 3")
    engine = Program("engine", argv, "htp", setup=setup, **SLOW)
    sitter = seat_program(engine, Hex(size=4))
    for swap in ("mirror", "colours", "none"):
        for opening in ((), ("b3",), ("b3", "swap") if swap != "none" else ("a1", "b2")):
            for order in (0, 1):
                entrants, sitters = [Entrant("e", program=engine), RANDOM], [sitter, None]
                if order:
                    entrants.reverse()
                    sitters.reverse()
                game = Hex(size=4, swap=swap)
                played = play_encounter(game, entrants, opening=opening, sitters=sitters)
                assert played.failures == (None, None) and played.reason == "connection", (played, opening)
    assert dismiss(sitter, 60.0) is None


def test_the_engine_swaps_at_our_table():
    argv = (sys.executable, "-m", "pavage", "htp")
    engine = Program("engine", argv, "htp", setup=("param_player simulations 2000",), **SLOW)
    played = play_encounter(Hex(size=5), [RANDOM, Entrant("e", program=engine)], opening=("c3",))
    assert played.moves[:2] == ("c3", "swap") and played.failures[1] is None


HTP = """
import sys
for line in sys.stdin:
    number, command, *rest = line.split()
    answer = {"list_commands": "genmove\\nplay", "genmove": MOVE}.get(command, "")
    print(f"={number} {answer}\\n", flush=True)
    if command == "quit":
        break
"""


@pytest.mark.parametrize(
    ("move", "verdict"),
    [
        ("'a1'", Verdict.ILLEGAL),
        ("'swap-pieces'", Verdict.ILLEGAL),
        ("'zz'", Verdict.UNREADABLE),
        ("''", Verdict.UNREADABLE),
    ],
)
def test_htp_programs_are_judged_like_others(move, verdict):
    played = against_random(python(HTP.replace("MOVE", move), protocol="htp"), opening=("a1", "b1"))
    assert played.failures[0].verdict == verdict


def test_a_number_of_htp_with_thousands_of_digits():
    code = HTP.replace("MOVE", "'a1'").replace("={number}", "={'9' * 5000}")
    assert against_random(python(code, protocol="htp")).failures[0].verdict == Verdict.STALE


def test_htp_programs_may_resign_and_play_nothing_but_hex():
    played = against_random(python(HTP.replace("MOVE", "'resign'"), protocol="htp"))
    assert played.reason == "resignation" and played.failures == (None, None)
    polygo = games()["polygo"](board="H3")
    assert against_random(python(HTP, protocol="htp"), polygo).failures[0].verdict == Verdict.REFUSED


# --- the line protocol


def test_a_conversation(capfd):
    """All that a program is told, in a game of Hex that begins with a position that somebody set up."""
    out = io.StringIO()

    class Last(Bot):
        name = "last"

        def move(self, turn):
            assert turn.seat == turn.match.turn and turn.seconds == 9.5
            print("a1")  # no answer, but a word to whoever writes the bot
            return turn.legal[-1]

    Last().run(
        io.StringIO(
            "1 hello pavage 1\n2 game hex size=3 swap=none\nposition a1 b1\n3 turn 1 9.5\n"
            "position a1 b1 c3\n4 turn 2 9.5\nstart red:a1,a2 blue:b1 turn:2\nposition\n5 turn 2 9.5\n"
            "over 1 0 connection\n6 dance\n7 game chess\n8 game hex size=3 swap=none\n"
            "position a1 a1\n9 turn 1 1\nquit\n10 hello pavage 1\n"
        ),
        out,
    )
    said = out.getvalue().splitlines()
    assert said[:5] == ["=1 last", "=2", "=3 c3", "=4 b3", "=5 c3"]
    assert [line.split()[0] for line in said[5:]] == ["?6", "?7", "=8", "?9"]
    assert capfd.readouterr().out == "", "what a bot prints goes elsewhere"


ANSWERS = """
import sys
for line in sys.stdin:
    words = line.split()
    if not words[0].isdigit():
        continue
    number, command = words[:2]
    if command == "turn":
        print(ANSWER, flush=True)
    else:
        print(f"={number} bot", flush=True)
"""


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("f'={number} a1 wins'", Verdict.LIED),
        ("f'={number} a1 a2'", Verdict.UNREADABLE),
        ("f'={number} a99'", Verdict.UNREADABLE),
        ("f'={number} ' + 'a' * 5000", Verdict.UNREADABLE),
        ("f'={number}'", Verdict.UNREADABLE),
        ("'a1'", Verdict.UNREADABLE),
        ("'= a1'", Verdict.UNREADABLE),
        ("'=1 a1'", Verdict.STALE),
        ("'=' + '9' * 5000 + ' a1'", Verdict.STALE),
        ("f'?{number} I am tired'", Verdict.REFUSED),
        ("f'={number} b1\\x1b[2J'", Verdict.BINARY),
    ],
)
def test_answers_that_are_none(answer, verdict):
    played = against_random(python(ANSWERS.replace("ANSWER", answer)))
    assert played.failures[0].verdict == verdict and played.reason == "forfeit"


@pytest.mark.parametrize(("stones", "verdict"), [("a3 a1 b2 a2", None), ("a2 a1 b2 b1", Verdict.LIED)])
def test_comments_are_fine_and_claims_are_checked(stones, verdict):
    """c1 joins b2 and a3 to the top; without a3 it wins nothing yet."""
    code = ANSWERS.replace("ANSWER", "'#' + ' thinking' * 100 + f'\\n\\n={number} c1 WINS'")
    played = against_random(python(code), Hex(size=3, swap="none"), opening=stones.split())
    assert (played.failures[0] and played.failures[0].verdict) == verdict
    assert played.returns == ((0.0, 1.0) if verdict else (1.0, 0.0))


def test_a_program_can_play_several_games_with_one_start():
    program = example("python", sys.executable, "random_bot.py")
    game = Hex(size=3)
    sitter = seat_program(program, game)
    pid = sitter.process.pid
    for _ in range(3):
        entrants = [Entrant("bot", program=program), RANDOM]
        assert play_encounter(game, entrants, sitters=[sitter, None]).failures == (None, None)
    assert sitter.process.pid == pid and dismiss(sitter, 60.0) is None


@pytest.mark.parametrize("name", OURS)
def test_every_game_can_be_told_to_a_bot(name):
    """Game and options, position as moves, turn: what a bot replays is what lies on the table."""

    class Wire:
        """Both ends in one process."""

        def __init__(self, talk):
            self.talk = talk

        def send(self, text, _):
            for line in text.splitlines():
                self.talk.hear(line)

        def line(self, _):
            said = self.talk.out.getvalue()
            self.talk.out.seek(0)
            self.talk.out.truncate()
            return said.strip("\n")

        def unasked(self):
            return None

    class Follower(Bot):
        def move(self, turn):
            self.seen = turn.position
            return random.Random(len(turn.moves)).choice(turn.legal)

    game = games()[name]()
    follower = Follower()
    program = Program("follower", ("x",))
    bot = LineBot(program, Wire(_Talk(follower, io.StringIO())))
    bot.begin(game, 60)
    table = Table(Match(game), [Chair("x", "bot")] * game.players, random.Random(1))
    for _ in range(12):
        if table.match.outcome is not None:
            break
        position = table.match.position
        move, claims = bot.move(table.match, table.match.turn, 5.0, 1e18)
        assert follower.seen == position and not claims
        table.play(move)
    assert len(table.match.played) > 3 or table.match.outcome


# --- encounters


def test_levels_meet_with_a_clock_and_an_opening():
    entrants = [Entrant("easy", level="easy"), RANDOM]
    played = play_encounter(Hex(size=4), entrants, parse_control("30s"), seed=5, opening=("a1", "swap"))
    assert played.moves[:2] == ("a1", "swap") and played.failures == (None, None)
    assert "seat 1: easy" in played.record and "clock: 30s" in played.record


def test_the_same_seed_gives_the_same_game():
    entrants = [Entrant("easy", level="easy", simulations=40), RANDOM]
    first, second = (play_encounter(Hex(size=4), entrants, seed=9, exact=True) for _ in range(2))
    assert first.moves == second.moves


def test_an_opening_may_end_the_game():
    game = Hex(size=2, swap="none")
    played = play_encounter(game, [RANDOM, RANDOM], opening=("a1", "b1", "a2", "b2"))
    assert played.reason == "connection" and len(played.moves) == 3


# --- files of programs


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[a", "“bots.toml”, line 1, column 3: this is not TOML"),
        ("a = " + "[" * 3000, "line 1, column 1: this is not TOML"),
        ("[a]\nargv = ['x']\nmemory = " + "9" * 5000, "this is not TOML"),
        ("a = 1", "a: say how it is started"),
        ("[a]\nargv = []", "a: say how it is started"),
        ("[a]\nargv = 'rm -rf'", "the value of argv"),
        ("[a]\nargv = [1]", "the value of argv"),
        ("[a]\nargv = ['x']\nprotocol = 'uci'", "the value of protocol"),
        ("[a]\nargv = ['x']\nseconds = 0", "the value of seconds"),
        ("[a]\nargv = ['x']\nmemory = 1.5", "the value of memory"),
        ("[a]\nargv = ['x']\nmemory = true", "the value of memory"),
        ("[a]\nargv = ['x']\nspeed = 1", "“speed” means nothing here"),
        ("['a b']\nargv = ['x']", "“a b” is not a name"),
    ],
)
def test_mistakes_in_a_file_are_named(text, said, tmp_path):
    file = tmp_path / "bots.toml"
    file.write_text(text)
    with pytest.raises(BadBots) as caught:
        read_programs(file)
    assert said in explain(words("en"), caught.value)
    assert explain(words("fr"), caught.value) != explain(words("en"), caught.value)


# --- what the documentation says


def blocks(language):
    text = (EXAMPLES.parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")
    return [part.split("```")[0] for part in text.split(f"```{language}\n")[1:]]


def test_the_bot_of_the_documentation_plays(tmp_path):
    bot, _ = blocks("python")
    (tmp_path / "bot.py").write_text(bot)
    program = Program("bot", (sys.executable, "bot.py"), folder=tmp_path, **SLOW)
    assert against_random(program).failures == (None, None)
    assert len([line for line in bot.splitlines() if line.strip()]) <= 10


def test_the_encounter_of_the_documentation(monkeypatch, capsys):
    monkeypatch.chdir(EXAMPLES.parent.parent)
    exec(compile(blocks("python")[1], "docs/bots.md", "exec"), {})
    assert capsys.readouterr().out.endswith("['None', 'None']\n")


def test_the_file_of_the_documentation(tmp_path):
    (tmp_path / "bots.toml").write_text(blocks("toml")[0])
    programs = read_programs(tmp_path / "bots.toml")
    assert programs["mohex"].protocol == "htp" and programs["mohex"].setup == ("param_mohex max_time 5",)


def test_the_conversation_of_the_documentation():
    """The lines to a program in docs/bots.md are those that we send."""
    text = (EXAMPLES.parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")
    shown = [line[6:] for line in text.splitlines() if line.startswith("    > ")]
    sent = []

    class Wire:
        def send(self, text, _):
            sent.extend(text.splitlines())
            self.number = sent[-1].split()[0]

        def line(self, _):
            return f"={self.number} " + ("c3" if " turn " in sent[-1] else "random legal")

        def unasked(self):
            return None

    game = Hex(size=5)
    match = Match(game)
    bot = LineBot(Program("x", ("x",)), Wire())
    bot.begin(game, 1.0)
    for move in ("b4", "swap"):
        match.play(game.read(match.position, move))
    bot.move(match, 0, 298.25, 1e18)
    for said, documented in zip(sent, shown, strict=False):
        assert said == documented or (documented.endswith("…") and said.startswith(documented[:-1]))
    assert len(sent) == 5
