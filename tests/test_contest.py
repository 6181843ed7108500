"""Races and duels: who wins, who waits, and what nobody may see before the end."""

from collections.abc import Sequence

import pytest

from pavage.contest import LIMIT, LOCK, Contest, View, modes_of
from pavage.game import Game, Move, Outcome, Position
from pavage.games.hex import Hex
from pavage.games.nombres import Nombres
from pavage.match import MatchError
from pavage.options import Whole
from pavage.tiling import tiling
from pavage.words import words

SMALL = "3x3/R2,1,1/C2,1,1/a1-"
RIGHT = "b2- c2- b3- c3- b1+ c1+ a2+ a3+"
ANNE, BOB, CHLOE = 0, 1, 2
STAIRS, CORNER = ["###", "##.", "#.."], ["..#", ".##", "..."]
ANTI = ["#..", ".#.", "..#"]


def race(names: str = "Anne Bob", limit: float = LIMIT) -> Contest:
    return Contest(Nombres(puzzle=SMALL), names.split(), "race", now=100.0, limit=limit)


def duel(names: str = "Anne Bob") -> Contest:
    return Contest(Nombres(board="3x3", unique=False, seed=1), names.split(), "duel", now=0.0)


def mark(contest: Contest, player: int, text: str, now: float) -> None:
    """Moves as a person would write them, each at the same time."""
    for word in text.split():
        match = contest.entrants[player].match
        assert match is not None
        contest.play(player, match.game.read(match.position, word), now)


def refused(contest: Contest, player: int, text: str, now: float) -> str:
    with pytest.raises(MatchError) as caught:
        mark(contest, player, text, now)
    for language in ("en", "fr"):
        assert words(language)(caught.value.key) != caught.value.key
    return caught.value.key


def test_the_first_correct_grid_wins_a_race() -> None:
    contest = race()
    mark(contest, BOB, RIGHT[:-4], 110)
    mark(contest, ANNE, RIGHT, 120)
    assert contest.result is not None
    assert (contest.result.returns, contest.result.reason) == ((1.0, 0.0), "first")
    assert refused(contest, BOB, "c3-", 121) == "over"


def test_everybody_has_the_same_puzzle_in_a_race_and_marks_apart() -> None:
    contest = race()
    mark(contest, ANNE, "b1+", 101)
    mark(contest, BOB, "b1-", 101)
    views = [contest.view(player, 102) for player in (ANNE, BOB)]
    assert {view.puzzle for view in views} == {SMALL}
    assert views[0].position == "full:b1 empty:a1 turn:1"
    assert views[1].position == "empty:a1,b1 turn:1"


def test_a_wrong_grid_locks_its_player_for_thirty_seconds() -> None:
    contest = race()
    mark(contest, ANNE, RIGHT[:-4] + " a3-", 200)
    assert contest.result is None
    assert refused(contest, ANNE, "a3?", 200 + LOCK - 1) == "contest.locked"
    with pytest.raises(MatchError, match="locked"):
        contest.undo(ANNE, 210)
    view = contest.view(BOB, 210)
    assert view.standings[ANNE].locked == 20 and view.standings[BOB].locked == 0
    assert "a3" in contest.view(ANNE, 210).position, "the wrong grid can be looked at meanwhile"
    assert "a3" not in contest.view(ANNE, 231).position, "then it is open again"
    mark(contest, ANNE, "a3+", 231)
    assert contest.result is not None and contest.result.returns == (1.0, 0.0)


def test_others_go_on_while_one_is_locked() -> None:
    contest = race()
    mark(contest, ANNE, RIGHT[:-4] + " a3-", 200)
    mark(contest, BOB, RIGHT, 201)
    assert contest.result is not None and contest.result.returns == (0.0, 1.0)


def test_when_the_time_is_over_the_most_right_lines_win() -> None:
    contest = race("Anne Bob Chloe")
    mark(contest, ANNE, "b1+ c1+", 101)  # row 1
    mark(contest, BOB, "b1+ c1+ b2- b3-", 101)  # row 1, column b
    mark(contest, CHLOE, "b2+ b1+ b3+ c1+ c2+ c3+", 101)  # row 1: all others are marked, but wrong
    assert not contest.tick(100 + LIMIT - 0.1)
    assert contest.tick(100 + LIMIT)
    assert contest.result is not None
    assert (contest.result.returns, contest.result.reason) == ((0.0, 1.0, 0.0), "lines")


