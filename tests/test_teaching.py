"""Sheets for teachers: every game has one in both languages; its times add up, its commands print."""

import re
from html import escape
from urllib.parse import parse_qsl, urlsplit

import pytest
from conftest import full
from fastapi import FastAPI
from fastapi.testclient import TestClient
from own_games import OWN
from pdf_reading import read_pdf

from pavage.cli import printing as command_line
from pavage.cli.common.arguments import Parser
from pavage.pages.pictures import blocks, read_picture
from pavage.pages.teaching import class_address, commands, head, sheet, sheet_as_written, sheet_names
from pavage.printing.command import address_of
from pavage.printing.order import Order
from pavage.printing.pdf import write_pdf
from pavage.printing.producing import kinds_of, pages_of
from pavage.registry import folder, games
from pavage.server.lessons.reading import router as reading
from pavage.server.lessons.teaching import router as teaching
from pavage.server.printing.routes import Wanted, order_of
from pavage.words import LANGUAGES, words

PARTS = {
    "en": ["What it teaches", "To print", "The lesson: 45 minutes", "Questions and answers", "Going on"],
    "fr": [
        "Ce qu’on y apprend",
        "À imprimer",
        "La séance : 45 minutes",
        "Questions et réponses",
        "Pour aller plus loin",
    ],
}
"""The headings of a sheet, in this order."""
TAUGHT = [name for name in games() if sheet_as_written(games()[name], "en")]
"""Games with a sheet; variants share one."""


def written(name, language):
    text, spoken = sheet_as_written(games()[name], language)
    assert spoken == language, f"{name} has no sheet in {language}"
    return text


def minutes(text):
    """Of each phase of the lesson."""
    return [int(number) for number in re.findall(r"^\d\. \*\*(\d+) min\.\*\* \S", text, re.MULTILINE)]


def questions(text):
    part = text.split("\n## ")[4]
    return re.findall(r"^\*\*[^*]+[?.]\*\* \S", part, re.MULTILINE)


def test_our_games_have_a_sheet():
    assert set(OWN) <= set(TAUGHT)


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_of_a_sheet_takes_45_minutes(name, language):
    text = written(name, language)
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == PARTS[language]
    assert sum(minutes(text)) == 45 and len(minutes(text)) >= 4
    assert len(questions(text)) >= 5
    assert len(commands(text)) >= 3 and all(why for _, why in commands(text))
    assert re.search(r"[Cc]ycle", head(name, language).level)
    for lines in blocks(text):
        assert read_picture(lines).caption
    if language == "fr":
        assert not re.search(r"\w'\w|\d \d{3}\b", text), "a straight apostrophe, or a number that may break"


@pytest.mark.parametrize("name", sheet_names())
def test_both_languages_say_the_same(name):
    english, french = (written(name, language) for language in ("en", "fr"))
    assert minutes(english) == minutes(french)
    assert [command for command, _ in commands(english)] == [command for command, _ in commands(french)]
    assert len(questions(english)) == len(questions(french))

    def drawn(text):
        return [[line for line in lines if not line.startswith("caption:")] for lines in blocks(text)]

    assert drawn(english) == drawn(french)


def typed(command):
    """The order that a command line makes."""
    parser = Parser("print", words("en"))
    command_line.arguments(parser)
    return command_line._order(parser.read(command.split()[2:]))


@pytest.mark.parametrize("name", sheet_names())
def test_commands_print_and_the_page_prints_the_same(name):
    for command, _ in commands(written(name, "en")):
        order = typed(command)
        address = urlsplit(address_of(command))
        asked = dict(parse_qsl(address.query))
        game = asked.pop("game")
        assert address.path == "/print"
        by_page = order_of(game, Wanted(**asked), "")
        assert [each for each in by_page.names if each] == [each for each in order.names if each]
        told = {field: getattr(order, field) for field in Order.__slots__ if field != "names"}
        assert told == {field: getattr(by_page, field) for field in told}, command
        assert order.kind in kinds_of(game), command
        if order.kind != "kit" or full(1):
            assert pages_of(order, words("en")), command


def test_other_commands_are_refused():
    for command in ("pavage play hex", "pavage print hex --record game.sgf", "pavage print hex --loud"):
        with pytest.raises(ValueError, match="pavage"):
            address_of(command)


def test_a_sheet_on_paper():
    text = "".join(
        page.text for page in read_pdf(write_pdf(pages_of(Order("tetrago", "teacher"), words("fr"))))
    )
    assert "La séance" in text and "pavage print hexago --real" in " ".join(text.split())
    assert len(pages_of(Order("hex", "teacher", folded=True), words("en"))) == 2


@pytest.fixture(scope="module")
def client():
    app = FastAPI()
    app.include_router(reading)
    app.include_router(teaching)
    return TestClient(app, base_url="http://127.0.0.1")


def test_a_class_begins_with_the_game_of_the_lesson():
    for name in sheet_names():
        path, _, query = class_address(name).partition("?")
        told = dict(parse_qsl(query))
        game = games()[told.pop("game")]
        assert path == "/class" and folder(game) == folder(games()[name])
        assert game(**{option.removeprefix("option."): value for option, value in told.items()})
    assert class_address("hextra") == "/class?game=hextra&option.players=4&option.motif=4"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages(client, language):
    told = client.get("/teach", params={"language": language}).text
    assert all(
        f'href="{path}"' in told for path in ("/class", "/print", "/puzzle", "/learn/nombres/questions")
    )
    for name in sheet_names():
        assert f'href="/teach/{name}"' in told and head(name, language).level.split("(")[0] in told
    for name in TAUGHT:
        page = client.get(f"/teach/{name}", params={"language": language})
        assert page.status_code == 200 and f'href="/print?game={name}&amp;kind=teacher"' in page.text
        assert PARTS[language][1] in page.text and "<pre>" not in page.text
        assert f'href="/teach/{name}"' in client.get(f"/rules/{name}").text
        assert f'href="{escape(class_address(name))}"' in page.text
    assert client.get("/teach/hex/0.svg").text.startswith("<svg ")
    assert client.get("/teach/hex/9.svg").status_code == client.get("/teach/gomoku").status_code == 404


def test_somebody_else_s_game_needs_none():
    with pytest.raises(LookupError):
        sheet("gomoku", "en", lambda command, why: "")
