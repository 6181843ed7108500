"""The pages in a real browser: by mouse, by keyboard, on a phone, in both languages."""

import random
import re
from dataclasses import asdict, replace
from types import SimpleNamespace

import pytest
from browsing import AGAINST, LOCALES, ask, cell, free, mine, path_of, stones, type_moves
from conftest import full, needs
from sampling import sample

from pavage.match import Match
from pavage.phrase import Phrase
from pavage.registry import board_of, games, scene_of
from pavage.scene import Mark, Moment, Piece, Scene, plain_board
from pavage.tiling import tiling
from pavage.view.geometry import drawn
from pavage.view.layers import layers
from pavage.view.svg import board_svg
from pavage.words import words

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

WON = {
    "en": re.compile(r"(You|Red|Blue) (won|lost): the two (red|blue) sides are joined\."),
    "fr": re.compile(r"(Vous avez|Rouge a) (gagné|perdu)\s:\sles deux côtés (rouges|bleus) sont reliés\."),
}


@pytest.mark.parametrize("language", sample(LOCALES, "en"))
def test_a_whole_game_by_mouse(visit, language):
    say = words(language)
    page = visit(locale=LOCALES[language])
    expect(page.locator("h1")).to_have_text("Hex")
    page.get_by_role("radio", name=say("web.form.other")).click()
    visit.allowed.append("Failed to load resource: the server responded with a status of 400 (Bad Request)")
    page.get_by_role("spinbutton").press("Control+a")
    page.keyboard.type("27", delay=20)
    expect(page.locator(".problem")).to_have_text(
        "✕ " + say("takes.refused", option="Board", value="27", takes="from 2 to 26")
    )
    page.get_by_role("spinbutton").fill("5")
    expect(page.locator(".stage .c")).to_have_count(25)
    page.get_by_role("radio", name=say("level.easy")).click()
    page.get_by_role("button", name=say("web.form.play")).click()
    page.wait_for_selector(".play .c")
    asked = {"en": "Your turn. Place a red stone.", "fr": "À vous. Placez un pion rouge."}
    expect(page.locator(".sentence")).to_have_text(asked[language])
    expect(page.locator(".seat.turn")).to_contain_text(say("web.you"))
    place = page.locator(".prompt").bounding_box(), page.locator(".board svg").bounding_box()
    dice = random.Random(5)
    while mine(page):
        assert place == (page.locator(".prompt").bounding_box(), page.locator(".board svg").bounding_box())
        before = stones(page)
        cell(page, dice.choice(free(page))).click()
        page.wait_for_function("n => document.querySelectorAll('.pieces use').length > n", arg=before)
    expect(page.locator(".sentence")).to_have_text(WON[language])
    assert page.locator("[class*=flood-]").count() >= 5 and page.locator(".piece.dim").count() > 0
    assert place == (page.locator(".prompt").bounding_box(), page.locator(".board svg").bounding_box())
    with page.expect_download() as download:
        page.get_by_role("link", name=say("web.act.save")).click()
    assert download.value.path().read_text(encoding="utf-8").startswith("pavage 1\ngame: hex\n")
    page.get_by_role("button", name=say("web.act.rematch")).click()
    expect(page.locator(".seat").nth(1)).to_contain_text(say("web.you"))


