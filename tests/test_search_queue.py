"""Which search begins and which gives way, with a clock and processes of its own making."""

import math
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pavage.players.search_queue import (
    LONGEST,
    SAVED,
    SLICE,
    SPACING,
    TURN,
    Places,
    SearchQueue,
    Ticket,
    Turns,
    Urgency,
)

LOOKING, AWAY, HINT, ANALYSIS, AMONG = Urgency
REACTION = 0.05
"""Seconds until a search that is told to stop has stopped."""


class World:
    """Searches that take so long, and stop soon after they are told to."""

    def __init__(self, places, check=None):
        self.queue, self.now = SearchQueue(places), 0.0
        self.ends, self.begun, self.check = {}, [], check
        self.takes = {}
        self.again = None

    def ask(self, urgency, visitor="v", table="t", takes=6.0, short=False):
        ticket = Ticket(urgency, visitor, table, short)
        self.takes[ticket] = takes
        self.queue.ask(ticket, self.now)
        self.turn()
        return ticket

    def turn(self):
        before = list(self.queue.running)
        orders = self.queue.turn(self.now)
        for ticket in orders.begin:
            if self.check:
                self.check(self, ticket, before)
            before.append(ticket)
            self.begun.append(ticket)
            self.ends[ticket] = self.now + self.takes[ticket]
        for ticket in orders.stop:
            assert self.now - ticket.begun >= SLICE - 1e-9, "everybody has a slice"
            self.ends[ticket] = min(self.ends[ticket], self.now + REACTION)
        assert orders.again is None or orders.again > self.now
        self.again = orders.again

    def run(self, until):
        """Go on to that time, from one thing that happens to the next."""
        while True:
            looks = [] if self.again is None else [self.again]
            soonest = min([*self.ends.values(), *looks], default=math.inf)
            if soonest > until:
                break
            self.now = max(self.now, soonest)
            for ticket in [each for each, end in self.ends.items() if end <= self.now]:
                del self.ends[ticket]
                self.queue.leave(ticket, self.now)
            self.turn()
        self.now = until

    def waited(self, ticket):
        return (self.now if ticket.begun is None else ticket.begun) - ticket.asked


ASKED = st.lists(
    st.tuples(
        st.sampled_from(Urgency),
        st.sampled_from("abc"),
        st.sampled_from("123"),
        st.floats(0.01, 8.0),
        st.booleans(),
        st.floats(0.0, 1.0),
    ),
    max_size=40,
)
PLACES = st.sampled_from([Places(1), Places.on(1), Places.on(3), Places.among(2), Places.among(6)])
LATE = [
    *[(LOOKING, "a", "1", 1.0, False, 0.0)] * 4,
    (AWAY, "a", "1", 8.0, False, 0.6343518166965888),
    (LOOKING, "a", "1", 8.0, False, 0.0),
    *[(AWAY, "a", "1", 8.0, False, 0.0)] * 2,
    *[(ANALYSIS, "a", "1", 1.0, True, 0.0)] * 2,
]
"""The second analysis begins 10 s after the first; their difference in floating point is a little less."""


def orderly(world, ticket, running):
    """What must be true whenever a search begins, beside those that run."""
    queue, places = world.queue, world.queue.places
    assert len(running) < places.all
    # Times are added, never subtracted, as the queue does: (t + 10) - t can be a little less than 10.
    overdue = world.now >= max(world.last[ticket.urgency] + LONGEST, world.favoured + SPACING)
    world.last[ticket.urgency] = world.now
    if overdue:
        world.favoured = world.now
    elif ticket.urgency != LOOKING:
        assert len(running) < places.common, "only people who look have more than the common places"
        above = [each for each in Urgency if each < ticket.urgency]
        assert not any(queue._classes[each].waiting for each in above), "the more urgent go first"


@settings(max_examples=150, deadline=None)
@given(PLACES, ASKED)
@example(Places.among(2), LATE)
def test_everybody_begins_in_order_and_there_are_never_too_many(places, asked):
    world = World(places, orderly)
    world.last, world.favoured = {}, -SPACING
    tickets = []
    for urgency, visitor, table, takes, short, pause in asked:
        if not world.queue._classes[urgency].waiting:
            world.last[urgency] = world.now
        tickets.append(world.ask(urgency, visitor, table, takes, short))
        world.run(world.now + pause)
    world.run(world.now + 10.0 * len(asked) + 1)
    assert all(ticket.begun is not None for ticket in tickets), "nobody is forgotten"
    assert not world.queue.running and not world.queue.waiting and world.again is None


@settings(max_examples=100, deadline=None)
@given(PLACES, st.lists(st.sampled_from([AWAY, HINT, ANALYSIS, AMONG]), max_size=80), st.floats(0, 20))
def test_a_person_who_looks_waits_no_longer_than_a_slice(places, others, when):
    world = World(places)
    for number, urgency in enumerate(others):
        world.ask(urgency, "hostile", str(number), takes=8.0)
    world.run(when)
    ticket = world.ask(LOOKING, "stranger", "mine", takes=6.0)
    world.run(when + 1)
    slices = 1 if places.people else 2  # with one place for all, a class that waited for long may be first
    assert world.waited(ticket) <= slices * (SLICE + REACTION) + 1e-9


