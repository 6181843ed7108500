"""A bot at a table of the web app: it connects with the key of a seat, as a page does (docs/api.md)."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.request
from collections.abc import Callable
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from pavage.bots.client import Turn
from pavage.formats.record import MOST_CHARACTERS, read_record

WITHOUT_CLOCK = 30.0
"""Seconds that a bot is told it has where no clock runs."""
AGAIN = 1.0
"""Seconds to wait before it connects again."""
TRIES = 30
PATIENCE = 20.0

_LINK = re.compile(r"/play/([\w-]{22})")


class BadLink(ValueError):
    """An address that leads to no seat."""


def play_at(link: str, answer: Callable[[Turn], str], name: str = "") -> None:
    """Play at a table until its game is over; reconnects if the server goes away for a while."""
    parts = urlsplit(link)
    table = _LINK.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or table is None or not parts.fragment:
        raise BadLink(link)
    address = f"{parts.scheme}://{parts.netloc}/api/tables/{table[1]}"
    asyncio.run(_play(address, parts.fragment.split("."), answer, name))


async def _play(address: str, keys: list[str], answer: Callable[[Turn], str], name: str) -> None:
    socket_address = f"{address.replace('http', 'ws', 1)}/live"
    missed = 0
    while True:
        try:
            async with connect(socket_address, max_size=None) as socket:
                missed = 0
                await socket.send(json.dumps({"hello": keys, "name": name, "language": "en"}))
                if await _sit(socket, address, answer):
                    return
        except OSError:
            missed += 1
            if missed > TRIES:
                raise
        await asyncio.sleep(AGAIN)


async def _sit(socket: ClientConnection, address: str, answer: Callable[[Turn], str]) -> bool:
    """Answer every turn of ours; true once the game is over or the table gone."""
    answered = -1
    async for text in socket:
        told = json.loads(text)
        if told["kind"] == "gone" or (told["kind"] == "state" and told["over"]):
            return True
        if told["kind"] == "refused":
            answered = -1  # what the game had moved on from is asked again with the state that follows
        if told["kind"] != "state" or not told["mine"] or told["seq"] == answered:
            continue
        answered = told["seq"]
        record = await asyncio.to_thread(_fetch, f"{address}/record")
        match = read_record(record).match
        if match.outcome is not None or match.turn not in told["you"]:
            answered = -1
            continue
        left = told["seats"][match.turn].get("left")
        turn = Turn(match, match.turn, float(left) if left is not None else WITHOUT_CLOCK)
        said = await asyncio.to_thread(answer, turn)
        if said == "resign":
            wish: dict[str, object] = {"act": "resign", "seat": match.turn}
        else:
            wish = {"typed": said, "touched": []}
        await socket.send(json.dumps({**wish, "seq": told["seq"]}))
    return False


def _fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read(4 * MOST_CHARACTERS).decode())
