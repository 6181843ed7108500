"""What somebody hears who does not see the page: the next step, the cells to choose from, colours, keys."""

import pytest
from browsing import LOCALES, ask, cell, path_of
from conftest import needs

from pavage.words import words

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402


@pytest.mark.parametrize(("language", "colours"), [("en", ("red", "blue")), ("fr", ("rouge", "bleu"))])
def test_a_move_of_two_touches_by_ear(visit, address, language, colours):
    say = words(language)
    chairs = [{"name": "Ada"}, {"name": "Bo"}]
    made = ask(
        address, "/api/tables", {"game": "hexadames", "options": {"players": 2, "size": 4}, "chairs": chairs}
    )
    page = visit(path_of(made), locale=LOCALES[language])
    expect(page.locator(".prompt.mine")).to_be_visible()
    stones = page.locator(".seat").get_by_role("img")
    for number, colour in enumerate(colours):
        expect(stones.nth(number)).to_have_accessible_name(say(f"web.piece.{('red', 'blue')[number]}"))
        assert colour in say(f"web.piece.{('red', 'blue')[number]}")
    cell(page, "e1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text(say("hexadames.prompt_target"))
    possible = page.locator(f".c[aria-label$='{say('web.label.target', content='')}']")
    expect(possible).to_have_count(2)
    # The list of keys comes over it, and leaves everything as it was.
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name=say("web.keys.title"))
    expect(keys).to_be_visible()
    expect(keys.locator("dt")).to_have_count(10)
    judged = Axe().run(page)
    assert judged.violations_count == 0, judged.generate_report()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    expect(cell(page, "e1")).to_be_focused()
    expect(possible).to_have_count(2)
    # Who does not know of them finds them in the menu.
    page.get_by_role("button", name=say("web.act.menu"), exact=True).click()
    page.get_by_role("button", name=say("web.keys.title")).click()
    expect(keys).to_be_visible()
    keys.get_by_role("button", name=say("web.act.close")).click()
    expect(page.get_by_role("button", name=say("web.act.menu"), exact=True)).to_be_focused()
