"""What a player thinks of a position, made to be looked at: marks for the board, phrases beside it.

Every face shows the same: the few cells that the search looked at most, the line it expects as numbered
stones, and, where the value is proved and the player shows why, the cells that the winner needs. A
percentage is always a chance (`pavage.players.win_chances`), and never anything else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pavage.game import CHANCE, Game, Move, Position, Seat
from pavage.phrase import Phrase
from pavage.players.thought import Thought
from pavage.players.win_chances import Chances, chances, seats_out
from pavage.registry import scene_of
from pavage.scene import Mark, Moment, colour_of

FEW = 3
"""So many cells may have a shade; where more were looked at alike, only the best has one."""
FAINTEST = 0.2
"""A cell that got less than this share of what the best one got stays white."""
NUMBERED, WRITTEN = 5, 10
"""How many moves of the line are drawn on the board, and how many are written."""
ROUGH = 5
"""What is uncertain is told in steps of so many percent."""


def analysis_marks(game: Game[Any], position: Position, thought: Thought) -> tuple[Mark, ...]:
    """Everything for the board. What is drawn last lies on top."""
    line = _line_marks(game, position, thought)
    heat = tuple(Mark("heat", (cell,), round(share, 4)) for cell, share in few_cells(game, thought))
    return carrier_marks(game, position, thought) + heat + line


def few_cells(game: Game[Any], thought: Thought) -> list[tuple[int, float]]:
    """The cells that matter: those that the search preferred, if they are few, else that of its move."""
    ranked = ranked_cells(game, thought)
    enough = FAINTEST * ranked[0][1] if ranked else 0.0
    preferred = [(cell, share) for cell, share in ranked if share >= enough]
    if len(preferred) <= FEW:
        return preferred
    return [(cell, share) for cell, share in preferred if cell == thought.move[0]]


def ranked_cells(game: Game[Any], thought: Thought) -> list[tuple[int, float]]:
    """The cells that moves begin with, each with its share of the attention, the best first."""
    shares: dict[int, float] = {}
    for move, share in thought.policy:
        if move[0] < len(game.tiling):
            shares[move[0]] = shares.get(move[0], 0.0) + share
    ranked = sorted(shares.items(), key=lambda item: (-item[1], -item[0]))
    return [(cell, share) for cell, share in ranked if share > 0]


def carrier_marks(game: Game[Any], position: Position, thought: Thought) -> tuple[Mark, ...]:
    """The cells with which the winner wins, in the winner's colour."""
    if not thought.carrier or game.players != 2:
        return ()
    colour = colour_of(game, position, winner(position, thought))
    return (Mark("carrier", tuple(sorted(thought.carrier)), colour=colour),)


def winner(position: Position, thought: Thought) -> Seat:
    """Who wins between two, if the value is certain."""
    return position.turn if thought.value >= 0.5 else 1 - position.turn


def expected(game: Game[Any], position: Position, line: tuple[Move, ...]) -> list[tuple[Position, Move]]:
    """The moves of a line with the positions they are made in, as far as the rules allow."""
    found: list[tuple[Position, Move]] = []
    for move in line[:WRITTEN]:
        if position.turn == CHANCE or game.refusal(position, move) is not None:
            break
        found.append((position, move))
        position = game.play(position, move)
    return found


def _line_marks(game: Game[Any], position: Position, thought: Thought) -> tuple[Mark, ...]:
    """The line as numbered stones, where its moves are single cells; else the cells of its first move."""
    marks: list[Mark] = []
    cells = len(game.tiling)
    for number, (before, move) in enumerate(expected(game, position, thought.line)[:NUMBERED], 1):
        if len(move) != 1 or move[0] >= cells or before.board[move[0]]:
            break
        colour = colour_of(game, before, before.turn)
        marks.append(Mark("step", move, text=str(number), colour=colour))
    about = move_cells(game, position, thought.move)
    if not marks and about != thought.move:
        return (Mark("target", about),) if about else ()
    return tuple(marks)


def move_cells(game: Game[Any], position: Position, move: Move) -> tuple[int, ...]:
    """The cells that a move touches; where it touches only what lies beside the board, those it changes."""
    touched = game.cells_of(move)
    if touched or game.refusal(position, move) is not None:
        return touched
    after = game.play(position, move).board
    if len(after) != len(position.board):
        return ()
    return tuple(cell for cell in game.tiling.cells if after[cell] != position.board[cell])


