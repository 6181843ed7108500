"""What is wrong with a stored table, and what can be saved of it: each event is replayed and compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pavage.server.classes.class_log import ClassLog, class_keys, is_class
from pavage.server.contests.contest_log import ContestLog, is_contest
from pavage.server.rooms.durable import DoesNotAddUp, told_again
from pavage.server.tables.table_log import TableLog
from pavage.store import Entry, Event, Stored
from pavage.store.inspection import SETTING, Damage, FoundTable


@dataclass(frozen=True, slots=True)
class Saved:
    """What is left of a table, and the keys that open it."""

    stored: Stored
    keys: Mapping[str, int]


def what_is_wrong(stored: Stored) -> Damage | None:
    """The first event of a table that does not follow from those before it, and why; None if all do."""
    try:
        owes = _owes_move(stored)
    except DoesNotAddUp as error:
        return Damage(error.seq, error.reason)
    last = stored.entries[-1].event.data if stored.entries else stored.setting
    if owes == bool(last.get("owes")):
        return None
    reason = "a computer is to move" if owes else "it says that a computer is to move"
    return Damage(len(stored.entries) - 1, reason)


def all_wrong(found: FoundTable) -> list[Damage]:
    """Everything that is wrong with a table: damaged rows, keys that are not there, what does not add up."""
    wrong = list(found.damage)
    if found.setting is None:
        return wrong
    stored = _until_missing(found, found.entries)
    first = what_is_wrong(stored)
    # Up to the first damaged event all must add up; its last event need not say who is to move.
    if first is not None and (not wrong or first.event < len(stored.entries) - 1):
        wrong.append(first)
    wrong += [
        Damage(SETTING, f"the key of person {person + 1} is not known")
        for key, person in _keys_of(stored).items()
        if found.keys.get(key) != person
    ]
    return sorted(wrong, key=lambda damage: damage.event)


def saved(found: FoundTable) -> Saved | None:
    """A table that adds up, with as much of this one as can be; None if it is lost.

    A damaged line of chat is replaced by silence, and nothing else is lost. With any other damaged event, all
    that came after it is lost.
    """
    if found.setting is None:
        return None
    entries = dict(found.entries)
    for damage in found.damage:
        before = entries.get(damage.event - 1)
        if damage.kind == "chat":
            owes = (before.event.data if before else found.setting).get("owes")
            silence = {"gone": True, "owes": True} if owes else {"gone": True}
            entries[damage.event] = Entry(
                damage.event, before.at if before else found.made, Event("chat", silence)
            )
    stored = _until_missing(found, entries)
    while (wrong := what_is_wrong(stored)) is not None:
        if wrong.event < 0:
            return None
        stored = replace(stored, entries=stored.entries[: wrong.event])
    return Saved(stored, {**_keys_of(stored), **found.keys})


def _until_missing(found: FoundTable, entries: Mapping[int, Entry]) -> Stored:
    """A table with the events before the first that is damaged or missing."""
    assert found.setting is not None
    end = next(number for number in range(found.count + 1) if number not in entries)
    return Stored(found.id, found.made, found.setting, tuple(entries[number] for number in range(end)))


def _keys_of(stored: Stored) -> dict[str, int]:
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


def _owes_move(stored: Stored) -> bool:
    """Replay a table; whether a computer owes a move at the end. At a contest or in a class, none plays."""
    if is_class(stored.setting):
        told_again(ClassLog, stored.setting, stored.entries)
        return False
    if is_contest(stored.setting):
        told_again(ContestLog, stored.setting, stored.entries, check=True)
        return False
    return told_again(TableLog, stored.setting, stored.entries, check=True).owes
