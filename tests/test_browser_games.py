"""Every game of the registry in a real browser: played by touching only what the page offers."""

import random
import re

import pytest
from browsing import ask, cell, path_of, serving
from conftest import needs
from hands import LISTEN, nothing_runs_over, offered, options_of, touch
from places import NAMES
from playthroughs import FREE, small_game
from sampling import sample

from pavage.registry import OURS, board_of, games, scene_of
from pavage.scene import Moment

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

OTHERS = [name for name in OURS if name != "hex"]
PLIES = 12
TOUCHED = ("hextra", "carreleurs")
"""Several at a table, cards and tiles. That all that is offered can be touched, test_touching.py tells of
every game; how a page shows every game, test_browser_whole_games.py."""


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """A server that also knows the game of the tests."""
    with serving(tmp_path_factory.mktemp("server"), "demonstration") as address:
        yield address


@pytest.fixture
def sit(visit, address):
    """Sets a table and opens its page; the last chairs may be computers."""

    def set_table(name, options, players, computers=0, **more):
        chairs = [{"name": each} for each in NAMES[: players - computers]] + [{"level": "random"}] * computers
        made = ask(address, "/api/tables", {"game": name, "options": options, "chairs": chairs})
        return visit(path_of(made), before=lambda page: page.add_init_script(LISTEN), **more)

    return set_table


@pytest.mark.parametrize("name", sample(OTHERS, *TOUCHED))
def test_a_game_by_touching_what_is_offered(sit, name):
    game = small_game(games()[name])
    dice = random.Random(name)
    computers = 1 if game.players == 2 else game.players // 2
    page = sit(name, options_of(game), game.players, computers, reduced_motion="reduce")
    while not (state := offered(page))["over"] and len(state["moves"]) < PLIES:
        sites = state["scene"]["next"] + [button["site"] for button in state["scene"]["buttons"]]
        assert sites, "nothing is offered"
        shown = page.locator(".tray:not([hidden]) button").count()
        assert shown == sum("in_tray" not in button for button in state["scene"]["buttons"])
        touch(page, game, dice.choice(sites))
        if page.evaluate("told.refused"):
            # Dice may be put together to something that is no answer: begin anew.
            assert name in FREE
            page.evaluate("told.refused = []")
            page.keyboard.press("Escape")
            page.wait_for_function("() => told.state.scene.touched.length === 0")
    assert state["over"] or len(state["moves"]) >= PLIES
    expect(page.locator(".list button")).to_have_count(len(state["moves"]))


def test_the_form_offers_every_game(visit):
    page = visit()
    for name in OTHERS:
        if page.locator(".games[open]").count() == 0:
            page.locator(".games summary").click()
        with page.expect_response(re.compile("/preview")):
            page.locator(f".games a[href='/?game={name}']").click()
        game = games()[name]()
        expect(page.locator(".pick select, .line select")).to_have_count(
            game.players if game.players > 1 else 0
        )
        drawn = board_of(game, scene_of(game, Moment(game.start())).board)
        expect(page.locator(".stage .c")).to_have_count(len([each for each in drawn.polygons if each]))
        expect(page.locator(".problem")).to_have_text("")
    page.reload()
    page.wait_for_selector(".c")
    assert page.url.endswith(OTHERS[-1])


def test_the_form_changes_seats_and_refuses_boards(visit):
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
    page.get_by_placeholder("Name", exact=True).fill("Bo")
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
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, stone, possible")
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


def test_a_pen_writes_on_every_cell_that_it_is_drawn_over(sit):
    page = sit("nombres", {"puzzle": "3x3/R3,1,1/C3,1,1"}, 1)
    page.locator(".trays").get_by_role("button", name="Full").click()
    expect(page.locator(".board svg.drawn-on")).to_have_count(1)
    places = [cell(page, name).bounding_box() for name in ("a1", "b1", "c1")]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in places]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for at in middles[1:]:
        page.mouse.move(*at, steps=6)
    page.mouse.up()
    expect(page.locator(".list button")).to_have_text(["a1+", "b1+", "c1+"])
    for name in ("a2", "a3"):
        cell(page, name).click()
    # The pawns are there: no empty cell need be marked, and the next grid is another one.
    expect(page.locator("main")).to_contain_text("Solved")
    before = page.locator(".board .labels").inner_html()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".list button")).to_have_count(0)
    other = "(before) => document.querySelector('.board .labels').innerHTML !== before"
    page.wait_for_function(other, arg=before)


