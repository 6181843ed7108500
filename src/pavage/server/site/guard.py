"""Who may talk to the server, and what its answers allow: a middleware for pages and sockets alike.

The server may listen on this computer only, but any page in the user's browser can send requests here. So the
Host must be ours (a name that is made to point here is refused), and whatever changes something must
come from our own pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pavage.server import limits
from pavage.server.site.addresses import Network, counted, is_among, real_address
from pavage.server.site.fair_queue import QueueFull
from pavage.server.site.metrics import logger
from pavage.server.site.throttle import Throttle, Timed

OPERATORS = ("/healthz", "/metrics")
"""What whoever runs the server asks: never kept waiting behind those who hammer from the same address."""
TOO_MANY = "so many requests wait already"
TOO_LARGE = "the request is too large"
HOSTS = ("127.0.0.1", "localhost", "::1")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


HOST = re.compile(r"(\[[0-9a-f.]*:[0-9a-f:.]*\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?", re.IGNORECASE)
"""A name or an address, and perhaps a port: nothing else may stand there. Only IPv6 stands in brackets."""
LAST_PORT = 65535


class Guard:
    """Refuses strangers and those who want too much, and writes the security headers."""

    def __init__(self, app: ASGIApp, public: str = "", proxies: Sequence[Network] = ()) -> None:
        """`public` is the address under which others reach this server, such as https://games.example.

        `proxies` may say for whom they speak.
        """
        self.app = app
        self.public = urlsplit(public)
        self.proxies = proxies
        self.throttle = Throttle()
        self.sockets = Counter[str]()
        """Open sockets by address."""
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        scope = self._from_whom(scope)
        status, reason = self._refusal(scope)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, reason)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-cache")
                if 400 <= message["status"] < 500:
                    scope["app"].state.metrics.refusals += 1
                if status or message["status"] == 413:
                    headers["connection"] = "close"  # the rest of the request is not read
            await send(message)

        if status:
            await JSONResponse({"error": reason}, status)(scope, receive, send_guarded)
        elif scope["path"].startswith(OPERATORS):
            await self.app(scope, _counting(receive), send_guarded)
        else:
            await self._in_turn(scope, _counting(receive), send_guarded)

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when it is its address's turn."""
        address = counted(scope["client"][0]) if scope.get("client") else ""
        try:
            await self.throttle.turn(address)
        except QueueFull:
            await JSONResponse({"error": TOO_MANY}, 429)(scope, receive, send)
            return
        work = Timed(self.app(scope, receive, send))
        try:
            await work
        finally:
            self.throttle.spend(address, work.seconds)

    async def _socket(self, scope: Scope, receive: Receive, send: Send, reason: str) -> None:
        """Sockets have no headers to write, and send much. There are so many for each address, and in all."""
        address = counted(scope["client"][0]) if scope.get("client") else ""
        if self.sockets[address] >= limits.SOCKETS_PER_ADDRESS or self.sockets.total() >= limits.SOCKETS:
            reason = reason or "so many pages are connected already"
        if not reason:
            try:
                await self.throttle.turn(f"sockets of {address}")
            except QueueFull:
                reason = TOO_MANY
        if reason:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
            return
        self.sockets[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    def _from_whom(self, scope: Scope) -> Scope:
        """The same request with the address of whoever sent it, if a proxy of ours says so."""
        peer = scope["client"][0] if scope.get("client") else ""
        forwarded = Headers(scope=scope).getlist("x-forwarded-for")
        if not forwarded:
            return scope
        if is_among(peer, self.proxies):
            return {**scope, "client": (real_address(peer, forwarded, self.proxies), 0)}
        if self.public.hostname and not self._warned:
            self._warned = True
            logger.warning("X-Forwarded-For is believed only from proxies that are named (--proxy)")
        return scope

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        return refusal(scope, (*HOSTS, self.public.hostname or HOSTS[0]), self._origins(scope))

    def _origins(self, scope: Scope) -> tuple[str, ...]:
        """The sites whose pages may change something: our own, by the name it was asked for."""
        host = Headers(scope=scope).get("host", "")
        if self.public.hostname and _hostname(host) == self.public.hostname:
            return (f"{self.public.scheme}://{self.public.netloc}",)
        return (f"http://{host}",)


def _counting(receive: Receive) -> Receive:
    """The same, that gives no more than the bytes a request may have, whatever it said of itself."""
    had = 0

    async def receive_counted() -> Message:
        nonlocal had
        message = await receive()
        had += len(message.get("body", b""))
        if had > limits.BODY:
            raise HTTPException(413, TOO_LARGE)
        return message

    return receive_counted


def refusal(scope: Scope, hosts: tuple[str, ...], origins: tuple[str, ...]) -> tuple[int, str]:
    """The status and the reason of a refusal, 0 if there is none."""
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if _hostname(host) not in hosts:
        return 421, "this server answers only to its own name"
    writes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
    origin = headers.get("origin")
    # Programs send no Origin; browsers always do where something could be changed.
    if writes and origin is not None and origin not in origins:
        return 403, "this request comes from another site"
    # A request to look at or delete something has no body, and then no length.
    bodiless = not writes or scope["type"] == "websocket" or scope["method"] == "DELETE"
    return _length_refusal(headers, bodiless)


def _length_refusal(headers: Headers, bodiless: bool) -> tuple[int, str]:
    """What is told of a body must be one number; a body in pieces tells none."""
    if "transfer-encoding" in headers and "content-length" in headers:
        return 400, "the request tells its length in two ways"
    length = headers.get("content-length", "0" if bodiless and "transfer-encoding" not in headers else "")
    if not (length.isascii() and length.isdigit()):
        return 411, "the length of the request is missing"
    if int(length[:12]) > limits.BODY:
        return 413, TOO_LARGE
    return 0, ""


def _hostname(host: str) -> str:
    """The name in a Host, without its port; empty if it is no Host that a browser would send."""
    found = HOST.fullmatch(host)
    if found is None or int(found[2] or 0) > LAST_PORT:
        return ""
    return found[1].strip("[]").lower()
