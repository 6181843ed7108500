"""Which places of the code an input reaches, told to libFuzzer.

Atheris calls a function of C++ at each place, which makes the code two to three times slower. Here a byte
is set, and all bytes are copied to the counters of libFuzzer once an input is read: a place is reached or
not, however often. Comparisons are not watched.
"""

from __future__ import annotations

import ctypes
import gc
from functools import cache
from types import CodeType, FunctionType
from typing import Any

import atheris
from atheris import core_with_libfuzzer as core
from atheris import instrument_bytecode as bytecode

COUNTERS = "_ZN7atheris8countersE"
"""Where the core of atheris keeps the address of its counters."""
MOST = 1 << 19


class Marks(bytearray):
    """A constant of marked code, which is hashed and compared here and there."""

    __hash__ = object.__hash__
    __eq__ = object.__eq__


_MARKS = Marks(MOST)
_ADDRESS = ctypes.addressof(ctypes.c_char.from_buffer(_MARKS))
_highest = 0


class Marking(bytecode.Instrumentor):  # type: ignore[misc]
    """Sets a byte where atheris would call a function."""

    def _generate_trace_branch_invocation(self, at: Any) -> list[Any]:
        global _highest
        _highest = atheris._reserve_counter()
        assert _highest < MOST
        loads = [
            bytecode._generate_instruction("LOAD_CONST", self._get_const(constant), at)
            for constant in (1, _MARKS, _highest)
        ]
        return [*loads, bytecode._generate_instruction("STORE_SUBSCR", None, at)]


def _marked(code: CodeType) -> CodeType:
    """The code and what is defined in it; not its comprehensions, which atheris passes over too."""
    marking = Marking(code)
    marking.trace_control_flow()
    for number, inner in enumerate(marking.consts):
        if isinstance(inner, CodeType) and (inner.co_name == "<lambda>" or inner.co_name[0] != "<"):
            marking.consts[number] = _marked(inner)
    # Atheris adds up all that is ever put on the stack; large frames cost much at every call.
    done: CodeType = marking.to_code()
    return done.replace(co_stacksize=code.co_stacksize + 3)


def watch() -> None:
    """Mark the functions of Pavage. (The hook of atheris for imports passes over an editable install.)"""
    done: dict[int, tuple[CodeType, CodeType]] = {}  # functions may share their code
    for each in gc.get_objects():
        # Not isinstance: that asks a weak reference for its object, which may be gone.
        if type(each) is FunctionType and (each.__module__ or "").startswith("pavage."):
            code = each.__code__
            if id(code) not in done:
                done[id(code)] = code, _marked(code)
            each.__code__ = done[id(code)][1]


def forget() -> None:
    """Before an input."""
    ctypes.memset(_ADDRESS, 0, _highest + 1)


def tell() -> None:
    """After an input: libFuzzer looks at its counters as soon as it is read."""
    ctypes.memmove(_counters(), _ADDRESS, _highest + 1)


@cache
def _counters() -> int:
    """Their address; they are there once atheris fuzzes."""
    address = ctypes.c_void_p.in_dll(ctypes.CDLL(core.__file__), COUNTERS).value
    assert address
    return address
