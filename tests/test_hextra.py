"""HEXTRA: the test positions of docs/rules.md section 12 by number, geometry in complex numbers, referees."""

import cmath
import math
import random
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from conftest import full

from pavage.formats.record import Record, read_record, write_record
from pavage.game import CHANCE, IllegalMove, Outcome, Refusal, Unreadable
from pavage.games.hextra import Hextra, HextraPosition
from pavage.games.hextra.evaluation import evaluate, order
from pavage.games.hextra.geometry.claims import (
    CARDS,
    CENTRES,
    SA,
    SC,
    Characteristics,
    Claim,
    Group,
    R,
    T,
    image,
)
from pavage.games.hextra.geometry.lattice import (
    CELL,
    NEIGHBOURS,
    POINTS,
    cells_within,
    norm,
    primitive,
    reflected,
    ring_of,
    turned,
)
from pavage.games.hextra.geometry.motifs import TRAPEZOID, cover, deck, polyhexes, realised, settled
from pavage.games.hextra.geometry.places import point_told
from pavage.games.hextra.hint import hint
from pavage.games.hextra.touching import Announcements, move_of
from pavage.match import Match
from pavage.players.levels import computer
from pavage.players.random_player import roll
from pavage.players.thought import Budget
from pavage.registry import board_of, scene_of
from pavage.scene import Mark, Moment, Scene
from pavage.view.touching import is_beginning, touched_after
from pavage.words import LANGUAGES, words

START = "v:(0,0) o:(1,0) r:(0,1) b:(2,-1) turn:1"
ROW = "v:(0,0) o:(1,0) r:(2,0)"
"""Three tiles in a row: the only axis through two of them fixes all."""
SC_T_R = "down:v-sc,v-t,v-r"
BAR = tuple((q, 0) for q in range(5))
LONG = "-,-,-,-,-,-,-"


def played(game: Hextra, text: str, start: str | None = START) -> HextraPosition:
    match = Match(game, start=game.setup(start) if start else None)
    for word in text.split():
        match.play(game.read(match.position, word))
    return match.position


def judged(game: Hextra, text: str, start: str = START) -> tuple[str, str]:
    """The cell of an announcement and what is wrong with it."""
    position = game.setup(start)
    move = game.read(position, text)
    return game.sites[move[-1]], game.fault(position, move)


def why(game: Hextra, position: HextraPosition, text: str) -> str | None:
    refusal = game.refusal(position, game.read(position, text))
    return refusal.key if refusal else None


def texts(game: Hextra, position: HextraPosition) -> list[str]:
    return [game.write(position, move) for move in game.moves(position)]


def sites(game: Hextra, text: str) -> tuple[int, ...]:
    return tuple(game.site(name) for name in text.split())


def shown(game: Hextra, position: HextraPosition, touched: str = "", **moment: object) -> Scene:
    return scene_of(
        game, Moment(position, touched=sites(game, touched), outcome=game.outcome(position), **moment)
    )


def marks(scene: Scene, kind: str) -> list[Mark]:
    return [mark for mark in scene.marks if mark.kind == kind]


# --- the positions of docs/rules.md


def test_12_1_translations() -> None:
    game = Hextra()
    assert judged(game, "T(O1>R1)(V1)") == ("(-1,1)", "")
    assert judged(game, "T(R1>B1)(V1)") == ("(2,-2)", "")


def test_12_2_point_reflections() -> None:
    game = Hextra()
    assert judged(game, "SC(O1)(V1)") == ("(2,0)", "")
    assert judged(game, "SC(V1)(V1)") == ("(0,0)", "occupied")


def test_12_3_rotations() -> None:
    game = Hextra()
    assert judged(game, "R(O1,+60)(V1)") == ("(1,-1)", "")
    assert judged(game, "R(O1,-60)(V1)") == ("(0,1)", "occupied")
    assert judged(game, "R(O1,+120)(V1)") == ("(2,-1)", "occupied")
    assert judged(game, "R(R1,180)(V1)") == ("(0,2)", "")
    without = Hextra(rot180="off")
    position = without.setup(START)
    assert why(without, position, "R(R1,180)(V1)@(0,2)") == "hextra.half_turn"
    assert "V2=R(R1,180)(V1)" not in texts(without, position)
    assert "V2=R(R1,180)(V1)" in texts(game, game.setup(START))
    touched = sites(game, "r (0,0) (1,0)")
    assert [game.sites[s] for s in game.choices(position, touched)] == ["60", "120", "180"]
    assert [without.sites[s] for s in without.choices(position, touched)] == ["60", "120"]


def test_12_4_reflections() -> None:
    game = Hextra()
    assert judged(game, "SA(O1,R1)(V1)") == judged(game, "SA(R1,B1)(V1)") == ("(1,1)", "")
    assert judged(game, "SA(V1,O1)(V1)") == ("(0,0)", "occupied")


def test_12_5_an_axis_that_is_no_mirror_of_the_lattice() -> None:
    axis = Characteristics((CELL[0, 0], CELL[2, 1]))
    strict, loose = Hextra().mathematics, Hextra(axis="centres").mathematics
    assert image(SA, CELL[-1, 3], axis, strict) is None
    assert image(SA, CELL[-1, 3], axis, loose) == (3, -2)
    assert image(SA, CELL[1, 0], axis, loose) is None


def test_12_6_bars() -> None:
    six, upright = {(q, 1) for q in range(6)}, {(0, r) for r in range(5)}
    assert realised(BAR, six, "free", True)
    assert not realised(BAR, six, "free", False)
    assert realised(BAR, upright, "free", True) and realised(BAR, upright, "onesided", True)
    assert not realised(BAR, upright, "fixed", True)
    assert realised(BAR, set(BAR), "fixed", True)
    apart = {*BAR, (9, 9)}
    assert realised(BAR, apart, "fixed", False) == tuple(sorted(BAR)), "other tiles may lie elsewhere"


def test_12_7_mirror_images() -> None:
    motif = ((0, 0), (1, 0), (2, 0), (3, 0), (0, 1))
    mirrored = {(q + r, -r) for q, r in motif}
    assert realised(motif, mirrored, "free", True)
    assert not realised(motif, mirrored, "onesided", True)
    assert realised(motif, {turned(point, 2) for point in motif}, "onesided", True)


# --- board and deck


def test_cells_are_numbered_in_a_spiral() -> None:
    assert len(POINTS) == len(set(POINTS)) == 4681 == len(Hextra().tiling)
    for side in (1, 2, 7, 40):
        assert {ring_of(cell) for cell in range(cells_within(side))} == set(range(side))
        assert cells_within(side) == 3 * side * (side - 1) + 1
    assert Hextra().tiling.names[:3] == ("(0,0)", "(1,0)", "(0,1)")


def test_neighbours_touch_on_the_drawing_and_turns_go_counter_clockwise() -> None:
    tiling = Hextra().tiling
    centres = tiling.centres
    for cell in (0, 5, 100, 4000):
        assert len(NEIGHBOURS[cell]) == 6
        for near in NEIGHBOURS[cell]:
            assert math.dist(centres[cell], centres[near]) == pytest.approx(math.sqrt(3))
    # A screen's y points down: counter-clockwise, as one sees it, is minus an angle there.
    east, after = (complex(*centres[CELL[point]]) for point in ((1, 0), turned((1, 0), 1)))
    assert math.degrees(cmath.phase(after / east)) == pytest.approx(-60)


def test_decks() -> None:
    assert [len(deck(5, cards)) for cards in (32, 33, 22)] == [32, 33, 22]
    assert len(polyhexes(5, "onesided")) == 33 and len(polyhexes(4, "onesided")) == 10 == len(deck(4, 32))
    assert len(polyhexes(4, "free")) == 7
    assert TRAPEZOID not in deck(5, 32) and deck(5, 33)[-1] == TRAPEZOID
    assert deck(5, 33)[:32] == deck(5, 32)
    assert all(motif == settled(motif) for motif in deck(5, 33))
    achiral = [m for m in polyhexes(5, "free") if _mirror_is_a_turn(m)]
    assert len(achiral) == 11
    assert [len(Hextra(deck=cards).buttons) - len(Hextra(deck=22).buttons) for cards in (32, 33)] == [10, 11]


def _mirror_is_a_turn(motif: tuple[tuple[int, int], ...]) -> bool:
    mirror = [(q + r, -r) for q, r in motif]
    return motif in {settled(turned(point, n) for point in mirror) for n in range(6)}


# --- announcements against plain complex numbers


SIXTH = cmath.exp(1j * math.pi / 3)


def as_complex(cell: int) -> complex:
    q, r = POINTS[cell]
    return q + r * SIXTH


def as_point(z: complex) -> tuple[int, int] | None:
    r = z.imag / SIXTH.imag
    q = z.real - r / 2
    return (round(q), round(r)) if abs(q - round(q)) + abs(r - round(r)) < 1e-6 else None


def plain_image(claim: Claim, any_axis: bool = False) -> tuple[int, int] | None:
    """The image as one learns it at school."""
    z = as_complex(claim.antecedent)
    centres = [as_complex(cell) for cell in claim.how.centres]
    if claim.card == SC:
        return as_point(2 * centres[0] - z)
    if claim.card == R:
        return as_point(centres[0] + (z - centres[0]) * cmath.exp(1j * math.radians(60 * claim.how.sixths)))
    p, q = centres
    if claim.card == T:
        return as_point(z + q - p)
    degrees = math.degrees(cmath.phase(q - p)) % 30
    if not any_axis and min(degrees, 30 - degrees) > 1e-6:
        return None
    unit = (q - p) / abs(q - p)
    return as_point(p + unit * ((z - p) / unit).conjugate())


