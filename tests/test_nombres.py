"""Nombres croisés: the tests of docs/rules.md section 11 by number, and all that it is made of."""

import json
import pickle
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from conformance import check_game

from pavage.formats.record import Record, read_record, write_record
from pavage.game import IllegalMove, Position, Unreadable
from pavage.games.cell_sets import cells_of, set_of
from pavage.games.nombres import Nombres, braille
from pavage.games.nombres.generator import NoSuchPuzzle, generate, graded
from pavage.games.nombres.grid import Grid, grid_named, hex_grid, square_grid
from pavage.games.nombres.hint import hint
from pavage.games.nombres.puzzle import BadPuzzle, Puzzle, read_puzzle, write_json, write_line
from pavage.games.nombres.solving.counting import count_grids
from pavage.games.nombres.solving.deduction import Marks, deduce, find_trial, saturate
from pavage.games.nombres.solving.flow import gale_ryser, other_grid, ryser, shortage, some_grid
from pavage.games.nombres.solving.solver import TooHard, as_rows, from_rows, solutions, some_solutions
from pavage.games.nombres.strategy import perfect
from pavage.match import Match
from pavage.options import BadOption
from pavage.players.levels import LEVELS, computer
from pavage.registry import board_of, scene_of
from pavage.scene import Moment
from pavage.view.text import draw
from pavage.view.touching import is_beginning, kept_after, pens
from pavage.words import words
from pavage.words.complaint import explain

NOTHING = Marks(0, 0)
ROWS, COLUMNS = [4, 3, 3, 5, 4, 3], [5, 4, 4, 3, 5, 1]
FALLING, RISING = [1, 1, 2, 3, 4, 3, 3, 3, 1, 1, 0], [1, 2, 2, 1, 4, 4, 4, 2, 0, 2, 0]
PICTURE = ["###.#.", "#..##.", "#.#.#.", "#####.", ".###.#", "##..#."]
POLYGO = """
{"type":"croises","version":1,"id":"polygo","board":{"kind":"square","rows":6,"cols":6},
 "sums":{"R":[4,3,3,5,4,3],"C":[5,4,4,3,5,1]},
 "given":{"full":["d2"],"empty":["b3","a5","e5"]},
 "theme":{"kind":"braille","cells":[2,3],"text":"POLYGO"},
 "solution":["###.#.","#..##.","#.#.#.","#####.",".###.#","##..#."],"grade":1,"score":11}
"""
LINE = "6x6/R4,3,3,5,4,3/C5,4,4,3,5,1/d2+,b3-,a5-,e5-/braille"
H4_EASY = [1, 2, 5, 5, 0, 2, 4, 2, 1, 3, 5, 3, 2, 3, 2, 4, 3, 4, 4, 2, 0]
H4_HARD = [2, 3, 4, 2, 3, 0, 2, 1, 3, 4, 1, 4, 1, 2, 1, 1, 1, 5, 4, 2, 2]
SMALL = "3x3/R2,1,1/C2,1,1/a1-"
"""Its solution is b1 c1 a2 a3."""


def has_one_grid(rows: Sequence[int], columns: Sequence[int]) -> bool:
    """The sorted columns are the conjugate of the rows."""
    conjugate = [sum(row >= k for row in rows) for k in range(1, len(columns) + 1)]
    return sorted(columns, reverse=True) == conjugate


def count(grid: Grid, sums: list[int]) -> int:
    """Counted row by row and found one by one: both must agree."""
    counted = count_grids(grid, sums)
    if counted < 5000:
        assert counted == len(list(solutions(grid, sums, NOTHING, most_nodes=100_000)))
    return counted


def played(game: Nombres, text: str) -> Match:
    match = Match(game)
    for word in text.split():
        match.play(game.read(match.position, word))
    return match


def why(game: Nombres, position: Position, text: str) -> str | None:
    refusal = game.refusal(position, game.read(position, text))
    return refusal.key if refusal else None


def refused(**options: object) -> str:
    """The key of the refusal, whose sentence exists in both languages."""
    with pytest.raises(BadOption) as caught:
        Nombres(**options)
    for language in ("en", "fr"):
        sentence = explain(words(language), caught.value)
        assert sentence != caught.value.key
        assert not any(blank in sentence for blank in ("{value}", "{takes}", "{option}"))
    return caught.value.key


# --- the tests of docs/rules.md


def test_11_1_rows_and_columns() -> None:
    three, two = square_grid(3, 3), square_grid(2, 2)
    assert sum([3, 0, 0]) == sum([2, 1, 0]) and not gale_ryser([3, 0, 0], [2, 1, 0])
    assert count(three, [3, 0, 0, 2, 1, 0]) == 0 and shortage([3, 0, 0], [2, 1, 0]) == (1, 3, 2)
    assert gale_ryser([3, 3, 0], [2, 2, 2]) and has_one_grid([3, 3, 0], [2, 2, 2])
    assert count(three, [3, 3, 0, 2, 2, 2]) == 1
    assert count(two, [1, 1, 1, 1]) == 2 and not has_one_grid([1, 1], [1, 1])
    assert count(three, [2, 1, 1, 2, 1, 1]) == 5
    assert ryser([2, 1, 1], [2, 1, 1]) == ["##.", "#..", "..#"]
    assert ryser([3, 0, 0], [2, 1, 0]) is None
    assert as_rows(three, some_solutions(three, [2, 1, 1, 2, 1, 1], NOTHING)[0]) == ["##.", "#..", "..#"]


