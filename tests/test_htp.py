"""`pavage htp`: a conversation as HexGui holds it, and nonsense of all kinds."""

import io
import os
import random
import re
import subprocess
import sys
import threading

import pytest
from conftest import needs

from pavage.htp.conversation import LONGEST, converse, lines_of
from pavage.htp.engine import COMMANDS, Engine
from pavage.words import words

QUICK = "param_player level easy\nparam_player seed 1"


def answers(text, language="en"):
    """All answers to the lines of a text, without the empty line after each."""
    source, sink = os.pipe()
    data = text if isinstance(text, bytes) else text.encode()
    threading.Thread(target=lambda: (_write(sink, data), os.close(sink)), daemon=True).start()
    out = io.BytesIO()
    converse(source, out, words(language))
    os.close(source)
    said = out.getvalue().decode()
    assert said == "" or said.endswith("\n\n")
    return said.split("\n\n")[:-1]


def _write(sink, data):
    for start in range(0, len(data), 1 << 16):
        os.write(sink, data[start : start + (1 << 16)])


def one(line, *before):
    """The answer to one line after others that all succeed."""
    *first, last = answers("\n".join([*before, line]))
    assert all(answer.startswith("=") for answer in first), first
    return last


# --- a conversation


CONVERSATION = """
> name
= Pavage
> version
= 0.1.0
> hexgui-analyze_commands
= plist/All Legal Moves/all_legal_moves %c…
> boardsize 5 5
=
> showboard
=
a b c d e
 -----------
1\\. . . . .\\
 2\\. . . . .\\
  3\\. . . . .\\
   4\\. . . . .\\
    5\\. . . . .\\
     -----------
> play black b4
=
> play white c2
=
> play black c3
=
> showboard
=
a b c d e
 -----------
1\\. . . . .\\
 2\\. . O . .\\
  3\\. . X . .\\
   4\\. X . . .\\
    5\\. . . . .\\
     -----------
> undo
=
> undo
=
> play white swap-pieces
=
> all_legal_moves black
= a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5 but d2
> play black d2
? illegal move: black d2 (occupied)
> 17 final_score
=17 cannot score
> play-game a1 b1 a2 b2 a3 b3 a4 b4 a5
=
> final_score
= B+
> genmove white
= resign
> komi 7
? unknown command: komi
> quit
=
"""


def test_a_conversation_as_hexgui_holds_it():
    parts = re.split(r"^> ", CONVERSATION, flags=re.MULTILINE)[1:]
    asked, expected = zip(*(part.strip().split("\n", 1) for part in parts), strict=True)
    given = answers("\n".join(asked))
    assert len(given) == len(asked)
    for question, answer, wanted in zip(asked, given, expected, strict=True):
        if wanted.endswith("…"):
            assert answer.startswith(wanted[:-1]), question
            continue
        if " but " in wanted:
            wanted, left_out = wanted.split(" but ")
            wanted = wanted.replace(f" {left_out}", "")
        assert "\n".join(line.rstrip() for line in answer.splitlines()) == wanted, question


def test_empty_answers_keep_the_blank_that_hexgui_looks_for():
    assert answers("boardsize 4") == ["= "]


def test_the_menu_of_hexgui_names_commands_that_exist():
    for line in one("hexgui-analyze_commands")[2:].splitlines():
        kind, label, asked = line.split("/")
        assert kind in {"plist", "inferior", "none", "var", "varc", "string", "param", "vc"} and label
        assert asked.split()[0] in COMMANDS


def test_every_command_of_the_protocol_is_there():
    wanted = """protocol_version name version known_command list_commands quit boardsize clear_board play
        play-game genmove reg_genmove undo showboard all_legal_moves final_score time_left loadsgf exec
        hexgui-analyze_commands gogui-interrupt dfpn-solve-state dfpn-solver-find-winning vc-build
        vc-between-cells compute-inferior"""
    listed = one("list_commands")[2:].split()
    assert set(wanted.split()) <= set(listed)
    assert one("known_command genmove") == "= true" and one("known_command komi") == "= false"