def test_reflections_in_every_line_through_two_points_nearby() -> None:
    """Points whose image is none of the lattice are known by both of their coordinates."""
    near = [POINTS[cell] for cell in range(cells_within(3))]
    for one, other in combinations(near, 2):
        p, q = (a + b * SIXTH for a, b in (one, other))
        unit = (q - p) / abs(q - p)
        for point in near:
            z = point[0] + point[1] * SIXTH
            assert reflected(point, one, other) == as_point(p + unit * ((z - p) / unit).conjugate())


def test_the_shortest_vector_along_a_line_points_to_one_side() -> None:
    for vector, found in (
        ((2, 0), ((1, 0), 2)),
        ((-2, 0), ((1, 0), -2)),
        ((0, 3), ((0, 1), 3)),
        ((0, -3), ((0, 1), -3)),
        ((4, -6), ((2, -3), 2)),
        ((-1, 1), ((1, -1), -1)),
    ):
        assert primitive(vector) == found


def random_group(dice: random.Random, tiles: int) -> list[int]:
    group = [0]
    while len(group) < tiles:
        cell = dice.choice(NEIGHBOURS[dice.choice(group)])
        if cell not in group:
            group.append(cell)
    return group


def test_random_claims_are_judged_as_complex_numbers_say() -> None:
    dice = random.Random(12)
    games = [Hextra(), Hextra(axis="centres")]
    valid = 0
    for number in range(full(10_000)):
        game = games[number % 2]
        group = random_group(dice, dice.randint(4, 24))
        board = bytearray(len(game.tiling))
        for cell in group:
            board[cell] = 1
        card = dice.randrange(4)
        centres = tuple(dice.sample(group, CENTRES[card]))
        how = Characteristics(centres, dice.choice((1, 2, 3, -1, -2)) if card == R else 0)
        claim = Claim(card, dice.choice(group), how, 0)
        found = plain_image(claim, game.mathematics.any_axis)
        assert image(card, claim.antecedent, how, game.mathematics) == found
        pointed = CELL.get(found, 0) if found and dice.random() < 0.8 else dice.randrange(61)
        claim = claim._replace(cell=pointed)
        right = (
            found is not None
            and POINTS[pointed] == found
            and not board[pointed]
            and any(abs(as_complex(pointed) - as_complex(cell)) < 1.1 for cell in group)
        )
        position = HextraPosition(bytes(board), 0)
        assert (game.fault(position, move_of(game, claim)) == "") == right
        valid += right
    assert valid > full(10_000) // 10


@pytest.mark.parametrize("options", [{}, {"axis": "centres"}, {"rot180": "off"}])
def test_exactly_the_valid_announcements_are_listed(options: dict[str, object]) -> None:
    game, dice = Hextra(**options), random.Random(3)
    for tiles in (4, 8, 13):
        group = random_group(dice, tiles)
        rows = [group[colour::4] for colour in range(4)]
        layout = " ".join(
            f"{letter}:{','.join(game.sites[cell] for cell in row)}"
            for letter, row in zip("vorb", rows, strict=True)
        )
        position = game.setup(f"{layout} turn:1 motifs:v1,o2,r3,b4")
        if position.ended:
            continue
        expected = set()
        for card in range(4):
            named = combinations if card == SA else permutations
            for centres in named(sorted(group), CENTRES[card]):
                for sixths in (1, 2, 3, -1, -2) if card == R else (0,):
                    if sixths == 3 and options.get("rot180") == "off":
                        continue
                    for antecedent in rows[0]:
                        claim = Claim(card, antecedent, Characteristics(centres, sixths), 0)
                        found = plain_image(claim, game.mathematics.any_axis)
                        if found is None or CELL[found] in group:
                            continue
                        if any(
                            norm((found[0] - q, found[1] - r)) == 1 for q, r in map(POINTS.__getitem__, group)
                        ):
                            expected.add(claim._replace(cell=CELL[found]))
        listed = [game.claim(move) for move in game.moves(position)]
        unordered = [
            claim._replace(how=Characteristics(tuple(sorted(claim.how.centres)), 0))
            if claim.card == SA
            else claim
            for claim in listed
        ]
        assert set(unordered) == expected and len(listed) == len(expected)


def test_only_rotations_have_an_angle() -> None:
    game = Hextra()
    ground = game.ground(game.setup(START).tiles)
    for group in ground.valid(range(4), [0]):
        assert all(bool(way.sixths) == (group.card == R) for way in group.ways)


def test_the_first_way_is_taken_unless_another_is_named() -> None:
    ways = [Characteristics((1,)), Characteristics((2,))]
    group = Group(SC, 0, 5, ways)
    assert group.claim() == group.claim(0) == Claim(SC, 0, ways[0], 5) and group.claim(1).how == ways[1]


def test_a_list_of_announcements_is_like_any_other() -> None:
    game = Hextra()
    moves = game.moves(game.setup(START))
    assert list(moves) == [moves[number] for number in range(len(moves))]
    assert moves[-1] == list(moves)[-1] and moves[2:5] == list(moves)[2:5]
    with pytest.raises(IndexError):
        moves[len(moves)]

    assert len(Announcements(game, [])) == 0 and list(Announcements(game, [])) == []


def test_nothing_follows_a_card_that_lies_face_down() -> None:
    game = Hextra()
    position = game.setup(START.replace("turn:1", "down:v-sc turn:1"))
    assert game.choices(position, ()) == [game.button[card] for card in ("sa", "t", "r")]
    assert game.choices(position, sites(game, "sc")) == ()
    assert game.choices(position, sites(game, "t")) == [0]


# --- a turn


def test_deal_and_setup() -> None:
    game = Hextra()
    position = game.start()
    assert position.turn == CHANCE and len(game.moves(position)) == 32
    position = played(game, "V:17 O:3 R:30", None)
    assert texts(game, position) == [f"B:{n}" for n in range(1, 33) if n not in (17, 3, 30)]
    position = played(game, "V:17 O:3 R:30 B:8", None)
    assert position.motifs == (17, 3, 30, 8) and texts(game, position) == ["V1@(0,0)"]
    assert why(game, position, "V1@(1,0)") == "hextra.in_the_middle"
    position = game.play(position, (0,))
    assert len(game.moves(position)) == 6 and "O1@(1,0)" in texts(game, position)
    assert why(game, position, "O1@(0,0)") == "hextra.taken"
    assert why(game, position, "(2,0)") == "hextra.apart"
    position = played(game, "V:17 O:3 R:30 B:8 V1@(0,0) O1@(1,0) R1@(0,1) B1@(2,-1)", None)
    assert (position.colour, position.turn) == (0, 0)
    assert game.layout(position) == ("v:(0,0) o:(1,0) r:(0,1) b:(2,-1) motifs:v17,o3,r30,b8 to:v turn:1")


def test_a_valid_move_puts_the_tile_and_turns_the_card() -> None:
    game = Hextra()
    position = played(game, "V2=R(O1,+60)(V1)")
    assert position.tiles[0] == (0, CELL[1, -1]) and position.board[CELL[1, -1]] == 1
    assert game.face_up(position, 0) == [SA, SC, T]
    assert position.asked and position.turn == 0 and texts(game, position) == ["X", "/"]
    after = game.play(position, game.read(position, "/"))
    assert after.colour == 1 and not after.asked and after.cards[0] >> 4 & 1


def test_hextra_gives_one_second_move() -> None:
    game = Hextra()
    position = played(game, "V2=R(O1,+60)(V1) X")
    assert position.second and not position.cards[0] >> 4 & 1 and position.colour == 0
    assert not any(text.startswith("V3=R(") for text in texts(game, position))
    assert why(game, position, "V3=R(O1,-120)(V1)@(2,0)") == "hextra.card_down"
    after = played(game, "V2=R(O1,+60)(V1) X V3=SC(O1)(V1)")
    assert after.colour == 1 and len(after.tiles[0]) == 3 and not after.second
    assert not after.cards[0] >> 4 & 1


def test_a_wrong_second_move_leaves_hextra_down() -> None:
    position = played(Hextra(), "V2=R(O1,+60)(V1) X V3=SC(O1)(V1)@(-1,0)!")
    assert position.tiles[0][2] == -1 and position.colour == 1
    assert not position.cards[0] >> 4 & 1 and position.cards[0] >> SC & 1


def test_a_new_cycle_turns_all_five_cards_up() -> None:
    game = Hextra()
    used = START.replace("turn:1", "down:v-r,v-sa,v-t,v-x turn:1")
    assert played(game, "V2=SC(O1)(V1)", used).cards[0] == 0b11111
    kept = START.replace("turn:1", "down:v-r,v-sa,v-t turn:1")
    position = played(game, "V2=SC(O1)(V1)", kept)
    assert position.cards[0] == 0b11111 and position.colour == 1  # no card is left for a second move


def test_no_hextra_after_the_last_tile() -> None:
    full_but_one = START.replace("v:(0,0)", f"v:(0,0),-,{LONG}")
    position = played(Hextra(), "V10=SC(O1)(V1)", full_but_one)
    assert not position.asked and position.colour == 1
    assert position.log[-1].number == 10


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("V2=T(O1>R1)(V1)@(3,3)!", "elsewhere"),
        ("V2=SC(V1)(V1)@(0,0)!", "occupied"),
        ("V2=SA(V1,O1)(V1)@(-1,0)!", "elsewhere"),
        ("V2=SA(R1,B2)(V1)@(1,2)!", "no_image"),
        ("V2=T(B2>O1)(V1)@(-2,0)!", "apart"),
    ],
)
def test_a_wrong_claim_costs_the_tile_and_the_game_goes_on(text: str, wrong: str) -> None:
    game = Hextra()
    start = START.replace("b:(2,-1)", "b:(2,-1),(3,0)")
    position = game.setup(start)
    move = game.read(position, text)
    assert game.refusal(position, move) is None and move not in game.moves(position)
    assert game.fault(position, move) == wrong and game.write(position, move) == text
    after = game.play(position, move)
    assert after.tiles[0] == (0, -1) and after.board == position.board
    assert after.cards == position.cards and after.colour == 1 and not after.asked
    assert [(entry.number, entry.stands) for entry in after.log] == [(2, False)]
    assert game.outcome(after) is None
    assert game.setup(game.layout(after)) == after
    news = scene_of(game, Moment(after, last=move)).news
    assert news is not None and news.key == f"hextra.news_{wrong}"


