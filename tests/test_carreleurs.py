"""Les Carreleurs: the test positions of docs/rules.md section 9 by number, options, hands, its players."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from types import MappingProxyType

import pytest

from pavage.game import IllegalMove, Move, Unreadable
from pavage.games.carreleurs import Carreleurs, CarreleursPosition, Tile
from pavage.games.carreleurs.evaluation import evaluate, order
from pavage.games.carreleurs.hint import hint
from pavage.games.carreleurs.stocks import SIDES, TABLE, Shape, Stock, shape_named
from pavage.match import Match
from pavage.options import BadOption
from pavage.players.levels import ADVICE, computer
from pavage.registry import scene_of
from pavage.scene import Item, Moment, Scene
from pavage.view.touching import is_beginning, touched_after
from pavage.words import LANGUAGES, words

LAST_3X5 = "red:3x5@a1!,5x3@a4 blue:2x3@d4,3x2@d6,2x2@f1 turn:2 stocks:2x3,2x2,1x2/3x5"
"""Position 4 of the rules: a sealed, b and c and d and e loose, and Blue has nothing but a 3×5."""


class Tiny(Carreleurs):
    """A room of two by two, which no option offers."""

    table = MappingProxyType({"s2": Stock(2, 2, (Shape(1, 1), Shape(1, 2)))})
    board = replace(Carreleurs.board, numbers=(2,))
    stock = replace(Carreleurs.stock, choices=("auto", "s2"))
    presets = MappingProxyType({})


def played(game: Carreleurs, text: str) -> Match:
    match = Match(game)
    for word in text.split():
        match.play(game.read(match.position, word))
    return match


def legal(game: Carreleurs, position: CarreleursPosition) -> list[str]:
    return [game.write(position, move) for move in game.moves(position)]


def why(game: Carreleurs, position: CarreleursPosition, text: str) -> str | None:
    return reason(game, position, game.read(position, text))


def reason(game: Carreleurs, position: CarreleursPosition, move: Move) -> str | None:
    """The key of the refusal, once its sentence was seen to be whole in both languages."""
    refusal = game.refusal(position, move)
    if refusal is None:
        return None
    for language in LANGUAGES:
        sentence = words(language)(refusal.phrase)
        assert sentence != refusal.key and "{" not in sentence
    return refusal.key.removeprefix("carreleurs.")


def sites(game: Carreleurs, names: str) -> Move:
    return tuple(game.site(name) for name in names.split())


def stock(game: Carreleurs, position: CarreleursPosition, seat: int) -> str:
    return " ".join(
        kind.name for kind, count in zip(game.kinds, position.stocks[seat], strict=True) for _ in range(count)
    )


# --- the positions of docs/rules.md


def test_9_1_the_first_tile_leaves_room_for_the_same() -> None:
    game = Carreleurs(board=8)
    position = played(game, "3x5@b4").position
    assert len(legal(game, position)) == 133
    assert not any("^" in text for text in legal(game, position))
    assert [text for text in legal(game, position) if text[:3] in ("3x5", "5x3")] == [
        "3x5@a1",
        "3x5@b1",
        "3x5@c1",
        "3x5@d1",
    ]
    assert why(game, position, "3x5@b4") == "still_fits"
    anyway = Carreleurs(board=8, lift="any")
    position = played(anyway, "3x5@b4").position
    assert why(anyway, position, "3x5@b4") is None
    assert "3x5@b4^b4" in legal(anyway, position)


@pytest.mark.parametrize(("board", "moves"), [(8, 293), (14, 1685)])
def test_9_2_first_moves(board: int, moves: int) -> None:
    game = Carreleurs(board=board)
    assert len(set(legal(game, game.start()))) == moves


def test_9_2_first_moves_of_the_largest_room() -> None:
    game = Carreleurs(preset="s21")
    assert len(game.moves(game.start())) == 5605


def test_9_3_the_third_picture_of_the_booklet() -> None:
    layout = "red:5x3@e5,3x5@h5 turn:2"
    game = Carreleurs(stock="s14c")
    position = game.setup(layout)
    assert stock(game, position, 1) == "5x8 3x5 3x5 1x8 1x8 1x5 1x3"
    free = [text for text in legal(game, position) if text[:3] in ("5x8", "8x5")]
    assert len(free) == 7 and not any("^" in text for text in free)
    assert why(game, position, "5x8@e5") == "still_fits"
    game = Carreleurs(stock="s14c", lift="any")
    match = Match(game, start=game.setup(layout))
    assert game.left(match.position, 1) == (94, 7)
    match.play(game.read(match.position, "5x8@e5"))
    assert match.played[0].text == "5x8@e5^e5,h5"
    assert match.position.tiles == (Tile(game.site("e5"), Shape(5, 8), 2, sealed=True),)
    assert game.left(match.position, 1) == (84, 8)
    assert stock(game, match.position, 1) == "3x5 3x5 3x5 3x5 1x8 1x8 1x5 1x3"


def test_9_4_lift_sets() -> None:
    game = Carreleurs(board=8)
    position = game.setup(LAST_3X5)
    texts = legal(game, position)
    assert len(texts) == 21 and all("^" in text for text in texts)
    letter = {"a1": "a", "a4": "b", "d4": "c", "d6": "d", "f1": "e"}
    sets = Counter("".join(sorted(letter[cell] for cell in text.split("^")[1].split(","))) for text in texts)
    assert sets == {"b": 1, "d": 1, "c": 2, "cd": 4, "ce": 2, "bd": 3, "bcd": 8}


def test_9_5_both_pass_and_the_smaller_area_wins() -> None:
    game = Tiny(board=2)
    position = game.setup("red:1x2@a1! blue:1x2@a2! turn:1 stocks:1x2/1x2,1x1")
    match = Match(game, start=position)
    assert legal(game, match.position) == ["pass"]
    match.play(game.read(match.position, "pass"))
    assert match.outcome is None
    match.play(game.read(match.position, "pass"))
    assert match.outcome is not None
    assert match.outcome.returns == (1, 0) and match.outcome.reason == "area"


def free_after(size: int, first: Shape, place: int) -> int:
    """The placements that an equal tile has left, counted cell by cell."""
    row, column = divmod(place, size)
    count = 0
    for shape in {first, first.turned}:
        for top, left in product(range(size - shape.height + 1), range(size - shape.width + 1)):
            beside = left >= column + first.width or left + shape.width <= column
            above = top >= row + first.height or top + shape.height <= row
            count += beside or above
    return count


def test_9_6_robbery_of_the_5x8() -> None:
    game = Carreleurs(board=13)
    assert free_after(13, Shape(5, 8), game.tiling.index["d5"]) == 0
    game = Carreleurs()
    fewest = []
    for move in game.moves(game.start()):
        shape = shape_named(game.sites[move[0]])
        if shape.area == 40:
            after = game.play(game.start(), move)
            free = game.free_places(after, 1)
            fewest.append(sum(free[each].bit_count() for each in (Shape(5, 8), Shape(8, 5))))
            assert fewest[-1] == free_after(14, shape, move[1])
    assert len(fewest) == 140 and min(fewest) == 7


@pytest.mark.parametrize(
    ("tile", "size", "robs"), [((5, 8), 13, True), ((5, 8), 14, False), ((3, 5), 7, True), ((3, 5), 8, False)]
)
def test_9_6_robbery_lemma(tile: tuple[int, int], size: int, robs: bool) -> None:
    first = Shape(*tile)
    least = min(
        free_after(size, shape, top * size + left)
        for shape in (first, first.turned)
        for top in range(size - shape.height + 1)
        for left in range(size - shape.width + 1)
    )
    assert (least == 0) is robs is (size < 3 * first.height - 1)


# --- stocks and options


@pytest.mark.parametrize(
    ("name", "tiles", "area", "full"),
    [
        ("s8", 5, 31, 0.969),
        ("s12", 8, 69, 0.958),
        ("s13", 8, 82, 0.970),
        ("s14", 9, 97, 0.990),
        ("s14c", 7, 94, 0.959),
        ("s21", 12, 211, 0.957),
        ("s12x3", 7, 46, 0.958),
        ("s14x3", 7, 64, 0.980),
        ("s14x4", 6, 48, 0.980),
        ("q8", 6, 31, 0.969),
    ],
)
def test_the_stocks_of_the_table(name: str, tiles: int, area: int, full: float) -> None:
    game = Carreleurs(preset=name)
    start = game.start()
    assert [game.left(start, seat) for seat in range(game.players)] == [(area, tiles)] * game.players
    assert round(game.players * area / len(game.tiling), 3) == full
    assert all(side in SIDES for kind in game.kinds for side in kind)
    assert game.room.size >= 3 * max(min(kind) for kind in game.kinds) - 1, "nobody can be robbed at once"


def test_auto_takes_the_stock_of_the_room() -> None:
    chosen = {
        (board, players): Carreleurs(board=board, players=players).options["stock"]
        for board, players in {(stock.board, stock.players) for stock in TABLE.values()}
    }
    assert chosen == {
        (8, 2): "s8",
        (12, 2): "s12",
        (13, 2): "s13",
        (14, 2): "s14",
        (21, 2): "s21",
        (12, 3): "s12x3",
        (14, 3): "s14x3",
        (14, 4): "s14x4",
    }


@pytest.mark.parametrize(
    ("options", "option", "takes"),
    [
        ({"board": 8, "players": 3}, "players", "2"),
        ({"board": 12, "players": 4}, "players", "2, 3"),
        ({"stock": "s8"}, "stock", "auto, s14, s14c"),
        ({"stock": "s14", "players": 3}, "stock", "auto, s14x3"),
        ({"board": 9}, "board", "8, 12, 13, 14, 21"),
        ({"board": 8, "extra": "1x13"}, "extra", "8×8"),
        ({"extra": "4x4"}, "extra", None),
        ({"players": 5}, "players", "2..4"),
    ],
)
def test_what_is_not_in_the_table_is_refused(
    options: dict[str, object], option: str, takes: str | None
) -> None:
    with pytest.raises(BadOption) as error:
        Carreleurs(**options)
    assert error.value.option == option
    assert takes is None or error.value.takes == takes


def test_squares_only() -> None:
    game = Carreleurs(board=8, stock="q8")
    assert game.buttons == ("3x3", "2x2", "1x1", "done", "pass")
    assert len(game.moves(game.start())) == 36 + 49 + 64


def test_extra_tile_for_the_starter() -> None:
    game = Carreleurs(board=8, extra="1x2")
    assert [game.left(game.start(), seat) for seat in (0, 1)] == [(33, 6), (31, 5)]
    game = Carreleurs(board=8, extra="5x1")
    assert stock(game, game.start(), 0) == "3x5 2x3 1x5 2x2 2x2 1x2"
    assert "5x1@a1" in legal(game, game.start())
    assert why(game, played(game, "2x2@a1").position, "1x5@a8") == "not_in_stock"


def test_without_rotation_tiles_keep_their_height() -> None:
    game = Carreleurs(board=8, rotation="off")
    assert game.buttons == ("3x5", "2x3", "2x2", "1x2", "done", "pass")
    start = game.start()
    assert len(game.moves(start)) == 6 * 4 + 7 * 6 + 7 * 7 + 8 * 7
    assert reason(game, start, sites(game, "a1 c5")) == "no_turning"
    with pytest.raises(Unreadable):
        game.read(start, "5x3@a1")
    layout = "red:3x5@a1!,3x5@a4! blue:2x3@a7,2x2@d7 turn:1 stocks:3x5/1x2"
    assert legal(game, game.setup(layout)) == ["pass"]
    turning = Carreleurs(board=8)
    assert legal(turning, turning.setup(layout)) == ["5x3@f1", "5x3@f2", "5x3@f3", "5x3@f4"]


def test_lift_blocked_waits_for_the_whole_stock() -> None:
    layout = "red:3x5@a1!,5x3@a4! blue:2x3@d4,3x2@d6!,2x2@f1! turn:1 stocks:2x3,2x2,3x5/2x2"
    game = Carreleurs(board=8, lift="blocked")
    position = game.setup(layout)
    assert why(game, position, "5x3@f3") == "another_fits"
    assert not any("^" in text for text in legal(game, position))
    assert "5x3@f3^d4" in legal(Carreleurs(board=8), position)
    stuck = game.setup(layout.replace("2x3,2x2,3x5/", "3x5,3x5/"))
    assert legal(game, stuck) == ["5x3@f3^d4", "5x3@f4^d4"]
    assert why(game, stuck, "5x3@f3") is None


def test_ko_area_compares_and_seals_nothing() -> None:
    layout = "red:3x5@a1,5x3@a4 blue:2x3@d4,3x2@d6,2x2@f1 turn:2 stocks:2x3,2x2,1x2/3x5"
    game = Carreleurs(board=8, ko="area")
    position = game.setup(layout)
    # Only sets of less than fifteen cells may be taken up: never the 3×5 or the 5×3.
    sets = Counter(text.split("^")[1] for text in legal(game, position))
    assert sets == {"d4": 2, "d6": 1, "d4,d6": 4, "f1,d4": 2}
    assert why(game, position, "5x3@a4") == "too_much"
    after = game.play(position, game.read(position, "3x5@d6"))
    assert not any(tile.sealed for tile in after.tiles)
    with pytest.raises(Unreadable):
        game.setup("red:3x5@a1! turn:1")


def test_ko_none_ends_after_max_plies() -> None:
    game = Carreleurs(board=8, ko="none", max_plies=3)
    match = played(game, "3x5@a1 1x2@a8 2x2@g7")
    assert match.outcome is not None
    assert match.outcome.returns == (1, 0) and match.outcome.reason == "area"
    assert game.moves(match.position) == ()
    assert game.setup(game.layout(match.position)) == match.position
    endless = Carreleurs(board=8, max_plies=3)
    assert played(endless, "3x5@a1 1x2@a8 2x2@g7").outcome is None
    loose = Carreleurs(board=8, ko="none")
    position = loose.setup(LAST_3X5.replace("!", ""))
    assert not loose.play(position, loose.read(position, "3x5@d6")).tiles[-1].sealed


# --- the end


def test_the_last_tile_wins_at_once() -> None:
    game = Carreleurs(board=8)
    match = Match(game, start=game.setup("red:3x5@a1 turn:2 stocks:2x2/1x2"))
    match.play(game.read(match.position, "1x2@a8"))
    assert match.outcome is not None
    assert match.outcome.returns == (0, 1) and match.outcome.reason == "empty"
    with pytest.raises(IllegalMove) as error:
        match.play(game.read(match.position, "2x2@e5"))
    assert error.value.refusal.key == "over"
    assert game.choices(match.position, ()) == ()


@pytest.mark.parametrize(
    ("stocks", "placed", "winner", "why_so"),
    [
        ("2x3/3x5", "1,2", 0, "area"),
        ("2x3/2x2,1x2", "2,1", 0, "tiles"),
        ("2x2,1x2/2x3", "1,2", 1, "tiles"),
        ("2x3/2x3", "1,2", 0, "latest"),
        ("2x3/2x3", "2,1", 1, "latest"),
    ],
)
def test_when_all_have_passed(stocks: str, placed: str, winner: int, why_so: str) -> None:
    game = Carreleurs(board=8)
    position = game.setup(f"turn:1 stocks:{stocks} placed:{placed} passes:2")
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.returns.index(1) == winner and outcome.reason == why_so


def test_among_three_the_latest_of_those_who_tie() -> None:
    game = Carreleurs(preset="s12x3")
    outcome = game.outcome(game.setup("turn:1 stocks:3x5/2x3/2x3 placed:1,3,2 passes:3"))
    assert outcome is not None and outcome.returns == (0, 0, 1) and outcome.reason == "latest"
    assert game.outcome(game.setup("turn:1 stocks:3x5/2x3/2x3 passes:2")) is None


def test_a_placement_ends_a_row_of_passes_and_is_remembered() -> None:
    game = Carreleurs(board=8)
    position = game.setup("red:3x5@a1! turn:1 stocks:2x2,1x2/1x2,2x2 passes:1")
    after = game.play(position, game.read(position, "1x2@a8"))
    assert after.passes == 0 and after.placed == (0, 1)
    assert game.play(after, game.read(after, "1x2@c8")).placed == (1, 0)


@pytest.mark.parametrize("preset", TABLE)
def test_random_games_end_within_the_bound(preset: str) -> None:
    game = Carreleurs(preset=preset)
    tiles = sum(map(sum, game.begun))
    dice = random.Random(preset)
    for _ in range(3):
        position, placements = game.start(), 0
        while game.outcome(position) is None:
            move = dice.choice(game.moves(position))
            placements += move != game.passing
            position = game.play(position, move)
        assert placements <= tiles * (tiles + 2)
        # Nothing is lost: every tile lies in the room or in a stock.
        everything = Counter(game.kind[tile.shape] for tile in position.tiles)
        for own in position.stocks:
            everything.update(dict(enumerate(own)))
        assert +everything == Counter(
            kind for own in game.begun for kind, count in enumerate(own) for _ in range(count)
        )


# --- an independent count


def covered(size: int, shape: Shape, place: int) -> set[int]:
    row, column = divmod(place, size)
    if row + shape.height > size or column + shape.width > size:
        return set()
    return {(row + down) * size + column + across for down, across in product(*map(range, shape))}


def naive_moves(game: Carreleurs, position: CarreleursPosition) -> set[str]:
    """The rules put as plainly as can be: try every tile everywhere."""
    size = game.room.size
    under = {tile: covered(size, tile.shape, tile.place) for tile in position.tiles}
    mine = [kind for kind, count in zip(game.kinds, position.stocks[position.turn], strict=True) if count]
    free: dict[Shape, list[str]] = {}
    over: dict[Shape, list[str]] = {}
    for kind in mine:
        free[kind], over[kind] = [], []
        for shape in {kind, kind.turned} if game.options["rotation"] else {kind}:
            for place in range(size * size):
                cells = covered(size, shape, place)
                if not cells:
                    continue
                met = [tile for tile in position.tiles if under[tile] & cells]
                text = f"{shape.name}@{game.sites[place]}"
                if not met:
                    free[kind].append(text)
                elif not any(tile.sealed for tile in met) and (
                    game.options["ko"] != "area" or sum(t.shape.area for t in met) < shape.area
                ):
                    over[kind].append(f"{text}^{','.join(game.sites[tile.place] for tile in met)}")
    found = {text for texts in free.values() for text in texts}
    may = {"any": mine, "tile": [kind for kind in mine if not free[kind]], "blocked": [] if found else mine}
    return found | {text for kind in may[str(game.options["lift"])] for text in over[kind]} or {"pass"}


@pytest.mark.parametrize("lift", ["tile", "any", "blocked"])
@pytest.mark.parametrize("ko", ["seal", "area", "none"])
@pytest.mark.parametrize("rotation", ["on", "off"])
def test_moves_are_those_of_a_plain_count(lift: str, ko: str, rotation: str) -> None:
    game = Carreleurs(board=8, lift=lift, ko=ko, rotation=rotation)
    dice = random.Random(f"{lift} {ko} {rotation}")
    lifting = 0
    for _ in range(2):
        position = game.start()
        while game.outcome(position) is None and position.plies < 30:
            texts = legal(game, position)
            assert len(texts) == len(set(texts)) and set(texts) == naive_moves(game, position)
            moves = game.moves(position)
            over = [move for move in moves if move[-1] == game.done]
            lifting += bool(over)
            position = game.play(position, dice.choice(over or moves if dice.random() < 0.3 else moves))
    assert lifting or ko == "area"


# --- refusals


def test_refusals_say_why() -> None:
    game = Carreleurs(board=8)
    start = game.start()
    assert reason(game, start, game.passing) == "no_pass"
    assert reason(game, start, ()) == "not_a_move"
    assert reason(game, start, sites(game, "3x5")) == "where_to"
    assert reason(game, start, sites(game, "b4")) == "other_corner"
    assert reason(game, start, sites(game, "b4 f6 done")) == "not_a_move"
    assert reason(game, start, sites(game, "b4 f6 a1")) == "not_a_move"
    assert reason(game, start, sites(game, "b4 e7")) == "not_in_stock"
    assert why(game, start, "3x5@e1") == "outside"
    position = game.setup(LAST_3X5)
    assert why(game, position, "2x2@g3") == "not_in_stock"
    assert why(game, position, "3x5@d3") == "sealed"
    assert reason(game, position, sites(game, "3x5 d6")) == "confirm"
    assert reason(game, position, sites(game, "3x5 d6 done")) is None
    refusal = game.refusal(position, sites(game, "3x5 d6"))
    assert refusal is not None
    assert words("en")(refusal.phrase) == "It would take up 3×2 (d6): touch it again."
    assert {game.sites[cell] for cell in refusal.cells} == {"d6", "e6", "d7", "e7", "d8", "e8"}


# --- hands


def test_a_shape_and_its_top_left_cell() -> None:
    game = Carreleurs(board=8)
    start = game.start()
    first = game.choices(start, ())
    assert {game.sites[site] for site in first if site >= 64} == set(game.buttons) - {"done", "pass"}
    held = sites(game, "3x5")
    offered = {game.sites[site] for site in game.choices(start, held)}
    assert {"a1", "d6", "5x3", "2x2"} <= offered and not {"e1", "a7", "3x5"} & offered
    assert is_beginning(game, start, held)
    assert game.refusal(start, sites(game, "3x5 d6")) is None
    assert not game.choices(start, sites(game, "3x5 d6"))


def test_turning_the_tile_in_the_hand() -> None:
    game = Carreleurs(board=8)
    start = game.start()
    turned = touched_after(game, start, sites(game, "3x5"), game.site("5x3"))
    assert turned == sites(game, "3x5 5x3")
    assert set(game.choices(start, turned)) == set(game.choices(start, sites(game, "5x3")))
    back = touched_after(game, start, turned, game.site("3x5"))
    assert set(game.choices(start, back)) == set(game.choices(start, sites(game, "3x5")))
    move = (*turned, game.site("f4"))
    assert game.refusal(start, move) is None
    assert game.write(start, move) == "5x3@f4"
    assert game.play(start, move) == game.play(start, sites(game, "5x3 f4"))
    assert touched_after(game, start, sites(game, "3x5"), game.site("3x5")) == ()


def test_two_opposite_corners_in_any_order() -> None:
    game = Carreleurs(board=8)
    start = game.start()
    expected = game.play(start, sites(game, "3x5 b4"))
    for corners in ("b4 f6", "f6 b4", "f4 b6", "b6 f4"):
        one, other = sites(game, corners)
        assert one in game.choices(start, ())
        assert other in game.choices(start, (one,))
        assert not game.choices(start, (one, other))
        assert game.refusal(start, (one, other)) is None
        assert game.write(start, (one, other)) == "3x5@b4"
        assert game.play(start, (one, other)) == expected


def test_every_pair_of_corners_offered_is_a_placement() -> None:
    game = Carreleurs(board=8)
    for position in (game.start(), game.setup(LAST_3X5)):
        drawn = set()
        for one in game.choices(position, ()):
            if one < 64:
                for other in game.choices(position, (one,)):
                    rest = game.choices(position, (one, other))
                    move = (one, other, *rest[-1:])
                    assert game.refusal(position, move) is None
                    drawn.add(game.write(position, move))
        assert drawn == set(legal(game, position))


def test_the_same_cell_twice_is_the_smallest_square() -> None:
    game = Carreleurs(board=8, stock="q8")
    corner = sites(game, "c3")
    assert touched_after(game, game.start(), corner, corner[0]) == corner * 2
    assert game.write(game.start(), corner * 2) == "1x1@c3"
    assert game.refusal(game.start(), corner * 2) is None


def test_only_what_was_there_can_have_been_put_back() -> None:
    game = Carreleurs(board=8)
    position = game.setup("red:3x5@a1 turn:2 stocks:2x2/2x2,1x2")
    for touched, begins in (("2x2 1x2", True), ("3x5 1x2", False), ("3x5 1x2 h8", False)):
        assert bool(game.choices(position, sites(game, touched))) == begins
        assert is_beginning(game, position, sites(game, touched)) == begins


def test_lifting_is_confirmed() -> None:
    game = Carreleurs(board=8)
    position = game.setup(LAST_3X5)
    for touched in (sites(game, "3x5 d6"), sites(game, "h8 d6"), sites(game, "5x3 3x5 d6")):
        assert game.done in game.choices(position, touched)
        assert is_beginning(game, position, touched)
        # Touched again, on any of its cells, it is laid; elsewhere it goes there.
        for again in ("done", "d6", "h8", "f7"):
            assert game.site(again) in game.choices(position, touched)
            whole = touched_after(game, position, touched, game.site(again))
            assert not game.choices(position, whole) and game.refusal(position, whole) is None
            assert game.write(position, whole) == "3x5@d6^d6"
        moved = touched_after(game, position, touched, game.site("d4"))
        assert is_beginning(game, position, moved)
        assert game.write(position, (*moved, game.site("e5"))) == "3x5@d4^d4,d6"
        assert reason(game, position, (*moved, game.done, game.site("e5"))) == "not_a_move"
    loose = Carreleurs(board=8, lift="any")
    lying = loose.setup("red:3x5@a1 turn:2 stocks:2x2/2x2,1x2")
    assert loose.write(lying, sites(loose, "2x2 a1 f7")) == "2x2@f7"
    assert loose.refusal(lying, sites(loose, "2x2 a1 f7")) is None
    assert reason(loose, lying, sites(loose, "2x2 f7 a1")) == "not_a_move"
    assert not game.choices(position, sites(game, "3x5 d3"))


def test_only_passing_is_offered_when_nothing_fits() -> None:
    game = Tiny(board=2)
    position = game.setup("red:1x2@a1! blue:1x2@a2! turn:1 stocks:1x2/1x2,1x1")
    assert game.choices(position, ()) == game.passing
    assert game.refusal(position, game.passing) is None


# --- texts


def test_notation() -> None:
    game = Carreleurs(board=8)
    start = game.start()
    assert game.read(start, " 3X5@B4 ") == sites(game, "3x5 b4")
    assert game.read(start, "3×5@b4") == sites(game, "3x5 b4")
    assert game.read(start, "pass") == game.passing
    position = game.setup(LAST_3X5)
    for text in ("5x3@f1^f1,d4", "5x3@f1^d4,f1", "5x3@f1"):
        move = game.read(position, text)
        assert move == sites(game, "5x3 f1 done")
        assert game.write(position, move) == "5x3@f1^f1,d4"
    for text, key in (
        ("5x3@f1^f1", "other_lift"),
        ("5x3@f1^f1,d4,a1", "other_lift"),
        ("4x4@a1", "no_such_tile"),
        ("3x5", "unreadable"),
        ("3x5@", "unreadable"),
        ("@b4", "unreadable"),
    ):
        with pytest.raises(Unreadable) as error:
            game.read(position, text)
        assert error.value.key == f"carreleurs.{key}"
        for language in LANGUAGES:
            assert "{" not in words(language)(error.value.key, **error.value.values)
    with pytest.raises(Unreadable) as error:
        game.read(start, "2x2@a1^a1")
    assert error.value.key == "carreleurs.lifts_nothing"
    with pytest.raises(Unreadable):
        game.read(start, "2x2@z9")


def test_layout_keeps_everything() -> None:
    game = Carreleurs(board=8)
    text = "red:3x5@a1!,5x3@a4 blue:2x3@d4 turn:2 stocks:1x2/3x5 placed:1,2 passes:1"
    position = game.setup(text)
    assert game.layout(position) == text
    assert position.tiles[0].sealed and not position.tiles[1].sealed
    assert position.stocks == ((0, 0, 0, 1), (1, 0, 0, 0)) and position.passes == 1
    # Without stocks each has what is not in the room in its colour.
    begun = game.setup("red:3x5@a1 blue:2x2@a7,2x2@c7 turn:1")
    assert [stock(game, begun, seat) for seat in (0, 1)] == ["2x3 2x2 2x2 1x2", "3x5 2x3 1x2"]


@pytest.mark.parametrize(
    "text",
    [
        "red:3x5@a1,2x2@b2",
        "red:3x5@e1",
        "red:4x4@a1",
        "red:a1",
        "yellow:2x2@a1",
        "turn:3",
        "stocks:2x2",
        "stocks:2x2/9x9",
        "stocks:/2x2",
        "placed:1,1",
        "passes:x",
        "nonsense",
    ],
)
def test_positions_that_cannot_be(text: str) -> None:
    with pytest.raises(Unreadable):
        Carreleurs(board=8).setup(text)


# --- the scene


def shown(game: Carreleurs, position: CarreleursPosition, touched: str = "", last: Move = ()) -> Scene:
    return scene_of(game, Moment(position, last, sites(game, touched), game.outcome(position)))


def items(scene: Scene, seat: int) -> dict[str, Item]:
    return {item.text: item for item in scene.trays[seat].items}


def test_tiles_and_seals_are_shown() -> None:
    game = Carreleurs(board=8)
    scene = shown(game, game.setup(LAST_3X5))
    tiles = {game.sites[piece.cell]: piece for piece in scene.pieces}
    assert set(tiles) == {"a1", "a4", "d4", "d6", "f1"}
    assert all(piece.shape == "tile" for piece in scene.pieces)
    assert tiles["a1"].sealed and not tiles["a4"].sealed
    assert len(tiles["a4"].cells) == 15 and tiles["a4"].cells[0] == tiles["a4"].cell
    assert tiles["a1"].label is not None and words("fr")(tiles["a1"].label).endswith("scellé")
    assert [seat.score for seat in scene.seats] == ["3", "1"]
    assert scene.seats[1].note is not None
    assert words("en")(scene.seats[1].note) == "area left: 15"


def test_stocks_lie_in_trays() -> None:
    game = Carreleurs(board=8)
    scene = shown(game, game.start())
    assert [tray.seat for tray in scene.trays] == [0, 1]
    mine, theirs = items(scene, 0), items(scene, 1)
    assert list(mine) == list(theirs) == ["3×5", "2×3", "2×2", "1×2"]
    assert mine["2×2"].count == 2 and mine["3×5"].points == ((3, 5),) and mine["3×5"].face == "tile"
    assert mine["3×5"].site == game.site("3x5") and theirs["3×5"].site is None
    assert {button.site for button in scene.buttons} == {item.site for item in mine.values()}
    assert scene.box and not scene.stamp
    stuck = items(shown(game, game.setup(LAST_3X5)), 1)["3×5"]
    assert words("en")(stuck.label) == "tile 3×5, no free placement"
    assert words("en")(mine["3×5"].label) == "tile 3×5"


def test_a_shape_in_the_hand() -> None:
    game = Carreleurs(board=8)
    scene = shown(game, game.start(), "3x5 5x3")
    mine = items(scene, 0)
    assert mine["5×3"].state == "chosen" and mine["5×3"].points == ((5, 3),)
    assert len(scene.stamp) == 15 and scene.stamp[0] == (0, 0) and (2, 4) in scene.stamp
    turning = {button.site: words("en")(button.label) for button in scene.buttons}
    assert turning[game.site("3x5")] == "Turn it: 3×5"
    assert game.site("3x2") not in turning and game.site("2x3") in turning
    assert not scene.box and shown(game, game.start(), "b4").box


def test_a_tile_lies_in_the_tray_as_it_can_be_laid() -> None:
    game = Carreleurs(board=8)
    position = game.setup("red:3x5@a1!,5x3@a4! blue:2x3@d4!,3x5@d6!,2x2@f1! turn:1 stocks:2x3/2x2")
    assert legal(game, position) == ["3x2@g3"]
    scene = shown(game, position)
    assert items(scene, 0)["3×2"].site == game.site("3x2")
    assert [button.site for button in scene.buttons] == [game.site("3x2")]


def test_what_would_be_lifted_is_shown_before() -> None:
    game = Carreleurs(board=8)
    position = game.setup(LAST_3X5)
    scene = shown(game, position, "5x3 f1")
    lifted = [{game.sites[cell] for cell in mark.cells} for mark in scene.marks if mark.kind == "lift"]
    assert lifted == [{"f1", "g1", "f2", "g2"}, {"d4", "e4", "f4", "d5", "e5", "f5"}]
    ghosts = [mark for mark in scene.marks if mark.kind == "ghost"]
    assert len(ghosts) == 1 and len(ghosts[0].cells) == 15 and ghosts[0].colour == "blue"
    assert [button.site for button in scene.buttons] == [game.done]
    assert "2×2 (f1), 2×3 (d4)" in words("en")(scene.prompt)
    assert "2×2 (f1), 2×3 (d4)" in words("fr")(scene.prompt)
    move = sites(game, "5x3 f1 done")
    after = shown(game, game.play(position, move), last=move)
    assert after.news is not None
    assert words("en")(after.news) == "Blue took up what lay under the 5×3, which is now sealed."
    assert [len(mark.cells) for mark in after.marks if mark.kind == "last"] == [15]


def test_prompts() -> None:
    game = Carreleurs(board=8)
    passing = game.setup("red:3x5@a1!,5x3@a4! blue:2x3@d4!,3x5@d6!,2x2@f1! turn:1 stocks:3x5/2x2")
    over = game.setup("turn:1 stocks:2x3/3x5 passes:2")
    for scene, key in (
        (shown(game, game.start()), "prompt"),
        (shown(game, game.setup(LAST_3X5)), "prompt_stuck"),
        (shown(game, game.start(), "3x5"), "prompt_place"),
        (shown(game, game.setup(LAST_3X5), "3x5"), "prompt_place_over"),
        (shown(game, game.start(), "b4"), "prompt_corner"),
        (shown(game, passing), "prompt_pass"),
        (shown(game, over), "result.area"),
    ):
        assert scene.prompt.key == f"carreleurs.{key}"
        for language in LANGUAGES:
            assert words(language).has(scene.prompt.key) and "{" not in words(language)(scene.prompt)
    news = shown(game, game.play(passing, game.passing), last=game.passing).news
    assert news is not None and words("fr")(news) == "Rouge a dû passer."


def test_every_shape_has_a_name_in_both_languages() -> None:
    for height, width in product(SIDES, SIDES):
        for language in LANGUAGES:
            assert words(language).has(f"carreleurs.button.{height}x{width}")


# --- the players


def test_shares_follow_what_is_left() -> None:
    game = Carreleurs(board=8)
    even = evaluate(game, game.start())
    assert even == pytest.approx((0.5, 0.5))
    less = evaluate(game, game.setup("turn:1 stocks:2x2/2x2,2x2"))
    assert less[0] > less[1] and sum(less) == pytest.approx(1)
    # The same tiles, but Red’s 2×3 fits nowhere, and Blue’s 2×2 does.
    room = "red:3x5@a1!,5x3@a4! blue:2x3@d4!,3x5@d6!,2x2@f1!,1x2@g4! turn:1"
    open_room = room.replace(",1x2@g4!", "")
    stuck = evaluate(game, game.setup(f"{room} stocks:2x3/1x2,1x2"))[0]
    assert evaluate(game, game.setup(f"{open_room} stocks:2x3/1x2,1x2"))[0] > stuck
    for preset in ("s14x3", "s14x4"):
        many = Carreleurs(preset=preset)
        shares = evaluate(
            many, many.setup(f"turn:1 stocks:1x2{'/3x8,1x8,2x3,2x2,2x2,1x2' * (many.players - 1)}")
        )
        assert all(0.001 < share < 0.999 for share in shares) and sum(shares) == pytest.approx(1)


def test_ordered_moves_are_legal_and_few() -> None:
    dice = random.Random(3)
    for preset in ("s14", "s12x3", "q8"):
        game = Carreleurs(preset=preset)
        position = game.start()
        while game.outcome(position) is None:
            moves = game.moves(position)
            chosen = order(game, position)
            assert chosen and len(chosen) <= 100 and set(chosen) <= set(moves)
            assert len(set(chosen)) == len(chosen)
            position = game.play(position, dice.choice(moves))


def test_order_sees_a_robbery() -> None:
    """Red’s 2×2 can take the last place of Blue’s 2×3 and of nothing else."""
    game = Carreleurs(board=8)
    position = game.setup("red:3x5@a1!,5x3@a4! blue:2x3@d4!,3x5@d6!,2x2@f1! turn:1 stocks:2x2,1x2/2x3,2x3")
    best = game.play(position, order(game, position)[0])
    assert not any(game.free_places(best, 1).values())


@pytest.mark.parametrize("level", ["medium", "hard", "best"])
def test_levels_take_a_win(level: str) -> None:
    game = Carreleurs(board=8)
    position = game.setup("red:3x5@a1!,5x3@a4! blue:2x3@d4!,3x5@d6!,2x2@f1! turn:1 stocks:2x3/1x2")
    player, budget = computer(game, level, seed=2)
    assert game.write(position, player.think(game, position, budget).move) == "3x2@g3"


def test_easy_beats_random() -> None:
    game = Carreleurs(board=12)
    won = 0.0
    for seed in range(6):
        match = Match(game)
        while match.outcome is None:
            level = "easy" if match.turn == seed % 2 else "random"
            player, budget = computer(game, level, seed=100 * seed + len(match.played))
            match.play(player.think(game, match.position, budget).move)
        won += match.outcome.returns[seed % 2]
    assert won >= 5


def test_hints_say_why() -> None:
    game = Carreleurs(board=8)
    room = "red:3x5@a1!,5x3@a4! blue:2x3@d4!,3x5@d6!,2x2@f1! turn:1 "
    winning = game.setup(f"{room} stocks:2x3/1x2")
    found = hint(game, winning)
    assert found is not None and game.write(winning, found[0]) == "3x2@g3"
    assert words("en")(found[1]) == "It is your last tile: you win."
    saving = game.setup(f"{room} stocks:2x2,1x2/2x3")
    found = hint(game, saving)
    assert found is not None
    assert words("en")(found[1]) == "Otherwise Blue lays the last tile next."
    assert "3x2@g3" not in legal(game, game.play(saving, found[0]))
    assert hint(game, game.start()) is None
    player, budget = computer(game, ADVICE, seed=1)
    assert player.think(game, winning, budget).reason is not None


# --- leaving


ROOM_OF_THREE = "red:3x5@a1 turn:{turn} stocks:2x2/2x2,1x3/2x3{more}"


def room_of_three(turn: int, more: str = "") -> tuple[Carreleurs, CarreleursPosition]:
    game = Carreleurs(board=12, players=3)
    return game, game.setup(ROOM_OF_THREE.format(turn=turn, more=more))


def test_the_turn_passes_over_who_left_and_the_tiles_stay() -> None:
    game, position = room_of_three(1)
    after = game.leave(position, 1)
    assert after.turn == 0 and after.tiles == position.tiles
    assert [game.is_in(after, seat) for seat in range(3)] == [True, False, True]
    assert game.leave(position, 0).turn == 1
    after = game.play(game.leave(game.setup(game.layout(position)), 1), game.read(position, "2x2@a4"))
    assert game.outcome(after).returns == (1, 0, 0)
    again = game.leave(position, 2)
    assert game.layout(again).endswith("out:3") and game.setup(game.layout(again)) == again


def test_tiles_of_who_left_can_be_taken_up() -> None:
    anchors = [f"{column}{row}" for row in range(1, 13) for column in ("a", "d", "g", "j")]
    text = "blue:" + ",".join(f"1x3@{anchor}" for anchor in anchors) + " turn:1 stocks:2x3,2x2/1x3/2x3 out:2"
    game = Carreleurs(board=12, players=3, lift="any")
    position = game.setup(text)
    after = game.play(position, game.read(position, "2x3@a1^a1,a2"))
    assert stock(game, after, 0) == "2x2 1x3 1x3" and after.turn == 2


@pytest.mark.parametrize(
    ("turn", "passes", "seat", "left", "over"),
    [
        (1, 2, 0, 2, True),  # Blue and Yellow have passed, and only they are in
        (1, 2, 1, 1, False),  # of those still in, only Yellow has passed
        (1, 2, 2, 1, False),
        (1, 1, 1, 1, False),
        (1, 1, 2, 0, False),
        (2, 2, 1, 2, True),
    ],
)
def test_the_game_ends_when_all_who_are_in_have_passed(turn, passes, seat, left, over) -> None:
    game, position = room_of_three(turn, f" passes:{passes}")
    after = game.leave(position, seat)
    assert after.passes == left
    outcome = game.outcome(after)
    assert (outcome is not None) == over and bool(game.moves(after)) != over
    if outcome is not None:
        assert outcome.returns[seat] == 0 and sum(outcome.returns) == 1


def test_the_stock_of_who_left_is_not_compared() -> None:
    game, position = room_of_three(1, " passes:2")
    outcome = game.outcome(game.leave(position, 0))
    assert outcome.returns == (0, 0, 1) and outcome.reason == "area", "red has the smallest area, and is out"


def test_the_computer_and_the_scene_leave_out_who_left() -> None:
    game, position = room_of_three(1)
    after = game.leave(position, 1)
    scene = scene_of(game, Moment(after))
    assert [seat.out for seat in scene.seats] == [False, True, False]
    assert [tray.seat for tray in scene.trays] == [0, 2] and scene.seats[1].note is None
    shares = evaluate(game, after)
    assert shares[1] == 0 and sum(shares) == pytest.approx(1)
    assert evaluate(game, position)[1] > 0
    player, budget = computer(game, "easy", seed=1)
    assert player.think(game, after, budget).move in game.moves(after)
    passed = game.setup("red:3x5@a1 turn:3 stocks:2x2/2x2,1x3/2x3 passes:1 out:2")
    news = scene_of(game, Moment(passed, game.passing)).news
    assert "Red" in words("en")(news), "the seat before the one to move has left"


def test_a_hint_stops_the_next_player_who_is_in() -> None:
    """Two rows of three cells are left, and Yellow has a 1×3: a 2×2 leaves no place for it."""
    game = Carreleurs(board=12, players=3)
    anchors = [
        f"{column}{row}" for row in range(1, 13) for column in "adgj" if f"{column}{row}" not in ("a1", "a2")
    ]
    room = "blue:" + ",".join(f"1x3@{anchor}!" for anchor in anchors)
    position = game.setup(f"{room} turn:1 stocks:2x2,1x3/2x2,1x3,1x3/1x3")
    assert hint(game, position) is None
    move, why_so = hint(game, game.leave(position, 1))
    assert game.write(position, move).startswith("2x2@") and "Yellow" in words("en")(why_so)


def test_a_layout_with_a_wrong_word_for_who_left_is_refused() -> None:
    for more, key in ((" out:1,2", "bad_out"), (" out:1", "turn_is_out"), (" out:4", "bad_out")):
        with pytest.raises(Unreadable) as caught:
            room_of_three(1, more)
        assert caught.value.key == key
