"""Moves as text, in a position of any game."""

from fuzz.harness import rereading, text_of
from fuzz.positions import position_in
from pavage.match import Match
from pavage.registry import scene_of
from pavage.scene import Moment


def check(data: bytes) -> None:
    game, position, rest = position_in(data)
    move = game.read(position, text_of(rest))
    match = Match(game, start=position)
    match.play(move)
    with rereading():  # it may be written with its parts in another order, but it does the same
        assert game.play(position, game.read(position, match.played[0].text)) == match.position
    scene_of(game, Moment(match.position, move, (), match.outcome))
