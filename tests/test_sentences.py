"""What is said at a table below the sentence: who did what, and what it means for the reader."""

import random
import re

import pytest
from own_games import OWN

from pavage.game import Outcome
from pavage.match import Match
from pavage.registry import OURS, games
from pavage.server.rooms.scene_json import scene_at
from pavage.server.rooms.seating import name_of
from pavage.server.rooms.sentences import prompt, said
from pavage.table import Chair, Table, winner_of
from pavage.words import words
from pavage.words.moves import told_leaving

PEOPLE = (Chair("Ada"), Chair("Bo"))
AGAINST = (Chair(""), Chair("", "medium"))


def table_after(moves, chairs=PEOPLE, game="hex", **options):
    """A table after some moves, with dice that fell as the moves say."""
    setup = options.pop("setup", "")
    rules = games()[game](**options)
    match = Match(rules, None, rules.setup(setup) if setup else None)
    for text in moves:
        match.play(match.game.read(match.position, text))
    table = object.__new__(Table)  # the real one would roll on
    table.match, table.chairs = match, chairs
    return table


def line(table, you, language="en"):
    return said(table, scene_at(table.match, len(table.match.played)), words(language), you)


@pytest.mark.parametrize(
    ("swap", "you", "english", "french"),
    [
        (
            "colours",
            (0,),
            "The computer took your stone: you are Blue now.",
            "L’ordinateur a pris votre pion\N{NO-BREAK SPACE}: vous êtes maintenant Bleu.",
        ),
        (
            "mirror",
            (0,),
            "The computer took your stone and mirrored it: you are still Red.",
            "L’ordinateur a pris votre pion en le reflétant\N{NO-BREAK SPACE}: vous restez Rouge.",
        ),
        (
            "colours",
            (1,),
            "You took the stone: you are Red now.",
            "Vous avez pris le pion\N{NO-BREAK SPACE}: vous êtes maintenant Rouge.",
        ),
        (
            "mirror",
            (1,),
            "You took the stone and mirrored it: you are still Blue.",
            "Vous avez pris le pion en le reflétant\N{NO-BREAK SPACE}: vous restez Bleu.",
        ),
        (
            "colours",
            (),
            "The computer took the stone and is Red now.",
            "L’ordinateur a pris le pion et joue maintenant Rouge.",
        ),
        (
            "mirror",
            (0, 1),
            "The computer took the stone and mirrored it; the colours stay.",
            "L’ordinateur a pris le pion en le reflétant\N{NO-BREAK SPACE}; les couleurs restent.",
        ),
    ],
)
def test_what_a_swap_means_for_the_reader(swap, you, english, french):
    table = table_after(["b1", "swap"], AGAINST, size=5, swap=swap)
    assert (line(table, you), line(table, you, "fr")) == (english, french)


def test_moves_are_counted_where_a_game_was_played_out():
    moves = ["a1", "b1", "a2"]
    assert line(table_after(moves, size=3), ()) == "Ada played a2."
    assert line(table_after([*moves, "b2", "a3"], size=3), ()) == "5 moves."


@pytest.mark.parametrize("moves", [[], ["a1"], ["a1", "b1", "a2"]])
def test_whoever_resigns_has_not_counted(moves):
    table = table_after(moves, size=3)
    table.match.resign(0)
    assert line(table, ()) == ""


def test_a_move_that_the_news_tell_is_told_once():
    table = table_after(["first:1", "red", "5,4,3", "11=5*3-4"], game="heinash")
    assert line(table, ()) == "Bo: 11 = 5 × 3 − 4, a blue stone."


@pytest.mark.parametrize(
    ("players", "english", "french"),
    [
        (2, "Blue wins: Red resigned.", "Bleu gagne\N{NO-BREAK SPACE}: Rouge abandonne."),
        (
            3,
            "Blue and Yellow share the win: a player resigned.",
            "Bleu et Jaune se partagent la victoire\N{NO-BREAK SPACE}: un joueur abandonne.",
        ),
        (
            4,
            "Blue, Yellow and Green share the win: a player resigned.",
            "Bleu, Jaune et Vert se partagent la victoire\N{NO-BREAK SPACE}: un joueur abandonne.",
        ),
    ],
)
def test_those_who_share_a_win_are_named(players, english, french):
    match = Match(games()["polygo"](players=players))
    match.end_without(0, "resignation")
    assert [words(language)(scene_at(match, 0).prompt) for language in ("en", "fr")] == [english, french]


def test_all_alike_is_a_draw():
    match = Match(games()["polygo"](board="S3x2", players=3, setup="1:a1,1:b1,2:c1,2:c2,3:a2,3:b2"))
    assert words("en")(scene_at(match, 0).prompt) == "Draw: equal points."


