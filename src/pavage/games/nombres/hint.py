"""The next deduction in words: a saturated line, else a trial, else what only a longer search shows."""

from __future__ import annotations

from pavage.game import Move, Position
from pavage.games.cell_sets import cells_of
from pavage.games.nombres.review import fitting
from pavage.games.nombres.rules import Nombres
from pavage.games.nombres.solving.deduction import Marks, Trial, find_trial, saturated_line
from pavage.phrase import Phrase


def hint(game: Nombres, position: Position) -> tuple[Move, Phrase] | None:
    """A move and its reason: a mark to take away if one is wrong, else the next one to make."""
    if game.outcome(position) is not None:
        return None
    marks = game.marks(position)
    wanted = fitting(game, marks)
    if wanted is None:
        return _mistake(game, marks)
    step = saturated_line(game.grid, game.puzzle.sums, marks)
    if step is not None:
        move = game.site("full" if step.full else "empty"), step.cells[0]
        many = "many" if len(step.cells) > 1 else "one"
        return move, Phrase(
            f"nombres.hint.{'full' if step.full else 'empty'}_{many}",
            (
                ("line", _line_name(game, step.line)),
                ("number", str(len(step.cells))),
                ("sum", str(game.puzzle.sums[step.line])),
                ("cells", ", ".join(game.sites[cell] for cell in step.cells)),
            ),
        )
    trial = find_trial(game.grid, game.puzzle.sums, marks)
    if trial is not None:
        return _trial(game, trial)
    cell = cells_of(game.grid.everything & ~marks.known)[0]
    pen = "full" if wanted >> cell & 1 else "empty"
    return (game.site(pen), cell), Phrase(f"nombres.hint.far_{pen}", (("cell", game.sites[cell]),))


def _trial(game: Nombres, trial: Trial) -> tuple[Move, Phrase]:
    pen = "empty" if trial.full else "full"
    values = (
        ("cell", game.sites[trial.cell]),
        ("line", _line_name(game, trial.line)),
        ("sum", str(game.puzzle.sums[trial.line])),
    )
    return (game.site(pen), trial.cell), Phrase(f"nombres.hint.trial_{pen}", values)


def _mistake(game: Nombres, marks: Marks) -> tuple[Move, Phrase]:
    """A mark that does not fit: on a line that is already wrong if there is one."""
    solution = game.solution()
    wrong = cells_of((marks.full & ~solution) | (marks.empty & solution))
    broken = game.wrong_lines(marks)
    for number in broken:
        on_line = [cell for cell in wrong if game.grid.masks[number] >> cell & 1]
        if on_line:
            values = (("cell", game.sites[on_line[0]]), ("line", _line_name(game, number)))
            return (game.site("clear"), on_line[0]), Phrase("nombres.hint.broken", values)
    named = (("cell", game.sites[wrong[0]]),)
    return (game.site("clear"), wrong[0]), Phrase("nombres.hint.mistake", named)


def _line_name(game: Nombres, number: int) -> Phrase:
    """What a line is called: row 3, column b, the ↘ diagonal of a2."""
    line = game.grid.lines[number]
    first = game.sites[line.cells[0]]
    letter = first.rstrip("0123456789")
    values = {"number": str(line.index + 1), "letter": letter, "cell": first}
    key = f"nombres.line.{'hex_' if game.grid.hexagonal else ''}{line.direction.lower()}"
    return Phrase(key, tuple(values.items()))


def told(game: Nombres, position: Position, move: Move) -> Phrase | None:
    """b3 is full, empty, or cleared."""
    if len(move) != 2:
        return None
    cell, button = sorted(move)
    return Phrase(f"nombres.told.{game.sites[button]}", (("cell", game.sites[cell]),))
