"""A class on the server: opened, joined, paired, paused, raced, restarted, forgotten."""

import csv
import io
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import pytest
from starlette.websockets import WebSocketDisconnect
from tables import Page, serving, sit

from pavage.cli import main
from pavage.contest import Contest
from pavage.games.heinash.arithmetic.expressions import expressions
from pavage.games.hextra.position import Logged
from pavage.games.hextra.sheets import marks
from pavage.registry import games
from pavage.server import limits
from pavage.server.classes import class_pages, class_room, routes
from pavage.server.classes.class_log import ClassLog, class_setting
from pavage.server.classes.class_state import pupil_state
from pavage.server.classes.rounds import Group, Round, is_sound, points, proposed, ranking, sizes
from pavage.server.rooms.durable import propose
from pavage.server.run import terminal_qr
from pavage.store import Entry, Event, open_store
from pavage.store.log import wall_time
from pavage.words import words as words_of


class Pupil:
    """Somebody with a device: the key they were given."""

    def __init__(self, told):
        self.key, self.name, self.sign = told["key"], told["name"], told["sign"]


class School:
    """A server and one class."""

    def __init__(self, client, key, code):
        self.client, self.key, self.code = client, key, code

    def join(self, name, sign="", code=None):
        body = {"code": code or self.code, "name": name, "sign": sign}
        return self.client.post("/api/classes/join", json=body)

    def come(self, *names):
        return [Pupil(self.join(name).json()) for name in names]

    def act(self, act, **more):
        headers = {"x-pavage-key": self.key}
        return self.client.post("/api/classes/acts", json={"act": act, **more}, headers=headers)

    def begin(self, groups, game="hex", options=None, **more):
        options = {"size": 3, "swap": "none"} if options is None and game == "hex" else options or {}
        told = {"round": 0, "game": game, "options": options, "groups": groups, **more}
        answer = self.act("begin", **told)
        assert answer.status_code == 200, answer.text

    @contextmanager
    def looking(self, key=None):
        """A page of the class; the newest message of each kind by `until`."""
        with self.client.websocket_connect("ws://127.0.0.1/api/classes/live") as socket:
            socket.send_json({"key": key or self.key, "language": "en"})
            yield ClassPage(socket)

    def see(self, key=None, true=lambda state: True):
        with self.looking(key) as page:
            return page.until(true)


class ClassPage:
    def __init__(self, socket):
        self.socket, self.boards = socket, {}

    def until(self, true=lambda state: True, kind=("class", "pupil")):
        for _ in range(200):
            message = self.socket.receive_json()
            if message["kind"] == "boards":
                self.boards |= {board["number"]: board for board in message["boards"]}
            if message["kind"] in kind and true(message):
                return message
        raise AssertionError("it did not come")


def open_class(client, **more):
    told = client.post("/api/classes", json=more).json()
    return School(client, told["key"], told["code"])


@pytest.fixture
def client():
    with serving() as client:
        yield client


@pytest.fixture
def school(client):
    return open_class(client)


def at(school, pupil):
    """The table of a pupil, and the key of their seat; another server hears of a round some time later."""
    told = school.see(pupil.key, lambda told: told["table"])
    return told["table"], told["key"]


def play(school, pupil, *moves):
    table, key = at(school, pupil)
    with sit(school.client, table, "?language=en") as socket:
        Page(socket, keys=[key] if key else []).type(*moves)


# --- who meets whom

PAIRS = {1: 2, 2: 2}
"""The seats at the table of a group, by its size."""
UP_TO_FOUR = {1: 4, 2: 2, 3: 3, 4: 4}
ONLY_FOUR = {1: 4, 2: 4, 3: 4, 4: 4}


def finished(*groups):
    return Round("tables", "hex", {}, "easy", 2, tuple(Group("", *each) for each in groups))


def test_neighbours_in_the_ranking_meet_who_have_not_met():
    first = finished(((0, 1), ("", ""), (1.0, 0.0)), ((2, 3), ("", ""), (0.5, 0.5)))
    assert ranking([first], range(4)) == [0, 2, 3, 1]
    groups = proposed([first], range(4), PAIRS, "swiss")
    assert {frozenset(group) for group in groups} == {frozenset({0, 2}), frozenset({3, 1})}
    again = finished(((0, 2), ("", "")), ((3, 1), ("", "")))
    # Games that did not end are shared once the next round has begun.
    assert points([first, again], 0) == 1 and points([first, again, again], 0) == 1.5


