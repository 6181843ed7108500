"""Connections: how many there may be, and how long each may take to say what it wants.

uvicorn waits for ever for the rest of a request, and answers whoever comes. Here every connection waits for
something (the head of a request, its body, our answer being read), each of these ends, and when there are too
many, those go first that wait longest and belong to the address that has most of them.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, cast

import h11
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pavage.server import limits
from pavage.server.site.addresses import Network, counted, is_among
from pavage.server.site.rate_limit import Pace

SWEEP = 0.5
"""Seconds between two looks at what has waited too long."""
FAREWELL = 0.3
"""Seconds that a page has to read that the server ends."""
POLICY_VIOLATION = 1008

Waiting = Literal["head", "body", "answer", "end"]
"""For the head of a request, for its body, for our answer to be made and read, for the last bytes to go."""


def patience(waiting: Waiting) -> float:
    """Seconds that a connection may wait for this."""
    return {
        "head": limits.HEAD_SECONDS,
        "body": limits.BODY_SECONDS,
        "answer": limits.ANSWER_SECONDS,
        "end": limits.END_SECONDS,
    }[waiting]


@dataclass(eq=False, slots=True)
class Guest:
    """A connection that is no socket of a page."""

    transport: asyncio.Transport
    address: str
    waiting: Waiting = "head"
    since: float = 0.0


@dataclass(eq=False)
class Connections:
    """All connections of this server."""

    proxies: Sequence[Network] = ()
    clock: Callable[[], float] = time.monotonic
    guests: dict[object, Guest] = field(default_factory=dict)
    ending: dict[object, Guest] = field(default_factory=dict)
    """Sockets of pages whose last bytes are on their way."""
    _sweeping: asyncio.TimerHandle | None = None

    def enter(self, connection: object, transport: asyncio.Transport) -> None:
        """Somebody connects; if there are too many, somebody who only waits has to go."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        # A proxy speaks for many: they are counted when it says for whom.
        address = "" if is_among(host, self.proxies) else counted(host)
        self.guests[connection] = Guest(transport, address, "head", self.clock())
        mine = sum(guest.address == address for guest in self.guests.values()) if address else 0
        if mine > limits.CONNECTIONS_PER_ADDRESS:
            self._send_away(address)
        elif len(self.guests) > limits.CONNECTIONS:
            self._send_away(self._crowding())
        self._watch()

    def end(self, connection: object, transport: asyncio.Transport) -> None:
        """The socket of a page is closed as soon as its last bytes are read."""
        self.ending[connection] = Guest(transport, "", "end", self.clock())
        self._watch()

    def waits(self, connection: object, waiting: Waiting) -> None:
        guest = self.guests.get(connection)
        if guest is not None and guest.waiting != waiting:
            guest.waiting, guest.since = waiting, self.clock()

    def leave(self, connection: object) -> None:
        self.guests.pop(connection, None)
        self.ending.pop(connection, None)

    def _crowding(self) -> str:
        """The address that has most connections."""
        return Counter(guest.address for guest in self.guests.values()).most_common(1)[0][0]

    def _send_away(self, address: str) -> None:
        """End what has waited longest there; what is being answered goes last."""
        here = [pair for pair in self.guests.items() if pair[1].address == address]
        connection, guest = min(here, key=lambda pair: (pair[1].waiting == "answer", pair[1].since))
        self.leave(connection)
        guest.transport.abort()

    def _watch(self) -> None:
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def _sweep(self) -> None:
        now = self.clock()
        for connection, guest in [*self.guests.items(), *self.ending.items()]:
            if guest.transport.is_closing():
                self.waits(connection, "end")
            if now - guest.since > patience(guest.waiting):
                self.leave(connection)
                guest.transport.abort()
        self._sweeping = None
        if self.guests or self.ending:
            self._watch()


class HttpConnection(H11Protocol):
    """A connection of uvicorn that does not wait for ever."""

    connections_here: ClassVar[Connections]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.connections_here.enter(self, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections_here.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP. The application may have the head already: what it answers goes nowhere."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        else:
            cast(FastAPI, self.config.app).state.metrics.refusals += 1
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # another answer has begun
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.connections_here.leave(self)
        super().handle_websocket_upgrade(event)

    def _look(self) -> None:
        """What is waited for now."""
        theirs, ours = self.conn.their_state, self.conn.our_state
        waiting: Waiting = "answer"
        if theirs is h11.SEND_BODY:
            waiting = "body"
        elif theirs is h11.IDLE and ours is h11.IDLE:
            waiting = "head"
        self.connections_here.waits(self, waiting)

    def shutdown(self) -> None:
        """The server ends: whoever has not said what they want gets no answer."""
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.transport.abort()
        else:
            super().shutdown()


class PageConnection(WebSocketsSansIOProtocol):
    """A socket of uvicorn that ends when it should, and is not kept busy with frames that say nothing."""

    connections_here: ClassVar[Connections]

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._frames = Pace(limits.FRAMES, self.loop.time())

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(FAREWELL, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections_here.leave(self)
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # it would wait for the rest to be read by somebody who does not answer

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if not self.disconnected:
            self.connections_here.end(self, self.transport)

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        """Messages are counted where they are read; here, what is no message."""
        if self._frames.take(self.loop.time(), limits.FRAMES, limits.FRAMES):
            return True
        if not self.transport.is_closing():
            self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": ""})
            self.transport.abort()
        return False


def protocols(connections: Connections) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The two kinds of connections of one server, for uvicorn."""
    kept = {"connections_here": connections}
    made = tuple(type(kind.__name__, (kind,), kept) for kind in (HttpConnection, PageConnection))
    return cast(tuple[type[asyncio.Protocol], type[asyncio.Protocol]], made)
