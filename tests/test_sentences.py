"""What is said at a table below the sentence: who did what, and what it means for the reader."""

import pytest

from pavage.match import Match
from pavage.registry import games
from pavage.server.rooms.scene_json import scene_at
from pavage.server.rooms.sentences import said
from pavage.table import Chair, Table
from pavage.words import words

PEOPLE = (Chair("Ada"), Chair("Bo"))
AGAINST = (Chair(""), Chair("", "medium"))


def table_after(moves, chairs=PEOPLE, game="hex", **options):
    """A table after some moves, with dice that fell as the moves say."""
    match = Match(games()[game](**options))
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
    assert line(table_after([*moves, "b2", "a3"], size=3), ()) == "Ada in 5 moves."


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
        (2, "Blue wins: the other side resigned.", "Bleu gagne\N{NO-BREAK SPACE}: l’autre camp abandonne."),
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
    match.resign(0)
    assert [words(language)(scene_at(match, 0).prompt) for language in ("en", "fr")] == [english, french]


def test_all_alike_is_a_draw():
    match = Match(games()["polygo"](board="S3x2", players=3, setup="1:a1,1:b1,2:c1,2:c2,3:a2,3:b2"))
    assert words("en")(scene_at(match, 0).prompt) == "Draw: equal points."
