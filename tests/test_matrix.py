"""Who may do what: every route and every message of a socket, by everybody.

Routes are read off the application, messages off their types and acts off their list: one that is new and has
no row here fails. When each act is refused for other reasons is tested in tests/test_acts.py.
"""

import itertools
import secrets
from typing import get_args

import pytest
from starlette.routing import Mount, WebSocketRoute
from tables import Page, serving, sit

from pavage.formats.record import Record, write_record
from pavage.games.hex.rules import Hex
from pavage.match import Match
from pavage.server import limits
from pavage.server.acts import ACTS, PLAYS
from pavage.server.app import create_app
from pavage.server.classes import class_messages
from pavage.server.messages import Message
from pavage.store import open_store
from pavage.words import words

ROLES = (
    "nobody",
    "watcher",
    "other seat",
    "own seat",
    "forged key",
    "expired key",
    "key of another table",
    "operator",
    "carrier of the tournament",
    "player of a contest",
    "pupil of a class",
    "teacher of a class",
)
"""An operator has the computer and its files. The pages give nobody rights that a key does not."""
PLAYERS = ("own seat", "other seat")
"""Who acts at the table."""
KNOWN = (*PLAYERS, "expired key")
"""Who sits there or sat there: they may take away what they left."""

TOURNAMENT = """
name = "Class"
game = "hex"
games = 2
[options]
size = 3
swap = "none"
[[entrant]]
name = "Ada"
relay = true
[[entrant]]
name = "Blaise"
relay = true
"""


class Place:
    """A server with a table where somebody left a seat and took it again, another one, a relay, a contest."""

    def __init__(self, client, store):
        self.client, self.store = client, store

    def set(self):
        """New tables of all kinds; the key of each role."""
        post = self.client.post
        body = {"game": "hex", "options": {"size": 3, "swap": "none"}, "chairs": [{}, {}]}
        table, other = (post("/api/tables", json=body).json() for _ in range(2))
        relay = post("/api/relays", json={"tournament": "class"}).json()
        contest = post("/api/contests", json={"mode": "race", "names": ["", ""]}).json()
        led = post("/api/classes", json={}).json()
        self.code = led["code"]
        pupil = self.join("Ada").json()
        self.names = {
            "table": table["id"],
            "relay": relay["id"],
            "contest": contest["players"][0]["id"],
        }
        with sit(self.client, table["id"]) as socket:
            page = Page(socket, keys=[table["keys"][1]])
            page.after(act="leave_seat", seat=1, level="random")
            taken = page.send("key", act="take_seat", seat=1)["key"]
        self.keys = {
            "other seat": taken,
            "own seat": table["keys"][0],
            "forged key": secrets.token_urlsafe(16),
            "expired key": table["keys"][1],
            "key of another table": other["keys"][0],
            "carrier of the tournament": relay["keys"][0],
            "player of a contest": contest["players"][0]["id"],
            "pupil of a class": pupil["key"],
            "teacher of a class": led["key"],
        }
        return self

    def join(self, name):
        return self.client.post("/api/classes/join", json={"code": self.code, "name": name})

    @property
    def events(self):
        """All that anybody has done, anywhere. Clocks run by themselves: an earlier race may end now."""
        query = "SELECT kind FROM events WHERE kind <> 'passed'"
        with self.store.engine.connect() as connection:
            return sorted(kind for (kind,) in connection.exec_driver_sql(query))


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("matrix")
    (folder / "class.toml").write_text(TOURNAMENT, encoding="utf-8")
    before = limits.GAMES_PER_ADDRESS, limits.CLASSES_PER_ADDRESS
    limits.GAMES_PER_ADDRESS = limits.CLASSES_PER_ADDRESS = 10**9
    with (
        open_store(f"sqlite:///{folder}/pavage.db") as store,
        serving(store=store, tournaments=folder) as client,
    ):
        yield Place(client, store)
    limits.GAMES_PER_ADDRESS, limits.CLASSES_PER_ADDRESS = before


# --- routes

