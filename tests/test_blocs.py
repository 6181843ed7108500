"""Blocs: the test positions of docs/rules.md section 10 by number, options, hands, texts, and its players."""

import random
from itertools import product

import pytest
from conformance import check_game

from pavage.game import IllegalMove, Unreadable
from pavage.games.blocs import Blocs, BlocsPosition
from pavage.games.blocs.blocks import body_of
from pavage.games.blocs.evaluation import evaluate, order
from pavage.games.blocs.hint import hint
from pavage.games.blocs.identities import equality, identity
from pavage.games.blocs.notation import read_tile, tile_name
from pavage.games.blocs.threats import Merge, exchanges, merges, outlook, splits
from pavage.games.blocs.touching import follow
from pavage.match import Match
from pavage.options import BadOption
from pavage.players.levels import computer
from pavage.registry import scene_of
from pavage.scene import Moment
from pavage.view.touching import is_beginning, touched_after
from pavage.words import words

READINGS = ("touch", "edge", "all", "rect")


def on(layout: str, **options: object) -> tuple[Blocs, BlocsPosition]:
    game = Blocs(**options)
    return game, game.setup(layout)


def found(tiles: str, last: str, **options: object) -> set[str]:
    """The blocks that the last tile makes."""
    game, position = on(f"red:{tiles.replace(' ', ',')} turn:2", **options)
    return {tile_name(game, block) for block in game.every_block(position.tiles, read_tile(game, last, last))}


def play(game: Blocs, position: BlocsPosition, text: str) -> BlocsPosition:
    return Match(game, start=position).play(game.read(position, text))


def why(game: Blocs, position: BlocsPosition, text: str) -> str | None:
    try:
        refusal = game.refusal(position, game.read(position, text))
    except Unreadable as unreadable:
        return unreadable.key
    return refusal.key if refusal else None


def touch(game: Blocs, text: str) -> tuple[int, ...]:
    return tuple(game.site(name) for name in text.split())


def names(game: Blocs, sites: object) -> set[str]:
    return {game.sites[site] for site in sites}


def tiles_of(game: Blocs, position: BlocsPosition) -> set[str]:
    return {tile_name(game, tile) for tile in position.tiles}


# --- the positions of docs/rules.md


@pytest.mark.parametrize("reading", READINGS)
def test_10_1_the_thirty_of_the_booklet(reading: str) -> None:
    assert found("3x4@a1 2x4@a4", "5x2@e1", block=reading) == {"5x6@a1"}


def test_10_2_a_plus_b_times_c_plus_d() -> None:
    for reading, expected in zip(READINGS, ({"5x5@a1"}, set(), set(), {"5x5@a1"}), strict=True):
        assert found("2x3@a1 2x2@d1 3x3@a3", "3x2@d3", block=reading) == expected
    game, position = on("red:2x3@a1,3x3@a3 blue:2x2@d1 turn:2")
    after = play(game, position, "3x2@d3")
    assert tiles_of(game, after) == {"5x5@a1"} and game.areas(after) == (0, 25)
    assert len(after.merged[0]) == 4


def test_10_3_a_strip_and_what_lies_below() -> None:
    for reading in READINGS:
        assert found("2x3@a5 2x2@g5", "2x3@d5", block=reading) == {"2x8@a5"}
        assert found("2x3@a5", "2x3@d5", block=reading) == set()
        below = set() if reading == "all" else {"2x8@a5"}
        assert found("2x3@a5 2x2@g5 1x3@d7", "2x3@d5", block=reading) == below


def test_10_4_two_blocks_to_choose_from() -> None:
    tiles = "2x2@a1 2x2@e1 2x2@a3 2x2@c3"
    assert found(tiles, "2x2@c1") == {"2x6@a1", "4x4@a1"}
    assert found(tiles, "2x2@c1", block="edge") == {"2x6@a1"}
    assert found(tiles, "2x2@c1", block="all") == set()
    game, position = on(f"red:{tiles.replace(' ', ',')} turn:2")
    assert len(play(game, position, "2x2@c1=2x6@a1").merged[0]) == 3
    assert len(play(game, position, "2x2@c1=4x4@a1").merged[0]) == 4


def test_10_5_a_row_of_pairs() -> None:
    tiles = "1x2@a1 1x2@c1 1x2@g1"
    for reading in ("touch", "edge"):
        assert found(tiles, "1x2@e1", block=reading) == {"1x6@c1"}
    assert found(tiles, "1x2@e1", block="rect") == {"1x6@c1", "1x6@a1", "1x8@a1"}


SIX = "red:1x2@a1,1x2@e1,1x3@a2,1x3@d2 turn:2"


def test_10_6_the_choice_decides_and_a_cascade_does_not_care() -> None:
    game, position = on(SIX, board=6)
    assert game.areas(play(game, position, "1x2@c1=1x6@a1")) == (6, 6)
    assert game.areas(play(game, position, "1x2@c1=2x6@a1")) == (0, 12)
    game, position = on(SIX, board=6, cascade="on")
    for text in ("1x2@c1=1x6@a1", "1x2@c1=1x6@a1=2x6@a1", "1x2@c1=2x6@a1"):
        assert game.areas(play(game, position, text)) == (0, 12), text


@pytest.mark.parametrize("reading", READINGS)
def test_10_7_the_pinwheel(reading: str) -> None:
    assert found("1x2@a1 2x1@c1 1x2@b3 2x1@a2", "1x1@b2", block=reading) == {"3x3@a1"}
    game, position = on("red:1x2@a1,2x1@c1,1x2@b3,2x1@a2 turn:2", block=reading)
    assert len(play(game, position, "1x1@b2").merged[0]) == 5


