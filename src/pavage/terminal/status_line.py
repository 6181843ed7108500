"""The foot of the screen: what to do, what else is offered, what happened, and what is being typed."""

from __future__ import annotations

import textwrap

from pavage.cli.progress import bar
from pavage.game import CHANCE
from pavage.scene import Button, Scene
from pavage.terminal.console import Ink
from pavage.terminal.panel import lowered, move_text
from pavage.terminal.session import Sitting
from pavage.terminal.trays import in_trays
from pavage.view.characters import visible
from pavage.view.touching import offered

MARGIN = 2
"""Columns left of everything."""


def foot_lines(
    sitting: Sitting, ink: Ink, scene: Scene, typed: str, focus: int | None, most: int
) -> list[str]:
    """What to do, what was said last, and what is being typed: on so many lines at most."""
    if sitting.messages:
        message = sitting.messages[-1]
    else:
        message = sitting.words("cli.play.after") if sitting.match.outcome else happened(sitting, scene)
    said, further = prompt(sitting, ink, scene), offers(sitting, ink, scene, focus)
    room = ink.width - MARGIN - 1
    if len(visible(said)) + 2 + len(visible(further)) <= room:
        lines = ["  ".join(filter(None, [said, further])), message]
    else:
        lines = [said, "  ".join(filter(None, [further, message]))]
    asked = field(sitting, scene)
    if len(asked) > room // 2:
        lines.append(asked)  # too long to stand before what is typed
        asked = ""
    wrapped = [
        row
        for line in lines
        for row in ([line] if len(visible(line)) <= room else textwrap.wrap(visible(line), room)) or [""]
    ]
    if len(wrapped) >= most:
        wrapped = [*wrapped[: most - 2], "  ".join(filter(None, wrapped[most - 2 :]))]
    return [
        *(f"{' ' * MARGIN}{line}".rstrip() for line in wrapped),
        f"{' ' * MARGIN}{f'{ink.faint(asked)} ' if asked else ''}> {typed}",
    ]


def field(sitting: Sitting, scene: Scene) -> str:
    """What a person may write now, where the game expects a text."""
    waiting = sitting.question is not None or sitting.thinking or not sitting.person_to_move
    return "" if waiting or scene.field is None else sitting.words(scene.field)


def happened(sitting: Sitting, scene: Scene) -> str:
    """What a computer has just done, and what came of the last move."""
    played = [move for move in sitting.match.played if move.seat != CHANCE][-1:]
    told = []
    if played and sitting.table.chairs[played[0].seat].is_computer and not scene.retold:
        who, move = sitting.name(played[0].seat), move_text(sitting, played[0].text)
        told.append(sitting.words("cli.play.played", who=who, move=move))
    if scene.news is not None:
        told.append(sitting.words(scene.news))
    return "  ".join(told)


def prompt(sitting: Sitting, ink: Ink, scene: Scene) -> str:
    words = sitting.words
    if sitting.question is not None:
        return ink.bold(sitting.question.text)
    if sitting.thinking:
        share = sitting.counsel.progress
        shown = bar(share, 16, ink.unicode)
        percent = words("cli.percent", number=round(100 * share))
        return f"{words(sitting.counsel.doing)} {shown} {percent:>5}  {ink.faint(words('cli.play.move_now'))}"
    if sitting.match.outcome is not None:
        return ink.bold(sitting.result())
    return words(scene.prompt)


def offers(sitting: Sitting, ink: Ink, scene: Scene, focus: int | None = None) -> str:
    """The buttons that a person may choose now, and that lie in no tray."""
    if sitting.question is not None or sitting.thinking or sitting.match.outcome is not None:
        return ""
    lying = in_trays(scene)
    labels = {
        button.site: _easily_typed(sitting, button) for button in scene.buttons if button.site not in lying
    }
    if not labels:
        return ""
    key = "cli.play.offer" if scene.next else "cli.play.choose"
    if lying.intersection(offered(scene)):
        key = "cli.play.or_type"
    if len(scene.buttons) == 1 and sitting.match.game.cells_of(sitting.touched[-1:]):
        key = "cli.play.finish"
    shown = [f"[{label}]" if site == focus else label for site, label in labels.items()]
    return ink.bold(sitting.words(key, button=", ".join(shown)))


def _easily_typed(sitting: Sitting, button: Button) -> str:
    """What to type for a button: its label, or a name such as 3x5 that is shorter."""
    name = sitting.match.game.sites[button.site]
    short = any(sign.isdigit() for sign in name)
    return name if short else lowered(sitting.words(button.label))