@pytest.mark.parametrize("cores", [1, 3])
@pytest.mark.parametrize("same", [False, True])
def test_a_beginner_answers_whatever_ten_visitors_do(cores, same):
    """Seventy people at open pages play the best; from ten other addresses they play beginners too."""
    world, dice = World(Places.on(cores)), random.Random(1)
    waits = []
    for step in range(300):
        for _ in range(2):
            number = dice.randrange(70)
            visitor = "one" if same else str(number % 10)
            world.ask(LOOKING, visitor, str(number), takes=6.0)
            if not same:
                world.ask(LOOKING, visitor, str(number), takes=0.5, short=True)
        if step % 10 == 9:
            waits.append(world.ask(LOOKING, "one" if same else "stranger", "mine", takes=0.1, short=True))
        world.run(world.now + 0.05)
    world.run(world.now + 10)
    assert max(map(world.waited, waits)) <= (0 if same else 2 * (SLICE + REACTION)) + 1e-9


@pytest.mark.parametrize("urgency", [AWAY, HINT, ANALYSIS, AMONG])
def test_no_class_waits_for_ever(urgency):
    """People who look keep every place busy without end."""
    world = World(Places.on(1))
    for number in range(20):
        world.ask(LOOKING, str(number), "t", takes=1e6)
    ticket = world.ask(urgency, "patient", "t")
    for _ in range(400):
        while world.queue.waiting < 20:
            world.ask(LOOKING, str(len(world.begun) % 20), "t", takes=1e6)
        world.run(world.now + 0.1)
    assert world.waited(ticket) <= LONGEST + SPACING + SLICE + REACTION + 1e-9


def test_visitors_take_turns_whoever_has_more_tables():
    world = World(Places(1))
    for number in range(70):
        world.ask(AMONG, "greedy", str(number), takes=1.0)
    for number in range(3):
        world.ask(AMONG, "modest", str(number), takes=1.0)
    world.run(7.5)
    assert [ticket.visitor for ticket in world.begun[:7]] == [
        "greedy", *["modest", "greedy"] * 3,
    ]  # fmt: skip


def test_a_turn_is_time_and_not_a_search():
    """Who asks for long searches has fewer of them."""
    world = World(Places(1))
    for number in range(100):
        world.ask(AMONG, "long", str(number), takes=4.0)
        world.ask(AMONG, "brief", str(number), takes=1.0)
    world.run(80.5)
    used = {who: sum(world.takes[t] for t in world.begun if t.visitor == who) for who in ("long", "brief")}
    assert abs(used["long"] - used["brief"]) <= 4


def test_so_do_the_tables_of_a_visitor():
    world = World(Places(1))
    for table in "aaaabc":
        world.ask(ANALYSIS, "one", table, takes=1.0)
    world.run(10)
    assert sorted(ticket.table for ticket in world.begun[:3]) == ["a", "b", "c"]


def test_whoever_comes_new_has_saved_nothing_up_and_owes_nothing():
    turns = Turns()
    for _ in range(50):
        turns.began("old", [])
        turns.charge("old", 1.0)
    assert turns.of("old") - turns.of("new") == 1.0 + SAVED
    turns.began("new", ["old"])
    assert turns.of("new") == 49 - SAVED


def test_computers_among_themselves_give_way_to_people_and_not_to_each_other():
    world = World(Places.on(1))
    first = world.ask(AMONG, "a", takes=8.0)
    second = world.ask(AMONG, "b", takes=8.0)
    world.run(4)
    assert not first.told and second.begun is None
    person = world.ask(LOOKING, "c", takes=1.0)
    assert person.begun == 4 and first.told, "there is a place for people, and one core stays free"
    world.run(4 + REACTION)
    assert second.begun is None, "while people are thought for, nobody else is"
    world.run(6)
    assert second.begun == 5


def test_an_analysis_gives_way_to_another_visitors_after_its_turn():
    world = World(Places.on(1))
    first = world.ask(ANALYSIS, "a", takes=8.0)
    second = world.ask(ANALYSIS, "b", takes=8.0)
    world.run(3)
    assert first.told and second.begun == TURN[ANALYSIS] + REACTION


def test_who_opens_the_page_is_thought_for_sooner_and_who_closes_it_later():
    world = World(Places.on(1))
    running = world.ask(AMONG, "a", takes=8.0)
    away = world.ask(AMONG, "b", takes=8.0)
    world.queue.change(away, LOOKING, "b", world.now)
    world.turn()
    assert away.begun == 0 and running.begun == 0
    world.queue.change(away, AWAY, "b", world.now)
    world.run(1)
    assert running.told, "still beyond the one common place"
    assert world.queue.count(AWAY, "b") == 1 and world.queue.count(LOOKING, "b") == 0


def test_places():
    assert Places.on(1).all == 3
    for threads in range(1, 9):
        places = Places.among(threads)
        assert places.all == max(1, threads) and places.common >= 1
