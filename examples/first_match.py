"""Two computers play Hex; `mypy --strict` knows every type here (tests/test_wheel.py)."""

from pavage.game import Move
from pavage.games.hex import Hex
from pavage.match import Match
from pavage.players.levels import computer

match = Match(Hex(size=4))
players = [computer(match.game, "beginner", seed=seed) for seed in (1, 2)]
while match.outcome is None:
    player, budget = players[match.turn]
    move: Move = player.think(match.game, match.position, budget).move
    print(match.game.write(match.position, move), end=" ")
    match.play(move)
print(match.outcome.returns)
