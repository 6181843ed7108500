"""One of three or more leaves a table: what is stored, who may do what afterwards, what everybody reads."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from tables import Page, serving, set_table, sit

from pavage.clock import parse_control
from pavage.games.polygo import PolyGo
from pavage.match import Match, MatchError
from pavage.server.acts import offered, refused
from pavage.server.messages import ChairWanted
from pavage.server.new_game.new_table import setting_of
from pavage.server.rooms.durable import DoesNotAddUp, told_again
from pavage.server.rooms.scene_json import scene_at
from pavage.server.rooms.seating import seats_json
from pavage.server.rooms.sentences import moves_json, prompt, said
from pavage.server.tables.permissions import all_people, asked, situation
from pavage.server.tables.table_log import TableLog
from pavage.store import Entry, Event
from pavage.words import words

PEOPLE = ({"name": "Ada"}, {"name": "Bo"}, {"name": "Cy"})
EASY = {"level": "easy"}


class Story:
    """A table of PolyGo, with all that was stored of it."""

    def __init__(self, *chairs: dict[str, Any], clock: str = "", relay: bool = False) -> None:
        game = PolyGo(board="S4x4", players=len(chairs))
        match = Match(game, parse_control(clock) if clock else None)
        wanted = [ChairWanted(**chair) for chair in chairs]
        keys = [None if chair.level else f"k{seat}" for seat, chair in enumerate(wanted)]
        self.setting = setting_of(match, wanted, keys)
        if relay:
            self.setting["relay"] = {"tournament": "t", "game": "1"}
        self.log = TableLog(self.setting)
        self.entries: list[Entry] = []

    def happen(self, kind: str, **data: Any) -> Story:
        event = self.log.happen(kind, self.log.t + 1, **data)
        self.entries.append(Entry(len(self.entries), 0, event))
        return self

    def leave(self, seat: int, reason: str = "resignation") -> Story:
        kind, data = self.log.leaving(seat, reason)
        return self.happen(kind, **data)

    def play(self, *cells: str) -> Story:
        for cell in cells:
            self.happen("move", move=[self.log.table.match.game.site(cell)])
        return self

    def again(self) -> TableLog:
        return told_again(TableLog, self.setting, self.entries, check=True)

    def refused(self, act: str, *you: int) -> str:
        return refused(act, situation(self.log, you, (0, 1, 2), known=bool(you)))

    def offered(self, act: str, *you: int) -> bool:
        return offered(situation(self.log, you, (0, 1, 2), known=bool(you)))[act]

    def line(self, *you: int, language: str = "en") -> str:
        match = self.log.table.match
        return said(self.log.table, scene_at(match, len(match.played)), words(language), you)

    def seats(self, language: str = "en") -> list[Any]:
        match = self.log.table.match
        scene = scene_at(match, len(match.played))
        return seats_json(self.log.table, scene, words(language), self.log.t)


# --- what is stored


def test_an_event_says_who_left_and_why_and_replays() -> None:
    story = Story(*PEOPLE).play("a1").leave(1).play("b2")
    event = story.entries[1].event
    assert event.kind == "out" and event.data["seat"] == 1 and event.data["reason"] == "resignation"
    again = story.again().table.match
    assert again.positions == story.log.table.match.positions and again.left == {1: "resignation"}
    assert again.outcome is None and again.turn == 0


def test_a_flag_lets_a_seat_leave_and_the_next_clock_runs() -> None:
    story = Story(*PEOPLE, clock="10s").play("a1")
    with pytest.raises(MatchError, match="not_over"):
        story.leave(1, "time")
    story.log.t += 10
    story.leave(1, "time")
    for log in (story.log, story.again()):
        match = log.table.match
        assert match.left == {1: "time"} and match.outcome is None and match.clock.running == 2


def test_a_draft_that_is_given_up_leaves_everybody_in() -> None:
    story = Story(*PEOPLE)
    draft = story.log.copy()
    draft.happen("out", 1.0, seat=2, reason="resignation")
    assert draft.table.match.out == {2} and not story.log.table.match.out


@pytest.mark.parametrize(
    "data",
    [
        *({"seat": seat, "reason": "resignation"} for seat in (3, -1, 1.5, None, "1")),
        {"seat": 0, "reason": "boredom"},
        {"seat": 0, "reason": "time"},
        {"seat": 0},
        {},
    ],
)
def test_an_event_that_cannot_have_happened_does_not_add_up(data: dict[str, Any]) -> None:
    story = Story(*PEOPLE)
    with pytest.raises(DoesNotAddUp):
        told_again(TableLog, story.setting, [Entry(0, 0, Event("out", {**data, "t": 1.0}))])


OLD = {
    "resign": {"seat": 0, "t": 4.0, "left": [6.0, 10.0, 10.0], "periods": [0, 0, 0]},
    "time": {"t": 11.0, "left": [0.0, 10.0, 10.0], "periods": [0, 0, 0]},
}
"""Events as they were stored when one of three ended the game by leaving."""


@pytest.mark.parametrize("kind", OLD)
def test_a_table_from_before_seats_could_leave_ends_as_it_did(kind: str) -> None:
    story = Story(*PEOPLE, clock="10s")
    full = {"left": [10.0, 10.0, 10.0], "periods": [0, 0, 0]}
    events = [
        Event(kind, OLD[kind]),
        Event("rematch", {"t": 12.0, **full}),
        Event("move", {"t": 13.0, "move": [0], "text": "a1", **full, "left": [9.0, 10.0, 10.0]}),
    ]
    entries = [Entry(seq, 0, event) for seq, event in enumerate(events)]
    log = told_again(TableLog, story.setting, entries[:1], check=True)
    outcome = log.table.match.outcome
    assert outcome is not None and outcome.returns == (0, 0.5, 0.5)
    assert outcome.reason == ("resignation" if kind == "resign" else "time") and not log.table.match.out
    assert log.series.scores() == [0, 0.5, 0.5]
    assert told_again(TableLog, story.setting, entries, check=True).table.match.turn == 1


def test_a_draw_from_before_seats_could_leave_is_shared_by_all() -> None:
    story = Story(*PEOPLE)
    event = Event("draw", {"t": 1.0})
    log = told_again(TableLog, story.setting, [Entry(0, 0, event)], check=True)
    assert log.table.match.outcome.returns == (1 / 3, 1 / 3, 1 / 3)


def test_in_a_game_of_two_the_events_are_as_ever() -> None:
    story = Story(*PEOPLE[:2])
    assert story.log.leaving(0, "resignation") == ("resign", {"seat": 0})
    assert story.log.leaving(0, "time") == ("time", {})


# --- who may do what


def test_who_is_out_is_not_asked_and_may_not_ask() -> None:
    story = Story(*PEOPLE).play("a1", "a2").leave(1).play("a3", "a4")
    assert asked(story.log, "undo", (0, 1, 2)) == asked(story.log, "draw", (0, 1, 2)) == {0, 2}
    assert asked(story.log, "rematch", (0, 1)) == {0, 1}, "for the next game as people who are here"
    assert story.refused("draw", 1) == story.refused("resign", 1) == "seat_is_out"
    assert story.refused("undo", 1) == "nothing_to_undo" and not story.offered("leave_seat", 1)
    assert all_people(story.log, (0, 2)) and not all_people(story.log, (0,))
    story.happen("offer", what="draw", seats=[0]).happen("draw")
    assert story.again().table.match.outcome.returns == (0.5, 0, 0.5)


def test_nothing_from_before_a_seat_left_is_undone() -> None:
    story = Story(*PEOPLE).play("a1", "a2").leave(2)
    assert story.refused("undo", 0) == story.refused("undo", 1) == "nothing_to_undo"
    story.play("a3")
    assert story.refused("undo", 0) == "" and story.refused("undo", 1) == "nothing_to_undo"
    story.happen("undo", seats=[0])
    assert story.again().table.match.out == {2}


def test_who_leaves_withdraws_what_was_asked() -> None:
    story = Story(*PEOPLE).play("a1").happen("offer", what="undo", seats=[0])
    assert story.leave(1).log.offers == {}


def test_a_computer_whose_program_forfeits_does_not_end_the_game() -> None:
    story = Story({"name": "Ada"}, EASY, EASY).play("a1").leave(1, "forfeit")
    assert story.again().table.match.outcome is None and story.log.owes
    assert offered(situation(story.log, (0,), (0,), True))["take_seat"], "the other computer's"


def test_the_table_ends_when_the_last_person_leaves() -> None:
    story = Story({"name": "Ada"}, EASY, {"name": "Cy"}, EASY)
    assert story.log.table.goes_on_without(0)
    story.leave(0)
    assert not story.log.table.goes_on_without(2)
    story.leave(2)
    outcome = story.again().table.match.outcome
    assert outcome is not None and outcome.returns == (0, 0.5, 0, 0.5) and outcome.reason == "resignation"


def test_programs_that_a_person_carries_go_on_without_one() -> None:
    story = Story({"name": "One"}, EASY, {"name": "Two"}, relay=True)
    story.leave(0).leave(2)
    assert story.again().table.match.outcome.returns == (0, 1, 0)


# --- what everybody reads


def test_the_seat_the_moves_and_the_line_say_who_left() -> None:
    story = Story(*PEOPLE, clock="10s").play("a1")
    story.leave(1)
    assert story.line(0).startswith("Bo has left the game.")
    assert story.line(1).startswith("You have left the game.")
    assert story.line(0, language="fr").startswith("Bo a abandonné la partie.")
    assert [(seat["out"], seat["why_out"]) for seat in story.seats()] == [
        (False, ""),
        (True, "resigned"),
        (False, ""),
    ]
    assert story.seats("fr")[1]["why_out"] == "abandon"
    assert [seat["aim"] for seat in story.seats()] == [
        "to have the most cells",
        "Blue",
        "to have the most cells",
    ]
    assert [move["text"] for move in moves_json(story.log.table.match, words("en"))] == ["a1", "resigned"]
    assert [move["text"] for move in moves_json(story.log.table.match, words("fr"))] == ["a1", "abandon"]
    story.play("b1")
    assert "Bo has left the game." in story.line(0), "who has not moved since is still to read it"
    assert "Bo" not in story.line(2)


@pytest.mark.parametrize(
    ("reason", "english", "french"),
    [
        ("time", "Bo has run out of time and is out", "Bo n’a plus de temps et quitte"),
        ("forfeit", "Bo has forfeited and is out", "Bo a déclaré forfait et quitte"),
    ],
)
def test_the_line_says_why_a_seat_left(reason: str, english: str, french: str) -> None:
    story = Story(*PEOPLE, clock="10s").play("a1")
    story.log.t += 10
    story.leave(1, reason)
    assert story.line(0).startswith(english) and story.line(0, language="fr").startswith(french)


def test_the_end_names_who_left_last() -> None:
    story = Story(*PEOPLE).leave(1).leave(2)
    match = story.log.table.match
    scene = scene_at(match, len(match.played))
    assert prompt(story.log.table, scene, words("en"), False, (0,)) == "You won: Cy resigned."


# --- through the server


@pytest.fixture
def client() -> Any:
    with serving() as client:
        yield client


def three(client: Any, chairs: Sequence[Any] = PEOPLE, **more: Any) -> str:
    return set_table(client, chairs, game="polygo", options={"board": "S4x4", "players": len(chairs)}, **more)


def test_two_play_on_when_one_of_three_resigns(client: Any) -> None:
    name = three(client)
    with sit(client, name) as a, sit(client, name) as b, sit(client, name) as c:
        ada, bo, cy = Page(a, seats=[0]), Page(b, seats=[1]), Page(c, seats=[2])
        assert bo.state["leaver"] == 1
        state = bo.after(act="resign")
        assert not state["over"] and state["seats"][1]["why_out"] == "resigned" and state["leaver"] is None
        assert not state["acts"]["resign"] and not state["mine"]
        ada.until(lambda state: state["seats"][1]["out"])
        ada.after(typed="a1")
        cy.until(lambda state: state["mine"])
        assert cy.state["leaver"] is None, "with two left, leaving ends the game"
        bo.until(lambda state: state["seq"] == cy.state["seq"])
        assert bo.send("refused", act="resign")["sentence"] == "This seat is no longer in the game."
        state = cy.after(act="resign")
        assert state["over"] and state["series"]["points"] == [1, 0, 0]
    record = client.get(f"/api/tables/{name}/record").text
    assert "result: 1 0 0 resignation" in record and "out:2" in record


def test_computers_play_on_with_the_last_two_people(client: Any) -> None:
    chairs = ({"name": "Ada"}, {"level": "random"}, {"name": "Cy"}, {"level": "random"})
    name = three(client, chairs)
    with sit(client, name) as a, sit(client, name) as c:
        ada, cy = Page(a, seats=[0]), Page(c, seats=[2])
        ada.after(act="resign")
        state = cy.until(lambda state: state["mine"])
        assert [move["seat"] for move in state["moves"]] == [0, 1]
        state = cy.after(act="resign")
        assert state["over"] and state["series"]["points"] == [0, 0.5, 0, 0.5]


def test_who_runs_out_of_time_is_out(client: Any) -> None:
    name = three(client, clock="1s")
    with sit(client, name) as a:
        page = Page(a)
        state = page.until(lambda state: state["seats"][0]["out"])
        assert state["seats"][0]["why_out"] == "out of time" and not state["over"]
        state = page.until(lambda state: state["over"])
        assert state["series"]["points"] == [0, 0, 1]


def test_a_seat_that_is_out_is_neither_left_to_a_computer_nor_taken(client: Any) -> None:
    name = three(client, ({"name": "Ada"}, {"name": "Bo"}, {"name": "Cy"}, {"level": "random"}))
    with sit(client, name) as a:
        page = Page(a)
        page.after(act="resign", seat=1)
        left = page.send("refused", act="leave_seat", seat=1, level="easy")
        assert left["sentence"] == "This seat is no longer in the game."
        assert not page.after(act="leave_seat", seat=2, level="random")["over"]


def test_any_story_replays_to_what_it_was() -> None:
    for seed in range(12):
        dice = random.Random(seed)
        story = Story(*PEOPLE, {"name": "Di"})
        while (match := story.log.table.match).outcome is None:
            if dice.random() < 0.1:
                story.leave(dice.choice(match.seats_in))
            else:
                story.happen("move", move=list(dice.choice(match.game.moves(match.position))))
        again = story.again()
        assert again.table.match.positions == match.positions and again.table.match.outcome == match.outcome
        assert again.table.match.played == match.played and again.series.scores() == story.log.series.scores()
