"""Hex: the test positions of docs/rules.md section 1 by number, exact counts, and another implementation."""

import itertools
import random
from collections.abc import Sequence

import pytest
from conftest import full, needs

from pavage.game import IllegalMove, Refusal, Unreadable
from pavage.games.hex import Hex, HexPosition
from pavage.match import Match


def played(game: Hex, text: str) -> Match:
    match = Match(game)
    for word in text.split():
        match.play(game.read(match.position, word))
    return match


def legal(game: Hex, position: HexPosition) -> set[str]:
    return {game.write(position, move) for move in game.moves(position)}


def names(game: Hex, cells: Sequence[int]) -> set[str]:
    return {game.sites[cell] for cell in cells}


def test_1_1_neighbours() -> None:
    board = Hex(size=5).tiling
    near = {board.names[cell] for cell in board.neighbours[board.index["b2"]]}
    assert near == {"a2", "c2", "b1", "b3", "c1", "a3"}
    degree = {name: len(board.neighbours[board.index[name]]) for name in ("a1", "e5", "e1", "a5")}
    assert degree == {"a1": 2, "e5": 2, "e1": 3, "a5": 3}


def test_1_2_red_wins_at_ply_five() -> None:
    game = Hex(size=3)
    match = played(game, "b1 a1 b2 a2")
    assert match.outcome is None
    match.play(game.read(match.position, "b3"))
    assert match.outcome.returns == (1, 0)
    assert names(game, match.outcome.cells) == {"b1", "b2", "b3"}


def test_1_3_blue_wins_at_ply_six() -> None:
    game = Hex(size=3)
    match = played(game, "a1 a2 b2 b1 c3")
    assert match.outcome is None
    match.play(game.read(match.position, "c1"))
    assert match.outcome.returns == (0, 1)
    assert names(game, match.outcome.cells) == {"a2", "b1", "c1"}


def test_1_4_swapping_colours() -> None:
    game = Hex(size=5)
    match = played(game, "c3 swap")
    position = match.position
    assert position.board[game.site("c3")] == 1
    assert game.colour(position, 1) == 0, "the stone is red and belongs to player 2 now"
    assert position.turn == 0 and game.colour(position, 0) == 1, "player 1 moves, as blue"
    with pytest.raises(IllegalMove) as caught:
        match.play(game.read(position, "swap"))
    assert caught.value.refusal == Refusal("hex.no_swap")
    match.play(game.read(position, "b2"))
    assert match.position.board[game.site("b2")] == 2


def test_1_5_no_centre() -> None:
    game = Hex(size=6, no_centre="on")
    start = game.start()
    for name in ("d3", "c4"):
        assert game.refusal(start, game.read(start, name)).key == "hex.centre"
        assert name not in legal(game, start)
    assert game.refusal(start, game.read(start, "d4")) is None
    game = Hex(size=5, no_centre="on", swap="none")
    assert "c3" not in legal(game, game.start())
    match = played(game, "a1")
    assert "c3" not in legal(game, match.position)
    match = played(game, "a1 b1")
    assert "c3" in legal(game, match.position)


def test_1_6_openings_of_three_by_three() -> None:
    assert winning_openings(3) == {"a2", "a3", "b2", "c1", "c2"}


@pytest.mark.parametrize(
    ("size", "openings"),
    [
        (2, {"b1", "a2"}),
        (3, {"a2", "a3", "b2", "c1", "c2"}),
        *([(4, {"d1", "c2", "b3", "a4"})] if full(10) == 10 else []),
    ],
)
def test_winning_openings_by_exhaustive_search(size: int, openings: set[str]) -> None:
    assert winning_openings(size) == openings


def winning_openings(size: int) -> set[str]:
    """Openings with which the first player wins, without swap, by looking at everything.

    Half a turn of the board changes nothing; looking at the short diagonal first finds wins early.
    """
    game = Hex(size=size, swap="none")
    known: dict[bytes, bool] = {}

    def spread(move: tuple[int, ...]) -> int:
        row, column = divmod(move[0], size)
        return abs(row + column - size + 1)

    def mover_wins(position: HexPosition) -> bool:
        """Whoever moved last has won if the game is over, so the mover never has."""
        key = min(position.board, position.board[::-1])
        if key not in known:
            moves = sorted(game.moves(position), key=spread)
            known[key] = any(not mover_wins(game.play(position, move)) for move in moves)
        return known[key]

    start = game.start()
    return {game.write(start, move) for move in game.moves(start) if not mover_wins(game.play(start, move))}


