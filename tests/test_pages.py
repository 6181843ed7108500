"""The pages around the board: cards, my games, links to others, sharing, boards of one's own."""

import itertools
import json
import re
import xml.etree.ElementTree as Xml

import cards
import pytest
from browsing import LOCALES, ORIGIN, cell, free, stones, type_moves
from conftest import full, needs
from own_games import OWN
from sampling import sample

from pavage.registry import OURS
from pavage.words import words

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402


def test_every_game_has_a_card_as_our_renderer_draws_it():
    drawn = cards.drawn_cards()
    assert set(drawn) == set(OWN)
    for name, text in drawn.items():
        assert (cards.FOLDER / f"{name}.svg").read_text(encoding="utf-8") == text, "run tests/cards.py"
        Xml.fromstring(text)


@pytest.mark.parametrize("language", sample(LOCALES, "fr"))
def test_from_home_to_the_first_move_in_two_clicks(visit, language):
    page = visit("/", locale=LOCALES[language])
    say = words(language)
    expect(page.locator(".shelf li")).to_have_count(len(OURS))
    lead = page.locator(".shelf li > a").evaluate_all("all => all.map((each) => each.getAttribute('href'))")
    assert {f"/new?game={name}" for name in OURS} <= set(lead)
    expect(page.locator("h1")).to_have_text(say("web.home.title", number=len(OURS)))
    page.get_by_role("link", name=re.compile("^Hex ")).click()
    page.wait_for_selector(".stage .c")
    page.get_by_role("button", name=say("web.form.play")).click()
    page.wait_for_selector(".prompt.mine")
    cell(page, "f6").click()
    expect(page.locator(".pieces use")).to_have_count(1)


def test_cards_are_filtered_and_speak_another_language(visit):
    page = visit("/")
    page.get_by_role("radio", name="Alone").click()
    expect(page.locator(".shelf h2:visible")).to_have_text(["Nombres croisés"])
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".meta:visible").first).to_contain_text("Seul ou en course")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_my_games_come_back_and_can_be_deleted(visit, table):
    page = visit(table())
    type_moves(page, "c3")
    path = page.evaluate("location.pathname")
    assert "#" not in page.url, "the key is still in the address"
    page.goto(page.url.replace(path, "/"))
    row = page.locator(".my-games li")
    expect(row).to_contain_text("Bo, your turn. Place a blue stone.")
    row.get_by_role("link").click()
    page.wait_for_selector(".play .c")
    cell(page, "d4").click()
    expect(page.locator(".pieces use")).to_have_count(2)
    page.go_back()
    row.get_by_role("button", name=re.compile("^Delete")).click()
    row.get_by_role("button", name="Keep").click()
    row.get_by_role("button", name=re.compile("^Delete")).click()
    row.get_by_role("button", name="Yes, delete").click()
    expect(page.locator(".my-games")).to_be_hidden()
    page.goto(page.url + path.lstrip("/"))
    expect(page.locator(".sentence")).to_have_text("This table is no longer there.")


# Bytes, by version, level and mask: as the Python package qrcode makes them, a row in hexadecimal.
CODES = {
    "Pavage": "1fce7f 105541 174a5d 174f5d 175b5d 104a41 1fd57f 800 154d12 49aab 56eef 1187b2 a56e9 1c60"
    " 1fc913 104c43 175d73 174eba 1752fd 104b92 1fdef3",
    "http://127.0.0.1:8000/play/Ab3-_x9Q#yJ7UQHG45oIgKHyBgN5a8Q": "1fc6c6f7f 1041e8d41 175180e5d 17547065d"
    " 17532fb5d 1052b8941 1fd55557f 1462800 17c8a917c aa1a3ef 13dc38594 139c64ddc e6b2cc99 e94f13a3 17688543e"
    " 79854abc bcfcb03d cb8f67ef e72f0996 10490e9f 1568097ab 1aa6ef885 15ecf090e 12bea4d75 157d6b3f1 12c6d16"
    " 1fc1f4756 1050e0d16 175d9edfb 1759b1237 175fe53e8 104fe293c 1fdf9b3ba",
    "é" * 60: "1fd1de85e7f 1050f42f441 1756742f45d 175a1e85e5d 1746953e55d 105f6ca7c41 1fd5555557f cc60d600"
    " 19cf6f94f2f 1538653e52c 1556c35838c 1c21960d675 ada9f94fc9 1ab14e85e0c 6f2bd0bdc 892f42f425 575817a149"
    " 1c34de85e49 18610bd0bda 302742f42c 663e17a15c 1fb4953e569 4c0935838a 15bdc60d67c 87b6f94fdc 121f653e52c"
    " 1ed5c35838c 1534960d675 84c9f94fc9 1f314e85e0c 7472bd0bdc 53ef42f427 1975817a1f9 14de85f19 1fc50bd095a"
    " 10527c2f71c 1757e57a1fc 174c953e54b 174093581b9 1055c60d5df 1fd76f94ede",
}


