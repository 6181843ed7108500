"""How Blocs is shown: tiles with their areas, shapes beside the board, and what a block would become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pavage.games.blocs.identities import equality, identity
from pavage.games.blocs.rules import Blocs, BlocsPosition
from pavage.games.blocs.threats import merges
from pavage.games.blocs.touching import Hand, follow
from pavage.phrase import Phrase
from pavage.scene import Button, Item, Mark, Moment, Overlay, Piece, Scene, Tray, plain_scene
from pavage.tiling import Point

NOTHING = -1


def scene(game: Blocs, moment: Moment) -> Scene:
    position = moment.position
    assert isinstance(position, BlocsPosition)
    plain = plain_scene(game, moment)
    hand = follow(game, position, moment.touched)
    areas = game.areas(position)
    seats = tuple(
        replace(seat, aim=Phrase("blocs.aim"), score=str(area))
        for seat, area in zip(plain.seats, areas, strict=True)
    )
    shown = replace(
        plain,
        pieces=tuple(_piece(game, position, tile) for tile in position.tiles),
        marks=_marks(game, moment, plain, hand),
        seats=seats,
        news=_news(game, position),
    )
    if moment.outcome:
        return shown
    choosing = hand.placed is not None
    trays = () if choosing else _trays(game, position, hand, plain)
    return replace(
        shown,
        buttons=_buttons(game, hand, plain, trays),
        prompt=_prompt(game, position, hand, plain.ghost),
        trays=trays,
        overlays=() if choosing else _overlays(game, position),
        stamp=() if choosing else _stamp(game, hand),
        box=not choosing and hand.shape is None,
    )


def _piece(game: Blocs, position: BlocsPosition, tile: int) -> Piece:
    cells = game.grid.covered(tile)
    height, width = game.grid.shape(tile)
    colour = game.colours[position.board[cells[0]] - 1]
    area = str(game.grid.area[tile])
    label = Phrase(
        "blocs.tile",
        (
            ("colour", Phrase(f"colour.{colour}")),
            ("height", str(height)),
            ("width", str(width)),
            ("area", area),
        ),
    )
    return Piece(cells[0], colour, "tile", cells, area, label=label)


def _marks(game: Blocs, moment: Moment, plain: Scene, hand: Hand) -> tuple[Mark, ...]:
    """The last tile; what is in the hand, and each block that may be chosen as it would become."""
    marks = [mark for mark in plain.marks if mark.kind not in ("last", "select")]
    position = moment.position
    assert isinstance(position, BlocsPosition)
    if moment.last and (cells := _last_cells(game, position, moment.last)):
        marks.append(Mark("last", cells))
    if hand.placed is not None:
        marks.append(Mark("ghost", game.grid.covered(hand.grown), colour=plain.ghost))
        for block in _still_offered(game, hand):
            area = str(game.grid.area[block])
            marks.append(Mark("ghost", game.grid.covered(block), text=area, colour=plain.ghost))
    selected = hand.corner if hand.placed is None else hand.picked
    if selected is not None:
        marks.append(Mark("select", (selected,)))
    return tuple(marks)


def _still_offered(game: Blocs, hand: Hand) -> Sequence[int]:
    """The blocks that can be chosen, those with the touched corner once there is one."""
    if hand.picked is None:
        return hand.offered
    return [
        block for block in hand.offered if any(hand.picked in corners for corners in game.grid.corners(block))
    ]


def _last_cells(game: Blocs, position: BlocsPosition, last: tuple[int, ...]) -> tuple[int, ...]:
    """The tile that covers what the last move touched, merged or not."""
    cells = game.cells_of(last)
    for tile in position.tiles:
        if cells and game.grid.mask[tile] >> cells[0] & 1:
            return game.grid.covered(tile)
    return ()


def _news(game: Blocs, position: BlocsPosition) -> Phrase | None:
    """What the last turn joined, and the identity it draws."""
    told: Phrase | None = None
    for tiles in position.merged:
        colour = game.colours[position.board[game.grid.corner(tiles[-1])] - 1]
        values = (("colour", Phrase(f"colour.{colour}")), ("sum", equality(game.grid, tiles)))
        drawn = identity(game.grid, tiles)
        one = Phrase("blocs.merged", values)
        if drawn:
            one = Phrase("blocs.identity", (*values, ("identity", drawn)))
        told = one if told is None else Phrase("blocs.then", (("first", told), ("second", one)))
    return told


def _prompt(game: Blocs, position: BlocsPosition, hand: Hand, colour: str) -> Phrase:
    most = game.allowance(position)
    limit = ("limit", str(most))
    if hand.placed is not None:
        key = "prompt_may" if game.may else "prompt_choose"
        if hand.picked is not None:
            key = "prompt_other_corner"
        areas = sorted({game.grid.area[block] for block in _still_offered(game, hand)}, reverse=True)
        return Phrase(f"blocs.{key}", (("areas", ", ".join(map(str, areas))),))
    if hand.corner is not None:
        return Phrase("blocs.prompt_corner", (limit,))
    if hand.shape is not None:
        height, width = game.shapes[hand.shape - game.grid.cells]
        return Phrase("blocs.prompt_shape", (("height", str(height)), ("width", str(width))))
    key = "blocs.prompt" if most == game.limit else "blocs.prompt_opening"
    return Phrase(key, (("colour", Phrase(f"colour.{colour}")), limit))


def _buttons(game: Blocs, hand: Hand, plain: Scene, trays: Sequence[Tray]) -> tuple[Button, ...]:
    """What the trays hold, and the shape in the hand turned; the other turned shapes only fill the screen."""
    held = {item.site for tray in trays for item in tray.items}
    turned = NOTHING
    if hand.shape is not None:
        height, width = game.shapes[hand.shape - game.grid.cells]
        turned = game.site(f"{width}x{height}")
    buttons = []
    for button in plain.buttons:
        if button.site == game.done:
            buttons.append(button)
        elif button.site in held:
            buttons.append(Button(button.site, _shape_name(game, button.site)))
        elif button.site == turned:
            label = Phrase("blocs.turn", _shape_name(game, button.site).values)
            buttons.append(Button(button.site, label, hand.shape))
    return tuple(buttons)


def _shape_name(game: Blocs, site: int) -> Phrase:
    height, width = game.shapes[site - game.grid.cells]
    return Phrase("blocs.shape", (("height", str(height)), ("width", str(width))))


def _trays(game: Blocs, position: BlocsPosition, hand: Hand, plain: Scene) -> tuple[Tray, ...]:
    """Each shape once, by its shorter side; as it was turned if it is in the hand."""
    offered = {button.site for button in plain.buttons}
    if hand.shape is not None:
        offered.add(hand.shape)
    sites = {shape: game.grid.cells + number for number, shape in enumerate(game.shapes)}
    trays = []
    for side in range(1, game.size + 1):
        items = []
        for length in range(side, game.size + 1):
            if side * length > game.allowance(position) or (side, length) not in sites:
                break
            flat, upright = sites[side, length], sites[length, side]
            site = upright if hand.shape == upright or flat not in offered else flat
            if site not in offered:
                continue
            height, width = game.shapes[site - game.grid.cells]
            items.append(
                Item(
                    _shape_name(game, site),
                    site,
                    "tile",
                    f"{height}×{width}",
                    ((height, width),),
                    colour=plain.ghost,
                    state="chosen" if site == hand.shape else "",
                )
            )
        if items:
            trays.append(Tray(Phrase("blocs.tray", (("side", str(side)),)), tuple(items)))
    return tuple(trays)


def _stamp(game: Blocs, hand: Hand) -> tuple[Point, ...]:
    """The other cells of the shape in the hand, from its top left one."""
    if hand.shape is None:
        return ()
    height, width = game.shapes[hand.shape - game.grid.cells]
    unit = game.tiling.unit
    return tuple((column * unit, row * unit) for row in range(height) for column in range(width))


def _overlays(game: Blocs, position: BlocsPosition) -> tuple[Overlay, ...]:
    """Where a tile would make a block now, and which tiles it would join."""
    most = game.allowance(position)
    waiting = [merge for merge in merges(game, position) if game.grid.area[merge.tile] <= most]
    if not waiting:
        return ()
    missing = joined = 0
    for merge in waiting:
        missing |= game.grid.mask[merge.tile]
        joined |= merge.mask
    tiles = [tile for tile in position.tiles if game.grid.mask[tile] & joined]
    marks = (
        Mark("target", game.grid.cells_of(missing)),
        Mark("tint", tuple(game.grid.corner(tile) for tile in tiles)),
    )
    return (Overlay(Phrase("blocs.waiting"), marks),)
