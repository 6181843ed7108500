"""Lessons: every game has one, and every step does what it says."""

import re

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from own_games import OWN

from pavage.game import Unreadable
from pavage.lessons import (
    BadLesson,
    answered,
    faults,
    is_right,
    lesson,
    lesson_names,
    read_lesson,
    strategy,
)
from pavage.pages.compose import STRATEGY, rules, text_file
from pavage.pages.markdown import html, inline
from pavage.pages.pictures import blocks, drawn, read_picture
from pavage.registry import OURS, games
from pavage.server.lessons.reading import router as reading
from pavage.server.lessons.routes import router as lessons
from pavage.words import LANGUAGES


def courses():
    return [*((name, "") for name in lesson_names()), *((name, "strategy") for name in STRATEGY)]


@pytest.fixture(scope="module")
def client():
    app = FastAPI()
    app.include_router(lessons)
    app.include_router(reading)
    return TestClient(app, base_url="http://127.0.0.1")


def test_our_games_have_a_lesson():
    assert set(OWN) <= set(lesson_names())


@pytest.mark.parametrize(("name", "part"), courses())
def test_every_lesson_is_true(name, part):
    steps = strategy(name) if part else lesson(name)
    assert [f"step {number}: {fault}" for number, step in enumerate(steps, 1) for fault in faults(step)] == []
    assert len(steps) >= 3
    assert part or len(steps) <= 6
    assert any(not step.looks for step in steps)


@pytest.mark.parametrize("name", lesson_names())
def test_a_lesson_shows_how_its_game_is_won_or_scored(name):
    """Some step ends the game, or the lesson shows one that is over."""
    ends = []
    for step in lesson(name):
        after = [step.game.play(step.start, move) for move in step.do]
        ends += [step.game.outcome(position) for position in (step.start, *after)]
        ends += [step.play]
    assert any(ends)


@pytest.mark.parametrize(("name", "part"), courses())
def test_french_typography(name, part):
    for step in strategy(name) if part else lesson(name):
        for key, sentence in step.said.items():
            assert not re.search(r" [:;!?»]|« ", sentence["fr"]), key
            for text in sentence.values():
                assert not re.search(r"\w'\w", text), f"{key}: straight apostrophe"


def step_of(text):
    sentences = 'title = {en="a", fr="b"}\ntext = {en="a", fr="b"}\ntask = {en="a", fr="b"}\n'
    sentences += 'right = {en="a", fr="b"}\nother = {en="a", fr="b"}\nlost = {en="a", fr="b"}\n'
    return read_lesson(f"[[step]]\n{sentences}{text}", "hex")[0]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('options={size=3}\ndo=["b2"]\nwins=true', "b2 wins: False"),
        ('options={size=3}\nposition="red:b2 turn:2"\ndo=["b2"]', "b2 is refused: taken"),
        ('options={size=3}\ndo=["b2"]\nafter="red:b3"', "after b2 there is no red:b3 in red:b2 turn:2"),
        (
            'options={size=3}\nposition="blue:a1 turn:1"\ndo=["b2"]\ngone="blue:a1"',
            "after b2 there still is blue:a1",
        ),
        ('options={size=3}\ndo=["b2"]\nturn=1', "after b2 it is the turn of 1"),
        ('options={size=3}\ndo=["b2"]\nrefused=["a1"]', "a1 is allowed"),
        ('options={size=3}\nway=["b2"]', "b2 does not win: red:b2 blue:a1 turn:1"),
    ],
)
def test_a_step_that_is_not_true_is_found(text, fault):
    assert fault in faults(step_of(text))


def test_a_sentence_in_one_language_is_found():
    step = read_lesson('[[step]]\ntitle={en="a"}\ntext={en="{red}", fr="{blue}"}\n', "hex")[0]
    assert faults(step) == ["title is not in both languages", "text names other colours in French"]


def test_a_lesson_that_cannot_be_set_up_is_refused():
    for text in ('position="red:z99"', 'moves=["a1", "a1"]', "options={size=99}"):
        with pytest.raises(BadLesson, match="hex, step 1"):
            step_of(text)


def test_another_order_of_the_same_move_is_right():
    step = lesson("marienbad")[1]
    assert is_right(step, step.game.read(step.start, "e3+a3+c3"))
    assert not is_right(step, step.game.read(step.start, "a3"))


def test_the_opponent_wins_when_it_can_and_hinders_when_it_must():
    step = step_of('options={size=3, swap="none"}\nposition="red:a1 blue:a2,b2 turn:1"\nway=["a3"]')
    _, position = answered(step, step.game.play(step.start, step.game.read(step.start, "a3")))
    assert step.game.outcome(position).returns == (0.0, 1.0)
    step = step_of('options={size=3, swap="none"}\nposition="red:b1,b2 blue:a3 turn:1"\nway=["a1"]')
    moves, _ = answered(step, step.game.play(step.start, step.game.read(step.start, "a1")))
    assert [step.game.write(step.start, move) for move in moves] == ["b3"]


# --- over the wire


