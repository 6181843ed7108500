"""Turns that come and go: time to read, a turn that is noticed, games that are found again."""

import re

from browsing import ORIGIN, ask, cell, path_of, type_moves
from conftest import needs
from hands import LISTEN

from pavage.formats.record import Record, write_record
from pavage.match import Match
from pavage.registry import games

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

GO_ON = "[data-act=go_on]"
COMPUTER = {"level": "random"}


def begun(game, setup, **options):
    """A game that begins with a position, as a record."""
    rules = games()[game](**options)
    return write_record(Record(Match(rules, None, rules.setup(setup)), (), {}))


def happened(page, least):
    """Wait until the server has told of so many moves, shown or not."""
    page.wait_for_function("least => window.told.state?.moves.length >= least", arg=least)


def test_what_computers_do_is_shown_at_a_pace_that_one_can_follow(visit, address):
    """A refusal stays until one goes on; others move step by step; with a clock all is shown at once."""

    def sit(pace="calm", **wanted):
        made = ask(address, "/api/tables", wanted)
        return visit(path_of(made), before=lambda page: page.add_init_script(LISTEN), pace=pace)

    shown = ".list button"
    record = begun("hextra", "v:(0,0) o:(1,0) r:(0,1) b:(2,-1) turn:1", players=4)
    page = sit(record=record, chairs=[{"name": ""}, *[COMPUTER] * 3])
    page.wait_for_selector(".prompt.mine")
    page.keyboard.type("V2=SC(O1)(V1)@(3,3)!")
    page.keyboard.press("Enter")
    happened(page, 3)
    expect(page.locator(GO_ON)).to_be_visible()
    expect(page.locator(".sentence")).to_have_text("Take your time.")
    refused = "Refused: the image is to the right of O1, not away from the tiles."
    expect(page.locator(".prompt .small").first).to_contain_text(refused)
    expect(page.locator(shown)).to_have_count(1)
    page.locator(GO_ON).click()
    expect(page.locator(shown)).not_to_have_count(1)
    page.wait_for_selector(".prompt.mine")
    expect(page.locator(".prompt .small").first).to_contain_text(refused)
    page.close()

    three = {"game": "hex3", "options": {}, "chairs": [{"name": ""}, COMPUTER, COMPUTER]}
    page = sit("tap", **three)
    page.wait_for_selector(".prompt.mine")
    cells = page.locator(".c:not(.void)")
    cells.nth(40).click()
    happened(page, 3)
    # The answer to one's own move needs no tap, the next computer does.
    expect(page.locator(GO_ON)).to_be_visible()
    expect(page.locator(shown)).to_have_count(2)
    # A touch of the board goes on, and is no move.
    cells.nth(30).click()
    expect(page.locator(shown)).to_have_count(3)
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(page.locator(GO_ON)).to_be_hidden()
    assert page.evaluate("window.told.refused") == []
    page.close()

    page = sit("tap", clock="10m", **three)
    page.wait_for_selector(".prompt.mine")
    page.locator(".c:not(.void)").nth(40).click()
    happened(page, 3)
    expect(page.locator(shown)).to_have_count(3)


