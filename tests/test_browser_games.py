"""Every game of the registry in a real browser: played by touching only what the page offers."""

import json
import random
import re
import subprocess
import sys
import urllib.request

import pytest
from conftest import needs
from playthroughs import small_game

from pavage.registry import OURS, games

CHROMIUM = needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402
from test_browser import ARGUMENTS, visit  # noqa: E402, F401

OTHERS = [name for name in OURS if name != "hex"]
PLIES = 12
NAMES = ("Ada", "Bo", "Claire", "Dora", "Inès", "Zoé")

SERVER = """
import socket
import uvicorn
from pavage.server.app import create_app
if __name__ == "__main__":
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
        config = uvicorn.Config(create_app(pause=0.02), log_level="warning")
        uvicorn.Server(config).run(sockets=[listening])
"""

LISTEN = """
const Real = WebSocket;
window.told = { count: 0, state: null, refused: [] };
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      const { told } = window;
      if (message.kind === "refused") told.refused.push(message.sentence);
      if (message.kind === "state") Object.assign(told, { state: message, count: told.count + 1 });
    });
  }
};
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    program = tmp_path_factory.mktemp("server") / "start.py"
    program.write_text(SERVER)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as server:
        yield server.stdout.readline().strip()
        server.send_signal(2)


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def sit(visit, address):  # noqa: F811
    """Sets a table and opens its page; the last chairs may be computers."""

    def set_table(name, options, players, computers=0, **more):
        chairs = [{"name": each} for each in NAMES[: players - computers]] + [{"level": "random"}] * computers
        body = json.dumps({"game": name, "options": options, "chairs": chairs})
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{address}/api/tables", body.encode(), headers)
        with urllib.request.urlopen(request) as answer:
            path = f"/play/{json.load(answer)['id']}"
        return visit(path, before=lambda page: page.add_init_script(LISTEN), **more)

    return set_table


def options_of(game):
    return {option.name: option.write(game.options[option.name]) for option in game.declared}


def offered(page):
    """The state once a person may act or the game is over."""
    page.wait_for_function("() => told.state && !told.state.busy && (told.state.mine || told.state.over)")
    return page.evaluate("told.state")


def touch(page, site, cells):
    """Click a cell or a button, and wait for what the server says."""
    before = page.evaluate("told.count")
    if site < cells:
        page.locator(f".c[data-cell='{site}']").click()
    else:
        page.locator(f".tray [data-site='{site}']").click()
    page.wait_for_function("(before) => told.count > before || told.refused.length", arg=before)


def cell(page, name):
    return page.locator(f".c[data-name={name}]")


def nothing_runs_over(page):
    """No part of the panel is wider than the window, or hangs out of the panel."""
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for part in page.locator(".seat, .sentence, .round button, .acts .btn:not([hidden])").all():
        box = part.bounding_box()
        assert box is None or (box["x"] >= 0 and box["x"] + box["width"] <= width + 0.5)


@pytest.mark.parametrize("name", OTHERS)
def test_a_game_by_touching_what_is_offered(sit, name):
    game = small_game(games()[name])
    cells, dice = len(game.tiling), random.Random(name)
    computers = 1 if game.players == 2 else game.players // 2
    page = sit(name, options_of(game), game.players, computers, reduced_motion="reduce")
    while not (state := offered(page))["over"] and len(state["moves"]) < PLIES:
        sites = state["scene"]["next"] + [button["site"] for button in state["scene"]["buttons"]]
        assert sites, "nothing is offered"
        shown = page.locator(".tray:not([hidden]) button").count()
        assert shown == len(state["scene"]["buttons"])
        touch(page, dice.choice(sites), cells)
        assert page.evaluate("told.refused") == []
    assert state["over"] or len(state["moves"]) >= PLIES
    expect(page.locator(".list button")).to_have_count(len(state["moves"]))
    assert page.locator(".seat").count() == game.players
    assert page.locator(".pieces > *").count() == len(state["scene"]["pieces"])
    nothing_runs_over(page)
    for overlay in state["scene"]["overlays"][:2]:
        page.locator(".asked select").select_option(overlay["name"])
        named = page.locator(f".c[aria-label$='{overlay['label']}']").count()
        assert named == len({each for mark in overlay["marks"] for each in mark["cells"]})
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_the_form_offers_every_game(visit):  # noqa: F811
    page = visit()
    for name in OTHERS:
        if page.locator(".games[open]").count() == 0:
            page.locator(".games summary").click()
        with page.expect_response(re.compile("/preview")):
            page.locator(f".games a[href='/?game={name}']").click()
        game = games()[name]()
        expect(page.locator(".pick select, .line select")).to_have_count(game.players)
        expect(page.locator(".stage .c")).to_have_count(len(game.tiling))
        expect(page.locator(".problem")).to_have_text("")
    page.reload()
    page.wait_for_selector(".c")
    assert page.url.endswith(OTHERS[-1])


def test_the_form_changes_seats_and_refuses_boards(visit):  # noqa: F811
    page = visit("/?game=polygo")
    page.locator("fieldset", has_text="Players").get_by_role("radio", name="6").click()
    expect(page.locator(".line select")).to_have_count(6)
    page.locator("fieldset", has_text="Board").get_by_role("radio", name="Other").click()
    visit.allowed.append("Failed to load resource: the server responded with a status of 400 (Bad Request)")
    code = page.get_by_role("textbox", name="Board")
    code.fill("Q9")
    expect(page.locator(".problem")).to_contain_text("✕")
    code.fill("penrose-3")
    expect(page.locator(".problem")).to_have_text("")
    page.locator(".line select").nth(1).select_option("person")
    page.get_by_role("textbox", name="Name").fill("Bo")
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector(".play .c")
    expect(page.locator(".seat")).to_have_count(6)
    expect(page.locator(".seat").nth(1)).to_contain_text("Bo")


def test_stones_are_chosen_given_back_and_taken(sit):
    page = sit("marienbad", {"board": "S3x3"}, 2)
    cell(page, "a1").hover()
    assert page.locator(".ghost").is_hidden()
    for name in ("a1", "b1"):
        cell(page, name).click()
        expect(cell(page, name)).to_have_attribute("aria-label", f"{name}, stone, chosen")
    assert page.locator(".marks .reach").count() == 1
    cell(page, "a1").click()
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, stone")
    expect(page.locator(".marks .select")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".marks .select")).to_have_count(0)
    assert not page.locator(".tray").is_visible()
    cell(page, "a1").click()
    page.keyboard.type("a2")
    page.keyboard.press("Enter")
    expect(page.locator(".marks .select")).to_have_count(2)
    page.locator(".tray").get_by_role("button", name="Take").click()
    expect(page.locator(".list button")).to_have_text(["a1+a2"])
    page.keyboard.type("b1+b2+b3")
    page.keyboard.press("Enter")
    expect(page.locator(".list button")).to_have_text(["a1+a2", "b1+b2+b3"])


def test_a_man_goes_by_two_touches_or_by_typing(sit):
    page = sit("hexadames", {"players": 2, "size": 4}, 2)
    cell(page, "e1").click()
    expect(page.locator(".marks .target")).to_have_count(2)
    cell(page, "e1").click()
    expect(page.locator(".marks .target")).to_have_count(0)
    page.keyboard.type("e1-e2")
    page.keyboard.press("Enter")
    expect(page.locator(".list button")).to_have_text(["e1-e2"])
    cell(page, "d7").click()
    page.keyboard.type("e6")
    page.keyboard.press("Enter")
    expect(page.locator(".list button")).to_have_text(["e1-e2", "d7-e6"])


def test_kings_and_walls_have_names(sit):
    page = sit("labyrinthe", {"size": 3}, 2, locale="fr-FR")
    told = page.locator(".c").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert sum("roi rouge" in each for each in told) == 1
    cell(page, "c3").click()
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, mur, dernier coup")


def test_six_seats_on_a_phone(sit):
    page = sit("hex6", {}, 6, width=360, height=740, has_touch=True, is_mobile=True)
    nothing_runs_over(page)
    board = page.locator(".board svg").bounding_box()
    assert board["width"] > 320
    assert page.locator(".acts").bounding_box()["y"] < 740