def test_a_lost_number_is_not_used_again() -> None:
    game = Hextra(players=3)
    start = ROW.replace("r:(2,0)", "r:(0,1)") + " turn:1"
    text = "T(O1>R1)(V1)@(3,3) SC(V1)(O1) / SC(V1)(R1) /"
    position = played(game, text, start)
    assert all(word.startswith("V3=") for word in texts(game, position))
    with pytest.raises(Unreadable) as error:
        game.read(position, "V2=SC(O1)(V1)")
    assert error.value.key == "hextra.other_number"
    with pytest.raises(Unreadable):
        game.read(position, "V3=SC(O1)(V2)")  # V2 is not on the table


def test_a_match_with_wrong_claims_is_recorded() -> None:
    game = Hextra()
    match = Match(game)
    deal = "V:17 O:3 R:30 B:8 V1@(0,0) O1@(1,0) R1@(0,1) B1@(2,-1)"
    for word in f"{deal} V2=T(O1>R1)(V1)@(3,3)! O2=SC(V1)(O1) X O3=R(V1,+120)(O1)@(5,5)!".split():
        match.play(game.read(match.position, word))
    text = write_record(Record(match))
    assert "V2=T(O1>R1)(V1)@(3,3)! O2=SC(V1)(O1) X O3=R(V1,+120)(O1)@(5,5)!" in text.replace("\n", " ")
    assert read_record(text).match.positions == match.positions


# --- passing and the end


def test_passing_only_without_a_valid_move() -> None:
    game = Hextra(players=3)
    position = game.setup(f"{ROW} {SC_T_R} turn:1")
    assert texts(game, position) == ["pass"] and game.choices(position, ()) == [game.button["pass"]]
    assert why(game, position, "SA(O1,R1)(V1)@(0,1)") == "hextra.only_pass"
    after = game.play(position, game.moves(position)[0])
    assert after.passes == 1 and after.colour == 1 and after.cards == position.cards
    free = game.setup(f"{ROW} turn:1")
    assert why(game, free, "pass") == "hextra.no_pass"
    assert game.play(after, game.moves(after)[0]).passes == 0


def test_all_pass_in_a_row() -> None:
    game = Hextra(players=3)
    down = "down:" + ",".join(f"{letter}-{card}" for letter in "vor" for card in ("sc", "t", "r"))
    position = game.setup(f"{ROW} {down} turn:1")
    for _ in range(3):
        assert game.outcome(position) is None
        position = game.play(position, game.moves(position)[0])
    outcome = game.outcome(position)
    assert outcome and outcome.reason == "passes" and outcome.returns == (1 / 3,) * 3
    # A colour without tiles counts as passing: two passes are enough.
    position = game.setup(f"{ROW.replace('(2,0)', f'(2,0),-,-,{LONG}')} {down} turn:1")
    for _ in range(2):
        position = game.play(position, game.moves(position)[0])
    assert game.outcome(position) and position.ended == "passes"


def test_nothing_left_for_the_second_move() -> None:
    game = Hextra(players=3)
    asked = game.setup("v:(0,0) o:(1,0) r:(2,0) down:v-sc,v-t,v-r,v-x second turn:1")
    assert texts(game, asked) == ["pass"]
    assert game.play(asked, game.moves(asked)[0]).passes == 0


def test_colours_without_tiles_are_skipped_and_the_last_tile_ends_the_game() -> None:
    game = Hextra()
    start = f"v:(0,0),-,{LONG} o:(1,0),-,-,{LONG} r:(0,1),-,{LONG} b:(2,-1),-,-,{LONG} turn:1"
    position = played(game, "V10=SC(O1)(V1)", start)
    assert position.colour == 2 and game.outcome(position) is None
    position = played(game, "V10=SC(O1)(V1) R10=SC(V1)(R1)", start)
    outcome = game.outcome(position)
    assert outcome and outcome.reason == "tiles" and outcome.returns == (0.25,) * 4
    assert game.moves(position) == [] and why(game, position, "pass") == "over"


def test_the_first_motif_wins() -> None:
    game = Hextra()
    start = "v:(0,0),(1,0),(2,0),(3,0) o:(0,1) r:(1,1) b:(2,1) motifs:v1,o2,r3,b4 turn:1"
    position = played(game, "V5=T(V1>V2)(V4)", start)
    outcome = game.outcome(position)
    assert outcome and outcome.returns == (1, 0, 0, 0) and outcome.reason == "motif"
    assert {POINTS[cell] for cell in outcome.cells} == set(BAR)
    assert not position.asked
    prompt = shown(game, position).prompt
    assert words("en")(prompt) == "Green (V) wins: the motif is there."


ALMOST = "v:(0,0),(1,0),(2,0),(3,0) o:(0,1),(1,1),(2,1),(3,1) r:(0,2) b:(1,2)"


def test_equal_turns() -> None:
    game = Hextra(equal_turns="on")
    start = f"{ALMOST} motifs:v1,o2,r4,b5 turn:1"
    position = played(game, "V5=T(V1>V2)(V4)", start)
    assert game.outcome(position) is None and position.winners == (0,) and position.colour == 1
    position = played(game, "V5=T(V1>V2)(V4) SC(R1)(O1) / SC(O1)(R1)@(5,5) SC(R1)(B1)@(5,5)", start)
    outcome = game.outcome(position)
    assert outcome and outcome.returns == (1, 0, 0, 0) and position.ended == "motif"
    assert game.setup(game.layout(position)) == position


def test_a_round_of_one_colour_is_over_at_once() -> None:
    """The others have no tiles left, so that nobody can answer the motif."""
    game = Hextra(equal_turns="on")
    others = " ".join(f"{letter}:({q},1),-,-,{LONG}" for q, letter in enumerate("orb"))
    start = f"v:(0,0),(1,0),(2,0),(3,0) {others} motifs:v1,o2,r4,b5 turn:1"
    position = played(game, "V5=T(V1>V2)(V4)", start)
    assert position.ended == "motif" and game.outcome(position).returns == (1, 0, 0, 0)


@pytest.mark.parametrize(("lost", "returns"), [((), (0.5, 0.5, 0, 0)), ((-1,), (1, 0, 0, 0))])
def test_two_winners_in_one_round(lost: tuple[int, ...], returns: tuple[float, ...]) -> None:
    """The fewest tiles used decide, lost ones included; else they share."""
    game = Hextra(equal_turns="on", deck=22)
    rows = [tuple(CELL[q, r] for q in range(5)) for r in (0, 1)]
    position = replace(
        game.start(),
        motifs=(1, 1, 2, 3),
        tiles=(rows[0], (*rows[1], *lost), (), ()),
        winners=(0, 1),
        ended="motif",
    )
    outcome = game.outcome(position)
    assert outcome and outcome.returns == returns
    assert (outcome.reason == "shared") == (not lost) and len(outcome.cells) == (5 if lost else 10)


def test_partial_draws() -> None:
    game = Hextra(draw="partial")
    spent = f"-,-,{LONG}"
    bar = f"v:(0,0),(1,0),(2,0),-,-,-,-,-,- o:(0,1),{spent} r:(1,1),{spent} b:(2,1),{spent}"
    position = played(game, "V10=T(V1>V2)(V1)@(5,5)!", f"{bar} motifs:v1,o2,r3,b4 turn:1")
    outcome = game.outcome(position)
    assert outcome and outcome.returns == (1, 0, 0, 0) and outcome.reason == "cover"
    assert {POINTS[cell] for cell in outcome.cells} == {(0, 0), (1, 0), (2, 0)}
    level = bar.replace("(1,0),(2,0)", "-,-")
    outcome = game.outcome(played(game, "V10=SC(O1)(V1)@(5,5)!", f"{level} motifs:v1,o2,r3,b4 turn:1"))
    assert outcome and outcome.reason == "equal_covers" and outcome.returns == (0.25,) * 4
    assert len(cover(BAR, {(0, 0), (1, 0), (3, 0), (9, 0)}, "fixed")) == 3


def test_two_equal_covers_are_a_draw_of_all() -> None:
    game = Hextra(draw="partial")
    rows = (((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2),), ((1, 2),))
    tiles = tuple(tuple(CELL[point] for point in row) for row in rows)
    level = replace(game.start(), motifs=(1, 2, 3, 4), tiles=tiles, ended="tiles")
    assert game.outcome(level) == Outcome((0.25,) * 4, "equal_covers")
    ahead = replace(level, tiles=((*tiles[0], CELL[2, 0]), *tiles[1:]))
    assert game.outcome(ahead) == Outcome((1, 0, 0, 0), "cover", ahead.tiles[0])
    shared = Hextra(draw="partial", players=2).outcome(level)
    assert shared == Outcome((0.5, 0.5), "equal_covers")
    plain = Hextra().outcome(ahead)
    assert plain == Outcome((0.25,) * 4, "tiles"), "with draw=nul nothing is compared"