def test_equal_lines_are_a_draw() -> None:
    contest = race("Anne Bob Chloe", limit=60)
    mark(contest, ANNE, "b1+ c1+", 101)
    mark(contest, CHLOE, "a2+ a3+", 101)
    assert refused(contest, ANNE, "a2+", 160) == "over", "a mark that comes too late ends the contest too"
    assert contest.result is not None and contest.result.returns == (0.5, 0.0, 0.5)


def test_marks_can_be_taken_back() -> None:
    contest = race()
    mark(contest, ANNE, "b1+ c1-", 101)
    contest.undo(ANNE, 102)
    mark(contest, ANNE, "b1? c1+", 103)
    assert contest.view(ANNE, 104).position == "full:c1 empty:a1 turn:1"


def test_who_is_left_alone_wins() -> None:
    contest = race("Anne Bob Chloe")
    contest.leave(BOB, 110)
    assert contest.result is None and refused(contest, BOB, "b1+", 111) == "contest.out"
    contest.leave(ANNE, 112)
    assert contest.result is not None
    assert (contest.result.returns, contest.result.reason) == ((0.0, 0.0, 1.0), "left")


def test_who_has_left_wins_nothing_when_the_time_is_over() -> None:
    contest = race("Anne Bob Chloe")
    mark(contest, ANNE, "b1+ c1+", 101)
    contest.leave(ANNE, 102)
    contest.tick(100 + LIMIT)
    assert contest.result is not None and contest.result.returns == (0.0, 0.5, 0.5)


def test_a_duel_hands_the_sums_on_to_the_next() -> None:
    contest = duel("Anne Bob Chloe")
    with pytest.raises(MatchError, match="not_solving"):
        contest.play(ANNE, (0, 1), 1)
    for player, rows in ((ANNE, STAIRS), (BOB, CORNER), (CHLOE, ANTI)):
        assert contest.view(None, 5).phase == "filling"
        contest.fill(player, rows, 10)
    puzzles = [contest.view(player, 11).puzzle for player in (ANNE, BOB, CHLOE)]
    assert puzzles == ["3x3/R1,1,1/C1,1,1", "3x3/R3,2,1/C3,2,1", "3x3/R1,2,0/C0,1,2"]
    assert contest.view(ANNE, 11).left == LIMIT - 1, "the time to solve begins when all grids are there"
    with pytest.raises(MatchError, match="not_filling"):
        contest.fill(ANNE, STAIRS, 12)


def test_any_grid_that_fits_wins_a_duel() -> None:
    contest = duel()
    contest.fill(ANNE, ANTI, 1)
    contest.fill(BOB, STAIRS, 2)
    mark(contest, BOB, "a1+ b1- c1- a2- c2+ b3+", 3)
    assert contest.result is not None and contest.result.returns == (0.0, 1.0)


def test_a_wrong_grid_in_a_duel_costs_nothing_but_the_mark() -> None:
    contest = duel()
    contest.fill(ANNE, ANTI, 1)
    contest.fill(BOB, STAIRS, 2)
    mark(contest, BOB, "a1+ b1- c1- a2- b2- c2+ a3- c3+ b3+", 3)
    assert contest.result is None
    contest.undo(BOB, 3)
    mark(contest, BOB, "c3? b3+", 3)
    assert contest.result is not None and contest.result.returns == (0.0, 1.0)


def test_grids_that_do_not_fit_the_board_are_refused() -> None:
    contest = duel()
    for rows in (["###"], ["####"] * 3, ["##x"] * 3, []):
        with pytest.raises(MatchError, match="bad_grid"):
            contest.fill(ANNE, rows, 1)
    with pytest.raises(MatchError, match="two"):
        Contest(Nombres(seed=1), ["Anne"])


