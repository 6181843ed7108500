"""Playing in a terminal: a pseudo-terminal for the program, and an emulator that shows what one sees."""

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import needs

pyte = pytest.importorskip("pyte")
pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

from pavage.formats.record import read_record  # noqa: E402
from pavage.terminal.full_screen import WAYS, towards  # noqa: E402
from pavage.tiling import tiling  # noqa: E402
from pavage.words import words  # noqa: E402

SOURCE = Path(__file__).parent.parent / "src"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, ESCAPE, CTRL_C, CTRL_D = "\r", "\x1b", "\x03", "\x04"
TAB, BACKTAB, CTRL_O = "\t", "\x1b[Z", "\x0f"
PATIENCE = 60
"""Seconds after which a test gives up; nothing is measured."""


def environment(**more):
    """Ours, without what would speak of another terminal: the workers of xdist are given COLUMNS."""
    others = ("LC_", "NO_COLOR", "COLUMNS", "LINES")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    return {**kept, "PYTHONPATH": str(SOURCE), "LANG": "C.UTF-8", "TERM": "xterm-256color", **more}


class Sitting:
    """A person at a terminal in which `pavage` runs."""

    def __init__(self, where, *arguments, columns=80, lines=24, **more):
        self.master, self.slave = pty.openpty()
        self.size(columns, lines)
        self.before = termios.tcgetattr(self.slave)
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pavage", *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            cwd=where,
            env=environment(**more),
            preexec_fn=self._own_terminal,
        )

    def _own_terminal(self):
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def size(self, columns, lines):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self, seconds=0.05):
        if select.select([self.master], [], [], seconds)[0]:
            data = os.read(self.master, 65536)
            self.raw += data
            self.stream.feed(data)

    def until(self, *wanted, absent=()):
        """Wait until the screen shows all of this, and none of that."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.read()
            if all(word in self.text for word in wanted) and not any(word in self.text for word in absent):
                return
        raise AssertionError(f"{wanted} did not appear on:\n{self.text}")

    def keys(self, *keys):
        os.write(self.master, "".join(keys).encode())

    def leave(self):
        """Wait for the end; the exit code. What was written last is read too."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            self.read()
        while select.select([self.master], [], [], 0.1)[0]:
            self.read()
        return self.process.wait(timeout=1)

    def assert_terminal_is_as_before(self):
        assert termios.tcgetattr(self.slave) == self.before
        assert self.raw.rfind(b"\x1b[?1049l") > self.raw.rfind(b"\x1b[?1049h") > -1
        assert self.raw.rfind(b"\x1b[?25h") > self.raw.rfind(b"\x1b[?25l")


PEOPLE = ("play", "hex", "--lang", "en", "--players", "human,human", "--option", "size=3")


def test_whole_game_between_people(tmp_path):
    with Sitting(tmp_path, *PEOPLE) as play:
        play.until("Place a red stone.", "2 │ · │[·]│ · │", "player 1", "to join top and bottom")
        play.keys(UP, ENTER)
        play.until("Place a blue stone.", "You may also swap.", "[●]")
        play.keys("z99")
        play.until("> z99")
        play.keys(ENTER)
        play.until("There is no cell “z99” on this board.", "Place a blue stone.")
        play.keys("B1", ENTER)
        play.until("b1 is taken.")
        play.keys("c1", ENTER)
        play.until("Place a red stone.", "2 moves", "[○]", absent=["swap"])
        play.keys("b2", ENTER)
        play.until("3 moves")
        play.keys("c2", ENTER)
        play.until("4 moves")
        play.keys(LEFT, LEFT, DOWN)
        play.until("3 │[·]")
        play.keys(ENTER)
        play.until("Red won: the two red sides are joined.", "3 │(◆)", "◆")
        play.keys("rematch", ENTER)
        play.until("0 moves", "Place a red stone.", "● Red – player 2")
        play.keys("quit", ENTER)
        assert play.leave() == 0
        play.assert_terminal_is_as_before()


def test_cursor_keys_take_each_other_back(tmp_path):
    with Sitting(tmp_path, *PEOPLE[:-1], "size=5") as play:
        play.until("3 │ · │ · │[·]│ · │ · │")
        play.keys(RIGHT)
        play.until("3 │ · │ · │ · │[·]│ · │")
        play.keys(LEFT, UP)
        play.until("2 │ · │ · │[·]│ · │ · │")
        play.keys(DOWN, DOWN)
        play.until("4 │ · │ · │[·]│ · │ · │")
        play.keys(DOWN, DOWN, DOWN, LEFT, LEFT, LEFT, LEFT)
        play.until("5 │[·]│ · │ · │ · │ · │")
        play.keys("\x1bOA")
        play.until("4 │[·]│ · │ · │ · │ · │")


