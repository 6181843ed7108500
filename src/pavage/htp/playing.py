"""Commands that set up a board, play on it and look at it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path

from pavage.formats.hex_sgf import read_hex_sgf
from pavage.formats.sgf import decode_sgf
from pavage.games.hex import Hex, HexPosition
from pavage.htp.board import BLACK, PIECES, SIDES, SWAPS, WHITE, Board, Refused, State
from pavage.htp.engine import COMMANDS, Engine, command, number
from pavage.registry import board_of, scene_of
from pavage.scene import Moment
from pavage.view.text import draw

MOST_BYTES = 1 << 20
DEEPEST = 8
"""Files of commands that may call each other."""
LONGEST_LINE = 1 << 16

SIZE = Hex.size


@command("protocol_version")
def protocol_version(engine: Engine, _: Sequence[str]) -> str:
    return "2"


@command("name")
def name(engine: Engine, _: Sequence[str]) -> str:
    return "Pavage"


@command("version")
def program_version(engine: Engine, _: Sequence[str]) -> str:
    try:
        return version("pavage")
    except PackageNotFoundError:
        return "0"


@command("known_command", 1, 1)
def known_command(engine: Engine, arguments: Sequence[str]) -> str:
    return "true" if arguments[0] in COMMANDS else "false"


@command("list_commands")
def list_commands(engine: Engine, _: Sequence[str]) -> str:
    return "\n".join(sorted(COMMANDS))


@command("hexgui-analyze_commands")
def analyze_commands(engine: Engine, _: Sequence[str]) -> str:
    """The menus of HexGui: a type, a label, and the command with %m (mover), %c (colour), %p, %P (cells)."""
    lines = []
    for each, about in sorted(COMMANDS.items()):
        if about.menu:
            kind, label, arguments = about.menu.split("/")
            lines.append(f"{kind}/{label}/{each} {arguments}".rstrip())
    return "\n".join(lines)


@command("gogui-interrupt")
def interrupt(engine: Engine, _: Sequence[str]) -> str:
    """That this is known tells a client that it may send `# interrupt` while we think."""
    return ""


@command("quit")
def leave(engine: Engine, _: Sequence[str]) -> str:
    engine.over = True
    return ""


@command("boardsize", 1, 2)
def boardsize(engine: Engine, arguments: Sequence[str]) -> str:
    sizes = {number(text, 1, 1000) for text in arguments}
    if len(sizes) > 1:
        raise Refused("oblong")
    size = sizes.pop()
    if size != int(size) or not SIZE.low <= size <= SIZE.high:
        raise Refused("size", size=f"{size:g}", low=SIZE.low, high=SIZE.high)
    engine.board = Board(int(size))
    engine.begin_clocks()
    return ""


@command("clear_board")
def clear_board(engine: Engine, _: Sequence[str]) -> str:
    engine.board = Board(engine.board.size)
    engine.begin_clocks()
    return ""


@command("play", 2, 2)
def play(engine: Engine, arguments: Sequence[str]) -> str:
    put(engine, engine.colour(arguments[0]), arguments[1])
    return ""


@command("play-game", 0, None)
def play_game(engine: Engine, arguments: Sequence[str]) -> str:
    """All or nothing: a game with a mistake in it leaves the board as it was."""
    before, engine.board = engine.board, Board(engine.board.size)
    try:
        for text in arguments:
            put(engine, engine.board.turn, text)
    except Refused:
        engine.board = before
        raise
    return ""


def put(engine: Engine, colour: int, text: str) -> None:
    word = text.lower()
    if word == "resign":
        return
    if word == "swap":
        word = SWAPS["colours"] if engine.settings.swap == "sides" else SWAPS["mirror"]
    if word in (PIECES, SIDES):
        engine.board.swap(colour, word)
    else:
        engine.board.place(colour, engine.cell(word))


@command("undo")
def undo(engine: Engine, _: Sequence[str]) -> str:
    engine.board.undo()
    return ""


@command("showboard", menu="string/ShowBoard/")
def showboard(engine: Engine, _: Sequence[str]) -> str:
    game = engine.board.plain
    scene = scene_of(game, Moment(HexPosition(engine.board.stones, engine.board.turn - 1)))
    return "\n" + "\n".join(draw(board_of(game, scene.board), scene, 1000, colour=False, unicode=False))


@command("all_legal_moves", 0, 1, "plist/All Legal Moves/%c")
def all_legal_moves(engine: Engine, arguments: Sequence[str]) -> str:
    board = engine.board
    colour = engine.colour(arguments[0]) if arguments else board.turn
    cells = engine.names([cell for cell, piece in enumerate(board.stones) if not piece])
    swap = PIECES if engine.settings.swap == "pieces" else SIDES
    return f"{cells} {swap}" if engine.settings.allow_swap and board.may_swap(colour) else cells


@command("final_score", menu="string/Final Score/")
def final_score(engine: Engine, _: Sequence[str]) -> str:
    return {BLACK: "B+", WHITE: "W+", 0: "cannot score"}[engine.board.winner]


def _file(words: Sequence[str]) -> Path:
    """HTP has no quotation marks: what stands there is the name of the file, blanks and all."""
    return Path(" ".join(words)).expanduser()


@command("loadsgf", 1, None)
def loadsgf(engine: Engine, arguments: Sequence[str]) -> str:
    """The main line of a game, up to some move or to its end."""
    name, most = arguments, None
    if len(arguments) > 1 and arguments[-1].isdecimal() and not _file(arguments).exists():
        name, most = arguments[:-1], int(number(arguments[-1], 0, 10**6))
    with _file(name).open("rb") as file:
        match = read_hex_sgf(decode_sgf(file.read(MOST_BYTES + 1))).record.match
    game = match.game
    assert isinstance(game, Hex)
    past: list[State] = []
    for position in islice(match.positions, None if most is None else most + 1):
        assert isinstance(position, HexPosition)
        mover = game.colour(position, position.turn) + 1
        past.append(State(position.board, 3 - mover, position.swapped))
    if not any(past[0].board):
        past[0] = State(past[0].board)
    engine.board = Board(game.size, past)
    engine.begin_clocks()
    return ""


@command("exec", 1, None)
def execute(engine: Engine, arguments: Sequence[str]) -> str:
    """Obey the lines of a file; what they answer goes to the standard error."""
    if engine.depth >= DEEPEST:
        raise Refused("deep")
    with _file(arguments).open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Refused("too_much")
    engine.depth += 1
    try:
        for line in data.decode("utf-8", "replace").splitlines():
            answer = engine.answer(line[:LONGEST_LINE])
            if answer is not None:
                sys.stderr.write(answer)
            if engine.over:
                break
    finally:
        engine.depth -= 1
    return ""
