"""What every game promises, as checks that any game can be put through."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from pavage.formats.record import Record, read_record, write_record
from pavage.game import CHANCE, Game, IllegalMove, Move, Position, Refusal, Seat, Unreadable
from pavage.hooks import EvaluationHooks, PlayoutHooks, hooks, strangers
from pavage.match import LEAVING, Match, MatchError
from pavage.options import BadOption, Choice, Numbers, Option, Switch, Value, Whole, read_options
from pavage.phrase import Phrase
from pavage.players.random_player import roll
from pavage.registry import board_of, scene_of
from pavage.scene import Moment, Scene
from pavage.tiling import Tiling, dump_tiling, load_tiling
from pavage.words import LANGUAGES, words

Games = type[Game[Any]]
LONGEST = 20_000
"""Plies after which a random game counts as endless."""


SHAPES = ("H3", "S5x5", "R5", "T5")
"""Boards on which an option may make sense that makes none on the game's own."""


def variants(kind: Games) -> Iterator[dict[str, object]]:
    """The game as it is, each preset, and each option moved to its other values, one at a time."""
    seen = []
    for options in (
        {},
        *({"preset": preset} for preset in kind.presets),
        *({option.name: value} for option in kind.declared for value in extremes(option)),
    ):
        meant = read_options(kind.declared, kind.presets, options)
        if meant not in seen:
            seen.append(meant)
            yield options


def extremes(option: Option[Any]) -> Sequence[Value]:
    """Every value of an option that has few, the ends of a long row."""
    if isinstance(option, Choice):
        return option.choices
    if isinstance(option, Numbers):
        return option.numbers
    if isinstance(option, Switch):
        return (False, True)
    if isinstance(option, Whole):
        return (option.low, option.high)
    return ()


def companions(kind: Games, wanted: dict[str, object]) -> Iterator[dict[str, object]]:
    """The wanted options alone, then with one and with two others, as they may need them to make sense."""
    others: list[dict[str, object]] = []
    for option in kind.declared:
        if isinstance(option, Whole) and option.high - option.low < 10:
            values: Sequence[Value] = range(option.low, option.high + 1)
        else:
            values = SHAPES if option.kind == "board" else extremes(option)
        others += [{option.name: value} for value in values if option.name not in wanted]
    yield wanted
    yield from ({**wanted, **other} for other in others)
    for one, two in itertools.combinations(others, 2):
        if one.keys() != two.keys():
            yield {**wanted, **one, **two}


def made(kind: Games, wanted: dict[str, object]) -> Game[Any]:
    """The game with these options and, where it refuses them alone, the first others that go with them."""
    refused: BadOption | None = None
    for options in companions(kind, wanted):
        try:
            return kind(**options)
        except BadOption as error:
            refused = refused or error
    assert refused is not None
    raise refused


def random_match(game: Game[Any], dice: random.Random) -> Match:
    match = Match(game)
    while match.outcome is None:
        moves = game.moves(match.position)
        assert moves, "there is a move unless the game is over"
        chance = match.turn == CHANCE
        match.play(roll(game, match.position, dice) if chance else dice.choice(moves))
        assert len(match.played) < LONGEST, "random games end"
    return match


def check_game(kind: Games, options: dict[str, object], seed: int, matches: int) -> None:
    """Everything at once, on some random matches of one variant."""
    assert not strangers(kind), f"{strangers(kind)}: misspelt, or no hook"
    game = made(kind, options)
    dice = random.Random(seed)
    assert pickle.loads(pickle.dumps(game)) == game
    assert len(set(game.sites)) == len(game.sites)
    for _ in range(matches):
        match = random_match(game, dice)
        check_outcome(game, match)
        check_record(match)
        for place in sorted(dice.sample(range(len(match.positions)), min(12, len(match.positions)))):
            check_position(game, match.positions[place], dice)
            check_scene(game, match, place)
        if game.players > 2:
            check_leaving(game, dice)


LEAVERS = (0.01, 0.05, 0.2, 0.6)
"""How often a seat leaves instead of a move."""


def check_leaving(game: Game[Any], dice: random.Random) -> None:
    """Whoever leaves, and whenever: the game ends, and only those who stayed share the point."""
    match, often, leavers = Match(game), dice.choice(LEAVERS), set[Seat]()
    while match.outcome is None:
        before = match.copy()
        if dice.random() < often:
            seat = dice.choice(match.seats_in)
            leavers.add(seat)
            check_one_leaves(match, seat, dice)
        else:
            assert match.turn == CHANCE or match.turn in match.seats_in
            moves = game.moves(match.position)
            match.play(roll(game, match.position, dice) if match.turn == CHANCE else dice.choice(moves))
        assert before.positions == match.positions[: len(before.positions)] and not before.ending
        assert len(match.played) < LONGEST, "random games end"
    outcome = match.outcome
    assert len(outcome.returns) == game.players and all(0 <= share <= 1 for share in outcome.returns)
    assert abs(sum(outcome.returns) - 1) < 1e-9
    assert not any(outcome.returns[seat] for seat in leavers)
    assert match.out <= leavers
    check_repeated(match)
    check_record(match)
    for place in sorted(dice.sample(range(len(match.positions)), min(6, len(match.positions)))):
        check_position(game, match.positions[place], dice)
        check_scene(game, match, place)
        check_judged(game, match.positions[place], dice)


