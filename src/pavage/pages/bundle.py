"""The modules that a page needs, sent as one: no build, the server joins them when they are first asked for.

Browsers fetch six files at a time: forty small ones take seven journeys, however soon they are named. In the
bundle each module is a function, run when somebody first imports it, so that it is what it was alone. Our
modules are plain enough for that: they import and export by name, at the beginning of a line.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

LINE_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
BLOCK_COMMENT = re.compile(r"/\*\*.*?\*/", re.DOTALL)
SHEET_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
INDENTED = re.compile(r"\n\s+")
IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"(\.[\w./-]+\.js)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[\w./-]+\.js)"\)')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
JOIN = "+"
"""Between the names of the modules that a bundle begins with."""

HEAD = """const root = import.meta.url.split("bundle/")[0], made = {}, modules = {};
const load = (name) => (made[name] ??= modules[name]());
const later = async (from, name) => load(new URL(name, `file:///${from}`).pathname.slice(1));
"""


def bundle_name(*entries: str) -> str:
    """What a bundle is called: the module that begins, and those that it will load."""
    return f"bundle/{JOIN.join(entries)}"


@lru_cache(maxsize=128)
def bundle(name: str, edition: str) -> str:
    """The text of a bundle, for an edition of the files; LookupError if it names what is not there."""
    script, *views = name.split(JOIN)
    parts = [HEAD]
    for module in reached(script, *views):
        if module != script:
            parts.append(f"modules[{json.dumps(module)}] = () => {{\n{_alone(module)}\n}};\n")
    parts.append(_body(script)[0])
    return "".join(parts)


@lru_cache(maxsize=32)
def plain_sheet(path: str, edition: str) -> str:
    """A style sheet without comments and indentation: a fifth less on its way."""
    return INDENTED.sub("\n", SHEET_COMMENT.sub("", Path(path).read_text(encoding="utf-8"))).strip() + "\n"


def reached(*modules: str) -> list[str]:
    """Modules and all that they import, now or later, in the order of a walk."""
    walk = list(modules)
    for name in walk:
        text = _plain(name)
        named = [match[1] for match in IMPORT.findall(text)] + LATER.findall(text)
        found = [posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) for other in named]
        walk += [other for other in dict.fromkeys(found) if other not in walk]
    return walk


def _alone(name: str) -> str:
    """A module as the inside of a function, which answers what the module exports."""
    text, exported = _body(name)
    return f"{text}\nreturn {{ {', '.join(exported)} }};"


def _body(name: str) -> tuple[str, list[str]]:
    """The text of a module with its imports looked up in the bundle; the names that it exports."""
    place = posixpath.dirname(name)

    def named(match: re.Match[str]) -> str:
        other = posixpath.normpath(posixpath.join(place, match[2]))
        taken = " ".join(match[1].split()).replace(" as ", ": ")
        return f"const {{ {taken} }} = load({json.dumps(other)});"

    text = IMPORT.sub(named, _plain(name))
    text = re.sub(r"\bimport\((?=[\"`])", f"later({json.dumps(name)}, ", text)
    text = text.replace("import.meta.url", f"(root + {json.dumps(name)})")
    exported = EXPORT.findall(text)
    text = EXPORT.sub("", text)
    if left := re.search(r"^(?:import|export)\b.*", text, re.MULTILINE):
        raise ValueError(f"{name}: the bundle does not understand {left[0]!r}")
    return text, exported


def _plain(name: str) -> str:
    """The text of a module without comments, indentation and empty lines; no text of ours goes over lines."""
    parts = name.split("/")
    source = files("pavage").joinpath("web", *parts)
    if not name.endswith(".js") or ".." in parts or not source.is_file():
        raise LookupError(f"there is no module {name}")
    text = LINE_COMMENT.sub("", BLOCK_COMMENT.sub("", source.read_text(encoding="utf-8")))
    return INDENTED.sub("\n", text).strip() + "\n"
