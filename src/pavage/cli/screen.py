"""What the screen shows of a game: the board on the left, who plays on the right, what to do below."""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass

from pavage.cli.ink import Ink
from pavage.cli.progress import bar
from pavage.cli.sitting import Sitting
from pavage.game import Seat
from pavage.registry import board_of
from pavage.scene import Board, Scene
from pavage.view.characters import paint, visible
from pavage.view.text import SGR, draw, stone

MARGIN, GAP, PANEL = 2, 4, 31
"""Columns left of the board, between it and the panel, and of the panel at the least."""
AROUND = 6
"""Lines that are not the board: title, blank, blank, what to do, message, input."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines of a screen, and where the cursor of the terminal stands."""

    lines: list[str]
    cursor: tuple[int, int]


def needed(board: Board, scene: Scene) -> tuple[int, int]:
    """The columns and lines without which a game does not fit."""
    drawn = draw(board, scene, colour=False)
    return max(map(len, drawn)) + MARGIN + GAP + PANEL, len(drawn) + AROUND


def frame(sitting: Sitting, ink: Ink, typed: str, cursor: int, now: float) -> Frame:
    """The whole screen. If the window is too small it says so, and the game can still be played by typing."""
    board, scene = board_of(sitting.match.game), sitting.scene()
    wide, high = needed(board, scene)
    foot = _foot(sitting, ink, scene, typed)
    if ink.width < wide or ink.height < high:
        said = sitting.words("cli.play.too_small", wide=wide, high=high)
        lines = [*textwrap.wrap(said, max(10, ink.width - 1)), "", *foot][-ink.height :]
    else:
        shown = cursor if sitting.person_to_move and not sitting.question else None
        drawn = draw(
            board,
            scene,
            ink.width - MARGIN - GAP - PANEL,
            ink.height - AROUND,
            colour=ink.colour,
            unicode=ink.unicode,
            cursor=shown,
        )
        left = max(len(visible(line)) for line in drawn) + MARGIN + GAP
        body = max(len(drawn), min(ink.height - AROUND, 16))
        panel = _panel(sitting, ink, board, scene, ink.width - left - 1, body, now)
        drawn = [" " * MARGIN + line for line in drawn] + [""] * (body - len(drawn))
        lines = [_title(sitting, ink), ""]
        for place, line in enumerate(drawn):
            beside = panel[place] if place < len(panel) else ""
            lines.append(line + " " * (left - len(visible(line))) + beside if beside else line)
        lines += ["", *foot]
    lines = [_cut(line, ink.width) for line in lines]
    return Frame(
        lines, (len(lines) - 1, min(ink.width - 1, len(visible(lines[-1])) + lines[-1].endswith(">")))
    )


def _cut(line: str, width: int) -> str:
    """Nothing may run over the edge: a wrapped line would push the board away."""
    return line if len(visible(line)) <= width else visible(line)[: max(1, width - 1)] + "…"


def _title(sitting: Sitting, ink: Ink) -> str:
    match = sitting.match
    title = sitting.words(f"{match.game.name}.title")
    size = match.game.tiling.code
    if size.startswith("R") and size[1:].isdigit():
        size = f"{size[1:]}×{size[1:]}" if ink.unicode else f"{size[1:]}x{size[1:]}"
    moves = sitting.words.count("cli.play.moves", len(match.played))
    left = f"{' ' * MARGIN}{ink.bold(title)} {size}"
    return left + ink.faint(moves.rjust(ink.width - len(visible(left)) - MARGIN))


def directions(board: Board, colour: str) -> str | None:
    """Which sides of the board bear a colour: top and bottom, left and right; None for other boards."""
    points = [point for polygon in board.polygons for point in polygon]
    x0 = (min(x for x, _ in points) + max(x for x, _ in points)) / 2
    y0 = (min(y for _, y in points) + max(y for _, y in points)) / 2
    if len(board.bands) != 4:
        return None
    found = set()
    for band in board.bands:
        if band.colour == colour:
            (ax, ay), (bx, by) = band.points[0], band.points[-1]
            dx, dy = (ax + bx) / 2 - x0, (ay + by) / 2 - y0
            level = abs(by - ay) < abs(bx - ax) / 3
            found.add(("bottom" if dy > 0 else "top") if level else ("right" if dx > 0 else "left"))
    return {frozenset(("top", "bottom")): "vertical", frozenset(("left", "right")): "horizontal"}.get(
        frozenset(found)
    )


def aim(sitting: Sitting, board: Board, scene: Scene, seat: Seat) -> str:
    """What a seat is after, said so that it can be understood without colours."""
    way = directions(board, scene.seats[seat].colour)
    if way:
        return sitting.words(f"cli.play.aim.{way}")
    said = scene.seats[seat].aim
    return sitting.words(said) if said else ""


