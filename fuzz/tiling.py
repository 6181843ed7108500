"""Files of tilings in JSON: what is read can be written, drawn and played on, and so can its dual."""

from fuzz.harness import rereading, text_of
from pavage.registry import games
from pavage.scene import plain_board
from pavage.tiling import BadTiling, Tiling, dump_tiling, load_tiling
from pavage.view.svg import board_svg


def check(data: bytes) -> None:
    board = load_tiling(text_of(data))
    with rereading():
        again = load_tiling(dump_tiling(board))
        assert (again, again.sides) == (board, board.sides)
        use(board)
    try:
        dual = board.dual()
    except BadTiling:
        return
    with rereading():
        use(dual)


def use(board: Tiling) -> None:
    assert sum(map(len, board.loops)) >= len(board.border)
    assert set(board.ring) <= board.border
    assert board.symmetries[0] == tuple(board.cells)
    assert board_svg(plain_board(games()["polygo"](board=board)), 0).startswith("<svg")