def test_each_colour_is_covered_by_its_own_motif() -> None:
    """Four tiles of any motif are more than the one of every other colour, and all four count."""
    game = Hextra(draw="partial", match="fixed")
    for number, motif in enumerate(game.deck, 1):
        mine = tuple(CELL[q, r] for q, r in motif[1:])
        others = tuple(number + ahead if number + ahead <= 32 else number - 4 - ahead for ahead in (1, 2, 3))
        rest = ((CELL[20, 0],), (CELL[-20, 0],), (CELL[0, 20],))
        position = replace(game.start(), motifs=(number, *others), tiles=(mine, *rest), ended="tiles")
        outcome = game.outcome(position)
        assert (outcome.returns, outcome.reason) == ((1, 0, 0, 0), "cover")
        assert set(outcome.cells) == set(mine), number


def test_the_motif_alone() -> None:
    start = "v:(0,0),(1,0),(2,0),(3,0),(0,-1) o:(0,1) r:(1,1) b:(2,1) motifs:v1,o2,r3,b4 turn:1"
    assert played(Hextra(), "V6=T(V1>V2)(V4)", start).ended == "motif"
    assert not played(Hextra(contained="off"), "V6=T(V1>V2)(V4)", start).ended


@pytest.mark.parametrize(("match", "wins"), [("free", True), ("onesided", True), ("fixed", False)])
def test_matching_as_an_option(match: str, wins: bool) -> None:
    """The deck lists the bar along (0,1)."""
    game = Hextra(match=match)
    assert game.deck[0] == tuple((0, r) for r in range(5))
    start = "v:(0,0),(1,0),(2,0),(3,0) o:(0,1) r:(1,1) b:(2,1) motifs:v1,o2,r3,b4 turn:1"
    assert bool(played(game, "V5=T(V1>V2)(V4)", start).winners) == wins


# --- other options


def test_options_and_what_they_take() -> None:
    """Names, defaults and values are a promise to records and links."""
    assert {option.name: (option.default, option.takes()) for option in Hextra.declared} == {
        "players": (4, "2..4"),
        "motif": (5, "5, 4"),
        "match": ("free", "free, onesided, fixed"),
        "contained": (True, "on, off"),
        "centres": ("placed", "placed"),
        "rot180": (True, "on, off"),
        "axis": ("lattice", "lattice, centres"),
        "referee": ("auto", "auto, assist, players"),
        "deck": (32, "32, 33, 22"),
        "motif_choice": (1, "1..2"),
        "hextra": (True, "on, off"),
        "draw": ("nul", "nul, partial"),
        "equal_turns": (False, "on, off"),
    }
    assert Hextra.colours == ("green", "orange", "pink", "blue")
    named = "sa sc t r x 60 120 180 direct indirect decline accept contest pass m1 m2"
    assert Hextra().buttons[:16] == tuple(named.split()) and Hextra().buttons[-1] == "m32"


def test_two_players_with_two_colours_each() -> None:
    game = Hextra(players=2)
    position = played(game, "V2=SC(O1)(V1) /")
    assert (position.colour, position.turn) == (1, 1)
    position = played(game, "V2=SC(O1)(V1) / O2=SC(V1)(O1) /")
    assert (position.colour, position.turn) == (2, 0)
    assert [game.colour(position, seat) for seat in (0, 1)] == [2, 3]
    assert all(text.startswith("R2=") for text in texts(game, position))
    start = "v:(0,1) o:(1,1) r:(0,0),(1,0),(2,0),(3,0) b:(2,1) motifs:v2,o3,r1,b4 to:r turn:1"
    outcome = game.outcome(won := played(game, "R5=T(R1>R2)(R4)", start))
    assert outcome and outcome.returns == (1, 0) and game.colour(won, 0) == 2
    assert words("en")(shown(game, won).prompt).startswith("Pink")


def test_three_players() -> None:
    game = Hextra(players=3)
    text = f"{ROW} motifs:v1,o2,r3 down:r-sc to:r turn:3"
    assert game.layout(game.setup(text)) == text
    assert len(game.start().tiles) == 3
    position = played(game, "R(O1,+60)(R1)", f"{ROW} to:r turn:3")
    assert position.colour == 2 and position.asked
    assert game.play(position, game.read(position, "/")).colour == 0


def test_shorter_motifs_without_hextra() -> None:
    game = Hextra(motif=4)
    assert len(game.deck) == 10 and not game.options["hextra"]
    assert played(game, "V2=SC(O1)(V1)").colour == 1
    start = "v:(0,0),(1,0),(2,0) o:(0,1) r:(1,1) b:(2,1) motifs:v1,o2,r3,b4 turn:1"
    assert set(game.deck[0]) == {(0, r) for r in range(4)}
    assert played(game, "V4=T(V1>V2)(V3)", start).winners == (0,)


def test_without_hextra_cards() -> None:
    game = Hextra(hextra="off")
    assert played(game, "V2=SC(O1)(V1)").colour == 1
    texts_of_cards = [item.text for item in shown(game, game.setup(START)).trays[0].items]
    assert "HEXTRA" not in texts_of_cards
    assert "HEXTRA" in [item.text for item in shown(Hextra(), game.setup(START)).trays[0].items]


def test_a_choice_between_two_motifs() -> None:
    game = Hextra(motif_choice=2)
    position = played(game, "V:17 V:4", None)
    assert (position.turn, position.colour) == (0, 0) and texts(game, position) == ["V:17", "V:4"]
    assert why(game, position, "V:5") == "hextra.only_choose"
    assert [item.text for item in shown(game, position).trays[-1].items] == ["17", "4"]
    position = played(game, "V:17 V:4 V:4", None)
    assert position.turn == CHANCE and position.colour == 1 and position.motifs[0] == 4
    assert "O:17" not in texts(game, position) and len(game.moves(position)) == 30
    position = played(game, "V:17 V:4 V:4 O:1 O:2 O:2 R:5 R:6 R:5 B:7 B:8 B:7", None)
    assert position.motifs == (4, 2, 5, 7) and texts(game, position) == ["V1@(0,0)"]
    assert game.setup(game.layout(position)) == position


def test_an_axis_of_centres() -> None:
    start = "v:(0,0),(-1,3) o:(2,1),(2,-2) r:(1,0) b:(-1,2) turn:1"
    claim = "V3=SA(V1,O1)(V2)@(3,-2)"
    assert judged(Hextra(), claim, start)[1] == "no_image"
    assert judged(Hextra(axis="centres"), claim, start)[1] == ""
    assert played(Hextra(axis="centres"), claim, start).tiles[0][2] == CELL[3, -2]


# --- referees


def test_assist_shows_the_image_and_confirms_only_valid_moves() -> None:
    game = Hextra(referee="assist")
    position = game.setup(START)
    said = sites(game, "r (0,0) (1,0) 60 direct")
    image_cell = CELL[1, -1]
    assert list(game.choices(position, said)) == [image_cell]
    assert marks(shown(game, position, "r (0,0) (1,0) 60 direct"), "ghost")[0].cells == (image_cell,)
    assert game.refusal(position, (*said, image_cell)) is None
    keys = {
        "r (0,0) (1,0) 60 direct": "confirm",
        "r (0,0) (1,0) 60 indirect": "image_taken",
        "sc (0,0) (2,-1)": "image_apart",
        "sc (0,0) (1,0) (0,2)": "elsewhere",
    }
    for touched, key in keys.items():
        refusal = game.refusal(position, sites(game, touched))
        assert refusal and refusal.key == f"hextra.{key}"
    assert game.choices(position, sites(game, "sc (0,0) (2,-1)")) == ()
    skew = game.setup(START.replace("b:(2,-1)", "b:(2,-1),(3,0)"))
    refusal = game.refusal(skew, sites(game, "sa (0,0) (0,1) (3,0)"))
    assert refusal and refusal.key == "hextra.no_image"
    assert not marks(shown(Hextra(), position, "r (0,0) (1,0) 60 direct"), "ghost")


def test_players_judge_each_other() -> None:
    game = Hextra(referee="players")
    position = played(game, "V2=SC(O1)(V1)@(0,2)")
    assert position.claim and position.turn == 1 and position.judges == (1, 2, 3)
    assert texts(game, position) == ["accept", "contest"] and len(position.tiles[0]) == 1
    assert game.setup(game.layout(position)) == position
    assert why(game, position, "pass") == "hextra.only_judge"
    assert marks(shown(game, position), "ghost")[0].cells == (CELL[0, 2],)
    # Wrong, but nobody says so: it stands.
    accepted = played(game, "V2=SC(O1)(V1)@(0,2) accept accept accept")
    assert accepted.tiles[0] == (0, CELL[0, 2]) and accepted.asked and accepted.turn == 0
    assert accepted.log[-1].stands and game.face_up(accepted, 0) == [SA, T, R]
    assert game.setup(game.layout(accepted)) == accepted
    # Contested, the program decides, and nobody else is asked.
    contested = played(game, "V2=SC(O1)(V1)@(0,2) accept contest")
    assert contested.tiles[0] == (0, -1) and contested.colour == 1 and not contested.claim
    right = played(game, "V2=SC(O1)(V1) contest")
    assert right.tiles[0] == (0, CELL[2, 0])
    in_vain = scene_of(game, Moment(right, (game.button["contest"],)))
    assert in_vain.stays and in_vain.news and in_vain.news.key == "hextra.news_doubted"
    uncontested = scene_of(game, Moment(accepted, (game.button["accept"],)))
    assert not uncontested.stays and uncontested.news and uncontested.news.key == "hextra.news_valid"
    # Where no tile can lie, none stands.
    for cell in ("(1,0)", "(5,5)"):
        refused = played(game, f"V2=SC(O1)(V1)@{cell} accept accept accept")
        assert refused.tiles[0] == (0, -1) and not refused.log[-1].stands
    two = Hextra(players=2, referee="players")
    assert played(two, "V2=SC(O1)(V1)").judges == (1,)


