"""HeiNasH: the test positions of docs/rules.md, section 7, by number; expressions, touching, players."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path

import pytest

from pavage.formats.record import Record, read_record, write_record
from pavage.game import CHANCE, IllegalMove, Move, Unreadable
from pavage.games.fills import Fills
from pavage.games.heinash import HeiNasH, HeiNasHPosition
from pavage.games.heinash.arithmetic.expressions import ROLLS, Wrong, expressions, pretty, tokens_of, value_of
from pavage.games.heinash.evaluation import glance, weigh
from pavage.games.heinash.hint import hint
from pavage.games.heinash.scene import board, scene
from pavage.match import Match
from pavage.options import BadOption
from pavage.phrase import Phrase
from pavage.players.levels import Weighing, computer, searcher
from pavage.players.random_player import roll
from pavage.players.thought import Budget
from pavage.registry import scene_of
from pavage.scene import Moment, colour_of
from pavage.table import Chair, Table
from pavage.tiling import tiling
from pavage.view.touching import is_beginning, touched_after
from pavage.words import LANGUAGES, words
from pavage.words.complaint import explain

REACH = """
 1:143  2:171  3:148  4:147  5:129  6:130  7:127  8:124  9:115 10:111 11:78 12:122
13:57  14:69  15:76  16:66  17:30  18:74  19:30  20:62  21:42  22:30  23:21 24:66
25:33  26:15  27:25  28:27  29:15  30:53  31:12  32:25  33:9   34:9   35:21 36:42
"""
"""From docs/rules.md."""


def played(text: str, **options: object) -> Match:
    """A match after these moves."""
    match = Match(HeiNasH(**options))
    for word in text.split():
        match.play(match.game.read(match.position, word))
    return match


def after(text: str, **options: object) -> HeiNasHPosition:
    position = played(text, **options).position
    assert isinstance(position, HeiNasHPosition)
    return position


def asked(dice: str = "5,4,2", stones: str = "", **options: object) -> tuple[HeiNasH, HeiNasHPosition]:
    """Seat 1, Red, has rolled these dice."""
    game = HeiNasH(**options)
    return game, game.setup(f"{stones} turn:1 dice:{dice}")


def why(game: HeiNasH, position: HeiNasHPosition, text: str, language: str = "en") -> str:
    """The sentence that a written move gets for an answer; empty if it may be played."""
    try:
        Match(game, start=position).play(game.read(position, text))
    except (IllegalMove, Unreadable) as error:
        return explain(words(language), error)
    return ""


def sites(game: HeiNasH, text: str) -> Move:
    """Sites by their names."""
    return tuple(game.site(name) for name in text.split())


def stone(game: HeiNasH, position: HeiNasHPosition, number: int) -> int:
    return position.board[game.cell_of[number]]


# --- the test positions


def test_7_1_five_four_two() -> None:
    assert list(expressions((5, 4, 2))) == [1, 2, 3, 6, 7, 10, 11, 12, 13, 14, 18, 22, 28, 30]
    assert 20 not in expressions((5, 4, 2))


@pytest.mark.parametrize(
    ("dice", "numbers"),
    [
        ((1, 1, 1), [1, 2, 3]),
        ((1, 1, 2), [1, 2, 3, 4]),
        ((6, 6, 6), [2, 5, 6, 7, 18, 30]),
        ((2, 5, 6), [1, 2, 3, 4, 7, 8, 9, 13, 15, 16, 17, 18, 20, 22, 28, 32]),
        ((3, 3, 3), [2, 3, 4, 6, 9, 12, 18, 27]),
    ],
)
def test_7_2_other_rolls(dice: tuple[int, ...], numbers: list[int]) -> None:
    for order in permutations(dice):
        assert list(expressions(order)) == numbers


def test_7_3_a_roll_that_fits_nothing() -> None:
    game = HeiNasH()
    ones = "red:{},{} blue:{}".format(*(game.tiling.names[game.cell_of[number]] for number in (1, 2, 3)))
    position = game.setup(f"{ones} turn:chance active:2")
    rolled = game.play(position, game.read(position, "1,1,1"))
    assert (rolled.state, rolled.turn, rolled.active) == ("free", 1, 1)
    slow = HeiNasH(auto=False)
    rolled = slow.play(position, slow.read(position, "1,1,1"))
    assert (rolled.state, rolled.turn) == ("answer", 1)
    assert slow.moves(rolled) == [slow.nothing]
    silent = slow.play(rolled, slow.nothing)
    assert slow.moves(silent) == [slow.passing]
    assert slow.play(silent, slow.passing).state == "free"


@pytest.mark.parametrize(("nasty", "owner"), [(False, "red"), (True, "blue")])
def test_7_4_hints(nasty: bool, owner: str) -> None:
    start = "first:2 blue 5,4,2 none"
    shown = played(f"{start} hint:18=(5+4)*2", nasty=nasty)
    game, position = shown.game, shown.position
    assert isinstance(game, HeiNasH) and isinstance(position, HeiNasHPosition)
    assert game.colours[stone(game, position, 18) - 1] == owner
    assert (position.state, position.active, position.turn) == ("roll", 1, CHANCE)
    assert shown.played[-1].text == "hint:18=(5+4)*2"
    silent = after(f"{start} pass", nasty=nasty)
    assert (silent.state, silent.turn, silent.active) == ("free", 0, 0)
    placed = after(f"{start} pass free:17", nasty=nasty)
    assert stone(game, placed, 17) == 1
    assert (placed.state, placed.active) == ("roll", 1)


@pytest.mark.parametrize(("lot", "other"), [("first:1", 1), ("first:2", 0)])
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_7_5_who_begins(lot: str, other: int, colour: str) -> None:
    position = after(f"{lot} {colour}")
    game = HeiNasH()
    assert (position.state, position.turn, position.active) == ("roll", CHANCE, other)
    assert game.colours[game.colour(position, 1 - other)] == colour
    assert game.colours[game.colour(position, other)] != colour
    assert after(f"{lot} {colour} 5,4,2").turn == other


def test_7_6_the_balanced_numbers() -> None:
    game = HeiNasH()
    names = game.tiling.names
    assert [names[game.cell_of[number]] for number in (13, 30, 7, 8)] == ["a1", "f6", "a6", "f1"]
    near = {names[cell]: game.numbers[cell] for cell in game.tiling.neighbours[game.cell_of[7]]}
    assert near == {"a5": 25, "b5": 31, "b6": 11}
    assert sorted(game.numbers) == list(range(1, 37))
    frequent = {int(n): int(count) for n, count in (pair.split(":") for pair in REACH.split())}
    for row, column in combinations_with_replacement(range(6), 2):
        pair = [frequent[game.numbers[cell]] for cell in (6 * row + column, 6 * column + row)]
        assert max(pair) <= 2 * min(pair)


def test_the_reach_of_all_216_rolls() -> None:
    counts = dict.fromkeys(range(1, 37), 0)
    sizes = {}
    for dice in product(range(1, 7), repeat=3):
        reached = expressions(dice)
        sizes[tuple(sorted(dice))] = len(reached)
        for number in reached:
            counts[number] += 1
    assert counts == {int(n): int(count) for n, count in (pair.split(":") for pair in REACH.split())}
    assert round(sum(counts.values()) / 216, 2) == 11.36
    assert [d for d, size in sizes.items() if size == min(sizes.values())] == [(1, 1, 1)]
    assert [d for d, size in sizes.items() if size == max(sizes.values())] == [(2, 5, 6)]
    assert (min(sizes.values()), max(sizes.values())) == (3, 16)


def test_the_rolls_of_chance_weigh_216() -> None:
    game = HeiNasH()
    position = after("first:1 red")
    texts = [game.write(position, move) for move in game.moves(position)]
    weights = dict(zip(texts, game.chances(position), strict=True))
    assert len(weights) == len(ROLLS) == 56 and sum(weights.values()) == 216
    assert (weights["5,4,2"], weights["4,4,2"], weights["1,1,1"]) == (6, 3, 1)
    for text in ("2,5,4", "4,2,5"):  # dice lie as they fall: the gate takes any order
        move = game.read(position, text)
        assert game.refusal(position, move) is None
        assert game.write(position, move) == text


# --- expressions


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(5+4)*2", 18),
        ("5+4*2", 13),
        ("5-4-2", -1),
        ("5-(4-2)", 3),
        ("2/4/5", Fraction(1, 10)),
        ("2/(4/5)", Fraction(5, 2)),
        ("( 5 + 4 ) × 2", 18),
        ("5·4−2", 18),
        ("5x4:2", 10),
        ("5⋅4÷2", 10),
        ("((5))*((4-2))", 10),
    ],
)
def test_values_are_exact(text: str, value: Fraction) -> None:
    assert value_of(tokens_of(text)) == value


def test_expressions_are_shown_with_real_signs() -> None:
    assert pretty(tokens_of("(5-4)*2/1")) == "(5 − 4) × 2 ÷ 1"


@pytest.mark.parametrize(
    ("text", "en", "fr"),
    [
        ("5+4*4", "4 is used twice.", "4 sert deux fois."),
        (
            "5+5+5",
            "5 is used 3 times, more often than it was rolled (1).",
            "5 sert 3 fois, plus souvent qu’il n’est sorti (1).",
        ),
        ("5+4", "2 is left unused; all three", "2 n’est pas utilisé"),
        ("5", "4, 2 are left unused", "4, 2 ne sont pas utilisés"),
        ("6+4*2", "6 was not rolled.", "Aucun dé ne montre 6."),
        ("54*2", "54 was not rolled.", "Aucun dé ne montre 54."),
        ("(5+2)/4", "The result is 7/4, not a whole number.", "Le résultat est 7/4, ce n’est pas"),
        ("5*4*2", "There is no number 40 on the board.", "Il n’y a pas de nombre 40"),
        ("2+4-5-0", "0 was not rolled.", "Aucun dé ne montre 0."),
        ("2-5*4", "There is no number −18 on the board.", "Il n’y a pas de nombre −18"),
        ("5*4-2", "The result is 18, which is taken.", "Le résultat est 18, et cette case est prise."),
        ("19=5*4-2", "You wrote 19, but 5 × 4 − 2 makes 18.", "Vous avez écrit 19, mais 5 × 4 − 2 donne 18."),
        ("5*4-2=19", "You wrote 19, but 5 × 4 − 2 makes 18.", "Vous avez écrit 19"),
        ("abc=5*4-2", "“abc” before or after = is not a number.", "n’est pas un nombre"),
        ("(5+4*2", "A parenthesis is opened, but not closed.", "Une parenthèse est ouverte"),
        ("5+4)*2", "A parenthesis is closed that was never opened.", "Une parenthèse est fermée"),
        (")5+4*2", "A parenthesis is closed that was never opened.", "Une parenthèse est fermée"),
        ("5+4 2", "A sign + − × ÷ is missing between 4 and 2.", "Il manque un signe"),
        ("(5 4)+2", "A sign + − × ÷ is missing between 5 and 4.", "Il manque un signe"),
        ("5+*4+2", "A number is missing between + and ×.", "Il manque un nombre entre + et ×."),
        ("()5", "A number is missing between ( and ).", "Il manque un nombre entre ( et )."),
        ("5+4+", "A number is missing after +.", "Il manque un nombre après +."),
        ("-5+4*2", "An expression cannot begin with −.", "ne peut pas commencer par −"),
        ("5^4+2", "“^” is not a sign here", "« ^ » n’est pas un signe d’ici"),
        ("4/(5-5)", "Nothing can be divided by zero.", "On ne divise pas par zéro."),
        ("", "There is no expression yet.", "Il n’y a pas encore d’expression."),
        ("(" * 61, "An expression has at most 60 characters.", "au plus 60 caractères"),
        ("¹+²", "is not a sign here", "n’est pas un signe"),
        ("²=5+4", "before or after = is not a number", "n’est pas un nombre"),
    ],
)
def test_why_an_expression_is_refused(text: str, en: str, fr: str) -> None:
    game, position = asked(stones="blue:f4")
    assert game.numbers[game.tiling.index["f4"]] == 18
    assert en in why(game, position, text)
    assert fr in why(game, position, text, "fr").replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    "text", ["18=(5+4)*2", "(5+4)*2", "(5+4)*2=18", "18 = (4 + 5) × 2", "((5+4))·2", "2*(5+4)"]
)
def test_ways_to_write_the_same(text: str) -> None:
    game, position = asked()
    move = game.read(position, text)
    assert game.refusal(position, move) is None
    assert stone(game, game.play(position, move), 18) == 1


def test_dice_that_show_the_same_are_not_told_apart() -> None:
    game, position = asked("4,4,2")
    assert why(game, position, "4*4*2") == ""
    assert why(game, position, "4+4+4") == "4 is used 3 times, more often than it was rolled (2)."
    assert why(game, position, "4+2") == "4 is left unused; all three dice have to be used."
    for order in ("die1 + die2 * die3 done", "die2 + die1 * die3 done"):
        assert game.refusal(position, sites(game, order)) is None
        assert stone(game, game.play(position, sites(game, order)), 12) == 1


def test_listed_expressions_make_their_numbers() -> None:
    game = HeiNasH()
    for dice in product(range(1, 7), repeat=3):
        position = replace(asked()[1], dice=dice)
        for cell, move in game.answers(position).items():
            assert game.refusal(position, move) is None
            text = game.write(position, move)
            assert text.startswith(f"{game.numbers[cell]}=") and game.read(position, text) == move


def test_a_parser_that_is_fed_noise_only_complains() -> None:
    dice = random.Random(5)
    for _ in range(3000):
        text = "".join(dice.choice("123456+-*/()()") for _ in range(dice.randint(0, 12)))
        try:
            value = value_of(tokens_of(text))
        except Wrong as wrong:
            for language in LANGUAGES:
                assert "{" not in words(language)(f"heinash.{wrong.key}", **wrong.values)
        else:
            assert value == eval("".join(f"Fraction({t})" if t.isdigit() else t for t in tokens_of(text)))


# --- what is refused in each state


@pytest.mark.parametrize(
    ("moves", "text", "sentence"),
    [
        ("", "red", "Lots have to be drawn first."),
        ("", "5,4,2", "is not a lot"),
        ("first:1", "none", "Choose a colour: red or blue."),
        ("first:1", "green", "is not a colour here; write red or blue."),
        ("first:1 red", "none", "The dice have to be rolled first."),
        ("first:1 red", "7,1,1", "is not a roll"),
        ("first:1 red 5,4,2", "pass", "Make a number out of the dice, or say that you find nothing."),
        ("first:1 red 5,4,2", "free:17", "Make a number out of the dice"),
        ("first:1 red 5,4,2", "hint:18=5*4-2", "Make a number out of the dice"),
        ("first:1 red 5,4,2 none", "free:17", "You are asked for help"),
        ("first:1 red 5,4,2", "a1", "A stone gets to 13 only with an expression that makes 13."),
        ("first:1 red 5,4,2 none", "none", "You are asked for help: show an expression, or pass."),
        ("first:1 red 5,4,2 none", "hint:18=5+4+2", "You wrote 18, but 5 + 4 + 2 makes 11."),
        ("first:1 red 5,4,2 none pass", "none", "Put your stone on any free cell."),
        ("first:1 red 5,4,2 none pass", "free:40", "There is no number 40 on the board."),
        ("first:1 red 5,4,2 none pass", "18=5*4-2", "is not a cell"),
        ("first:1 red 5,4,2 18=5*4-2 5,4,2", "f4", "The cell 18 is taken."),
        ("first:1 red 5,4,2 18=5*4-2 5,4,2 none pass", "free:18", "The cell 18 is taken."),
    ],
)
def test_what_is_refused_in_each_state(moves: str, text: str, sentence: str) -> None:
    match = played(moves)
    before = match.position
    assert isinstance(match.game, HeiNasH) and isinstance(before, HeiNasHPosition)
    assert sentence in why(match.game, before, text)
    assert why(match.game, before, text, "fr") != why(match.game, before, text)


def test_nothing_is_played_after_the_end() -> None:
    game = HeiNasH()
    position = game.setup("red:a1,a2,a3,a4,a5 turn:1 state:free")
    won = game.play(position, game.read(position, "free:7"))
    outcome = game.outcome(won)
    assert outcome is not None and outcome.returns == (1.0, 0.0)
    assert [game.tiling.names[cell] for cell in outcome.cells] == ["a1", "a2", "a3", "a4", "a5", "a6"]
    assert not game.moves(won) and not game.choices(won, ())
    refusal = game.refusal(won, game.nothing)
    assert refusal is not None and refusal.key == "over"


def test_the_sides_of_the_colours() -> None:
    """Blue joins left and right; the winner is the seat that chose, or was left, that colour."""
    game = HeiNasH()
    row = "a3,b3,c3,d3,e3"
    position = game.setup(f"blue:{row} turn:1 state:free plays:blue,red")
    outcome = game.outcome(game.play(position, game.read(position, "f3")))
    assert outcome is not None and outcome.returns == (1.0, 0.0)
    other = game.setup(f"red:{row} turn:1 state:free")
    assert game.outcome(game.play(other, game.read(other, "f3"))) is None


def test_a_nasty_stone_can_win_for_the_one_who_hints() -> None:
    game, position = asked("5,1,1", "blue:a6,b6,d6,e6,f6", nasty=True)
    assert game.numbers[game.tiling.index["c6"]] == 5
    silent = game.play(position, game.nothing)
    won = game.play(silent, game.read(silent, "hint:5=5*1*1"))
    outcome = game.outcome(won)
    assert outcome is not None and outcome.returns == (0.0, 1.0)


# --- options


def test_numbering() -> None:
    assert HeiNasH(numbering="natural").numbers == tuple(range(1, 37))
    backwards = ",".join(map(str, range(36, 0, -1)))
    game = HeiNasH(numbering=backwards.replace(",", ", "))
    assert game.numbers[0] == 36 and game.options["numbering"] == backwards
    assert len({HeiNasH(), HeiNasH(numbering="natural"), game}) == 3
    option = HeiNasH.numbering
    for wrong in (
        "random",
        "1,2,3",
        backwards.replace("36", "35"),
        backwards + ",37",
        "",
        "x" + backwards[1:],
    ):
        with pytest.raises(BadOption):
            HeiNasH(numbering=wrong)
    assert "36" in option.takes()
    match = played("first:1 red 6,6,1 36=6*6*1", numbering=backwards)
    assert match.position.board[0] == 2
    assert read_record(write_record(Record(match))).match.game == game


@pytest.mark.parametrize("wrong", [{"size": 5}, {"players": 3}, {"nasty": "perhaps"}, {"board": "R6"}])
def test_what_options_do_not_take(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        HeiNasH(**wrong)


def test_assist_shows_cells_and_takes_them_for_answers() -> None:
    game, position = asked(assist=True, stones="blue:f4")
    shown = [game.numbers[site] for site in game.choices(position, ()) if site < 36]
    assert sorted(shown) == [1, 2, 3, 6, 7, 10, 11, 12, 13, 14, 22, 28, 30]
    cell = game.cell_of[22]
    assert game.refusal(position, (cell,)) is None
    assert game.write(position, (cell,)) == "22=5*4+2"
    assert game.play(position, (cell,)) == game.play(position, game.read(position, "22=5*4+2"))
    assert game.read(position, "22") == (cell,)
    assert why(game, position, "20") == "These dice cannot make 20."
    assert why(game, position, "18") == "The cell 18 is taken."
    seen = scene(game, Moment(position))
    assert set(seen.next) == {game.cell_of[number] for number in shown}
    assert [mark.cells for mark in seen.marks if mark.kind == "target"] == [seen.next]


def test_without_assist_nothing_tells_what_can_be_reached() -> None:
    """Two rolls that make different numbers offer the same sites and look the same but for the dice."""
    game = HeiNasH()
    looks = []
    for dice in ("5,4,2", "1,1,1", "6,6,6"):
        position = game.setup(f"blue:d4 turn:1 dice:{dice}")
        seen = scene(game, Moment(position))
        assert not seen.next and not any(mark.kind in ("target", "tint", "heat") for mark in seen.marks)
        assert not seen.overlays
        looks.append((tuple(game.choices(position, ())), seen.next, seen.marks, seen.sheets, seen.field))
    assert looks[0] == looks[1] == looks[2]
    names = {game.sites[site] for site in looks[0][0]}
    assert names == {"die1", "die2", "die3", "(", "none"}


# --- touching


@pytest.mark.parametrize(
    ("touched", "following"),
    [
        ("", "die1 die2 die3 ( none"),
        ("die1", "+ - * /"),
        ("die1 +", "die2 die3 ("),
        ("die1 + die3", "+ - * /"),
        ("die1 + die3 *", "die2"),
        ("die1 + die3 * die2", "done"),
        ("die1 + die3 * die2 done", ""),
        ("(", "die1 die2 die3 ("),
        ("( die2", "+ - * /"),
        ("( die2 -", "die1 die3 ("),
        ("( die2 - die3", "+ - * / )"),
        ("( die2 - die3 )", "+ - * /"),
        ("( die2 - die3 ) * die1", "done"),
        ("( ( die1 + die2", "+ - * / )"),
        ("( ( die1 + die2 ) * die3", ")"),
        ("die1 - ( die2", "+ - * /"),
        ("die1 - ( die2 / die3", ")"),
        ("+", ""),
        ("die1 die2", ""),
        ("die1 + die1", ""),
        ("none", ""),
    ],
)
def test_what_may_be_touched_next(touched: str, following: str) -> None:
    game, position = asked()
    assert {game.sites[site] for site in game.choices(position, sites(game, touched))} == set(
        following.split()
    )


def test_every_way_of_touching_ends_with_done() -> None:
    """Whatever is offered leads on, and what is complete is an expression."""
    game, position = asked()
    dice = random.Random(2)
    for _ in range(300):
        touched: Move = ()
        while offered := [s for s in game.choices(position, touched) if game.sites[s] != "none"]:
            touched = (*touched, dice.choice(offered))
            assert len(touched) < 12
        assert game.sites[touched[-1]] == "done"
        refusal = game.refusal(position, touched)
        allowed = {"heinash.fraction", "heinash.no_number", "heinash.taken_number", "heinash.by_zero"}
        assert refusal is None or refusal.key in allowed


def test_a_hand_puts_an_expression_together() -> None:
    game, position = asked()
    touched: Move = ()
    for name in ["(", "die1", "+", "die2", ")", "*", "die3"]:
        touched = touched_after(game, position, touched, game.site(name))
        assert is_beginning(game, position, touched)
    assert scene(game, Moment(position, touched=touched)).prompt.key == "heinash.prompt_complete"
    whole = (*touched, game.site("done"))
    assert not is_beginning(game, position, whole) and game.refusal(position, whole) is None
    assert game.write(position, whole) == "18=(5+4)*2"
    unfinished = game.refusal(position, touched)
    assert unfinished is not None and unfinished.key == "heinash.unfinished"
    # What was touched is taken back by touching it again.
    assert touched_after(game, position, sites(game, "die1 + die2 * die3"), game.site("die3")) == sites(
        game, "die1 + die2 *"
    )
    assert touched_after(game, position, sites(game, "die1 + die2"), game.site("die1")) == ()


# --- records, layouts, dice


def test_the_notation_of_a_game() -> None:
    text = "first:1 red 5,4,2 18=(5+4)*2 6,4,1 none hint:24=6*4*1 3,3,3 none pass free:17"
    match = played(text)
    assert [one.text for one in match.played] == text.split()
    again = read_record(write_record(Record(match)))
    assert again.match.positions == match.positions
    assert match.game.layout(match.position) == (
        "red:b4 blue:e1,f4 turn:chance state:roll active:1 plays:red,blue"
    )


@pytest.mark.parametrize("options", [{}, {"nasty": True, "auto": False}, {"numbering": "natural"}])
def test_random_games_end_and_their_positions_can_be_written(options: dict[str, object]) -> None:
    game = HeiNasH(**options)
    for seed in range(12):
        dice = random.Random(seed)
        position, stones = game.start(), 0
        while game.outcome(position) is None:
            assert game.setup(game.layout(position)) == position
            chance = position.turn == CHANCE
            move = roll(game, position, dice) if chance else dice.choice(game.moves(position))
            position = game.play(position, move)
            assert 36 - position.board.count(0) >= stones
            stones = 36 - position.board.count(0)
        assert stones <= 36


@pytest.mark.parametrize(
    "text",
    [
        "turn:1 state:roll",
        "turn:chance state:answer dice:5,4,2",
        "turn:1 state:answer",
        "turn:chance dice:5,4,2",
        "turn:1 dice:5,4",
        "turn:1 dice:7,1,1",
        "turn:1 state:asleep",
        "turn:1 active:2 dice:1,1,1",
        "turn:1 plays:red,red",
        "turn:1 luck:good",
        "turn:1 dice:",
    ],
)
def test_layouts_that_make_no_sense(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        HeiNasH().setup(text)
    for language in LANGUAGES:
        assert "{" not in explain(words(language), caught.value)


def test_dice_stay_rolled_after_undo() -> None:
    for seed in range(8):
        table = Table(Match(HeiNasH()), [Chair("Claire"), Chair("Hugo")], random.Random(seed))
        game, match = table.match.game, table.match
        table.play(game.read(match.position, "red"))
        first, second = (game.moves(match.position)[place] for place in (0, 1))
        table.play(first)
        rolls = [one.text for one in match.played if one.seat == CHANCE]
        table.undo()
        assert match.turn >= 0 and match.position.state == "answer"  # type: ignore[attr-defined]
        table.play(second)
        assert [one.text for one in match.played if one.seat == CHANCE] == rolls
        table.undo()
        table.undo()
        assert match.played[-1].text.startswith("first:")
        table.play(game.read(match.position, "blue"))
        assert [one.text for one in match.played if one.seat == CHANCE] == rolls[:2]


def test_complete_games_counted_in_another_way() -> None:
    """The counts of tests/perft/, by rules written down a second time without any of the code above."""
    data = (Path(__file__).parent / "perft" / "heinash.toml").read_text(encoding="utf-8")
    for entry in tomllib.loads(data)["perft"]:
        game = HeiNasH(**entry["options"])
        start = game.setup(entry["position"])
        red_active = game.colour(start, start.active) == 0
        games, red, blue = counted(game.numbers, frozenset(entry["options"].items()), start.board, red_active)
        assert games == entry["games"], entry["id"]
        assert [red, blue] == (entry["wins"] if start.red == 0 else entry["wins"][::-1]), entry["id"]


@cache
def counted(
    numbers: tuple[int, ...], options: frozenset[tuple[str, object]], board: bytes, red_active: bool
) -> tuple[int, int, int]:
    """Complete games, and those that Red and Blue win."""
    for colour in (1, 2):
        if joins(board, colour):
            return (1, colour == 1, colour == 2)
    free = [cell for cell in range(36) if not board[cell]]
    mine, other = (1, 2) if red_active else (2, 1)
    shown = other if ("nasty", True) in options else mine

    def follow(cell: int, colour: int) -> tuple[int, int, int]:
        placed = board[:cell] + bytes([colour]) + board[cell + 1 :]
        return counted(numbers, options, placed, not red_active)

    total = (0, 0, 0)
    for dice in combinations_with_replacement(range(1, 7), 3):
        fits = [cell for cell in free if numbers[cell] in made(dice)]
        ways = [(cell, mine) for cell in fits]  # an answer
        ways += [(cell, shown) for cell in fits]  # a hint
        ways += [(cell, mine) for cell in free]  # after a pass, or at once
        for cell, colour in ways:
            one, red, blue = follow(cell, colour)
            total = (total[0] + one, total[1] + red, total[2] + blue)
    return total


def joins(board: bytes, colour: int) -> bool:
    """Whether a colour has joined its sides, by growing from one of them."""
    seen = {c for c in range(36) if board[c] == colour and (c < 6 if colour == 1 else c % 6 == 0)}
    while True:
        grown = seen | {
            (q + dq) + 6 * (r + dr)
            for r, q in (divmod(cell, 6) for cell in seen)
            for dq, dr in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
            if 0 <= q + dq < 6 and 0 <= r + dr < 6 and board[q + dq + 6 * (r + dr)] == colour
        }
        if grown == seen:
            return any(cell >= 30 if colour == 1 else cell % 6 == 5 for cell in seen)
        seen = grown


@cache
def made(dice: tuple[int, ...]) -> set[float]:
    """What dice can make, by pairs instead of expressions."""
    found = set()
    for a, b, c in permutations(map(Fraction, dice)):
        for pair in results(a, b):
            found |= results(pair, c) | results(c, pair)
    return {int(value) for value in found if value.denominator == 1}


def results(a: Fraction, b: Fraction) -> set[Fraction]:
    return {a + b, a - b, a * b, *([a / b] if b else [])}


# --- what is shown


def test_the_scene_of_an_answer() -> None:
    match = played("first:2 blue 5,4,2 18=(5+4)*2 6,4,1")
    game, position = match.game, match.position
    assert isinstance(game, HeiNasH)
    seen = scene(game, Moment(position, match.played[-1].move))
    assert seen.trays[0].items[0].face == "die"
    assert [item.text for item in seen.trays[0].items] == ["6", "4", "1"]
    assert [item.text for item in seen.trays[1].items] == ["+", "−", "×", "÷", "(", ")"]
    offered = {button.site for button in seen.buttons}
    assert {game.site("die1"), game.site("("), game.site("none")} <= offered
    assert seen.field is not None
    assert seen.news is not None and words("en")(seen.news) == "18 = (5 + 4) × 2, a red stone."
    assert [mark.cells for mark in seen.marks if mark.kind == "last"] == [(game.cell_of[18],)]
    assert "6, 4, 1" in words("en")(seen.prompt)
    begun = scene(game, Moment(position, touched=sites(game, "( die1 -")))
    assert words("en")(begun.prompt) == "(6 − …"
    assert [item.state for item in begun.trays[0].items] == ["spent", "", ""]
    assert {button.site for button in begun.buttons} == set(sites(game, "die2 die3 ("))


@pytest.mark.parametrize(
    ("touched", "key", "value"),
    [
        ("die1", "prompt_so_far", None),
        ("die1 +", "prompt_so_far", None),
        ("( die1 + die2", "prompt_makes", "9"),
        ("( die1 + die2 ) * die3", "prompt_complete", "18"),
        ("die1 - die2 + die3", "prompt_taken", "3"),
        ("die1 / die2 + die3", "prompt_off_board", "13/4"),
        ("die2 - die1 * die3", "prompt_off_board", "\N{MINUS SIGN}6"),
        ("( die1 + die2 * die3", "prompt_open", "13"),
    ],
)
def test_an_expression_shows_what_it_makes_and_its_cell(touched: str, key: str, value: str | None) -> None:
    game, position = asked("5,4,2", "red:d1")
    seen = scene(game, Moment(position, touched=sites(game, touched)))
    assert seen.prompt.key == f"heinash.{key}" and dict(seen.prompt.values).get("value") == value
    ghosts = [mark for mark in seen.marks if mark.kind == "ghost"]
    if key == "prompt_complete":
        (ghost,) = ghosts
        assert ghost.cells == (game.cell_of[18],)
        assert ghost.colour == colour_of(game, position, position.turn)
    else:
        assert not ghosts


@pytest.mark.parametrize("nasty", [False, True])
def test_the_stone_of_a_hint_is_shown_in_the_colour_it_will_have(nasty: bool) -> None:
    match = played("first:1 red 5,4,2 none", nasty=nasty)
    game, position = match.game, match.position
    assert isinstance(game, HeiNasH) and isinstance(position, HeiNasHPosition)
    touched = sites(game, "( die1 + die2 ) * die3")
    (ghost,) = (m for m in scene(game, Moment(position, touched=touched)).marks if m.kind == "ghost")
    assert ghost.colour == colour_of(game, position, position.turn if nasty else position.active)


def test_nobody_has_a_colour_before_one_is_chosen() -> None:
    for moves in ("", "first:1"):
        match = played(moves)
        for seat in scene_of(match.game, Moment(match.position)).seats:
            assert seat.colour == "neutral"
            assert seat.aim is not None and seat.aim.key == "heinash.no_colour_yet"


def test_the_board_shows_its_numbers() -> None:
    drawn = board(HeiNasH(numbering="natural"))
    assert drawn.inscribed == tuple(map(str, range(1, 37)))
    assert [band.colour for band in drawn.bands] == ["red", "blue", "red", "blue"]


@pytest.mark.parametrize(
    ("moves", "prompt", "news"),
    [
        ("", "prompt_lots", None),
        ("first:1", "prompt_colour", None),
        ("first:1 red", "prompt_roll", None),
        ("first:1 red 5,4,2", "prompt", None),
        ("first:1 red 5,4,2 none", "prompt_hint", "news_none"),
        ("first:1 red 5,4,2 none pass", "prompt_free", "news_pass"),
        ("first:1 red 5,4,2 none pass free:17", "prompt_roll", "news_free"),
        ("first:1 red 1,1,1 1=1*1*1 1,1,1 2=1+1*1 1,1,1 3=1+1+1 1,1,1", "prompt_free", "news_no_fit"),
    ],
)
@pytest.mark.parametrize("nasty", [False, True])
def test_every_state_has_its_words(moves: str, prompt: str, news: str | None, nasty: bool) -> None:
    match = played(moves, nasty=nasty)
    last = match.played[-1].move if match.played else ()
    assert isinstance(match.game, HeiNasH)
    seen = scene(match.game, Moment(match.position, last))
    assert seen.prompt.key == f"heinash.{'prompt_nasty' if nasty and prompt == 'prompt_hint' else prompt}"
    assert (seen.news and seen.news.key) == (news and f"heinash.{news}")
    phrases: list[Phrase] = [seen.prompt, *(button.label for button in seen.buttons)]
    phrases += [seen.news] if seen.news else []
    for tray in seen.trays:
        phrases += [tray.label, *(item.label for item in tray.items)]
    for sheet in seen.sheets:
        phrases += [sheet.title, *sheet.head]
    for phrase in phrases:
        for language in LANGUAGES:
            assert words(language).has(phrase.key) and "{" not in words(language)(phrase)


# --- players


def test_fills_agree_with_the_rules() -> None:
    """Each of the fills has one winner, and it is the one that the rules name."""
    game = HeiNasH()
    fills = Fills(tiling("R6"), 60, random.Random(3))
    boards = [bytes(1 if coin >> number & 1 else 2 for coin in fills.coins) for number in range(60)]
    outcomes = [game.outcome(HeiNasHPosition(full, CHANCE, "roll")) for full in boards]
    red_wins = [outcome is not None and outcome.returns[0] == 1 for outcome in outcomes]
    assert 0 < sum(red_wins) < 60
    worth = fills.worth(bytes(36))
    assert worth.red == sum(red_wins) / 60
    for cell in (0, 14, 35):
        with_red = [won for won, full in zip(red_wins, boards, strict=True) if full[cell] == 1]
        with_blue = [won for won, full in zip(red_wins, boards, strict=True) if full[cell] == 2]
        assert worth.with_red[cell] == sum(with_red) / len(with_red)
        assert worth.with_blue[cell] == sum(with_blue) / len(with_blue)


@pytest.mark.parametrize("fills", [50, 3000, 60_000])
def test_a_win_within_reach_is_taken(fills: int) -> None:
    game, position = asked("5,1,1", "red:a1,a2,a3,a4,a5 blue:f1,f2,f3")
    assert game.numbers[game.tiling.index["a6"]] == 7
    weighed = weigh(game, position, fills, random.Random(1), lambda _: False)
    assert game.write(position, weighed[0][0]) == "7=5+1+1"
    assert weighed[0][1] == 1.0
    assert {move for move, _ in weighed} == set(game.moves(position))


def test_whoever_is_asked_for_a_hint_shows_what_helps_least() -> None:
    """A win within reach of a free choice is kept out of it; the nasty stone goes where it helps."""
    game, position = asked("4,4,1", "red:a1,a2,a3,a4,a5 blue:f1,f2,f3")
    assert 7 in expressions((4, 4, 1))
    silent = game.play(position, game.nothing)
    weighed = weigh(game, silent, 2000, random.Random(1), lambda _: False)
    values = {game.write(silent, move).partition("=")[0]: value for move, value in weighed}
    assert values["pass"] == values["hint:7"] == 0.0 < weighed[0][1]
    nasty = HeiNasH(nasty=True)
    best = weigh(nasty, silent, 2000, random.Random(1), lambda _: False)[0][0]
    assert nasty.write(silent, best).startswith("hint:7=")


def test_a_bluff_is_weighed_as_the_worst_that_can_come() -> None:
    game, position = asked("4,4,1", "red:a1,a2,a3,a4,a5 blue:f1,f2,f3")
    values = dict(weigh(game, position, 2000, random.Random(1), lambda _: False))
    assert values[game.nothing] == min(values.values()) < max(values.values()) == 1.0


def test_glances_find_their_share() -> None:
    game, position = asked()
    dice = random.Random(4)
    everything = list(game.answers(position).values())
    assert glance(game, position, dice, 1.0) == everything
    found = [len([m for m in glance(game, position, dice, 0.5) if m != game.nothing]) for _ in range(400)]
    assert 0.4 < sum(found) / 400 / len(everything) < 0.65
    assert glance(game, position, dice, 0.0) == [game.nothing]
    silent = game.play(position, game.nothing)
    assert glance(game, silent, dice, 0.0) == [game.passing]
    free = game.play(silent, game.passing)
    assert len(glance(game, free, dice, 0.0)) == 36


def test_time_that_is_over_still_gives_a_move() -> None:
    game, position = asked()
    weighed = weigh(game, position, 10**7, random.Random(1), lambda _: True)
    assert {move for move, _ in weighed} == set(game.moves(position))


def test_hints_say_why() -> None:
    for moves, key in (
        ("first:1", "hint_colour"),
        ("first:1 red 5,4,2", "hint_answer"),
        ("first:1 red 5,4,2 none", "hint_show"),
        ("first:1 red 5,4,2 none pass", "hint_free"),
    ):
        match = played(moves)
        assert isinstance(match.game, HeiNasH) and isinstance(match.position, HeiNasHPosition)
        advised = hint(match.game, match.position)
        assert advised is not None
        move, reason = advised
        assert match.game.refusal(match.position, move) is None
        assert reason.key == f"heinash.{key}"
        assert all("{" not in words(language)(reason) for language in LANGUAGES)
    assert hint(HeiNasH(), HeiNasH().start()) is None
    nasty = played("first:1 red 5,4,2 none", nasty=True)
    advised = hint(nasty.game, nasty.position)  # type: ignore[arg-type]
    assert advised is not None and advised[1].key == "heinash.hint_nasty"


def test_levels_differ_in_what_they_find() -> None:
    """A beginner now and then finds nothing in a poor roll; a strong level always finds what there is."""
    game, position = asked("1,1,1", "red:d4")
    assert isinstance(searcher(game), Weighing)
    said: dict[str, set[Move]] = {}
    for level in ("beginner", "hard"):
        said[level] = set()
        for seed in range(40):
            player, budget = computer(game, level, seed)
            thought = player.think(game, position, replace(budget, simulations=50, seconds=None))
            said[level].add(thought.move)
            assert game.refusal(position, thought.move) is None
            assert thought.move == player.think(game, position, Budget(50, None, seed)).move
    assert game.nothing in said["beginner"] and game.nothing not in said["hard"]