def test_qr_codes_are_those_of_others(visit):
    page = visit("/")
    for text, rows in CODES.items():
        made = page.evaluate("async (text) => (await import('/web/lib/qr.js')).qr(text)", text)
        assert [f"{int(''.join(str(int(dark)) for dark in row), 2):x}" for row in made] == rows.split()
    longest = "(await import('/web/lib/qr.js')).qr('x'.repeat(140))"
    refused = "async () => { try { %s; } catch (error) { return error.name; } }".replace("%s", longest)
    assert page.evaluate(refused) == "RangeError"


def test_two_play_by_a_link_and_a_third_watches(visit):
    one = visit("/?game=hex")
    one.locator(".pick select").nth(1).select_option("friend")
    one.get_by_role("textbox", name=re.compile("^Your name")).fill("Ada")
    one.get_by_role("radio", name="7", exact=True).click()
    one.get_by_role("button", name="Play").click()
    one.wait_for_selector(".play .c")
    expect(one.locator(".invite .qr").first).to_be_visible()
    expect(one.locator(".seat").nth(1)).to_contain_text("not here yet")
    link, watch = (one.locator(".invite input").nth(number).input_value() for number in (0, 1))
    assert re.search(r"/play/[\w-]+#[\w-]{22}$", link) and "#" not in watch
    path = re.compile(r"https?://[^/]+")

    two = visit(path.sub("", link), 390, 780, locale="fr-FR", has_touch=True, is_mobile=True)
    # The invitation comes first; whose turn it is, after sitting down.
    expect(two.locator("#my-name")).to_be_visible()
    assert two.locator("#my-name").bounding_box()["y"] < two.locator(".seats").bounding_box()["y"]
    expect(two.locator(".prompt")).to_be_hidden()
    two.locator("#my-name").fill("Bo")
    two.get_by_role("button", name="S’asseoir").tap()
    expect(two.locator(".prompt")).to_be_visible()
    assert "#" not in two.url
    three = visit(path.sub("", watch))
    expect(one.locator(".invite")).to_be_hidden()
    expect(one.locator(".seat").nth(1)).to_contain_text("Bo here")
    expect(three.locator(".watching")).to_contain_text("You are watching.")
    expect(three.locator(".acts .btn:visible")).to_have_count(0)

    # Each for themselves.
    cell(one, "d4").click()
    expect(two.locator(".sentence")).to_have_text("À vous. Placez un pion bleu.")
    expect(one.locator(".sentence")).to_have_text("Bo is placing a stone.")
    cell(one, "a1").click()
    expect(one.locator(".prompt .warn")).to_be_visible()
    cell(three, "a1").click()
    expect(three.locator(".prompt .warn")).to_have_text(
        "✕ You are watching; only those who play can do this."
    )
    two.reload()
    two.wait_for_selector(".play .c")
    expect(two.locator(".sentence")).to_have_text("À vous. Placez un pion bleu.")
    cell(two, "c3").tap()
    for page in (one, two, three):
        expect(page.locator(".pieces use")).to_have_count(2)

    # To talk: text is only ever text.
    one.get_by_role("textbox", name="Write something").fill("<b>hello</b>")
    one.keyboard.press("Enter")
    expect(two.locator(".lines li")).to_have_text("Ada <b>hello</b>")
    expect(three.locator(".lines li")).to_have_count(1)
    expect(three.locator(".chat-form")).to_be_hidden()
    # On a phone it lies below the board: a sign at the top tells of it, until it was seen.
    expect(three.locator(".sign")).to_be_hidden()
    expect(two.locator(".sign")).to_have_text("Discussion (1)")
    two.locator(".sign").tap()
    expect(two.locator(".lines li")).to_be_in_viewport()
    expect(two.locator(".sign")).to_be_hidden()
    two.evaluate("scrollTo(0, 0)")

    # To ask; not for a draw, which Hex does not know.
    expect(one.locator(".acts [data-act=draw]")).to_be_hidden()
    one.get_by_role("button", name="Undo").click()
    expect(two.locator(".offers")).to_contain_text(words("fr")("web.offer.undo", name="Ada"))
    two.get_by_role("button", name="Refuser").tap()
    expect(one.locator(".offers")).to_have_text(words("en")("web.offer.declined_undo"))
    two.get_by_role("button", name="Annuler").tap()
    one.get_by_role("button", name="Accept").click()
    for page in (one, two, three):
        expect(page.locator(".pieces use")).to_have_count(1)

    # To end, and to begin again on the other side.
    two.locator("[data-act=resign]").tap()
    two.locator("[data-act=really_resign]").tap()
    expect(three.locator(".sentence")).to_have_text("Ada won: Bo resigned.")
    one.get_by_role("button", name="Rematch").click()
    two.get_by_role("button", name="Accepter").tap()
    expect(two.locator(".sentence")).to_have_text("À vous. Placez un pion rouge.")
    expect(one.locator(".seat").first).to_contain_text("Bo here")


