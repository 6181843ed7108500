"""In which order tests run: what takes long begins first, in every process, so that none works on alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TypeVar

Test = TypeVar("Test")


def long_first(
    tests: Sequence[Test],
    processes: int,
    allowed: Callable[[Test], float],
    in_browser: Callable[[Test], bool],
    file: Callable[[Test], str],
) -> list[Test]:
    """The same tests, so that each process begins with its share of the long ones.

    Long are those that may take longer than others by their own word, the longest first, and then those in
    a browser. pytest-xdist gives each process an equal run of the list, and a process that has nothing left
    takes from the end of another's. Files stay together: what a file sets up is set up once.
    """
    shares: list[list[Test]] = [[] for _ in range(processes)]
    marked = [test for test in tests if allowed(test)]
    for number, test in enumerate(sorted(marked, key=lambda test: -allowed(test))):
        shares[number % processes].append(test)
    plain = [test for test in tests if not allowed(test)]
    slow = _files((test for test in plain if in_browser(test)), file)
    for tests_of_file in sorted(slow, key=lambda together: -len(together)):
        min(shares, key=len).extend(tests_of_file)
    rest = [test for test in plain if not in_browser(test)]
    order: list[Test] = []
    for number, share in enumerate(shares):
        run = (len(tests) - len(order)) // (processes - number)  # as pytest-xdist divides them
        fill = max(0, run - len(share))
        order += share + rest[:fill]
        del rest[:fill]
    return order + rest


def _files(tests: Iterable[Test], file: Callable[[Test], str]) -> list[list[Test]]:
    return [list(together) for _, together in groupby(tests, key=file)]