@pytest.mark.parametrize("code", ["R5", "H3", "S4x3"])
def test_left_and_right_stay_in_their_row(code):
    centres = tiling(code).centres
    for cell, (_, height) in enumerate(centres):
        for way in ("left", "right"):
            here = cell
            for _ in range(9):
                here = towards(centres, here, WAYS[way])
                assert centres[here][1] == pytest.approx(height)


@pytest.mark.parametrize("code", ["R5", "H3", "S4x3", "T4", "TH2"])
def test_the_cursor_reaches_every_cell(code):
    centres = tiling(code).centres
    reached, fresh = {0}, [0]
    while fresh:
        cell = fresh.pop()
        for way in WAYS.values():
            there = towards(centres, cell, way)
            if there not in reached:
                reached.add(there)
                fresh.append(there)
    assert len(reached) == len(centres)


def test_typing_moves_the_cursor_and_escape_clears(tmp_path):
    with Sitting(tmp_path, *PEOPLE) as play:
        play.until("Place a red stone.")
        play.keys("a3")
        play.until("> a3", "3 │[·]")
        play.keys("\x7f\x7f", "x")
        play.until("> x")
        play.keys(ESCAPE)
        play.until("Place a red stone.", absent=["> x"])
        play.keys("help", ENTER)
        play.until("give up the game", "clear the line, or leave")


def test_swap_in_french_and_with_accents(tmp_path):
    with Sitting(tmp_path, *PEOPLE, "--lang", "fr") as play:
        play.until("Placez un pion rouge.", "relier le haut et le bas")
        play.keys("b2", ENTER)
        play.until("Vous pouvez aussi échanger.")
        play.keys("échanger", ENTER)
        play.until("○ Bleu – joueur 1", "● Rouge – joueur 2", "Placez un pion bleu.")
        play.keys("annuler", ENTER)
        play.until("Coup repris.", "● Rouge – joueur 1")
        play.keys("quitter", ENTER)
        play.until("Enregistrer la partie avant de partir")
        play.keys("n")
        assert play.leave() == 0
        assert not list(tmp_path.iterdir())


def test_undo_goes_back_past_the_answer(tmp_path):
    with Sitting(
        tmp_path, *PEOPLE[:4], "--players", "human,random", "--option", "size=4", "--seed", "3"
    ) as play:
        play.until("Place a red stone.")
        play.keys("undo", ENTER)
        play.until("There is nothing to undo.")
        play.keys("b2", ENTER)
        play.until("2 moves", "computer (Random):")
        play.keys("undo", ENTER)
        play.until("Taken back.", "0 moves")


def test_whole_game_against_the_computer_with_hints(tmp_path):
    arguments = (
        "--players",
        "human:Claire,random",
        "--option",
        "size=3",
        "--option",
        "swap=none",
        "--seed",
        "1",
    )
    with Sitting(tmp_path, *PEOPLE[:4], *arguments) as play:
        play.until("Red – Claire", "Place a red stone.")
        for _ in range(9):
            moves = re.search(r"(\d+) move", play.text)[1]
            play.keys("hint", ENTER)
            play.until("Hint: ", "✚")
            play.keys(ENTER)
            play.until("computer", absent=[f" {moves} move", "thinking", "Hint: "])
            if "won" in play.text:
                break
        play.until("You won: the two red sides are joined.", "◆")


def test_thinking_is_shown_and_can_be_cut_short(tmp_path):
    with Sitting(tmp_path, *PEOPLE[:4], "--players", "best,human", "--option", "size=11") as play:
        play.until("The computer is thinking", "%", "Enter: move now")
        play.keys("m5")
        play.until("> m5", "thinking")
        play.keys(ESCAPE)
        play.until("The computer is thinking", absent=["> m5"])
        play.keys("f6", ENTER)
        play.until("“f6” will be played when it is your turn.")
        play.keys(ENTER)
        play.until("f6", "2 moves")


def test_resigning_asks_first(tmp_path):
    with Sitting(tmp_path, *PEOPLE) as play:
        play.until("Place a red stone.")
        play.keys("resign", ENTER)
        play.until("Red resigns? [y/n]")
        play.keys("n")
        play.until("Place a red stone.")
        play.keys("abandonner", ENTER)
        play.until("Red resigns? [y/n]")
        play.keys("y")
        play.until("Blue won: Red resigned.")


