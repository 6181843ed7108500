"""A record of Hex as an SGF tree, as the standard would have it written."""

from __future__ import annotations

from pavage.formats.hex_steps import BLUE, PIECES, RED, SIDES
from pavage.formats.record import Record
from pavage.formats.sgf import Node
from pavage.formats.sgf_time import LABELS, write_control
from pavage.games.hex.rules import Hex, HexPosition
from pavage.match import Match

HEADERS = {
    "EV": "event",
    "RO": "round",
    "DT": "date",
    "PC": "place",
    "GN": "name",
    "SO": "source",
    "BR": "black rating",
    "WR": "white rating",
    "HA": "handicap",
    "ON": "opening",
    "AN": "annotator",
    "US": "user",
    "CP": "copyright",
    "GC": "remarks",
}
"""Properties of the root that go into headers of our record, and back."""


def root_properties(game: Hex) -> dict[str, list[str]]:
    rules = [{"colours": "swap-sides", "mirror": "swap-pieces", "none": "no-swap"}[game.swap]]
    if game.begins == BLUE:
        rules.append("white-first")
    if game.options["no_centre"]:
        rules.append("no-centre")
    return {
        "FF": ["4"],
        "GM": ["11"],
        "CA": ["UTF-8"],
        "AP": ["Pavage:1"],
        "SZ": [str(game.size)],
        "RU": [", ".join(rules)],
    }


def hex_tree(record: Record) -> Node:
    """A record of Hex as a tree: one line, every property that we know."""
    match, game = record.match, record.match.game
    assert isinstance(game, Hex)
    top = Node(root_properties(game))
    head, start = top.properties, match.positions[0]
    assert isinstance(start, HexPosition)
    if start.swapped:
        head["RU"] = [head["RU"][0] + ", swapped"]
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
        head["RE"] = [_result(match)]
    if match.comment:
        head["C"] = [match.comment]
    for code, name in (1, "AB"), (2, "AW"):
        cells = [game.sites[cell] for cell, piece in enumerate(start.board) if piece == code]
        if cells:
            head[name] = cells
    colour = game.colour(start, start.turn)
    if match.set_up or colour != RED:
        head["PL"] = [LABELS[colour]]
    _write_moves(top, match, game)
    return top


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


def _result(match: Match) -> str:
    outcome = match.outcome
    assert outcome is not None
    if outcome.returns[0] == outcome.returns[1]:
        return "0"
    winner = 0 if outcome.returns[0] == 1 else 1
    reason = {"resignation": "Resign", "time": "Time"}.get(outcome.reason, "")
    return f"{LABELS[match.game.colour(match.position, winner)]}+{reason}"
