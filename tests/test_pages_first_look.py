"""What somebody who has never been here needs: rules and lesson at hand, a page that can be read at once."""

import pytest
from browsing import AGAINST, PATIENCE, ask, cell, phone, stones, type_moves
from conftest import needs

from pavage.pages.reading import reading_of
from pavage.registry import OURS
from pavage.tiling import tiling

needs("chromium")

from playwright.sync_api import expect  # noqa: E402


def test_rules_and_lesson_are_one_tap_away_from_cards_form_and_table(visit, table):
    for path, place in (("/", ".shelf li"), ("/?game=hex", ".form"), (table(), ".social")):
        page = visit(path)
        line = page.locator(f"{place} .reading").first
        expect(line.get_by_role("link", name="Rules of Hex")).to_have_attribute("href", "/rules/hex")
        expect(line.get_by_role("link", name="Lesson: Hex")).to_have_attribute("href", "/learn/hex")
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu").get_by_role("link", name="Rules of Hex").click()
    expect(page.locator("h1")).to_contain_text("Hex")


def test_every_game_of_ours_says_where_it_is_explained(address):
    for game in ask(address, "/api/games?language=en"):
        name = game["name"]
        assert game["reading"] == reading_of(name)
        assert set(game["reading"]) == {"rules", "lesson"} or name not in OURS


def test_the_lesson_is_offered_once(visit, table):
    page = visit(table(chairs=AGAINST), newcomer=True)
    offer = page.locator(".first-lesson")
    expect(offer.get_by_role("link", name="Take the lesson")).to_have_attribute("href", "/learn/hex")
    cell(page, "c3").click()
    expect(offer).to_be_hidden()
    origin = page.evaluate("location.origin")
    page.goto(origin + table(chairs=AGAINST))
    page.wait_for_selector(".prompt.mine")
    expect(offer).to_be_hidden()


def test_the_way_of_somebody_who_has_never_been_here(browser, address):
    """Nothing is stored, computers move at their own pace: from the first page to a move, and back."""
    page = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844}).new_page()
    page.set_default_timeout(PATIENCE)
    wrong = []
    page.on("console", lambda said: said.type in ("error", "warning") and wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(address)
    assert page.evaluate("Object.keys(localStorage)") == []
    page.get_by_role("heading", name="Ponts et Barrages").click()
    page.get_by_role("button", name="Jouer").click()
    page.wait_for_selector(".prompt.mine")
    expect(page.locator(".first-lesson").get_by_role("link", name="Suivre la leçon")).to_be_visible()
    page.keyboard.type("f6")
    page.keyboard.press("Enter")
    expect(page.locator(".list button")).to_have_count(2)  # and the computer's answer
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(page.locator(".first-lesson")).to_be_hidden()
    page.goto(address)
    kept = page.locator(".my-games li")
    expect(kept).to_have_count(1)
    expect(kept).to_contain_text("Ponts et Barrages")
    kept.get_by_role("link").click()
    page.wait_for_selector(".prompt.mine")
    expect(page.locator(".first-lesson")).to_be_hidden()
    assert wrong == []


def test_who_has_seen_the_lesson_is_not_offered_it_and_nobody_who_only_watches(visit, table):
    page = visit("/learn/hex", newcomer=True)
    page.wait_for_selector(".board .c")
    origin, path = page.evaluate("location.origin"), table(chairs=AGAINST)
    page.goto(origin + path)
    page.wait_for_selector(".prompt.mine")
    expect(page.locator(".first-lesson")).to_be_hidden()
    watching = visit(path.partition("#")[0], newcomer=True)
    expect(watching.locator(".watching")).to_be_visible()
    expect(watching.locator(".first-lesson")).to_be_hidden()


def test_pages_can_be_read_before_their_script_has_come(visit, table, browser, address):
    """Home, form, table, lesson and rules are finished HTML, with a picture."""
    path = table()
    page = visit(path)
    type_moves(page, "c3")
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    for shown, sentence, drawn in (
        ("/", "Hex", ".shelf .pic svg"),
        ("/?game=hex", "Hex", ".stage svg"),
        (path.partition("#")[0], "Hex", ".board svg .pieces use"),
        ("/rules/hex", "Hex", "main.prose img, main.prose svg"),
        ("/learn/hex", "The goal", ".board svg .c"),
    ):
        page.goto(address + shown)
        expect(page.locator("h1, h2").filter(has_text=sentence).first).to_be_visible()
        expect(page.locator(drawn).first).to_be_visible()
    page.goto(address + "/learn/hextra")
    expect(page.locator(".board .names")).to_be_hidden()


@pytest.fixture
def before_the_script(browser, address):
    """A page whose script is on its way, and who lets it come."""

    def come(path, **more):
        page = browser.new_context(locale="en-GB", **more).new_page()
        page.set_default_timeout(PATIENCE)
        held = []
        page.route("**/bundle/**", lambda route: held.append(route))
        page.goto(address + path, wait_until="commit")
        page.wait_for_selector(".board .c")
        page.wait_for_function("performance.getEntriesByType('resource').length")
        return page, lambda: [route.continue_() for route in held]

    return come


def test_what_is_done_at_a_table_before_its_script_has_come_is_done_then(before_the_script, table):
    page, let_it_come = before_the_script(table())
    cell(page, "c3").click()
    page.keyboard.type("b2")
    page.keyboard.press("Enter")
    let_it_come()
    expect(page.locator(".list button")).to_have_text(["c3", "b2"])


def test_a_finger_that_was_early_still_touches_a_small_cell_twice(before_the_script, table):
    page, let_it_come = before_the_script(
        table(size=14), has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740}
    )
    cell(page, "c3").tap()
    let_it_come()
    expect(page.locator(".prompt")).to_contain_text("c3")
    assert page.locator(".list button").count() == 0
    cell(page, "c3").tap()
    expect(page.locator(".list button")).to_have_text(["c3"])


