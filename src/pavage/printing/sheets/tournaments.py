"""Sheets for a tournament: who meets whom, the cross table, and slips to write results on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pavage.printing.ink import BLACK, CannotPrint, Ink, Shape, Text, line, rectangle, shifted
from pavage.printing.order import Order
from pavage.printing.page import (
    BODY,
    MARGIN,
    QUIET,
    SMALL,
    TINY,
    Page,
    Paper,
    crop_marks,
    heading,
    new_page,
    paper_named,
)
from pavage.printing.text import shortened
from pavage.registry import games
from pavage.tournament.following import Following
from pavage.tournament.ledger import place_of
from pavage.tournament.pairing import Meeting, round_robin
from pavage.tournament.plan import read_plan
from pavage.tournament.report.figures import points_text
from pavage.tournament.schedule import schedule
from pavage.tournament.standings import standings
from pavage.words import Words

MOST_NAMES = 40
SLIPS = (2, 6)
"""Columns and rows of slips on a page."""
SLIP_PAGES = 6
"""Pages of slips with names: forty who all meet would take 65."""
ROW = 8.0


@dataclass(frozen=True, slots=True)
class Event:
    """All that the sheets tell."""

    name: str
    names: tuple[str, ...]
    rounds: tuple[tuple[Meeting, ...], ...]
    points: tuple[str, ...]
    """What everybody has so far; blank where nothing is known."""
    cross: tuple[tuple[str, ...], ...]
    seats: tuple[str, ...]
    """The names of the colours."""
    due: tuple[tuple[Meeting, ...], ...]
    """Of each round the games that have no result yet, as far as they are known."""


def tournament_pages(order: Order, words: Words) -> list[Page]:
    """Pairings, cross table, slips; without names only slips, to be filled in by hand."""
    event = _from_file(Path(order.tournament), words) if order.tournament else _by_names(order, words)
    paper = paper_named(order.paper)
    if not event.names:
        return _slips(event, paper, words)
    pages = [*_pairings(event, paper, words), _cross(event, paper, words)]
    return [*pages, *_slips(event, paper, words)]


def _by_names(order: Order, words: Words) -> Event:
    """Everybody meets everybody, on paper only."""
    names = tuple(name.strip()[:40] for name in order.names if name.strip())
    game = games()[order.game]
    if len(names) == 1 or len(names) > MOST_NAMES:
        raise CannotPrint("names", count=len(names), most=MOST_NAMES)
    if len(set(names)) < len(names):
        raise CannotPrint("same_names", name=next(name for name in names if names.count(name) > 1))
    rounds = tuple(tuple(meetings) for meetings in round_robin(len(names))) if names else ()
    blank = tuple("" for _ in names)
    title = words(f"{order.game}.title")
    cross = tuple(blank for _ in names)
    return Event(title, names, rounds, blank, cross, _colours(game.colours, words), rounds)


def _colours(colours: Sequence[str], words: Words) -> tuple[str, ...]:
    return tuple(words(f"colour.{colour}") for colour in colours[:2])


def _from_file(path: Path, words: Words) -> Event:
    """A tournament with the results that it has."""
    plan = read_plan(path)
    if plan.game.players != 2:
        raise CannotPrint("tournament_seats", game=plan.game.name)
    following = Following(place_of(path), plan.terms)
    following.look()
    told = schedule(plan, following.results)
    table = standings(plan, told, following.results)
    names = tuple(entrant.name for entrant in plan.entrants)
    rounds: dict[int, list[Meeting]] = {}
    due: dict[int, list[Meeting]] = {}
    for fixture in told.fixtures:
        rounds.setdefault(fixture.round, []).append(fixture.entrants)
        still = due.setdefault(fixture.round, [])
        if fixture.game not in following.results:
            still.append(fixture.entrants)
    points = {row.entrant: points_text(row.points, words) for row in table.rows}
    cross = tuple(
        tuple(points_text(got, words) if games_played else "" for got, games_played in row)
        for row in table.cross
    )
    return Event(
        plan.name,
        names,
        _in_order(rounds),
        tuple(points[one] if following.results else "" for one in range(len(names))),
        cross,
        _colours(plan.game.colours, words),
        _in_order(due),
    )


def _in_order(rounds: Mapping[int, list[Meeting]]) -> tuple[tuple[Meeting, ...], ...]:
    return tuple(tuple(meetings) for _, meetings in sorted(rounds.items()))


def _pairings(event: Event, paper: Paper, words: Words) -> list[Page]:
    """Round by round, with a line for the result of every game."""
    pages: list[Page] = []
    page, y, column = new_page(paper, words, event.name), 0.0, 0
    wide = (paper.wide - 8) / 2
    low = MARGIN + paper.high

    def begin() -> None:
        nonlocal page, y
        page = new_page(paper, words, event.name)
        pages.append(page)
        y = heading(page, words("print.tournament.pairings", name=event.name)) + 2

    begin()
    top = y
    for number, meetings in enumerate(event.rounds, 1):
        for place, (one, other) in enumerate(meetings):
            head = place == 0
            if y + (2 * ROW if head else ROW) > low:
                column, y = column + 1, top
                if column == 2:
                    column = 0
                    begin()
                head = True
            x = MARGIN + column * (wide + 8)
            if head:
                page.inks.append(Text(x, y + 5, words("print.tournament.round", number=number), BODY, "bold"))
                y += 7
            page.add(shifted(_meeting(event, one, other, wide), x, y))
            y += ROW
        y += 3
    return pages


def _meeting(event: Event, one: int, other: int, wide: float) -> list[Ink]:
    name = (wide - 26) / 2
    inks: list[Ink] = [
        Text(0, 5.4, shortened(event.names[one], name, SMALL), SMALL),
        Text(name + 1.5, 5.4, "–", SMALL),
        Text(name + 5, 5.4, shortened(event.names[other], name, SMALL), SMALL),
        Shape(line(0, ROW - 0.5, wide, ROW - 0.5), stroke="#BBBBBB", width=0.1),
    ]
    for box in (0, 1):
        inks.append(Shape(rectangle(wide - 18 + box * 9, 1, 8, 6), stroke=BLACK, width=0.2))
    return inks


def _cross(event: Event, paper: Paper, words: Words) -> Page:
    """Who took how much from whom: filled in as far as it is known."""
    count = len(event.names)
    lying = paper if count <= 14 else paper.turned()
    page = new_page(lying, words, event.name)
    top = heading(page, words("print.tournament.cross", name=event.name)) + 2
    first = min(50.0, lying.wide / 4)
    side = min(12.0, (lying.wide - first - 16) / count, (MARGIN + lying.high - top - 8) / (count + 1))
    size = min(SMALL, 0.5 * side)
    right = MARGIN + first + count * side
    for number in range(count + 2):
        y = top + number * side
        page.inks.append(Shape(line(MARGIN, y, right + 16, y), stroke=BLACK, width=0.15))
    low = top + (count + 1) * side
    for x in (MARGIN, *(MARGIN + first + number * side for number in range(count + 1)), right + 16):
        page.inks.append(Shape(line(x, top, x, low), stroke=BLACK, width=0.15))
    page.inks.append(
        Text(right + 8, top + 0.65 * side, words("print.tournament.points"), size, anchor="middle")
    )
    for one, name in enumerate(event.names):
        y = top + (one + 1.65) * side
        told = shortened(f"{one + 1}. {name}", first - 2, size)
        page.inks.append(Text(MARGIN + 1, y, told, size))
        middle = MARGIN + first + (one + 0.5) * side
        page.inks.append(Text(middle, top + 0.65 * side, str(one + 1), size, anchor="middle"))
        page.inks.append(Shape(rectangle(middle - side / 2, top + (one + 1) * side, side, side), "#CCCCCC"))
        page.inks.append(Text(right + 8, y, event.points[one], size, "bold", anchor="middle"))
        for other, text in enumerate(event.cross[one]):
            if other != one:
                page.inks.append(Text(MARGIN + first + (other + 0.5) * side, y, text, size, anchor="middle"))
    return page


def _known_slips(event: Event) -> list[tuple[int, Meeting]]:
    """The games that are due, with the numbers of their rounds: whole rounds, as many as fit."""
    listed: list[tuple[int, Meeting]] = []
    for number, meetings in enumerate(event.due, 1):
        if listed and len(listed) + len(meetings) > SLIP_PAGES * SLIPS[0] * SLIPS[1]:
            break
        listed += [(number, meeting) for meeting in meetings]
    return listed


def _slips(event: Event, paper: Paper, words: Words) -> list[Page]:
    """One for every game whose players are known, and as many blank ones as fill the page."""
    columns, rows = SLIPS
    wide, high = paper.wide / columns, (paper.high - 6) / rows
    known = _known_slips(event)
    each = columns * rows
    pages = []
    for begin in range(0, max(1, len(known)), each):
        page = new_page(paper, words, event.name)
        part = known[begin : begin + each]
        for place in range(each):
            row, column = divmod(place, columns)
            names, number = ("", ""), ""
            if place < len(part):
                number, (one, other) = str(part[place][0]), part[place][1]
                names = (event.names[one], event.names[other])
            page.add(
                shifted(
                    _slip(event, names, number, wide, high, words),
                    MARGIN + column * wide,
                    MARGIN + 3 + row * high,
                )
            )
        xs = [MARGIN + column * wide for column in range(columns + 1)]
        ys = [MARGIN + 3 + row * high for row in range(rows + 1)]
        page.add(crop_marks(xs, ys))
        pages.append(page)
    return pages


def _slip(
    event: Event, names: tuple[str, str], number: str, wide: float, high: float, words: Words
) -> list[Ink]:
    """Who played which colour, who won, and who carried the moves."""
    inks: list[Ink] = [
        Shape(rectangle(0, 0, wide, high), stroke="#999999", width=0.1, dash=(1.5, 1.5), name="slip"),
        Text(4, 7, shortened(event.name, wide - 40, BODY, "bold"), BODY, "bold"),
        Text(wide - 4, 7, words("print.tournament.slip_round", number=number or "……"), SMALL, anchor="end"),
    ]
    step = (high - 12) / 3
    for seat, colour in enumerate(event.seats):
        y = 9 + (seat + 0.75) * step
        inks += [
            Text(4, y, colour, SMALL),
            Text(22, y, shortened(names[seat], wide - 42, SMALL), SMALL),
            Shape(line(22, y + 1, wide - 16, y + 1), stroke=BLACK, width=0.15),
            Shape(rectangle(wide - 12, y - 4.5, 7, 6), stroke=BLACK, width=0.2),
        ]
    y = 9 + 2.75 * step
    inks += [
        Text(4, y, words("print.tournament.carried"), TINY, fill=QUIET),
        Shape(line(32, y + 0.6, wide - 5, y + 0.6), stroke=BLACK, width=0.15),
        Text(wide - 8.5, 9.4, words("print.tournament.points"), TINY, fill=QUIET, anchor="middle"),
    ]
    return inks
