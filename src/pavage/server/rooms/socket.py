"""One page's socket: messages in, states out."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from pavage.game import IllegalMove
from pavage.phrase import PhrasedError
from pavage.server.messages import Analyse, Chat, Do, Hello, Look, Message, Speak, Touch, Typed, read_message
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.durable import Stale
from pavage.server.rooms.open_page import GONE, TRY_LATER, OpenPage
from pavage.server.site.metrics import Metrics, logger
from pavage.server.site.theme import themed
from pavage.store import StoreFailed
from pavage.words import Words, words
from pavage.words.errors import explain

CROWDED = ("refused", "web.table.crowded", TRY_LATER)


async def converse(
    socket: WebSocket, room: BaseRoom | None, language: Words, theme: str, metrics: Metrics
) -> None:
    """Talk with a page until it goes away or the room is closed."""
    await socket.accept()
    coming = socket.query_params.get("coming") == "1"
    listener = None
    if room is not None:
        listener = OpenPage(themed(language, theme, room.table.match.game.players), coming=coming)
    if room is None or listener is None or not room.join(listener):
        # Where there is no table nobody need come back; where there is no place, a page tries again later.
        kind, key, code = ("gone", "web.no_table", GONE) if room is None else CROWDED
        await socket.send_json({"kind": kind, "sentence": language(key), "cells": []})
        await socket.close(code)
        return
    sending = asyncio.create_task(_send(socket, listener))
    try:
        while not listener.closed:
            text = await socket.receive_text()
            metrics.messages += 1
            if listener.may_speak(time.monotonic()):
                await _answer(room, listener, read_message(text), metrics)
            else:
                _refuse(room, listener, listener.words("web.table.too_fast"), metrics)
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass  # the page went away, or sent bytes where only text is spoken
    finally:
        room.part(listener)
        listener.close()
        with contextlib.suppress(Exception):
            await sending


async def _send(socket: WebSocket, listener: OpenPage) -> None:
    while (message := await listener.queue.get()) is not None:
        await socket.send_text(message)
    with contextlib.suppress(RuntimeError):
        await socket.close(listener.code)


async def _answer(room: BaseRoom, listener: OpenPage, message: Message | None, metrics: Metrics) -> None:
    speak = listener.words
    try:
        match message:
            case None:
                _refuse(room, listener, speak("web.bad_message"), metrics)
            case Analyse():
                room.analyse(listener, message.analyse)
            case Look():
                room.analyse(listener, None)
                listener.send(room.look(speak, message.look))
            case Speak():
                listener.words = themed(words(message.language), message.theme, room.table.match.game.players)
                listener.touched = ()
                room.show(listener)
            case Hello():
                await _greet(room, listener, message)
            case Chat():
                await room.say(listener, message.chat, message.mark)
            case _ if message.mark and room.knows(message.mark):
                room.show(listener)
            case _ if message.seq != room.version:
                raise Stale
            case _:
                await _do(room, listener, message)
    except Stale:
        _refuse(room, listener, speak("web.stale"), metrics)
        room.show(listener)
    except IllegalMove as error:
        _refuse(room, listener, explain(speak, error), metrics, error.refusal.cells)
    except PhrasedError as error:
        _refuse(room, listener, explain(speak, error), metrics)
    except StoreFailed as error:
        logger.error("the store failed", extra={"about": {"error": str(error)}})
        metrics.failures += 1
        _refuse(room, listener, speak("web.table.not_saved"), metrics)


async def _greet(room: BaseRoom, listener: OpenPage, message: Hello) -> None:
    if message.language or message.theme:
        spoken = words(message.language or listener.words.language)
        listener.words = themed(spoken, message.theme or "auto", room.table.match.game.players)
    listener.coming = False
    await room.greet(listener, message.hello, message.name)
    room.show(listener)


async def _do(room: BaseRoom, listener: OpenPage, message: Touch | Typed | Do) -> None:
    match message:
        case Touch() | Typed():
            version = room.version
            if isinstance(message, Touch):
                touched = await room.touch(listener, tuple(message.touch), message.mark)
            else:
                touched = await room.typed(listener, message.typed, tuple(message.touched), message.mark)
            if room.version == version:
                listener.touched, listener.version = touched, version
                room.show(listener)
        case Do():
            more = {
                name: value
                for name in ("seat", "level", "what", "name")
                if (value := getattr(message, name)) not in (None, "")
            }
            await room.act(listener, message.act, message.mark, **more)


def _refuse(
    room: BaseRoom, listener: OpenPage, sentence: str, metrics: Metrics, cells: tuple[int, ...] = ()
) -> None:
    metrics.refusals += 1
    told: dict[str, Any] = {"kind": "refused", "seq": room.version, "sentence": sentence}
    listener.send({**told, "cells": list(cells)})