def test_11_2_numbers_of_grids() -> None:
    assert count(square_grid(4, 4), [2] * 8) == 90
    assert count(square_grid(6, 6), [3] * 12) == 297_200
    assert count(square_grid(6, 6), [1] * 12) == 720


def test_11_3_polygo() -> None:
    puzzle = read_puzzle(POLYGO)
    bare = square_grid(6, 6)
    assert list(puzzle.sums) == ROWS + COLUMNS
    assert count(bare, ROWS + COLUMNS) == 3078
    letters = [braille.decode(bare, full) for full in solutions(bare, ROWS + COLUMNS, NOTHING, None, 100_000)]
    assert sum(len(text) == 6 and text.isascii() and text.isalpha() for text in letters) == 265
    assert count_grids(bare, puzzle.sums, puzzle.given) == 1
    effort = deduce(bare, puzzle.sums, puzzle.given)
    assert effort is not None and effort.solved
    assert (effort.grade, effort.steps, effort.trials, effort.score) == (1, 11, 0, 11)
    assert as_rows(bare, effort.marks.full) == PICTURE
    assert count(square_grid(6, 6, "D"), ROWS + COLUMNS + FALLING) == 33
    both = square_grid(6, 6, "DA")
    assert count(both, ROWS + COLUMNS + FALLING + RISING) == 1
    effort = deduce(both, ROWS + COLUMNS + FALLING + RISING, NOTHING)
    assert effort is not None and (effort.solved, effort.steps, effort.trials) == (True, 20, 0)
    full = from_rows(both, PICTURE)
    assert full is not None and list(both.sums_of(full)) == ROWS + COLUMNS + FALLING + RISING


def test_11_4_two_triangles_on_h2() -> None:
    grid = hex_grid(2)
    triangles = {frozenset({(1, -1), (-1, 0), (0, 1)}), frozenset({(0, -1), (1, 0), (-1, 1)})}
    for sums, centre in (([1] * 9, set()), ([1, 2, 1] * 3, {(0, 0)})):
        found = {frozenset(grid.places[c] for c in cells_of(full)) for full in solutions(grid, sums, NOTHING)}
        assert found == {triangle | centre for triangle in triangles}
        assert count(grid, sums) == 2


def test_11_5_a_hexagon_of_grade_1() -> None:
    effort = deduce(hex_grid(4), H4_EASY, NOTHING)
    assert count(hex_grid(4), H4_EASY) == 1
    assert effort is not None and (effort.grade, effort.trials) == (1, 0)


def test_11_6_a_hexagon_of_grade_3() -> None:
    effort = deduce(hex_grid(4), H4_HARD, NOTHING)
    assert count(hex_grid(4), H4_HARD) == 1
    assert effort is not None and (effort.grade, effort.trials) == (3, 3)
    assert effort.score == effort.steps + 45


# --- what the rules say about all grids


def test_gale_ryser_and_lonesum_grids_on_small_boards() -> None:
    """On 2×2 and 3×3: which sums have a grid, and how many grids are alone, are 14 and 230."""
    for size, alone in ((2, 14), (3, 230)):
        grid = square_grid(size, size)
        vectors = Counter(grid.sums_of(full) for full in range(1 << size * size))
        assert sum(number == 1 for number in vectors.values()) == alone
        for sums in product(range(size + 1), repeat=2 * size):
            rows, columns = sums[:size], sums[size:]
            assert gale_ryser(rows, columns) == (sums in vectors)
            assert (ryser(rows, columns) is not None) == (sums in vectors)
            if sums in vectors:
                assert has_one_grid(rows, columns) == (vectors[sums] == 1)
                assert count_grids(grid, sums) == vectors[sums]


def test_sums_of_h2() -> None:
    vectors = Counter(hex_grid(2).sums_of(full) for full in range(128))
    assert len(vectors) == 126 and sum(number == 1 for number in vectors.values()) == 124


def test_the_theorem_on_random_puzzles() -> None:
    """Rows, columns and given cells: one solution exactly if T1 alone solves it."""
    dice = random.Random(3)
    seen = Counter[bool]()
    for _ in range(200):
        grid = square_grid(dice.randint(2, 5), dice.randint(2, 5))
        full = dice.getrandbits(len(grid.places))
        shown = set_of(cell for cell in range(len(grid.places)) if dice.random() < 0.35)
        given = Marks(full & shown, ~full & shown & grid.everything)
        sums = grid.sums_of(full)
        marks = saturate(grid, sums, given)
        assert isinstance(marks, Marks)
        unique = marks.known == grid.everything
        seen[unique] += 1
        assert (count_grids(grid, sums, given) == 1) == unique
        other = other_grid(grid, full, given.known)
        assert (other is None) == unique
        if other is not None:
            assert other != full and grid.sums_of(other) == sums and not (other ^ full) & given.known
    assert min(seen.values()) > 20