def test_a_seat_is_left_to_a_computer_and_taken_back(visit, table):
    page = visit(table([{"name": "Ada"}, {"name": "Bo"}], size=4))
    page.get_by_text("Seats", exact=True).click()
    page.get_by_role("combobox", name="Level").select_option("easy")
    page.get_by_role("button", name="Leave the seat of Bo").click()
    expect(page.locator(".seat").nth(1)).to_contain_text("Easy computer")
    cell(page, "b2").click()
    page.wait_for_selector(".list button:nth-child(3)")
    page.get_by_role("button", name="Take the seat of Easy computer").click()
    expect(page.locator(".seat").nth(1)).not_to_contain_text("computer")
    page.reload()
    page.wait_for_selector(".prompt.mine")
    expect(page.locator(".list button")).to_have_count(2)
    cell(page, free(page)[0]).click()
    expect(page.locator(".list button")).to_have_count(3)
    expect(page.locator(".prompt.mine")).to_have_count(1)


def test_a_large_board_comes_nearer(visit, table):
    page = visit(table(size=19))
    board = page.locator(".board svg")
    whole = board.get_attribute("viewBox")

    def width():
        return float(board.get_attribute("viewBox").split()[2])

    page.get_by_role("button", name="Zoom in").click()
    assert width() < float(whole.split()[2]) * 0.75
    page.keyboard.press("+")
    before = board.get_attribute("viewBox")
    box = board.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 120, y - 60, steps=5)
    page.mouse.up()
    assert board.get_attribute("viewBox") != before and stones(page) == 0
    page.mouse.click(x, y)
    expect(page.locator(".pieces use")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    for _ in range(30):
        page.keyboard.press("ArrowDown")
    expect(page.locator(".c:focus")).to_be_in_viewport()
    page.keyboard.down("Control")
    for _ in range(6):
        page.mouse.wheel(0, 300)
    page.keyboard.up("Control")
    expect(board).to_have_attribute("viewBox", re.compile(re.escape(whole.split(".")[0])))
    assert abs(width() - float(whole.split()[2])) < 0.1


def test_a_position_is_shared(visit, table):
    page = visit(table())
    type_moves(page, "c3", "d4", "b2")
    page.locator(".moves .nav button").nth(1).focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".prompt .small")).to_have_text("Looking back: move 2 of 3.")
    page.locator(".share > summary").click()
    link = page.get_by_role("textbox", name="Link to this position (move 2)").input_value()
    other = visit(re.sub(r"https?://[^/]+", "", link))
    expect(other.locator(".prompt .small")).to_have_text("Looking back: move 2 of 3.")
    expect(other.locator(".pieces use")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture as SVG").click()
    picture = Xml.parse(download.value.path()).getroot()
    text = Xml.tostring(picture, encoding="unicode")
    assert "var(" not in text and "style" not in text and text.count("stone-") >= 2
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture as PNG").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Link that holds the whole game").click()
    whole = page.get_by_role("textbox", name="Link that holds the whole game").input_value()
    again = visit(re.sub(r"https?://[^/]+", "", whole))
    again.wait_for_url("**/play/**")
    expect(again.locator(".list button")).to_have_text(["c3", "d4", "b2"])
    expect(again.locator(".pieces use")).to_have_count(2)


