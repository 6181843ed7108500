"""What is said at a table: the moves, the sentence above the board and the line below it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any, NamedTuple

from pavage.game import CHANCE, Game, Seat
from pavage.match import Match, Played
from pavage.moments import last_own, moments_after, unseen
from pavage.phrase import Phrase
from pavage.scene import Scene, colour_of
from pavage.server.rooms import state
from pavage.server.rooms.scene_json import scene_at
from pavage.server.rooms.seating import name_of
from pavage.table import Table, winner_of
from pavage.words import Words
from pavage.words.endings import ending, seat_name
from pavage.words.moves import leaving_text, told_leaving, told_move

REMEMBERED = 2048
"""Moments whose news are remembered."""


def moves_json(match: Match, words: Words) -> list[state.MoveMade]:
    game, cells = match.game, len(match.game.tiling)
    told: list[state.MoveMade] = [
        {
            # Most moves are a cell, and a long game has many of them.
            "text": played.text if () < played.move[:1] < (cells,) else move_text(game, played, words),
            "seat": played.seat,
        }
        for played in match.played
    ]
    if type(game).colour is Game.colour:
        return told  # everybody has one colour all game long
    now = [colour_of(game, match.position, seat) for seat in range(game.players)]
    for move, before in zip(told, match.positions, strict=False):
        seat = move["seat"]
        if seat != CHANCE and (colour := colour_of(game, before, seat)) != now[seat]:
            move["colour"] = colour
    return told


def move_text(game: Game[Any], played: Played, words: Words) -> str:
    """A move as it stands in the list: its notation, the word on the button, or why a seat left."""
    if played.reason:
        return leaving_text(played, words)
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
    if table.match.outcome is not None:
        return ended(table, scene, words, you)
    if turn == CHANCE:
        return sentence
    if table.chairs[turn].is_computer:
        one = sum(chair.is_computer for chair in table.chairs) == 1
        who = words("web.the_computer") if one else name_of(table, turn, words)
        return words("web.no_answer" if failed else "web.thinking", name=who)
    if len(table.chairs) == 1:
        return sentence
    if list(you) == [turn]:
        return words("web.your_turn", prompt=sentence)
    name = name_of(table, turn, words, not you)
    if turn in you:
        return words("web.turn_of", name=name, prompt=sentence)
    return words(_waiting(scene.prompt.key, words), name=name)


def ended(table: Table, scene: Scene, words: Words, you: Collection[Seat]) -> str:
    """Return who won and how, as the reader's page says it."""

    def name(seat: Seat) -> str:
        return seat_name(table.match, table.chairs, seat, words, name_of(table, seat, words, not you))

    return ending(table.match, scene.prompt, words, you, name)


def _waiting(asked: str, words: Words) -> str:
    """The key of what others read while somebody is asked: what that one does, no order to anybody."""
    game, _, question = asked.partition(".")
    keys = (f"{game}.meanwhile.{question}", f"{game}.meanwhile.any")
    return next(filter(words.has, keys), "web.waiting")


def said(table: Table, scene: Scene, words: Words, you: Collection[Seat]) -> str:
    """The line below: what happened last and what it did; at the end, in how many moves.

    Where more than two play, what others did since the reader's own turn comes first. A refusal, an
    accusation or a hint comes first too, until its reader has moved.
    """
    match = table.match
    if match.outcome is not None:
        return with_news(_length(table, scene, words), scene, words)
    now = News(scene.news, scene.stays, scene.retold)
    if not scene.touched:
        _remember(match, len(match.played), now)
    before = [_said_after(table, ply, past, words, you) for ply, past in _earlier(match, you, now)]
    return " ".join(filter(None, [*before, _said_after(table, len(match.played), now, words, you)]))


class News(NamedTuple):
    """What a scene has to say."""

    news: Phrase | None
    stays: bool
    retold: bool


QUIET = News(None, False, False)
_known: dict[Hashable, News] = {}
"""The news after moves that were shown: who reads the next state may still have to read them."""


def _remember(match: Match, ply: int, news: News) -> News:
    if len(_known) >= REMEMBERED:
        _known.clear()
    _known[_moment(match, ply)] = news
    return news


def _moment(match: Match, ply: int) -> Hashable:
    before = match.positions[ply - 1] if ply else None
    return match.game, before, match.positions[ply], match.played[ply - 1].move if ply else ()


