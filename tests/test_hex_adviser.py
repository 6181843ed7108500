"""Hints at Hex say why: what the stones show, and what the solver proves."""

import pytest
from conftest import needs

from pavage.games.hex import Hex
from pavage.phrase import Phrase
from pavage.players import fast, hex_adviser
from pavage.players.analysis import carrier_marks, verdict, why
from pavage.players.fast.hex_solver import Solution
from pavage.players.hex_adviser import HexAdviser
from pavage.players.hex_reasons import bridges, groups, stones_reason
from pavage.players.levels import ADVICE, ANALYSIS, computer, strength
from pavage.players.thought import Budget, Thought
from pavage.server.tables.hints import hint_marks
from pavage.words import LANGUAGES, words

PLAIN = Hex(size=5, swap="none")


def at(game, moves):
    position = game.start()
    for text in moves.split():
        position = game.play(position, game.read(position, text))
    return position


class Says:
    """A player that always thinks the same."""

    def __init__(self, game, position, text, **more):
        self.thought = Thought(game.read(position, text), 0.5, **more)

    def think(self, game, position, budget, watch=None):
        return self.thought


def advised(game, moves, text, **more):
    position = at(game, moves)
    return HexAdviser(Says(game, position, text, **more)).think(game, position, Budget())


def cells(game, text):
    return {game.tiling.names.index(name) for name in text.split()}


def test_the_bridges_of_a_stone():
    found = {bridge.end: bridge.over for bridge in bridges(PLAIN, 1, PLAIN.tiling.names.index("c3"))}
    assert set(found) == cells(PLAIN, "d1 b2 e2 a4 d4 b5")
    assert all(len(over) == 2 for over in found.values())
    beside = {bridge.end: bridge.over for bridge in bridges(PLAIN, 1, PLAIN.tiling.names.index("c4"))}
    assert beside[-2] == frozenset(cells(PLAIN, "b5 c5")), "Red's lower side"
    assert -1 not in beside
    blue = [bridge.end for bridge in bridges(PLAIN, 2, PLAIN.tiling.names.index("c4")) if bridge.end < 0]
    assert blue == [], "Blue's sides are left and right"


def test_groups_hold_stones_and_sides():
    position = at(PLAIN, "c1 a5 c2 b5 c4 e1")
    together = groups(PLAIN, position.board, 1)
    c1, c2, c4 = (PLAIN.tiling.names.index(name) for name in ("c1", "c2", "c4"))
    assert together[c1] == together[c2] == together[-1]
    assert together[c4] not in (together[c1], together[-2])


@pytest.mark.parametrize(
    ("moves", "text", "reason"),
    [
        # Red has c2 and b4; the bridge goes over b3 and c3.
        ("c2 a1 b4 b3", "c3", Phrase("hex.why.saves", (("one", "c2"), ("other", "b4")))),
        ("c4 b5", "c5", Phrase("hex.why.saves_side", (("one", "c4"),))),
        ("c2 a1", "b4", Phrase("hex.why.bridge_side", (("one", "b4"),))),
        ("c2 b5 d5 a5", "b4", Phrase("hex.why.bridge", (("one", "b4"), ("other", "c2")))),
        ("c2 a1", "e5", None),
    ],
)
def test_what_a_stone_does_for_the_others(moves, text, reason):
    position = at(PLAIN, moves)
    found = stones_reason(PLAIN, position, PLAIN.tiling.names.index(text))
    assert found == reason


def test_a_bridge_between_what_is_joined_already_is_none():
    position = at(PLAIN, "c2 a1 c3 a2 b4 b3")
    assert stones_reason(PLAIN, position, PLAIN.tiling.names.index("d1")) is None


def test_swapping_and_opening_have_reasons_of_their_own():
    game = Hex(size=5)
    assert advised(game, "", "a2").reason == Phrase("hex.why.fair")
    assert advised(game, "c3", "swap").reason == Phrase("hex.why.swap")
    kept = advised(game, "a1", "c3")
    assert not kept.proved, "while somebody may swap, nothing is proved"


def test_without_the_extension_the_stones_still_speak(monkeypatch):
    monkeypatch.setattr(fast, "native", lambda: None)
    thought = advised(PLAIN, "c4 b5", "c5")
    assert thought.reason == Phrase("hex.why.saves_side", (("one", "c4"),))
    assert not thought.proved and not thought.carrier


def test_a_move_that_ends_the_game():
    thought = advised(Hex(size=2, swap="none"), "a1 b1", "a2")
    assert thought.reason is not None and thought.reason.key == "hex.why.completes"


def test_a_winning_connection_is_proved_and_drawn():
    needs("native")
    position = at(PLAIN, "c2 a1 c3 c4")
    thought = advised(PLAIN, "c2 a1 c3 c4", "e5")
    assert thought.proved and thought.value == 1
    assert thought.move != PLAIN.read(position, "e5"), "a move that is proved goes before one that is not"
    assert thought.reason is not None and thought.reason.key == "hex.why.connection"
    (mark,) = carrier_marks(PLAIN, position, thought)
    assert mark.kind == "carrier" and mark.colour == "red"
    assert set(mark.cells) == cells(PLAIN, "c2 c3 b4 c1 d1 a5 b5"), "without one of these it would not win"
    assert verdict(PLAIN, position, thought) == Phrase("analysis.proved", (("colour", Phrase("colour.red")),))