def test_who_is_left_over_sits_at_a_table_with_computers_and_not_twice():
    first = proposed([], range(5), PAIRS, "swiss")
    alone = first[-1]
    assert len(alone) == 1
    played = Round("tables", "hex", {}, "easy", 2, tuple(Group("", group, ()) for group in first))
    assert proposed([played], range(5), PAIRS, "swiss")[-1] != alone
    by_lot = proposed([played], range(5), PAIRS, "lots")
    assert sorted(pupil for group in by_lot for pupil in group) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("number", "fits", "groups"),
    [
        (6, UP_TO_FOUR, (3, 3)),
        (5, UP_TO_FOUR, (3, 2)),
        (9, UP_TO_FOUR, (3, 3, 3)),
        (10, UP_TO_FOUR, (4, 3, 3)),
        (4, {1: 3, 2: 2, 3: 3}, (2, 2)),
        (1, UP_TO_FOUR, (1,)),
        (6, ONLY_FOUR, (3, 3)),
        (5, ONLY_FOUR, (3, 2)),
        (7, PAIRS, (2, 2, 2, 1)),
        (7, {1: 6, 2: 2, 3: 3, 4: 6, 5: 6, 6: 6}, (3, 2, 2)),
    ],
)
def test_groups_are_balanced_and_filled_with_people(number, fits, groups):
    assert sizes(number, fits) == groups
    for method in ("swiss", "lots"):
        proposal = proposed([], range(number), fits, method)
        assert sorted(map(len, proposal), reverse=True) == list(groups)
        assert sorted(pupil for group in proposal for pupil in group) == list(range(number))


def test_those_who_played_with_computers_do_not_the_next_time():
    first = proposed([], range(7), {1: 3, 2: 3, 3: 3}, "swiss")
    assert sorted(map(len, first)) == [2, 2, 3]
    alone = {pupil for group in first if len(group) == 2 for pupil in group}
    seated = tuple(Group("", group, (), seats=3) for group in first)
    played = Round("tables", "hextra", {}, "easy", 3, seated)
    again = proposed([played], range(7), {1: 3, 2: 3, 3: 3}, "swiss")
    assert set(range(7)) - alone <= {pupil for group in again if len(group) == 2 for pupil in group}


