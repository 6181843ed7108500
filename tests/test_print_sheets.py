"""What is printed beside boards: everything is there, as often as it should be, where it should be."""

import math
from collections import Counter
from pathlib import Path

import pytest
from pdf_reading import near, read_pdf

from pavage.formats.record import Record, write_record
from pavage.games.hextra.geometry.motifs import deck
from pavage.match import Match
from pavage.printing.booklet import folding
from pavage.printing.cards import grid
from pavage.printing.ink import CannotPrint, Shape, Text, bounds
from pavage.printing.order import Order
from pavage.printing.page import Page, paper_named
from pavage.printing.pdf import write_pdf
from pavage.printing.producing import pages_of
from pavage.printing.sheets.hextra_kit import HIGH, WIDE, action_cards, motif_cards
from pavage.printing.sheets.pieces import Pieces, pieces_of
from pavage.printing.sheets.tiles import tiles_of
from pavage.printing.sheets.winning_moves import only_win, winning_move
from pavage.registry import games
from pavage.tournament.ledger import Ledger, Result, place_of
from pavage.tournament.plan import read_plan
from pavage.tournament.schedule import schedule
from pavage.words import LANGUAGES, words

EN = words("en")


def made(game: str, kind: str, language: str = "en", **more: object) -> list[Page]:
    return pages_of(Order(game, kind, **more), words(language))  # type: ignore[arg-type]


def named(page: Page, name: str) -> list[Shape]:
    """The shapes of this name on a page, also where they are clipped."""
    found, waiting = [], list(page.inks)
    for ink in waiting:
        if isinstance(ink, Shape):
            found += [ink] if ink.name == name else []
        elif not isinstance(ink, Text):
            waiting += ink.inside
    return found


def said(pages: list[Page]) -> list[str]:
    return [ink.text for page in pages for ink in page.inks if isinstance(ink, Text)]


def size(shape: Shape) -> tuple[float, float]:
    left, top, right, low = bounds([shape])
    return right - left, low - top


# --- HEXTRA


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_kit_of_hextra_is_complete(paper: str, language: str) -> None:
    pages = made("hextra", "kit", language, paper=paper, backs=False)
    tiles = [tile for page in pages for tile in named(page, "tile")]
    cards = [card for page in pages for card in named(page, "card")]
    assert len(tiles) == 40
    assert len(cards) == 52 + 10
    assert all(near(size(card), (WIDE, HIGH)) for card in cards)
    assert all(near(size(tile), (33.0, 33.0 * 2 / math.sqrt(3))) for tile in tiles)
    assert sum(len(named(page, "aide")) for page in pages) == 4
    assert len([shape for page in pages for shape in named(page, "centre")]) == 40
    # Nothing comes near the edge of the paper, nor on the ruler.
    for page in pages:
        for shape in (*named(page, "card"), *named(page, "tile"), *named(page, "aide")):
            left, top, right, low = bounds([shape])
            assert left >= 10 and top >= 10 and right <= page.width - 10 and low <= page.height - 15


def test_each_score_sheet_is_a_piece_of_paper_of_its_own() -> None:
    """Two people write on them at the same time."""
    *_, first, behind, second = made("hextra", "kit", "en")
    assert [page.back for page in (first, behind, second)] == [False, True, False]
    assert not named(behind, "ruler") and len(made("hextra", "kit", "en", backs=False)) == 6


def test_the_cards_are_those_of_the_rules() -> None:
    game = games()["hextra"]()
    motifs, actions = list(motif_cards(5, EN)), list(action_cards(game, EN))
    assert (len(motifs), len(actions), len(list(motif_cards(4, EN)))) == (32, 20, 10)
    signs = Counter(ink.text for card in actions for ink in card.front if isinstance(ink, Text))
    assert [signs[sign] for sign in ("SA", "SC", "T", "R", "HEXTRA")] == [4, 4, 4, 4, 4]
    for card, motif in zip(motifs, deck(5, 32), strict=True):
        hexagons = [ink for ink in card.front if isinstance(ink, Shape)]
        assert len(hexagons) == len(motif) == 5
        for hexagon in hexagons:
            left, top, right, low = bounds([hexagon])
            assert left >= 1 and right <= WIDE - 1 and top >= 1 and low <= HIGH - 5


