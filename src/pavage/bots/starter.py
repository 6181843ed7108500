"""A program to begin with, in several languages: a folder with its source and how it is started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pavage.bots.program import NAME, BadBots

FILE = "bots.toml"

Say = Callable[[str], str]
"""The sentence of a key, in the language of whoever reads the source."""


@dataclass(frozen=True, slots=True)
class Language:
    """How a program in it is called, built and started; `{name}` is its name."""

    source: str
    argv: tuple[str, ...]
    build: str = ""


LANGUAGES = {
    "python": Language("{name}.py", ("{python}", "{name}.py")),
    "c": Language("{name}.c", ("./{name}",), "cc -O2 -o {name} {name}.c"),
    "cpp": Language("{name}.cpp", ("./{name}",), "c++ -O2 -o {name} {name}.cpp"),
    "java": Language("Bot.java", ("java", "-Xmx256m", "Bot"), "javac Bot.java"),
    "rust": Language("{name}.rs", ("./{name}",), "rustc -O --crate-name bot -o {name} {name}.rs"),
    "js": Language("{name}.mjs", ("node", "{name}.mjs")),
}
COMMENTS = ("intro", "try", "choose", "news", "flush")


@dataclass(frozen=True, slots=True)
class Starter:
    """What was written: the folder, the source, and the command that builds it, if one does."""

    folder: Path
    source: Path
    build: str


def write_starter(name: str, language: str, where: Path, say: Say) -> Starter:
    """A folder of this name. BadBots for a bad name; FileExistsError if there is something of that name."""
    if not NAME.fullmatch(name) or name.startswith((".", "-")):
        raise BadBots("bad_name", name=name[:40])
    known = LANGUAGES[language]
    text = files("pavage.bots").joinpath("starters", f"{language}.txt").read_text(encoding="utf-8")
    for key in COMMENTS:
        text = text.replace(f"@{key}@", say(f"bots.starter.{key}"))
    folder = where / name
    folder.mkdir(parents=True)
    source = folder / known.source.replace("{name}", name)
    source.write_text(text.replace("@name@", name), encoding="utf-8")
    build = known.build.replace("{name}", name)
    argv = ", ".join(f'"{word.replace("{name}", name)}"' for word in known.argv)
    lines = [*([f"# {build}"] if build else []), f"[{_quoted(name)}]", f"argv = [{argv}]", ""]
    (folder / FILE).write_text("\n".join(lines), encoding="utf-8")
    return Starter(folder, source, build)


def _quoted(name: str) -> str:
    """A name may hold dots, which mean something else in TOML."""
    return f'"{name}"'
