"""What browsers send: messages on a live socket, and requests. The application answers in here."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

from sqlalchemy import Engine, StaticPool, create_engine

from pavage.players.workers import Workers
from pavage.server import limits
from pavage.server.acts import ACTS
from pavage.server.app import create_app
from pavage.server.messages import NewTable
from pavage.server.site.metrics import Metrics
from pavage.store import Store
from pavage.store.engine import migrate
from pavage.store.writer import Work, Writer

from .parser import Parser
from .places import NAMES, SMALL, small, usual

R = TypeVar("R")
HEADERS = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json"), (b"accept-language", b"fr")]
PER = ("_PER_ADDRESS", "_PER_SEAT", "_PER_TABLE")
UNLIMITED = (
    "MESSAGES", "FRAMES", "WORK", "WORK_A_SECOND", "REQUEST_WORK", "REQUEST_WORK_A_SECOND", "MESSAGE_WORK",
)  # fmt: skip
"""How often something may be done is another question, and has its own tests."""


QUIET = ("asyncio", "pavage")
"""What these would log is noted as a failure (`Site.wrong`)."""


_within = False


@contextmanager
def apart() -> Iterator[None]:
    """Without limits and logs, for a while: other tests of the same process count and read the log."""
    global _within
    if _within:
        yield
        return
    before = {name: value for name, value in vars(limits).items() if name.endswith(PER) or name in UNLIMITED}
    loggers = [logging.getLogger(name) for name in QUIET]
    levels = [logger.level for logger in loggers]
    _within = True
    try:
        for name in before:
            setattr(limits, name, 10**9)
        for logger in loggers:
            logger.setLevel(logging.CRITICAL)
        yield
    finally:
        _within = False
        for name, value in before.items():
            setattr(limits, name, value)
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


class Never(ThreadPoolExecutor):
    """Searches that do not answer: only what is asked is tested here."""

    def submit(self, *work: Any, **more: Any) -> Future[Any]:
        return Future()


class AtOnce(ThreadPoolExecutor):
    """What would be done in another thread is done here and now: nobody waits for threads to take turns."""

    def submit(self, work: Any, /, *given: Any, **more: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*given, **more))
        except Exception as error:
            done.set_exception(error)
        return done


class WritesAtOnce(Writer):
    """As a store writes, without its thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def do(self, work: Work) -> Future[None]:
        done: Future[None] = Future()
        self._commit([(work, done)])
        return done

    def close(self) -> None:
        pass


def store_in_memory() -> Store:
    """A real one, in SQLite, whose one connection everybody shares."""
    options = {"check_same_thread": False}
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args=options)
    migrate(engine)
    store = Store(engine)
    store._writer.close()
    store._writer = WritesAtOnce(engine)
    return store


class OurMistake(Exception):
    """The server said so itself."""


