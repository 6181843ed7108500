"""Requests of a browser: `POST /api/setup` on the first line, then the body. TABLE becomes a table's id."""

import json

from fuzz.server import server_of_next_visitor

TABLE = b'{"game": "hex", "options": {"size": 4}, "chairs": [{"name": "x"}, {"name": "y"}]}'


def check(data: bytes) -> None:
    server = server_of_next_visitor()
    head, _, body = data.partition(b"\n")
    method, _, path = head.decode("ascii", "replace").strip().partition(" ")
    path = path.strip().lstrip("/")
    method = method if method.isalpha() else "GET"
    if "TABLE" not in path:
        server.request(method, f"/{path}".encode(), body)
        return
    table = json.loads(server.request("POST", b"/api/tables", TABLE))
    server.request(method, f"/{path.replace('TABLE', table['id'])}".encode(), body)
    server.request("DELETE", f"/api/tables/{table['id']}".encode(), key=table["keys"][0].encode())
