"""Hex-n: the test positions of docs/rules.md section 3 by number, a second implementation, the players."""

import json
import math
import random
from itertools import pairwise

import pytest

import pavage.registry as registry
from pavage.formats.record import BadRecord, Record, read_record, write_record
from pavage.game import IllegalMove, Refusal, Unreadable
from pavage.games.hexn import Hex3, Hex6, HexN, HexNPosition
from pavage.games.hexn.evaluation import order
from pavage.games.hexn.playout import playout
from pavage.games.hexn.ways import Ways
from pavage.games.lattice_rows import in_rows
from pavage.match import Match
from pavage.options import BadOption
from pavage.players.levels import computer
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget
from pavage.scene import Moment
from pavage.server.acts import offered
from pavage.server.messages import ChairWanted
from pavage.server.new_game.new_table import setting_of
from pavage.server.rooms.durable import told_again
from pavage.server.tables.permissions import situation
from pavage.server.tables.table_log import TableLog
from pavage.store import Entry, Event
from pavage.tiling import Tiling, dump_tiling, load_tiling, tiling
from pavage.words import words


def played(game: HexN, text: str) -> Match:
    match = Match(game)
    for word in text.split():
        match.play(game.read(match.position, word))
    return match


def legal(game: HexN, position: HexNPosition) -> set[str]:
    return {game.write(position, move) for move in game.moves(position)}


def inside(game: HexN, position: HexNPosition) -> list[int]:
    """The players still in, counted from 1 as in the rules."""
    return [seat + 1 for seat in range(game.players) if game.is_in(position, seat)]


def ports_of(game: HexN, player: int) -> tuple[set[str], set[str]]:
    pair = (game.ports[player - 1], game.ports[player - 1 + game.players])
    one, other = ({game.tiling.names[cell] for cell in port} for port in pair)
    return one, other


# --- the positions of the rules


def test_3_1_ports() -> None:
    hex3 = HexN(board="H3", players=3)
    assert ports_of(hex3, 1) == ({"c1", "d1", "e1"}, {"a5", "b5", "c5"})
    assert ports_of(hex3, 2) == ({"e1", "e2", "e3"}, {"a3", "a4", "a5"})
    assert ports_of(hex3, 3) == ({"c5", "d4", "e3"}, {"a3", "b2", "c1"})
    hex2 = HexN(board="H3", players=2)
    assert ports_of(hex2, 1) == ({"c1", "d1", "e1", "e2"}, {"a4", "a5", "b5", "c5"})
    assert ports_of(hex2, 2) == ({"e2", "e3", "d4", "c5"}, {"a3", "a4", "b2", "c1"})
    even = HexN(board="H4", players=2)
    assert ports_of(even, 1) == ({"d1", "e1", "f1", "g1", "g2"}, {"a6", "a7", "b7", "c7", "d7"})
    assert ports_of(even, 2) == ({"g2", "g3", "g4", "f5", "e6", "d7"}, {"a4", "a5", "a6", "b3", "c2", "d1"})
    hex6 = HexN(board="H3", players=6)
    assert ports_of(hex6, 1) == ({"c1", "d1"}, {"b5", "c5"})
    assert ports_of(hex6, 2) == ({"d1", "e1"}, {"a5", "b5"})
    assert ports_of(hex6, 3) == ({"e1", "e2"}, {"a4", "a5"})


def test_3_2_one_after_the_other_is_out() -> None:
    game = HexN(board="H2", players=3)
    match = played(game, "b2 a3")
    assert inside(game, match.position) == [1, 2, 3]
    match.play(game.read(match.position, "b3"))
    assert inside(game, match.position) == [2, 3]
    assert match.turn == 1, "player 1 is out, player 2 is next"
    match.play(game.read(match.position, "b1"))
    assert match.outcome.returns == (0, 1, 0)
    assert match.outcome.reason == "survivor", "without a chain yet"


def test_3_3_the_one_who_is_out_is_passed_over() -> None:
    game = HexN(board="H2", players=3)
    match = played(game, "b2 b1 b3 c1")
    assert inside(game, match.position) == [1, 3]
    assert match.turn == 2
    match.play(game.read(match.position, "c2"))
    assert match.outcome is None and match.turn == 0


def test_3_4_a_port_closed_by_two_others() -> None:
    game = HexN(board="H3", players=3)
    match = played(game, "a3 e1 a5")
    assert inside(game, match.position) == [1, 2, 3]
    match.play(game.read(match.position, "a4"))
    assert inside(game, match.position) == [1, 3]
    assert match.turn == 2


def test_3_5_two_go_at_once() -> None:
    game = HexN(board="H3", players=3)
    match = played(game, "e1 d2 b3 a3 c5 c1 e3 c2")
    assert inside(game, match.position) == [1, 2, 3] and match.turn == 2
    match.play(game.read(match.position, "e2"))
    assert match.outcome.returns == (0, 0, 1)


