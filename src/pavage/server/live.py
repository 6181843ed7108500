"""One page's socket: messages in, states out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from pavage.game import IllegalMove
from pavage.server.listener import Listener
from pavage.server.messages import Do, Look, Message, Speak, Touch, Typed, read_message
from pavage.server.room import Room
from pavage.server.theme import themed
from pavage.words import Words, words
from pavage.words.errors import EXPECTED, explain

GONE = 4404
MOST_LISTENERS = 32
"""Pages that one table can have open."""


async def converse(socket: WebSocket, room: Room | None, language: Words, theme: str) -> None:
    """Talk with a page until it goes away or the room is closed."""
    await socket.accept()
    if room is None or len(room.listeners) >= MOST_LISTENERS:
        await socket.send_json({"kind": "gone", "sentence": language("web.no_table")})
        await socket.close(GONE)
        return
    listener = Listener(themed(language, theme, room.table.match.game.players))
    room.listeners.add(listener)
    listener.send(room.state(listener.words))
    sending = asyncio.create_task(_send(socket, listener))
    try:
        while not listener.closed:
            text = await socket.receive_text()
            _answer(room, listener, read_message(text))
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass  # the page went away, or sent bytes where only text is spoken
    finally:
        room.listeners.discard(listener)
        listener.close()
        with contextlib.suppress(Exception):
            await sending


async def _send(socket: WebSocket, listener: Listener) -> None:
    while (message := await listener.queue.get()) is not None:
        await socket.send_json(message)
    with contextlib.suppress(RuntimeError):
        await socket.close(GONE)


def _answer(room: Room, listener: Listener, message: Message | None) -> None:
    speak = listener.words
    match message:
        case None:
            listener.send(_refused(speak("web.bad_message"), room))
        case Look():
            listener.send(room.look(speak, message.look))
        case Speak():
            players = room.table.match.game.players
            listener.words = themed(words(message.language), message.theme, players)
            listener.send(room.state(listener.words))
        case _ if message.seq != room.seq:
            listener.send(_refused(speak("web.stale"), room))
            listener.send(room.state(speak))
        case _:
            try:
                _do(room, listener, message)
            except IllegalMove as error:
                listener.send(_refused(explain(speak, error), room, error.refusal.cells))
            except EXPECTED as error:
                listener.send(_refused(explain(speak, error), room))


def _do(room: Room, listener: Listener, message: Touch | Typed | Do) -> None:
    match message:
        case Touch() | Typed():
            if isinstance(message, Touch):
                touched = room.touch(tuple(message.touch))
            else:
                touched = room.typed(message.typed, tuple(message.touched))
            if message.seq == room.seq:
                listener.send(room.state(listener.words, touched))
        case Do():
            {
                "undo": room.undo,
                "hint": room.hint,
                "resign": room.resign,
                "move_now": room.move_now,
                "rematch": room.rematch,
            }[message.act]()


def _refused(sentence: str, room: Room, cells: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"kind": "refused", "seq": room.seq, "sentence": sentence, "cells": list(cells)}