def test_save_and_load(tmp_path):
    (tmp_path / "broken.pavage").write_text("pavage 1\ngame: hex\n", "utf-8")
    with Sitting(tmp_path, *PEOPLE) as play:
        play.until("Place a red stone.")
        play.keys("b2", ENTER)
        play.until("1 move")
        play.keys("save mine.pavage", ENTER)
        play.until("Saved: mine.pavage")
        play.keys("c1", ENTER)
        play.until("2 moves")
        play.keys("save mine.pavage", ENTER)
        play.until("exists already")
        play.keys("load broken.pavage", ENTER)
        play.until("the record ends before its moves", "2 moves")
        play.keys("load nowhere", ENTER)
        play.until("there is no such file", "2 moves")
        play.keys("load mine.pavage", ENTER)
        play.until("Loaded: mine.pavage", "1 move", "You may also swap.")
        play.keys("quit", ENTER)
        assert play.leave() == 0
    match = read_record((tmp_path / "mine.pavage").read_text("utf-8")).match
    assert [move.text for move in match.played] == ["b2"]
    with Sitting(tmp_path, "play", "--load", "mine.pavage", "--lang", "en") as play:
        play.until("1 move", "Place a blue stone.")


def test_ctrl_c_offers_to_save_and_leaves_the_terminal_usable(tmp_path):
    with Sitting(tmp_path, *PEOPLE) as play:
        play.until("Place a red stone.")
        play.keys("b2", ENTER)
        play.until("1 move")
        play.keys(CTRL_C)
        play.until("Save the game before leaving? [y/n")
        play.keys(ENTER)
        play.until("Place a blue stone.", absent=["Save the game"])
        play.keys(CTRL_C)
        play.until("Save the game before leaving?")
        play.keys("y")
        assert play.leave() == 130
        play.assert_terminal_is_as_before()
        assert "Saved: hex-" in play.text
    (saved,) = tmp_path.iterdir()
    assert re.fullmatch(r"hex-\d{4}-\d\d-\d\d-\d{4}\.pavage", saved.name)
    assert [move.text for move in read_record(saved.read_text("utf-8")).match.played] == ["b2"]


def test_ctrl_c_while_the_computer_thinks(tmp_path):
    with Sitting(tmp_path, *PEOPLE[:4], "--players", "human,best", "--option", "size=9") as play:
        play.until("Place a red stone.")
        play.keys("e5", ENTER)
        play.until("thinking")
        play.keys(CTRL_C)
        play.until("Save the game before leaving?")
        play.keys(CTRL_C)
        assert play.leave() == 130
        play.assert_terminal_is_as_before()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_told_to_go(tmp_path, number):
    with Sitting(tmp_path, *PEOPLE) as play:
        play.until("Place a red stone.")
        play.process.send_signal(number)
        assert play.leave() == 128 + number
        play.assert_terminal_is_as_before()


def test_no_colours(tmp_path):
    with Sitting(tmp_path, *PEOPLE, NO_COLOR="1") as play:
        play.until("Place a red stone.")
        play.keys("b2", ENTER)
        play.until("1 move")
        play.keys("quit", ENTER, "n")
        play.leave()
        assert set(re.findall(rb"\x1b\[([0-9;]*)m", play.raw)) <= {b"0"}
        assert "●" in play.text


def test_colours(tmp_path):
    with Sitting(tmp_path, *PEOPLE) as play:
        play.until("Place a red stone.")
        play.keys("b2", ENTER)
        play.until("1 move")
        assert b"\x1b[91;1m\xe2\x97\x8f" in play.raw


def test_thirteen_fits_eighty_by_twenty_four(tmp_path):
    with Sitting(tmp_path, *PEOPLE[:-1], "size=13", "--clock", "10m+5s") as play:
        play.until("Place a red stone.", "a b c d e f g h i j k l m", "10:00")
        board = "\n".join(line[:46] for line in play.screen.display)
        assert board.count("·") == 169
        assert all(re.search(rf"\b{number}╲", board) for number in range(1, 14))
        for words in ("to join left and right", "save  load  help  quit", "Hex 13 × 13"):
            assert words in play.text


def test_window_that_changes(tmp_path):
    with Sitting(tmp_path, *PEOPLE) as play:
        play.until("Place a red stone.")
        play.screen.resize(12, 30)
        play.size(30, 12)
        play.until("too small", absent=["to join"])
        play.keys("b2", ENTER)
        play.until("Place a blue stone.")
        play.screen.resize(40, 120)
        play.size(120, 40)
        play.until("[●]", "to join top and bottom", absent=["too small"])


def test_window_too_small_from_the_start(tmp_path):
    with Sitting(tmp_path, *PEOPLE, columns=40, lines=12) as play:
        play.until("Place a red stone. >")
        assert b"too small" in play.raw
        assert b"\x1b[?1049h" not in play.raw
        play.keys("b2\n")
        play.until("Place a blue stone.")


