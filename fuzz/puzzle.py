"""Requests to the puzzle maker: `check`, `others` or nothing on the first line, then the body."""

from fuzz.server import server_of_next_visitor

PATHS = {b"check": b"/api/puzzles/check", b"others": b"/api/puzzles/others"}
MAX_SECONDS = 4.0


def check(data: bytes) -> None:
    server = server_of_next_visitor()
    head, _, body = data.partition(b"\n")
    server.request("POST", PATHS.get(head, b"/api/puzzles"), body)
