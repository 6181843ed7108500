"""Prints by the server: previews, files, the game at a table, and what is refused."""

import asyncio
import time
from concurrent.futures import Future

import pytest
from pdf_reading import read_pdf
from tables import Never, Page, serving, set_table, sit

from pavage.players.workers import Workers
from pavage.server import limits
from pavage.server.printing.print_queue import PrintQueue, PrintsBusy


@pytest.fixture(scope="module")
def client():
    with serving() as client:
        yield client


def test_what_there_is_to_print(client):
    told = client.get("/api/print/hextra").json()
    assert "kit" in told["kinds"] and told["papers"] == ["a4", "a3", "letter"]
    assert "puzzles" in client.get("/api/print/nombres").json()["kinds"]
    assert client.get("/api/print/gomoku").status_code == 400


def test_a_page_is_shown_before_it_is_saved(client):
    shown = client.get("/api/print/hex/preview?cell=40&option.size=9&page=2&language=fr").json()
    assert shown["pages"] > 2 and shown["page"] == 2
    assert shown["svg"].startswith("<svg ") and "partie 2 sur" in shown["title"]
    beyond = client.get("/api/print/hex/preview?page=1000").json()
    assert (beyond["page"], beyond["pages"]) == (1, 1)


def test_files(client):
    answer = client.get("/api/print/tetrago/sheet.pdf?cell=20&coordinates=off")
    assert answer.headers["content-type"] == "application/pdf"
    assert 'filename="tetrago-board-' in answer.headers["content-disposition"]
    assert len(read_pdf(answer.content)) == 1
    answer = client.get("/api/print/hextra/sheet.svg?kind=kit&page=3&ink=outline")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert 'filename="hextra-kit-3-' in answer.headers["content-disposition"]
    assert client.get("/api/print/hex/sheet.exe").status_code == 404


def test_the_game_at_a_table(client):
    name = set_table(client, size=5)
    with sit(client, name) as socket:
        Page(socket).type("c3", "b4")
    shown = client.get(f"/api/print/hex/preview?kind=record&table={name}").json()
    assert "Ada – Bo" in shown["svg"]
    board = client.get(f"/api/print/hex/preview?table={name}").json()
    assert board["svg"].count("#B3122A") > 1
    assert client.get("/api/print/hex/preview?table=nowhere").status_code == 404


@pytest.mark.parametrize("language, sentence", [("en", "3 to 200 mm"), ("fr", "de 3 à 200 mm")])
def test_what_cannot_be_printed_is_told_in_the_reader_s_language(client, language, sentence):
    answer = client.get(f"/api/print/hex/preview?cell=1&language={language}")
    assert answer.status_code == 400 and sentence in answer.json()["error"]


@pytest.mark.parametrize(
    "query", ["cell=abc", "cell=1e9", "page=0", "coordinates=perhaps", "names=" + "a" * 2001]
)
def test_what_is_no_order_at_all(client, query):
    assert client.get(f"/api/print/hex/preview?{query}").status_code == 422


@pytest.mark.parametrize(
    "query", ["paper=b5", "ink=pink", "kind=poster", "option.size=99", "position=red:zz", "kind=record"]
)
def test_what_is_refused_in_a_sentence(client, query):
    answer = client.get(f"/api/print/hex/preview?{query}")
    assert answer.status_code == 400 and answer.json()["error"]


def test_nobody_waits_for_ever(monkeypatch):
    assert (limits.PRINTS, limits.PRINT_SECONDS, limits.PRINT_TURN) == (32, 180.0, 8.0)
    monkeypatch.setattr(limits, "PRINT_SECONDS", 0.05)
    with serving(Never()) as client:
        answer = client.get("/api/print/hex/preview")
        assert answer.status_code == 503 and "try again" in answer.json()["error"]


class Slowly:
    """Workers whose work is done when the test says so; `ended` is what took too long."""

    def __init__(self):
        self.begun, self.ended = {}, []

    def submit(self, work, *given):
        self.begun[given[0]] = Future()
        return self.begun[given[0]]

    def end_work(self):
        self.ended.append(list(self.begun)[-1])


async def until(true):
    while not true():
        await asyncio.sleep(0.01)


def test_addresses_take_turns_to_print(monkeypatch):
    monkeypatch.setattr(limits, "PRINTS", 3)

    async def run():
        workers = Slowly()
        prints = PrintQueue(workers)
        names = ["a1", "a2", "a3", "a4", "b1", "c1"]
        tasks = {name: asyncio.create_task(prints.make(name[0], None, name)) for name in names}
        await asyncio.sleep(0.05)
        with pytest.raises(PrintsBusy):
            await prints.make("a", None, "a5")
        tasks["a3"].cancel()
        for count, name in enumerate(["a1", "b1", "c1", "a2", "a4"], 1):
            await until(lambda count=count: len(workers.begun) == count)
            workers.begun[name].set_result(name.upper())
            assert await tasks[name] == name.upper()
        assert workers.ended == []

    asyncio.run(run())


def test_what_takes_too_long_is_ended_sooner_while_another_address_waits(monkeypatch):
    monkeypatch.setattr(limits, "PRINT_TURN", 0.1)

    async def run():
        workers = Slowly()
        prints = PrintQueue(workers)
        slow = asyncio.create_task(prints.make("a", None, "a1"))
        again = asyncio.create_task(prints.make("a", None, "a2"))
        await asyncio.sleep(0.4)
        assert workers.ended == [], "nobody else waits"
        other = asyncio.create_task(prints.make("b", None, "b1"))
        with pytest.raises(PrintsBusy):
            await slow
        assert workers.ended == ["a1"]
        monkeypatch.setattr(limits, "PRINT_TURN", 30.0)
        for name, task in (("b1", other), ("a2", again)):
            await until(lambda name=name: name in workers.begun)
            workers.begun[name].set_result(name)
            assert await task == name

    asyncio.run(run())


def test_a_server_that_ends_does_not_wait_for_a_print():
    async def run():
        workers = Slowly()
        prints = PrintQueue(workers)
        tasks = [asyncio.create_task(prints.make("a", None, name)) for name in ("a1", "a2")]
        await until(lambda: workers.begun)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert workers.ended == ["a1"] and workers.begun["a1"].cancelled() and list(workers.begun) == ["a1"]

    asyncio.run(run())


def sleep_on():
    time.sleep(600)


def test_a_process_that_prints_too_long_is_ended_and_another_begins(monkeypatch):
    monkeypatch.setattr(limits, "PRINT_SECONDS", 0.2)

    async def run():
        with Workers(1) as workers:
            prints = PrintQueue(workers)
            with pytest.raises(PrintsBusy):
                await prints.make("a", sleep_on)
            monkeypatch.setattr(limits, "PRINT_SECONDS", 60.0)
            assert await prints.make("b", abs, -3) == 3

    asyncio.run(run())


def test_the_page_is_linked(client):
    assert client.get("/print").status_code == 200
    assert "/print?game=hex&amp;kind=rules" in client.get("/rules/hex").text