def test_a_flow_finds_a_grid_whenever_there_is_one() -> None:
    dice = random.Random(5)
    found = Counter[bool]()
    for _ in range(300):
        grid = square_grid(3, 4)
        sums = [*(dice.randint(0, 4) for _ in range(3)), *(dice.randint(0, 3) for _ in range(4))]
        full = dice.getrandbits(12) & dice.getrandbits(12) & dice.getrandbits(12)
        given = Marks(full, ~full & dice.getrandbits(12) & dice.getrandbits(12) & dice.getrandbits(12))
        if dice.random() < 0.7:
            picture = dice.getrandbits(12)
            sums = list(grid.sums_of(picture))
        grids = count_grids(grid, sums, given)
        flow = some_grid(grid, sums, given)
        found[grids > 0] += 1
        assert (flow is not None) == (grids > 0)
        if flow is not None:
            assert list(grid.sums_of(flow)) == sums
            assert not given.full & ~flow and not given.empty & flow
    assert min(found.values()) > 20


@pytest.mark.parametrize(
    "grid", [square_grid(3, 3, "D"), square_grid(3, 4, "A"), square_grid(3, 3, "DA"), hex_grid(2)]
)
def test_search_and_count_agree_with_listing_everything(grid: Grid) -> None:
    cells = len(grid.places)
    vectors = Counter(grid.sums_of(full) for full in range(1 << cells))
    dice = random.Random(1)
    for sums in dice.sample(list(vectors), 40):
        assert count_grids(grid, sums) == vectors[sums] == len(set(solutions(grid, sums, NOTHING)))
        assert len(some_solutions(grid, sums, NOTHING)) == min(2, vectors[sums])


def test_lines_of_diagonals_run_as_the_rules_number_them() -> None:
    grid = square_grid(2, 3, "DA")
    named = {
        direction: [
            [grid.names[cell] for cell in line.cells] for line in grid.lines if line.direction == direction
        ]
        for direction in "DA"
    }
    assert named["D"] == [["a2"], ["a1", "b2"], ["b1", "c2"], ["c1"]]
    assert named["A"] == [["a1"], ["b1", "a2"], ["c1", "b2"], ["c2"]]
    hexagon = hex_grid(2)
    first = {line.direction: line for line in reversed(hexagon.lines)}
    assert {hexagon.places[cell] for cell in first["R"].cells} == {(0, -1), (1, -1)}
    assert {hexagon.places[cell] for cell in first["Q"].cells} == {(-1, 0), (-1, 1)}
    assert {hexagon.places[cell] for cell in first["S"].cells} == {(1, 0), (0, 1)}


def test_a_search_gives_up_where_it_would_take_too_long() -> None:
    with pytest.raises(TooHard):
        list(solutions(square_grid(6, 6), [3] * 12, NOTHING, most_nodes=100))
    large = square_grid(20, 20, "DA")
    sums = large.sums_of(random.Random(1).getrandbits(400))
    begun = time.process_time()
    assert refused(puzzle=write_line(Puzzle(large, sums))) in (
        "nombres.puzzle.too_hard",
        "nombres.puzzle.several",
    )
    assert time.process_time() - begun < 10


def test_trials_are_taken_in_the_fixed_order() -> None:
    """The first trial of 11.6: after row 6, d1 supposed full breaks row 1."""
    grid = hex_grid(4)
    marks = saturate(grid, H4_HARD, NOTHING)
    assert isinstance(marks, Marks)
    trial = find_trial(grid, H4_HARD, marks)
    assert trial is not None
    assert (grid.names[trial.cell], trial.full, grid.lines[trial.line].direction) == ("d1", True, "R")
    assert deduce(grid, [*H4_HARD[:-1], 3], NOTHING) is None


# --- puzzles as text


def test_json_is_read_and_written_as_the_rules_say() -> None:
    puzzle = read_puzzle(POLYGO)
    assert write_json(puzzle) == json.loads(POLYGO)
    assert (puzzle.text, puzzle.id, puzzle.grade, puzzle.score) == ("POLYGO", "polygo", 1, 11)
    hexagon = read_puzzle(
        '{"type":"croises","version":1,"board":{"kind":"hex","side":2},'
        '"sums":{"R":[1,2,1],"Q":[1,2,1],"S":[1,2,1]},"given":{"full":[[0,-1],[0,0]]}}'
    )
    assert write_json(hexagon)["given"] == {"full": [[0, -1], [0, 0]], "empty": []}
    assert write_json(hexagon)["board"] == {"kind": "hex", "side": 2}
    assert write_line(hexagon) == "H2/R1,2,1/Q1,2,1/S1,2,1/b1+,b2+"


