"""`pavage solve`: who wins a Hex position, and with which move."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pavage.cli.common.arguments import Given, Parser, whole
from pavage.cli.common.progress import Progress
from pavage.games.hex import Hex, HexPosition
from pavage.match import Match
from pavage.players import fast
from pavage.players.fast.hex_openings import best_opening, opening_on, openings
from pavage.players.fast.hex_solver import LARGEST, MEMORY, HexSolver, Solution
from pavage.players.fast.hex_table import HexTable
from pavage.registry import board_of, scene_of
from pavage.scene import Mark, Moment
from pavage.terminal.console import Console, console_for
from pavage.view.text import draw
from pavage.words import Words
from pavage.words.complaint import Complaint

COLOURS = ("", "red", "blue")


def arguments(parser: Parser) -> None:
    parser.take("--size", metavar="number", default="7")
    parser.take("--moves", metavar="moves", default="")
    parser.switch("--openings")
    parser.switch("--cold")
    parser.take("--table", metavar="file")
    parser.take("--memory", metavar="number")
    parser.take("--seconds", metavar="number")
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    size = whole(given.size, "--size", 2, LARGEST) or 7
    megabytes = whole(given.memory, "--memory", 1, 1 << 20)
    seconds = whole(given.seconds, "--seconds", 1, 1_000_000) or 0
    if fast.native() is None:
        raise Complaint("cli.solve.no_native")
    game = Hex(size=size, swap="none")
    match = Match(game)
    position = game.start()
    for text in given.moves.replace(",", " ").split():
        match.play(game.read(position, text))
        assert isinstance(match.position, HexPosition)
        position = match.position
    if game.outcome(position) is not None:
        raise Complaint("cli.solve.over")
    solver = HexSolver(size, megabytes << 20 if megabytes else MEMORY)
    table = HexTable(size)
    if given.table:
        _load(table, Path(given.table), solver)
    if given.openings:
        _openings(given, words, game, position, solver, seconds)
    else:
        solution = _solution(given, words, game, position, solver, table, seconds)
        if given.json:
            print(json.dumps(_data(game, position, solution), ensure_ascii=False))
        else:
            print("\n".join(_text(game, position, solution, words, console_for(sys.stdout))))
    if given.table:
        _save(table, Path(given.table), solver)
    return 0


def _load(table: HexTable, path: Path, solver: HexSolver) -> None:
    try:
        table.load(path, solver)
    except OSError as error:
        raise Complaint("cli.solve.table_unread", file=path) from error


def _save(table: HexTable, path: Path, solver: HexSolver) -> None:
    try:
        table.save(path, solver)
    except OSError as error:
        raise Complaint("cli.solve.table_unwritten", file=path) from error


def _solution(
    given: Given,
    words: Words,
    game: Hex,
    position: HexPosition,
    solver: HexSolver,
    table: HexTable,
    seconds: int,
) -> Solution:
    """What is known already, or what the search finds."""
    colour = game.colour(position, position.turn) + 1
    known = table.answer(position.board, colour) or (
        None if given.cold else shipped(game.size, position.board)
    )
    if known:
        return known
    with Progress(console_for(sys.stderr).unicode) as progress:

        def report(done: int, nodes: int, proof: float, disproof: float, cell: int) -> bool:
            share = proof / (proof + disproof) if proof + disproof < float("inf") else 0.5
            progress.show(1 - share, words("cli.solve.progress", done=done, nodes=nodes))
            return False

        solution = solver.solve(position.board, colour, seconds=seconds, report=report)
    table.keep(position.board, colour, solution)
    return solution


def shipped(size: int, board: bytes) -> Solution | None:
    """The answer of the table that comes with the package: for the empty board and for the first stone."""
    if not any(board):
        best = best_opening(size)
        return _found(1, best[0], best[1].carrier) if best else None
    opening = opening_on(size, board)
    return _found(1 if opening.wins else 2, opening.reply, opening.carrier) if opening else None


def _found(winner: int, move: int, carrier: frozenset[int]) -> Solution:
    return Solution(winner, move, (move,), carrier, evaluations=0, nodes=0, cpu=0.0)


def _openings(
    given: Given, words: Words, game: Hex, position: HexPosition, solver: HexSolver, seconds: int
) -> None:
    """Every move of the position, won or lost for whoever makes it."""
    colour = game.colour(position, position.turn) + 1
    free = position.board.count(0)
    begun = time.process_time()
    found: dict[int, bool] = {}
    if not given.cold and not any(position.board):
        found = {cell: opening.wins for cell, opening in openings(game.size).items()}
    if not found:
        with Progress(console_for(sys.stderr).unicode) as progress:

            def known(some: dict[int, bool]) -> None:
                progress.show(len(some) / free, words("cli.solve.openings_done", done=len(some), count=free))

            end = time.monotonic() + seconds if seconds else float("inf")
            found = solver.moves(
                position.board, colour, known=known, report=lambda *_: time.monotonic() > end
            )
    cpu = time.process_time() - begun
    names = game.tiling.names
    if given.json:
        verdicts = {names[cell]: "win" if won else "loss" for cell, won in found.items()}
        undecided = [
            names[cell] for cell, piece in enumerate(position.board) if not piece and cell not in found
        ]
        told = {"size": game.size, "openings": verdicts, "open": undecided, "cpu": cpu, "nodes": solver.nodes}
        print(json.dumps(told))
        return
    marks = [
        Mark("text", tuple(cell for cell, won in found.items() if won is kind), text=sign)
        for kind, sign in ((True, "+"), (False, "-"))
    ]
    lines = _picture(game, position, marks, console_for(sys.stdout))
    colour_name = words(f"colour.{COLOURS[colour]}")
    lines += ["", words("cli.solve.legend", colour=colour_name, won=sum(found.values()), count=len(found))]
    lines.append(_effort(solver.nodes, cpu, words))
    if len(found) < free:
        lines.append(words("cli.solve.open"))
    print("\n".join(lines))


def _picture(game: Hex, position: HexPosition, marks: Sequence[Mark], console: Console) -> list[str]:
    scene = scene_of(game, Moment(position))
    scene = replace(scene, marks=(*scene.marks, *(mark for mark in marks if mark.cells)))
    drawn = draw(
        board_of(game, scene.board), scene, console.width, colour=console.colour, unicode=console.unicode
    )
    return ["", *(f"  {line}" for line in drawn)]


def _text(game: Hex, position: HexPosition, solution: Solution, words: Words, console: Console) -> list[str]:
    """The board with the cells that prove the verdict, and the verdict in words."""
    names = game.tiling.names
    mover = game.colour(position, position.turn) + 1
    empty = tuple(cell for cell in sorted(solution.carrier) if not position.board[cell])
    marks = []
    if solution.winner:
        marks.append(Mark("tint", empty, colour=COLOURS[solution.winner]))
    if solution.winner == mover:
        marks.append(Mark("target", (solution.move,)))
    lines = [*_picture(game, position, marks, console), ""]
    winner = words(f"colour.{COLOURS[solution.winner]}") if solution.winner else ""
    if not solution.winner:
        lines.append(words("cli.solve.open"))
    elif solution.winner == mover:
        lines.append(words("cli.solve.won", colour=winner, move=names[solution.move]))
    else:
        lines.append(words("cli.solve.lost", colour=winner))
    if solution.line:
        lines.append(words("cli.solve.line", line=" ".join(names[cell] for cell in solution.line)))
    return [*lines, _effort(solution.nodes, solution.cpu, words)]


def _effort(nodes: int, cpu: float, words: Words) -> str:
    if nodes == 0:
        return words("cli.solve.known")
    seconds = f"{cpu:.2f}"
    return words(
        "cli.solve.effort",
        nodes=nodes,
        seconds=seconds.replace(".", ",") if words.language == "fr" else seconds,
    )


def _data(game: Hex, position: HexPosition, solution: Solution) -> dict[str, Any]:
    names = game.tiling.names
    return {
        "size": game.size,
        "turn": COLOURS[game.colour(position, position.turn) + 1],
        "winner": COLOURS[solution.winner] or None,
        "move": names[solution.move] if solution.move >= 0 else None,
        "line": [names[cell] for cell in solution.line],
        "carrier": [names[cell] for cell in sorted(solution.carrier)],
        "cpu": solution.cpu,
        "nodes": solution.nodes,
    }
