"""A Hex player that can say why: what is proved, what must be played, what a stone does for the others.

The reason comes from the solver where it was built and finds one in a moment, else from the stones alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pavage.game import Game, Move, Position
from pavage.games.chains import shortest_way
from pavage.games.hex import Hex, HexPosition
from pavage.phrase import Phrase
from pavage.players import fast
from pavage.players.fast.hex_solver import LARGEST, HexSolver
from pavage.players.hex_reasons import stones_reason
from pavage.players.thought import Budget, Player, Thought, Watch

SECONDS = 1.0
"""How long the solver may look for a proof that the search did not find."""
EVALUATIONS = 4000
"""How many positions it may look at where no time is set: the answer must not depend on the machine."""
MEMORY = 64 << 20
FEW = 3
"""The cells that the winner needs are shown if the empty ones are at most a third of the board."""
CHECK = 40
"""Positions that the solver may look at to find out whether the winner needs a cell."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the solver says of a position for the colour to move."""

    must: frozenset[int] = frozenset()
    """The cells that stop the other; empty if nothing is known."""
    won: bool | None = None
    move: int = -1
    line: tuple[int, ...] = ()
    carrier: frozenset[int] = frozenset()


class HexAdviser:
    """Thinks as another player does, proves what can be proved quickly, and gives a reason."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        assert isinstance(game, Hex) and isinstance(position, HexPosition)
        thought = self.player.think(game, position, budget, watch)
        if thought.move[0] >= len(game.tiling):
            return replace(thought, reason=Phrase("hex.why.swap"))
        if game.buttons and position == game.start():
            return replace(thought, reason=Phrase("hex.why.fair"))
        swap = game.read(position, "swap") if game.buttons else ()
        if swap and game.refusal(position, swap) is None:
            # The solver knows no swap; what it says of this position would not be what the rules say.
            return replace(thought, reason=stones_reason(game, position, thought.move[0]))
        known = _known(game, position, thought, budget, watch)
        thought = _corrected(game, position, thought, known)
        if thought.proved and thought.carrier:
            thought = replace(thought, carrier=_shown(game, position, thought))
        return replace(thought, reason=_reason(game, position, thought, known))


def _known(game: Hex, position: HexPosition, thought: Thought, budget: Budget, watch: Watch | None) -> Known:
    """What the solver finds in a moment; nothing where there is none."""
    if fast.native() is None or game.size > LARGEST:
        return Known()
    code = game.colour(position, position.turn) + 1
    solver = _solver(game.size)
    lost, must = solver.mustplay(position.board, 3 - code)
    if not lost and thought.proved and thought.carrier:
        return Known(must, thought.value == 1, thought.move[0], (), thought.carrier)

    def report(*_: object) -> bool:
        return watch is not None and watch(1.0)

    timed = bool(budget.seconds)
    found = solver.solve(
        position.board,
        code,
        evaluations=0 if timed else EVALUATIONS,
        seconds=SECONDS if timed else 0.0,
        report=report,
    )
    if not found.winner:
        return Known(must)
    if solver.mustplay(position.board, code)[0]:
        # A stone too many never hurts: any move wins, and the one that was thought of is as good as another.
        return Known(must, True, thought.move[0], (), found.carrier)
    return Known(must, found.winner == code, found.move, found.line, found.carrier)


def _solver(size: int) -> HexSolver:
    return HexSolver(size, MEMORY)


def _corrected(game: Hex, position: HexPosition, thought: Thought, known: Known) -> Thought:
    """The same thought with what is proved; a move that is proved to lose gives way to one that is not."""
    open_to = {move[0] for move in game.moves(position)}
    if known.won:
        if known.move not in open_to:
            return thought  # it may not be played now, so that nothing is proved
        line = tuple((cell,) for cell in known.line) or thought.line
        same = known.move == thought.move[0]
        policy = thought.policy if same else (((known.move,), 1.0),)
        return replace(
            thought,
            move=(known.move,),
            value=1.0,
            policy=policy,
            line=line,
            proved=True,
            carrier=known.carrier,
        )
    if known.won is False:
        move = _stubborn(game, position, thought, known.carrier & open_to)
        line = thought.line if move == thought.move else (move,)
        return replace(
            thought,
            move=move,
            value=0.0,
            policy=((move, 1.0),),
            line=line,
            proved=True,
            carrier=known.carrier,
        )
    if known.must & open_to and thought.move[0] not in known.must:
        left = [(share, move) for move, share in thought.policy if move[0] in known.must]
        move = max(left)[1] if left else (min(known.must & open_to),)
        return replace(thought, move=move, policy=((move, 1.0),), line=(move,))
    return thought


def _shown(game: Hex, position: HexPosition, thought: Thought) -> frozenset[int]:
    """Return the cells without which the winner would not win; none if they are most of the board."""
    mover = game.colour(position, position.turn) + 1
    winner = mover if thought.value == 1 else 3 - mover
    board, loser = bytearray(position.board), 3 - winner
    if winner == mover:
        if game.outcome(game.play(position, thought.move)) is not None:
            return frozenset()
        board[thought.move[0]] = mover
    needed = {cell for cell in thought.carrier if not board[cell]}
    for cell, piece in enumerate(board):
        if not piece and cell not in needed:
            board[cell] = loser
    solver = _solver(game.size)
    for cell in sorted(needed):
        board[cell] = loser
        if solver.solve(bytes(board), loser, evaluations=CHECK).winner == winner:
            needed.remove(cell)
        else:
            board[cell] = 0
    if FEW * len(needed) > len(game.tiling):
        return frozenset()
    return frozenset(cell for cell in thought.carrier if cell in needed or board[cell] == winner)


def _stubborn(game: Hex, position: HexPosition, thought: Thought, cells: frozenset[int]) -> Move:
    """Return the move after which the winner lacks most stones; of equal ones what the search prefers."""
    winner = 2 - game.colour(position, position.turn)
    own = {cell for cell, piece in enumerate(position.board) if piece == winner}
    free = {cell for cell, piece in enumerate(position.board) if not piece}
    begin, end = game.tiling.sides[winner - 1], game.tiling.sides[winner + 1]
    missing = {
        (cell,): shortest_way(game.tiling, own, free - {cell}, begin, end)[0] for cell in sorted(cells)
    }
    most = max(missing.values(), default=0)
    shares = {**dict(thought.policy), thought.move: 1.0}
    longest = [move for move, count in missing.items() if count == most]
    return max(longest, key=lambda move: shares.get(move, 0.0), default=thought.move)


def _reason(game: Hex, position: HexPosition, thought: Thought, known: Known) -> Phrase | None:
    """The strongest that can be said for the move."""
    cell, turn = thought.move[0], position.turn
    if game.outcome(game.play(position, thought.move)) is not None:
        return _about(game, position, "completes", turn)
    if thought.proved and thought.value == 0:
        return Phrase("hex.why.holds_out")
    if known.must == {cell}:
        return _about(game, position, "only", 1 - turn)
    if thought.proved and thought.value == 1:
        return _about(game, position, "connection" if thought.carrier else "wins", turn)
    seen = stones_reason(game, position, cell)
    empty = position.board.count(0)
    if seen is None and cell in known.must and len(known.must) <= empty // 2:
        count = ("number", str(len(known.must)))
        blocks = _about(game, position, "blocks", 1 - turn)
        return Phrase(blocks.key, (*blocks.values, count))
    return seen


def _about(game: Hex, position: HexPosition, key: str, seat: int) -> Phrase:
    """A sentence about a colour and the sides that it wants to join."""
    colour = game.colours[game.colour(position, seat)]
    named = (("colour", Phrase(f"colour.{colour}")), ("the", Phrase(f"side.{colour}")))
    return Phrase(f"hex.why.{key}", named)
