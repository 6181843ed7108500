"""A class over the network, as programs lead it: pupils come, rounds begin, hands play at random.

The browser tests of a class and the pictures of its wall begin with it.
"""

from __future__ import annotations

import contextlib
import json
import random
import urllib.request
from collections.abc import Sequence
from typing import Any

from websockets.sync.client import connect

ALONE = ("nombres",)
"""Games for one: a class can only race them."""


class Classroom:
    """One class of a server."""

    def __init__(self, address: str) -> None:
        self.address = address
        opened = self._ask("/api/classes", {})
        self.key, self.code = opened["key"], opened["code"]
        self.pupils: list[str] = []
        """The key of each pupil."""
        self.rounds = 0

    @property
    def teacher(self) -> str:
        """The secret link, as a path."""
        return f"/class/teacher#{self.code}.{self.key}"

    @property
    def wall(self) -> str:
        return f"/class/projector#{self.code}.{self.key}"

    def _ask(self, path: str, body: object) -> Any:
        headers = {"content-type": "application/json", "x-pavage-key": getattr(self, "key", "")}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def come(self, *names: str) -> None:
        for name in names:
            joined = self._ask("/api/classes/join", {"code": self.code, "name": name})
            self.pupils.append(joined["key"])

    def act(self, name: str, **more: object) -> Any:
        return self._ask("/api/classes/acts", {"act": name, **more})

    def begin(self, game: str, groups: Sequence[Sequence[int]], **more: object) -> None:
        """Begin a round; a race waits for `go_on`."""
        self.act("begin", round=self.rounds, game=game, groups=groups, **more)
        self.rounds += 1

    def play_round(self, game: str, groups: Sequence[Sequence[int]], moves: int = 6, **more: object) -> None:
        """Begin a round of any game and make some moves at each table."""
        race = game in ALONE
        self.begin(game, groups, **({"mode": "race"} if race else {}), **more)
        if race:
            self.act("go_on")
        boards = [[pupil] for group in groups for pupil in group] if race else groups
        for board in boards if moves else ():
            self.play(board, moves, seed=board[0])

    def table_of(self, pupil: int) -> tuple[str, str]:
        """Where a pupil plays, and the key of their seat."""
        with self._live("/api/classes/live") as socket:
            socket.send(json.dumps({"key": self.pupils[pupil]}))
            while True:
                told = json.loads(socket.recv(30))
                if told.get("table"):
                    return told["table"], told["key"]

    def play(self, pupils: Sequence[int], moves: int, seed: int = 7) -> None:
        """Let the pupils of a table make so many moves, each touching any cell or button it may."""
        dice = random.Random(seed)
        at = [self.table_of(pupil) for pupil in pupils]
        with contextlib.ExitStack() as closing:
            socket = closing.enter_context(self._live(f"/api/tables/{at[0][0]}/live"))
            socket.send(json.dumps({"hello": [key for _, key in at if key]}))
            made = -1
            while made < moves:
                told = json.loads(socket.recv(30))
                if told["kind"] != "state" or not (told["mine"] or told["over"]):
                    continue
                made = len(told["moves"])
                if told["over"] or made >= moves:
                    return
                site = dice.choice(told["scene"]["next"])
                touched = [*told["scene"]["touched"], site]
                socket.send(json.dumps({"touch": touched, "seq": told["seq"]}))

    def _live(self, path: str) -> Any:
        return connect(self.address.replace("http", "ws", 1) + path, max_size=None)
