"""A tournament on a terminal: a bar tells how far it is, and Ctrl-C leaves it so that it can go on."""

import re

from test_terminal import CTRL_C, Sitting

from pavage.tournament.ledger import place_of

FILE = """
game = "hex"
system = "double"
games = 200
[options]
size = 6
[[entrant]]
name = "Ada"
level = "easy"
[[entrant]]
name = "Blaise"
level = "easy"
[[entrant]]
name = "Grace"
level = "medium"
"""


def test_progress_and_leaving(tmp_path):
    path = tmp_path / "long.toml"
    path.write_text(FILE)
    where = ("tournament", "long.toml", "--lang", "en")
    with Sitting(tmp_path, *where, columns=100) as playing:
        playing.until(" of 600 games, ", " leads with ", ", ends about ")
        shown = playing.text
        playing.keys(CTRL_C)
        assert playing.leave() == 130
        assert "Stopped. The same command goes on where it was." in playing.text
        assert "Traceback" not in playing.text
    assert re.search(r"[━╌]{20} \d+ of 600 games, \w+ leads with \d+, ends about (\d\d:\d\d:\d\d|…)", shown)
    kept = place_of(path).read_text().splitlines()
    assert 1 < len(kept) < 601
    with Sitting(tmp_path, *where, columns=100) as again:
        again.until(" of 600 games, ")
        done = int(re.search(r"(\d+) of 600", again.text)[1])
        again.keys(CTRL_C)
        assert again.leave() == 130
    assert done >= len(kept) - 1
    assert place_of(path).read_text().splitlines()[: len(kept)] == kept