def test_what_is_announced_before_a_verdict_has_no_verdict() -> None:
    game = Hextra(referee="players")
    position = game.setup(START)
    move = game.read(position, "SC(O1)(V1)@(0,2)")
    assert game.write(position, move) == "V2=SC(O1)(V1)@(0,2)"
    assert game.write(position, game.read(position, "sc(o1)(v1)")) == "V2=SC(O1)(V1)"


# --- hands and texts


def test_touching_step_by_step() -> None:
    game = Hextra()
    position = game.setup(START)
    touched: tuple[int, ...] = ()
    for name in ("t", "(0,0)", "(1,0)", "(0,1)"):
        assert game.site(name) in game.choices(position, touched)
        touched = touched_after(game, position, touched, game.site(name))
        assert is_beginning(game, position, touched)
    assert game.site("(3,0)") in game.choices(position, touched)  # nothing stops a wrong claim
    assert game.site("(0,1)") not in game.choices(position, touched)
    assert touched_after(game, position, touched, game.site("(0,1)")) == sites(game, "t (0,0) (1,0)")
    whole = (*touched, game.site("(-1,1)"))
    assert not is_beginning(game, position, whole) and whole in game.moves(position)
    assert game.choices(position, whole) == ()


@pytest.mark.parametrize("wrong", ["sa (1,0)", "r (0,0) (1,1)", "t (0,0) (1,0) (1,0)"])
def test_a_wrong_tile_begins_nothing(wrong: str) -> None:
    """It is refused when it is touched, not after angle, sense and image."""
    game = Hextra()
    position = game.setup(START)
    *right, last = sites(game, wrong)
    assert is_beginning(game, position, tuple(right)) and last not in game.choices(position, tuple(right))
    assert game.choices(position, (*right, last)) == () and not is_beginning(game, position, (*right, last))


def test_an_axis_may_be_touched_either_way() -> None:
    game = Hextra()
    position = game.setup(START)
    one, other = sites(game, "sa (0,0) (1,0) (0,1) (1,1)"), sites(game, "sa (0,0) (0,1) (1,0) (1,1)")
    assert (one in game.moves(position)) != (other in game.moves(position))
    for move in (one, other):
        assert game.refusal(position, move) is None and game.fault(position, move) == ""
        assert game.play(position, move).tiles[0] == (0, CELL[1, 1])


def test_a_vector_may_end_in_the_antecedent() -> None:
    game = Hextra()
    position = game.setup(START)
    assert 0 in game.choices(position, sites(game, "t (0,0) (1,0)"))
    assert 0 not in game.choices(position, sites(game, "t (0,0)"))
    assert "V2=T(O1>V1)(V1)" in texts(game, position)


@pytest.mark.parametrize(
    ("touched", "key"),
    [
        ("(0,0)", "card_first"),
        ("x", "card_first"),
        ("sa", "missing_antecedent"),
        ("sa (1,0)", "not_yours"),
        ("sa (0,0)", "missing_centre"),
        ("sa (0,0) (1,1)", "no_tile"),
        ("t (0,0) (1,0) (1,0)", "same_tile"),
        ("r (0,0) (1,0)", "missing_angle"),
        ("r (0,0) (1,0) 60", "missing_sense"),
        ("sc (0,0) (1,0)", "missing_cell"),
        ("pass", "no_pass"),
    ],
)
def test_refusals_say_why(touched: str, key: str) -> None:
    game = Hextra()
    refusal = game.refusal(game.setup(START), sites(game, touched))
    assert refusal and refusal.key == f"hextra.{key}"
    for language in LANGUAGES:
        sentence = words(language)(refusal.phrase)
        assert sentence != refusal.key and "{" not in sentence


WHERE = [
    # layout, touched, key, cells, named
    ("", "(0,0)", "hextra.card_first", "(0,0)", ""),
    ("", "x", "hextra.card_first", "", ""),
    ("", "sa", "hextra.missing_antecedent", "", "card SA"),
    ("", "sa (1,0)", "hextra.not_yours", "(1,0)", ""),
    ("", "t (0,0)", "hextra.missing_centre", "(0,0)", "card T"),
    ("", "sa (0,0) (1,1)", "hextra.no_tile", "(1,1)", ""),
    ("", "t (0,0) (1,0) (1,0)", "hextra.same_tile", "(1,0)", ""),
    ("", "r (0,0) (1,0)", "hextra.missing_angle", "(0,0) (1,0)", "card R"),
    ("", "r (0,0) (1,0) 60", "hextra.missing_sense", "(0,0) (1,0)", "card R"),
    ("", "sc (0,0) (1,0)", "hextra.missing_cell", "(0,0) (1,0)", "card SC"),
    ("", "pass", "hextra.no_pass", "", ""),
    ("", "sa 60 (1,0)", "not_a_move", "(1,0)", ""),
    ("down:v-r", "r (0,0) (1,0) 60 direct (1,-1)", "hextra.card_down", "", "card R"),
    ("asked", "(0,1)", "hextra.only_hextra", "(0,1)", ""),
]


@pytest.mark.parametrize(("more", "touched", "key", "cells", "named"), WHERE)
def test_refusals_show_where(more: str, touched: str, key: str, cells: str, named: str) -> None:
    """The cells that a page marks, and what the sentence names."""
    game = Hextra()
    refusal = game.refusal(game.setup(f"{START} {more}"), sites(game, touched))
    values = (tuple(named.split()),) if named else ()
    assert refusal == Refusal(key, sites(game, cells), values)


@pytest.mark.parametrize(
    ("touched", "key", "cells", "named"),
    [
        (
            "r (0,0) (1,0) 60 direct",
            "confirm",
            "(1,-1)",
            "The image is to the left of B1: touch it to confirm.",
        ),
        (
            "r (0,0) (1,0) 60 indirect",
            "image_taken",
            "(0,1)",
            "The image falls on R1: a tile lies there already.",
        ),
        (
            "sc (0,0) (2,-1)",
            "image_apart",
            "(4,-2)",
            "The image is away from the tiles: it touches no tile there.",
        ),
        (
            "sc (0,0) (1,0) (0,2)",
            "elsewhere",
            "(0,2) (2,0)",
            "The image is to the right of O1, nowhere else.",
        ),
    ],
)
def test_the_assistant_shows_where_the_image_is(touched: str, key: str, cells: str, named: str) -> None:
    game = Hextra(referee="assist")
    refusal = game.refusal(game.setup(START), sites(game, touched))
    assert (refusal.key, refusal.cells) == (f"hextra.{key}", sites(game, cells))
    assert words("en")(refusal.phrase) == named
    skew = game.setup(START.replace("b:(2,-1)", "b:(2,-1),(3,0)"))
    no_image = game.refusal(skew, sites(game, "sa (0,0) (0,1) (3,0)"))
    assert no_image == Refusal("hextra.no_image", sites(game, "(0,1) (3,0)"))
    assert game.refusal(skew, sites(game, "sa (0,0) (0,1)")).key == "hextra.missing_centre"


def test_refusals_of_the_first_tiles_show_where() -> None:
    game = Hextra()
    first = game.setup("motifs:v1,o2,r3,b4 to:v turn:1")
    assert game.refusal(first, sites(game, "(1,0)")) == Refusal("hextra.in_the_middle", (0,))
    assert game.refusal(first, (0, 1)) == Refusal("hextra.only_setup", (0, 1))
    second = game.setup("v:(0,0) motifs:v1,o2,r3,b4 to:o turn:2")
    assert game.refusal(second, (0,)) == Refusal("hextra.taken", (0,), (("tile", "V1"),))
    assert game.refusal(second, sites(game, "(2,0)")) == Refusal("hextra.apart", sites(game, "(2,0)"))
    for beyond in (-1, len(game.tiling)):
        assert game.refusal(second, (beyond,)) == Refusal("hextra.only_setup")


def test_cells_are_called_by_the_tiles_beside_them() -> None:
    """The way a finger points at them, since the board has no coordinates."""
    position = Hextra().setup("v:(0,0)")
    assert position.tiles[0] == (0,)
    expected = {
        (0, 0): "on V1",
        (1, 0): "to the right of V1",
        (0, 1): "above V1, on the right",
        (-1, 1): "above V1, on the left",
        (-1, 0): "to the left of V1",
        (0, -1): "below V1, on the left",
        (1, -1): "below V1, on the right",
        (0, 3): "above V1, on the right, 3 cells away",
        (5, 0): "away from the tiles",
        (2, 1): "away from the tiles",
    }
    assert {point: words("en")(point_told(position, point)) for point in expected} == expected
    nothing = Hextra().start()
    assert words("fr")(point_told(nothing, (0, 0))) == "au milieu"
    low, high = (Hextra().tiling.centres[CELL[point]][1] for point in ((0, -1), (0, 1)))
    assert low > high, "y grows downwards"


def test_sites_that_there_are_not_are_no_announcement() -> None:
    game = Hextra()
    position = game.setup(START)
    assert game.refusal(position, sites(game, "sa sa")) == Refusal("not_a_move"), "a card is no cell"
    assert game.tiling.code == "hextra"
    for beyond in (-1, len(game.sites), len(game.sites) + 5):
        assert game.refusal(position, (game.button["sa"], beyond)) == Refusal("not_a_move")
        assert game.refusal(position, (beyond,)) == Refusal("hextra.card_first")
        assert game.choices(position, (game.button["sa"], beyond)) == ()


