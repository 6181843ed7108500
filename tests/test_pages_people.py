"""People as they are: who comes twice, says no, goes away and comes back, or has a very long name."""

import re

import pytest
from browsing import ORIGIN, ask, cell, path_of, phone, type_moves
from conftest import needs
from hands import nothing_runs_over

from pavage.words import words

needs("chromium")

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

LATER = "(name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true }))"
"""A browser keeps a page while its reader is elsewhere, and shows it again as it was."""


def one_each(table, **more):
    """The path of a table, and its two keys."""
    path, _, keys = table(**more).partition("#")
    return path, *keys.split(".")


DRAWS = {"game": "polygo", "options": {"board": "5x5"}}
"""A game that can be drawn; Hex cannot."""


@pytest.fixture
def two(visit, table, request):
    """Ada and Bo, each on a device of their own, after two moves."""
    path, ada, bo = one_each(table, **getattr(request, "param", {}))
    pages = visit(f"{path}#{ada}"), visit(f"{path}#{bo}")
    for page, move in zip(pages, ("a2", "c3"), strict=True):
        expect(page.locator(".prompt.mine")).to_be_visible()
        type_moves(page, move)
    for page in pages:
        expect(page.locator(".list button")).to_have_count(2)
    return pages


def test_a_link_is_opened_on_two_devices_before_anybody_sits_down(visit, table):
    path, _, key = one_each(table, chairs=({"name": "Ada"}, {"away": True}))
    first, second = visit(f"{path}#{key}"), visit(f"{path}#{key}")
    for page in (first, second):
        expect(page.locator(".arrival")).to_be_visible()
    first.get_by_role("button", name="Menu").click()
    first.locator("#menu label").filter(has_text="Français").click()
    expect(first.locator(".arrival label")).to_have_text(words("fr")("web.arrival.line", game="Hex"))
    first.keyboard.press("Escape")
    first.locator("#my-name").fill("Bo")
    first.keyboard.press("Enter")
    # The other device has the same seat, and nothing is left to be asked there.
    expect(second.locator(".arrival")).to_be_hidden()
    expect(second.locator(".seat .name").nth(1)).to_have_text("Bo you")
    expect(second.locator(".sentence")).to_have_text("Ada is placing a stone.")


def test_the_link_of_somebody_who_never_came_is_there_in_the_next_game(visit):
    page = visit("/new?game=hex")
    page.locator(".pick select").nth(1).select_option("friend")
    page.get_by_role("button", name="Play", exact=True).click()
    link = page.locator(".invite input").first
    expect(link).to_have_value(re.compile("#"))
    before = link.input_value()
    page.locator("[data-act=resign]").click()
    page.locator("[data-act=really_resign]").click()
    page.locator("[data-act=rematch]").click()
    expect(page.locator(".invite label").first).to_contain_text("red")
    expect(link).to_have_value(before)
    friend = visit("/play/" + before.partition("/play/")[2])
    friend.locator("#my-name").fill("Bo")
    friend.keyboard.press("Enter")
    expect(friend.locator(".prompt.mine")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 760), (1280, 800)], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", ["hex", "polygo"])
def test_the_link_and_its_code_are_the_first_thing_on_the_screen(visit, game, size):
    width, height = size
    host = visit(f"/?game={game}", width, height)
    host.locator(".pick select").nth(1).select_option("friend")
    host.get_by_role("button", name="Play", exact=True).click()
    code, link = host.locator(".invite .qr").first, host.locator(".invite input").first
    expect(code).to_be_visible()
    for part in (link, code, host.locator(".invite").get_by_role("button", name="Copy").first):
        box = part.bounding_box()
        assert box["y"] >= 48 and box["y"] + box["height"] <= height, "on screen without scrolling"
    assert code.bounding_box()["width"] >= 160
    seats = host.locator(".seats").bounding_box()["y"]
    assert link.bounding_box()["y"] < seats and code.bounding_box()["y"] < seats
    assert Axe().run(host).violations_count == 0
    friend = visit("/play/" + link.input_value().partition("/play/")[2], width, height)
    friend.locator("#my-name").fill("Bo")
    friend.keyboard.press("Enter")
    expect(host.locator(".invite")).to_be_hidden()
    expect(host.locator(".prompt.mine")).to_be_in_viewport()


