"""A record of Hex as an SGF tree, as the standard would have it written."""

from __future__ import annotations

from pavage.formats.hex_head import HEADERS, root_properties, written_end
from pavage.formats.hex_steps import PIECES, RED, SIDES
from pavage.formats.record import Record
from pavage.formats.sgf import Node
from pavage.formats.sgf_time import LABELS, write_control
from pavage.games.hex.rules import Hex, HexPosition
from pavage.match import Match


def hex_tree(record: Record) -> Node:
    """A record of Hex as a tree: one line, every property that we know."""
    game = record.match.game
    assert isinstance(game, Hex)
    top = Node(root_properties(game))
    _write_head(top.properties, record, game)
    _write_start(top.properties, record.match, game)
    _write_moves(top, record.match, game)
    return top


def _write_head(head: dict[str, list[str]], record: Record, game: Hex) -> None:
    """Who plays, how long, how it ended, and what else is told of the game."""
    match, start = record.match, record.match.positions[0]
    assert isinstance(start, HexPosition)
    for seat, name in enumerate(record.seats):
        head["P" + LABELS[game.colour(start, seat)]] = [name]
    names = {header: name for name, header in HEADERS.items()}
    other = [f"{header}: {value}" for header, value in record.headers.items() if header not in names]
    head |= {names[header]: [value] for header, value in record.headers.items() if header in names}
    if other:
        head["GC"] = ["\n".join(head.get("GC", []) + other)]
    if match.clock is not None:
        write_control(head, match.clock.control)
    if match.outcome is not None:
        head["RE"] = [written_end(match)]
    if match.comment:
        head["C"] = [match.comment]


def _write_start(head: dict[str, list[str]], match: Match, game: Hex) -> None:
    """The position in the beginning, and who moves first, where the rules do not say it."""
    start = match.positions[0]
    assert isinstance(start, HexPosition)
    if match.set_up and game.begins == RED:
        head["RU"][0] += ", black-first"  # the first move does not tell
    if start.swapped:
        head["RU"][0] += ", swapped"
    for code, name in (1, "AB"), (2, "AW"):
        cells = [game.sites[cell] for cell, piece in enumerate(start.board) if piece == code]
        if cells:
            head[name] = cells
    colour = game.colour(start, start.turn)
    if match.set_up or colour != RED:
        head["PL"] = [LABELS[colour]]


def _write_moves(top: Node, match: Match, game: Hex) -> None:
    clock, now, node = match.clock and type(match.clock).new(match.clock.control, 2), 0.0, top
    for played, position in zip(match.played, match.positions, strict=False):
        assert isinstance(position, HexPosition)
        label = LABELS[game.colour(position, played.seat)]
        swap = {"colours": SIDES, "mirror": PIECES, "none": ""}[game.swap]
        written = played.text if played.move[0] < len(game.tiling) else swap
        following = Node({label: [written]})
        if played.seconds is not None:
            following.properties["SPENT"] = [f"{played.seconds:.6f}".rstrip("0").rstrip(".")]
            if clock:
                clock = clock.start(played.seat, now)
                now += played.seconds
                clock = clock.press(None, now)
                following.properties[label + "L"] = [f"{clock.left[played.seat]:.3f}".rstrip("0").rstrip(".")]
                if clock.control.periods:
                    following.properties["O" + label] = [str(clock.periods[played.seat])]
        if played.comment:
            following.properties["C"] = [played.comment]
        node.children.append(following)
        node = following
