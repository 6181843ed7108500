"""A server without a network: requests and messages are handed to the application."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from ipaddress import IPv4Address
from typing import Any
from urllib.parse import unquote_to_bytes

from pavage.players.workers import Workers
from pavage.server.app import create_app

Message = dict[str, Any]
HEADERS = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json"), (b"accept-language", b"fr")]


class NoSearches(ThreadPoolExecutor):
    def submit(self, *work: Any, **more: Any) -> Future[Any]:
        return Future()


class Server:
    """The application with a store of its own, asked by one visitor after the other."""

    def __init__(self) -> None:
        self.app = create_app(Workers(executor=NoSearches(1)), pause=0.0)
        self.runner = asyncio.Runner()
        self.life = self.app.router.lifespan_context(self.app)  # closed when nothing refers to it
        self.runner.run(self.life.__aenter__())
        self.errors: list[Message] = []
        self.runner.get_loop().set_exception_handler(lambda _, context: self.errors.append(context))
        self.visitor = IPv4Address("10.0.0.0")

    def connect(
        self, scope: Message, path: bytes, incoming: AsyncIterator[Message], sent: list[Message]
    ) -> None:
        """Hand over a connection; fail on an error of the server, which a client may not see."""

        async def send(message: Message) -> None:
            sent.append(message)

        raw, _, query = path.partition(b"?")
        scope |= {"path": unquote_to_bytes(raw).decode("utf-8", "replace"), "raw_path": raw}
        scope |= {"query_string": query, "root_path": "", "http_version": "1.1", "asgi": {"version": "3.0"}}
        scope |= {"client": (str(self.visitor), 5), "server": ("127.0.0.1", 80)}
        self.errors.clear()
        failures = self.app.state.metrics.failures
        self.runner.run(self.app(scope, incoming.__anext__, send))
        assert self.app.state.metrics.failures == failures, "the server has logged an error of its own"
        assert not self.errors, self.errors

    def request(self, method: str, path: bytes, body: bytes = b"", key: bytes = b"") -> bytes:
        """The body of the answer: something is done, or refused in a sentence."""

        async def incoming() -> AsyncIterator[Message]:
            yield {"type": "http.request", "body": body, "more_body": False}
            await asyncio.Future()

        headers = [*HEADERS, (b"content-length", b"%d" % len(body)), (b"x-pavage-key", key)]
        sent: list[Message] = []
        scope = {"type": "http", "method": method, "scheme": "http", "headers": headers}
        self.connect(scope, path, incoming(), sent)
        status, answer = sent[0]["status"], b"".join(message.get("body", b"") for message in sent)
        assert 200 <= status < 500 or status == 503, f"{status}: {answer[:200]!r}"
        assert status < 400 or answer, "refused without a sentence"
        return answer

    def talk(self, path: bytes, texts: Sequence[str], fill: Callable[[str, int], str]) -> None:
        """Send texts to a socket and go away; `fill` gets each text and the newest `seq`."""
        sent: list[Message] = []

        async def incoming() -> AsyncIterator[Message]:
            yield {"type": "websocket.connect"}
            seq = before = 0
            for text in texts:
                for _ in range(8):  # most texts are answered, many of them after the store has written
                    if len(sent) == before:
                        await asyncio.sleep(0.0005)
                for message in sent[before:]:
                    seq = json.loads(message.get("text", "{}")).get("seq", seq)
                before = len(sent)
                yield {"type": "websocket.receive", "text": fill(text, seq)}
            yield {"type": "websocket.disconnect", "code": 1000}

        scope = {"type": "websocket", "scheme": "ws", "headers": HEADERS, "subprotocols": []}
        self.connect(scope, path, incoming(), sent)
        assert all(json.loads(message["text"])["kind"] for message in sent if "text" in message)


@cache
def server() -> Server:
    return Server()


def server_of_next_visitor() -> Server:
    """The server, for a new input: limits are counted by visitor, and have tests of their own."""
    server().visitor += 1
    return server()