class Site:
    """A server without a network: what it is sent, it is handed."""

    def __init__(self) -> None:
        self.store = store_in_memory()
        with apart():
            self.app = create_app(Workers(executor=Never(1)), pause=0.0, store=self.store)
        self.loop = asyncio.new_event_loop()
        self.loop.set_default_executor(AtOnce(1))
        self.wrong: list[BaseException] = []
        self.loop.set_exception_handler(lambda _, about: self._note(about))
        self.life = self.app.router.lifespan_context(self.app)  # kept: without it the server would close
        with apart():
            self.loop.run_until_complete(self.life.__aenter__())
        self.app.state.costly._apart = AtOnce(1)
        self._listen_to(self.app.state.metrics)

    def _listen_to(self, metrics: Metrics) -> None:
        """What the server calls its own mistake is one, however politely a page is told of it."""
        mistaken, failed = metrics.mistaken, metrics.failed

        def noted_mistake(path: str, error: BaseException) -> str:
            self.wrong.append(error)
            return mistaken(path, error)

        def noted_failure(table: str, error: BaseException) -> None:
            self.wrong.append(error)
            failed(table, error)

        metrics.mistaken, metrics.failed = noted_mistake, noted_failure  # type: ignore[method-assign]

    def _note(self, about: dict[str, Any]) -> None:
        self.wrong.append(about.get("exception") or OurMistake(about["message"]))

    def _scope(self, kind: str, path: bytes, **more: Any) -> dict[str, Any]:
        raw, _, query = path.partition(b"?")
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "headers": HEADERS,
            "root_path": "",
            "path": unquote_to_bytes(raw).decode("utf-8", "replace"), "raw_path": raw, "query_string": query,
            "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 80), **more,
        }  # fmt: skip

    def ask(
        self, method: str, path: bytes, body: bytes = b"", headers: Sequence[tuple[bytes, bytes]] = ()
    ) -> tuple[int, bytes]:
        """One request; an exception that the application did not expect is raised."""
        scope = self._scope("http", path, method=method, scheme="http")
        scope["headers"] = [*HEADERS, (b"content-length", b"%d" % len(body)), *headers]
        coming = iter([{"type": "http.request", "body": body, "more_body": False}])
        status, parts = 0, []

        async def receive() -> dict[str, Any]:
            return next(coming, None) or await asyncio.Future()

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        self.run(self.app(scope, receive, send))
        return status, b"".join(parts)

    def talk(self, table: str, messages: Iterator[str]) -> list[dict[str, Any]]:
        return self.converse(f"/api/tables/{table}/live".encode(), messages)

    def converse(self, path: bytes, messages: Iterator[str]) -> list[dict[str, Any]]:
        """A page that sends all this to a socket and then goes away; what it was told."""
        told: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if not told:
                told.append({})
                return {"type": "websocket.connect"}
            await asyncio.sleep(0)  # whoever sends gets a turn too
            text = next(messages, None)
            if text is None:
                return {"type": "websocket.disconnect", "code": 1000}
            return {"type": "websocket.receive", "text": text}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                told.append(json.loads(message["text"]))

        scope = self._scope("websocket", path, scheme="ws", subprotocols=[])
        self.run(self.app(scope, receive, send))
        return told

    def run(self, work: Coroutine[Any, Any, R]) -> R:
        """What comes of some work of the server, unless it calls something its own mistake meanwhile."""
        self.wrong.clear()
        with apart():
            done = self.loop.run_until_complete(work)
        if self.wrong:
            raise self.wrong[0]
        return done

    def set_table(self, game: str) -> tuple[str, list[str]]:
        """As a page asks for it; requests are tested elsewhere."""
        told = self.run(self.app.state.rooms.open(_wanted(game), "127.0.0.1"))
        return told["id"], told["keys"]

    def remove(self, table: str) -> None:
        self.loop.run_until_complete(self.app.state.rooms.remove(table))


@cache
def _wanted(game: str) -> NewTable:
    chairs = [{"name": "x"}] * small(game).players
    wanted = {"game": game, "options": SMALL.get(game, {}), "chairs": chairs, "clock": "10m"}
    return NewTable.model_validate_json(json.dumps(wanted))


@cache
def site() -> Site:
    return Site()


MOST_MESSAGES = 16


def talk_on_socket(data: bytes) -> None:
    """The name of a game, then a message on each line, to a new table of it. SEQ and KEY are filled in."""
    head, *lines = data.decode("utf-8", "replace").split("\n")
    game = head if head in NAMES else NAMES[len(data) % len(NAMES)]
    with apart():
        _talk(site(), game, lines)


def _talk(here: Site, game: str, lines: list[str]) -> None:
    table, keys = here.set_table(game)
    try:
        room = here.loop.run_until_complete(here.app.state.rooms.get(table))
        hello = json.dumps({"hello": keys})

        def messages() -> Iterator[str]:
            yield hello
            for line in lines[:MOST_MESSAGES]:
                for number, key in enumerate(keys):
                    line = line.replace(f"KEY{number}", key)
                yield line.replace("SEQ", str(room.version))

        told = here.talk(table, messages())
        assert all(each["kind"] for each in told[1:])
    finally:
        here.remove(table)


def message_seeds() -> list[bytes]:
    found = []
    for name in NAMES:
        game = small(name)
        lines = [name]
        position = game.start()
        for _ in range(3):
            if game.outcome(position) is not None:
                break
            move = game.moves(position)[0]
            text = game.write(position, move)
            lines.append(json.dumps({"typed": text, "seq": 77}).replace("77", "SEQ"))
            lines.append(json.dumps({"touch": move[:1], "seq": 77}).replace("77", "SEQ"))
            lines.append('{"act": "undo", "seq": SEQ, "mark": "m"}')
            position = game.play(position, move)
        found.append("\n".join(lines).encode())
    acts = [f'{{"act": "{act}", "seq": SEQ}}' for act in ACTS]
    more = [
        '{"chat": "hé"}',
        '{"look": 0}',
        '{"analyse": 0}',
        '{"analyse": null}',
        '{"language": "en", "theme": "bw"}',
        '{"hello": ["KEY0"], "language": "fr", "name": "Eve"}',
        '{"typed": "a1", "touched": [3], "seq": SEQ}',
        '{"act": "leave_seat", "seat": 0, "level": "easy", "seq": SEQ}',
        '{"act": "take_seat", "seat": 0, "name": "Eve", "seq": SEQ}',
        '{"act": "accept", "what": "draw", "seq": SEQ}',
    ]
    return [*found, "\n".join(["hex", *acts]).encode(), "\n".join(["polygo", *more]).encode()]


