"""The strongest Hex we have: what can be proved in time is proved, the rest searched with all knowledge."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

from pavage.games.hex import Hex, HexPosition
from pavage.players import fast
from pavage.players.drift import Drift
from pavage.players.fast import hex_net
from pavage.players.fast.hex_openings import known
from pavage.players.fast.hex_search import asks_network, best_search
from pavage.players.fast.hex_solver import LARGEST, HexSolver, Solution
from pavage.players.thought import Budget, Thought, Watch

SMALL = 49
"""Boards of so many cells are asked to be solved from the first move on."""
LATE = 80
"""On larger ones, positions with so few cells that still matter."""
SMALL_SHARE, FIRST_SHARE, LAST_SHARE = 0.8, 0.1, 0.3
"""The part of the time that the solver gets there: on small boards at once; else before the search, for
what is easily proved, and after it, with whatever that has left. It then goes on where it was."""
EVALUATIONS = 400_000
"""What the solver may look at: all that 7×7 needs."""
UNTIMED = EVALUATIONS // 20
"""And on larger boards where no time is set."""
FIRST_LOOK, NEXT_LOOK = 0.4, 0.15
"""The part of the time that the search has before the solver looks at the move it likes, and after each that
the solver refutes; the rest of the time once there is nothing against a move."""
CHECK, LAST_CHECK = 0.2, 0.1
"""The part that the solver has for a move; what is kept for one that the search comes to at last."""
CHECKS, CHECK_EVALUATIONS = 60, 4000
"""So many moves are looked at, the most; with so many evaluations each where no time is set."""
DEARER = 25
"""A simulation that asks the network takes as long as so many with playouts, and is worth more."""
SOLVER = "solver"
"""The part that proves, which can be left out as those of the search."""
SOLVER_MEMORY = 256 << 20
"""Bytes."""
STUBBORN = 3000
"""Simulations that go into how to lose: as late as possible."""


class Tools:
    """The search and the solver of one caller: what they found out serves its next question."""

    def __init__(self) -> None:
        self._search: tuple[int, frozenset[str], Any] | None = None
        self._solver: HexSolver | None = None

    def search(self, size: int, without: frozenset[str]) -> Any:
        if self._search is None or self._search[:2] != (size, without):
            self._search = (size, without, self.new_search(size, without))
        return self._search[2]

    def solver(self, size: int) -> HexSolver:
        if self._solver is None or self._solver.size != size:
            self._solver = self.new_solver(size)
        return self._solver

    def forget(self) -> None:
        """Start afresh: the next answer depends on its question alone."""
        self._search = self._solver = None

    def new_search(self, size: int, without: frozenset[str]) -> Any:
        return best_search(size, without)

    def new_solver(self, size: int) -> HexSolver:
        return HexSolver(size, SOLVER_MEMORY)


class Clock:
    """How much of a budget is used up, told to whoever watches."""

    def __init__(self, budget: Budget, watch: Watch | None) -> None:
        self.begun = time.monotonic()
        self.budget = budget
        self.watch = watch
        self.stopped = False

    @property
    def left(self) -> float:
        """Seconds; 0 where there is no limit, as the extension has it."""
        if not self.budget.seconds:
            return 0.0
        return max(0.001, self.budget.seconds - (time.monotonic() - self.begun))

    def tell(self, share: float) -> bool:
        if self.budget.seconds:
            share = max(share, (time.monotonic() - self.begun) / self.budget.seconds)
        if self.watch is not None and self.watch(min(1.0, share)):
            self.stopped = True
        return self.stopped


def place(
    game: Hex,
    position: HexPosition,
    budget: Budget,
    watch: Watch | None,
    *,
    prove: bool = True,
    without: frozenset[str] = frozenset(),
    tools: Tools | None = None,
) -> Thought:
    """Return the best cell, as if nobody could swap. Needs the extension.

    Without `tools` that the caller has kept from an earlier question, the search starts afresh.
    """
    tools = tools or Tools()
    clock = Clock(budget, watch)
    allowed = allowed_cells(game, position)
    late, prove = False, prove and SOLVER not in without and _whole(game, position, allowed)
    if prove:
        small = len(position.board) <= SMALL
        late = not small and tools.solver(game.size).fill_in(position.board).count(0) <= LATE
        if small or late:
            solution = _solved(game, position, clock, tools, SMALL_SHARE if small else FIRST_SHARE)
            if solution is not None:
                return _proved(game, position, solution, budget)
    late = late and bool(budget.seconds)
    looking = _Looking(game, position, allowed, clock, tools, without, LAST_SHARE if late else 0.0)
    stones = len(position.board) - position.board.count(0)
    thought = looking.think(CHECKS if prove and stones >= game.size else 0)
    if late and not thought.proved and not clock.stopped:
        solution = _solved(game, position, clock, tools, 1.0)
        if solution is not None:
            return _proved(game, position, solution, budget, thought)
    return thought


def _whole(game: Hex, position: HexPosition, allowed: bytes) -> bool:
    """Whether the solver can be asked: it knows no cell that is empty and may not be played."""
    return game.size <= LARGEST and not game.no_centre and allowed.count(1) == position.board.count(0)


def allowed_cells(game: Hex, position: HexPosition) -> bytes:
    """One for every cell where the mover may put a stone."""
    cells = bytearray(len(game.tiling))
    for move in game.moves(position):
        if move[0] < len(cells):
            cells[move[0]] = 1
    return bytes(cells)


def _solved(game: Hex, position: HexPosition, clock: Clock, tools: Tools, share: float) -> Solution | None:
    """Who wins, if the solver can tell in this part of the time, or in what is left of it."""
    board = position.board
    colour = game.colour(position, position.turn) + 1
    shipped = known(game.size, board, colour)
    if shipped is not None:
        winner, cell, carrier = shipped
        return Solution(winner, cell, (cell,), carrier, 1, 0, 0.0)
    timed = bool(clock.budget.seconds)
    found = tools.solver(game.size).solve(
        board,
        colour,
        evaluations=EVALUATIONS if timed or len(board) <= SMALL else UNTIMED,
        seconds=min(share * (clock.budget.seconds or 0.0), clock.left),
        report=lambda *_: clock.tell(0.0),
    )
    return found if found.winner else None


def _proved(
    game: Hex, position: HexPosition, solution: Solution, budget: Budget, searched: Thought | None = None
) -> Thought:
    """What is proved; where that is a loss, what was thought before is as good as any move."""
    colour = game.colour(position, position.turn) + 1
    if solution.winner == colour:
        line = tuple((cell,) for cell in solution.line)
        move = (solution.move,)
        return Thought(
            move, 1.0, ((move, 1.0),), line, solution.evaluations, proved=True, carrier=solution.carrier
        )
    if searched is not None:
        return replace(searched, value=0.0, proved=True, carrier=solution.carrier, doubt=0.0)
    # All is lost against perfect play: what a search without proofs likes best is hardest to answer.
    native = fast.native()
    assert native is not None
    seconds = 0.2 * (budget.seconds or 0.0)
    seed = random.Random(budget.seed).getrandbits(63)
    best, _, visits, line, *_ = native.hex_search(
        game.size, position.board, colour, allowed_cells(game, position), STUBBORN, seconds, seed, None
    )
    moves = tuple((cell,) for cell in line)
    return Thought(
        (best,), 0.0, _policy(visits), moves, solution.evaluations, proved=True, carrier=solution.carrier
    )


class _Looking:
    """A search that goes on after the solver has looked at the move it likes best.

    The network judges a position by what it looks like, and where somebody threatens to win by force that is
    often wrong. The solver sees it at once, if it is asked about one move. What refutes that one refutes all
    moves outside the refutation's carrier, too.
    """

    def __init__(
        self,
        game: Hex,
        position: HexPosition,
        allowed: bytes,
        clock: Clock,
        tools: Tools,
        without: frozenset[str],
        kept: float,
    ) -> None:
        self.game, self.position, self.clock, self.tools = game, position, clock, tools
        self.colour = game.colour(position, position.turn) + 1
        self.allowed = allowed
        self.asked = asks_network(game.size, without)
        self.search = tools.search(game.size, without)
        budget = clock.budget
        self.most = budget.simulations or 0
        if self.most and self.asked:
            self.most = max(1, self.most // DEARER)
        self.seconds = max(0.001, clock.left - kept * budget.seconds) if budget.seconds else 0.0
        self.ends = time.monotonic() + self.seconds
        self.checks = 0
        self.checked: set[int] = set()
        self.carrier: frozenset[int] = frozenset()
        self.drift = Drift()
        self.simulations = 0
        self.won: Solution | None = None
        self.found: Any = None

    def think(self, checks: int) -> Thought:
        """What the search thinks, and the solver of the moves it likes, at most so many of them."""
        self.checks = checks
        self.look(FIRST_LOOK if checks else 1.0)
        while self.doubtful:
            if self.check():
                if self.decided:
                    break
                self.look(NEXT_LOOK)
            elif self.seconds:
                self.look(1.0)
        return self.thought()

    @property
    def left(self) -> float:
        return self.ends - time.monotonic()

    @property
    def decided(self) -> bool:
        return self.won is not None or not any(self.allowed)

    @property
    def best(self) -> int:
        cell: int = self.found[0]
        return cell

    @property
    def doubtful(self) -> bool:
        """Whether the move that the search likes is still to be looked at by the solver."""
        if self.found[6] or self.clock.stopped or self.best in self.checked:
            return False
        return len(self.checked) < self.checks and (not self.seconds or self.left > 0)

    def look(self, part: float) -> None:
        """On with the search for this part of the whole, or for what is left of it."""
        keep = LAST_CHECK * self.seconds if self.checks else 0.0
        seconds = max(0.001, min(part * self.seconds, self.left - keep)) if self.seconds else 0.0
        most = self.most if not self.found or self.seconds else max(1, int(NEXT_LOOK * self.most))
        before = self.simulations

        def report(done: int, value: float, best: int) -> bool:
            self.drift.note(done, value, before)
            return self.clock.tell(done / most if most else 0.0)

        budget = self.clock.budget
        self.found = self.search.search(
            self.position.board,
            self.colour,
            self.allowed,
            1 if self.clock.stopped else most,
            seconds,
            random.Random(budget.seed).getrandbits(63),
            report,
            budget.seed is not None and not before,
        )
        self.simulations += self.found[4]

    def check(self) -> bool:
        """Whether the solver can tell what comes of the move; if it loses, what else is left."""
        cell, other = self.best, 3 - self.colour
        self.checked.add(cell)
        board = bytearray(self.position.board)
        board[cell] = self.colour
        seconds = max(0.001, min(CHECK * self.seconds, self.left)) if self.seconds else 0.0
        solution = self.tools.solver(self.game.size).solve(
            bytes(board),
            other,
            evaluations=0 if self.seconds else CHECK_EVALUATIONS,
            seconds=seconds,
            report=lambda *_: self.clock.tell(0.0),
        )
        if solution.winner == self.colour:
            self.won = solution
        elif solution.winner == other:
            self.carrier |= solution.carrier
            self.allowed = bytes(
                free and at in solution.carrier and at != cell for at, free in enumerate(self.allowed)
            )
        return bool(solution.winner)

    def thought(self) -> Thought:
        best, value, visits, line, _, _, proof, carrier = self.found
        if self.won is not None:
            cells = self.won.carrier | {best}
            line = ((best,), *((cell,) for cell in self.won.line))
            return Thought(
                (best,), 1.0, (((best,), 1.0),), line, self.simulations, proved=True, carrier=cells
            )
        if not any(self.allowed):  # every move is refuted: the one that was liked best is as good as any
            proof, value, carrier = -1, 0.0, ()
        elif self.checked:
            visits = [count if self.allowed[cell] else 0 for cell, count in enumerate(visits)]
        moves = tuple((cell,) for cell in line) or ((best,),)
        return Thought(
            (best,),
            hex_net.calibrated(value) if self.asked and not proof else value,
            _policy(visits) or (((best,), 1.0),),
            moves,
            self.simulations,
            proved=bool(proof),
            carrier=frozenset(carrier) | self.carrier if proof < 0 else frozenset(carrier),
            kind=hex_net.KIND if self.asked else "",
            doubt=0.0 if proof else self.drift.doubt(value, self.simulations),
        )


def _policy(visits: list[int]) -> tuple[tuple[tuple[int], float], ...]:
    total = sum(visits)
    return tuple(((cell,), count / total) for cell, count in enumerate(visits) if count)
