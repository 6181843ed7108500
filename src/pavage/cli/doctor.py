"""`pavage doctor`: replay every stored game and say what does not add up."""

from __future__ import annotations

import json
import sys
from typing import Any

from pavage.cli.arguments import Given, Parser
from pavage.cli.store_access import complaining
from pavage.server.contests.contest_log import contest_again, is_contest
from pavage.server.rooms.durable import DoesNotAddUp
from pavage.server.tables.table_log import tell_again
from pavage.store import Stored, open_store
from pavage.words import Words

SOMETHING_IS_WRONG = 1


def arguments(parser: Parser) -> None:
    parser.take("--database", metavar="address")
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    tables, events, complaints = 0, 0, list[dict[str, Any]]()
    watched = sys.stderr.isatty() and not given.json
    with complaining(given.database) as url, open_store(url) as store:
        for stored in store.every():
            tables += 1
            events += len(stored.entries)
            wrong = what_is_wrong(stored)
            if wrong is not None:
                complaints.append(wrong)
            if watched and tables % 20 == 0:
                print(f"\r{tables}", end="", file=sys.stderr, flush=True)
    if watched and tables >= 20:
        print("\r", end="", file=sys.stderr)
    if given.json:
        print(json.dumps({"tables": tables, "events": events, "wrong": complaints}, ensure_ascii=False))
    else:
        for wrong in complaints:
            print(words("cli.doctor.wrong", **wrong))
        key = "cli.doctor.bad" if complaints else "cli.doctor.good"
        print(words(key, tables=tables, events=events, wrong=len(complaints)))
    return SOMETHING_IS_WRONG if complaints else 0


def what_is_wrong(stored: Stored) -> dict[str, Any] | None:
    """The first event of a table that does not follow from those before it, and why; None if all do."""
    try:
        if is_contest(stored.setting):
            contest_again(stored.setting, stored.entries, check=True)
            return None
        story = tell_again(stored.setting, stored.entries, check=True)
    except DoesNotAddUp as error:
        return {"table": stored.id, "event": error.seq, "reason": error.reason}
    last = stored.entries[-1].event.data if stored.entries else stored.setting
    if bool(last.get("owes")) != story.owes:
        reason = "it says that a computer is to move" if last.get("owes") else "a computer is to move"
        return {"table": stored.id, "event": len(stored.entries) - 1, "reason": reason}
    return None
