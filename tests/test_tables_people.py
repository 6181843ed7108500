"""People at a table: keys, seats, who may do what, offers, chat, presence."""

import json
from contextlib import ExitStack

import pytest
from tables import AGAINST, KEYS, PEOPLE, Never, Page, serving, set_table, sit

from pavage.server.messages import ChairWanted, NewTable
from pavage.server.new_game.new_table import set_table as new_table
from pavage.server.rooms.open_page import OpenPage
from pavage.server.site.metrics import Metrics
from pavage.server.tables import table_state as shown
from pavage.server.tables.table_log import TableLog
from pavage.server.tables.table_room import TableRoom
from pavage.store import open_store
from pavage.words import words

WATCHING = "You are watching; only those who play can do this."


@pytest.fixture
def client():
    with serving() as client:
        yield client


@pytest.fixture
def two(client):
    """Ada, Bo and somebody who watches, each on a page of their own."""
    name = set_table(client, [{"name": "Ada"}, {"name": "Bo", "away": True}], size=3)
    with sit(client, name) as a, sit(client, name) as b, sit(client, name) as c:
        yield Page(a, seats=[0]), Page(b, seats=[1]), Page(c, keys=[]), name


def test_what_setting_a_table_gives(client):
    body = {"game": "hex", "chairs": [{"name": "Ada"}, {"level": "easy"}]}
    told = client.post("/api/tables", json=body).json()
    assert len(told["keys"][0]) == 22 and told["keys"][1] is None
    assert told["url"] == f"/play/{told['id']}#{told['keys'][0]}"
    body["chairs"] = [{"name": "Ada"}, {"name": " Bo\n x ", "away": True}]
    told = client.post("/api/tables", json=body).json()
    assert told["url"].endswith(f"#{told['keys'][0]}"), "the key of who will come is for them"
    assert told["chairs"][1] == {"name": "Bo x", "level": "", "away": True}


def test_keys_follow_their_people_when_lots_are_drawn(client):
    for _ in range(8):
        body = {"game": "hex", "lots": True, "chairs": [{"name": "Ada"}, {"level": "random"}]}
        told = client.post("/api/tables", json=body).json()
        (seat,) = [seat for seat, chair in enumerate(told["chairs"]) if chair["name"] == "Ada"]
        with sit(client, told["id"]) as socket:
            assert Page(socket, keys=[told["keys"][seat]]).state["you"] == [seat]
        assert told["keys"][1 - seat] is None


def test_who_sees_what(two):
    ada, bo, viewer, _ = two
    state = ada.until(lambda state: state["watchers"] == 1 and state["seats"][1]["here"])
    assert state["you"] == [0] and state["mine"] and state["scene"]["next"]
    assert state["prompt"] == "Your turn. Place a red stone."
    assert [seat["here"] for seat in state["seats"]] == [True, True]
    assert [seat["away"] for seat in state["seats"]] == [False, False]
    assert not bo.state["mine"] and bo.state["prompt"] == "Ada is placing a stone."
    assert viewer.state["you"] == [] and not any(viewer.state["acts"].values())
    assert viewer.state["scene"]["next"] == [] and viewer.state["scene"]["buttons"] == []


def test_who_will_show_a_key_is_not_taken_for_a_watcher(client):
    name = set_table(client)
    with sit(client, name, "?coming=1") as coming:
        assert coming.receive_json()["watchers"] == 0, "nobody has to be shown and hidden again"
        with sit(client, name) as viewer:
            assert Page(viewer, keys=[]).state["watchers"] == 1
        coming.send_json({"hello": ["of another table"]})
        page = Page(coming, keys=[])
        assert page.until(lambda state: state["watchers"] == 1)["you"] == [], "a wrong key only watches"


def test_somebody_who_will_come_by_link(client):
    name = set_table(client, [{"name": "Ada"}, {"away": True}], clock="10s")
    with sit(client, name) as a:
        ada = Page(a, seats=[0])
        assert (ada.state["seats"][1]["away"], ada.state["seats"][1]["here"]) == (True, False)
        assert not any(seat["running"] for seat in ada.state["seats"]), "no time runs before everybody came"
        with sit(client, name) as b:
            Page(b, seats=[1], name="Bo")
            state = ada.until(lambda state: state["seats"][1]["name"] == "Bo")
            assert state["seats"][1]["here"] and not state["seats"][1]["away"]
            assert state["seats"][0]["running"]
        state = ada.until(lambda state: not state["seats"][1]["here"])
        assert not state["seats"][1]["away"], "who has come once is expected no more"