def test_half_turns_are_rotations_only_where_the_option_says_so() -> None:
    game = Hextra(rot180="off")
    refusal = game.refusal(game.setup(START), sites(game, "r (0,0) (0,1) 180 (0,2)"))
    assert refusal == Refusal("hextra.half_turn")
    for rules, half in ((game.mathematics, None), (Hextra().mathematics, (0, 2))):
        for sixths in (3, -3):
            assert image(R, 0, Characteristics((CELL[0, 1],), sixths), rules) == half
        assert image(R, 0, Characteristics((CELL[0, 1],), 2), rules) == (1, 1)
        assert image(SC, 0, Characteristics((CELL[0, 1],)), rules) == (0, 2), "the card SC always turns so"


@pytest.mark.parametrize("touched", ["", "sa 60", "r (0,0) (1,0) 60 60", "sc (0,0) (1,0) (2,0) (2,0)"])
def test_what_is_no_announcement_at_all(touched: str) -> None:
    game = Hextra()
    refusal = game.refusal(game.setup(START), sites(game, touched))
    assert refusal and refusal.key == "not_a_move"


@pytest.mark.parametrize(
    ("layout", "key"),
    [(None, "only_deal"), ("asked", "only_hextra"), ("setup", "only_setup")],
)
def test_other_stages_want_their_own_moves(layout: str | None, key: str) -> None:
    game = Hextra()
    texts_of = {"asked": f"{START} asked", "setup": "v:(0,0) motifs:v1,o2,r3,b4 to:o turn:2"}
    position = game.setup(texts_of[layout]) if layout else game.start()
    refusal = game.refusal(position, (game.button["pass"],))
    assert refusal and refusal.key == f"hextra.{key}"
    with pytest.raises(IllegalMove):
        Match(game, start=position).play((game.button["pass"],))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("V2=Q(O1)(V1)", "hextra.unreadable_announce"),
        ("O2=SC(V1)(O1)", "hextra.other_colour"),
        ("V3=SC(O1)(V1)", "hextra.other_number"),
        ("SC(O2)(V1)", "hextra.unknown_tile"),
        ("SC(O1)(V1)@(99,0)", "unknown_cell"),
        ("R(O1,60)(V1)", "hextra.bad_angle"),
        ("R(O1,+90)(V1)", "hextra.bad_angle"),
        ("SA(O1)(V1)", "hextra.bad_axis"),
        ("T(O1,R1)(V1)", "hextra.bad_characteristics"),
        ("SA(O1,O1)(V1)", "hextra.point_at_it"),
    ],
)
def test_unreadable_announcements(text: str, key: str) -> None:
    game = Hextra()
    with pytest.raises(Unreadable) as error:
        game.read(game.setup(START), text)
    assert error.value.key == key
    for language in LANGUAGES:
        assert "{" not in words(language)(key, **error.value.values)


def test_ways_of_writing_the_same() -> None:
    game = Hextra()
    position = game.setup(START)
    plain = game.read(position, "V2=R(O1,-120)(V1)")
    for text in ("r(o1,-120)(v1)", "R(O1,\N{MINUS SIGN}120°)(V1)", "V2=R(O1,-120)(V1)@(1,1)!"):
        assert game.read(position, text)[:-1] == plain[:-1]
    assert game.read(position, "R(R1,+180)(V1)") == game.read(position, "R(R1,-180)(V1)")


@pytest.mark.parametrize(
    "text",
    [
        "v:(0,0) v:(1,0)",
        "v:(0,0),",
        "v:-",
        "v:(0,0) o:(0,0)",
        "v:(77,0)",
        "v:(0,0) motifs:v40",
        "v:(0,0) motifs:v1,o1",
        "v:(0,0) down:v-q",
        "v:(0,0) to:o turn:1",
        "v:(0,0) turn:5",
        "v:(0,0) log:V2",
        "v:(0,0) ended:soon",
        "v:(0,0) claim:V2=SC(V1)(V1)@(0,0) judges:3 turn:2 to:v",
        "v:(0,0) what",
        "w:(0,0)",
    ],
)
def test_layouts_that_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        Hextra().setup(text)


@pytest.mark.parametrize(
    ("text", "key", "word"),
    [
        ("v:(0,0) v:(1,0)", "unknown_word", "v:(1,0)"),
        ("v:(0,0),", "unknown_word", "v:(0,0),"),
        ("v:-,(0,0)", "unknown_word", "v:-,(0,0)"),
        ("v:(0,0) o:(0,0)", "cell_twice", "(0,0)"),
        ("v:(77,0)", "unknown_cell", "(77,0)"),
        ("v:(0,0) motifs:v33", "unknown_word", "motifs:v33"),
        ("v:(0,0) motifs:v0", "unknown_word", "motifs:v0"),
        ("v:(0,0) motifs:v1,o1", "unknown_word", "motifs:v1,o1"),
        ("v:(0,0) down:v-q", "unknown_word", "down:v-q"),
        ("v:(0,0) to:o turn:1", "unknown_word", "to:o"),
        ("v:(0,0) to:v turn:chance", "unknown_word", "to:v"),
        ("v:(0,0) log:v2", "unknown_word", "log:v2"),
        # Motifs are dealt in turn: until then nobody else can do anything.
        ("turn:1", "unknown_word", "turn:1"),
        ("motifs:v3 to:v turn:1", "unknown_word", "to:v"),
        ("motifs:o3", "unknown_word", "turn:"),
        ("v:(0,0) log:sc(v1)(v1)@(0,0)", "unknown_word", "log:sc(v1)(v1)@(0,0)"),
        ("v:(0,0) log:v2=sc(v1)(v1)", "unknown_word", "log:v2=sc(v1)(v1)"),
        ("v:(0,0) ended:soon", "unknown_word", "ended:soon"),
        ("v:(0,0) asked:1", "unknown_word", "asked:1"),
        ("v:(0,0) what", "unknown_word", "what"),
        ("w:(0,0)", "unknown_word", "w:(0,0)"),
        (f"v:(0,0),-,-,-,{LONG}", "hextra.too_many", None),
    ],
)
def test_layouts_that_are_refused_say_which_word(text: str, key: str, word: str | None) -> None:
    with pytest.raises(Unreadable) as caught:
        Hextra().setup(text)
    error = caught.value
    assert (error.text, error.key, error.values.get("word")) == (text, key, word)
    assert error.values.get("most") == ("10" if key == "hextra.too_many" else None)


def test_the_passes_of_a_position_are_written_and_read_back() -> None:
    game = Hextra()
    position = game.setup(f"{START} passes:2")
    assert position.passes == 2 and "passes:2" in game.layout(position)
    assert game.setup(game.layout(position)) == position
    assert "passes" not in game.layout(game.setup(START))


def test_the_last_motif_of_the_deck_is_a_motif() -> None:
    game = Hextra()
    last = len(game.deck)
    assert game.setup(f"{START} motifs:v{last},o1,r2,b3").motifs[0] == last
    with pytest.raises(Unreadable):
        game.setup(f"{START} motifs:v{last + 1},o1,r2,b3")


def test_a_deal_and_a_first_tile_name_the_colour_whose_turn_it_is() -> None:
    game = Hextra()
    dealing = game.start()
    assert game.read(dealing, "V:3") == game.read(dealing, "3")
    with pytest.raises(Unreadable) as caught:
        game.read(dealing, "O:3")
    assert caught.value.key == "hextra.other_colour"
    placing = game.setup("motifs:v1,o2,r3,b4 turn:1")
    assert game.read(placing, "V1@(0,0)") == game.read(placing, "(0,0)")
    with pytest.raises(Unreadable) as caught:
        game.read(placing, "O1@(0,0)")
    assert caught.value.key == "hextra.other_colour"


@pytest.mark.parametrize("name", ["V0", "V2", "O1"])
def test_tiles_that_do_not_lie_there(name: str) -> None:
    game = Hextra(players=3)
    position = game.setup("v:(0,0) r:(1,0) motifs:v1,o2,r3 turn:1")
    with pytest.raises(Unreadable) as caught:
        game.read(position, f"SC(R1)({name})")
    assert caught.value.key == "hextra.unknown_tile"


def test_judges_are_seats_and_the_first_of_them_acts() -> None:
    game = Hextra(referee="players")
    claim = f"{START.replace(' turn:1', '')} to:v claim:V2=SC(O1)(V1)@(2,0)"
    for end, fine in (
        ("judges:2,3 turn:2", True),
        ("judges:4 turn:4", True),
        ("judges:3,2 turn:2", False),
        ("judges:2,5 turn:2", False),
        ("judges:2,0 turn:2", False),
        ("turn:2", False),
    ):
        if fine:
            position = game.setup(f"{claim} {end}")
            assert game.stage(position) == "judge" and position.turn == int(end[-1]) - 1
            assert game.layout(position).endswith(f"claim:V2=SC(O1)(V1)@(2,0) {end.split()[0]}")
        else:
            with pytest.raises(Unreadable) as caught:
                game.setup(f"{claim} {end}")
            assert caught.value.values["word"] == "claim:v2=sc(o1)(v1)@(2,0)"


def test_any_seat_may_judge_another_colours_claim() -> None:
    game = Hextra(referee="players")
    tiles = START.replace(" turn:1", "")
    position = game.setup(f"{tiles} to:o claim:O2=SC(V1)(O1)@(-1,0) judges:3,4,1 turn:3")
    assert position.judges == (2, 3, 0) and position.turn == 2
    assert game.setup(game.layout(position)) == position
    with pytest.raises(Unreadable) as caught:
        Hextra(players=3).setup("v:(0,0) b:(1,0)")
    assert caught.value.values["word"] == "b:(1,0)", "three players have three colours"