def check_judged(game: Game[Any], position: Position, dice: random.Random) -> None:
    """What the computer knows of a position: seats that are out get nothing, and its moves are legal."""
    if game.outcome(position) is not None:
        return
    known, played = hooks(type(game), EvaluationHooks), hooks(type(game), PlayoutHooks)
    out = [seat for seat in range(game.players) if not game.is_in(position, seat)]
    judged = [known.evaluate(game, position)] if known.evaluate else []
    judged += [played.playout(game)(position, dice)] if played.playout else []
    for shares in judged:
        assert len(shares) == game.players and abs(sum(shares) - 1) < 1e-6
        assert not any(shares[seat] for seat in out)
    if known.order and position.turn != CHANCE:
        ordered = known.order(game, position)
        assert ordered and all(game.refusal(position, move) is None for move in list(ordered)[:5])


def check_one_leaves(match: Match, seat: Seat, dice: random.Random) -> None:
    """Either the others go on, or the match is over."""
    game, position, others = match.game, match.position, set(match.seats_in) - {seat}
    goes_on = match.goes_on_without(seat)
    assert match.position is position and (len(others) > 1 or not goes_on)
    match.leave(seat, dice.choice(LEAVING))
    if not goes_on:
        assert match.ending is not None and match.position is position
        return
    assert match.ending is None and match.played[-1].text == f"out:{seat + 1}"
    assert set(match.seats_in) <= others and seat in match.out and not game.is_in(match.position, seat)
    check_position(game, match.position, dice)
    for again in (match.undo, partial(match.leave, seat)):
        try:
            again()
        except MatchError:
            continue
        raise AssertionError("a seat left, and that stays so")


def check_repeated(match: Match) -> None:
    """Done again step by step, a match is the same."""
    again = Match(match.game)
    for played in match.played:
        again.repeat(played)
    assert again.positions == match.positions and again.played == match.played
    if match.ending is None:
        assert again.outcome == match.outcome


def check_outcome(game: Game[Any], match: Match) -> None:
    outcome = match.outcome
    assert outcome is not None and not game.moves(match.position)
    assert len(outcome.returns) == game.players
    assert all(0 <= share <= 1 for share in outcome.returns)
    if game.players > 1:
        assert abs(sum(outcome.returns) - 1) < 1e-9
    assert all(0 <= cell < len(game.tiling) for cell in outcome.cells)
    for position in match.positions[:-1]:
        assert game.outcome(position) is None


def check_position(game: Game[Any], position: Position, dice: random.Random) -> None:
    moves = game.moves(position)
    assert len(position.board) == len(game.tiling)
    assert bool(moves) == (game.outcome(position) is None)
    check_immutable(game, position, moves[:20])
    check_no_move_begins_another(moves)
    check_layout(game, position)
    for move in dice.sample(list(moves), min(20, len(moves))):
        assert game.refusal(position, move) is None, "what is listed is legal"
        assert game.read(position, game.write(position, move)) == move
        assert " " not in game.write(position, move)
        check_choices(game, position, move)
    check_refusals(game, position, dice)
    if moves and position.turn == CHANCE:
        weights = game.chances(position)
        assert len(weights) == len(moves) and all(weight >= 0 for weight in weights) and sum(weights) > 0


def check_immutable(game: Game[Any], position: Position, moves: Any) -> None:
    """Playing a move changes nothing but the result, and equal positions hash equal."""
    before = pickle.dumps(position)
    for move in moves:
        once, twice = game.play(position, move), game.play(position, move)
        assert once == twice and hash(once) == hash(twice)
        assert once != position
    assert pickle.dumps(position) == before
    copy = pickle.loads(before)
    assert copy == position and hash(copy) == hash(position)
    try:
        setattr(position, fields(position)[0].name, b"")
    except (AttributeError, TypeError):
        return
    raise AssertionError("positions cannot be changed")


def check_no_move_begins_another(moves: Any) -> None:
    listed = set(moves)
    assert len(listed) == len(moves)
    for move in listed:
        assert move, "a move touches something"
        assert not any(move[:length] in listed for length in range(1, len(move)))


def check_choices(game: Game[Any], position: Position, move: Move) -> None:
    for depth in range(len(move)):
        assert move[depth] in game.choices(position, move[:depth])
    assert not game.choices(position, move), "a complete move leaves nothing to touch"


