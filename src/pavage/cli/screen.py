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
from pavage.view.text import SGR, draw, sign_of

MARGIN, GAP, PANEL = 2, 4, 31
"""Columns left of the board, between it and the panel, and of the panel at the least."""
FEWEST_ROUNDS = 3
"""Lines of the panel that are kept for the moves."""
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


def note(sitting: Sitting, scene: Scene, seat: Seat) -> str:
    """What else there is to know of a seat."""
    said = scene.seats[seat].note
    return sitting.words(said) if said else ""


def seat_name(sitting: Sitting, ink: Ink, scene: Scene, seat: Seat) -> str:
    """A seat in a few words: its sign, its colour, who sits there."""
    colour = scene.seats[seat].colour
    sign = paint(sign_of(scene, colour, ink.unicode), f"{SGR.get(colour, '1')};1", ink.colour)
    return f"{sign} {sitting.words(f'colour.{colour}')} – {sitting.name(seat)}"


def seat_line(sitting: Sitting, ink: Ink, scene: Scene, seat: Seat) -> str:
    """The same with its score, and whether it is out."""
    view = scene.seats[seat]
    score = f"  {ink.bold(view.score)}" if view.score else ""
    out = f", {sitting.words('cli.play.out')}" if view.out else ""
    return seat_name(sitting, ink, scene, seat) + score + out


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
    keys = [f"  {line}" for line in words("cli.play.keys").splitlines()]
    for lines_each in (4, 2, 1):
        lines = _seats(sitting, ink, board, scene, width, lines_each, now)
        if len(lines) + len(keys) + 1 + FEWEST_ROUNDS <= height:
            break
    lines.append("")
    room = height - len(lines) - len(keys) - 1
    lines += _history(sitting, ink, width, room)
    if len(lines) + len(keys) > height:
        keys = keys[len(lines) + len(keys) - height :]
    lines += [""] * (height - len(lines) - len(keys))
    return lines + [ink.faint(line) for line in keys]


def _seats(
    sitting: Sitting, ink: Ink, board: Board, scene: Scene, width: int, lines_each: int, now: float
) -> list[str]:
    """Who plays, on so many lines each at most; what matters most comes first, the aim last."""
    lines: list[str] = []
    for seat, view in enumerate(scene.seats):
        arrow = ("▸" if ink.unicode else ">") if scene.turn == seat else " "
        clock = clock_text(sitting, seat, now)
        first = f"{arrow} {seat_line(sitting, ink, scene, seat)}"
        if clock and lines_each == 1:
            first += f"  {clock}"
        lines.append(first)
        more = [] if view.out else [ink.faint(aim(sitting, board, scene, seat))]
        more = [ink.faint(note(sitting, scene, seat)), *more]
        if clock and lines_each > 1:
            more = [ink.bold(clock) if scene.turn == seat else clock, *more]
        told = [f"    {_cut(line, width - 4)}" for line in more if visible(line)]
        # With room for all, the order is that of a sentence: aim, note, clock.
        lines += told[: lines_each - 1] if lines_each < 4 else told[::-1]
    return lines


def _history(sitting: Sitting, ink: Ink, width: int, room: int) -> list[str]:
    """The last rounds of the game, the newest at the bottom; long moves follow each other."""
    rounds: list[list[str]] = []
    last = sitting.match.game.players
    for played in sitting.match.played:
        seat = max(0, played.seat)
        if seat <= last or not rounds:
            rounds.append([])
        rounds[-1] += ["–"] * (seat - len(rounds[-1])) + [move_text(sitting, played.text)]
        last = seat
    wide = max([4, *(len(text) for texts in rounds for text in texts)])
    fits = 7 + (wide + 1) * sitting.match.game.players <= width
    lines = []
    for number, texts in enumerate(rounds, 1):
        head = f"  {ink.faint(f'{number:>3}.')} "
        if fits:
            lines.append(head + " ".join(text.ljust(wide) for text in texts).rstrip())
            continue
        wrapped = textwrap.wrap(" ".join(texts), max(8, width - 8), break_on_hyphens=False)
        lines += [head + wrapped[0], *(" " * 7 + line for line in wrapped[1:])]
    return lines[-room:] if room > 0 else []


def _foot(sitting: Sitting, ink: Ink, scene: Scene, typed: str) -> list[str]:
    """What to do, what was said last, and what is being typed."""
    if sitting.messages:
        message = sitting.messages[-1]
    else:
        message = sitting.words("cli.play.after") if sitting.match.outcome else last_answer(sitting)
    said, further = prompt(sitting, ink, scene), offers(sitting, ink, scene)
    room = ink.width - MARGIN
    if "\x1b" not in said and len(said) > room:
        said, *rest = textwrap.wrap(said, room - 1)
        further = "  ".join(filter(None, [" ".join(rest), further]))
        message = "  ".join(filter(None, [further, message]))
    elif len(visible(said)) + 2 + len(visible(further)) > room:
        message = "  ".join(filter(None, [further, message]))
    elif further:
        said = f"{said}  {further}"
    return [
        f"{' ' * MARGIN}{said}",
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
    return words(scene.prompt)


def offers(sitting: Sitting, ink: Ink, scene: Scene) -> str:
    """The buttons that a person may choose now."""
    waiting = sitting.question is not None or sitting.thinking or sitting.match.outcome is not None
    key = "cli.play.finish" if sitting.touched else "cli.play.offer"
    labels = [] if waiting else [sitting.words(button.label).lower() for button in scene.buttons]
    return "  ".join(ink.bold(sitting.words(key, button=label)) for label in labels)
