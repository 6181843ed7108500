"""`pavage doctor`: look through all that is stored, replay every game, say what is damaged, save the rest."""

from __future__ import annotations

import contextlib
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pavage.cli.common.arguments import Given, Parser
from pavage.cli.common.store_access import complaining
from pavage.server.doctor import all_wrong, saved
from pavage.store.inspection import FoundTable, found_tables, looking_through
from pavage.store.rescue import Rescued, rescuing
from pavage.words import Words
from pavage.words.complaint import Complaint

SOMETHING_IS_WRONG = 1
NAMED = 50
"""Whole tables that are named; JSON names all."""


@dataclass
class Findings:
    """What there is, what is wrong with it, and what was saved."""

    events: int = 0
    pages: list[str] = field(default_factory=list)
    wrong: list[dict[str, Any]] = field(default_factory=list)
    whole: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    complete: bool = True
    rescued: list[dict[str, Any]] = field(default_factory=list)
    """Of each damaged table, how many of its events were saved; -1 if it is lost."""

    @property
    def tables(self) -> int:
        return len(self.whole) + len(self.damaged)

    def add(self, found: FoundTable, rescue: Rescued | None) -> None:
        wrong = all_wrong(found)
        self.events += found.count
        self.wrong += [
            {"table": found.id, "event": damage.event, "reason": damage.reason} for damage in wrong
        ]
        (self.damaged if wrong else self.whole).append(found.id)
        if rescue is None:
            return
        kept = saved(found)
        if kept is not None:
            rescue.add(kept.stored, kept.keys)
        if wrong:
            count = len(kept.stored.entries) if kept else -1
            self.rescued.append({"table": found.id, "events": count, "of": found.count})


def arguments(parser: Parser) -> None:
    parser.take("--database", metavar="address")
    parser.take("--rescue", metavar="file")
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    findings = Findings()
    with complaining(given.database) as url, contextlib.ExitStack() as closing:
        rows = closing.enter_context(looking_through(url))
        rescue = closing.enter_context(_new_store(given.rescue)) if given.rescue else None
        findings.pages, findings.complete = rows.pages, rows.complete
        watched = sys.stderr.isatty() and not given.json
        for found in found_tables(rows):
            findings.add(found, rescue)
            if watched and findings.tables % 20 == 0:
                print(f"\r{findings.tables}", end="", file=sys.stderr, flush=True)
        if watched and findings.tables >= 20:
            print("\r", end="", file=sys.stderr)
    print(_as_json(findings) if given.json else _as_text(findings, given.rescue, words))
    return SOMETHING_IS_WRONG if findings.wrong or findings.pages else 0


def _new_store(file: str) -> contextlib.AbstractContextManager[Rescued]:
    if Path(file).exists():
        raise Complaint("cli.file.exists", file=file)
    return rescuing(Path(file))


def _as_json(findings: Findings) -> str:
    told = {
        "tables": findings.tables,
        "events": findings.events,
        "pages": findings.pages,
        "wrong": findings.wrong,
        "whole": findings.whole,
        "complete": findings.complete,
        "rescued": findings.rescued,
    }
    # What is no text any longer can be in a name that was found.
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace").decode()


def _as_text(findings: Findings, rescue: str | None, words: Words) -> str:
    lines = [words("cli.doctor.page", reason=page) for page in findings.pages]
    for wrong in findings.wrong:
        lines.append(words("cli.doctor.wrong" if wrong["event"] >= 0 else "cli.doctor.setting", **wrong))
    counted = {"tables": findings.tables, "events": findings.events}
    if not findings.wrong and not findings.pages:
        lines.append(words("cli.doctor.good", **counted))
    else:
        lines.append(words("cli.doctor.bad", wrong=len(findings.damaged), **counted))
        named = ", ".join(findings.whole[:NAMED])
        more = len(findings.whole) - NAMED
        key = "whole_more" if more > 0 else "whole" if named else "none_whole"
        lines.append(words(f"cli.doctor.{key}", named=named, more=more))
        if not findings.complete:
            lines.append(words("cli.doctor.incomplete"))
    for each in findings.rescued:
        lines.append(words("cli.doctor.lost" if each["events"] < 0 else "cli.doctor.shortened", **each))
    if rescue:
        lost = sum(each["events"] < 0 for each in findings.rescued)
        lines.append(words("cli.doctor.rescued", tables=findings.tables - lost, file=rescue))
    elif findings.wrong or findings.pages:
        lines.append(words("cli.doctor.advice"))
    return "\n".join(lines).encode("utf-8", "replace").decode()
