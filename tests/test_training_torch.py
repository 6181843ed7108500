"""Learning in PyTorch, which nobody needs to play: without it these tests are left out; CI allows that."""

import itertools
import random
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import needs
from test_hex_net import EXACT, boards, floats, random_weights

from pavage.cli import main
from pavage.players.fast import native
from pavage.players.fast.hex_net import PLANES, Weights, new_net, read_weights
from pavage.players.fast.hex_search import new_search
from pavage.training import running
from pavage.training.candidate import candidate
from pavage.training.folder import Folder
from pavage.training.learner import Learner
from pavage.training.network import build, exported
from pavage.training.optimizer import LAYER_RATE, Optimizer
from pavage.training.running import Run, fill_windows, targets_of
from pavage.training.samples import Targets, Window, row
from pavage.training.settings import Settings, going_on
from pavage.training.workers import Here

needs("native")
torch = needs("torch")


@pytest.mark.parametrize(("channels", "blocks"), [(32, 4), (48, 6), (64, 6)])
def test_the_same_numbers_as_pytorch(channels: int, blocks: int) -> None:
    torch.manual_seed(channels)
    network = build(channels, blocks)
    for part in network.modules():  # as if it had learned
        if isinstance(part, torch.nn.BatchNorm2d):
            part.running_mean.uniform_(-0.2, 0.2)
            part.running_var.uniform_(0.5, 2)
            torch.nn.init.uniform_(part.weight, 0.5, 1.5)
            torch.nn.init.uniform_(part.bias, -0.3, 0.3)
    network.eval()
    weights = exported(network, {})
    for size in (5, 11, 13, 19):
        position = boards(size, 4, size)
        shown = torch.tensor(floats(native().hex_planes(size, position, 2))).view(4, size, size, PLANES)
        with torch.no_grad():
            logits, chance = network(shown.permute(0, 3, 1, 2))
        for kernels in EXACT:
            found, value = (floats(part) for part in new_net(weights, kernels).evaluate(size, position, 2))
            assert found == pytest.approx(logits.flatten().tolist(), abs=1e-3)
            assert value == pytest.approx(chance.tolist(), abs=1e-3)


TINY = Settings(
    sizes={4: 1},
    channels=16,
    blocks=2,
    taught=0,
    simulations=16,
    fast=4,
    solver=20,
    window=4000,
    generation=10**9,
    first_generation=10**9,
    match_size=4,
)


SEARCHED = replace(
    going_on(TINY),
    simulations=12,
    below=4,
    games=2,
    checked=4,
    solver=20,
    fewest=1,
    window=4000,
    averaging=0.99,
)


def folder(path: Path, settings: Settings) -> Folder:
    made = Folder(path)
    made.begin(settings)
    return made


def test_a_network_learns_what_it_is_shown() -> None:
    """A made-up rule: the mover wins if the first cell is its own, and should play the last cell."""
    settings = Settings(channels=16, blocks=1, batch=32)
    dice, size = random.Random(1), 3
    rows = []
    for _ in range(300):
        seen = bytes([dice.choice((1, 2)), *(dice.choice((0, 0, 1, 2)) for _ in range(7)), 0])
        rows.append(row(seen, {8: 1.0}, int(seen[0] == 1), float(seen[0] == 1), proved=True))
    window, targets = Window(), Targets()
    assert window.add(size, b"".join(rows), 10**6) == 300
    learner = Learner(settings)
    first = learner.step(window, targets)
    for _ in range(150):
        last = learner.step(window, targets)
    assert last[0] < 0.1 * first[0] and last[1] < 0.3 * first[1]


def test_nothing_is_learned_from_too_few_positions(tmp_path: Path) -> None:
    for fewest, learned in ((10**6, False), (1, True)):
        settings = replace(TINY, fewest=fewest)
        run = Run(folder(tmp_path / str(fewest), settings), settings, Here(), 0, lambda *_: None)
        run.advance()
        run.advance()
        assert (run.learner.steps > 0) == learned


