"""Does a network help at Hex-n? The Hex network's layers in a form for any tiling, learned and played.

    .venv/bin/python benchmarks/hexn_network.py [GAMES] [OPENINGS]     wants PyTorch; some ten minutes

The search plays itself at Hex-3 on its usual board; a network learns what it looked at and who won. Instead
of seven taps, one for each direction, its layers take a cell and the mean of its neighbours: that is known on
every tiling. It says how far the network is off on games it has not seen, beside playouts. Then trees that
ask it meet the search, one against two and two against one.
"""

from __future__ import annotations

import math
import random
import sys
import time
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from pavage.games.hexn import HexN, HexNPosition
from pavage.players.fast import native
from pavage.players.fast.hexn import ground

SEARCHED = 1000
"""Simulations of the search, for what is learned and in the match: 14 ms a move."""
ASKED = 100
"""Simulations of the tree that asks the network: as long, if it were in C++ as fast as that for Hex."""
CHANNELS, BLOCKS, ROUNDS, BATCH = 32, 4, 9, 128
VALUE_SHARE = 0.2
"""How much the result counts beside the policy: with more it learns the games by heart."""
EXPLORATION = 1.3
SEATS = 3

GAME = HexN()
CELLS = len(GAME.tiling)
CORE: Any = native()
GROUND = ground(CORE, GAME)

Row = tuple[HexNPosition, list[int]]


def searched(position: HexNPosition, dice: random.Random) -> tuple[int, list[int]]:
    """The move and how often each was looked at."""
    free = bytes(not piece for piece in position.board)
    best, _, visits, *_ = CORE.hexn_search(
        GROUND,
        position.board,
        position.alive,
        position.turn + 1,
        free,
        bytes(CELLS),
        SEARCHED,
        0.0,
        dice.getrandbits(63),
        None,
    )
    return best, visits


def winner(position: HexNPosition) -> int:
    outcome = GAME.outcome(position)
    assert outcome is not None
    return outcome.returns.index(max(outcome.returns))


def one_game(dice: random.Random) -> tuple[list[Row], int]:
    """Begins with a few moves at random, and strays now and then."""
    position, rows, at_random = GAME.start(), [], dice.randrange(5)
    while GAME.outcome(position) is None:
        best, visits = searched(position, dice)
        if any(visits):
            rows.append((position, visits))
        if len(rows) <= at_random or dice.random() < 0.05:
            best = dice.choice(GAME.moves(position))[0]
        elif len(rows) <= 12:
            best = dice.choices(range(CELLS), visits)[0] if any(visits) else best
        position = GAME.play(position, (best,))
    return rows, winner(position)


NEAR = torch.zeros(CELLS, CELLS)
for cell in GAME.tiling.cells:
    for other in GAME.tiling.neighbours[cell]:
        NEAR[cell, other] = 1 / len(GAME.tiling.neighbours[cell])
PORTS = torch.zeros(SEATS, CELLS)
for number, port in enumerate(GAME.ports):
    PORTS[number % SEATS, list(port)] = 1


def planes(position: HexNPosition) -> Any:
    """Empty cells; then, from the mover on, stones, ports, and who is in."""
    board = torch.frombuffer(bytearray(position.board), dtype=torch.uint8)
    seats = [(position.turn + number) % SEATS for number in range(SEATS)]
    return torch.stack(
        [
            (board == 0).float(),
            *((board == seat + 1).float() for seat in seats),
            *(PORTS[seat] for seat in seats),
            *(torch.full((CELLS,), float(position.alive >> seat & 1)) for seat in seats),
        ],
        dim=1,
    )


class Layer(nn.Module):
    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.mix = nn.Linear(2 * inputs, CHANNELS, bias=False)
        self.norm = nn.BatchNorm1d(CHANNELS)

    def forward(self, x: Any) -> Any:
        mixed = self.mix(torch.cat([x, NEAR @ x], 2))
        return self.norm(mixed.transpose(1, 2)).transpose(1, 2)


def pool(x: Any) -> Any:
    return torch.cat([x.mean(1), x.amax(1)], 1)


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = Layer(CHANNELS), Layer(CHANNELS)
        self.board = nn.Linear(2 * CHANNELS, CHANNELS, bias=False)

    def forward(self, x: Any) -> Any:
        return torch.relu(x + self.second(torch.relu(self.first(x) + self.board(pool(x))[:, None])))


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = Layer(1 + 3 * SEATS)
        self.blocks = nn.Sequential(*(Block() for _ in range(BLOCKS)))
        self.policy, self.shares = Layer(CHANNELS), nn.Linear(CHANNELS, 1)
        self.value = nn.Sequential(nn.Linear(2 * CHANNELS, 32), nn.ReLU(), nn.Linear(32, SEATS))

    def forward(self, x: Any) -> tuple[Any, Any]:
        """Logits of the cells, and of who wins: the mover, the next, the one after."""
        taken = x[:, :, 0] == 0
        y = self.blocks(torch.relu(self.stem(x)))
        logits = self.shares(torch.relu(self.policy(y)))[..., 0]
        return logits.masked_fill(taken, -1e9), self.value(pool(y))


Samples = tuple[Any, Any, Any]


def packed(games: list[tuple[list[Row], int]]) -> Samples:
    rows = [(position, visits, won) for found, won in games for position, visits in found]
    visits = torch.tensor([row[1] for row in rows], dtype=torch.float32)
    return (
        torch.stack([planes(row[0]) for row in rows]),
        visits / visits.sum(1, keepdim=True),
        torch.tensor([(won - position.turn) % SEATS for position, _, won in rows]),
    )


