"""Pictures of every page and of every game in mid-play: `python3 dev.py gallery [FOLDER] [--only NAME …]`.

With `--wall` they are of the wall of a class: every game on the screens of WALLS, each view on a sheet.

Each is taken at 360 and 1280 px, in French and English, by day and by night, and on a phone that lies on its
side; all are laid out on one sheet to be looked at, index.html shows the sheets. On the way it is measured
how far each page jumps while it appears (the cumulative layout shift, as browsers count it) and whether
anything is wider than the window.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from browsing import LOCALES, PATIENCE, READY, launched, serving
from classroom import ALONE, Classroom
from places import Place, found, tables

from devtools import needs
from pavage.registry import OURS, games

WIDTHS = {360: 740, 740: 360, 1280: 800}
TALLEST = {360: 3000, 740: 720, 1280: 2000}
"""How much of a long page is shown."""
SHOWN = {360: 360, 740: 732, 1280: 732}
"""How wide a picture stands on a sheet: four phones in a row, two that lie, two screens twice."""
SCHEMES = ("light", "dark")
JUMP = 0.02
SETTLED = 1000
"""Milliseconds in which nothing may jump any more; all that jumped before counts too."""

WATCH = """
window.jumps = { sum: 0, what: [] };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    jumps.sum += entry.value;
    for (const { node } of entry.sources) {
      const element = node?.closest ? node : node?.parentElement;
      if (element) jumps.what.push(element.className?.baseVal ?? (element.className || element.localName));
    }
  }
}).observe({ type: "layout-shift", buffered: true });
"""
SEEN = """async () => {
  // Pictures further down are only fetched when a reader comes near.
  for (let y = 0; y < document.documentElement.scrollHeight && y < 4000; y += 600) {
    scrollTo(0, y);
    await new Promise((done) => setTimeout(done, 40));
  }
  scrollTo(0, 0);
}"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass(frozen=True)
class Reader:
    """Somebody with a screen, a language and a lamp."""

    width: int
    language: str
    scheme: str

    def __str__(self) -> str:
        return f"{self.width} px, {self.language}, {self.scheme}"

    def picture(self, place: Place) -> str:
        return f"{place.name}-{self.width}-{self.language}-{self.scheme}.png"


READERS = [
    Reader(*each)
    for each in itertools.product(WIDTHS, ("fr", "en"), SCHEMES)
    if each[0] != 740 or each[2] == "light"
]
IMAGES = Path(__file__).parent.parent / "docs" / "images"
README = {
    "hex": Reader(1280, "en", "light"),
    "home": Reader(360, "en", "light"),
    "polygo": Reader(360, "en", "dark"),
    "heinash": Reader(360, "en", "light"),
}
"""The pictures of the README: what a window shows of these places."""


def open_pages(browser, readers: Iterable[Reader] = READERS):
    """One page for each reader, kept for all places."""
    pages = {}
    for reader in dict.fromkeys(readers):
        small = {"has_touch": True, "is_mobile": True} if reader.width < 900 else {}
        context = browser.new_context(
            viewport={"width": reader.width, "height": WIDTHS[reader.width]},
            locale=LOCALES[reader.language],
            color_scheme=reader.scheme,
            reduced_motion="reduce",
            **small,
        )
        context.add_init_script(WATCH)
        context.set_default_timeout(PATIENCE)
        pages[reader] = context.new_page()
    return pages


def go(pages, address: str, place: Place) -> None:
    """Every reader goes to a place, and waits until nothing moves any more."""
    for path in filter(None, (place.after, place.path)):
        if path is not place.path or not place.after:
            forget(pages.values(), address)
        for page in pages.values():
            remember(page, address, place)
            page.goto("about:blank")
            page.goto(address + path, wait_until="commit")
        for page in pages.values():
            page.wait_for_selector(READY)
    for page in pages.values():
        page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLED)


def take(pages, address: str, place: Place, folder: Path) -> list[str]:
    """Pictures of a place as every reader sees it; what jumped or did not fit."""
    go(pages, address, place)
    wrong = []
    for reader, page in pages.items():
        jumps = page.evaluate("jumps")
        if jumps["sum"] > JUMP:
            what = ", ".join(dict.fromkeys(jumps["what"]))
            wrong.append(f"{place.name}, {reader}: jumps by {jumps['sum']:.3f} ({what})")
        for click in place.clicks:
            found = page.locator(click).first
            if found.is_visible():
                found.click()
        if page.evaluate(WIDER) > 0:
            wrong.append(f"{place.name}, {reader}: {page.evaluate(WIDER)} px wider than the window")
    if place.clicks:
        page.wait_for_timeout(SETTLED)
    for reader, page in pages.items():
        shoot(page, reader, folder / reader.picture(place))
    return wrong