def test_loss_on_time(tmp_path):
    with Sitting(tmp_path, *PEOPLE, "--clock", "1s") as play:
        play.until("Blue won: Red ran out of time.")


def test_computers_among_themselves(tmp_path):
    arguments = ("--players", "random,random", "--option", "size=2", "--seed", "5")
    with Sitting(tmp_path, *PEOPLE[:4], *arguments) as play:
        play.until(" won: the two ")
        play.keys(CTRL_D)
        assert play.leave() == 0


def test_plain_lines_in_a_terminal(tmp_path):
    with Sitting(tmp_path, *PEOPLE, "--plain") as play:
        play.until("Place a red stone. >")
        play.keys("b2\n")
        play.until("Red – player 1: b2", "You may also swap. >")
        play.keys(CTRL_C)
        play.until("Save the game before leaving?")
        play.keys("y\n")
        assert play.leave() == 130
        assert termios.tcgetattr(play.slave) == play.before
        assert "Saved: hex-" in play.text
    assert len(list(tmp_path.iterdir())) == 1


def test_ctrl_c_on_plain_lines_while_the_computer_thinks(tmp_path):
    with Sitting(tmp_path, *PEOPLE[:4], "--players", "human,best", "--option", "size=9", "--plain") as play:
        play.until("Place a red stone. >")
        play.keys("e5\n")
        play.until("The computer is thinking", "Enter: move now")
        play.keys(CTRL_C)
        play.until("Save the game before leaving?")
        play.keys("n\n")
        assert play.leave() == 130
        assert b"Traceback" not in play.raw
    assert not list(tmp_path.iterdir())


def test_dumb_terminal_gets_plain_lines(tmp_path):
    with Sitting(tmp_path, *PEOPLE, TERM="dumb") as play:
        play.until("Place a red stone. >")
        assert b"\x1b" not in play.raw


# --- through pipes


