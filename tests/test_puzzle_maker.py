"""Puzzles made in the browser: by the server's answers, and on the two pages that ask for them."""

import re

import pytest
from browsing import LOCALES
from tables import serving

from pavage.games.nombres.puzzle import read_puzzle
from pavage.games.nombres.solving.solver import as_rows, some_solutions
from pavage.pages.questions import questions
from pavage.words import LANGUAGES, words


@pytest.fixture(scope="module")
def client():
    with serving() as client:
        yield client


def solved(line):
    """The only solution of a puzzle, in rows."""
    puzzle = read_puzzle(line)
    (full,) = some_solutions(puzzle.grid, puzzle.sums, puzzle.given)
    return as_rows(puzzle.grid, full)


def test_a_puzzle_to_order(client):
    drawn = ["##.#", "#..#", ".##.", "...#"]
    made = client.post("/api/puzzles", json={"board": "4x4", "rows": drawn}).json()
    assert solved(made["line"]) == drawn and "One solution" in made["told"]
    word = client.post("/api/puzzles?language=fr", json={"text": "pavé"}).json()
    assert word["signs"] == "⠏⠁⠧⠿⠀⠀" and "pav" not in word["line"].lower()
    hard = client.post("/api/puzzles", json={"board": "H4", "grade": 2, "seed": 5}).json()
    assert hard["grade"] == 2 and hard["seed"] == 5
    again = client.post("/api/puzzles", json={"board": "H4", "grade": 2, "seed": 5}).json()
    assert again == hard


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"board": "4x4", "rows": ["....", "....", "....", "...."]}, "at least one pawn"),
        ({"board": "4x4", "rows": ["###"]}, "at least one pawn"),
        ({"board": "6x6", "text": "labyrinthe"}, "room for 6"),
        ({"board": "5x5", "text": "abc"}, "Braille needs"),
        ({"board": "6x6", "text": "漢"}, "漢"),
        ({"board": "6x6", "grade": 3}, "never hard"),
        ({"board": "25x25"}, "too large"),
        ({"board": "H4", "diag": "d"}, "three directions"),
        ({"board": "zzz"}, "zzz"),
    ],
)
def test_what_cannot_be_made_is_told(client, wish, told):
    answer = client.post("/api/puzzles", json=wish)
    assert answer.status_code == 400 and told in answer.json()["error"]
    assert client.post("/api/puzzles", json={"size": 3}).status_code == 422


def test_sums_are_looked_at(client):
    def check(line):
        return client.post("/api/puzzles/check", json={"line": line})

    assert "find room for 2" in check("3x3/R3,0,0/C2,1,0").json()["told"]
    assert check("3x3/R2,1,1/C2,1,1").json()["told"] == "5 solutions"
    assert check("3x3/R3,3,0/C2,2,2").json()["told"].startswith("One solution, grade 1")
    assert check("3x3/R3,3").status_code == 400
    others = client.post("/api/puzzles/others", json={"rows": ["#.", ".#"]}).json()
    assert others == {"count": 2, "other": [".#", "#."]}
    assert client.post("/api/puzzles/others", json={"rows": ["##", "##"]}).json() == {
        "count": 1,
        "other": None,
    }
    for rows in (["##", "#"], ["#" * 8] * 8):
        assert client.post("/api/puzzles/others", json={"rows": rows}).status_code == 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_something_to_try(client, language):
    body = questions(words(language))
    assert re.findall(r'data-try="(\w+)"', body) == ["sums", "count", "braille"]
    assert "@" not in re.sub(r"<[^>]*>", "", body) and "```" not in body and "&lt;!--" not in body
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"]+)"', body)]
    assert len(links) > 8 and all(
        link.startswith(("/new?game=nombres&option.", "/puzzle?")) for link in links
    )
    for line in re.findall(r'data-check="([^"]+)"', body):
        assert client.post("/api/puzzles/check", json={"line": line}).status_code == 200
    assert 'data-view="../puzzles/questions.js"' in client.get("/learn/nombres/questions").text


def test_the_pages_in_a_browser(visit):
    from playwright.sync_api import expect

    page = visit("/puzzle?text=PAVAGE", locale=LOCALES["en"])
    expect(page.locator(".made")).to_contain_text("⠏⠁⠧⠁⠛⠑")
    page.locator("label:has([value=drawn])").click()
    cells = [page.locator(f".toggle[aria-label={name}]") for name in ("a1", "c1", "c3")]
    places = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for box in (each.bounding_box() for each in cells)
    ]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=8)
    page.mouse.up()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator(".toggle[aria-pressed=true]")).to_have_count(6)
    expect(page.locator(".toggle[aria-label=a2]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".sum").first).to_have_text("3")
    play = page.get_by_role("link", name="Play or race")
    expect(play).to_have_attribute("href", re.compile("R3%2C2%2C1%2C0%2C0%2C0"))
    play.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nombres croisés")
    expect(page.locator(".stage svg text").filter(has_text="3").first).to_be_visible()
    page = visit("/learn/nombres/questions", 390, locale=LOCALES["fr"])
    expect(page.locator("[data-try=sums] output")).to_have_text("34 grilles ont ces sommes.")
    page.get_by_role("button", name="En montrer une autre").click()
    expect(page.locator("[data-try=sums] output")).to_have_text("34 grilles ont ces sommes.")
    page.get_by_label("Rangées").fill("25")
    page.get_by_label("Colonnes").fill("25")
    expect(page.locator("[data-try=count] output")).to_contain_text("189 chiffres")
    expect(page.locator("[data-try=braille] output")).to_contain_text("La lettre p.")
    page.get_by_role("button", name="Vérifier").first.click()
    expect(page.locator(".tries .told").first).to_contain_text("Gale")
