"""The games against second versions of them, written from docs/rules.md alone (tests/naive).

First the second versions show that they know the test positions of docs/rules.md; then random games over many
boards and options are played in both versions, which must agree at every ply.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, permutations
from types import ModuleType
from typing import Any

import pytest
from both_versions import PARTS, anything, begin, ended, leave, may_be_left, names, shown, some
from conftest import full
from naive import hexadames, hexn, labyrinthe, polygo

from pavage.tiling import tiling


def after(naive: ModuleType, state: Any, text: str) -> Any:
    """The state after some moves, each of them legal."""
    for word in text.split():
        assert word in naive.legal(state), word
        state = naive.play(state, word)
    return state


# --- the test positions of docs/rules.md, section 2


def stood(rules: polygo.Rules, turn: int, *words: str) -> polygo.State:
    """PolyGo with stones of players 1, 2, 3 on these cells."""
    stones: polygo.Stones = dict.fromkeys(rules.names)
    for colour, word in enumerate(words):
        stones |= dict.fromkeys(word.split(), colour)
    return polygo.position(rules, stones, turn)


def on_board(state: Any, colour: int) -> set[str]:
    return {name for name, piece in polygo.cells(state).items() if piece == colour}


def test_naive_2_1_ko_shape() -> None:
    state = stood(polygo.Rules("S4x3", mixed="remove"), 0, "c1 d2 c3 b2", "b1 a2 b3 c2")
    assert on_board(state, 0) == names("c1 d2 c3") and on_board(state, 1) == names("b1 a2 b3")
    assert polygo.placements(state, 0) == names("a1 a3 c2 d1 d3")
    assert polygo.placements(state, 1) == names("a1 a3 b2 d1 d3")


def test_naive_2_2_keep_and_exhaustion() -> None:
    rules = polygo.Rules("S4x3", mixed="keep")
    state = stood(rules, 0, "c1 d2 c3 b2", "b1 a2 b3 c2")
    assert on_board(state, 0) == names("c1 d2 c3 b2") and not state.swept
    state = stood(rules, 0, "c1 d2 c3 b2 d1 d3", "b1 a2 b3 c2 a1 a3")
    assert state.swept == 1 and polygo.placements(state, 0) == polygo.placements(state, 1) == {"b2", "c2"}
    state = after(polygo, stood(rules, 1, "c1 d2 c3", "b1 a2 b3"), "c2")
    assert polygo.turn(state) == 0 and polygo.legal(state) == names("a1 a3 d1 d3")


def test_naive_2_3_lake() -> None:
    state = after(polygo, stood(polygo.Rules("S3x3"), 1, "b2", "b1 a2 c2"), "b3")
    assert polygo.cells(state)["b2"] == 1 and state.captured == 1
    state = after(polygo, stood(polygo.Rules("S3x3"), 1, "", "b1 a2 c2"), "b3")
    assert polygo.cells(state)["b2"] == 1 and state.captured == 0
    state = after(polygo, stood(polygo.Rules("S3x3", lakes="keep"), 1, "", "b1 a2 c2"), "b3")
    assert polygo.cells(state)["b2"] is None
    assert "b2" not in polygo.placements(state, 0) and "b2" in polygo.placements(state, 1)


def test_naive_2_4_two_eyes() -> None:
    rules = polygo.Rules("S7x5")
    red = "b2 c2 d2 e2 f2 b3 d3 f3 b4 c4 d4 e4 f4"
    corners = {"a1", "g1", "a5", "g5"}
    state = stood(rules, 1, red, " ".join(rules.border - corners - {"g3"}))
    assert not {"c3", "e3"} & polygo.placements(state, 1) and {"c3", "e3"} <= polygo.placements(state, 0)
    state = after(polygo, state, "g3")
    assert state.captured == 13 and polygo.counts(state) == (0, 31)


def test_naive_2_5_next_after_a_sweep() -> None:
    state = stood(polygo.Rules("H2", players=3, mixed="keep"), 1, "b1 a3 c2", "c1 a2", "b2")
    assert polygo.legal(state) == {"b3"}
    state = after(polygo, state, "b3")
    assert state.swept == 1 and polygo.cells(state)["b2"] is None and polygo.turn(state) == 0
    state = after(polygo, state, "b2")
    assert polygo.outcome(state) == (1, 0, 0) and polygo.scores(state) == (4, 3, 0)


def test_naive_2_6_sweep_for_two_on_squares() -> None:
    state = polygo.new(board="S4x4", mixed="keep")
    state = after(polygo, state, "b4 d3 a3 c4 b3 a1 b1 b2 c2 c3 d1 a4 d4 c1 a2")
    assert not state.swept
    state = after(polygo, state, "d2")
    assert state.swept == 1 and polygo.cells(state)["b2"] is None is polygo.cells(state)["c2"]
    state = after(polygo, state, "b2 c2")
    assert state.swept == 1 and polygo.counts(state) == (8, 8) and polygo.outcome(state) == (0.5, 0.5)


def test_naive_2_7_sweeps_for_three() -> None:
    moves = (
        "Rc5 Be1 Yc4 Rd3 Bb4 Ye2 Rd2 Bb3 Ya3 Rb5 Bd4 Yb2 Ra4 Bc2 Yd1 Ra5 Be3 Yc1 Rc3 Bc2 Yd2 "
        "Rb3 Bc4 Yd3 Rb4 Yc2"
    )
    state = polygo.new(board="H3", players=3, mixed="keep")
    for ply, word in enumerate(moves.split(), 1):
        assert "RBY"[polygo.turn(state)] == word[0]
        state = after(polygo, state, word[1:])
        assert (state.swept > 0) == (ply >= 18)
    assert state.swept == 2 and polygo.scores(state) == (7, 4, 8) and polygo.outcome(state) == (0, 0, 1)


def test_naive_2_8_triangles() -> None:
    rules = polygo.Rules("T3")
    assert set(rules.names) - rules.border == {"b2", "c2", "c4"}
    assert rules.near["b2"] == {"a1", "b1", "b3"}


def test_naive_2_par_is_the_stones_set_without_capture() -> None:
    """The odd board of two players: par equals a komi of 1 for player 2."""
    state = polygo.new(board="H3", par="on", mixed="keep")
    assert polygo.scores(state) == (-10, -9)


# --- section 3


def ports(players: int, board: str) -> list[set[str]]:
    """The ports p and p+n of each player in turn."""
    rules = hexn.Rules(board, players)
    return [set(rules.ports[p + opposite]) for p in range(players) for opposite in (0, players)]


def cells(text: str) -> list[set[str]]:
    return [names(word) for word in text.split("/")]


def test_naive_3_1_ports() -> None:
    assert ports(3, "H3") == cells("c1 d1 e1/a5 b5 c5/e1 e2 e3/a3 a4 a5/c5 d4 e3/a3 b2 c1")
    assert ports(2, "H3") == cells("c1 d1 e1 e2/a4 a5 b5 c5/e2 e3 d4 c5/a3 a4 b2 c1")
    assert ports(2, "H4") == cells("d1 e1 f1 g1 g2/a6 a7 b7 c7 d7/g2 g3 g4 f5 e6 d7/a4 a5 a6 b3 c2 d1")
    assert ports(6, "H3")[:6] == cells("c1 d1/b5 c5/d1 e1/a5 b5/e1 e2/a4 a5")


def test_naive_3_2_survivor() -> None:
    state = after(hexn, hexn.new(board="H2"), "b2 a3 b3")
    assert state.alive == {1, 2} and hexn.turn(state) == 1
    state = after(hexn, state, "b1")
    assert hexn.outcome(state) == (0, 1, 0)


def test_naive_3_3_not_over() -> None:
    state = after(hexn, hexn.new(board="H2"), "b2 b1 b3 c1")
    assert state.alive == {0, 2} and hexn.turn(state) == 2
    state = after(hexn, state, "c2")
    assert hexn.outcome(state) is None and hexn.turn(state) == 0


def test_naive_3_4_port_closed() -> None:
    state = after(hexn, hexn.new(board="H3"), "a3 e1 a5 a4")
    assert state.alive == {0, 2} and hexn.turn(state) == 2


def test_naive_3_5_two_at_once() -> None:
    state = after(hexn, hexn.new(board="H3"), "e1 d2 b3 a3 c5 c1 e3 c2")
    assert state.alive == {0, 1, 2}
    assert hexn.outcome(after(hexn, state, "e2")) == (0, 0, 1)


# --- section 5


def test_naive_5_1_start() -> None:
    state = labyrinthe.new(size=3, players=3)
    assert state.kings == ("d1", "d4", "a4") and labyrinthe.distances(state) == (4, 4, 4)
    assert state.rules.goals == ({"a5", "b5", "c5"}, {"a3", "b2", "c1"}, {"e1", "e2", "e3"})
    assert sorted(text[0] for text in labyrinthe.legal(state)) == ["K"] * 4 + ["X"] * 16
    assert labyrinthe.new(size=5).kings == ("g1", "c9")
    assert labyrinthe.new(size=5, players=3).kings == ("g1", "g7", "a7")
    assert labyrinthe.new(size=5, players=6).kings == ("g1", "i3", "g7", "c9", "a7", "c3")
    assert labyrinthe.new(size=4).kings == ("e1", "c7")


def test_naive_5_2_a_way_must_remain() -> None:
    state = after(labyrinthe, labyrinthe.new(size=3, first_turn="any"), "Xa3 Xb3 Xc3 Xd3")
    assert "Xe3" not in labyrinthe.legal(state) and labyrinthe.distances(state) == (5, 5)


def test_naive_5_3_no_exchange_back() -> None:
    state = after(labyrinthe, labyrinthe.new(size=3, first_turn="any"), "Kd2 Kb4 Kc3 Kb3 Sb3")
    assert state.kings == ("b3", "c3") and "Sb3" not in labyrinthe.legal(state)


def test_naive_5_4_no_repetition() -> None:
    state = after(labyrinthe, labyrinthe.new(size=3, first_turn="any"), "Kd2 Kb4 Kd1")
    assert "Kb5" not in labyrinthe.legal(state) and "Kb3" in labyrinthe.legal(state)


def test_naive_5_5_smallest_board() -> None:
    state = labyrinthe.new(size=2, first_turn="any")
    assert state.kings == ("b1", "b3")
    assert labyrinthe.legal(state) == names("Ka2 Kb2 Kc1 Xa2 Xa3 Xb2 Xc1 Xc2")


# --- section 6


def manned(size: int, turn: int, *words: str, **options: object) -> hexadames.State:
    """HexaDames for three with men of players 1, 2, 3 on these cells."""
    men = {name: seat for seat, word in enumerate(words) for name in word.split()}
    return hexadames.position(hexadames.Rules(size=size, **options), men, turn)  # type: ignore[arg-type]


def test_naive_6_1_start() -> None:
    state = hexadames.new(size=4)
    assert [{name for name in state.men if state.men[name] == seat} for seat in range(3)] == cells(
        "d1 e1 f1 g1/g4 f5 e6 d7/a7 a6 a5 a4"
    )
    assert len(hexadames.legal(state)) == 8
    assert len(hexadames.legal(hexadames.new(size=5))) == 10
    state = hexadames.new(size=5, players=6)
    assert {name for name in state.men if state.men[name] == 0} == {"f1", "g1", "h1"}
    assert len(hexadames.legal(state)) == 6
    men = hexadames.new(size=4, rows=2).men, hexadames.new(size=5, rows=2, players=2).men
    assert [sum(seat == 0 for seat in side.values()) for side in men] == [9, 11]


def test_naive_6_2_jump() -> None:
    assert hexadames.legal(manned(3, 0, "c2", "c3")) == {"c2-b3", "c2xc4"}
    assert hexadames.legal(manned(3, 0, "c2", "c3", capture="mandatory")) == {"c2xc4"}


def test_naive_6_3_chain() -> None:
    assert hexadames.legal(manned(4, 0, "d2", "d3", "d5")) == {"d2-c3", "d2xd4", "d2xd4xd6"}
    assert hexadames.legal(manned(4, 0, "d2", "d3", "d5", capture="mandatory")) == {"d2xd4xd6"}


def test_naive_6_4_home() -> None:
    state = manned(3, 0, "b4", "e2")
    assert hexadames.legal(state) == {"b4-a5", "b4-b5"}
    for text in sorted(hexadames.legal(state)):
        done = hexadames.play(state, text)
        assert done.home == (1, 0, 0) and 0 not in done.men.values()


def test_naive_6_5_skipped() -> None:
    state = manned(3, 0, "c4", "c5", "b5")
    assert hexadames.turn(state) == 1 and {"c5xa5", "c5xc3"} <= hexadames.legal(state)


# --- random games in both versions


def same_text(text: str) -> str:
    """Two stones set in one turn may be written in either order."""
    return "X" + "+".join(sorted(text[1:].split("+"))) if text.startswith("X") else text


def compare(
    name: str,
    naive: ModuleType,
    options: dict[str, Any],
    dice: random.Random,
    liking: Callable[[str], bool] = anything,
    layout: str = "",
    state: Any = None,
) -> None:
    """One random game in both versions, in which some moves are liked more than others and seats may leave.

    It begins as the options say, or in a position that is given as a layout and as a state.
    """
    game, position, state = begin(name, naive, options, layout, state)
    leaves = may_be_left(game, naive, dice)
    record: list[str] = []
    while True:
        told = f"{name} {options} {layout} after {' '.join(record) or 'no move'}"
        writings = {game.write(position, move): move for move in game.moves(position)}
        assert {same_text(text) for text in writings} == {same_text(text) for text in naive.legal(state)}, (
            told
        )
        board = naive.cells(state)
        if name == "labyrinthe":
            board = {cell: 6 if piece == "stone" else piece for cell, piece in board.items()}
        assert shown(game, position) == board, told
        if ended(game, position, naive, state, told):
            return
        if leaves and (left := leave(game, position, naive, state, dice)):
            position, state, word = left
            record.append(word)
            continue
        liked = [text for text in writings if liking(text) and dice.random() < 0.9]
        text = dice.choice(sorted(liked or writings))
        record.append(text)
        position, state = game.play(position, writings[text]), naive.play(state, text)


@pytest.mark.parametrize("part", PARTS)
def test_polygo(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"polygo {part} {number}")
        small = ["S4x3", "S4x4", "S3x3", "S5x4", "H3", "H2", "T4", "TH1", "R3", "R4", "dual-H3", "dual-S5x5"]
        large = ["S5x5", "S6x5", "H4", "T5", "TH2", "dual-TH3", "dual-T5", "dual-H4"]
        board = dice.choice(large if dice.random() < 0.15 else small)
        if number % 50 == 0:
            board = dice.choice(["H5", "S7x7"])
        players = dice.choice([2, 2, 3, 3, 4, 5, 6])
        options = {
            "board": board,
            "players": players,
            "mixed": dice.choice(["remove", "keep"]),
            "lakes": dice.choice(["fill", "keep"]),
            "placement": some(dice, "libre", "blanche"),
            "par": dice.choice(["on", "off"]),
            "komi": some(dice, 0, 1, 2, 3),
            "tie": dice.choice(["draw", "province"]),
            "score": some(dice, "cells", "province"),
        }
        if dice.random() < 0.4:
            every = polygo.Rules(board).names
            chosen = dice.sample(every, dice.randint(1, dice.choice([3, len(every)])))
            options["setup"] = ",".join(f"{dice.randint(1, players)}:{name}" for name in chosen)
        if players == 2:
            options["swap"] = dice.choice(["none", "colours"])
        compare("polygo", polygo, options, dice, some(dice, anything, "swap".__eq__))


@pytest.mark.parametrize("part", PARTS)
def test_hexn(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"hexn {part} {number}")
        board = dice.choice(
            ["H2", "H3", "H3", "H4", "H4", "H5", "S4x3", "S5x5", "S7x7", "T5", "TH2", "R4", "dual-H4"]
        )
        most = min(6, len(tiling(board).ring) // 2)
        options = {"board": board, "players": dice.randint(2, most)}
        if dice.random() < 0.4:
            options |= {"ports": "opposite", "pairs": dice.randint(2, most)}
        if board[0] == "H":
            options["no_centre"] = some(dice, "off", "on")
        if options["players"] == 2:
            options["swap"] = dice.choice(["none", "colours"])
        compare("hexn", hexn, options, dice, some(dice, anything, "swap".__eq__))


@pytest.mark.parametrize("part", PARTS)
def test_labyrinthe(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"labyrinthe {part} {number}")
        options = {
            "size": dice.choice([2, 3, 3, 3]) if number % 10 else dice.choice([4, 4, 5]),
            "players": dice.choice([2, 2, 2, 3, 3, 6]),
            "stones": some(dice, 0, 1, 2, 3, 5),
            "first_turn": dice.choice(["auto", "stone", "any"]),
        }
        if options["size"] < 4:
            options["pose"] = dice.choice([1, 1, 1, 2])
        liked = dice.choice(["KSX", "K", "S", "KS"])
        compare("labyrinthe", labyrinthe, options, dice, lambda text, liked=liked: text[0] in liked)


@pytest.mark.parametrize("part", PARTS)
def test_labyrinthe_without_legal_action(part: int) -> None:
    """Passing is too rare to wait for it: few free cells, nothing new to reach, exchanges barred."""
    for number in range(full(200)):
        dice = random.Random(f"passes {part} {number}")
        options = {"size": dice.choice([2, 3]), "players": dice.choice([2, 3]), "stones": 20}
        rules = labyrinthe.Rules(**options)
        seats = range(rules.players)
        free, kings = crowd(rules, dice)
        stones = frozenset(rules.names) - frozenset(free)
        turn, lifted = dice.choice(seats), dice.random() < 0.5
        barred = [pair for pair in combinations(seats, 2) if dice.random() < 0.8]
        seen = [(places, seat) for places in permutations(free, rules.players) for seat in seats]
        state = replace(
            labyrinthe.position(rules, kings, stones, turn),
            plies=1,
            left=(0,) * rules.players,
            barred=frozenset(map(frozenset, barred)),
            seen=frozenset((stones, places, seat) for places, seat in seen),
            lifted=lifted,
        )
        words = [f"{colour}:{king}" for colour, king in zip(("red", "blue", "yellow"), kings, strict=False)]
        words += [f"neutral:{','.join(sorted(stones))}", f"turn:{turn + 1}"]
        words += ["seen:" + ",".join(f"{'-'.join(places)}-{seat + 1}" for places, seat in seen)]
        words += ["barred:" + ",".join(f"{one + 1}-{other + 1}" for one, other in barred)] if barred else []
        words += [f"passes:{rules.players}"] if lifted else []
        words += ["left:" + ",".join("0" for _ in seats)]
        compare("labyrinthe", labyrinthe, options, dice, layout=" ".join(words), state=state)


def crowd(rules: labyrinthe.Rules, dice: random.Random) -> tuple[list[str], tuple[str, ...]]:
    """Few free cells, connected and with one of each goal among them, and kings on some of them."""
    while True:
        free = [dice.choice(rules.names)]
        while not all(goal & set(free) for goal in rules.goals) or len(free) <= rules.players:
            free.append(
                dice.choice([beside for name in free for beside in rules.near[name] if beside not in free])
            )
        kings = tuple(dice.sample(free, rules.players))
        if len(free) < 9 and not any(king in goal for king, goal in zip(kings, rules.goals, strict=True)):
            return free, kings


@pytest.mark.parametrize("part", PARTS)
def test_hexadames(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"hexadames {part} {number}")
        size = dice.choice([3, 3, 4, 4, 5])
        options = {
            "size": size,
            "players": dice.choice([2, 3, 6] if size > 3 else [2, 3]),
            "capture": dice.choice(["optional", "mandatory"]),
            "jumps": some(dice, "all", "forward"),
            "steps": "forward+side" if dice.random() < 0.2 else "forward",
            "arrival": some(dice, "home", "stay"),
        }
        if size > 3 and options["players"] < 6:
            options["rows"] = dice.choice([1, 2])
        compare("hexadames", hexadames, options, dice, some(dice, anything, in_its_row))


def in_its_row(text: str) -> bool:
    """A step to the side for the men of sides 0 and 3; enough of them end the game."""
    start, _, end = text.partition("-")
    return start[1:] == end[1:]
