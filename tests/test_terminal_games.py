"""Every game of the registry in the terminal: moves of several cells, many players, boards without rows."""

import random

import pytest
from conftest import full
from piped import piped
from playthroughs import small_game

from pavage.clock import parse_control
from pavage.registry import OURS, games
from pavage.table import Chair, new_table
from pavage.terminal.console import Console
from pavage.terminal.screen import Pointer, frame
from pavage.terminal.session.session import Session as Game
from pavage.view.text.characters import visible
from pavage.words import words
from pavage.words.moves import told_move

pytest.importorskip("pyte")
pytest.importorskip("pty")

from test_terminal import (
    BACKTAB,
    CTRL_O,
    DOWN,
    ENTER,
    ESCAPE,
    RIGHT,
    TAB,
    UP,
    Sitting,
    through_pipes,
)

OTHERS = [name for name in OURS if name != "hex"]


@pytest.mark.parametrize("name", OTHERS)
def test_people_and_computers_in_any_mix(name, tmp_path, monkeypatch, capsys):
    """A person who types the first move after what chance did, computers, and a person who never comes."""
    game = small_game(games()[name])
    start = new_table(game, [Chair("human")] * game.players, dice=random.Random(1)).match.position
    first = game.moves(start)[0]
    move, in_words = game.write(start, first), told_move(game, start, first, words("en"))
    options = [f"--option={each.name}={each.write(game.options[each.name])}" for each in game.declared]
    seats = [*["random", "human:Bo"] * game.players][: game.players]
    seats[start.turn] = "human:Ada"
    arguments = ["play", name, "--lang", "en", "--plain", *options, "--seed", "1"]
    run = piped(tmp_path, monkeypatch, capsys)
    ended = run(*arguments, "--players", ",".join(seats), lines=["nonsense99", move])
    assert ended.code == 0, ended.err
    assert "Traceback" not in ended.out + ended.err
    assert "nonsense99" in ended.out
    assert f"Ada: {move if in_words is None else in_words}" in ended.out


class NobodyThinks:
    """Workers for a table of people."""


def sitting_at(game, language="en"):
    dice = random.Random(game.name)
    table = new_table(game, [Chair("human")] * game.players, dice=dice)
    return Game(table, words(language), NobodyThinks(), dice)


def assert_fits(sitting, unicode, cell, beside=None):
    console = Console(False, unicode, 80, 24)
    shown = frame(sitting, console, "", Pointer(cell, beside), 0.0)
    assert len(shown.lines) <= console.height, "\n".join(shown.lines)
    assert all(len(visible(line)) <= console.width for line in shown.lines), "\n".join(shown.lines)
    return shown.lines


@pytest.mark.parametrize(
    ("name", "options", "unicode", "title"),
    [
        ("polygo", {"board": "S8x8"}, True, "PolyGo 8 × 8"),
        ("polygo", {"board": "S8x8"}, False, "PolyGo 8 x 8"),
        ("hexadames", {"size": 4}, True, "HexaDames hexagon, side 4"),
    ],
)
def test_the_title_says_how_large_the_board_is(name, options, unicode, title):
    lines = assert_fits(sitting_at(games()[name](**options)), unicode, 0)
    assert title in lines[0]


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("unicode", [True, False])
def test_a_whole_game_by_touch(name, unicode):
    """Every site of every move is touched; at each touch the screen fits and says what to do."""
    sitting = sitting_at(small_game(games()[name]), "en" if unicode else "fr")
    match, dice = sitting.match, random.Random(1)
    for _ in range(full(60, 2)):
        if match.outcome is not None:
            break
        move, before = dice.choice(match.game.moves(match.position)), len(match.played)
        sitting.touched = ()  # whatever pen is in the hand
        for place, site in enumerate(move):
            assert len(match.played) == before and sitting.touched == move[:place]
            assert site in match.game.choices(match.position, sitting.touched)
            cell = site if site < len(match.game.tiling) else 0
            lines = assert_fits(sitting, unicode, cell, None if site == cell else site)
            assert len([line for line in lines[-7:] if line.strip(" >")]) > 0
            sitting.touch(site, 0.0)
            assert sitting.messages == []
        assert match.played[before].move == move
    assert_fits(sitting, unicode, 0)


@pytest.mark.parametrize("name", OURS)
def test_every_move_can_be_typed(name):
    sitting = sitting_at(small_game(games()[name]))
    match, dice = sitting.match, random.Random(2)
    for _ in range(40):
        if match.outcome is not None:
            break
        move = dice.choice(match.game.moves(match.position))
        text, before = match.game.write(match.position, move), len(match.played)
        sitting.say(text, 0.0)
        assert (sitting.messages, match.played[before:][0].text) == ([], text)


