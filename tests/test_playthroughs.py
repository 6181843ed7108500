"""Each of our games plays as its playthrough says; `python3 tests/playthroughs.py` writes them anew."""

import pytest
from playthroughs import FOLDER, playthrough

from pavage.registry import OURS


@pytest.mark.parametrize("name", OURS)
def test_playthrough(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(name) == written


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(OURS)
