"""How PolyGo is shown: solid stones fill their cells, and overlays show what the rules speak of."""

from __future__ import annotations

from dataclasses import replace

from pavage.games.cell_sets import cells_of
from pavage.games.leaving import seats_in
from pavage.games.polygo.land import Land
from pavage.games.polygo.rules import PolyGo, PolyGoPosition
from pavage.phrase import Phrase
from pavage.scene import Mark, Moment, Overlay, Piece, Scene, SeatView, colour_of, plain_scene


def scene(game: PolyGo, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    position = moment.position
    assert isinstance(position, PolyGoPosition)
    land = game.land(position)
    return replace(
        plain,
        pieces=tuple(_shaped(game, piece, land) for piece in plain.pieces),
        seats=tuple(_seat(game, position, seat, view) for seat, view in enumerate(plain.seats)),
        overlays=tuple(_overlays(game, position, land)),
    )


def _shaped(game: PolyGo, piece: Piece, land: Land) -> Piece:
    if land.solid >> piece.cell & 1:
        return replace(piece, shape="solid")
    fragile = Phrase(f"{game.name}.fragile", (("colour", Phrase(f"colour.{piece.colour}")),))
    return replace(piece, label=fragile)


def _seat(game: PolyGo, position: PolyGoPosition, seat: int, view: SeatView) -> SeatView:
    """Points, and the urn of the source: it holds par at first, helps counting, and limits nothing."""
    colour = game.colour(position, seat)
    points = game.scoring.points(position.stones)[colour]
    left = game.pars[colour] - (position.stones[colour].bit_count() - game.stones_beforehand[colour])
    note = Phrase(
        f"{game.name}.urn" if left >= 0 else f"{game.name}.beyond_urn", (("number", str(abs(left))),)
    )
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