def test_a_line_holds_everything_but_the_solution() -> None:
    assert write_line(read_puzzle(POLYGO)) == LINE
    assert read_puzzle(LINE) == read_puzzle(POLYGO).public()
    assert read_puzzle(" 2X2 / r2,0 / c1,1 ") == read_puzzle("2x2/R2,0/C1,1")
    dice = random.Random(2)
    for grid in (square_grid(4, 3, "A"), square_grid(5, 5, "DA"), hex_grid(3)):
        puzzle = generate(grid, dice)
        assert read_puzzle(write_line(puzzle)) == puzzle.public()
        assert read_puzzle(json.dumps(write_json(puzzle))) == puzzle


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("nonsense", "board"),
        ("6x6/R1/Z3", "unreadable"),
        ("26x6/R1,1/C1,1", "board"),
        ("H9/R1/Q1/S1", "board"),
        ("2x2/R1,1", "missing_sums"),
        ("2x2/R1,1/C1,1/Q1,1", "direction"),
        ("2x2/R1,1/C1,1,1", "sums_count"),
        ("2x2/R3,1/C2,2", "sum_range"),
        ("2x2/R1,1/C1,0", "totals"),
        ("2x2/R1,1/C1,1/c3+", "cell"),
        ("2x2/R1,1/C1,1/a1+,a1-", "given_twice"),
        ("2x2/R1,1/C1,1/braille", "braille_board"),
        ("2x2/R2,0/C2,0/" + "a" * 20_000, "too_long"),
        ('{"type":', "not_json"),
        ('{"type":"sudoku"}', "other_type"),
        ('{"type":"croises","version":2}', "other_type"),
        ('{"type":"croises","version":1}', "missing"),
        ('{"type":"croises","version":1,"sums":{},"board":{"kind":"round"}}', "board"),
        ('{"type":"croises","version":1,"sums":{},"board":{"kind":"square","rows":2,"cols":true}}', "board"),
        (POLYGO.replace("[4,3,3,5,4,3]", '[4,3,3,5,4,"3"]'), "unreadable"),
        (POLYGO.replace('"d2"', '["d",2]'), "cell"),
        (POLYGO.replace('"###.#."', '"####.."'), "wrong_solution"),
        (POLYGO.replace('"###.#."', '"###"'), "wrong_solution"),
    ],
)
def test_puzzles_that_cannot_be(text: str, key: str) -> None:
    with pytest.raises(BadPuzzle) as caught:
        read_puzzle(text)
    assert caught.value.key == f"nombres.puzzle.{key}"
    assert refused(puzzle=text) == f"nombres.puzzle.{key}"


def test_puzzles_need_one_solution_unless_any_is_right() -> None:
    assert refused(puzzle="3x3/R3,0,0/C2,1,0") == "nombres.puzzle.no_solution"
    assert refused(puzzle="3x3/R3,0,0/C2,1,0", unique=False) == "nombres.puzzle.no_solution"
    assert refused(puzzle="2x2/R1,1/C1,1") == "nombres.puzzle.several"
    game = Nombres(puzzle="2x2/R1,1/C1,1", unique=False)
    for grid in ("a1+ b1- a2- b2+", "a1- b1+ a2+ b2-"):
        match = played(game, grid)
        assert match.outcome is not None and match.outcome.returns == (1.0,)


# --- the generator


@pytest.mark.parametrize(
    "grid", [square_grid(6, 6), square_grid(6, 6, "D"), square_grid(5, 7, "DA"), hex_grid(4)]
)
def test_made_puzzles_have_one_solution_and_no_needless_given_cell(grid: Grid) -> None:
    for seed in range(5):
        puzzle = generate(grid, random.Random(seed))
        assert some_solutions(grid, puzzle.sums, puzzle.given) == [puzzle.solution]
        assert puzzle == generate(grid, random.Random(seed))
        for cell in cells_of(puzzle.given.known):
            fewer = Marks(puzzle.given.full & ~(1 << cell), puzzle.given.empty & ~(1 << cell))
            assert len(some_solutions(grid, puzzle.sums, fewer)) == 2


def test_few_cells_are_given() -> None:
    """The means of the rules, roughly: 6.7 on 6×6, 0.13 with both diagonals."""
    for diagonals, low, high in (("", 5.0, 8.0), ("DA", 0.0, 0.5)):
        puzzles = [generate(square_grid(6, 6, diagonals), random.Random(seed)) for seed in range(60)]
        assert low <= sum(puzzle.given.known.bit_count() for puzzle in puzzles) / 60 <= high


@pytest.mark.parametrize("grade", [1, 2, 3, 4])
@pytest.mark.parametrize("grid", [square_grid(8, 8, "DA"), hex_grid(5)], ids=["8x8", "H5"])
def test_grades_that_are_asked_for(grid: Grid, grade: int) -> None:
    puzzle = generate(grid, random.Random(7), grade=grade)
    effort = deduce(grid, puzzle.sums, puzzle.given)
    assert effort is not None and effort.grade == puzzle.grade == grade and effort.score == puzzle.score
    bounds = {1: (0, 0), 2: (1, 2), 3: (3, 5), 4: (0, 999)}[grade]
    assert bounds[0] <= effort.trials <= bounds[1]


def test_a_grade_that_cannot_be_found() -> None:
    with pytest.raises(NoSuchPuzzle):
        generate(hex_grid(2), random.Random(1), grade=4)
    assert refused(board="H2", grade=4, seed=1) == "nombres.not_found"


def test_large_boards_are_made_too() -> None:
    for grid in (square_grid(25, 25), square_grid(12, 12, "DA"), hex_grid(7)):
        puzzle = generate(grid, random.Random(1))
        assert some_solutions(grid, puzzle.sums, puzzle.given) == [puzzle.solution]