HEARD = """
window.noticed = { notes: 0, shown: [] };
window.AudioContext = class {
  currentTime = 0;
  resume() {}
  createOscillator() {
    window.noticed.notes += 1;
    return { frequency: {}, connect: (other) => other, start() {}, stop() {} };
  }
  createGain() {
    const gain = new Proxy({}, { get: () => () => {} });
    return { gain, connect: (other) => other };
  }
};
window.Notification = class {
  static permission = "granted";
  constructor(title, { body }) { window.noticed.shown.push(`${title} | ${body}`); }
};
localStorage["pavage.notify"] = "on";
"""
"""A browser that may play sounds and show notifications, and tells which."""
LOOK = """
hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
"""The reader goes to another tab, or comes back."""


def test_a_turn_is_noticed_and_what_was_missed_is_told(visit, table):
    path, ada, bo = re.split(r"[#.]", table())
    one = visit(f"{path}#{ada}", before=lambda page: page.add_init_script(HEARD))
    two = visit(f"{path}#{bo}", locale="fr-FR")
    line = one.locator(".prompt .small").first
    icon = one.locator("link[rel=icon]")
    # Turns come and go in the title and on the icon,
    expect(one).to_have_title(re.compile("^● Your turn: Hex 5.×.5 · Pavage$"))
    expect(two).to_have_title(re.compile("^Hex 5.×.5 · Pavage$"))
    assert "icon-turn.svg" in icon.get_attribute("href")
    assert one.request.get(icon.evaluate("link => link.href")).ok
    cell(one, "c3").click()
    expect(two).to_have_title(re.compile("^● À vous\N{NO-BREAK SPACE}: Hex 5.×.5 · Pavage$"))
    expect(one).to_have_title(re.compile("^Hex 5.×.5 · Pavage$"))
    assert "icon.svg" in icon.get_attribute("href")
    # whoever looks elsewhere hears and reads of it, and is told what was missed,
    one.evaluate(LOOK, True)
    cell(two, "b2").click()
    expect(one).to_have_title(re.compile("Your turn"))
    assert one.evaluate("window.noticed") == {"notes": 2, "shown": ["Your turn: Hex | Bo played b2."]}
    one.evaluate(LOOK, False)
    expect(line).to_have_text("While you were away: Bo played b2.")
    expect(one.locator(".board.noticed .marks > .last")).to_have_count(1)
    cell(one, "d2").click()
    expect(line).to_have_text("You played d2.")
    # and so is whoever had left the page.
    expect(two.locator(".prompt.mine")).to_be_visible()
    one.goto(ORIGIN.match(one.url)[0])
    cell(two, "a1").click()
    expect(two.locator(".list button")).to_have_count(4)
    one.go_back()
    expect(line).to_have_text("While you were away: Bo played a1.")


def test_what_is_clicked_without_a_connection_is_asked_about_before_it_is_played(visit, table):
    sockets, gone = [], [False]

    def between(socket):
        sockets.append(socket)
        if gone[0]:
            socket.close()
        else:
            socket.connect_to_server()

    def cut():
        gone[0] = True
        sockets[-1].close()
        expect(page.locator(".sentence")).to_have_text("Connection lost.")

    page = visit(table(), before=lambda page: page.route_web_socket(re.compile("/live"), between))
    expect(page.locator(".prompt.mine")).to_be_visible()
    moves, asked = page.locator(".list button"), page.locator(".late")
    for answer, played in (("No", []), ("Yes, now", ["c3"])):
        cut()
        cell(page, "c3").click()
        expect(page.locator(".prompt .warn")).to_contain_text("No connection: you will be asked")
        gone[0] = False
        expect(asked).to_contain_text("Chosen without a connection: c3. Do it now?")
        expect(moves).to_have_text([])
        asked.get_by_role("button", name=answer, exact=True).click()
        expect(asked).to_be_hidden()
        expect(moves).to_have_text(played)
    # Whoever does something else instead has answered.
    cut()
    cell(page, "b2").click()
    gone[0] = False
    expect(asked).to_be_visible()
    cell(page, "d2").click()
    expect(asked).to_be_hidden()
    expect(moves).to_have_text(["c3", "d2"])


def test_games_are_found_again_each_at_its_place(visit, address):
    """The form begins as it was left; my games say and show how each stands; a rematch buries nothing."""
    page = visit("/new?game=hex")
    page.get_by_role("radio", name="Other").first.click()
    page.get_by_role("spinbutton").fill("3")
    expect(page.locator(".stage .c")).to_have_count(9)
    page.locator(".pick select").nth(1).select_option("person")
    page.get_by_placeholder("Name", exact=True).fill("Bo")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".prompt.mine")
    table = page.evaluate("location.pathname")
    type_moves(page, "b2", "a1", "b1", "a2", "b3")
    page.locator("[data-act=rematch]").click()
    expect(page.locator(".list button")).to_have_count(0)
    type_moves(page, "c1")
    # The game before has a link beside the board and a place among mine,
    expect(page.locator(".series a")).to_have_attribute("href", f"{table}/1")
    page.goto(address)
    rows = page.locator(".my-games li")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Hex 3 × 3")
    expect(rows.nth(1)).to_contain_text("Player 1 – Bo")
    expect(rows.nth(1)).to_contain_text("Red won: the two red sides are joined.")
    expect(rows.nth(1).get_by_role("link")).to_have_attribute("href", f"{table}/1")
    for row in rows.all():
        row.scroll_into_view_if_needed()
        expect(row.locator("img")).to_have_js_property("complete", True)
        assert row.locator("img").evaluate("image => image.naturalWidth") > 0
    # where it is looked at move by move,
    rows.nth(1).get_by_role("link").click()
    expect(page.locator(".replay .told button")).to_have_count(5)
    expect(page.locator(".theatre .pieces use")).to_have_count(5)
    page.locator("[data-step=back]").click()
    expect(page.locator(".theatre .pieces use")).to_have_count(4)
    assert Axe().run(page).violations_count == 0
    # and the form begins as it was left.
    page.goto(f"{address}/new?game=hex")
    expect(page.locator(".stage .c")).to_have_count(9)
    expect(page.get_by_role("spinbutton")).to_have_value("3")
    expect(page.locator(".pick select").nth(1)).to_have_value("person")
    expect(page.get_by_placeholder("Name", exact=True)).to_have_value("Bo")
    # Other games begin as they are, and what is no longer offered is forgotten.
    page.evaluate("localStorage['pavage.choices'] = localStorage['pavage.choices'].replace(':3', ':300')")
    page.reload()
    expect(page.locator(".stage .c")).to_have_count(121)