def test_the_shared_cell_matters() -> None:
    """On a full board exactly one is joined; were ports cut between cells, perhaps nobody would be."""
    game = HexN(board="H2", players=2)
    dice = random.Random(1)
    for _ in range(300):
        board = bytes(dice.choice((1, 2)) for _ in game.tiling.cells)
        _, *stones = game.ways.by_code(board, 2)
        joined = [game.ways.joins(own, pairs) for own, pairs in zip(stones, game.joining, strict=True)]
        assert joined.count(True) == 1
    between = [("b1 c1", "a3 b3"), ("c2 b3", "a2 b1")]
    cells = [
        tuple(game.ways.set_of([game.site(name) for name in port.split()]) for port in pair)
        for pair in between
    ]
    red, blue = (
        game.ways.set_of([game.site(name) for name in text.split()]) for text in ("", "c2 b3 c1 b1 b2")
    )
    blue |= game.ways.bit[game.site("a3")]
    assert not game.ways.joins(red, (cells[0],)) and game.ways.joins(blue, (cells[1],))


# --- ports on any board


@pytest.mark.parametrize("code", ["H2", "H3", "H5", "H6", "R5", "S4x6", "T5", "T7", "TH2", "TH3"])
@pytest.mark.parametrize("players", range(2, 7))
def test_ports_cut_the_ring(code: str, players: int) -> None:
    ring = tiling(code).ring
    if 2 * players > len(ring):
        with pytest.raises(BadOption) as caught:
            HexN(board=code, players=players)
        assert caught.value.option == "players" and caught.value.takes == f"{len(ring) // 2}"
        return
    game = HexN(board=code, players=players)
    assert len(game.ports) == 2 * players
    for port, after in pairwise([*game.ports, game.ports[0]]):
        assert port[-1] == after[0], "the end of a port is the beginning of the next"
    around = [cell for port in game.ports for cell in port[:-1]]
    assert tuple(around) == ring
    assert {len(port) for port in game.ports} <= {
        len(ring) // (2 * players) + 1,
        len(ring) // (2 * players) + 2,
    }


def test_a_board_without_a_border_to_cut_is_refused() -> None:
    for code in ("H1", "S1x2"):
        with pytest.raises(BadOption) as caught:
            HexN(board=code, players=2)
        assert caught.value.option == "board"


def test_a_tiling_of_the_user() -> None:
    mine = load_tiling(dump_tiling(tiling("TH3")), "file:mine")
    game = HexN(board=mine, players=4)
    assert game.tiling is mine and len(game.ports) == 8
    dice = random.Random(2)
    match = Match(game)
    while match.outcome is None:
        match.play(dice.choice(game.moves(match.position)))
    assert sum(match.outcome.returns) == 1


# --- a second implementation, in sets, as the rules are written