TOLD = [
    ("labyrinthe", ["Xa3"], {"size": 3}, "Ada: a stone on a3.", "Ada : une pierre en a3."),
    ("labyrinthe", ["Xa3", "Kc4"], {"size": 3}, "Bo: the king goes to c4.", "Bo : le roi va en c4."),
    ("carreleurs", ["3x5@b6"], {"board": 8}, "Ada: 3×5 on b6.", "Ada : 3×5 en b6."),
    ("blocs", ["1x3@b6"], {}, "Ada: 1×3 on b6.", "Ada : 1×3 en b6."),
    (
        "marienbad",
        ["a1+a2"],
        {"board": "S3x3"},
        "Ada: the stones a1, a2 are taken.",
        "Ada : les pions a1, a2 sont pris.",
    ),
    ("hexadames", ["c1-c2"], {"players": 2, "size": 3}, "Ada: from c1 to c2.", "Ada : de c1 à c2."),
]


@pytest.mark.parametrize(("game", "moves", "options", "english", "french"), TOLD)
def test_moves_are_told_in_words(game, moves, options, english, french):
    table = table_after(moves, game=game, **options)
    assert line(table, ()) == english
    assert line(table, (), "fr").replace("\N{NO-BREAK SPACE}", " ") == french


def test_a_number_is_shown_and_a_cell_is_chosen_in_words():
    shown = table_after(["first:1", "red", "5,2,1", "none", "hint:10=5*2*1"], game="heinash")
    assert "hint:" not in line(shown, ()) and "10 = 5 × 2 × 1" in line(shown, ())
    free = table_after(["first:1", "red", "5,2,1", "none", "pass", "free:16"], game="heinash")
    assert "free:" not in line(free, ()) and "16" in line(free, ())


@pytest.mark.parametrize("name", games())
def test_no_line_holds_the_notation_of_a_move(name):
    """After every move of a game at random: no `@`, no `=` without spaces, no letter for a piece."""
    dice = random.Random(18)
    match = Match(games()[name]())
    for _ in range(30):
        if match.outcome is not None:
            break
        match.play(dice.choice(list(match.game.moves(match.position))))
        table = object.__new__(Table)
        table.match, table.chairs = match, tuple(Chair(f"P{seat}") for seat in range(match.game.players))
        for language in ("en", "fr"):
            assert not re.search(r"@|\S=\S|\b[KSX][a-z]\d|\)\(|[a-z]+:\w", line(table, (), language))


def asked(table, you, language="en"):
    scene = scene_at(table.match, len(table.match.played))
    return prompt(table, scene, words(language), False, you).replace("\N{NO-BREAK SPACE}", " ")


def test_whoever_waits_is_told_what_the_other_does():
    table = table_after([], size=3)
    assert asked(table, (0,)) == "Your turn. Place a red stone."
    assert asked(table, (0, 1)) == "Ada, your turn. Place a red stone."
    assert [asked(table, you) for you in ((1,), ())] == ["Ada is placing a stone."] * 2
    nameless = table_after([], (Chair(""), Chair("")), size=3)
    assert asked(nameless, (0, 1), "fr") == "Joueur 1, à vous. Placez un pion rouge."
    assert asked(nameless, (1,), "fr") == "Joueur 1 place un pion."


@pytest.mark.parametrize("name", OWN)
def test_our_games_say_what_the_others_do(name):
    if games()[name]().players > 1:
        assert all(words(language).has(f"{name}.meanwhile.any") for language in ("en", "fr"))


def test_computers_of_one_level_are_told_apart_by_colour():
    chairs = (Chair(""), *(Chair("", "medium") for _ in range(2)))
    table = table_after([], chairs, "polygo", players=3)
    assert [name_of(table, seat, words("fr")) for seat in range(3)] == [
        "Vous",
        "Bleu (ordinateur moyen)",
        "Jaune (ordinateur moyen)",
    ]
    assert name_of(table_after([], AGAINST), 1, words("en")) == "Medium computer"


def test_the_end_says_how_many_moves_with_the_score():
    moves = ["a1", "b1", "a2", "b2", "a3"]
    assert line(table_after(moves, AGAINST, size=3), (0,)) == "5 moves."
    assert line(table_after(moves, AGAINST, size=3), (0,), "fr") == "5 coups."
    match = Match(games()["polygo"](board="S3x3"))
    while match.outcome is None:
        match.play(next(iter(match.game.moves(match.position))))
    table = object.__new__(Table)
    table.match, table.chairs = match, PEOPLE
    scores = [int(seat.score) for seat in scene_at(match, len(match.played)).seats]
    expected = f"{len(match.played)} moves, {max(scores)} to {min(scores)}."
    assert scores[0] != scores[1] and expected in line(table, ())


