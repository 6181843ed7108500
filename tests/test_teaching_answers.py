"""The answers on the sheets for teachers, worked out by our programs: both languages must say just that."""

import itertools
import re
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from pavage.games.blocs import Blocs
from pavage.games.carreleurs import Carreleurs
from pavage.games.carreleurs.stocks import TABLE
from pavage.games.heinash.arithmetic.expressions import expressions
from pavage.games.hex import Hex
from pavage.games.hexadames import HexaDames
from pavage.games.hexn import HexN
from pavage.games.hextra.geometry import lattice
from pavage.games.hextra.geometry.motifs import deck, polyhexes
from pavage.games.marienbad import Marienbad
from pavage.games.nombres.grid import grid_named
from pavage.games.nombres.solving.counting import count_grids
from pavage.games.ponts import Ponts
from pavage.games.ponts.network import ends, network, winning_bridges
from pavage.pages.teaching import sheet
from pavage.tiling import tiling


def says(name, *parts):
    """Both languages hold these parts; a number of more than three digits is written in its own way."""
    for language, gap in (("en", ","), ("fr", "\N{NO-BREAK SPACE}")):
        text = " ".join(sheet(name, language, lambda command, why: "").split(" ")).replace("\n", " ")
        text = re.sub(" +", " ", text)
        for part in parts:
            wanted = f"{part:,}".replace(",", gap) if isinstance(part, int) else part
            found = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text)
            assert found, f"{name}.{language} does not say {wanted}"


def winning(game, position=None):
    """The moves after which whoever makes them wins, by trying everything."""
    known = {}

    def wins(position):
        if position not in known:
            known[position] = any(good(position, move) for move in game.moves(position))
        return known[position]

    def good(position, move):
        after = game.play(position, move)
        outcome = game.outcome(after)
        return outcome.returns[position.turn] == 1 if outcome else not wins(after)

    position = position or game.start()
    return [game.write(position, move) for move in game.moves(position) if good(position, move)]


def test_hex():
    board = tiling("R11")
    degrees = Counter(len(each) for each in board.neighbours)
    assert degrees == {6: 81, 4: 36, 3: 2, 2: 2}
    says("hex", degrees[6], degrees[4], len(board))
    assert sorted(winning(Hex(size=2, swap="none"))) == ["a2", "b1"]
    assert sorted(winning(Hex(size=3, swap="none"))) == ["a2", "a3", "b2", "c1", "c2"]
    says("hex", "mark:b2,c1,a3,a2,c2")
    five = Hex(size=5)
    b3, c3, c2, b4 = (five.site(name) for name in ("b3", "c3", "c2", "b4"))
    assert set(five.tiling.neighbours[c2]) & set(five.tiling.neighbours[b4]) == {b3, c3}


def test_polygo():
    for side in 3, 4, 5:
        says("polygo", len(tiling(f"H{side}")))
    says("polygo", len(tiling("H5").dual()), "TH4")
    assert len(tiling("H5").dual()) == len(tiling("TH4")) and len(tiling("S7x7").dual()) == 36
    for code in "S3x3", "H2", "penrose-3":
        polygons = [[(round(x, 5), round(y, 5)) for x, y in each] for each in tiling(code).polygons]
        corners = {corner for each in polygons for corner in each}
        around = [zip(each, [*each[1:], each[0]], strict=True) for each in polygons]
        edges = {frozenset(edge) for each in around for edge in each}
        assert len(corners) - len(edges) + len(polygons) == 1
        says("polygo", f"{len(corners)} − {len(edges)} + {len(polygons)}")


def test_hexn():
    game = HexN(board="H5", players=3)
    assert [len(port) for port in game.ports] == [5] * 6 and len(game.tiling.border) == 24
    pairs = [{*game.ports[number], *game.ports[number + 3]} for number in range(3)]
    turns = game.tiling.symmetries
    same = [turn for turn in turns if all({turn[cell] for cell in pair} == pair for pair in pairs)]
    assert (len(turns), len(same)) == (12, 2)
    small = HexN(board="H2", players=3)
    joined = Counter(diameters(small, board) for board in itertools.product(range(3), repeat=7))
    assert set(joined) == {0, 1}
    says("hexn", joined.total(), joined[0], joined[1])
    shown = {"b1": 0, "c1": 0, "a2": 0, "b2": 1, "c2": 1, "b3": 1, "a3": 2}
    assert diameters(small, [shown[name] for name in small.tiling.names]) == 0


def diameters(game, board):
    """How many of three colours join their two ports."""
    number = 0
    for colour in range(3):
        reached = [cell for cell in game.ports[colour] if board[cell] == colour]
        for cell in reached:
            reached += [
                near for near in game.tiling.neighbours[cell] if board[near] == colour and near not in reached
            ]
        number += bool(set(reached) & set(game.ports[colour + 3]))
    return number


