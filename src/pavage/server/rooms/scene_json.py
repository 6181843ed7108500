"""A scene as JSON for one viewer's page, every sentence already in the viewer's language."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, cast

from pavage.game import Game, Move, Seat
from pavage.match import Match
from pavage.moments import moment_at
from pavage.phrase import Phrase
from pavage.registry import board_of, scene_of
from pavage.scene import Button, Item, Mark, Piece, Scene, Sheet
from pavage.server.rooms import state
from pavage.view.svg import frame
from pavage.words import Words

KEPT = 256
"""Boards whose shapes are remembered; one that grows has many."""
PIECES = 8192
"""Pieces that are remembered: a board has few kinds, and shows most of them again and again."""
EXCHANGED = ("tile", "card")
"""What one takes from a tray instead of another of its kind."""

# Cell 0 is not nothing, and a mark always has cells.
ALWAYS = {Mark: {"cells"}, Piece: {"cell", "colour"}, Item: set[str]()}
TOLD = {kind: [each.name for each in fields(kind)] for kind in ALWAYS}
"""What is told of a thing: what is not empty, and some of it always."""
VALUES = {kind: attrgetter(*names) for kind, names in TOLD.items()}


def scene_at(match: Match, ply: int, touched: Move = (), seats: Collection[Seat] = ()) -> Scene:
    """What to show after so many moves to those who act for some seats. Only the present can be touched."""
    scene = scene_of(match.game, moment_at(match, ply, touched, seats))
    return scene if ply == len(match.played) else at_rest(replace(scene, turn=None))


@lru_cache(KEPT)
def shapes(game: Game[Any], name: str = "") -> list[state.Shape]:
    """The ways a board can lie on a screen, with and without its coordinates."""
    board = board_of(game, name)
    return [
        {
            "turn": turn,
            "with_labels": frame(board, turn)[2:],
            "without_labels": frame(board, turn, labels=False)[2:],
        }
        for turn in board.turns
    ]


def at_rest(scene: Scene) -> Scene:
    """The same scene where nobody may touch anything."""
    return replace(scene, next=(), buttons=(), ghost="", field=None, stamp=(), box=False, again=False)


def scene_json(scene: Scene, game: Game[Any], words: Words) -> state.Scene:
    """A scene for the page."""
    return cast(state.Scene, board_json(scene, words) | hand_json(scene, game, words))


def board_json(scene: Scene, words: Words) -> dict[str, Any]:
    """What lies there: the same for whoever looks, also `at_rest`."""
    told: dict[str, Any] = {
        "board": scene.board,
        "pieces": [_piece(piece) if piece.label is None else _filled(piece, words) for piece in scene.pieces],
        "marks": [_filled(mark, words) for mark in scene.marks],
        "turn": scene.turn,
        "touched": list(scene.touched),
        "overlays": [
            {
                # The same in every language, so that a page can keep showing it.
                "name": " ".join([overlay.label.key, *(_plain(value) for _, value in overlay.label.values)]),
                "label": words(overlay.label),
                "marks": [_filled(mark, words) for mark in overlay.marks],
            }
            for overlay in scene.overlays
        ],
    }
    return told | _compact(
        {
            "sheets": [sheet_json(sheet, words) for sheet in scene.sheets],
            "news": words(scene.news) if scene.news else "",
            "stays": scene.stays,
        }
    )


def hand_json(scene: Scene, game: Game[Any], words: Words) -> dict[str, Any]:
    """What a hand may do there, and what it would find beside the board."""
    told: dict[str, Any] = {
        "next": list(scene.next),
        "ghost": scene.ghost,
        "buttons": [_button(button, scene, game, words) for button in scene.buttons],
    }
    return told | _compact(
        {
            "trays": trays_json(scene, game, words),
            "field": words(scene.field) if scene.field else "",
            "stamp": [list(step) for step in scene.stamp],
            "box": scene.box,
            "again": scene.again,
            "turned": turned_form(scene, game),
        }
    )


def _button(button: Button, scene: Scene, game: Game[Any], words: Words) -> state.GameButton:
    """A site that is not a cell. What lies in a tray is touched there, also in its turned form."""
    name = game.sites[button.site]
    help_key = f"{game.name}.help.{name}"
    told: state.GameButton = {
        "site": button.site,
        "name": name,
        "label": words(button.label),
        "help": words(help_key) if words.has(help_key) else "",
    }
    lying = {item.site for tray in scene.trays for item in tray.items} - {None}
    if button.site in lying or button.turned in lying:
        told["in_tray"] = True
    return told


def trays_json(scene: Scene, game: Game[Any], words: Words) -> list[state.Tray]:
    """What lies beside the board. An item is `offered` when it may be touched now.

    Somebody who holds a tile, a card or a pen may take another one instead: the hand then begins `anew`.
    """
    offered = {button.site for button in scene.buttons}
    first = scene.touched[0] if scene.touched else None
    told: list[state.Tray] = []
    for tray in scene.trays:
        held = any(item.site == first for item in tray.items if item.site is not None)
        items: list[state.Item] = []
        for item in tray.items:
            thing = cast(state.Item, _filled(item, words))
            if item.count != 1:
                thing["count"] = item.count
            else:
                thing.pop("count", None)
            if item.site is not None:
                thing["name"] = game.sites[item.site]
                thing["offered"] = item.site in offered
                if held and item.site not in scene.touched and (tray.keep or item.face in EXCHANGED):
                    thing["anew"] = True
            items.append(thing)
        held_by: state.Tray = {"label": words(tray.label), "items": items}
        if tray.seat is not None:
            held_by["seat"] = tray.seat
        if tray.keep:
            held_by["keep"] = True
        told.append(held_by)
    return told


def turned_form(scene: Scene, game: Game[Any]) -> int | None:
    """The button that holds what is in the hand, turned by a quarter: 5x3 for 3x5."""
    cells = len(game.tiling)
    held = next((site for site in reversed(scene.touched) if site >= cells), None)
    return next((button.site for button in scene.buttons if held is not None and button.turned == held), None)


def sheet_json(sheet: Sheet, words: Words) -> state.Sheet:
    told: state.Sheet = {
        "name": sheet.name,
        "title": words(sheet.title),
        "head": [words(each) for each in sheet.head],
        "rows": [[words(each) if isinstance(each, Phrase) else each for each in row] for row in sheet.rows],
        "folded": sheet.folded,
    }
    if sheet.colours:
        told["colours"] = sheet.colours
    return told


def _filled(thing: Piece | Mark | Item, words: Words) -> dict[str, Any]:
    """Only what is not empty, every phrase as a sentence."""
    kind = type(thing)
    always = ALWAYS[kind]
    return {
        name: words(value) if isinstance(value, Phrase) else value
        for name, value in zip(TOLD[kind], VALUES[kind](thing), strict=True)
        if value or name in always
    }


@lru_cache(PIECES)
def _piece(piece: Piece) -> dict[str, Any]:
    """One that says nothing in words: the same for everybody, and not to be changed."""
    told = zip(TOLD[Piece], VALUES[Piece](piece), strict=True)
    return {name: value for name, value in told if value or name in ALWAYS[Piece]}


def mark_json(mark: Mark, words: Words) -> state.Mark:
    """One mark for the page."""
    return cast(state.Mark, _filled(mark, words))


def _compact(values: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in values.items() if each not in (None, "", [], False)}


def _plain(value: object) -> str:
    return value.key if isinstance(value, Phrase) else str(value)