def seat_line(sitting: Sitting, ink: Ink, scene: Scene, seat: Seat) -> str:
    """A seat in a few words: its stone, its colour, who sits there."""
    colour = scene.seats[seat].colour
    sign = paint(stone(colour, ink.unicode), f"{SGR.get(colour, '1')};1", ink.colour)
    return f"{sign} {sitting.words(f'colour.{colour}')} – {sitting.name(seat)}"


def clock_text(sitting: Sitting, seat: Seat, now: float) -> str:
    clock = sitting.match.clock
    if clock is None:
        return ""
    seconds, periods = clock.remaining(seat, now)
    whole = math.ceil(seconds)
    days, hours, minutes = whole // 86400, whole // 3600 % 24, whole // 60 % 60
    text = f"{minutes}:{whole % 60:02d}"
    if days:
        text = sitting.words("cli.play.days", days=days, hours=hours)
    elif hours:
        text = f"{hours}:{minutes:02d}:{whole % 60:02d}"
    return f"{text} +{periods}" if clock.control.periods else text


def _panel(
    sitting: Sitting, ink: Ink, board: Board, scene: Scene, width: int, height: int, now: float
) -> list[str]:
    words = sitting.words
    if sitting.helping:
        return [row for line in words("cli.play.help").splitlines() for row in textwrap.wrap(line, width)]
    lines: list[str] = []
    for seat in range(len(scene.seats)):
        arrow = ("▸" if ink.unicode else ">") if scene.turn == seat else " "
        lines.append(f"{arrow} {seat_line(sitting, ink, scene, seat)}")
        if said := aim(sitting, board, scene, seat):
            lines.append(ink.faint(f"    {said}"))
        if clock := clock_text(sitting, seat, now):
            lines.append(f"    {ink.bold(clock) if scene.turn == seat else clock}")
    lines.append("")
    keys = [f"  {line}" for line in words("cli.play.keys").splitlines()]
    room = height - len(lines) - len(keys) - 1
    lines += _history(sitting, ink, room)
    lines += [""] * (height - len(lines) - len(keys))
    return lines + [ink.faint(line) for line in keys]


def _history(sitting: Sitting, ink: Ink, room: int) -> list[str]:
    """The last rounds of the game, the newest at the bottom."""
    game, played = sitting.match.game, sitting.match.played
    texts = [move_text(sitting, move.text) for move in played]
    seats = game.players
    rounds = [texts[start : start + seats] for start in range(0, len(texts), seats)]
    wide = max([4, *map(len, texts)])
    lines = [
        f"  {ink.faint(f'{number:>3}.')} " + " ".join(text.ljust(wide) for text in moves).rstrip()
        for number, moves in enumerate(rounds, 1)
    ]
    return lines[-room:] if room > 0 else []


def _foot(sitting: Sitting, ink: Ink, scene: Scene, typed: str) -> list[str]:
    """What to do, what was said last, and what is being typed."""
    if sitting.messages:
        message = sitting.messages[-1]
    else:
        message = sitting.words("cli.play.after") if sitting.match.outcome else last_answer(sitting)
    return [
        f"{' ' * MARGIN}{prompt(sitting, ink, scene)}",
        f"{' ' * MARGIN}{message}" if message else "",
        f"{' ' * MARGIN}> {typed}",
    ]


def last_answer(sitting: Sitting) -> str:
    """What a computer has just done."""
    played = sitting.match.played[-1:]
    if not played or played[0].seat < 0 or not sitting.table.chairs[played[0].seat].is_computer:
        return ""
    return sitting.words(
        "cli.play.played", who=sitting.name(played[0].seat), move=move_text(sitting, played[0].text)
    )


def move_text(sitting: Sitting, text: str) -> str:
    """A move as people say it: buttons by their labels."""
    game = sitting.match.game
    return sitting.words(f"{game.name}.button.{text}").lower() if text in game.buttons else text


def prompt(sitting: Sitting, ink: Ink, scene: Scene) -> str:
    words = sitting.words
    if sitting.question is not None:
        return ink.bold(sitting.question.text)
    if sitting.thinking:
        share = sitting.counsel.progress
        key = "cli.play.thinking_hint" if sitting.counsel.hint else "cli.play.thinking"
        shown = bar(share, 16, ink.unicode)
        percent = words("cli.percent", number=round(100 * share))
        return f"{words(key)} {shown} {percent:>5}  {ink.faint(words('cli.play.move_now'))}"
    if sitting.match.outcome is not None:
        return ink.bold(sitting.result())
    offers = "".join(
        "  " + ink.bold(words("cli.play.offer", button=words(button.label).lower()))
        for button in scene.buttons
    )
    return f"{words(scene.prompt)}{offers}"