def test_a_solution_can_be_laid_down() -> None:
    grid = square_grid(6, 6)
    picture = from_rows(grid, PICTURE)
    puzzle = generate(grid, random.Random(1), solution=picture)
    assert puzzle.solution == picture and list(puzzle.sums) == ROWS + COLUMNS
    assert from_rows(grid, PICTURE[:5]) is None and from_rows(grid, ["######"] * 5 + ["#####x"]) is None


# --- Braille


def test_braille_of_polygo() -> None:
    grid = square_grid(6, 6)
    assert as_rows(grid, braille.encode(grid, "POLYGO")) == PICTURE
    assert braille.printed(braille.dots_of("polygo")) == "⠏⠕⠇⠽⠛⠕"
    assert braille.decode(grid, braille.encode(grid, "Polygo")) == "polygo"


def test_every_sign_of_both_languages() -> None:
    grid = square_grid(3, 2)
    for language, letters in (("en", "abcdefghijklmnopqrstuvwxyz'-"), ("fr", "éàèùçâêîôûëïüœ")):
        signs = {letter: braille.SIGNS[language][letter] for letter in letters}
        assert len(set(signs.values())) == len(letters)
        for letter in letters:
            assert braille.decode(grid, braille.encode(grid, letter, language), language) == letter
    rules = (
        "é=123456 à=12356 è=2346 ù=23456 ç=12346 â=16 ê=126 î=146 ô=1456 û=156 ë=1246 ï=12456 ü=1256 œ=246"
    )
    for word in rules.split():
        assert braille.SIGNS["fr"][word[0]] == frozenset(map(int, word[2:]))
    assert len(set(braille.SIGNS["fr"].values())) == len(braille.SIGNS["fr"])
    with pytest.raises(braille.NoSign):
        braille.dots_of("é", "en")
    assert braille.decode(grid, braille.encode(grid, "é", "fr"), "en") == "?"
    with pytest.raises(ValueError, match="longer"):
        braille.encode(grid, "ab")


def test_words_for_the_theme() -> None:
    for seed in range(20):
        for board in ("3x2", "6x6", "12x12", "3x4"):
            grid = grid_named(board)
            assert grid is not None
            text = braille.some_text(grid, random.Random(seed))
            lines, across = braille.room(grid)
            assert len(text) <= lines * across and (board == "3x2" or board == "3x4" or text)
    game = Nombres(theme="braille", seed=4)
    assert braille.decode(game.grid, game.solution()) in braille.WORDS


def test_a_solved_grid_says_its_word_and_not_before() -> None:
    game = Nombres(puzzle=POLYGO)
    position = game.with_marks(Marks(game.solution(), game.grid.everything & ~game.solution()))
    news = scene_of(game, Moment(position, outcome=game.outcome(position))).news
    assert news is not None and "POLYGO" in words("fr")(news) and "⠏⠕⠇⠽⠛⠕" in words("en")(news)
    assert scene_of(game, Moment(game.start())).news is None


# --- options


def test_options_choose_the_puzzle() -> None:
    game = Nombres()
    assert (game.players, game.options["board"], game.options["diag"]) == (1, "6x6", "none")
    assert len(game.tiling) == 36 and len(game.grid.lines) == 12 and game.unique
    assert len(Nombres(board="4x7", seed=1).grid.places) == 28
    wide = Nombres(board="4x7", seed=1)
    assert wide.tiling.code == "S7x4" and wide.sites[27] == "g4"
    assert len(Nombres(board="h3", seed=1).tiling) == 19
    assert [len(Nombres(diag=diag, seed=1).grid.lines) for diag in ("none", "D", "a", "DA")] == [
        12,
        23,
        23,
        34,
    ]
    assert not Nombres(unique=False, seed=1).given
    assert Nombres(board="H4", grade=3, seed=2).options["grade"] == "3"
    assert graded(Nombres(board="H4", grade=3, seed=2).puzzle).grade == 3


def test_a_seed_makes_the_same_puzzle_and_none_another() -> None:
    assert Nombres(seed=5) == Nombres(seed="5") != Nombres(seed=6)
    assert len({str(Nombres().options["puzzle"]) for _ in range(4)}) > 1


def test_options_that_do_not_go_together() -> None:
    assert refused(grade=2) == refused(grade=4, unique=True) == "nombres.never_hard"
    Nombres(grade=1)
    assert refused(grade=2, diag="d", unique=False) == "nombres.grade_unique"
    assert refused(puzzle="2x2/R1,1/C1,1", unique=False, grade=1) == "nombres.grade_unique"
    assert refused(board="H4", diag="d") == "nombres.hexagon_diag"
    assert refused(board="5x6", theme="braille") == refused(board="H3", theme="braille")
    assert refused(board="5x6", theme="braille") == "nombres.puzzle.braille_board"
    for board in ("1x6", "26x3", "H1", "H9", "T5", "6"):
        assert refused(board=board) == "bad_value"
    assert refused(seed="x") == refused(players=2) == "bad_value"
    for other in ({"board": "7x7"}, {"diag": "da"}, {"grade": 3}):
        assert refused(puzzle=LINE, **other) == "nombres.other_kind"
    assert refused(puzzle=SMALL, theme="braille") == "nombres.other_kind"
    Nombres(puzzle=LINE, grade=1, board="6x6", theme="braille")
    assert refused(board="14x14", diag="d") == refused(board="H7", grade=1) == "nombres.too_large"


