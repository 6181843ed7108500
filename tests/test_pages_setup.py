"""Positions made by hand: every game is drawn and read back; in the browser one is painted and played."""

import random
import re

import pytest
from conftest import needs
from sampling import sample

from pavage import drawing
from pavage.game import CHANCE, Unreadable
from pavage.match import Match
from pavage.registry import OURS, games
from pavage.words import words
from pavage.words.complaint import explain


def played(name, seed):
    """A position in the middle of a game."""
    game, dice = games()[name](), random.Random(seed)
    match = Match(game)
    for _ in range(12):
        if match.outcome is not None:
            break
        match.play(dice.choice(list(game.moves(match.position))))
    return game, match.position


@pytest.mark.parametrize("name", OURS)
def test_what_lies_on_a_board_can_be_drawn_again(name):
    for seed in range(3):
        game, position = played(name, seed)
        drawn, mover = drawing.pieces(game, position), drawing.mover(game, position)
        assert {code for code, _ in drawn} <= set(drawing.palette(game))
        assert {cell for _, cells in drawn for cell in cells} <= set(drawing.cells(game))
        assert mover in drawing.movers(game)
        again = game.setup(drawing.as_text(game, drawn, mover))
        assert sorted(drawing.pieces(game, again)) == sorted(drawn)
        assert drawing.mover(game, again) == mover
        assert again.turn == position.turn or CHANCE in (again.turn, position.turn)
        assert drawing.as_text(game, drawing.pieces(game, again), mover) == drawing.as_text(
            game, drawn, mover
        )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_cannot_be_is_refused_in_a_sentence(language):
    def refused(name, *drawn, mover=0, **options):
        game = games()[name](**options)
        pieces = [(code, tuple(game.site(cell) for cell in cells.split())) for code, cells in drawn]
        with pytest.raises(Unreadable) as error:
            game.setup(drawing.as_text(game, pieces, mover))
        return explain(words(language), error.value)

    say = words(language)
    assert refused("labyrinthe", (1, "b5"), (1, "c5")) == say("labyrinthe.kings")
    assert "6x2" in refused("carreleurs", (1, "a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6"))
    assert refused("hexadames", (2, "e1")) == say("hexadames.gone", word="e1")
    assert refused("hextra", *[(1, f"({q},0)") for q in range(-8, 9)]) == say("hextra.too_many", most=10)


needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from browsing import LOCALES, cell, type_moves  # noqa: E402
from playwright.sync_api import expect  # noqa: E402


def clean(page):
    page.emulate_media(reduced_motion="reduce")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def brush(page, name):
    page.get_by_role("radio", name=name).check(force=True)


@pytest.mark.parametrize("language", sample(LOCALES, "fr"))
def test_a_position_of_hex_is_painted_and_played(visit, language):
    say = words(language)
    page = visit("/new?game=hex", locale=LOCALES[language])
    page.get_by_role("radio", name="7", exact=True).click()
    page.get_by_role("link", name=say("web.setup.make")).click()
    page.wait_for_selector(".setup .c")
    expect(page.locator(".c")).to_have_count(49)
    cell(page, "c3").click()
    cell(page, "d4").click()
    brush(page, say("web.piece.blue"))
    for name in ("b2", "e5", "f6"):
        cell(page, name).click()
    expect(cell(page, "b2")).to_have_attribute(
        "aria-label", say("web.label.content", cell="b2", piece=say("web.piece.blue"))
    )
    cell(page, "f6").click()  # the same piece once more takes it away
    page.get_by_role("radio", name=say("colour.blue"), exact=True).check(force=True)
    page.get_by_role("radio", name=say("colour.red"), exact=True).check(force=True)
    page.get_by_role("button", name=say("web.act.undo")).click()
    expect(page.get_by_role("radio", name=say("colour.blue"), exact=True)).to_be_checked()
    expect(page.locator(".pieces use")).to_have_count(4)
    expect(page).to_have_url(re.compile("/setup#"))
    clean(page)
    # The address holds the position.
    page.reload()
    expect(page.locator(".pieces use")).to_have_count(4)
    page.get_by_role("button", name=say("web.setup.play")).click()
    expect(page.locator(".stage .pieces use")).to_have_count(4)
    first = say("web.seat.first", colour=say("colour.blue"))
    expect(page.locator(".form .legend", has_text=first)).to_be_visible()
    clean(page)
    page.locator(".pick select").nth(1).select_option("you")
    page.get_by_role("button", name=say("web.form.play")).click()
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(page.locator(".play .pieces use")).to_have_count(4)
    type_moves(page, "a7")
    expect(cell(page, "a7")).to_have_attribute("aria-label", re.compile(say("web.piece.blue")))