def test_what_was_meant_for_another_position_is_not_done(before_the_script, visit, table):
    path = table()
    page, let_it_come = before_the_script(path)
    cell(page, "c3").click()
    type_moves(visit(path), "a1")
    let_it_come()
    expect(page.locator(".list button")).to_have_text(["a1"])
    cell(page, "b2").click()
    expect(page.locator(".list button")).to_have_text(["a1", "b2"])


def test_what_is_done_in_a_lesson_before_its_script_has_come_is_done_then(before_the_script):
    page, let_it_come = before_the_script("/learn/hex/strategy")
    before = stones(page)
    cell(page, "c3").click()
    let_it_come()
    expect(page.locator(".lesson .pieces use")).to_have_count(before + 2)  # and an answer


def test_the_script_asks_for_nothing_that_came_with_the_page(visit, table):
    for path, ready in (
        (table(chairs=AGAINST), ".prompt.mine"),
        ("/new?game=hex", ".form .btn.main"),
        ("/learn/hex", ".lesson .steps a"),
    ):
        asked = []
        page = visit(
            path, before=lambda page, asked=asked: page.on("request", lambda it: asked.append(it.url))
        )
        page.wait_for_selector(ready)
        assert [url for url in asked if "/api/" in url and not url.startswith("ws")] == []


def test_a_tiling_is_chosen_by_its_picture_and_its_size_by_a_slider(visit):
    # PolyGo on Penrose in three touches: its card, the tiling, Play. A phone needs no scrolling.
    page = visit("/new?game=polygo", **phone(390, 844))
    penrose = page.locator(".tiling-card[data-code=penrose-3]")
    expect(penrose).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)
    penrose.click()
    expect(page.locator(".stage .c")).to_have_count(len(tiling("penrose-3")))
    expect(page.get_by_role("radio", name="7 × 7")).not_to_be_checked()
    page.locator(".gallery input[type=range]").press("ArrowLeft")
    expect(page.locator(".stage .c")).to_have_count(len(tiling("penrose-2")))
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".play .c")).to_have_count(len(tiling("penrose-2")))


def test_a_board_that_there_is_not_is_said_in_view(visit):
    visit.allowed.append("status of 4")
    page = visit("/new?game=polygo", width=1280, height=500)
    page.get_by_role("radio", name="Other").first.check(force=True)
    page.get_by_role("textbox", name="Board").fill("nothing")
    expect(page.locator(".form .problem")).to_contain_text("nothing")
    expect(page.locator(".form .problem")).to_be_in_viewport()