@pytest.mark.parametrize("number", [5, 6, 9])
def test_in_swiss_rounds_nobody_meets_twice_and_being_left_over_goes_round(number):
    """As long as there is a choice: as many rounds as halves of the class."""
    rounds = []
    for _ in range(number // 2 + 1):
        groups = proposed(rounds, range(number), PAIRS, "swiss")
        assert sorted(pupil for group in groups for pupil in group) == list(range(number))
        shares = [(1.0, 0.0)[: len(group)] for group in groups]
        rounds.append(
            finished(*((group, ("", ""), share) for group, share in zip(groups, shares, strict=True)))
        )
    seated = [frozenset(group.pupils) for each in rounds for group in each.groups]
    assert len(set(seated)) == len(seated), "two met twice, or one was left over twice"


@pytest.mark.parametrize("groups", [((0, 1, 2),), ((0, 1), (1, 2)), ((0, 9),), ((), (0, 1)), ((0, 0),), ()])
def test_groups_that_cannot_be(groups):
    assert is_sound(((0, 1), (2,)), range(4), 2)
    assert not is_sound(groups, range(4), 2)


# --- coming


def test_a_code_is_read_however_it_is_typed_and_a_wrong_one_is_told(school, monkeypatch):
    assert (
        school.join("Ada", code=f" {school.code[:2].lower()} {school.code[2:].lower()} ").status_code == 200
    )
    answer = school.join("Ada", code="AEIOU")
    assert answer.status_code == 404 and "“AEIOU”" in answer.json()["error"]
    assert school.join("").status_code == 400
    monkeypatch.setattr(limits, "WRONG_CODES", 3)
    monkeypatch.setattr(limits, "WRONG_CODES_A_SECOND", 0.0)
    told = [school.join("Bo", code="ZZZZZ").status_code for _ in range(70)]
    assert told[0] == 404 and told[-1] == 400
    assert school.join("Bo").status_code == 200, "who types the right one is not kept out"


def test_forty_pupils_behind_one_address_come_in(school):
    pupils = school.come(*(f"Pupil {number}" for number in range(40)))
    assert len({pupil.key for pupil in pupils}) == 40
    told = school.see()
    assert len(told["pupils"]) == 40 and {each["state"] for each in told["pupils"]} == {"waiting"}


def test_a_seat_is_found_again_by_name_and_sign_and_by_nobody_else(school):
    (ada,) = school.come("Ada")
    asked = school.join("  ada ")
    assert asked.status_code == 409 and "sign" in asked.json()["error"]
    wrong = "sun" if ada.sign != "sun" else "moon"
    assert school.join("Ada", wrong).status_code == 409
    again = Pupil(school.join("ADA", ada.sign).json())
    assert again.name == "Ada" and again.key != ada.key
    assert len(school.see()["pupils"]) == 1
    # Both devices are hers.
    assert school.see(ada.key)["name"] == school.see(again.key)["name"] == "Ada"


def test_who_tries_all_signs_needs_the_teacher(school):
    (ada,) = school.come("Ada")
    wrong = "sun" if ada.sign != "sun" else "moon"
    for _ in range(limits.WRONG_SIGNS + 1):
        refused = school.join("Ada", wrong)
    assert "Ask your teacher" in refused.json()["error"]
    assert school.join("Ada", ada.sign).status_code == 200, "her own sign is right at any time"
    assert school.act("hand_back", pupil=0).status_code == 200
    assert school.join("Ada").status_code == 200, "the teacher vouches for who comes next"
    assert school.join("Ada").status_code == 409, "once"


def test_who_was_taken_out_stays_out_until_the_teacher_lets_them_in(school):
    ada, _ = school.come("Ada", "Bo")
    school.act("take_out", pupil=0)
    with school.looking(ada.key) as page:
        assert page.until(kind=("gone",))
    assert [each["state"] for each in school.see()["pupils"]] == ["away", "waiting"]
    school.act("hand_back", pupil=0)
    assert school.join("Ada").status_code == 200
    assert [each["state"] for each in school.see()["pupils"]] == ["waiting", "waiting"]


def test_a_class_full_of_strangers_has_room_again_once_they_are_taken_out(school, monkeypatch):
    monkeypatch.setattr(limits, "PUPILS", 3)
    school.come("X", "Y", "Z")
    assert school.join("Ada").status_code == 400
    school.act("take_out", pupil=1)
    assert school.join("Ada").status_code == 200 and school.join("Bo").status_code == 400
    assert school.act("hand_back", pupil=1).status_code == 400, "there is no room for them now"
    monkeypatch.setattr(limits, "PUPILS_EVER", 4)
    school.act("take_out", pupil=0)
    assert school.join("Bo").status_code == 400


def test_pupils_with_many_pages_do_not_keep_the_teacher_out(school, monkeypatch):
    monkeypatch.setattr(limits, "PAGES_PER_CLASS", 4)
    eve, ada = school.come("Eve", "Ada")
    with ExitStack() as closing:
        crowd = []
        for _ in range(4):
            crowd.append(closing.enter_context(school.looking(eve.key)))
            crowd[-1].until()  # it has come: the first one is the oldest
        assert closing.enter_context(school.looking()).until()["kind"] == "class"
        assert closing.enter_context(school.looking(ada.key)).until()["name"] == "Ada"
        with pytest.raises(WebSocketDisconnect):
            crowd[0].until(lambda state: False)


def test_who_floods_the_socket_of_a_class_is_not_listened_to(school, monkeypatch):
    """What is too much waits on its own side."""
    breaths = []

    async def breathe(seconds):
        breaths.append(seconds)

    with school.looking() as page:
        page.until()
        monkeypatch.setattr(routes.asyncio, "sleep", breathe)
        for _ in range(limits.MESSAGES + 5):
            page.socket.send_text("x")
        page.socket.send_json({"key": school.key, "language": "fr"})
    monkeypatch.undo()
    assert routes.BREATH in breaths


# --- rounds


def test_a_round_of_pairs_with_its_results(school):
    ada, bo, cem = school.come("Ada", "Bo", "Cem")
    told = school.act("propose", game="hex", options={"size": 3}).json()
    assert told["players"] == 2 and sorted(map(len, told["groups"])) == [1, 2]
    school.begin([[0, 1], [2]])
    with school.looking() as page:
        state = page.until()
        assert [each["state"] for each in state["pupils"]] == ["playing"] * 3
        assert state["round"]["groups"][0]["names"] == ["Ada", "Bo"]
        assert at(school, cem)[0] != at(school, ada)[0] == at(school, bo)[0]
        play(school, ada, "b1")
        play(school, bo, "a2")
        page.until(lambda _: "Bo played a2." in page.boards[0]["told"], kind=("boards",))
        play(school, ada, "b2")
        play(school, bo, "a3")
        play(school, ada, "b3")
        state = page.until(lambda state: state["pupils"][0]["state"] == "over")
    assert [each["points"] for each in state["pupils"]] == ["1", "0", "0"]
    assert state["round"]["groups"][0]["result"] == "Ada wins"
    assert school.see(ada.key)["line"] == "Your game is over. Wait for the next round."
    # The same round is not begun twice, whatever the network does.
    body = {"round": 0, "game": "hex", "groups": [[0, 1]]}
    assert school.act("begin", **body).status_code == 400
    lines = results(school)
    assert lines[0] == [
        *("Place", "First name", "Points in all", "Round", "Game", "How", "Opponent 1", "Result", "Points"),
        *("Moves", "Score in the game", "Place in the race", "Seconds"),
    ]
    assert lines[1][:10] == ["1", "Ada", "1", "1", "Hex", "against each other", "Bo", "won", "1", "3"]
    assert lines[2][6:10] == ["Ada", "lost", "0", "2"]
    assert lines[3][:9] == ["2", "Cem", "0", "1", "Hex", "against the computer", "", "", ""]


def asked_for_results(school, key=None, language="en"):
    told = {"x-pavage-key": key or school.key, "accept-language": language}
    return school.client.get("/api/classes/results.csv", headers=told)


def results(school, language="en", between=","):
    """The lines that a spreadsheet reads, which takes accents for UTF-8 by the mark before them."""
    text = asked_for_results(school, language=language).content.decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=between))


