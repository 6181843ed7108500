"""Connections by raw sockets: what is half said, said twice, or never ends, costs the others nothing."""

import asyncio
import contextlib
import json
import logging
import signal
import socket
import struct
import threading
import time

import pytest
import uvicorn
from tables import PEOPLE, Page, ask, listening, serving, set_table, sit, start

from pavage.cli import main
from pavage.server import limits
from pavage.server.app import create_app
from pavage.server.site import addresses
from pavage.server.site.addresses import counted, read_proxies, real_address
from pavage.server.site.connections import Connections, protocols
from pavage.server.site.metrics import shortened, start_logging
from pavage.store import open_store

WISH = json.dumps({"game": "hex", "options": {"size": 5}, "chairs": list(PEOPLE)}).encode()
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@contextlib.contextmanager
def running(proxies=""):
    """A server as `pavage serve` makes one, in this process: its port, and its connections."""
    connections = Connections(read_proxies(proxies))
    http, pages = protocols(connections)
    config = uvicorn.Config(
        create_app(proxies=read_proxies(proxies)),
        port=0,
        http=http,
        ws=pages,
        ws_max_size=limits.FRAME,
        h11_max_incomplete_event_size=limits.HEAD,
        proxy_headers=False,
        log_level="error",
        timeout_graceful_shutdown=2,
    )
    with listening(config) as port:
        yield port, connections


def raw(port, *sent):
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    for part in sent:
        connection.sendall(part)
    return connection


def answer(connection):
    """All that comes until the server closes the connection, or it is reset."""
    told = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            told += part
    return told


def status(told):
    return int(told.split()[1])