def test_a_run_goes_on_as_if_it_had_not_been_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same settings give the same network, also when it was killed some time after a checkpoint."""
    monkeypatch.setattr(running, "CHECKPOINT_INTERVAL", 1e9)
    for name, settings in (("games", TINY), ("positions", SEARCHED)):
        whole = Run(folder(tmp_path / name, settings), settings, Here(), 0, lambda *_: None)
        whole.run(lambda progress: progress.batches >= 24)
        path = tmp_path / f"{name} stopped"
        stopped = Run(folder(path, settings), settings, Here(), 0, lambda *_: None)
        stopped.run(lambda progress: progress.batches >= 22)  # a checkpoint was kept after 20, none since
        again = Run(Folder(path), settings, Here(), 0, lambda *_: None)
        assert again.progress.batches == 20 and again.window.count == sum(again.window.sizes.values()) > 0
        again.run(lambda progress: progress.batches >= 24)
        assert again.weights == whole.weights and len(whole.weights) > 10_000


def test_a_checkpoint_is_written_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHECKPOINT_INTERVAL", 0.0)
    run = Run(folder(tmp_path, TINY), TINY, Here(), 0, lambda *_: None)
    run.advance()
    assert Folder(tmp_path).checkpoint()[0].batches == 1


def test_some_files_are_held_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are judged by bands of stones, never learned from, also after a stop."""
    monkeypatch.setattr(running, "HELD_BACK", 3)
    start = random_weights(SEARCHED.channels, SEARCHED.blocks)
    made = Folder(tmp_path)
    made.begin_with(SEARCHED, start.write())
    run = Run(made, SEARCHED, Here(), 0, lambda *_: None)
    run.run(lambda progress: progress.batches >= 9)
    assert run.progress.positions == run.window.count + run.held_back.count
    assert len(run.held_back.parts) == 3 and len(run.window.parts) == 6
    run.report()
    run.keep()
    text = (tmp_path / "progress.txt").read_text()
    assert f"{run.progress.games} games" in text and f"{run.learner.steps} steps" in text
    lines = {line[:18].strip(): line[18:].split() for line in text.splitlines()[1:] if line}
    assert lines["stones"] == ["1-8", "9-16", "17-24", "25-32", "33-121"]
    assert float(lines["value now"][1]) > 0 and lines["value now"] != lines["value at first"]
    again = Run(made, SEARCHED, Here(), 0, lambda *_: None)
    assert again.held_back.count == run.held_back.count and again.window.count == run.window.count


def test_a_candidate_is_at_rest_and_the_run_is_left_alone(tmp_path: Path) -> None:
    made, start = Folder(tmp_path), random_weights(SEARCHED.channels, SEARCHED.blocks)
    made.begin_with(SEARCHED, start.write())
    assert candidate(made, SEARCHED, 10, lambda *_: None) is None
    run = Run(made, SEARCHED, Here(), 0, lambda *_: None)
    run.run(lambda progress: progress.batches >= 8)
    run.keep()
    content, reports = (tmp_path / "checkpoint").read_bytes(), []
    ends = [candidate(made, SEARCHED, 60, lambda *each: reports.append(each)) for _ in range(2)]
    assert ends[0] == ends[1] and reports[0][0] == 0 and reports[1][0] == 50
    assert ends[0].made["steps"] == run.learner.steps + 60 and ends[0].made["sharpness"] > 0
    assert (tmp_path / "checkpoint").read_bytes() == content
    mean = candidate(made, SEARCHED, 0, lambda *_: None)
    assert mean.numbers == read_weights(run.weights).numbers != ends[0].numbers
    window, _ = fill_windows(made, SEARCHED, run.progress)
    targets, dice = targets_of(SEARCHED, run.progress), random.Random(1)
    batches = [window.draw(64, dice, targets) for _ in range(4)]

    def wrong(weights: Weights) -> float:
        learner = Learner(SEARCHED)
        learner.begin_with(weights)
        return sum(part.item() for batch in batches for part in learner.losses(learner.mean, batch, 1))

    assert wrong(ends[0]) < wrong(start)