def test_numbers_of_first_placements() -> None:
    for side, count in {6: 281, 7: 439, 8: 715, 9: 1050, 10: 1523, 12: 2877, 13: 3594, 14: 4621}.items():
        game = Blocs(board=side, opening="off")
        assert len(game.moves(game.start())) == count
    assert len(Blocs().shapes) == 35
    game = Blocs(limit=144, opening="off")
    assert len(game.moves(game.start())) == 6084


# --- blocks, against a plain reading of the definition


def plainly(game: Blocs, tiles: tuple[int, ...], placed: int) -> list[int]:
    """The definition of docs/rules.md, word by word, on sets of cells."""
    grid = game.grid
    cells = {tile: set(grid.covered(tile)) for tile in (*tiles, placed)}

    def rows_and_columns(tile: int, step: int) -> tuple[range, range]:
        rows = range(grid.top[tile] - step, grid.bottom[tile] + step + 1)
        return rows, range(grid.left[tile] - step, grid.right[tile] + step + 1)

    def around(tile: int, corners: bool) -> set[int]:
        (rows, columns), (inner_rows, inner_columns) = rows_and_columns(tile, 1), rows_and_columns(tile, 0)
        board = range(grid.side)
        return {
            row * grid.side + column
            for row, column in product(rows, columns)
            if row in board and column in board and (corners or row in inner_rows or column in inner_columns)
        }

    edge = {tile for tile in tiles if cells[tile] & around(placed, False)}
    near = {"touch": {tile for tile in tiles if cells[tile] & around(placed, True)}, "rect": set(tiles)}
    blocks = []
    for block in range(len(grid.area)):
        if grid.mask[placed] & ~grid.mask[block]:
            continue
        inside = set(grid.covered(block))
        members = {tile for tile in cells if cells[tile] & inside}
        full = sum(len(cells[tile]) for tile in members) == len(inside)
        if not full or any(not cells[tile] <= inside for tile in members) or len(members) < 3:
            continue
        others = members - {placed}
        if others == edge if game.block == "all" else others <= near.get(game.block, edge):
            blocks.append(block)
    return blocks


@pytest.mark.parametrize("reading", READINGS)
def test_blocks_are_what_the_definition_says(reading: str) -> None:
    """In random games: what the rules find, what the definition says, and what the computer sees."""
    game, dice, made = Blocs(board=6, block=reading), random.Random(reading), 0
    for _ in range(4):
        position = game.start()
        while game.outcome(position) is None:
            body = body_of(game.grid, position.tiles)
            free = [tile for tile, mask, _, _ in game.placements if not body & mask]
            seen = {(merge.tile, merge.block) for merge in merges(game, position)}
            assert seen == {(m.tile, m.block) for m in outlook(game, position, 1).now}
            ours = {tile: game.every_block(position.tiles, tile) for tile in free}
            assert seen == {(tile, block) for tile, blocks in ours.items() for block in blocks}
            for tile in dice.sample(free, min(6, len(free))) + [tile for tile in free if ours[tile]][:3]:
                assert ours[tile] == plainly(game, position.tiles, tile)
                made += bool(ours[tile])
            position = game.play(position, dice.choice(game.moves(position)))
    assert made > 10


def test_tiles_that_prepare_a_block() -> None:
    """What is foreseen after a tile is what can be merged then."""
    game, dice, prepared = Blocs(board=6), random.Random(5), 0
    for _ in range(3):
        position = game.start()
        while game.outcome(position) is None:
            view = outlook(game, position, 1)
            making = {merge.tile for merge in view.now}
            before = {(merge.tile, merge.block) for merge in view.now}
            moves = [m for m in game.moves(position) if len(m) == 2]
            tiles = {move: tile for tile, move in game.touches.items()}
            for move in dice.sample(moves, min(12, len(moves))):
                if tiles[move] in making:
                    continue
                after = {(m.tile, m.block): m.areas for m in merges(game, game.play(position, move))}
                foreseen = {(m.tile, m.block): m.areas for m in view.after.get(tiles[move], ())}
                assert foreseen.keys() == after.keys() - before
                assert all(after[key] == areas for key, areas in foreseen.items())
                prepared += len(foreseen)
            position = game.play(position, dice.choice(game.moves(position)))
    assert prepared > 20
    grid = game.grid
    hole = grid.mask[read_tile(game, "2x3@a1", "")]
    pairs = {tuple(tile_name(game, tile) for tile in pair) for pair in splits(6, 6, hole)}
    once = {("1x3@a1", "1x3@a2"), ("2x1@a1", "2x2@b1"), ("2x2@a1", "2x1@c1")}
    assert pairs == once | {(other, one) for one, other in once}


# --- options


def test_the_first_tiles_are_smaller() -> None:
    for limit, most in {8: 3, 9: 3, 10: 4, 12: 5, 2: 2, 1: 1}.items():
        assert Blocs(limit=limit).openings == (most,)
    assert Blocs(players=3).openings == (4, 8)
    assert Blocs(players=4).openings == (3, 6, 9)
    assert Blocs(players=4, limit=2).openings == (1, 1, 1)
    assert Blocs(opening="off").openings == ()
    game = Blocs()
    start = game.start()
    assert why(game, start, "1x5@a1") is None and why(game, start, "2x3@a1") == "blocs.opening"
    assert why(game, play(game, start, "1x5@a1"), "3x4@a2") is None
    assert why(game, play(game, start, "1x5@a1"), "1x7@a2") is None
    sizes = {game.shapes[move[0] - 144][0] * game.shapes[move[0] - 144][1] for move in game.moves(start)}
    assert sizes == {1, 2, 3, 4, 5}


