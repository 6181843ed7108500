"""The page of a tournament: it stands alone, and every game of every kind can be replayed in it."""

import json
import re
from pathlib import Path

import pytest
from conftest import needs
from sampling import in_turn

from pavage.formats.record import read_record
from pavage.moments import moment_at
from pavage.registry import board_of, scene_of
from pavage.scene import Moment
from pavage.tournament.ledger import Fault, Result
from pavage.tournament.plan import plan_of
from pavage.tournament.playing import job_of, play
from pavage.tournament.report.film import Reel
from pavage.tournament.report.page import page
from pavage.tournament.schedule import schedule
from pavage.tournament.standings import standings
from pavage.view.style import resolve
from pavage.view.svg import GROUPS, picture, staged
from pavage.words import words


def played(game="hex", names="AB", games=2, **options):
    plan = plan_of(
        {
            "name": "<b>Quick</b> & easy",
            "game": game,
            "games": games,
            "options": options,
            "entrant": [{"name": name, "level": "random"} for name in names],
        },
        Path("quick.toml"),
    )
    results = {each.game: play(job_of(plan, each)) for each in schedule(plan, {}).fixtures}
    return plan, results


def replayed(reel, film):
    """Each position of a film as the script of the page would lay it on the board."""
    lying, stage = [], None
    for number, _, _, *changes in film["frames"]:
        if number != stage:
            stage, lying = number, [[] for _ in GROUPS]
        for group, change in zip(lying, changes, strict=True):
            if change:
                first, gone, *new = change
                group[first : first + gone] = new
        yield [[reel.texts[element] for element in group] for group in lying]


@pytest.mark.parametrize(
    ("game", "names", "options"),
    [
        ("hex", "AB", {"size": 4}),
        ("polygo", "ABC", {"board": "H3", "players": 3}),
        ("carreleurs", "AB", {}),
        ("blocs", "AB", {}),
        ("heinash", "AB", {}),
        ("labyrinthe", "AB", {}),
    ],
)
def test_a_film_shows_every_position(game, names, options):
    plan, results = played(game, names, 1, **options)
    result = next(iter(results.values()))
    reel = Reel(words("fr"))
    reel.shoot(result)
    match = read_record(result.record).match
    shown = list(replayed(reel, reel.films[0]))
    assert len(shown) == len(match.positions)
    for place in range(len(match.positions)):
        scene = scene_of(plan.game, moment_at(match, place))
        assert shown[place] == staged(board_of(plan.game, scene.board), scene), place


def test_a_stage_with_a_scene_is_the_picture():
    plan, results = played(size=4)
    match = read_record(next(iter(results.values())).record).match
    scene = scene_of(plan.game, Moment(match.position, outcome=match.outcome))
    board = board_of(plan.game, scene.board)
    alone = picture(board, scene)
    for elements in staged(board, scene):
        for element in elements:
            assert resolve(element, "light") in alone


def told(plan, results, language="en"):
    return page(plan, standings(plan, schedule(plan, results), results), words(language))


def test_the_page_needs_nothing_else():
    plan, results = played(size=3)
    text = told(plan, results)
    assert "&lt;b&gt;Quick&lt;/b&gt; &amp; easy" in text
    assert "<b>Quick" not in text
    assert not re.search(r'(src|href)="(?!#)', text), "nothing is loaded"
    assert "@import" not in text
    assert "url(" not in text
    assert "{{" not in text
    story = json.loads(re.search(r'id="story">(.*?)</script>', text, re.DOTALL)[1])
    assert len(story["films"]) == len(story["games"]) == 2


@pytest.mark.parametrize(
    ("language", "width", "scheme"), in_turn(["en", "fr"], [360, 1280], ["dark", "light"])
)
def test_in_the_browser(request, tmp_path, language, width, scheme):
    needs("chromium")
    browser = request.getfixturevalue("browser")
    from axe_playwright_python.sync_playwright import Axe

    plan, results = played(names="ABC", size=3)
    first = next(iter(results))
    bad = results[first]
    results[first] = Result(
        bad.game,
        bad.seats,
        bad.returns,
        bad.reason,
        bad.moves,
        bad.seconds,
        bad.record,
        (Fault(0, "crashed"),),
    )
    file = tmp_path / "page.html"
    file.write_text(told(plan, results, language), encoding="utf-8")
    moves = read_record(bad.record).match.played
    said = bad.seats[0] + {"en": ": crashed", "fr": "\u00a0: a planté"}[language]
    asked, wrong = [], []
    tab = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto(f"{file.as_uri()}#{first}")
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    assert tab.locator("#board .pieces > *").count() == 0
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#board .pieces > *").count() == 1
    tab.locator("#last").click()
    stones = {each.move for each in moves if each.text != "swap"}
    assert tab.locator("#board .pieces > *").count() == len(stones)
    assert tab.locator("#faults").inner_text() == said
    tab.locator("#back").click()
    assert tab.locator("#board .pieces > *").count() == len(stones) - 1
    tab.locator("#who").select_option("C")
    assert tab.locator("#games li:visible").count() == 4
    tab.locator("#games li:visible a").first.click()
    assert "C" in tab.locator("#what").inner_text()
    found = Axe().run(tab)
    assert found.violations_count == 0, found.generate_report()
    assert all(url.startswith(file.as_uri()) for url in asked)
    assert wrong == []
