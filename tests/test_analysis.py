"""Analysis: what a thought looks like on the board, who may ask for it, and when it is given up."""

import dataclasses
import time

import pytest
from playthroughs import small_game
from tables import AGAINST, Never, Page, serving, set_table, sit

from pavage.game import CHANCE
from pavage.games.hex import Hex
from pavage.players.analysis import FEW, NUMBERED, analysis_marks, expected, few_cells, ranked_cells, verdict
from pavage.players.thought import Thought
from pavage.registry import OURS, board_of, games, scene_of
from pavage.scene import Moment
from pavage.view.svg import picture
from pavage.view.text import draw
from pavage.words import LANGUAGES, words

GAME = Hex(size=5, swap="none")
START = GAME.start()


def cell(name):
    return GAME.tiling.names.index(name)


def thought(**more):
    policy = (((cell("c3"),), 0.6), ((cell("d2"),), 0.3), ((cell("a1"),), 0.099), ((cell("e5"),), 0.001))
    line = tuple((cell(name),) for name in ("c3", "b4", "c4", "b5", "d2", "e1", "a1"))
    return Thought(line[0], 0.62, policy, line, 100, **more)


# --- what it looks like


def test_heat_and_the_line_on_the_board():
    marks = analysis_marks(GAME, START, thought())
    heat = {mark.cells[0]: mark for mark in marks if mark.kind == "heat"}
    assert set(heat) == {cell("c3"), cell("d2")}, "what was hardly looked at stays white"
    assert not any(mark.text for mark in heat.values()), "a percentage is a chance and nothing else"
    ghosts = [(mark.text, mark.colour, *mark.cells) for mark in marks if mark.kind == "step"]
    wanted = ["1 red c3", "2 blue b4", "3 red c4", "4 blue b5", "5 red d2"]
    assert [f"{text} {colour} {GAME.tiling.names[at]}" for text, colour, at in ghosts] == wanted
    assert len(ghosts) == NUMBERED
    assert not any(mark.kind == "carrier" for mark in marks)


def test_a_line_ends_where_the_rules_end_it():
    line = ((cell("c3"),), (cell("c3"),), (cell("a1"),))
    assert [move for _, move in expected(GAME, START, line)] == [line[0]]


def test_the_carrier_lies_under_the_heat():
    proved = dataclasses.replace(
        thought(), value=0.0, proved=True, carrier=frozenset((cell("c3"), cell("c4"), cell("e5")))
    )
    carrier, *rest = analysis_marks(GAME, START, proved)
    assert (carrier.kind, carrier.colour) == ("carrier", "blue"), "the colour is the winner's"
    assert all(mark.kind != "carrier" for mark in rest)
    scene = dataclasses.replace(scene_of(GAME, Moment(START)), marks=(carrier, *rest))
    svg = picture(board_of(GAME), scene)
    assert svg.count('class="edge carrier"') == 1 and "heat-5" in svg and "tint-blue" in svg
    drawn = "\n".join(draw(board_of(GAME), scene, colour=False))
    assert "▒" in drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_in_words(language):
    say = words(language)
    told = {say(verdict(GAME, START, thought()))}
    for value in (0.0, 0.5, 1.0):
        told.add(say(verdict(GAME, START, dataclasses.replace(thought(), value=value, proved=True))))
    assert len(told) == 4 and all(each.endswith(".") and "{" not in each for each in told)


def test_shares_of_longer_moves_go_to_where_they_begin():
    long = Thought((3, 9), 0.5, (((3, 9), 0.5), ((3, 8), 0.25), ((4, 9), 0.25)))
    assert ranked_cells(GAME, long) == [(3, 0.75), (4, 0.25)]


def test_where_all_cells_are_alike_only_the_best_has_a_shade():
    flat = Thought((7,), 0.5, tuple(((each,), 0.026 if each == 7 else 0.025) for each in range(25)))
    assert [each for each, _ in few_cells(GAME, flat)] == [7]
    some = Thought((7,), 0.5, tuple(((each,), 1 / FEW) for each in range(FEW)))
    assert len(few_cells(GAME, some)) == FEW