def test_a_lost_position_is_said_to_be_lost_and_by_whom():
    needs("native")
    thought = advised(PLAIN, "c3", "a1")
    assert thought.proved and thought.value == 0
    assert thought.reason == Phrase("hex.why.holds_out")
    assert why(PLAIN, at(PLAIN, "c3"), thought) is None, "said of the hint, not of the position"
    assert verdict(PLAIN, at(PLAIN, "c3"), thought) == Phrase(
        "analysis.proved", (("colour", Phrase("colour.red")),)
    )


@pytest.mark.parametrize("moves", ["a2 b4", "c3"])
def test_most_of_the_board_is_not_drawn(moves):
    """Red wins after either, but needs nearly all cells for it."""
    needs("native")
    thought = advised(PLAIN, moves, "e5")
    assert thought.proved and not thought.carrier
    assert carrier_marks(PLAIN, at(PLAIN, moves), thought) == ()
    assert thought.reason is not None and thought.reason.key in ("hex.why.wins", "hex.why.holds_out")


def test_a_lost_position_names_the_move_that_holds_out_longest():
    needs("native")
    game = Hex(size=7, swap="none")
    moves = "d4 c5 d5 c6 d6 c7 a1"
    thought = advised(game, moves, "g1")
    assert thought.proved and thought.value == 0
    assert game.write(at(game, moves), thought.move) == "d7", "Red needs one stone there, else more"
    liked = advised(game, "d4", "e5", policy=(((32,), 0.6), ((24,), 0.4)))
    assert game.write(at(game, "d4"), liked.move) == "e5", "of equal ones the one that was preferred"


def test_a_hint_in_a_lost_position_marks_only_its_move():
    needs("native")
    game, moves = Hex(size=7, swap="none"), "d2 c3 b4 d4 c4 e4 c6"
    position, thought = at(game, moves), advised(game, moves, "g1")
    assert carrier_marks(game, position, thought), "an analysis shows the few cells that Red needs"
    (mark,) = hint_marks((), thought, game, position)
    assert (mark.kind, mark.cells) == ("heat", thought.move)


def test_a_position_won_already_keeps_the_move_that_was_thought_of():
    needs("native")
    thought = advised(PLAIN, "c3 a1", "e5")
    assert PLAIN.tiling.names[thought.move[0]] == "e5" and thought.value == 1


def test_the_only_move():
    needs("native")
    position = at(PLAIN, "a5 d4 c5 a3 c2")
    thought = advised(PLAIN, "a5 d4 c5 a3 c2", "e1")
    assert PLAIN.write(position, thought.move) == "b4", "a move that loses gives way to the one that does not"
    assert thought.reason is not None and thought.reason.key == "hex.why.only"
    assert thought.reason.values[0] == ("colour", Phrase("colour.red")), "it is Red who would join"


class Unsure:
    """A solver that finds no proof, and knows only what must be played."""

    def __init__(self, *must):
        self.must = frozenset(must)

    def mustplay(self, board, colour):
        return False, self.must

    def solve(self, board, colour, **limits):
        return Solution(0, -1, (), frozenset(), 0, 0, 0.0)


@pytest.mark.parametrize(
    ("must", "wanted", "key"),
    [
        ("d4", "d4", "only"),
        ("e4 e5 c5", "e5", "blocks"),
        ("a1 a2 a3", "a1", "blocks"),
        (" ".join(PLAIN.tiling.names), "a1", None),
    ],
)
def test_without_a_proof_the_hint_stays_where_one_must_play(monkeypatch, must, wanted, key):
    monkeypatch.setattr(fast, "native", lambda: hex_adviser)
    monkeypatch.setattr(hex_adviser, "_solver", lambda size: Unsure(*cells(PLAIN, must)))
    policy = tuple(((PLAIN.tiling.names.index(name),), share) for name, share in (("e4", 0.2), ("e5", 0.3)))
    thought = advised(PLAIN, "", "a1", policy=policy)
    assert PLAIN.tiling.names[thought.move[0]] == wanted
    assert (thought.reason and thought.reason.key) == (key and f"hex.why.{key}")
    assert not thought.proved


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_sentence(language):
    say = words(language)
    red = (("colour", Phrase("colour.red")), ("the", Phrase("side.red")))
    for key in ("completes", "only", "connection", "wins", "holds_out"):
        assert say(Phrase(f"hex.why.{key}", red)).endswith(".")
    assert "3" in say(Phrase("hex.why.blocks", (*red, ("number", "3"))))
    for key in ("saves", "saves_side", "bridge", "bridge_side", "swap", "fair"):
        said = say(Phrase(f"hex.why.{key}", (("one", "b4"), ("other", "c2"))))
        assert said.endswith(".") and "{" not in said


def test_who_is_asked():
    for level in (ADVICE, ANALYSIS):
        assert isinstance(computer(PLAIN, level, 1)[0], HexAdviser)
    assert not isinstance(computer(PLAIN, "best", 1)[0], HexAdviser), "players need no reasons"
    assert strength(PLAIN, ANALYSIS) == strength(PLAIN, "best")
