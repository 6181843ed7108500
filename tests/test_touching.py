"""What touching means, whatever the game: moves grow and shrink, things have many names, pens stay."""

import random

import pytest
from playthroughs import FREE, small_game

from pavage.game import CHANCE
from pavage.match import Match
from pavage.phrase import Phrase
from pavage.registry import OURS, games, scene_of
from pavage.scene import Button, Item, Moment, Piece, Scene, Tray
from pavage.server.rooms.scene_json import scene_at
from pavage.view.touching import (
    begun,
    hand_after,
    is_beginning,
    kept_after,
    offered,
    offered_named,
    pens,
    piece_named,
    site_named,
    touched_after,
)


@pytest.fixture(scope="module")
def heaps():
    """Marienbad on nine squares: moves of one to three cells, and a button that ends them."""
    return games()["marienbad"](board="S3x3")


@pytest.fixture(scope="module")
def men():
    """HexaDames: a man, then where it goes."""
    return games()["hexadames"](size=4, players=2)


def sites(game, *names):
    return tuple(game.site(name) for name in names)


def test_a_site_is_added(heaps):
    start = heaps.start()
    assert touched_after(heaps, start, (), heaps.site("b2")) == sites(heaps, "b2")
    assert touched_after(heaps, start, sites(heaps, "b2"), heaps.site("c2")) == sites(heaps, "b2", "c2")


def test_a_cell_that_begins_nothing_is_added_and_refused_later(men):
    start = men.start()
    move = touched_after(men, start, sites(men, "e1"), men.site("e4"))
    assert move == sites(men, "e1", "e4")
    assert not is_beginning(men, start, move)
    assert men.refusal(start, move)


def test_a_site_that_is_touched_again_is_taken_back(heaps):
    start = heaps.start()
    touched = sites(heaps, "a2", "b2", "c2")
    assert touched_after(heaps, start, touched, heaps.site("b2")) == sites(heaps, "a2", "c2")
    assert touched_after(heaps, start, sites(heaps, "a2"), heaps.site("a2")) == ()


def test_what_depends_on_it_goes_too(men):
    """A cell alone, without the man that goes there, begins nothing."""
    start = men.start()
    assert not men.choices(start, sites(men, "e2"))
    assert touched_after(men, start, sites(men, "e1", "e2"), men.site("e1")) == ()


def test_only_the_beginning_of_a_move_stays(men):
    """A page may say anything about what was touched before."""
    start, beyond = men.start(), len(men.sites)
    man, there = sites(men, "e1", "e2")
    assert begun(men, start, (man, there, 5, 7)) == (man,), "a whole move is no beginning"
    assert begun(men, start, (there, man)) == () and begun(men, start, ()) == ()
    assert begun(men, start, (man, beyond)) == (man,) and begun(men, start, (beyond, man)) == ()
    assert touched_after(men, start, (there, man, there), there) == ()


def test_a_tile_beyond_the_edge_is_put_down_before_it_is_shown():
    """Les Carreleurs: a shape, a cell where it does not fit, and a cell that was touched twice."""
    game = games()["carreleurs"]()
    start, shape = game.start(), len(game.tiling) + 3
    corner = len(game.tiling) - 1
    sites = touched_after(game, start, (shape, corner, 0), 0)
    assert sites == (shape,)
    assert scene_of(game, Moment(start, (), sites)).prompt


class TouchedTwice:
    """A game in which the same site may be touched twice in a row: a square between two equal corners."""

    sites = ("a1", "a2")

    def choices(self, position, touched):
        return (0, 1) if len(touched) < 2 else ()


def test_a_site_that_is_offered_again_is_added_again():
    game = TouchedTwice()
    assert touched_after(game, None, (0,), 0) == (0, 0)
    assert touched_after(game, None, (0, 1), 0) == (1,)


def test_beginnings(heaps, men):
    start = heaps.start()
    assert is_beginning(heaps, start, sites(heaps, "b2"))
    assert not is_beginning(heaps, start, (*sites(heaps, "b2"), heaps.site(heaps.buttons[0])))
    assert not is_beginning(heaps, start, sites(heaps, "a1", "b2"))
    assert is_beginning(men, men.start(), sites(men, "e1"))
    assert not is_beginning(men, men.start(), sites(men, "e1", "e2")), "that is a whole move"


@pytest.mark.parametrize("site", [-1, 10_000])
def test_what_is_no_site_begins_nothing(heaps, site):
    assert not is_beginning(heaps, heaps.start(), (site,))


@pytest.mark.parametrize("said", ["swap", "Swap", " SWAP ", "échanger", "Échanger", "echanger"])
def test_buttons_have_names_in_every_language(said):
    game = games()["hex"](size=3)
    assert site_named(game, said) == game.site("swap")


