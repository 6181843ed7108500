"""Who may do what at a table, asked of stories directly: no socket, no page, no waiting."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from pavage.clock import parse_control
from pavage.game import Game
from pavage.games.hex import Hex
from pavage.games.polygo import PolyGo
from pavage.match import Match, MatchError
from pavage.phrase import Phrase
from pavage.registry import games, scene_of
from pavage.scene import Moment
from pavage.server.acts import offered
from pavage.server.acts import refused as refusal_of
from pavage.server.messages import ChairWanted, Do
from pavage.server.new_game.new_table import setting_of
from pavage.server.rooms.durable import Decision
from pavage.server.rooms.open_page import OpenPage
from pavage.server.rooms.seat_keys import hashed, link, new_key
from pavage.server.rooms.seating import alone, name_of, record_seats, resigning, seats_json
from pavage.server.tables import permissions
from pavage.server.tables.perform_act import perform
from pavage.server.tables.table_log import TableLog
from pavage.table import Chair, Table
from pavage.words import words

ADA, BO = {"name": "Ada"}, {"name": "Bo"}
AWAY = {"name": "", "away": True}
EASY = {"name": "", "level": "easy"}


def story(
    *chairs: dict[str, Any], game: Game[Any] | None = None, clock: str = "", relay: bool = False
) -> TableLog:
    """A table of these chairs; a person in seat 0 has the key k0."""
    match = Match(game or Hex(size=3, swap="none"), parse_control(clock) if clock else None)
    wanted = [ChairWanted(**chair) for chair in chairs]
    keys = [None if chair.level else f"k{seat}" for seat, chair in enumerate(wanted)]
    setting = setting_of(match, wanted, keys)
    if relay:
        setting["relay"] = {"tournament": "t", "game": "1"}
    return TableLog(setting)


def must_be_possible(told: TableLog, what: str, you: tuple[int, ...]) -> None:
    """Raises what a page would be told."""
    key = refusal_of(what, permissions.situation(told, you, (0, 1), known=bool(you)))
    if key:
        raise MatchError(key)


def may_be_helped(told: TableLog, you: tuple[int, ...]) -> bool:
    return not refusal_of("hint", permissions.situation(told, you, (0, 1), known=False))


def may_analyse(told: TableLog, you: tuple[int, ...]) -> bool:
    return not refusal_of("analyse", permissions.situation(told, you, (0, 1), known=False))


def play(told: TableLog, *cells: int) -> TableLog:
    for cell in cells:
        told.happen("move", told.t + 1, move=[cell])
    return told


def over(told: TableLog) -> TableLog:
    told.happen("resign", told.t + 1, seat=0)
    return told


def refused(key: str) -> Any:
    return pytest.raises(MatchError, match=f"^{key}$")


# --- keys


def test_keys_are_random_and_only_what_they_hash_to_is_kept() -> None:
    keys = {new_key() for _ in range(50)}
    assert len(keys) == 50 and all(len(key) == 22 for key in keys)
    assert hashed("é\ud800") == hashlib.sha256("é\ud800".encode("utf-8", "surrogatepass")).hexdigest()
    assert link("abc", ["x", "y"]) == "/play/abc#x.y" and link("abc", []) == "/play/abc"


def test_a_key_acts_for_its_person_wherever_they_sit() -> None:
    told = story(ADA, BO)
    assert told.seats_of([hashed("k0")]) == (0,) and told.seats_of([hashed("k1"), "nothing"]) == (1,)
    assert told.seats_of([hashed("k1"), hashed("k0")]) == (0, 1) and told.seats_of(["k0"]) == ()
    over(told).happen("rematch", 9)
    assert told.seats_of([hashed("k0")]) == (1,), "seats turn, keys stay with their people"


# --- who need not ask anybody


def test_who_acts_for_everybody() -> None:
    two, against = story(ADA, BO), story(ADA, EASY)
    assert permissions.all_people(two, (0, 1)) and not permissions.all_people(two, (0,))
    assert permissions.all_people(against, (0,)) and permissions.all_people(against, [0, 1])
    assert not permissions.all_people(against, ()) and not permissions.all_people(story(EASY, EASY), ())


def test_who_may_be_helped() -> None:
    assert may_be_helped(story(ADA, EASY), (0,))
    assert not may_be_helped(story(ADA, EASY, relay=True), (0,)), "programs play alone"
    assert not may_be_helped(story(ADA, BO), (0,))


def test_who_may_analyse() -> None:
    assert may_analyse(story(ADA, EASY), (0,)) and not may_analyse(story(ADA, BO), (0,))
    assert may_analyse(over(story(ADA, BO)), ()), "the game is over"
    assert not may_analyse(story(ADA, BO), ())


# --- asking and answering


def test_who_is_asked() -> None:
    told = story(ADA, BO)
    assert permissions.asked(told, "undo", (0,)) == permissions.asked(told, "draw", ()) == {0, 1}
    assert permissions.asked(told, "rematch", (0,)) == {0} and permissions.asked(told, "rematch", ()) == set()
    awaited = story(ADA, AWAY)
    assert permissions.asked(awaited, "undo", (0, 1)) == permissions.asked(awaited, "rematch", (0, 1)) == {0}
    assert permissions.asked(story(EASY, ADA), "undo", (1,)) == {1}


def test_a_question_is_answered_by_those_it_was_put_to() -> None:
    told = story(ADA, BO)
    assert permissions.answerable(told, (0, 1), (0, 1)) == []
    told.happen("offer", 1, what="undo", seats=[0])
    assert permissions.answerable(told, (1,), (0, 1)) == ["undo"]
    for nobody in ((), (0,), (0, 1)):
        assert permissions.answerable(told, nobody, (0, 1)) == [], "not oneself, and not those who watch"
    told.happen("offer", 2, what="draw", seats=[1])
    assert permissions.answerable(told, (0,), (0, 1)) == ["draw"]
    three = story(ADA, BO, {"name": "Cy"}, game=PolyGo(board="S3x3", players=3))
    three.happen("offer", 1, what="draw", seats=[0])
    three.happen("offer", 2, what="draw", seats=[1])
    assert (
        permissions.answerable(three, (2,), ()) == ["draw"] and permissions.answerable(three, (1,), ()) == []
    )


def test_which_question_an_answer_is_about() -> None:
    told = story(ADA, BO)
    with refused("web.table.nothing_asked"):
        permissions.must_be_asked(told, (1,), (0, 1), "")
    told.happen("offer", 1, what="undo", seats=[0])
    assert permissions.must_be_asked(told, (1,), (0, 1), "") == "undo"
    assert permissions.must_be_asked(told, (1,), (0, 1), "undo") == "undo"
    with refused("web.table.nothing_asked"):
        permissions.must_be_asked(told, (1,), (0, 1), "draw")
    told.happen("offer", 2, what="draw", seats=[0])
    assert permissions.must_be_asked(told, (1,), (0, 1), "draw") == "draw"
    with refused("web.table.nothing_asked"):
        permissions.must_be_asked(told, (1,), (0, 1), "")


def test_nobody_is_asked_for_what_cannot_be_done() -> None:
    told = story(ADA, BO)
    for what, key in (("undo", "nothing_to_undo"), ("rematch", "web.not_over")):
        with refused(key):
            must_be_possible(told, what, (0,))
    must_be_possible(told, "draw", (0,))
    play(told, 0)
    must_be_possible(told, "undo", (0,))
    with refused("nothing_to_undo"):
        must_be_possible(told, "undo", (1,))
    over(told)
    must_be_possible(told, "rematch", (0,))
    with refused("over"):
        must_be_possible(told, "draw", (0,))
    told.happen("recorded", 9)
    for what in ("undo", "draw", "rematch"):
        with refused("over"):
            must_be_possible(told, what, (0,))


def test_a_draw_is_agreed_by_people_and_programs_do_not_play_again() -> None:
    with refused("web.table.no_draw"):
        must_be_possible(story(ADA, EASY), "draw", (0,))
    alone_at_it = story(ADA, game=games()["nombres"]())
    with refused("alone"):
        must_be_possible(alone_at_it, "draw", (0,))
    carried = story(ADA, BO, relay=True)
    must_be_possible(play(carried, 0), "undo", (0,))
    with refused("over"):
        must_be_possible(over(carried), "rematch", (0,))


# --- all at once


def granted(
    told: TableLog, you: tuple[int, ...], here: tuple[int, ...] = (0, 1), known: bool = False
) -> set[str]:
    acts = offered(permissions.situation(told, you, here, known))
    assert set(acts) == {
        *("undo", "draw", "rematch", "hint", "analyse", "resign", "move_now", "accept", "decline"),
        *("chat", "leave_seat", "take_seat"),
    }
    assert all(type(may) is bool for may in acts.values())
    return {act for act, may in acts.items() if may}


def test_what_a_page_may_do() -> None:
    told = story(ADA, BO)
    assert granted(told, ()) == set(), "who watches does nothing"
    assert granted(told, (0,)) == granted(told, (1,)) == {"resign", "chat", "leave_seat"}
    assert granted(told, (0, 1)) == {"resign", "chat", "leave_seat", "hint", "analyse"}
    play(told, 0)
    assert granted(told, (0,)) == {"resign", "chat", "leave_seat", "undo"}
    told.happen("offer", 5, what="undo", seats=[0])
    assert granted(told, (1,)) == {"resign", "chat", "leave_seat", "accept", "decline"}
    over(told)
    assert granted(told, (0,)) == {"undo", "rematch", "chat", "analyse"} and granted(told, ()) == {"analyse"}


def test_a_draw_is_offered_in_games_that_know_draws() -> None:
    assert "draw" in granted(story(ADA, BO, game=games()["polygo"]()), (0,))
    assert "draw" not in granted(story(ADA, BO), (0,)), "there is no draw in Hex"


def test_what_a_page_may_do_against_a_computer() -> None:
    told = story(ADA, EASY)
    assert granted(told, (0,)) == {"resign", "chat", "leave_seat", "hint", "analyse"}
    assert granted(told, (), known=True) == {"take_seat"} and granted(told, ()) == set()
    assert granted(story(ADA, BO), (), known=True) == set(), "no seat is a computer's"
    play(told, 0)
    assert granted(told, (0,)) == {"undo", "resign", "chat", "leave_seat", "analyse", "move_now"}


def test_what_whoever_carries_moves_for_programs_may_do() -> None:
    told = story(ADA, BO, relay=True)
    assert granted(told, (0, 1)) == {"resign", "chat"}


# --- who sits where


def test_who_gives_up() -> None:
    told = story(ADA, BO)
    assert resigning(told.table, (0, 1)) == 0 and resigning(told.table, (1,)) == 1
    assert resigning(told.table, ()) is None
    play(told, 0)
    assert resigning(told.table, (0, 1)) == 1 and resigning(told.table, (0,)) == 0
    assert resigning(over(told).table, (0, 1)) is None
    against = story(EASY, ADA)
    assert resigning(against.table, (0, 1)) == 1, "a computer does not"
    three = story(EASY, ADA, BO, game=PolyGo(board="S3x3", players=3))
    assert resigning(three.table, (1, 2)) is None, "two people, and neither is to move"


def seated(chairs: Sequence[Chair]) -> Table:
    return Table(Match(games()["hex"]()), tuple(chairs))


def test_names() -> None:
    en = words("en")
    chairs = [Chair(""), Chair("", "easy")]
    assert alone(chairs) and not alone([Chair("Ada"), Chair("")]) and not alone([chairs[1]])
    assert [name_of(seated(chairs), seat, en) for seat in (0, 1)] == [en("web.you"), en("web.computer.easy")]
    assert name_of(seated(chairs), 0, en, watching=True) == en("web.player", number=1)
    assert name_of(seated([Chair(""), Chair("")]), 1, en) == en("web.player", number=2)
    assert name_of(seated([Chair("Ada"), Chair("", "bot:mohex")]), 0, en) == "Ada"
    assert name_of(seated([Chair("Ada"), Chair("", "bot:mohex")]), 1, en) == "mohex"
    assert name_of(seated([Chair("Ada"), Chair("Deep", "hard")]), 1, en) == "Deep"
    assert record_seats([Chair("Ada"), Chair("x", "easy"), Chair("")]) == ("Ada", "easy", "player 3")


def test_computers_of_one_name_have_their_colour_in_it() -> None:
    game = Hex(size=3)
    both = [Chair("", "easy"), Chair("", "easy")]
    table = Table(Match(game), both)
    assert [name_of(table, seat, words("fr")) for seat in (0, 1)] == [
        "Rouge (ordinateur facile)",
        "Bleu (ordinateur facile)",
    ]
    for text in ("a2", "swap"):
        table.match.push(text)
    english = [name_of(table, seat, words("en")) for seat in (0, 1)]
    assert english == ["Blue (easy computer)", "Red (easy computer)"], "they have changed sides"
    named = Table(Match(game), [Chair("Deep", "easy"), Chair("Deep", "hard")])
    assert name_of(named, 0, words("en")) == "Red (Deep)"
    for others in ([Chair("", "easy"), Chair("", "hard")], [Chair("Ada"), Chair("Ada")]):
        assert not any("(" in name_of(seated(others), seat, words("en")) for seat in (0, 1))


def test_seats_as_a_page_shows_them() -> None:
    match = Match(Hex(size=3), parse_control("10s+3x5s"), now=0)
    table = Table(match, [Chair("Ada"), Chair("", "easy")])
    plain = scene_of(match.game, Moment(match.position))
    views = (
        replace(plain.seats[0], score="2", note=Phrase("colour.green"), aim=Phrase("colour.pink")),
        replace(plain.seats[1], score="", note=None, aim=None, out=True),
    )
    shown = seats_json(table, replace(plain, seats=views), words("en"), 4.0)
    assert [seat["name"] for seat in shown] == ["Ada", words("en")("web.computer.easy")]
    assert [(seat["left"], seat["periods"]) for seat in shown] == [(6, 3), (10, 3)]
    assert [(seat["turn"], seat["running"], seat["computer"], seat["out"]) for seat in shown] == [
        (True, True, False, False),
        (False, False, True, True),
    ]
    assert [(seat["colour"], seat["aim"], seat["score"], seat["note"]) for seat in shown] == [
        ("red", words("en")("colour.pink"), "2", words("en")("colour.green")),
        ("blue", words("en")("colour.blue"), "", ""),
    ]
    (untimed, _) = seats_json(seated(table.chairs), plain, words("en"), 4.0)
    assert (untimed["left"], untimed["periods"], untimed["running"]) == (None, 0, False)


# --- what is done when a page asks for it


class Room:
    """A table with nobody else there: what happens is written down, and done."""

    def __init__(self, told: TableLog, here: tuple[int, ...] = (0, 1)) -> None:
        self.log, self.here = told, frozenset(here)
        self.happened: list[tuple[str, str, dict[str, Any]]] = []
        self.asked_of_computers: list[str] = []
        self.fails = False
        say = self.asked_of_computers.append
        self.thinking = SimpleNamespace(move_now=lambda: say("move_now"), find_hint=lambda: say("find_hint"))

    @property
    def table(self) -> Table:
        return self.log.table

    def you(self, listener: OpenPage) -> tuple[int, ...]:
        return self.log.seats_of(listener.keys)

    def must_be_allowed(self, listener: OpenPage, act: str) -> None:
        now = permissions.situation(
            self.log, self.you(listener), self.here, bool(listener.keys & self.log.known)
        )
        if key := refusal_of(act, now):
            raise MatchError(key)

    async def decide(self, decision: Decision[TableLog], mark: str) -> bool:
        proposal = decision(self.log)
        if proposal is None:
            return False
        if self.fails:
            raise OSError("no disk")
        keys = {"keys": dict(proposal.keys)} if proposal.keys else {}
        self.happened.append((proposal.kind, mark, {**proposal.data, **keys}))
        self.log.happen(proposal.kind, self.log.t + 1, mark, **proposal.data)
        return True


def page(*keys: str) -> OpenPage:
    return OpenPage(words("en"), frozenset(map(hashed, keys)))


def act(room: Room, listener: OpenPage, wish: str, **more: Any) -> list[tuple[str, str, dict[str, Any]]]:
    """What happened because a page asked for this."""
    before = len(room.happened)
    more = {name: value for name, value in more.items() if value is not None}
    asked = Do(act=wish, seq=more.pop("seq", room.log.version), mark="m1", **more)
    asyncio.run(perform(room, room.thinking, listener, asked))  # type: ignore[arg-type]
    return room.happened[before:]


@pytest.mark.parametrize(
    "what",
    ["undo", "draw", "rematch", "accept", "decline", "resign", "leave_seat", "pause", "move_now", "hint"],
)
def test_who_watches_can_do_nothing(what: str) -> None:
    room = Room(story(ADA, BO))
    for listener in (page(), page("wrong")):
        with refused("web.table.watching"):
            act(room, listener, what)
    assert not room.happened and not room.asked_of_computers


def test_undo_is_asked_and_agreed() -> None:
    room = Room(play(story(ADA, BO), 0))
    assert act(room, page("k0"), "undo") == [("offer", "m1", {"what": "undo", "seats": [0]})]
    assert act(room, page("k1"), "accept", what="undo") == [("undo", "m1", {"seats": [0]})]
    with refused("nothing_to_undo"):
        act(room, page("k0"), "undo")
    both = Room(play(story(ADA, BO), 0))
    assert act(both, page("k0", "k1"), "undo") == [("undo", "m1", {"seats": [0, 1]})], "nobody else to ask"


def test_a_draw_is_offered_declined_and_agreed() -> None:
    room = Room(story(ADA, BO))
    act(room, page("k0"), "draw")
    with refused("web.table.nothing_asked"):
        act(room, page("k0"), "decline")
    assert act(room, page("k1"), "decline") == [("decline", "m1", {"what": "draw"})]
    with refused("web.table.nothing_asked"):
        act(room, page("k1"), "accept")
    act(room, page("k0"), "draw")
    assert act(room, page("k1"), "draw") == [("draw", "m1", {})]
    assert room.table.match.outcome.reason == "agreement"
    assert act(room, page("k0"), "rematch") == [("offer", "m1", {"what": "rematch", "seats": [0]})]
    left_alone = Room(over(story(ADA, BO)), here=(0,))
    assert act(left_alone, page("k0"), "rematch") == [("rematch", "m1", {})]


def test_one_resigns_for_oneself() -> None:
    room = Room(story(ADA, BO))
    for seat in (0, 2):
        with refused("web.table.not_your_seat"):
            act(room, page("k1"), "resign", seat=seat)
    assert act(room, page("k1"), "resign") == [("resign", "m1", {"seat": 1})]
    with refused("over"):
        act(room, page("k1"), "resign")
    three = Room(story(EASY, ADA, BO, game=PolyGo(board="S3x3", players=3)))
    with refused("web.table.not_your_seat"):
        act(three, page("k1", "k2"), "resign")
    assert act(three, page("k1", "k2"), "resign", seat=2) == [
        ("out", "m1", {"seat": 2, "reason": "resignation"})
    ]


def test_one_leaves_ones_own_seat_to_a_computer_that_is_named() -> None:
    room = Room(story(ADA, BO))
    for more in ({"seat": 1, "level": "easy"}, {"level": ""}, {"seat": 0}):
        with refused("web.table.not_your_seat"):
            act(room, page("k0"), "leave_seat", **more)
    with refused("web.table.not_your_seat"):
        act(room, page("k0", "k1"), "leave_seat", level="easy")
    with refused("web.table.not_your_seat"):
        act(Room(story(ADA, BO, relay=True)), page("k0"), "leave_seat", level="easy")
    assert act(room, page("k0"), "leave_seat", level="easy") == [
        ("leave", "m1", {"seat": 0, "level": "easy"})
    ]
    with refused("web.table.watching"):
        act(room, page("k0"), "undo")
    both = Room(story(ADA, BO))
    assert act(both, page("k0", "k1"), "leave_seat", seat=1, level="hard") == [
        ("leave", "m1", {"seat": 1, "level": "hard"})
    ]


def test_only_who_sat_here_takes_a_seat_and_gets_a_key_for_it() -> None:
    room = Room(story(ADA, BO))
    ada = page("k0")
    act(room, ada, "leave_seat", level="easy")
    with refused("web.table.watching"):
        act(room, page(), "take_seat", seat=0)
    for seat in (None, 1, 2):
        with refused("web.table.not_a_computer"):
            act(room, ada, "take_seat", seat=seat)
    ((kind, mark, data),) = act(room, ada, "take_seat", seat=0)
    assert (kind, mark, data["seat"], data["name"]) == ("take", "m1", 0, "Ada"), "called as before"
    assert data["keys"] == {data["hash"]: 0} and data["hash"] in ada.keys and hashed("k0") in ada.keys
    assert room.you(ada) == (0,)
    told = ada.queue.get_nowait()
    assert told.startswith('{"kind":"key","seat":0,"key":"')
    assert hashed(told.split('"key":"')[1].removesuffix('"}')) == data["hash"]


def test_a_taken_seat_has_the_name_that_is_given_and_the_person_of_the_series() -> None:
    room = Room(over(story(ADA, BO)))
    room.log.happen("rematch", 5)  # Bo has seat 0 now
    bo = page("k1")
    act(room, bo, "leave_seat", level="easy")
    ((_, _, data),) = act(room, bo, "take_seat", seat=0, name="Zoé")
    assert data["name"] == "Zoé" and list(data["keys"].values()) == [1]
    assert room.table.chairs[0] == Chair("Zoé")
    ((_, _, data),) = act(Room(story(ADA, EASY)), page("k0"), "take_seat", seat=1)
    assert data["name"] == "", "who has left no seat has no name from before"


def test_a_seat_that_could_not_be_stored_is_not_taken() -> None:
    room = Room(story(ADA, EASY))
    ada = page("k0")
    before, room.fails = ada.keys, True
    with pytest.raises(OSError, match="no disk"):
        act(room, ada, "take_seat", seat=1)
    assert ada.keys == before and ada.queue.empty()


def test_only_who_carries_moves_stops_the_clocks() -> None:
    carried = Room(story(ADA, BO, clock="10m", relay=True))
    carrier = page("k0", "k1")
    assert act(carried, carrier, "pause") == [], "it stands already"
    assert act(carried, carrier, "go_on") == [("go_on", "m1", {})] and act(carried, carrier, "go_on") == []
    assert act(carried, carrier, "pause") == [("pause", "m1", {})]
    over(carried.log)
    with refused("over"):
        act(carried, carrier, "go_on")
    for told in (story(ADA, BO, clock="10m"), story(ADA, BO, relay=True)):
        with refused("web.bad_message"):
            act(Room(told), carrier, "pause")


def test_hints_are_for_who_plays_alone_and_a_computer_may_be_hurried() -> None:
    room = Room(story(ADA, EASY))
    act(room, page("k0"), "hint")
    act(room, page("k0"), "move_now")
    assert room.asked_of_computers == ["find_hint", "move_now"] and room.happened == []
    with refused("web.table.no_hint"):
        act(Room(story(ADA, BO)), page("k0"), "hint")