def test_who_is_taken_out_while_tables_are_opened_sits_at_none(school, monkeypatch):
    school.come("Ada", "Bo", "Eve")
    rooms = school.client.app.state.rooms
    opened, open_table = [], rooms.open

    async def slow(*given, **more):
        told = await open_table(*given, **more)
        opened.append(told["id"])
        (pages,) = school.client.app.state.classes._open.values()
        await pages.live.decide(lambda log: propose("taken_out", pupil=number))
        return told

    monkeypatch.setattr(rooms, "open", slow)
    number = 1
    told = {"round": 0, "game": "hex", "options": {"size": 3, "swap": "none"}, "groups": [[0, 1]]}
    assert school.act("begin", **told).status_code == 400
    assert school.see()["round"] is None and len(opened) == 1
    assert not rooms._kept, "the table that was opened is gone"
    monkeypatch.undo()
    school.begin([[0]])
    monkeypatch.setattr(rooms, "open", slow)
    number = 2
    assert school.act("seat_waiting").status_code == 400
    assert set(rooms._kept).isdisjoint(opened)


def test_three_at_a_table_and_those_who_come_late(school):
    school.come("Ada", "Bo", "Cem", "Dia")
    school.begin([[3, 1, 0], [2]], game="hextra", options={"players": 3})
    late, _ = school.come("Eve", "Fay")
    assert "next round" in school.see(late.key)["line"]
    assert school.act("seat_waiting").status_code == 200
    told = school.see(late.key)
    assert told["table"] and "HEXTRA" in told["line"]
    assert school.act("seat_waiting").status_code == 400, "nobody waits any more"
    groups = school.see()["round"]["groups"]
    assert [len(group["names"]) for group in groups] == [3, 1, 2]


def test_eyes_here_covers_every_board_and_takes_no_move(school):
    ada, bo = school.come("Ada", "Bo")
    school.begin([[0, 1]])
    table, key = at(school, ada)
    with sit(school.client, table, "?language=en") as socket:
        page = Page(socket, keys=[key])
        school.act("pause")
        assert school.see(bo.key)["paused"]
        assert "stand" in page.send("refused", typed="b2")["sentence"]
        school.act("go_on")
        page.type("b2")
    assert not school.see(bo.key)["paused"]


def test_a_board_is_shown_large(school):
    school.come("Ada", "Bo")
    assert school.act("show", board=0).status_code == 400, "there is none yet"
    school.begin([[0, 1]])
    school.act("show", board=0)
    assert school.see()["shown"] == 0
    assert school.act("show", board=5).status_code == 400
    school.act("show")
    assert school.see()["shown"] is None


PUZZLE = {"puzzle": "2x2/R1,1/C1,1/a1+"}
SOLVED = ("b1-", "a2-", "b2+")


def test_a_race_begins_for_all_at_once_and_everybody_goes_on_to_the_end(school):
    ada, bo, cem = school.come("Ada", "Bo", "Cem")
    school.begin([[0, 1, 2]], game="nombres", options=PUZZLE, mode="race")
    told = school.see(ada.key)
    assert told["table"] and not told["key"] and told["paused"] and not told["begun"]
    assert school.act("seat_waiting").status_code == 400, "nobody comes late to a race"
    with sit(school.client, at(school, ada)[0], "?language=en") as socket:
        page = Page(socket, keys=[])
        assert page.state["prompt"] == "Ready? The race begins for everybody at once."
        assert page.send("refused", typed="b1-")["sentence"] == "Eyes here: the race is stopped."
        school.act("go_on")
        page.until(lambda state: state["mine"])
        assert [seat["name"] for seat in page.state["seats"]] == ["Ada (you)", "Bo", "Cem"]
        page.type(*SOLVED)
        assert page.state["prompt"] == "Done! You are number 1 so far." and not page.state["over"]
        # Who is done cannot give up any more, and their clock stands.
        own = page.state["seats"][0]
        assert not own["running"] and not own["turn"] and 14 * 60 < own["left"] <= 15 * 60
        assert not page.state["acts"]["resign"]
        assert page.send("refused", act="resign")["sentence"] == "You are done already."
        assert not page.state["seats"][0]["out"]
        during = results(school)
        assert [line[during[0].index("Result")] for line in during[1:]] == ["finished", "", ""]
    play(school, bo, *SOLVED)
    told = school.see(true=lambda state: state["pupils"][1]["state"] == "over")
    assert [each["state"] for each in told["pupils"]] == ["over", "over", "playing"]
    assert told["pupils"][1]["score"].startswith("4/4 · 0:0") and told["pupils"][2]["score"] == "0/4"
    with sit(school.client, at(school, cem)[0], "?language=en") as socket:
        assert "number 3" in Page(socket, keys=[]).send("state", act="resign")["prompt"]
    told = school.see(true=lambda state: state["round"]["groups"][0]["over"])
    assert [each["points"] for each in told["pupils"]] == ["1", "½", "0"]
    lines = results(school)
    columns = [
        lines[0].index(name) for name in ("How", "Result", "Points", "Place in the race", "Right lines")
    ]
    assert [[line[column] for column in columns] for line in lines[1:]] == [
        ["race", "finished", "1", "1", "4"],
        ["race", "finished", "0.5", "2", "4"],
        ["race", "gave up", "0", "3", "0"],
    ]
    assert lines[1][lines[0].index("Seconds")].isdigit() and lines[3][lines[0].index("Seconds")] == ""