def test_the_host_gives_a_name_once(visit):
    host = visit("/?game=hex")
    host.locator(".pick select").nth(1).select_option("friend")
    host.get_by_role("button", name="Play", exact=True).click()
    expect(host.locator(".seat .name").first).to_have_text("Player 1 you")
    host.locator("#host-name").fill("Ada")
    host.keyboard.press("Enter")
    expect(host.locator(".seat .name").first).to_have_text("Ada you")
    expect(host.locator("#host-name")).to_have_count(0)
    friend = visit("/play/" + host.locator(".invite input").first.input_value().partition("/play/")[2])
    expect(friend.locator(".seat .name").first).to_contain_text("Ada")
    friend.locator("#my-name").fill("Bo")
    friend.keyboard.press("Enter")
    expect(friend.locator(".seat .name").nth(1)).to_have_text("Bo you")
    # Every later form has the name, of other games too, and another name is kept as well.
    host.goto(ORIGIN.match(host.url)[0] + "/?game=polygo")
    host.locator(".pick select").nth(1).select_option("friend")
    mine = host.get_by_role("textbox", name=re.compile("^Your name"))
    expect(mine).to_have_value("Ada")
    mine.fill("Ada L.")
    host.locator(".pick select").nth(1).select_option("computer")
    host.get_by_role("button", name="Play", exact=True).click()
    expect(host.locator(".seat .name").first).to_have_text("You")
    host.goto(ORIGIN.match(host.url)[0] + "/?game=hex")
    host.locator(".pick select").nth(1).select_option("friend")
    expect(mine).to_have_value("Ada L.")
    host.get_by_role("button", name="Play", exact=True).click()
    expect(host.locator(".seat .name").first).to_have_text("Ada L. you")
    expect(host.locator("#host-name")).to_have_count(0)


@pytest.mark.parametrize("two, what", [({}, "undo"), (DRAWS, "draw")], indirect=["two"], ids=["undo", "draw"])
def test_who_asked_is_told_that_it_was_declined(two, what):
    ada, bo = two
    ada.locator(f".acts [data-act={what}]").click()
    expect(bo.locator("#live")).to_contain_text("Ada ")
    bo.locator(".offers [data-act=decline]").click()
    expect(ada.locator(".offers")).to_contain_text("Declined")
    expect(ada.locator("#live")).to_contain_text("Declined")
    expect(bo.locator(".offers")).to_be_hidden()
    type_moves(ada, "b4")
    expect(ada.locator(".offers")).to_be_hidden()


@pytest.mark.parametrize("two", [DRAWS], indirect=True, ids=["polygo"])
def test_questions_do_not_touch_one_another(two):
    ada, bo = two
    for what in ("draw", "undo"):
        ada.locator(f".acts [data-act={what}]").click()
        expect(bo.locator(".offers")).to_contain_text({"draw": "a draw", "undo": "take back"}[what])
    expect(bo.locator(".offer-line")).to_have_count(2)
    box = "getBoundingClientRect()"
    below = f"([one, other]) => other.{box}.top - one.querySelector('.btn').{box}.bottom"
    assert bo.locator(".offer-line").evaluate_all(below) >= 8


def test_a_deleted_game_offers_nothing_to_those_who_still_look_at_it(visit, two, address):
    ada, bo = two
    ada.goto(address)
    ada.get_by_role("button", name=re.compile("^Delete")).click()
    ada.get_by_role("button", name="Yes, delete").click()
    expect(bo.locator(".sentence")).to_have_text("This table is no longer there.")
    expect(bo.locator(".acts, .social, .moves").filter(visible=True)).to_have_count(0)
    bo.get_by_role("button", name="Menu").click()
    expect(bo.locator("#menu").get_by_text("Change this position")).to_have_count(0)
    expect(cell(bo, "c3")).to_be_visible()


def test_a_game_is_not_forgotten_because_the_server_is_away(visit, two, address):
    ada, _ = two
    visit.allowed.append("Failed to load resource")
    ada.goto(address)
    ada.wait_for_selector(".my-games li")
    ada.route("**/api/tables/**", lambda route: route.abort())
    ada.get_by_role("button", name=re.compile("^Delete")).click()
    ada.get_by_role("button", name="Yes, delete").click()
    expect(ada.locator(".problem")).to_have_text("✕ Connection lost.")
    expect(ada.locator(".my-games li")).to_have_count(1)
    ada.unroute("**/api/tables/**")
    ada.get_by_role("button", name=re.compile("^Delete")).click()
    ada.get_by_role("button", name="Yes, delete").click()
    expect(ada.locator(".problem")).to_be_hidden()
    expect(ada.locator(".my-games")).to_be_hidden()