def test_the_real_program_in_french():
    done = subprocess.run(
        [sys.executable, "-m", "pavage", "htp", "--lang", "fr"],
        input=f"1 name\n2 sauter\n{QUICK}\nboardsize 4\n3 genmove b\nquit\n3 name\n".encode(),
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0 and done.stderr == b""
    said = done.stdout.decode().split("\n\n")
    assert said[:2] == ["=1 Pavage", "?2 commande inconnue\u00a0: sauter"]
    assert re.fullmatch(r"=3 [a-d][1-4]", said[5]) and len(said) == 8


# --- moves


@pytest.mark.parametrize("colour", ["b", "white"])
def test_genmove_plays_and_reg_genmove_does_not(colour):
    *_, move, legal = answers(f"{QUICK}\nboardsize 4\nplay {colour} a1\ngenmove b\nall_legal_moves w")
    assert move[2:] not in legal.split() and len(legal.split()) == 1 + 14
    *_, move, legal = answers(f"{QUICK}\nboardsize 4\nreg_genmove b\nall_legal_moves w")
    assert len(legal.split()) == 1 + 16


def test_a_strong_first_stone_is_swapped_unless_that_is_forbidden():
    setup = ["param_player simulations 2000", "param_player seed 1", "boardsize 5", "play b c3"]
    assert one("reg_genmove w", *setup) == "= swap-pieces"
    assert one("reg_genmove w", *setup, "param_game swap sides") == "= swap-sides"
    assert "swap" not in one("reg_genmove w", *setup, "param_game allow_swap 0")


def test_after_a_swap_of_sides_the_stone_stays():
    assert one("all_legal_moves w", "boardsize 3", "play b a2", "play w swap-sides").count(" ") == 8
    assert one("play w swap-pieces", "boardsize 3", "play b a2", "play w swap-sides").startswith("? illegal")
    after = answers("boardsize 3\nplay b a2\nplay w swap-pieces\nundo\nplay w b1")
    assert after == ["= "] * 5


def test_a_clock_is_used_and_shown():
    *_, before, _, after, other = answers(
        f"{QUICK}\nboardsize 5\ntime_left b 60\ntime_left\ngenmove b\ntime_left b\ntime_left w"
    )
    assert before == "= Black: 60, White: 0"
    assert 0 < float(after[2:]) < 60 and other == "= 0"
    assert one("time_left", "param_game game_time 300") == "= Black: 300, White: 300"
    assert one("param_game game_time 30", "play b a1").startswith("? the game has begun")


def test_what_tools_for_gtp_send_is_answered():
    """A period: so many moves in so much time, and then another."""
    said = answers(
        f"{QUICK}\nboardsize 5\ntime_left w 30 1\ngenmove w\ntime_settings 0 40 2\ntime_left w\ngenmove b\n"
        "time_left b\ngenmove b\ntime_left b\ntime_settings 90 0 0\ntime_left\nboardsize 4\ntime_left w"
    )
    assert all(each.startswith("=") for each in said), said
    assert said[6] == "= 40"
    assert 0 < float(said[8][2:]) < 40, "one move of two was made"
    assert said[10] == "= 40", "the next period"
    assert said[12] == "= Black: 90, White: 90"
    assert said[14] == "= 90"
    assert one("time_left", "time_settings 60 10 0") == "= Black: 60, White: 60", "GTP: no clock"
    assert one("echo to be,  or not") == "= to be, or not"
    assert one("pid") == f"= {os.getpid()}"
    assert float(one("cputime")[2:]) > 0
    drawn = {
        tuple(answers(f"param_player level random\nboardsize 9\nset_random_seed {seed}\ngenmove b"))[-1]
        for seed in (3, 3, 3, 4, 5, 6)
    }
    assert 1 < len(drawn) <= 4, "one move for each seed"


def test_hexgui_sees_what_is_being_solved(capsys):
    """Its Solve asks for pictures, which come on the standard error."""
    needs("native")
    said = answers("boardsize 11\nparam_dfpn use_guifx 1\nparam_dfpn timelimit 1\ndfpn-solve-state black")
    assert said[1] == "= " and said[3] == "= empty"
    picture = capsys.readouterr().err.partition("\n\n")[0].splitlines()
    assert picture[:2] == ["gogui-gfx:", "dfpn"]
    assert re.fullmatch(r"VAR black [a-k]1?\d", picture[2])
    assert re.fullmatch(r"TEXT \d+ evaluations, \d+ nodes", picture[-1])


def test_an_interrupt_ends_the_thinking_that_came_before_it():
    """Ten minutes of thought, over at once; what comes after the interrupt thinks as usual."""
    long = "param_player level best\nparam_player seconds 600\nboardsize 9\ngenmove b\n# interrupt\n"
    *_, first, _, second = answers(long + "param_player seconds 0.05\nreg_genmove w")
    assert re.fullmatch("= [a-i][1-9]", first) and re.fullmatch("= ([a-i][1-9]|swap-pieces)", second)


def test_loadsgf_takes_the_main_line(tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[11]SZ[5];B[a1];W[b2](;B[c3];W[d4])(;B[e5]))")
    shown = one("all_legal_moves", f"loadsgf {file}").split()
    assert len(shown) == 1 + 21 and not {"a1", "b2", "c3", "d4"} & set(shown)
    assert "c3" in one("all_legal_moves", f"loadsgf {file} 2")
    assert one("undo", f"loadsgf {file} 1") == "= "
    assert one("undo", f"loadsgf {file} 0") == "? nothing to undo"
    assert one(f"loadsgf {tmp_path}/none.sgf").startswith("? cannot read the file")
    # A name may have blanks, and end like a number.
    for name in ("a game.sgf", "a game of 2"):
        file = file.rename(tmp_path / name)
        assert not {"a1", "c3"} & set(one("all_legal_moves", f"loadsgf {file}").split())
        assert {"a1", "c3"} & set(one("all_legal_moves", f"loadsgf {file} 2").split()) == {"c3"}
    file.write_text("(;GM[1]SZ[19])")
    assert one(f"loadsgf {file}").startswith("? ")


def test_exec_obeys_a_file_and_does_not_call_itself_for_ever(tmp_path, capsys):
    file = tmp_path / "commands.htp"
    file.write_text("boardsize 4\nplay b d4\nbad\n")
    assert one("all_legal_moves", f"exec {file}").count(" ") == 15 + 1
    assert "? unknown command: bad" in capsys.readouterr().err
    file.write_text(f"exec {file}\n")
    assert one(f"exec {file}") == "= "
    assert "too deeply" in capsys.readouterr().err


# --- what the engine sees


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("dfpn-solve-state b", "= black"),
        ("dfpn-solve-state w", "= white"),
        ("dfpn-solver-find-winning b", "= c1 a2 b2 c2 a3"),
        ("vc-between-cells north south b full", "= "),
        ("vc-between-cells a1 a2 b full", "= \nblack a1 a2 full base [ ] [ ]"),
        ("vc-between-cells a1 b3 b", "= "),
        ("vc-between-cells-full b b1 a3", "= \nblack b1 a3 full or [ a2 b2 ] [ ]"),
        (
            "vc-between-cells-semi b b1 a3",
            "= \nblack b1 a3 semi base [ a2 ] [ ] a2\nblack b1 a3 semi base [ b2 ] [ ] b2",
        ),
        ("vc-between-cells-full w west a2", "= \nwhite west a2 full base [ ] [ ]"),
        ("vc-between-cells west a1 b", "? west is not an edge of black"),
        ("vc-between-cells a1 a1 b", "? both ends are a1"),
        ("vc-between-cells a1 a2 b half", "? not a kind of connection: half (full or semi)"),
    ],
)
def test_on_the_empty_three_by_three(line, wanted):
    needs("native")
    assert one(line, "boardsize 3") == wanted