@pytest.mark.parametrize("language", sample(LOCALES, "fr"))
def test_a_whole_game_by_keyboard(visit, language):
    say = words(language)
    page = visit(locale=LOCALES[language])

    def tab_to(find):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(find):
                return
        raise AssertionError(find)

    tab_to("document.activeElement.value === 'beginner'")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") == "easy"
    tab_to("document.activeElement.value === '11'")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    tab_to("document.activeElement.type === 'number'")
    page.keyboard.press("Control+a")
    page.keyboard.type("5")
    expect(page.locator(".stage .c")).to_have_count(25)
    tab_to(f"document.activeElement.textContent === '{say('web.form.play')}'")
    page.keyboard.press("Enter")
    page.wait_for_selector(".play .c")
    asked = {"en": "Your turn. Place a red stone.", "fr": "À vous. Placez un pion rouge."}[language]
    expect(page.locator(".sentence")).to_have_text(asked)
    expect(page.locator("#live")).to_have_text(re.compile(asked))
    expect(page.locator(".seat").nth(1)).to_contain_text(
        {"en": "Easy computer", "fr": "Ordinateur facile"}[language]
    )
    tab_to("document.activeElement.matches('.c')")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == say("web.label.empty", cell="b2")
    expect(page.locator(".edge.focus")).to_be_visible()
    page.keyboard.press("Space")
    played = {"en": "b2, red stone", "fr": "b2, pion rouge"}[language]
    # The computer may have answered already: then another move is the last one.
    expect(cell(page, "b2")).to_have_attribute("aria-label", re.compile(f"^{played}"))
    dice = random.Random(2)
    turns = 0
    while mine(page):
        assert page.evaluate("document.activeElement.matches('.c')"), "the focus was lost"
        before = stones(page)
        name = dice.choice(free(page))
        page.keyboard.type(name[0].upper() + name[1:])
        typed = {"en": "Typed", "fr": "Saisi"}[language]
        expect(page.locator(".prompt .small")).to_contain_text(typed)
        page.keyboard.press("Enter")
        page.wait_for_function("n => document.querySelectorAll('.pieces use').length > n", arg=before)
        turns += 1
    assert turns > 2
    expect(page.locator(".sentence")).to_have_text(WON[language])
    assert page.evaluate("document.activeElement.matches('.c')")
    tab_to(f"document.activeElement.textContent === '{say('web.act.rematch')}'")


def test_arrows_reach_every_cell(visit, table):
    page = visit(table())
    page.keyboard.press("ArrowDown")
    seen, name = [], "document.activeElement.dataset.name"
    for row in range(5):
        for _ in range(5):
            seen.append(page.evaluate(name))
            page.keyboard.press("ArrowLeft" if row % 2 else "ArrowRight")
        page.keyboard.press("ArrowDown")
    rows = ["abcde"[:: -1 if row % 2 else 1] for row in range(5)]
    assert seen == [f"{letter}{row + 1}" for row, letters in enumerate(rows) for letter in letters]
    for number in "4321":
        page.keyboard.press("ArrowUp")
        assert page.evaluate(name) == f"e{number}"


def test_people_swap_undo_and_look_back(visit, table):
    page = visit(table())
    expect(page.locator(".sentence")).to_have_text("Ada, your turn. Place a red stone.")
    assert not page.locator(".tray").is_visible()
    cell(page, "c3").click()
    swap = page.locator(".tray").get_by_role("button", name="Swap")
    expect(page.locator(".tray")).to_contain_text("Take over the first stone")
    page.keyboard.type("x")
    page.keyboard.press("Escape")
    swap.click()
    expect(page.locator(".seat").first.locator("use")).to_have_attribute("href", "#stone-blue")
    expect(page.locator(".prompt .small")).to_have_text("Bo took the stone and is Red now.")
    expect(swap).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('.c')"), "the focus went away with the button"
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".seat").first.locator("use")).to_have_attribute("href", "#stone-red")
    type_moves(page, "swap", "a1", "b1", "d4")
    assert stones(page) == 4
    page.locator(".list button", has_text="a1").click()
    expect(page.locator(".prompt .small")).to_have_text("Looking back: move 3 of 5.")
    expect(page.locator(".pieces use")).to_have_count(2)
    page.get_by_role("button", name="First move").click()
    expect(page.locator(".pieces use")).to_have_count(0)
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".pieces use")).to_have_count(1)
    cell(page, "e5").click()
    expect(page.locator(".pieces use")).to_have_count(4)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Keep playing").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".sentence")).to_have_text("Ada won: Bo resigned.")


def test_a_refused_move(visit, table):
    page = visit(table())
    cell(page, "c3").click()
    expect(page.locator(".pieces use")).to_have_count(1)
    before = page.locator(".moves").bounding_box()
    cell(page, "c3").click()
    expect(page.locator(".prompt .warn")).to_have_text("✕ c3 is taken. Choose an empty cell.")
    expect(page.locator(".edge.refused")).to_have_count(1)
    assert page.locator(".sentence").text_content() == "Bo, your turn. Place a blue stone."
    assert page.locator(".moves").bounding_box() == before
    expect(page.locator(".edge.refused")).to_have_count(0)
    page.keyboard.type("z9")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt .warn")).to_have_text("✕ There is no cell “z9” on this board.")


