"""Messages on the socket of a table: the name of a game, then a message on each line.

SEQ becomes the number of the newest state, KEY0 and KEY1 the keys of the seats.
"""

import json

from fuzz.bot import SMALL
from fuzz.harness import text_of
from fuzz.server import server_of_next_visitor
from pavage.registry import OURS, games

MAX_MESSAGES = 16


def check(data: bytes) -> None:
    server = server_of_next_visitor()
    game, *lines = text_of(data).split("\n")
    game = game if game in OURS else sorted(OURS)[len(data) % len(OURS)]
    options = SMALL.get(game, {})
    chairs = [{"name": "x"}] * games()[game](**options).players
    wanted = {"game": game, "options": options, "chairs": chairs, "clock": "10m"}
    table = json.loads(server.request("POST", b"/api/tables", json.dumps(wanted).encode()))
    path, keys = f"/api/tables/{table['id']}".encode(), table["keys"]

    def fill(line: str, seq: int) -> str:
        for seat, key in enumerate(keys):
            line = line.replace(f"KEY{seat}", key)
        return line.replace("SEQ", str(seq))

    server.talk(path + b"/live", [json.dumps({"hello": keys}), *lines[:MAX_MESSAGES]], fill)
    server.request("DELETE", path, key=keys[0].encode())