def test_each_of_three_has_a_smaller_first_tile_once() -> None:
    game = Blocs(players=3)
    position = game.start()
    assert why(game, position, "1x5@a1") == "blocs.opening"
    position = play(game, position, "2x2@a1")
    assert why(game, position, "3x3@a3") == "blocs.opening" and why(game, position, "2x4@a3") is None
    position = play(game, position, "2x2@e1")
    assert position.opened == 2
    position = play(game, position, "2x2@c1")
    # All three have become one tile of the third player: it is no new beginning.
    assert tiles_of(game, position) == {"2x6@a1"}
    assert why(game, position, "3x4@a3") is None


def test_the_limit() -> None:
    assert Blocs().limit == 12 and Blocs(board=8).limit == 8 and Blocs(limit=7).limit == 7
    assert Blocs().options["limit"] == 12
    game, position = on("red:1x1@a1 turn:2", limit=7)
    assert why(game, position, "2x4@a2") == "blocs.too_large"
    assert why(game, position, "1x8@a2") == "blocs.too_large"
    assert why(game, position, "1x7@a2") is None
    for bad in ({"board": 5}, {"board": 15}, {"players": 5}, {"limit": 197}, {"block": "any"}):
        with pytest.raises(BadOption):
            Blocs(**bad)


def test_only_the_largest_block() -> None:
    layout = "red:2x2@a1,2x2@e1,2x2@a3,2x2@c3 turn:2"
    game, position = on(layout, choice="largest")
    assert tiles_of(game, play(game, position, "2x2@c1")) == {"4x4@a1", "2x2@e1"}
    assert why(game, position, "2x2@c1=2x6@a1") == "blocs.not_a_block"
    # With two largest ones the mover chooses between these.
    layout = "red:2x2@a3,2x2@e3,2x2@c1,2x2@c5,1x2@g3 turn:2"
    game, position = on(layout, choice="largest", block="rect")
    assert why(game, position, "2x2@c3") == "blocs.choose"
    assert why(game, position, "2x2@c3=2x6@a3") is None
    assert why(game, position, "2x2@c3=6x2@c1") is None
    game, position = on("red:2x2@a3,2x2@e3,2x2@c1,2x2@c5,2x1@g3 turn:2", choice="largest", block="rect")
    assert tiles_of(game, play(game, position, "2x2@c3")) == {"2x7@a3", "2x2@c1", "2x2@c5"}
    layout = "red:2x2@a1,2x2@e1,2x2@a3,2x2@c3,2x2@e3,4x1@g1,4x1@h1 turn:2"
    game, position = on(layout, choice="largest", block="rect")
    assert {tile_name(game, b) for b in game.blocks_of(position.tiles, read_tile(game, "2x2@c1", ""))} == {
        "4x8@a1"
    }


def test_the_largest_is_named_when_another_is_wanted() -> None:
    """Two blocks of 16 are the largest; 2x6@a3, smaller, has the corner a4 in common with one of them."""
    game, position = on("red:2x2@a3,2x2@e3,2x2@c1,2x2@c5,2x2@a1,2x2@e5 turn:2", choice="largest")
    last = read_tile(game, "2x2@c3", "")
    every = {tile_name(game, block) for block in game.every_block(position.tiles, last)}
    assert every == {"2x6@a3", "6x2@c1", "4x4@a1", "4x4@c3"}
    assert game.refusal(position, touch(game, "2x2 c3 a4 d1")) is None
    assert game.refusal(position, touch(game, "2x2 c3 a4 a4")) is None
    assert why(game, position, "2x2@c3=2x6@a3") == "blocs.not_largest"
    with pytest.raises(Unreadable) as caught:
        game.read(position, "2x2@c3=2x6@a3")
    assert words("en")(caught.value.key, **caught.value.values).endswith("its area is 16.")
    assert game.refusal(position, touch(game, "2x2 c3 l1")).key == "blocs.no_block"
    alone, lying = on("red:2x2@a1,2x2@e1,2x2@a3,2x2@c3,2x2@c5,2x2@a5 turn:2", choice="largest", merge="may")
    assert alone.refusal(lying, touch(alone, "2x2 c1 f1")).key == "blocs.not_largest"


def test_cascades() -> None:
    layout = "red:1x2@a1,1x2@e1,1x3@a2,1x3@d2,1x6@a3,1x6@a4 turn:2"
    game, position = on(layout, board=6, cascade="on")
    after = play(game, position, "1x2@c1=1x6@a1")
    assert tiles_of(game, after) == {"2x6@a1", "1x6@a3", "1x6@a4"} and len(after.merged) == 2
    text = game.write(position, game.read(position, "1x2@c1=1x6@a1"))
    assert text == "1x2@c1=1x6@a1=2x6@a1"
    game, position = on(layout, board=6)
    assert tiles_of(game, play(game, position, "1x2@c1=1x6@a1")) >= {"1x6@a1", "1x3@a2"}


