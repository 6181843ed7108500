"""`pavage doctor`: look through all that is stored, replay every game, say what is damaged, save the rest."""

from __future__ import annotations

import contextlib
import json
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from pavage.cli.common.arguments import Given, Parser
from pavage.cli.common.store_access import complaining
from pavage.server.doctor import all_wrong, saved
from pavage.store.inspection import FoundTable, inspecting
from pavage.store.rescue import add_table, rescuing
from pavage.words import Words
from pavage.words.complaint import Complaint

SOMETHING_IS_WRONG = 1
MAX_NAMED = 50
"""Whole tables that are named; JSON names all."""


@dataclass
class Findings:
    """What there is, what is wrong with it, and what was saved: the JSON that is printed."""

    tables: int = 0
    events: int = 0
    pages: list[str] = field(default_factory=list)
    wrong: list[dict[str, Any]] = field(default_factory=list)
    whole: list[str] = field(default_factory=list)
    complete: bool = True
    rescued: list[dict[str, Any]] = field(default_factory=list)
    """Of each damaged table, how many of its events were saved; -1 if it is lost."""

    def add(self, found: FoundTable, rescued: Connection | None) -> None:
        wrong = all_wrong(found)
        self.tables += 1
        self.events += found.count
        self.wrong += [{"table": found.id, "event": each.event, "reason": each.reason} for each in wrong]
        if not wrong:
            self.whole.append(found.id)
        if rescued is None:
            return
        left = saved(found)
        if left is not None:
            add_table(rescued, left.stored, left.keys)
        if wrong:
            count = len(left.stored.entries) if left else -1
            self.rescued.append({"table": found.id, "events": count, "of": found.count})


def arguments(parser: Parser) -> None:
    parser.take("--database", metavar="address")
    parser.take("--rescue", metavar="file")
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    if given.rescue and Path(given.rescue).exists():
        raise Complaint("cli.file.exists", file=given.rescue)
    with complaining(given.database) as url, contextlib.ExitStack() as closing:
        store = closing.enter_context(inspecting(url))
        rescued = closing.enter_context(rescuing(Path(given.rescue))) if given.rescue else None
        findings = Findings(pages=store.problems, complete=store.complete)
        for found in store.tables():
            findings.add(found, rescued)
            if findings.tables % 20 == 0 and sys.stderr.isatty() and not given.json:
                print(f"\r{findings.tables}\r", end="", file=sys.stderr, flush=True)
    as_json = json.dumps(asdict(findings), ensure_ascii=False)
    print(as_json if given.json else _as_text(findings, given.rescue, words))
    return SOMETHING_IS_WRONG if findings.wrong or findings.pages else 0


def _as_text(findings: Findings, rescue: str | None, words: Words) -> str:
    lines = [words("cli.doctor.page", reason=page) for page in findings.pages]
    for wrong in findings.wrong:
        lines.append(words("cli.doctor.wrong" if wrong["event"] >= 0 else "cli.doctor.setting", **wrong))
    counted = {"tables": findings.tables, "events": findings.events}
    if not findings.wrong and not findings.pages:
        lines.append(words("cli.doctor.good", **counted))
    else:
        lines.append(words("cli.doctor.bad", wrong=findings.tables - len(findings.whole), **counted))
        more = len(findings.whole) - MAX_NAMED
        key = "whole_more" if more > 0 else "whole" if findings.whole else "none_whole"
        lines.append(words(f"cli.doctor.{key}", named=", ".join(findings.whole[:MAX_NAMED]), more=more))
        if not findings.complete:
            lines.append(words("cli.doctor.incomplete"))
    for each in findings.rescued:
        lines.append(words("cli.doctor.lost" if each["events"] < 0 else "cli.doctor.shortened", **each))
    if rescue:
        lost = sum(each["events"] < 0 for each in findings.rescued)
        lines.append(words("cli.doctor.rescued", tables=findings.tables - lost, file=rescue))
    elif findings.wrong or findings.pages:
        lines.append(words("cli.doctor.advice"))
    return "\n".join(lines)