RECORD = write_record(Record(Match(Hex(size=3)), ("Ada", "Bo")))
NEW_TABLE = {"game": "hex", "options": {"size": 3}, "chairs": [{}, {}]}
FOR_EVERYBODY = {
    "GET /": ("/", None),
    "GET /new": ("/new", None),
    "GET /setup": ("/setup", None),
    "GET /view": ("/view", None),
    "GET /boards": ("/boards", None),
    "GET /relay": ("/relay", None),
    "GET /play/{name}": ("/play/{table}", None),
    "GET /play/{name}/{number}": ("/play/{table}/1", None),
    "GET /api/tables/{name}/games": ("/api/tables/{table}/games", None),
    "GET /api/tables/{name}/games/{number}": ("/api/tables/{table}/games/1", None),
    "GET /api/tables/{name}/games/{number}/record": ("/api/tables/{table}/games/1/record", None),
    "GET /api/tables/{name}/picture.svg": ("/api/tables/{table}/picture.svg", None),
    "GET /print": ("/print", None),
    "GET /api/print/{game}": ("/api/print/hex", None),
    "GET /api/print/{game}/preview": ("/api/print/hex/preview", None),
    "GET /api/print/{game}/sheet.{form}": ("/api/print/hex/sheet.pdf", None),
    "GET /class": ("/class", None),
    "GET /class/{name}": ("/class/BCDFG", None),
    "GET /tournaments": ("/tournaments", None),
    "GET /tournaments/{name}": ("/tournaments/class", None),
    "GET /learn": ("/learn", None),
    "GET /learn/learn.css": ("/learn/learn.css", None),
    "GET /learn/{name}": ("/learn/hex", None),
    "GET /learn/{name}/strategy": ("/learn/hex/strategy", None),
    "GET /learn/{text}/{number}.svg": ("/learn/glossary/0.svg", None),
    "GET /puzzle": ("/puzzle", None),
    "GET /learn/nombres/questions": ("/learn/nombres/questions", None),
    "POST /api/puzzles": ("/api/puzzles", {"board": "4x4", "seed": 1}),
    "POST /api/puzzles/check": ("/api/puzzles/check", {"line": "2x2/R1,1/C1,1/a1+"}),
    "POST /api/puzzles/others": ("/api/puzzles/others", {"rows": ["#.", ".#"]}),
    "GET /teach": ("/teach", None),
    "GET /teach/{name}": ("/teach/hex", None),
    "GET /teach/{name}/{number}.svg": ("/teach/hex/0.svg", None),
    "GET /rules/{name}": ("/rules/hex", None),
    "GET /rules/{name}/{number}.svg": ("/rules/hex/0.svg", None),
    "GET /healthz": ("/healthz", None),
    "GET /healthz/live": ("/healthz/live", None),
    "GET /healthz/ready": ("/healthz/ready", None),
    "GET /metrics": ("/metrics", None),
    "GET /api/openapi.json": ("/api/openapi.json", None),
    "HEAD /api/openapi.json": ("/api/openapi.json", None),
    "GET /api/words": ("/api/words", None),
    "GET /api/games": ("/api/games", None),
    "GET /api/games/{name}/preview": ("/api/games/hex/preview?size=3", None),
    "GET /api/games/{name}/tilings": ("/api/games/polygo/tilings", None),
    "GET /api/games/{name}/tilings/{code}.svg": ("/api/games/polygo/tilings/S7x7.svg", None),
    "GET /api/lessons": ("/api/lessons", None),
    "GET /api/lessons/{name}": ("/api/lessons/hex", None),
    "POST /api/lessons/{name}/{number}": ("/api/lessons/hex/0", {"played": []}),
    "GET /api/lessons/{name}/{number}/board.svg": ("/api/lessons/hex/0/board.svg", None),
    "GET /api/tables/{name}/board.svg": ("/api/tables/{table}/board.svg", None),
    "GET /api/tables/{name}/record": ("/api/tables/{table}/record", None),
    "GET /api/tournaments": ("/api/tournaments", None),
    "GET /api/tournaments/{name}": ("/api/tournaments/class", None),
    "GET /api/tournaments/{name}/board.svg": ("/api/tournaments/class/board.svg", None),
    "POST /api/tables": ("/api/tables", NEW_TABLE),
    "POST /api/contests": ("/api/contests", {"mode": "race", "names": ["", ""]}),
    "POST /api/classes": ("/api/classes", {}),
    "POST /api/relays": ("/api/relays", {"tournament": "class"}),
    "POST /api/setup": ("/api/setup", {"game": "hex", "options": {"size": 3}}),
    "POST /api/open": ("/api/open", {"text": RECORD}),
    "MOUNT /web": ("/web/main.js", None),
    "MOUNT /view": ("/view/board.css", None),
}
"""An example of each route that answers everybody alike, with whatever key."""
NOTHING_THERE = {
    "GET /api/tables/{name}/sheets/{sheet}.{ending}": "/api/tables/{table}/sheets/none.txt",
    "GET /api/tournaments/{name}/games/{game}": "/api/tournaments/class/games/none",
    "GET /api/tournaments/{name}/games/{game}/record": "/api/tournaments/class/games/none/record",
}
"""What everybody may ask for, and what is not there for anybody."""
BY_KEY = {
    "DELETE /api/tables/{name}": {
        "/api/tables/{table}": (KNOWN, 204, 403),
        "/api/tables/{relay}": (("carrier of the tournament",), 204, 403),
        "/api/tables/{contest}": (ROLES, 204, 403),  # who knows its name is its player
        "/api/tables/none": ((), 204, 404),
    },
    "DELETE /api/tables/{name}/chat": {
        "/api/tables/{table}/chat": (KNOWN, 204, 403),
        "/api/tables/{relay}/chat": (("carrier of the tournament",), 204, 403),
        "/api/tables/{contest}/chat": (ROLES, 204, 403),
        "/api/tables/none/chat": ((), 204, 404),
    },
    "POST /api/tables/{name}/result": {
        "/api/tables/{relay}/result": (("carrier of the tournament",), 400, 403),  # the game is not over
        "/api/tables/{table}/result": ((), 200, 404),
        "/api/tables/{contest}/result": ((), 200, 404),
    },
}
"""Addresses: who may, the answer to them, and the answer to all others."""
LED = {
    "POST /api/classes/acts": ("/api/classes/acts", {"act": "pause"}, 200),
    "GET /api/classes/results.csv": ("/api/classes/results.csv", None, 200),
    "DELETE /api/classes": ("/api/classes", None, 204),
}
"""What only the teacher of a class may: the class is the one to which the key belongs."""
BY_CODE = {"POST /api/classes/join"}
"""What the code on the wall is for, whatever key somebody has."""
SOCKETS = {"SOCKET /api/tables/{name}/live", "SOCKET /api/classes/live"}


