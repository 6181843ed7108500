"""How HEXTRA is shown: a board that grows, numbered tiles, cards and motifs of all, transformations drawn."""

from __future__ import annotations

from dataclasses import replace

from pavage.game import Move, Seat
from pavage.games.hextra.geometry.claims import CARDS, SA, SC, R, T, X
from pavage.games.hextra.geometry.claims import image as image_of
from pavage.games.hextra.geometry.growing_board import board_name, board_of_side, side_shown
from pavage.games.hextra.geometry.lattice import cells_within
from pavage.games.hextra.geometry.places import place_told, point_told
from pavage.games.hextra.notation import transformation_told
from pavage.games.hextra.position import LETTERS, LOST, TILES, HextraPosition
from pavage.games.hextra.rules import Hextra
from pavage.games.hextra.sheets import marks as marks
from pavage.games.hextra.sheets import sheets
from pavage.games.hextra.touching import ANGLES, Spoken, image_cell, spoken
from pavage.phrase import Phrase
from pavage.scene import Board, Item, Mark, Moment, Piece, Scene, SeatView, Tray, plain_scene


def board(game: Hextra) -> Board:
    """The board as it is first shown."""
    return board_named(game, board_name())


def board_named(game: Hextra, name: str) -> Board:
    return board_of_side(game.tiling, name)


def scene(game: Hextra, moment: Moment) -> Scene:
    position = moment.position
    assert isinstance(position, HextraPosition)
    plain = plain_scene(game, moment)
    stage = "over" if moment.outcome else game.stage(position)
    buttons = tuple(replace(button, label=_button_label(game, button.site)) for button in plain.buttons)
    return replace(
        plain,
        board=board_name(side_shown(position)),
        pieces=tuple(_piece(position, piece) for piece in plain.pieces),
        marks=tuple(_marks(game, moment, stage)),
        seats=tuple(_seat(game, position, seat, view) for seat, view in enumerate(plain.seats)),
        prompt=_prompt(game, moment, stage, plain.prompt),
        buttons=buttons,
        trays=_trays(game, moment, stage),
        sheets=sheets(game, position),
        news=_news(game, moment),
        retold=bool(moment.last)
        and moment.last == (position.claim or (position.log and position.log[-1].move)),
        stays=_stays(game, moment),
        field=Phrase(f"hextra.field_{stage}") if stage in ("announce", "setup") else None,
        ghost=game.colours[position.colour] if stage == "setup" or moment.touched else "",
    )


def _stays(game: Hextra, moment: Moment) -> bool:
    """A refusal, and a contest in vain, are to be read in peace."""
    position = moment.position
    assert isinstance(position, HextraPosition)
    refused = bool(position.log) and not position.claim and not position.log[-1].stands
    return refused or _doubted(game, moment)


def _colour_phrase(colour: int) -> Phrase:
    return Phrase(f"hextra.colour.{LETTERS[colour].lower()}")


def _button_label(game: Hextra, site: int) -> Phrase:
    return Phrase(f"hextra.button.{game.sites[site]}")


def _piece(position: HextraPosition, piece: Piece) -> Piece:
    colour = position.board[piece.cell] - 1
    number = str(position.tiles[colour].index(piece.cell) + 1)
    label = Phrase("hextra.tile", (("tile", f"{LETTERS[colour]}{number}"),))
    return replace(piece, shape="tile", text=f"{LETTERS[colour]}{number}", label=label)


def _seat(game: Hextra, position: HextraPosition, seat: Seat, view: SeatView) -> SeatView:
    """Whose colours, and how many tiles each of them has left."""
    if view.out:
        return replace(view, aim=Phrase("hextra.aim"))
    mine = [colour for colour in range(game.kinds) if game.seat_of(colour) == seat]
    left = [str(TILES - len(position.tiles[colour])) for colour in mine]
    if len(mine) == 1:
        note = Phrase("hextra.left", (("colour", LETTERS[mine[0]]), ("left", left[0])))
        return replace(view, aim=Phrase("hextra.aim"), note=note)
    letters = (("colour", LETTERS[mine[0]]), ("other", LETTERS[mine[1]]))
    note = Phrase("hextra.left_two", (*letters, ("left", left[0]), ("second", left[1])))
    return replace(view, aim=Phrase("hextra.aim_two"), note=note)


# --- what is drawn on the board


