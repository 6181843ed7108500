"""A game and the second version of it (tests/naive), side by side: what every comparison of them needs."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest
from conftest import every

from pavage.registry import games

PARTS = every(range(10), 4)
"""The random games of each game come in parts, so that no single test takes too long."""


def names(text: str) -> set[str]:
    return set(text.split())


def some(dice: random.Random, usual: Any, *others: Any) -> Any:
    """The usual value or, as often, one of the others."""
    return dice.choice([usual, dice.choice(others)])


def anything(text: str) -> bool:
    return True


def shown(game: Any, position: Any) -> dict[str, int | None]:
    """The colour on every cell, from 0, or None."""
    return {
        name: piece - 1 if piece else None
        for name, piece in zip(game.tiling.names, position.board, strict=True)
    }


def begin(name: str, naive: ModuleType, options: dict[str, Any], layout: str, state: Any) -> Any:
    """The game, its position and its state: as the options say, or as a layout and a state do."""
    game = games()[name](**options)
    return game, game.setup(layout) if layout else game.start(), state or naive.new(**options)


def ended(game: Any, position: Any, naive: ModuleType, state: Any, told: str) -> bool:
    """Whether the game is over; both versions say the same of it, and of who is to move."""
    end, shares = game.outcome(position), naive.outcome(state)
    assert (end is None) == (shares is None), told
    if end is not None:
        assert end.returns == pytest.approx(shares), told
        if hasattr(naive, "reason"):
            assert end.reason == naive.reason(state), told
        return True
    assert position.turn == naive.turn(state), told
    return False


def may_be_left(game: Any, naive: ModuleType, dice: random.Random) -> bool:
    """Whether seats leave in this game: in some of those for three or more."""
    return hasattr(naive, "leave") and game.players > 2 and dice.random() < 0.4


def leave(
    game: Any, position: Any, naive: ModuleType, state: Any, dice: random.Random
) -> tuple[Any, Any, str] | None:
    """Now and then, if three or more are in, what both versions are after a seat has left, and its word."""
    inside = sorted(naive.seats_in(state))
    if len(inside) < 3 or dice.random() > 0.1:
        return None
    seat = dice.choice(inside)
    position, state = game.leave(position, seat), naive.leave(state, seat)
    assert not game.is_in(position, seat)
    assert game.setup(game.layout(position)) == position
    return position, state, f"out:{seat + 1}"
