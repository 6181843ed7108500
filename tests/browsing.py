"""What everything in a real browser begins with: Chromium, a server, pages that may not complain, tables.

conftest.py hands the fixtures to every test; gallery.py takes its pictures with the same parts. A browser and
a server are started once a process, by whoever needs them first: no test asks what others left there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from devtools import needs
from pavage.registry import OURS

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000
"""Milliseconds after which something will not come any more, however busy the machine is."""
LATE = float(os.environ.get("PAVAGE_LATE", "0"))
"""Seconds by which servers answer late at most (see late_server.py)."""
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
PEOPLE = ({"name": "Ada"}, {"name": "Bo"})
AGAINST = ({"name": ""}, {"level": "easy"})
READY = (
    ".c, .pic svg, .sentence, textarea, main.prose, .form .btn.main, .lede .state, .plain-list, .class-code"
)
"""What a page shows once there is something to read or to touch."""
EMPTY = re.compile(", (empty|libre)$")
ORIGIN = re.compile(r"https?://[^/]+")

SERVER = """
import sys
from pavage import registry
sys.path.append(sys.argv[1])
for name in sys.argv[3:]:
    registry.OURS[name] = f"{name}:{name.title()}"
# The processes in which computers think read this file too: what only the server needs comes later, or the
# first move of a computer would take a busy machine longer than a test waits.
if __name__ == "__main__":
    import contextlib
    import socket
    import late_server
    import uvicorn
    from pathlib import Path
    from pavage.server import limits
    from pavage.server.app import create_app
    # All tests come from one address.
    limits.GAMES_PER_ADDRESS = limits.REQUEST_WORK = limits.MESSAGE_WORK = 1_000_000
    limits.PAGES_PER_SEAT = 16  # the gallery looks at a table with more eyes
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
        app = create_app(pause=0.02, tournaments=Path(sys.argv[1]) / "data" / "tournaments")
        app = late_server.Late(app, float(sys.argv[2]))
        config = uvicorn.Config(app, ws="websockets-sansio", log_level="warning")
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
"""


@contextlib.contextmanager
def launched():
    """A browser, closed afterwards."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needs.browser(), args=ARGUMENTS)
        yield browser
        browser.close()


@contextlib.contextmanager
def serving(folder: Path, *games: str, late: float = LATE) -> Iterator[str]:
    """The address of a server whose computers do not dawdle; it knows these games of the tests too.

    It answers up to so many seconds `late`.
    """
    program = folder / "start.py"
    program.write_text(SERVER)
    command = [sys.executable, str(program), str(Path(__file__).parent), str(late), *games]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server.stdout.readline().strip()
        finally:
            server.send_signal(signal.SIGINT)


def ask(address: str, path: str, body: object = None):
    """What the server answers to a program."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def path_of(made: dict) -> str:
    """Where a table that was set is played, with the keys of all its people."""
    return f"/play/{made['id']}#{'.'.join(filter(None, made.get('keys', ())))}"


@pytest.fixture(scope="session")
def only_browser():
    """The browser, and the event loop of Playwright, which is marked as running even between two calls.

    Other tests of this process have loops of their own: the mark is only there while the browser is used.
    """
    from conftest import needs as left_out_without

    left_out_without("chromium")
    with launched() as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def browser(only_browser):
    """The browser for one test: whatever it leaves open is closed."""
    browser, loop = only_browser
    asyncio._set_running_loop(loop)
    try:
        yield browser
        for context in browser.contexts:
            context.close()
    finally:
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture
def visit(browser, address):
    """Opens pages, and lets none of them complain. Only a newcomer is offered the lesson of a game.

    What computers do is shown at once, but for whoever sets another `pace`: tests need no time to read.
    """
    contexts, complaints, allowed = [], [], []

    def open_page(
        path="/?game=hex",
        width=1280,
        height=800,
        locale="en-GB",
        scheme="light",
        before=None,
        newcomer=False,
        pace="once",
        **more,
    ):
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale=locale, color_scheme=scheme, **more
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: said.type in ("error", "warning") and complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not newcomer:
            page.add_init_script(f"localStorage.setItem('pavage.known_games', '{' '.join(OURS)}')")
        page.add_init_script(f"localStorage['pavage.pace'] ??= '{pace}'")
        if before:
            before(page)
        page.goto(address + path)
        page.wait_for_selector(READY)
        return page

    open_page.allowed = allowed
    yield open_page
    for context in contexts:
        context.close()
    left = [each for each in complaints if not any(part in each for part in allowed)]
    assert left == [], left


@pytest.fixture
def table(address):
    """Sets a table without the form; its path."""

    def set_table(chairs=PEOPLE, size=5, **more):
        options = {"size": size}
        return path_of(
            ask(address, "/api/tables", {"game": "hex", "options": options, "chairs": list(chairs), **more})
        )

    return set_table


def phone(width=360, height=740):
    """How a phone is told to `visit`."""
    return {"width": width, "height": height, "has_touch": True, "is_mobile": True}


def cell(page, name):
    return page.locator(f".c[data-name={name}]")


def stones(page):
    return page.locator(".pieces use").count()


def free(page):
    """The names of the cells that a screen reader calls empty."""
    told = page.locator(".c").evaluate_all("all => all.map((c) => [c.dataset.name, c.ariaLabel])")
    return [name for name, label in told if EMPTY.search(label)]


def mine(page):
    """Wait until a person may move or the game is over; whether it goes on."""
    page.wait_for_selector(".prompt.mine, [data-act=rematch]:not([hidden])")
    return page.locator(".prompt.mine").count() > 0


def type_moves(page, *texts):
    from playwright.sync_api import expect

    for text in texts:
        before = page.locator(".list button").count()
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        expect(page.locator(".list button")).to_have_count(before + 1)