def test_ponts():
    for size in 2, 3, 6:
        cells = len(Ponts(size=size).moves(Ponts(size=size).start()))
        assert cells == size**2 + (size - 1) ** 2
        says("ponts", cells)
    assert len(winning(Ponts(size=2))) == 5
    three = Ponts(size=3)
    after = [three.play(three.start(), move).board for move in three.moves(three.start())]
    assert len(after) == 13 and not any(winning_bridges(3, board, 2) is not None for board in after)
    for code in 1, 2:
        bridges = ends(3, code)
        assert (len({end for both in bridges.values() for end in both}), len(bridges)) == (8, 13)
    pairs = [("b2", "f6"), ("d2", "f2"), ("c3", "e5"), ("e3", "f4"), ("b4", "c5"), ("b6", "d6")]
    for language, word in (("en", "and"), ("fr", "et")):
        text = " ".join(sheet("ponts", language, lambda command, why: "").split())
        assert ", ".join(f"{one} {word} {other}" for one, other in pairs) in text
    for answers in itertools.product(*pairs):
        board = bytearray(three.start().board)
        for name in "d4", *answers:
            board[three.site(name)] = 1
        groups, _ = network(3, bytes(board), 1)
        assert groups[0] == groups[1], answers


def distances(board, goal, walls=()):
    """Steps from every cell to a goal, by a wave."""
    reached = {cell: 0 for cell in goal if cell not in walls}
    wave = list(reached)
    for cell in wave:
        for near in board.neighbours[cell]:
            if near not in reached and near not in walls:
                reached[near] = reached[cell] + 1
                wave.append(near)
    return reached


def test_labyrinthe():
    board = tiling("H5")
    king, goal = board.index["g1"], board.sides[3]
    steps = distances(board, goal)
    assert steps[king] == 8 == distances(board, board.sides[0])[board.index["c9"]]
    ways = {}
    for cell in sorted(steps, key=steps.__getitem__):
        nearer = [near for near in board.neighbours[cell] if steps[near] == steps[cell] - 1]
        ways[cell] = sum(ways[near] for near in nearer) if steps[cell] else 1
    says("labyrinthe", ways[king])
    rings = Counter(distances(board, [board.index["e5"]]).values())
    assert [rings[number] for number in range(5)] == [1, 6, 12, 18, 24]
    free = [cell for cell in board.cells if board.names[cell] not in ("g1", "c9")]
    longer = [
        {board.names[stone] for stone in stones}
        for number in (1, 2)
        for stones in itertools.combinations(free, number)
        if distances(board, goal, stones)[king] > 8
    ]
    assert longer == [{"f2", "g2"}]
    assert distances(board, goal, [board.index[name] for name in ("f2", "g2")])[king] == 9
    small = tiling("H3")
    wall = [small.index[name] for name in ("a3", "b3", "c3", "d3")]
    assert distances(small, small.sides[3])[small.index["d1"]] == 4
    assert distances(small, small.sides[3], wall)[small.index["d1"]] == 5


def test_hexadames():
    def ways(game, cell):
        """In how many ways a man that is alone comes home by steps, and in how many steps."""
        position = game.setup(f"red:{cell} turn:1")
        found, lengths = 0, set()
        for move in game.moves(position):
            after = game.play(position, move)
            if any(after.board):
                number, told = ways(game, game.write(position, move).split("-")[1])
                found, lengths = found + number, lengths | {length + 1 for length in told}
            else:
                found, lengths = found + 1, lengths | {1}
        return found, lengths

    small, large = HexaDames(size=3, players=2), HexaDames(size=5, players=2)
    for game, cells, length in ((small, "d1 c1 e1", 4), (large, "g1 f1 e1", 8)):
        for cell in cells.split():
            number, lengths = ways(game, cell)
            assert lengths == {length}
            says("hexadames", number)


def test_marienbad():
    middles = winning(Marienbad(board="H2"))
    assert sorted(middles) == ["a2+b2+c2", "b1+b2+b3", "c1+b2+a3"]
    assert len(Marienbad(board="H2").moves(Marienbad(board="H2").start())) == 25
    assert sorted(winning(Marienbad(board="H2", misere=True))) == sorted(middles)
    for options in {"board": "S2x2"}, {"board": "S3x3"}, {"rows": "4-4"}, {"rows": "1-2-3"}:
        assert winning(Marienbad(**options)) == []
    assert not nim((1, 3, 5, 7)) and not nim((1, 3, 5, 7), last_loses=True)
    assert nim((3, 4, 5)) == [(1, 4, 5)]


@cache
def nim(rows, last_loses=False):
    """What to leave of rows to win; if nothing is left, whoever is to move has lost, or won."""
    if not any(rows):
        return [rows] if last_loses else []
    left = [(*rows[:at], rest, *rows[at + 1 :]) for at, row in enumerate(rows) for rest in range(row)]
    return [each for each in left if not nim(each, last_loses)]