class Plain:
    """Hex-n without bit sets and without anything remembered: who is in is found anew from the stones."""

    def __init__(self, board: Tiling, players: int, pairs: int) -> None:
        """`pairs` is 0 when everybody has two ports of their own."""
        self.board, self.players = board, players
        count, ring = 2 * (pairs or players), board.ring
        cuts = [i * len(ring) // count for i in range(count)] + [len(ring)]
        ports = [{ring[j % len(ring)] for j in range(cuts[i], cuts[i + 1] + 1)} for i in range(count)]
        opposite = [(ports[i], ports[i + count // 2]) for i in range(count // 2)]
        self.wanted = [opposite if pairs else [opposite[p]] for p in range(players)]
        self.stones: list[set[int]] = [set() for _ in range(players)]
        self.alive = set(range(players))
        self.turn = 0
        self.winner: int | None = None
        self.reason = ""
        self.free = bool(pairs)

    def joined(self, player: int, cells: set[int]) -> bool:
        for begin, end in self.wanted[player]:
            reached, new = set(), cells & begin
            while new:
                reached |= new
                new = {near for cell in new for near in self.board.neighbours[cell]} & cells - reached
            if reached & end:
                return True
        return False

    def play(self, cell: int) -> None:
        mover = self.turn
        self.stones[mover].add(cell)
        empty = set(self.board.cells) - set().union(*self.stones)
        for other in list(self.alive - {mover}):
            if not self.joined(other, self.stones[other] | empty):
                self.alive.remove(other)
        linked = self.joined(mover, self.stones[mover])
        if len(self.alive) == 1:
            self.winner, self.reason = mover, "linked" if linked else "survivor"
        elif linked:
            assert self.free, "a chain between two ports cuts everybody else"
            self.winner, self.reason = mover, "linked"
        while True:
            self.turn = (self.turn + 1) % self.players
            if self.turn in self.alive:
                break


VARIANTS = [
    {"board": board, "players": players, **more}
    for board in ("H2", "H3", "H4", "R4", "S4x4", "T5", "TH2", "flower")
    for players in (2, 3, 4, 6)
    for more in ({}, {"ports": "opposite"}, {"ports": "opposite", "pairs": 2})
    if more or board == "flower" or 2 * players <= len(tiling(board).ring)
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_second_implementation_agrees(options: dict[str, object]) -> None:
    """Turn, who is in, winner, reason and the end, on random games; every game ends within its cells."""
    game = HexN(**{**options, "board": flower() if options["board"] == "flower" else options["board"]})
    pairs = 0 if game.assigned else int(str(game.options["pairs"]))
    dice = random.Random(str(options))
    for _ in range(6):
        plain = Plain(game.tiling, game.players, pairs)
        position = game.start()
        for ply in range(len(game.tiling) + 1):
            outcome = game.outcome(position)
            assert (outcome is not None) == (plain.winner is not None)
            assert {player - 1 for player in inside(game, position)} == plain.alive
            assert game.setup(game.layout(position)) == position
            if outcome is not None:
                assert game.moves(position) == ()
                assert outcome.returns.index(1) == plain.winner and outcome.reason == plain.reason
                check_deciding_cells(game, position)
                break
            assert position.turn == plain.turn
            assert ply < len(game.tiling)
            move = dice.choice(game.moves(position))
            mover = position.turn
            position = game.play(position, move)
            plain.play(move[0])
            assert game.is_in(position, mover), "nobody is out by an own move"


def check_deciding_cells(game: HexN, position: HexNPosition) -> None:
    """They join two ports of the winner; only the winner's stones if it is linked, else empty cells too."""
    outcome = game.outcome(position)
    winner = outcome.returns.index(1)
    code = game.colour(position, winner) + 1
    codes = {position.board[cell] for cell in outcome.cells}
    assert codes <= {code, 0}
    assert (0 in codes) == (position.linked == 0)
    assert game.ways.joins(game.ways.set_of(outcome.cells), game.joining[code - 1])


def flower() -> Tiling:
    """A hexagon, squares on its edges, triangles between them: cells that lie in no rows."""
    corner = [(math.cos(math.radians(60 * i)), math.sin(math.radians(60 * i))) for i in range(6)]
    polygons = [tuple(corner)]
    for i in range(6):
        (ax, ay), (bx, by) = corner[i], corner[(i + 1) % 6]
        x, y = math.cos(math.radians(60 * i + 30)), math.sin(math.radians(60 * i + 30))
        polygons.append(((ax, ay), (ax + x, ay + y), (bx + x, by + y), (bx, by)))
        turn = math.radians(60 * i - 30)
        polygons.append(((ax, ay), (ax + math.cos(turn), ay + math.sin(turn)), (ax + x, ay + y)))
    cells = [{"polygon": [list(point) for point in polygon]} for polygon in polygons]
    return load_tiling(json.dumps({"cells": cells}), "file:flower")


@pytest.mark.parametrize("code", ["H5", "R4", "S5x3", "T4", "TH2", "flower"])
def test_bit_sets_know_the_neighbours(code: str) -> None:
    board = flower() if code == "flower" else tiling(code)
    assert (in_rows(board) is not None) == (code != "flower")
    ways = Ways(board)
    for cell in board.cells:
        assert set(ways.each(ways.spread(ways.bit[cell]) & ways.full)) == set(board.neighbours[cell])
    dice = random.Random(4)
    for _ in range(20):
        pieces = bytes(dice.randrange(4) for _ in board.cells)
        for code_, cells in enumerate(ways.by_code(pieces, 3)):
            assert set(ways.each(cells)) == {cell for cell in board.cells if pieces[cell] == code_}


def test_cells_that_merely_stand_in_rows_are_not_taken_for_neighbours() -> None:
    """The middle square is pinched at its sides: same centre, but left and right nothing touches it."""
    squares = tiling("S3x3")
    pinched = ((2.0, 1.0), (1.8, 1.5), (2.0, 2.0), (1.0, 2.0), (1.2, 1.5), (1.0, 1.0))
    polygons = [pinched if name == "b2" else squares.polygons[squares.index[name]] for name in squares.names]
    board = Tiling("pinched", squares.names, tuple(polygons))
    assert {board.names[cell] for cell in board.neighbours[board.index["b2"]]} == {"b1", "b3"}
    ways = Ways(board)
    for cell in board.cells:
        assert set(ways.each(ways.spread(ways.bit[cell]) & ways.full)) == set(board.neighbours[cell])


def test_straits_are_the_cells_that_cut() -> None:
    dice = random.Random(8)
    game = HexN(board="H4", players=3)
    seen = 0
    for _ in range(40):
        position = game.start()
        while game.outcome(position) is None:
            free, *stones = game.ways.by_code(position.board, 3)
            for colour, own in enumerate(stones):
                if position.alive >> colour & 1:
                    straits = set(game.ways.each(game.ways.straits(own | free, free, game.joining[colour])))
                    cutting = {
                        cell
                        for cell in game.ways.each(free)
                        if not game.ways.joins((own | free) ^ game.ways.bit[cell], game.joining[colour])
                    }
                    assert straits == cutting
                    seen += len(straits)
            position = game.play(position, dice.choice(game.moves(position)))
    assert seen > 20


# --- options


def test_presets() -> None:
    assert [HexN(preset=name).players for name in ("hex2", "hex3", "hex6", "free")] == [2, 3, 6, 3]
    assert [HexN(preset=name).assigned for name in ("hex2", "hex3", "hex6", "free")] == [
        True,
        True,
        True,
        False,
    ]
    assert HexN(preset="free", players=5).players == 5
    assert HexN().players == 3 and HexN().tiling.code == "H5"


def test_hex3_and_hex6_are_the_same_game_under_names_of_their_own() -> None:
    assert Hex3().players == 3 and Hex6().players == 6
    assert Hex3().tiling.code == Hex6().tiling.code == "H5"
    for kind, players in ((Hex3, 3), (Hex6, 6)):
        named, plain = kind(board="H4"), HexN(board="H4", players=players)
        assert named.ports == plain.ports
        dice = random.Random(players)
        one, other = named.start(), plain.start()
        while named.outcome(one) is None:
            move = dice.choice(named.moves(one))
            one, other = named.play(one, move), plain.play(other, move)
            assert one == other
        assert named.outcome(one) == plain.outcome(other)
    for language in ("en", "fr"):
        titles = [words(language)(f"{name}.title") for name in ("hexn", "hex3", "hex6")]
        assert titles == ["Hex-n", "Hex-3", "Hex-6"]
        assert len({words(language)(f"{name}.summary") for name in ("hexn", "hex3", "hex6")}) == 3


def test_ports_for_everybody() -> None:
    game = HexN(board="H3", players=2, ports="opposite")
    assert len(game.ports) == 6
    match = played(game, "c1 a3 c2 a4 c3 d1 b4 e1")
    assert match.outcome is None
    match.play(game.read(match.position, "b5"))
    assert match.outcome.returns == (1, 0) and match.outcome.reason == "linked"
    names = {game.sites[cell] for cell in match.outcome.cells}
    assert {"c1", "c2", "c3", "b4"} <= names
    assert inside(game, match.position) == [1, 2], "blue could still have joined another pair"


@pytest.mark.parametrize("players", [2, 3])
def test_a_link_that_also_cuts_off_everybody_else_is_a_link(players: int) -> None:
    game = HexN(board="H3", players=players, ports="opposite")
    found = set()
    dice = random.Random(3)
    for _ in range(200):
        position = game.start()
        while game.outcome(position) is None:
            position = game.play(position, dice.choice(game.moves(position)))
        outcome = game.outcome(position)
        found.add((position.linked > 0, len(inside(game, position)) == 1, outcome.reason))
        check_deciding_cells(game, position)
    survivors = {(False, True, "survivor")} if players > 2 else set()
    assert found == {(True, True, "linked"), (True, False, "linked")} | survivors


LINK_THAT_CUTS = "b3 a2 b2 c2 b1"
"""On H2 with ports that belong to nobody: Red joins the top and the bottom, and Blue is cut off."""


def test_the_chain_and_the_ports_take_the_colour_of_the_winner() -> None:
    game = HexN(board="H2", players=2, ports="opposite", pairs=2)
    match = played(game, LINK_THAT_CUTS)
    assert match.outcome.reason == "linked" and inside(game, match.position) == [1]
    scene = registry.scene_of(game, Moment(match.position, match.played[-1].move, outcome=match.outcome))
    (mark,) = [mark for mark in scene.marks if mark.kind == "win"]
    assert mark.colour == "red"
    assert {game.sites[cell] for cell in mark.cells} <= {"b1", "b2", "b3"}
    bands = [band.colour for band in registry.board_of(game, scene.board).bands]
    pair = game.joined_pair(match.outcome.cells)
    assert [number for number, colour in enumerate(bands) if colour == "red"] == [pair, pair + 2]
    before = registry.scene_of(game, Moment(match.positions[-2]))
    assert "red" not in [band.colour for band in registry.board_of(game, before.board).bands]
    with pytest.raises(LookupError):
        registry.board_of(game, "H2-4-opposite-2-9-red")


def test_a_survivor_without_a_chain_takes_no_ports() -> None:
    game = HexN(board="H3", players=3, ports="opposite")
    dice = random.Random(4)
    reasons = set()
    for _ in range(60):
        position = game.start()
        while game.outcome(position) is None:
            position = game.play(position, dice.choice(game.moves(position)))
        outcome = game.outcome(position)
        scene = registry.scene_of(game, Moment(position, outcome=outcome))
        taken = [b.colour for b in registry.board_of(game, scene.board).bands if b.colour in game.colours]
        assert len(taken) == (2 if outcome.reason == "linked" else 0)
        assert bool(scene.marked("win")) == (outcome.reason == "linked")
        reasons.add(outcome.reason)
    assert reasons == {"linked", "survivor"}


def test_older_records_that_call_such_a_link_a_survivor_are_read() -> None:
    match = played(HexN(board="H2", players=2, ports="opposite", pairs=2), LINK_THAT_CUTS)
    text = write_record(Record(match))
    assert "result: 1 0 linked\n" in text
    older = read_record(text.replace("result: 1 0 linked", "result: 1 0 survivor"))
    assert older.match.outcome == match.outcome and write_record(older) == text
    for wrong in ("0 1 survivor", "1 0 connection", "*"):
        with pytest.raises(BadRecord) as caught:
            read_record(text.replace("1 0 linked", wrong))
        assert caught.value.key == "other_result"
    alone = write_record(Record(played(HexN(board="H2", players=3), "b2 a3 b3 b1")))
    with pytest.raises(BadRecord):
        read_record(alone.replace("survivor", "linked"))


def test_no_draw_is_offered_but_an_agreed_one_is_still_read() -> None:
    assert not any(kind.draws for kind in (HexN, Hex3, Hex6))
    match = played(HexN(board="H2", players=2), "b1")
    match.agree_to_draw(0)
    assert match.agree_to_draw(1)
    text = write_record(Record(match))
    assert read_record(text).match.outcome.returns == (0.5, 0.5)


@pytest.mark.parametrize("name", ["hexn", "hex3", "labyrinthe"])
def test_a_table_with_a_stored_draw_still_opens(name: str) -> None:
    game = registry.games()[name](players=2)
    setting = setting_of(Match(game), [ChairWanted(name="Ada"), ChairWanted(name="Bo")], ["a", "b"])
    log = told_again(TableLog, setting, [Entry(0, 0, Event("draw", {"t": 1.0}))], check=True)
    assert log.table.match.outcome.returns == (0.5, 0.5)
    assert not offered(situation(TableLog(setting), (0,), (0, 1), known=True))["draw"]


def test_a_table_with_a_stored_survivor_that_is_a_link_still_opens() -> None:
    match = played(HexN(board="H2", players=2, ports="opposite", pairs=2), LINK_THAT_CUTS)
    setting = setting_of(match, [ChairWanted(name="Ada"), ChairWanted(name="Bo")], ["a", "b"])
    assert "1 0 linked" in setting["record"]
    older = {**setting, "record": setting["record"].replace("1 0 linked", "1 0 survivor")}
    assert TableLog(older).table.match.outcome == match.outcome


def test_the_number_of_pairs() -> None:
    four = HexN(board="H5", players=2, ports="opposite", pairs=4)
    assert len(four.ports) == 8 and len(four.joining[0]) == len(four.joining[1]) == 4
    assert len(HexN(board="H5", pairs=4).ports) == 6, "pairs are for ports that belong to nobody"
    with pytest.raises(BadOption) as caught:
        HexN(board="H2", ports="opposite", pairs=4)
    assert caught.value.option == "pairs" and caught.value.takes == "3"
    assert HexN(board="H2", ports="opposite", players=6).players == 6, "players do not count for these ports"


def test_swapping_colours() -> None:
    game = HexN(board="H3", players=2, swap="colours")
    assert "swap" not in legal(game, game.start())
    match = played(game, "c3")
    assert "swap" in legal(game, match.position)
    match.play(game.read(match.position, "swap"))
    position = match.position
    assert position.turn == 0 and game.colour(position, 0) == 1 and game.colour(position, 1) == 0
    assert game.layout(position) == "red:c3 turn:1 swapped"
    with pytest.raises(IllegalMove) as caught:
        match.play(game.read(position, "swap"))
    assert caught.value.refusal == Refusal("hexn.no_swap")
    match.play(game.read(position, "b2"))
    assert match.position.board[game.site("b2")] == 2
    match = played(game, "c3 swap b2 c2 a3 d2 a4 c1 b4 c4 b3 c5")
    assert match.outcome.returns == (0, 1), "seat 2 plays red since the swap"


def test_swapping_is_for_two() -> None:
    with pytest.raises(BadOption) as caught:
        HexN(players=3, swap="colours")
    assert caught.value.option == "swap"
    assert HexN(players=2).buttons == () and "swap" not in legal(HexN(players=2), HexN(players=2).start())


def test_no_centre() -> None:
    game = HexN(board="H3", players=3, no_centre="on")
    match = played(game, "")
    for name in ("a3", "b3", "c4"):
        assert "c3" not in legal(game, match.position)
        refusal = game.refusal(match.position, (game.site("c3"),))
        assert refusal == Refusal("hexn.centre", (game.site("c3"),), (("cell", "c3"),))
        match.play(game.read(match.position, name))
    assert "c3" in legal(game, match.position), "only the first stone"
    assert "c3" in legal(HexN(board="H3"), HexN(board="H3").start())


def test_the_centre_of_other_boards() -> None:
    def closed(**options: object) -> set[str]:
        game = HexN(no_centre="on", **options)
        return {game.tiling.names[cell] for cell in game.centre}

    assert closed(board="S5x5", players=2) == {"c3"}
    assert closed(board="S4x4", players=2) == {"b2", "b3", "c2", "c3"}
    assert closed(board="R6", players=2) == {"d3", "c4"}
    with pytest.raises(BadOption) as caught:
        HexN(board="S2x2", players=2, no_centre="on")
    assert caught.value.option == "no_centre"
    assert HexN(board="S2x2", players=6, ports="opposite", pairs=2).players == 6


# --- texts, refusals, notation


def test_refusals_say_why() -> None:
    game = HexN(board="H3", players=3)
    match = played(game, "c3")
    position = match.position
    assert game.refusal(position, (game.site("c3"),)).key == "taken"
    for move in ((), (0, 1), (99,), (-1,)):
        assert game.refusal(position, move).key == "not_a_move"
    with pytest.raises(Unreadable):
        game.read(position, "a1")
    over = played(HexN(board="H2", players=3), "b2 a3 b3 b1")
    assert over.game.refusal(over.position, (0,)).key == "over"


def test_setup_refuses_what_cannot_be() -> None:
    game = HexN(board="H3", players=3)
    text = "red:a3,a4 blue:e1 yellow:a5 turn:3"
    assert game.layout(game.setup(text)) == text
    assert inside(game, game.setup(text)) == [1, 3]
    for bad, key in (
        ("red:a3,a4 blue:e1 yellow:a5 turn:2", "hexn.not_in"),
        ("green:c3 turn:1", "unknown_word"),
        ("red:c3 turn:1 swapped", "unknown_word"),
        ("red:c3 turn:4", "unknown_word"),
        ("red:c3 blue:c3 turn:1", "cell_twice"),
        ("red:a1 turn:1", "unknown_cell"),
        ("red:c3 turn:chance", "hexn.not_in"),
    ):
        with pytest.raises(Unreadable) as caught:
            game.setup(bad)
        assert caught.value.key == key
        for language in ("en", "fr"):
            assert "{" not in words(language)(caught.value.key, **caught.value.values)


def test_the_scene_shows_who_is_out() -> None:
    game = HexN(board="H3", players=3)
    match = played(game, "a3 e1 a5 a4")
    scene = registry.scene_of(game, Moment(match.position, match.played[-1].move))
    assert [seat.out for seat in scene.seats] == [False, True, False]
    assert words("en")(scene.prompt) == "Place a yellow stone. Out of the game: Blue."
    assert words("fr")(scene.prompt) == "Placez un pion jaune. Hors jeu\N{NO-BREAK SPACE}: Bleu."
    six = HexN(board="H3", players=6)
    scene = registry.scene_of(six, Moment(six.setup("red:d1,e1,e2 blue:c3 yellow:c4 turn:4")))
    assert [seat.colour for seat in scene.seats if seat.out] == ["blue", "yellow"]
    assert words("en")(scene.prompt) == "Place a green stone. Out of the game: Blue, Yellow."


def test_a_survivor_is_not_shown_as_a_chain_but_by_those_who_are_cut_off() -> None:
    game = HexN(board="H2", players=3)
    match = played(game, "b2 a3 b3 b1")
    scene = registry.scene_of(game, Moment(match.position, match.played[-1].move, outcome=match.outcome))
    assert not scene.marked("win")
    shut = {mark.colour: mark.cells for mark in scene.marks if mark.kind == "carrier"}
    assert set(shut) == {"red", "yellow"}
    for seat, colour in ((0, "red"), (2, "yellow")):
        assert all(match.position.board[cell] in (0, seat + 1) for cell in shut[colour])
        around = {near for cell in shut[colour] for near in game.tiling.neighbours[cell]} - set(shut[colour])
        assert all(match.position.board[near] not in (0, seat + 1) for near in around)


def test_the_board_shows_the_ports() -> None:
    board = registry.board_of(HexN(board="H3", players=3))
    assert [band.colour for band in board.bands] == ["red", "blue", "yellow"] * 2
    for pairs in (2, 3, 4, 5, 6):
        colours = [band.colour for band in registry.board_of(HexN(ports="opposite", pairs=pairs)).bands]
        assert len(colours) == 2 * pairs
        assert all(one != other for one, other in pairwise([*colours, colours[0]])), "every port is seen"
        assert colours[:pairs] == colours[pairs:], "and which one is opposite"
    ids = {
        registry.board_of(HexN(**o)).id for o in ({}, {"players": 2}, {"players": 6}, {"ports": "opposite"})
    }
    assert len(ids) == 4, "boards with other bands are other boards"


def test_the_overlay_names_the_cells_that_cut() -> None:
    game = HexN(board="H3", players=3)
    match = played(game, "a3 e1 a5")
    (overlay,) = registry.scene_of(game, Moment(match.position)).overlays
    assert [(mark.colour, [game.sites[c] for c in mark.cells]) for mark in overlay.marks] == [
        ("blue", ["a4"])
    ]
    assert words("fr").has(overlay.label.key)


# --- the players


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 3},
        {"players": 2, "ports": "opposite"},
        {"players": 3, "ports": "opposite"},
        {"players": 6, "ports": "opposite"},
        {"board": "R3", "players": 4},
        {"board": "S3x3", "players": 3},
    ],
    ids=str,
)
def test_playouts_have_the_law_of_random_play(options: dict[str, object]) -> None:
    """On a tiny board, compare with the exact chances of random play, four deviations wide."""
    game = HexN(**{"board": "H2", **options})
    start = game.start()
    if len(game.tiling) > 7:  # a few stones, so that all games can be looked at
        for name in ("a1", "b3"):
            start = game.play(start, (game.site(name),))
    known: dict[HexNPosition, tuple[float, ...]] = {}

    def exact(position: HexNPosition) -> tuple[float, ...]:
        outcome = game.outcome(position)
        if outcome:
            return outcome.returns
        if position not in known:
            after = [exact(game.play(position, move)) for move in game.moves(position)]
            known[position] = tuple(sum(shares) / len(after) for shares in zip(*after, strict=True))
        return known[position]

    expected, play_out, dice, count = exact(start), playout(game), random.Random(6), 3000
    results = [play_out(start, dice) for _ in range(count)]
    for seat, chance in enumerate(expected):
        share = sum(result[seat] for result in results) / count
        assert abs(share - chance) <= 4 * (chance * (1 - chance) / count) ** 0.5 + 1e-9


def test_a_playout_goes_on_from_a_position_with_somebody_out() -> None:
    game = HexN(board="H3", players=3)
    position = played(game, "a3 e1 a5 a4").position
    dice, play_out = random.Random(1), playout(game)
    results = {play_out(position, dice) for _ in range(200)}
    assert results == {(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)}


def test_a_playout_knows_who_swapped() -> None:
    game = HexN(board="H2", players=2, swap="colours")
    position = game.setup("red:b1,b2 blue:a2 turn:1 swapped")
    wins = [playout(game)(position, random.Random(seed)) for seed in range(300)]
    assert sum(returns[1] for returns in wins) > 150, "seat 2 plays red and stands better"


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_wins_in_one_are_found(level: str) -> None:
    cases = [
        (HexN(board="H5", players=2), "red:e2,e3,e4,e5,e6,e7,d8,d9 blue:f5,d5,c6,g4,b7,h4,f1,c9 turn:1"),
        (HexN(board="H3", players=3), "red:e1,a3,e3 blue:d2,c5,c2 yellow:b3,c1 turn:3"),
        (HexN(board="H3", players=2, ports="opposite"), "red:c1,c2,c3,b4 blue:a3,a4,d1,e1 turn:1"),
    ]
    for game, text in cases:
        position = game.setup(text)
        for seed in range(3):
            player, budget = computer(game, level, seed)
            thought = player.think(game, position, budget)
            outcome = game.outcome(game.play(position, thought.move))
            assert outcome is not None and outcome.returns[position.turn] == 1
            assert thought.value == 1


def test_forced_blocks_are_found() -> None:
    """Blue's ways all pass through one cell: it has to be taken, before anything else."""
    game = HexN(board="H3", players=3)
    position = game.setup("red:a3 blue:e1 yellow:a5 turn:2")
    assert order(game, position) == [(game.site("a4"),)]
    for seed in range(3):
        thought = TreeSearch(playout(game), order=order).think(game, position, Budget(30, seed=seed))
        assert game.write(position, thought.move) == "a4"


def test_links_of_others_are_blocked() -> None:
    game = HexN(board="H3", players=2, ports="opposite")
    position = game.setup("red:c1,c2,c3,b4 blue:a3,a4,d1 turn:2")
    assert {game.sites[site] for (site,) in order(game, position)} == {"a5", "b5"}


def test_with_swap_it_opens_on_the_border() -> None:
    """A stone in the middle would be taken over; without swap the middle is worth a look."""
    game, plain = HexN(board="H4", players=2, swap="colours"), HexN(board="H4", players=2)
    thought = TreeSearch(playout(game), order=order).think(game, game.start(), Budget(200, seed=1))
    assert thought.move[0] in game.tiling.ring
    assert any(site not in plain.tiling.ring for (site,) in order(plain, plain.start()))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_only_cells_on_good_ways_are_looked_at(players: int) -> None:
    """A few moves, all of them legal and the same each time; by them alone random players are beaten."""
    game = HexN(board="H4", players=players)
    wins, games_played = 0, 12
    for number in range(games_played):
        dice, seat = random.Random(number), number % players
        position = game.start()
        while (outcome := game.outcome(position)) is None:
            moves = order(game, position)
            assert moves == order(game, position) and 0 < len(moves) <= 20
            assert all(game.refusal(position, move) is None for move in moves)
            position = game.play(
                position, moves[0] if position.turn == seat else dice.choice(game.moves(position))
            )
        wins += outcome.returns[seat] == 1
    assert wins > games_played / 2


def test_a_strong_first_stone_is_taken_over() -> None:
    game = HexN(board="H3", players=2, swap="colours")
    position = played(game, "c3").position
    thought = TreeSearch(playout(game), order=order).think(game, position, Budget(2000, seed=1))
    assert game.write(position, thought.move) == "swap"


# --- leaving


def test_leaving_is_an_elimination() -> None:
    game = HexN(board="H3", players=3)
    position = played(game, "a3 e1 a5").position
    after = game.leave(position, 1)
    assert inside(game, after) == [1, 3] and after.turn == 0 and after.board == position.board
    after = game.leave(position, 0)
    assert inside(game, after) == [2, 3] and after.turn == 1, "the next player still in"
    assert game.layout(after) == "red:a3 blue:e1 yellow:a5 turn:2 out:1"
    assert game.setup(game.layout(after)) == after
    assert game.outcome(after) is None and game.moves(after) == game.moves(position)


def test_stones_of_who_left_go_on_blocking() -> None:
    """Blue is cut off by a stone of Red, who has left, and one of Yellow; then Yellow has won at once."""
    game = HexN(board="H3", players=3)
    position = game.leave(played(game, "a3 e1 a5").position, 0)
    assert position.turn == 1
    position = game.play(position, game.read(position, "e2"))
    position = game.play(position, game.read(position, "a4"))
    outcome = game.outcome(position)
    assert inside(game, position) == [3] and outcome.returns == (0, 0, 1) and outcome.reason == "survivor"
    scene = registry.scene_of(game, Moment(position, outcome=outcome))
    assert words("en")(scene.prompt) == "Yellow wins, as the last player in."
    assert words("fr")(scene.prompt) == "Jaune gagne\N{NO-BREAK SPACE}: tous les autres sont hors jeu."
    assert [seat.out for seat in scene.seats] == [True, True, False]
    shut = {mark.colour for mark in scene.marks if mark.kind == "carrier"}
    assert shut == {"blue"}, "nothing shuts in Red"


def test_who_left_is_named_as_out_until_cut_off() -> None:
    game = HexN(board="H3", players=6)
    position = game.leave(game.start(), 3)
    scene = registry.scene_of(game, Moment(position))
    assert words("en")(scene.prompt) == "Place a red stone. Out of the game: Green."
    assert game.layout(position) == "turn:1 out:4"
    cut = game.setup("red:b4,a4,a3,b3 turn:1 out:4")
    assert "out" not in game.layout(cut) and game.setup(game.layout(cut)) == cut


@pytest.mark.parametrize("word", ["out:1", "out:4", "out:0", "out:", "out:2 out:3", "out:2,3", "out:x"])
def test_a_layout_with_a_wrong_word_for_who_left_is_refused(word: str) -> None:
    game = HexN(board="H3", players=3)
    with pytest.raises(Unreadable) as caught:
        game.setup(f"red:a3 turn:1 {word}")
    assert caught.value.key == ("hexn.not_in" if word == "out:1" else "bad_out")
    for language in ("en", "fr"):
        assert "{" not in words(language)(caught.value.key, **caught.value.values)


def test_the_computer_plays_on_among_those_still_in() -> None:
    game = HexN(board="H3", players=4)
    position = game.leave(game.leave(game.start(), 1), 2)
    for player in (computer(game, "easy")[0], TreeSearch(playout(game), order=order)):
        thought = player.think(game, position, Budget(simulations=50, seed=1))
        assert thought.move in game.moves(position)
    after = game.play(position, game.moves(position)[0])
    assert after.turn == 3
    share = playout(game)(position, random.Random(1))
    assert sum(share) == 1 and share[1] == share[2] == 0