def test_a_stopped_run_goes_on_in_another_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one file, with averages and optimizer; learning waits for enough positions."""
    monkeypatch.setattr("pavage.training.workers.lower_priority", lambda: None)
    one, file = tmp_path / "one", tmp_path / "run.zip"
    settings = replace(SEARCHED, fewest=700)
    first = Folder(one)
    first.begin_with(settings, random_weights(settings.channels, settings.blocks).write())
    assert main(["train", str(one), "--export", str(file)]) == 2
    assert "nothing that was learned" in capsys.readouterr().err
    run = Run(first, settings, Here(), 0, lambda *_: None)
    run.run(lambda progress: progress.batches >= 8)
    run.keep()
    assert main(["train", str(one), "--export", str(file)]) == 0
    assert file.stat().st_size < 1_000_000 and str(file) in capsys.readouterr().out
    runs: list[Run] = []
    monkeypatch.setattr(Run, "run", lambda run, enough: runs.append(run))
    again = ["train", str(tmp_path / "two"), "--from", str(file), "--workers", "0"]
    assert main(again) == 0 and "goes on" in capsys.readouterr().out
    found = runs[0]
    assert found.settings == settings and found.progress == run.progress
    assert found.learner.write() == run.learner.write() and found.weights == run.weights
    assert found.window.count == 0
    steps = found.learner.steps
    found.advance()
    assert found.progress.batches == 9 and found.learner.steps == steps  # the window is not full enough yet
    while found.window.count < 700:
        found.advance()
    found.advance()
    assert found.learner.steps > steps
    assert main(again) == 2 and "--from" in capsys.readouterr().err
    file.write_bytes(file.read_bytes()[:-40])
    again[1] = str(tmp_path / "three")
    assert main(again) == 2 and "run.zip" in capsys.readouterr().err
    assert not (tmp_path / "three" / "settings.json").exists()


def test_a_layer_is_changed_in_all_directions_alike() -> None:
    """Also where the batch says next to nothing; never in the two corners that are no neighbours."""
    network = build(16, 1)
    optimizer, layer = Optimizer(network, 1e-3, 0.0), network.policy
    before = layer.convolution.weight.detach().clone()
    for each in network.parameters():
        each.grad = torch.zeros_like(each)
    said = (
        torch.randn(16, 16 * 7) * torch.logspace(0, -1.5, 16)[:, None]
    )  # one direction thirty times the other
    taps = layer.mask.flatten().nonzero()[:, 0]
    layer.convolution.weight.grad.flatten(2)[:, :, taps] = said.view(16, 16, 7)
    optimizer.step(1e-3)
    change = (before - layer.convolution.weight.detach()).flatten(2)
    sizes = torch.linalg.svdvals(change[:, :, taps].reshape(16, -1)) / (LAYER_RATE * 1e-3)
    assert sizes.min() > 0.5 and sizes.max() < 1.5
    assert not change[:, :, [0, 8]].any() and len(taps) == 7
    assert (change[:, :, taps].reshape(16, -1) * said).sum() > 0  # where the batch says, not away from it


def test_a_network_of_another_shape_begins_with_the_games_that_are_there(tmp_path: Path) -> None:
    first = Run(folder(tmp_path, TINY), TINY, Here(), 0, lambda *_: None)
    first.run(lambda progress: progress.batches >= 10)
    first.keep()
    larger = replace(TINY, channels=32, blocks=1)
    second = Run(Folder(tmp_path), larger, Here(), 0, lambda *_: None)
    assert second.progress.batches == 10 and second.progress.due == 3 * second.window.count
    second.run(lambda progress: progress.batches >= 11)
    assert second.progress.due < TINY.batch and second.learner.steps > 0


def test_a_larger_network_grows_from_a_smaller_one_without_a_step_back(tmp_path: Path) -> None:
    first = Run(folder(tmp_path, TINY), TINY, Here(), 0, lambda *_: None)
    first.run(lambda progress: progress.batches >= 10)
    first.keep()
    larger = replace(TINY, channels=32, blocks=3)
    second = Run(Folder(tmp_path), larger, Here(), 0, lambda *_: None)
    assert second.progress.shape == "32x3" and second.progress.due < TINY.batch
    assert second.learner.steps == first.learner.steps
    position = boards(5, 4, 5)
    before, after = (
        new_net(read_weights(one.weights), "plain").evaluate(5, position, 2) for one in (first, second)
    )
    for old, new in zip(before, after, strict=True):
        assert floats(new) == pytest.approx(floats(old), abs=1e-4)
    told = second.learner.mean.shares.weight[:, 16:].abs().sum().item()
    second.run(lambda progress: progress.batches >= 12)
    assert told == 0 != second.learner.mean.shares.weight[:, 16:].abs().sum().item()  # what is new learns
    assert second.learner.mean.blocks[2].second.convolution.weight.abs().sum().item() > 0


def won_by_the_first(size: int, weights: tuple[bytes, bytes]) -> float:
    """Its share of games from every first stone, both ways, by eight simulations without connections."""
    nets = [new_net(read_weights(one)) for one in weights]
    won = 0
    for opening, first in itertools.product(range(size * size), (0, 1)):
        seats = [new_search(size, ["connections", "inferior"], net=nets[one]) for one in (first, 1 - first)]
        board, turn = bytearray(size * size), 2
        board[opening] = 1
        while not native().hex_winner(size, bytes(board)):
            allowed = bytes(not code for code in board)
            board[seats[turn - 1].search(bytes(board), turn, allowed, 8, 0.0, 1, None, True)[0]] = turn
            turn = 3 - turn
        won += (native().hex_winner(size, bytes(board)) == 1) == (first == 0)
    return won / (2 * size * size)


def fresh(channels: int, blocks: int, seed: int) -> bytes:
    torch.manual_seed(seed)
    network = build(channels, blocks)
    network.eval()
    return exported(network, {}).write()


def test_a_network_trained_from_nothing_wins_on_5x5(tmp_path: Path) -> None:
    """Some seconds of its own games, and it beats four that know nothing: 95 % when this was written."""
    settings = replace(TINY, sizes={5: 1}, kept=0.7, match_size=5)
    run = Run(folder(tmp_path, settings), settings, Here(), 0, lambda *_: None)
    run.run(lambda progress: progress.positions >= 4000)
    rivals = [fresh(16, 2, seed) for seed in range(11, 15)]
    assert sum(won_by_the_first(5, (run.weights, rival)) for rival in rivals) / 4 >= 0.8


def test_a_network_that_is_there_goes_on_in_a_new_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a teacher, without a step back: what plays first is the file itself, number for number."""
    monkeypatch.setattr("pavage.training.workers.lower_priority", lambda: None)
    trained = Run(folder(tmp_path / "first", TINY), TINY, Here(), 0, lambda *_: None)
    trained.run(lambda progress: progress.batches >= 12)
    file, other = tmp_path / "some.net", tmp_path / "other"
    file.write_bytes(trained.weights)
    runs = []

    def some(run: Run, enough: object) -> None:
        assert floats(read_weights(run.weights).numbers) == pytest.approx(
            floats(read_weights(trained.weights).numbers), abs=1e-5
        )
        runs.append(run)
        run.settings = replace(run.settings, fewest=1)
        while run.learner.steps < 3:
            run.advance()

    monkeypatch.setattr(Run, "run", some)
    made = ["train", str(other), "--from", str(file), "--sizes", "4", "--workers", "0", "--simulations", "16"]
    assert main(made) == 0
    kept = Folder(other)
    settings = kept.settings()
    assert settings.simulations == 16 and settings.positions and not settings.generation
    assert settings.taught == 0 and kept.start() == read_weights(trained.weights)
    window, targets = runs[0].window, runs[0].targets
    before, after = (
        sum(runs[0].learner.losses(one.eval(), window.draw(64, random.Random(1), targets), 1))
        for one in (trained.learner.mean, runs[0].learner.mean)
    )
    assert after < before + 0.2  # it goes on from there
    capsys.readouterr()
    assert main(made) == 2 and "--from" in capsys.readouterr().err
    smaller = ["train", str(tmp_path / "third"), "--from", str(file), "--net", "16x1"]
    assert main(smaller) == 2 and "≥ 16x2" in capsys.readouterr().err
    made[1:4] = [str(tmp_path / "third"), "--from", str(tmp_path / "nowhere.net")]
    assert main(made) == 2 and "nowhere.net" in capsys.readouterr().err
    file.write_bytes(b"no network")
    made[3] = str(file)
    assert main(made) == 2 and "does not begin as a file of ours" in capsys.readouterr().err
    assert not (tmp_path / "third").exists()