def test_what_was_written_while_the_connection_is_lost_is_still_there(visit, table):
    sockets = []

    def between(socket):
        sockets.append(socket)
        if len(sockets) < 2:
            socket.connect_to_server()

    path, ada, _ = one_each(table)
    page = visit(f"{path}#{ada}", before=lambda page: page.route_web_socket(re.compile("/live"), between))
    expect(page.locator(".chat")).to_be_visible()
    sockets[0].close()
    expect(page.locator(".sentence")).to_have_text("Connection lost.")
    page.locator("#chat-line").fill("are you there?")
    page.keyboard.press("Enter")
    expect(page.locator("#chat-line")).to_have_value("are you there?")


def test_who_comes_back_by_the_arrows_of_the_browser_plays_on(visit, table, address):
    sockets = []

    def between(socket):
        sockets.append(socket)
        socket.connect_to_server()

    page = visit(table(), before=lambda page: page.route_web_socket(re.compile("/live"), between))
    expect(page.locator(".prompt.mine")).to_be_visible()
    page.evaluate(LATER, "pagehide")
    sockets[0].close()
    page.wait_for_timeout(100)
    page.evaluate(LATER, "pageshow")
    cell(page, "c3").click()
    expect(page.locator(".list button")).to_have_count(1)
    assert len(sockets) == 2

    home = page.context.new_page()
    home.goto(address)
    home.wait_for_selector(".my-games li")
    home.evaluate("localStorage.removeItem('pavage.tables')")
    home.evaluate(LATER, "pageshow")
    expect(home.locator(".my-games")).to_be_hidden()


def test_the_menu_keeps_the_keyboard_while_others_move(visit, two):
    ada, bo = two
    ada.get_by_role("button", name="Menu").press("Enter")
    ada.keyboard.press("ArrowRight")
    expect(ada.locator(".sentence")).to_have_text("À vous. Placez un pion rouge.")
    expect(ada.locator("#menu input[value=fr]")).to_be_focused()
    ada.keyboard.press("Tab")
    expect(ada.locator("#menu input[value=auto]").first).to_be_focused()
    bo.locator("#chat-line").fill("hello")
    bo.keyboard.press("Enter")
    expect(ada.locator(".lines")).to_contain_text("hello")
    expect(ada.locator("#menu input[value=auto]").first).to_be_focused()


@pytest.mark.parametrize("screen", [phone(), {"width": 1280}], ids=["phone", "desktop"])
def test_the_longest_name_stays_within_its_column(visit, table, screen):
    path, ada, _ = one_each(table, chairs=({"name": "M" * 32}, {"name": "W" * 32}))
    page = visit(f"{path}#{ada}", **screen)
    expect(page.locator(".prompt.mine")).to_be_visible()
    type_moves(page, "a2")
    expect(page.locator(".sentence")).to_contain_text("WWW")
    nothing_runs_over(page)
    cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.className)"
    assert page.locator(".sentence, .prompt .small").evaluate_all(cut) == []


@pytest.mark.parametrize("path", ["/setup#garbage", "/new?game=hex#garbage"])
def test_a_link_that_was_cut_says_so_and_leads_on(visit, path):
    page = visit(path, locale="fr-FR")
    expect(page.locator(".problem")).to_have_text("✕ Ceci n’est pas une partie enregistrée.")
    page.get_by_role("link", name="Tous les jeux").click()
    expect(page.locator(".shelf")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/nowhere", "Il n’y a pas de page à cette adresse."),
        ("/play/", "Il n’y a pas de page à cette adresse."),
        ("/learn/chess", "Il n’y a pas de leçon pour ce jeu."),
    ],
)
def test_an_address_that_was_mistyped_is_a_page_too(visit, path, sentence):
    visit.allowed.append("404")
    page = visit(path, locale="fr-FR")
    expect(page.locator("h1")).to_have_text(sentence)
    assert not Axe().run(page).response["violations"]
    page.get_by_role("main").get_by_role("link", name="Tous les jeux").click()
    expect(page.locator(".shelf")).to_be_visible()


