"""How Labyrinthe is shown: kings and walls, the goal of each colour, how far each king has to go."""

from __future__ import annotations

from dataclasses import replace

from pavage.games.labyrinthe.rules import Labyrinthe, LabyrinthePosition
from pavage.games.labyrinthe.ways import STONE
from pavage.games.leaving import seats_in
from pavage.games.opposite_sides import SIDES, goal_bands
from pavage.phrase import Phrase
from pavage.scene import Board, Mark, Moment, Overlay, Scene, plain_board, plain_scene


def board(game: Labyrinthe) -> Board:
    """The side that a king goes to has his colour."""
    return replace(plain_board(game), bands=goal_bands(game, SIDES[game.players]))


def scene(game: Labyrinthe, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    position = moment.position
    assert isinstance(position, LabyrinthePosition)
    pieces = tuple(
        replace(piece, shape="wall" if position.board[piece.cell] == STONE else "king")
        for piece in plain.pieces
    )
    seats = tuple(
        replace(seat, aim=Phrase("labyrinthe.aim"), note=_note(game, position, number))
        for number, seat in enumerate(plain.seats)
    )
    last = game.cells_of(moment.last)
    ended = tuple(cell for cell in last if position.board[cell] == STONE) or last
    shown = replace(
        plain,
        pieces=pieces,
        marks=tuple(replace(mark, cells=ended) if mark.kind == "last" else mark for mark in plain.marks),
        seats=seats,
        overlays=_overlays(game, position),
    )
    if moment.outcome:
        return shown
    # What lies under the pointer is a wall, and walls belong to nobody.
    return replace(shown, prompt=Phrase(f"labyrinthe.{_prompt(game, moment, plain)}"), ghost="wall neutral")


def _note(game: Labyrinthe, position: LabyrinthePosition, seat: int) -> Phrase | None:
    if seat in position.out:
        return None
    steps = ("steps", str(game.distances(position)[seat]))
    if not position.left:
        return Phrase("labyrinthe.distance", (steps,))
    return Phrase("labyrinthe.distance_and_stones", (steps, ("stones", str(position.left[seat]))))


def _prompt(game: Labyrinthe, moment: Moment, plain: Scene) -> str:
    position = moment.position
    assert isinstance(position, LabyrinthePosition)
    if moment.touched:
        return "prompt_second" if not position.board[moment.touched[0]] else "prompt_target"
    if plain.buttons:
        return "prompt_pass"
    return "prompt_first" if game.must_place(position) else "prompt"


def _overlays(game: Labyrinthe, position: LabyrinthePosition) -> tuple[Overlay, ...]:
    """What the rules speak of: the way that a distance counts, and the cells that have to stay open."""
    maze, inside = game.maze(position), seats_in(game.players, position.out)
    kings = {seat: game.kings(position)[seat] for seat in inside}
    ways = tuple(
        Mark("target", tuple(game.ways.shortest(maze, seat, king)[1:]), colour=game.colours[seat])
        for seat, king in kings.items()
    )
    closed = tuple(
        Mark("tint", tuple(sorted(game.ways.each(needed))), colour=game.colours[seat])
        for seat, king in kings.items()
        if (needed := game.ways.needed(maze, seat, king))
    )
    shown = [Overlay(Phrase("labyrinthe.ways"), ways)]
    return (*shown, Overlay(Phrase("labyrinthe.closed"), closed)) if closed else tuple(shown)
