"""How HexaDames is shown: the goal of each colour, men home and captured, and who is in danger."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from pavage.game import Move
from pavage.games.hexadames.rules import HexaDames, HexaDamesPosition
from pavage.games.leaving import seats_in
from pavage.games.opposite_sides import goal_bands
from pavage.phrase import Phrase
from pavage.scene import Board, Mark, Moment, Overlay, Scene, plain_board, plain_scene


def board(game: HexaDames) -> Board:
    """The side that men go to has their colour."""
    return replace(plain_board(game), bands=goal_bands(game, game.sides))


def scene(game: HexaDames, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    position = moment.position
    assert isinstance(position, HexaDamesPosition)
    pieces = tuple(
        replace(piece, shape="solid") if game.men.rests(piece.cell, position.board[piece.cell]) else piece
        for piece in plain.pieces
    )
    seats = tuple(
        replace(
            seat,
            aim=Phrase("hexadames.aim"),
            score=str(position.home[number]),
            note=_note(game, position, number),
        )
        for number, seat in enumerate(plain.seats)
    )
    shown = replace(
        plain,
        pieces=pieces,
        marks=(*(_whole_way(game, moment, mark) for mark in plain.marks), *_captured(game, moment)),
        seats=seats,
        overlays=_overlays(game, position),
    )
    if moment.outcome:
        return shown
    return replace(shown, prompt=Phrase(f"hexadames.{_prompt(game, moment)}"))


def _whole_way(game: HexaDames, moment: Moment, mark: Mark) -> Mark:
    """Of the last move, where it began and where it ended."""
    path = game.cells_of(moment.last)
    return replace(mark, cells=(path[0], path[-1])) if mark.kind == "last" else mark


def _captured(game: HexaDames, moment: Moment) -> list[Mark]:
    """An edge round the men that the move in the hand takes; a cross too, where the last one took them."""
    board = moment.position.board
    taken = tuple(over for over in _jumped(game, moment.last) if not board[over])
    coming = tuple(over for over in _jumped(game, moment.touched) if board[over])
    marks = [Mark("gone", taken, text="×"), Mark("lift", coming)]
    return [mark for mark in marks if mark.cells]


def _jumped(game: HexaDames, move: Move) -> list[int]:
    path = game.cells_of(move)
    return [game.men.between[step] for step in pairwise(path) if step in game.men.between]


def _note(game: HexaDames, position: HexaDamesPosition, seat: int) -> Phrase:
    men = len(game.men.active(position.board, seat))
    figures = {"home": position.home[seat], "taken": position.taken[seat], "men": men}
    return Phrase("hexadames.note", tuple((name, str(number)) for name, number in figures.items()))


def _prompt(game: HexaDames, moment: Moment) -> str:
    position = moment.position
    if len(moment.touched) > 1:
        return "prompt_must_go_on" if game.mandatory else "prompt_on"
    if moment.touched:
        return "prompt_target"
    forced = game.mandatory and game.men.jump_moves(position.board, position.turn)
    return "prompt_jump" if forced else "prompt"


def _overlays(game: HexaDames, position: HexaDamesPosition) -> tuple[Overlay, ...]:
    """The men that a seat still in could jump over, were it its turn."""
    men = game.men
    danger = {
        over
        for seat in seats_in(game.players, position.out)
        for cell in men.active(position.board, seat)
        for over, _ in men.open_jumps(position.board, cell, seat)
    }
    if not danger:
        return ()
    return (Overlay(Phrase("hexadames.in_danger"), (Mark("target", tuple(sorted(danger))),)),)