def _marks(game: Hextra, moment: Moment, stage: str) -> list[Mark]:
    position = moment.position
    assert isinstance(position, HextraPosition)
    colour = game.colours[position.colour]
    marks = []
    if moment.outcome and moment.outcome.cells:
        owner = game.colours[position.board[moment.outcome.cells[0]] - 1]
        marks.append(Mark("win", moment.outcome.cells, colour=owner))
    said = spoken(game, moment.touched)
    if said is not None:
        marks += _geometry(said)
        if touched := game.cells_of(moment.touched):
            marks.append(Mark("select", touched))
        if game.referee == "assist" and said.missing in ("", "cell"):
            image = image_cell(game, said)
            if image is not None and image < cells_within(side_shown(position)):
                marks.append(Mark("ghost", (image,), colour=colour))
        return marks
    if stage == "judge":
        claimed = spoken(game, position.claim)
        assert claimed is not None
        return [*marks, *_geometry(claimed), Mark("ghost", position.claim[-1:], colour=colour)]
    return marks + _last(game, position, moment.last)


def _last(game: Hextra, position: HextraPosition, last: Move) -> list[Mark]:
    """The announcement that was made last stays drawn, so that everybody can follow it."""
    entry = position.log[-1] if position.log else None
    shown = cells_within(side_shown(position))
    if entry is None or (last and last != entry.move and game.cells_of(last)):
        return [Mark("last", game.cells_of(last)[-1:])] if game.cells_of(last) else []
    said = spoken(game, entry.move)
    assert said is not None and said.cell is not None
    if not entry.stands:
        marks = [Mark("refused", (said.cell,))] if said.cell < shown else []
        # Where the image is, as far as there is one and a tile could lie there.
        image = image_cell(game, said) if game.fault(position, entry.move) == "elsewhere" else None
        if image is not None and image < shown and not position.board[image]:
            marks.append(Mark("ghost", (image,), colour=game.colours[entry.colour]))
        return [*_geometry(said), *marks]
    return [*_geometry(said), Mark("last", (said.cell,))]


def _geometry(said: Spoken) -> list[Mark]:
    """The axis, centre, vector or turn, as far as it is said."""
    if said.card in (SC, R) and said.centres:
        marks = [Mark("centre", said.centres[:1])]
        if said.card == R and said.missing in ("", "cell"):
            assert said.antecedent is not None
            marks.append(Mark("turn", (said.centres[0], said.antecedent), value=60.0 * said.how.sixths))
        return marks
    if len(said.centres) == 2:
        return [Mark("axis" if said.card == SA else "arrow", said.centres)]
    return []


# --- beside the board


def _trays(game: Hextra, moment: Moment, stage: str) -> tuple[Tray, ...]:
    position = moment.position
    assert isinstance(position, HextraPosition)
    trays = [_cards(game, moment, colour, stage) for colour in game.colours_in(position)]
    if stage in ("deal", "choose") and position.dealt[position.colour]:
        items = tuple(
            _motif(game, number, position.colour, True) for number in position.dealt[position.colour]
        )
        trays.append(Tray(Phrase("hextra.tray_choice"), items, game.seat_of(position.colour)))
    said = spoken(game, moment.touched)
    if said is not None and said.card == R and stage == "announce":
        trays.append(_turns(game, said))
    return tuple(trays)


