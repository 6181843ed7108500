"""The panel beside the board: who plays, how they stand, what lies in trays, which moves were made."""

from __future__ import annotations

import math
import textwrap

from pavage.game import CHANCE, Seat
from pavage.match import Played
from pavage.scene import Board, Scene
from pavage.terminal.console import Console
from pavage.terminal.session.session import Session
from pavage.view.text.characters import paint, visible
from pavage.view.text.signs import SGR, sign_of
from pavage.words.moves import leaving_text, told_move

FEWEST_ROUNDS = 3
"""Lines of the panel that are kept for the moves."""


def panel(
    session: Session,
    console: Console,
    board: Board,
    scene: Scene,
    size: tuple[int, int],
    trays: list[str],
    now: float,
) -> list[str]:
    """The lines of the panel. Where they are too many, aims and notes go first, then what to type."""
    width, height = size
    words = session.words
    keys = [f"  {line}" for line in words("cli.play.keys").splitlines()]
    if trays:
        trays = ["", *trays]
    for lines_each in (4, 2, 1):
        lines = _seats(session, console, board, scene, width, lines_each, now)
        if len(lines) + len(trays) + len(keys) + 1 + FEWEST_ROUNDS <= height:
            break
    lines += [*trays, ""]
    room = height - len(lines) - len(keys) - 1
    lines += _history(session, console, width, max(room, min(FEWEST_ROUNDS, height - len(lines))))
    if len(lines) + len(keys) > height:
        keys = keys[len(lines) + len(keys) - height :]
    lines += [""] * (height - len(lines) - len(keys))
    return lines + [console.faint(line) for line in keys]


def least(scene: Scene, trays: list[str]) -> int:
    """The lines without which seats and trays do not fit."""
    return len(scene.seats) + len(trays) + 1


# --- who plays


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


def aim(session: Session, board: Board, scene: Scene, seat: Seat) -> str:
    """What a seat is after, said so that it can be understood without colours."""
    said = scene.seats[seat].aim
    if said is None:
        return ""
    way = directions(board, scene.seats[seat].colour)
    return session.words(f"cli.play.aim.{way}" if way else said)


def note(session: Session, scene: Scene, seat: Seat) -> str:
    """What else there is to know of a seat."""
    said = scene.seats[seat].note
    return session.words(said) if said else ""


def seat_name(session: Session, console: Console, scene: Scene, seat: Seat) -> str:
    """A seat in a few words: its sign, its colour, who sits there. Who plays alone needs no colour."""
    if len(scene.seats) == 1:
        return session.name(seat)
    colour = scene.seats[seat].colour
    sign = paint(sign_of(scene, colour, console.unicode), f"{SGR.get(colour, '1')};1", console.colour)
    return f"{sign} {session.words(f'colour.{colour}')} – {session.name(seat)}"


def seat_line(session: Session, console: Console, scene: Scene, seat: Seat) -> str:
    """The same with its score, and whether it is out."""
    view = scene.seats[seat]
    score = f"  {console.bold(view.score)}" if view.score else ""
    why = session.match.left.get(seat, "rules")
    out = f", {session.words(f'why_out.{why}')}" if view.out else ""
    return seat_name(session, console, scene, seat) + score + out


def clock_text(session: Session, seat: Seat, now: float) -> str:
    clock = session.match.clock
    if clock is None:
        return ""
    seconds, periods = clock.remaining(seat, now)
    whole = math.ceil(seconds)
    days, hours, minutes = whole // 86400, whole // 3600 % 24, whole // 60 % 60
    text = f"{minutes}:{whole % 60:02d}"
    if days:
        text = session.words("cli.play.days", days=days, hours=hours)
    elif hours:
        text = f"{hours}:{minutes:02d}:{whole % 60:02d}"
    return f"{text} +{periods}" if clock.control.periods else text


def _seats(
    session: Session, console: Console, board: Board, scene: Scene, width: int, lines_each: int, now: float
) -> list[str]:
    """Who plays, on so many lines each at most; what matters most comes first, the aim last."""
    lines: list[str] = []
    for seat, view in enumerate(scene.seats):
        arrow = ("▸" if console.unicode else ">") if scene.turn == seat else " "
        clock = clock_text(session, seat, now)
        first = f"{arrow} {seat_line(session, console, scene, seat)}"
        if clock and lines_each == 1:
            first += f"  {clock}"
        lines.append(first)
        more = [] if view.out else [console.faint(aim(session, board, scene, seat))]
        more = [console.faint(note(session, scene, seat)), *more]
        if clock and lines_each > 1:
            more = [console.bold(clock) if scene.turn == seat else clock, *more]
        told = [f"    {cut(line, width - 4)}" for line in more if visible(line)]
        # With room for all, the order is that of a sentence: aim, note, clock.
        lines += told[: lines_each - 1] if lines_each < 4 else told[::-1]
    return lines


def cut(line: str, width: int) -> str:
    """Nothing may run over the edge: a wrapped line would push the board away."""
    return line if len(visible(line)) <= width else visible(line)[: max(1, width - 1)] + "…"


# --- which moves were made


def move_text(session: Session, text: str) -> str:
    """A move as people say it: buttons by their labels."""
    game = session.match.game
    return lowered(session.words(f"{game.name}.button.{text}")) if text in game.buttons else text


def entry_text(session: Session, played: Played) -> str:
    """A move as people say it, or why a seat left."""
    return leaving_text(played, session.words) if played.reason else move_text(session, played.text)


def told_text(session: Session, ply: int) -> str:
    """A move that was made, in words; its notation stands in the list of moves."""
    match, played = session.match, session.match.played[ply]
    in_words = told_move(match.game, match.positions[ply], played.move, session.words)
    return move_text(session, played.text) if in_words is None else in_words


def lowered(label: str) -> str:
    """A label within a sentence; the English I stays as it is."""
    return label if label.startswith("I ") else label[:1].lower() + label[1:]


def _history(session: Session, console: Console, width: int, room: int) -> list[str]:
    """The last rounds of the game, the newest at the bottom; long moves follow each other."""
    rounds = _rounds(session)
    wide = max([4, *(len(text) for texts in rounds for text in texts)])
    fits = 7 + (wide + 1) * session.match.game.players <= width
    lines = []
    for number, texts in enumerate(rounds, 1):
        head = f"  {console.faint(f'{number:>3}.')} "
        if fits:
            lines.append(head + " ".join(text.ljust(wide) for text in texts).rstrip())
            continue
        wrapped = textwrap.wrap(" ".join(texts), max(8, width - 8), break_on_hyphens=False)
        lines += [head + wrapped[0], *(" " * 7 + line for line in wrapped[1:])]
    return lines[-room:] if room > 0 else []


def _rounds(session: Session) -> list[list[str]]:
    """The moves in rounds, a column for each seat; what chance did stands in brackets before a move."""
    rounds: list[list[str]] = []
    last = session.match.game.players
    rolled = ""
    for played in session.match.played:
        text = entry_text(session, played)
        if played.seat == CHANCE:
            rolled += f"({text}) "
            continue
        if played.seat <= last or not rounds:
            rounds.append([])
        rounds[-1] += ["–"] * (played.seat - len(rounds[-1])) + [rolled + text]
        last, rolled = played.seat, ""
    return [*rounds, [rolled.strip()]] if rolled else rounds