def test_blocks_may_be_left_unmade() -> None:
    game, position = on("red:3x4@a1,2x4@a4 turn:2", merge="may")
    assert tiles_of(game, play(game, position, "5x2@e1")) == {"3x4@a1", "2x4@a4", "5x2@e1"}
    assert tiles_of(game, play(game, position, "5x2@e1=5x6@a1")) == {"5x6@a1"}
    shape = touch(game, "5x2 e1")
    assert game.refusal(position, shape).key == "blocs.block_or_done"
    inside = {f"{column}{row}" for column in "abcdef" for row in range(1, 6)}
    assert names(game, game.choices(position, shape)) == {"done", *inside}
    assert {m[2:] for m in game.moves(position) if m[:2] == shape} == {
        touch(game, "done"),
        touch(game, "a1 f5"),
    }
    assert "done" not in Blocs().buttons
    game, position = on(SIX, board=6, merge="may", cascade="on")
    assert game.areas(play(game, position, "1x2@c1")) == (10, 2)
    assert game.areas(play(game, position, "1x2@c1=1x6@a1")) == (6, 6)
    assert game.areas(play(game, position, "1x2@c1=1x6@a1=2x6@a1")) == (0, 12)
    assert game.refusal(position, touch(game, "1x2 c1 a1 f1")).key == "blocs.block_or_done"


FULL = "red:3x6@a1 blue:3x6@a4 turn:1"


