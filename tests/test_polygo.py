"""PolyGo: the test positions of docs/rules.md section 2 by number, options, and a second implementation."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from conftest import full

import pavage.registry as registry
from pavage.game import IllegalMove, Refusal, Unreadable
from pavage.games.polygo import HexaGo, PolyGo, PolyGoPosition, TetraGo, TriaGo
from pavage.games.polygo.events import events_of
from pavage.games.polygo.playout import playout
from pavage.games.polygo.scoring import largest_province, pars
from pavage.games.polygo.stones import Stones
from pavage.games.polygo.terrain import terrain
from pavage.match import Match
from pavage.options import BadOption
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget
from pavage.scene import Moment, Scene
from pavage.server.rooms.scene_json import scene_at
from pavage.tiling import Tiling, dump_tiling, load_tiling, tiling
from pavage.words import words

KO = "2:b1,2:a2,2:b3,2:c2,1:c1,1:d2,1:c3,1:b2"
CORNERS = ",2:a1,2:a3,1:d1,1:d3"
LETTERS = "RBYGVP"


def played(game: PolyGo, text: str) -> Match:
    """The moves of a text such as `Rb4 Bd3`; the colour of each is checked against whose turn it is."""
    match = Match(game)
    for word in text.split():
        mover = LETTERS[game.colour(match.position, match.turn)]
        assert mover == word[0], f"{word} at ply {len(match.played) + 1}, but it is {mover}'s turn"
        match.play(game.read(match.position, word[1:]))
    return match


def legal(game: PolyGo, position: PolyGoPosition) -> str:
    return " ".join(sorted(game.write(position, move) for move in game.moves(position)))


def free_for(game: PolyGo, position: PolyGoPosition, seat: int) -> str:
    """What would be legal if it were this seat's turn."""
    words_of = [word for word in game.layout(position).split() if not word.startswith("turn:")]
    asked = game.setup(" ".join([*words_of, f"turn:{seat + 1}"]))
    return legal(game, asked) if asked.turn == seat else ""


def stone(game: PolyGo, position: PolyGoPosition, cell: str) -> str:
    return ("-" + LETTERS)[position.board[game.site(cell)]]


def counts(game: PolyGo, position: PolyGoPosition) -> list[int]:
    return [position.board.count(code) for code in range(1, game.players + 1)]


def sweeps(game: PolyGo, match: Match) -> list[int]:
    """The plies after which stones of the board were gone."""
    found = []
    for ply, (before, after) in enumerate(itertools.pairwise(match.positions), 1):
        if any(old and not new for old, new in zip(before.board, after.board, strict=True)):
            found.append(ply)
    return found


# --- the test positions by number


def test_2_1_ko_shape() -> None:
    game = PolyGo(board="S4x3", setup=KO)
    start = game.start()
    assert stone(game, start, "b2") == stone(game, start, "c2") == "-"
    assert free_for(game, start, 0) == "a1 a3 c2 d1 d3"
    assert free_for(game, start, 1) == "a1 a3 b2 d1 d3"
    refusal = game.refusal(start, (game.site("b2"),))
    assert refusal == Refusal("polygo.removed_at_once", (game.site("b2"),), (("cell", "b2"),))


def test_2_2_the_same_under_keep() -> None:
    game = PolyGo(board="S4x3", setup=KO, mixed="keep")
    assert stone(game, game.start(), "b2") == "R" and stone(game, game.start(), "c2") == "B"
    swept = PolyGo(board="S4x3", setup=KO + CORNERS, mixed="keep")
    start = swept.start()
    assert stone(swept, start, "b2") == stone(swept, start, "c2") == "-"
    assert free_for(swept, start, 0) == free_for(swept, start, 1) == "b2 c2"


def test_2_2_first_on_the_far_cell_gets_both() -> None:
    game = PolyGo(board="S4x3", mixed="keep")
    before = game.setup("blue:b1,a2,b3 red:c1,d2,c3 turn:2")
    after = game.play(before, (game.site("c2"),))
    assert after.turn == 0 and legal(game, after) == "a1 a3 d1 d3"
    assert game.refusal(after, (game.site("b2"),)).key == "polygo.not_free"
    for fill in ("a1", "a3", "d1", "d3"):
        after = game.play(after, (game.site(fill),))
    after = game.play(after, (game.site("b2"),)) if 0 in after.board else after
    assert stone(game, after, "b2") == stone(game, after, "c2") == "B"


def test_2_3_one_captured_and_lakes() -> None:
    for inner in (" red:b2", ""):
        game = PolyGo(board="S3x3")
        after = game.play(game.setup(f"blue:b1,a2,c2{inner} turn:2"), (game.site("b3"),))
        assert stone(game, after, "b2") == "B"
    game = PolyGo(board="S3x3", lakes="keep")
    after = game.play(game.setup("blue:b1,a2,c2 turn:2"), (game.site("b3"),))
    assert stone(game, after, "b2") == "-"
    assert "b2" in free_for(game, after, 1) and "b2" not in free_for(game, after, 0)


def test_2_4_two_eyes() -> None:
    game = PolyGo(board="S7x5")
    inner = "b2,c2,d2,e2,f2,b3,d3,f3,b4,c4,d4,e4,f4"
    ring = "b1,c1,d1,e1,f1,b5,c5,d5,e5,f5,a2,a3,a4,g2,g4"
    position = game.setup(f"red:{inner} blue:{ring} turn:2")
    assert counts(game, position) == [13, 15]
    for eye in ("c3", "e3"):
        assert eye not in free_for(game, position, 1).split()
        assert eye in free_for(game, position, 0).split()
    after = game.play(position, (game.site("g3"),))
    assert counts(game, after) == [0, 31]


def test_2_5_the_swept_player_is_skipped() -> None:
    game = PolyGo(board="H2", players=3, mixed="keep")
    position = game.setup("yellow:b2 red:b1,a3,c2 blue:c1,a2 turn:2")
    assert position.turn == 1 and legal(game, position) == "b3"
    after = game.play(position, (game.site("b3"),))
    assert stone(game, after, "b2") == "-" and after.turn == 0
    end = game.play(after, (game.site("b2"),))
    assert game.outcome(end).returns == (1, 0, 0) and counts(game, end) == [4, 3, 0]


