"""A table as one viewer's page shows it: plain JSON, every sentence already in the viewer's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from pavage.game import CHANCE, Game, Move
from pavage.match import Match, Played
from pavage.phrase import Phrase
from pavage.players.thought import Thought
from pavage.registry import scene_of
from pavage.scene import Mark, Moment, Scene
from pavage.server.seating import alone, name_of
from pavage.table import Table, winner_of
from pavage.words import Words

TOLD = 5
"""How many of the best cells show their share in a hint."""
FAINTEST, MOST = 0.2, 12
"""A cell that got less than this share of what the best one got is left white, and all after so many."""


def scene_at(match: Match, ply: int, touched: Move = ()) -> Scene:
    """What to show after so many moves. Only the present can be touched."""
    present = ply == len(match.played)
    moment = Moment(
        match.positions[ply],
        match.played[ply - 1].move if ply else (),
        touched if present else (),
        match.outcome if present else None,
    )
    scene = scene_of(match.game, moment)
    return scene if present else replace(scene, next=(), buttons=(), ghost="", turn=None)


def with_hint(scene: Scene, thought: Thought | None, game: Game[Any]) -> Scene:
    """The same scene with the cells that a search looked at most, and the rest of the move it would make."""
    if thought is None:
        return scene
    cells, done = len(game.tiling), len(scene.touched)
    going_on = [(move, share) for move, share in thought.policy if move[:done] == scene.touched]
    shares: dict[int, float] = {}
    for move, share in going_on or [(thought.move, 0.0)]:
        if move[:done] == scene.touched and len(move) > done and move[done] < cells:
            shares[move[done]] = shares.get(move[done], 0.0) + share
    enough = FAINTEST * max(shares.values(), default=0.0)
    ranked = sorted(((share, cell) for cell, share in shares.items() if share >= enough), reverse=True)[:MOST]
    heat = tuple(
        Mark("heat", (cell,), round(share, 4) or 1.0, f"{100 * share:.0f}%" if share and place < TOLD else "")
        for place, (share, cell) in enumerate(ranked)
    )
    rest = tuple(cell for cell in game.cells_of(thought.move)[1:] if cell not in scene.touched)
    further = (Mark("target", rest),) if rest and not scene.touched else ()
    return replace(scene, marks=scene.marks + heat + further)


def scene_json(scene: Scene, game: Game[Any], words: Words) -> dict[str, Any]:
    """A scene for the page."""
    told: dict[str, Any] = {
        "pieces": [asdict(piece) for piece in scene.pieces],
        "marks": [asdict(mark) for mark in scene.marks],
        "turn": scene.turn,
        "touched": list(scene.touched),
        "next": list(scene.next),
        "ghost": scene.ghost,
        "overlays": [
            {
                # The same in every language, so that a page can keep showing it.
                "name": " ".join([overlay.label.key, *(_plain(value) for _, value in overlay.label.values)]),
                "label": words(overlay.label),
                "marks": [asdict(mark) for mark in overlay.marks],
            }
            for overlay in scene.overlays
        ],
    }
    told["buttons"] = []
    for button in scene.buttons:
        name = game.sites[button.site]
        help_key = f"{game.name}.help.{name}"
        told["buttons"].append(
            {
                "site": button.site,
                "name": name,
                "label": words(button.label),
                "help": words(help_key) if words.has(help_key) else "",
            }
        )
    return told


def _plain(value: object) -> str:
    return value.key if isinstance(value, Phrase) else str(value)


def seats_json(table: Table, scene: Scene, words: Words, now: float) -> list[dict[str, Any]]:
    told = []
    for seat, view in enumerate(scene.seats):
        chair, clock = table.chairs[seat], table.match.clock
        left, periods = clock.remaining(seat, now) if clock else (None, 0)
        told.append(
            {
                "colour": view.colour,
                "name": name_of(table.chairs, seat, words),
                "aim": words(view.aim) if view.aim else words(f"colour.{view.colour}"),
                "score": view.score,
                "note": words(view.note) if view.note else "",
                "out": view.out,
                "turn": scene.turn == seat,
                "computer": chair.is_computer,
                "left": left,
                "periods": periods,
                "running": clock is not None and clock.running == seat,
            }
        )
    return told


def moves_json(match: Match, words: Words) -> list[dict[str, Any]]:
    return [{"text": move_text(match.game, played, words), "seat": played.seat} for played in match.played]


def move_text(game: Game[Any], played: Played, words: Words) -> str:
    """A move as it stands in the list: its notation, or the word on the button."""
    if len(played.move) == 1 and played.move[0] >= len(game.tiling):
        return words(f"{game.name}.button.{game.sites[played.move[0]]}")
    return played.text


def prompt(table: Table, scene: Scene, words: Words, failed: bool) -> str:
    """The one sentence: whose turn it is and what to do, or how it ended."""
    sentence = words(scene.prompt)
    turn = table.match.turn
    if table.match.outcome is not None or turn == CHANCE:
        return sentence
    if table.chairs[turn].is_computer:
        one = sum(chair.is_computer for chair in table.chairs) == 1
        who = words("web.the_computer") if one else name_of(table.chairs, turn, words)
        return words("web.no_answer" if failed else "web.thinking", name=who)
    if alone(table.chairs):
        return words("web.your_turn", prompt=sentence)
    return words("web.turn_of", name=name_of(table.chairs, turn, words), prompt=sentence)


def said(table: Table, words: Words, series: Sequence[float]) -> str:
    """The line below: what happened last; at the end, in how many moves and how the series stands."""
    match = table.match
    if match.outcome is not None:
        winner = winner_of(match)
        count = words.count("web.moves_made", len(match.played))
        line = (
            words("web.won_in", name=name_of(table.chairs, winner, words), moves=count)
            if winner is not None
            else count
        )
        return (
            f"{line} {words('web.series', score=' – '.join(f'{s:g}' for s in series))}"
            if sum(series) > 1
            else line
        )
    last = next((played for played in reversed(match.played) if played.seat != CHANCE), None)
    if last is None:
        return ""
    chair = table.chairs[last.seat]
    kind = "chose" if last.move[0] >= len(match.game.tiling) else "played"
    if chair.is_computer and sum(other.is_computer for other in table.chairs) == 1:
        who = words("web.the_computer")
    elif alone(table.chairs) and not chair.is_computer:
        return words(f"web.you_{kind}", move=move_text(match.game, last, words))
    else:
        who = name_of(table.chairs, last.seat, words)
    return words(f"web.{kind}", name=who, move=move_text(match.game, last, words))


def hint_line(table: Table, thought: Thought, words: Words) -> str:
    game = table.match.game
    text = move_text(game, Played(thought.move, 0, game.write(table.match.position, thought.move)), words)
    if thought.reason is not None:
        return words("web.hint_reason", move=text, reason=words(thought.reason))
    return words("web.hint_line", move=text, share=f"{100 * thought.value:.0f}")
