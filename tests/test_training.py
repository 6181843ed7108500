"""Training without PyTorch: positions to learn from, the folder, matches, the plot, what is refused."""

import json
import random
import struct
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import needs
from test_hex_net import random_weights

from pavage.cli import main
from pavage.players.fast import native
from pavage.training.calibration import CHECK_WON, CHECKED, USUAL, Calibration, band_of, calibrated
from pavage.training.folder import Busy, Folder, Progress
from pavage.training.matches import Score, Seat, match, openings
from pavage.training.playing import play, search_positions, teach
from pavage.training.plot import plot
from pavage.training.samples import Targets, Window, row, row_bytes, table
from pavage.training.settings import LATER_SIZES, Settings, going_on, read_settings
from pavage.training.workers import Here, workers

needs("native")

SMALL = Settings(sizes={5: 1}, simulations=8, below=4, games=2, checked=3, fast=4, solver=10, teacher=30)


def test_settings_are_read_as_they_were_written() -> None:
    settings = replace(Settings(), seed=7, sizes={5: 2, 11: 3}, yardsticks=(9,))
    assert read_settings(settings.write()) == settings
    assert read_settings(going_on(settings).write()) == going_on(settings)
    assert going_on(settings).sizes == settings.sizes and going_on(Settings()).sizes == LATER_SIZES
    sizes = {settings.size_of(number) for number in range(100)}
    assert settings.next_generation(0) == 8000 and settings.next_generation(10**6) == 10**6 + 40_000
    assert sizes == {5, 11} and settings.size_of(3) == settings.size_of(3)


@pytest.mark.parametrize(
    "make",
    [
        teach,
        lambda *given: play(*given, random_weights(16, 1).write()),
        lambda *given: search_positions(*given, random_weights(16, 1).write()),
    ],
)
def test_games_depend_on_their_number_alone(make) -> None:
    first, games, seconds = make(SMALL, 0)
    assert make(SMALL, 0)[0] == first != make(SMALL, 1)[0]
    assert games > 1 and seconds > 0 and first and len(first) % row_bytes(5) == 0


def checked_rows(size: int, ply: int, count: int, value: float, won: float) -> bytes:
    """Positions from which searches played on; this share of them was won."""
    return b"".join(
        row(bytes(size * size), {0: 1.0}, int(number < count * won), value, proved=False, ply=ply)
        for number in range(count)
    )


def test_how_much_too_careful_the_searches_are() -> None:
    """Means of 0.6 that win three times of four: log 3 / log 1.5, a little less for what is usual."""
    few = b"".join(checked_rows(11, 12, 10, *each) for each in ((0.6, 0.75), (0.4, 0.25)))
    many = b"".join(checked_rows(11, 12, 8000, *each) for each in ((0.6, 0.75), (0.4, 0.25)))
    late = b"".join(checked_rows(11, 28, 8000, *each) for each in ((0.75, 0.75), (0.25, 0.25)))
    proved = 1000 * row(bytes(121), {}, 0, 0.9, proved=True, ply=12)  # says nothing about searches
    unchecked = 1000 * (row(bytes(121), {0: 1.0}, 0, 0.9, proved=False, ply=12)[:-1] + b"\1")
    parts = [(11, table(11, rows)) for rows in (many, late, proved, unchecked)]
    found = calibrated(parts)
    assert found.factors[1] == pytest.approx(2.66, abs=0.02) and found.factors[3] == pytest.approx(
        1, abs=0.03
    )
    assert found.factors[0] == found.factors[4] == USUAL and 1 < found.sharpness < 2.71
    assert USUAL < calibrated([(11, table(11, few))]).factors[1] < 1.5  # some games say little
    between = found.factors_at((found.factors[1], 20.5))
    assert calibrated([]).factors == Calibration().factors and len(between) == 2


def test_bands_are_those_of_an_equally_full_board() -> None:
    assert band_of(11, np.array([0, 1, 8, 9, 16, 17, 24, 25, 32, 33, 121])).tolist() == [
        *(0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4)
    ]
    assert band_of(7, np.array([1, 3, 4, 6, 7, 10, 13, 14])).tolist() == [0, 0, 1, 1, 2, 3, 3, 4]