def test_who_acts_follows_from_either_word() -> None:
    game, two = Hextra(), Hextra(players=2)
    tiles = START.replace(" turn:1", "")
    for text, colour, turn in (("to:r", 2, 2), ("turn:3", 2, 2), ("", 0, 0), ("to:b turn:4", 3, 3)):
        position = game.setup(f"{tiles} {text}")
        assert (position.colour, position.turn) == (colour, turn), text
    assert (two.setup(f"{tiles} to:b").colour, two.setup(f"{tiles} to:b").turn) == (3, 1)
    for text in ("motifs:v1,o2", "motifs:v1,o2 turn:chance"):
        dealing = game.setup(text)
        assert (dealing.colour, dealing.turn, game.stage(dealing)) == (2, CHANCE, "deal")
    assert game.setup("v:(0,0)").motifs == (1, 2, 3, 4) and game.setup("").motifs == (0, 0, 0, 0)
    assert game.setup(f"{tiles} passes:2").passes == 2 and game.setup(tiles).passes == 0


def test_a_layout_ends_as_its_tiles_say() -> None:
    bar = "v:(0,0),(1,0),(2,0),(3,0),(4,0) o:(0,1) r:(1,1) b:(2,1) motifs:v1,o2,r3,b4 turn:1"
    assert (Hextra().setup(bar).ended, Hextra().setup(bar).winners) == ("motif", (0,))
    answered = Hextra(equal_turns="on").setup(bar)
    assert (answered.ended, answered.winners) == ("", (0,)), "the round is played out"
    spent = " ".join(f"{letter}:({q},0),-,-,{LONG}" for q, letter in enumerate("vorb"))
    assert Hextra().setup(f"{spent} turn:1").ended == "tiles"
    assert Hextra().setup(f"{spent.replace(',-,-,', ',-,', 1)} turn:1").ended == ""
    for reason in ("motif", "tiles", "passes"):
        assert Hextra().setup(f"{START} ended:{reason}").ended == reason


def test_random_games_end_with_wrong_claims_among_them() -> None:
    """Positions with lost tiles are written and read like others, and every game ends."""
    dice = random.Random(4)
    for options in ({}, {"players": 2, "equal_turns": "on"}, {"players": 3, "referee": "players"}):
        game = Hextra(**options)
        match = Match(game)
        while match.outcome is None:
            position = match.position
            if match.turn == CHANCE:
                move = roll(game, position, dice)
            else:
                move = dice.choice(game.moves(position))
                if len(move) > 1 and dice.random() < 0.3:
                    move = (*move[:-1], dice.choice(game.choices(position, move[:-1])))
            match.play(move)
            assert game.setup(game.layout(match.position)) == match.position
            if len(match.played) % 7 == 0:
                scene_of(game, Moment(match.position, move, outcome=match.outcome))
        assert sum(map(len, match.position.tiles)) <= 10 * game.kinds
        assert len(match.position.log) <= 9 * game.kinds
        assert any(not entry.stands for entry in match.position.log)


# --- what is shown


def test_the_board_grows_with_the_tiles() -> None:
    game = Hextra()
    assert board_of(game).id == "hextra-4" == shown(game, game.start()).board
    assert len(board_of(game).polygons) == 37
    position = game.setup("v:(0,0),(1,0),(2,0),(3,0) o:(0,1) r:(1,1) b:(2,1) turn:1")
    scene = shown(game, position)
    assert scene.board == "hextra-6"
    board = board_of(game, scene.board)
    assert board.id == "hextra-6" and len(board.names) == len(board.centres) == cells_within(6) == 91
    assert board.names[:37] == board_of(game).names


def test_tiles_bear_their_names() -> None:
    position = Hextra().setup(START.replace("v:(0,0)", "v:(0,0),-,(-1,0)"))
    pieces = shown(Hextra(), position).pieces
    assert {piece.text for piece in pieces} == {"V1", "V3", "O1", "R1", "B1"}
    assert {piece.shape for piece in pieces} == {"tile"}


def test_a_transformation_is_drawn_while_it_is_announced() -> None:
    game = Hextra()
    position = game.setup(START)
    cells = {name: game.site(name) for name in ("(0,0)", "(1,0)", "(0,1)")}
    scene = shown(game, position, "sa (0,0) (1,0) (0,1)")
    assert marks(scene, "axis")[0].cells == (cells["(1,0)"], cells["(0,1)"])
    assert marks(shown(game, position, "t (0,0) (1,0) (0,1)"), "arrow")[0].cells == (1, 2)
    assert marks(shown(game, position, "sc (0,0) (1,0)"), "centre")[0].cells == (1,)
    for touched, degrees in (("60 direct", 60), ("120 indirect", -120), ("180", 180)):
        turn = marks(shown(game, position, f"r (0,0) (1,0) {touched}"), "turn")[0]
        assert turn.cells == (1, 0) and turn.value == degrees
    assert not marks(shown(game, position, "r (0,0) (1,0) 60"), "turn")
    last = played(game, "V2=R(O1,+60)(V1)")
    drawn = shown(game, last, last=game.read(position, "V2=R(O1,+60)(V1)"))
    assert marks(drawn, "turn") and marks(drawn, "last")[0].cells == (CELL[1, -1],)


def test_every_step_has_its_prompt() -> None:
    game = Hextra()
    position = game.setup(START)
    steps = {
        "": "prompt",
        "sa": "prompt_antecedent",
        "sa (0,0)": "prompt_centre_sa",
        "t (0,0) (1,0)": "prompt_centre_t_end",
        "r (0,0) (1,0)": "prompt_angle",
        "r (0,0) (1,0) 60": "prompt_sense",
        "sc (0,0) (1,0)": "prompt_cell",
    }
    for touched, key in steps.items():
        prompt = shown(game, position, touched).prompt
        assert prompt.key == f"hextra.{key}"
        for language in LANGUAGES:
            assert words(language).has(prompt.key) and "{" not in words(language)(prompt)


def test_cards_and_motifs_lie_face_up_for_everybody() -> None:
    game = Hextra()
    position = game.setup(START.replace("turn:1", "down:v-sa,o-x turn:1"))
    for viewer in (None, 0, 3):
        trays = shown(game, position, viewer=viewer).trays
        assert len(trays) == 4
        green, orange = trays[0].items, trays[1].items
        assert [item.text for item in green[:5]] == ["SA", "SC", "T", "R", "HEXTRA"]
        assert [item.state for item in green[:5]] == ["spent", "", "", "", ""]
        assert [item.state for item in orange[:5]] == ["", "", "", "", "spent"]
        assert green[5].face == "motif" and green[5].points == game.deck[0]
        assert green[0].site == game.button["sa"] and orange[0].site is None
        assert green[6].text == "1"
    chosen = shown(game, position, "r (0,0) (1,0) 60").trays
    assert chosen[0].items[3].state == "chosen"
    assert [(item.text, item.state) for item in chosen[4].items[:2]] == [("60°", "chosen"), ("120°", "")]


def test_score_sheets_and_help_card() -> None:
    game = Hextra()
    position = played(game, "V2=T(O1>R1)(V1)@(3,3)! O2=SC(V1)(O1) /")
    tiles, transformations, card = shown(game, position).sheets
    assert tiles.rows[0][1:4] == ("V1", "", "") and tiles.rows[1][1:3] == ("O1", "O2")
    assert [row[:3] for row in transformations.rows] == [("V1", "V2", "T(O1>R1)"), ("O1", "O2", "SC(V1)")]
    verdicts = [row[3].key for row in transformations.rows]
    assert verdicts == ["hextra.sheet.refused", "hextra.sheet.valid"]
    assert card.folded and len(card.rows) == len(CARDS)
    for sheet in (tiles, transformations, card):
        assert all(len(row) == len(sheet.head) for row in sheet.rows)
    for row, name in zip(card.rows, CARDS, strict=True):
        assert str(row[2]).startswith(f"V2={name.upper()}(")
        assert str(row[2]) in texts(game, game.setup(START))


# --- players


ONE_SHORT = "v:(0,0),(1,0),(2,0),(3,0) o:(0,1),(1,1) r:(0,2) b:(2,1) motifs:v1,o2,r3,b4 to:{} turn:{}"


@pytest.mark.parametrize("level", ["medium", "hard", "best"])
def test_levels_complete_their_motif(level: str) -> None:
    game = Hextra()
    position = game.setup(ONE_SHORT.format("v", 1))
    player, budget = computer(game, level, seed=1)
    thought = player.think(game, position, Budget(min(budget.simulations or 0, 300), 3.0, 1))
    assert game.outcome(game.play(position, thought.move)) is not None


def test_hard_stops_whoever_would_win_next() -> None:
    """Green lacks one tile of its bar, on one end only."""
    game = Hextra(hextra="off")
    position = game.setup(ONE_SHORT.format("b", 4) + " down:b-t")
    blocked = game.setup(game.layout(position).replace("o:(0,1),(1,1)", "o:(-1,0),(1,1)"))
    player, _ = computer(game, "hard", seed=1)
    thought = player.think(game, blocked, Budget(300, 5.0, 1))
    assert thought.move[-1] == CELL[4, 0]


def test_judges_contest_what_is_wrong() -> None:
    game = Hextra(referee="players")
    for text, verdict in (("SC(O1)(V1)@(0,2)", "contest"), ("SC(O1)(V1)", "accept")):
        position = played(game, text)
        assert [game.write(position, move) for move in order(game, position)] == [verdict]