def test_six_players_fit_a_small_window(tmp_path):
    seats = ",".join(f"human:{name}" for name in ("Ada", "Bo", "Claire", "Dora", "Ines", "Zoe"))
    with Sitting(tmp_path, "play", "hex6", "--lang", "en", "--players", seats, NO_COLOR="1") as play:
        play.until("▸ ● Red – Ada", "□ Pink – Zoe", "5╲· · · ·[·]· · · ·╲", "save  load  help  quit")
        play.keys("a5", ENTER)
        play.until("5[●]· · · ·", "▸ ○ Blue – Bo", "1. a5")


def test_stones_are_chosen_by_the_cursor(tmp_path):
    people = ("--players", "human,human", "--option", "board=S3x3")
    with Sitting(tmp_path, "play", "marienbad", "--lang", "en", *people) as play:
        play.until("2 ◉[◉]◉")
        play.keys(ENTER, RIGHT)
        play.until("1 ◉✚◉ ◉", "2✚◉<◉[◉]", "Enter once more, or type: take.")
        play.keys(ESCAPE)
        play.until("2 ◉ ◉[◉]", absent=["Enter once more"])
        play.keys(ENTER)
        play.until("«◉»", "Enter once more")
        play.keys("b2", ENTER)
        play.until("2✚◉«◉»◉>", "3 ◉ ◉ ◉")
        play.keys(ENTER)
        play.until("1 move", "1. b2+c2")
        play.keys("a1", ENTER)
        play.until("2 moves")


def test_a_man_that_is_touched_again_stays(tmp_path):
    people = ("--players", "human,human", "--option", "size=4", "--option", "players=2")
    with Sitting(tmp_path, "play", "hexadames", "--lang", "en", *people) as play:
        play.until("Touch one of your men.", "1 │ ● │ ● │ ● │ ● │")
        play.keys("e1", ENTER)
        play.until("│ ● │«●»│ ● │", "2 │ · │ ✚ │ ✚ │ · │", "Touch the cell your man goes to.")
        play.keys(ENTER)
        play.until("Touch one of your men.", absent=["✚"])
        play.keys("e1", ENTER, "e2", ENTER)
        play.until("1. e1-e2")


def test_kings_and_walls(tmp_path):
    people = ("--players", "human,human", "--option", "size=3")
    with Sitting(tmp_path, "play", "labyrinthe", "--lang", "en", *people) as play:
        play.until("♚ Red – player 1", "♔ Blue – player 2", "3 │ · │ · │[·]│", "steps to go")
        play.keys(ENTER)
        play.until("3 │ · │ · │[█]│", "1. Xc3")
        play.keys("Kb4", ENTER)
        play.until("4 │ · │(♔)│")
    with Sitting(tmp_path, "play", "labyrinthe", "--lang", "en", *people, LANG="C", LC_ALL="C") as play:
        play.until("1 Red", "2 Blue", "[.]")


def test_boards_without_rows(tmp_path):
    people = ("--players", "human,human,human", "--option", "board=penrose-3")
    with Sitting(tmp_path, "play", "polygo", "--lang", "en", *people, NO_COLOR="1") as play:
        play.until("·a1", "Red – player 1  0")
        play.keys("a1", ENTER)
        play.until("◆a1", "Red – player 1  1", "▸ ○ Blue")


# --- overlays, trays, tiles, sheets, boards that grow or do not fit


def test_overlays_are_shown_in_turn(tmp_path):
    people = ("--players", "human,human", "--option", "board=H3")
    with Sitting(tmp_path, "play", "polygo", "--lang", "en", *people, NO_COLOR="1") as play:
        play.until("Place a red stone.")
        play.keys("a3", ENTER, RIGHT, RIGHT, "show", ENTER)
        play.until("3 │▒◆", "▒ Solid stones (1).", "Shown (1 of 6): Solid stones.")
        play.keys(CTRL_O)
        play.until("(2 of 6)", absent=["▒◆"])
        play.keys("montrer 3", ENTER)
        play.until("▒ Seas", "1 │ ▒ │ ▒ │ ▒ │")
        play.keys("show 9", ENTER)
        play.until("Nothing more is shown", absent=["▒"])


def test_overlays_of_two_colours_have_two_signs(tmp_path):
    people = ("--players", "human,human", "--option", "size=3")
    code, out, _ = through_pipes(tmp_path, "montrer\n", "play", "labyrinthe", "--lang", "fr", *people)
    assert code == 0
    assert "✚ Rouge, ✖ Bleu – Plus courts chemins" in out
    assert "✚" in out and "✖" in out


def test_what_a_game_does_not_have_is_said(tmp_path):
    people = ("--players", "human,human", "--option", "size=3")
    code, out, _ = through_pipes(tmp_path, "show\nsheets\n", "play", "hex", "--lang", "en", *people)
    assert code == 0
    assert "This game has nothing more to show on the board." in out
    assert "This game has no sheets." in out