def test_cells_are_named(heaps):
    assert site_named(heaps, "B2") == heaps.site("b2")
    assert site_named(heaps, "b9") is None
    assert site_named(heaps, "") is None


# --- things beside the board


class Beside:
    """Two cells, and buttons that lie in trays or do not."""

    name = "beside"
    sites = ("a1", "a2", "d1", "d2", "*", "3x5", "done", "swap")


FIVE, OTHER, TIMES, TILE, DONE, SWAP = range(2, 8)


def scene(touched=(), free=(FIVE, OTHER, TIMES, TILE, DONE), keep=False, pieces=(), following=()):
    dice = (
        Item(Phrase("beside.die"), FIVE, "die", "5"),
        Item(Phrase("beside.die"), OTHER, "die", "5"),
    )
    signs = (Item(Phrase("beside.times"), TIMES, text="×"), Item(Phrase("beside.tile"), TILE, text="3×5"))
    buttons = tuple(Button(site, Phrase(f"beside.button.{Beside.sites[site]}")) for site in free)
    trays = (Tray(Phrase("beside.signs"), signs, keep=keep), Tray(Phrase("beside.dice"), dice))
    return Scene("", pieces, (), (), 0, Phrase(""), touched, following, buttons, trays=trays)


def test_things_are_offered_as_they_lie():
    assert offered(scene()) == [TIMES, TILE, FIVE, OTHER, DONE]
    assert offered(scene(free=(SWAP, OTHER))) == [OTHER, SWAP]
    assert offered(scene(free=())) == []


@pytest.mark.parametrize(
    ("said", "site"),
    [
        ("*", TIMES),
        ("×", TIMES),
        ("x", TIMES),
        ("3x5", TILE),
        ("3×5", TILE),
        ("3X5", TILE),
        ("d2", OTHER),
        ("5", FIVE),
        ("beside.button.done", DONE),
        ("done", DONE),
    ],
)
def test_things_are_called_by_name_by_label_and_by_what_is_on_them(said, site):
    assert offered_named(Beside, scene(), said) == site


def test_only_what_is_offered_has_a_name():
    assert offered_named(Beside, scene(), "swap") is None
    assert offered_named(Beside, scene(), "a1") is None
    assert offered_named(Beside, scene(), "") is None
    assert offered_named(Beside, scene(free=(OTHER, TIMES)), "5") == OTHER, "the first five is used up"


def test_labels_are_compared_without_accents_and_capitals():
    game = games()["hex"](size=3)
    swap = game.site("swap")
    button = Button(swap, Phrase("hex.button.swap"))
    seen = Scene("", (), (), (), 0, Phrase(""), buttons=(button,))
    assert [offered_named(game, seen, said) for said in ("ECHANGER", "Swap", "swop")] == [swap, swap, None]


def test_a_piece_that_may_be_touched_is_called_by_what_is_on_it():
    pieces = (Piece(0, "red", "tile", text="V1"), Piece(1, "blue", "tile", text="O1"))
    assert piece_named(scene(pieces=pieces, following=(0, 1)), "v1") == 0
    assert piece_named(scene(pieces=pieces, following=(1,)), "V1") is None
    assert piece_named(scene(pieces=pieces, following=(0, 1)), "") is None
    twins = (Piece(0, "red", "tile", text="6"), Piece(1, "blue", "tile", text="6"))
    assert piece_named(scene(pieces=twins, following=(0, 1)), "6") is None, "there are two"


# --- pens


class Pens:
    """Moves (pen, cell) or (cell, pen), with two pens after two cells; the first pen dries up on the way."""

    name = "pens"
    sites = ("a1", "a2", "full", "empty")

    def refusal(self, position, move):
        return None if len(move) > 1 and move[-1] < 2 else "unfinished"

    def choices(self, position, touched):
        if position == "dry" and touched[:1] == (2,):
            return ()
        return (0, 1, 2, 3) if not touched else (0, 1)


def test_pens_are_the_items_of_trays_that_are_kept():
    assert pens(scene()) == frozenset()
    assert pens(scene(keep=True)) == {TIMES, TILE}


def test_a_pen_stays_in_the_hand():
    kept = frozenset([2, 3])
    assert kept_after(Pens(), "", (2, 0), kept) == (2,)
    assert kept_after(Pens(), "", (2, 3, 0), kept) == (3,), "the one that was taken last"
    assert kept_after(Pens(), "", (0, 2), kept) == (), "it was taken for one cell only"
    assert kept_after(Pens(), "", (2, 0), frozenset()) == (), "nothing here is a pen"
    assert kept_after(Pens(), "dry", (2, 0), kept) == (), "it can begin no other move"


