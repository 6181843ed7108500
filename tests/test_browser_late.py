"""A quick hand and a slow connection: what is done before the answer has come is done all the same."""

import re

import pytest
from browsing import ORIGIN, ask, cell, path_of, serving
from conftest import needs
from hands import LISTEN

needs("chromium")

from playwright.sync_api import expect  # noqa: E402


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server"), "demonstration", late=0.1) as address:
        yield address


@pytest.fixture
def sit(visit, address):
    def set_table(name, options, *chairs):
        made = ask(address, "/api/tables", {"game": name, "options": options, "chairs": list(chairs)})
        page = visit(path_of(made), before=lambda page: page.add_init_script(LISTEN))
        page.wait_for_selector(".prompt.mine")
        return page

    return set_table


def touch_quickly(page, *names):
    """All at once, before any answer."""
    page.evaluate(
        "names => names.forEach(name => document.querySelector(`.c[data-name=${name}]`).dispatchEvent("
        "new MouseEvent('click', { bubbles: true })))",
        names,
    )


def write_quickly(page, *texts):
    """As nobody can type: all of it before any answer, however busy the machine is."""
    page.evaluate(
        "texts => texts.forEach(text => [...text, 'Enter'].forEach(key => document.body.dispatchEvent("
        "new KeyboardEvent('keydown', { key, bubbles: true }))))",
        texts,
    )


def drag(page, *names):
    for number, name in enumerate(names):
        box = cell(page, name).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        if not number:
            page.mouse.down()
    page.mouse.up()


def never_refused(page):
    assert page.evaluate("told.refused") == []
    assert page.locator(".prompt .warn").count() == 0


def test_two_touches_of_one_cell_are_one_move(sit):
    page = sit("hex", {"size": 4}, {"name": "Ada"}, {"name": "Bo"})
    touch_quickly(page, "b2", "b2")
    expect(page.locator(".list button")).to_have_text(["b2"])
    touch_quickly(page, "c2")
    expect(page.locator(".list button")).to_have_text(["b2", "c2"])
    never_refused(page)


def test_a_touch_after_a_way_that_meant_nothing(sit):
    page = sit("hex", {"size": 4}, {"name": "Ada"}, {"name": "Bo"})
    drag(page, "b2", "c2")
    touch_quickly(page, "a1")
    expect(page.locator(".list button")).to_have_text(["a1"])
    assert page.locator(".prompt .warn").count() == 0


def test_stones_that_are_chosen_quickly(sit):
    page = sit("marienbad", {"board": "S3x3"}, {"name": "Ada"}, {"name": "Bo"})
    touch_quickly(page, "a1", "b1", "c1", "b1", "c1")
    expect(page.locator(".marks .select")).to_have_count(1)
    page.locator(".tray").get_by_role("button", name="Take").click()
    expect(page.locator(".list button")).to_have_text(["a1"])
    never_refused(page)


def test_a_pen_writes_as_fast_as_one_touches(sit):
    page = sit("demonstration", {"players": 1}, {"name": "Ada"})
    page.get_by_role("button", name="Pen", exact=True).click()
    touch_quickly(page, "a1", "b2", "c3")
    expect(page.locator(".list button")).to_have_count(3)
    expect(page.locator(".item.chosen")).to_have_count(1)
    never_refused(page)


def test_moves_are_written_faster_than_they_are_answered(sit):
    page = sit("hex", {"size": 4}, {"name": "Ada"}, {"name": "Bo"})
    write_quickly(page, "b2", "c2", "swap", "d4")
    expect(page.locator(".prompt .warn")).to_contain_text("Swapping")
    expect(page.locator(".list button")).to_have_text(["b2", "c2"])


def test_nothing_follows_a_move_that_was_refused(sit):
    page = sit("hexadames", {"players": 2, "size": 4}, {"name": "Ada"}, {"name": "Bo"})
    touch_quickly(page, "d4", "e1", "e2")
    expect(page.locator(".prompt .warn")).to_be_visible()
    page.wait_for_timeout(1000)  # longer than a further message and its answer
    assert page.locator(".list button").count() == 0
    touch_quickly(page, "e1", "e2")
    expect(page.locator(".list button")).to_have_text(["e1-e2"])