def forget(pages, address: str) -> None:
    """A reader who has never been here."""
    for page in pages:
        if page.url.startswith(address):
            page.evaluate("localStorage.clear()")


def remember(page, address: str, place: Place) -> None:
    """A reader whose device keeps the keys to tables."""
    if place.kept:
        page.goto(f"{address}/learn")
        page.evaluate("kept => localStorage.setItem('pavage.tables', kept)", place.kept)


def shoot(page, reader: Reader, file: Path) -> None:
    page.evaluate(SEEN)
    height = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST[reader.width])
    clip = {"x": 0, "y": 0, "width": reader.width, "height": height}
    page.screenshot(path=file, clip=clip, full_page=True, animations="disabled")


SHEET = """<!doctype html><meta charset="utf-8"><title>{name}</title><style>
body {{ margin: 16px; width: 1500px; font: 14px sans-serif; background: #bbb; }}
div {{ display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; margin-bottom: 16px; }}
figure {{ margin: 0; }} figcaption {{ padding: 4px 0; }} img {{ display: block; outline: 1px solid #888; }}
h1 {{ font-size: 18px; margin: 0 0 8px; }}
</style><h1>{name} <small>{path}</small></h1>{rows}"""


def lay_out(page, place: Place, folder: Path) -> None:
    """All pictures of a place on one sheet."""
    rows = ""
    for width, shown in SHOWN.items():
        figures = "".join(
            f"<figure><figcaption>{reader}</figcaption>"
            f'<img width="{shown}" src="one/{reader.picture(place)}"></figure>'
            for reader in READERS
            if reader.width == width
        )
        rows += f"<div>{figures}</div>"
    text = SHEET.format(name=escape(place.name), path=escape(place.path.partition("#")[0]), rows=rows)
    file = folder / f"{place.name}.html"
    file.write_text(text, encoding="utf-8")
    page.goto(file.as_uri())
    page.screenshot(path=folder / f"{place.name}.png", full_page=True)
    file.unlink()


def index(folder: Path) -> None:
    """All sheets on one page, those of an earlier run too."""
    names = sorted(each.stem for each in folder.glob("*.png"))
    links = " · ".join(f'<a href="#{escape(name)}">{escape(name)}</a>' for name in names)
    sheets = "".join(f'<p id="{escape(name)}"><img src="{escape(name)}.png"></p>' for name in names)
    head = '<!doctype html><meta charset="utf-8"><title>Pavage: gallery</title>'
    (folder / "index.html").write_text(f"{head}<p>{links}</p>{sheets}\n", encoding="utf-8")


@contextlib.contextmanager
def opened():
    """A server and a browser."""
    with (
        tempfile.TemporaryDirectory(prefix="pavage-gallery-") as folder,
        serving(Path(folder)) as address,
        launched() as browser,
    ):
        yield address, browser


def for_readme() -> int:
    """Take the pictures of the README anew."""
    with opened() as (address, browser):
        pages = open_pages(browser, README.values())
        for place in [*found(), *tables(address, README)]:
            if place.name in README:
                go(pages, address, place)
                pages[README[place.name]].screenshot(path=IMAGES / f"{place.name}.png", animations="disabled")
                print(f"docs/images/{place.name}.png")
    return 0


def gallery(folder: Path, only: list[str]) -> int:
    (folder / "one").mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    start = time.monotonic()
    with opened() as (address, browser):
        places = [*found(), *tables(address)]
        unknown = set(only) - {place.name for place in places}
        if unknown:
            known = ", ".join(place.name for place in places)
            print(f"there is no {', '.join(sorted(unknown))}: the names are {known}", file=sys.stderr)
            return 2
        places = [place for place in places if not only or place.name in only]
        pages = open_pages(browser)
        desk = browser.new_page(viewport={"width": 1532, "height": 800})
        for number, place in enumerate(places, 1):
            found_wrong = take(pages, address, place, folder / "one")
            wrong += found_wrong
            lay_out(desk, place, folder)
            print(
                f"{number}/{len(places)} {time.monotonic() - start:4.0f} s  {place.name}",
                *found_wrong,
                sep="\n  ",
                flush=True,
            )
    index(folder)
    print(f"\n{folder / 'index.html'}: {len(places)} sheets of {len(READERS)} pictures")
    print("\n".join(wrong) or f"Nothing jumps by more than {JUMP}, nothing is wider than its window.")
    return 1 if wrong else 0


WALLS = {1280: 720, 1920: 1080}
"""The projectors of schools."""
PUPILS = ("Maximilien", "Bo", "Anne-Sophie", "Dia", "Ève", "Fatoumata")


