"""Games from elsewhere: pasted, dropped, or read from a file, in all our formats."""

import re

import pytest
from browsing import LOCALES
from conftest import needs
from sampling import in_turn, sample

from pavage.words import words

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

SGF = "(;FF[4]GM[11]SZ[5]PB[Anna]PW[Bruno];B[c3];W[d2];B[b4])"
HEXWORLD = "https://hexworld.org/board/#5nc1,c3d2b4"
RESIGNED = """pavage 1
game: hex
option size: 5
seat 1: Anna
seat 2: Bruno
result: 1 0 resignation

c3 d2 b4
"""
BAD_REQUEST = "Failed to load resource: the server responded with a status of 400 (Bad Request)"

DROP = """([text, file]) => {
    const data = new DataTransfer();
    if (file) data.items.add(new File([text], file));
    else data.setData("text/plain", text);
    const event = (name) => new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data });
    const over = event("dragover");
    document.querySelector("h1").dispatchEvent(over);
    document.querySelector("h1").dispatchEvent(event("drop"));
    return over.defaultPrevented;
}"""


def replayed(page):
    page.wait_for_selector(".play .c")
    expect(page.locator(".list button")).to_have_text(["c3", "d2", "b4"])


@pytest.mark.parametrize("text", [SGF, HEXWORLD, RESIGNED], ids=["sgf", "hexworld", "record"])
def test_every_format_is_pasted_and_replayed(visit, text):
    page = visit("/view")
    page.get_by_role("textbox", name="Its text").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    replayed(page)
    page.get_by_role("button", name="First move", exact=True).click()
    expect(page.locator(".pieces use")).to_have_count(0)


@pytest.mark.parametrize(("path", "dropped"), in_turn(["/", "/view"], [(SGF, "game.sgf"), (HEXWORLD, "")]))
def test_a_game_is_dropped_anywhere(visit, path, dropped):
    page = visit(path)
    assert page.evaluate(DROP, dropped)
    replayed(page)


def test_a_game_is_pasted_without_a_box(visit):
    page = visit("/")
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, clipboardData }));
        }""",
        SGF,
    )
    replayed(page)


def test_who_resigned_has_lost_in_the_replay_too(visit):
    page = visit("/view")
    page.get_by_role("textbox", name="Its text").fill(RESIGNED)
    page.get_by_role("button", name="Open", exact=True).click()
    replayed(page)
    expect(page.locator(".sentence")).to_have_text(re.compile("resign"))
    expect(page.locator("[data-act=rematch]")).to_be_visible()
    expect(page.locator("[data-act=hint]")).to_be_hidden()


@pytest.mark.parametrize("language", sample(LOCALES, "fr"))
def test_what_cannot_be_read_is_told_with_its_place(visit, language):
    say = words(language)
    visit.allowed.append(BAD_REQUEST)
    page = visit("/view", locale=LOCALES[language])
    box, line = page.get_by_role("textbox"), page.locator(".problem")
    opener = page.get_by_role("button", name=say("web.view.open"), exact=True)
    box.fill("hello")
    opener.click()
    expect(line).to_have_text(f"✕ {say('web.view.no_record')}")
    box.fill("(;FF[4]GM[11]SZ[5]\n;B[c3];W[c3])")
    opener.click()
    where = {"en": r"line 2, column \d+", "fr": r"ligne 2, colonne \d+"}[language]
    expect(line).to_have_text(re.compile(where, re.IGNORECASE))
    expect(box).to_have_value(re.compile("GM"))
    box.fill(RESIGNED.replace("d2", "c3"))
    opener.click()
    expect(line).to_have_text(re.compile({"en": r"line 8", "fr": r"ligne 8"}[language], re.IGNORECASE))
    page.emulate_media(reduced_motion="reduce")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_what_a_record_leaves_out_is_said_before(visit):
    page = visit("/view")
    page.get_by_role("textbox").fill("(;FF[4]GM[11]SZ[5];B[c3](;W[d2];B[b4])(;W[e5]))")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".notes p").first).to_be_visible()
    page.get_by_role("button", name="Open this game of Hex").click()
    replayed(page)