def test_tiles_are_numbered_in_the_pdf() -> None:
    pages = made("hextra", "kit", backs=False)
    (sheet,) = [read_pdf(write_pdf([page]))[0] for page in pages if named(page, "tile")]
    letters = Counter(sheet.text)
    assert all(letters[letter] >= 10 for letter in "VORB")


def test_backs_lie_behind_their_fronts() -> None:
    pages = made("hextra", "kit")
    assert len(pages) == 11
    for front, back in (pages[0:2], pages[2:4], pages[4:6]):
        ahead = {tuple(round(x, 2) for x in bounds([card])) for card in named(front, "card")}
        behind = {tuple(round(x, 2) for x in bounds([card])) for card in named(back, "card")}
        mirrored = {
            (round(210 - right, 2), top, round(210 - left, 2), low) for left, top, right, low in behind
        }
        assert ahead == mirrored
    tiles = [bounds([tile]) for tile in named(pages[6], "tile")]
    backs = [bounds([tile]) for tile in named(pages[7], "back")]
    assert len(backs) == 40
    for (left, top, right, low), (other, *_) in zip(tiles, backs, strict=True):
        assert near((210 - right,), (other,)) and low > top and right > left


def test_the_sheet_of_transformations_has_22_lines() -> None:
    pages = made("hextra", "kit", "fr", backs=False)
    sheet = next(page for page in pages if "Feuille de marques TRANSFORMATIONS" in said([page]))
    assert said([sheet]).count("→") == 22 and said([sheet]).count("✓") == 22
    tiles = next(page for page in pages if "Feuille de marques TUILES" in said([page]))
    assert len(named(tiles, "field")) > 150


def test_as_many_cards_as_a_sheet_holds() -> None:
    lying = grid(paper_named("a4"), 36, 50)
    assert (lying.columns, lying.rows) == (5, 5)
    assert near((lying.left + lying.place(4, back=True)[0],), (2 * lying.left,))


# --- real sizes


def test_tetrago_of_wood() -> None:
    front, back, crown, empty, lid, also_empty, *pawns = made("tetrago", "real")
    assert not named(empty, "cut") and not named(also_empty, "cut"), "a plan is cut out: nothing is behind it"
    assert [near(size(shape), (140, 140)) for shape in named(front, "cut")] == [True]
    assert [near(size(shape), (140, 140)) for shape in named(back, "cut")] == [True]
    assert sorted(round(size(shape)[0], 3) for shape in named(crown, "cut")) == [120, 140]
    assert len(named(lid, "fold")) == 5
    pieces = [piece for page in pawns for piece in named(page, "piece")]
    assert len(pieces) == 2 * 50 and all(near(size(piece), (15, 15)) for piece in pieces)
    # Front and back of the floor lie behind each other when the sheet is turned over.
    (left, top, right, low), (other, above, end, below) = (
        bounds(named(front, "cut")),
        bounds(named(back, "cut")),
    )
    assert near((left, top, right, low), (210 - end, above, 210 - other, below))


def test_the_large_board_of_wood() -> None:
    pages = made("tetrago", "real", paper="a3", options={"board": "S12x12"})
    sides = {
        round(size(shape)[0], 3) for page in pages for shape in named(page, "cut") if min(size(shape)) > 200
    }
    assert {240, 280} <= sides


def test_hex_is_26_by_39_cm() -> None:
    (page, *_) = made("hex", "real", paper="a3", backs=False)
    (panel,) = named(page, "cut")
    assert near(size(panel), (390, 260))
    left, top, right, low = bounds([panel])
    for ink in page.inks:
        if isinstance(ink, Shape) and ink.fill:
            inside = bounds([ink])
            assert inside[0] > left and inside[1] > top and inside[2] < right and inside[3] < low


def test_hexago_and_its_dual_share_a_sheet() -> None:
    page = made("hexago", "real")[0]
    lines = [ink for ink in page.inks if isinstance(ink, Shape) and ink.dash]
    corners = {tuple(round(x, 1) for x in at) for ink in lines for _, at in ink.path}
    assert len(corners) == 61
    cells = [ink for ink in page.inks if isinstance(ink, Shape) and ink.fill == "#FFFFFF"]
    middles = {tuple(round(sum(at[k] for _, at in cell.path if at) / 6, 1) for k in (0, 1)) for cell in cells}
    assert all(min(math.dist(corner, middle) for middle in middles) < 0.15 for corner in corners)


