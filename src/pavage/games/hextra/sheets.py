"""The papers beside the board: valid tiles, every transformation announced, and what to write for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pavage.games.hextra.geometry.claims import CARDS
from pavage.games.hextra.geometry.places import tile_name
from pavage.games.hextra.notation import write_transformation
from pavage.games.hextra.position import LETTERS, LOST, TILES
from pavage.phrase import Phrase
from pavage.scene import Sheet

if TYPE_CHECKING:
    from pavage.game import Move, Seat
    from pavage.games.hextra.position import HextraPosition, Logged
    from pavage.games.hextra.rules import Hextra

EXAMPLES = {"sa": "V2=SA(O1,R1)(V1)", "sc": "V2=SC(O1)(V1)", "t": "V2=T(O1>R1)(V1)", "r": "V2=R(O1,+60)(V1)"}


def sheets(game: Hextra, position: HextraPosition) -> tuple[Sheet, ...]:
    return (_tiles(game, position), _transformations(game, position), _help())


def _tiles(game: Hextra, position: HextraPosition) -> Sheet:
    """The tiles that lie there, by their names on the board: only valid moves are on this sheet."""
    head = [Phrase("hextra.sheet.colour")]
    head += [Phrase("hextra.sheet.number", (("number", str(n)),)) for n in range(1, TILES + 1)]
    rows: list[tuple[str | Phrase, ...]] = []
    for colour, row in enumerate(position.tiles):
        cells = ["" if cell == LOST else tile_name(position, cell) for cell in row]
        cells += [""] * (TILES - len(cells))
        rows.append((Phrase(f"hextra.colour.{LETTERS[colour].lower()}"), *cells))
    colours = game.colours[: len(rows)]
    return Sheet(
        "tiles", Phrase("hextra.sheet.tiles"), tuple(head), tuple(rows), folded=True, colours=colours
    )


def _transformations(game: Hextra, position: HextraPosition) -> Sheet:
    """Every announcement in turn; those that were refused are marked."""
    head = ("antecedent", "image", "transformation", "verdict")
    return Sheet(
        "transformations",
        Phrase("hextra.sheet.transformations"),
        tuple(Phrase(f"hextra.sheet.{column}") for column in head),
        tuple(_announced(game, position, entry) for entry in position.log),
    )


def _announced(game: Hextra, position: HextraPosition, entry: Logged) -> tuple[str | Phrase, ...]:
    claim = game.claim(entry.move)
    said = write_transformation(position, claim).rpartition("(")[0]
    return (
        tile_name(position, claim.antecedent),
        f"{LETTERS[entry.colour]}{entry.number}",
        said,
        Phrase(f"hextra.sheet.{'valid' if entry.stands else 'refused'}"),
    )


def _help() -> Sheet:
    """What to say and write for each transformation."""
    rows = tuple(
        (Phrase(f"hextra.button.{card}"), Phrase(f"hextra.help_card.{card}"), EXAMPLES[card])
        for card in CARDS
    )
    head = tuple(
        Phrase(f"hextra.sheet.{column}") for column in ("transformation", "characteristics", "example")
    )
    return Sheet("help", Phrase("hextra.sheet.help"), head, rows, folded=True)


def marks(
    game: Hextra, positions: Sequence[HextraPosition], moves: Sequence[tuple[Seat, Move]], seat: Seat
) -> list[tuple[Phrase, int]]:
    """Count the right and wrong announcements of a seat, by transformation."""
    announced = [entry for entry in positions[-1].log if game.seat_of(entry.colour) == seat]
    count = Counter((game.claim(entry.move).card, entry.stands) for entry in announced)
    return [
        (
            Phrase(f"hextra.marking.{verdict}", (("card", Phrase(f"hextra.marking.{name}")),)),
            count[card, stands],
        )
        for card, name in enumerate(CARDS)
        for verdict, stands in (("right", True), ("wrong", False))
    ]
