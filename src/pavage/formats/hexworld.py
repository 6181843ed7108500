"""Links to the boards of hexworld.org: `https://hexworld.org/board/#11c1,b4:sh4g8`.

After the size come letters for the look of the board, then the moves that were played and, after another
comma, those that were taken back. `:s` swaps the pieces, `:S` the sides, `:p` passes, `:rb` and `:rw` resign,
`:fb` and `:fw` forfeit.
"""

from __future__ import annotations

import re

from pavage.formats.bad_text import BadText
from pavage.formats.hex_steps import BLUE, PASS, PIECES, RED, SIDES, STONE, BadStep, Step, Told, play_steps
from pavage.formats.record import Record
from pavage.games.hex.rules import Hex, HexPosition
from pavage.options import BadOption
from pavage.phrase import Phrase

ADDRESS = "https://hexworld.org/board/#"
MOST_CHARACTERS = 20_000
_HEAD = re.compile(r"\s*(?:\S{0,200}?#)?((\d{1,4})(?:x(\d{1,4}))?)(?:[a-z]\d{0,3}){0,9}(?=,|\s*$)", re.ASCII)
_MOVE = re.compile(r"([a-zA-Z]{1,3})(\d{1,3})|:(r[bw]|f[bw]|[sSp])", re.ASCII)


def read_hexworld(text: str) -> tuple[Record, list[Phrase]]:
    """The game of a link, taken-back moves included, and what a record cannot say of it."""
    if len(text) > MOST_CHARACTERS:
        raise BadText(1, 1, "link.too_long", most=MOST_CHARACTERS)
    lead = len(text) - len(text.lstrip())
    text = text.strip()
    head = _HEAD.match(text)
    if head is None:
        raise BadText(1, lead + 1, "link.no_link", text=text[:40])
    if head[3] and int(head[3]) != int(head[2]):
        raise BadText(1, lead + head.start(1) + 1, "link.oblong", text=head[1])
    size = int(head[2])
    try:
        Hex(size=size)
        match, folded = play_steps(Told(size), _steps(text, head.end(), size))
    except BadStep as error:
        values = {"text": error.step.text, "reason": error.refusal.phrase}
        raise BadText(1, lead + error.step.place + 1, "illegal", **values) from None
    except BadOption as error:
        at = lead + head.start(1) + 1
        raise BadText(1, at, error.key, **error.values) from None
    except BadText as error:
        raise BadText(1, lead + error.column, error.key, **error.values) from None
    return Record(match), [Phrase("sgf.note.folded", (("number", str(folded)),))] if folded else []


def _steps(text: str, place: int, size: int) -> list[Step]:
    steps: list[Step] = []
    colour, commas = RED, 0
    while place < len(text):
        if text[place] == "," and commas < 2:
            commas += 1
            place += 1
            continue
        found = _MOVE.match(text, place)
        if found is None:
            raise BadText(1, place + 1, "link.no_move", text=text[place : place + 8])
        step = Step(STONE, colour, text=found[0], place=place)
        kind = found[3]
        if kind is None:
            step.cell = _cell(found, size)
        elif kind[0] in "rf":
            step.kind = "resign" if kind[0] == "r" else "forfeit"
            step.colour = RED if kind[1] == "b" else BLUE
        else:
            step.kind = {"s": PIECES, "S": SIDES, "p": PASS}[kind]
        steps.append(step)
        # Where people change sides the stone stays, so that the colour that swapped moves again.
        colour = colour if step.kind == SIDES else 1 - colour
        place = found.end()
    return steps


def _cell(found: re.Match[str], size: int) -> int:
    column, row = ord(found[1].lower()[0]) - 97, int(found[2]) - 1
    if len(found[1]) > 1 or not (0 <= row < size and column < size):
        raise BadText(1, found.start() + 1, "sgf.no_cell", word=found[0], size=size)
    return row * size + column


def write_hexworld(record: Record) -> str:
    """The link of a record of Hex.

    HexWorld swaps pieces. Where people exchanged colours instead, the board is the same but mirrored and with
    the colours exchanged, so from then on the moves are written mirrored.
    """
    match, game = record.match, record.match.game
    assert isinstance(game, Hex)
    start = match.positions[0]
    assert isinstance(start, HexPosition)
    written, mirrored = _start(start, game), False
    for played in match.played:
        site = played.move[0]
        if site >= len(game.tiling):
            written.append(":s")
            mirrored = game.swap == "colours"
            continue
        row, column = divmod(site, game.size)
        written.append(game.sites[column * game.size + row if mirrored else site])
    ending = match.ending
    if ending is not None and ending.reason in ("resignation", "time", "forfeit"):
        loser = 0 if ending.returns[0] == 0 else 1
        sign = "r" if ending.reason == "resignation" else "f"
        written.append(f":{sign}{'bw'[game.colour(start, loser)]}")
    return f"{ADDRESS}{game.size}c1,{''.join(written)}"


def _start(position: HexPosition, game: Hex) -> list[str]:
    """Stones that were set up, as moves in turn, with passes where a colour has none left."""
    stones = [[cell for cell, code in enumerate(position.board) if code == each] for each in (1, 2)]
    moves: list[str] = []
    for number in range(max(map(len, stones))):
        moves += [game.sites[cells[number]] if number < len(cells) else ":p" for cells in stones]
    mover = game.colour(position, position.turn)
    if moves and moves[-1] == ":p" and mover == BLUE:
        return moves[:-1]
    return moves if mover == RED else [*moves, ":p"]