def test_two_lengths_are_refused_and_nothing_more_is_read():
    with running() as (port, _):
        sent = raw(port, HEAD, b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n")
        pushed = 0
        with contextlib.suppress(OSError):
            for _ in range(64):
                sent.sendall(b"100000\r\n" + b"x" * 0x100000 + b"\r\n")
                pushed += 1
        assert pushed < 64, "the connection was closed"
        told = answer(raw(port, HEAD, b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"))
        assert status(told) == 400 and b"two ways" in told and b"content-security-policy" in told
        assert b"connection: close" in told.lower()


@pytest.mark.parametrize("method", ["GET", "DELETE", "POST"])
def test_a_body_in_pieces_is_refused_whatever_is_asked_for(method):
    with serving() as client:
        pieces = client.request(method, "/api/games", content=iter([b"x" * 99]))
        assert pieces.status_code == 411
        large = client.request(method, "/api/games", content=b"x" * (limits.BODY + 1))
        assert large.status_code == 413


@pytest.mark.parametrize("parts", [(b"zz\r\n",), (b"", b"zz\r\n"), (b"2\r\n{}\r\n", b"zz\r\n")])
def test_a_malformed_body_in_pieces_is_refused_and_no_mistake_of_ours(parts, caplog, monkeypatch):
    with caplog.at_level(logging.ERROR), running() as (port, _):
        monkeypatch.setattr(logging.getLogger("uvicorn.error"), "handlers", [caplog.handler])
        before = numbers(port)
        first, *others = parts
        sent = raw(port, HEAD, b"Transfer-Encoding: chunked\r\n\r\n" + first)
        for other in others:
            time.sleep(0.05)
            with contextlib.suppress(OSError):
                sent.sendall(other)
        told = answer(sent)
        assert status(told) in (400, 411) and told.count(b"HTTP/1.1") == 1
        after = numbers(port)
    assert after["pavage_refusals_total"] == before["pavage_refusals_total"] + 1
    assert after["pavage_failures_total"] == before["pavage_failures_total"]
    assert not caplog.records


def numbers(port):
    told = ask(f"http://127.0.0.1:{port}/metrics").splitlines()
    return {line.split()[0]: float(line.split()[1]) for line in told if not line.startswith("#")}


def test_bytes_are_counted_as_they_come(monkeypatch):
    """Whatever the guard believed: what comes is counted."""
    monkeypatch.setattr("pavage.server.site.guard._length_refusal", lambda *_: (0, ""))
    with serving() as client:
        many = iter([b"x" * 1000] * (2 * limits.BODY // 1000))
        told = client.post("/api/tables", content=many, headers={"content-type": "application/json"})
        assert told.status_code == 413 and told.headers["connection"] == "close"


def test_heads_and_bodies_have_deadlines(monkeypatch):
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.3)
    assert limits.ANSWER_SECONDS == 60.0 and limits.END_SECONDS == 5.0
    with running() as (port, connections):
        half = [
            raw(port),
            raw(port, b"GET / HT"),
            raw(port, HEAD),
            raw(port, HEAD, b"Content-Length: 99\r\n\r\n{"),
        ]
        whole = raw(port, HEAD, b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(WISH), WISH)
        assert status(answer(whole)) == 201
        for connection in half:
            answer(connection)  # would wait for ever: the time limit of the test is the only one
        assert not connections.guests


def test_a_slow_head_does_not_begin_anew_with_each_byte(monkeypatch):
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.5)
    with running() as (port, _):
        connection = raw(port)
        with pytest.raises(OSError):
            for byte in HEAD * 9:
                connection.sendall(bytes([byte]))
                time.sleep(0.05)


def test_an_answer_that_nobody_reads_ends(monkeypatch):
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.5)
    with running() as (port, connections):
        connection = raw(port)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        page = b"GET /api/games?language=en HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with contextlib.suppress(OSError):
            for _ in range(500):
                connection.sendall(page)
        while connections.guests:
            time.sleep(0.05)


def test_connections_per_address(monkeypatch):
    """Those that wait longest make place for the newest; whoever asks at once is answered."""
    monkeypatch.setattr(limits, "CONNECTIONS_PER_ADDRESS", 5)
    with running() as (port, connections):
        waiting = [raw(port, b"GET /") for _ in range(40)]
        for _ in range(3):
            got = raw(port, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert status(answer(got)) == 200
        assert len(connections.guests) <= 5
        for connection in waiting[:30]:
            assert answer(connection) == b""


def test_connections_in_all(monkeypatch):
    monkeypatch.setattr(limits, "CONNECTIONS", 4)
    with running(proxies="127.0.0.1") as (port, connections):
        for _ in range(20):
            raw(port, b"GET /")
        got = raw(port, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert status(answer(got)) == 200, "a proxy has no limit of its own, and all together have one"
        assert len(connections.guests) <= 4


def test_sockets_per_address_and_in_all(monkeypatch):
    for name in ("SOCKETS_PER_ADDRESS", "SOCKETS"):
        with monkeypatch.context() as patched, serving() as client:
            patched.setattr(limits, name, 2)
            table = set_table(client)
            with sit(client, table) as one, sit(client, table):
                one.receive_json()
                with pytest.raises(Exception) as refused, sit(client, table):
                    pass
                assert "so many pages" in str(refused.value.reason)
            with sit(client, table) as again:
                assert again.receive_json()["kind"] == "state", "they went, and their places are free"


HANDSHAKE = (
    b"GET /api/tables/%s/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_frames_that_say_nothing_are_counted():
    with running() as (port, _):
        table = json.loads(ask(f"http://127.0.0.1:{port}/api/tables", json.loads(WISH)))["id"].encode()
        ping = b"\x89\x80\x00\x00\x00\x00"
        one = raw(port, HANDSHAKE % table, ping * 3)
        assert one.recv(4096).startswith(b"HTTP/1.1 101")
        with contextlib.suppress(OSError):
            one.sendall(ping * 20 * limits.FRAMES)
        answer(one)  # closed, with or without a word


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example@127.0.0.1", "127.0.0.1/evil", "127.0.0.1 ", "127.0.0.1:", "a b", ""),
        *("127.0.0.1:65536", "127.0.0.1:99999", "[::1]:99999", "[127.0.0.1]"),
    ],
)
def test_a_host_is_a_name_and_perhaps_a_port(host):
    with serving() as client:
        for path in ("/", "/api/games"):
            assert client.get(path, headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:8000", "[::1]:65535", "[::1]", "LOCALHOST"])
def test_our_own_names(host):
    with serving() as client:
        assert client.get("/api/words", headers={"host": host}).status_code == 200


def test_the_server_ends_quickly_and_quietly_with_half_sent_requests(tmp_path):
    process, address = start(f"sqlite:///{tmp_path}/p.db")
    port = int(address.split(":")[2].strip("/"))
    table = json.loads(ask(f"{address}api/tables", json.loads(WISH)))["id"].encode()
    half = [raw(port, b"GET / HT") for _ in range(40)]
    half += [raw(port, HEAD, b"Content-Length: 99\r\n\r\n{") for _ in range(40)]
    page = raw(port, HANDSHAKE % table)
    page.recv(100)
    page_that_does_not_read = raw(port, HANDSHAKE % table)
    ask(f"{address}healthz")
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 0
    assert told == "", "nobody had to be waited for until patience ended, and nothing failed"
    assert half and page_that_does_not_read


# --- whose address counts


@pytest.mark.parametrize(
    "peer, forwarded, real",
    [
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["203.0.113.5, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["203.0.113.5", "198.51.100.1, 10.0.0.9"], "198.51.100.1"),
        ("10.0.0.1", ["10.0.0.8, 10.0.0.9"], "10.0.0.8"),
        ("10.0.0.1", ["evil, 10.0.0.9"], "10.0.0.9"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
    ],
)
def test_proxies_that_were_named_say_for_whom_they_speak(peer, forwarded, real):
    assert real_address(peer, forwarded, read_proxies("10.0.0.0/24, ::1")) == real


def test_a_household_counts_once():
    assert counted("2001:db8:1:2:3::4") == counted("2001:db8:1:2::9") != counted("2001:db8:1:3::9")
    assert counted("::ffff:192.0.2.1") == counted("192.0.2.1") == "192.0.2.1"
    assert counted("fe80::1%eth0") == "fe80::/64" and counted("testclient") == "testclient"
    assert addresses.is_this_computer("127.0.0.9") and not addresses.is_this_computer("192.0.2.1")


@pytest.mark.parametrize("proxies, statuses", [("127.0.0.1", [201, 201, 400]), ("", [201, 201, 400, 400])])
def test_tables_are_counted_by_the_address_that_a_named_proxy_tells(monkeypatch, proxies, statuses):
    monkeypatch.setattr(limits, "GAMES_PER_ADDRESS", 2)
    with running(proxies) as (port, _):

        def wish(address):
            lines = b"Content-Length: %d\r\nConnection: close\r\nX-Forwarded-For: %s\r\n\r\n" % (
                len(WISH),
                address.encode(),
            )
            return status(answer(raw(port, HEAD, lines, WISH)))

        told = [wish("2001:db8::1"), wish("2001:db8::2"), wish("2001:db8::3")]
        if proxies:
            assert wish("2001:db8:0:1::1") == 201, "another household"
        else:
            told.append(wish("198.51.100.1"))
        assert told == statuses


def test_a_proxy_that_is_none_is_told(capsys):
    assert main(["serve", "--proxy", "10.0.0.1,games", "--no-browser", "--lang", "en"]) != 0
    told = capsys.readouterr().err
    assert "--proxy" in told and "games" in told and len(told.splitlines()) == 1


# --- our own mistakes


def test_a_mistake_is_counted_logged_and_has_a_name(monkeypatch, caplog):
    def broken(*_):
        raise KeyError("nobody expected this")

    monkeypatch.setattr("pavage.server.app.preview", broken)
    with serving() as client:
        told = client.get("/api/games/hex/preview?language=en")
        assert told.status_code == 500
        assert told.headers["content-security-policy"] and told.headers["x-content-type-options"]
        reference = told.json()["reference"]
        assert reference in told.json()["error"]
        lines = [line for line in caplog.records if line.levelname == "ERROR"]
        assert [line.about["reference"] for line in lines] == [reference]
        assert "pavage_failures_total 1" in client.get("/metrics").text
        french = client.get("/api/games/hex/preview?language=fr").json()
        assert french["reference"] in french["error"] and "faute" in french["error"]


def test_who_goes_before_they_are_let_in_is_no_mistake_of_ours(monkeypatch):
    come, gone = threading.Event(), threading.Event()

    async def slowly(*_):
        come.set()
        while not gone.is_set():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)

    monkeypatch.setattr("pavage.server.all_rooms.Rooms.get", slowly)
    with running() as (port, _):
        page = raw(port, HANDSHAKE % b"x")
        assert come.wait(30)
        page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        page.close()
        gone.set()
        time.sleep(0.5)
        assert "pavage_failures_total 0" in ask(f"http://127.0.0.1:{port}/metrics")


def test_the_log_has_no_addresses_and_nothing_to_play_with(tmp_path):
    """Not even uvicorn's own lines: who knows the name of a room in a contest plays there."""
    process, address = start(f"sqlite:///{tmp_path}/p.db", "--log")
    port = int(address.split(":")[2].strip("/"))
    told = json.loads(ask(f"{address}api/contests", {"mode": "race", "names": ["Ada", "Bo"]}))
    rooms = [player["id"].encode() for player in told["players"]]
    for room in rooms:
        page = raw(port, HANDSHAKE % room)
        assert b" 101 " in page.recv(100)
        page.sendall(b"\x81\x81\x00\x00\x00\x00\xff")  # no UTF-8
        answer(page)
        answer(raw(port, b"\xff nonsense\r\n\r\n"))
    process.send_signal(signal.SIGTERM)
    _, log = process.communicate(timeout=30)
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["what"] for line in lines] == ["started", "ended"]
    assert not any(room.decode() in log for room in rooms)


def test_a_name_in_the_log_can_be_looked_for_and_not_used(monkeypatch, caplog):
    assert shortened("/api/tables/abcdefgh-jklmnop_rstuv/live") == "/api/tables/abcdefgh…/live"
    assert shortened("/api/games/hex/preview") == "/api/games/hex/preview"

    def broken(*_):
        raise KeyError("nobody expected this")

    with serving() as client:
        told = client.post("/api/contests", json={"mode": "race", "names": ["Ada", "Bo"]}).json()
        room = told["players"][0]["id"]
        monkeypatch.setattr("pavage.server.contests.contest_room.ContestRoom.sheet", broken)
        assert client.get(f"/api/tables/{room}/sheets/x.csv").status_code == 500
        (line,) = [line for line in caplog.records if line.levelname == "ERROR"]
        assert line.about["path"] == f"/api/tables/{room[:8]}…/sheets/x.csv"


def test_what_a_database_cannot_hold_is_no_failure(database):
    """PostgreSQL keeps no NUL: whoever sends one is refused, and the server is as well as before."""
    with open_store(database) as store, serving(store=store) as client:
        assert client.get("/api/tables/%00/record").status_code == 404
        table = set_table(client)
        with sit(client, table) as socket:
            page = Page(socket)
            socket.send_json({"touch": [3], "seq": 0, "mark": "\0"})
            assert "does not understand" in page.wait("refused")["sentence"]
            assert page.type("a1")["seq"] == 1
        with sit(client, "%00") as socket:
            assert socket.receive_json()["kind"] == "gone"
        assert "pavage_failures_total 0" in client.get("/metrics").text


def test_what_the_framework_says_is_said_in_our_words():
    with serving() as client:
        for method, path, body in (("POST", "/api/tables", b"[" * 9999), ("PUT", "/api/tables", b"{}")):
            for language, word in (("en", "does not understand"), ("fr", "ne comprend pas")):
                told = client.request(
                    method,
                    f"{path}?language={language}",
                    content=body,
                    headers={"content-type": "application/json"},
                )
                assert told.status_code in (400, 405) and word in told.json()["error"]


def test_a_mistake_on_a_socket_is_counted_too(monkeypatch, caplog):
    def broken(*_):
        raise KeyError("nobody expected this")

    with serving() as client:
        table = set_table(client)
        with sit(client, table) as socket:
            page = Page(socket)
            monkeypatch.setattr("pavage.server.rooms.base_room.BaseRoom.look", broken)
            socket.send_json({"look": 0})
            sentence = page.wait("refused")["sentence"]
            (line,) = [line for line in caplog.records if line.levelname == "ERROR"]
            assert line.about["reference"] in sentence
            page.type("a1")
        assert "pavage_failures_total 1" in client.get("/metrics").text


@pytest.mark.parametrize(
    "body",
    [
        {"game": "hex", "options": {"size": "\u001e5"}},
        {"game": "marienbad", "options": {"board": "H26"}},
        {"game": "hex", "options": {"size": "5" * 5000}},
        {
            "record": "pavage 1\ngame: polygo\ntiling: "
            + json.dumps({"cells": [{"polygon": [[0, 0], [10**400, 0], [0, 1]]}]})
            + "\n\n"
        },
    ],
)
def test_what_was_a_mistake_of_ours_is_none(body):
    with serving() as client:
        for told in (
            client.post("/api/setup", json=body),
            client.post("/api/tables", json={**body, "chairs": list(PEOPLE)}),
        ):
            assert told.status_code < 500, told.text


@pytest.fixture
def logging_as_served():
    loggers = [logging.getLogger(name) for name in ("pavage", "uvicorn.error")]
    before = [(each, each.handlers, each.propagate, each.level) for each in loggers]
    start_logging(False)
    yield loggers[1]
    for each, handlers, propagate, level in before:
        each.handlers, each.propagate = handlers, propagate
        each.setLevel(level)


def test_an_answer_that_is_called_off_at_the_end_is_no_line_in_the_log(logging_as_served):
    """Before, each visitor of a server that was ended under load left a traceback of a hundred lines."""

    def is_written(error):
        about = (type(error), error, None)
        record = logging_as_served.makeRecord("", logging.ERROR, "", 1, "Exception in ASGI", (), about)
        return all(handler.filter(record) for handler in logging_as_served.handlers)

    assert is_written(KeyError("ours")) and not is_written(asyncio.CancelledError())