def test_who_wins_by_having_nothing_left_is_told_no_score():
    match = Match(games()["carreleurs"]())
    chosen = random.Random(3)
    while match.outcome is None:
        match.play(chosen.choice(list(match.game.moves(match.position))))
    table = object.__new__(Table)
    table.match, table.chairs = match, PEOPLE
    assert line(table, ()) == f"{len(match.played)} moves."


@pytest.mark.parametrize("name", [name for name in games() if not games()[name].draws])
def test_games_without_draws_always_have_a_winner(name):
    for seed in range(3):
        dice, match = random.Random(seed), Match(games()[name]())
        while match.outcome is None:
            match.play(dice.choice(list(match.game.moves(match.position))))
        assert winner_of(match) is not None


def test_what_is_to_be_read_is_said_until_the_reader_has_moved():
    """A refusal and a hint stay, though the others have moved on; after one's own next move they are gone."""
    setup = "v:(0,0) o:(1,0) r:(0,1) b:(2,-1) turn:1"
    chairs = (Chair(""), *[Chair("", "easy")] * 3)
    moves = ["V2=SC(O1)(V1)@(3,3)!", "O2=SA(V1,R1)(O1)", "/"]
    announced = "You: V2, point reflection of V1, centre O1."
    refused = f"{announced} Refused: the image is to the right of O1, not away from the tiles."
    table = table_after(moves[:1], chairs, "hextra", players=4, setup=setup)
    scene = scene_at(table.match, 1)
    ghost = next(mark for mark in scene.marks if mark.kind == "ghost")
    assert scene.stays and table.match.game.sites[ghost.cells[0]] == "(2,0)", "the board shows it too"
    for played in (moves[:2], moves):
        told = line(table_after(played, chairs, "hextra", players=4, setup=setup), (0,))
        assert told.startswith(refused) and told.count("Refused") == 1 and "O2" in told
    assert "Refused" not in line(table_after(moves, chairs, "hextra", players=4, setup=setup), (1,))
    hinted = ["first:2", "blue", "5,4,2", "none", "hint:18=(5+4)*2", "6,6,5", "31=6*6-5"]
    told = line(table_after(hinted, AGAINST, "heinash"), (0,))
    assert told == "The computer: 18 = (5 + 4) × 2, a red stone. The computer: 31 = 6 × 6 − 5, a blue stone."
    assert line(table_after([*hinted, "1,1,2", "3=1+2*1"], AGAINST, "heinash"), (0,)).startswith("You: 3")


RED_WINS = ["a1", "b1", "a2", "b2", "a3"]


def end(table, you, language="en"):
    scene = scene_at(table.match, len(table.match.played))
    return prompt(table, scene, words(language), False, you).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("chairs", "you", "english", "french"),
    [
        (AGAINST, (0,), "You won: {}.", "Vous avez gagné : {}."),
        (AGAINST[::-1], (1,), "You lost: {}.", "Vous avez perdu : {}."),
        (AGAINST[::-1], (), "The computer won: {}.", "L’ordinateur a gagné : {}."),
        (PEOPLE, (0,), "You won: {}.", "Vous avez gagné : {}."),
        (PEOPLE, (1,), "You lost: {}.", "Vous avez perdu : {}."),
        (PEOPLE, (0, 1), "Ada won: {}.", "Ada a gagné : {}."),
        (PEOPLE, (), "Ada won: {}.", "Ada a gagné : {}."),
        ((Chair(""), Chair("")), (0, 1), "Red won: {}.", "Rouge a gagné : {}."),
    ],
)
def test_the_end_says_first_who_won(chairs, you, english, french):
    table = table_after(RED_WINS, chairs, size=3)
    assert end(table, you) == english.format("the two red sides are joined")
    assert end(table, you, "fr") == french.format("les deux côtés rouges sont reliés")


@pytest.mark.parametrize(
    ("chairs", "you", "english", "french"),
    [
        (PEOPLE, (0,), "You lost: you resigned.", "Vous avez perdu : vous avez abandonné."),
        (PEOPLE, (1,), "You won: Ada resigned.", "Vous avez gagné : Ada a abandonné."),
        (PEOPLE, (0, 1), "Bo won: Ada resigned.", "Bo a gagné : Ada a abandonné."),
        (PEOPLE, (), "Bo won: Ada resigned.", "Bo a gagné : Ada a abandonné."),
        (
            AGAINST[::-1],
            (1,),
            "You won: the computer resigned.",
            "Vous avez gagné : l’ordinateur a abandonné.",
        ),
        ((Chair(""), Chair("")), (), "Blue won: Red resigned.", "Bleu a gagné : Rouge a abandonné."),
    ],
)
def test_the_end_names_who_resigned(chairs, you, english, french):
    table = table_after([], chairs, size=3)
    table.match.resign(0)
    assert (end(table, you), end(table, you, "fr")) == (english, french)


