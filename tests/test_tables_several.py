"""Several servers: at one PostgreSQL they tell each other what happens; an SQLite file has but one."""

import json
import signal
import threading
from contextlib import ExitStack

import postgres
import pytest
from tables import PEOPLE, ask, start
from websockets.sync.client import connect

from pavage.cli import main
from pavage.store import Conflict, Event, News, open_store


class Seat:
    """A page at one of the servers."""

    def __init__(self, socket, key):
        self.socket = socket
        self.state = {}
        self.send(hello=[key] if key else [])
        self.wait(lambda told: told["kind"] == "state" and bool(told["you"]) == bool(key))

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def wait(self, true):
        while True:
            told = json.loads(self.socket.recv(timeout=60))
            if told["kind"] == "state":
                self.state = told
            if true(told):
                return told

    def until(self, seq):
        return self.wait(lambda told: told["kind"] == "state" and told["seq"] == seq)


@pytest.fixture(scope="module")
def two_servers(postgresql):
    """The addresses of two servers at one database of their own, and the address of that."""
    database = postgres.another(postgresql, "several")
    with ExitStack() as ending:
        addresses = []
        for _ in range(2):
            process, address = start(database)
            ending.callback(process.communicate, timeout=60)
            ending.callback(process.send_signal, signal.SIGTERM)
            addresses.append(address)
        yield addresses, database


def sit(closing, address, table, key):
    place = f"{address.replace('http:', 'ws:')}api/tables/{table}/live"
    return Seat(closing.enter_context(connect(place, max_size=None, open_timeout=60)), key)


def set_table(address, size):
    body = {"game": "hex", "options": {"size": size, "swap": "none"}, "chairs": list(PEOPLE)}
    return json.loads(ask(f"{address}api/tables", body))


def test_a_move_at_one_server_is_seen_at_the_other(two_servers):
    (one, two), _ = two_servers
    with ExitStack() as closing:
        told = set_table(one, 5)
        ada, bo, eve = (
            sit(closing, server, told["id"], key)
            for server, key in ((one, told["keys"][0]), (two, told["keys"][1]), (two, ""))
        )
        ada.send(touch=[12], seq=0)
        for page in (ada, bo, eve):
            assert [move["text"] for move in page.until(1)["moves"]] == ["c3"]
        bo.send(touch=[6], seq=1)
        for page in (ada, bo, eve):
            assert [move["text"] for move in page.until(2)["moves"]] == ["c3", "b2"]
        bo.send(chat="hello")
        heard = ada.wait(lambda told: told["kind"] == "state" and told["chat"])
        assert [line["text"] for line in heard["chat"]] == ["hello"]


def test_of_two_moves_at_once_one_counts(two_servers):
    """Both seats are held at both servers, and both play at the same time, again and again."""
    (one, two), database = two_servers
    with ExitStack() as closing:
        told = json.loads(
            ask(f"{one}api/tables", {"game": "hex", "options": {"size": 9}, "chairs": [{}, {}]})
        )
        pages = [[sit(closing, server, told["id"], key) for key in told["keys"]] for server in (one, two)]
        for seq in range(12):
            rivals = [pages[0][seq % 2], pages[1][seq % 2]]
            for place, page in enumerate(rivals):
                page.send(touch=[2 * seq + place + 9], seq=seq)
            for page in (*pages[0], *pages[1]):
                page.until(seq + 1)
        played = [[move["text"] for move in page.state["moves"]] for page in (*pages[0], *pages[1])]
        assert len(played[0]) == 12 and all(other == played[0] for other in played)
    with open_store(database) as store:
        assert [entry.event.data["text"] for entry in store.load(told["id"]).entries] == played[0]


def test_news_of_other_stores_and_not_of_our_own(empty_postgresql):
    heard, enough = [], threading.Event()

    def hear(news):
        if news.what != "owing":
            heard.append(news)
        if news.what == "gone":
            enough.set()

    with open_store(empty_postgresql) as ours, open_store(empty_postgresql) as theirs:
        listening = ours.listen(hear)
        try:
            ours.create("t1", {"game": "hex"}).result(60)
            ours.append("t1", 0, [Event("move", {"text": "a1"})]).result(60)
            with pytest.raises(Conflict):
                theirs.append("t1", 0, [Event("move", {"text": "b1"})]).result(60)
            theirs.append("t1", 1, [Event("chat"), Event("move", {"text": "b2"})]).result(60)
            theirs.forget_talk("t1").result(60)
            theirs.remove("t1").result(60)
            assert enough.wait(60)
        finally:
            listening.close()
    assert heard == [News("event", "t1", 2), News("talk", "t1", 1), News("gone", "t1")]


def test_a_second_server_at_an_sqlite_file_is_refused_in_one_line(tmp_path, capsys):
    """That whoever is killed holds nothing any more, test_tables_operations.py says."""
    database = f"sqlite:///{tmp_path}/pavage.db"
    process, address = start(database)
    try:
        again = ["serve", "--no-browser", "--port", "0", "--lang", "en", "--database", database]
        assert main(again) == 2
        out, errors = capsys.readouterr()
        assert out == ""
        assert errors.count("\n") == 1 and f"already uses {tmp_path}/pavage.db" in errors
        assert ask(f"{address}healthz") == "ok\n"
    finally:
        process.kill()
        process.communicate(timeout=60)
