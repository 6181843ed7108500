"""A game of Hex as other programs tell it, step by step, and the match that it makes.

They allow more than our rules: passes, stones set up in the middle of a game, the same colour twice, a swap
at any time. Whatever is no move of whose turn it is becomes part of the position that the match starts from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pavage.clock import TimeControl
from pavage.game import IllegalMove, Outcome, Refusal, winner_takes_all
from pavage.games.hex.rules import Hex, HexPosition
from pavage.match import Match

RED, BLUE = 0, 1
"""Colours, from 0. Black of the rest of the world is our red, white our blue."""

STONE, PIECES, SIDES, PASS, SETUP = "stone", "swap-pieces", "swap-sides", "pass", "setup"
ENDINGS = {"resign": "resignation", "forfeit": "time"}
"""Who forfeits was late or stayed away; of our reasons, time is nearest."""


@dataclass(slots=True)
class Step:
    """One thing that happens: a stone, a swap, a pass, a position set up, somebody giving up."""

    kind: str
    colour: int = RED
    """Who acts, by the colour before the step."""
    cell: int = 0
    stones: Mapping[int, int] = field(default_factory=dict)
    """Set up: piece codes by cell, 0 to empty it."""
    turn: int | None = None
    """Set up: the colour to move next, if that is known."""
    seconds: float | None = None
    comment: str = ""
    text: str = ""
    place: int = 0


_OTHER_COLOUR = bytes([0, 2, 1, *range(3, 256)])


class BadStep(ValueError):
    """A step that cannot be taken, and why."""

    def __init__(self, step: Step, refusal: Refusal) -> None:
        super().__init__(f"{step.text}: {refusal.key}")
        self.step = step
        self.refusal = refusal


@dataclass
class Told:
    """What is known about a game beside its steps."""

    size: int
    swap: str = "mirror"
    """The swap rule, if no step shows it."""
    begins: int | None = None
    """The colour that moves first, if it is known otherwise than from the steps."""
    no_centre: bool = False
    swapped: bool = False
    """Whether the people have exchanged colours before the first step."""
    control: TimeControl | None = None
    comment: str = ""


def play_steps(told: Told, steps: Sequence[Step]) -> tuple[Match, int]:
    """The match, and how many moves went into its starting position."""
    begins = _begins(steps) if told.begins is None else told.begins
    game = Hex(
        size=told.size,
        swap=_swap(told, steps),
        first="red" if begins == RED else "blue",
        no_centre=told.no_centre,
    )
    match = Match(game, told.control, _swapped_start(game) if told.swapped else None)
    folded, said = 0, [told.comment]
    for step in steps:
        position = match.position
        assert isinstance(position, HexPosition)
        mover = game.colour(position, position.turn)
        if match.ending is not None:
            raise BadStep(step, Refusal("over"))
        if step.kind in ENDINGS:
            _end(match, step, (step.colour - begins - position.swapped) % 2, said)
        elif step.colour == mover and _regular(game, position, step):
            try:
                match.play((step.cell if step.kind == STONE else game.site("swap"),), spent=step.seconds)
            except IllegalMove as error:
                raise BadStep(step, error.refusal) from None
            match.say(step.comment)
        else:
            said += [*(played.comment for played in match.played), step.comment]
            board, swapped, mover = _fold(game, position, step, mover)
            if any(board) or match.set_up or match.played or swapped or mover != begins:
                folded += len(match.played) + (step.kind != SETUP)
                seat = (mover - begins - swapped) % 2
                match = Match(game, told.control, HexPosition(board, seat, swapped))
    match.comment = "\n".join(filter(None, said))
    return match, folded


def _end(match: Match, step: Step, loser: int, said: list[str]) -> None:
    """A step that ends the match, unless the board did; what is said with it belongs to the last move."""
    if match.outcome is None:
        match.ending = Outcome(winner_takes_all(2, 1 - loser), ENDINGS[step.kind])
    if match.played:
        match.say("\n".join(filter(None, (match.played[-1].comment, step.comment))))
    else:
        said.append(step.comment)


def _swapped_start(game: Hex) -> HexPosition:
    return HexPosition(game.start().board, 0, True)


def _regular(game: Hex, position: HexPosition, step: Step) -> bool:
    """Whether our rules know such a move; they may still refuse it."""
    if step.kind in (PIECES, SIDES):
        ours = game.swap == ("colours" if step.kind == SIDES else "mirror")
        return ours and game.refusal(position, (game.site("swap"),)) is None
    return step.kind == STONE


def _begins(steps: Sequence[Step]) -> int:
    """The colour of the first stone on an empty board; red where the board is set up."""
    begins = RED
    for step in steps:
        if step.kind == SETUP:
            if any(step.stones.values()):
                return RED
            begins = begins if step.turn is None else step.turn
        elif step.kind == PASS:
            begins = 1 - step.colour
        elif step.kind not in ENDINGS:
            return step.colour
    return begins


def _swap(told: Told, steps: Sequence[Step]) -> str:
    kinds = {step.kind for step in steps}
    if SIDES in kinds or told.swapped:
        return "colours"
    return "mirror" if PIECES in kinds else told.swap


def _fold(game: Hex, position: HexPosition, step: Step, mover: int) -> tuple[bytes, bool, int]:
    """After a step that our rules do not know: the board, whether people have swapped, the colour to move."""
    board, swapped, following = bytearray(position.board), position.swapped, 1 - step.colour
    if step.kind == STONE:
        if game.outcome(position) is not None:
            raise BadStep(step, Refusal("over"))
        if board[step.cell]:
            raise BadStep(step, Refusal("taken", (step.cell,), (("cell", game.sites[step.cell]),)))
        board[step.cell] = step.colour + 1
    elif step.kind == PIECES:
        columns = (position.board[column :: game.size] for column in range(game.size))
        board = bytearray(b"".join(columns).translate(_OTHER_COLOUR))
    elif step.kind == SIDES:
        swapped, following = not swapped, step.colour
    elif step.kind == SETUP:
        for cell, code in step.stones.items():
            board[cell] = code
        following = mover if step.turn is None else step.turn
    return bytes(board), swapped, following
