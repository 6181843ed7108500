"""A class at several servers of one PostgreSQL: whoever comes to whichever of them, it is one class."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from tables import Page, serving, sit
from test_classes import School, at, open_class, play

from pavage.cli import main
from pavage.server.classes import all_classes
from pavage.store import News, open_store


@pytest.fixture
def schools(empty_postgresql):
    """The same class, seen at each of two servers."""
    with ExitStack() as closing:
        clients = [
            closing.enter_context(serving(store=closing.enter_context(open_store(empty_postgresql))))
            for _ in range(2)
        ]
        first = open_class(clients[0])
        yield first, School(clients[1], first.key, first.code)


def rows(school, kind):
    with school.client.app.state.rooms.store.engine.connect() as connection:
        return connection.exec_driver_sql(f"SELECT count(*) FROM {kind}").scalar()


def test_pupils_who_come_to_both_at_once_are_each_themselves(schools, empty_postgresql, capsys):
    """The place of a pupil, the name and the sign are theirs, though another server wrote in between."""
    names = [f"P{number}" for number in range(12)]
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda n: schools[n % 2].join(names[n]).json(), range(12)))
    assert [each["name"] for each in told] == names
    for number, each in enumerate(told):
        seen = schools[number % 2].see(each["key"])
        assert (seen["name"], seen["sign"]) == (each["name"], each["sign"])
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda school: school.join("Zoe").status_code, schools))
    assert sorted(answers) == [200, 409], "one of two who call themselves the same is asked for the sign"
    assert main(["doctor", "--lang", "en", "--database", empty_postgresql]) == 0, capsys.readouterr()


def test_a_key_given_out_at_one_server_is_known_at_once_at_the_other(schools, monkeypatch):
    one, other = schools
    other.see()  # it has read the class, and hears nothing new from now on
    monkeypatch.setattr(all_classes.Classes, "told", lambda *_: None)
    (ada,) = one.come("Ada")
    assert other.see(ada.key)["name"] == "Ada"


def test_the_teacher_sees_who_is_at_the_other_server(schools):
    one, other = schools
    ada, bo = one.come("Ada", "Bo")

    def here(*expected):
        return lambda state: [pupil["here"] for pupil in state["pupils"]] == list(expected)

    with one.looking() as teacher, one.looking(ada.key):
        teacher.until(here(True, False))
        with other.looking(bo.key):
            teacher.until(here(True, True))
            with other.looking() as second:
                second.until(here(True, True))
        teacher.until(here(True, False))


def test_a_round_is_begun_once_and_leaves_no_other_tables(schools):
    one, _other = schools
    one.come("Ada", "Bo")
    told = {"round": 0, "game": "hex", "options": {"size": 3, "swap": "none"}, "groups": [[0, 1]]}
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda school: school.act("begin", **told).status_code, schools))
    assert sorted(answers) == [200, 400]
    assert rows(one, "tables") == 2, "the class and one table: nothing is left of the round that was too late"


def test_moves_and_results_at_one_are_seen_by_the_teacher_at_the_other(schools):
    one, other = schools
    ada, bo = other.come("Ada", "Bo")
    with one.looking() as teacher:
        one.begin([[0, 1]])
        play(other, ada, "b1")
        play(other, bo, "a2")
        play(other, ada, "b2")
        play(other, bo, "a3")
        one.act("pause")
        table, key = at(other, ada)
        with sit(other.client, table) as socket:
            Page(socket, keys=[key]).send("refused", typed="b3")  # eyes here, at the other server too
        one.act("go_on")
        play(other, ada, "b3")
        teacher.until(lambda state: state["pupils"][0]["points"] == "1")
        assert teacher.boards[0]
    events = rows(one, "events WHERE kind = 'result'")
    assert events == 1, "both servers saw the end, and one wrote it down"


def test_what_a_server_was_in_the_middle_of_is_put_right_by_another(schools, monkeypatch):
    """The class stands still, its server dies before the tables do; the one that is left sees to it."""
    one, other = schools
    ada, _ = one.come("Ada", "Bo")
    one.begin([[0, 1]])
    table, key = at(other, ada)

    async def dies(*_):
        return None

    with monkeypatch.context() as patched:
        patched.setattr("pavage.server.classes.class_room.LiveClass.put_right", dies)
        one.act("pause")
    other.see(true=lambda state: state["paused"])
    assert rows(one, "events WHERE kind = 'pause'") == 1, "only the class stands still"
    other.client.portal.call(other.client.app.state.classes.told, News("owing"))
    deadline = time.monotonic() + 60
    while rows(one, "events WHERE kind = 'pause'") == 1:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    with sit(other.client, table) as socket:
        Page(socket, keys=[key]).send("refused", typed="b1")


def test_a_class_that_is_closed_is_gone_at_both(schools):
    one, other = schools
    ada, _ = one.come("Ada", "Bo")
    one.begin([[0, 1]])
    with other.looking(ada.key) as page:
        page.until()
        assert one.client.delete("/api/classes", headers={"x-pavage-key": one.key}).status_code == 204
        page.until(kind=("gone",))
    assert other.join("Ada").status_code == 404
    assert [rows(one, kind) for kind in ("tables", "events", "keys")] == [0, 0, 0]