@pytest.mark.parametrize(
    "message",
    [
        {"touch": [0]},
        {"typed": "a1"},
        *({"act": act} for act in ("undo", "draw", "resign", "rematch", "hint", "move_now", "accept")),
        {"act": "leave_seat", "seat": 0, "level": "easy"},
        {"act": "take_seat", "seat": 1},
        {"chat": "hello"},
    ],
)
def test_those_who_watch_cannot_act(two, message):
    viewer = two[2]
    assert viewer.send("refused", **message)["sentence"] == WATCHING


def test_wrong_keys_open_nothing(client):
    name, other = set_table(client), set_table(client)
    with sit(client, name) as socket:
        page = Page(socket, keys=[])
        for keys in (["x"], [KEYS[other][0]], ["A" * 22], [""]):
            assert page.send("state", hello=keys)["you"] == []
        assert page.send("refused", touch=[0])["sentence"] == WATCHING
        assert page.send("state", hello=[KEYS[name][0]])["you"] == [0]


def test_nobody_moves_for_another(two):
    ada, bo, _, _ = two
    assert bo.send("refused", touch=[0])["sentence"] == "It is not your turn yet."
    assert bo.send("refused", act="leave_seat", seat=0, level="easy")["sentence"] == "This is not your seat."
    assert bo.send("refused", act="resign", seat=0)["sentence"] == "This is not your seat."
    assert bo.send("refused", act="hint")["sentence"].startswith("There are no hints")
    ada.after(touch=[0])
    assert ada.send("refused", touch=[1])["sentence"] == "It is not your turn yet."
    bo.until(lambda state: state["mine"])
    assert bo.after(touch=[1])["moves"][-1]["seat"] == 1


def test_undo_is_asked_for(two):
    ada, bo, viewer, _ = two
    ada.after(touch=[0])
    bo.until(lambda state: state["mine"])
    bo.after(touch=[4])
    ada.until(lambda state: state["seq"] == 2)
    ada.send("state", act="undo")
    assert ada.state["offers"] == {"undo": [0]} and len(ada.state["moves"]) == 2
    assert not ada.state["acts"]["accept"]
    assert bo.until(lambda state: state["offers"])["acts"]["accept"]
    viewer.until(lambda state: state["offers"])
    assert viewer.send("refused", act="accept")["sentence"] == WATCHING
    bo.send("state", act="decline")
    assert bo.state["offers"] == {} and len(bo.state["moves"]) == 2
    ada.until(lambda state: not state["offers"])
    ada.send("state", act="undo")
    bo.until(lambda state: state["offers"])
    bo.after(act="accept", what="undo")
    assert bo.state["moves"] == [], "back to the last decision of the one who asked"
    assert bo.state["offers"] == {}
    assert bo.send("refused", act="accept")["sentence"] == "Nobody has asked for anything."


def test_to_move_on_is_to_decline(two):
    ada, bo, _, _ = two
    ada.after(touch=[0])
    ada.send("state", act="draw")
    assert ada.state["offers"] == {"draw": [0]}
    bo.until(lambda state: state["offers"])
    bo.after(touch=[4])
    assert bo.state["offers"] == {}


def test_a_draw_by_agreement(two):
    ada, bo, viewer, _ = two
    bo.send("state", act="draw")
    ada.until(lambda state: state["offers"] == {"draw": [1]})
    ada.after(act="draw")
    assert ada.state["over"] and "agreed" in ada.state["prompt"]
    assert viewer.until(lambda state: state["over"])["offers"] == {}


def test_computers_agree_to_no_draw(client):
    with sit(client, set_table(client, AGAINST)) as socket:
        page = Page(socket)
        assert not page.state["acts"]["draw"]
        assert page.send("refused", act="draw")["sentence"].startswith("The computer plays on")


def test_a_rematch_is_agreed_by_those_who_are_here(two):
    ada, bo, _, _ = two
    assert ada.send("refused", act="rematch")["sentence"] == "The game is not over yet."
    ada.after(act="resign")
    bo.until(lambda state: state["over"])
    bo.send("state", act="rematch")
    assert bo.state["over"] and bo.state["offers"] == {"rematch": [1]}
    ada.until(lambda state: state["offers"])
    ada.after(act="accept")
    assert not ada.state["over"] and ada.state["you"] == [1]
    assert [seat["name"] for seat in ada.state["seats"]] == ["Bo", "Ada"]


def test_nobody_waits_for_those_who_left(client):
    name = set_table(client)
    with sit(client, name) as a:
        ada = Page(a, seats=[0])
        ada.after(act="resign")
        ada.after(act="rematch")
        assert not ada.state["over"]


def test_one_device_asks_nobody(client):
    with sit(client, set_table(client, size=3)) as socket:
        page = Page(socket)
        page.type("a1", "b1")
        assert len(page.after(act="undo")["moves"]) == 1
        assert page.after(act="draw")["over"]
        assert not page.after(act="rematch")["over"]