def test_a_board_of_points_is_played_on(visit):
    page = visit("/?boards")
    before = page.locator(".c").count()
    page.get_by_role("button", name="One more").click()
    expect(page.locator(".c")).to_have_count(before + 1)
    box = page.locator(".points svg").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.51, box["y"] + box["height"] * 0.47)
    expect(page.locator(".c")).not_to_have_count(before + 1)
    page.get_by_role("button", name="Even out").click()
    count = page.locator(".stage .c").count()
    # A point is dragged, and stays one.
    first = page.locator(".seed").first.bounding_box()
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(first["x"] + 40, first["y"] + 30, steps=3)
    page.mouse.up()
    assert page.locator(".seed").first.bounding_box() != first
    expect(page.locator(".stage .c")).to_have_count(count)
    # It is named, handed on as a link, and nothing is lost by going away.
    page.get_by_label("Name").fill("Zoé's board")
    page.get_by_role("button", name="Link to this board").click()
    link = page.get_by_role("textbox", name="Link to this board").input_value()
    drawn = page.locator(".stage .c").evaluate_all("all => all.map((c) => c.getAttribute('points'))")
    page.goto(ORIGIN.match(page.url)[0] + "/learn")
    page.go_back()
    assert page.get_by_label("Name").input_value() == "Zoé's board"
    assert page.locator(".stage .c").evaluate_all("all => all.map((c) => c.getAttribute('points'))") == drawn
    other = visit(ORIGIN.sub("", link))
    expect(other.locator(".stage .c")).to_have_count(count)
    assert other.get_by_label("Name").input_value() == "Zoé's board"
    # Seats and level are chosen as for every game; the board lies in the gallery.
    page.get_by_role("button", name="Choose seats and play").click()
    page.wait_for_selector(".tiling-card[data-own][aria-pressed=true]")
    expect(page.locator(".stage .c")).to_have_count(count)
    page.get_by_role("radio", name="3", exact=True).first.click()
    expect(page.locator(".form .stone")).to_have_count(3)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".play .c")
    expect(page.locator(".play .c")).to_have_count(count)
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.locator(".what small")).to_have_text(f"Zoesboard, {count} cells")


def test_a_tiling_file_is_played_on(visit):
    page = visit("/?boards")
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    cells = [{"polygon": [[x + dx, y + dy] for dx, dy in corners]} for y in range(3) for x in range(3)]
    file = {"name": "squares.json", "mimeType": "application/json"}
    page.locator("#tiling-file").set_input_files({**file, "buffer": b"{}"})
    expect(page.locator(".problem")).to_contain_text("This file holds no tiling")
    text = json.dumps({"cells": cells})
    page.locator("#tiling-file").set_input_files({**file, "buffer": text.encode()})
    expect(page.locator(".c")).to_have_count(9)
    page.get_by_role("button", name="Choose seats and play").click()
    page.wait_for_selector(".tiling-card[data-own][aria-pressed=true]")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".play .c")
    expect(page.locator(".play .c")).to_have_count(9)
    expect(page.locator(".what small")).to_have_text("squares, 9 cells")


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")][: full(2, part=2)])
def test_axe_finds_nothing_around_the_board(visit, width, scheme):
    axe = Axe()

    def open_page(path, locale="en-GB"):
        return visit(path, width, 800, scheme=scheme, locale=locale, reduced_motion="reduce")

    def check(page, where):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = axe.run(page)
        assert found.violations_count == 0, f"{where}: {found.generate_report()}"

    page = open_page("/?game=hex")
    page.locator(".pick select").nth(1).select_option("friend")
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector(".play .c")
    link = page.locator(".invite input").first.input_value()
    check(open_page(re.sub(r"https?://[^/]+", "", link)), "somebody comes by a link")
    page.locator(".share > summary").click()
    page.locator(".share .code summary").first.click()
    page.locator(".seating > summary").click()
    check(page, "table with everything unfolded")
    page.goto(page.url.split("/play")[0])
    page.wait_for_selector(".pic svg")
    page.locator(".my-games button").first.click()
    check(page, "home with my games")