def test_2_6_a_sweep_on_squares() -> None:
    game = PolyGo(board="S4x4", mixed="keep")
    line = "Rb4 Bd3 Ra3 Bc4 Rb3 Ba1 Rb1 Bb2 Rc2 Bc3 Rd1 Ba4 Rd4 Bc1 Ra2 Bd2 Rb2 Bc2"
    match = played(game, line)
    assert sweeps(game, match) == [16]
    before = "".join(("-" + LETTERS)[code] for code in match.positions[15].board)
    assert before == "BRBRRBR-RRBBBRBR", "d2 is still to come; b2 and c2 are fragile"
    assert match.outcome.returns == (0.5, 0.5) and match.outcome.reason == "equal"
    assert counts(game, match.position) == [8, 8]


def test_2_7_two_sweeps_with_three_players() -> None:
    game = HexaGo(board="H3")
    line = (
        "Rc5 Be1 Yc4 Rd3 Bb4 Ye2 Rd2 Bb3 Ya3 Rb5 Bd4 Yb2 Ra4 Bc2 Yd1 Ra5 Be3 Yc1 Rc3 Bc2 Yd2 "
        "Rb3 Bc4 Yd3 Rb4 Yc2"
    )
    match = played(game, line)
    found = sweeps(game, match)
    assert len(found) == 2 and found[0] == 18
    assert stone(game, played(game, " ".join(line.split()[:17])).position, "c3") == "-"
    assert counts(game, match.position) == [7, 4, 8]
    assert match.outcome.returns == (0, 0, 1)


def test_2_8_triangles() -> None:
    board = tiling("T3")
    assert {board.names[cell] for cell in board.cells if cell not in board.border} == {"b2", "c2", "c4"}
    assert {board.names[cell] for cell in board.neighbours[board.index["b2"]]} == {"a1", "b1", "b3"}
    game = PolyGo(board="T3")
    after = game.play(game.setup("blue:a1,b1 red:b2 turn:2"), (game.site("b3"),))
    assert stone(game, after, "b2") == "B"


# --- a second implementation, straight from the definitions, with sets


class Plain:
    """The rules once more, slowly: everything is computed anew from the words of docs/rules.md."""

    def __init__(self, game: PolyGo) -> None:
        self.game = game
        self.board = game.tiling
        self.fill, self.remove = game.options["lakes"] == "fill", game.options["mixed"] == "remove"

    def pieces(self, cells: Iterable[int]) -> list[set[int]]:
        left, found = set(cells), []
        while left:
            piece = {left.pop()}
            queue = list(piece)
            while queue:
                for near in self.board.neighbours[queue.pop()]:
                    if near in left:
                        left.remove(near)
                        piece.add(near)
                        queue.append(near)
            found.append(piece)
        return found

    def on_border(self, pieces: list[set[int]]) -> set[int]:
        return set().union(*(piece for piece in pieces if piece & self.board.border))

    def solid(self, stones: Sequence[int]) -> set[int]:
        colours = set(stones) - {0}
        return set().union(
            *(
                self.on_border(self.pieces(c for c in self.board.cells if stones[c] == code))
                for code in colours
            )
        )

    def free(self, stones: Sequence[int], code: int) -> set[int]:
        ground = [cell for cell in self.board.cells if stones[cell] in (0, code)]
        return {cell for cell in self.on_border(self.pieces(ground)) if not stones[cell]}

    def effects(self, stones: list[int]) -> list[int]:
        stones = list(stones)
        solid = self.solid(stones)
        before = list(stones)
        for region in self.pieces(set(self.board.cells) - solid):
            if region & self.board.border:
                continue
            contour = {
                before[near] for cell in region for near in self.board.neighbours[cell] if near in solid
            }
            for cell in region:
                if len(contour) == 1:
                    if stones[cell] or self.fill:
                        stones[cell] = next(iter(contour))
                elif self.remove:
                    stones[cell] = 0
        return stones

    def moves(self, stones: Sequence[int], code: int, swept: bool) -> set[int]:
        free = self.free(stones, code)
        if free and self.game.options["placement"] == "blanche" and not swept:
            free = {cell for cell in self.board.cells if not stones[cell]}
        return {cell for cell in free if self.after(stones, cell, code)[cell]}

    def after(self, stones: Sequence[int], cell: int, code: int) -> list[int]:
        return self.effects([*stones[:cell], code, *stones[cell + 1 :]])

    def play(
        self, stones: Sequence[int], cell: int, seat: int, swept: bool
    ) -> tuple[list[int], int | None, bool]:
        """Stones, who is next (None: over), and whether there has been a sweep."""
        now = self.after(stones, cell, seat + 1)
        order = [(seat + step) % self.game.players for step in range(1, self.game.players + 1)]
        for _ in range(2):
            for following in order:
                if self.free(now, following + 1):
                    return now, following, swept
            solid = self.solid(now)
            if len(solid) == len(self.board):
                return now, None, swept
            assert not self.remove
            now, swept = [code if c in solid else 0 for c, code in enumerate(now)], True
        raise AssertionError("after a sweep somebody can play")