def test_who_has_nothing_right_in_a_race_gets_no_points(school):
    ada, *_ = school.come("Ada", "Bo", "Cem")
    school.begin([[0, 1, 2]], game="nombres", options=PUZZLE, mode="race")
    school.act("go_on")
    play(school, ada, *SOLVED)
    # The next round begins, and the race is over: two share the second place.
    school.begin([[0, 1, 2]], game="hextra", options={"players": 3}, round=1)
    told = school.see(true=lambda state: state["pupils"][0]["points"] == "1")
    assert [each["points"] for each in told["pupils"]] == ["1", "0", "0"]


def test_who_gives_up_a_race_gets_no_points_and_the_others_go_on(school):
    ada, bo, cem = school.come("Ada", "Bo", "Cem")
    school.begin([[0, 1, 2]], game="nombres", options=PUZZLE, mode="race")
    school.act("go_on")
    play(school, ada, *SOLVED)
    with sit(school.client, at(school, bo)[0], "?language=en") as socket:
        page = Page(socket, keys=[])
        page.type("b1-")
        assert page.send("state", act="resign")["seats"][0]["out"]
    with school.looking() as teacher:
        teacher.until(lambda _: teacher.boards.get(1, {}).get("over"), kind=("boards",))
        assert [teacher.boards[number]["result"] for number in range(3)] == ["finished", "gave up", ""]
    with school.looking(bo.key) as waiting:
        told = waiting.until(lambda state: state["state"] == "over")
        assert told["line"] == "You have left the race. Look at the scoreboard on the wall."
        assert told["left"] > 0 and told["running"]
        with sit(school.client, at(school, cem)[0], "?language=en") as socket:
            Page(socket, keys=[]).send("state", act="resign")
        # Nothing but the time has changed for who had left.
        assert not waiting.until(lambda state: state["left"] is None)["running"]
    told = school.see(true=lambda state: state["round"]["groups"][0]["over"])
    assert [each["points"] for each in told["pupils"]] == ["1", "0", "0"]
    assert school.see(ada.key)["line"] == "You are done. Look at the scoreboard on the wall."


def test_whose_race_is_over_reads_why():
    contest = Contest(games()["nombres"](**PUZZLE), ["Ada", "Bo", "Cem"], to_the_end=True)
    for move in SOLVED:
        contest.play(0, contest.game.read(contest.entrants[0].match.position, move), 1.0)
    contest.leave(1, 2.0)
    contest.stop(3.0)
    log = ClassLog(class_setting("BCDFG", "key", 0))
    for number, name in enumerate(("Ada", "Bo", "Cem")):
        log.happen("joined", 0.0, name=name, sign="star", hash=str(number))
    group = {"table": "race", "pupils": [0, 1, 2], "keys": ["a", "b", "c"]}
    race = {"mode": "race", "game": "nombres", "options": PUZZLE, "level": "easy", "players": 3}
    log.happen("round", 1.0, groups=[group], **race)
    lines = [pupil_state(log, number, words_of("en"), contest)["line"] for number in range(3)]
    assert lines[:2] == [
        "You are done. Look at the scoreboard on the wall.",
        "You have left the race. Look at the scoreboard on the wall.",
    ]
    log.happen("result", 3.0, round=0, group=0, points=[1, 0, 0], scores=["4/4 · 0:01", "0/4", "0/4"])
    line = pupil_state(log, 2, words_of("en"), contest)["line"]
    assert line == "The time is over. Look at the scoreboard on the wall."


