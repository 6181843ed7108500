"""The pages to learn from in a real browser: by mouse, by keyboard, on a phone, in both languages."""

from browsing import cell
from conftest import needs

from pavage.lessons import lesson

needs("chromium")

from playwright.sync_api import expect  # noqa: E402


def test_a_lesson_by_mouse_from_the_list_to_the_form(visit):
    page = visit("/learn")
    page.get_by_role("link", name="Hex Join your two sides").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The goal")
    expect(page.locator(".board svg .pieces [data-cell]")).to_have_count(10)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("One stone is missing")
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    cell(page, "d1").click()
    expect(page.locator(".answer")).to_contain_text("does not touch both")
    cell(page, "b1").click()
    expect(page.locator(".answer")).to_contain_text("b1 is taken")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".answer")).to_contain_text("b4")
    cell(page, "b4").click()
    expect(page.locator(".answer")).to_contain_text("Joined")
    expect(page.locator("#live")).to_contain_text("Joined")
    page.get_by_role("button", name="Next").click()
    # Played out against a simple opponent: it answers.
    cell(page, "b2").click()
    expect(page.locator(".board svg .pieces [data-cell]")).to_have_count(2)
    cell(page, "b1").click()
    expect(page.locator(".board svg .pieces [data-cell]")).to_have_count(4)
    page.get_by_role("button", name="Show me").click()
    shown = page.locator(".answer").text_content().split()[-1]
    cell(page, shown).click()
    expect(page.locator(".answer")).to_contain_text("You win")
    page.get_by_role("button", name="Next").click()
    cell(page, "c3").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Swap").click()
    expect(page.locator(".answer")).to_contain_text("too good to leave")
    beginner = page.get_by_role("link", name="Play a beginner")
    assert beginner.get_attribute("href") == "/new?game=hex&level=beginner"


def test_a_lesson_by_keyboard_alone(visit):
    page = visit("/learn/hex#4")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("b3")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text("b3 is taken")
    page.keyboard.type("c3")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text("the bridge held")
    assert cell(page, "c3").get_attribute("aria-label") == "c3, red stone, last move"


def test_a_button_drawn_anew_while_it_is_pressed(visit):
    """The answer to what was touched before comes while the next thing is pressed."""
    held = []
    page = visit("/learn/nombres#4")
    page.locator(".stock button").nth(1).click()
    expect(page.locator(".stock button").nth(1)).to_have_attribute("aria-pressed", "true")
    page.route("**/api/lessons/**", lambda route: route.continue_() if held else held.append(route))
    cell(page, "c3").click()
    pen = page.locator(".stock button").first
    pen.hover()
    page.evaluate("document.querySelector('.stock button').dataset.old = 'yes'")
    page.mouse.down()
    held[0].continue_()
    expect(pen).not_to_have_attribute("data-old", "yes")
    page.mouse.up()
    expect(pen).to_have_attribute("aria-pressed", "true")


def test_two_sites_a_pen_and_an_expression(visit):
    page = visit("/learn/labyrinthe#2")
    cell(page, "c4").click()
    cell(page, "b5").click()
    expect(page.locator(".answer")).to_contain_text("you win")
    page = visit("/learn/nombres#4")
    page.locator(".stock button").nth(1).click()
    cell(page, "c3").click()
    page.locator(".stock button").first.click()
    cell(page, "a2").click()
    cell(page, "a3").click()
    expect(page.locator(".answer")).to_contain_text("Solved")
    page = visit("/learn/heinash#2")
    page.get_by_label("An expression").fill("2*(5-4)")
    page.get_by_label("An expression").press("Enter")
    expect(page.locator(".answer")).to_contain_text("the stone is there")


def test_another_language_is_the_same_step(visit):
    page = visit("/learn/hex#4", 360)
    page.get_by_role("button", name="FR, Français").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Le pont")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto(page.url.split("/learn")[0] + "/rules/hex")
    expect(page.get_by_role("heading", name="Le but")).to_be_visible()


def test_nothing_jumps_when_the_answer_comes(visit):
    page = visit("/learn/hex#2")
    row = page.get_by_role("button", name="Back")
    before = row.bounding_box()
    cell(page, "b4").click()
    expect(page.locator(".answer")).to_contain_text("Joined")
    assert row.bounding_box() == before
    assert len(lesson("hex")) == page.locator(".steps li").count()