def test_who_leaves_a_seat_and_comes_back_keeps_their_name(two):
    ada, bo = two
    ada.locator(".seating > summary").click()
    ada.get_by_role("button", name="Leave the seat of Ada").click()
    expect(bo.locator(".seat .name").first).to_contain_text("computer")
    expect(ada.locator("[data-act=hint]")).to_be_hidden()  # nothing here is theirs to play
    expect(ada.locator(".list button")).to_have_count(3)  # what is asked for while it moves is stale
    ada.get_by_role("button", name=re.compile("^Take the seat")).click()
    expect(bo.locator(".seat .name").first).to_have_text("Ada here")


def six(address):
    """A table of six: Ada, Bo and Claire among computers; its path and their keys."""
    people = [{"name": name} for name in ("Ada", "Bo", "Claire")]
    body = {"game": "hex6", "chairs": [*people, *({"level": "random"} for _ in range(3))]}
    made = ask(address, "/api/tables", body)
    return f"/play/{made['id']}", made["keys"][:3]


def test_among_six_the_one_who_asked_is_named(visit, address):
    path, keys = six(address)
    ada, bo, claire = (visit(f"{path}#{key}") for key in keys)
    expect(bo.locator(".seat.turn .name")).to_contain_text("Ada")
    type_moves(ada, "e5")
    expect(bo.locator(".prompt.mine")).to_be_visible()
    type_moves(bo, "e6")
    expect(bo.locator(".list button")).to_have_count(2)
    bo.locator("[data-act=undo]").click()
    ada.locator(".offers [data-act=accept]").click()
    question = "Bo asks to take back the last move."
    expect(ada.locator(".offers [data-act=accept]")).to_have_count(0)
    expect(ada.locator(".offers")).to_have_text(question)
    expect(claire.locator(".offers p")).to_have_text(question)
    claire.locator(".offers [data-act=decline]").click()
    expect(bo.locator(".offers")).to_have_text("Declined: your move stays.")
    expect(ada.locator(".offers")).to_be_hidden()


def test_the_panel_of_six_overlaps_nothing(visit, address):
    path, keys = six(address)
    page = visit(f"{path}#{keys[0]}")
    expect(page.locator(".prompt.mine")).to_be_visible()
    page.locator("[data-act=resign]").click()
    page.locator("[data-act=really_resign]").click()
    expect(page.locator(".seat.out")).to_have_count(1)
    expect(page.locator(".seat.out .word")).to_have_text("resigned")
    last, below = page.locator(".seat").last.bounding_box(), page.locator(".prompt").bounding_box()
    assert last["y"] + last["height"] <= below["y"] + 0.5


def test_another_language_while_looking_back_and_among_my_games(visit, table, address):
    page = visit(table())
    type_moves(page, "a2", "c3")
    page.locator(".list button").first.click()
    expect(page.locator(".prompt .small")).to_have_text("Looking back: move 1 of 2.")
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu label").filter(has_text="Français").click()
    expect(page.locator(".prompt .small")).to_have_text("Retour en arrière : coup 1 sur 2.")
    page.goto(address)
    line = page.locator(".my-games li .small").last
    expect(line).to_contain_text("Ada, à vous.")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#my-games")).to_have_text("My games")
    expect(line).not_to_contain_text("à vous")


def test_a_race_is_among_the_games_of_whoever_runs_it(visit, address):
    wanted = {"mode": "race", "names": ["Ada", "Bo"], "options": {"board": "5x5", "seed": 7}}
    one, _ = ask(address, "/api/contests", wanted)["players"]
    page = visit(f"/play/{one['id']}")
    expect(page.locator(".prompt.mine")).to_be_visible()
    page.goto(address)
    page.locator(".my-games li a").click()
    expect(page.locator(".prompt.mine")).to_be_visible()