def test_mental_arithmetic_is_raced_with_the_same_dice(school):
    ada, bo = school.come("Ada", "Bo")
    school.begin([[0, 1]], game="heinash", options={}, mode="race")
    school.act("go_on")
    prompts, best = [], []
    for pupil in (ada, bo):
        with sit(school.client, at(school, pupil)[0], "?language=en") as socket:
            page = Page(socket, keys=[])
            prompts.append(page.state["prompt"])
            dice = [int(item["text"]) for item in page.state["scene"]["trays"][0]["items"]]
            best = max(expressions(tuple(dice)).items())
            page.type(f"{best[0]}={''.join(best[1])}" if pupil is ada else "next")
            assert page.state["prompt"].startswith("Roll 2 of 10")
            assert page.state["seats"][0]["score"] == (str(best[0]) if pupil is ada else "0")
            page.type(*["next"] * 9)
            assert page.state["prompt"].startswith(
                "Done!" if pupil is ada else "The race is over: you are number 2"
            )
    assert prompts[0] == prompts[1], "the dice are the same"
    assert "no record" in school.client.get(f"/api/tables/{at(school, ada)[0]}/record").json()["error"]
    told = school.see(true=lambda state: state["round"]["groups"][0]["over"])
    assert [each["points"] for each in told["pupils"]] == ["1", "0"]
    head, *lines = results(school)
    columns = [head.index(name) for name in ("Score in the game", "Answers found", "Rolls without an answer")]
    assert [[line[column] for column in columns] for line in lines] == [
        [str(best[0]), "1", "9"],
        ["0", "0", "10"],
    ]


def test_pupils_chat_only_where_the_teacher_lets_them_and_the_teacher_reads_it(school):
    ada, bo = school.come("Ada", "Bo")
    school.begin([[0, 1]])
    table, key = at(school, ada)
    with sit(school.client, table, "?language=en") as socket, school.looking() as teacher:
        page = Page(socket, keys=[key])
        assert not teacher.until()["chat"] and not page.state["acts"]["chat"]
        assert "turned the chat off" in page.send("refused", chat="Hi")["sentence"]
        school.act("chat", on=True)
        page.until(lambda state: state["acts"]["chat"])
        page.send("state", chat="Hi Bo")
        teacher.until(lambda _: teacher.boards[0]["chat"], kind=("boards",))
        assert [(line["name"], line["text"]) for line in teacher.boards[0]["chat"]] == [("Ada", "Hi Bo")]
        # No pupil takes away what they wrote, or the table.
        for path in (f"/api/tables/{table}/chat", f"/api/tables/{table}"):
            answer = school.client.delete(path, headers={"x-pavage-key": key})
            assert answer.status_code == 403 and "class" in answer.json()["error"]
        # The next round begins as the class is.
        school.begin([[0, 1]], round=1)
        with sit(school.client, at_round(school, bo, 2), "?language=en") as other:
            assert Page(other, keys=[at(school, bo)[1]]).state["acts"]["chat"]
        school.act("chat", on=False)
    with sit(school.client, at(school, bo)[0], "?language=en") as socket:
        assert not Page(socket, keys=[at(school, bo)[1]]).state["acts"]["chat"]


def test_a_race_of_a_class_is_forgotten_with_the_class_only(school):
    ada, _ = school.come("Ada", "Bo")
    school.begin([[0, 1]], game="nombres", options=PUZZLE, mode="race")
    table, _ = at(school, ada)
    assert school.client.delete(f"/api/tables/{table}").status_code == 403
    assert school.client.get(f"/api/tables/{table}/record").status_code == 200


def at_round(school, pupil, number):
    return school.see(pupil.key, lambda told: f"Round {number}" in told["line"])["table"]


def test_a_round_has_a_clock_and_a_time_limit_in_any_game(school, monkeypatch):
    ada, bo, _ = school.come("Ada", "Bo", "Cem")
    school.begin([[0, 1, 2]], game="hextra", options={"players": 3}, clock="10m+5s", minutes=20)
    table, key = at(school, ada)
    told = school.see(ada.key)
    assert told["running"] and 19 * 60 < told["left"] <= 20 * 60
    with sit(school.client, table, "?language=en") as socket, school.looking(bo.key) as waiting:
        page = Page(socket, keys=[key])
        assert page.state["seats"][0]["left"] > 590
        # The time stands still while all eyes are elsewhere.
        school.act("pause")
        assert not waiting.until(lambda state: state["paused"])["running"]
        later = wall_time() + 30 * 60_000
        monkeypatch.setattr(class_room, "wall_time", lambda: later)
        monkeypatch.setattr(class_pages, "wall_time", lambda: later)
        school.act("go_on")
        assert waiting.until(lambda state: not state["paused"])["left"] > 19 * 60
        later += 20 * 60_000
        school.act("show", board=0)
        state = page.until(lambda state: state["over"])
        assert "the time for the round is over" in state["prompt"]
        assert page.send("refused", act="undo")["kind"] == "refused"
        over = waiting.until(lambda state: state["state"] == "over")
        assert "The time for this round is over" in over["line"] and over["left"] is None
    told = school.see(true=lambda state: state["round"]["stopped"] and state["pupils"][0]["gained"])
    assert [each["gained"] for each in told["pupils"]] == ["⅓"] * 3
    lines = results(school)
    assert [line[lines[0].index("Result")] for line in lines[1:]] == ["stopped"] * 3
    school.come("Dia")
    assert "time is over" in school.act("seat_waiting").json()["error"]


