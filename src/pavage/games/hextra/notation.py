"""Moves of HEXTRA as text: `V2=R(O1,+60)(V1)`, `O1@(1,0)`, `V:17`, `X`, `/`, `accept`, `pass`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pavage.game import Move, Unreadable
from pavage.games.hextra.geometry.claims import (
    CARDS,
    CENTRES,
    SA,
    SC,
    Characteristics,
    Claim,
    R,
    T,
    image,
)
from pavage.games.hextra.geometry.lattice import CELL, name_of
from pavage.games.hextra.geometry.places import tile_name
from pavage.games.hextra.position import LETTERS, LOST
from pavage.games.hextra.touching import ANGLES, move_of
from pavage.phrase import Phrase

if TYPE_CHECKING:
    from pavage.games.hextra.position import HextraPosition
    from pavage.games.hextra.rules import Hextra

WORDS = {"x": "x", "/": "decline", "accept": "accept", "contest": "contest", "pass": "pass"}
POINT = r"\((-?\d{1,3}),(-?\d{1,3})\)"
CLAIM = re.compile(
    rf"(?:([vorb])(\d+)=)?(sa|sc|t|r)\(([^()]*)\)\(([vorb]\d+)\)(?:@{POINT})?!?", re.IGNORECASE
)
SETUP = re.compile(rf"(?:([vorb])1@)?{POINT}", re.IGNORECASE)
DEAL = re.compile(r"(?:([vorb]):)?(\d{1,2})", re.IGNORECASE)


def write_transformation(position: HextraPosition, claim: Claim) -> str:
    """Card, characteristics and antecedent: `R(O1,+60)(V1)`."""
    named = [tile_name(position, centre) for centre in claim.how.centres]
    if claim.card == R:
        degrees = 60 * claim.how.sixths
        named.append("180" if abs(degrees) == 180 else f"{degrees:+d}")
    between = ">" if claim.card == T else ","
    antecedent = tile_name(position, claim.antecedent)
    return f"{CARDS[claim.card].upper()}({between.join(named)})({antecedent})"


def transformation_told(position: HextraPosition, claim: Claim) -> Phrase:
    """Rotation of V1 about O1, 60°, anticlockwise."""
    centres = [tile_name(position, centre) for centre in claim.how.centres]
    values: list[tuple[str, str | Phrase]] = [("tile", tile_name(position, claim.antecedent))]
    values += [("one", centres[0]), ("other", centres[-1])]
    if claim.card in (SA, SC, T):
        return Phrase(f"hextra.told.{CARDS[claim.card]}", tuple(values))
    degrees = 60 * claim.how.sixths
    if abs(degrees) == 180:
        return Phrase("hextra.told.half_turn", tuple(values))
    sense = Phrase(f"hextra.told.{'direct' if degrees > 0 else 'indirect'}")
    return Phrase("hextra.told.r", (*values, ("degrees", str(abs(degrees))), ("sense", sense)))


def write_move(game: Hextra, position: HextraPosition, move: Move) -> str:
    stage, letter = game.stage(position), LETTERS[position.colour]
    if stage in ("deal", "choose"):
        return f"{letter}:{move[0] - game.button['m1'] + 1}"
    if stage == "setup":
        return f"{letter}1@{name_of(move[0])}"
    if stage != "announce":
        word = game.sites[move[0]]
        return {"x": "X", "decline": "/"}.get(word, word)
    claim = game.claim(move)
    text = f"{letter}{len(position.tiles[position.colour]) + 1}={write_transformation(position, claim)}"
    if not game.fault(position, move):
        return text
    # With `players` nobody has judged yet, so that only the cell is written.
    return f"{text}@{name_of(claim.cell)}{'' if game.referee == 'players' else '!'}"


def read_move(game: Hextra, position: HextraPosition, text: str) -> Move:
    said = text.strip().lower().replace("\N{MINUS SIGN}", "-").replace("°", "")
    stage = game.stage(position)
    if said in WORDS:
        return (game.button[WORDS[said]],)
    if stage in ("deal", "choose") and (found := DEAL.fullmatch(said)):
        _same_colour(position, found[1], text)
        return (game.site(f"m{int(found[2])}", text),)
    if stage == "setup" and (found := SETUP.fullmatch(said)):
        _same_colour(position, found[1], text)
        return (_cell(found[2], found[3], text),)
    if found := CLAIM.fullmatch(said):
        return _read_claim(game, position, found, text)
    raise Unreadable(text, f"hextra.unreadable_{'choose' if stage == 'deal' else stage}")


def _same_colour(position: HextraPosition, letter: str | None, text: str) -> None:
    if letter and letter.upper() != LETTERS[position.colour]:
        raise Unreadable(text, "hextra.other_colour", letter=LETTERS[position.colour])


def _cell(q: str, r: str, text: str) -> int:
    cell = CELL.get((int(q), int(r)))
    if cell is None:
        raise Unreadable(text, "unknown_cell", word=f"({q},{r})")
    return cell


def named_tile(position: HextraPosition, name: str, text: str) -> int:
    """The cell of a tile that is called by its name."""
    found = re.fullmatch(r"([vorb])(\d{1,2})", name.strip().lower())
    if found and LETTERS.index(found[1].upper()) < len(position.tiles):
        row = position.tiles[LETTERS.index(found[1].upper())]
        if 0 < int(found[2]) <= len(row) and row[int(found[2]) - 1] != LOST:
            return row[int(found[2]) - 1]
    raise Unreadable(text, "hextra.unknown_tile", word=name.strip())


def _read_claim(game: Hextra, position: HextraPosition, found: re.Match[str], text: str) -> Move:
    letter, number, card_name, inside, antecedent_name, q, r = found.groups()
    _same_colour(position, letter, text)
    due = len(position.tiles[position.colour]) + 1
    if number and int(number) != due:
        raise Unreadable(text, "hextra.other_number", tile=f"{LETTERS[position.colour]}{due}")
    card = CARDS.index(card_name)
    how = _read_characteristics(position, card, inside, text)
    antecedent = named_tile(position, antecedent_name, text)
    if q is not None:
        cell = _cell(q, r, text)
    else:
        same = len(how.centres) == 2 and how.centres[0] == how.centres[1]
        point = None if same else image(card, antecedent, how, game.mathematics)
        if point is None or point not in CELL:
            raise Unreadable(text, "hextra.point_at_it")
        cell = CELL[point]
    return move_of(game, Claim(card, antecedent, how, cell))


def _read_characteristics(position: HextraPosition, card: int, inside: str, text: str) -> Characteristics:
    parts = inside.split(">" if card == T else ",")
    sixths = 0
    if card == R:
        angle = re.fullmatch(r"([+-]?)(\d+)", parts.pop().strip())
        if not angle or angle[2] not in ANGLES or not (angle[1] or angle[2] == "180"):
            raise Unreadable(text, "hextra.bad_angle")
        sixths = int(angle[2]) // 60
        if angle[1] == "-" and sixths != 3:
            sixths = -sixths
    if len(parts) != CENTRES[card]:
        raise Unreadable(text, "hextra.bad_axis" if card == SA else "hextra.bad_characteristics")
    return Characteristics(tuple(named_tile(position, part, text) for part in parts), sixths)
