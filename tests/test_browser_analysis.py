"""Analysis in a real browser: asked for, followed through the moves, offered only to those who may."""

import re

import pytest
from browsing import LOCALES, PEOPLE, ask, path_of, phone, type_moves
from conftest import needs
from sampling import sample

from pavage.words import words

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402


def found(page):
    """Wait until the analysis of the position is there."""
    expect(page.locator(".analysis .expected")).not_to_be_empty()


@pytest.mark.parametrize("language", sample(LOCALES, "fr"))
def test_a_position_is_analysed_and_so_are_those_before_it(visit, table, language):
    say = words(language)
    page = visit(table(size=3), locale=LOCALES[language])
    type_moves(page, "a1", "b2", "c1")
    expect(page.locator(".analysis")).to_be_hidden()
    button = page.get_by_role("button", name=say("web.act.analyse"), exact=True)
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    found(page)
    expect(page.locator(".analysis .expected")).to_have_text(re.compile(say("analysis.line", moves=".*")))
    assert page.locator(".worth span").count() == 2
    assert page.locator(".c[class*=heat-]").count() >= 1
    expect(page.locator(".marks .dot").first).to_be_attached()
    present = page.locator(".analysis .verdict").text_content()
    page.locator("[data-step=back]").click()
    expect(page.locator(".list .now")).to_have_text("b2")
    found(page)
    assert page.locator(".analysis .verdict").text_content() != present, "another position, another verdict"
    assert Axe().run(page).violations_count == 0
    button.click()
    expect(page.locator(".analysis")).to_be_hidden()
    assert page.locator(".c[class*=heat-], .marks .dot, .carrier").count() == 0


@pytest.mark.parametrize("language", sample(LOCALES, "fr"))
def test_after_the_end_it_follows_the_reader_through_the_game(visit, table, language):
    say = words(language)
    page = visit(table(size=3), locale=LOCALES[language])
    type_moves(page, "a1", "b1", "a2", "b2", "a3")
    verdict, before = page.locator(".analysis .verdict"), say("web.table.before_last_move", said="").strip()
    expect(page.locator("[data-act=rematch]")).to_be_visible()
    page.get_by_role("button", name=say("web.act.analyse"), exact=True).click()
    expect(page.locator(".list .now")).to_have_text("b2")  # the position before the last move
    found(page)
    expect(page.locator(".warn:visible")).to_have_count(0)
    for step, move in (("back", "a2"), ("back", "b1"), ("forward", "a2")):
        page.locator(f"[data-step={step}]").click()
        expect(page.locator(".list .now")).to_have_text(move)
        found(page)
        expect(verdict).not_to_contain_text(before)
        assert page.locator(".c[class*=heat-], .marks .dot, .carrier").count() > 0
    page.locator("[data-step=last]").click()
    expect(verdict).to_contain_text(before)


def test_a_move_ends_it_and_what_is_proved_is_outlined(visit, table):
    page = visit(table(size=4))
    type_moves(page, "a1", "b3", "c2")
    page.get_by_role("button", name="Analyse").click()
    found(page)
    expect(page.locator(".analysis .verdict")).to_contain_text("Proved: ")
    expect(page.locator(".edge.carrier")).to_have_count(1)
    type_moves(page, "d1")
    expect(page.locator(".analysis")).to_be_hidden()
    expect(page.locator(".edge.carrier")).to_have_count(0)


def test_a_hint_gives_way_to_an_analysis_and_says_what_its_percentage_means(visit, address):
    chairs = [{"name": "Ada"}, {"level": "easy"}, {"level": "easy"}]
    made = ask(address, "/api/tables", {"game": "hexadames", "options": {}, "chairs": chairs})
    page = visit(path_of(made))
    page.get_by_role("button", name="Hint").click()
    line, shaded = page.locator(".prompt .small"), page.locator("[class*=heat-]")
    expect(line).to_have_text(re.compile(r"^Hint: .*\. Your chances: (about )?\d+%"))
    expect(shaded).to_have_count(1)
    said = line.text_content()
    page.get_by_role("button", name="What do the percentages mean?").click()
    expect(page.locator(".meaning:popover-open")).to_contain_text("of a hundred positions")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Analyse").click()
    found(page)
    expect(line).to_be_empty()
    assert page.locator(".worth span").count() == 3, "everybody's chances, in their colours"
    assert 1 <= shaded.count() <= 3
    page.get_by_role("button", name="What do the percentages mean?").click()
    expect(page.locator(".meaning:popover-open")).to_contain_text("Shaded: ")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Analyse").click()
    expect(line).to_have_text(said)
    expect(shaded).to_have_count(1)


def test_two_who_play_each_other_are_not_helped_before_the_end(visit, address):
    made = ask(address, "/api/tables", {"game": "hex", "options": {"size": 3}, "chairs": list(PEOPLE)})
    ada = visit(f"/play/{made['id']}#{made['keys'][0]}")
    watcher = visit(f"/play/{made['id']}")
    for page in (ada, watcher):
        expect(page.locator(".sentence")).not_to_be_empty()
        expect(page.locator("[data-act=analyse]")).to_be_hidden()
    ada.locator("[data-act=resign]").click()
    ada.locator("[data-act=really_resign]").click()
    for page in (ada, watcher):
        page.locator("[data-act=analyse]").click()
        found(page)


def test_on_a_phone_it_is_in_the_menu(visit, address):
    made = ask(address, "/api/tables", {"game": "hex", "options": {"size": 5}, "chairs": list(PEOPLE)})
    page = visit(path_of(made), **phone())
    expect(page.locator(".play.tall")).to_be_attached()
    expect(page.locator("[data-act=analyse]")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu").get_by_role("button", name="Analyse").click()
    found(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360


def test_on_a_phone_the_board_comes_into_view_after_the_end(visit, address):
    made = ask(address, "/api/tables", {"game": "hex", "options": {"size": 5}, "chairs": list(PEOPLE)})
    page = visit(path_of(made), **phone())
    type_moves(page, "c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5")
    button = page.locator(".acts [data-act=analyse]")
    button.scroll_into_view_if_needed()
    button.click()
    found(page)
    for part in (".board svg", ".analysis .expected"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= -1 and box["y"] + box["height"] <= page.locator(".nav").bounding_box()["y"] + 1