def test_a_language_that_cannot_be_had_is_not_chosen(visit, table):
    page = visit(table())
    expect(page.locator(".prompt.mine")).to_be_visible()
    visit.allowed.append("Failed to load resource")
    page.route("**/api/words*", lambda route: route.abort())
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu label").filter(has_text="Français").click()
    expect(page.locator("#live")).to_have_text("Connection lost.")
    expect(page.locator("#menu input[value=en]")).to_be_checked()
    page.unroute("**/api/words*")
    page.locator("#menu label").filter(has_text="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_near_a_large_board_no_button_and_no_seat_covers_it(visit, table):
    """In the corners of a tall board, empty from afar, stand seats and buttons: they give way."""
    page = visit(table(size=19), **phone())
    expect(page.locator(".play.tall")).to_be_visible()
    board = page.locator(".board svg").bounding_box()
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".board svg.near")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    parts = page.locator(".seat, .acts .btn").filter(visible=True)
    assert parts.count() == 4
    for part in parts.all():
        box = part.bounding_box()
        assert box["y"] + box["height"] <= board["y"] or box["y"] >= board["y"] + board["height"]
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        reached = "([x, y]) => document.elementFromPoint(x, y)?.closest('.seat, .acts .btn') !== null"
        assert box["y"] > 740 or page.evaluate(reached, middle), "a finger finds something else there"
    assert page.locator(".board svg").bounding_box() == board


def test_a_finger_says_twice_only_what_ends_a_rectangle(visit, address):
    body = {"game": "blocs", "chairs": [{"name": "Ada"}, {"name": "Bo"}]}
    page = visit(path_of(ask(address, "/api/tables", body)), **phone())
    expect(page.locator(".prompt.mine")).to_be_visible()
    cell(page, "c3").tap()
    expect(page.locator(".sentence")).to_contain_text("Touch the opposite corner")
    cell(page, "d4").tap()
    expect(page.locator("main p").filter(has_text="d4: tap again to play here.")).to_be_visible()
    expect(page.locator(".over .measures")).to_have_text("2 × 2")
    cell(page, "d4").tap()
    expect(page.locator(".seat .score").first).to_have_text("4")


def test_the_link_to_a_position_is_to_the_one_that_is_looked_at(visit, table):
    page = visit(table())
    type_moves(page, "a2", "c3", "b4")
    page.locator(".share > summary").click()
    link = page.locator(".share input").nth(1)
    expect(link).to_have_value(re.compile("ply=3$"))
    page.get_by_role("button", name="Back", exact=True).click()
    expect(link).to_have_value(re.compile("ply=2$"))
    expect(page.locator(".share label").nth(1)).to_contain_text("move 2")
    page.get_by_role("button", name="Last move", exact=True).click()
    expect(link).to_have_value(re.compile("ply=3$"))


def test_an_empty_file_is_no_game(visit):
    page = visit("/")
    page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([], "game.pavage"));
          document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer }));
        }"""
    )
    expect(page.locator(".problem")).to_have_text("✕ This is not the record of a game.")


def test_a_name_turns_nothing_but_itself(visit, table):
    page = visit(table(chairs=({"name": "\u202eAda\x00 \n Lovelace"}, {"name": "Bo"})))
    expect(page.locator(".sentence")).to_have_text("Ada Lovelace, your turn. Place a red stone.")


def test_the_links_of_a_race_stay_through_another_language_and_a_reload(visit):
    page = visit("/new?game=nombres")
    page.locator("label:has([value=race])").click()
    page.get_by_role("button", name="Play", exact=True).click()
    links = page.locator(".links .link")
    expect(links).to_have_count(2)
    told = links.all_inner_texts()
    expect(page.locator("h1")).to_be_focused()
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu label").filter(has_text="Français").click()
    expect(page.locator("h1")).to_have_text(words("fr")("web.contest.links"))
    assert links.all_inner_texts() == told
    expect(page).to_have_title(re.compile("^Nouvelle partie"))
    page.reload()
    expect(links).to_have_count(2)
    assert links.all_inner_texts() == told
    expect(page.locator("h1")).not_to_be_focused()


def test_a_game_chosen_while_the_server_is_away(visit):
    page = visit("/new?game=hex")
    visit.allowed.append("Failed to load resource")
    page.route("**/api/games/**", lambda route: route.abort())
    page.locator(".games summary").click()
    page.locator(".games").get_by_text("Hex-3", exact=True).click()
    expect(page.locator(".problem")).to_have_text("✕ Connection lost.")
    play = page.get_by_role("button", name="Play", exact=True)
    with page.expect_event("requestfailed"):  # the sentence is that of before, until it has been tried again
        play.click()
    expect(page.locator(".problem")).to_have_text("✕ Connection lost.")
    page.unroute("**/api/games/**")
    play.click()
    expect(page.locator(".problem")).to_be_empty()
    expect(page.locator("h1")).to_have_text("Hex-3")
    play.click()
    page.wait_for_selector(".play .c")
    expect(page.locator(".seat")).to_have_count(3)
