"""The board stays where it is, to the pixel, whatever happens at the table: every game, at every width.

Pages of several sizes look on while a match is touched, refused, played, hinted at, taken back, given up. A
script in each compares the board frame by frame, so that not even a moment escapes it.
"""

import json
import random

import pytest
from browsing import ARGUMENTS, PATIENCE, ask, path_of, phone
from conftest import full, needs
from hands import LISTEN, played
from places import NAMES
from sampling import FULL, sample
from websockets.sync.client import connect

from devtools.needs import browser as chromium
from pavage.registry import OURS, games

needs("chromium")

SIZES = {"phone": phone(360, 740), "lying": phone(740, 360), "desk": {"width": 1280, "height": 800}}
if FULL:
    SIZES["tablet"] = phone(740, 1000)
SEATS_FILL, DICE, TRAYS_GO = "hex6", "heinash", "blocs"
PLIES = full(12, 2)
WATCH = """
window.places = { now: {}, moved: [] };
const box = (part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return [x, y, width, height].join(" ");
};
const look = () => {
  requestAnimationFrame(look);
  const { state } = window.told ?? {};
  if (!state || !document.querySelector(".board .c") || document.querySelector(".play.coming")) return;
  // A board that grows with the game stays where it is, its cells do not.
  const cells = document.querySelectorAll(".board .c").length;
  const now = { board: box(".board"), svg: box(".board svg"), [cells]: box(".board .c") };
  for (const [name, before] of Object.entries(places.now))
    if (name in now && now[name] !== before)
      places.moved.push(`move ${state.moves.length} (${state.prompt}) ${name}: ${before} -> ${now[name]}`);
  places.now = now;
};
requestAnimationFrame(look);
"""
THERE = "() => told.state?.you?.length && document.querySelector('.play:not(.coming) .board .c')"
TOUCH = """(site) => {
  const found = document.querySelector(`.c[data-cell='${site}'], button[data-site='${site}']`);
  found?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Program:
    """Somebody far away who has the keys of all seats."""

    def __init__(self, socket, keys):
        self.socket = socket
        self.tell({"hello": keys})
        self.state = self.hear(lambda state: state["you"])

    def tell(self, message):
        self.socket.send(json.dumps(message))

    def hear(self, wanted):
        while True:
            told = json.loads(self.socket.recv(timeout=PATIENCE / 1000))
            assert told["kind"] != "refused", told["sentence"]
            if told["kind"] == "state" and wanted(told):
                return told

    def do(self, **message):
        before = self.state["seq"]
        self.tell({**message, "seq": before})
        self.state = self.hear(lambda state: state["seq"] > before and not state["busy"])


@pytest.fixture
def screens(browser):
    """A browser whose bars take room where those of a desk do."""
    launched = browser.browser_type.launch(
        executable_path=chromium(), args=ARGUMENTS, ignore_default_args=["--hide-scrollbars"]
    )
    yield launched
    launched.close()


def open_pages(screens, path):
    pages = {}
    for size, screen in SIZES.items():
        viewport = {name: screen[name] for name in ("width", "height")}
        touch = {name: value for name, value in screen.items() if name not in viewport}
        page = screens.new_page(viewport=viewport, reduced_motion="reduce", **touch)
        page.set_default_timeout(PATIENCE)
        page.add_init_script(LISTEN + WATCH)
        page.goto(path, wait_until="commit")
        pages[size] = page
    for page in pages.values():
        page.wait_for_function(THERE)
        page.evaluate(TWO_FRAMES)
        page.evaluate("() => { places.moved = []; }")
    return pages


def refuse(page):
    page.keyboard.press("Escape")
    page.keyboard.type("zz99")
    page.keyboard.press("Enter")
    page.wait_for_function("() => told.refused.length")
    page.evaluate("() => { told.refused = []; }")


@pytest.mark.parametrize("name", sample(OURS, SEATS_FILL, DICE, TRAYS_GO))
def test_no_board_moves_during_play(screens, address, name):
    chairs = [{"name": each} for each in NAMES[: games()[name]().players]]
    made = ask(address, "/api/tables", {"game": name, "chairs": chairs})
    pages = open_pages(screens, address + path_of(made))
    [reader, *_] = pages.values()
    moved = []

    def look():
        for size, page in pages.items():
            page.wait_for_function(
                "(seq) => told.state.seq >= seq && !told.state.busy", arg=program.state["seq"]
            )
            page.evaluate(TWO_FRAMES)
            moved.extend(f"{size} {each}" for each in page.evaluate("() => places.moved.splice(0)"))
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size

    url = f"{address.replace('http', 'ws', 1)}/api/tables/{made['id']}/live"
    with connect(url, origin=address) as socket:
        program = Program(socket, [key for key in made["keys"] if key])
        dice = random.Random(name)
        for ply in range(PLIES):
            match = played(reader, address)
            if match.outcome:
                break
            move = dice.choice(match.game.moves(match.position))
            for page in pages.values():
                if len(move) > 1:
                    page.evaluate(TOUCH, move[0])
                if ply == 1:
                    refuse(page)
            program.do(typed=match.game.write(match.position, move))
            look()
        if program.state["acts"].get("hint"):
            reader.evaluate("() => document.querySelector('[data-act=hint]').click()")
            program.state = program.hear(lambda state: not state["busy"])
            look()
        if program.state["acts"].get("undo"):
            program.do(act="undo")
            look()
        for step in ("first", "last"):
            for page in pages.values():
                page.evaluate("(step) => document.querySelector(`[data-step=${step}]`).click()", step)
            look()
        if not program.state["over"]:
            program.do(act="resign")
        look()
    assert not moved, "\n".join(moved)


def test_swap_and_requests_are_in_view_on_a_small_phone(visit, address):
    chairs = [{"name": "Ada"}, {"name": "Bo", "away": True}]
    made = ask(address, "/api/tables", {"game": "hex", "chairs": chairs})
    [mine, given] = made["keys"]
    ada = visit(f"/play/{made['id']}#{mine}")
    small = visit(f"/play/{made['id']}#{given}", newcomer=True, **phone(375, 667))
    small.wait_for_selector(".arrival button, .seat .presence")
    if small.locator(".arrival button").is_visible():
        small.locator(".arrival button").click()
    ada.locator(".prompt.mine").wait_for()
    ada.keyboard.type("a2")
    ada.keyboard.press("Enter")

    def in_view(selector):
        small.locator(selector).wait_for()
        box = small.locator(selector).bounding_box()
        return box["y"] > 0 and box["y"] + box["height"] <= 667 and small.evaluate("scrollY") == 0

    assert in_view(".tray .btn") and in_view(".first-lesson a")
    board = small.locator(".board svg").bounding_box()
    ada.locator("[data-act=undo]").click()
    assert in_view(".offers [data-act=accept]")
    assert small.locator(".board svg").bounding_box() == board
    # Nearer, nothing is played through a button, and the seats are read.
    small.locator(".offers [data-act=decline]").click()
    small.locator(".offers").wait_for(state="hidden")
    assert in_view(".sentence")
