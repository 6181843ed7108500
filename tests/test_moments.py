"""What happened since a reader's own last turn: marked on the board and told below it, until they move."""

import contextlib
import random

import pytest

from pavage.formats.record import Record, read_record, write_record
from pavage.game import CHANCE
from pavage.match import Match
from pavage.moments import last_own, moment_at, unseen
from pavage.options import BadOption
from pavage.registry import OURS, games
from pavage.scene import EVENTS
from pavage.server.rooms.scene_json import scene_at
from pavage.server.rooms.sentences import said
from pavage.table import Chair, Table
from pavage.words import words

PEOPLE = (Chair("Ada"), Chair("Bo"), Chair("Cy"))


def three(kind):
    """A small game for three, or None if it is for two at most."""
    for options in ({"board": "H3"}, {"board": 8}, {"size": 4}, {}):
        with contextlib.suppress(BadOption):
            return kind(players=3, **options)
    return None


GAMES = [name for name in OURS if three(games()[name]) is not None]


def random_match(game, dice, moves):
    match = Match(game)
    while match.outcome is None and len(match.played) < moves:
        match.play(dice.choice(game.moves(match.position)))
    return match


def shown(match, *seats):
    return scene_at(match, len(match.played), seats=seats)


@pytest.fixture(scope="module")
def captured():
    """HexaDames of three: Blue has jumped over a man of Red's, then Yellow has moved elsewhere."""
    game, dice = games()["hexadames"](size=4, players=3), random.Random(1)
    while True:
        match = random_match(game, dice, 60)
        for ply in range(2, len(match.played)):
            before, after = match.positions[ply - 2], match.positions[ply - 1]
            ours = [played.seat for played in match.played[ply - 3 : ply]] == [0, 1, 2]
            if ours and after.board.count(1) < before.board.count(1) and after.board.count(1):
                while len(match.played) > ply:
                    match.undo()
                if match.turn == 0 and match.outcome is None:
                    return match


def table_of(match, chairs=PEOPLE):
    table = object.__new__(Table)
    table.match, table.chairs = match, chairs
    return table


def line(match, *you, language="en"):
    return said(table_of(match), shown(match, *you), words(language), you)


def test_a_capture_stays_marked_until_ones_own_move(captured):
    game, jump = captured.game, captured.played[-2].move
    lost = {
        cell
        for cell, (old, new) in enumerate(
            zip(captured.positions[-3].board, captured.positions[-2].board, strict=True)
        )
        if old == 1 and not new
    }
    scene = shown(captured, 0)
    assert lost <= set(scene.marked("gone")), "the man that Red has lost"
    ways = {game.cells_of(played.move)[end] for played in captured.played[-2:] for end in (0, -1)}
    assert set(scene.marked("last")) == ways
    assert not lost & set(shown(captured, 1).marked("gone")), "Blue has only missed Yellow's move"
    assert set(shown(captured).marked("last")) == {captured.played[-1].move[end] for end in (0, -1)}
    assert jump


def test_what_was_missed_is_told(captured):
    text = line(captured, 0)
    assert text.startswith("Bo") and "Cy" in text and "Ada" not in text
    assert line(captured, 0, language="fr").startswith("Bo")
    for others in ((1,), ()):
        assert line(captured, *others).startswith("Cy"), "the last move, and no more"
        assert "Bo" not in line(captured, *others)


def test_one_device_shows_what_its_seat_to_move_has_missed(captured):
    assert shown(captured, 0, 1, 2).marks == shown(captured, 0).marks
    assert line(captured, 0, 1, 2).count("Bo") == 1
    assert shown(captured, 1, 2).marks == shown(captured, 2).marks, "it is not their turn"


def test_a_move_of_ones_own_undo_and_replay(captured):
    match = captured.copy()
    before = shown(match, 0)
    match.play(match.game.moves(match.position)[0])
    assert set(shown(match, 0).marked("last")) <= set(match.played[-1].move)
    match.undo()
    assert shown(match, 0) == before
    again = read_record(write_record(Record(match))).match
    assert shown(again, 0) == before


def test_the_first_turn_shows_all_that_came_before_it():
    match = Match(games()["polygo"](players=3, board="H3"))
    for text in ("c1", "a3"):
        match.push(text)
    assert set(shown(match, 2).marked("last")) == {match.game.site("c1"), match.game.site("a3")}


def test_two_players_have_missed_nothing_but_the_last_move():
    match = Match(games()["hex"](size=4))
    for text in ("a1", "b2", "c3"):
        match.push(text)
    assert unseen(match, (0,)) == unseen(match, (1,)) == unseen(match, ()) == []
    assert moment_at(match, 3, seats=(1,)) == moment_at(match, 3)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_marks_what_was_missed(name):
    """Each cell that a move marked is still marked, unless a later move has changed it."""
    game, dice = three(games()[name]), random.Random(name)
    match, looked = random_match(game, dice, 60), 0
    for ply in range(1, len(match.played)):
        past = match.copy()
        while len(past.played) > ply:
            past.positions.pop()
            past.played.pop()
        if past.turn == CHANCE or past.outcome is not None:
            continue
        seat = past.turn
        missed, own = unseen(past, (seat,)), last_own(past, (seat,))
        marks = [mark for mark in shown(past, seat).marks if mark.kind in EVENTS]
        now = {cell for mark in marks for cell in mark.cells}
        since = past.played[0 if own is None else own + 1 :]
        others = [played for played in since if played.seat != CHANCE]
        assert len(missed) == min(12, max(0, len(others) - 1))
        for each in missed:
            then = scene_at(past, each)
            for mark in then.marks:
                if mark.kind in EVENTS:
                    same = {c for c in mark.cells if past.positions[each].board[c] == past.position.board[c]}
                    assert same <= now
                    looked += len(same)
    assert looked


@pytest.mark.parametrize("name", GAMES)
def test_every_cell_that_a_missed_move_changed_is_marked(name):
    game, dice = three(games()[name]), random.Random(name)
    match = Match(game)
    while match.outcome is None and len(match.played) < 60:
        match.play(dice.choice(game.moves(match.position)))
        if match.turn == CHANCE or match.outcome is not None:
            continue
        own = last_own(match, (match.turn,))
        marked = {cell for mark in shown(match, match.turn).marks for cell in mark.cells}
        for ply in range(0 if own is None else own + 1, len(match.played)):
            before, after = match.positions[ply].board, match.positions[ply + 1].board
            now = match.position.board
            changed = {cell for cell, piece in enumerate(after) if before[cell] != piece == now[cell]}
            assert changed <= marked, match.played[ply].text


def test_every_game_for_three_is_looked_at():
    assert {"polygo", "hexn", "hexadames", "labyrinthe", "marienbad", "carreleurs", "blocs", "hextra"} <= set(
        GAMES
    )