VARIANTS = [
    {"board": board, "players": players, "mixed": mixed, "lakes": lakes, "placement": placement}
    for board, players in (("S5x4", 2), ("H3", 3), ("TH2", 2), ("T5", 4), ("R4", 2), ("S4x4", 5))
    for mixed in ("remove", "keep")
    for lakes in ("fill", "keep")
    for placement in ("libre", "blanche")
]


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(map(str, options.values())))
def test_a_second_implementation_agrees(options: dict[str, object]) -> None:
    """Legal cells, stones and turns, move by move; and what positions keep is what is found from nothing."""
    game = PolyGo(**options)
    plain = Plain(game)
    dice = random.Random(str(options))
    for _ in range(max(3, full(40))):
        position = game.start()
        stones, seat, swept = list(position.board), 0, False
        while seat is not None:
            assert position.turn == seat and game.outcome(position) is None
            assert {move[0] for move in game.moves(position)} == plain.moves(stones, seat + 1, swept)
            cell = dice.choice(game.moves(position))[0]
            position = game.play(position, (cell,))
            stones, seat, swept = plain.play(stones, cell, seat, swept)
            assert list(position.board) == stones
            again = game.setup(game.layout(position))
            assert again == position
            for kept in ("stones", "solid", "reach", "enclosed"):
                assert getattr(again, kept) == getattr(position, kept), kept
            assert set(_cells(position.solid)) == plain.solid(stones)
        assert game.outcome(position) is not None and not game.moves(position)


def _cells(bits: int) -> list[int]:
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]


def test_a_stone_says_which_other_cells_changed() -> None:
    game = PolyGo(board="S3x3")
    assert game.land(game.start()).place(8, 0) == 0, "none at first"
    ring = game.setup("blue:b1,a2,c2 red:b2 turn:2")
    assert _cells(game.land(ring).place(game.site("b3"), 1)) == [game.site("b2")]
    kept = PolyGo(board="S4x3", mixed="keep")
    fragile = kept.setup("blue:b1,a2,b3,c2 red:c1,d2,c3 turn:1")
    assert _cells(kept.land(fragile).sweep()) == [kept.site("c2")]


# --- why it ends, as properties of random games


@pytest.mark.parametrize("board", ["S6x6", "TH2", "H4"])
@pytest.mark.parametrize("lakes", ["fill", "keep"])
def test_remove_grows_at_every_move(board: str, lakes: str) -> None:
    """The size of the littoral, then the number of stones; no solid stone is ever lost."""
    game = PolyGo(board=board, lakes=lakes)
    for match in random_matches(game, full(50)):
        sizes = [(p.solid.bit_count(), len(p.board) - p.board.count(0)) for p in match.positions]
        assert all(one < after for one, after in itertools.pairwise(sizes))
        assert all(not p.solid & ~q.solid for p, q in itertools.pairwise(match.positions))
        assert match.position.solid == game.terrain.everything


@pytest.mark.parametrize("placement", ["libre", "blanche"])
def test_keep_grows_from_sweep_to_sweep(placement: str) -> None:
    for board, players in (("S5x5", 2), ("H3", 3)):
        game = PolyGo(board=board, players=players, mixed="keep", placement=placement)
        for match in random_matches(game, full(50)):
            swept = [match.positions[ply].solid.bit_count() for ply in sweeps(game, match)]
            assert swept == sorted(set(swept))
            assert len(match.played) <= len(game.tiling) * (len(swept) + 1)


def test_two_players_on_hexagons_never_see_a_sweep() -> None:
    for board in ("H3", "H4", "R5"):
        game = PolyGo(board=board, mixed="keep")
        for match in random_matches(game, full(100)):
            assert not sweeps(game, match)
            assert len(match.played) <= len(game.tiling)


def test_on_an_odd_board_two_players_never_tie() -> None:
    for match in random_matches(PolyGo(board="S5x5"), full(100)):
        assert match.outcome.returns in ((1, 0), (0, 1))


def random_matches(game: PolyGo, number: int) -> Iterable[Match]:
    dice = random.Random(repr(game.options))
    for _ in range(number):
        match = Match(game)
        while match.outcome is None:
            match.play(dice.choice(game.moves(match.position)))
            assert len(match.played) < 20 * len(game.tiling)
        yield match


# --- options


def test_defaults_of_the_relatives() -> None:
    assert [
        (kind.name, kind().tiling.code, kind().players) for kind in (PolyGo, TetraGo, HexaGo, TriaGo)
    ] == [
        ("polygo", "S7x7", 2),
        ("tetrago", "S7x7", 2),
        ("hexago", "H5", 3),
        ("triago", "TH3", 2),
    ]
    assert [kind().options["mixed"] for kind in (PolyGo, TetraGo, HexaGo, TriaGo)] == [
        "remove",
        "remove",
        "keep",
        "remove",
    ]


def test_any_tiling_will_do() -> None:
    drawn = load_tiling(dump_tiling(tiling("T4")), "file:mine")
    game = PolyGo(board=drawn)
    assert isinstance(game.options["board"], Tiling) and len(game.moves(game.start())) == 16


def test_placement_blanche_until_the_first_sweep() -> None:
    libre, blanche = (
        PolyGo(board="S4x3", placement=where, mixed="keep", lakes="keep") for where in ("libre", "blanche")
    )
    text = "blue:b1,a2,b3,c2 red:d1 turn:1"
    assert "b2" not in legal(libre, libre.setup(text))
    assert "b2" in legal(blanche, blanche.setup(text))
    assert "b2" not in legal(blanche, blanche.setup(text + " swept"))
    with pytest.raises(Unreadable):
        libre.setup(text + " swept")


def test_a_sweep_ends_the_free_placement_for_good() -> None:
    text = "yellow:b2 red:b1,a3,c2 blue:c1,a2 turn:2"
    for placement, swept in (("blanche", True), ("libre", False)):
        game = PolyGo(board="H2", players=3, mixed="keep", placement=placement)
        assert not game.setup(text).swept
        after = game.play(game.setup(text), (game.site("b3"),))
        assert stone(game, after, "b2") == "-" and after.swept == swept
    game = PolyGo(board="S4x3", mixed="keep", placement="blanche")
    assert game.play(game.setup("red:a1 turn:2 swept"), (game.site("d3"),)).swept
    assert not game.play(game.setup("red:a1 turn:2"), (game.site("d3"),)).swept


def test_a_sweep_on_a_board_made_by_hand_ends_the_free_placement_too() -> None:
    text = "yellow:b2 red:b1,a3,c2 blue:c1,a2,b3 turn:3"
    for placement, swept in (("blanche", True), ("libre", False)):
        game = PolyGo(board="H2", players=3, mixed="keep", placement=placement)
        position = game.setup(text)
        assert stone(game, position, "b2") == "-" and position.swept == swept


