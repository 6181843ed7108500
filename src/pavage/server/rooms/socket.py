"""One page's socket: messages in, states out."""

from __future__ import annotations

import asyncio
import contextlib
import time

from starlette.websockets import WebSocket, WebSocketDisconnect

from pavage.game import IllegalMove
from pavage.phrase import PhrasedError
from pavage.server.messages import Analyse, Chat, Do, Hello, Look, Message, Speak, Touch, Typed, read_message
from pavage.server.rooms import state
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.durable import Stale
from pavage.server.rooms.messages_allowed import may_be_heard, was_answered
from pavage.server.rooms.open_page import GONE, TRY_LATER, OpenPage
from pavage.server.site.addresses import counted
from pavage.server.site.metrics import Metrics, logger
from pavage.server.site.rate_limit import Paces
from pavage.server.site.theme import themed
from pavage.server.site.throttle import Timed
from pavage.store import Gone, StoreFailed
from pavage.words import Words, words
from pavage.words.complaint import explain

BREATH = 0.05
"""Seconds in which a page that says too much is not listened to: what it sends waits on its own side."""


async def converse(
    socket: WebSocket, room: BaseRoom | None, language: Words, theme: str, metrics: Metrics, visitors: Paces
) -> None:
    """Talk with a page until it goes away or the room is closed."""
    await socket.accept()
    if room is None:  # nobody need come back
        gone: state.Gone = {"kind": "gone", "sentence": language("web.no_table"), "cells": []}
        await socket.send_json(gone)
        await socket.close(GONE)
        return
    listener = OpenPage(
        themed(language, theme, room.table.match.game.players),
        address=counted(socket.client.host) if socket.client else "",
        coming=socket.query_params.get("coming") == "1",
    )
    room.join(listener)
    sending = asyncio.create_task(send_all(socket, listener))
    try:
        while not listener.closed:
            text = await received(socket)
            if text is None or listener.closed:
                break
            metrics.messages += 1
            now = time.monotonic()
            heard = listener.may_speak(now)
            message = read_message(text) if heard else None
            listener.mark = getattr(message, "mark", "")
            if not heard or not may_be_heard(room, listener, message, visitors, now):
                too_fast = listener.words("web.table.too_fast")
                _refuse(room, listener, too_fast, metrics, read=message is not None)
                await asyncio.sleep(BREATH)
            elif message is None:
                _refuse(room, listener, listener.words("web.bad_message"), metrics, read=False)
            else:
                answer = _answer(room, listener, message, metrics)
                if isinstance(message, Touch | Typed):
                    await answer  # moves are counted by their number only
                else:
                    work = Timed(answer)
                    await work
                    was_answered(listener, visitors, now, work.seconds)
            listener.mark = ""
    finally:
        room.part(listener)
        listener.close()
        metrics.sockets_ended += 1
        await asyncio.wait({sending})


async def turn_away(socket: WebSocket, sentence: str, accept: bool = True) -> None:
    """Tell a page why it cannot come in now; it tries again later."""
    if accept:
        await socket.accept()
    refused: state.Refused = {"kind": "refused", "seq": 0, "sentence": sentence, "cells": []}
    await socket.send_json(refused)
    await socket.close(TRY_LATER)


async def received(socket: WebSocket) -> str | None:
    """The next message; None if the page went away, or sent bytes where only text is spoken."""
    try:
        return await socket.receive_text()
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return None


async def send_all(socket: WebSocket, listener: OpenPage) -> None:
    """Send what is to be sent, to the end; a page that has gone away is no mistake.

    Were the error kept as the result of a task, it would hold the frame that holds the task, and with both
    all that the socket ever had, until all garbage is collected.
    """
    with contextlib.suppress(Exception):
        while (message := await listener.queue.get()) is not None:
            await socket.send_text(message)
        await socket.close(listener.code)


async def _answer(room: BaseRoom, listener: OpenPage, message: Message, metrics: Metrics) -> None:
    speak = listener.words
    try:
        match message:
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
            case _ if message.mark and room.knows(message.mark):
                room.show(listener)
            case Chat():
                await room.say(listener, message.chat, message.mark)
            case Do():
                await room.act(listener, message)
            case _:
                await _move(room, listener, message)
        if listener.mark:  # what was done left nothing behind by which it could be known
            room.show(listener)
    except Stale:
        _refuse(room, listener, speak("web.stale"), metrics)
        room.show(listener)
    except IllegalMove as error:
        _refuse(room, listener, explain(speak, error), metrics, error.refusal.cells)
    except PhrasedError as error:
        _refuse(room, listener, explain(speak, error), metrics)
    except Gone:
        listener.mark = ""
        listener.send({"kind": "gone", "sentence": speak("web.no_table")})
        listener.close()
    except StoreFailed as error:
        logger.error("the store failed", extra={"about": {"error": str(error)}})
        metrics.failures += 1
        _refuse(room, listener, speak("web.table.not_saved"), metrics)
    except Exception as error:
        reference = metrics.mistaken("live", error)
        _refuse(room, listener, speak("web.our_mistake_noted", reference=reference), metrics)


async def _greet(room: BaseRoom, listener: OpenPage, message: Hello) -> None:
    if message.language or message.theme:
        spoken = words(message.language or listener.words.language)
        listener.words = themed(spoken, message.theme or "auto", room.table.match.game.players)
    listener.coming, listener.greeted = False, True
    await room.greet(listener, message.hello, message.name)
    room.seat(listener)
    room.show(listener)


async def _move(room: BaseRoom, listener: OpenPage, message: Touch | Typed) -> None:
    version = message.seq
    if version != room.version:  # what is touched means something in one position only
        raise Stale
    if isinstance(message, Touch):
        touched = await room.touch(listener, tuple(message.touch), message.mark)
    else:
        touched = await room.typed(listener, message.typed, tuple(message.touched), message.mark)
    if room.version == version:
        listener.touched, listener.version = touched, version
        room.show(listener)


def _refuse(
    room: BaseRoom,
    listener: OpenPage,
    sentence: str,
    metrics: Metrics,
    cells: tuple[int, ...] = (),
    read: bool = True,
) -> None:
    metrics.refusals += 1
    told: state.Refused = {"kind": "refused", "seq": room.version, "sentence": sentence, "cells": list(cells)}
    if read:
        told["answers"], listener.mark = listener.mark, ""
    listener.send(told)
