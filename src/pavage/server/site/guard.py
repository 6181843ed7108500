"""Who may talk to the server, and what its answers allow: a middleware for pages and sockets alike.

The server may listen on this computer only, but any page in the user's browser can send requests here. So the
Host must be ours (a name that is made to point here is refused), and whatever changes something must
come from our own pages.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pavage.server import limits

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


class Guard:
    """Refuses strangers and writes the security headers."""

    def __init__(self, app: ASGIApp, public: str = "") -> None:
        """`public` is the address under which others reach this server, such as https://games.example."""
        self.app = app
        self.public = urlsplit(public)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        status, reason = self._refusal(scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        if not status:
            # Sockets have no headers to write, and send much.
            await self.app(scope, receive, send if scope["type"] == "websocket" else send_guarded)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
        else:
            await JSONResponse({"error": reason}, status)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        return refusal(scope, (*HOSTS, self.public.hostname or HOSTS[0]), self._origins(scope))

    def _origins(self, scope: Scope) -> tuple[str, ...]:
        """The sites whose pages may change something: our own, by the name it was asked for."""
        host = Headers(scope=scope).get("host", "")
        if self.public.hostname and _hostname(host) == self.public.hostname:
            return (f"{self.public.scheme}://{self.public.netloc}",)
        return (f"http://{host}",)


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
    if scope["type"] == "http" and writes:
        # A request to delete something has no body, and then no length.
        bodiless = scope["method"] == "DELETE" and "transfer-encoding" not in headers
        length = headers.get("content-length", "0" if bodiless else "")
        if not (length.isascii() and length.isdigit()):
            return 411, "the length of the request is missing"
        if int(length[:12]) > limits.BODY:
            return 413, "the request is too large"
    return 0, ""


def _hostname(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