def test_blanche_a_stone_in_a_kept_lake_changes_colour() -> None:
    game = PolyGo(board="S3x3", placement="blanche", mixed="keep", lakes="keep")
    position = game.setup("blue:b1,a2,b3,c2 red:a1 turn:1")
    after = game.play(position, (game.site("b2"),))
    assert stone(game, after, "b2") == "B"


def test_blanche_players_without_a_free_cell_are_skipped() -> None:
    game = PolyGo(board="S4x3", placement="blanche", mixed="keep", lakes="keep")
    position = game.setup("blue:a1,b1,c1,d1,a2,c2,d2,a3,b3,c3 turn:2")
    after = game.play(position, (game.site("d3"),))
    assert after.turn == 1 and legal(game, after) == "b2", "only Blue can still reach anything"


def test_par_is_what_each_sets_without_captures() -> None:
    assert pars(49, 2) == (25, 24)
    assert pars(61, 3) == (21, 20, 20)
    assert pars(16, 6) == (3, 3, 3, 3, 2, 2)
    for empty in range(30):
        for players in range(2, 7):
            assert list(pars(empty, players)) == [len(range(seat, empty, players)) for seat in range(players)]


@pytest.mark.parametrize(
    ("options", "returns", "reason"),
    [
        ({}, (1, 0), "cells"),
        ({"par": True}, (0.5, 0.5), "equal"),
        ({"komi": 1}, (0.5, 0.5), "equal"),
        ({"komi": 2}, (0, 1), "points"),
        ({"komi": 1, "tie": "province"}, (0, 1), "tie_province"),
        ({"tie": "province"}, (1, 0), "cells"),
        ({"komi": 2, "tie": "province"}, (0, 1), "points"),
        ({"preset": "balanced"}, (0, 1), "tie_province"),
        ({"preset": "document"}, (1, 0), "cells"),
        ({"score": "province"}, (0, 1), "province"),
        ({"score": "province", "par": True, "komi": 0}, (0, 1), "province"),
    ],
)
def test_counting(options: dict[str, object], returns: tuple[float, ...], reason: str) -> None:
    """Five cells to four, where Blue's four hang together and Red's are three and two."""
    game = PolyGo(board="S3x3", **options)
    end = game.setup("red:a1,b1,a3,b3,c3 blue:c1,a2,b2,c2 turn:1")
    outcome = game.outcome(end)
    assert counts(game, end) == [5, 4]
    if "province" in reason:
        assert {game.sites[cell] for cell in outcome.cells} == {"c1", "a2", "b2", "c2"}
    assert (outcome.returns, outcome.reason) == (returns, reason)


def test_a_tie_that_komi_made_goes_to_the_larger_province() -> None:
    game = PolyGo(board="S3x3", score="province", komi=1, tie="province")
    outcome = game.outcome(game.setup("red:a1,b1,c1,a2,b2 blue:c2,a3,b3,c3 turn:1"))
    assert (outcome.returns, outcome.reason) == ((1, 0), "tie_province")


def test_the_largest_province_has_the_most_cells_wherever_it_lies() -> None:
    board = terrain(tiling("S4x4"))
    low, high = 0b11, 1 << 15
    assert largest_province(board, low | high) == low
    assert largest_province(board, 1 | high) == 1, "the first of several"
    assert largest_province(board, 0) == 0


def test_positions_are_equal_by_their_stones_and_show_only_those() -> None:
    game = PolyGo(board="S3x3")
    position = game.start()
    other = replace(position, stones=(1, 2), solid=3, reach=(4, 5), enclosed=6)
    assert other == position and hash(other) == hash(position)
    assert not any(name in repr(other) for name in ("stones", "solid", "reach", "enclosed"))


def test_three_players_share_a_tie() -> None:
    game = PolyGo(board="S3x2", players=3, setup="1:a1,1:b1,2:c1,2:c2,3:a2,3:b2")
    assert game.outcome(game.start()).returns == (1 / 3, 1 / 3, 1 / 3)
    game = PolyGo(board="S3x2", players=3, setup="1:a1,2:b1,2:c1,1:a2,3:b2,3:c2", komi=1)
    assert game.outcome(game.start()).returns == (0, 1, 0)
    assert game.outcome(game.start()).reason == "points"


def test_setup_places_stones_and_lets_effects_happen() -> None:
    game = PolyGo(board="S3x3", setup="2:b1,2:a2,2:c2,2:b3,1:b2", par=True)
    start = game.start()
    assert counts(game, start) == [0, 5] and game.pars == (2, 2)
    skipped = PolyGo(board="S3x3", setup="2:a1,2:b1,2:c1,2:a2,2:c2,2:a3,2:b3,2:c3", lakes="keep")
    assert skipped.start().turn == 1 and legal(skipped, skipped.start()) == "b2"
    full_board = PolyGo(board="S2x1", setup="1:a1,2:b1")
    assert full_board.outcome(full_board.start()).returns == (0.5, 0.5)


@pytest.mark.parametrize(
    "text", ["3:a1", "1:z9", "1:a1,2:a1", "0:a1", "a1", "1-a1", "1:a1,,2:a2", "1:a1;2:b1", "²:a1"]
)
def test_stones_that_cannot_be_placed(text: str) -> None:
    with pytest.raises(BadOption) as caught:
        PolyGo(setup=text)
    known = text in ("3:a1", "1:z9", "1:a1,2:a1")
    assert caught.value.key == ("polygo.bad_setup" if known else "bad_value")
    assert (caught.value.option, caught.value.value) == ("setup", text)
    assert caught.value.takes == ("1:a1,2:g7" if known else "1:b1,2:c2")


def test_stones_as_an_option() -> None:
    option = Stones("setup", "", "stones", "pions")
    assert option.read(" 1:B1 , 2:c2 ") == "1:b1,2:c2"
    assert option.read("") == "" and option.takes()