def verdict(game: Game[Any], position: Position, thought: Thought) -> Phrase:
    """What the position is worth to everybody, in a sentence."""
    told = chances(game, position.turn, thought, seats_out(game, position))
    mover = _called(game, position, position.turn)
    if game.players == 1:
        return Phrase("analysis.alone", (("share", percent(told)),))
    if told.certain:
        return _certain(game, position, told, mover)
    kind = "uncertain" if told.uncertain else "chances"
    out = seats_out(game, position)
    if game.players - len(out) == 2:
        return Phrase(f"analysis.{kind}", (("colour", mover), ("share", percent(told))))
    shares = percentages(told)
    each = [
        Phrase("analysis.of", (("colour", _called(game, position, seat)), ("share", share)))
        for seat, share in enumerate(shares)
        if seat not in out
    ]
    several = each[0]
    for one in each[1:]:
        several = Phrase("analysis.and", (("some", several), ("one", one)))
    return Phrase(f"analysis.all_{kind}", (("colour", mover), ("shares", several)))


def _certain(game: Game[Any], position: Position, told: Chances, mover: Phrase) -> Phrase:
    winners = [seat for seat, share in enumerate(told.shares) if share == 1]
    if winners:
        return Phrase("analysis.proved", (("colour", _called(game, position, winners[0])),))
    if told.mine == 0:
        return Phrase("analysis.loses", (("colour", mover),))
    return Phrase("analysis.certain", (("colour", mover), ("share", f"{100 * told.mine:.0f}")))


def _called(game: Game[Any], position: Position, seat: Seat) -> Phrase:
    """A seat by its colour; by its number where colours are still to be chosen."""
    shown = scene_of(game, Moment(position)).seats[seat].colour
    if shown not in game.colours:
        return Phrase("analysis.player", (("number", str(seat + 1)),))
    return Phrase(f"colour.{colour_of(game, position, seat)}")


def advice_marks(game: Game[Any], position: Position, thought: Thought) -> tuple[Mark, ...]:
    """What is drawn below a move that is advised: the cells of a win, but nothing of the opponent's."""
    return () if hopeless(game, position, thought) else carrier_marks(game, position, thought)


def hopeless(game: Game[Any], position: Position, thought: Thought) -> bool:
    """Whether it is proved that the mover gets nothing."""
    told = chances(game, position.turn, thought, seats_out(game, position))
    return told.certain and told.mine == 0


def why(game: Game[Any], position: Position, thought: Thought) -> Phrase | None:
    """The reason that goes with a verdict; none for a move that only delays a loss."""
    return None if hopeless(game, position, thought) else thought.reason


def standing(game: Game[Any], position: Position, thought: Thought) -> Phrase | None:
    """How the game stands for whoever asked what to play; None where nobody has looked at that."""
    if not thought.nodes:
        return None
    told = chances(game, position.turn, thought, seats_out(game, position))
    if not told.certain:
        kind = "uncertain" if told.uncertain else "mine"
        return Phrase(f"chances.{kind}", (("share", percent(told)),))
    if told.mine in (0.0, 1.0):
        if not told.mine:
            return Phrase("chances.lost")
        return None if thought.reason is not None else Phrase("chances.won")  # the reason says it
    return Phrase("chances.certain", (("share", f"{100 * told.mine:.0f}"),))


def meaning(thought: Thought, marks: Iterable[Mark]) -> list[Phrase]:
    """What the percentages of an analysis mean, and what is drawn."""
    kinds = {mark.kind for mark in marks}
    said = [] if thought.proved else [Phrase("chances.meaning")]
    said += [Phrase(f"analysis.drawn.{kind}") for kind in ("heat", "step", "carrier") if kind in kinds]
    return said


def percent(told: Chances) -> str:
    """The mover's chances as people read them: never none and never all, which would have to be proved."""
    if not told.uncertain:
        return f"{min(99, max(1, round(100 * told.mine)))}"
    return f"{min(100 - ROUGH, max(ROUGH, ROUGH * round(100 * told.mine / ROUGH)))}"


def percentages(told: Chances) -> list[str]:
    """Everybody's chances, in whole percent that add up to a hundred."""
    exact = [100 * share for share in told.shares]
    whole = [int(share) for share in exact]
    by_rest = sorted(range(len(exact)), key=lambda seat: whole[seat] - exact[seat])
    for seat in by_rest[: 100 - sum(whole)]:
        whole[seat] += 1
    return [str(share) for share in whole]