def test_solution_and_text_are_not_kept() -> None:
    """Neither in the options, nor in what is shown, nor in a record, until the puzzle is solved."""
    game = Nombres(puzzle=POLYGO)
    assert game.options["puzzle"] == LINE
    assert game.puzzle.solution is None and not game.puzzle.text and not game.puzzle.id
    match = played(game, "a1+ b1-")
    told = [
        repr(game.options),
        repr(scene_of(game, Moment(match.position))),
        repr(board_of(game)),
        write_record(Record(match)),
        repr(pickle.dumps(game)),
    ]
    for text in told:
        assert "polygo" not in text.lower().replace("polygon", "")
        assert PICTURE[0] not in text
    again = read_record(write_record(Record(match))).match
    assert again.game == game and again.positions == match.positions


def test_a_copy_in_another_process_has_the_same_puzzle() -> None:
    for options in (
        {},
        {"board": "H3"},
        {"diag": "da", "grade": "2"},
        {"theme": "braille"},
        {"unique": False},
    ):
        game = Nombres(**options)
        copy = pickle.loads(pickle.dumps(game))
        assert copy == game and copy.puzzle == game.puzzle and copy.start() == game.start()


# --- the game


def test_a_game_is_solved() -> None:
    game = Nombres(puzzle=SMALL)
    match = played(game, "b1+ b2- c1+ a2+")
    assert match.outcome is None and game.choices(match.position, ())
    match.play(game.read(match.position, "a3+"))
    assert match.outcome is not None, "empty cells need no mark"
    assert (match.outcome.returns, match.outcome.reason) == ((1.0,), "solved")
    assert not game.moves(match.position) and not game.choices(match.position, ())
    assert scene_of(game, Moment(match.position, outcome=match.outcome)).seats[0].score == "6/6"


def test_records_that_went_on_to_mark_empty_cells_can_still_be_read() -> None:
    match = played(Nombres(puzzle=SMALL), "b1+ c1+ a2+ a3+ b2- c2- b3- c3-")
    again = read_record(write_record(Record(match))).match
    assert again.position == match.position and again.outcome == match.outcome
    assert again.outcome is not None and again.outcome.reason == "solved"


def test_to_play_again_is_another_puzzle_of_the_same_kind() -> None:
    game = Nombres(board="6x6", diag="d", seed="7", grade="1")
    again = game.again()
    assert again.line != game.line and again.options["seed"] == "none"
    kept = ("board", "diag", "theme", "grade", "unique")
    assert [again.options[name] for name in kept] == [game.options[name] for name in kept]
    large = "20x20/" + "/".join(d + ",".join(["20"] * 20) for d in "RC")
    large += "/D" + ",".join(str(20 - abs(k)) for k in range(-19, 20))
    assert (whole := Nombres(puzzle=large)).again() is whole, "one that takes too long to make stays"


def test_no_puzzle_without_pawns_is_made() -> None:
    for seed in range(60):
        assert any(Nombres(board="2x2", seed=str(seed)).puzzle.sums)


def test_a_wrong_grid_ends_the_game_until_it_is_undone() -> None:
    game = Nombres(puzzle=SMALL)
    match = played(game, "b1+ c1+ a2+ b2- c2- b3- c3+ a3+")
    assert match.outcome is not None
    assert (match.outcome.returns, match.outcome.reason) == ((0.0,), "wrong")
    prompt = scene_of(game, Moment(match.position, outcome=match.outcome)).prompt
    assert "2" in words("en")(prompt) and "2" in words("fr")(prompt)
    with pytest.raises(IllegalMove):
        match.play(game.read(match.position, "c3?"))
    match.undo()
    assert match.outcome is None
    match.undo()
    match.play(game.read(match.position, "a3+"))
    assert match.outcome is not None and match.outcome.returns == (1.0,)
    two = played(Nombres(puzzle="2x2/R1,1/C1,1/a1+", unique=False), "b1- a2- b2-")
    prompt = scene_of(two.game, Moment(two.position, outcome=two.outcome)).prompt
    assert prompt.key == "nombres.result.wrong_many"


def test_refusals() -> None:
    game = Nombres(puzzle=SMALL)
    match = played(game, "b1+")
    assert why(game, match.position, "a1+") == why(game, match.position, "a1?") == "nombres.given"
    assert why(game, match.position, "b1-") == why(game, match.position, "b1+") == "nombres.marked"
    assert why(game, match.position, "c1?") == "nombres.unmarked"
    assert why(game, match.position, "b1?") is None
    full, empty, clear = map(game.site, ("full", "empty", "clear"))
    for move in ((), (full,), (1,), (1, 2), (full, 1, 2), (99, 1), (1, full, empty), (-1, full)):
        refusal = game.refusal(game.start(), move)
        assert refusal is not None and refusal.key == "not_a_move"
    assert game.refusal(match.position, (1, clear)) is None


def test_any_mark_can_be_cleared() -> None:
    game = Nombres(puzzle=SMALL)
    match = played(game, "b1+ c1+ b1?")
    assert game.layout(match.position) == "full:c1 empty:a1 turn:1"
    assert all(game.sites[move[0]] != "clear" for move in game.moves(match.position))