def test_chat(two):
    ada, bo, viewer, _ = two
    ada.send("state", chat="<b>hello</b>")
    (line,) = bo.until(lambda state: state["chat"])["chat"]
    assert (line["seat"], line["name"], line["text"]) == (0, "Ada", "<b>hello</b>")
    assert line["at"] > 1_600_000_000_000
    assert viewer.until(lambda state: state["chat"])["chat"] == [line]
    seq = ada.state["seq"]
    assert ada.after(touch=[0])["seq"] == seq + 1, "what is said makes no move stale"
    ada.send("state", chat="again", mark="m1")
    ada.socket.send_json({"chat": "again", "mark": "m1"})
    assert ada.wait("state", lambda state: state.get("answers") == "m1")["chat"], "answered again"
    ada.send("state", language="en")
    assert [line["text"] for line in ada.state["chat"]] == ["<b>hello</b>", "again"], "said once"


def test_what_is_in_the_hand_stays_there_while_others_talk(client):
    name = set_table(client, [{}, {}], game="marienbad", options={"rows": "1-3-5"})
    with sit(client, name) as a, sit(client, name) as b:
        ada, bo = Page(a, seats=[0]), Page(b, seats=[1])
        ada.until(lambda state: state["seats"][1]["here"])
        ada.send("state", touch=[ada.state["scene"]["next"][-1]])
        touched = ada.state["scene"]["touched"]
        assert touched
        bo.send("state", chat="hurry")
        assert ada.until(lambda state: state["chat"])["scene"]["touched"] == touched
        assert bo.state["scene"]["touched"] == [], "nobody sees another's hand"
        assert ada.send("state", language="en")["scene"]["touched"] == [], "put down"


def test_a_seat_is_left_to_a_computer_and_taken_again(two):
    ada, bo, viewer, name = two
    ada.after(act="leave_seat", seat=0, level="random")
    assert ada.state["you"] == [] and ada.state["seats"][0]["computer"]
    bo.until(lambda state: state["mine"])  # the computer has moved
    for page in (ada, viewer):
        page.until(lambda state: state["seq"] == 2)
    assert ada.send("refused", touch=[0])["sentence"] == WATCHING
    assert viewer.send("refused", act="take_seat", seat=0)["sentence"] == WATCHING
    assert bo.send("refused", act="take_seat", seat=1)["sentence"] == "No computer sits there."
    key = ada.send("key", act="take_seat", seat=0, name="Eve")
    assert key["seat"] == 0 and len(key["key"]) == 22
    assert ada.state["you"] == [0] and ada.state["seats"][0]["name"] == "Eve"
    bo.until(lambda state: not state["seats"][0]["computer"])
    viewer.until(lambda state: not state["seats"][0]["computer"])
    assert viewer.send("state", hello=[KEYS[name][0]])["you"] == [], "the old key opens nothing"
    assert viewer.send("state", hello=[key["key"]])["you"] == [0]


def test_a_computer_that_thinks_is_stopped_when_its_seat_is_taken():
    with serving(Never(1)) as client, sit(client, set_table(client, AGAINST)) as socket:
        page = Page(socket)
        page.after(touch=[12])
        assert page.state["busy"]
        page.send("key", act="take_seat", seat=1)
        assert page.state["you"] == [0, 1] and not page.state["busy"] and page.state["mine"]


def test_closing_the_tab_stops_a_hint_but_no_move_that_is_owed():
    with serving(Never(2)) as client:
        hinted, owed = set_table(client, PEOPLE), set_table(client, AGAINST)
        with sit(client, hinted) as a, sit(client, owed) as b:
            page, other = Page(a), Page(b)
            assert page.send("state", act="hint")["busy"]
            assert other.after(touch=[12])["busy"]
        for name, busy in ((hinted, False), (owed, True)):
            with sit(client, name) as socket:
                assert Page(socket).until(lambda state, busy=busy: state["busy"] == busy)


def test_six_seats(client):
    name = set_table(client, [{"name": n} for n in "ABCDEF"], game="polygo", options={"players": 6})
    with sit(client, name) as one, sit(client, name) as rest:
        first, others = Page(one, seats=[0]), Page(rest, seats=[1, 2, 3, 4, 5])
        first.until(lambda state: all(seat["here"] for seat in state["seats"]))
        move = first.state["scene"]["next"][0]
        first.after(touch=[move])
        state = others.until(lambda state: state["mine"])
        assert state["you"] == [1, 2, 3, 4, 5] and state["prompt"].startswith("B, your turn.")


