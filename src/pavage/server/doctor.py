"""What is wrong with a stored table, and what can be saved of it: each event is replayed and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pavage.server.classes.class_log import ClassLog, class_keys, is_class
from pavage.server.contests.contest_log import ContestLog, is_contest
from pavage.server.rooms.durable import DoesNotAddUp, told_again
from pavage.server.tables.table_log import TableLog
from pavage.store import Entry, Event, Stored
from pavage.store.inspection import SETTING, Damage, FoundTable


def what_is_wrong(stored: Stored) -> Damage | None:
    """The first event of a table that does not follow from those before it, and why; None if all do."""
    try:
        story = _again(stored.setting, stored.entries)
    except DoesNotAddUp as error:
        return Damage(error.seq, error.reason)
    if story is None:
        return None
    last = stored.entries[-1].event.data if stored.entries else stored.setting
    if bool(last.get("owes")) != story.owes:
        reason = "it says that a computer is to move" if last.get("owes") else "a computer is to move"
        return Damage(len(stored.entries) - 1, reason)
    return None


def all_wrong(found: FoundTable) -> list[Damage]:
    """Everything that is wrong with a table: damaged rows, keys that are not there, what does not add up."""
    wrong = list(found.damage)
    if found.setting is None:
        return wrong
    stored = found.stored()
    first = what_is_wrong(stored)
    # Up to the first damaged event all must add up; its last event need not say who is to move.
    if first is not None and (not wrong or first.event < len(stored.entries) - 1):
        wrong.append(first)
    wrong += [
        Damage(SETTING, f"the key of person {person + 1} is not known")
        for key, person in keys_of(stored).items()
        if found.keys.get(key) != person
    ]
    return sorted(wrong, key=lambda damage: damage.event)


def keys_of(stored: Stored) -> dict[str, int]:
    """The keys that a table and its events have given out, and the people they are for."""
    if is_class(stored.setting):
        return class_keys(stored.setting, stored.entries)
    given = {key: person for person, key in enumerate(stored.setting.get("keys", ())) if key}
    if is_contest(stored.setting):
        return given
    try:
        return given | told_again(TableLog, stored.setting, stored.entries).acting
    except DoesNotAddUp:
        return given


@dataclass(frozen=True, slots=True)
class Saved:
    """What is left of a table, and the keys that open it."""

    stored: Stored
    keys: Mapping[str, int]


def saved(found: FoundTable) -> Saved | None:
    """A table that adds up, with as much of this one as can be; None if it is lost.

    Something said that is damaged is replaced by silence, and nothing else is lost. Any other damaged event
    takes with it all that came after.
    """
    if found.setting is None:
        return None
    for entries in _ways(found):
        ending = _with_ending(Stored(found.id, found.made, found.setting, tuple(entries)))
        if ending is not None:
            return Saved(ending, {**keys_of(ending), **found.keys})
    return None


def _ways(found: FoundTable) -> Iterator[Sequence[Entry]]:
    """The longest first: up to the first event that is missed; before the first damaged one; that adds up."""
    silenced = list[Entry]()
    for number in range(found.count):
        if number in found.entries:
            silenced.append(found.entries[number])
        elif found.kinds.get(number) == "chat":
            silenced.append(Entry(number, _before(found, number), Event("chat", {"gone": True})))
        else:
            break
    yield silenced
    stored = found.stored()
    yield stored.entries
    first = what_is_wrong(stored)
    if first is not None:
        yield stored.entries[: max(0, first.event)]


def _before(found: FoundTable, number: int) -> int:
    """When the last readable thing before an event happened."""
    return next(
        (found.entries[each].at for each in range(number, -1, -1) if each in found.entries), found.made
    )


def _with_ending(stored: Stored) -> Stored | None:
    """The same with a last event that says rightly who is to move; None if it does not add up."""
    try:
        story = _again(stored.setting, stored.entries)
    except DoesNotAddUp:
        return None
    wrong = what_is_wrong(stored)
    if story is None or wrong is None:
        return stored
    entry = stored.entries[-1] if stored.entries else None
    told = dict(entry.event.data if entry else stored.setting)
    told.pop("owes", None)
    if story.owes:
        told["owes"] = True
    if entry is None:
        return Stored(stored.id, stored.made, told, ())
    last = Entry(entry.seq, entry.at, Event(entry.event.kind, told, entry.event.mark))
    return Stored(stored.id, stored.made, stored.setting, (*stored.entries[:-1], last))


def _again(setting: Mapping[str, Any], entries: Sequence[Entry]) -> TableLog | None:
    """The table, or None for a contest or a class: there, no computer plays."""
    if is_class(setting):
        told_again(ClassLog, setting, entries)
        return None
    if is_contest(setting):
        told_again(ContestLog, setting, entries, check=True)
        return None
    return told_again(TableLog, setting, entries, check=True)
