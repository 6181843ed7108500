"""Long tests begin first, in every process."""

from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdist.scheduler import WorkStealingScheduling

from devtools.order import long_first

KINDS = st.sampled_from([(0, False), (0, False), (0, False), (0, True), (200, False), (900, True)])


def ordered(tests, processes):
    return long_first(tests, processes, lambda t: t[1], lambda t: t[2], lambda t: t[3])


def runs(count, processes):
    """What pytest-xdist gives to each process of so many tests."""
    given = []

    class Node:
        shutting_down = False

        def __init__(self):
            self.gateway = SimpleNamespace(id=str(len(given)))

        def send_runtest_some(self, numbers):
            given.append(list(numbers))

    config = SimpleNamespace(getvalue=lambda _: ["popen"] * processes)
    scheduling = WorkStealingScheduling(config, SimpleNamespace(workstealsched=None))
    for node in [Node() for _ in range(processes)]:
        scheduling.add_node(node)
        scheduling.add_node_collection(node, [str(number) for number in range(count)])
    scheduling.schedule()
    return given


@settings(deadline=None)
@given(st.lists(st.tuples(KINDS, st.integers(0, 5)), max_size=60), st.integers(1, 5))
def test_all_of_them_once(kinds, processes):
    tests = [(number, *kind, f"file {file}") for number, (kind, file) in enumerate(kinds)]
    assert sorted(ordered(tests, processes)) == tests


@pytest.mark.parametrize("processes", [1, 2, 4, 7])
def test_every_process_begins_with_its_share(processes):
    """Marked ones before those in a browser, these before all others; each process has as many."""
    marked = [(number, 100 + number, False, "marked") for number in range(2 * processes)]
    browser = [(number, 0, True, f"browser {number // 5}") for number in range(5 * 3 * processes)]
    quick = [(number, 0, False, f"quick {number // 10}") for number in range(1003)]
    tests = quick[:500] + browser + quick[500:] + marked
    order = ordered(tests, processes)
    for numbers in runs(len(tests), processes):
        share = [order[number] for number in numbers]
        kinds = [(test[1] == 0, not test[2]) for test in share]
        assert kinds == sorted(kinds)
        assert [test[1] for test in share[:2]] == sorted((test[1] for test in share[:2]), reverse=True)
        assert kinds.count((False, True)) == 2 and kinds.count((True, False)) == 15
        files = [test[3] for test in share[2:]]
        assert sum(a != b for a, b in pairwise(files)) == len(set(files)) - 1
    assert order[0][1] == 100 + 2 * processes - 1, "the longest before all"