def test_swap_exchanges_the_persons() -> None:
    game = PolyGo(board="S3x3", swap="colours", komi=3)
    match = played(game, "Rb2")
    assert "swap" in legal(game, match.position)
    match.play(game.read(match.position, "swap"))
    assert match.turn == 0 and game.colour(match.position, 0) == 1, "player 1 moves, as blue"
    assert "swap" not in legal(game, match.position)
    with pytest.raises(IllegalMove) as caught:
        match.play(game.read(match.position, "swap"))
    assert caught.value.refusal.key == "polygo.no_swap"
    match.play(game.read(match.position, "b1"))
    assert stone(game, match.position, "b1") == "B"
    assert game.setup(game.layout(match.position)) == match.position
    while match.outcome is None:
        match.play(game.moves(match.position)[0])
    points = game.scoring.points(match.position.stones)
    assert points[1] == counts(game, match.position)[1] + 3, "komi stays with blue"
    winner = points.index(max(points))
    assert match.outcome.returns[1 - winner] == 1


def test_swap_only_answers_the_first_stone() -> None:
    game = PolyGo(board="S3x3", swap="colours")
    match = played(game, "Ra1 Bc3")
    assert "swap" not in legal(game, match.position)
    assert game.refusal(match.position, (9,)) == Refusal("polygo.no_swap")
    assert "swap" not in legal(game, game.start()) and PolyGo().buttons == ()
    for players in (3, 6):
        with pytest.raises(BadOption) as caught:
            PolyGo(swap="colours", players=players)
        refused = caught.value
        assert (refused.key, refused.option, refused.value) == ("polygo.swap_of_two", "swap", "colours")
    single = PolyGo(board="S1x1", swap="colours")
    assert single.moves(single.play(single.start(), (0,))) == []


# --- refusals, texts


def test_refusals_say_why() -> None:
    for kind in (PolyGo, TetraGo, HexaGo, TriaGo):
        game = kind(board="S4x3", players=2, mixed="remove", setup=KO, lakes="keep")
        start = game.start()
        keys = {name: game.refusal(start, (game.site(name),)) for name in ("b1", "b2", "c2")}
        assert keys["b1"].key == "taken" and keys["b2"].key == f"{kind.name}.removed_at_once"
        assert keys["c2"] is None
        assert game.refusal(start, ()).key == game.refusal(start, (0, 1)).key == "not_a_move"
        keeping = kind(board="S4x3", players=2, mixed="keep")
        blocked = keeping.setup("blue:b1,a2,b3,c2 red:c1,d2,c3 turn:1")
        keys["b2 too"] = keeping.refusal(blocked, (game.site("b2"),))
        assert keys["b2 too"].key == f"{kind.name}.not_free"
        for language in ("en", "fr"):
            for name in ("b2", "b2 too"):
                sentence = words(language)(keys[name].phrase)
                assert sentence.startswith("b2 ") and "{" not in sentence


def test_refusals_show_where() -> None:
    """The cells that a page marks, and the one that the sentence names."""
    game = PolyGo(board="S4x3", setup=KO, swap="colours")
    start = game.start()
    for name, key in (("b1", "taken"), ("b2", "polygo.removed_at_once")):
        cell = game.site(name)
        assert game.refusal(start, (cell,)) == Refusal(key, (cell,), (("cell", name),))
    for move, cells in (((0, 5), (0, 5)), ((-1,), ()), ((13,), ()), ((99, 3), (3,))):
        assert game.refusal(start, move) == Refusal("not_a_move", cells)
    assert game.refusal(start, (12,)) == Refusal("polygo.no_swap"), "the last site is the button"
    keeping = PolyGo(board="S4x3", mixed="keep")
    blocked = keeping.setup("blue:b1,a2,b3,c2 red:c1,d2,c3 turn:1")
    cell = keeping.site("b2")
    assert keeping.refusal(blocked, (cell,)) == Refusal("polygo.not_free", (cell,), (("cell", "b2"),))
    end = keeping.setup("red:a1,b1,c1,d1,a2,b2,c2,d2,a3,b3,c3,d3")
    assert keeping.refusal(end, (0,)) == Refusal("over")
    assert keeping.choices(blocked, ()) == [move[0] for move in keeping.moves(blocked)]
    assert keeping.choices(blocked, (0,)) == ()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("swapped", "swapped"),
        ("red:a1 nonsense swept", "nonsense"),
        ("green:a1", "green"),
        ("turn:chance", "chance"),
        ("red:a1 fresh", "fresh"),
    ],
)
def test_layouts_that_cannot_be_read_say_which_word(text: str, word: str) -> None:
    with pytest.raises(Unreadable) as caught:
        PolyGo(board="S4x3").setup(text)
    assert (caught.value.text, caught.value.key) == (text, "unknown_word")
    assert caught.value.values["word"] == word


def test_flags_of_a_position_are_read_back() -> None:
    game = PolyGo(board="S4x3", swap="colours", placement="blanche", mixed="keep")
    for text in ("red:a1 turn:2 fresh", "red:a1 turn:2 swapped", "red:a1 turn:2 swept swapped"):
        position = game.setup(text)
        assert game.layout(position) == text
        assert (position.swept, position.swapped, position.fresh) == tuple(
            flag in text.split() for flag in ("swept", "swapped", "fresh")
        )


def test_the_first_stone_of_a_board_that_is_full_after_it_cannot_be_swapped() -> None:
    game = PolyGo(board="S2x1", swap="colours")
    after = game.play(game.start(), (0,))
    assert after.fresh and game.play(after, (2,)).swapped and not game.play(after, (2,)).fresh
    assert game.play(after, (2,)).turn == 0 and not game.play(after, (1,)).fresh


