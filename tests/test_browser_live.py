"""A real tournament watched in a browser, and the relay there: what changes without anybody reloading."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from browsing import PATIENCE, phone
from conftest import needs

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

SOURCE = Path(__file__).parent.parent / "src"
SLOW = """
import pathlib, random, time
from pavage.bots import Bot

class Slow(Bot):
    name = "slow"
    def move(self, turn):
        # The second and the third move of each game wait until somebody has seen the one before.
        own = len(turn.moves) // 2
        while own in (1, 2) and not pathlib.Path(f"go{own}").exists():
            time.sleep(0.02)
        return random.choice(turn.legal)

Slow().run()
"""
FILE = """
name = "Klasse"
game = "hex"
system = "double"
games = 4
parallel = 2
[options]
size = 4
swap = "none"
[[entrant]]
name = "Slow"
bot = ["{python}", "slow.py"]
[[entrant]]
name = "Random"
level = "random"
[[entrant]]
name = "Ada"
relay = true
"""


@contextmanager
def started(folder, *arguments):
    """A command that serves pages, and the address that it names."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCE),
        "BROWSER": "true",  # nobody looks but the browser of the test
        "PAVAGE_DATABASE": f"sqlite:///{folder}/pavage.db",
    }
    command = [sys.executable, "-u", "-m", "pavage", *arguments, "--lang", "en"]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            for line in process.stdout:
                assert not line.startswith("pavage: "), line
                if found := re.search(r"http://\S+", line):
                    break
            else:
                raise AssertionError("it ended without naming an address")
            yield found[0], process
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate()


@pytest.fixture
def page(browser):
    """A page that may not complain."""
    complaints = []
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def done(page):
    return int(page.locator(".lede progress").get_attribute("value"))


def judged(page):
    told = Axe().run(page)
    assert told.violations_count == 0, told.generate_report()


@pytest.mark.timeout(300)
def test_a_tournament_is_watched_while_it_is_played(tmp_path, page):
    (tmp_path / "klasse.toml").write_text(FILE.replace("[options]", 'clock = "10m"\n[options]'))
    (tmp_path / "slow.py").write_text(SLOW)
    with started(tmp_path, "tournament", "klasse.toml", "--live") as (address, process):
        page.goto(address)
        page.evaluate("window.untouched = true")
        # Boards move,
        boards = page.locator(".running .pieces")
        expect(boards).to_have_count(2)
        expect(boards.first.locator("use")).to_have_count(2)
        (tmp_path / "go1").touch()
        expect(boards.first.locator("use")).to_have_count(4)
        judged(page)
        assert done(page) == 0 and page.locator(".standings tbody strong").all_inner_texts() == ["0"] * 3
        # standings change as games end,
        (tmp_path / "go2").touch()
        expect(page.locator(".standings tbody strong").first).to_have_text(re.compile("[1-9]"))
        expect(page.locator(".list-of-games a")).to_have_count(4)
        # and a game is replayed.
        page.locator(".list-of-games a").last.click()
        stones = page.locator(".theatre .pieces use")
        expect(page.locator(".replay .told button").first).to_be_visible()
        moves = page.locator(".replay .told button").count()
        expect(stones).to_have_count(moves)
        page.locator("[data-step=first]").click()
        expect(stones).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(stones).to_have_count(1)
        judged(page)
        # What needs a person waits; the rest comes to its end.
        expect(page.locator(".state")).to_have_attribute("data-state", "waiting")
        assert done(page) == 4 and page.evaluate("window.untouched"), "nobody has reloaded"
        expect(page.locator(".carried li")).to_have_count(8)
        # The relay begins from here.
        page.locator(".carried button").first.click()
        expect(page.locator(".large-move")).to_be_attached()
        expect(page.locator(".sentence")).to_have_text("Set up both programs, then start the clock.")
        assert process.poll() is None, "the page stays"
    assert not (tmp_path / "klasse.running").exists()
    assert process.returncode == 0


@pytest.mark.timeout(200)
def test_a_relay_in_the_browser(tmp_path, page):
    wanted = ["hex", "--option", "size=3", "--option", "swap=colours", "--as", "Ada,Blaise", "--clock", "10m"]
    with started(tmp_path, "relay", *wanted, "--browser") as (address, _):
        page.goto(address)
        large, sentence = page.locator(".large-move"), page.locator(".prompt .sentence")
        expect(sentence).to_have_text("Set up both programs, then start the clock.")
        page.locator("[data-relay=start]").click()
        expect(sentence).to_have_text("What does Ada play?")
        page.locator(".c[data-name=b2]").click()
        expect(large).to_have_text("b2")
        expect(page.locator(".carried .small").first).to_have_text("Ada played. Tell Blaise:")
        answer = page.locator(".answer input")
        answer.fill("b2")
        answer.press("Enter")
        expect(page.locator(".prompt .warn")).to_contain_text("b2")
        answer.fill("swap")
        answer.press("Enter")
        expect(large).to_have_text("Swap")
        expect(page.locator(".carried")).to_contain_text("The sides are exchanged. Ada: Blue, Blaise: Red.")
        judged(page)
        answer.fill("a3")
        answer.press("Enter")
        expect(large).to_have_text("a3")
        page.locator("[data-act=undo]").click()
        expect(large).to_have_text("Swap")
        page.locator("[data-relay=pause]").click()
        expect(answer).to_be_hidden()
        page.locator("[data-relay=go_on]").click()
        for text in ("a1", "b1", "a2", "b3"):
            answer.fill(text)
            answer.press("Enter")
            expect(large).to_have_text(text)
        expect(page.locator("[data-relay=undo]")).to_be_visible()
        with page.expect_download() as saved:
            page.locator(".relay-acts a[download]").click()
        text = Path(saved.value.path()).read_text()
        assert "Ada" in text and "Blaise" in text and "swap" in text


@pytest.mark.timeout(200)
def test_a_relay_goes_into_the_tournament(tmp_path, browser):
    path = tmp_path / "klasse.toml"
    path.write_text(FILE.replace('bot = ["{python}", "slow.py"]', "relay = true"))
    arguments = ["relay", "--tournament", str(path), "--as", "Ada,Slow", "--browser"]
    with started(tmp_path, *arguments) as (address, _):
        context = browser.new_context(**_context(phone()), locale="fr-FR", color_scheme="dark")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        answer = page.locator(".answer input")
        for text in ("a1", "b1", "a2", "b2", "a3", "b3", "a4"):
            answer.fill(text)
            page.locator(".answer .btn").click()
            expect(page.locator(".large-move")).to_have_text(text)
        page.locator("[data-relay=record]").click()
        expect(page.locator(".relay-acts [role=status]")).to_have_text(
            "Le résultat est noté dans le tournoi."
        )
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        judged(page)
        page.locator(".relay-acts a").last.click()
        expect(page.locator(".list-of-games a")).to_have_count(1)
        judged(page)
    (kept,) = [json.loads(line) for line in (tmp_path / "klasse.results.jsonl").read_text().splitlines()[1:]]
    assert (kept["seats"], kept["returns"]) == (["Ada", "Slow"], [1.0, 0.0])


def _context(reader):
    width, height = reader.pop("width"), reader.pop("height")
    return {"viewport": {"width": width, "height": height}, **reader}
