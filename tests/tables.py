"""Pages at tables, for the tests of the server: they send, and read on to the message they wait for."""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import Future, ThreadPoolExecutor

import uvicorn
from fastapi.testclient import TestClient

from pavage.players.search_queue import Places
from pavage.players.workers import Workers
from pavage.server.app import create_app

OURS = "http://127.0.0.1"
PEOPLE = ({"name": "Ada"}, {"name": "Bo"})
AGAINST = ({"name": ""}, {"name": "", "level": "random"})

SERVE = [sys.executable, "-m", "pavage", "serve", "--no-browser", "--port", "0", "--lang", "en"]
KEYS = {}
"""The keys of the tables that were set, as the browser that set them keeps them."""


class Never(ThreadPoolExecutor):
    """Workers that never answer."""

    def submit(self, *work):
        return Future()


def serving(executor=None, places=None, **options):
    workers = Workers(executor=executor or ThreadPoolExecutor(4), places=places or Places.on(2))
    app = create_app(workers, **{"pause": 0.0, **options})
    return TestClient(app, base_url=OURS, raise_server_exceptions=False)


@contextlib.contextmanager
def listening(config):
    """The port of a server that runs in a thread of this process."""
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.02)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)


def set_table(client, chairs=PEOPLE, size=5, game="hex", options=None, **more):
    options = {"size": size} if options is None else options
    answer = client.post(
        "/api/tables", json={"game": game, "options": options, "chairs": list(chairs), **more}
    )
    assert answer.status_code == 201, answer.text
    told = answer.json()
    KEYS[told["id"]] = told["keys"]
    return told["id"]


def sit(client, name, query=""):
    return client.websocket_connect(f"ws://127.0.0.1/api/tables/{name}/live{query}")


class Page:
    """A page at a table. It shows the keys of all seats, or of those it is given."""

    def __init__(self, socket, seats=None, keys=None, **hello):
        self.socket = socket
        self.state = self.wait("state")
        table = str(socket.scope["path"]).split("/")[3]
        if keys is None:
            held = KEYS.get(table, [])
            keys = [key for seat, key in enumerate(held) if key and (seats is None or seat in seats)]
        if keys:
            self.socket.send_json({"hello": keys, **hello})
            self.wait("state", lambda state: state["you"])

    def wait(self, kind, until=lambda message: True):
        for _ in range(200):
            message = self.socket.receive_json()
            if message["kind"] == "state":
                self.state = message
            if message["kind"] == kind and until(message):
                return message
        raise AssertionError(f"no {kind}")

    def send(self, kind, **message):
        if "touch" in message or "act" in message or "typed" in message:
            message.setdefault("seq", self.state["seq"])
        self.socket.send_json(message)
        return self.wait(kind)

    def after(self, seq=None, **message):
        """Send, and wait until the game has changed, whatever else is told meanwhile."""
        now = self.state["seq"] if seq is None else seq
        message.setdefault("seq", now)
        self.socket.send_json(message)
        return self.wait("state", lambda state: state["seq"] > now)

    def until(self, true):
        """The newest state of which something is true."""
        return self.state if true(self.state) else self.wait("state", true)

    def type(self, *texts):
        """Type whole moves."""
        for text in texts:
            self.after(typed=text)
        return self.state

    def stones(self):
        return {piece["cell"]: piece["colour"] for piece in self.state["scene"]["pieces"]}


def start(database, *arguments):
    """A server of its own on this store, as people start it, and its address."""
    process = subprocess.Popen(
        [*SERVE, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PAVAGE_DATABASE": database},
    )
    return process, process.stdout.readline().split()[3]


def ask(address, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"content-type": "application/json"} if data else {})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()