def test_only_unknown_cells_are_listed() -> None:
    game = Nombres(puzzle=SMALL)
    match = played(game, "b1+ c1+")
    listed = {game.write(match.position, move) for move in game.moves(match.position)}
    assert listed == {cell + sign for cell in ["a2", "b2", "c2", "a3", "b3", "c3"] for sign in "+-"}


def test_both_ways_of_touching() -> None:
    game = Nombres(puzzle=SMALL)
    start = game.start()
    full, empty, clear = map(game.site, ("full", "empty", "clear"))
    assert set(game.choices(start, ())) == {1, 2, 3, 4, 5, 6, 7, 8, full, empty}
    assert game.choices(start, (full,)) == game.choices(start, (empty,)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert game.choices(start, (1,)) == [full, empty]
    assert game.choices(start, (full, 1)) == game.choices(start, (1, full)) == ()
    assert game.play(start, (full, 1)) == game.play(start, (1, full))
    after = game.play(start, (full, 1))
    assert game.choices(after, (clear,)) == [1] and clear in game.choices(after, ())
    assert game.choices(after, (1,)) == [clear] and game.choices(after, (0,)) == ()
    assert game.play(after, (1, clear)) == start


def test_the_pen_stays_in_the_hand() -> None:
    """Two pens are no beginning of a move: a client puts the first down and takes the second."""
    game = Nombres(puzzle=SMALL)
    start, full, empty = game.start(), game.site("full"), game.site("empty")
    kept = pens(scene_of(game, Moment(start)))
    after = game.play(start, (empty, 1))
    assert kept_after(game, after, (empty, 1), kept) == (empty,)
    assert not is_beginning(game, start, (full, empty)) and game.refusal(start, (full, empty)) is not None


def test_notation() -> None:
    game, start = Nombres(puzzle=SMALL), Nombres(puzzle=SMALL).start()
    assert game.read(start, " B3+ ") == (game.site("full"), game.site("b3"))
    assert [game.write(start, game.read(start, text)) for text in ("b3+", "b3-", "b3?")] == [
        "b3+",
        "b3-",
        "b3?",
    ]
    hexagon = Nombres(board="H3", seed=1)
    move = hexagon.read(hexagon.start(), "(0,-1)+")
    assert hexagon.write(hexagon.start(), move) == "(0,-1)+"
    assert hexagon.sites[move[1]] == "c2" and hexagon.read(hexagon.start(), "c2+") == move
    for text in ("b3", "z9+", "full+", "+", "", "(0,-1)+"):
        with pytest.raises(Unreadable):
            game.read(start, text)
    with pytest.raises(Unreadable):
        hexagon.read(hexagon.start(), "(3,3)+")


def test_layout_and_setup() -> None:
    game = Nombres(puzzle=SMALL)
    match = played(game, "b1+ c3-")
    assert game.layout(match.position) == "full:b1 empty:a1,c3 turn:1"
    assert game.setup("full:b1 empty:c3") == match.position, "given cells need not be named"
    for text in (
        "full:a1",
        "full:b1,b1",
        "full:b1 empty:b1",
        "red:b1",
        "full:",
        "full:z9",
        "full:clear",
        "turn:2",
    ):
        with pytest.raises(Unreadable):
            game.setup(text)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"board": "5x3", "diag": "da"},
        {"board": "H3"},
        {"board": "H2", "unique": False},
        {"theme": "braille"},
    ],
)
def test_promises(options: dict[str, object]) -> None:
    check_game(Nombres, options, seed=3, matches=2)


# --- what is shown


@pytest.mark.parametrize(
    "options",
    [
        {"seed": 1},
        {"diag": "da", "seed": 1},
        {"board": "4x8", "diag": "da", "seed": 1},
        {"board": "H4", "seed": 1},
    ],
)
def test_every_line_has_its_sum_beside_the_board(options: dict[str, object]) -> None:
    game = Nombres(**options)
    board = board_of(game)
    for line, number in zip(game.grid.lines, game.puzzle.sums, strict=True):
        shown = [label for label in board.labels if set(label.cells) == set(line.cells)]
        assert len(shown) == 1 and shown[0].text.lstrip("↘↗") == str(number)
    assert len({label.at for label in board.labels}) == len(board.labels)
    low = [min(point[axis] for polygon in board.polygons for point in polygon) for axis in (0, 1)]
    high = [max(point[axis] for polygon in board.polygons for point in polygon) for axis in (0, 1)]
    if not game.grid.hexagonal:
        for label in board.labels:
            assert any(not low[axis] <= label.at[axis] <= high[axis] for axis in (0, 1)), "outside the board"
    other = Nombres(**{**options, "seed": 2})
    assert board_of(other).id != board.id, "boards with other sums are other boards"


def test_lines_are_met_or_broken() -> None:
    game = Nombres(puzzle=SMALL)
    scene = scene_of(game, Moment(played(game, "b1+ c1+ b2- b3- c2+").position))
    kinds = {frozenset(mark.cells): mark.kind for mark in scene.marks if mark.kind in ("met", "broken")}
    row, column, broken = frozenset({0, 1, 2}), frozenset({1, 4, 7}), frozenset({2, 5, 8})
    assert kinds == {row: "met", column: "met", broken: "broken"}
    assert scene.seats[0].score == "2/6" and scene.prompt.key == "nombres.prompt_wrong"


