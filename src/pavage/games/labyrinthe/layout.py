"""What a position of Labyrinthe remembers, as words of its layout, such as `seen:` and `barred:`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pavage.game import Unreadable

if TYPE_CHECKING:
    from pavage.games.labyrinthe.rules import Labyrinthe, LabyrinthePosition


def write_words(game: Labyrinthe, position: LabyrinthePosition) -> list[str]:
    """Only what a position without past would not have anyway."""
    words = []
    now = game.key(game.kings(position), position.turn)
    if past := sorted(position.seen - {now}):
        words.append(f"seen:{','.join(_write_key(game, position, key) for key in past)}")
    if position.barred:
        words.append(f"barred:{','.join(f'{one + 1}-{other + 1}' for one, other in sorted(position.barred))}")
    if position.passes:
        words.append(f"passes:{position.passes}")
    if position.left and position.left != (game.stones,) * game.players:
        words.append(f"left:{','.join(map(str, position.left))}")
    return words


def read_words(
    game: Labyrinthe, position: LabyrinthePosition, words: list[str], text: str
) -> LabyrinthePosition:
    """The position with what the words of its layout say about its past."""
    seen = {game.key(game.kings(position), position.turn)}
    left = (game.stones,) * game.players if game.stones else ()
    for word in words:
        key, _, value = word.partition(":")
        try:
            if key == "seen":
                seen |= {_read_key(game, position, past) for past in value.split(",")}
            elif key == "barred":
                pairs = [tuple(int(number) - 1 for number in pair.split("-")) for pair in value.split(",")]
                if not all(len(pair) == 2 and 0 <= pair[0] < pair[1] < game.players for pair in pairs):
                    raise ValueError
                position = replace(position, barred=frozenset((one, other) for one, other in pairs))
            elif key == "passes" and 0 < int(value) <= 2 * game.count_in(position):
                position = replace(position, passes=int(value))
            elif key == "left" and left:
                left = tuple(int(count) for count in value.split(","))
                if len(left) != game.players or not all(0 <= count <= game.stones for count in left):
                    raise ValueError
            else:
                raise ValueError
        except ValueError:
            raise Unreadable(text, "unknown_word", word=word) from None
    return replace(position, seen=frozenset(seen), left=left)


def _write_key(game: Labyrinthe, position: LabyrinthePosition, key: int) -> str:
    """The kings' cells in the order of the seats in, then who was to move: `g1-c9-2`."""
    kings = []
    for _ in range(game.count_in(position)):
        key, cell = divmod(key, len(game.tiling))
        kings.append(game.tiling.names[cell])
    return "-".join([*reversed(kings), str(key + 1)])


def _read_key(game: Labyrinthe, position: LabyrinthePosition, text: str) -> int:
    *kings, turn = text.split("-")
    if len(kings) != game.count_in(position) or not 0 < int(turn) <= game.players:
        raise ValueError
    try:
        return game.key([game.tiling.index[name] for name in kings], int(turn) - 1)
    except KeyError:
        raise ValueError from None
