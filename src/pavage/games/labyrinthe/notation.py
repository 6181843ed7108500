"""Moves of Labyrinthe as text: `Kc3`, `Sd4`, `Xe5+e6`, `pass`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pavage.game import Move, Unreadable

if TYPE_CHECKING:
    from pavage.games.labyrinthe.rules import Labyrinthe, LabyrinthePosition


def write_move(game: Labyrinthe, position: LabyrinthePosition, move: Move) -> str:
    if move == game.passing:
        return "pass"
    names = [game.sites[site] for site in move]
    if position.board[move[0]] != position.turn + 1:
        return f"X{'+'.join(names)}"
    return f"{'S' if position.board[move[1]] else 'K'}{names[1]}"


def read_move(game: Labyrinthe, position: LabyrinthePosition, text: str) -> Move:
    word = text.strip().lower()
    if word == "pass":
        return game.passing
    if word[:1] == "x":
        return tuple(_cell(game, name, text) for name in word[1:].split("+"))
    if word[:1] not in ("k", "s"):
        raise Unreadable(text, "labyrinthe.unreadable")
    cell = _cell(game, word[1:], text)
    king = 0 < position.board[cell] <= game.players
    if king != (word[0] == "s"):
        raise Unreadable(text, "labyrinthe.a_king" if king else "labyrinthe.no_king", word=word[1:])
    return position.board.index(position.turn + 1), cell


def _cell(game: Labyrinthe, name: str, text: str) -> int:
    if name not in game.tiling.index:
        raise Unreadable(text, "unknown_cell", word=name)
    return game.tiling.index[name]