def test_engines_look_at_one_announcement_a_card_and_cell() -> None:
    dice, game = random.Random(8), Hextra()
    position = game.start()
    while game.outcome(position) is None:
        moves = game.moves(position)
        if game.stage(position) == "announce":
            looked = order(game, position)
            assert 0 < len(looked) <= 30 and set(looked) <= set(moves)
            targets = [(move[0], move[-1]) for move in looked]
            assert len(targets) == len(set(targets))
            shares = evaluate(game, position)
            assert sum(shares) == pytest.approx(1) and all(0.001 < share < 0.999 for share in shares)
        position = game.play(position, dice.choice(moves))


def test_levels_play_all_stages() -> None:
    for options in ({"players": 2, "motif_choice": 2}, {"players": 3, "referee": "players", "motif": 4}):
        game, dice = Hextra(**options), random.Random(2)
        position = game.start()
        for _ in range(40):
            if game.outcome(position):
                break
            if position.turn == CHANCE:
                position = game.play(position, roll(game, position, dice))
                continue
            player, _ = computer(game, "medium", seed=1)
            move = player.think(game, position, Budget(15, 2.0, 1)).move
            assert game.refusal(position, move) is None
            position = game.play(position, move)


def test_hints_say_why() -> None:
    game = Hextra()
    won = hint(game, position := game.setup(ONE_SHORT.format("v", 1)))
    assert won and won[1].key == "hextra.hint_win"
    assert game.outcome(game.play(position, won[0])) is not None
    stopped = hint(game, game.setup(ONE_SHORT.format("o", 2)))
    assert stopped and stopped[1].key == "hextra.hint_block"
    for language in LANGUAGES:
        assert "{" not in words(language)(stopped[1])
    assert hint(game, game.setup(START)) is None
    assert hint(game, game.start()) is None


def test_a_seat_names_the_colours_that_it_plays() -> None:
    two = Hextra(players=2)
    notes = [seat.note for seat in scene_of(two, Moment(two.start())).seats]
    assert [words("en")(note) for note in notes if note] == [
        "Left: V\xa010, R\xa010",
        "Left: O\xa010, B\xa010",
    ]
    four = Hextra()
    note = scene_of(four, Moment(four.start())).seats[0].note
    assert note is not None and words("fr")(note) == "V, reste 10"


# --- leaving


def test_the_colour_that_left_is_skipped_and_its_tiles_stay() -> None:
    game = Hextra()
    position = game.setup(START)
    after = game.leave(position, 1)
    assert after.turn == 0 and after.tiles == position.tiles
    assert [game.is_in(after, seat) for seat in range(4)] == [True, False, True, True]
    after = played_on(game, after, "V2=T(O1>R1)(V1)@(-1,1) /")
    assert after.colour == 2, "the centre of O1 still has a name, and orange is skipped"
    assert game.layout(after).endswith("out:2") and game.setup(game.layout(after)) == after
    again = game.leave(after, 2)
    assert again.turn == 3 and again.out == {1, 2}


def played_on(game: Hextra, position: HextraPosition, text: str) -> HextraPosition:
    match = Match(game, start=position)
    for word in text.split():
        match.play(game.read(match.position, word))
    return match.position


def test_leaving_in_the_middle_of_a_turn_ends_it() -> None:
    game = Hextra()
    position = played(game, "V2=T(O1>R1)(V1)@(-1,1)")
    assert game.stage(position) == "hextra"
    after = game.leave(position, 0)
    assert (after.turn, game.stage(after), len(after.tiles[0])) == (1, "announce", 2)
    second = game.leave(played(game, "V2=T(O1>R1)(V1)@(-1,1) X"), 0)
    assert not second.second and second.turn == 1


@pytest.mark.parametrize("choice", [1, 2])
def test_leaving_while_motifs_are_dealt(choice: int) -> None:
    game = Hextra(players=4, motif_choice=choice)
    position = game.leave(game.start(), 1)
    assert position.turn == CHANCE and position.colour == 0
    dice = random.Random(choice)
    while position.colour == 0:
        position = game.play(position, dice.choice(game.moves(position)))
    assert position.colour == 2, "orange gets no motif"
    position = game.play(position, dice.choice(game.moves(position)))
    position = game.leave(position, 2)
    while game.stage(position) in ("deal", "choose"):
        assert position.colour == 3 and game.setup(game.layout(position)) == position
        assert sum(evaluate(game, position)) == pytest.approx(1) and evaluate(game, position)[1] == 0
        position = game.play(position, dice.choice(game.moves(position)))
    assert game.stage(position) == "setup" and position.turn == 0
    assert [bool(motif) for motif in position.motifs][1:4:2] == [False, True]


def test_the_next_colour_begins_when_the_first_leaves_before_its_first_tile() -> None:
    game = Hextra(players=3)
    position = game.leave(game.setup("motifs:v1,o2,r3 to:v turn:1"), 0)
    assert position.turn == 1 and texts(game, position) == ["O1@(0,0)"]
    position = played_on(game, position, "O1@(0,0) R1@(1,0)")
    assert position.turn == 1 and game.stage(position) == "announce"


def test_an_open_claim_of_who_left_is_withdrawn() -> None:
    game = Hextra(referee="players")
    position = played(game, "V2=T(O1>R1)(V1)@(-1,1) accept")
    assert position.judges == (2, 3)
    after = game.leave(position, 0)
    assert (after.claim, after.judges, after.log) == ((), (), ()) and after.tiles == position.tiles
    assert after.turn == 1 and game.stage(after) == "announce"


def test_a_verdict_that_who_left_owes_is_to_accept() -> None:
    game = Hextra(referee="players")
    position = played(game, "V2=T(O1>R1)(V1)@(-1,1)")
    after = game.leave(position, 1)
    assert after.judges == (2, 3) and after.turn == 2
    assert game.leave(position, 3).judges == (1, 2)
    last = game.leave(played_on(game, after, "accept"), 3)
    assert not last.claim and len(last.tiles[0]) == 2 and game.stage(last) == "hextra" and last.turn == 0
    wrong = game.leave(game.leave(played(game, "V2=T(O1>R1)(V1)@(1,1) accept accept"), 1), 3)
    assert wrong.log[-1].stands, "nobody contests it, and a tile can lie there"
    following = played_on(game, game.leave(game.setup(START), 3), "V2=T(O1>R1)(V1)@(-1,1)")
    assert following.judges == (1, 2), "who left judges nothing"


def test_a_colour_that_would_win_with_the_round_no_longer_wins_when_it_leaves() -> None:
    game = Hextra(players=3, equal_turns="on")
    bar = ",".join(f"({q},0)" for q in range(5))
    text = f"v:{bar} o:(0,1) r:(1,1) motifs:v{bar_number(game)},o2,r3 to:o turn:2"
    position = game.setup(text)
    assert position.winners == (0,)
    assert game.leave(position, 0).winners == ()
    ended = game.leave(game.setup(text.replace("to:o turn:2", "to:r turn:3")), 2)
    assert game.outcome(ended).returns == (1, 0, 0), "red was the last of the round"


def bar_number(game: Hextra) -> int:
    return next(n for n, motif in enumerate(game.deck, 1) if realised(motif, set(BAR), "free", True))


def test_who_left_does_not_count_among_those_who_have_passed() -> None:
    game = Hextra(players=4)
    position = game.setup(f"{START} passes:2")
    assert game.leave(position, 1).passes == 2, "pink and blue have passed, and orange has not"
    assert game.leave(position, 3).passes == 1
    over = game.setup(f"{START} passes:3")
    assert game.outcome(game.leave(over, 0)).reason == "passes"


@pytest.mark.parametrize("draw", ["nul", "partial"])
def test_those_who_are_in_share_a_draw(draw: str) -> None:
    game = Hextra(players=3, draw=draw)
    position = game.leave(game.setup("v:(0,0) o:(1,0) r:(0,1) turn:1 passes:2"), 0)
    outcome = game.outcome(position)
    assert outcome.returns == (0, 0.5, 0.5)
    scene = scene_of(game, Moment(position, outcome=outcome))
    assert words("en")(scene.prompt).startswith("Draw") and words("fr")(scene.prompt).startswith(
        "Partie nulle"
    )
    assert game.setup(game.layout(position)) == position


def test_the_scene_and_the_computer_leave_out_who_left() -> None:
    game = Hextra()
    position = game.leave(game.setup(START), 2)
    scene = scene_of(game, Moment(position))
    assert [seat.out for seat in scene.seats] == [False, False, True, False]
    assert {tray.seat for tray in scene.trays} == {0, 1, 3}
    shares = evaluate(game, position)
    assert shares[2] == 0 and sum(shares) == pytest.approx(1)
    player, budget = computer(game, "easy", seed=1)
    assert player.think(game, position, replace(budget, simulations=30)).move in game.moves(position)
    threat = game.setup(
        f"v:(0,0),(1,4) o:(1,0) r:(0,1),(0,2),(0,3),(0,4) b:(2,-1) turn:1 motifs:v2,o3,r{bar_number(game)},b4"
    )
    assert hint(game, threat) is not None and hint(game, game.leave(threat, 2)) is None


def test_with_two_seats_of_two_colours_leaving_ends_the_game() -> None:
    match = Match(Hextra(players=2))
    match.resign(0)
    assert match.outcome.returns == (0, 1)


def test_a_layout_with_a_wrong_word_for_who_left_is_refused() -> None:
    for players, more, key in (
        (4, "out:1", "turn_is_out"),
        (4, "out:2,3,4", "bad_out"),
        (2, "out:2", "bad_out"),
        (4, "out:2 claim:V2=T(O1>R1)(V1)@(-1,1) judges:2", "unknown_word"),
    ):
        with pytest.raises(Unreadable) as caught:
            Hextra(players=players).setup(f"{START} {more}")
        assert caught.value.key == key
