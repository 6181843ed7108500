"""Positions of HEXTRA as one line of text.

    v:(0,0),(1,-1) o:(1,0),- r:(0,1) b:(2,-1) motifs:v17,o3,r30,b8 down:v-r
    to:o turn:2 log:V2=R(O1,+60)(V1)@(1,-1)

Tiles by number, `-` for one that was lost; motifs, and with a choice among two what was `dealt`; the cards
that lie face down; the colour to move and the seat that acts. What stands in no word is as at the start.
Where tiles lie and no motif is named, the colours have the first motifs of the deck.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pavage.game import CHANCE, Seat, Unreadable
from pavage.games.hextra.geometry.claims import CARDS, X
from pavage.games.hextra.geometry.lattice import name_of
from pavage.games.hextra.notation import CLAIM, read_move, write_transformation
from pavage.games.hextra.position import LETTERS, LOST, TILES, HextraPosition, Logged
from pavage.games.leaving import check_turn, read_out, write_out

if TYPE_CHECKING:
    from pavage.games.hextra.rules import Hextra

NAMES = (*CARDS, "x")
TILE = r"(?:\(-?\d{1,3},-?\d{1,3}\)|-)"


def write_layout(game: Hextra, position: HextraPosition) -> str:
    words = []
    for letter, row in zip(LETTERS.lower(), position.tiles, strict=False):
        if row:
            words.append(f"{letter}:{','.join('-' if cell == LOST else name_of(cell) for cell in row)}")
    letters = LETTERS.lower()[: game.kinds]
    numbers = {
        "motifs": [f"{letter}{n}" for letter, n in zip(letters, position.motifs, strict=True) if n],
        "dealt": [f"{letter}{n}" for letter, row in zip(letters, position.dealt, strict=True) for n in row],
        "down": [
            f"{letter}-{NAMES[card]}"
            for letter, up in zip(letters, position.cards, strict=True)
            for card in range(X + 1)
            if (game.all_up & ~up) >> card & 1
        ],
    }
    if game.motif_choice == 1:
        del numbers["dealt"]
    words += [f"{key}:{','.join(found)}" for key, found in numbers.items() if found]
    words.append(f"to:{letters[position.colour]}")
    words.append(f"turn:{'chance' if position.turn == CHANCE else position.turn + 1}")
    words += [flag for flag in ("asked", "second") if getattr(position, flag)]
    if position.claim:
        entry = Logged(position.colour, len(position.tiles[position.colour]) + 1, position.claim, True)
        words.append(f"claim:{_entry(game, position, entry)}")
        words.append(f"judges:{','.join(str(seat + 1) for seat in position.judges)}")
    if position.passes:
        words.append(f"passes:{position.passes}")
    if position.ended:
        words.append(f"ended:{position.ended}")
    if position.log:
        words.append("log:" + ";".join(_entry(game, position, entry) for entry in position.log))
    return " ".join([*words, *write_out(position.out)])


def _entry(game: Hextra, position: HextraPosition, entry: Logged) -> str:
    """An announcement with the cell that was pointed at, and `!` if it was refused."""
    claim = game.claim(entry.move)
    said = write_transformation(position, claim)
    return f"{LETTERS[entry.colour]}{entry.number}={said}@{name_of(claim.cell)}{'' if entry.stands else '!'}"


def read_layout(game: Hextra, text: str) -> HextraPosition:
    words: dict[str, str] = {}
    out, rest = read_out(text.lower().split(), game.players, text)
    for word in rest:
        key, colon, value = word.partition(":")
        known = {*LETTERS.lower()[: game.kinds], "motifs", "dealt", "down", "to", "turn", "claim", "judges"}
        known |= {"passes", "ended", "log"}
        if key in words or (key not in known if colon else key not in ("asked", "second")):
            raise Unreadable(text, "unknown_word", word=word)
        words[key] = value
    position = replace(_tiles(game, words, text), out=out)
    for key, read in (
        ("motifs", _read_motifs),
        ("down", _read_cards),
        ("to", _read_turn),
        ("log", _read_log),
        ("claim", _read_claim),
        ("ended", _read_end),
    ):
        try:
            position = read(game, position, words)
        except (ValueError, IndexError, KeyError) as error:
            if isinstance(error, Unreadable):
                raise
            named = "turn" if key == "to" and key not in words else key
            raise Unreadable(text, "unknown_word", word=f"{named}:{words.get(named, '')}") from None
    check_turn(position.turn, out, text)
    check_turn(game.seat_of(position.colour), out, text)
    return position


def _tiles(game: Hextra, words: dict[str, str], text: str) -> HextraPosition:
    board = bytearray(len(game.tiling))
    rows = []
    for colour, letter in enumerate(LETTERS.lower()[: game.kinds]):
        value = words.get(letter, "")
        if value and not re.fullmatch(rf"{TILE}(?:,{TILE})*", value):
            raise Unreadable(text, "unknown_word", word=f"{letter}:{value}")
        row = []
        for name in re.findall(TILE, value):
            if name == "-":
                row.append(LOST)
                continue
            cell = game.site(name, text)
            if board[cell]:
                raise Unreadable(text, "cell_twice", word=name)
            board[cell] = colour + 1
            row.append(cell)
        if len(row) > TILES:
            raise Unreadable(text, "hextra.too_many", most=str(TILES))
        if row and row[0] == LOST:
            raise Unreadable(text, "unknown_word", word=f"{letter}:{value}")
        rows.append(tuple(row))
    return replace(game.start(), board=bytes(board), tiles=tuple(rows))


def _read_motifs(game: Hextra, position: HextraPosition, words: dict[str, str]) -> HextraPosition:
    motifs = [0] * game.kinds
    dealt: list[tuple[int, ...]] = [()] * game.kinds
    if "motifs" not in words and any(position.tiles):
        motifs = list(range(1, game.kinds + 1))
    for key in ("motifs", "dealt"):
        for word in filter(None, words.get(key, "").split(",")):
            colour, number = LETTERS.lower().index(word[0]), int(word[1:])
            if not 0 < number <= len(game.deck):
                raise ValueError
            if key == "motifs":
                motifs[colour] = number
            else:
                dealt[colour] += (number,)
    if "dealt" not in words:
        dealt = [(number,) if number else () for number in motifs]
    numbers = [number for row in dealt for number in row]
    if len(numbers) != len(set(numbers)):
        raise ValueError
    return replace(position, motifs=tuple(motifs), dealt=tuple(dealt))


def _read_cards(game: Hextra, position: HextraPosition, words: dict[str, str]) -> HextraPosition:
    cards = list(position.cards)
    for word in filter(None, words.get("down", "").split(",")):
        letter, _, card = word.partition("-")
        cards[LETTERS.lower().index(letter)] &= ~(1 << NAMES.index(card))
    return replace(position, cards=tuple(cards))


def _read_turn(game: Hextra, position: HextraPosition, words: dict[str, str]) -> HextraPosition:
    """Who acts. Either of the two words is enough where no judge and no chance comes in."""
    seats = {"chance": CHANCE, **{str(seat + 1): seat for seat in range(game.players)}}
    colour = LETTERS.lower()[: game.kinds].index(words["to"]) if "to" in words else 0
    waiting = game.dealing(position)
    turn = seats[words["turn"]] if "turn" in words else CHANCE if waiting else game.seat_of(colour)
    if "to" not in words:
        colour = waiting[0] if waiting else max(turn, 0)
    if waiting:
        _must_be_dealing(game, position, colour, turn)
    elif turn == CHANCE or (turn != game.seat_of(colour) and "claim" not in words):
        raise ValueError
    flags: dict[str, Any] = {flag: True for flag in ("asked", "second") if flag in words}
    return replace(position, turn=turn, colour=colour, passes=int(words.get("passes", "0")), **flags)


def _must_be_dealing(game: Hextra, position: HextraPosition, colour: int, turn: Seat) -> None:
    """The first colour without a motif gets some to choose from, and then chooses; nothing lies there yet."""
    before, dealt = game.dealing(position)[0], position.dealt[colour]
    if colour != before or any(position.motifs[colour:]) or any(position.dealt[colour + 1 :]):
        raise ValueError
    chooses = len(dealt) == game.motif_choice
    if any(position.tiles) or len(dealt) > game.motif_choice:
        raise ValueError
    if turn != (game.seat_of(colour) if chooses else CHANCE):
        raise ValueError


def _read_log(game: Hextra, position: HextraPosition, words: dict[str, str]) -> HextraPosition:
    entries = [_logged(game, position, said) for said in filter(None, words.get("log", "").split(";"))]
    return replace(position, log=tuple(entries))


def _logged(game: Hextra, position: HextraPosition, said: str) -> Logged:
    found = CLAIM.fullmatch(said)
    if not found or found[1] is None or found[6] is None:
        raise ValueError
    colour = LETTERS.lower().index(found[1])
    move = read_move(game, position, said[said.index("=") + 1 :])
    return Logged(colour, int(found[2]), move, not said.endswith("!"))


def _read_claim(game: Hextra, position: HextraPosition, words: dict[str, str]) -> HextraPosition:
    if "claim" not in words:
        return position
    move = _logged(game, position, words["claim"]).move
    judges = tuple(int(seat) - 1 for seat in words["judges"].split(","))
    if (
        not judges
        or judges[0] != position.turn
        or not all(0 <= seat < game.players and seat not in position.out for seat in judges)
    ):
        raise ValueError
    return replace(position, claim=move, judges=judges)


def _read_end(game: Hextra, position: HextraPosition, words: dict[str, str]) -> HextraPosition:
    """A motif that lies there has won, unless others may still answer it."""
    inside = game.colours_in(position)
    winners = tuple(colour for colour in inside if game.is_realised(position, colour))
    ended = words.get("ended", "")
    if ended not in ("", "motif", "tiles", "passes"):
        raise ValueError
    if not ended and winners and not game.equal_turns:
        ended = "motif"
    if not ended and all(len(position.tiles[colour]) == TILES for colour in inside):
        ended = "tiles"
    return replace(position, winners=winners, ended=ended)
