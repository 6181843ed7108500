"""Every page there is, for two readers in turn: axe finds nothing, nothing is too wide, nothing jumps.

Pages of a kind are neighbours in the list, so that each kind is seen by both; in a full run each page is.
"""

import pytest
from browsing import LOCALES, phone
from conftest import needs
from gallery import JUMP, WATCH, WIDER, remember
from places import found, pages, tables, without_example
from sampling import in_turn

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402

READERS = {
    "phone": {**phone(), "locale": LOCALES["fr"], "scheme": "dark"},
    "desk": {"locale": LOCALES["en"], "scheme": "light"},
}
OVER = ("hex-over", "hex-menu", "hex-unfolded", "hex-friend-awaited", "hex-sit-down", "nombres-race")
"""The tables that axe does not see in test_browser_whole_games.py."""
LARGEST = 200_000
"""Bytes over the wire until the first board is painted, headers included."""
LOADED = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .map((entry) => [entry.name, entry.transferSize])"""
BROKEN = "[...document.images].filter((each) => each.complete && !each.naturalWidth).map((each) => each.src)"


def look(visit, reader, place, address=""):
    """Open a place as a reader does, and judge it."""

    def before(page):
        remember(page, address, place)
        page.add_init_script(WATCH)

    page = visit(
        place.path,
        before=before,
        reduced_motion="reduce",
        **READERS[reader],
    )
    page.wait_for_load_state("networkidle")
    jumps = page.evaluate("jumps")
    assert jumps["sum"] <= JUMP, f"{place.name} jumps: {jumps}"
    for click in place.clicks:
        each = page.locator(click).first
        if each.is_visible():
            each.click()
    assert page.evaluate(WIDER) <= 0, f"{place.name} is wider than the window"
    assert page.evaluate(BROKEN) == [], place.name
    judged = Axe().run(page)
    assert judged.violations_count == 0, f"{place.name}: {judged.generate_report()}"
    page.context.close()


def test_every_page_has_an_example():
    assert {"/", "/setup", "/learn"} <= set(pages()), "pages of the app and of its routers"
    assert without_example() == []


@pytest.mark.parametrize(
    ("place", "reader"), in_turn(found(), READERS), ids=lambda each: getattr(each, "name", each)
)
def test_a_page(visit, place, reader):
    if place.name == "series-gone":
        visit.allowed.append("404")  # what the page then tells
    look(visit, reader, place)


@pytest.mark.parametrize(("name", "reader"), in_turn(OVER, READERS))
def test_tables(visit, address, name, reader):
    [place] = tables(address, [name])
    look(visit, reader, place, address)


def over_the_wire(page, address):
    """How many bytes have come, nothing of it from a cache; of the home page, only the first board counts."""
    sizes = page.evaluate(LOADED)
    names = {name for name, _ in sizes}
    assert len(names) >= 5 and all(name.startswith(address) for name in names)
    # What is asked for twice before it has come is fetched once: the second time costs nothing, and says so.
    cached = names - {name for name, size in sizes if size}
    assert not cached, f"came from a cache, so this is no cold start: {cached}"
    return sum(size for name, size in sizes if "/cards/" not in name or name.endswith("/hex.svg"))


@pytest.mark.parametrize("path", ["/", "/new?game=hex", "a table"])
def test_the_first_board_is_small(visit, table, address, path):
    page = visit(table(size=11) if path == "a table" else path)
    page.wait_for_selector(".pic svg, .stage .c, .play .c")
    page.wait_for_load_state("networkidle")
    assert over_the_wire(page, address) < LARGEST
    # The measure sees what comes later, so that it can fail.
    page.evaluate("() => fetch('/api/words?language=fr').then((answer) => answer.text())")
    before = over_the_wire(page, address)
    page.evaluate("() => fetch('/api/words?language=en').then((answer) => answer.text())")
    assert over_the_wire(page, address) > before + 1000


ADDRESSES = (
    "/ /?game=hex /new?game=blocs /setup?game=hex /view /boards /relay /tournaments /tournaments/small"
    " /learn /learn/hex /learn/hex/strategy /rules/hex"
)


def test_what_a_page_needs_is_asked_for_at_once(visit, table, address):
    """Every page needs one script, in which all is that it imports; boards also what keeps early touches."""
    page = visit(table())
    for path in (None, *ADDRESSES.split()):
        if path:
            page.goto(address + path)
        page.wait_for_load_state("networkidle")
        came = {name for name, _ in page.evaluate(LOADED) if name.endswith(".js")}
        scripts = page.locator("script[src]").evaluate_all("all => all.map((each) => [each.type, each.src])")
        assert came == {source for _, source in scripts}, path
        assert len([kind for kind, _ in scripts if kind == "module"]) == 1, path
        assert all("/early.js" in source for kind, source in scripts if kind != "module"), path