def test_a_scene_is_made_once_for_all_who_see_it(client, monkeypatch):
    made = []
    right = shown.scene_at

    def scene_at(*given):
        made.append(given[1])
        return right(*given)

    name = set_table(client)
    with ExitStack() as pages:
        first, second, watching, french = (
            Page(pages.enter_context(sit(client, name)), seats=seats, **more)
            for seats, more in (([0], {}), ([1], {}), ([], {}), ([1], {"language": "fr"}))
        )
        for page in (first, second, watching, french):
            page.until(lambda state: state["watchers"] == 1 and state["seats"][1]["here"])
        monkeypatch.setattr(shown, "scene_at", scene_at)
        first.after(touch=[12])
        told = [page.until(lambda state: state["seq"] == 1) for page in (first, second, watching, french)]
        # Before anybody leaves: those who stay are told of that with a new scene.
        assert made.count(1) == 1, "after the first move, once"
    assert [state["mine"] for state in told] == [False, True, False, True]
    assert [bool(state["scene"]["next"]) for state in told] == [False, True, False, True]
    assert [state["language"] for state in told] == ["en", "en", "en", "fr"]
    assert len({str(state["scene"]["pieces"]) for state in told}) == 1


def test_an_answer_bears_the_mark_of_its_question(client):
    name = set_table(client, game="hexadames", options={"players": 2, "size": 4})
    with sit(client, name) as one, sit(client, name) as other:
        ada, bo = Page(one, [0]), Page(other, [1])
        first = ada.state["scene"]["next"][0]
        state = ada.send("state", touch=[first], mark="first")
        while "answers" not in state:  # that Bo has come
            state = ada.wait("state")
        assert (state["answers"], state["scene"]["touched"]) == ("first", [first])
        bo.send("state", chat="Hello")
        assert "answers" not in ada.wait("state", lambda state: state["chat"])
        assert ada.send("refused", touch=[400], mark="second")["answers"] == "second"
        assert ada.send("refused", look=-1).get("answers") is None, "what cannot be read has no mark"
        assert ada.send("refused", typed="?")["answers"] == ""
        told = ada.send("state", touch=[first, ada.state["scene"]["next"][0]], mark="third")
        assert (told["answers"], told["seq"]) == ("third", 1)
        assert "answers" not in bo.wait("state", lambda state: state["seq"] == 1)
        assert ada.send("refused", act="undo", seq=0, mark="late")["answers"] == "late"


def test_what_leaves_nothing_behind_is_answered_too(client):
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        page.socket.send_json({"act": "hint", "seq": 0, "mark": "advice"})
        assert page.wait("state", lambda state: "answers" in state)["answers"] == "advice"


def test_news_while_something_is_written_do_not_answer_it(tmp_path):
    with open_store(f"sqlite:///{tmp_path}/tables.db") as store:
        chairs = [ChairWanted(name="Ada"), ChairWanted(name="Bo")]
        setting, *_ = new_table(NewTable(game="hex", options={"size": 5}, chairs=chairs))
        room = TableRoom("t", TableLog(setting), store, None, Metrics(), clock=lambda: 0.0)
        page = OpenPage(words("en"), mark="mine")
        room.listeners.add(page)
        room.tell()
        assert "answers" not in json.loads(page.queue.get_nowait())
        room.log.marks |= {"mine"}
        room.tell()
        assert json.loads(page.queue.get_nowait())["answers"] == "mine"
        room.tell()
        assert page.queue.empty(), "once"


def names(page):
    return [seat["name"] for seat in page.state["seats"]]


def test_a_person_without_a_name_may_give_one_later(client):
    name = set_table(client, ({"name": ""}, {"name": "", "away": True}))
    keys = KEYS[name]
    with sit(client, name) as one, sit(client, name) as other:
        host = Page(one, keys=keys[:1])
        assert names(host) == ["Player 1", "Player 2"]
        guest = Page(other, keys=keys[1:])
        host.send("state", hello=keys[:1], name="Ada")
        assert guest.until(lambda state: state["seats"][0]["name"] == "Ada")
        host.send("state", hello=keys[:1], name="Eve")
        assert names(host)[0] == "Ada", "a name that was given stays"
        guest.send("state", hello=keys[1:], name="Bo")
        host.until(lambda state: state["seats"][1]["name"] == "Bo")


def test_a_name_is_for_other_people(client):
    alone = set_table(client, ({"name": ""}, {"level": "random"}))
    with sit(client, alone) as socket:
        page = Page(socket, keys=KEYS[alone][:1])
        page.send("state", hello=KEYS[alone][:1], name="Ada")
        assert names(page)[0] == "You"
    both = set_table(client, ({"name": ""}, {"name": ""}))
    with sit(client, both) as socket:
        page = Page(socket)
        page.send("state", hello=KEYS[both], name="Ada")
        assert names(page) == ["Player 1", "Player 2"], "whose name it is of the two is not known"
