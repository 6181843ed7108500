"""The pages to learn from in a real browser: by mouse, by keyboard, on a phone, in both languages."""

import re
import subprocess
import sys

import pytest
from conftest import needs

from pavage.lessons import lesson

CHROMIUM = needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
PAGES = (
    "/learn",
    "/learn/hex",
    "/learn/hextra#6",
    "/learn/hex/strategy#3",
    "/learn/glossary",
    "/rules/polygo",
)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A server that has these pages only; it is ready when it has said where it is."""
    program = tmp_path_factory.mktemp("server") / "start.py"
    program.write_text(
        "import mimetypes, pathlib, socket, uvicorn, pavage\n"
        "from fastapi import FastAPI\n"
        "from fastapi.staticfiles import StaticFiles\n"
        "from pavage.server.guard import Guard\n"
        "from pavage.server.learning import router\n"
        "mimetypes.add_type('text/javascript', '.js')\n"
        "app = FastAPI()\n"
        "app.add_middleware(Guard)\n"
        "app.include_router(router)\n"
        "from pavage.words import words\n"
        "app.get('/api/words')(lambda language: words(language).every('web.'))\n"
        "for place in ('web', 'view'):\n"
        "    app.mount(f'/{place}', StaticFiles(directory=pathlib.Path(pavage.__file__).parent / place))\n"
        "listening = socket.socket()\n"
        "listening.bind(('127.0.0.1', 0))\n"
        "listening.listen()\n"
        "print(f'http://127.0.0.1:{listening.getsockname()[1]}', flush=True)\n"
        "uvicorn.Server(uvicorn.Config(app, log_level='error')).run([listening])\n"
    )
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as server:
        yield re.search(r"http://[\d.:]+", server.stdout.readline())[0]
        server.terminate()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, address):
    """Opens pages, and lets none of them complain."""
    contexts, complaints = [], []

    def open_page(path, width=1280, locale="en-GB", scheme="light", **more):
        context = browser.new_context(
            viewport={"width": width, "height": 800}, locale=locale, color_scheme=scheme, **more
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda said: said.type in ("error", "warning") and complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address + path)
        page.wait_for_selector("header nav")
        if "/learn/hex" in path:
            page.wait_for_selector(".c")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def cell(page, name):
    return page.locator(f".c[data-name={name}]")


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


@pytest.mark.parametrize(
    ("width", "locale", "scheme"),
    [(360, "fr-FR", "dark"), (1280, "en-GB", "light")],
)
def test_no_violation_and_nothing_wider_than_the_page(visit, width, locale, scheme):
    for path in PAGES:
        page = visit(path, width, locale, scheme)
        if "#" in path or path == "/learn/hex":
            page.wait_for_selector(".board .c")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        found = Axe().run(page)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"
        # Every picture that is near is there.
        broken = "[...document.images].filter((i) => i.complete && !i.naturalWidth).map((i) => i.src)"
        assert page.evaluate(broken) == [], path
        page.close()


def test_nothing_jumps_when_the_answer_comes(visit):
    page = visit("/learn/hex#2")
    row = page.get_by_role("button", name="Back")
    before = row.bounding_box()
    cell(page, "b4").click()
    expect(page.locator(".answer")).to_contain_text("Joined")
    assert row.bounding_box() == before
    assert len(lesson("hex")) == page.locator(".steps li").count()
