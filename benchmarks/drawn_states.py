"""What a state of a table weighs with its scene as data, and with the scene already drawn by the server.

    python benchmarks/drawn_states.py

The browser draws scenes itself (`web/board/layers.js`), as `view/` does for files and notebooks. Here the
pieces and marks of a state are replaced by the elements that `view/svg.py` would draw for one orientation of
the board, as they are written; what ghosts and labels need of the scene beside is not counted. Printed for
each game after 40 moves at random: bytes of the state as it is sent, bytes compressed by gzip,
and milliseconds of the processor to make the scene's part of one state, best of five (drawn: without writing
the elements).
"""

from __future__ import annotations

import gzip
import json
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from fastapi.testclient import TestClient

from pavage import registry
from pavage.formats.record import Record, write_record
from pavage.match import Match
from pavage.players.workers import Workers
from pavage.server.app import create_app
from pavage.server.rooms.scene_json import scene_at, scene_json
from pavage.view.geometry import drawn
from pavage.view.layers import layers
from pavage.view.svg import staged
from pavage.words import words

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hex", {"size": 11}),
    ("hextra", {}),
    ("polygo", {"board": "penrose-4"}),
    ("blocs", {}),
)
PLIES = 40


def middle(name: str, options: dict[str, Any]) -> Match:
    """A game after some moves at random, not over."""
    dice = random.Random(1)
    match = Match(registry.games()[name](**options))
    for _ in range(PLIES):
        move = dice.choice(match.game.moves(match.position))
        if match.game.outcome(match.game.play(match.position, move)) is not None:
            break
        match.play(move)
    return match


def state_of(client: TestClient, match: Match) -> dict[str, Any]:
    chairs = [{"name": "Ada"}] * match.game.players
    made = client.post("/api/tables", json={"record": write_record(Record(match)), "chairs": chairs}).json()
    with client.websocket_connect(f"ws://127.0.0.1/api/tables/{made['id']}/live") as socket:
        told: dict[str, Any] = socket.receive_json()
    return told


def weight(told: object) -> str:
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    return f"{len(text):8} {len(gzip.compress(text, 6)):7}"


def milliseconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(5):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return 1000 * best


def main() -> None:
    english = words("en")
    print(f"{'game':8} {'plies':>5}  {'data':>8} {'gzip':>7} {'ms':>6}  {'drawn':>8} {'gzip':>7} {'ms':>6}")
    app = create_app(Workers(executor=ThreadPoolExecutor(1)))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        for name, options in GAMES:
            match = middle(name, options)
            scene = scene_at(match, len(match.played))
            board = registry.board_of(match.game, scene.board)
            state = state_of(client, match)
            *_, pieces, marks = staged(board, scene)
            redrawn = {**state["scene"], "pieces": "".join(pieces), "marks": "".join(marks)}
            as_data = milliseconds(partial(scene_json, scene, match.game, english))
            as_drawn = milliseconds(partial(layers, drawn(board, 0), scene))
            print(
                f"{name:8} {len(match.played):5}  {weight(state)} {as_data:6.2f}"
                f"  {weight({**state, 'scene': redrawn})} {as_drawn:6.2f}"
            )


if __name__ == "__main__":
    main()
