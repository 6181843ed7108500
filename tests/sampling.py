"""What a short run takes of a long list; a full run (PAVAGE_FULL=1, `dev.py test --full`) takes all of it."""

import itertools

from conftest import in_full

FULL = in_full()


def in_turn(*lists):
    """All combinations in a full run; otherwise every value at least once, beside the next of the others."""
    lists = [list(values) for values in lists]
    if FULL:
        return list(itertools.product(*lists))
    longest = max(map(len, lists))
    return [tuple(values[turn % len(values)] for values in lists) for turn in range(longest)]


def sample(values, *chosen):
    """All values in a full run, otherwise only those chosen: the others repeat what is seen elsewhere."""
    assert set(chosen) <= set(values), "what is chosen is not among them"
    return list(values) if FULL else list(chosen)
