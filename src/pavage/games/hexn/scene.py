"""How a game of Hex-n is shown: bands of colour along the ports, who is out, where somebody can be cut."""

from __future__ import annotations

from dataclasses import replace

from pavage.games.hexn.rules import HexN, HexNPosition
from pavage.phrase import Phrase
from pavage.scene import (
    Board,
    Mark,
    Moment,
    Overlay,
    Scene,
    SeatView,
    colour_of,
    plain_board,
    plain_scene,
    side_bands,
)


def board(game: HexN) -> Board:
    return board_named(game, _id(game))


def board_named(game: HexN, name: str) -> Board:
    """The board with the ports as they are at first, or with a pair of them in its winner's colour."""
    half = len(game.ports) // 2
    colours = [game.colours[pair] if game.assigned else _shade(pair, half) for pair in range(half)]
    if name != _id(game):
        pair, colour = _taken(game)[name]
        colours[pair] = game.colours[colour]
    return replace(plain_board(game), id=name, bands=side_bands(game, game.ports, colours * 2))


def _taken(game: HexN) -> dict[str, tuple[int, int]]:
    """The names of the boards on which a pair of ports has a winner, with the pair and the colour."""
    if game.assigned:
        return {}
    pairs, colours = range(len(game.ports) // 2), range(game.players)
    return {
        f"{_id(game)}-{pair + 1}-{game.colours[colour]}": (pair, colour)
        for pair in pairs
        for colour in colours
    }


def _shade(pair: int, pairs: int) -> str:
    """Of ports that belong to nobody: opposite ones look alike, neighbours do not."""
    return "quay" if pairs % 2 and pair == pairs - 1 else ("neutral", "port")[pair % 2]


def scene(game: HexN, moment: Moment) -> Scene:
    position = moment.position
    assert isinstance(position, HexNPosition)
    plain = plain_scene(game, moment)
    seats = tuple(_seat(game, position, seat, view) for seat, view in enumerate(plain.seats))
    out = [view.colour for view in seats if view.out]
    prompt = plain.prompt
    if out and moment.outcome is None:
        prompt = Phrase(f"{game.name}.prompt_out", (*prompt.values, ("out", _listed(game, out))))
    elif moment.outcome and moment.outcome.reason == "survivor" and game.left(position):
        prompt = Phrase(f"{game.name}.result.last_in", prompt.values)
    return replace(
        plain,
        board=_board_now(game, moment),
        seats=seats,
        prompt=prompt,
        marks=_marks(game, moment, plain),
        overlays=_overlays(game, moment),
    )


def _board_now(game: HexN, moment: Moment) -> str:
    """The name of the board: ports that belong to nobody take the colour of the player who joined them."""
    outcome, position = moment.outcome, moment.position
    assert isinstance(position, HexNPosition)
    pair = game.joined_pair(outcome.cells) if outcome is not None and outcome.reason == "linked" else None
    if game.assigned or pair is None:
        return _id(game)
    return next(name for name, taken in _taken(game).items() if taken == (pair, position.linked - 1))


def _marks(game: HexN, moment: Moment, plain: Scene) -> tuple[Mark, ...]:
    """A chain takes the winner's colour; a survivor has none yet: where the others are shut in is shown."""
    if moment.outcome is None:
        return plain.marks
    if moment.outcome.reason == "survivor":
        return (*(mark for mark in plain.marks if mark.kind != "win"), *_cut_off(game, moment))
    winner = moment.outcome.returns.index(max(moment.outcome.returns))
    colour = colour_of(game, moment.position, winner)
    return tuple(replace(mark, colour=colour) if mark.kind == "win" else mark for mark in plain.marks)


def _cut_off(game: HexN, moment: Moment) -> list[Mark]:
    """For each player who is out, the smaller of the two places that it can no longer leave."""
    position = moment.position
    assert isinstance(position, HexNPosition)
    free, *stones = game.ways.by_code(position.board, game.players)
    marks = []
    for seat in range(game.players):
        if game.is_in(position, seat):
            continue
        colour = game.colour(position, seat)
        open_cells = stones[colour] | free
        if game.ways.joins(open_cells, game.joining[colour]):
            continue  # it has left: nothing shuts it in
        places = [game.ways.reached(open_cells, port) for pair in game.joining[colour] for port in pair]
        if any(places):
            smallest = min((place for place in places if place), key=int.bit_count)
            cells = tuple(sorted(game.ways.each(smallest)))
            marks.append(Mark("carrier", cells, colour=colour_of(game, position, seat)))
    return marks


def _id(game: HexN) -> str:
    """The same tiling has other bands for another number of ports."""
    return f"{game.tiling.code}-{len(game.ports)}-{game.ownership}-{game.players}"


def _seat(game: HexN, position: HexNPosition, seat: int, view: SeatView) -> SeatView:
    aim = Phrase(f"{game.name}.aim.{view.colour if game.assigned else 'any'}")
    if game.is_in(position, seat):
        return replace(view, aim=aim)
    return replace(view, aim=aim, out=True)


def _listed(game: HexN, colours: list[str]) -> Phrase:
    """Colours one after the other, for a sentence."""
    first, *rest = colours
    named = Phrase(f"colour.{first}")
    return Phrase(f"{game.name}.list", (("first", named), ("rest", _listed(game, rest)))) if rest else named


def _overlays(game: HexN, moment: Moment) -> tuple[Overlay, ...]:
    """For each player still in, the empty cells that all of its ways pass through."""
    position = moment.position
    assert isinstance(position, HexNPosition)
    if moment.outcome is not None:
        return ()
    free, *stones = game.ways.by_code(position.board, game.players)
    marks = []
    for seat in range(game.players):
        if game.is_in(position, seat):
            colour = game.colour(position, seat)
            straits = game.ways.straits(stones[colour] | free, free, game.joining[colour])
            if straits:
                cells = tuple(sorted(game.ways.each(straits)))
                marks.append(Mark("target", cells, colour=colour_of(game, position, seat)))
    return (Overlay(Phrase(f"{game.name}.straits"), tuple(marks)),)