def test_a_hint_and_the_ghost_under_the_pointer(visit, table):
    page = visit(table(size=4))
    cell(page, "b2").hover()
    expect(page.locator(".ghost use")).to_have_attribute("href", "#stone-red")
    expect(page.locator(".ghost")).to_be_visible()
    assert page.locator(".lab.here").all_text_contents() == ["b", "2"]
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".heat-5")
    expect(page.locator(".prompt .small")).to_contain_text("A fair first stone")
    assert page.locator("[class*=heat-]").count() == 1 and page.locator(".said").count() == 0


def nothing_lies_on_a_cell(page):
    """All at one moment: a page that draws its buttons anew has others an instant later."""
    cells, parts = page.evaluate(
        """() => [".c", ".seat, .acts .btn"].map((which) =>
            [...document.querySelectorAll(which)]
                .filter((each) => each.checkVisibility({ visibilityProperty: true }))
                .map((each) => each.getBoundingClientRect().toJSON()))"""
    )
    assert cells and parts
    for box in parts:
        assert box["height"] >= 44
        for each in cells:
            x, y = each["x"] + each["width"] / 2, each["y"] + each["height"] / 2
            assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])


def test_a_phone(visit, table):
    path = table(AGAINST, size=11, clock="10m")
    page = visit(path, 360, 740, has_touch=True, is_mobile=True)
    page.wait_for_selector(".play.tall")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    board = page.locator(".board svg").bounding_box()
    assert board["height"] > board["width"] > 300
    nothing_lies_on_a_cell(page)
    cell(page, "f6").tap()
    expect(page.locator(".prompt .small")).to_have_text("f6: tap again to play here.")
    expect(page.locator(".ghost use")).to_have_attribute("href", "#stone-red")
    assert stones(page) == 0
    # Somebody comes to watch: the page is told, and the finger still means f6.
    visit(path.partition("#")[0])
    page.wait_for_selector(".chat:not([hidden])", state="attached")
    expect(page.locator(".prompt .small")).to_have_text("f6: tap again to play here.")
    expect(page.locator(".ghost use")).to_have_attribute("href", "#stone-red")
    cell(page, "f6").tap()
    expect(cell(page, "f6")).to_have_attribute("aria-label", re.compile("red stone"))
    assert page.locator(".ghost").is_hidden()
    assert mine(page)
    page.get_by_role("button", name="Menu").tap()
    page.locator(".menu").get_by_role("button", name="Resign").tap()
    page.get_by_role("button", name="Yes, resign").tap()
    expect(page.locator(".sentence")).to_have_text(re.compile("resigned"))
    nothing_lies_on_a_cell(page)


def test_the_menu_changes_language_colours_and_the_board(visit, table):
    page = visit(table())
    cell(page, "c3").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radio", name="Français").click()
    expect(page.locator(".sentence")).to_have_text("Bo, à vous. Placez un pion bleu.")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, pion rouge, dernier coup")
    page.get_by_role("radio", name="Sombre").click()
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(27, 26, 24)"
    page.get_by_role("radio", name="N & B").click()
    expect(page.locator(".sentence")).to_have_text("Bo, à vous. Placez un pion blanc.")
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, pion noir, dernier coup")
    page.get_by_role("radio", name="Sombre").click()
    page.get_by_role("radio", name="Losange").click()
    expect(page.locator(".board svg")).to_have_attribute("data-turn", "60")
    expect(page.locator(".pieces use")).to_have_count(1)
    page.locator(".menu fieldset", has_text="Coordonnées").get_by_role("radio", name="Non").click()
    expect(page.locator(".lab").first).to_be_hidden()
    page.keyboard.press("Escape")
    assert page.locator(".menu").is_hidden()
    page.reload()
    page.wait_for_selector(".c")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.evaluate(ground) == "rgb(27, 26, 24)"
    expect(page.locator(".board svg")).to_have_attribute("data-turn", "60")