def routes(found):
    """All routes, those of routers within too."""
    for route in found:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from routes(inner.routes)
        elif isinstance(route, Mount):
            yield f"MOUNT {route.path}"
        elif isinstance(route, WebSocketRoute):
            yield f"SOCKET {route.path}"
        else:
            yield from (f"{method} {route.path}" for method in route.methods)


def test_every_route_has_a_row():
    rows = [FOR_EVERYBODY, NOTHING_THERE, BY_KEY, LED, BY_CODE, SOCKETS]
    listed = list(itertools.chain(*rows))
    assert sorted(listed) == sorted(routes(create_app().routes))


def refused_first(allowed):
    """Those who change nothing, and then those after whom the tables are set anew."""
    return sorted(ROLES, key=lambda role: role in allowed)


def request(place, role, row, address, body=None):
    method = row.split()[0].replace("MOUNT", "GET")
    headers = {"x-pavage-key": place.keys[role]} if role in place.keys else {}
    return place.client.request(method, address.format(**place.names), json=body, headers=headers)


@pytest.fixture(scope="module")
def settled(place):
    return place.set()


@pytest.mark.parametrize("row", FOR_EVERYBODY)
def test_what_everybody_may(settled, row):
    address, body = FOR_EVERYBODY[row]
    answers = {role: request(settled, role, row, address, body).status_code for role in ROLES}
    assert set(answers.values()) <= {200, 201} and len(set(answers.values())) == 1, answers


@pytest.mark.parametrize("row", NOTHING_THERE)
def test_what_is_not_there(settled, row):
    answers = {role: request(settled, role, row, NOTHING_THERE[row]).status_code for role in ROLES}
    assert set(answers.values()) == {404}, answers


@pytest.mark.parametrize("row, address", [(row, address) for row in BY_KEY for address in BY_KEY[row]])
def test_what_needs_a_key(place, row, address):
    allowed, done, refused = BY_KEY[row][address]
    place.set()
    for role in refused_first(allowed):
        before = place.events
        with sit(place.client, place.names["table"]):
            body = {} if row.startswith("POST") else None
            answer = request(place, role, row, address, body)
        assert answer.status_code == (done if role in allowed else refused), (role, answer.text)
        if role not in allowed:
            assert place.events == before, "nothing was changed"
            assert place.client.get(f"/api/tables/{place.names['table']}/record").status_code == 200
        else:
            place.set()


@pytest.mark.parametrize("row", LED)
def test_what_the_teacher_of_a_class_may(place, row):
    address, body, done = LED[row]
    place.set()
    for role in refused_first(("teacher of a class",)):
        before = place.events
        answer = request(place, role, row, address, body)
        expected = {"teacher of a class": done, "pupil of a class": 403}.get(role, 404)
        assert answer.status_code == expected, (role, answer.text)
        if role != "teacher of a class":
            assert place.events == before, "nothing was changed"
            assert place.join(role).status_code == 200, "the class is still there"


CLASS_ACTS = {
    "propose": {"game": "hex"},
    "begin": {"round": 0, "game": "hex", "groups": []},
    "pause": {},
    "chat": {"on": True},
    "go_on": {},
    "seat_waiting": {},
    "show": {},
    "take_out": {"pupil": 0},
    "hand_back": {"pupil": 0},
}
"""What each act of a class needs beside its name, by everybody but the teacher always refused."""