def test_a_game_that_is_over_is_not_touched_by_the_end_of_the_time(school, monkeypatch):
    ada, _ = school.come("Ada", "Bo")
    school.begin([[0, 1]], minutes=5)
    with sit(school.client, at(school, ada)[0], "?language=en") as socket:
        Page(socket, keys=[at(school, ada)[1]]).send("state", act="resign")
        later = wall_time() + 5 * 60_000
        monkeypatch.setattr(class_room, "wall_time", lambda: later)
        school.act("show", board=0)
    told = school.see(true=lambda state: state["round"]["stopped"])
    assert [each["points"] for each in told["pupils"]] == ["0", "1"]
    assert school.act("begin", round=1, game="hex", groups=[[0, 1]], clock="soon").status_code == 400


def test_six_pupils_in_groups_of_up_to_four_sit_at_two_tables_without_computers(school):
    school.come("Ada", "Bo", "Cem", "Dia", "Eve", "Fay")
    options = {"players": 4}
    told = school.act("propose", game="hextra", options=options).json()
    assert sorted(map(len, told["groups"])) == [3, 3]
    assert told["players"] == 4 and told["fits"][2] == 3
    school.begin(told["groups"], game="hextra", options=options)
    with school.looking() as page:
        page.until(lambda _: len(page.boards) == 2, kind=("boards",))
        assert [len(board["seats"]) for board in page.boards.values()] == [3, 3]


def test_a_board_says_what_is_asked_and_what_happened_once(school):
    pupils = school.come("Ada", "Bo")
    school.begin([[0, 1]], game="heinash")
    table, keys = at(school, pupils[0])[0], [at(school, pupil)[1] for pupil in pupils]
    with sit(school.client, table, "?language=en") as socket, school.looking() as teacher:
        page = Page(socket, keys=keys)
        page.type("red")
        if "trays" not in page.state["scene"]:
            page.until(lambda state: "trays" in state["scene"])
        dice = [int(item["text"]) for item in page.state["scene"]["trays"][0]["items"]]
        number, expression = max(each for each in expressions(tuple(dice)).items() if each[0] <= 36)
        page.type(f"{number}={''.join(expression)}")
        teacher.until(lambda _: f"{number} = " in teacher.boards[0]["told"], kind=("boards",))
        assert " = " not in teacher.boards[0]["said"]


def test_who_leaves_a_game_of_three_is_out_on_the_boards(school):
    ada, *_ = school.come("Ada", "Bo", "Cem")
    school.begin([[0, 1, 2]], game="polygo", options={"players": 3})
    table, key = at(school, ada)
    with sit(school.client, table, "?language=en") as socket, school.looking() as teacher:
        Page(socket, keys=[key]).send("state", act="resign")
        teacher.until(lambda _: "Ada" in teacher.boards[0]["told"], kind=("boards",))
        assert [seat["out"] for seat in teacher.boards[0]["seats"]] == [True, False, False]


def test_announcements_of_hextra_are_counted_right_and_wrong_by_transformation():
    game = games()["hextra"](players=2)
    position = game.setup("v:(0,0) o:(1,0) r:(0,1) b:(2,-1) turn:1")
    sc, t = (game.read(position, text) for text in ("V2=SC(O1)(V1)@(2,0)", "V2=T(O1>R1)(V1)@(-1,1)"))
    announced = (
        Logged(0, 2, sc, True),
        Logged(0, 3, t, False),
        Logged(0, 3, t, True),
        Logged(1, 2, sc, False),
    )
    after = replace(position, log=announced)
    words = words_of("en")
    for seat, expected in ((game.seat_of(0), {"Point reflection: right": 1, "Translation: wrong": 1}),):
        counted = {words(label): count for label, count in marks(game, [position, after], [], seat)}
        assert len(counted) == 8 and expected.items() <= counted.items()