def test_the_end() -> None:
    game, position = on(FULL, board=6)
    outcome = game.outcome(position)
    assert outcome.returns == (0.5, 0.5) and outcome.reason == "equal"
    assert not game.moves(position) and not game.choices(position, ())
    assert game.refusal(position, touch(game, "1x1 a1")).key == "over"
    game, position = on(FULL, board=6, tie="later")
    assert game.outcome(position).returns == (0, 1) and game.outcome(position).reason == "later"
    game, position = on("red:4x6@a1 blue:2x6@a5", board=6)
    assert game.outcome(position).returns == (1, 0) and game.outcome(position).reason == "area"
    game, position = on("red:2x6@a1 blue:2x6@a3 yellow:1x6@a5 green:1x6@a6", board=6, players=4)
    assert game.outcome(position).returns == (0.5, 0.5, 0, 0)
    game, position = on("red:2x6@a1 blue:2x6@a3 yellow:2x6@a5", board=6, players=3, tie="later")
    assert game.outcome(position).returns == (0, 0, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cascade", ["off", "on"])
def test_at_most_as_many_turns_as_cells(players: int, cascade: str) -> None:
    """Every turn covers a cell more, and nothing is uncovered."""
    for seed in range(4):
        game, dice = Blocs(board=7, players=players, cascade=cascade), random.Random(seed)
        position, turns = game.start(), 0
        while game.outcome(position) is None:
            after = game.play(position, dice.choice(game.moves(position)))
            assert after.board.count(0) < position.board.count(0)
            assert sum(game.grid.area[tile] for tile in after.tiles) == 49 - after.board.count(0)
            position, turns = after, turns + 1
        assert turns <= 49
    single = Blocs(board=6, limit=1, block="all")
    position, turns = single.start(), 0
    while single.outcome(position) is None:
        position, turns = single.play(position, single.moves(position)[0]), turns + 1
    assert turns <= 36


# --- hands


def test_a_shape_and_its_corner_or_two_corners() -> None:
    game, position = on("red:1x1@a1 turn:2")
    after = game.play(position, touch(game, "3x4 b2"))
    for corners in ("b2 e4", "e4 b2", "e2 b4", "b4 e2"):
        assert game.refusal(position, touch(game, corners)) is None
        assert game.play(position, touch(game, corners)) == after
        assert game.write(position, touch(game, corners)) == "3x4@b2"
    assert game.play(position, touch(game, "c3 c3")) == game.play(position, touch(game, "1x1 c3"))
    assert touch(game, "3x4 b2") in game.moves(position)
    assert touch(game, "b2 e4") not in game.moves(position)


def test_the_last_shape_counts() -> None:
    game, position = on("red:1x1@a1 turn:2")
    turned = game.choices(position, touch(game, "3x4"))
    assert game.site("4x3") in turned and game.site("1x2") in turned and game.site("3x4") not in turned
    assert game.play(position, touch(game, "3x4 4x3 b2")) == game.play(position, touch(game, "4x3 b2"))
    assert game.write(position, touch(game, "3x4 4x3 3x4 b2")) == "3x4@b2"
    again = touched_after(game, position, touch(game, "3x4 4x3"), game.site("3x4"))
    assert again == touch(game, "3x4 4x3 3x4")
    assert touched_after(game, position, touch(game, "3x4"), game.site("3x4")) == ()


def test_what_may_be_touched() -> None:
    game, position = on("red:6x4@a1,6x1@f1 blue:5x1@e2 turn:2", board=6)
    assert names(game, game.choices(position, ())) == {"e1", "1x1"}
    assert names(game, game.choices(position, touch(game, "e1"))) == {"e1"}
    assert names(game, game.choices(position, touch(game, "1x1"))) == {"e1"}
    game = Blocs()
    start = game.start()
    assert names(game, game.choices(start, touch(game, "f6"))) == {
        *("f6", "f7", "f8", "f9", "f10", "f5", "f4", "f3", "f2"),
        *("g6", "h6", "i6", "j6", "e6", "d6", "c6", "b6"),
        *("e5", "g5", "e7", "g7"),
    }
    assert "2x3" not in names(game, game.choices(start, ()))
    assert is_beginning(game, start, touch(game, "f6"))
    assert not is_beginning(game, start, touch(game, "f6 f6"))


def test_a_block_is_chosen_by_touching_it_twice() -> None:
    game, position = on("red:2x2@a1,2x2@e1,2x2@a3,2x2@c3 turn:2")
    row = {f"{column}{line}" for column in "abcdef" for line in (1, 2)}
    square = {f"{column}{line}" for column in "abcd" for line in (1, 2, 3, 4)}
    assert touch(game, "2x2 c1") not in game.moves(position)
    for begun in ("2x2 c1", "c1 d2"):
        assert names(game, game.choices(position, touch(game, begun))) == row | square
        for once, again, areas in (("e1", "a2", (8, 12)), ("b4", "c1", (4, 16)), ("a1", "a1", (8, 12))):
            assert game.refusal(position, touch(game, f"{begun} {once}")).key == "blocs.choose"
            assert game.areas(game.play(position, touch(game, f"{begun} {once} {again}"))) == areas
        # Who touches beside what is shown means another one; two opposite corners say at once which.
        for way in ("e1 b4 b4", "b4 f2 f2", "a1 c4 b3", "a4 d1", "d4 a1"):
            assert game.refusal(position, touch(game, f"{begun} {way}")) is None
            assert not game.choices(position, touch(game, f"{begun} {way}"))


def test_every_block_can_be_touched() -> None:
    """Nine cells, and eleven blocks with the middle one: each is shown by touching only cells of its own."""
    around = ",".join(f"1x1@{cell}" for cell in ["d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"])
    game, position = on(f"red:{around} turn:2")
    hand = follow(game, position, touch(game, "1x1 e5"))
    assert len(hand.offered) == 11
    for wanted in hand.offered:
        sites = touch(game, "1x1 e5")
        while (shown := follow(game, position, sites)).picked != wanted and not shown.whole:
            left = game.grid.mask[wanted] & ~(game.grid.mask[shown.picked] if shown.picked is not None else 0)
            sites = (*sites, game.grid.cells_of(left)[0])
        if not shown.whole:
            sites = (*sites, game.grid.corner(wanted))
        assert follow(game, position, sites).made == (wanted,)
    assert {move[2:] for move in game.moves(position) if move[:2] == touch(game, "1x1 e5")} == {
        (game.grid.corner(block), game.grid.last(block)) for block in hand.offered
    }


# --- refusals and texts


def test_refusals_say_why() -> None:
    game, position = on("red:2x2@a1,2x2@e1,2x2@a3,2x2@c3 turn:2")
    reasons = {
        "2x2": "blocs.where",
        "e4": "blocs.other_corner",
        "a1": "taken",
        "c1 a2": "blocs.covered",
        "2x2 b1": "blocs.covered",
        "2x2 l1": "blocs.outside",
        "g1 l6": "blocs.too_large",
        "2x2 c1": "blocs.choose",
        "2x2 c1 a1": "blocs.choose",
        "2x2 c1 g2": "blocs.no_block",
        "2x2 c1 a1 l9": "blocs.no_block",
        "2x2 c1 a1 d4 a1": "blocs.no_block",
        "2x2 g7 a1": "blocs.no_block",
        "e4 2x2": "not_a_move",
        "2x2 g7 2x2": "not_a_move",
    }
    for text, key in reasons.items():
        refusal = game.refusal(position, touch(game, text))
        assert refusal is not None and refusal.key == key, text
        for language in ("en", "fr"):
            assert "{" not in words(language)(refusal.key, **dict(refusal.values))
    for nonsense in ((), (-1,), (len(game.sites),)):
        assert game.refusal(position, nonsense).key == "not_a_move"
    with pytest.raises(IllegalMove):
        Match(game, start=position).play(touch(game, "2x2 c1"))
    game, position = on("red:1x1@a1", merge="may")
    assert game.refusal(position, touch(game, "done")).key == "not_a_move"


def test_notation() -> None:
    game, position = on("red:3x4@a1,2x4@a4 turn:2")
    whole = touch(game, "5x2 e1")
    for text in ("5x2@e1", "5X2@E1", "5×2@e1", "5x2@e1=5x6@a1", " 5x2@e1 "):
        assert game.read(position, text) == whole
    assert game.write(position, whole) == "5x2@e1=5x6@a1"
    assert why(game, position, "5x2@e1=5x5@a1") == "blocs.not_a_block"
    assert why(game, position, "5x2@e1=5x6@a1=5x7@a1") == "blocs.not_a_block"
    assert why(game, position, "1x1@l9=1x3@j9") == "blocs.not_a_block"
    assert why(game, position, "4x4@e1") == "blocs.too_large"
    assert why(game, position, "2x2@d1") == "blocs.covered"
    keys = {
        "": "blocs.unreadable",
        "e1": "blocs.unreadable",
        "5x2": "blocs.unreadable",
        "0x2@e1": "blocs.unreadable",
        "5x2@e1=": "blocs.unreadable",
        "5x2@z9": "unknown_cell",
        "5x2@l1": "blocs.outside",
    }
    for text, key in keys.items():
        with pytest.raises(Unreadable) as caught:
            game.read(position, text)
        assert caught.value.key == key, text
        assert "{" not in words("fr")(key, **caught.value.values)


@pytest.mark.parametrize(
    "options",
    [
        {"board": 6, "cascade": "on", "merge": "may"},
        {"board": 6, "cascade": "on", "choice": "largest", "players": 4},
        {"board": 6, "block": "rect", "merge": "may", "players": 3},
        {"board": 6, "block": "edge", "cascade": "on", "limit": 9, "opening": "off"},
    ],
    ids=str,
)
def test_keeps_the_promises_of_a_game(options: dict[str, object]) -> None:
    check_game(Blocs, options, seed=11, matches=2)


def test_layout() -> None:
    for players, text in (
        (2, "red:3x4@a1 blue:2x4@a4,1x1@l12 turn:2"),
        (2, "red:5x6@a1 turn:2 merged:3x4@a1,2x4@a4,5x2@e1"),
        (3, "red:2x2@a1 turn:2 opened:1"),
        (2, "red:2x6@a1 turn:2 merged:1x2@a1,1x2@e1,1x2@c1=1x3@a2,1x3@d2,1x6@a1"),
        (2, "red:2x6@a1 turn:2 laid:1x2@a1,1x2@c1,1x2@e1,1x3@a2,1x3@d2"),
    ):
        game = Blocs(players=players)
        assert game.layout(game.setup(text)) == text
    game = Blocs()
    for bad in (
        "red:a1",
        "red:2x2@a1,2x2@b2",
        "red:2x2@l1",
        "yellow:1x1@a1",
        "red:1x1@a1 turn:3",
        "red:1x1@a1 opened:2",
        "red:1x1@a1 hello",
        "red:5x6@a1 merged:3x4@a1,2x4@a4",
        "red:3x4@a1 merged:3x4@a1,2x4@a4,5x2@e1",
        "red:2x6@a1 merged:1x2@a1,1x2@e1,1x2@c1=1x3@a2,1x3@d2,1x6@a2",
        "red:1x3@a1 merged:1x2@a1,1x2@b1",
        "red:1x3@a1 laid:1x2@a1,1x1@d1",
    ):
        with pytest.raises(Unreadable):
            game.setup(bad)


# --- what is shown


def test_tiles_show_their_areas() -> None:
    game, position = on("red:3x4@a1 blue:2x4@a4 turn:1")
    scene = scene_of(game, Moment(position))
    assert {(piece.shape, piece.colour, piece.text, len(piece.cells)) for piece in scene.pieces} == {
        ("tile", "red", "12", 12),
        ("tile", "blue", "8", 8),
    }
    assert [seat.score for seat in scene.seats] == ["12", "8"]
    assert words("en")(scene.pieces[0].label) == "Red, 3 by 4, area 12"
    assert scene.box and not scene.stamp and scene.news is None
    waiting = scene.overlays[0]
    assert set(game.grid.covered(read_tile(game, "5x2@e1", ""))) <= set(waiting.marks[0].cells)
    assert names(game, waiting.marks[1].cells) == {"a1", "a4"}


@pytest.mark.parametrize(
    ("layout", "move", "told"),
    [
        ("red:3x4@a1,2x4@a4 turn:1", "5x2@e1", "Red makes a block: 12 + 8 + 10 = 30."),
        (
            "red:2x3@a1,2x2@d1,3x3@a3 turn:2",
            "3x2@d3",
            "Blue makes a block: 6 + 4 + 9 + 6 = 25. "
            "It draws (2 + 3) × (3 + 2) = 2×3 + 2×2 + 3×3 + 3×2 = 25.",
        ),
        (
            "red:2x2@a1,2x3@c1,3x2@a3 turn:2",
            "3x3@c3",
            "Blue makes a block: 4 + 6 + 6 + 9 = 25. It draws (2 + 3)² = 2² + 2×2×3 + 3² = 25.",
        ),
        (
            "red:2x3@a5,2x2@g5 turn:1",
            "2x3@d5",
            "Red makes a block: 6 + 4 + 6 = 16. It draws 2 × (3 + 3 + 2) = 2×3 + 2×3 + 2×2 = 16.",
        ),
        (
            "red:1x3@a1,3x3@a4 turn:1",
            "2x3@a2",
            "Red makes a block: 3 + 9 + 6 = 18. It draws 3 × (1 + 2 + 3) = 3×1 + 3×2 + 3×3 = 18.",
        ),
        ("red:1x2@a1,2x1@c1,1x2@b3,2x1@a2 turn:1", "1x1@b2", "Red makes a block: 2 + 2 + 2 + 2 + 1 = 9."),
    ],
)
def test_what_a_block_says_about_numbers(layout: str, move: str, told: str) -> None:
    game, position = on(layout)
    touched = game.read(position, move)
    after = game.play(position, touched)
    news = scene_of(game, Moment(after, touched)).news
    assert words("en")(news) == told
    assert "{" not in words("fr")(news)
    quiet = play(game, after, "1x1@l12")
    assert scene_of(game, Moment(quiet)).news is None


def test_identities_are_true() -> None:
    """In random games both sides of what is said are equal."""
    game, dice, told = Blocs(board=6, cascade="on"), random.Random(8), 0
    for _ in range(6):
        position = game.start()
        while game.outcome(position) is None:
            position = game.play(position, dice.choice(game.moves(position)))
            for tiles in position.merged:
                for text in (equality(game.grid, tiles), identity(game.grid, tiles)):
                    sides = text.replace("²", "**2").replace("×", "*").split(" = ") if text else []
                    assert len({eval(side) for side in sides}) <= 1
                    told += len(sides) > 2
    assert told > 3


def test_a_cascade_tells_of_each_block() -> None:
    game, position = on(SIX, board=6, cascade="on")
    after = play(game, position, "1x2@c1=1x6@a1")
    news = words("en")(scene_of(game, Moment(after)).news)
    assert "2 + 2 + 2 = 6" in news and "3 + 3 + 6 = 12" in news


def test_the_stock_beside_the_board() -> None:
    game, position = on("red:1x1@a1 turn:2")
    scene = scene_of(game, Moment(position))
    (stock,) = scene.trays
    assert [item.text for item in stock.items[:6]] == ["1×1", "1×2", "1×3", "1×4", "2×2", "1×5"]
    assert len(stock.items) == 19
    assert {item.site for item in stock.items} <= {button.site for button in scene.buttons}
    held = scene_of(game, Moment(position, touched=touch(game, "3x4 4x3")))
    chosen = [item for tray in held.trays for item in tray.items if item.state == "chosen"]
    assert [(item.text, item.points) for item in chosen] == [("4×3", ((4, 3),))]
    assert len(held.stamp) == 12 and held.stamp[0] == (0, 0) and max(held.stamp) == (2, 3)
    turned = next(button for button in held.buttons if button.site == game.site("3x4"))
    assert not held.box and words("en")(turned.label) == "Turn it: 3 by 4"
    assert game.site("4x3") not in {button.site for button in scene.buttons}
    square = scene_of(game, Moment(position, touched=touch(game, "2x2")))
    assert len(square.buttons) == 18 and len(square.trays[0].items) == 19
    narrow, upright = on("red:6x4@a1,6x1@f1 turn:2", board=6)
    items = [item.text for item in scene_of(narrow, Moment(upright)).trays[0].items]
    assert items == ["1×1", "2×1", "3×1", "4×1", "5×1", "6×1"]
    first = scene_of(Blocs(), Moment(Blocs().start()))
    assert len(first.trays[0].items) == 6


def test_blocks_are_shown_before_they_are_chosen() -> None:
    game, position = on("red:2x2@a1,2x2@e1,2x2@a3,2x2@c3 turn:2")
    scene = scene_of(game, Moment(position, touched=touch(game, "c1 d2")))
    (tile,) = (mark for mark in scene.marks if mark.kind == "ghost")
    assert names(game, tile.cells) == {"c1", "d1", "c2", "d2"} and tile.colour == "blue"
    assert {len(mark.cells) for mark in scene.marks if mark.kind == "region"} == {12, 16}
    assert scene.again and not scene.box and len(scene.trays[0].items) == 19
    scene = scene_of(game, Moment(position, touched=touch(game, "c1 d2 d4")))
    assert [len(mark.cells) for mark in scene.marks if mark.kind in ("ghost", "region")] == [16]
    assert {(piece.text, len(piece.parts)) for piece in scene.pieces} == {("16", 4), ("4", 0)}
    assert words("en")(scene.prompt).startswith("4 + 4 + 4 + 4 = 16: touch this block again")


def test_what_was_joined_stays_to_be_seen() -> None:
    game, position = on("red:1x2@a1,1x2@e1,1x3@a2,1x3@d2,1x6@a3,1x6@a4 turn:2", board=6, cascade="on")
    after = play(game, position, "1x2@c1=1x6@a1")
    (block,) = (piece for piece in scene_of(game, Moment(after)).pieces if piece.parts)
    assert block.text == "12" and {frozenset(names(game, part)) for part in block.parts} == {
        frozenset(cells.split()) for cells in ("a1 b1", "c1 d1", "e1 f1", "a2 b2 c2", "d2 e2 f2")
    }
    assert words("en")(block.label) == "Blue, a block of 2 by 6: 2 + 2 + 2 + 3 + 3 = 12"
    grown, later = on("red:1x2@a1,1x2@c1 blue:1x4@a3 turn:1", board=6)
    once = play(grown, later, "1x2@e1")
    assert not once.laid, "a1 does not touch e1"
    assert game.setup(game.layout(after)) == after
    wide, lying = on("red:1x6@a1,1x6@a3 turn:1 laid:1x2@a1,1x2@c1,1x2@e1", board=6)
    assert len(play(wide, lying, "1x6@a2").laid[0]) == 5


@pytest.mark.parametrize(
    ("options", "layout", "touched", "key"),
    [
        ({}, "turn:1", "", "prompt_opening"),
        ({}, "red:1x1@a1 turn:2", "", "prompt"),
        ({}, "red:1x1@a1 turn:2", "c3", "prompt_corner"),
        ({}, "red:1x1@a1 turn:2", "2x3", "prompt_shape"),
        ({"board": 6}, SIX, "1x2 c1", "prompt_choose"),
        ({"board": 6}, SIX, "1x2 c1 a1", "prompt_again"),
        ({"board": 6, "merge": "may"}, SIX, "c1 d1", "prompt_may"),
    ],
)
def test_prompts(options: dict[str, object], layout: str, touched: str, key: str) -> None:
    game, position = on(layout, **options)
    prompt = scene_of(game, Moment(position, touched=touch(game, touched))).prompt
    assert prompt.key == f"blocs.{key}"
    assert words("fr")(prompt) != words("en")(prompt)


# --- the computer


def test_evaluation_is_a_share_for_each_seat_and_order_lists_moves() -> None:
    for players, options in ((2, {}), (3, {"merge": "may"}), (4, {"block": "rect"}), (2, {"cascade": "on"})):
        game, dice = Blocs(board=6, players=players, **options), random.Random(players)
        position = game.start()
        while game.outcome(position) is None:
            shares = evaluate(game, position)
            assert sum(shares) == pytest.approx(1) and all(0.001 < share < 0.999 for share in shares)
            worth, listed = order(game, position), game.moves(position)
            assert worth and set(worth) <= set(listed) and len(set(worth)) == len(worth)
            position = game.play(position, dice.choice(listed))


def test_whoever_is_to_move_takes_the_larger_block() -> None:
    game = Blocs()

    def merge(block: str, *areas: int) -> Merge:
        tile = read_tile(game, block, "")
        return Merge(tile, tile, areas, sum(areas), game.grid.mask[tile])

    large, small = merge("3x3@a1", 0, 7), merge("2x4@f6", 3, 3)
    assert exchanges(game, [large], 0) == [7, -7]
    assert exchanges(game, [small, large], 0)[0] == pytest.approx(7 - 0.9 * 3)
    assert exchanges(game, [large, merge("3x3@b2", 5, 0)], 0) == [7, -7]


def test_own_tiles_that_hang_count_less() -> None:
    game = Blocs()
    calm = game.setup("red:3x3@a1 blue:3x4@f5 turn:2")
    hanging = game.setup("red:3x3@a1,3x1@d1 blue:3x4@f5 turn:2")
    assert evaluate(game, calm)[0] > evaluate(game, hanging)[0]


def test_a_double_threat_is_seen() -> None:
    """Each small red tile opens a block with the large blue one beside it; Blue can take only one of two."""
    game = Blocs()
    single = game.setup("red:3x1@e1,3x1@h6 blue:3x4@a1,3x4@a9 turn:2")
    double = game.setup("red:3x1@e1,3x1@e9 blue:3x4@a1,3x4@a9 turn:2")
    assert evaluate(game, single)[0] < 0.3 < evaluate(game, double)[0]
    before = game.setup("red:3x1@e1 blue:3x4@a1,3x4@a9 turn:1")
    views = outlook(game, before, 3).after
    assert read_tile(game, "3x1@e9", "") in views and read_tile(game, "3x1@h6", "") not in views


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_it_takes_what_hangs(level: str) -> None:
    game = Blocs()
    position = game.setup("red:3x4@a1,2x4@a4,2x3@i9 blue:3x4@g3,1x1@l12 turn:2")
    player, budget = computer(game, level, seed=3)
    after = game.play(position, player.think(game, position, budget).move)
    assert game.areas(after)[0] <= 6


def test_a_hint_says_what_a_block_takes() -> None:
    game = Blocs()
    position = game.setup("red:3x4@a1,2x4@a4,2x3@i9 blue:3x4@g3,1x1@l12 turn:2")
    move, reason = hint(game, position)
    taken = game.areas(position)[0] - game.areas(game.play(position, move))[0]
    assert taken >= 20 and f"takes {taken} cells" in words("en")(reason)
    assert str(taken) in words("fr")(reason)
    assert hint(game, game.setup("red:1x5@a1 turn:2")) is None
    advice, budget = computer(game, "advice", seed=1)
    assert advice.think(game, position, budget).reason == reason


# --- leaving


def test_the_turn_passes_over_who_left_and_the_tiles_stay() -> None:
    game, position = on("red:1x1@a1 blue:1x2@b1 turn:3", board=6, players=3)
    after = game.leave(position, 0)
    assert after.turn == 2 and after.tiles == position.tiles
    after = play(game, after, "1x1@f6")
    assert after.turn == 1, "red is passed over"
    assert [game.is_in(after, seat) for seat in range(3)] == [False, True, True]
    assert game.layout(after).endswith("turn:2 out:1") and game.setup(game.layout(after)) == after
    assert game.leave(position, 2).turn == 0


def test_the_largest_area_among_those_who_are_in_wins() -> None:
    text = "red:6x3@a1 blue:3x3@d1 yellow:3x3@d4 turn:2"
    for tie, returns, reason in (("draw", (0, 0.5, 0.5), "equal"), ("later", (0, 0, 1), "later")):
        game, position = on(f"{text} out:1", board=6, players=3, tie=tie)
        outcome = game.outcome(position)
        assert (outcome.returns, outcome.reason) == (returns, reason)
    game, position = on("red:6x3@a1 blue:3x3@d1 yellow:3x3@d4 turn:1 out:2", board=6, players=3)
    assert game.outcome(position).returns == (1, 0, 0)


@pytest.mark.parametrize(
    ("leaving", "limits"),
    [([], [4, 8, 12, 12]), ([(0, 0)], [8, 12, 12]), ([(0, 1)], [4, 12, 12]), ([(1, 1)], [4, 12, 12])],
)
def test_the_opening_limit_belongs_to_the_seat(leaving, limits) -> None:
    """Player i of three has at most 4i cells in a first tile on 12×12. (Before which turn, who leaves.)"""
    game = Blocs(players=3)
    position, found = game.start(), []
    for turn in range(len(limits)):
        for when, seat in leaving:
            if when == turn:
                position = game.leave(position, seat)
        found.append(game.allowance(position))
        assert game.setup(game.layout(position)) == position
        position = play(game, position, f"1x1@a{2 * turn + 1}")
    assert found == limits


def test_blocks_are_taken_in_turn_by_those_who_are_in() -> None:
    game = Blocs(board=6, players=3)
    one = Merge(0, 0, (0, 0, 9), 9, 1)
    other = Merge(0, 0, (5, 0, 0), 5, 2)
    assert exchanges(game, [one, other], 0)[1] == pytest.approx(0.9 * 5)
    left = exchanges(game, [one, other], 0, frozenset({1}))
    assert left[1] == 0 and left[2] == pytest.approx(0.9 * 5 - 9)


def test_the_computer_and_the_scene_leave_out_who_left() -> None:
    game, position = on("red:1x1@a1 blue:2x3@b1 turn:3 merged:1x1@a1", board=6, players=3, opening=False)
    after = game.leave(position, 1)
    assert not after.merged
    scene = scene_of(game, Moment(after))
    assert [seat.out for seat in scene.seats] == [False, True, False]
    shares = evaluate(game, after)
    assert shares[1] == 0 and sum(shares) == pytest.approx(1) and order(game, after)
    player, budget = computer(game, "easy", seed=1)
    assert player.think(game, after, budget).move in game.moves(after)


def test_a_layout_with_a_wrong_word_for_who_left_is_refused() -> None:
    for text, key in (
        ("turn:1 out:1", "turn_is_out"),
        ("turn:1 out:2,3", "bad_out"),
        ("turn:1 out:x", "bad_out"),
    ):
        with pytest.raises(Unreadable) as caught:
            on(text, board=6, players=3)
        assert caught.value.key == key