NEWS = """
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => JSON.parse(data).kind === "state" && (this.last = data));
  }
  send(text) {
    super.send(text);
    if (!("touch" in JSON.parse(text))) return;
    const { answers, ...news } = JSON.parse(this.last);
    const data = JSON.stringify({ ...news, watchers: news.watchers + 1 });
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
};
"""
"""Whenever a cell is touched, somebody comes to watch before the answer."""


def test_news_that_come_before_the_answer_are_not_taken_for_it(visit, address):
    options = {"players": 2, "size": 4}
    made = ask(address, "/api/tables", {"game": "hexadames", "options": options, "chairs": [{}, {}]})
    page = visit(path_of(made), before=lambda page: [page.add_init_script(each) for each in (LISTEN, NEWS)])
    page.wait_for_selector(".prompt.mine")
    touch_quickly(page, "e1", "e2")
    expect(page.locator(".list button")).to_have_text(["e1-e2"])
    never_refused(page)


def test_what_is_no_longer_offered_is_forgotten(sit):
    page = sit("hex", {"size": 4}, {"name": "Ada"}, {"level": "random"})
    touch_quickly(page, "b2", "c2")
    expect(page.locator(".list button")).to_have_count(2)
    page.wait_for_selector(".prompt.mine")
    never_refused(page)


def test_a_step_of_a_lesson_is_touched_on_its_own_board(visit):
    page = visit("/learn/hex#2")
    before = page.locator(".board .c").count()
    page.get_by_role("button", name=re.compile("Next|Skip")).click()
    # Where b2 of the board before lies, Playwright may only click once it can be touched.
    cell(page, "b2").click()
    assert page.locator(".board .c").count() != before
    expect(page.locator(".board svg .pieces [data-cell='4']")).to_have_count(1)


def test_play_is_pressed_before_the_seats_have_changed(visit):
    page = visit("/new?game=hextra")
    seats = page.locator(".pick select, .line select")
    expect(seats).to_have_count(4)
    # One number of players, and Play twice, as fast as nobody is.
    page.evaluate(
        "() => ['.form input[value=\\'2\\']', '.form [type=submit]', '.form [type=submit]']"
        ".forEach((what) => document.querySelector(what).click())"
    )
    page.wait_for_selector(".play .c")
    expect(page.locator(".seat")).to_have_count(2)
    page.goto(ORIGIN.match(page.url)[0])
    expect(page.locator(".my-games li")).to_have_count(1)


def test_a_position_is_played_before_the_server_has_seen_its_last_stone(visit):
    page = visit("/setup?game=hex&size=4")
    page.wait_for_selector(".setup:not(.coming) .c")
    touch_quickly(page, "b2", "c3")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_selector(".stage .c")
    expect(page.locator(".stage .pieces use")).to_have_count(2)


def test_going_back_as_fast_as_one_can_press(sit):
    page = sit("hex", {"size": 4}, {"name": "Ada"}, {"name": "Bo"})
    write_quickly(page, "b2", "c2", "a1", "d4")
    expect(page.locator(".list button")).to_have_count(4)
    back = page.locator("[data-step=back]")
    back.evaluate("back => { for (let times = 0; times < 3; times++) back.click(); }")
    expect(page.locator(".list .now")).to_have_text("b2")
    expect(page.locator(".pieces use")).to_have_count(1)


def test_a_game_of_a_tournament_is_stepped_through_quickly(visit):
    page = visit("/tournaments/small#3.1.1")
    page.wait_for_selector(".replay .theatre svg")
    moves = page.locator(".replay .told button").count()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay [aria-current=step]")).to_have_text(re.compile(rf"^{moves - 4}\. "))


def test_whoever_waits_is_told_so(browser, address):
    page = browser.new_page()
    held = []
    page.route("**/bundle/**", lambda route: held.append(route))
    page.goto(f"{address}/setup?game=hex&language=fr", wait_until="commit")
    expect(page.locator(".waiting")).to_have_text("Un instant.")
    expect(page.locator(".waiting")).to_be_visible()
    held[0].continue_()
    expect(page.locator(".setup .c").first).to_be_visible()
    expect(page.locator(".waiting")).to_have_count(0)
    page.close()
