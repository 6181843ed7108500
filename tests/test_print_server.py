"""Prints by the server: previews, files, the game at a table, and what is refused."""

import pytest
from pdf_reading import read_pdf
from tables import Never, Page, serving, set_table, sit

from pavage.server import limits


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


def test_only_some_print_at_once_and_nobody_waits_for_ever(monkeypatch):
    monkeypatch.setattr(limits, "PRINT_SECONDS", 0.05)
    with serving(Never()) as client:
        answer = client.get("/api/print/hex/preview")
        assert answer.status_code == 503 and "try again" in answer.json()["error"]
    monkeypatch.setattr(limits, "PRINTS", 0)
    with serving() as client:
        assert client.get("/api/print/hex/preview").status_code == 503


def test_the_page_is_linked(client):
    assert client.get("/print").status_code == 200
    assert "/print?game=hex&amp;kind=rules" in client.get("/rules/hex").text
