"""How Blocs is shown: tiles with their areas, shapes beside the board, and what a block would become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pavage.games.blocs.blocks import laid_after, union_of
from pavage.games.blocs.identities import equality, identity
from pavage.games.blocs.rules import Blocs, BlocsPosition
from pavage.games.blocs.threats import merges
from pavage.games.blocs.touching import Hand, follow, join
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
        pieces=_pieces(game, position) if hand.picked is None else _as_chosen(game, position, hand),
        marks=_marks(game, moment, plain, hand),
        seats=seats,
        news=_news(game, position),
        retold=bool(position.merged),
    )
    if moment.outcome:
        return shown
    choosing = hand.placed is not None
    trays = _trays(game, position, hand, plain)
    return replace(
        shown,
        buttons=_buttons(game, hand, plain, trays),
        prompt=_prompt(game, position, hand, plain.ghost),
        trays=trays,
        overlays=() if choosing else _overlays(game, position),
        stamp=() if choosing else _stamp(game, hand),
        box=not choosing and hand.shape is None,
        again=choosing,
    )


def _pieces(game: Blocs, position: BlocsPosition) -> tuple[Piece, ...]:
    """All tiles; a block shows those that it was made of."""
    laid = {union_of(game.grid, tiles): tiles for tiles in position.laid}
    return tuple(_piece(game, position, tile, laid.get(game.grid.mask[tile], ())) for tile in position.tiles)


def _piece(game: Blocs, position: BlocsPosition, tile: int, laid: tuple[int, ...]) -> Piece:
    cells = game.grid.covered(tile)
    height, width = game.grid.shape(tile)
    colour = game.colours[position.board[cells[0]] - 1]
    area = str(game.grid.area[tile])
    values = (
        ("colour", Phrase(f"colour.{colour}")),
        ("height", str(height)),
        ("width", str(width)),
        ("area", area),
    )
    if not laid:
        return Piece(cells[0], colour, "tile", cells, area, label=Phrase("blocs.tile", values))
    label = Phrase("blocs.block", (*values, ("sum", equality(game.grid, laid))))
    parts = tuple(game.grid.covered(part) for part in laid)
    return Piece(cells[0], colour, "tile", cells, area, parts=parts, label=label)


def _as_chosen(game: Blocs, position: BlocsPosition, hand: Hand) -> tuple[Piece, ...]:
    """As it would be with the block that was touched."""
    after = replace(hand)
    assert hand.picked is not None
    join(game, after, hand.picked)
    board = bytearray(position.board)
    for cell in game.grid.covered(hand.picked):
        board[cell] = position.turn + 1
    laid = laid_after(game.grid, position.laid, after.joined)
    tiles = (*after.tiles, hand.picked)
    return _pieces(game, replace(position, board=bytes(board), tiles=tiles, laid=laid))


def _marks(game: Blocs, moment: Moment, plain: Scene, hand: Hand) -> tuple[Mark, ...]:
    """The last tile; what is in the hand, and each block that may be chosen as it would become."""
    marks = [mark for mark in plain.marks if mark.kind not in ("last", "select")]
    position = moment.position
    assert isinstance(position, BlocsPosition)
    if moment.last and (cells := _last_cells(game, position, moment.last)):
        marks.append(Mark("last", cells))
    if hand.placed is not None:
        marks += _blocks_to_choose(game, hand, plain.ghost)
    if hand.placed is None and hand.corner is not None:
        marks.append(Mark("select", (hand.corner,)))
    return tuple(marks)


def _blocks_to_choose(game: Blocs, hand: Hand, colour: str) -> list[Mark]:
    """The tile that was laid and a line around each block that may be touched, or around the one that was."""
    if hand.picked is not None:
        return [Mark("region", game.grid.covered(hand.picked))]
    laid = Mark("ghost", game.grid.covered(hand.grown), text=str(game.grid.area[hand.grown]), colour=colour)
    return [laid, *(Mark("region", game.grid.covered(block)) for block in hand.offered)]


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
        if hand.picked is not None:
            inside = [tile for tile in hand.tiles if game.grid.mask[tile] & game.grid.mask[hand.picked]]
            return Phrase("blocs.prompt_again", (("sum", equality(game.grid, [*inside, hand.grown])),))
        areas = sorted({game.grid.area[block] for block in hand.offered})
        key = "prompt_may" if game.may else "prompt_choose"
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
    """The stock: each shape that still fits, the smallest first; as it was turned if it is in the hand."""
    offered = {site for site in game.choices(position, ()) if site >= game.grid.cells}
    sites = {shape: game.grid.cells + number for number, shape in enumerate(game.shapes)}
    items = []
    for shape in sorted(sites, key=lambda each: (each[0] * each[1], each)):
        flat, upright = sites[shape], sites[shape[1], shape[0]]
        site = upright if hand.shape == upright or flat not in offered else flat
        if shape[0] > shape[1] or site not in offered:
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
    return (Tray(Phrase("blocs.tray"), tuple(items)),)


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
