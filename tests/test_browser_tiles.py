"""Tiles in a real browser, under a finger: dragged from the stock, touched again, joined under a cross."""

import pytest
from browsing import ask, cell, path_of, phone
from conftest import needs

needs("chromium")

from playwright.sync_api import expect  # noqa: E402

CHAIRS = [{"name": "Ada"}, {"name": "Bo"}]
BLOCS = "pavage 1\ngame: blocs\noption board: 8\nstart: red:2x2@a1,2x2@e1 blue:2x2@a3,2x2@c3 turn:1\n\n"
CARRELEURS = (
    "pavage 1\ngame: carreleurs\noption board: 8\n"
    "start: red:3x5@a1!,5x3@a4 blue:2x3@d4,3x2@d6,2x2@f1 turn:2 stocks:2x3,2x2,1x2/3x5,2x2\n\n"
)
ABOVE = 28
"""Pixels between a finger and the tile that it drags."""


@pytest.fixture
def lying(visit, address):
    """Opens the page of a game from a position, on a phone."""

    def open_table(record):
        made = ask(address, "/api/tables", {"record": record, "chairs": CHAIRS})
        page = visit(path_of(made), **phone(390, 844))
        page.wait_for_selector(".prompt.mine")
        return page

    return open_table


def drag(page, name, high, to):
    """Pull a tile of the stock up by a finger and let it go so that its first cell is this one."""
    fingers = page.context.new_cdp_session(page)
    item = page.locator(f"button.item[aria-label='{name}']").bounding_box()
    wide = {"2 by 2": 2, "tile 3×5, no free placement": 5}[name]
    first = cell(page, to).bounding_box()
    x, y = item["x"] + item["width"] / 2, item["y"] + item["height"] / 2
    to_x = first["x"] + wide * first["width"] / 2
    to_y = first["y"] + high * first["height"] + ABOVE
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 7):
        # First straight up: pulled aside, a strip of many tiles scrolls.
        way = min(1, step / 3), max(0, step / 3 - 1)
        at = {"x": x + (to_x - x) * way[1], "y": y + (to_y - y) * way[0]}
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    expect(page.locator(".ghost .coming")).to_be_visible()
    for _ in range(3):
        # A finger rests before it lets go: thrown, it would still scroll, and the next touch would stop that.
        page.wait_for_timeout(50)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".hanging")).to_have_count(0)


def test_a_block_is_chosen_by_touching_it_and_shows_what_it_was_made_of(lying):
    page = lying(BLOCS)
    place = page.locator(".board svg").bounding_box()
    sentence = page.locator(".sentence")
    drag(page, "2 by 2", 2, "c1")
    expect(page.locator(".marks .region")).to_have_count(2)
    expect(sentence).to_contain_text("touch the one that you want")
    cell(page, "b4").tap()
    expect(sentence).to_contain_text("4 + 4 + 4 + 4 = 16: touch this block again")
    expect(page.locator(".pieces .crossed")).to_have_count(1)
    cell(page, "f1").tap()
    expect(sentence).to_contain_text("4 + 4 + 4 = 12")
    # Undo takes back what is in the hand, touch by touch, before any move was made.
    page.locator("[data-act=undo]").tap()
    expect(sentence).to_contain_text("= 16")
    assert page.locator(".board svg").bounding_box() == place
    cell(page, "d3").tap()
    expect(page.locator(".list button")).to_have_text(["2x2@c1=4x4@a1"])
    expect(page.locator(".pieces .joined, .pieces .crossed")).to_have_count(2)
    expect(cell(page, "a1")).to_have_attribute(
        "aria-label", "a1, Red, a block of 4 by 4: 4 + 4 + 4 + 4 = 16, last move"
    )
    assert page.locator(".board svg").bounding_box() == place


def test_what_takes_up_others_is_touched_again(lying):
    page = lying(CARRELEURS)
    place = page.locator(".board svg").bounding_box()
    sentence = page.locator(".sentence")
    drag(page, "tile 3×5, no free placement", 3, "d6")
    expect(sentence).to_contain_text("Touch it again to lay it")
    expect(page.locator(".marks .lift")).to_have_count(1)
    # Elsewhere it goes there; a tile that fits is laid by a touch, and the same touch again.
    cell(page, "d4").tap()
    expect(page.locator(".marks .lift")).to_have_count(2)
    page.locator("button.item[aria-label='tile 2×2']").tap()
    cell(page, "g3").tap()
    expect(page.locator(".prompt .small")).to_contain_text("tap again")
    assert page.locator(".list button").count() == 0
    page.locator("button.item[aria-label='tile 3×5, no free placement']").tap()
    expect(page.locator(".item.chosen")).to_have_attribute("aria-label", "tile 3×5, no free placement")
    cell(page, "d6").tap()
    expect(page.locator(".marks .lift")).to_have_count(1)
    assert page.locator(".board svg").bounding_box() == place
    cell(page, "g8").tap()
    expect(page.locator(".list button")).to_have_text(["3x5@d6^d6"])
    # Bo has taken one up; and now Ada is told how she could have what image 3 of the booklet shows.
    page.locator("button.item[aria-label='tile 3×2']").tap()
    cell(page, "a4").tap()
    cell(page, "a4").tap()
    expect(page.locator(".prompt .warn")).to_contain_text("“Taking up tiles: always”")