def test_a_board_that_does_not_fit_follows_the_cursor(tmp_path):
    people = ("--players", "human,human", "--option", "size=24")
    with Sitting(tmp_path, "play", "hex", "--lang", "en", *people) as play:
        play.until("Only a part of the board fits here, around m12", "[·]", absent=["24╲"])
        play.keys("a24")
        play.until("24[·]", "around a24", "  a b c d", "10╲· · ·")
        play.keys(ENTER)
        play.until("[●]", "1 move")


TILES = ("play", "carreleurs", "--lang", "en", "--players", "human,human")


def test_tiles_are_laid_by_words_and_by_keys(tmp_path):
    with Sitting(tmp_path, *TILES, "--option", "board=8", NO_COLOR="1") as play:
        play.until("Stock of Red: 3×5  2×3  2×2 (2)  1×2", "[·]")
        play.keys(TAB)
        play.until("[3×5]")
        play.keys(TAB, TAB, BACKTAB, ENTER)
        play.until("<2×3>", "░░░░░")
        play.keys("3x2", ENTER)
        play.until("<3×2>", "░░░")
        play.keys("a1", ENTER)
        play.until("1[┌]┐", "2 (●)", "3 └6┘", "1. 3x2@a1", "Stock of Red: 3×5  2×2 (2)  1×2")
        play.keys("d1", ENTER, DOWN, RIGHT)
        play.until("1 ┌─┐ ✚<░>░", "2 (●) ✚ ░[░]✚", "Touch the opposite corner")


def test_tiles_that_would_be_lifted_are_shown_first(tmp_path):
    options = ("--option", "board=8", "--option", "lift=any")
    with Sitting(tmp_path, *TILES, *options, NO_COLOR="1") as play:
        play.until("Stock of Red")
        play.keys("3x5@b4", ENTER, "3x5", ENTER, "c5", ENTER)
        play.until("┌┄┄┄┄┄┄┄┐", "░░░░", "3×5 (b4)", "Enter once more")
        play.keys(ENTER)
        play.until("╔", "║ (◇15) ║", "╚═══════╝", "now sealed", absent=["┄"])


def test_dice_and_signs_are_touched_or_written(tmp_path):
    people = ("--players", "human,human", "--seed", "1")
    with Sitting(tmp_path, "play", "heinash", "--lang", "en", *people, NO_COLOR="1") as play:
        play.until("Choose: [red], blue.", "╲ 13  22  32   3  17   8╲")
        play.keys("blue", ENTER)
        play.until("Dice: [6]  5  3", "Signs: (  not now: + − × ÷ )", "such as (5+4)*2")
        play.keys(ENTER, "+", ENTER, "5", ENTER)
        play.until("Dice: <6>  <5>  3", "Signs: «+»  −  ×  ÷")
        play.keys("\x7f")
        play.until("<6>", absent=["<5>"])
        play.keys(ESCAPE)
        play.until("Dice: [6]  5  3")
        play.keys("6+5*3", ENTER)
        play.until("(●21)", "21 = 6 + 5 × 3", "(6,5,3) 21=6+5*3")


PUZZLE = ("play", "nombres", "--lang", "en", "--option", "board=4x4", "--option", "seed=3")


def test_a_pen_stays_in_the_hand(tmp_path):
    with Sitting(tmp_path, *PUZZLE, NO_COLOR="1") as play:
        play.until("▸ you", "Pens: ●  ×")
        play.keys("full", ENTER)
        play.until("<●>")
        play.keys("a1", ENTER)
        play.until("1 move", "<●>")
        play.keys(RIGHT, ENTER)
        play.until("2 moves", "<●>", "2. b1+")
        play.keys("×", ENTER)
        play.until("<×>", absent=["<●>"])
        play.keys("c2", ENTER)
        play.until("3. c2-", "<×>")
        play.keys(ESCAPE)
        play.until("3 moves", absent=["<×>"])
        play.keys("undo", ENTER)
        play.until("2 moves", "Taken back.")


def test_a_question_about_a_cell_moves_to_another(tmp_path):
    with Sitting(tmp_path, *PUZZLE) as play:
        play.until("Find the pawns")
        play.keys("b2", ENTER)
        play.until("Is there a pawn on b2")
        play.keys("d4", ENTER)
        play.until("Is there a pawn on d4")
        play.keys("c1", ENTER)
        play.until("This cell is given.")
        play.keys("full", ENTER)
        play.until("1. d4+")


def test_playing_alone(tmp_path):
    code, out, _ = through_pipes(tmp_path, "b2+\nresign\ny\nrematch\nquit\n", *PUZZLE)
    assert code == 0
    assert "Give up? [y/n]" in out
    assert "You gave up." in out
    assert "Once more from the beginning." in out
    assert "wins" not in out
    with Sitting(tmp_path, *PUZZLE, "--clock", "1s") as play:
        play.until("Your time is over.")