def test_generations_are_measured_and_the_best_is_kept(tmp_path: Path) -> None:
    told = []
    settings = replace(
        TINY, generation=300, first_generation=300, match_games=4, match_simulations=4, yardsticks=(50,)
    )
    run = Run(folder(tmp_path, settings), settings, Here(), 0, lambda *what: told.append(what))
    run.run(lambda progress: progress.generations >= 2)
    kept = Folder(tmp_path)
    assert [entry["generation"] for entry in kept.history()] == [
        1,
        2,
    ] and "against_best" in kept.history()[1]
    assert kept.generation(2).exists() and (tmp_path / "best.net").exists()
    assert [entry for what, entry in told if what == "generation"] == kept.history()
    assert read_weights(kept.generation(2).read_bytes()).made["generation"] == 2


def test_the_command_begins_goes_on_and_plays_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = needs("distributed")
    monkeypatch.setattr("pavage.training.workers.lower_priority", lambda: None)
    made = ["train", str(tmp_path), "--net", "16x1", "--sizes", "4", "--taught", "0", "--workers", "0"]
    monkeypatch.setattr(Run, "run", lambda run, enough: [run.advance() for _ in range(3)])
    assert main(made) == 0 and "begins" in capsys.readouterr().out
    assert main(["train", str(tmp_path), "--workers", "0", "--simulations", "20"]) == 0
    assert "goes on" in capsys.readouterr().out and Folder(tmp_path).settings().simulations == 20
    assert Folder(tmp_path).checkpoint()[0].batches == 6
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        assert main(["train", str(tmp_path), "--scheduler", local.scheduler_address]) == 0
    assert Folder(tmp_path).checkpoint()[0].batches == 9
    with Folder(tmp_path).held():
        assert main(["train", str(tmp_path)]) == 2
    assert "another process" in capsys.readouterr().err
