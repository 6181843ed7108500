"""A short match of each game as readable text: `python3 tests/playthroughs.py [GAME …]` writes them anew.

They are read in the diff when rules change, and compared by test_playthroughs.py.
"""

from __future__ import annotations

import random
import sys
import tomllib
from pathlib import Path
from typing import Any

from pavage.game import CHANCE, Game
from pavage.match import Match
from pavage.options import Whole
from pavage.players.random_player import roll
from pavage.registry import folder, games, scene_of
from pavage.scene import Moment
from pavage.words import words

FOLDER = Path(__file__).parent / "playthroughs"
COUNTS = Path(__file__).parent / "perft"
SMALL = 4
"""Boards are this small where the game has a size, so that a match can be read."""
FREE = ("heinash",)
"""Games whose rules offer more than what makes a whole move: dice may be put together to no answer."""


def small_game(kind: type[Game[Any]]) -> Game[Any]:
    """A match that can be read: on the first board of the game's perft data, else at a small size."""
    data = COUNTS / f"{folder(kind).rpartition('.')[2]}.toml"
    for entry in tomllib.loads(data.read_text(encoding="utf-8"))["perft"] if data.is_file() else ():
        if "read" in entry:
            return kind(**entry["options"])
    sizes = [option for option in kind.declared if option.name == "size" and isinstance(option, Whole)]
    return kind(**{option.name: max(option.low, SMALL) for option in sizes})


def playthrough(name: str) -> str:
    game = small_game(games()[name])
    options = " ".join(f"{option.name}={option.write(game.options[option.name])}" for option in game.declared)
    lines = [f"{name} {options}", ""]
    dice = random.Random(name)
    match = Match(game)
    while True:
        lines += _moment(game, match)
        if match.outcome:
            break
        moves = game.moves(match.position)
        move = roll(game, match.position, dice) if match.turn == CHANCE else dice.choice(moves)
        lines.append(f"> {game.write(match.position, move)}")
        match.play(move)
    return "\n".join(lines) + "\n"


def _moment(game: Game[Any], match: Match) -> list[str]:
    """What is on the board, what is asked, how many moves there are, and one that is refused."""
    position = match.position
    last = match.played[-1].move if match.played else ()
    scene = scene_of(game, Moment(position, last, outcome=match.outcome))
    lines = [game.layout(position), f"  {words('en')(scene.prompt)}", f"  {words('fr')(scene.prompt)}"]
    if match.outcome:
        cells = ",".join(game.sites[cell] for cell in match.outcome.cells)
        return [*lines, f"  returns {match.outcome.returns} {match.outcome.reason} {cells}".rstrip()]
    moves = game.moves(position)
    first, last_move = (game.write(position, move) for move in (moves[0], moves[-1]))
    lines.append(f"  {len(moves)} moves, first {first}, last {last_move}")
    refusal = game.refusal(position, last) if last else None
    if refusal:
        lines.append(f"  {match.played[-1].text}? {words('en')(refusal.phrase)}")
    return lines


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for wanted in sys.argv[1:] or games():
        (FOLDER / f"{wanted}.txt").write_text(playthrough(wanted), encoding="utf-8")
        print(f"tests/playthroughs/{wanted}.txt")