def test_options_of_the_family() -> None:
    """Names, defaults and bounds are a promise to records and links."""
    declared = {option.name: option for option in PolyGo.declared}
    assert {name: option.default for name, option in declared.items()} == {
        "players": 2,
        "board": "S7x7",
        "mixed": "remove",
        "lakes": "fill",
        "placement": "libre",
        "par": False,
        "komi": 0,
        "tie": "draw",
        "score": "cells",
        "setup": "",
        "urn": "0",
        "swap": "none",
    }
    assert (declared["players"].low, declared["players"].high) == (2, 6)
    assert (declared["komi"].low, declared["komi"].high) == (0, 99)
    choices = {name: option.choices for name, option in declared.items() if hasattr(option, "choices")}
    assert choices == {
        "mixed": ("remove", "keep"),
        "lakes": ("fill", "keep"),
        "placement": ("libre", "blanche"),
        "tie": ("draw", "province"),
        "score": ("cells", "province"),
        "swap": ("none", "colours"),
    }
    assert PolyGo.presets == {
        "document": {"par": False, "tie": "draw"},
        "balanced": {"par": True, "tie": "province"},
    }
    assert declared["setup"].kind == "text" and declared["setup"].takes() == "1:b1,2:c2"
    others = [option.name for option in HexaGo.declared if option.default != declared[option.name].default]
    assert others == ["players", "board", "mixed", "urn"]


def test_relatives_have_titles_of_their_own() -> None:
    for language in ("en", "fr"):
        titles = {words(language)(f"{kind.name}.title") for kind in (PolyGo, TetraGo, HexaGo, TriaGo)}
        summaries = {words(language)(f"{kind.name}.summary") for kind in (PolyGo, TetraGo, HexaGo, TriaGo)}
        assert titles == {"PolyGo", "TetraGo", "HexaGo", "TriaGo"} and len(summaries) == 4


def test_layouts_that_cannot_be_read() -> None:
    game = PolyGo(board="S4x3")
    for bad in (
        "red:a1 blue:a1",
        "red:e1",
        "green:a1",
        "turn:3",
        "turn:chance",
        "swapped",
        "fresh",
        "nonsense",
    ):
        with pytest.raises(Unreadable):
            game.setup(bad)
    swapping = PolyGo(board="S4x3", swap="colours")
    assert swapping.setup("red:a1 turn:2 fresh").fresh
    with pytest.raises(Unreadable):
        swapping.setup("red:a1 turn:2 fresh fresh")


# --- what is shown


def test_the_scene_tells_solid_from_fragile() -> None:
    from pavage.scene import Moment

    game = PolyGo(board="S5x5")
    position = game.setup("red:a1,b1,c3 blue:d3,e3 turn:1")
    scene = registry.scene_of(game, Moment(position))
    shapes = {game.sites[piece.cell]: piece.shape for piece in scene.pieces}
    assert shapes == {"a1": "solid", "b1": "solid", "c3": "stone", "d3": "solid", "e3": "solid"}
    assert [seat.score for seat in scene.seats] == ["3", "2"]
    assert [seat.note for seat in scene.seats] == [None, None], "an urn is shown where it is wished for"
    shown = {words("en")(overlay.label): set(overlay.marks[0].cells) for overlay in scene.overlays}
    assert shown["Fragile stones"] == {game.site("c3")}
    assert len(shown["Solid stones"]) == 4 and len(shown["Lakes: enclosed regions"]) == 0
    assert len(shown["Seas: open regions"]) == 21
    assert shown["Free for Red"] == shown["Free for Blue"]


def test_the_scene_counts_par() -> None:
    from pavage.scene import Moment

    game = PolyGo(board="S3x3", par=True)
    end = game.setup("red:a1,b1,c1,a2,b2,c2 blue:a3,b3,c3 turn:1")
    scene = registry.scene_of(game, Moment(end, outcome=game.outcome(end)))
    assert [seat.score for seat in scene.seats] == ["+1", "-1"]


@pytest.mark.parametrize(
    ("kind", "options", "size"),
    [
        ("hexago", {}, 25),
        ("hexago", {"players": 2}, 35),
        ("hexago", {"board": "H4", "players": 3}, 15),
        ("hexago", {"urn": 0}, 0),
        ("tetrago", {}, 0),
        ("polygo", {"urn": 12}, 12),
        ("triago", {"urn": "auto"}, 30),
    ],
)
def test_the_size_of_the_urn(kind: str, options: dict[str, object], size: int) -> None:
    assert registry.games()[kind](**options).urn_size == size


def test_the_urn_counts_the_stones_on_the_board() -> None:
    """The same urn for every colour: equal countries show equal urns, below zero if need be."""
    game = PolyGo(board="S3x3", urn=4, setup="1:a1")
    position = game.setup("red:a1,b1,c1,a2,b2 blue:a3,b3,c3 turn:1")
    seats = registry.scene_of(game, Moment(position)).seats
    assert [words("en")(seat.note) for seat in seats if seat.note] == ["Stones left: −1", "Stones left: 1"]
    assert [words("fr")(seat.note) for seat in seats if seat.note][1] == "Pions restants\u00a0: 1"


# --- events


def answered(game: PolyGo, text: str, move: str) -> tuple[PolyGoPosition, PolyGoPosition, Scene]:
    """A position, the one after a move, and what is shown then."""
    before, sites = game.setup(text), game.read(game.start(), move)
    after = game.play(before, sites)
    moment = Moment(after, sites, outcome=game.outcome(after), before=before)
    return before, after, registry.scene_of(game, moment)


def sentences(scene: Scene) -> tuple[str, str]:
    """The news in both languages; French spaces as they are typed."""
    assert scene.news is not None
    return words("en")(scene.news), words("fr")(scene.news).replace("\u00a0", " ").replace("\u202f", " ")


def names(game: PolyGo, cells: Iterable[int]) -> set[str]:
    return {game.sites[cell] for cell in cells}


def test_a_capture_is_told_and_marked() -> None:
    game = PolyGo(board="S3x3")
    _, _, scene = answered(game, "blue:b1,a2,c2 red:b2 turn:2", "b3")
    assert sentences(scene) == ("Blue captures a red stone.", "Bleu cerne un pion rouge.")
    assert names(game, scene.marked("taken")) == {"b2"} and not scene.marked("gone")