def test_carreleurs():
    for name, room in (("s8", 64), ("s14", 196)):
        area = sum(tile.area for tile in TABLE[name].tiles)
        says("carreleurs", area, 2 * area, room)
    says("carreleurs", " + ".join(str(tile.area) for tile in TABLE["s8"].tiles))
    game = Carreleurs(board=8)
    first = [game.write(game.start(), move) for move in game.moves(game.start())]
    says("carreleurs", sum(text.startswith(("3x5@", "5x3@")) for text in first))
    for area in 12, 24, 13:
        shapes = [f"{side}×{area // side}" for side in range(1, area) if area % side == 0 and side**2 <= area]
        says("carreleurs", ", ".join(shapes))
    assert sum(side**2 for side in (1, 1, 2, 3, 5, 8)) == 104 == 8 * 13 and 104 + 13**2 == 13 * 21
    assert 5 * 8 + 3 * 5 + 2 * 2 + 1 * 3 + 1 * 2 == 64


def test_blocs():
    game = Blocs(opening=False)
    laid = {game.write(game.start(), move).split("@")[0] for move in game.moves(game.start())}
    shapes = {tuple(sorted(map(int, each.split("x")))) for each in laid}
    assert Counter(low for low, _ in shapes) == {1: 12, 2: 5, 3: 2} and len(shapes) == 19
    assert (20 + 3) * (10 + 7) == 200 + 140 + 30 + 21 == 391
    says("blocs", 391, len(game.tiling) // 2 + 1, len(game.tiling))


def test_nombres():
    says("nombres", 2**6, 2**36, len(str(2**625)), 2**36 // (86400 * 36525 // 100))
    grid = grid_named("6x6", "none")
    says("nombres", count_grids(grid, (3,) * 12))


def test_heinash():
    rolls = list(itertools.product(range(1, 7), repeat=3))
    made = {roll: {number for number in expressions(roll) if 1 <= number <= 36} for roll in rolls}
    often = Counter(number for numbers in made.values() for number in numbers)
    says("heinash", len(rolls), len({tuple(sorted(roll)) for roll in rolls}))
    numbers = sorted(made[5, 4, 2])
    assert len(numbers) == 14
    says("heinash", ", ".join(map(str, numbers[:-1])))
    most = max(made, key=lambda roll: len(made[roll]))
    assert sorted(most) == [2, 5, 6] and len(made[most]) == 16
    assert made[1, 1, 1] == {1, 2, 3} == min(made.values(), key=len)
    (top, first), (second, next_) = often.most_common(2)
    assert (top, second) == (2, 3) and min(often.values()) == often[33] == often[34] == 9
    says("heinash", first, next_, often[36], often[35])
    assert len({tuple(sorted(roll)) for roll in rolls if 36 in made[roll]}) == 10
    # What 5, 4 and 2 make, they make without a fraction on the way.
    assert made[5, 4, 2] <= whole_ways((5, 4, 2))


def whole_ways(dice):
    """What can be made of three numbers if every step gives a whole number."""
    found = set()
    for one, two, three in itertools.permutations(dice):
        for inner in results(one, two):
            found |= results(inner, three) | results(three, inner)
    return {int(number) for number in found}


def results(one, two):
    found = {one + two, one - two, one * two} | ({Fraction(one, two)} if two else set())
    return {int(number) for number in found if number == int(number)}


def test_hextra():
    v, o, r, b = (0, 0), (1, 0), (0, 1), (2, -1)
    images = [
        (2 * o[0] - v[0], 2 * o[1] - v[1]),
        lattice.rotated(v, o, 1),
        lattice.reflected(v, o, r),
        lattice.translated(v, o, r),
    ]
    says("hextra", "mark:" + ",".join(f"({x},{y})" for x, y in images))
    assert lattice.rotated(v, o, -1) == r and lattice.rotated(v, o, 2) == b
    assert lattice.reflected(v, r, b) == lattice.reflected(v, o, r)
    directions = [point for point in itertools.product(range(-6, 7), repeat=2) if any(point)]
    mirrors = {lattice.primitive(each)[0] for each in directions if lattice.is_mirror((0, 0), each)}
    assert len({max(each, (-each[0], -each[1])) for each in mirrors}) == 6
    assert [len(polyhexes(4, match)) for match in ("free", "onesided")] == [7, 10]
    says("hextra", len(polyhexes(5, "free")), len(polyhexes(5, "onesided")), len(deck(5, 32)))


@pytest.mark.parametrize("wrong", ["82", "2,188"])
def test_a_wrong_number_would_be_found(wrong):
    with pytest.raises(AssertionError):
        says("hex" if wrong == "82" else "hexn", wrong)