def test_heinash_has_36_numbers_and_18_counters_of_each_colour() -> None:
    board, counters = made("heinash", "real", backs=False)
    assert {str(number) for number in range(1, 37)} <= set(said([board]))
    assert len(named(counters, "piece")) == 36


@pytest.mark.parametrize("game, cells", [("carreleurs", 2 * 97), ("blocs", None)])
def test_tiles_are_as_large_as_their_cells(game: str, cells: int | None) -> None:
    tiles = tiles_of(games()[game]())
    drawn = [tile for page in made(game, "real", cell=10.0) for tile in named(page, "tile")]
    assert Counter((round(size(t)[0], 2), round(size(t)[1], 2)) for t in drawn) == Counter(
        (10.0 * tile.wide, 10.0 * tile.high) for tile in tiles
    )
    assert {side for tile in tiles for side in (tile.wide, tile.high)} <= {1, 2, 3, 5, 8, 13}
    if cells:
        assert sum(tile.wide * tile.high for tile in tiles) == cells


def test_no_two_tiles_lie_upon_each_other() -> None:
    for page in made("blocs", "real", cell=12.0):
        boxes = [bounds([tile]) for tile in named(page, "tile")]
        for place, (left, top, right, low) in enumerate(boxes):
            for other in boxes[:place]:
                assert (
                    right <= other[0] + 0.01
                    or other[2] <= left + 0.01
                    or low <= other[1] + 0.01
                    or other[3] <= top + 0.01
                )


def test_pieces_are_those_that_one_needs() -> None:
    men = pieces_of(games()["hexadames"]())
    assert men == [Pieces(colour, 5) for colour in ("red", "blue", "yellow")], "nobody is crowned there"
    assert [piece.shape for piece in pieces_of(games()["labyrinthe"]())] == ["king", "king", "stone"]
    assert sum(piece.count for piece in pieces_of(games()["hex"]())) >= 121


# --- puzzles


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_sheets_of_numbers_with_solutions_on_the_last_page(count: int) -> None:
    pages = made("nombres", "puzzles", count=count, seed=7, options={"board": "4x4"})
    assert len(pages) == 2
    for page in pages:
        numbered = [text for text in said([page]) if text.startswith("No. ")]
        assert [text.split(" ·")[0] for text in numbered] == [f"No. {7 + number}" for number in range(count)]
    again = made("nombres", "puzzles", count=count, seed=7, options={"board": "4x4"})
    assert said(pages) == said(again)
    other = made("nombres", "puzzles", count=count, seed=70, options={"board": "4x4"})
    assert said(pages) != said(other)


def test_braille_words_are_found_on_the_page_of_solutions() -> None:
    pages = made("nombres", "puzzles", "fr", count=2, text="POLYGO, pavage")
    assert len(pages) == 3, "puzzles, the alphabet, solutions"
    assert not any("POLYGO" in text for text in said(pages[:2]))
    assert "1-2-3-4-5-6" in said(pages[1:2]), "é has all dots"
    assert any(text.startswith("POLYGO  ⠏⠕⠇⠽⠛⠕") for text in said(pages[1:]))
    assert any(text.startswith("PAVAGE") for text in said(pages[1:]))


@pytest.mark.parametrize("game", ["hex", "ponts"])
def test_one_move_wins_and_no_other(game: str) -> None:
    """Checked by looking at every answer to every move, three moves deep."""
    for seed in range(1, 4):
        found = winning_move(game, {}, seed)
        assert found is not None and found == winning_move(game, {}, seed)
        rules, position, winner = found
        assert only_win(rules, position) == winner

        def wins(now, move, rules=rules, seat=position.turn) -> bool:
            outcome = rules.outcome(rules.play(now, move))
            return outcome is not None and outcome.returns[seat] == 1.0

        for move in rules.moves(position):
            then = rules.play(position, move)
            assert rules.outcome(then) is None
            forced = True
            for answer in rules.moves(then):
                after = rules.play(then, answer)
                if rules.outcome(after) is not None or not any(
                    wins(after, last) for last in rules.moves(after)
                ):
                    forced = False
                    break
            assert forced == (move == winner), rules.write(position, move)