def test_what_the_teacher_says_is_true() -> None:
    """Shares add up and lie on empty cells; the last position of every game is proved."""
    rows, games, _ = teach(SMALL, 0)
    ends = 0
    for start in range(0, len(rows), row_bytes(5)):
        one = rows[start : start + row_bytes(5)]
        shares = struct.unpack("<25H", one[25:75])
        assert not any(share for share, code in zip(shares, one[:25], strict=True) if code)
        ends += one[-1] & 2 > 0
        assert (one[-1] & 1) == (sum(shares) > 65000)
    assert ends == games


def test_a_window_keeps_the_newest_and_turns_boards() -> None:
    def made(number: int, first: int) -> bytes:
        return b"".join(
            row(bytes([first, *[0] * 7, 2]), {4: 0.75, 1: 0.25}, 1, 0.5, proved=False) for _ in range(number)
        )

    window, targets = Window(), Targets(((0, 0.6),), Calibration((1.0,) * 5))
    assert window.add(3, made(10, 1), 15) == 10 and window.add(3, made(10, 2), 15) == 10
    assert window.count == 10 and window.sizes == {3: 10}  # the first ten had to go
    batch = window.draw(50, random.Random(1), targets)
    kinds = {batch.boards[9 * i : 9 * i + 9] for i in range(50)}
    assert batch.size == 3 and kinds == {bytes([2, *[0] * 7, 2])}
    assert {tuple(line) for line in batch.policy.round(3).tolist()} == {
        (0, 0.25, 0, 0, 0.75, 0, 0, 0, 0),
        (0, 0, 0, 0, 0.75, 0, 0, 0.25, 0),
    }
    assert batch.value.tolist() == pytest.approx([0.6 + 0.4 * 0.5] * 50, abs=1e-4)
    assert window.add(3, made(10, 3), 40) == 10 and window.count == 20
    batch = window.draw(60, random.Random(1), targets)
    firsts = [max(batch.boards[9 * i], batch.boards[9 * i + 8]) for i in range(60)]
    assert set(firsts) == {2, 3} and 15 < firsts.count(3) < 45  # from both files


def test_what_is_learned_of_a_value() -> None:
    """Searches, corrected by the stones; games, the more the more stones there are; proofs, above all."""

    def value(size: int, *, ply: int, games: int, won: int, search: float, proved: bool = False) -> float:
        one = row(bytes(size * size), {0: 1.0}, won, search, proved=proved, games=games, ply=ply)
        targets = Targets(((16, 0.0), (20, 0.5)), Calibration((1.0, 1.0, 2.0, 2.0, 2.0)))
        return targets.values(size, table(size, one)).item()

    assert value(11, ply=8, games=1, won=1, search=0.6) == pytest.approx(0.6, abs=1e-3)
    assert value(11, ply=12, games=0, won=0, search=0.6) == pytest.approx(0.6, abs=1e-3)
    sharp = 2.25 / 3.25  # 0.6 means odds of 1.5, and with a factor of two 2.25
    assert value(11, ply=30, games=0, won=0, search=0.6) == pytest.approx(sharp, abs=1e-3)
    assert value(11, ply=30, games=4, won=1, search=0.6) == pytest.approx((0.25 + sharp) / 2, abs=1e-3)
    assert value(11, ply=18, games=4, won=4, search=0.5) == pytest.approx(0.25 + 0.75 * 0.5, abs=1e-3)
    assert value(5, ply=7, games=4, won=1, search=0.6) == pytest.approx((0.25 + sharp) / 2, abs=1e-3)
    assert value(11, ply=12, games=1, won=1, search=0.2, proved=True) == 1
    assert 0 < value(11, ply=30, games=0, won=0, search=0.0) < 1e-4  # never certain without a proof


def test_searched_positions_can_be_calibrated() -> None:
    settings = replace(SMALL, sizes={7: 1}, checked=1)
    rows, count, _ = search_positions(settings, 0, random_weights(16, 1).write())
    searched = table(7, rows)
    flags = searched["flags"]
    assert count == 158 and ((flags & CHECK_WON > 0) <= (flags & CHECKED > 0)).all()
    of_games = searched["games"] > 0
    proved = flags & 2 > 0
    assert ((flags & CHECKED > 0) == (of_games & ~proved)).all()
    won = flags[of_games & ~proved] & CHECK_WON > 0
    assert 0.2 < won.mean() < 0.8