def post(client, path, **body):
    answer = client.post(f"/api/lessons/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_sites_that_cannot_have_been_touched(client):
    with pytest.raises(Unreadable, match="zz9"):
        client.post("/api/lessons/nombres/2", json={"typed": "zz9", "touched": [99_999]})


@pytest.mark.parametrize(("name", "part"), courses())
def test_every_step_can_be_done_by_touching(client, name, part):
    """As a hand does it: site after site, the server told each time."""
    told = client.get(f"/api/lessons/{name}?part={part}").json()["steps"]
    for number, step in enumerate(strategy(name) if part else lesson(name)):
        assert told[number]["title"] and told[number]["state"]["shapes"]
        path, played, state = f"{name}/{number}?part={part}", [], told[number]["state"]
        if step.looks:
            assert not state["mine"] and not state["scene"]["next"]
            continue
        for _ in range(12):
            position, game = step.start, step.game
            for move in played:
                position = game.play(position, tuple(move))
            shown = state["show"]
            assert shown is not None, f"{name}, step {number + 1}"
            move = next(iter(step.do), None) or game.read(position, shown["text"])
            for end in range(1, len(move) + 1):
                answer = post(client, path, touched=move[:end], played=played)
                assert answer["verdict"] != "refused", (name, number, move[:end], answer["sentence"])
            played, state = answer["played"], answer["state"]
            if answer["verdict"] != "going":
                break
        assert answer["verdict"] == "right"
        assert answer["sentence"]


def test_verdicts(client):
    assert post(client, "hex/1", typed="b4")["verdict"] == "right"
    other = post(client, "hex/1", typed="d1")
    assert other["verdict"] == "other" and other["state"]["mine"]
    assert (
        other["state"]["scene"]["pieces"]
        == client.get("/api/lessons/hex").json()["steps"][1]["state"]["scene"]["pieces"]
    )
    refused = post(client, "hex/1", typed="b1")
    assert refused["verdict"] == "refused" and refused["cells"] == [1]
    assert post(client, "labyrinthe/3", typed="Xe3")["verdict"] == "refused"
    begun = post(client, "labyrinthe/1", touched=[14])
    assert begun["verdict"] == "begun" and begun["state"]["scene"]["touched"] == [14]
    lost = {"played": [[0], [4], [1], [3]]}
    assert post(client, "hex/2", touched=[2], **lost)["verdict"] == "lost"


def test_the_reader_chooses_language_and_theme(client):
    french = client.get("/api/lessons/hex?language=fr").json()["steps"][0]
    assert french["title"] == "Le but" and "Rouge" in french["text"]
    black = client.get("/api/lessons/hex", headers={"cookie": "pavage_theme=bw"}).json()["steps"][0]
    assert "belong to Black" in black["text"] and "Red" not in black["text"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("get", "/api/lessons/chess", None, 404),
        ("get", "/learn/chess", None, 404),
        ("get", "/learn/polygo/strategy", None, 404),
        ("get", "/rules/chess", None, 404),
        ("get", "/rules/hex/99.svg", None, 404),
        ("post", "/api/lessons/hex/99", {}, 404),
        ("post", "/api/lessons/hex/1", {"touched": [-1]}, 422),
        ("post", "/api/lessons/hex/1", {"touched": [0] * 65}, 422),
        ("post", "/api/lessons/hex/1", {"typed": "x" * 81}, 422),
        ("post", "/api/lessons/hex/1", {"played": [[0]] * 81}, 422),
    ],
)
def test_what_is_not_there_or_makes_no_sense_is_refused(client, method, path, body, status):
    answer = client.get(path) if method == "get" else client.post(path, json=body)
    assert answer.status_code == status


def test_sites_that_do_not_exist_are_refused(client):
    for touched in ([99_999], [3, 99_999]):
        assert post(client, "hex/1", touched=touched)["verdict"] == "refused"


# --- texts


def texts():
    return [
        *((f"{name}, {language}", rules(name, language)) for language in LANGUAGES for name in OURS),
        *(
            (f"{name}.{language}", text_file(f"{name}.{language}.md"))
            for language in LANGUAGES
            for name in ("glossary", "history")
        ),
    ]


@pytest.mark.parametrize(("name", "text"), texts(), ids=[name for name, _ in texts()])
def test_every_picture_can_be_drawn(name, text):
    for block in blocks(text):
        assert read_picture(block).game.name in games()
        assert drawn(tuple(block), "dark").startswith("<svg")


def test_both_languages_explain_the_same_words():
    found = [text_file(f"glossary.{language}.md") for language in LANGUAGES]
    pictures = [[line for block in blocks(text) for line in block if "caption" not in line] for text in found]
    assert pictures[0] == pictures[1]
    assert len({len(re.findall(r"^\*\*", text, re.MULTILINE)) for text in found}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages(client, language):
    paths = ["/learn", "/learn/glossary", "/learn/history", "/learn/hex/strategy"]
    paths += [f"/learn/{name}" for name in lesson_names()]
    for path in (*paths, *(f"/rules/{name}" for name in OURS)):
        answer = client.get(path, params={"language": language})
        assert answer.status_code == 200, path
        assert f'<html lang="{language}"' in answer.text
        assert "{{" not in answer.text
        for source in re.findall(r'<img src="([^"]+)"', answer.text)[:1]:
            picture = client.get(source.replace("&amp;", "&"))
            assert picture.headers["content-type"] == "image/svg+xml"


def test_markdown_is_only_ever_text():
    evil = "# <b>\n\n<script>alert(1)</script> [x](javascript:alert(1)) [y](//evil.org) `<i>`\n\n"
    evil += "- a <u>\n\n| <a> |\n|---|\n| <b> |\n"
    made = html(evil, lambda lines: "")
    assert set(re.findall(r"<(\w+)", made)) == {
        "h1",
        "p",
        "code",
        "ul",
        "li",
        "div",
        "table",
        "thead",
        "tr",
        "th",
        "tbody",
        "td",
    }
    assert "href" not in made
    assert inline("[a](https://x.org/?a=1&b=2) **b** *c*") == (
        '<a href="https://x.org/?a=1&amp;b=2">a</a> <strong>b</strong> <em>c</em>'
    )