def test_mirror_swap_moves_the_stone_to_the_other_side_of_the_diagonal() -> None:
    game = Hex(size=5, swap="mirror")
    match = played(game, "a2 swap")
    assert game.layout(match.position) == "blue:b1 turn:1"
    assert game.colour(match.position, 0) == 0, "colours stay"
    assert "swap" not in legal(game, match.position)
    match.play(game.read(match.position, "c3"))
    assert "swap" not in legal(game, match.position)


def test_both_swaps_are_the_same_game() -> None:
    """After a swap, mirroring the board turns one kind of game into the other: same winner, move for move."""
    dice = random.Random(5)
    colours, mirror = Hex(size=4, swap="colours"), Hex(size=4, swap="mirror")
    for _ in range(50):
        one, other = Match(colours), Match(mirror)
        moves = [f"{'abcd'[q]}{r + 1}" for q in range(4) for r in range(4)]
        dice.shuffle(moves)
        for number, name in enumerate([moves[0], "swap", *moves[1:]]):
            if one.outcome:
                break
            other_name = name
            if number > 1:
                other_name = f"{'abcd'[int(name[1]) - 1]}{'abcd'.index(name[0]) + 1}"
            one.play(colours.read(one.position, name))
            other.play(mirror.read(other.position, other_name))
        assert one.outcome.returns == other.outcome.returns


def test_blue_may_begin() -> None:
    """`first=blue` is the same game with the board transposed."""
    game = Hex(size=3, first="blue")
    match = played(game, "a2 a1 b2 b1 c2")
    assert match.outcome.returns == (1, 0)
    assert match.position.board[game.site("a2")] == 2


def test_refusals_say_why() -> None:
    game = Hex(size=3)
    match = played(game, "b2")
    position = match.position
    assert game.refusal(position, (game.site("b2"),)) == Refusal("taken", (4,), (("cell", "b2"),))
    assert game.refusal(position, ()).key == "not_a_move"
    assert game.refusal(position, (0, 1)).key == "not_a_move"
    assert game.refusal(position, (99,)).key == "not_a_move"
    with pytest.raises(Unreadable) as caught:
        game.read(position, "z99")
    assert caught.value.values["word"] == "z99"
    assert Hex(size=3, swap="none").buttons == ()


def test_refusals_show_where() -> None:
    game = Hex(size=3, no_centre="on")
    start = game.start()
    assert game.refusal(start, (4,)) == Refusal("hex.centre", (4,), (("cell", "b2"),))
    for move, cells in (((0, 1), (0, 1)), ((), ()), ((10,), ()), ((-1,), ()), ((9, 8), (8,))):
        assert game.refusal(start, move) == Refusal("not_a_move", cells)
    assert game.refusal(start, (9,)) == Refusal("hex.no_swap"), "the site after the cells is the button"
    assert game.refusal(start, (0,)) is None and game.refusal(start, (8,)) is None
    over = game.setup("red:a1,a2,a3 blue:b1,b3 turn:2")
    assert game.refusal(over, (8,)) == Refusal("over")


def test_the_centre() -> None:
    """One cell of an odd board, two of an even one, none where there would be too few others."""
    centres = {size: names(Hex(size=size), sorted(Hex(size=size).centre)) for size in (2, 3, 4, 5, 6)}
    assert centres == {2: set(), 3: {"b2"}, 4: {"c2", "b3"}, 5: {"c3"}, 6: {"d3", "c4"}}


def test_options_and_their_bounds() -> None:
    declared = {option.name: option for option in Hex.declared}
    assert {name: option.default for name, option in declared.items()} == {
        "players": 2,
        "size": 11,
        "swap": "colours",
        "first": "red",
        "no_centre": False,
    }
    assert (declared["players"].low, declared["players"].high) == (2, 2)
    assert (declared["size"].low, declared["size"].high) == (2, 26)
    assert declared["swap"].choices == ("colours", "mirror", "none")
    assert declared["first"].choices == ("red", "blue") and Hex.colours == ("red", "blue")


