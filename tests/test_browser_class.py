"""A class in browsers: a teacher and pupils, HEXTRA in threes, a race, a reload, a server that is killed.

Three pupils have a browser, and with `--full` thirty.
"""

import re

import pytest
from browsing import ORIGIN, PATIENCE, ask, path_of, phone
from classroom import ALONE, Classroom
from conftest import full, needs
from test_browser_restart import Server

needs("chromium")

from playwright.sync_api import expect  # noqa: E402

from pavage.games.heinash.arithmetic.expressions import expressions  # noqa: E402
from pavage.registry import OURS  # noqa: E402

NAMES = ("Ada", "Bo", "Cem", "Dia", "Eve", "Fay", "Gil", "Hou", "Ida", "Jo")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()


@pytest.fixture(scope="module")
def address(server):
    return server.address


@pytest.fixture(autouse=True)
def patient(browser):
    """Thirty pages that all load at once on two busy cores have taken more than a minute."""
    expect.set_options(timeout=full(5, 5) * PATIENCE)
    yield
    expect.set_options(timeout=PATIENCE)


def pupil_names(number):
    return [f"{NAMES[each % 10]} {each // 10 + 1}" for each in range(number)]


def come(visit, code, name, **more):
    """A pupil types the code of the wall and a name."""
    page = visit("/class", **more)
    page.locator("#class-code").fill(code.lower())
    page.locator("#class-name").fill(name)
    page.keyboard.press("Enter")
    return page


def covered(page):
    """Whether nothing of a board can be seen or touched."""
    places = [(x / 8, y / 8) for x in (1, 4, 7) for y in (1, 4, 7)]
    under = "([x, y]) => !!document.elementFromPoint(x * innerWidth, y * innerHeight)?.closest('.cover')"
    return all(page.evaluate(under, place) for place in places)


