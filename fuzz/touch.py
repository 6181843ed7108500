"""Sites that a hand touches, in a position of any game: those touched so far and one more."""

import re

from fuzz.positions import position_in
from pavage.match import Match
from pavage.registry import scene_of
from pavage.scene import Moment
from pavage.view.touching import begun, is_beginning, touched_after


def check(data: bytes) -> None:
    game, position, rest = position_in(data)
    touched = tuple(int(number) % (1 << 20) for number in re.findall(rb"\d{1,8}", rest)[:64])
    match = Match(game, start=position)
    if touched and match.outcome is None and all(site < len(game.sites) for site in touched):
        sites = touched_after(game, position, touched[:-1], touched[-1])
        if len(sites) < len(touched) or is_beginning(game, position, sites):
            assert begun(game, position, sites) == sites
            scene_of(game, Moment(position, (), sites))
            return
    match.play(touched)
    scene_of(game, Moment(match.position, touched, (), match.outcome))