def test_connections_of_a_stone_to_its_edge():
    needs("native")
    lines = one("vc-between-cells-full b north c2", "boardsize 5", "play b c2").splitlines()[1:]
    assert "black north c2 full or [ c1 d1 ] [ ]" in [line.replace(" [ c2 ]", " [ ]") for line in lines]


def test_inferior_cells_and_the_mustplay():
    needs("native")
    assert "a1 iv[b1]" in one("compute-inferior black", "boardsize 5")
    marks = one("vc-build white", "boardsize 4", "play b b2")[2:].split()
    pairs = dict(zip(marks[::2], marks[1::2], strict=True))
    assert {"a1": "fcw", "b1": "fcb", "d4": "iv[c4]"}.items() <= pairs.items()
    outside = {cell for cell, mark in pairs.items() if mark == "x"}
    winning = set(one("dfpn-solver-find-winning white", "boardsize 4", "play b b2")[2:].split())
    assert winning == {"b3"} and len(outside) > 5 and not outside & winning


def test_permanently_inferior_cells_have_a_mark_of_their_own():
    needs("native")
    assert one("compute-inferior", "boardsize 5", "play b b2").startswith("= ")
    assert "d1 fpb" in one("compute-fillin", "boardsize 5", "play b b2")
    assert "a4 fpw" in one("compute-inferior w", "boardsize 5", "play w b2")


def test_a_won_game_is_no_trouble():
    needs("native")
    won = ["boardsize 2", "play b a1", "play b a2"]
    assert one("dfpn-solve-state w", *won) == "= black"
    for line in (
        "dfpn-solver-find-winning w",
        "compute-inferior b",
        "vc-build w",
        "vc-between-cells b1 b2 w",
    ):
        assert one(line, *won) == "? black has won already"
    assert one("genmove w", *won) == "= resign"


def test_a_stone_that_kills_a_cell_may_win_the_game():
    needs("native")
    assert one("compute-vulnerable w", "boardsize 2", "play b a1") == "= b1 iv[b2] b2 iv[a2]"
    assert one("vc-build w", "boardsize 2", "play b a1").startswith("= ")