@pytest.mark.timeout(120 + full(1800))  # thirty browsers on two busy cores have taken five minutes
def test_a_class_from_the_door_to_the_results(visit, server):
    # A code of no class, a name that is taken, and a server that is killed: the browser tells its console.
    visit.allowed += ["404", "409", "WebSocket", "ERR_CONNECTION", "Failed to load"]
    teacher = visit("/class")
    teacher.get_by_role("button", name="Open a class").click()
    code = teacher.locator(".class-code").inner_text().strip()
    assert re.fullmatch("[B-Z]{5}", code)
    secret = teacher.locator(".class-links input").input_value()

    # A code that is mistyped is told, and can be mended.
    first = come(visit, "AEIOU", "Ada 1", **phone())
    expect(first.locator(".problem")).to_contain_text("“AEIOU”")
    first.locator("#class-code").fill(code)
    first.keyboard.press("Enter")
    expect(first.locator("h1")).to_have_text("Ada 1")

    names = pupil_names(full(30))
    pupils = [first, *(come(visit, code, name) for name in names[1:])]
    listed = teacher.locator(".pupil .name")
    expect(listed).to_have_count(len(names))
    for page in pupils:
        expect(page.locator(".own-sign")).to_be_visible()

    # HEXTRA in threes: everybody finds their table by themselves.
    teacher.locator(".next-round select").first.select_option("hextra")
    teacher.locator(".next-round input[type=radio][value='3']").check()
    teacher.get_by_role("button", name="Make groups").click()
    expect(teacher.locator(".group-list li")).to_have_count(len(names) // 3 + 1)
    teacher.get_by_role("button", name="Begin round 1").click()
    for page in pupils:
        page.wait_for_url("**/play/**")
        expect(page.locator(".class-line")).to_contain_text("Round 1: HEXTRA with")
    expect(teacher.locator(".class-boards > li")).to_have_count(len(names) // 3)
    to_move = [page for page in pupils if page.locator(".prompt.mine").count()]
    assert len(to_move) == len(names) // 3

    to_move[0].keyboard.type("(0,0)")
    to_move[0].keyboard.press("Enter")
    expect(teacher.locator(".class-boards .piece").first).to_be_attached()

    # Eyes here: every board is covered; a reload changes nothing of that.
    teacher.get_by_role("button", name="Eyes here").click()
    for page in pupils:
        expect(page.locator(".cover:visible")).to_contain_text("Eyes here")
    assert covered(pupils[0])
    pupils[1].reload()
    expect(pupils[1].locator(".cover:visible")).to_contain_text("Eyes here")

    # The server is killed in the middle. Everything is as it was.
    server.kill()
    server.start()
    expect(teacher.locator(".problem")).to_be_empty()
    expect(teacher.locator(".class-boards .piece").first).to_be_attached()
    teacher.get_by_role("button", name="Go on", exact=True).click()
    for page in pupils:
        expect(page.locator(".cover")).to_be_hidden()
    expect(teacher.locator(".pupil.is-absent")).to_have_count(0)

    # Another device: the same name and the sign. The teacher's own link opens the class elsewhere.
    sign = pupils[2].locator(".class-line").inner_text().split("·")[0].split()[-1]
    other = come(visit, code, names[2])
    expect(other.locator(".problem")).to_contain_text("touch your sign")
    other.get_by_role("button").filter(has_text=sign).click()
    other.wait_for_url("**/play/**")
    assert other.url == pupils[2].url
    again = visit(secret.removeprefix(server.address))
    expect(again.locator(".pupil .name")).to_have_count(len(names))
    assert "#" not in again.url, "the secret is not to be read from a wall"

    # A board on the wall.
    wall = visit(secret.removeprefix(server.address).replace("teacher", "projector"))
    teacher.locator(".class-boards button").first.click()
    expect(wall.locator(".beside-board .name")).to_have_count(3)
    teacher.get_by_role("button", name="All boards").click()

    # A race of Nombres: one start for all, and a scoreboard.
    teacher.locator(".next-round select").first.select_option("nombres")
    teacher.locator(".next-round [data-act=begin]").click()
    for page in pupils:
        expect(page.locator(".cover:visible")).to_contain_text("Ready?")
    expect(teacher.locator(".class-boards > li")).to_have_count(len(names))
    teacher.wait_for_function("() => scrollY === 0")  # the boards are above the form
    teacher.get_by_role("button", name="Start the race").click()
    for page in pupils:
        expect(page.locator(".cover")).to_be_hidden()
        expect(page.locator(".class-line")).to_contain_text("a race")
    expect(wall.locator(".wall-scores li")).to_have_count(len(names))
    pupils[0].get_by_role("button", name="Resign").click()
    pupils[0].get_by_role("button", name="Yes, resign").click()
    expect(pupils[0].locator(".prompt .sentence")).to_contain_text("You have left")
    expect(teacher.locator(".pupil.is-over .name")).to_have_text([names[0]])

    # The results are kept, the names are not.
    with teacher.expect_download() as coming:
        teacher.get_by_role("button", name="Save results (CSV)").click()
    lines = coming.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2 * len(names) + 1, "a line for each pupil and round"
    assert sum("HEXTRA" in line for line in lines) == len(names)
    teacher.get_by_role("button", name="Close the class").click()
    teacher.get_by_role("button", name="Yes, forget").click()
    expect(teacher.locator("h1")).to_contain_text("all names are forgotten")
    expect(wall.locator("h1")).to_contain_text("no longer there")
    for page in pupils[:2]:
        expect(page.locator(".prompt .sentence")).to_contain_text("no longer there")
    assert pupils[0].evaluate("Object.values(localStorage).join().includes('Ada')") is False


def test_free_choice_late_comers_and_a_race_of_mental_arithmetic(visit):
    teacher = visit("/class")
    teacher.get_by_role("button", name="Open a class").click()
    code = teacher.locator(".class-code").inner_text().strip()
    ada, bo, _ = (come(visit, code, name) for name in ("Ada", "Bo", "Cem"))
    expect(teacher.locator(".pupil .name")).to_have_text(["Ada", "Bo", "Cem"])
    expect(teacher.locator(".pupil.is-absent")).to_have_count(0)  # groups are made of those who are there

    # Two names that are touched change places; who comes meanwhile is seen, and seated by hand too.
    teacher.get_by_role("button", name="Make groups").click()
    groups = teacher.locator(".group-list li")
    expect(groups).to_contain_text(["Bo", "The computer", "Not in this round"])
    chip = teacher.locator(".group-list").get_by_role("button")
    chip.filter(has_text="Bo").click()
    chip.filter(has_text="Cem").click()
    expect(groups.first).to_contain_text("Cem")
    eve = come(visit, code, "Eve")
    expect(groups.last).to_contain_text("Eve")
    chip.filter(has_text="Eve").click()
    chip.filter(has_text="The computer").click()
    expect(groups.nth(1)).to_contain_text("Eve")
    teacher.get_by_role("button", name="Begin round 1").click()
    expect(ada.locator(".class-line")).to_contain_text("Round 1: Hex with Cem")
    expect(eve.locator(".class-line")).to_contain_text("Round 1: Hex with Bo")

    # Who comes later waits, until the teacher lets those who wait play.
    fay = come(visit, code, "Fay")
    expect(fay.locator(".class-waiting")).to_contain_text("You will be in the next round.")
    teacher.get_by_role("button", name="Seat those who are waiting (1)").click()
    expect(fay.locator(".class-line")).to_contain_text("Round 1: Hex")
    expect(teacher.locator(".class-boards > li")).to_have_count(3)

    # A race of mental arithmetic: all have the same dice.
    teacher.locator(".next-round select").first.select_option("heinash")
    teacher.locator(".next-round input[type=radio][value=race]").check()
    teacher.locator(".next-round [data-act=begin]").click()
    for page in (ada, bo):
        expect(page.locator(".cover:visible")).to_contain_text("Ready?")
    teacher.get_by_role("button", name="Start the race").click()
    dice = []
    for page in (ada, bo):
        expect(page.locator(".cover")).to_be_hidden()
        expect(page.locator(".prompt .sentence")).to_contain_text("Roll 1 of 10")
        dice.append(page.locator(".prompt .sentence").inner_text())
    assert dice[0] == dice[1]
    # A board that is shown large has its dice beside it, on the wall too.
    secret = teacher.locator(".class-links input").input_value()
    teacher.locator(".class-boards button").first.click()
    wall = visit(ORIGIN.sub("", secret).replace("teacher", "projector"), width=1920, height=1080)
    for page, beside in ((teacher, ".large-board"), (wall, ".beside-board")):
        expect(page.locator(f"{beside} .as-die")).to_have_count(3)
    teacher.get_by_role("button", name="All boards").click()
    rolled = [int(each) for each in re.findall(r"\d", dice[0].removeprefix("Roll 1 of 10"))]
    number, expression = max(expressions(tuple(rolled)).items())
    bo.keyboard.type(f"{number}={''.join(expression)}")
    bo.keyboard.press("Enter")
    expect(bo.locator(".prompt .sentence")).to_contain_text("Roll 2 of 10")
    first = teacher.locator(".pupil").first
    expect(first).to_contain_text("Bo")
    expect(first.locator(".num")).to_have_text(str(number))


def test_boards_on_the_wall_have_borders_between_their_cells(visit, address):
    """A custom property of boards that the wall used for something else would take them away."""
    room = Classroom(address)
    room.come("Ada", "Bo", "Cem", "Dia")
    wall = visit(room.wall)
    line = wall.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--line')").strip()
    red, green, blue = bytes.fromhex(line.removeprefix("#"))
    drawn = (
        "cells => [...new Set(cells.map((c) => getComputedStyle(c)).map((of) => of.stroke + of.strokeWidth))]"
    )
    for number, name in enumerate(OURS, 1):
        room.play_round(name, [[0, 1], [2, 3]], moves=0)
        expect(wall.locator(".on-wall h1")).to_contain_text(str(number))
        for large in (False, True):
            if not large and name in ALONE:
                continue  # the wall shows the scores of a race
            room.act("show", board=0 if large else None)
            board = wall.locator(".wall-board > svg" if large else ".class-boards .pic > svg")
            expect(board.locator(".c").first).to_be_attached()
            assert board.locator(".c").evaluate_all(drawn) == [f"rgb({red}, {green}, {blue})1px"], name


def test_who_has_finished_a_race_has_nothing_left_to_press(visit, address):
    room = Classroom(address)
    room.come("Ada", "Bo")
    room.begin("nombres", [[0, 1]], mode="race", options={"puzzle": "2x2/R1,1/C1,1/a1+"})
    room.act("go_on")
    page = visit(f"/play/{room.table_of(0)[0]}", **phone(390, 760))
    expect(page.locator(".acts [data-act=resign]")).to_be_visible()
    room.type(0, "b1-", "a2-", "b2+")
    expect(page.locator(".prompt .sentence")).to_contain_text("Done!")
    expect(page.locator(".acts button:visible")).to_have_count(0)
    room.resign(1)
    expect(page.locator(".prompt .sentence")).to_contain_text("The race is over")
    expect(page.locator("[data-act=rematch]")).to_be_hidden()


def test_a_sheet_for_teachers_fills_in_the_form_which_fits(visit, address):
    page = visit("/teach/hextra", locale="fr-FR")
    page.get_by_role("link", name="Jouer ceci en classe").click()
    expect(page.get_by_role("link", name="Fiches pour les professeurs")).to_have_attribute("href", "/teach")
    page.get_by_role("button", name="Ouvrir une classe").click()
    form = page.locator(".next-round")
    expect(form.locator("select").first).to_have_value("hextra")
    form.locator("summary").click()
    expect(form.locator("fieldset", has_text="Motif").locator("input:checked").first).to_have_value("4")
    form.locator("select").first.select_option("blocs")
    expect(form.locator("details")).to_have_attribute("open", "")
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wider) == 0, "Blocs has the longest options"


def test_the_clocks_of_four_players_of_hextra_are_seen_on_a_phone(visit, address):
    people = [{"name": name} for name in ("Maximilien", "Anne-Sophie", "Bo", "Dia")]
    made = ask(address, "/api/tables", {"game": "hextra", "chairs": people, "clock": "10m+5s"})
    page = visit(path_of(made), **phone(390, 760))
    expect(page.locator(".clock")).to_have_text([re.compile(r"\d+:\d\d")] * 4)
    for seat in page.locator(".seat").all():
        box, clock = seat.bounding_box(), seat.locator(".clock").bounding_box()
        assert box["y"] <= clock["y"] and clock["y"] + clock["height"] <= box["y"] + box["height"]


def test_hextra_ends_a_turn_without_scrolling_on_a_phone(visit, address):
    people = [{"name": name} for name in ("Ada", "Bo", "Cem")]
    start = {"game": "hextra", "options": {"players": 3}, "start": "v:(0,0) o:(1,0) r:(0,1) turn:1"}
    made = ask(address, "/api/tables", {**start, "chairs": people})
    page = visit(path_of(made), **phone(390, 760), locale="fr-FR")
    page.keyboard.type("V2=SC(O1)(V1)@(2,0)")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Finir le tour")).to_be_in_viewport(ratio=1)


CUT = """() =>
  [...document.querySelectorAll(".on-wall, .wall-stage, .beside-board, .wall-names, .wall-scores, .name")]
  .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).length"""


def test_nothing_on_the_wall_is_cut_off(visit, address):
    room = Classroom(address)
    names = ("Maximilien", "Anne-Sophie", "Fatoumata", "Dia", "Ève", "Bo")
    room.come(*names)
    wall = visit(room.wall, width=1280, height=720, locale="fr-FR")
    room.play_round("hextra", [[0, 1, 2], [3, 4, 5]], options={"players": 3}, moves=8, minutes=30)
    expect(wall.locator(".wall-left")).to_have_text(re.compile(r"\d\d:\d\d"))
    room.act("show", board=0)
    expect(wall.locator(".beside-board .name")).to_have_count(3)
    assert wall.evaluate(CUT) == 0
    room.act("show")
    room.act("pause")
    expect(wall.locator("h1")).to_have_text("Les yeux ici")
    expect(wall.locator(".players .name", has_text="Bo")).to_be_in_viewport(ratio=1)
    assert wall.evaluate(CUT) == 0
    room.begin("nombres", [list(range(6))], mode="race", options={"puzzle": "2x2/R1,1/C1,1/a1+"}, minutes=9)
    room.act("go_on")
    room.type(1, "b1-", "a2-", "b2+")
    room.resign(2)
    lines = wall.locator(".wall-scores li")
    expect(lines.first).to_contain_text("Anne-Sophie")
    expect(lines.last).to_contain_text("Fatoumata")
    expect(lines.last).to_contain_text("a abandonné")
    expect(wall.locator(".wall-left")).to_have_text(re.compile(r"8:\d\d"))
    # What is right fills a gauge within the line.
    line, gauge = lines.first.bounding_box(), lines.first.locator(".gauge").bounding_box()
    assert gauge["width"] > 100 and line["y"] < gauge["y"] < line["y"] + line["height"]
    colour, weight = "e => getComputedStyle(e).color", "e => Number(getComputedStyle(e).fontWeight)"
    assert lines.last.evaluate(colour) != lines.first.evaluate(colour)
    assert lines.last.evaluate(weight) < lines.first.evaluate(weight)
    assert wall.evaluate(CUT) == 0
    # The list of six fills most of the height.
    box, height = wall.locator(".wall-scores").bounding_box(), 720
    assert lines.last.bounding_box()["y"] > height * 0.7 and box["height"] > height * 0.7
    for pupil in (0, 3, 4, 5):
        room.resign(pupil)
    expect(lines.first).to_contain_text("+1")
    assert wall.evaluate(CUT) == 0