def test_the_end_by_time_forfeit_and_agreement():
    table = table_after([], size=3)
    table.match.ending = Outcome((0.0, 1.0), "time")
    assert (end(table, (0,)), end(table, (1,))) == (
        "You lost: you ran out of time.",
        "You won: Ada ran out of time.",
    )
    assert end(table, (0,), "fr") == "Vous avez perdu : votre temps est écoulé."
    assert end(table, (), "fr") == "Bo a gagné : Ada n’a plus de temps."
    table.match.ending = Outcome((0.0, 1.0), "forfeit")
    assert end(table, (1,)) == "You won: Ada forfeited."
    table.match.ending = Outcome((0.5, 0.5), "agreement")
    assert end(table, (0,)) == end(table, ()) == "Draw: the players agreed."


def test_the_end_among_three_says_who_won_and_who_shares():
    three = (Chair("Ada"), Chair("Bo"), Chair("Cleo"))
    table = table_after([], three, "polygo", players=3)
    table.match.ending = Outcome((0.0, 1.0, 0.0), "cells")
    assert end(table, (1,)) == "You won: Blue has the most cells."
    assert end(table, (0,)) == "You lost. Bo won: Blue has the most cells."
    assert end(table, (0, 2)) == "You lost. Bo won: Blue has the most cells."
    assert end(table, (0, 1)) == end(table, ()) == "Bo won: Blue has the most cells."
    assert end(table, (0,), "fr") == "Vous avez perdu. Bo a gagné : Bleu a le plus de cases."
    table.match.ending = Outcome((0.5, 0.5, 0.0), "equal")
    assert end(table, (0,)) == "You share the win with Bo: equal points."
    assert end(table, (0, 1)) == "You won: equal points."
    assert end(table, (2,)) == "You lost. Ada and Bo share the win: equal points."
    assert end(table, (), "fr") == "Ada et Bo se partagent la victoire : égalité de points."


def test_a_draw_of_all_who_are_in_is_a_draw_but_not_for_who_left():
    three = (Chair("Ada"), Chair("Bo"), Chair("Cleo"))
    full = "red:a1,b1,c1,a2 blue:b2,c2,c3 yellow:a3 turn:2"
    table = table_after([], three, "polygo", board="S3x3", players=3, setup=full)
    table.match.resign(2)
    table.match.push("b3")
    assert table.match.outcome == Outcome((0.5, 0.5, 0.0), "equal")
    assert end(table, (0,)) == end(table, ()) == "Draw: equal points."
    assert end(table, (2,)) == "You lost. Ada and Bo share the win: equal points."


def test_the_last_player_in_did_not_cut_off_who_left():
    three = (Chair("Ada"), Chair("Bo"), Chair("Cleo"))
    table = table_after(["a3", "e1", "a5"], three, "hexn", board="H3", players=3)
    table.match.resign(0)
    table.match.push("e2")
    table.match.push("a4")
    assert end(table, (2,)) == "You won: all the others are out."
    assert end(table, (), "fr") == "Cleo a gagné : tous les autres sont hors jeu."


def test_a_puzzle_that_was_given_up_has_no_other_side():
    table = table_after([], (Chair(""),), "nombres")
    table.match.ending = Outcome((0.0,), "resignation")
    assert end(table, (0,)) == "Given up. The solution can be shown."


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", [name for name in OWN if name != "nombres"])  # a puzzle has no winner
def test_every_result_of_a_game_is_a_part_of_the_sentence_of_the_end(name, language):
    spoken = words(language)
    results = {key.rpartition(".")[2] for key in spoken.every(f"{name}.result.")}
    reasons = {key.rpartition(".")[2] for key in spoken.every(f"{name}.reason.")}
    assert results - {"race"} <= reasons
    for reason in results & reasons:
        clause = spoken.template(f"{name}.reason.{reason}")
        assert not clause.endswith("."), clause


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_others_read_who_has_left(name, language):
    kind = games()[name]
    if not any(
        option.name == "players" and option.high > 2 for option in kind.declared if option.kind == "whole"
    ):
        return
    match = Match(kind(players=3))
    match.leave(0)
    if match.outcome is None:
        assert told_leaving(match, 0, words(language), "Ada").startswith("Ada")