def _cards(game: Hextra, moment: Moment, colour: int, stage: str) -> Tray:
    """The cards of a colour, face up or down, its motif, and which cycle it is in."""
    position = moment.position
    assert isinstance(position, HextraPosition)
    acting = colour == position.colour and stage in ("announce", "hextra")
    items = []
    for card in range(X + 1):
        if not game.all_up >> card & 1:
            continue
        name = "x" if card == X else CARDS[card]
        site = game.button[name]
        up = position.cards[colour] >> card & 1
        state = "chosen" if acting and site in moment.touched else "" if up else "spent"
        side = Phrase(
            f"hextra.{'face_up' if up else 'face_down'}", (("card", Phrase(f"hextra.button.{name}")),)
        )
        text = "HEXTRA" if card == X else name.upper()
        items.append(Item(side, site if acting else None, "card", text, (), 1, game.colours[colour], state))
    if number := position.motifs[colour]:
        items.append(_motif(game, number, colour, False))
    placed = sum(cell != LOST for cell in position.tiles[colour])
    cycle = str(max(0, placed - 1) // len(CARDS) + 1)
    items.append(Item(Phrase("hextra.cycle", (("number", cycle),)), text=cycle))
    left = str(TILES - len(position.tiles[colour]))
    label = Phrase("hextra.tray_cards", (("colour", _colour_phrase(colour)), ("left", left)))
    return Tray(label, tuple(items), game.seat_of(colour))


def _motif(game: Hextra, number: int, colour: int, offered: bool) -> Item:
    site = game.button[f"m{number}"] if offered else None
    points = game.deck[number - 1]
    return Item(
        Phrase("hextra.motif", (("number", str(number)),)),
        site,
        "motif",
        str(number),
        points,
        colour=game.colours[colour],
    )


def _turns(game: Hextra, said: Spoken) -> Tray:
    """Angle and sense of a rotation, once its card is chosen."""
    angles = ANGLES if game.mathematics.half_turns else ANGLES[:-1]
    items = [
        Item(
            _button_label(game, game.button[angle]),
            game.button[angle],
            text=f"{angle}°",
            state="chosen" if said.angle == number else "",
        )
        for number, angle in enumerate(angles, 1)
    ]
    for sense, name, sign in ((1, "direct", "↺"), (-1, "indirect", "↻")):
        state = "chosen" if said.sense == sense else ""
        items.append(Item(_button_label(game, game.button[name]), game.button[name], text=sign, state=state))
    return Tray(Phrase("hextra.tray_rotation"), tuple(items))


# --- sentences


def _prompt(game: Hextra, moment: Moment, stage: str, plain: Phrase) -> Phrase:
    position = moment.position
    assert isinstance(position, HextraPosition)
    if moment.outcome:
        owner = next((c for c in position.winners if c == game.colour(position, game.seat_of(c))), None)
        if owner is None or plain.key != "hextra.result.motif":
            return plain
        return Phrase(plain.key, (("colour", _colour_phrase(owner)), ("the", _colour_phrase(owner))))
    values = [("colour", _colour_phrase(position.colour))]
    said = spoken(game, moment.touched)
    if said is not None:
        key = f"prompt_{said.missing or 'cell'}"
        if said.missing == "centre":
            key += f"_{CARDS[said.card]}" + ("_end" if said.centres and said.card == T else "")
        elif said.missing == "cell" and game.referee == "assist":
            key = "prompt_confirm"
        return Phrase(f"hextra.{key}", tuple(values))
    if stage == "announce":
        return Phrase("hextra.prompt_second" if position.second else "hextra.prompt", tuple(values))
    if stage == "setup" and not any(position.tiles):
        stage = "first"
    return Phrase(f"hextra.prompt_{stage}", tuple(values))


def _news(game: Hextra, moment: Moment) -> Phrase | None:
    """What became of the last announcement; while others judge, what was announced."""
    position = moment.position
    assert isinstance(position, HextraPosition)
    if position.claim:
        tile = f"{LETTERS[position.colour]}{len(position.tiles[position.colour]) + 1}"
        said = transformation_told(position, game.claim(position.claim))
        place = place_told(position, position.claim[-1])
        return Phrase("hextra.news_claim", (("tile", tile), ("said", said), ("place", place)))
    if not position.log:
        return None
    entry = position.log[-1]
    claim = game.claim(entry.move)
    image = image_of(claim.card, claim.antecedent, claim.how, game.mathematics)
    values = (
        ("tile", f"{LETTERS[entry.colour]}{entry.number}"),
        ("said", transformation_told(position, claim)),
        ("place", place_told(position, claim.cell)),
        ("image", point_told(position, image) if image else ""),
    )
    if entry.stands:
        return Phrase(f"hextra.news_{'doubted' if _doubted(game, moment) else 'valid'}", values)
    return Phrase(f"hextra.news_{_why(game, position)}", values)


def _doubted(game: Hextra, moment: Moment) -> bool:
    """Whether the last announcement was contested in vain."""
    position = moment.position
    assert isinstance(position, HextraPosition)
    return bool(position.log) and position.log[-1].stands and moment.last == (game.button["contest"],)


def _why(game: Hextra, position: HextraPosition) -> str:
    """What was wrong with the last announcement, which was refused: nothing has been put since."""
    return game.fault(position, position.log[-1].move) or "refused"