def test_a_class_on_this_network_begins_with_its_address(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr("pavage.server.serve", lambda **how: asked.append(how))
    monkeypatch.setattr("pavage.server.site.addresses.own_addresses", lambda: ["192.168.7.7", "10.1.2.3"])
    assert main(["class", "--no-browser"]) == 0
    assert asked[0]["network"] == "192.168.7.7" and asked[0]["first"] == "/class"
    assert "--address with: 10.1.2.3" in capsys.readouterr().out
    assert main(["class", "--address", "10.0.0.9"]) == 0 and asked[1]["network"] == "10.0.0.9"
    assert main(["class", "--address", "http://x/"]) == 2 and "192.168.1.20" in capsys.readouterr().err
    monkeypatch.setattr("pavage.server.site.addresses.own_addresses", lambda: [])
    assert main(["class", "--lang", "en"]) == 2 and "--address" in capsys.readouterr().err
    code = terminal_qr("http://192.168.7.7:8000/class").splitlines()
    assert len(code) > 10 and {len(line) for line in code} == {len(code[0])}


# --- what must not be lost


def test_nothing_is_lost_when_the_server_is_restarted(tmp_path):
    database = f"sqlite:///{tmp_path}/class.db"
    with open_store(database) as store, serving(store=store) as client:
        school = open_class(client)
        ada, bo = school.come("Ada", "Bo")
        school.begin([[0, 1]])
        play(school, ada, "b1")
        school.act("pause")
    with open_store(database) as store, serving(store=store) as client:
        school.client = client
        assert school.see()["paused"] and [each["name"] for each in school.see()["pupils"]] == ["Ada", "Bo"]
        table, key = at(school, bo)
        with sit(client, table) as socket:
            page = Page(socket, keys=[key])
            assert len(page.state["moves"]) == 1
            assert page.send("refused", typed="a2")["kind"] == "refused", "it still stands still"
            school.act("go_on")
            page.type("a2")
        # A game that ends while nobody looks at the class counts when somebody does.
        play(school, ada, "b2")
        play(school, bo, "a3")
        play(school, ada, "b3")
    with open_store(database) as store, serving(store=store) as client:
        school.client = client
        told = school.see(true=lambda state: state["pupils"][0]["points"] == "1")
        assert told["round"]["groups"][0]["over"]
        again = Pupil(school.join("Ada", ada.sign).json())
        assert school.see(again.key)["points"] == "1"


def test_names_vanish_with_the_class(tmp_path):
    with open_store(f"sqlite:///{tmp_path}/class.db") as store, serving(store=store) as client:
        school = open_class(client, hours=1)
        ada, _ = school.come("Ada", "Bo")
        school.begin([[0, 1]])
        told = school.see()
        assert 0 < told["until"] - wall_time() <= 3_600_000
        table = at(school, ada)[0]
        with school.looking(ada.key) as page:
            page.until()
            answer = client.delete("/api/classes", headers={"x-pavage-key": ada.key})
            assert answer.status_code == 403, "only the teacher"
            assert client.delete("/api/classes", headers={"x-pavage-key": school.key}).status_code == 204
            assert "time is up" in page.until(kind=("gone",))["sentence"]
        assert school.join("Ada").status_code == 404
        assert client.get(f"/api/tables/{table}/record").status_code == 404
        with store.engine.connect() as connection:
            for rows in ("tables", "events", "keys"):
                assert connection.exec_driver_sql(f"SELECT count(*) FROM {rows}").scalar() == 0, rows


def test_a_class_whose_time_is_over_is_forgotten_by_itself(tmp_path, caplog):
    caplog.set_level("DEBUG")
    with open_store(f"sqlite:///{tmp_path}/class.db") as store, serving(store=store) as client:
        school, other = open_class(client, hours=1), open_class(client, hours=48)
        ada, _ = school.come("Ada", "Xanthippe")
        school.begin([[0, 1]])
        table = at(school, ada)[0]
        classes, until = client.app.state.classes, school.see()["until"]
        assert client.portal.call(classes.forget, until - 1) == 0
        assert client.get(f"/api/tables/{table}/record").status_code == 200
        assert client.portal.call(classes.forget, until) == 1
        assert client.get(f"/api/tables/{table}/record").status_code == 404
        assert school.join("Bo").status_code == 404 and other.join("Bo").status_code == 200
        # Nor are names in any file, freed pages and the write-ahead log among them, while the server goes on.
        kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"Bo" in kept and b"Xanthippe" not in kept and "Xanthippe" not in caplog.text


def test_nobody_leads_a_class_without_its_key(school):
    (ada,) = school.come("Ada")
    for key, status in ((ada.key, 403), ("x" * 22, 404), ("", 404)):
        school_of = School(school.client, key, school.code)
        assert school_of.act("pause").status_code == status
        assert asked_for_results(school, key or "-").status_code == status
    assert not school.see()["paused"]
    # The code on the wall is no key.
    assert School(school.client, school.code, "").act("pause").status_code == 404


def test_a_class_that_was_stored_by_an_older_version_is_as_it_was():
    setting = class_setting("BCDFG", "key", 0)
    group = {"table": "one", "pupils": [0, 1], "keys": ["a", "b"]}
    how = {"mode": "tables", "game": "hex", "options": {}, "level": "easy", "players": 2}
    happened = [
        ("joined", {"name": "Ada", "sign": "sun", "hash": "x"}),
        ("joined", {"name": "Bo", "sign": "moon", "hash": "y"}),
        ("round", {**how, "groups": [group]}),
        ("pause", {}),
        ("go_on", {}),
        ("result", {"round": 0, "group": 0, "points": [1.0, 0.0]}),
        ("round", {**how, "groups": [group], "players": 4}),
        ("round", {**how, "groups": [group]}),
    ]
    log = ClassLog(setting)
    for seq, (kind, data) in enumerate(happened):
        log.replay(Entry(seq, 0, Event(kind, {**data, "t": float(seq)})), check=True)
    assert [points(log.rounds, pupil) for pupil in (0, 1)] == [1.25, 0.25]
    assert not log.chat and log.left(10**15) is None and not log.rounds[-1].stopped
