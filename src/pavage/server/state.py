"""A table as one viewer's page shows it: plain JSON, every sentence already in the viewer's language."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from typing import Any

from pavage.game import CHANCE, Game, Move, Seat
from pavage.match import Match, Played
from pavage.phrase import Phrase
from pavage.players.thought import Thought
from pavage.registry import scene_of
from pavage.scene import Button, Item, Mark, Moment, Piece, Scene, Sheet
from pavage.server.seating import name_of
from pavage.table import Table, winner_of
from pavage.words import Words

TOLD = 5
"""How many of the best cells show their share in a hint."""
FAINTEST, MOST = 0.2, 12
"""A cell that got less than this share of what the best one got is left white, and all after so many."""

EXCHANGED = ("tile", "card")
"""What one takes from a tray instead of another of its kind."""


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
    return scene if present else at_rest(replace(scene, turn=None))


def at_rest(scene: Scene) -> Scene:
    """The same scene where nobody may touch anything."""
    return replace(scene, next=(), buttons=(), ghost="", field=None, stamp=(), box=False)


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
    begins_beside = thought.move[:done] == scene.touched and any(
        site >= cells for site in thought.move[done : done + 1]
    )
    whole = game.cells_of(thought.move)
    rest = tuple(cell for cell in whole[not begins_beside :] if cell not in scene.touched)
    further = (Mark("target", rest),) if rest and not scene.touched else ()
    return replace(scene, marks=scene.marks + heat + further)


def hinted(touched: Move, thought: Thought | None, game: Game[Any]) -> list[int]:
    """The buttons of the move that a search would make, as far as it was not made already."""
    if thought is None or thought.move[: len(touched)] != touched:
        return []
    return [site for site in thought.move[len(touched) :] if site >= len(game.tiling)]


def scene_json(scene: Scene, game: Game[Any], words: Words) -> dict[str, Any]:
    """A scene for the page."""
    told: dict[str, Any] = {
        "board": scene.board,
        "pieces": [_filled(piece, words) for piece in scene.pieces],
        "marks": [_filled(mark, words) for mark in scene.marks],
        "turn": scene.turn,
        "touched": list(scene.touched),
        "next": list(scene.next),
        "ghost": scene.ghost,
        "overlays": [
            {
                # The same in every language, so that a page can keep showing it.
                "name": " ".join([overlay.label.key, *(_plain(value) for _, value in overlay.label.values)]),
                "label": words(overlay.label),
                "marks": [_filled(mark, words) for mark in overlay.marks],
            }
            for overlay in scene.overlays
        ],
        "buttons": [_button(button, scene, game, words) for button in scene.buttons],
    }
    return told | _compact(
        {
            "trays": trays_json(scene, game, words),
            "sheets": [sheet_json(sheet, words) for sheet in scene.sheets],
            "news": words(scene.news) if scene.news else "",
            "field": words(scene.field) if scene.field else "",
            "stamp": [list(step) for step in scene.stamp],
            "box": scene.box,
            "turned": turned_form(scene, game),
        }
    )


def _button(button: Button, scene: Scene, game: Game[Any], words: Words) -> dict[str, Any]:
    """A site that is not a cell. What lies in a tray is touched there, also in its turned form."""
    name = game.sites[button.site]
    help_key = f"{game.name}.help.{name}"
    told = {
        "site": button.site,
        "name": name,
        "label": words(button.label),
        "help": words(help_key) if words.has(help_key) else "",
    }
    items = [item for tray in scene.trays for item in tray.items if item.site is not None]
    tiles = {_measures(item, game) for item in items if item.face == "tile"} - {(0, 0)}
    high, wide = _measures(button.site, game)
    if any(item.site == button.site for item in items) or {(high, wide), (wide, high)} & tiles:
        told["in_tray"] = True
    return told


def trays_json(scene: Scene, game: Game[Any], words: Words) -> list[dict[str, Any]]:
    """What lies beside the board. An item is `offered` when it may be touched now.

    Somebody who holds a tile, a card or a pen may take another one instead: the hand then begins `anew`.
    """
    offered = {button.site for button in scene.buttons}
    first = scene.touched[0] if scene.touched else None
    told = []
    for tray in scene.trays:
        held = any(item.site == first for item in tray.items if item.site is not None)
        items = []
        for item in tray.items:
            thing = _filled(item, words)
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
        whose = {} if tray.seat is None else {"seat": tray.seat}
        keep = {"keep": True} if tray.keep else {}
        told.append({"label": words(tray.label), "items": items, **whose, **keep})
    return told


def turned_form(scene: Scene, game: Game[Any]) -> int | None:
    """The button that holds what is in the hand, turned by a quarter: 5x3 for 3x5."""
    cells = len(game.tiling)
    held = next((site for site in reversed(scene.touched) if site >= cells), None)
    if held is None:
        return None
    high, wide = _measures(held, game)
    offers = [button.site for button in scene.buttons] if high != wide else []
    return next((site for site in offers if _measures(site, game) == (wide, high)), None)


def _measures(thing: int | Item, game: Game[Any]) -> tuple[int, int]:
    """Height and width of a tile, by its drawing or by the name of its button; 0, 0 of anything else."""
    if isinstance(thing, Item):
        if len(thing.points) == 1:
            return thing.points[0]
        thing = thing.site or 0
    found = re.fullmatch(r"(\d+)x(\d+)", game.sites[thing])
    return (int(found[1]), int(found[2])) if found else (0, 0)


def sheet_json(sheet: Sheet, words: Words) -> dict[str, Any]:
    return {
        "name": sheet.name,
        "title": words(sheet.title),
        "head": [words(each) for each in sheet.head],
        "rows": [[words(each) if isinstance(each, Phrase) else each for each in row] for row in sheet.rows],
        "folded": sheet.folded,
    }


def _filled(thing: Piece | Mark | Item, words: Words) -> dict[str, Any]:
    """Only what is not empty, every phrase as a sentence."""
    values = {each.name: getattr(thing, each.name) for each in fields(thing)}
    told = {name: words(each) if isinstance(each, Phrase) else each for name, each in values.items()}
    # Cell 0 is not nothing, and a mark always has cells.
    kept = {Mark: ("cells",), Piece: ("cell", "colour"), Item: ()}[type(thing)]
    return {name: each for name, each in told.items() if each or name in kept}


def _compact(values: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in values.items() if each not in (None, "", [], False)}


def _plain(value: object) -> str:
    return value.key if isinstance(value, Phrase) else str(value)


def seats_json(
    table: Table, scene: Scene, words: Words, now: float, watching: bool = False
) -> list[dict[str, Any]]:
    told = []
    for seat, view in enumerate(scene.seats):
        chair, clock = table.chairs[seat], table.match.clock
        left, periods = clock.remaining(seat, now) if clock else (None, 0)
        told.append(
            {
                "colour": view.colour,
                "name": name_of(table.chairs, seat, words, watching),
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
        key = f"{game.name}.button.{game.sites[played.move[0]]}"
        return words(key) if words.has(key) else played.text
    return played.text


def prompt(table: Table, scene: Scene, words: Words, failed: bool, you: Collection[Seat]) -> str:
    """The one sentence: whose turn it is and what to do, or how it ended.

    `you` are the seats that the reader's page acts for; one of several people is spoken to by name.
    """
    sentence = words(scene.prompt)
    turn = table.match.turn
    if table.match.outcome is not None or turn == CHANCE:
        return sentence
    if table.chairs[turn].is_computer:
        one = sum(chair.is_computer for chair in table.chairs) == 1
        who = words("web.the_computer") if one else name_of(table.chairs, turn, words)
        return words("web.no_answer" if failed else "web.thinking", name=who)
    if len(table.chairs) == 1:
        return sentence
    if list(you) == [turn]:
        return words("web.your_turn", prompt=sentence)
    return words("web.turn_of", name=name_of(table.chairs, turn, words, not you), prompt=sentence)


def said(table: Table, words: Words, series: Sequence[float], you: Collection[Seat]) -> str:
    """The line below: what happened last; at the end, in how many moves and how the series stands."""
    match = table.match
    if match.outcome is not None:
        winner = winner_of(match) if len(table.chairs) > 1 else None
        count = words.count("web.moves_made", len(match.played))
        line = (
            words("web.won_in", name=name_of(table.chairs, winner, words, not you), moves=count)
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
    kind = "chose" if len(last.move) == 1 and last.move[0] >= len(match.game.tiling) else "played"
    if chair.is_computer and sum(other.is_computer for other in table.chairs) == 1:
        who = words("web.the_computer")
    elif list(you) == [last.seat]:
        return words(f"web.you_{kind}", move=move_text(match.game, last, words))
    else:
        who = name_of(table.chairs, last.seat, words, not you)
    return words(f"web.{kind}", name=who, move=move_text(match.game, last, words))


def with_news(line: str, scene: Scene, words: Words) -> str:
    """The line below with what the last move did, where the game says it."""
    return " ".join(filter(None, [line, words(scene.news) if scene.news else ""]))


def hint_line(table: Table, thought: Thought, words: Words) -> str:
    game = table.match.game
    text = move_text(game, Played(thought.move, 0, game.write(table.match.position, thought.move)), words)
    if thought.reason is not None:
        return words("web.hint_reason", move=text, reason=words(thought.reason))
    return words("web.hint_line", move=text, share=f"{100 * thought.value:.0f}")
