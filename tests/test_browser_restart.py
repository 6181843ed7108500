"""Two play by a link, a third watches, and the server is killed: the pages come back by themselves."""

import re
import subprocess
import sys

import pytest
from browsing import ORIGIN, cell, phone
from conftest import needs

needs("chromium")

from playwright.sync_api import expect  # noqa: E402


class Server:
    """`pavage` as anybody starts it; killed, it can be started again at the same place."""

    def __init__(self, folder):
        self.database = f"sqlite:///{folder / 'pavage.db'}"
        self.port = "0"
        self.start()

    def start(self):
        command = [sys.executable, "-m", "pavage", "serve", "--no-browser", "--port", self.port]
        self.process = subprocess.Popen(
            [*command, "--database", self.database], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.address, self.port = re.search(r"(http://[\d.]+:(\d+))", self.process.stdout.readline()).groups()

    def kill(self):
        self.process.kill()
        self.process.communicate(timeout=60)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()


@pytest.fixture(scope="module")
def address(server):
    return server.address


def test_a_killed_server_loses_nothing_of_a_game(visit, server):
    one = visit("/new?game=hex")
    one.locator(".pick select").nth(1).select_option("friend")
    one.get_by_role("radio", name="Other").first.click()
    one.get_by_role("spinbutton").fill("3")
    expect(one.locator(".stage .c")).to_have_count(9)
    one.get_by_role("button", name="Play", exact=True).click()
    one.wait_for_selector(".invite .hand-on input")
    link, watch = (ORIGIN.sub("", each.input_value()) for each in one.locator(".invite .hand-on input").all())
    two = visit(link, locale="fr-FR", **phone())
    two.locator("#my-name").fill("Bo")
    two.get_by_role("button", name="S’asseoir").tap()
    three = visit(watch)
    pages = (one, two, three)
    moves = []

    def play(page, name):
        cell(page, name).click()
        moves.append(name)
        for each in pages:
            expect(each.locator(".list button")).to_have_text(moves)

    play(one, "b2")
    play(two, "c1")
    one.get_by_role("textbox", name="Write something").fill("soon dark")
    one.keyboard.press("Enter")
    for page in pages:
        expect(page.locator(".lines li")).to_have_count(1)

    visit.allowed += ["WebSocket connection", "ERR_CONNECTION_REFUSED"]
    server.kill()
    expect(one.locator(".sentence")).to_have_text("Connection lost.")
    expect(two.locator(".sentence")).to_have_text("Connexion perdue.")
    server.start()
    for page in pages:
        expect(page.locator(".sentence")).not_to_have_text(re.compile("lost|perdue"))
        expect(page.locator(".list button")).to_have_text(moves)
        expect(page.locator(".pieces use")).to_have_count(2)
        expect(page.locator(".lines li")).to_contain_text("soon dark")

    # The game goes on, after a reload too, to its end.
    play(one, "b1")
    two.reload()
    expect(two.locator(".sentence")).to_have_text("À vous. Placez un pion bleu.")
    play(two, "c2")
    server.kill()
    server.start()
    expect(one.locator(".sentence")).to_have_text(re.compile("^Your turn"))
    for page in pages:
        expect(page.locator(".list button")).to_have_text(moves)
    cell(one, "b3").click()
    for page, ending in zip(pages, ("You won", "Vous avez perdu", "won"), strict=True):
        expect(page.locator(".sentence")).to_contain_text(ending)
    assert server.process.poll() is None
