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

ENDS = ("done", "none", "pass")
"""Buttons that end a move: without them a hand at random may never come to an end."""


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
        for group in groups if moves else ():
            if race:
                for pupil in group:
                    self.type(pupil, *(f"{cell}{'+' if pupil % 2 else '-'}" for cell in ("a1", "b2", "c3")))
            else:
                self.play(group, moves, seed=group[0])

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
            made, seq = -1, 0
            first: list[int] = []
            touched: list[int] = []
            while made < moves:
                told = json.loads(socket.recv(30))
                if told["kind"] == "state" and (told["mine"] or told["over"]):
                    made, scene = len(told["moves"]), told["scene"]
                    if told["over"] or made >= moves:
                        return
                    sites = [*scene["next"], *(button["site"] for button in scene["buttons"])]
                    ends = [button["site"] for button in scene["buttons"] if button["name"] in ENDS]
                    if ends and dice.random() < 0.5:
                        sites = ends
                    if not scene["touched"]:
                        first = sites
                    seq, touched = told["seq"], scene["touched"]
                elif told["kind"] == "refused":
                    sites = []
                else:
                    continue
                # A hand that cannot go on begins anew.
                touched = [*touched, dice.choice(sites)] if sites else [dice.choice(first)]
                socket.send(json.dumps({"touch": touched, "seq": seq}))

    def type(self, pupil: int, *moves: str) -> None:
        """Let a pupil write moves on a board of their own."""
        table, _ = self.table_of(pupil)
        with self._live(f"/api/tables/{table}/live") as socket:
            socket.send(json.dumps({"hello": []}))
            made = 0
            while made < len(moves):
                told = json.loads(socket.recv(30))
                if told["kind"] != "state" or len(told["moves"]) < made:
                    continue
                if len(told["moves"]) == made:
                    socket.send(json.dumps({"typed": moves[made], "seq": told["seq"]}))
                    made += 1
            while len(told.get("moves", ())) < made:
                told = json.loads(socket.recv(30))

    def resign(self, pupil: int) -> None:
        """Let a pupil give up, and wait until that is stored."""
        table, key = self.table_of(pupil)
        with self._live(f"/api/tables/{table}/live") as socket:
            socket.send(json.dumps({"hello": [key] if key else []}))
            asked = False
            while True:
                told = json.loads(socket.recv(30))
                if told["kind"] != "state" or not told["you"]:
                    continue
                if asked and not told["acts"]["resign"]:
                    return
                if not asked:
                    seat = {} if key == "" else {"seat": told["you"][0]}
                    socket.send(json.dumps({"act": "resign", "seq": told["seq"], **seat}))
                    asked = True

    def _live(self, path: str) -> Any:
        return connect(self.address.replace("http", "ws", 1) + path, max_size=None)
