"""What is said at a table: the moves, the sentence above the board and the line below it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from pavage.game import CHANCE, Game, Seat
from pavage.match import Match, Played
from pavage.scene import Scene
from pavage.server.seating import name_of
from pavage.table import Table, winner_of
from pavage.words import Words


def moves_json(match: Match, words: Words) -> list[dict[str, Any]]:
    return [{"text": move_text(match.game, played, words), "seat": played.seat} for played in match.played]


def move_text(game: Game[Any], played: Played, words: Words) -> str:
    """A move as it stands in the list: its notation, or the word on the button."""
    if len(played.move) == 1 and played.move[0] >= len(game.tiling):
        key = f"{game.name}.button.{game.sites[played.move[0]]}"
        return words(key) if words.has(key) else played.text
    return played.text


def prompt(table: Table, scene: Scene, words: Words, failed: bool, you: Collection[Seat]) -> str:
    """The one sentence: whose turn it is and what to do, or how it ended.

    `you` are the seats that the reader's page acts for; one of several people is spoken to by name.
    """
    sentence = words(scene.prompt)
    turn = table.match.turn
    if table.match.outcome is not None or turn == CHANCE:
        return sentence
    if table.chairs[turn].is_computer:
        one = sum(chair.is_computer for chair in table.chairs) == 1
        who = words("web.the_computer") if one else name_of(table.chairs, turn, words)
        return words("web.no_answer" if failed else "web.thinking", name=who)
    if len(table.chairs) == 1:
        return sentence
    if list(you) == [turn]:
        return words("web.your_turn", prompt=sentence)
    return words("web.turn_of", name=name_of(table.chairs, turn, words, not you), prompt=sentence)


def said(table: Table, words: Words, series: Sequence[float], you: Collection[Seat]) -> str:
    """The line below: what happened last; at the end, in how many moves and how the series stands."""
    match = table.match
    if match.outcome is not None:
        winner = winner_of(match) if len(table.chairs) > 1 else None
        count = words.count("web.moves_made", len(match.played))
        line = (
            words("web.won_in", name=name_of(table.chairs, winner, words, not you), moves=count)
            if winner is not None
            else count
        )
        return (
            f"{line} {words('web.series', score=' – '.join(f'{s:g}' for s in series))}"
            if sum(series) > 1
            else line
        )
    last = next((played for played in reversed(match.played) if played.seat != CHANCE), None)
    if last is None:
        return ""
    chair = table.chairs[last.seat]
    kind = "chose" if len(last.move) == 1 and last.move[0] >= len(match.game.tiling) else "played"
    if chair.is_computer and sum(other.is_computer for other in table.chairs) == 1:
        who = words("web.the_computer")
    elif list(you) == [last.seat]:
        return words(f"web.you_{kind}", move=move_text(match.game, last, words))
    else:
        who = name_of(table.chairs, last.seat, words, not you)
    return words(f"web.{kind}", name=who, move=move_text(match.game, last, words))


def with_news(line: str, scene: Scene, words: Words) -> str:
    """The line below with what the last move did, where the game says it."""
    return " ".join(filter(None, [line, words(scene.news) if scene.news else ""]))
