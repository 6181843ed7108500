"""A disk that forgets what was not synced: what SQLite writes is noted, and played again up to a power cut.

`record` stands between SQLite and its files in one process: every write, truncation, sync and deletion goes
into a log, after it was done. `Disk` reads such a log and says what could be on a disk whose power went at
any place of it: what was synced for certain; of what was written since, any part, in pieces of a sector.

A file counts as being there once it was synced (SQLite syncs its folder with it).
"""

from __future__ import annotations

import ctypes
import os
import random
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECTOR = 512
HEAD = struct.Struct(">BHqI")
"""What was done, the length of the file's name, where, and the length of what was written."""
WRITE, TRUNCATE, SYNC, DELETE = range(4)

_Pointer = ctypes.c_void_p
_int, _int64 = ctypes.c_int, ctypes.c_int64
_OPEN = ctypes.CFUNCTYPE(_int, _Pointer, _Pointer, _Pointer, _int, _Pointer)
_DELETE = ctypes.CFUNCTYPE(_int, _Pointer, ctypes.c_char_p, _int)
_CLOSE = ctypes.CFUNCTYPE(_int, _Pointer)
_WRITE = ctypes.CFUNCTYPE(_int, _Pointer, _Pointer, _int, _int64)
_TRUNCATE = ctypes.CFUNCTYPE(_int, _Pointer, _int64)
_SYNC = ctypes.CFUNCTYPE(_int, _Pointer, _int)


class _System(ctypes.Structure):
    """SQLite's `sqlite3_vfs`."""

    _fields_ = [
        *((name, _int) for name in ("version", "size", "longest")),
        *((name, _Pointer) for name in ("next", "name", "data", "open", "delete")),
        *((f"other{number}", _Pointer) for number in range(14)),
    ]


class _Methods(ctypes.Structure):
    """SQLite's `sqlite3_io_methods`."""

    _fields_ = [
        ("version", _int),
        *((name, _Pointer) for name in ("close", "read", "write", "truncate", "sync")),
        *((f"other{number}", _Pointer) for number in range(13)),
    ]


_kept: list[Any] = []
"""What SQLite points to must stay where it is."""


def record(log: Path) -> None:
    """From now on, write down what SQLite does to the files that this process opens by their names."""
    import _sqlite3

    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_System)
    system = _Recorder(log, library.sqlite3_vfs_find(None)).system()
    _kept.append(library)
    if library.sqlite3_vfs_register(ctypes.byref(system), 1) != 0:
        raise OSError("SQLite does not take another file system")