def test_another_pen_may_take_the_place_of_the_one_in_the_hand():
    assert offered(scene((TIMES,), free=(), keep=True)) == [TIMES, TILE]
    assert offered(scene((TIMES, 0), free=(), keep=True)) == []
    assert offered(scene((TIMES,), free=())) == []


def prefixes(game, dice, count):
    """Positions of random matches, and the beginnings of a random move there."""
    match = Match(game)
    for _ in range(count):
        if match.outcome is not None:
            match = Match(game)
        move = dice.choice(game.moves(match.position))
        if match.turn != CHANCE:
            yield from ((match.position, move[:end]) for end in range(1, len(move)))
        match.play(move)


@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, None) for name in OURS), ("labyrinthe", {"pose": 2}), ("hextra", {}), ("nombres", {"seed": 3})],
)
def test_a_touch_elsewhere_starts_over(name, options):
    """A cell that cannot follow begins its own move; nothing is a dead end, and nothing is played by it."""
    game = small_game(games()[name]) if options is None else games()[name](**options)
    dice, cells = random.Random(name), len(game.tiling)
    for position, held in prefixes(game, dice, 40):
        following, first = game.choices(position, held), set(game.choices(position, ()))
        other = [cell for cell in range(cells) if cell not in following and cell not in held]
        for cell in dice.sample(other, min(8, len(other))):
            hand, whole = hand_after(game, position, (*held, cell))
            refusal = game.refusal(position, hand) if whole else None
            assert refusal is None or refusal.key != "not_a_move", (held, cell)
            if held[0] < cells and cell in first:
                alone = not is_beginning(game, position, (cell,))
                assert (hand, whole) == ((), False) if alone else ((cell,), False), (held, cell)


def test_a_question_moves_to_the_cell_that_is_touched():
    """Nombres asks about a cell until a pen answers; another cell is asked about instead."""
    game = games()["nombres"](puzzle="4x4/R2,2,1,1/C1,3,2,0/b1-")
    start = game.start()
    asked, other, given = (game.site(name) for name in ("a3", "b2", "b1"))
    assert hand_after(game, start, (asked,)) == ((asked,), False)
    assert hand_after(game, start, (asked, other)) == ((other,), False)
    for touched in ((given,), (asked, given), (game.site("full"), given)):
        hand, whole = hand_after(game, start, touched)
        assert whole and game.refusal(start, hand).key == "nombres.given"


def test_a_king_is_put_down_where_a_stone_would_be_played():
    """Labyrinthe: a far cell may be a king that went too far, or a stone; it is not played unasked."""
    game = games()["labyrinthe"](first_turn="any")
    start = game.start()
    king = start.board.index(1)
    far = next(cell for cell in game.stone_cells(start) if cell not in game.tiling.neighbours[king])
    assert hand_after(game, start, (king, far)) == ((), False)
    assert hand_after(game, start, (far,)) == ((far,), True)


def test_a_way_that_is_drawn_starts_over_too(men):
    """A page sends what is in the hand and both ends of the way."""
    start = men.start()
    before, man, there = sites(men, "d1", "e1", "e2")
    assert hand_after(men, start, (before, man, there)) == ((man, there), True)


def test_a_tile_stays_in_the_hand_where_it_does_not_fit():
    game = games()["carreleurs"]()
    start, shape = game.start(), len(game.tiling) + 3
    hand, whole = hand_after(game, start, (shape, len(game.tiling) - 1))
    assert whole and hand[0] == shape and game.refusal(start, hand).key == "carreleurs.outside"


@pytest.mark.parametrize("name", OURS)
def test_whatever_is_offered_leads_to_a_move(name):
    """A hand that touches by chance what a scene offers, and nothing else, is never refused."""
    game, dice, played = small_game(games()[name]), random.Random(name), 0
    match, touched = Match(game), ()
    for _ in range(300):
        if match.outcome is not None:
            match = Match(game)
        position = match.position
        if match.turn == CHANCE:
            match.play(dice.choice(list(game.moves(position))))
            continue
        scene = scene_at(match, len(match.played), touched)
        sites = [*scene.next, *(button.site for button in scene.buttons)]
        assert sites, "nothing is offered"
        before, site = touched, dice.choice(sites)
        touched = touched_after(game, position, before, site)
        if len(touched) <= len(before) or is_beginning(game, position, touched):
            continue
        refusal = game.refusal(position, touched)
        assert refusal is None or name in FREE, (match.played, touched)
        if refusal is None:
            match.play(touched)
            played += 1
        touched = ()
    assert played > 12