@pytest.mark.parametrize("name", OURS)
def test_marks_for_every_game(name):
    """Whatever the moves of a game are like, a thought about them can be drawn and told."""
    game = small_game(games()[name])
    position = game.start()
    while position.turn == CHANCE:
        position = game.play(position, game.moves(position)[0])
    moves = list(game.moves(position))[:20]
    found = Thought(moves[0], 0.5, tuple((move, 1 / len(moves)) for move in moves), (moves[0],), 1)
    marks = analysis_marks(game, position, found)
    scene = scene_of(game, Moment(position))
    scene = dataclasses.replace(scene, marks=(*scene.marks, *marks))
    assert picture(board_of(game, scene.board), scene)
    assert draw(board_of(game, scene.board), scene, colour=False)
    assert all(words(language)(verdict(game, position, found)) for language in LANGUAGES)


# --- who may ask, at a table


def test_whoever_plays_alone_may_ask_about_any_position():
    with serving() as client, sit(client, set_table(client, size=3)) as socket:
        page = Page(socket)
        page.type("b2", "a1")
        assert page.state["acts"]["analyse"]
        for ply in (2, 1):
            page.socket.send_json({"analyse": ply})
            told = page.wait("analysis")
            assert (told["ply"], told["seq"]) == (ply, page.state["seq"])
            assert told["seat"] == ply % 2 and 0 <= told["value"] <= 1
            assert any(mark["kind"] == "heat" for mark in told["marks"]) or told["proved"]
            assert told["said"] and told["line"].startswith("Best line: ")
        socket.send_json({"language": "fr"})
        page.wait("state")
        told = page.send("analysis", analyse=2)
        assert told["line"].startswith("Meilleure suite"), "told again, not found again"


def test_nobody_asks_while_others_play():
    with serving() as client:
        name = set_table(client, size=3)
        with sit(client, name) as first, sit(client, name) as watching:
            ada, watcher = Page(first, seats=[0]), Page(watching, keys=[])
            for page in (ada, watcher):
                assert not page.state["acts"]["analyse"]
                assert "while somebody else plays" in page.send("refused", analyse=0)["sentence"]
            ada.send("state", act="resign")
            told = watcher.wait("state", lambda state: state["over"])
            assert told["acts"]["analyse"], "once it is over, everybody may"
            assert watcher.send("analysis", analyse=0)["ply"] == 0


def test_against_a_computer_one_may_ask():
    with serving() as client, sit(client, set_table(client, chairs=AGAINST, size=3)) as socket:
        assert Page(socket).state["acts"]["analyse"]


def test_at_the_end_the_position_before_the_last_move_is_analysed():
    options = {"size": 2, "swap": "none"}
    with serving() as client, sit(client, set_table(client, options=options)) as socket:
        page = Page(socket)
        page.type("a1", "b1", "a2")
        assert page.state["over"]
        last = page.send("analysis", analyse=3)
        assert (last["ply"], last["at"], last["seat"], last["value"], last["marks"]) == (3, 2, 0, 1.0, [])
        before = page.send("analysis", analyse=2)
        assert (before["ply"], before["seat"], before["value"]) == (2, 0, 1.0) and before["marks"]
        assert last["said"] == "Before the last move: Proved: Red wins." and last["line"] == before["line"]


def test_while_the_dice_roll_the_position_before_is_analysed():
    with serving() as client, sit(client, set_table(client, game="heinash", options={})) as socket:
        page = Page(socket)
        first = page.send("analysis", analyse=0)
        assert first["said"] == "There is no move to choose here yet. Go forward through the moves."
        assert "shares" not in first and page.send("analysis", analyse=1)["shares"]


# --- when it is given up


def searches(client):
    return client.app.state.metrics.searches


def settles(client, wanted):
    deadline = time.monotonic() + 60
    while searches(client) != wanted and time.monotonic() < deadline:
        time.sleep(0.02)
    return searches(client) == wanted


@pytest.mark.parametrize("message", [{"analyse": None}, {"look": 0}, {"typed": "a1", "seq": 1}])
def test_moving_on_stops_it(message):
    with serving(Never()) as client, sit(client, set_table(client)) as socket:
        page = Page(socket)
        page.type("c3")
        page.send("analysing", analyse=1)
        assert settles(client, 1)
        socket.send_json(message | ({"seq": page.state["seq"]} if "seq" in message else {}))
        assert settles(client, 0)


def test_closing_the_page_stops_it():
    with serving(Never()) as client:
        name = set_table(client)
        with sit(client, name) as socket:
            Page(socket).send("analysing", analyse=0)
            assert settles(client, 1)
        assert settles(client, 0)


def test_asking_again_stops_the_first():
    with serving(Never()) as client, sit(client, set_table(client)) as socket:
        page = Page(socket)
        page.type("c3")
        page.send("analysing", analyse=0)
        page.send("analysing", analyse=1)
        assert settles(client, 1)
