"""Who finds a place at a table: those who play always do, and those who watch share what there is.

Nobody knows who comes before they have shown a key. So where all places to watch are taken, a page stands at
the door for a moment. Whoever then turns out to play is in; a page that only watches goes, unless somewhere
one address has taken more places than its share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from pavage.server import limits
from pavage.server.rooms.open_page import OpenPage


def find_place(page: OpenPage, watching: Collection[OpenPage]) -> list[OpenPage]:
    """Seat one that only watches, as far as is known, among the others; those who have to go for it.

    It may stand at the door afterwards (`page.at_door`).
    """
    seated = [each for each in watching if not each.at_door and each is not page]
    page.at_door = False
    if len(seated) < limits.LISTENERS:
        return []
    greedy = _greediest(seated)
    if len(greedy) > sum(each.address == page.address for each in seated) + 1:
        return [greedy[-1]]
    page.at_door = True
    door = [each for each in watching if each.at_door and each is not page] + [page]
    return [_greediest(door)[0]] if len(door) > limits.DOOR else []


def without_place(page: OpenPage, watching: Collection[OpenPage]) -> bool:
    """Whether one that stood at the door has to go: nobody has left meanwhile."""
    seated = [each for each in watching if not each.at_door]
    if page.at_door and len(seated) < limits.LISTENERS:
        page.at_door = False
    return page.at_door


def too_many(pages: Iterable[OpenPage]) -> list[OpenPage]:
    """The pages of one seat that have to go: the oldest, who may be long gone."""
    return _by_age(pages)[: -limits.PAGES_PER_SEAT]


def _greediest(pages: Collection[OpenPage]) -> list[OpenPage]:
    """The pages of the address that has most of them, the oldest first."""
    most = Counter(page.address for page in pages).most_common(1)[0][0]
    return _by_age(page for page in pages if page.address == most)


def _by_age(pages: Iterable[OpenPage]) -> list[OpenPage]:
    return sorted(pages, key=lambda page: page.number)
