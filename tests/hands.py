"""Hands that play on the page of a table, and eyes that hear what the server tells it."""

import contextlib
import json
import urllib.request

from websockets.sync.client import connect

from pavage.formats.record import read_record

LISTEN = """
const Real = WebSocket;
window.told = { count: 0, state: null, refused: [], awaited: false };
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      const { told } = window;
      if (message.kind === "refused") told.refused.push(message.sentence);
      if (message.kind === "state") Object.assign(told, { state: message, count: told.count + 1 });
      if (message.kind === "state" || message.kind === "refused") told.awaited = false;
    });
  }
  send(text) {
    if ("touch" in JSON.parse(text)) window.told.awaited = true;
    super.send(text);
  }
};
"""


def options_of(game):
    return {option.name: option.write(game.options[option.name]) for option in game.declared}


def offered(page):
    """The state once a person may act or the game is over, and a pen that stays in the hand is there."""
    page.wait_for_function(
        "() => told.state && !told.awaited && !told.state.busy && (told.state.mine || told.state.over)"
    )
    return page.evaluate("told.state")


def touch(page, game, site):
    """Click a cell or a button, and wait for what the server says."""
    before = page.evaluate("told.count")
    if site < len(game.tiling):
        page.locator(f".c[data-cell='{site}']").click()
    else:
        reach(page, game, site)
    page.wait_for_function("(before) => told.count > before || told.refused.length", arg=before)


def reach(page, game, site, press=False):
    """Touch a button where the page shows it: alone, in a tray, or turned out of what lies there."""

    def act(found):
        if press:
            found.focus()
            page.keyboard.press("Enter")
        else:
            found.click()

    if page.locator(".shapes:not([open])").count():
        act(page.locator(".shapes summary"))
    found = page.locator(f"[data-site='{site}']")
    if found.count():
        act(found)
        return
    # It lies there the other way round; or is in the hand so, where one more touch would put it down.
    high, wide = game.sites[site].split("x")
    other = game.site(f"{wide}x{high}")
    if other not in page.evaluate("told.state.scene.touched"):
        count = page.evaluate("told.count")
        act(page.locator(f"[data-site='{other}']"))
        page.wait_for_function("(count) => told.count > count", arg=count)
    if press:
        page.keyboard.press("R")
    else:
        page.locator("[data-act=turn]").click()


def nothing_runs_over(page):
    """No part of the panel is wider than the window, or hangs out of the panel."""
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    parts = page.locator(".seat, .sentence, .round button, .acts .btn:not([hidden])")
    boxes = parts.evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    )
    assert all(left >= 0 and right <= width + 0.5 for left, right in boxes)


def played(page, address):
    """The match as it stands, from its record."""
    with urllib.request.urlopen(f"{address}/api/tables/{page.url.rpartition('/')[2]}/record") as answer:
        return read_record(answer.read().decode()).match


def play(page, game, move, press=False):
    """Touch the sites of a move; a pen may still be in the hand."""
    page.wait_for_function("() => !told.awaited")
    held = page.evaluate("told.state.scene.touched")
    if held and held != list(move[: len(held)]):
        page.keyboard.press("Escape")
        page.wait_for_function("() => told.state.scene.touched.length === 0")
        held = []
    for place, site in enumerate(move[len(held) :], len(held)):
        count = page.evaluate("told.count")
        if site >= len(game.tiling):
            reach(page, game, site, press)
        elif press:
            page.locator(f".c[data-cell='{site}']").focus()
            page.keyboard.press("Enter")
        else:
            page.locator(f".c[data-cell='{site}']").click()
        page.wait_for_function("(count) => told.count > count || told.refused.length", arg=count)
        if place + 1 < len(move):
            page.wait_for_function("(site) => told.state.scene.touched.includes(site)", arg=site)


class Opponent:
    """Somebody far away who came by a link: a program that does as it is told."""

    def __init__(self, link, name):
        origin, _, rest = link.partition("/play/")
        table, _, key = rest.partition("#")
        url = f"{origin.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self.closing = contextlib.ExitStack()
        self.socket = self.closing.enter_context(connect(url, origin=origin))
        self.socket.send(json.dumps({"hello": [key], "name": name}))

    def play(self, text, plies):
        """Write a move as soon as so many are played and it is this seat's turn."""
        while True:
            told = json.loads(self.socket.recv(timeout=60))
            if told["kind"] == "state" and told["mine"] and len(told["moves"]) == plies:
                break
        self.socket.send(json.dumps({"typed": text, "seq": told["seq"]}))

    def close(self):
        self.closing.close()