def test_every_act_of_a_class_has_a_row():
    kinds = get_args(get_args(class_messages.Act)[0])
    named = [name for kind in kinds for name in get_args(kind.model_fields["act"].annotation)]
    assert sorted(named) == sorted(CLASS_ACTS)


@pytest.mark.parametrize("name", CLASS_ACTS)
def test_only_the_teacher_leads_a_class(place, name):
    place.set()
    wanted = {"act": name, **CLASS_ACTS[name]}
    for role in refused_first(("teacher of a class",)):
        before = place.events
        answer = request(place, role, "POST", "/api/classes/acts", wanted)
        if role == "teacher of a class":
            assert answer.status_code in (200, 400), answer.text
        else:
            assert answer.status_code == (403 if role == "pupil of a class" else 404), (role, answer.text)
            assert place.events == before, "nothing was changed"


def test_who_comes_to_a_class_needs_its_code(place):
    place.set()
    assert place.join("Bo").status_code == 200
    for code in ("", "AEIOU", place.keys["teacher of a class"], place.keys["pupil of a class"]):
        body = {"code": code[:32], "name": "Cem"}
        assert place.client.post("/api/classes/join", json=body).status_code == 404


@pytest.mark.parametrize("role", ROLES)
def test_what_a_page_of_a_class_is_shown(settled, role):
    kinds = {"teacher of a class": "class", "pupil of a class": "pupil"}
    with settled.client.websocket_connect("ws://127.0.0.1/api/classes/live") as socket:
        socket.send_json({"key": settled.keys.get(role, "")})
        assert socket.receive_json()["kind"] == kinds.get(role, "gone")


# --- messages

MESSAGES = {
    "Hello": ({"hello": []}, "anybody"),
    "Look": ({"look": 0}, "anybody"),
    "Speak": ({"language": "en"}, "anybody"),
    "Analyse": ({"analyse": 0}, ACTS["analyse"].who),
    "Touch": ({"touch": [4], "seq": 0}, PLAYS),
    "Typed": ({"typed": "b2", "seq": 0}, PLAYS),
    "Chat": ({"chat": "hello"}, ACTS["chat"].who),
    "Do": None,
}
"""Each type of message: an example, and who may send it. Those of `Do` are one for each act."""
SENT = {name: row for name, row in MESSAGES.items() if row} | {
    f"Do {name}": ({"act": name, "seq": 0}, act.who) for name, act in ACTS.items() if act.message == "act"
}
WHO = {PLAYS: PLAYERS, "whoever has a key of this table": KNOWN, "anybody": ROLES}
WATCHING = words("en")("web.table.watching")


def test_every_message_has_a_row():
    assert {kind.__name__ for kind in get_args(Message)} == MESSAGES.keys()
    assert {act.who for act in ACTS.values()} <= WHO.keys()


def told(place, role, table, message):
    """What a page with the key of a role is answered: why it is refused, empty if it is not."""
    with sit(place.client, place.names[table], "?language=en") as socket:
        page = Page(socket, keys=[])
        socket.send_json({"hello": [place.keys[role]] if role in place.keys else [], "language": "en"})
        page.wait("state")
        sent = {**message, "seq": page.state["seq"]} if "seq" in message else message
        socket.send_json(sent)
        socket.send_json({"look": 7})  # whatever comes before the answer to this is the answer to that
        answers = []
        while not answers or answers[-1]["kind"] != "look":
            answers.append(socket.receive_json())
            if message == {"look": 0}:
                break
        return [each["sentence"] for each in answers if each["kind"] == "refused"]


@pytest.mark.parametrize("name", SENT)
def test_every_message_by_everybody(place, name):
    message, who = SENT[name]
    place.set()
    for role in refused_first(WHO[who]):
        before = place.events
        refused = told(place, role, "table", message)
        if role in WHO[who]:
            assert WATCHING not in refused, role
            if who != "anybody":
                place.set()
        else:
            assert refused == [WATCHING], role
            assert place.events == before, "nothing has happened"


@pytest.mark.parametrize("name", SENT)
def test_every_message_at_a_relay(place, name):
    message, who = SENT[name]
    place.set()
    for role in ("nobody", "own seat", "carrier of the tournament"):
        before = place.events
        refused = told(place, role, "relay", message)
        if who == "anybody" or role == "carrier of the tournament":
            assert WATCHING not in refused, role
        else:
            assert refused == [WATCHING] and place.events == before, role


@pytest.mark.parametrize("name", SENT)
def test_every_message_at_a_contest(place, name):
    """Whoever knows the name of the room is the player; others cannot find it."""
    message, _ = SENT[name]
    place.set()
    assert WATCHING not in told(place, "nobody", "contest", message)
    with sit(place.client, secrets.token_urlsafe(16)) as socket:
        assert socket.receive_json()["kind"] == "gone"
