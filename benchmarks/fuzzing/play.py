"""What people do with a game: options, positions as text, moves as text, sites that a hand touches."""

from __future__ import annotations

import json
import random
import re
from itertools import islice
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pavage.game import Game, Position
from pavage.match import Match
from pavage.registry import scene_of
from pavage.scene import Moment
from pavage.server.messages import Options, Word
from pavage.view.touching import begun, is_beginning, touched_after
from pavage.words.complaint import Complaint

from .parser import Parser, again
from .places import GAMES, NAMES, heads, place, some_games
from .texts import CODES, text_of

WANTED: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[Word, Word | Options])


def look(game: Game[Any], position: Position) -> None:
    """What is asked of a position before anybody moves there."""
    outcome = game.outcome(position)
    moves = list(islice(game.moves(position), 3))
    assert bool(moves) == (outcome is None), "over, or not"
    scene_of(game, Moment(position, outcome=outcome))
    for move in moves:
        assert game.refusal(position, move) is None, "a listed move is refused"
        game.play(position, move)


# --- options


def read_options(data: bytes) -> None:
    """`{"game": "hex", "options": {…}}`, as a new table is asked for."""
    try:
        told = WANTED.validate_json(data, strict=True)
    except (ValidationError, UnicodeError):
        raise Complaint("web.bad_message") from None
    name, options = told.get("game", NAMES[0]), told.get("options", {})
    if not isinstance(name, str) or not isinstance(options, dict):
        raise Complaint("web.bad_message")
    game = GAMES[name](**options)
    written = {option.name: option.write(game.options[option.name]) for option in game.declared}
    with again("a game with these options"):
        assert type(game)(**written) == game, "the options read otherwise"
    look(game, game.start())


def options_seeds() -> list[bytes]:
    found = []
    for game in some_games():
        told = {option.name: option.write(game.options[option.name]) for option in game.declared}
        found.append(json.dumps({"game": game.name, "options": told}).encode())
        plain = {name: value for name, value in game.options.items() if isinstance(value, int)}
        found.append(json.dumps({"game": game.name, "options": plain}).encode())
        found += [
            json.dumps({"game": game.name, "options": {"preset": preset}}).encode() for preset in game.presets
        ]
    return found


def options_pieces() -> list[bytes]:
    found = {f'"game": "{name}"' for name in NAMES}
    for name in NAMES:
        for option in GAMES[name].declared:
            values = re.split(r"[ ,.]+", option.takes())
            found |= {f'"{option.name}": {value}' for value in values if value.isdigit()}
            found |= {f'"{option.name}": {json.dumps(value)}' for value in values}
    codes = (*CODES.decode().split(), "dual-H4", "R26", "S44x44")
    return [piece.encode() for piece in sorted(found)] + [f'"board": "{code}"'.encode() for code in codes]


# --- positions, moves, touches


def read_setup(data: bytes) -> None:
    """A position as text: what is read can be looked at, written, read again and played on."""
    game, _, rest = place(data)
    position = game.setup(text_of(rest))
    with again("the position"):
        assert game.setup(game.layout(position)) == position, "the position reads otherwise"
    look(game, position)
    dice, match = random.Random(1), Match(game, start=position)
    for _ in range(3):
        if match.outcome is None:
            match.play(dice.choice(game.moves(match.position)))
            look(game, match.position)


def read_move(data: bytes) -> None:
    game, position, rest = place(data)
    move = game.read(position, text_of(rest))
    match = Match(game, start=position)
    match.play(move)
    # The same move may be written in several orders; what it does is the same.
    with again("the move"):
        after = game.play(position, game.read(position, match.played[0].text))
        assert after == match.position, "the move reads otherwise"
    scene_of(game, Moment(match.position, move, (), match.outcome))


def read_touches(data: bytes) -> None:
    """Sites as a page sends them: those touched so far and one more."""
    game, position, rest = place(data)
    touched = tuple(int(number) % (1 << 20) for number in re.findall(rb"\d{1,8}", rest)[:64])
    match = Match(game, start=position)
    if touched and match.outcome is None and all(site < len(game.sites) for site in touched):
        sites = touched_after(game, position, touched[:-1], touched[-1])
        if len(sites) < len(touched) or is_beginning(game, position, sites):
            assert begun(game, position, sites) == sites, "what is shown is no beginning of a move"
            scene_of(game, Moment(position, (), sites))
            return
    match.play(touched)
    scene_of(game, Moment(match.position, touched, (), match.outcome))


def setup_seeds() -> list[bytes]:
    return [head + game.layout(position).encode() for head, game, position in heads()]


def _moves(game: Game[Any], position: Position) -> list[tuple[int, ...]]:
    return list(islice(game.moves(position), 0, 200, 67))


def move_seeds() -> list[bytes]:
    return [
        head + game.write(position, move).encode()
        for head, game, position in heads()
        for move in _moves(game, position)
    ]


def touch_seeds() -> list[bytes]:
    return [
        head + " ".join(map(str, move)).encode()
        for head, game, position in heads()
        for move in _moves(game, position)
    ]


def words_of_layouts() -> list[bytes]:
    found = {word for seed in setup_seeds() for word in re.split(rb"[ \n]", seed)}
    found |= {word.partition(b":")[0] + b":" for word in found} | {
        b"a1",
        b",",
        b":",
        b"turn:2",
        b"turn:chance",
    }
    return sorted(word for word in found if len(word) < 40)


def words_of_moves() -> list[bytes]:
    found = {word for seed in move_seeds() for word in re.split(rb"(?<=[ \n=*/+:,()-])", seed)}
    return [*sorted(word for word in found if len(word) < 40), b"swap", b"pass", b"-", b"1000000"]


OPTIONS = Parser("options", read_options, options_seeds, options_pieces(), longest=6000)
SETUP = Parser("setup", read_setup, setup_seeds, words_of_layouts(), longest=6000)
MOVE = Parser("move", read_move, move_seeds, words_of_moves(), longest=400)
TOUCH = Parser(
    "touch",
    read_touches,
    touch_seeds,
    [b"%d " % number for number in (*range(40), 90, 120, 121, 122, 150, 200, 400, 1 << 19)],
    longest=400,
)
PARSERS = (OPTIONS, SETUP, MOVE, TOUCH)