def check_refusals(game: Game[Any], position: Position, dice: random.Random) -> None:
    """Refused moves leave the match as it was, and say why in both languages."""
    listed = set(game.moves(position))
    tried = [(), (len(game.sites),), (-1,), (0, 0), *((site,) for site in range(len(game.sites)))]
    for move in dice.sample(tried, min(20, len(tried))):
        refusal = game.refusal(position, move)
        if move in listed:
            continue
        if refusal is None:
            continue  # the gate may accept more than is listed
        match = Match(game, start=position)
        try:
            match.play(move)
        except IllegalMove as error:
            assert error.refusal == refusal
        else:
            raise AssertionError(f"{move} was refused, then played")
        assert match.position is position and not match.played
        check_sentence(game, refusal)
    if not listed:
        over = game.refusal(position, (0,))
        assert over is not None and over.key == "over"
    try:
        game.read(position, "§nonsense§")
    except Unreadable as error:
        for language in LANGUAGES:
            assert words(language)(error.key, **error.values) != error.key
    else:
        raise AssertionError("nonsense was read")


def check_sentence(game: Game[Any], refusal: Refusal) -> None:
    assert all(0 <= cell < len(game.tiling) for cell in refusal.cells)
    for language in LANGUAGES:
        sentence = words(language)(refusal.phrase)
        assert sentence != refusal.key and "{" not in sentence


def check_layout(game: Game[Any], position: Position) -> None:
    text = game.layout(position)
    assert "\n" not in text
    assert game.setup(text) == position


def check_record(match: Match) -> None:
    """Written, read and written again, a match is the same text and the same positions."""
    match.say("so it ended {in braces} \\ with\n two lines")
    text = write_record(
        Record(match, tuple(f"Player {n}" for n in range(match.game.players)), {"event": "test"})
    )
    again = read_record(text)
    assert write_record(again) == text
    assert again.match.positions == match.positions
    assert again.match.outcome == match.outcome
    assert [p.comment for p in again.match.played] == [p.comment for p in match.played]


def check_scene(game: Game[Any], match: Match, place: int) -> None:
    """What is shown names real cells, and every sentence exists in both languages."""
    position = match.positions[place]
    last = match.played[place - 1].move if place else ()
    following = match.played[place].move if place < len(match.played) else ()
    for depth in range(max(1, len(following))):
        moment = Moment(position, last, following[:depth], game.outcome(position))
        check_shown(game, scene_of(game, moment))


def check_shown(game: Game[Any], scene: Scene) -> None:
    board = board_of(game, scene.board)
    cells = len(board.polygons)
    assert scene.board == board.id
    assert cells == len(board.names) == len(board.centres) == len(board.radii) <= len(game.tiling)
    assert not board.inscribed or len(board.inscribed) == cells
    for cell in (
        *(piece.cell for piece in scene.pieces),
        *(c for piece in scene.pieces for c in piece.cells),
        *scene.next,
        *(c for mark in scene.marks for c in mark.cells),
        *(c for overlay in scene.overlays for mark in overlay.marks for c in mark.cells),
    ):
        assert 0 <= cell < cells
    assert all(not piece.cells or piece.cells[0] == piece.cell for piece in scene.pieces)
    buttons = {button.site for button in scene.buttons}
    assert len(buttons) == len(scene.buttons)
    assert all(len(game.tiling) <= site < len(game.sites) for site in buttons)
    items = [item for tray in scene.trays for item in tray.items]
    assert all(item.site is None or len(game.tiling) <= item.site < len(game.sites) for item in items)
    assert len({sheet.name for sheet in scene.sheets}) == len(scene.sheets)
    assert all(len(row) == len(sheet.head) for sheet in scene.sheets for row in sheet.rows)
    phrases = [
        scene.prompt,
        *(phrase for seat in scene.seats for phrase in (seat.aim, seat.note) if phrase),
        *(button.label for button in scene.buttons),
        *(piece.label for piece in scene.pieces if piece.label),
        *(overlay.label for overlay in scene.overlays),
        *(tray.label for tray in scene.trays),
        *(item.label for item in items),
        *(phrase for sheet in scene.sheets for phrase in (sheet.title, *sheet.head)),
        *(cell for sheet in scene.sheets for row in sheet.rows for cell in row if isinstance(cell, Phrase)),
        *(phrase for phrase in (scene.news, scene.field) if phrase),
    ]
    for language in LANGUAGES:
        for phrase in phrases:
            check_phrase(phrase, language)


def check_phrase(phrase: Phrase, language: str) -> None:
    assert words(language).has(phrase.key), phrase.key
    assert "{" not in words(language)(phrase)
    for _, value in phrase.values:
        if isinstance(value, Phrase):
            check_phrase(value, language)


def board_option(kind: Games) -> str | None:
    """The option by which the game is played on a board of the user's, if it has one."""
    return next((option.name for option in kind.declared if option.kind == "board"), None)


def check_any_board(kind: Games, drawn: Tiling) -> None:
    """A game that is played on boards of the user's keeps the board in its record."""
    option = board_option(kind)
    assert option is not None
    mine = load_tiling(dump_tiling(drawn), "file:mine")
    match = random_match(kind(**{option: mine}), random.Random(1))
    text = write_record(Record(match))
    again = read_record(text)
    assert again.match.game.tiling == mine
    assert write_record(again) == text
