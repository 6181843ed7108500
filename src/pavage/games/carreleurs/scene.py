"""How Les Carreleurs is shown: tiles, seals, everybody’s stock, and what a placement would take up."""

from __future__ import annotations

from dataclasses import replace

from pavage.game import Seat
from pavage.games.carreleurs.notation import tiles_named
from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition, Tile
from pavage.games.carreleurs.stocks import Shape
from pavage.games.carreleurs.touching import Hand, hand
from pavage.games.leaving import previous_in, seats_in
from pavage.phrase import Phrase
from pavage.scene import Button, Item, Mark, Moment, Piece, Scene, SeatView, Tray, plain_scene
from pavage.tiling import Point


def scene(game: Carreleurs, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    position = moment.position
    assert isinstance(position, CarreleursPosition)
    held = (None if moment.outcome else hand(game, moment.touched)) or Hand()
    shown = [_shown(game, plain, held, kind) for kind in range(len(game.kinds))]
    return replace(
        plain,
        pieces=tuple(_piece(game, tile) for tile in position.tiles),
        marks=tuple(_marks(game, moment, position, held)),
        seats=tuple(_seat(game, position, seat, view) for seat, view in enumerate(plain.seats)),
        prompt=plain.prompt if moment.outcome else _prompt(game, position, plain, held),
        buttons=_buttons(game, plain, held, shown),
        trays=tuple(
            _tray(game, position, seat, shown if seat == plain.turn else game.kinds, held, plain.turn)
            for seat in seats_in(game.players, position.out)
        ),
        news=_news(game, moment, position),
        stamp=_stamp(game, held.shape) if held.shape and held.place is None else (),
        box=plain.turn is not None and held.shape is None,
        again=_only_shown(game, position, held),
    )


def _piece(game: Carreleurs, tile: Tile) -> Piece:
    colour = game.colours[tile.colour - 1]
    values = (
        ("tile", tile.shape.size),
        ("colour", Phrase(f"colour.{colour}")),
        ("cell", game.sites[tile.place]),
    )
    return Piece(
        tile.place,
        colour,
        "tile",
        game.room.cells(tile.shape, tile.place),
        text=str(tile.shape.area),
        sealed=tile.sealed,
        label=Phrase("carreleurs.sealed_piece" if tile.sealed else "carreleurs.piece", values),
    )


def _marks(game: Carreleurs, moment: Moment, position: CarreleursPosition, held: Hand) -> list[Mark]:
    marks = []
    before = hand(game, moment.last)
    if before is not None and before.shape is not None and before.place is not None:
        marks.append(Mark("last", game.room.cells(before.shape, before.place)))
    if freed := _freed(moment):
        marks.append(Mark("gone", freed))
    if held.corner is not None:
        marks.append(Mark("select", (held.corner,)))
    if held.shape is not None and held.place is not None:
        colour = game.colours[position.turn]
        marks.append(Mark("ghost", game.room.cells(held.shape, held.place), colour=colour))
        marks += [
            Mark("lift", game.room.cells(tile.shape, tile.place))
            for tile in game.met(position, held.shape, held.place)
        ]
    return marks


def _freed(moment: Moment) -> tuple[int, ...]:
    """The cells of tiles that the last move took up, and that are empty now."""
    if moment.before is None:
        return ()
    cells = enumerate(zip(moment.before.board, moment.position.board, strict=True))
    return tuple(cell for cell, (old, new) in cells if old and not new)


def _seat(game: Carreleurs, position: CarreleursPosition, seat: Seat, view: SeatView) -> SeatView:
    area, tiles = game.left(position, seat)
    left = None if view.out else Phrase("carreleurs.left", (("area", str(area)),))
    return replace(view, aim=Phrase("carreleurs.aim"), score=str(tiles), note=left)


def _prompt(game: Carreleurs, position: CarreleursPosition, plain: Scene, held: Hand) -> Phrase:
    if held.shape is not None and held.place is not None:
        lifted = tiles_named(game, game.met(position, held.shape, held.place))
        return Phrase("carreleurs.prompt_lift", (("tile", held.shape.size), ("tiles", lifted)))
    if held.shape is not None:
        ways = game.ways(position).get(held.shape)
        key = "prompt_place" if ways is None or ways.free else "prompt_place_over"
        return Phrase(f"carreleurs.{key}", (("tile", held.shape.size),))
    if held.corner is not None:
        return Phrase("carreleurs.prompt_corner")
    if any(button.site == game.passing[0] for button in plain.buttons):
        return Phrase("carreleurs.prompt_pass")
    free = game.free_places(position, position.turn)
    return Phrase("carreleurs.prompt" if any(free.values()) else "carreleurs.prompt_stuck")


def _shown(game: Carreleurs, plain: Scene, held: Hand, kind: int) -> Shape:
    """How a kind of tile lies in the mover’s tray: as it is held, or so that it can be laid."""
    shapes = game.shapes_of[kind]
    if held.shape is not None and held.shape in shapes:
        return held.shape
    offered = {button.site for button in plain.buttons}
    return next((shape for shape in shapes if game.button[shape] in offered), shapes[0])


def _buttons(game: Carreleurs, plain: Scene, held: Hand, shown: list[Shape]) -> tuple[Button, ...]:
    """Each kind of tile once, as it lies in the tray; the other way round only for the one that is held."""
    turned = held.shape.turned if held.shape else None
    buttons = []
    for button in plain.buttons:
        number = button.site - len(game.tiling)
        shape = game.shapes[number] if number < len(game.shapes) else None
        if shape is not None and shape == turned and held.shape is not None:
            label = Phrase("carreleurs.turn", (("tile", shape.size),))
            buttons.append(Button(button.site, label, game.button[held.shape]))
        elif shape is None or shape in shown:
            buttons.append(button)
    return tuple(buttons)


def _tray(
    game: Carreleurs,
    position: CarreleursPosition,
    seat: Seat,
    shown: list[Shape] | tuple[Shape, ...],
    held: Hand,
    turn: Seat | None,
) -> Tray:
    colour = game.colours[seat]
    stuck = game.stuck(game.free_places(position, seat))
    items = []
    for kind, (shape, count) in enumerate(zip(shown, position.stocks[seat], strict=True)):
        if count:
            label = "item_stuck" if kind in stuck else "item"
            items.append(
                Item(
                    Phrase(f"carreleurs.{label}", (("tile", shape.size),)),
                    game.button[shape] if seat == turn else None,
                    "tile",
                    shape.size,
                    (shape,),
                    count,
                    colour,
                    "chosen" if seat == turn and shape == held.shape else "",
                )
            )
    return Tray(Phrase("carreleurs.stock", (("colour", Phrase(f"colour.{colour}")),)), tuple(items), seat)


def _news(game: Carreleurs, moment: Moment, position: CarreleursPosition) -> Phrase | None:
    """A pass and a lift cannot be seen from the board alone."""
    if not moment.last:
        return None
    mover = previous_in(position.turn, game.players, position.out)
    colour = ("colour", Phrase(f"colour.{game.colours[mover]}"))
    if moment.last == game.passing:
        return Phrase("carreleurs.passed", (colour,))
    laid = hand(game, moment.last)
    if laid is None or laid.shape is None or not laid.done:
        return None
    return Phrase(
        "carreleurs.lifted_sealed" if game.ko == "seal" else "carreleurs.lifted",
        (colour, ("tile", laid.shape.size)),
    )


def _only_shown(game: Carreleurs, position: CarreleursPosition, held: Hand) -> bool:
    """Whether a place touched now does nothing yet but show what would be taken up."""
    ways = game.ways(position).get(held.shape) if held.shape is not None else None
    return ways is not None and not ways.free and ways.lifting > 0


def _stamp(game: Carreleurs, shape: Shape) -> tuple[Point, ...]:
    centres = game.tiling.centres
    x, y = centres[0]
    return tuple((centres[cell][0] - x, centres[cell][1] - y) for cell in game.room.cells(shape, 0))
