"""The board on each card of the home page: `python3 tests/cards.py` draws them anew from cards.toml.

They are drawn by the same renderer as every other board, in the colours of the page, without what only a hand
or a screen reader needs; test_pages.py compares.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

from pavage.match import Match
from pavage.registry import board_of, games, scene_of
from pavage.scene import Moment
from pavage.view import svg
from pavage.view.geometry import drawn
from pavage.view.layers import layers

MATCHES = Path(__file__).parent / "cards.toml"
FOLDER = Path(__file__).parent.parent / "src" / "pavage" / "web" / "cards"


def card(name: str, options: dict[str, object], moves: list[str]) -> str:
    """The position after these moves as SVG."""
    match = Match(games()[name](**options))
    for text in moves:
        match.play(match.game.read(match.position, text))
    last = match.played[-1].move if match.played else ()
    scene = scene_of(match.game, Moment(match.position, last, outcome=match.outcome))
    board = board_of(match.game, scene.board)
    over = replace(layers(drawn(board, 0), scene), marks=[])
    return plain(svg._svg(board, drawn(board, 0), 0, over, labels=False, page=True), name)


def plain(text: str, name: str) -> str:
    """Without names and roles, and with ids of its own: several boards stand on one page."""
    text = re.sub(r'<text class="lab in-cell"[^>]*>[^<]*</text>', "", text)
    text = re.sub(r' (?:data-[\w-]+|role|tabindex|aria-label)="[^"]*"', "", text)
    text = text.replace(' class="c"', "").replace('<g class="cells">', '<g class="cells plain">')
    text = without_unused(text)
    text = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{name}-", text)
    text = re.sub(r"<g class=\"\w+\"></g>\n?", "", text)
    defs, end, rest = text.partition("</defs>")
    text = defs + end + re.sub(r"(\d\.\d)\d+", r"\1", rest)
    # All empty cells are one path.
    cells = re.findall(r'<polygon points="([^"]*)"/>', text)
    path = "".join("M" + " ".join(points.split()) + "z" for points in cells)
    text = re.sub(r'<polygon points="[^"]*"/>', "", text)
    return text.replace('<g class="cells plain">', f'<g class="cells plain"><path d="{path}"/>')


def without_unused(text: str) -> str:
    """Only the stones and patterns that something uses; when some go, others may be used no more."""
    used = set(re.findall(r'(?:href="|url\()#([\w-]+)', text))
    one = r'<(g|pattern)[^>]* id="([\w-]+)"[^>]*>.*?</\1>'
    fewer = re.sub(one, lambda found: found[0] if found[2] in used else "", text, flags=re.DOTALL)
    return fewer if fewer == text else without_unused(fewer)


def matches() -> dict[str, dict[str, object]]:
    return tomllib.loads(MATCHES.read_text(encoding="utf-8"))


def drawn_cards() -> dict[str, str]:
    return {name: card(name, each["options"], each["moves"].split("; ")) for name, each in matches().items()}


if __name__ == "__main__":
    for name, text in drawn_cards().items():
        (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")
