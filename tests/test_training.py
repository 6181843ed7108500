"""Training without PyTorch: positions to learn from, the folder, matches, the plot, what is refused."""

import json
import random
import struct
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import needs
from test_hex_net import random_weights

from pavage.cli import main
from pavage.players.fast import native
from pavage.players.fast.hex_solver import HexSolver
from pavage.training.folder import Busy, Folder, Progress
from pavage.training.matches import Score, Seat, match, openings
from pavage.training.playing import play, play_deep, teach
from pavage.training.plot import plot
from pavage.training.samples import UNPLAYED, Window, row, row_bytes
from pavage.training.settings import Settings, read_settings
from pavage.training.workers import Here, workers

needs("native")

SMALL = Settings(sizes={5: 1}, simulations=8, fast=4, deep=20, solver=10, teacher=30)


def test_settings_are_read_as_they_were_written() -> None:
    settings = replace(Settings(), seed=7, sizes={5: 2, 11: 3}, yardsticks=(9,))
    assert read_settings(settings.write()) == settings
    sizes = {settings.size_of(number) for number in range(100)}
    assert settings.next_generation(0) == 8000 and settings.next_generation(10**6) == 10**6 + 40_000
    assert sizes == {5, 11} and settings.size_of(3) == settings.size_of(3)
    assert not any(map(settings.is_deep, range(9)))
    assert [number for number in range(6) if replace(settings, deep=50).is_deep(number)] == [1, 3, 5]


@pytest.mark.parametrize(
    "make",
    [
        teach,
        lambda *given: play(*given, random_weights(16, 1).write()),
        lambda *given: play_deep(*given, random_weights(16, 1).write()),
    ],
)
def test_games_depend_on_their_number_alone(make) -> None:
    first, games, seconds = make(SMALL, 0)
    assert make(SMALL, 0)[0] == first != make(SMALL, 1)[0]
    assert games > 1 and seconds > 0 and first and len(first) % row_bytes(5) == 0


def test_how_much_too_careful_the_searches_are() -> None:
    """Means of 0.6 that win three times of four, 0.4 one of four: a factor of log 3 / log 1.5."""
    rows = [
        row(bytes(9), {0: 1.0}, int((number % 4 < 3) == (value > 0.5)), value, proved=False)
        for number in range(800)
        for value in (0.6, 0.4)
    ]
    window = Window(0.5)
    window.add(3, b"".join(rows[:200]), 10**6)
    assert window.sharpness() == 1.0  # too few to tell
    window.add(3, b"".join(rows[200:]), 10**6)
    proved = row(bytes(9), {}, 0, 0.9, proved=True)
    window.add(3, 1000 * proved, 10**6)  # says nothing about searches
    unplayed = row(bytes(9), {0: 1.0}, 0, 0.9, proved=False)
    window.add(3, 1000 * (unplayed[:-1] + bytes([unplayed[-1] | UNPLAYED])), 10**6)  # nor do these
    assert window.sharpness() == pytest.approx(2.71, abs=0.01)


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


def test_what_deep_games_say_is_true() -> None:
    """Shares add up and lie on empty cells; what is called proved is; some of it is not."""
    rows, games, _ = play_deep(replace(SMALL, sizes={7: 1}, solver=3), 0, random_weights(16, 1).write())
    solver, proved = HexSolver(7), set()
    for start in range(0, len(rows), row_bytes(7)):
        one = rows[start : start + row_bytes(7)]
        shares = struct.unpack("<49H", one[49:147])
        assert not any(share for share, code in zip(shares, one[:49], strict=True) if code)
        assert one[-1] & 1 and sum(shares) > 65000
        proved.add(one[-1] & 2 > 0)
        if one[-1] & 2:
            seen = bytes(1 if code == 3 else code for code in one[:49])  # a dead cell is as good as anybody's
            assert (solver.solve(seen, 1).winner == 1) == one[147]
    assert games == 40 and proved == {True, False}


def test_a_window_keeps_the_newest_and_turns_boards() -> None:
    def made(number: int, first: int) -> bytes:
        return b"".join(
            row(bytes([first, *[0] * 7, 2]), {4: 0.75, 1: 0.25}, 1, 0.5, proved=False) for _ in range(number)
        )

    window = Window(0.6)
    assert window.add(3, made(10, 1), 15) == 10 and window.add(3, made(10, 2), 15) == 10
    assert window.count == 10 and window.sizes == {3: 10}  # the first ten had to go
    batch = window.draw(50, random.Random(1))
    kinds = {batch.boards[9 * i : 9 * i + 9] for i in range(50)}
    assert batch.size == 3 and kinds == {bytes([2, *[0] * 7, 2])}
    assert {tuple(line) for line in batch.policy.round(3).tolist()} == {
        (0, 0.25, 0, 0, 0.75, 0, 0, 0, 0),
        (0, 0, 0, 0, 0.75, 0, 0, 0.25, 0),
    }
    assert batch.value.tolist() == pytest.approx([0.6 + 0.4 * 0.5] * 50, abs=1e-4)
    careful = Window(0.5, sharper=2.0)  # 0.6 means odds of 1.5, which were 2.25
    careful.add(3, row(bytes(9), {0: 1.0}, 0, 0.6, proved=False), 9)
    value = careful.draw(1, random.Random(1)).value.tolist()
    assert value == pytest.approx([0.5 * 2.25 / 3.25], abs=1e-4)
    unplayed = bytearray(row(bytes(9), {0: 1.0}, 0, 0.6, proved=False))
    unplayed[-1] |= UNPLAYED  # what came of the game says nothing about it
    careful = Window(0.5, sharper=2.0)
    careful.add(3, bytes(unplayed), 9)
    assert careful.draw(1, random.Random(1)).value.tolist() == pytest.approx([2.25 / 3.25], abs=1e-4)
    sure = Window(0.6)
    sure.add(3, row(bytes(9), {}, 1, 0.5, proved=True), 9)
    batch = sure.draw(2, random.Random(1))
    assert batch.value.tolist() == [1, 1] and batch.judged.tolist() == [0, 0]


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
    folder.note({"generation": 1, "elo": 0})
    folder.note({"generation": 2, "elo": 5})
    folder.note({"generation": 2, "elo": 7})  # measured again after a stop
    assert folder.history() == [{"generation": 1, "elo": 0}, {"generation": 2, "elo": 7}]


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