def wall_views(room: Classroom, name: str) -> Iterator[str]:
    """The views of the wall while a class plays a game, one after the other."""
    race = name in ALONE
    players = {option.name: option.default for option in games()[name].declared}.get("players", 2)
    size = 3 if players > 2 else 2
    groups = [list(range(first, first + size)) for first in range(0, len(PUPILS), size)]
    options = {"players": size} if size > 2 else {}
    room.play_round(name, groups, moves=14, options=options, minutes=20)
    yield "boards"
    room.act("show", board=0)
    yield "enlarged"
    room.act("show")
    room.act("pause")
    yield "pause"
    room.act("go_on")
    for group in [[pupil] for pupil in range(len(PUPILS))] if race else groups:
        for pupil in group[: 1 if race else -1]:
            room.resign(pupil)
        if group == groups[0]:
            yield "one-over"
    yield "results"
    if not race:
        room.play_round(name, groups[:1], moves=14, options=options)
        yield "one"


def race_views(room: Classroom) -> Iterator[str]:
    """The views of a race, as pupils finish and give up."""
    puzzle = {"puzzle": "2x2/R1,1/C1,1/a1+"}
    room.begin("nombres", [list(range(len(PUPILS)))], mode="race", options=puzzle, minutes=10)
    yield "race-before"
    room.act("go_on")
    for pupil in (1, 2):
        room.type(pupil, "b1-", "a2-", "b2+")
    room.type(3, "b1-")
    room.resign(4)
    yield "race"
    for pupil in (0, 3, 5):
        room.resign(pupil)
    yield "race-results"


def take_wall(pages, folder: Path, name: str) -> list[str]:
    """A picture on every screen; what does not fit."""
    wrong = []
    for width, page in pages.items():
        page.wait_for_timeout(SETTLED if width == min(pages) else 100)
        page.screenshot(path=folder / f"{name}-{width}.png", animations="disabled")
        cut = page.evaluate(CUT)
        if cut:
            wrong.append(f"{name}, {width} px: {', '.join(cut)} cut off")
    return wrong


CUT = """() => [
  ...document.querySelectorAll(".on-wall, .wall-stage, .beside-board, .wall-names, .wall-scores"),
]
  .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.className)"""
"""Parts of the wall that hold more than they show."""


def walls(folder: Path, only: list[str]) -> int:
    """Pictures of the wall for every game, and a sheet for each view and screen."""
    (folder / "one").mkdir(parents=True, exist_ok=True)
    views: dict[str, list[str]] = {}
    wrong: list[str] = []
    with opened() as (address, browser):
        room = Classroom(address)
        pages = {}
        for width, height in WALLS.items():
            pages[width] = browser.new_page(viewport={"width": width, "height": height}, locale="fr-FR")
            pages[width].goto(address + room.wall)
        room.come(*PUPILS)
        wrong += take_wall(pages, folder / "one", "door")
        for name in [name for name in OURS if not only or name in only]:
            for view in wall_views(room, name):
                wrong += take_wall(pages, folder / "one", f"{view}-{name}")
                views.setdefault(view, []).append(f"{view}-{name}")
            print(name, flush=True)
        for view in race_views(room):
            wrong += take_wall(pages, folder / "one", view)
            views.setdefault("race", []).append(view)
        desk = browser.new_page(viewport={"width": 1300, "height": 800})
        for view, names in views.items():
            for width in WALLS:
                figures = "".join(f'<img width="640" src="one/{name}-{width}.png">' for name in names)
                file = folder / "sheet.html"
                file.write_text(f'<body style="margin:4px;background:#bbb">{figures}', encoding="utf-8")
                desk.goto(file.as_uri())
                desk.screenshot(path=folder / f"{view}-{width}.png", full_page=True)
                file.unlink()
    print("\n".join(wrong) or "Nothing on the wall is cut off.")
    return 1 if wrong else 0


def main(arguments: list[str]) -> int:
    reader = argparse.ArgumentParser(prog="python3 dev.py gallery", description=__doc__.split("\n\n")[0])
    reader.add_argument("folder", nargs="?", type=Path, default=Path("build/gallery"))
    reader.add_argument("--only", nargs="+", metavar="NAME", default=[], help="only these pages or games")
    reader.add_argument("--readme", action="store_true", help="take the pictures of the README anew")
    reader.add_argument("--wall", action="store_true", help="take pictures of the wall of a class")
    given = reader.parse_args(arguments)
    if needs.browser() is None:
        print(
            "the gallery needs a browser: install Chromium, or name one in PAVAGE_CHROMIUM", file=sys.stderr
        )
        return 2
    if given.wall:
        return walls(given.folder.resolve(), given.only)
    return for_readme() if given.readme else gallery(given.folder.resolve(), given.only)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