MESSAGE = Parser(
    "message",
    talk_on_socket,
    message_seeds,
    [line + b"\n" for seed in message_seeds() for line in seed.split(b"\n")]
    + [
        b'"touched": [0, 1]',
        b'"touched": [1000000], ',
        b'"mark": "m", ',
        b'"seq": SEQ',
        b'"seq": 0',
        b"SEQ",
        b"KEY1",
    ],
    longest=3000,
    lines=lambda data: min(data.count(b"\n"), MOST_MESSAGES),
)


def send_request(data: bytes) -> None:
    """`POST /api/setup` on the first line, then the body. TABLE and KEY are filled in."""
    here = site()
    head, _, body = data.partition(b"\n")
    method, _, path = head.partition(b" ")
    table = here.set_table("hex")[0] if b"TABLE" in path else ""
    path = path.replace(b"TABLE", table.encode())
    word = method.decode("ascii", "replace").strip()
    try:
        status, answer = here.ask(word if word.isalpha() else "GET", b"/" + path.strip().lstrip(b"/"), body)
    finally:
        if table:
            here.remove(table)
    must_be_told(status, answer)


def must_be_told(status: int, answer: bytes) -> None:
    """It was done, or refused with a sentence."""
    assert 200 <= status < 500 or status == 503, f"{status}: {answer[:200]!r}"
    if status >= 400:
        assert answer, "an error without a sentence"


def request_seeds() -> list[bytes]:
    found = [b"GET " + path for path in (
        b"/", b"/api/games", b"/api/games/hex/preview?size=5&turn=90",
        b"/api/games/marienbad/preview?board=H3",
        b"/api/tables/TABLE/board.svg?turn=30&board=x", b"/api/tables/TABLE/record",
        b"/api/tables/TABLE/sheets/x.csv",
        b"/api/lessons/hex", b"/api/lessons/hex/1/board.svg?part=strategy", b"/learn/hex/strategy",
        b"/rules/hex/1.svg",
        b"/api/words?language=en", b"/healthz", b"/api/tournaments/x/games/1", b"/play/TABLE",
        b"/new?game=hex",
        b"/web/../app.py", b"/web/main.js", b"/learn/history/1.svg?theme=dark",
    )]  # fmt: skip
    for name in NAMES:
        game = usual(name)
        found.append(f"GET /api/games/{name}/preview".encode())
        found.append(b"POST /api/setup\n" + json.dumps({"game": name, "mover": 1, "turn": 30}).encode())
        pieces = [{"piece": 1, "cells": [0]}, {"piece": 2, "cells": [1]}]
        found.append(b"POST /api/setup\n" + json.dumps({"game": name, "pieces": pieces}).encode())
        text = {"game": name, "text": game.layout(game.start()), "ply": 1}
        found.append(b"POST /api/setup\n" + json.dumps(text).encode())
        found.append(
            b"POST /api/tables\n" + json.dumps({"game": name, "chairs": [{"name": "A"}] * 2}).encode()
        )
        step = {"touched": [3], "typed": "a1", "played": [[2]]}
        found.append(f"POST /api/lessons/{name}/1\n".encode() + json.dumps(step).encode())
    record = "pavage 1\ngame: hex\noption size: 5\nresult: *\n\na1 b2\n"
    found.append(b"POST /api/open\n" + json.dumps({"text": record}).encode())
    found.append(b"POST /api/open\n" + json.dumps({"text": "#5,a1b2"}).encode())
    found.append(b"POST /api/contests\n" + b'{"mode": "race", "names": ["A", "B"], "minutes": 5}')
    found.append(b"POST /api/relays\n" + b'{"game": "hex", "names": ["A", "B"]}')
    return found


REQUEST = Parser(
    "request",
    send_request,
    request_seeds,
    [b"GET ", b"POST ", b"DELETE ", b"/api/tables/TABLE", b"/api/setup\n", b"?turn=30", b"&board=R3",
    b'"pieces": [', b"%00",
     b'{"piece": 3, "cells": [0, 1, 2]},', b'"mover": 3, ', b'"text": "turn:1", ', b'"ply": 9, ',
     b'"played": [[0],[1]], ',
     b'"typed": "a1", ', b'"touched": [1, 2], ', b"&part=strategy", b"%ff", b"..",
     b'"options": {"size": 5}, ',
     b'"lots": true, ', b'"start": "red:a1 turn:2", ', b'"clock": "10m", ', b'"level": "easy"',
     b'"away": true',
     *(f'"game": "{name}", '.encode() for name in NAMES)],
    longest=4000,
)  # fmt: skip
PARSERS = (MESSAGE, REQUEST)
