"""Every game from its form to its end in a real browser, against a program that follows a script.

The boards are tiny. By turns the reader has a large screen and English, or a phone and French. No other file
plays whole games of all kinds: what a page shows on the way is looked at here too.
"""

import random
import re

import pytest
from browsing import LOCALES, ORIGIN, ask, phone
from conftest import full, needs
from hands import LISTEN, Opponent, nothing_runs_over, play, played
from playthroughs import small_game
from sampling import FULL, sample

from pavage.registry import OURS, games
from pavage.words import words

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

MOST = 400
OURS_IS = 0
"""The seat of the reader."""
MY_TURN = "(plies) => told.state?.mine && told.state.moves.length === plies"
MOVED = "(plies) => told.state?.moves.length > plies || told.refused.length"
MIDWAY = 3
"""The move of the reader before which the page is looked at."""
BY_KEYBOARD = ("hex", "polygo", "heinash")
ALIKE = {"hex", "tetrago", "triago", "hex6", "hexn"}
"""test_browser.py plays a whole game of Hex by mouse and another by keys; the others have the page of PolyGo,
HexaGo or Hex-3 with another board."""
BY_HAND = full(20)
"""So many moves of each kind are made by hand, the others by a program with the same key."""
READERS = {name: "fr" if number % 2 else "en" for number, name in enumerate(OURS)}
FROM_HOME = OURS if FULL else list(OURS)[::3]
"""All cards of the home page are made alike: the games of the others are begun at their form."""
JUDGED = {
    name: {"midway", "over"} if FULL else {"over" if number // 2 % 2 else "midway"}
    for number, name in enumerate(OURS)
}
"""When axe judges the page of a game; each reader sees both."""


@pytest.fixture
def come(visit):
    """Opens the home page, or another one, for a reader of some language."""

    def prepare(page):
        page.add_init_script(LISTEN)
        # Boards are tiny, so that a finger need not touch twice.
        page.add_init_script("localStorage.setItem('pavage.twice', 'off')")

    def open_page(language, path="/", **more):
        return visit(path, locale=LOCALES[language], before=prepare, reduced_motion="reduce", **more)

    return open_page


@pytest.fixture
def programs():
    """Programs that sit down where links lead, each at its seat; one of them where the reader sits."""
    seated = {}

    def seat(page, players):
        if players > 1:
            page.wait_for_selector(".invite .hand-on input")
        links = [each.input_value() for each in page.locator(".invite .hand-on input").all()]
        for number in range(1, players):
            seated[number] = Opponent(links[number - 1], f"Bo {number}")
        kept = page.evaluate("JSON.parse(localStorage['pavage.tables'])")
        [(table, mine)] = kept.items()
        [key] = mine["keys"]
        seated[OURS_IS] = Opponent(f"{ORIGIN.match(page.url)[0]}/play/{table}#{key}", "")
        return seated

    yield seat
    for each in seated.values():
        each.close()


def tiny_options(address, name, language):
    """The options of a tiny board that differ from the usual ones: label and value."""
    tiny, usual = small_game(games()[name]), games()[name]()
    listed = next(each for each in ask(address, f"/api/games?language={language}") if each["name"] == name)
    labels = {option["name"]: option["label"] for option in listed["options"]}
    for option in tiny.declared:
        wanted = option.write(tiny.options[option.name])
        if wanted != option.write(usual.options[option.name]):
            yield labels[option.name], wanted


def field_of(page, label):
    return page.locator(".form fieldset", has=page.get_by_text(label, exact=True))


def choose(page, label, wanted):
    """An option of the form by mouse: one that is offered, or any other."""
    field = field_of(page, label)
    with page.expect_response(re.compile("/preview")):
        if not field.count():
            alone = page.get_by_label(label, exact=True)
            if alone.evaluate("(each) => each.localName") == "select":
                if alone.locator(f"option[value='{wanted}']").count():
                    alone.select_option(wanted)
                else:
                    alone.select_option("other")
                    page.locator(f"input.text[aria-label='{label}']").fill(wanted)
            else:
                alone.fill(wanted)
            return
        offer = field.locator(f"input[value='{wanted}']")
        if offer.count():
            offer.click()
            return
        field.locator("input[value=other]").click()
        field.locator("xpath=..").locator("input.text").fill(wanted)


def to_the_end(page, address, move_by, seated):
    """A match by chance, but always the same: ours on the page, theirs by their programs or by computers.

    `move_by` says whether it has made the move; else the program makes it that has our key.
    """
    dice = random.Random(5)
    for _ in range(MOST):
        match = played(page, address)
        if match.outcome:
            return
        plies = len(match.played)
        if match.turn == OURS_IS or match.turn in seated:
            move = dice.choice(match.game.moves(match.position))
            text = match.game.write(match.position, move)
            by_hand = match.turn == OURS_IS and move_by(match.game, move, text, plies)
            if not by_hand:
                seated[match.turn].play(text, plies)
        page.wait_for_function(MOVED, arg=plies)
        assert page.evaluate("told.refused") == []
    raise AssertionError("the game does not end")


def judged(page):
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def midway(page):
    """What a page shows while much is lying there and much is offered."""
    page.wait_for_function("() => !told.awaited")
    state = page.evaluate("told.state")
    shown = page.locator(".tray:not([hidden]) button")
    expect(shown).to_have_count(sum("in_tray" not in button for button in state["scene"]["buttons"]))
    # A board that grows with the game is fetched: the pieces come when it is there.
    expect(page.locator(".pieces > *")).to_have_count(len(state["scene"]["pieces"]))
    assert page.locator(".seat").count() == state["players"]
    expect(page.locator(".list button")).to_have_count(len(state["moves"]))
    for overlay in state["scene"]["overlays"][:2]:
        page.locator(".asked select").select_option(overlay["name"])
        named = page.locator(f".c[aria-label$='{overlay['label']}']").count()
        assert named == len({each for mark in overlay["marks"] for each in mark["cells"]})
    nothing_runs_over(page)


def over(page):
    """What a finished game shows."""
    expect(page.locator("[data-act=rematch]")).to_be_visible()
    assert page.evaluate("told.state.over")
    nothing_runs_over(page)


@pytest.mark.parametrize("name", sample(OURS, *(name for name in OURS if name not in ALIKE)))
def test_by_mouse_from_the_form_to_the_end(come, programs, address, name):
    language = READERS[name]
    say = words(language)
    form, screen = f"/new?game={name}", phone() if language == "fr" else {}
    page = come(language, "/" if name in FROM_HOME else form, **screen)
    if name in FROM_HOME:
        page.locator(f".shelf a[href='{form}']").click()
    page.wait_for_selector(".stage .c")
    page.locator(".more:not(.tilings) summary").click()
    for label, wanted in tiny_options(address, name, language):
        choose(page, label, wanted)
    players = small_game(games()[name]).players
    for number in range(1, players):
        page.locator(".pick select, .line select").nth(number).select_option("friend")
    page.get_by_role("button", name=say("web.form.play"), exact=True).click()
    page.wait_for_selector(".play .c")
    kinds = []

    def by_mouse(game, move, _, plies):
        kinds.append(tuple(site < len(game.tiling) for site in move))
        if kinds.count(kinds[-1]) > BY_HAND and len(kinds) != MIDWAY:
            return False
        page.wait_for_function(MY_TURN, arg=plies)
        if len(kinds) == MIDWAY:
            midway(page)
            if "midway" in JUDGED[name]:
                judged(page)
        play(page, game, move)
        return True

    to_the_end(page, address, by_mouse, programs(page, players))
    assert len(kinds) >= MIDWAY
    over(page)
    if "over" in JUDGED[name]:
        judged(page)


@pytest.mark.parametrize("name", sample(BY_KEYBOARD, "heinash"))
def test_by_keyboard_alone_from_the_home_page_to_the_end(come, address, name):
    language = READERS[name]
    say = words(language)
    page = come(language)

    def tab_to(find):
        for _ in range(90):
            page.keyboard.press("Tab")
            if page.evaluate(f"(() => {{ const at = document.activeElement; return {find}; }})()"):
                return
        raise AssertionError(find)

    tab_to(f"at.getAttribute('href') === '/new?game={name}'")
    page.keyboard.press("Enter")
    page.wait_for_selector(".stage .c")
    tab_to("at.value === 'beginner'")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") == "easy"
    for label, wanted in tiny_options(address, name, language):
        tab_to(f"at.type === 'radio' && at.closest('fieldset').textContent.startsWith({label!r})")
        while page.evaluate("document.activeElement.value") != "other":
            page.keyboard.press("ArrowRight")
        tab_to("at.matches('input.text')")
        page.keyboard.press("Control+a")
        with page.expect_response(re.compile(rf"/preview.*={wanted}(&|$)")):
            page.keyboard.type(wanted)
    tab_to(f"at.textContent === {say('web.form.play')!r}")
    page.keyboard.press("Enter")
    page.wait_for_selector(".play .c")
    tab_to("at.matches('.c')")
    dice = random.Random(3)
    written = []

    def by_keys(game, move, text, plies):
        """Every other move is written; the others are made where the arrows lead."""
        page.wait_for_function(MY_TURN, arg=plies)
        written.append(text)
        assert page.evaluate("document.activeElement.matches('.c')"), "the focus was lost"
        offered = page.evaluate("told.state.scene.next")
        if len(written) % 2 and len(move) == 1 and offered:
            page.keyboard.press(f"Arrow{dice.choice(['Left', 'Right', 'Up', 'Down'])}")
            while page.evaluate("Number(document.activeElement.dataset.cell)") not in offered:
                page.keyboard.press(f"Arrow{dice.choice(['Left', 'Right', 'Up', 'Down'])}")
        else:
            page.keyboard.type(text)
        page.keyboard.press("Enter")
        return True

    to_the_end(page, address, by_keys, {})
    over(page)
    judged(page)
    tab_to(f"at.textContent === {say('web.act.rematch')!r}")