def test_puzzles_of_hex_say_who_plays_and_tell_the_move_at_the_end() -> None:
    pages = made("hex", "puzzles", count=4)
    assert all(any(f"No. {n}" in text and "to play" in text for text in said(pages[:1])) for n in range(1, 5))
    rules, position, move = winning_move("hex", {}, 1)
    assert rules.write(position, move) in said(pages[1:])


@pytest.mark.parametrize(
    "more, key",
    [
        ({"count": 3}, "print.count"),
        ({"sheets": 50}, "print.sheets"),
        ({"grade": 3}, "nombres.never_hard"),
        ({"text": "ABCDEFGHIJ"}, "nombres.maker.text_length"),
    ],
)
def test_puzzles_that_cannot_be_are_refused(more: dict[str, object], key: str) -> None:
    with pytest.raises(ValueError) as refused:
        made("nombres", "puzzles", **more)
    assert refused.value.key == key


# --- texts


def test_rules_are_printed_whole_in_both_languages() -> None:
    for language, sentence in (("en", "unbroken"), ("fr", "ininterrompue")):
        assert any(sentence in text for text in said(made("hex", "rules", language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_heading_is_left_behind_by_its_picture(language: str) -> None:
    """As the first grid of Nombres croisés was: nothing but the foot comes below a page's last line."""
    for game in ("nombres", "hex"):
        for page in made(game, "rules", language):
            texts = [ink for ink in page.inks if isinstance(ink, Text)]
            assert texts[-1].face != "title"


def test_no_line_is_wider_than_its_column() -> None:
    for page in made("hextra", "rules", "fr"):
        for ink in page.inks:
            if isinstance(ink, Text) and ink.anchor == "start" and ink.size > 3:
                assert ink.x + ink.wide <= page.width - 9.5, ink.text


def test_a_booklet_folds() -> None:
    assert folding(4) == [(3, 0), (1, 2)]
    assert folding(8) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    pages = made("polygo", "rules", folded=True)
    assert len(pages) % 2 == 0 and all(page.width > page.height for page in pages)


def test_the_answers_of_a_lesson_stand_at_the_end() -> None:
    texts = said(made("hex", "lesson"))
    assert texts.index("Answers") > texts.index("1. The goal")
    assert any("b4, a4" in text for text in texts[texts.index("Answers") :])
    assert not any("{red}" in text for text in texts)


# --- records and tournaments


@pytest.fixture(scope="module")
def record() -> str:
    match = Match(games()["hex"](size=3, swap="none"))
    for move in ("b1", "a1", "b2", "a2", "b3"):
        match.push(move)
    return write_record(Record(match, ("Ada", "Bo"), {"date": "2026-11-17"}))


def test_a_game_in_diagrams(record: str) -> None:
    pages = made("hex", "record", record=record, every=2)
    texts = said(pages)
    assert "moves 1 to 2" in texts and "moves 3 to 4" in texts and "moves 5 to 5" in texts
    assert "Ada – Bo" in texts and any("Red" in text and "wins" in text for text in texts)
    listed = "".join(texts[texts.index("Moves") :]).replace("\N{NO-BREAK SPACE}", " ")
    assert " ".join(listed.split()).startswith("Moves1. b1 2. a1 3. b2 4. a2 5. b3")
    # The chain that won has a line around it.
    around = [ink for ink in pages[0].inks if isinstance(ink, Shape) and ink.dash]
    assert len(around) == 1


def test_a_seat_that_left_stands_in_the_list_of_moves() -> None:
    match = Match(games()["carreleurs"](players=3))
    match.resign(1)
    pages = made("carreleurs", "record", record=write_record(Record(match)))
    assert any(text.split() == ["left"] for text in said(pages))


def test_a_board_shows_the_last_position_of_a_record(record: str) -> None:
    (page,) = made("hex", "board", record=record)
    assert len([ink for ink in page.inks if isinstance(ink, Shape) and ink.opacity < 1]) > 0


def test_what_is_no_record_is_refused() -> None:
    for text in ("", "hello"):
        with pytest.raises(CannotPrint):
            made("hex", "record", record=text)


def test_tournament_sheets_for_a_class() -> None:
    names = ("Ada", "Bob", "Chloé", "David", "Emma")
    pages = made("hex", "tournament", "fr", names=names)
    texts = said(pages)
    assert [f"Ronde {number}" in texts for number in range(1, 6)] == [True] * 5
    assert texts.count("Ada") == 4 + 4, "once a meeting, and on the slip of each"
    assert [texts.count(f"ronde {number}") for number in range(1, 6)] == [2] * 5
    assert sum(len(named(page, "slip")) for page in pages) == 12
    (blank,) = made("hex", "tournament")
    assert len(named(blank, "slip")) == 12 and "Ada" not in said([blank])


@pytest.mark.parametrize("names", [("Ada",), ("Ada", "Ada"), tuple(map(str, range(41)))])
def test_names_that_make_no_tournament(names: tuple[str, ...]) -> None:
    with pytest.raises(CannotPrint):
        made("hex", "tournament", names=names)


def test_a_tournament_file_is_printed_with_its_results(tmp_path: Path) -> None:
    plan = tmp_path / "cup.toml"
    plan.write_text(
        'name = "Cup"\ngame = "hex"\nsystem = "round-robin"\n[options]\nsize = 3\n'
        + "".join(f'[[entrant]]\nname = "{name}"\nlevel = "random"\n' for name in ("One", "Two", "Three"))
    )
    pages = made("hex", "tournament", tournament=str(plan))
    assert "Cup: pairings" in said(pages) and said(pages).count("One") >= 2
    before = said(pages).count("Two")
    read = read_plan(plan)
    first = schedule(read, {}).fixtures[0]
    seats = tuple(read.entrants[number].name for number in first.entrants)
    assert seats[0] == "Two"
    with Ledger(place_of(plan), read.terms) as ledger:
        ledger.append(Result(first.game, seats, (1.0, 0.0), "joined", 5, (1.0, 1.0), ""))
    again = made("hex", "tournament", tournament=str(plan))
    assert said(again).count("Two") == before - 1, "a game that is over needs no slip"


@pytest.mark.parametrize("game", ["hexadames", "labyrinthe", "marienbad"])
def test_pieces_that_leave_their_cells_are_not_printed_on_the_board(game: str) -> None:
    """They are cut out and laid there; a position that is asked for is drawn all the same."""

    def stones(pages: list[Page]) -> int:
        round_ones = [ink for ink in pages[0].inks if isinstance(ink, Shape) and ink.fill and curved(ink)]
        return sum(bounds([ink])[2] - bounds([ink])[0] > 8 for ink in round_ones)

    def curved(ink: Shape) -> bool:
        return any(verb == "C" for verb, _ in ink.path)

    start = games()[game]()
    assert stones(made(game, "board", cell=20, position=start.layout(start.start()))) > 1
    assert stones(made(game, "board", cell=20)) == stones(made(game, "real", cell=20)) == 0


@pytest.mark.parametrize("game", ["hex", "tetrago", "heinash", "hextra"])
def test_a_printer_that_fills_both_sides_puts_backs_behind_their_fronts(game: str) -> None:
    """And nothing behind a part of a board, which is glued, or a plan, which is cut."""
    pages = made(game, "real")
    assert [page.back for page in pages] == [number % 2 == 1 for number in range(len(pages))]
    assert not any(page.back for page in made("hex", "real", backs=False))


@pytest.mark.parametrize("game", ["carreleurs", "blocs"])
def test_where_tiles_are_laid_the_pieces_are_tiles(game: str) -> None:
    pages = made(game, "pieces")
    assert sum(len(named(page, "tile")) for page in pages) == len(tiles_of(games()[game]()))
    assert not any(named(page, "piece") for page in pages)


def test_letters_too_fine_to_be_read_are_left_out() -> None:
    sizes = [ink.size for page in made("hextra", "rules") for ink in page.inks if isinstance(ink, Text)]
    assert min(sizes) >= 1.3
    assert any("(0,1)" in text for text in said(made("hextra", "board"))), "where they can be read they stay"