def test_a_folder_holds_one_process_and_whole_files(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "deep" / "run")
    assert folder.settings() is None and folder.checkpoint() is None
    folder.begin(SMALL)
    assert folder.settings() == SMALL
    with folder.held(), pytest.raises(Busy), Folder(folder.path).held():
        pass
    with folder.held():
        pass
    progress = Progress(batches=3, positions=99, seconds={"play": 1800.0, "learn": 1800.0, "match": 0.0})
    folder.keep(progress, b"learner")
    assert folder.checkpoint() == (progress, b"learner") and progress.hours == 1
    folder.keep_games(2, 5, "self", b"rows")
    (folder.data / ".0000003-5-self.rows.half").write_bytes(b"ro")  # somebody was killed
    assert [entry[:3] for entry in folder.games()] == [(2, 5, "self")]
    folder.keep_games(3, 5, "searched", bytes(10 * row_bytes(5)))
    folder.keep_games(4, 5, "searched", bytes(10 * row_bytes(5)))
    folder.drop_games(10)
    assert [entry[0] for entry in folder.games()] == [4]
    folder.note({"generation": 1, "elo": 0})
    folder.note({"generation": 2, "elo": 5})
    folder.note({"generation": 2, "elo": 7})  # measured again after a stop
    assert folder.history() == [{"generation": 1, "elo": 0}, {"generation": 2, "elo": 7}]


def test_an_export_goes_on_elsewhere(tmp_path: Path) -> None:
    folder, other = Folder(tmp_path / "one"), Folder(tmp_path / "other")
    settings = going_on(SMALL)
    folder.begin_with(settings, random_weights(16, 1).write())
    assert folder.export() is None  # nothing was learned yet
    progress = Progress(batches=3, positions=99, factors=[1.1, 1.2, 1.3, 1.4, 1.5], sharpness=1.2)
    folder.keep(progress, b"learner")
    folder.keep_games(2, 5, "searched", bytes(row_bytes(5)))
    export = folder.export()
    assert export is not None and other.begin_from(export) == settings == other.settings()
    found = other.checkpoint()
    assert found is not None and found[1] == b"learner"
    assert found[0].calibration == progress.calibration and found[0].batches == 3
    assert other.start() == folder.start() and not any(other.games())


def test_matches_are_fair_and_the_stronger_wins() -> None:
    """A player against itself gets half; one that searches beats one that hardly does."""
    assert openings(9, 5, 1) == openings(9, 5, 1) != openings(9, 5, 2)
    same = match(Here(), 7, 8, Seat(40), Seat(40), 1)
    assert (same.won, same.games) == (4, 8)
    score = match(Here(), 9, 12, Seat(400), Seat(3), 1)
    assert score.share > 0.7 and score.elo > 100 and score.seconds > 0
    net = Seat(4, random_weights(16, 1).write())
    assert match(Here(), 5, 2, net, net, 1).games == 2
    assert Score(10, 10, 1.0).elo < 10_000


def test_workers_play_elsewhere_the_same() -> None:
    with workers(1, nice=0) as executor:
        assert executor.submit(teach, SMALL, 3).result()[0] == teach(SMALL, 3)[0]
    assert Here().submit(int, "x").exception() is not None


def test_the_plot_is_a_picture_of_all_generations() -> None:
    history = [
        {"generation": n, "hours": n / 2, "elo": 100.0 * n, "yardsticks": {"1000": 0.1 * n, "50": 0.2 * n}}
        for n in (1, 2, 3)
    ]
    words = {"title": "a < b", "hours": "h", "elo": "elo", "yardstick": "{simulations} sims"}
    drawn = ElementTree.fromstring(plot(history, words))
    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a < b", "50 sims", "1000 sims", "elo", "300"} <= set(texts)
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 9


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "FOLDER"),
        (["{}", "--net", "17x2"], "--net"),
        (["{}", "--sizes", "2"], "--sizes"),
        (["{}", "--sizes", "11:0"], "--sizes"),
        (["{}", "--simulations", "1"], "--simulations"),
        (["{}", "--seed", "5"], "--seed was 1"),
        (["{}", "--taught", "5"], "--taught was 36"),
    ],
)
def test_what_the_command_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: list[str], said: str
) -> None:
    Folder(tmp_path).begin(Settings())
    assert main(["train", *(word.format(tmp_path) for word in given)]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_what_is_missing_or_damaged_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps([1]))
    assert main(["train", str(tmp_path)]) == 2
    assert "settings" in capsys.readouterr().err
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    assert main(["train", str(tmp_path / "new")]) == 2
    assert "pip install torch" in capsys.readouterr().err and native() is not None
    assert main(["train", "--lang", "fr", str(tmp_path / "new")]) == 2
    assert "PyTorch" in capsys.readouterr().err
