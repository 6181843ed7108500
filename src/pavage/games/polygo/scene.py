"""How PolyGo is shown: solid stones fill their cells, and overlays show what the rules speak of."""

from __future__ import annotations

from dataclasses import replace

from pavage.games.cell_sets import cells_of
from pavage.games.leaving import seats_in
from pavage.games.polygo.events import Events, events_of, told
from pavage.games.polygo.land import Land
from pavage.games.polygo.rules import PolyGo, PolyGoPosition
from pavage.phrase import Phrase
from pavage.scene import Mark, Moment, Overlay, Piece, Scene, SeatView, colour_of, plain_scene

RECENT, GONE = "•", "×"


def scene(game: PolyGo, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    position = moment.position
    assert isinstance(position, PolyGoPosition)
    land = game.land(position)
    happened = _happened(game, moment)
    return replace(
        plain,
        pieces=tuple(_shaped(piece, land, position.recent) for piece in plain.pieces),
        marks=(*_marks(position, happened), *plain.marks),
        seats=tuple(_seat(game, position, seat, view) for seat, view in enumerate(plain.seats)),
        overlays=tuple(_overlays(game, position, land)),
        news=told(game, happened, position) if happened is not None else None,
    )


def _happened(game: PolyGo, moment: Moment) -> Events | None:
    """The events of the last move, where the position before it is known."""
    before, position = moment.before, moment.position
    assert isinstance(position, PolyGoPosition)
    return events_of(game, before, moment.last, position) if isinstance(before, PolyGoPosition) else None


def _marks(position: PolyGoPosition, happened: Events | None) -> list[Mark]:
    """A point on stones set since the last sweep, an edge on what was captured, a cross where stones left."""
    marks = [Mark("text", tuple(cells_of(position.recent or 0)), text=RECENT)]
    if happened is not None:
        marks += [Mark("taken", happened.taken), Mark("gone", happened.cleared, text=GONE)]
    return [mark for mark in marks if mark.cells]


def _shaped(piece: Piece, land: Land, recent: int | None) -> Piece:
    solid, new = land.solid >> piece.cell & 1, (recent or 0) >> piece.cell & 1
    if solid and not new:
        return replace(piece, shape="solid")
    key = f"{'recent_' if new else ''}{'solid' if solid else 'fragile'}"
    label = Phrase(f"polygo.{key}", (("colour", Phrase(f"colour.{piece.colour}")),))
    return replace(piece, shape="solid" if solid else piece.shape, label=label)


def _seat(game: PolyGo, position: PolyGoPosition, seat: int, view: SeatView) -> SeatView:
    """Points, and the urn of the source: the same for every colour, it helps counting and limits nothing."""
    colour = game.colour(position, seat)
    points = game.scoring.points(position.stones)[colour]
    left = str(game.urn_size - position.stones[colour].bit_count()).replace("-", "−")
    note = Phrase(f"{game.name}.urn", (("number", left),)) if game.urn_size and not view.out else None
    aim = "aim_province" if game.scoring.by_province else "aim_par" if game.scoring.uses_par else "aim"
    score = f"{points:+d}" if game.scoring.uses_par else str(points)
    return replace(view, score=score, note=note, aim=Phrase(f"{game.name}.{aim}"))


def _overlays(game: PolyGo, position: PolyGoPosition, land: Land) -> list[Overlay]:
    """Solid and fragile stones, seas and lakes, and the cells that are free for each player."""
    terrain = game.terrain
    water = terrain.everything & ~land.solid
    seas = terrain.connected(terrain.border, water)
    shown = [("solid", land.solid), ("fragile", land.fragile), ("seas", seas), ("lakes", water & ~seas)]
    overlays = [
        Overlay(Phrase(f"{game.name}.overlay.{name}"), (Mark("tint", tuple(cells_of(cells))),))
        for name, cells in shown
    ]
    for seat in seats_in(game.players, position.out):
        colour = colour_of(game, position, seat)
        label = Phrase(f"{game.name}.overlay.free", (("colour", Phrase(f"colour.{colour}")),))
        free = tuple(cells_of(land.free(game.colour(position, seat))))
        overlays.append(Overlay(label, (Mark("tint", free, colour=colour),)))
    return overlays