def _news_at(match: Match, ply: int) -> News:
    """To make a scene only for its news takes as long as all else that is said."""
    known = _known.get(_moment(match, ply))
    if known is not None:
        return known
    scene = scene_at(match, ply)
    return _remember(match, ply, News(scene.news, scene.stays, scene.retold))


def _earlier(match: Match, you: Collection[Seat], now: News) -> list[tuple[int, News]]:
    """The moments since the reader's last turn that are still to be read; news are told only once."""
    own, unread = last_own(match, you), set(unseen(match, you))
    if match.game.players < 2 or (own is None and not unread):
        return []
    found: list[tuple[int, News]] = []
    before: Phrase | None = None
    for ply in moments_after(match, 0 if own is None else own + 1):
        each, left = _news_at(match, ply), bool(match.played[ply - 1].reason) if ply else False
        repeated = each.news in (before, now.news) and not left
        if ply in unread or left or (each.stays and not repeated):
            found.append((ply, QUIET if repeated else each))
        before = each.news
    return found


def _said_after(table: Table, plies: int, scene: News, words: Words, you: Collection[Seat]) -> str:
    """What happened last after so many moves, and what it did."""
    match = table.match
    ply = next((ply for ply in reversed(range(plies)) if match.played[ply].seat != CHANCE), None)
    if ply is None:
        return with_news("", scene, words)
    seat = match.played[ply].seat
    mine = list(you) == [seat]
    one = table.chairs[seat].is_computer and sum(chair.is_computer for chair in table.chairs) == 1
    who = words("web.the_computer") if one else name_of(table, seat, words, not you)
    if scene.news is not None and scene.retold and not match.played[ply].reason:
        return words("web.by", name=words("web.you") if mine else who, news=words(scene.news))
    return with_news(_moved(match, ply, words, who, you), scene, words)


def _length(table: Table, scene: Scene, words: Words) -> str:
    """In how many moves the match ended, and with what score; nothing after a resignation."""
    match = table.match
    made = sum(not played.reason for played in match.played)
    if made < 2 or (match.outcome is not None and match.outcome.reason == "resignation"):
        return ""
    winner = winner_of(match) if len(table.chairs) > 1 else None
    moves = words.count("web.moves_made", made)
    score = "" if winner is None else _score(scene, winner, words)
    return words("web.played_out", moves=moves, score=score)


def _score(scene: Scene, winner: Seat, words: Words) -> str:
    """23 to 14, the winner's first, in games that count; nothing where less is better, or time decided."""
    scores = [seat.score for seat in scene.seats]
    if not all(score.isdecimal() for score in scores) or int(scores[winner]) < max(map(int, scores)):
        return ""
    others = [score for seat, score in enumerate(scores) if seat != winner]
    return words("web.won_with", winner=scores[winner], others=", ".join(others))


def _moved(match: Match, ply: int, words: Words, who: str, you: Collection[Seat]) -> str:
    """Who played what, or what a swap means for the reader."""
    played, game = match.played[ply], match.game
    mine = list(you) == [played.seat]
    if played.reason:
        return told_leaving(match, ply, words, who, mine)
    if ply < match.opening:
        return words(f"{game.name}.rematch.begun")
    button = len(played.move) == 1 and played.move[0] >= len(game.tiling)
    if button and game.sites[played.move[0]] == "swap":
        before, after = match.positions[ply : ply + 2]
        kind = "mirrored" if game.colour(before, 0) == game.colour(after, 0) else "exchanged"
        reader = you[0] if isinstance(you, Sequence) and len(you) == 1 else played.seat
        key = "mine" if mine else "yours" if reader != played.seat else "other"
        colour = words(f"colour.{game.colours[game.colour(after, reader)]}")
        return words(f"web.swap.{kind}.{key}", name=who, colour=colour)
    in_words = told_move(game, match.positions[ply], played.move, words)
    if in_words is not None:
        return words("web.you_told" if mine else "web.told", name=who, move=in_words)
    kind = "chose" if button else "played"
    return words(f"web.you_{kind}" if mine else f"web.{kind}", name=who, move=move_text(game, played, words))


def with_news(line: str, scene: Scene | News, words: Words) -> str:
    """The line below with what the last move did, where the game says it."""
    return " ".join(filter(None, [line, words(scene.news) if scene.news else ""]))