def test_limits_of_the_solver():
    needs("native")
    assert one("dfpn-solve-state b", "boardsize 11", "param_dfpn timelimit 0.05") == "= empty"
    stopped = one("dfpn-solver-find-winning b", "boardsize 11", "param_dfpn timelimit 0.05")
    assert stopped.startswith("? stopped: ")
    assert one("dfpn-solve-state b", "boardsize 20") == "? no solver for size 20 on this computer"
    assert one("dfpn-solve-state b", "boardsize 5", "param_dfpn memory 8") == "= black"


# --- parameters


def test_parameters_are_listed_and_set():
    *_, listed = answers("param_player level easy\nparam_player seed 7\nparam_player")
    assert "[list/random/beginner/easy/medium/hard/best] level easy" in listed and "[string] seed 7" in listed
    for line in (
        "param_player level god",
        "param_player seed x",
        "param_player speed 1",
        "param_player seed",
    ):
        assert one(line).startswith("? ")
    assert one("param_game allow_swap maybe") == "? not 0 or 1: maybe"


def test_parts_of_the_player_are_switched_off(monkeypatch):
    """Each switch reaches the search; without the solver nothing is proved before it."""
    needs("native")
    from pavage.htp import thinking

    asked = []
    computer = thinking.computer

    def noted(game, level, seed, without):
        asked.append(list(without))
        return computer(game, level, seed, without)

    monkeypatch.setattr(thinking, "computer", noted)
    for part in ("network", "solver", "connections", "inferior", "patterns", "rave", "bridges"):
        setup = ["boardsize 5", "play b c3", "param_player simulations 50", f"param_player use_{part} 0"]
        assert one("reg_genmove w", *setup).startswith("= ")
        assert asked[-1] == [part]


# --- nonsense


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "12",
        "999999999999999999999999999999 name",
        "play",
        "play b",
        "play b zz9",
        "play b a0",
        "play green a1",
        "play b a1 b2",
        "boardsize",
        "boardsize x",
        "boardsize -3",
        "boardsize 0",
        "boardsize 1",
        "boardsize 27",
        "boardsize 5.5",
        "boardsize 1e9",
        "boardsize 5 6",
        "undo",
        "genmove",
        "genmove purple",
        "time_left b -1",
        "time_left b nan",
        "loadsgf",
        "loadsgf /",
        "loadsgf /dev/null",
        "exec /nowhere/at/all",
        "dfpn-solve-state x",
        "vc-between-cells",
        "vc-between-cells q9 a1 b",
        "param_game nothing 1",
        "play b swap-pieces",
        "name\x00\x01 \x1b[2J",
        "= name",
    ],
)
def test_nonsense_gets_a_reason(line):
    (answer,) = answers(line)
    assert re.match(r"\?\d* \S", answer), answer
    assert "Traceback" not in answer and "should not happen" not in answer


@pytest.mark.parametrize("line", ["", "   ", "# a comment", "\t\r", "\x00\x01\x02"])
def test_what_asks_for_nothing_gets_no_answer(line):
    assert answers(line) == []


def test_lines_that_are_too_long_are_refused_and_forgotten():
    huge = b"play b " + b"x" * (3 * LONGEST) + b"\nname\n" + b"y" * (2 * LONGEST)
    first, second, third = answers(huge)
    assert first == third == f"? a line has at most {LONGEST} bytes" and second == "= Pavage"


def test_lines_are_found_however_they_arrive(tmp_path):
    file = tmp_path / "lines"
    file.write_bytes(b"ab\n\ncdef\n" + b"g" * 9)
    with file.open("rb") as source:
        assert list(lines_of(source.fileno(), 5)) == [b"ab", b"", b"cdef", None]


def test_random_bytes_never_end_the_conversation():
    dice = random.Random(1)
    names = [name for name in COMMANDS if name not in ("quit", "exec", "loadsgf") and "genmove" not in name]
    engine = Engine(words("en"))
    engine.answer("boardsize 3")
    for _ in range(3000):
        pieces = [
            dice.choice([*names, "a1", "b2", "b", "w", "full", "1", "-1", "north", "é", "\x7f", "9" * 30])
        ]
        pieces += dice.choices(
            ["a1", "b3", "c2", "b", "w", "north", "east", "semi", "2", "3", "level", ""], k=3
        )
        answer = engine.answer(" ".join(pieces[: dice.randint(1, 4)]))
        assert answer is None or (answer[0] in "=?" and answer.endswith("\n\n") and answer.count("\n\n") == 1)
        assert answer is None or "should not happen" not in answer, pieces
    binary = bytes(dice.getrandbits(8) for _ in range(20_000)) + b"\nname\n"
    assert answers(binary)[-1] == "= Pavage"