def test_a_series_stands_in_the_panel(visit, table):
    """What the server says of a series is shown from the second game on, by the names of those who play."""
    series = {"number": 1, "games": 0, "points": [0, 0]}

    def route(socket):
        server = socket.connect_to_server()

        def told(text):
            message = json.loads(text)
            if message["kind"] == "state":
                message["series"] = series
            socket.send(json.dumps(message))

        server.on_message(told)

    page = visit(table(), before=lambda page: page.route_web_socket(re.compile("/live"), route))
    expect(page.locator(".series")).to_be_hidden()
    series |= {"number": 4, "games": 3, "points": [2, 1]}
    type_moves(page, "c3")
    expect(page.locator(".series")).to_have_text("Series: Ada 2 – 1 Bo · Earlier games 1 2 3")
    series |= {"points": [2.5, 0.5]}
    type_moves(page, "d4")
    expect(page.locator(".series")).to_contain_text("Series: Ada 2.5 – 0.5 Bo")


LYING = {"width": 740, "height": 360}
"""A phone on its side."""


@pytest.mark.parametrize("game, seats", [("hex", 2), ("heinash", 2), ("hextra", 4), ("carreleurs", 2)])
def test_a_phone_on_its_side_shows_the_whole_board(visit, table, game, seats):
    chairs = [{"name": name} for name in ("Ada", "Bo", "Cy", "Di")[:seats]]
    page = visit(table(chairs, game=game, options={}), **LYING)
    page.wait_for_selector(".play .c")
    tiling = page.locator(".board .cells").bounding_box()
    assert tiling["y"] >= 0 and tiling["y"] + tiling["height"] <= LYING["height"]
    parts = [page.locator(name).bounding_box() for name in (".bar", ".seats", ".prompt", ".acts")]
    for above, below in itertools.pairwise(parts):
        assert below["y"] >= above["y"] + above["height"] - 1, "parts of the panel lie on each other"
    assert tiling["width"] * tiling["height"] > parts[2]["width"] * parts[2]["height"]
    # What does not fit beside it is scrolled to, and the board stays.
    page.locator(".acts").scroll_into_view_if_needed()
    page.mouse.wheel(0, 2000)
    page.wait_for_timeout(100)
    assert page.locator(".board .cells").bounding_box() == pytest.approx(tiling, abs=1)


@pytest.mark.parametrize("width, height", [(1280, 800), (360, 740)])
def test_a_preview_shows_all_its_sums(visit, width, height):
    page = visit("/new?game=nombres", width=width, height=height)
    stage = page.locator(".stage").bounding_box()
    sums = page.locator(".stage .telling")
    assert sums.count() >= 12
    cells = page.locator(".stage .c").first.bounding_box()
    for box in (each.bounding_box() for each in sums.all()):
        assert stage["x"] - 1 <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"] + 1
        assert stage["y"] - 1 <= box["y"] and box["y"] + box["height"] <= stage["y"] + stage["height"] + 1
        assert box["height"] < cells["height"]


def test_a_first_game_is_against_a_beginner_and_the_level_stays(visit):
    page = visit("/new?game=hex")
    expect(page.get_by_role("radio", name="Beginner")).to_be_checked()
    page.get_by_role("radio", name="Hard").check()
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".seat").nth(1)).to_contain_text("Hard computer")
    for game in ("hex", "ponts"):
        page.goto(page.url.partition("/play")[0] + f"/new?game={game}")
        expect(page.get_by_role("radio", name="Hard")).to_be_checked()


def test_who_comes_from_a_lesson_plays_a_beginner_at_once(visit):
    page = visit("/new?game=hex&level=beginner")
    expect(page.get_by_role("radio", name="Beginner")).to_be_checked()
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".seat").nth(1)).to_contain_text("Beginner computer")
    # A level that there is not is none.
    other = visit("/new?game=hex&level=nobody")
    expect(other.get_by_role("radio", name="Beginner")).to_be_checked()