def test_all_that_a_capture_gains_is_told() -> None:
    """Two eyes do not protect: thirteen stones, and both empty cells."""
    game = PolyGo(board="S7x5")
    rest = "a2,a3,a4,b1,c1,d1,e1,f1,b5,c5,d5,e5,f5,g2,g4"
    text = f"red:b2,c2,d2,e2,f2,b3,d3,f3,b4,c4,d4,e4,f4 blue:{rest} turn:2"
    _, _, scene = answered(game, text, "g3")
    assert sentences(scene) == (
        "Blue captures 13 red stones. Blue fills 2 empty cells.",
        "Bleu cerne 13 pions rouges. Bleu remplit 2 cases vides.",
    )
    assert len(scene.marked("taken")) == 15
    _, _, scene = answered(PolyGo(board="S3x3"), "blue:b1,a2,c2 turn:2", "b3")
    assert sentences(scene) == ("Blue fills an empty cell.", "Bleu remplit une case vide.")


def test_a_removal_is_told_and_marked() -> None:
    """The shape of a ko: both stones in mixed company leave."""
    game = PolyGo(board="S4x3")
    _, _, scene = answered(game, "blue:b1,a2,b3,c2 red:d2,c3,b2 turn:1", "c1")
    assert sentences(scene) == (
        "Surrounded by several colours, a red stone and a blue stone are removed.",
        "Cernés par plusieurs couleurs, un pion rouge et un pion bleu sont retirés.",
    )
    assert names(game, scene.marked("gone")) == {"b2", "c2"}
    assert [mark.text for mark in scene.marks if mark.kind == "gone"] == ["×"]


def test_a_sweep_and_a_skipped_player_are_told() -> None:
    game = PolyGo(board="H2", players=3, mixed="keep")
    before, after, scene = answered(game, "yellow:b2 red:b1,a3,c2 blue:c1,a2 turn:2", "b3")
    assert sentences(scene) == (
        "Sweep: a yellow stone is removed; Yellow cannot play and is skipped.",
        "Balayage : un pion jaune retiré ; Jaune passe son tour.",
    )
    assert names(game, scene.marked("gone")) == {"b2"}
    assert before.recent is None and after.recent == 0
    last = game.play(after, game.read(after, "b2"))
    assert game.outcome(last) is not None
    shown = registry.scene_of(
        game, Moment(last, (game.site("b2"),), outcome=game.outcome(last), before=after)
    )
    assert shown.news is None, "nobody is skipped when the game is over"


def test_stones_since_the_last_sweep_look_different() -> None:
    """Board H3 of three, the game of the rules: before its first sweep all stones look alike."""
    game = PolyGo(board="H3", players=3, mixed="keep")
    text = "c5 e1 c4 d3 b4 e2 d2 b3 a3 b5 d4 b2 a4 c2 d1 a5 e3 c1 c3 c2 d2 b3 c4 d3 b4 c2"
    moves = text.split()
    match, seen = Match(game), []
    for text in moves:
        match.push(text)
        scene = scene_at(match, len(match.played))
        new = {cell for mark in scene.marks if mark.kind == "text" for cell in mark.cells}
        seen.append(new)
        labels = [words("en")(piece.label) for piece in scene.pieces if piece.label and piece.cell in new]
        assert len(labels) == len(new) and all("since the sweep" in label for label in labels)
    assert not any(seen[:18]), "the sweep came with the eighteenth stone"
    assert names(game, seen[18]) == {"c3"}
    match.undo()
    again = scene_at(match, len(match.played))
    assert {cell for mark in again.marks if mark.kind == "text" for cell in mark.cells} == seen[-2]


def test_a_swap_is_no_event() -> None:
    game = PolyGo(board="S4x4", swap="colours")
    match = Match(game)
    match.push("b1")
    match.push("swap")
    assert scene_at(match, 2).news is None


def test_who_is_skipped_when_a_seat_leaves_is_told() -> None:
    game = PolyGo(board="H2", players=3, mixed="keep")
    for leaver, news in ((0, "Blue cannot play and is skipped."), (1, None), (2, None)):
        match = Match(game, start=game.setup("red:b1,c1,a2 yellow:c2,a3,b3 turn:1"))
        match.resign(leaver)
        told = scene_at(match, 1).news
        assert (None if told is None else words("en")(told)) == news


def test_events_add_up_on_random_games() -> None:
    """Whatever changed beside the stone set is told, once; nobody is skipped who could play."""
    for options in ({"board": "TH2", "players": 3}, {"board": "H3", "players": 3, "mixed": "keep"}):
        game = PolyGo(**options)
        for match in random_matches(game, 6):
            for number, move in enumerate(match.played):
                before, after = match.positions[number : number + 2]
                events = events_of(game, before, move.move, after)
                changed = {
                    cell
                    for cell, (old, new) in enumerate(zip(before.board, after.board, strict=True))
                    if old != new and (cell,) != move.move
                }
                assert changed == {*events.taken, *events.cleared} - set(move.move)
                for seat in events.skipped:
                    assert not game.land(after).free(game.colour(after, seat))


# --- the computer


@pytest.mark.parametrize(
    "options",
    [
        {"board": "S5x5"},
        {"board": "S5x5", "mixed": "keep", "lakes": "keep"},
        {"board": "H3", "players": 3, "mixed": "keep", "placement": "blanche"},
        {"board": "TH2", "players": 6, "par": True, "tie": "province"},
        {"board": "S4x4", "swap": "colours", "score": "province"},
    ],
    ids=str,
)
def test_playouts_end_with_shares_of_one_point(options: dict[str, object]) -> None:
    game = PolyGo(**options)
    play_out = playout(game)
    dice = random.Random(3)
    for match in random_matches(game, 5):
        for position in match.positions:
            returns = play_out(position, dice)
            assert len(returns) == game.players
            assert abs(sum(returns) - 1) < 1e-9 and all(0 <= share <= 1 for share in returns)
        assert play_out(match.position, dice) == match.outcome.returns