def test_who_fills_no_grid_in_time_loses() -> None:
    contest = duel("Anne Bob Chloe")
    contest.fill(ANNE, STAIRS, 1)
    contest.fill(CHLOE, STAIRS, 1)
    assert contest.tick(LIMIT)
    assert contest.result is not None
    assert (contest.result.returns, contest.result.reason) == ((0.5, 0.0, 0.5), "unready")


def test_a_duel_begins_when_the_slow_one_has_left() -> None:
    contest = duel("Anne Bob Chloe")
    contest.fill(ANNE, STAIRS, 1)
    contest.fill(CHLOE, CORNER, 1)
    contest.leave(BOB, 2)
    assert contest.view(ANNE, 3).puzzle == "3x3/R1,2,0/C0,1,2"
    assert contest.view(CHLOE, 3).puzzle == "3x3/R3,2,1/C3,2,1"


def everything(view: View) -> str:
    return repr(view)


def test_nobody_sees_the_grid_of_another_or_a_solution_before_the_end() -> None:
    contest = duel()
    contest.fill(ANNE, STAIRS, 1)
    contest.fill(BOB, CORNER, 2)
    mark(contest, ANNE, "a1-", 3)
    mark(contest, BOB, "b2+ c3-", 3)
    for player, own, other in ((ANNE, STAIRS, CORNER), (BOB, CORNER, STAIRS), (None, [], STAIRS)):
        view = contest.view(player, 4)
        told = everything(view)
        assert view.secret == tuple(own) and repr(tuple(other)) not in told
        assert not view.solutions and not any(standing.grid for standing in view.standings)
    assert "empty:a1" not in everything(contest.view(BOB, 4))
    assert "full:b2" not in everything(contest.view(ANNE, 4))
    spectator = contest.view(None, 4)
    assert not spectator.puzzle and not spectator.position
    assert [standing.marked for standing in spectator.standings] == [1, 2]


def test_everything_is_shown_at_the_end() -> None:
    contest = race()
    mark(contest, ANNE, RIGHT, 120)
    view = contest.view(BOB, 121)
    assert view.phase == "over" and view.left == 0
    assert view.solutions[0] == (".##", "#..", "#..")
    assert view.standings[ANNE].grid.startswith("full:b1,c1,a2,a3")


def test_a_view_ends_the_contest_when_its_time_has_come() -> None:
    contest = race()
    assert contest.view(ANNE, 100 + LIMIT).phase == "over"


class Walk(Game[Position]):
    """Somebody's game for one, with nothing beside its rules: the cell in the middle of three is right."""

    name = "walk"
    players = Whole("players", 1, "number of players", "nombre de joueurs", 1, 1)
    tiling = tiling("S3x1")

    def start(self) -> Position:
        return Position(bytes(3), 0)

    def moves(self, position: Position) -> Sequence[Move]:
        return () if any(position.board) else [(cell,) for cell in range(3)]

    def play(self, position: Position, move: Move) -> Position:
        return Position(bytes(cell == move[0] for cell in range(3)), 0)

    def outcome(self, position: Position) -> Outcome | None:
        return Outcome((float(position.board[1]),), "walked") if any(position.board) else None


def test_any_game_for_one_can_be_raced() -> None:
    assert (modes_of(Walk), modes_of(Nombres), modes_of(Hex)) == (("race",), ("race", "duel"), ())
    contest = Contest(Walk(), ["Anne", "Bob"], "race", now=0.0)
    contest.play(ANNE, (0,), 1.0)
    standing = contest.view(BOB, 2.0).standings[ANNE]
    assert (standing.marked, standing.met, standing.locked) == (1, 0, LOCK - 1.0)
    assert contest.view(ANNE, 1.0 + LOCK).position == "turn:1", "after the lock the wrong move is off again"
    contest.play(BOB, (1,), 3.0)
    assert contest.result is not None and contest.result.returns == (0.0, 1.0)
    assert contest.view(None, 4.0).solutions == ((), ())


@pytest.mark.parametrize(("game", "mode"), [(Walk(), "duel"), (Hex(size=3), "race")])
def test_other_contests_are_refused(game: Game[Position], mode: str) -> None:
    with pytest.raises(MatchError):
        Contest(game, ["Anne", "Bob"], mode)