def test_a_lost_connection_comes_back(visit, table):
    sockets = []

    def between(socket):
        sockets.append(socket)
        socket.connect_to_server()

    page = visit(table(), before=lambda page: page.route_web_socket(re.compile("/live"), between))
    sockets[0].close()
    expect(page.locator(".sentence")).to_have_text("Connection lost.")
    expect(page.locator(".prompt .small")).to_have_text("Trying again in 1 s; nothing is lost.")
    expect(page.locator(".sentence")).to_have_text("Ada, your turn. Place a red stone.")
    assert len(sockets) == 2
    cell(page, "c3").click()
    expect(page.locator(".pieces use")).to_have_count(1)


def test_a_table_that_is_gone(visit, address, browser):
    page = browser.new_page()
    page.goto(f"{address}/play/nowhere")
    expect(page.locator(".sentence")).to_have_text("This table is no longer there.")
    expect(page.get_by_role("link", name="My games")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu label").filter(has_text="Français").click()
    expect(page.locator(".sentence")).to_have_text("Cette table n’existe plus.")
    expect(page.locator("#menu a")).to_have_count(0)  # nothing leads to a board that is not there
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Tous les jeux").click()
    page.wait_for_selector(".shelf")
    page.close()


def test_from_a_table_that_is_gone_to_my_games(visit, table, address):
    page = visit(table())
    page.goto(f"{address}/play/nowhere#{'k' * 22}")  # somebody sat there once
    page.get_by_role("link", name="My games").click()
    expect(page.locator("#my-games")).to_be_focused()
    lines = page.locator(".my-games li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("This table is no longer there.")


def test_who_only_watches_sees_a_chat_once_something_is_said(visit, table):
    path = table(chairs=({"name": "Ada"}, {"name": "Bo"}))
    one, both = path.split(".")[0], path.partition("#")[0]
    ada, viewer = visit(one), visit(both)
    expect(ada.locator(".chat")).to_be_visible()
    expect(viewer.locator(".watching")).to_be_visible()
    expect(viewer.locator(".chat")).to_be_hidden()
    ada.get_by_role("textbox", name="Write something").fill("hello")
    ada.keyboard.press("Enter")
    expect(viewer.locator(".chat .lines")).to_have_text("Ada hello")


def test_where_one_could_talk_nothing_vanishes(visit, table):
    """Both seats are here, and somebody watches for a while."""
    path = table()
    page = visit(path)
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(page.locator(".chat")).to_be_hidden()
    viewer = visit(path.partition("#")[0])
    expect(page.locator(".chat")).to_be_visible()
    told = page.locator(".chat").element_handle()
    viewer.close()
    cell(page, "c3").click()
    expect(page.locator(".pieces use")).to_have_count(1)
    assert told.is_visible(), "what one was about to write is still there"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_size_of_a_board_is_never_cut(visit, address, width):
    body = {"game": "triago", "chairs": [{"name": "Ada"}, {"name": "Bo"}]}
    page = visit(path_of(ask(address, "/api/tables", body)), width=width, locale="fr-FR")
    page.wait_for_selector(".play:not(.coming) .what small")
    cut = "each => each.scrollWidth > each.clientWidth"
    assert not any(each.evaluate(cut) for each in page.locator(".what > *").element_handles())
    bar, what = page.locator(".bar").bounding_box(), page.locator(".what").bounding_box()
    assert bar["y"] <= what["y"] and what["y"] + what["height"] <= bar["y"] + bar["height"]


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_buttons_of_a_table_of_three_are_never_cut(visit, address, width, locale):
    """Alone for all three, and for one of them, who may offer a draw."""
    chairs = [{"name": name} for name in ("Ada", "Bo", "Cleo")]
    made = ask(address, "/api/tables", {"game": "polygo", "options": {"players": 3}, "chairs": chairs})
    for keys in (made["keys"], made["keys"][:1]):
        page = visit(path_of({**made, "keys": keys}), width=width, locale=locale)
        page.wait_for_selector(".play:not(.coming) .acts")
        buttons = page.locator(".acts .btn").element_handles()
        seen = [each for each in buttons if each.is_visible()]
        assert len(seen) > 2
        cut = [each.text_content() for each in seen if each.evaluate("b => b.scrollWidth > b.clientWidth")]
        assert not cut


@pytest.mark.parametrize(("locale", "scheme"), [("fr-FR", "dark"), ("en-GB", "light")][: full(2, part=2)])
def test_axe_finds_nothing(visit, table, locale, scheme):
    axe = Axe()

    def check(page, where):
        found = axe.run(page)
        assert found.violations_count == 0, f"{where}: {found.generate_report()}"

    page = visit(locale=locale, scheme=scheme, reduced_motion="reduce")
    page.locator(".more summary").click()
    page.locator(".pick select").first.select_option("person")
    page.locator("header .btn[aria-controls=menu]").click()
    check(page, "form with everything unfolded")
    page = visit(table(size=3, clock="10m"), locale=locale, scheme=scheme, reduced_motion="reduce")
    type_moves(page, "a1")
    page.locator("header .btn[aria-controls=menu]").click()
    check(page, "table with an offer and the menu")
    page.keyboard.press("Escape")
    page.locator("[data-act=hint]").click()
    page.wait_for_selector(".heat-5")
    check(page, "table with a hint")
    type_moves(page, "b1", "a2", "b2", "a3")
    check(page, "finished")


DRAWN = """async ([svg, scene]) => {
  const { cellsOf } = await import("/web/board/geometry.js");
  const { draw } = await import("/web/board/layers.js");
  const board = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  draw(board, cellsOf(board), scene);
  const all = (query) => [...board.querySelectorAll(query)].map((element) => [
    element.tagName,
    Object.fromEntries([...element.attributes].map((each) => [each.name, each.value])),
    element.children.length ? "" : element.textContent,
  ]);
  const classes = (query) => [...board.querySelectorAll(query)].map((each) => each.getAttribute("class"));
  return {
    cells: classes(".cells .c"),
    labels: all(".labels .lab"),
    pieces: all(".pieces *"),
    marks: all(".marks *"),
  };
}"""


def scenes():
    match = Match(games()["hex"](size=5))
    for text in ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5"]:
        match.play(match.game.read(match.position, text))
    for ply in (0, 3, 9):
        last = match.played[ply - 1].move if ply else ()
        moment = Moment(match.positions[ply], last, (), match.outcome if ply == 9 else None)
        yield board_of(match.game), scene_of(match.game, moment)
    dice = random.Random(1)
    for code, players in (("R5", 2), ("H3", 3), ("S7x7", 4), ("TH3", 6), ("penrose-3", 2), ("488-4", 5)):
        board = plain_board(SimpleNamespace(tiling=tiling(code), players=players))
        cells = list(range(len(board.names)))
        dice.shuffle(cells)
        colours = ("red", "blue", "yellow", "green", "violet", "pink", "neutral")
        shapes = ("stone", "solid", "king", "wall", "beam_across", "beam_down")
        pieces = tuple(Piece(each, dice.choice(colours), shapes[each % len(shapes)]) for each in cells[:8])
        board = replace(board, void=frozenset(cells[18:19]))
        heat = tuple(Mark("heat", (each,), dice.random(), dice.choice(["", "<&12%"])) for each in cells[5:14])
        marks = (
            Mark("select", (cells[0], cells[14])),
            Mark("last", (cells[1], cells[15])),
            Mark("refused", tuple(cells[2:4])),
            Mark("target", (cells[16], cells[4])),
            Mark("target", (cells[16], cells[6]), colour="red"),
            Mark("target", (cells[16],), colour="pink"),
            Mark("tint", (cells[7], cells[13]), colour="neutral"),
            Mark("tint", (cells[12],)),
            Mark("carrier", tuple(cells[8:12]), colour="blue"),
            Mark("step", (cells[13],), text="12", colour="red"),
            Mark("text", (cells[17], cells[6]), text="7"),
            Mark("win", tuple(cells[3:6]), colour=dice.choice(["", "green"])),
        )
        yield board, Scene(code, pieces, marks + heat, (), 0, Phrase(""), (cells[0],), tuple(cells[8:12]))


def tiled_scenes():
    """Tiles, inscriptions, figures and lines that are met or broken."""
    marks = (
        Mark("lift", (0, 1)),
        Mark("taken", (3, 4)),
        Mark("gone", (5,), text="×"),
        Mark("last", (8, 9)),
        Mark("select", (20, 27, 30)),
        Mark("ghost", (31, 32, 38, 39), text="4", colour="blue"),
        Mark("ghost", (48,)),
        Mark("region", (37, 38, 44, 45)),
        Mark("axis", (10, 24)),
        Mark("arrow", (3, 17)),
        Mark("centre", (40,)),
        Mark("centre", (40, 41)),
        Mark("turn", (24, 26), value=60),
        Mark("turn", (24, 10), value=-120, text="−120"),
        Mark("met", tuple(range(7))),
        Mark("broken", tuple(range(6, 49, 7))),
        Mark("heat", (47,), 0.4, "40%"),
        Mark("refused", (8,)),
        Mark("target", (5, 20)),
    )
    pieces = (
        Piece(0, "red", "tile", (0, 1, 7, 8), "4", parts=((0, 7), (1,), (8,))),
        Piece(9, "green", "tile", (9, 16, 23), "3", sealed=True),
        Piece(20, "blue", "tile", (20,), "1", sealed=True),
        Piece(27, "pink", "tile", (27, 34)),
        Piece(5, "orange", text="12"),
        Piece(30, "yellow"),
        # A ring of eight around a hole, and an angle.
        Piece(28, "violet", "tile", (28, 29, 35, 36, 42, 43, 44), "1000"),
    )
    for code, players in (("S7x7", 2), ("S7x7", 4), ("R7", 3), ("H5", 4)):
        board = plain_board(SimpleNamespace(tiling=tiling(code), players=players))
        inscribed = tuple(str(cell * 7) if cell % 3 else "" for cell in range(len(board.names)))
        for written in ((), inscribed):
            yield (
                replace(board, inscribed=written),
                Scene(code, pieces, marks, (), 0, Phrase(""), (0,), tuple(range(2, 6))),
            )


def every(elements):
    """Elements and all that lies in them, in the order of the page."""
    for element in elements:
        yield element
        yield from every(element.children)


def close(one, other):
    """The same attributes; numbers may be rounded otherwise."""
    if one.keys() != other.keys():
        return False
    number = re.compile(r"-?\d+(?:\.\d+)?")
    for name, value in one.items():
        here, there = number.findall(value), number.findall(other[name])
        same = number.sub("#", value) == number.sub("#", other[name]) and len(here) == len(there)
        if not same or any(abs(float(a) - float(b)) > 0.021 for a, b in zip(here, there, strict=True)):
            return False
    return True


def test_the_browser_draws_what_python_draws(visit):
    page = visit()
    compared = 0
    for board, scene in [*scenes(), *tiled_scenes()]:
        for turn in (0, 60):
            ours = layers(drawn(board, turn), scene)
            theirs = page.evaluate(DRAWN, [board_svg(board, turn), asdict(scene)])
            classes = [
                " ".join(["c", *["void"] * (number in board.void), *filter(None, [ours.cells.get(number)])])
                for number in range(len(board.names))
            ]
            assert theirs["cells"] == classes
            for label, (_, attributes, text) in enumerate(theirs["labels"]):
                kind = ours.labels.get(label, "")
                assert [each for each in ("met", "broken") if each in attributes["class"].split()] == (
                    [kind] if kind else []
                )
                assert text == board.labels[label].text + {"met": "✓"}.get(kind, "")
            for drawn_here, others in (
                (list(every(ours.pieces)), theirs["pieces"]),
                (list(every(ours.marks)), theirs["marks"]),
            ):
                assert [each.tag for each in drawn_here] == [tag for tag, _, _ in others]
                for each, (_, attributes, text) in zip(drawn_here, others, strict=True):
                    assert close(each.attributes, attributes), (each.attributes, attributes)
                    assert each.text == text
                    compared += 1
    assert compared > 600