def test_what_cannot_be_played_says_why_at_once(visit):
    say = words("en")
    page = visit("/setup?game=hex&size=3")
    play = page.get_by_role("button", name="Play from here")
    for name in ("b1", "b2", "b3"):
        cell(page, name).click()
    expect(page.locator(".sentence")).to_have_text(
        "Nobody can play from here any more: Red wins: the two red sides are joined."
    )
    expect(page.locator("#live")).to_have_text(re.compile("Nobody can play"))
    expect(play).to_have_attribute("aria-disabled", "true")
    play.click(force=True)
    assert "/setup" in page.url
    clean(page)
    page.get_by_role("button", name="Undo").click()
    expect(play).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".sentence")).to_have_text(say("web.setup.line"))

    other = visit("/setup?game=labyrinthe")
    other.get_by_role("button", name="Clear").click()
    expect(other.locator(".sentence")).to_have_text(say("labyrinthe.kings"))
    expect(other.locator(".pieces [data-cell]")).to_have_count(0)
    brush(other, "red king")
    other.locator(".c:not(.void)").first.click()
    expect(other.locator(".pieces [data-cell]")).to_have_count(1)
    expect(other.locator(".sentence")).to_have_text(say("labyrinthe.kings"))


def test_a_position_by_keyboard_and_as_text(visit):
    page = visit("/setup?game=hex&size=5", width=360, height=740)
    page.keyboard.type("c3")
    expect(page.locator(".prompt .small")).to_contain_text("Typed: c3")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text("c3, red stone")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator(".pieces use")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(page.locator(".pieces use")).to_have_count(1)
    page.get_by_text("As text").click()
    line = page.get_by_role("textbox", name="As text")
    expect(line).to_have_value("red:c3 turn:1")
    line.fill("red:c3 blue:b2,z9 turn:2")
    visit.allowed.append("Failed to load resource: the server responded with a status of 400 (Bad Request)")
    line.press("Enter")
    expect(page.locator(".sentence")).to_have_text("There is no cell “z9” on this board.")
    line.fill("red:c3 blue:b2 turn:2")
    line.press("Enter")
    expect(page.locator(".pieces use")).to_have_count(2)
    expect(page.get_by_role("radio", name="Blue", exact=True)).to_be_checked()
    clean(page)


def test_tiles_are_drawn_from_corner_to_corner(visit):
    page = visit("/setup?game=blocs")
    cell(page, "b2").click()
    expect(page.locator(".sentence")).to_have_text("Touch the opposite corner of the tile.")
    cell(page, "d3").click()
    expect(page.locator(".pieces .tile")).to_have_count(1)
    brush(page, "blue tile")
    page.mouse.move(*middle(page, "e5"))
    page.mouse.down()
    page.mouse.move(*middle(page, "f5"))
    page.mouse.move(*middle(page, "f7"))
    page.mouse.up()
    expect(page.locator(".pieces .tile")).to_have_count(2)
    page.get_by_text("As text").click()
    expect(page.get_by_role("textbox", name="As text")).to_have_value(
        re.compile("^red:2x3@b2 blue:3x2@e5 turn:1")
    )
    brush(page, "Nothing")
    cell(page, "c2").click()
    expect(page.locator(".pieces .tile")).to_have_count(1)


def middle(page, name):
    box = cell(page, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_mouse_that_is_held_draws_one_stroke(visit):
    page = visit("/setup?game=hex&size=5")
    page.mouse.move(*middle(page, "a2"))
    page.mouse.down()
    for name in ("b2", "c2", "d2"):
        page.mouse.move(*middle(page, name), steps=4)
    page.mouse.up()
    expect(page.locator(".pieces use")).to_have_count(4)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".pieces use")).to_have_count(0)


def test_the_position_of_a_table_is_changed(visit, table):
    page = visit(table())
    type_moves(page, "c3", "swap", "d4", "b2")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".pieces use")).to_have_count(2)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Change this position").click()
    page.wait_for_selector(".setup .c")
    expect(page.locator(".pieces use")).to_have_count(2)
    # Until something is changed, all that no drawing shows stays: here, that colours were swapped.
    page.get_by_text("As text").click()
    expect(page.get_by_role("textbox", name="As text")).to_have_value(re.compile("swapped$"))
    expect(page.locator(".folded .note")).to_contain_text("does not show everything")