class _Recorder:
    """Does what the usual file system does, and notes it."""

    def __init__(self, log: Path, usual: Any) -> None:
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._usual, self._there = usual, ctypes.addressof(usual.contents)
        self._open, self._delete = _OPEN(usual.contents.open), _DELETE(usual.contents.delete)
        self._names: dict[int, bytes] = {}
        self._methods: dict[int, _Methods] = {}

    def system(self) -> _System:
        """The usual one, with ours before what changes something."""
        system = _System.from_buffer_copy(self._usual.contents)
        called = ctypes.c_char_p(b"forgetful")
        system.name, system.next = ctypes.cast(called, _Pointer), None
        system.open, system.delete = _address(_OPEN(self._on_open)), _address(_DELETE(self._on_delete))
        _kept.extend((self, system, called))
        return system

    def _note(self, what: int, name: bytes | None, place: int = 0, data: bytes = b"") -> None:
        if name is not None:
            os.write(self._log, HEAD.pack(what, len(name), place, len(data)) + name + data)

    def _on_open(self, _: int, name: int | None, file: int, flags: int, found: int | None) -> int:
        code = int(self._open(self._there, name, file, flags, found))
        first = ctypes.cast(file, ctypes.POINTER(_Pointer))
        if code == 0 and name and first.contents.value:
            self._names[file] = os.path.basename(ctypes.string_at(name))
            first[0] = ctypes.addressof(self._methods_for(first.contents.value))
        return code

    def _on_delete(self, _: int, name: bytes, sync: int) -> int:
        code = int(self._delete(self._there, name, sync))
        if code == 0:
            self._note(DELETE, os.path.basename(name))
        return code

    def _methods_for(self, address: int) -> _Methods:
        """The usual ones of a file, with ours before those that change something."""
        if address in self._methods:
            return self._methods[address]
        old = _Methods.from_address(address)
        changed = self._methods[address] = _Methods.from_buffer_copy(old)
        close, write = _CLOSE(old.close), _WRITE(old.write)
        truncate, sync = _TRUNCATE(old.truncate), _SYNC(old.sync)

        def on_close(file: int) -> int:
            self._names.pop(file, None)
            return int(close(file))

        def on_write(file: int, data: int, size: int, place: int) -> int:
            code = int(write(file, data, size, place))
            if code == 0:
                self._note(WRITE, self._names.get(file), place, ctypes.string_at(data, size))
            return code

        def on_truncate(file: int, size: int) -> int:
            code = int(truncate(file, size))
            if code == 0:
                self._note(TRUNCATE, self._names.get(file), size)
            return code

        def on_sync(file: int, flags: int) -> int:
            code = int(sync(file, flags))
            if code == 0:
                self._note(SYNC, self._names.get(file))
            return code

        changed.close, changed.write = _address(_CLOSE(on_close)), _address(_WRITE(on_write))
        changed.truncate, changed.sync = _address(_TRUNCATE(on_truncate)), _address(_SYNC(on_sync))
        return changed


def _address(function: Callable[..., Any]) -> int | None:
    _kept.append(function)
    return ctypes.cast(function, _Pointer).value  # type: ignore[arg-type]


@dataclass
class _File:
    """What is on the disk for certain, and what was done since."""

    synced: bytearray = field(default_factory=bytearray)
    there: bool = False
    since: list[tuple[int, int, bytes]] = field(default_factory=list)


class Disk:
    """Reads a log on, up to some place in it."""

    def __init__(self, log: Path) -> None:
        self._log = log.read_bytes()
        self.place = 0
        self._files: dict[str, _File] = {}

    def __len__(self) -> int:
        return len(self._log)

    def read_on(self, place: int) -> None:
        """Up to the last thing that was done before this place of the log."""
        while self.place + HEAD.size <= place:
            what, name_size, where, size = HEAD.unpack_from(self._log, self.place)
            end = self.place + HEAD.size + name_size + size
            if end > place:
                return
            name = self._log[self.place + HEAD.size : end - size].decode()
            self._do(self._files.setdefault(name, _File()), what, where, self._log[end - size : end])
            self.place = end

    def _do(self, file: _File, what: int, where: int, data: bytes) -> None:
        if what == SYNC:
            for each in file.since:
                _apply(file.synced, *each)
            file.since.clear()
            file.there = True
        elif what == DELETE:
            file.synced.clear()
            file.since.clear()
            file.there = False
        else:
            file.since.append((what, where, data))

    def cut(self, folder: Path, dice: random.Random, everything_lost: bool = False) -> None:
        """What is found in this folder when the power comes back."""
        folder.mkdir(parents=True)
        for name, file in self._files.items():
            if name.endswith("-shm") or not (file.there or (not everything_lost and dice.random() < 0.5)):
                continue
            content = bytearray(file.synced)
            for what, where, data in () if everything_lost else file.since:
                if what == TRUNCATE:
                    if dice.random() < 0.5:
                        _apply(content, what, where, data)
                    continue
                for start in range(0, len(data), SECTOR):
                    if dice.random() < 0.5:
                        _apply(content, WRITE, where + start, data[start : start + SECTOR])
            (folder / name).write_bytes(content)


def _apply(content: bytearray, what: int, where: int, data: bytes) -> None:
    size = where if what == TRUNCATE else where + len(data)
    if len(content) < size:
        content.extend(bytes(size - len(content)))
    if what == TRUNCATE:
        del content[where:]
    else:
        content[where : where + len(data)] = data