def test_a_swap_needs_the_only_stone_to_be_the_other_players() -> None:
    game = Hex(size=3)
    swap = (game.site("swap"),)
    for text, may in (
        ("red:a1 turn:2", True),
        ("red:a1 turn:1", False),
        ("turn:2", False),
        ("red:a1,b1 turn:2", False),
        ("red:a1 blue:b1 turn:2", False),
        ("blue:a1 turn:2", False),
        ("blue:a1 turn:2 swapped", False),
    ):
        assert (swap in game.moves(game.setup(text))) == may, text
    mirrored = Hex(size=3, swap="mirror", first="blue")
    after = mirrored.play(mirrored.setup("blue:c1 turn:2"), swap)
    assert mirrored.layout(after) == "red:a3 turn:1" and not after.swapped


def test_words_that_hex_does_not_know_are_named() -> None:
    for game, text, word in (
        (Hex(size=3), "red:a1 swapped twice", "swapped"),
        (Hex(size=3), "red:a1 twice", "twice"),
        (Hex(size=3, swap="mirror"), "red:a1 swapped", "swapped"),
    ):
        with pytest.raises(Unreadable) as caught:
            game.setup(text)
        assert (caught.value.text, caught.value.key) == (text, "unknown_word")
        assert caught.value.values["word"] == word


def test_setup_and_layout() -> None:
    game = Hex(size=4)
    text = "red:a1,b2 blue:c3 turn:2 swapped"
    assert game.layout(game.setup(text)) == text
    for bad in ("red:a1 blue:a1", "red:e1", "green:a1", "turn:3", "swapped twice", "red:swap"):
        with pytest.raises(Unreadable):
            game.setup(bad)


@pytest.mark.parametrize("swap", ["colours", "mirror"])
@pytest.mark.parametrize("first", ["red", "blue"])
def test_in_a_position_made_by_hand_nobody_swaps_their_own_stone(swap: str, first: str) -> None:
    game = Hex(size=4, swap=swap, first=first)
    other = "blue" if first == "red" else "red"
    swapping = (game.site("swap"),)
    assert swapping in game.moves(game.setup(f"{first}:b2 turn:2"))
    own = game.setup(f"{other}:b2 turn:2")
    assert swapping not in game.moves(own)
    assert game.refusal(own, swapping) == Refusal("hex.no_swap")


@pytest.mark.parametrize("size", range(2, 27))
def test_all_sizes_end_with_exactly_one_chain(size: int) -> None:
    """Fill the board at random: one colour is joined, never both, never none."""
    from pavage.games.chains import winning_chain

    game = Hex(size=size)
    dice = random.Random(size)
    for _ in range(10):
        board = bytes(dice.choice((1, 2)) for _ in range(size * size))
        chains = [winning_chain(game.tiling, board, code) for code in (1, 2)]
        assert sum(1 for chain in chains if chain) == 1
        for code, chain in enumerate(chains, 1):
            assert all(board[cell] == code for cell in chain)
            for one, after in itertools.pairwise(chain):
                assert after in game.tiling.neighbours[one]


def test_open_spiel_agrees_move_by_move() -> None:
    """Legal moves and winner, on random games of sizes 3 to 11."""
    pyspiel = needs("open_spiel")
    dice = random.Random(20261115)
    for number in range(full(1000)):
        size = 3 + number % 9
        game = Hex(size=size, swap="none")
        theirs = pyspiel.load_game("hex", {"board_size": size}).new_initial_state()
        position = game.start()
        while True:
            ours = sorted(site for (site,) in game.moves(position))
            assert ours == ([] if theirs.is_terminal() else sorted(theirs.legal_actions()))
            outcome = game.outcome(position)
            assert (outcome is not None) == theirs.is_terminal()
            if outcome:
                assert outcome.returns[0] == (theirs.returns()[0] + 1) / 2
                break
            site = dice.choice(ours)
            position = game.play(position, (site,))
            theirs.apply_action(site)
