"""Tiles, dice, sums and transformations against second versions of them, as test_naive.py does for stones.

First the second versions (tests/naive), written from docs/rules.md alone, show that they know the test
positions of docs/rules.md; then random games over many options are played in both versions, which must agree
at every ply.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from both_versions import PARTS, anything, begin, ended, leave, may_be_left, names, shown, some
from conftest import full
from naive import blocs, carreleurs, heinash, hextra, nombres

from pavage.game import CHANCE, Unreadable
from pavage.games.cell_sets import cells_of
from pavage.games.hextra.geometry import motifs
from pavage.games.nombres.puzzle import read_puzzle
from pavage.games.nombres.solving.counting import count_grids
from pavage.games.nombres.solving.deduction import deduce
from pavage.games.nombres.solving.flow import gale_ryser, ryser
from pavage.games.nombres.solving.solver import solutions
from pavage.options import BadOption
from pavage.registry import games

# --- the test positions of docs/rules.md, section 7


def test_naive_7_1_and_2_reach() -> None:
    made = {
        (5, 4, 2): "1 2 3 6 7 10 11 12 13 14 18 22 28 30",
        (1, 1, 1): "1 2 3",
        (1, 1, 2): "1 2 3 4",
        (6, 6, 6): "2 5 6 7 18 30",
        (2, 5, 6): "1 2 3 4 7 8 9 13 15 16 17 18 20 22 28 32",
        (3, 3, 3): "2 3 4 6 9 12 18 27",
    }
    assert all(heinash.reach(roll) == set(map(int, text.split())) for roll, text in made.items())


def test_naive_7_reach_of_all_rolls() -> None:
    rolls = list(product(range(1, 7), repeat=3))
    often = Counter(number for roll in rolls for number in heinash.reach(roll))
    assert [often[number] for number in range(1, 37)] == [
        *(143, 171, 148, 147, 129, 130, 127, 124, 115, 111, 78, 122),
        *(57, 69, 76, 66, 30, 74, 30, 62, 42, 30, 21, 66),
        *(33, 15, 25, 27, 15, 53, 12, 25, 9, 9, 21, 42),
    ]


def at_dice(text: str, **options: object) -> heinash.State:
    """HeiNasH after seat 1 was drawn, chose Red, and then this."""
    state = heinash.new(**options)
    for word in ["first:1", "red", *text.split()]:
        state = heinash.play(state, word)
    return state


def test_naive_7_3_auto() -> None:
    taken = "1,1,1 1= 1,1,1 2= 1,1,1 3= 1,1,1"
    state = at_dice(taken)
    assert state.phase == "FREE" and heinash.turn(state) == 0 and "free:4" in heinash.legal(state)
    assert heinash.legal(at_dice(taken, auto="off")) == {"none"}


@pytest.mark.parametrize(("nasty", "owner"), [("off", "blue"), ("on", "red")])
def test_naive_7_4_hint(nasty: str, owner: str) -> None:
    state = at_dice("5,4,2 none", nasty=nasty)
    assert heinash.turn(state) == 0 and "hint:18=" in heinash.legal(state)
    done = heinash.play(state, "hint:18=")
    assert set(done.stones.values()) == {owner} and done.active == 0 and heinash.turn(done) == CHANCE
    assert heinash.play(state, "pass").phase == "FREE" and heinash.turn(heinash.play(state, "pass")) == 1


def test_naive_7_5_and_6_first_and_numbering() -> None:
    state = at_dice("")
    assert state.colours == ("red", "blue") and state.active == 1
    numbers = state.rules.numbers()
    assert [numbers[cell] for cell in ("a1", "f6", "a6", "f1", "a5", "b5", "b6")] == [
        13,
        30,
        7,
        8,
        25,
        31,
        11,
    ]


# --- section 9


def laid(text: str) -> tuple[carreleurs.Tile, ...]:
    """Tiles of player 1; a `!` after a tile seals it."""
    tiles = []
    for word in text.split():
        size, anchor = word.rstrip("!").split("@")
        shape = carreleurs.shape(size)
        cells = carreleurs.covered(shape, anchor)
        tiles.append(carreleurs.Tile(shape, anchor, cells, 0, word.endswith("!")))
    return tuple(tiles)


def shapes(text: str) -> tuple[carreleurs.Shape, ...]:
    return tuple(map(carreleurs.shape, text.split()))


def test_naive_9_1_after_the_first_tile() -> None:
    state = carreleurs.play(carreleurs.new(board=8), "3x5@b4")
    legal = carreleurs.legal(state)
    assert len(legal) == 133 and not any("^" in text for text in legal)
    assert {text for text in legal if text[:3] in ("3x5", "5x3")} == names("3x5@a1 3x5@b1 3x5@c1 3x5@d1")
    state = carreleurs.play(carreleurs.new(board=8, lift="any"), "3x5@b4")
    assert "3x5@b4^b4" in carreleurs.legal(state)


def test_naive_9_2_first_moves() -> None:
    assert len(carreleurs.legal(carreleurs.new(board=8))) == 293
    assert len(carreleurs.legal(carreleurs.new())) == 1685


def test_naive_9_3_the_booklets_third_picture() -> None:
    for lift in ("tile", "any"):
        state = carreleurs.new(stock="s14c", lift=lift)
        state = replace(state, tiles=laid("5x3@e5 3x5@h5"), turn=1)
        legal = carreleurs.legal(state)
        assert sum(text[:3] in ("5x8", "8x5") and "^" not in text for text in legal) == 7
        assert ("5x8@e5^e5,h5" in legal) == (lift == "any")
    state = carreleurs.play(state, "5x8@e5^e5,h5")
    assert state.tiles[-1].sealed and len(state.stocks[1]) == 8 and carreleurs.area(state.stocks[1]) == 84


def test_naive_9_4_lifted_sets() -> None:
    rules = carreleurs.Rules(board=8)
    tiles = laid("3x5@a1! 5x3@a4 2x3@d4 3x2@d6 2x2@f1")
    state = carreleurs.State(rules, tiles, (shapes("1x2"), shapes("3x5")), turn=1)
    letters = {"a4": "b", "d4": "c", "d6": "d", "f1": "e"}
    sets = Counter(
        "".join(sorted(letters[anchor] for anchor in text.partition("^")[2].split(",")))
        for text in carreleurs.legal(state)
    )
    assert sets == {"b": 1, "d": 1, "c": 2, "cd": 4, "ce": 2, "bd": 3, "bcd": 8}


def test_naive_9_5_both_pass() -> None:
    rules = carreleurs.Rules(board=2)
    state = carreleurs.State(
        rules, laid("1x2@a1! 1x2@a2!"), (shapes("1x2"), shapes("1x1 1x2")), latest=(0, 1)
    )
    for _ in range(2):
        assert carreleurs.legal(state) == {"pass"}
        state = carreleurs.play(state, "pass")
    assert carreleurs.outcome(state) == (1, 0)


def test_naive_9_6_robbery() -> None:
    state = carreleurs.State(carreleurs.Rules(board=13), laid("5x8@d5"), (shapes("5x8"),) * 2, turn=1)
    assert not carreleurs.has_free_placement(state, (5, 8))
    rules = carreleurs.Rules()
    every = [cells for _, _, cells in carreleurs.spots(rules, (5, 8))]
    assert len(every) == 140 and min(sum(not one & other for other in every) for one in every) == 7


# --- section 10


def set_up(text: str, **options: object) -> blocs.State:
    """Blocs with tiles of player 1; player 2 is to move."""
    tiles = tuple((blocs.read(word), 0) for word in text.split())
    return blocs.State(blocs.Rules(**options), tiles, turn=1)  # type: ignore[arg-type]


def merging(text: str, placed: str, **options: object) -> dict[str, set[str]]:
    """What a tile may be merged into, for each reading; "" is no merge."""
    found = {}
    for block in ("touch", "edge", "all", "rect"):
        legal = blocs.legal(set_up(text, block=block, **options))
        found[block] = {word.partition("=")[2] for word in legal if word.split("=")[0] == placed}
    return found


def test_naive_10_first_placements() -> None:
    counts = {6: 281, 7: 439, 8: 715, 9: 1050, 10: 1523, 12: 2877, 13: 3594, 14: 4621}
    for side, count in counts.items():
        assert len(blocs.legal(blocs.new(board=side, opening="off"))) == count
    assert [blocs.Rules(board=side).first(0) for side in (8, 9, 10, 12)] == [3, 3, 4, 5]


def test_naive_10_1_to_3_readings() -> None:
    assert set(map(tuple, merging("3x4@a1 2x4@a4", "5x2@e1").values())) == {("5x6@a1",)}
    made = merging("2x3@a1 2x2@d1 3x3@a3", "3x2@d3")
    assert made == {"touch": {"5x5@a1"}, "rect": {"5x5@a1"}, "edge": {""}, "all": {""}}
    assert set(map(tuple, merging("2x3@a5 2x2@g5", "2x3@d5").values())) == {("2x8@a5",)}
    assert set(map(tuple, merging("2x3@a5", "2x3@d5").values())) == {("",)}
    made = merging("2x3@a5 2x2@g5 1x3@d7", "2x3@d5")
    assert made == {"touch": {"2x8@a5"}, "edge": {"2x8@a5"}, "rect": {"2x8@a5"}, "all": {""}}


def test_naive_10_4_and_5_several_blocks() -> None:
    made = merging("2x2@a1 2x2@e1 2x2@a3 2x2@c3", "2x2@c1")
    assert made["touch"] == names("2x6@a1 4x4@a1") and made["edge"] == {"2x6@a1"} and made["all"] == {""}
    made = merging("1x2@a1 1x2@c1 1x2@g1", "1x2@e1")
    assert made["touch"] == made["edge"] == {"1x6@c1"} and made["rect"] == names("1x6@a1 1x6@c1 1x8@a1")


def test_naive_10_6_scores_and_cascade() -> None:
    tiles = "1x2@a1 1x2@e1 1x3@a2 1x3@d2"
    state = set_up(tiles, board=6)
    assert {text for text in blocs.legal(state) if text.startswith("1x2@c1")} == names(
        "1x2@c1=1x6@a1 1x2@c1=2x6@a1"
    )
    assert blocs.scores(blocs.play(state, "1x2@c1=1x6@a1")) == (6, 6)
    assert blocs.scores(blocs.play(state, "1x2@c1=2x6@a1")) == (0, 12)
    state = set_up(tiles, board=6, cascade="on")
    assert "1x2@c1=1x6@a1=2x6@a1" in blocs.legal(state) and "1x2@c1=1x6@a1" not in blocs.legal(state)
    assert blocs.whole(blocs.legal(state), "1x2@c1=1x6@a1") == "1x2@c1=1x6@a1=2x6@a1"


def test_naive_10_7_pinwheel() -> None:
    made = merging("1x2@a1 2x1@c1 1x2@b3 2x1@a2", "1x1@b2", board=6)
    assert set(map(tuple, made.values())) == {("3x3@a1",)}


# --- section 11


def square(board: str, rows: list[int], columns: list[int], **more: Any) -> nombres.Puzzle:
    return nombres.Puzzle(board, {"R": rows, "C": columns}, **more)


def hexagon(side: int, **sums: list[int]) -> nombres.Puzzle:
    return nombres.Puzzle(f"H{side}", sums)


def number_of(puzzle: nombres.Puzzle) -> int:
    return sum(1 for _ in nombres.solutions(puzzle))


def test_naive_11_1_and_2_numbers_of_grids() -> None:
    assert (
        not nombres.gale_ryser([3, 0, 0], [2, 1, 0]) and number_of(square("3x3", [3, 0, 0], [2, 1, 0])) == 0
    )
    assert nombres.gale_ryser([3, 3, 0], [2, 2, 2]) and number_of(square("3x3", [3, 3, 0], [2, 2, 2])) == 1
    assert number_of(square("2x2", [1, 1], [1, 1])) == 2
    assert number_of(square("3x3", [2, 1, 1], [2, 1, 1])) == 5
    assert number_of(square("4x4", [2] * 4, [2] * 4)) == 90
    assert number_of(square("6x6", [1] * 6, [1] * 6)) == 720


def test_naive_11_3_polygo() -> None:
    rows, columns = [4, 3, 3, 5, 4, 3], [5, 4, 4, 3, 5, 1]
    given = {"full": frozenset({(1, 3)}), "empty": frozenset({(2, 1), (4, 0), (4, 4)})}
    graded = nombres.difficulty(square("6x6", rows, columns, **given))
    assert (graded.steps, graded.trials, graded.grade, graded.score) == (11, 0, 1, 11)
    down, up = [1, 1, 2, 3, 4, 3, 3, 3, 1, 1, 0], [1, 2, 2, 1, 4, 4, 4, 2, 0, 2, 0]
    graded = nombres.difficulty(nombres.Puzzle("6x6", {"R": rows, "C": columns, "D": down, "A": up}))
    assert (graded.steps, graded.grade) == (20, 1)


def test_naive_11_4_small_hexagon() -> None:
    one = hexagon(2, R=[1] * 3, Q=[1] * 3, S=[1] * 3)
    around = {frozenset({(1, -1), (-1, 0), (0, 1)}), frozenset({(0, -1), (1, 0), (-1, 1)})}
    assert set(nombres.solutions(one)) == around
    two = hexagon(2, R=[1, 2, 1], Q=[1, 2, 1], S=[1, 2, 1])
    assert set(nombres.solutions(two)) == {grid | {(0, 0)} for grid in around}


def test_naive_11_5_and_6_grades() -> None:
    easy = hexagon(4, R=[1, 2, 5, 5, 0, 2, 4], Q=[2, 1, 3, 5, 3, 2, 3], S=[2, 4, 3, 4, 4, 2, 0])
    assert nombres.difficulty(easy).grade == 1
    hard = nombres.difficulty(
        hexagon(4, R=[2, 3, 4, 2, 3, 0, 2], Q=[1, 3, 4, 1, 4, 1, 2], S=[1, 1, 1, 5, 4, 2, 2])
    )
    assert (hard.trials, hard.grade) == (3, 3)


# --- section 12


def four_tiles(**options: object) -> hextra.State:
    """V1=(0,0), O1=(1,0), R1=(0,1), B1=(2,-1); V to move."""
    state = hextra.new({}, **options)
    for word in ["V1@(0,0)", "O1@(1,0)", "R1@(0,1)", "B1@(2,-1)"]:
        assert word in hextra.legal(state)
        state = hextra.play(state, word)
    return state


def test_naive_12_1_to_4_images() -> None:
    legal = hextra.legal(four_tiles())
    expected = {
        "T(O1>R1)": (-1, 1),
        "T(R1>B1)": (2, -2),
        "SC(O1)": (2, 0),
        "SC(V1)": None,
        "R(O1,+60)": (1, -1),
        "R(O1,-60)": None,
        "R(O1,+120)": None,
        "R(R1,180)": (0, 2),
        "SA(O1,R1)": (1, 1),
        "SA(B1,R1)": (1, 1),
        "SA(O1,V1)": None,
    }
    assert {claim: legal.get(f"V2={claim}(V1)") for claim in expected} == expected
    assert "V2=R(R1,180)(V1)" not in hextra.legal(four_tiles(rot180="off"))


def test_naive_12_5_axes() -> None:
    assert hextra.image("SA", [(0, 0), (2, 1)], 0, (-1, 3)) == (3, -2)
    assert not hextra.mirror_direction((0, 0), (2, 1)) and hextra.mirror_direction((1, 1), (3, -3))


def test_naive_12_6_and_7_motifs() -> None:
    bar = frozenset((q, 0) for q in range(5))
    six, other = {(q, 1) for q in range(6)}, {(0, r) for r in range(5)}
    assert hextra.realised(six, bar, "fixed", "on") and not hextra.realised(six, bar, "free", "off")
    assert [hextra.realised(other, bar, match, "on") for match in ("free", "onesided", "fixed")] == [
        True,
        True,
        False,
    ]
    hook = frozenset({(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)})
    mirrored = hextra.turned(hook, 0, mirrored=True)
    assert hextra.realised(mirrored, hook, "free", "on") and not hextra.realised(
        mirrored, hook, "onesided", "on"
    )


def test_naive_12_polyhexes() -> None:
    counts = [len(hextra.polyhexes(cells, match)) for cells in (4, 5) for match in ("free", "onesided")]
    assert counts == [7, 10, 22, 33]


# --- random games in both versions


def refused(game: Any, position: Any, text: str) -> bool:
    """Whether a move is refused, be it that it cannot even be read."""
    try:
        return game.refusal(position, game.read(position, text)) is not None
    except Unreadable:
        return True


def compare(
    name: str,
    naive: ModuleType,
    options: dict[str, Any],
    dice: random.Random,
    same: Callable[[set[str], str], str],
    liking: Callable[[str], bool],
    wrong: Callable[[Any, random.Random], str],
    layout: str = "",
    state: Any = None,
) -> None:
    """One random game in both versions, in which some moves are liked more than others.

    `same` gives all writings of a move the same text; `wrong` is a move that is hardly ever legal. The game
    begins as the options say, or in a position that is given as a layout and as a state.
    """
    game, position, state = begin(name, naive, options, layout, state)
    leaves = may_be_left(game, naive, dice)
    record: list[str] = []
    while True:
        told = f"{name} {options} after {' '.join(record) or 'no move'}"
        moves, legal = game.moves(position), naive.legal(state)
        assert len(moves) == len(legal), told
        if len(legal) < 50 or dice.random() < 0.3:
            # to write all moves of an open board every time would take too long
            assert {same(legal, game.write(position, move)) for move in moves} == legal, told
        assert shown(game, position) == naive.cells(state), told
        if name == "carreleurs":
            assert stocks_in(game.layout(position)) == [sorted(stock) for stock in state.stocks], told
        if ended(game, position, naive, state, told):
            return
        if leaves and (left := leave(game, position, naive, state, dice)):
            position, state, word = left
            record.append(word)
            continue
        text = wrong(state, dice)
        assert refused(game, position, text) == (same(legal, text) not in legal), f"{told}: {text}"
        liked = [text for text in legal if liking(text)]
        text = dice.choice(sorted(liked if liked and dice.random() < 0.8 else legal))
        move = game.read(position, text)
        assert game.refusal(position, move) is None, f"{told}: {text}"
        assert same(legal, game.write(position, move)) == text, f"{told}: {text}"
        record.append(text)
        position, state = game.play(position, move), naive.play(state, text)


def lifting(text: str) -> bool:
    return "^" in text


def big(text: str) -> bool:
    return text[0] >= "3" and text[2] >= "3"


def same_placement(legal: set[str], text: str) -> str:
    """The lifted tiles of Les Carreleurs may be told in any order."""
    placed, sign, lifted = text.partition("^")
    return placed + sign + ",".join(sorted(lifted.split(",")))


def stocks_in(layout: str) -> list[list[carreleurs.Shape]]:
    """The stocks that a layout tells."""
    (told,) = (word.partition(":")[2] for word in layout.split() if word.startswith("stocks:"))
    stocks = [[] if stock == "-" else stock.split(",") for stock in told.split("/")]
    return [sorted(map(carreleurs.shape, stock)) for stock in stocks]


def any_placement(state: carreleurs.State, dice: random.Random) -> str:
    """A tile somewhere, in a stock or not, and what it would lift."""
    shape = carreleurs.shape(
        dice.choice(["1x1", "1x2", "2x1", "2x2", "3x2", "2x3", "3x3", "3x5", "5x3", "8x1"])
    )
    side = state.rules.board
    anchor = carreleurs.name(dice.randrange(side - shape[0] + 1), dice.randrange(side - shape[1] + 1))
    cells = carreleurs.covered(shape, anchor)
    under = sorted(tile.anchor for tile in state.tiles if tile.cells & cells)
    return f"{shape[0]}x{shape[1]}@{anchor}" + ("^" + ",".join(under) if under else "")


@pytest.mark.parametrize("part", PARTS)
def test_carreleurs(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"carreleurs {part} {number}")
        options: dict[str, Any] = {"board": 8, "stock": dice.choice(["auto", "s8", "q8", "q8"])}
        if number % 10 == 0:
            options = {"board": 12, "players": dice.choice([2, 3])}
        if number % 40 == 7:
            options = dice.choice(
                [
                    {"board": 14, "stock": dice.choice(["s14", "s14c"])},
                    {"board": 14, "players": dice.choice([3, 4])},
                ]
            )
            options |= {"players": options.get("players", 2)}
        options |= {
            "rotation": some(dice, "on", "off"),
            "lift": dice.choice(["tile", "any", "blocked"]),
            "ko": dice.choice(["seal", "seal", "area", "none"]),
            "extra": some(dice, "none", "1x2", "2x2", "3x5", "1x1"),
        }
        if options["ko"] == "none":
            options["max_plies"] = dice.choice([15, 30, 60])
        liking = dice.choice([anything, lifting, big])
        compare("carreleurs", carreleurs, options, dice, same_placement, liking, any_placement)


@pytest.mark.parametrize("part", PARTS)
def test_carreleurs_equal_areas(part: int) -> None:
    """Stocks alike at the end are rare: rooms full of sealed tiles and small stocks."""
    for number in range(full(100)):
        dice = random.Random(f"equal {part} {number}")
        side, players = dice.choice([(8, 2), (14, 3), (14, 4)])
        anchors = [carreleurs.name(row, column) for row in range(side) for column in range(0, side, 2)]
        gaps = dice.choice([0, 0, 1, 2])  # room for an 1x2
        tiles = laid(" ".join(f"1x2@{anchor}!" for anchor in anchors[gaps:]))
        stocks = [dice.choice(["2x2", "1x2,1x2", "2x2,1x2", "2x3", "1x2,1x2,1x2"]) for _ in range(players)]
        turn, order = dice.randrange(players), dice.sample(range(players), players)
        options = {"board": side, "players": players}
        state = carreleurs.State(
            carreleurs.Rules(board=side, players=players),
            tiles,
            tuple(shapes(stock.replace(",", " ")) for stock in stocks),
            turn,
            latest=tuple(reversed(order)),
        )
        words = ["red:" + ",".join(f"1x2@{anchor}!" for anchor in anchors[gaps:]), f"turn:{turn + 1}"]
        words += ["stocks:" + "/".join(stocks), "placed:" + ",".join(str(seat + 1) for seat in order)]
        compare(
            *("carreleurs", carreleurs, options, dice, same_placement, anything, any_placement),
            layout=" ".join(words),
            state=state,
        )


def merging_move(text: str) -> bool:
    return "=" in text


def small(text: str) -> bool:
    return text[:3] in ("1x1", "1x2", "2x1")


def any_rectangle(state: blocs.State, dice: random.Random) -> str:
    """A tile somewhere, and perhaps something that it could hardly be merged into."""
    texts = [
        blocs.text_of(dice.choice(blocs.rectangles(state.rules.board))) for _ in range(dice.randint(1, 2))
    ]
    return "=".join(texts)


@pytest.mark.parametrize("part", PARTS)
def test_blocs(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"blocs {part} {number}")
        side = 6 if (number + 5 * part) % 30 else dice.choice([7, 8])
        options = {
            "board": side,
            "limit": dice.choice([side, 3, 4, 4, 9]),
            "players": dice.choice([2, 2, 3, 4]),
            "opening": dice.choice(["on", "off"]),
            "block": dice.choice(["touch", "touch", "edge", "all", "rect"]),
            "choice": some(dice, "mover", "largest"),
            "cascade": some(dice, "off", "on"),
            "merge": some(dice, "must", "may"),
            "tie": dice.choice(["draw", "later"]),
        }
        liking = dice.choice([anything, merging_move, merging_move, small, big])
        compare("blocs", blocs, options, dice, blocs.whole, liking, any_rectangle)


def same_equation(text: str) -> str:
    """Of an equation only the number."""
    return text.partition("=")[0] + ("=" if "=" in text else "")


def some_equation(dice: random.Random, state: heinash.State) -> str:
    """Three dice, mostly those of the roll, and operations, as an equation that is mostly true."""
    a, b, c = dice.sample(state.roll, 3) if dice.random() < 0.8 else dice.choices(range(1, 7), k=3)
    one, other = dice.choices("+-*/", k=2)
    expression = dice.choice(
        [f"({a}{one}{b}){other}{c}", f"{a}{one}({b}{other}{c})", f"{a}{one}{b}{other}{c}"]
    )
    value = heinash.value(expression)
    if value is None or value.denominator > 1 or not 1 <= value <= 36 or dice.random() < 0.1:
        value = dice.randint(1, 36)  # type: ignore[assignment]
    return f"{value}={expression}"


def play_heinash(options: dict[str, Any], dice: random.Random, liked: str) -> None:
    """One random game of HeiNasH in both versions."""
    game = games()["heinash"](**options)
    position, state = game.start(), heinash.new(**options)
    record: list[str] = []
    while True:
        told = f"heinash {options} after {' '.join(record) or 'no move'}"
        moves = game.moves(position)
        any_roll = (
            state.phase == "ROLL" and len(moves) > 1 and dice.random() < 0.9
        )  # 216 of them need not be read every time
        texts = [game.write(position, move) for move in (dice.sample(moves, 1) if any_roll else moves)]
        legal = heinash.legal(state)
        board = {
            cell: None if code is None else game.colours[code] for cell, code in shown(game, position).items()
        }
        assert board == heinash.cells(state), told
        end, shares = game.outcome(position), heinash.outcome(state)
        assert (end is None) == (shares is None), told
        if end is not None:
            assert end.returns == shares and not texts, told
            return
        assert position.turn == heinash.turn(state), told
        if any_roll:
            assert len(moves) in (56, 216), told
        elif state.phase == "ROLL":
            # who draws a roll may list it in any order of the dice, if it is then as likely as all orders
            weights: Counter[tuple[str, ...]] = Counter()
            for text, weight in zip(texts, game.chances(position), strict=True):
                weights[tuple(sorted(text.split(",")))] += weight
            orders = Counter(tuple(sorted(text.split(","))) for text in legal)
            total = sum(weights.values())
            assert weights.keys() == orders.keys(), told
            assert all(abs(weights[roll] / total - orders[roll] / 216) < 1e-9 for roll in orders), told
        else:
            assert {same_equation(text) for text in texts} == legal, told
            assert all(
                heinash.holds(text.removeprefix("hint:"), state.roll) for text in texts if "=" in text
            ), told
        if state.phase in ("ANSWER", "HINT"):
            prefix = "hint:" if state.phase == "HINT" else ""
            text = prefix + some_equation(dice, state)
            right = same_equation(text) in legal and heinash.holds(text.removeprefix("hint:"), state.roll)
            assert refused(game, position, text) != right, f"{told}: {text}"
            if right:
                # however the number is made, its cell is what counts
                one = next(listed for listed in texts if same_equation(listed) == same_equation(text))
                reached = {game.play(position, game.read(position, word)) for word in (one, text)}
                assert len(reached) == 1, f"{told}: {text}"
        number = dice.randint(1, 36)
        if f"free:{number}" not in legal:
            assert refused(game, position, f"free:{number}"), f"{told}: {number}"
        fitting = [text for text in texts if liked in text]
        text = dice.choice(fitting if fitting and dice.random() < 0.7 else texts)
        record.append(text)
        position, state = game.play(position, game.read(position, text)), heinash.play(state, text)


@pytest.mark.parametrize("part", PARTS)
def test_heinash(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"heinash {part} {number}")
        shuffled = ",".join(map(str, dice.sample(range(1, 37), 36)))
        options = {
            "numbering": dice.choice(["balanced", "natural", shuffled]),
            "nasty": dice.choice(["off", "on"]),
            "auto": dice.choice(["on", "off"]),
        }
        play_heinash(options, dice, dice.choice(["=", "none", "hint:", "pass"]))


def test_heinash_reaches_all_rolls() -> None:
    """On the empty board every roll may be answered by exactly what brute force finds."""
    game = games()["heinash"]()
    position = game.start()
    for text in ("first:2", "blue"):
        position = game.play(position, game.read(position, text))
    for move in game.moves(position):
        roll = tuple(map(int, game.write(position, move).split(",")))
        rolled = game.play(position, move)
        texts = [game.write(rolled, answer) for answer in game.moves(rolled)]
        assert "none" in texts
        numbers = [text.partition("=")[0] for text in texts if "=" in text]
        assert len(numbers) == len(set(numbers)) and set(map(int, numbers)) == heinash.reach(roll), roll


def test_heinash_expressions_of_other_kinds() -> None:
    """Each die exactly once, no sign in front, no digits side by side; any way to make a number will do."""
    game = games()["heinash"]()
    position = game.start()
    for text in ("first:1", "red", "5,4,2"):
        position = game.play(position, game.read(position, text))
    for text in (
        "18=(5+4)*2",
        "18=2*(4+5)",
        "11=5+4+2",
        "3=5-4/2",
        "13=5+(4*2)",
        "10=5*4/2",
        "10=5*(4/2)",
        "11=(5+4)*2",
    ):
        assert refused(game, position, text) != heinash.holds(text, (5, 4, 2)), text
    for text in (
        "7=-2+4+5",
        "27=54/2",
        "20=5*4",
        "9=5+4",
        "20=5*4*2/2",
        "3=5-2",
        "8=2**(5-4)*4",
        "18=18",
        "18=",
    ):
        assert refused(game, position, text), text
    for text in ("hint:11=5+4+2", "free:11", "pass", "red", "first:1", "5,4,2"):
        assert refused(game, position, text), text


def same_announcement(text: str) -> str:
    """An axis may be told from either end, and a half turn with either sign."""
    head, sign, rest = text.partition("=")
    if rest.startswith("SA("):
        within, _, end = rest[3:].partition(")")
        rest = f"SA({','.join(sorted(within.split(',')))}){end}"
    return head + sign + rest.replace("+180", "180").replace("-180", "180")


def dealt(game: Any, dice: random.Random) -> tuple[Any, dict[str, hextra.Motif]]:
    """The position after the deal, and the motif of each colour."""
    position, kept_by = game.start(), {}
    gone: list[int] = []
    for colour in hextra.Rules(players=game.players).colours:
        for _ in range(game.options["motif_choice"]):
            # chance draws motifs that nobody has got
            left = set(range(1, len(game.deck) + 1)) - set(gone)
            texts = {game.write(position, move) for move in game.moves(position)}
            assert position.turn == CHANCE and texts == {f"{colour}:{number}" for number in left}
            gone.append(dice.choice(sorted(left)))
            position = game.play(position, game.read(position, f"{colour}:{gone[-1]}"))
        kept = gone[-1]
        if game.options["motif_choice"] == 2:
            # "each colour in turn is dealt two face-up motifs and keeps one, before any tile is set"
            texts = {game.write(position, move) for move in game.moves(position)}
            assert position.turn == hextra.Rules(players=game.players).seat(colour)
            assert texts == {f"{colour}:{number}" for number in gone[-2:]}
            kept = dice.choice(gone[-2:])
            position = game.play(position, game.read(position, f"{colour}:{kept}"))
        kept_by[colour] = frozenset(game.deck[kept - 1])
    return position, kept_by


def wrong_claim(state: hextra.State, dice: random.Random) -> str:
    """A claim that is refused: an announcement for a cell that is not its image, or one that is not valid."""
    claims = [claim for claim in hextra.claims(state) if claim[0] in state.up[state.colour]]
    if state.rules.rot180 == "off":
        claims = [claim for claim in claims if claim[2] != 180]  # there is no such angle to choose
    card, marks, angle, antecedent = dice.choice(claims)
    cells = set(state.tiles.values()) if dice.random() < 0.2 else hextra.open_cells(state)
    q, r = dice.choice(sorted(cells - {hextra.judged(state, card, marks, angle, antecedent)}))
    told = hextra.written(card, marks, angle, antecedent)
    return f"{state.colour}{state.used[state.colour] + 1}={told}@({q},{r})!"


def best_cover(state: hextra.State, legal: dict[str, Any]) -> set[str]:
    """The announcements after which a copy of the motif covers most tiles."""
    own, motif = hextra.own(state, state.colour), state.motifs[state.colour]
    covers = {cell: hextra.cover(own | {cell}, motif, state.rules.match) for cell in set(legal.values())}
    return {text for text, cell in legal.items() if covers[cell] == max(covers.values())}


@dataclass(frozen=True)
class Manner:
    """How a game of HEXTRA is played."""

    plies: int
    greedy: bool  # for the motif
    lazy: bool  # without HEXTRA
    careless: float  # how often a claim is wrong


def play_hextra(options: dict[str, Any], dice: random.Random, manner: Manner) -> None:
    """A random game of HEXTRA in both versions, or its beginning."""
    game = games()["hextra"](**options)
    position, kept_by = dealt(game, dice)
    state = hextra.new(kept_by, **{key: value for key, value in options.items() if key in hextra.OPTIONS})
    leaves = may_be_left(game, hextra, dice)
    record: list[str] = []
    for _ in range(manner.plies):
        told = f"hextra {options} {kept_by} after {' '.join(record) or 'the deal'}"
        end, shares = game.outcome(position), hextra.outcome(state)
        assert (end is None) == (shares is None), told
        if end is not None:
            assert end.returns == pytest.approx(shares), told
            return
        assert position.turn == hextra.turn(state), told
        if leaves and (left := leave(game, position, hextra, state, dice)):
            position, state, word = left
            record.append(word)
            continue
        legal = hextra.legal(state)
        listed = {same_announcement(game.write(position, move)) for move in game.moves(position)}
        assert listed == legal.keys(), told
        text = dice.choice(sorted(legal))
        if "/" in legal and manner.lazy:
            text = "/"
        if "=" in text:
            claim = wrong_claim(state, dice)
            assert refused(game, position, claim) == (options["referee"] == "assist"), f"{told}: {claim}"
            if options["referee"] != "assist" and dice.random() < manner.careless:
                text = claim
            elif manner.greedy:
                text = dice.choice(sorted(best_cover(state, legal)))
        record.append(text)
        position, state = game.play(position, game.read(position, text)), hextra.play(state, text)


@pytest.mark.parametrize("part", PARTS)
def test_hextra(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"hextra {part} {number}")
        options = {
            "players": dice.choice([2, 3, 4]),
            "motif": dice.choice([4, 5]),
            "match": some(dice, "free", "onesided", "fixed"),
            "contained": dice.choice(["on", "off"]),
            "rot180": dice.choice(["on", "off"]),
            "axis": dice.choice(["lattice", "centres"]),
            "hextra": some(dice, "on", "off"),
            "draw": dice.choice(["nul", "partial"]),
            "equal_turns": dice.choice(["on", "off"]),
            "referee": dice.choice(["auto", "auto", "assist", "players"]),
            "motif_choice": some(dice, 1, 2),
        }
        if options["motif"] == 5:
            options["deck"] = dice.choice([32, 33, 22])
        manner = Manner(dice.randint(6, 18), dice.random() < 0.7, dice.random() < 0.3, 0.05)
        if (number + 4 * part) % 40 == 0:
            manner = replace(manner, plies=300)
        elif dice.random() < 0.2 and options["referee"] != "assist":
            # most tiles are lost, and the game is soon over
            manner = replace(manner, plies=300, careless=0.7)
        play_hextra(options, dice, manner)


@pytest.mark.parametrize("part", PARTS)
def test_hextra_motifs(part: int) -> None:
    """Groups of tiles of one colour, often with the motif or its mirror image among them."""
    decks = [games()["hextra"](motif=4).deck, games()["hextra"](deck=33).deck]
    for number in range(full(200)):
        dice = random.Random(f"motifs {part} {number}")
        motif = frozenset(dice.choice(dice.choice(decks)))
        own = (
            set(hextra.turned(motif, dice.randrange(6), dice.random() < 0.5))
            if dice.random() < 0.7
            else {(0, 0)}
        )
        if dice.random() < 0.4:
            own.remove(dice.choice(sorted(own)))
        around = [(q, r) for q in range(-4, 5) for r in range(-4, 5)]
        while len(own) < dice.randint(2, 10):
            beside = {cell for tile in own for cell in hextra.beside(tile)} - own
            own.add(dice.choice(sorted(beside) if own and dice.random() < 0.5 else around))
        for match in ("free", "onesided", "fixed"):
            told = f"{sorted(motif)} {sorted(own)} {match}"
            for contained in ("on", "off"):
                found = motifs.realised(tuple(sorted(motif)), own, match, contained == "on")
                assert (found is not None) == hextra.realised(own, motif, match, contained), told
                assert found is None or hextra.shifted(found) in hextra.poses(motif, match), told
            covered = motifs.cover(tuple(sorted(motif)), own, match)
            assert len(covered) == hextra.cover(own, motif, match) and set(covered) <= own, told


def test_hextra_decks() -> None:
    """Each motif once; the trapezoid is missing in the deck of 32."""
    hexagons = {4: (10, "onesided"), 22: (22, "free"), 32: (32, "onesided"), 33: (33, "onesided")}
    for deck, (count, match) in hexagons.items():
        game = games()["hextra"](motif=4) if deck == 4 else games()["hextra"](deck=deck)
        found = {hextra.poses(frozenset(cells), match) for cells in game.deck}
        wanted = set(hextra.polyhexes(len(game.deck[0]), match))
        if deck == 32:
            trapezoid = frozenset({(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)})
            wanted.remove(hextra.poses(trapezoid, match))
        assert len(game.deck) == count and found == wanted


SMALL = ["2x2", "2x3", "3x3", "3x4", "4x3", "4x4", "4x4", "4x4", "5x3", "H2", "H3", "H3"]


def random_puzzle(dice: random.Random, board: str, diag: str) -> nombres.Puzzle:
    """The sums of a random grid, sometimes with a pawn moved, and some given cells that are mostly right."""
    every = nombres.cells(board)
    density = dice.choice([0.3, 0.5, 0.5, 0.7])
    full = frozenset(cell for cell in every if dice.random() < density)
    sums = nombres.sums_of(board, diag, full)
    if dice.random() < 0.15:
        direction, line = dice.choice(list(sums.items()))
        one, other = dice.sample(range(len(line)), 2)
        if line[one] and line[other] < len(nombres.lines(board, direction)[other]):
            line[one], line[other] = line[one] - 1, line[other] + 1
    given = [cell for cell in every if dice.random() < dice.choice([0, 0.1, 0.3])]
    shown = {cell: (cell in full) != (dice.random() < 0.01) for cell in given}
    return nombres.Puzzle(
        board,
        sums,
        frozenset(cell for cell, value in shown.items() if value),
        frozenset(cell for cell, value in shown.items() if not value),
    )


def some_board(dice: random.Random, boards: list[str]) -> tuple[str, str]:
    board = dice.choice(boards)
    return board, "none" if board[0] == "H" else dice.choice(["none", "D", "A", "DA"])


def solve_in_both(puzzle: nombres.Puzzle) -> list[frozenset[nombres.Cell]]:
    """All solutions, which both versions find."""
    found = list(nombres.solutions(puzzle))
    told = json.dumps(nombres.as_json(puzzle))
    ours = read_puzzle(told)
    every = nombres.cells(puzzle.board)
    sets = [
        frozenset(every[cell] for cell in cells_of(one))
        for one in solutions(ours.grid, ours.sums, ours.given)
    ]
    assert len(sets) == len(set(sets)) and set(sets) == set(found), told
    assert count_grids(ours.grid, ours.sums, ours.given) == len(found), told
    return found


def grade_in_both(puzzle: nombres.Puzzle) -> nombres.Difficulty:
    """How hard a puzzle with solutions is, of which both versions say the same."""
    told = json.dumps(nombres.as_json(puzzle))
    ours = read_puzzle(told)
    effort, hard = deduce(ours.grid, ours.sums, ours.given), nombres.difficulty(puzzle)
    assert effort is not None, told
    assert (effort.solved, effort.trials, effort.steps) == (hard.solved, hard.trials, hard.steps), told
    assert (effort.grade, effort.score) == (hard.grade, hard.score), told
    return hard


def play_nombres(game: Any, puzzle: nombres.Puzzle, dice: random.Random, careful: float) -> None:
    """Mark cells of a puzzle until it ends, some of them rightly, with some steps back."""
    position, grid = game.start(), puzzle.start()
    solution = next(nombres.solutions(puzzle))
    told = f"{game.options}"
    while True:
        marks = nombres.moves(puzzle, grid)
        texts = [game.write(position, move) for move in game.moves(position)]
        wanted = [nombres.name(puzzle.board, cell) + ("+" if value else "-") for cell, value in marks]
        assert sorted(texts) == sorted(wanted), told
        end, result = game.outcome(position), nombres.result(puzzle, grid)
        assert (end and end.returns) == (None if result is None else (result,)), told
        if result is not None:
            pawns = {cell for cell, value in grid.items() if value}
            assert result == (pawns in list(nombres.solutions(puzzle))), told
            return
        cell = dice.choice([cell for cell in puzzle.cells if grid[cell] is None])
        value = cell in solution if dice.random() < careful else dice.random() < 0.5
        text = nombres.name(puzzle.board, cell) + ("+" if value else "-")
        position, grid = game.play(position, game.read(position, text)), {**grid, cell: value}
        cell = dice.choice(puzzle.cells)
        text = nombres.name(puzzle.board, cell) + "?"
        if nombres.result(puzzle, grid) is None:
            given = cell in puzzle.full | puzzle.empty
            assert refused(game, position, text) == (given or grid[cell] is None), f"{told}: {text}"
            if not given and grid[cell] is not None and dice.random() < 0.3:
                position, grid = game.play(position, game.read(position, text)), {**grid, cell: None}


def count_nombres(puzzle: nombres.Puzzle) -> tuple[int, float]:
    """The number of complete games, and how many of them are won, by the second version alone."""

    @cache
    def count(values: tuple[bool | None, ...]) -> tuple[int, float]:
        grid = dict(zip(puzzle.cells, values, strict=True))
        result = nombres.result(puzzle, grid)
        if result is not None:
            return 1, result
        marks = nombres.moves(puzzle, grid)
        counts = [count(tuple({**grid, cell: value}.values())) for cell, value in marks]
        return sum(played for played, _ in counts), sum(won for _, won in counts)

    return count(tuple(puzzle.start().values()))


def test_nombres_counted() -> None:
    """The counts of tests/perft/, which test_perft.py compares with the first version."""
    data = (Path(__file__).parent / "perft" / "nombres.toml").read_text(encoding="utf-8")
    for entry in tomllib.loads(data)["perft"]:
        game = games()["nombres"](**entry["options"])
        puzzle = puzzle_of(game, game.grid.board, game.grid.directions[2:] or "none")
        played, won = count_nombres(puzzle)
        assert (played, [won]) == (entry["games"], entry["wins"]), entry["id"]


@pytest.mark.parametrize("part", PARTS)
def test_nombres(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"nombres {part} {number}")
        puzzle = random_puzzle(dice, *some_board(dice, SMALL))
        found = solve_in_both(puzzle)
        if found:
            grade_in_both(puzzle)
        if set(puzzle.sums) == {"R", "C"} and not puzzle.full | puzzle.empty:
            count_in_both(puzzle.sums["R"], puzzle.sums["C"], len(found))
        unique = dice.choice(["on", "off"])
        text = json.dumps(nombres.as_json(puzzle))
        if len(found) == 1 or (found and unique == "off"):
            game = games()["nombres"](puzzle=text, unique=unique)
            play_nombres(game, puzzle, dice, dice.choice([0.5, 1, 1]))
        else:
            with pytest.raises(BadOption):
                games()["nombres"](puzzle=text, unique=unique)


def count_in_both(rows: list[int], columns: list[int], count: int) -> None:
    """Gale and Ryser about sums of which so many grids exist."""
    assert gale_ryser(rows, columns) == nombres.gale_ryser(rows, columns) == (count > 0), (rows, columns)
    grid = ryser(rows, columns)
    assert (grid is not None) == (count > 0), (rows, columns)
    if grid is not None:
        assert [row.count("#") for row in grid] == rows, (rows, columns)
        assert [sum(row[c] == "#" for row in grid) for c in range(len(columns))] == columns, (rows, columns)


@pytest.mark.parametrize("part", PARTS)
def test_nombres_gale_ryser(part: int) -> None:
    for number in range(full(200)):
        dice = random.Random(f"gale {part} {number}")
        height, width = dice.randint(1, 4), dice.randint(1, 5)
        rows = [dice.randint(0, width) for _ in range(height)]
        columns = [dice.randint(0, height) for _ in range(width)]
        while sum(rows) != sum(columns) and dice.random() < 0.99:
            rows[dice.randrange(height)] = dice.randint(0, width)
        count_in_both(rows, columns, number_of(square(f"{height}x{width}", rows, columns)))


@pytest.mark.parametrize("part", PARTS)
def test_nombres_grades(part: int) -> None:
    """Boards too large to try all grids; the order of steps and trials is fixed all the same."""
    for number in range(full(60)):
        dice = random.Random(f"grades {part} {number}")
        board, diag = some_board(dice, ["H3", "H4", "5x5", "6x6", "4x6"])
        every = nombres.cells(board)
        full_cells = frozenset(cell for cell in every if dice.random() < 0.5)
        given = frozenset(cell for cell in every if dice.random() < 0.15)
        sums = nombres.sums_of(board, diag, full_cells)
        grade_in_both(nombres.Puzzle(board, sums, given & full_cells, given - full_cells))


def puzzle_of(game: Any, board: str, diag: str) -> nombres.Puzzle:
    """The puzzle that a game has made."""
    every, left, sums = nombres.cells(board), list(game.puzzle.sums), {}
    for direction in nombres.directions(board, diag):
        count = len(nombres.lines(board, direction))
        sums[direction], left = left[:count], left[count:]
    given = game.puzzle.given
    shown = [frozenset(every[cell] for cell in cells_of(marked)) for marked in (given.full, given.empty)]
    return nombres.Puzzle(board, sums, *shown)


@pytest.mark.parametrize("part", PARTS)
def test_nombres_made(part: int) -> None:
    """Puzzles that the generator makes have one solution, which no given cell could be spared for."""
    for number in range(full(30)):
        dice = random.Random(f"made {part} {number}")
        board, diag = some_board(dice, ["3x3", "4x4", "4x4", "H2", "H3", "3x4"])
        options = {"board": board, "seed": dice.randint(1, 10**6)}
        options |= {"diag": diag} if board[0] != "H" else {}
        game = games()["nombres"](**options)
        puzzle = puzzle_of(game, board, diag)
        assert len(solve_in_both(puzzle)) == 1, game.options
        for cell in puzzle.full | puzzle.empty:
            spared = replace(puzzle, full=puzzle.full - {cell}, empty=puzzle.empty - {cell})
            assert number_of(spared) > 1, game.options
        grade_in_both(puzzle)
        play_nombres(game, puzzle, dice, 1)


@pytest.mark.parametrize("part", PARTS)
def test_nombres_made_of_a_grade(part: int) -> None:
    for number in range(full(10)):
        dice = random.Random(f"graded {part} {number}")
        board, diag = dice.choice([("H3", "none"), ("H4", "none"), ("6x6", "DA")])
        grade = dice.choice(["1", "2", "3"] if board == "H4" else ["1", "2"])
        options = {"board": board, "seed": dice.randint(1, 10**6), "grade": grade}
        options |= {"diag": diag} if board[0] != "H" else {}
        puzzle = puzzle_of(games()["nombres"](**options), board, diag)
        assert grade_in_both(puzzle).grade == int(grade), options