def test_an_expression_is_built_erased_and_all_in_one_window(sit):
    page = sit("heinash", {}, 2, width=375, height=667, has_touch=True, is_mobile=True)
    page.locator(".tray .btn").first.click()
    dice, signs = page.locator(".as-die"), page.locator(".stock .as-text")
    for thing in (dice.nth(0), signs.nth(0), dice.nth(1), signs.nth(0), dice.nth(2)):
        before = page.locator(".sentence").text_content()
        thing.click()
        expect(page.locator(".sentence")).not_to_have_text(before)
    expect(page.locator(".sentence")).to_contain_text(re.compile(r"= \d+\. Press"))
    expect(page.locator(".marks .coming")).to_have_count(1)
    for part in (".board svg", ".sentence", ".as-die >> nth=0", "[data-act=erase]", ".tray .btn.main"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 667, part
    moves = page.locator(".list button").count()
    page.locator("[data-act=erase]").click()
    expect(page.locator(".marks .coming")).to_have_count(0)
    expect(page.locator(".as-die.spent")).to_have_count(2)
    # To take back while one is typing takes back a sign, never a turn.
    page.locator("[data-act=undo]").click()
    page.wait_for_function("() => told.state.scene.touched.length === 3")
    page.keyboard.press("Backspace")
    page.wait_for_function("() => told.state.scene.touched.length === 2")
    page.locator("[data-act=erase]").click()
    page.locator("[data-act=erase]").click()
    page.wait_for_function("() => told.state.scene.touched.length === 0")
    expect(page.locator("[data-act=erase]")).to_have_attribute("aria-disabled", "true")
    assert page.locator(".list button").count() == moves


def test_cells_without_rows_bear_their_names_when_asked(sit):
    page = sit("polygo", {"board": "penrose-3"}, 2)
    expect(page.locator(".board .names")).to_be_hidden()
    page.evaluate("localStorage.setItem('pavage.coordinates', 'on')")
    page.reload()
    expect(page.locator(".board .names")).to_be_visible()


def test_cards_show_what_they_do_and_motifs_are_large(sit):
    page = sit("hextra", {"players": 3}, 3)
    own = page.locator(".stock .as-card")
    expect(own).to_have_count(5)
    for number in range(5):
        expect(own.nth(number).locator("svg .how")).to_have_count(1)
    mine = page.locator(".stock .as-motif svg").first.bounding_box()
    theirs = page.locator(".stock-of-others .as-motif svg").first.bounding_box()
    assert min(mine["width"], mine["height"]) > 24 and max(mine["width"], mine["height"]) > 48
    assert theirs["y"] + theirs["height"] <= 800, "what the rival wants is in view"


def test_whoever_has_two_colours_plays_with_the_cards_of_one(sit):
    page = sit("hextra", {"players": 2}, 2)
    put = page.locator(".list button:not(.chance)")
    for number, (colour, where) in enumerate(
        {"green": "(0,0)", "orange": "(1,0)", "pink": "(0,1)", "blue": "(2,-1)"}.items()
    ):
        expect(page.locator(".stock .as-card")).to_have_count(5)
        expect(page.locator(f".stock .tray-of > .small .stone use[href='#stone-{colour}']")).to_have_count(1)
        expect(page.locator(".stock-of-others .tray-of")).to_have_count(3)
        page.locator("#written").fill(where)
        page.keyboard.press("Enter")
        expect(put).to_have_count(number + 1)
    expect(put.nth(2).locator(".stone use[href='#stone-pink']")).to_have_count(1)
    # On a phone: a tile of another colour is refused when it is touched, angles are in view when asked for.
    page.set_viewport_size({"width": 390, "height": 664})
    page.get_by_role("button", name="Rotation (R)").click()
    page.evaluate("scrollTo(0, 0)")
    page.locator(".c[data-name='(1,0)']").click()
    expect(page.locator(".prompt .warn")).to_contain_text("The antecedent must be a tile of your own.")
    for tile in ("(0,0)", "(1,0)"):
        page.locator(f".c[data-name='{tile}']").click()
    expect(page.locator(".sentence")).to_contain_text("choose the angle")
    page.evaluate("scrollTo(0, 0)")
    expect(page.get_by_role("button", name="60°")).to_be_in_viewport(ratio=1)


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


def middle(page, name):
    box = cell(page, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_shape_in_the_hand(sit):
    page = sit("demonstration", {}, 2)
    tile = page.get_by_role("button", name="Tile 1×2 ×2")
    assert tile.get_attribute("aria-pressed") == "false"
    turn = page.locator("[data-act=turn]")
    expect(turn).to_have_attribute("aria-disabled", "true")
    tile.click()
    expect(page.locator(".item.chosen")).to_have_count(1)
    cell(page, "a1").hover()
    expect(page.locator(".ghost .coming")).to_be_visible()
    lying = page.locator(".ghost .coming").bounding_box()
    assert lying["width"] > 1.8 * lying["height"]
    cell(page, "d1").hover()
    expect(page.locator(".ghost")).to_be_hidden()
    cell(page, "a1").hover()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Tile 2×1 ×2")).to_have_attribute("aria-pressed", "true")
    standing = page.locator(".ghost .coming").bounding_box()
    assert standing["height"] > 1.8 * standing["width"]
    turn.click()
    expect(page.get_by_role("button", name="Tile 1×2 ×2")).to_have_attribute("aria-pressed", "true")
    # Another tile may be taken instead; and given back.
    page.get_by_role("button", name="Tile 1×1 ×2").click()
    expect(page.locator(".item.chosen")).to_have_attribute("aria-label", "Tile 1×1 ×2")
    page.keyboard.press("Escape")
    expect(page.locator(".item.chosen")).to_have_count(0)
    # A thing that is not offered does nothing.
    page.get_by_role("button", name="Die").dispatch_event("click")
    assert page.evaluate("told.refused") == []
    tile.click()
    cell(page, "b2").click()
    expect(page.locator(".list button")).to_have_text(["1x2-b2"])
    expect(page.locator(".pieces .tile")).to_have_count(1)
    expect(cell(page, "c2")).to_have_attribute("aria-label", "c2 (7), red tile 2, sealed, last move")
    expect(page.locator(".inscription[data-cell='5']")).to_be_hidden()
    expect(page.locator(".prompt .small")).to_have_text("Ada played 1x2-b2. Tiles laid: 1.")


def test_a_rectangle_is_drawn_by_hand(sit):
    page = sit("demonstration", {}, 2)

    def draw(begin, end):
        page.mouse.move(*middle(page, begin))
        page.mouse.down()
        page.mouse.move(*middle(page, end), steps=4)

    draw("a1", "b1")
    expect(page.locator(".ghost .measures")).to_have_text("1 × 2")
    page.mouse.up()
    expect(page.locator(".list button")).to_have_text(["a1-b1"])
    draw("a2", "c3")
    expect(page.locator(".ghost .measures")).to_have_text("2 × 3")
    page.mouse.up()
    # No tile has this size: its last cell begins another one, and can be put down.
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3 (11), empty, chosen, possible")
    page.keyboard.press("Escape")
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3 (11), empty")
    # Two clicks do the same; from the first on, the rectangle follows the pointer.
    cell(page, "d2").click()
    cell(page, "d3").hover()
    expect(page.locator(".ghost .measures")).to_have_text("2 × 1")
    cell(page, "d3").click()
    expect(page.locator(".list button")).to_have_count(2)


def test_a_rectangle_is_drawn_by_a_finger(sit):
    page = sit("demonstration", {}, 2, width=360, height=740, has_touch=True, is_mobile=True)
    fingers = page.context.new_cdp_session(page)

    def finger(kind, *at):
        points = [{"x": at[0], "y": at[1]}] if at else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    (x, y), (to_x, to_y) = middle(page, "a1"), middle(page, "a2")
    finger("touchStart", x, y)
    for step in range(1, 6):
        finger("touchMove", x + (to_x - x) * step / 5, y + (to_y - y) * step / 5)
    expect(page.locator(".ghost .measures")).to_have_text("2 × 1")
    finger("touchEnd")
    expect(page.locator(".list button")).to_have_text(["a1-a2"])
    assert page.evaluate("scrollY") == 0


def test_a_man_is_dragged_and_a_stone_is_not(sit):
    page = sit("hexadames", {"players": 2, "size": 4}, 2)
    page.mouse.move(*middle(page, "e1"))
    page.mouse.down()
    page.mouse.move(*middle(page, "e2"), steps=3)
    page.mouse.up()
    expect(page.locator(".list button")).to_have_text(["e1-e2"])
    page = sit("hex", {"size": 4}, 2)
    page.mouse.move(*middle(page, "b2"))
    page.mouse.down()
    page.mouse.move(*middle(page, "c2"), steps=3)
    page.mouse.up()
    cell(page, "a1").click()
    expect(page.locator(".list button")).to_have_text(["a1"])
    assert page.locator(".prompt .warn").count() == 0


def test_the_board_grows_and_the_reader_stays(sit):
    page = sit("demonstration", {}, 2)
    expect(page.locator(".c")).to_have_count(12)
    for name in ("a1", "b1"):
        page.get_by_role("button", name="Tile 1×1 ×2").click()
        expect(page.locator(".item.chosen")).to_have_count(1)
        cell(page, name).focus()
        page.keyboard.press("Enter")
        expect(page.locator(f".pieces [data-cell='{'ab'.index(name[0])}']")).to_have_count(1)
    expect(page.locator(".c")).to_have_count(16)
    assert page.evaluate("document.activeElement.dataset.name") == "b1"
    page.get_by_role("button", name="First move").click()
    expect(page.locator(".c")).to_have_count(12)
    page.get_by_role("button", name="Last move").click()
    expect(page.locator(".c")).to_have_count(16)
    expect(page.locator(".pieces .tile")).to_have_count(2)


def test_a_pen_stays_in_the_hand(sit):
    page = sit("demonstration", {"players": 1}, 1)
    page.get_by_role("button", name="Pen", exact=True).click()
    for number, name in enumerate(("a1", "b2", "c3"), 1):
        expect(page.locator(".item.chosen")).to_have_count(1)
        assert page.locator(".marks .target").count() == 0
        cell(page, name).click()
        expect(page.locator(".list button")).to_have_count(number)
    expect(page.locator(".item.chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".item.chosen")).to_have_count(0)
    page.get_by_role("button", name="Tile 1×1 ×2").click()
    cell(page, "d1").click()
    expect(page.locator(".list button")).to_have_count(4)
    expect(page.locator(".item.chosen")).to_have_count(0)


def test_a_move_is_written(sit):
    page = sit("demonstration", {}, 2)
    field = page.get_by_role("textbox", name="A move, such as 1x2@a1")
    assert field.evaluate("(input) => parseFloat(getComputedStyle(input).fontSize)") >= 16
    field.fill("1x2@d1")
    field.press("Enter")
    expect(page.locator(".prompt .warn")).to_be_visible()
    expect(field).to_have_value("1x2@d1")
    field.fill("1x2@c1")
    field.press("Enter")
    expect(page.locator(".list button")).to_have_count(1)
    expect(field).to_have_value("")
    field.blur()
    page.keyboard.type("(+-*/=,.@^:?>!)")
    for sign in "×÷":
        page.evaluate(
            "(key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))", sign
        )
    expect(page.locator(".prompt .small")).to_contain_text("Typed: (+-*/=,.@^:?>!)×÷.")
    page.keyboard.press("Escape")
    page.keyboard.type("1x1@a1")
    page.keyboard.press("Enter")
    expect(page.locator(".list button")).to_have_count(2)


def test_sheets_fold_and_are_saved(sit):
    page = sit("demonstration", {}, 2)
    page.keyboard.type("1x2@a1")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet td").first).to_be_visible()
    expect(page.locator(".sheet").nth(1)).not_to_have_attribute("open", "")
    page.locator(".sheet summary").first.click()
    expect(page.locator(".sheet td").first).to_be_hidden()
    page.locator(".sheet summary").first.blur()
    page.keyboard.type("1x1@a2")
    page.keyboard.press("Enter")
    expect(page.locator(".list button")).to_have_count(2)
    expect(page.locator(".sheet td").first).to_be_hidden()
    page.locator(".sheet summary").first.click()
    for name, begin in (("Save Score as text", "Score\n"), ("Save Score as CSV", "tile,cells")):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        assert download.value.path().read_text(encoding="utf-8").startswith(begin)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_things_beside_the_board_on_a_phone(sit, scheme):
    more = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce", "scheme": scheme}
    page = sit("demonstration", {}, 2, width=360, height=740, **more)
    nothing_runs_over(page)
    for item in page.locator("button.item").all():
        box = item.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["height"] >= 44
    # Sums stay where coordinates give way to larger cells.
    assert page.locator(".lab.telling").first.is_visible() and page.locator(".lab").first.is_hidden()
    assert page.locator(".board svg").evaluate("(svg) => getComputedStyle(svg).touchAction") == "none"
    assert page.locator(".board").evaluate("(board) => getComputedStyle(board).touchAction") == "auto"
    page.get_by_role("button", name="Tile 1×1 ×2").tap()
    expect(page.locator(".item.chosen")).to_have_count(1)
    # However large a cell is, a tile is laid by touching it again.
    cell(page, "a1").tap()
    expect(page.locator(".prompt .small")).to_contain_text("tap again")
    cell(page, "a1").tap()
    expect(page.locator(".pieces .tile")).to_have_count(1)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_form_for_one_player(visit):
    page = visit("/?game=demonstration")
    expect(page.locator(".pick select")).to_have_count(2)
    page.locator("fieldset", has_text="Players").get_by_role("radio", name="1").click()
    expect(page.locator(".pick select")).to_have_count(0)
    page.locator(".more summary").click()
    page.locator("fieldset", has_text="A text").get_by_role("radio", name="Other").click()
    page.get_by_role("textbox", name="A text").fill("word")
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector(".play .c")
    expect(page.locator(".seat")).to_have_count(1)
    expect(page.locator(".sentence")).to_have_text("Lay a tile.")
