"""`dev.py types`: what a client is shown, as types for the browser and as tables of docs/api.md.

Both are made of rooms/state.py, rooms/page_state.py, acts.py, classes/class_types.py and
tournaments/tournament_types.py in src/pavage/server, where Pavage is installed.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union

ROOT = Path(__file__).parent.parent
BROWSER = ROOT / "src" / "pavage" / "web" / "lib" / "state_types.js"
DOCUMENT = ROOT / "docs" / "api.md"
NAMES = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
BEGIN = "<!-- made by `python3 dev.py types`: {} -->"
END = "<!-- end of what was made -->"
OTHERS = (
    *("Step", "Tournament", "Replay"),
    *("GameListed", "Preview", "Imported", "LessonListed", "Lesson", "StepAnswered", "StepRefused"),
    *("FirstPosition", "PositionMade", "ImpossiblePosition", "TilingsListed"),
    *("TableSet", "ContestSet", "SeriesGame", "PuzzleMade", "GridsAlike", "Told"),
    *("PrintsOffered", "PrintedPage", "TournamentsListed"),
    *("ClassShown", "ClassBoards", "PupilShown", "ClassGone", "ClassOpened", "ClassJoined", "ClassProposal"),
)
"""What is told by answers to requests."""


def shapes() -> dict[str, type]:
    """The definitions, by name."""
    from pavage.server.classes import class_types
    from pavage.server.rooms import page_state, state
    from pavage.server.tournaments import tournament_types

    defined = {**vars(state), **vars(page_state), **vars(class_types), **vars(tournament_types)}
    return {name: kind for name, kind in defined.items() if typing.is_typeddict(kind)}


def messages() -> list[str]:
    """The names of what a page may be sent."""
    from pavage.server.rooms import state

    return [kind.__name__ for kind in typing.get_args(state.Message)]


def keys(kind: type) -> list[tuple[str, Any, str, bool]]:
    """Name, type, what it is, and whether it is always there."""
    told = []
    for name, hint in typing.get_type_hints(kind, include_extras=True).items():
        required = typing.get_origin(hint) is not NotRequired
        inner = hint if required else typing.get_args(hint)[0]
        value, note = typing.get_args(inner) if typing.get_origin(inner) is Annotated else (inner, "")
        told.append((name, value, note, required))
    return told


def written(hint: Any) -> str:
    """A type as the browser's comments write it."""
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if hint in NAMES:
        return NAMES[hint]
    if typing.is_typeddict(hint) or isinstance(hint, typing.NewType):
        return str(hint.__name__)
    if origin is Literal:
        return "|".join(f'"{each}"' for each in inside)
    if origin in (Union, types.UnionType):
        return "|".join(map(written, inside))
    if origin is tuple:
        return f"[{', '.join(map(written, inside))}]"
    if origin is dict:
        return f"Record<{', '.join(map(written, inside))}>"
    assert issubclass(origin, Sequence), f"no type of the browser for {hint}"
    item = written(inside[0])
    return f"({item})[]" if "|" in item else f"{item}[]"


def javascript() -> str:
    """The types of the browser."""
    from pavage.server.acts import ACTS

    names = "|".join(f'"{name}"' for name in ACTS)
    parts = [
        "// What the server shows. `python3 dev.py types` makes it of rooms/state.py and acts.py there.\n"
    ]
    parts.append(f"/** @typedef {{{names}}} ActName what one may do that is no move */")
    for name, kind in shapes().items():
        lines = [f" * {_line(kind)}", f" * @typedef {{object}} {name}"]
        for key, value, note, required in keys(kind):
            named = key if required else f"[{key}]"
            lines.append(f" * @property {{{written(value)}}} {named} {note}".rstrip())
        parts.append("\n".join(["/**", *lines, " */"]))
    parts.append(f"/** @typedef {{{'|'.join(messages())}}} Message what a table tells */")
    return "\n".join([*parts, "\nexport {};\n"])


def state_tables() -> str:
    """What a message holds, and what each thing in it holds, as Markdown."""
    parts = []
    for name, kind in _by_use(*messages(), *OTHERS).items():
        rows = [
            f"| `{key}`{'' if required else ', if any'} | `{_cell(written(value))}` | {_cell(note)} |"
            for key, value, note, required in keys(kind)
        ]
        parts.append("\n".join([f"`{name}`: {_line(kind)}\n", "| key | | |", "|---|---|---|", *rows]))
    return "\n\n".join(parts)


def act_table() -> str:
    """What one may do that is no move, as Markdown."""
    from pavage.server.acts import ACTS

    rows = []
    for name, act in ACTS.items():
        said = act.does if act.message == "act" else f"{act.does}. Asked for by the message `{act.message}`"
        events = ", ".join(f"`{event}`" for event in act.writes)
        rows.append(f"| `{name}` | {_cell(said)} | {act.who} | {events} |")
    return "\n".join(["| act | | by | written down as |", "|---|---|---|---|", *rows])


TABLES: dict[str, Callable[[], str]] = {"acts": act_table, "state": state_tables}
"""What stands in docs/api.md between two comments, by the name in the first of them."""


def document(text: str) -> str:
    """docs/api.md with its tables made anew."""
    for name, make in TABLES.items():
        begin = BEGIN.format(name)
        pattern = re.compile(f"({re.escape(begin)}\n).*?({re.escape(END)})", re.DOTALL)
        assert pattern.search(text), f"docs/api.md has no place for the table {name!r}: {begin}"
        before, after = pattern.split(text)[0::3]
        text = f"{before}{begin}\n\n{make()}\n\n{END}{after}"
    return text


def made() -> dict[Path, str]:
    """Every file that is made here, with what belongs into it."""
    return {BROWSER: javascript(), DOCUMENT: document(DOCUMENT.read_text(encoding="utf-8"))}


def main() -> None:
    for path, text in made().items():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if text != old:
            path.write_text(text, encoding="utf-8")
            print(f"Made {path.relative_to(ROOT)}")


def _by_use(*first: str) -> dict[str, type]:
    """The definitions in the order in which somebody meets them who reads from these on."""
    known, walk = shapes(), list(first)
    for name in walk:
        for _, value, _, _ in keys(known[name]):
            named = re.findall(r"[A-Z]\w+", written(value))
            walk += [each for each in named if each in known and each not in walk]
    return {name: known[name] for name in walk}


def _line(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    main()
