"""A class with four pupils: `act {…}`, `join {…}`, `open {…}` or `hello {…}` on each line.

TEACHER, PUPIL and CODE are filled in; an act may be a pupil's: `act PUPIL {…}`.
"""

import json

from fuzz.harness import text_of
from fuzz.server import Server, server_of_next_visitor

PATHS = {b"open": b"/api/classes", b"join": b"/api/classes/join"}
MAX_LINES = 12
MAX_SECONDS = 4.0


def check(data: bytes) -> None:
    server = server_of_next_visitor()
    opened = json.loads(server.request("POST", b"/api/classes", b"{}"))
    teacher, code = opened["key"].encode(), opened["code"].encode()
    joins = [b'{"code": "%b", "name": "%b"}' % (code, name) for name in (b"Ada", b"Bo", b"Eve", b"Flo")]
    joined = [json.loads(server.request("POST", b"/api/classes/join", join)) for join in joins]
    pupil = joined[0]["key"].encode()
    for line in data.split(b"\n")[:MAX_LINES]:
        line = line.replace(b"TEACHER", teacher).replace(b"PUPIL", pupil).replace(b"CODE", code)
        send(server, line, teacher)
    server.request("DELETE", b"/api/classes", key=teacher)


def send(server: Server, line: bytes, key: bytes) -> None:
    word, _, body = line.partition(b" ")
    if word == b"hello":
        server.talk(b"/api/classes/live", text_of(body).split("\t"), lambda text, _: text)
        return
    if word == b"act" and not body.startswith(b"{"):
        key, _, body = body.partition(b" ")
    key = bytes(byte for byte in key if 33 <= byte < 127)  # what a header may hold
    server.request("POST", PATHS.get(word, b"/api/classes/acts"), body, key)