def test_pens_lie_in_a_tray_and_stay_in_the_hand() -> None:
    game = Nombres(puzzle=SMALL)
    scene = scene_of(game, Moment(game.start(), touched=(game.site("full"),)))
    (tray,) = scene.trays
    assert tray.keep and [game.sites[item.site or 0] for item in tray.items] == ["full", "empty", "clear"]
    assert [item.state for item in tray.items] == ["chosen", "", ""]
    sites = {button.site for button in scene_of(game, Moment(game.start())).buttons}
    assert sites == {game.site("full"), game.site("empty")}, "there is nothing to clear yet"


def test_the_terminal_shows_pawns_crosses_and_sums() -> None:
    game = Nombres(puzzle=SMALL)
    match = played(game, "b1+ c1+ b2-")
    drawn = draw(board_of(game), scene_of(game, Moment(match.position)), colour=False)
    assert drawn[1].split()[2:] == ["●", "●", "2✓"] and "×" in drawn[2]


def test_the_solution_is_shown_only_after_giving_up() -> None:
    game = Nombres(puzzle=SMALL)
    match = played(game, "b1+")
    assert not scene_of(game, Moment(match.position)).overlays
    match.resign(0)
    scene = scene_of(game, Moment(match.position, outcome=match.outcome))
    assert set(scene.overlays[0].marks[0].cells) == {1, 2, 3, 6}
    assert words("fr")(scene.prompt) != scene.prompt.key
    wrong = played(game, "b1- c1+ a2+ a3+ b2- c2- b3- c3+")
    assert not scene_of(game, Moment(wrong.position, outcome=wrong.outcome)).overlays


# --- hints and computers


@pytest.mark.parametrize(
    "options",
    [
        {"puzzle": POLYGO},
        {"puzzle": "H4/R2,3,4,2,3,0,2/Q1,3,4,1,4,1,2/S1,1,1,5,4,2,2"},
        {"board": "8x8", "diag": "da", "grade": "4", "seed": 1},
        {"board": "4x4", "unique": False, "seed": 3},
    ],
)
def test_hints_lead_to_the_solution(options: dict[str, object]) -> None:
    game = Nombres(**options)
    match = Match(game)
    keys = Counter[str]()
    while match.outcome is None:
        found = hint(game, match.position)
        assert found is not None
        move, reason = found
        keys[reason.key] += 1
        for language in ("en", "fr"):
            assert "{" not in words(language)(reason) and words(language).has(reason.key)
        match.play(move)
    assert match.outcome.returns == (1.0,)
    assert hint(game, match.position) is None
    if options == {"puzzle": POLYGO}:
        assert all("trial" not in key for key in keys)


def test_what_hints_say() -> None:
    game = Nombres(puzzle=POLYGO)
    found = hint(game, game.start())
    assert found is not None and game.write(game.start(), found[0]) == "b5+"
    assert words("en")(found[1]) == (
        "row 5 needs 4 more pawns and has only 4 unknown cells: b5, c5, d5, f5 are full."
    )
    hexagon = Nombres(puzzle="H4/R2,3,4,2,3,0,2/Q1,3,4,1,4,1,2/S1,1,1,5,4,2,2")
    found = hint(hexagon, hexagon.setup("empty:a6,b6,c6,d6,e6"))
    assert found is not None
    assert words("en")(found[1]) == "if d1 were full, row 1 could no longer have its sum, 2: so it is empty."
    assert words("fr")(found[1]).startswith("si d1 était pleine, la rangée 1")


def test_hints_find_mistakes() -> None:
    game = Nombres(puzzle=SMALL)
    for marks, key in (("full:b2", "mistake"), ("full:b2,b3", "broken")):
        position = game.setup(marks)
        found = hint(game, position)
        assert found is not None and found[1].key == f"nombres.hint.{key}"
        assert game.sites[found[0][0]] == "clear" and game.refusal(position, found[0]) is None
    anyway = Nombres(puzzle="3x3/R2,1,1/C2,1,1", unique=False)
    found = hint(anyway, anyway.setup("full:b1,c1"))
    assert found is not None and game.sites[found[0][0]] != "clear", "another solution fits"


@pytest.mark.parametrize("level", LEVELS)
def test_computers_play_to_the_end(level: str) -> None:
    game = Nombres(seed=3)
    solved = 0
    for seed in range(6):
        match, dice = Match(game), random.Random(seed)
        while match.outcome is None:
            player, budget = computer(game, level, dice.getrandbits(32))
            match.play(player.think(game, match.position, replace(budget, seconds=None)).move)
        solved += match.outcome.returns == (1.0,)
    assert level not in ("hard", "best") or solved == 6
    assert level != "beginner" or solved < 6, "a beginner makes slips"


def test_a_computer_knows_when_it_has_slipped() -> None:
    game = Nombres(puzzle=SMALL)
    assert perfect(game, game.start())[1] == 1.0
    move, value = perfect(game, game.setup("full:b2"))
    assert value == 0.0 and move in game.moves(game.setup("full:b2"))
