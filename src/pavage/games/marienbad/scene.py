"""How Marienbad is shown: stones that belong to nobody, and all that were taken last."""

from __future__ import annotations

from dataclasses import replace

from pavage.games.leaving import previous_in
from pavage.games.marienbad.rules import Marienbad, MarienbadPosition
from pavage.phrase import Phrase
from pavage.scene import Mark, Moment, Scene, colour_of, plain_scene


def scene(game: Marienbad, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    taken = game.cells_of(moment.last)
    marks = tuple(Mark("last", taken) if mark.kind == "last" else mark for mark in plain.marks)
    aim = Phrase("marienbad.aim_misere" if game.misere else "marienbad.aim_last")
    seats = tuple(replace(seat, aim=aim) for seat in plain.seats)
    return replace(plain, marks=marks, seats=seats, prompt=_prompt(game, moment, plain.prompt), ghost="")


def _prompt(game: Marienbad, moment: Moment, plain: Phrase) -> Phrase:
    position, outcome = moment.position, moment.outcome
    assert isinstance(position, MarienbadPosition)
    if outcome is None:
        left = str(sum(map(bool, position.board)) - len(game.cells_of(moment.touched)))
        chosen = f"marienbad.{'chosen' if moment.touched else 'prompt'}"
        return Phrase(chosen, (("left", left),))
    if outcome.reason == "misere" and max(outcome.returns) < 1:
        return Phrase("marienbad.shared", (("colour", Phrase(f"colour.{_last_taker(game, position)}")),))
    return plain


def _last_taker(game: Marienbad, position: MarienbadPosition) -> str:
    return colour_of(game, position, previous_in(position.turn, game.players, position.out))
