"""Time controls: `10m+5s`, `3d/move`."""

from fuzz.harness import rereading, text_of
from pavage.clock import Clock, parse_control


def check(data: bytes) -> None:
    control = parse_control(text_of(data))
    with rereading():
        assert parse_control(str(control)) == control
    clock = Clock.new(control, 2).start(0, 100.0)
    for now in (100.0, 101.5, 1e9):
        assert clock.remaining(0, now)[0] >= 0 and clock.stop(now).press(1, now).remaining(1, now)
        clock = clock.press(1, now).press(0, now)
    deadline = clock.deadline()
    assert deadline is not None and deadline >= clock.since