def learn(network: Network, samples: Samples) -> None:
    steps = ROUNDS * (len(samples[0]) // BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=1e-3)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    network.train()
    for _ in range(ROUNDS):
        order = torch.randperm(len(samples[0]))
        for chosen in order[: len(order) // BATCH * BATCH].split(BATCH):
            x, policy, won = (part[chosen] for part in samples)
            logits, value = network(x)
            loss = -(policy * functional.log_softmax(logits, 1)).sum(1).mean()
            loss = loss + VALUE_SHARE * functional.cross_entropy(value, won, label_smoothing=0.1)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            rate.step()
    network.eval()


@torch.no_grad()
def judge(network: Network, samples: Samples) -> None:
    x, policy, won = samples
    logits, value = network(x)
    same = (logits.argmax(1) == policy.argmax(1)).float().mean()
    mover = (won == 0).float()
    brier = ((functional.softmax(value, 1)[:, 0] - mover) ** 2).mean()
    base = ((mover.mean() - mover) ** 2).mean()
    print(
        f"on {len(x)} other positions: the search's move in {same:.1%}; squared error of the mover's "
        f"chance {brier:.3f}, where the same chance for all has {base:.3f}",
        flush=True,
    )


def judge_playouts(games: list[tuple[list[Row], int]], dice: random.Random) -> None:
    errors, begun = [], time.process_time()
    for rows, won in games:
        for position, _ in rows[::3]:
            wins = CORE.hexn_playouts(
                GROUND,
                position.board,
                position.alive,
                position.turn + 1,
                position.alive,
                200,
                dice.getrandbits(63),
            )
            errors.append((wins[position.turn] / 200 - (won == position.turn)) ** 2)
    spent = 1000 * (time.process_time() - begun) / len(errors)
    print(f"200 playouts: {sum(errors) / len(errors):.3f}, {spent:.1f} ms each", flush=True)


class Node:
    """A tree in which everybody wants to win."""

    def __init__(self, network: Network, position: HexNPosition) -> None:
        self.network, self.position = network, position
        self.seen = 0
        self.children: dict[int, Node] = {}
        outcome = GAME.outcome(position)
        self.over = outcome is not None
        if outcome is not None:
            self.value = [float(result == 1) for result in outcome.returns]
            return
        with torch.no_grad():
            logits, value = network(planes(position)[None])
        chances = functional.softmax(value[0], 0).tolist()
        inside = [
            chances[(seat - position.turn) % SEATS] * (position.alive >> seat & 1) for seat in range(SEATS)
        ]
        self.value = [chance / sum(inside) for chance in inside]
        self.prior: list[float] = functional.softmax(logits[0], 0).tolist()
        self.moves = [move[0] for move in GAME.moves(position)]
        self.visits, self.sums = dict.fromkeys(self.moves, 0), dict.fromkeys(self.moves, 0.0)

    def simulate(self) -> list[float]:
        self.seen += 1
        if self.over or self.seen == 1:
            return self.value
        mine = self.position.turn
        unseen = max(0.0, (self.value[mine] + sum(self.sums.values())) / (self.seen - 1) - 0.1)
        wide = EXPLORATION * math.sqrt(self.seen - 1)

        def promise(move: int) -> float:
            visits = self.visits[move]
            known = self.sums[move] / visits if visits else unseen
            return known + wide * self.prior[move] / (1 + visits)

        move = max(self.moves, key=promise)
        if move not in self.children:
            self.children[move] = Node(self.network, GAME.play(self.position, (move,)))
        value = self.children[move].simulate()
        self.visits[move] += 1
        self.sums[move] += value[mine]
        return value


def asked(network: Network, position: HexNPosition) -> int:
    top = Node(network, position)
    for _ in range(ASKED):
        top.simulate()
    return max(top.moves, key=lambda move: top.visits[move])


def match(network: Network, openings: int, dice: random.Random) -> None:
    won, played = {1: 0, 2: 0}, {1: 0, 2: 0}
    for _ in range(openings):
        stones = dice.sample(range(CELLS), SEATS)
        for alone in range(SEATS):
            for with_network in ({alone}, set(range(SEATS)) - {alone}):
                position = GAME.start()
                for stone in stones:
                    position = GAME.play(position, (stone,))
                while GAME.outcome(position) is None:
                    mine = position.turn in with_network
                    move = asked(network, position) if mine else searched(position, dice)[0]
                    position = GAME.play(position, (move,))
                won[len(with_network)] += winner(position) in with_network
                played[len(with_network)] += 1
    print(
        f"one network against two searches: {won[1]} of {played[1]} (a third is equal); "
        f"two against one: {won[2]} of {played[2]} (two thirds)"
    )


def main() -> None:
    count, openings, *_ = [*map(int, sys.argv[1:]), *(800, 6)[len(sys.argv) - 1 :]]
    torch.manual_seed(1)
    torch.set_num_threads(1)
    dice = random.Random(7)
    games = []
    for number in range(count):
        games.append(one_game(dice))
        print(f"\r{number + 1} of {count} games", end="", file=sys.stderr, flush=True)
    kept = len(games) * 9 // 10
    network = Network()
    print(
        f"\r{sum(part.numel() for part in network.parameters())} weights learn from {kept} games", flush=True
    )
    learn(network, packed(games[:kept]))
    judge(network, packed(games[kept:]))
    judge_playouts(games[kept:], dice)
    match(network, openings, dice)


if __name__ == "__main__":
    main()
