"""What the root of an SGF tree says about a game of Hex: rules, players, where and when, how it ended."""

from __future__ import annotations

import re

from pavage.formats.hex_steps import BLUE
from pavage.formats.sgf import Node
from pavage.formats.sgf_time import LABELS
from pavage.game import Outcome, winner_takes_all
from pavage.games.hex.rules import Hex
from pavage.match import Match
from pavage.phrase import Phrase

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
    if game.no_centre:
        rules.append("no-centre")
    return {
        "FF": ["4"],
        "GM": ["11"],
        "CA": ["UTF-8"],
        "AP": ["Pavage:1"],
        "SZ": [str(game.size)],
        "RU": [", ".join(rules)],
    }


def read_seats(root: Node, game: Hex, swapped: bool) -> tuple[str, ...]:
    """Who sits where: PB and PW name who has the colour before any swap."""
    if "PB" not in root.properties and "PW" not in root.properties:
        return ()
    names = root.simple("PB"), root.simple("PW")
    first = game.begins ^ swapped
    return names[first], names[1 - first]


def read_headers(root: Node) -> dict[str, str]:
    found = {header: root.simple(name) for name, header in HEADERS.items()}
    return {header: value for header, value in found.items() if value and value != "null"}


_REASONS = {
    "r": "resignation",
    "resign": "resignation",
    "t": "time",
    "time": "time",
    "f": "forfeit",
    "forfeit": "forfeit",
}


def read_end(match: Match, result: str) -> list[Phrase]:
    """Take the ending from RE where the moves have none; say so where they contradict each other."""
    if match.outcome is None and result.lower() in ("0", "draw"):
        match.ending = Outcome((0.5, 0.5), "agreement")
        return []
    told = re.match(r"([bw])(?:[a-z]*\+\s*(\w*))?", result.lower())
    if told is None:
        return []
    colour = "bw".index(told[1])
    winner = next(seat for seat in (0, 1) if match.game.colour(match.position, seat) == colour)
    if match.outcome is None:
        # Who wins without a chain wins because the other has stopped.
        match.ending = Outcome(winner_takes_all(2, winner), _REASONS.get(told[2] or "", "resignation"))
    elif match.outcome.returns[winner] != 1:
        return [Phrase("sgf.note.other_result", (("text", result[:20]),))]
    return []


def written_end(match: Match) -> str:
    """RE: the colour that has won on the board, and why if that is not to be seen there."""
    outcome = match.outcome
    assert outcome is not None
    if outcome.returns[0] == outcome.returns[1]:
        return "0"
    winner = 0 if outcome.returns[0] == 1 else 1
    reason = {"resignation": "Resign", "time": "Time", "forfeit": "Forfeit"}.get(outcome.reason, "")
    return f"{LABELS[match.game.colour(match.position, winner)]}+{reason}"