def test_it_captures_where_a_capture_decides() -> None:
    game = PolyGo(board="S5x5")
    position = game.setup("blue:b1,c1,d1,a2,a3,a4,e2,e3,e4,b5,d5 red:b2,c2,d2,b3,c3,d3,b4,c4,d4,a1,e1 turn:2")
    thought = TreeSearch(playout(game)).think(game, position, Budget(simulations=300, seed=1))
    assert game.write(position, thought.move) == "c5"
    assert thought.value > 0.9


def test_it_saves_what_would_be_captured() -> None:
    game = PolyGo(board="S5x5")
    position = game.setup("blue:b1,c1,d1,a2,a3,a4,e2,e3,e4,b5,d5 red:b2,c2,d2,b3,c3,d3,b4,c4,d4,a1,e1 turn:1")
    thought = TreeSearch(playout(game)).think(game, position, Budget(simulations=300, seed=1))
    assert game.write(position, thought.move) == "c5"


# --- leaving


def test_stones_of_who_left_stay_and_the_turn_passes_over_the_seat() -> None:
    game = PolyGo(board="H3", players=3, mixed="keep")
    position = played(game, "Rc1 Bd1 Ye1 Ra3").position
    after = game.leave(position, 2)
    assert after.turn == 1 and after.board == position.board
    assert [game.is_in(after, seat) for seat in range(3)] == [True, True, False]
    after = game.play(after, game.read(after, "b2"))
    assert after.turn == 0, "yellow is passed over"
    assert game.leave(position, 1).turn == 2
    assert game.layout(after).endswith("turn:1 out:3") and game.setup(game.layout(after)) == after


def test_whoever_left_cannot_win_but_can_be_captured() -> None:
    """Test 3 of the rules with a third player: Red has left, and Blue takes in his stone."""
    game = PolyGo(board="S3x3", players=3)
    position = game.setup("red:b2 blue:b1,a2,c2 turn:2 out:1")
    position = game.play(position, game.read(position, "b3"))
    assert stone(game, position, "b2") == "B"
    over = game.setup("red:a1,b1,c1,a2,b2,c2,a3 blue:b3 yellow:c3 turn:2 out:1")
    outcome = game.outcome(over)
    assert outcome.returns == (0, 0.5, 0.5) and outcome.reason == "equal"


def test_leaving_brings_a_sweep_where_no_other_seat_has_a_free_cell() -> None:
    game = PolyGo(board="H3", players=3, mixed="keep")
    before = game.setup("red:d2,e2,a3,b3,e3,c4 blue:c1,d1,e1,b2,b4,d4 yellow:c2,d3,a4,a5,b5,c5 turn:1")
    assert free_for(game, before, 0) and not free_for(game, before, 1) and not free_for(game, before, 2)
    assert game.leave(before, 1).board == before.board, "red still has a free cell"
    after = game.leave(before, 0)
    assert after.turn == 1 and game.outcome(after) is None
    gone = {
        name
        for name, *both in zip(game.tiling.names, before.board, after.board, strict=True)
        if both[0] != both[1]
    }
    assert gone == {"c4", "b4", "c2", "d3"}, "the fragile stones, also of who left"


def test_cells_free_only_for_who_left_stay_empty() -> None:
    game = PolyGo(board="H3", players=3, mixed="keep", lakes="keep")
    before = game.setup("red:d1,b2,a4,a5 blue:c3,d3,e3,b4,d4,b5,c5 yellow:c1,e1,c2,d2,e2,a3,b3 turn:2")
    assert free_for(game, before, 1) == "c4" and game.outcome(before) is None
    after = game.leave(before, 1)
    outcome = game.outcome(after)
    assert stone(game, after, "c4") == "-" and not game.moves(after)
    assert outcome.returns == (0, 0, 1), "blue has as many cells as yellow"
    assert game.refusal(after, (game.site("c4"),)) == Refusal("over")
    assert game.setup(game.layout(after)) == after


def test_par_stays_when_a_seat_leaves() -> None:
    game = PolyGo(board="H3", players=3, par="on")
    position = played(game, "Rc1 Bd1 Ye1").position
    shown = [seat.score for seat in registry.scene_of(game, Moment(position)).seats]
    scene = registry.scene_of(game, Moment(game.leave(position, 1)))
    assert [seat.score for seat in scene.seats] == shown
    assert [seat.out for seat in scene.seats] == [False, True, False]
    assert scene.seats[1].note is None, "no stones are left to count"
    names = [str(dict(overlay.label.values).get("colour", "")) for overlay in scene.overlays]
    assert not any("blue" in name for name in names), "no overlay for who cannot play"


@pytest.mark.parametrize(
    "options", [{}, {"mixed": "keep"}, {"lakes": "keep"}, {"placement": "blanche", "mixed": "keep"}]
)
def test_playouts_give_nothing_to_who_left(options: dict[str, object]) -> None:
    """They have the law of random moves by the rules, among those still in."""
    game = PolyGo(board="H2", players=4, **options)
    start = game.leave(played(game, "Rb1 Bc1").position, 1)
    play_out = playout(game)
    dice = random.Random(2)
    count = 600
    shares = [[0.0] * 4, [0.0] * 4]
    for _ in range(count):
        position = start
        while game.outcome(position) is None:
            position = game.play(position, dice.choice(game.moves(position)))
        for total, returns in zip(
            shares, (play_out(start, dice), game.outcome(position).returns), strict=True
        ):
            for seat, share in enumerate(returns):
                total[seat] += share / count
    assert shares[0][1] == shares[1][1] == 0
    assert all(abs(one - other) < 0.12 for one, other in zip(*shares, strict=True))


def test_a_setup_in_which_too_many_have_left_is_refused() -> None:
    for options, text, key in (
        ({"players": 2}, "turn:1 out:2", "bad_out"),
        ({"players": 3}, "turn:1 out:2,3", "bad_out"),
        ({"players": 3}, "turn:2 out:2", "turn_is_out"),
    ):
        with pytest.raises(Unreadable) as caught:
            PolyGo(**options).setup(text)
        assert caught.value.key == key