def through_pipes(where, text, *arguments, **more):
    done = subprocess.run(
        [sys.executable, "-m", "pavage", *arguments],
        input=text.encode(),
        capture_output=True,
        cwd=where,
        env=environment(**more),
        timeout=PATIENCE,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_pipes_play_a_whole_game(tmp_path):
    code, out, _ = through_pipes(tmp_path, "b1\nz99\nc1\nb2\nc2\na3\nsave won.pavage\nquit\n", *PEOPLE)
    assert code == 0
    assert "\x1b" not in out
    assert "There is no cell “z99” on this board." in out
    assert "Red won: the two red sides are joined." in out
    assert "3(◆)" in out
    record = read_record((tmp_path / "won.pavage").read_text("utf-8"))
    assert record.match.outcome.returns == (1.0, 0.0)
    assert record.seats == ("human", "human")


def test_nonsense_on_the_input_is_answered(tmp_path):
    arguments = [sys.executable, "-m", "pavage", *PEOPLE]
    done = subprocess.run(
        arguments,
        input=b"\xff\xfe\n\x1b[2J\nb2\n",
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout and b"Traceback" not in done.stderr
    assert done.stdout.decode().count("There is no cell") == 2
    assert "Place a blue stone." in done.stdout.decode()


def test_names_in_a_record_cannot_steer_the_terminal(tmp_path):
    head = "pavage 1\ngame: hex\nrules: 1\noption size: 3\nseat 1: Eve\x1b[2J\nseat 2: hard\nresult: *\n\n"
    (tmp_path / "evil.pavage").write_text(head, "utf-8")
    code, out, _ = through_pipes(tmp_path, "", "play", "--load", "evil.pavage", "--lang", "en")
    assert code == 0 and "Red – Eve [2J" in out and "\x1b" not in out


def test_end_of_input_leaves_cleanly(tmp_path):
    code, out, err = through_pipes(tmp_path, "b2\n", *PEOPLE)
    assert code == 0
    assert "Place a blue stone." in out
    assert "Traceback" not in err


def test_pipes_against_the_computer_in_french(tmp_path):
    arguments = (
        "play",
        "hex",
        "--players",
        "human,easy",
        "--option",
        "size=3",
        "--seed",
        "1",
        "--lang",
        "fr",
    )
    code, out, _ = through_pipes(tmp_path, "a1\nconseil\nannuler\nabandonner\noui\n", *arguments)
    assert code == 0
    assert "L’ordinateur réfléchit" in out
    assert "Conseil\u00a0:" in out
    assert "Coup repris." in out
    assert "Vous avez perdu" in out


def test_same_seed_same_game(tmp_path):
    arguments = (
        "play",
        "hex",
        "--players",
        "random,beginner",
        "--option",
        "size=4",
        "--seed",
        "11",
        "--lots",
    )
    first = through_pipes(tmp_path, "", *arguments)
    assert first[0] == 0
    assert first[1] == through_pipes(tmp_path, "", *arguments)[1]
    assert first[1] != through_pipes(tmp_path, "", *arguments[:-2], "12", "--lots")[1]


def test_ascii_where_the_locale_has_no_unicode(tmp_path):
    code, out, _ = through_pipes(tmp_path, "b2\nc1\n", *PEOPLE, LC_ALL="C")
    assert code == 0
    assert " 2\\. X .\\" in out
    board = [line for line in out.splitlines() if "\\" in line]
    assert all(line.isascii() for line in board)


def test_a_position_is_analysed_on_the_screen(tmp_path):
    needs("native")  # without it nothing is proved
    with Sitting(tmp_path, *PEOPLE[:4], "--players", "human,human", "--option", "size=5", lines=32) as play:
        play.until("Place a red stone.")
        play.keys("c2", ENTER, "a1", ENTER, "c3", ENTER, "c4", ENTER)
        play.until("4 moves")
        play.keys("analyse", ENTER)
        play.until("Best line: ", "needs to win.", "▒")
        assert re.search(r"Proved: Red wins\.", play.text)
        play.keys("analyse", ENTER)
        play.until("4 moves", absent=["▒", "needs to win."])


def test_a_position_is_analysed_line_by_line_in_french(tmp_path):
    needs("native")
    arguments = ("play", "hex", "--lang", "fr", "--players", "human,human", "--option", "size=3")
    code, out, err = through_pipes(tmp_path, "analyser\nquitter\n", *arguments, "--option", "swap=none")
    assert code == 0 and not err
    assert "Démontré\u00a0: Rouge gagne." in out and "Meilleure suite\u00a0: b2" in out
    assert "9 pour le plus" in out


def test_a_hint_says_once_that_the_game_is_lost(tmp_path):
    needs("native")
    typed = "b2\nhint\nb1\nc1\nhint\nquit\n"
    arguments = (*PEOPLE[:4], "--players", "human,human", "--option", "size=3", "--option", "swap=none")
    code, out, err = through_pipes(tmp_path, typed, *arguments)
    assert code == 0 and not err
    assert out.count("It holds out longest.") == 2 and out.count("you can no longer win") == 1


def click(column, line):
    """Pressed and let go, as a terminal tells it, counted from 0."""
    return f"\x1b[<0;{column + 1};{line + 1}M\x1b[<0;{column + 1};{line + 1}m"


def test_the_mouse_touches_cells_words_and_what_is_offered(tmp_path):
    with Sitting(tmp_path, *PEOPLE) as play:
        play.until("Place a red stone.", "2 │ · │[·]│ · │")
        assert b"\x1b[?1000h\x1b[?1006h" in play.raw
        column, line = where(play, "[·]")
        play.keys(click(column - 4, line))
        play.until("Place a blue stone.", "1 move", "2 │[●]│")
        play.keys(click(*where(play, "swap")))
        play.until("2 moves", "● Red – player 2")
        play.keys(click(*where(play, "undo")))
        play.until("1 move", "Taken back.")
        play.keys(click(*where(play, "help")))
        play.until("touch a cell, or a word")
        play.keys("\x1b[<65;1;1M", click(3, 3))
        play.until("Place a blue stone.", absent=["the mouse"])
        play.keys("\x1b[<0;9999999;1M", "\x1b[<0;x;1M", "\x1b[<0M", click(70, 0), click(0, 23))
        play.keys("c3", ENTER)
        play.until("2 moves")
        play.keys(CTRL_C)
        play.until("Save the game")
        play.keys("n")
        play.leave()
        play.assert_terminal_is_as_before()
        assert play.raw.rfind(b"\x1b[?1000l") > play.raw.rfind(b"\x1b[?1000h")


def where(play, word):
    """The column and line of a word on the screen."""
    return next((row.index(word) + 1, line) for line, row in enumerate(play.screen.display) if word in row)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_fits_a_small_terminal(tmp_path, language):
    told = words(language)("cli.play.help").splitlines()
    assert len(told) <= 24 - 6 and max(map(len, told)) < 78
    with Sitting(tmp_path, "play", "hex", "--lang", language, "--players", "human,human") as play:
        play.until("0 ")
        play.keys("?", ENTER)
        play.until(*told)
        play.keys(ENTER)
        play.until("Hex", absent=[told[0]])