def test_transformations_are_said_and_sheets_are_saved(tmp_path):
    people = ("--players", "human,human,human", "--seed", "1")
    with Sitting(tmp_path, "play", "hextra", "--lang", "en", *people, NO_COLOR="1") as play:
        play.until("q-3 q-2 q-1  q0", "r0   ·", "⬢ ⬢ ⬢", "[·]")
        play.keys("(0,0)", ENTER, "(1,0)", ENTER, "(0,1)", ENTER)
        play.until("△V1(◐O1)", "[□R1]", "choose a transformation card")
        play.keys("R", ENTER, "v1", ENTER, "O1", ENTER, "60", ENTER, "direct", ENTER)
        play.until("<△V1+◐O1+", "Turn by 60° around O1, anticlockwise.", "point at the image")
        play.keys("(1,-1)", ENTER)
        said = ("V2, rotation of V1, centre O1, 60°, anticlockwise.", "Valid.")
        play.until("△V2", *said, "face down: R")
        play.keys("sheets", ENTER)
        play.until("Transformations", "R(O1,+60)")
        play.keys(*[DOWN] * 8)
        play.until("Help card", "Rotation (R)", absent=["V2=SA(O1,R1)(V1)"])
        play.keys(*[RIGHT] * 4)
        play.until("V2=SA(O1,R1)(V1)", absent=["Rotation (R)"])
        play.keys(UP, ESCAPE)
        play.until("△V2", absent=["V2=SA(O1,R1)(V1)"])
        play.keys("fiches sauver mine", ENTER)
        play.until("Saved: mine.txt, mine-tiles.csv")
        play.keys("sheets save mine.txt", ENTER)
        play.until("exists already")
    assert "R(O1,+60)" in (tmp_path / "mine.txt").read_text("utf-8")
    rows = (tmp_path / "mine-transformations.csv").read_text("utf-8").splitlines()
    assert rows[1] == 'V1,V2,"R(O1,+60)",valid'


def test_blocks_are_drawn_from_corner_to_corner(tmp_path):
    people = ("--players", "human,human", "--option", "board=6")
    with Sitting(tmp_path, "play", "blocs", "--lang", "en", *people, NO_COLOR="1") as play:
        play.until("at most 3 cells", "Stock, for all: 1×1  1×2  1×3")
        play.keys("d2", ENTER, "f2", ENTER)
        play.until("(●3[╴]", "1. 1x3@d2")
        play.keys("a1 b3", ENTER)
        play.until("1[┌]┐", "2 (○)", "3 └6┘", "╶●3─╴", "3x2@a1")


THREE = ["play", "polygo", "--plain", "--option", "board=S3x3", "--players"]


@pytest.mark.parametrize(
    ("language", "lines", "expected"),
    [
        (
            "en",
            "a1\nresign\ny\nb1\nundo\nundo\nresign\ny\nquit\n",
            [
                "Blue leaves the game; the others go on? [y/n]",
                "Blue has left the game.",
                "Blue – player 2  0, resigned",
                "Place a yellow stone.",
                "Taken back.",
                "There is nothing to undo.",
                "Yellow resigns? [y/n]",
                "Red won: Yellow resigned.",
            ],
        ),
        (
            "fr",
            "a1\nabandonner\no\nquitter\nn\n",
            [
                "Bleu abandonne, les autres continuent ? [o/n]",
                "Bleu a abandonné la partie.",
                "Bleu – joueur 2  0, abandon",
            ],
        ),
    ],
)
def test_two_play_on_at_the_terminal(tmp_path, language, lines, expected):
    _, out, _ = through_pipes(tmp_path, lines, *THREE, "human,human,human", "--lang", language)
    place = 0
    for text in expected:
        place = out.replace("\N{NO-BREAK SPACE}", " ").find(text, place)
        assert place >= 0, (text, out)


def test_a_game_that_the_only_person_leaves_is_over(tmp_path):
    code, out, _ = through_pipes(tmp_path, "resign\ny\nquit\n", *THREE, "human,random,random", "--lang", "en")
    assert code == 0 and "Red resigns? [y/n]" in out and "You lost. " in out
    assert "share the win" in out


def test_a_person_whose_time_is_over_leaves_the_others_on_the_screen():
    game = games()["polygo"](board="S4x4", players=3)
    table = new_table(game, [Chair("Ada"), Chair("Bo"), Chair("Cy")], parse_control("10s"))
    sitting = Game(table, words("en"), NobodyThinks(), random.Random(1))
    sitting.tick(11.0)
    assert sitting.match.outcome is None and sitting.match.left == {0: "time"}
    lines = "\n".join(assert_fits(sitting, True, 0))
    assert "Ada has run out of time and is out of the game." in lines and "out of time" in lines
    assert "0 moves" in lines
