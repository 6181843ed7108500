"""A bot at a table of the web app: it connects with the key of a seat, as a page does (docs/api.md)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK, InvalidHandshake, InvalidStatus

from pavage.bots.client import Turn
from pavage.formats.record import MOST_CHARACTERS, read_record
from pavage.phrase import PhrasedError

WITHOUT_CLOCK = 30.0
"""Seconds that a bot is told it has where no clock runs."""
AGAIN = 1.0
"""Seconds to wait before it connects again."""
TRIES = 30
REFUSALS = 20
PATIENCE = 20.0
"""Seconds to wait for a record."""
WELCOME = 10.0
"""Seconds in which the server must have found a seat for our key."""

_LINK = re.compile(r"/play/([\w-]{22})")


class RefusedMove(PhrasedError, ValueError):
    """The server refuses, again and again, what the bot wants to play."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, "cli.bot.refused", reason=reason.rstrip("."))


class BadLink(ValueError):
    """An address that leads to no seat."""


class Unreachable(PhrasedError, ConnectionError):
    """Nobody answers at this address: `before` says whether somebody did."""

    def __init__(self, address: str, before: bool) -> None:
        super().__init__(address, "cli.bot.gone" if before else "cli.bot.nobody", address=address)
        self.before = before


def play_at(link: str, answer: Callable[[Turn], str], name: str = "") -> None:
    """Play at a table until its game is over; reconnects if the server goes away for a while.

    Raises BadLink, Unreachable or RefusedMove.
    """
    try:
        parts = urlsplit(link)
        named = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets or a port that are none
        raise BadLink(link) from None
    table = _LINK.fullmatch(parts.path)
    if not named or table is None or not parts.fragment:
        raise BadLink(link)
    address = f"{parts.scheme}://{parts.netloc}/api/tables/{table[1]}"
    asyncio.run(_play(address, parts.fragment.split("."), answer, name))


async def _play(address: str, keys: list[str], answer: Callable[[Turn], str], name: str) -> None:
    socket_address = f"{address.replace('http', 'ws', 1)}/live"
    missed, before = 0, False
    while True:
        try:
            async with connect(socket_address, max_size=None) as socket:
                missed, before = 0, True
                # Whoever is turned away at once may hear that only afterwards: why, can still be read.
                with contextlib.suppress(ConnectionClosed):
                    await socket.send(json.dumps({"hello": keys, "name": name[:32], "language": "en"}))
                if await _sit(socket, address, answer):
                    return
        except InvalidStatus as refused:
            raise BadLink(str(refused)) from None
        except (OSError, ConnectionClosed, InvalidHandshake):
            missed += 1
            if missed > TRIES or not before:  # a server that was never there is a mistake in the link
                raise Unreachable(address.removesuffix(urlsplit(address).path), before) from None
        await asyncio.sleep(AGAIN)


async def _sit(socket: ClientConnection, address: str, answer: Callable[[Turn], str]) -> bool:
    """Answer every turn of ours; true once the game is over or the table gone."""
    answered, refusals, welcome = -1, 0, False
    state: dict[str, Any] = {"kind": ""}
    arrived = asyncio.get_running_loop().time()
    while True:
        try:
            told = await _heard(socket, None if welcome else WELCOME)
        except ConnectionClosedOK:
            return False
        welcome = welcome or bool(told.get("you"))
        late = asyncio.get_running_loop().time() - arrived >= WELCOME
        if not welcome and (late or told["kind"] == "gone"):
            raise BadLink(address)
        if _is_over(told):
            return True
        if told["kind"] == "refused":
            # Perhaps the game has moved on; perhaps the bot is wrong. It is asked again, but not for ever.
            answered, refusals = -1, refusals + 1
            if refusals > REFUSALS:
                raise RefusedMove(told["sentence"])
            told = state
        state = told if told["kind"] == "state" else state
        if told["kind"] != "state" or not told["mine"] or told["seq"] == answered:
            continue
        wish = await _wish(told, address, answer)
        answered = told["seq"] if wish else -1
        if wish:
            await socket.send(json.dumps({**wish, "seq": told["seq"]}))


async def _heard(socket: ClientConnection, timeout: float | None) -> dict[str, Any]:
    """What the server says next; of no kind if it is silent for that long."""
    try:
        text = await asyncio.wait_for(socket.recv(), timeout)
    except TimeoutError:
        return {"kind": ""}
    return json.loads(text) or {"kind": ""}


def _is_over(told: dict[str, Any]) -> bool:
    """Whether the game has ended or the table is gone."""
    return told["kind"] == "gone" or (told["kind"] == "state" and bool(told["over"]))


async def _wish(
    told: dict[str, Any], address: str, answer: Callable[[Turn], str]
) -> dict[str, object] | None:
    """What the bot does in this state; None where the game has gone on, and it is not its turn any more."""
    record = await asyncio.to_thread(_fetch, f"{address}/record")
    match = read_record(record).match
    if match.outcome is not None or match.turn not in told["you"]:
        return None
    left = told["seats"][match.turn].get("left")
    turn = Turn(match, match.turn, float(left) if left is not None else WITHOUT_CLOCK)
    said = await asyncio.to_thread(answer, turn)
    if said == "resign":
        return {"act": "resign", "seat": match.turn}
    return {"typed": said, "touched": []}


def _fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read(4 * MOST_CHARACTERS).decode())
