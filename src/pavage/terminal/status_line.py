"""The status lines below the board: what to do, what else is offered, what happened, what is being typed."""

from __future__ import annotations

import textwrap

from pavage.game import CHANCE
from pavage.moments import moment_at, unseen
from pavage.registry import scene_of
from pavage.scene import Button, Scene
from pavage.terminal.console import Console
from pavage.terminal.panel import lowered, told_text
from pavage.terminal.session.session import Session
from pavage.terminal.trays import in_trays
from pavage.view.text.characters import bar, visible
from pavage.view.touching import offered
from pavage.words.moves import told_leaving

MARGIN = 2
"""Columns left of everything."""


def status_lines(
    session: Session, console: Console, scene: Scene, typed: str, focus: int | None, most: int
) -> list[str]:
    """What to do, what was said last, and what is being typed: on so many lines at most."""
    if session.messages:
        message = session.messages[-1]
    else:
        message = session.afterwards() if session.match.outcome else happened(session, scene)
    said, further = prompt(session, console, scene), offers(session, console, scene, focus)
    room = console.width - MARGIN - 1
    if len(visible(said)) + 2 + len(visible(further)) <= room:
        lines = ["  ".join(filter(None, [said, further])), message]
    else:
        lines = [said, "  ".join(filter(None, [further, message]))]
    asked = field(session, scene)
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
        f"{' ' * MARGIN}{f'{console.faint(asked)} ' if asked else ''}> {typed}",
    ]


def field(session: Session, scene: Scene) -> str:
    """What a person may write now, where the game expects a text."""
    waiting = session.question is not None or session.thinking or not session.person_to_move
    return "" if waiting or scene.field is None else session.words(scene.field)


def happened(session: Session, scene: Scene) -> str:
    """What computers have done since one's own turn, and what came of each move; the last one last."""
    match = session.match
    told = []
    for ply in unseen(match, session.people):
        told += _happened_at(session, scene_of(match.game, moment_at(match, ply)), ply)
    return "  ".join([*told, *_happened_at(session, scene, len(match.played))])


def _happened_at(session: Session, scene: Scene, plies: int) -> list[str]:
    """Who has just left, or what a computer did last after so many moves, and what came of it."""
    played, told = session.match.played, []
    ply = next((ply for ply in reversed(range(plies)) if played[ply].seat != CHANCE), None)
    if ply is not None and played[ply].reason:
        told.append(told_leaving(session.match, ply, session.words, session.spoken_name(played[ply].seat)))
    elif ply is not None and ply >= session.match.opening and not scene.retold:
        seat = played[ply].seat
        if session.table.chairs[seat].is_computer:
            who, move = session.name(seat), told_text(session, ply)
            told.append(session.words("cli.play.played", who=who, move=move))
    if scene.news is not None:
        told.append(session.words(scene.news))
    return told


def prompt(session: Session, console: Console, scene: Scene) -> str:
    words = session.words
    if session.question is not None:
        return console.bold(session.question.text)
    if session.thinking:
        share = session.search.progress
        shown = bar(share, 16, console.unicode)
        percent = words("cli.percent", number=round(100 * share))
        return (
            f"{words(session.search.doing)} {shown} {percent:>5}  {console.faint(words('cli.play.move_now'))}"
        )
    if session.match.outcome is not None:
        return console.bold(session.result())
    return words(scene.prompt)


def offers(session: Session, console: Console, scene: Scene, focus: int | None = None) -> str:
    """The buttons that a person may choose now, and that lie in no tray."""
    if session.question is not None or session.thinking or session.match.outcome is not None:
        return ""
    lying = in_trays(scene)
    labels = {
        button.site: _easily_typed(session, button) for button in scene.buttons if button.site not in lying
    }
    if not labels:
        return ""
    key = "cli.play.offer" if scene.next else "cli.play.choose"
    if lying.intersection(offered(scene)):
        key = "cli.play.or_type"
    if len(scene.buttons) == 1 and session.match.game.cells_of(session.touched[-1:]):
        key = "cli.play.finish"
    shown = [f"[{label}]" if site == focus else label for site, label in labels.items()]
    return console.bold(session.words(key, button=", ".join(shown)))


def _easily_typed(session: Session, button: Button) -> str:
    """What to type for a button: its label, or a name such as 3x5 that is shorter."""
    name = session.match.game.sites[button.site]
    short = any(sign.isdigit() for sign in name)
    return name if short else lowered(session.words(button.label))
