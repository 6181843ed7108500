"""The warden of one program: starts it in a session of its own, counts what it does, and ends all of it.

Run as a script, with the standard library only: `warden.py CONTROL STATUS MEMORY PROCESSES FOLDER PROGRAM …`.
The program inherits standard input, output and error; the warden lets go of them. When CONTROL is closed, by
whoever started us or because they died, everything below us is ended, even what has left the session: orphans
come to us, not to init. STATUS tells, a line each: started, failed, exited, memory, forked, gone.
"""

# Every game may start two of us: contextlib, and the enums of signal, would take a third of our start.
from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]
import os
import select
import sys
import time

TYPE_CHECKING = False  # typing would have to be imported for it
if TYPE_CHECKING:
    from collections.abc import Callable

    Kill = Callable[[int, int], None]

TICK = 0.05
"""Seconds between two looks at memory and processes."""
SWEEPING = 5.0
"""Seconds after which we give up ending what cannot be ended."""
PR_SET_CHILD_SUBREAPER = 36


def main(arguments: list[str]) -> None:
    control, status, memory, processes = (int(text) for text in arguments[:4])
    folder, program = arguments[4], arguments[5:]
    for each in (control, status):
        os.set_inheritable(each, False)
    adopt_orphans()
    wake, poke = os.pipe()
    for each in (wake, poke):
        os.set_blocking(each, False)
    signal.set_wakeup_fd(poke)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    parent = os.getppid()
    bot = os.fork()
    if bot == 0:
        become(program, folder, memory, status)
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)
    tell(status, "started", bot)
    watch(bot, (control, wake), status, parent, memory, processes)
    sweep(bot, status)
    tell(status, "gone")


def watch(bot: int, sources: tuple[int, int], status: int, parent: int, memory: int, processes: int) -> None:
    """Until we are told to end it, or nobody is left to tell us."""
    control, wake = sources
    told: set[str] = set()
    while True:
        ready = select.select(sources, (), (), TICK)[0]
        if wake in ready:
            os.read(wake, 4096)
        reap(bot, status)
        if control in ready or os.getppid() != parent:
            return
        below = descendants()
        if len(below) > processes and "forked" not in told:
            told.add("forked")
            tell(status, "forked", len(below))
        used = sum(map(resident, below))
        if used > memory and "memory" not in told:
            told.add("memory")
            tell(status, "memory", used)


def tell(status: int, *words: object) -> None:
    try:
        os.write(status, (" ".join(map(str, words)) + "\n").encode())
    except OSError:
        pass  # nobody listens any more


def become(program: list[str], folder: str, memory: int, status: int) -> None:
    """In the child: turn into the program, with its own session and its limits."""
    try:
        import resource

        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGPIPE, signal.SIGCHLD, signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # A little more than we count, so that what is counted is seen before it is refused.
        most = memory + memory // 4 + (64 << 20)
        try:
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        except (OSError, ValueError):
            pass  # a lower limit is there already
        if folder:
            os.chdir(folder)
        os.execvp(program[0], program)
    except OSError as error:
        os.write(status, f"failed {error.errno}\n".encode())
    except BaseException:
        os.write(status, b"failed 0\n")
    os._exit(127)


def adopt_orphans() -> None:
    """Processes whose parents are gone come to us. Linux only; elsewhere the session has to do."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        pass


def reap(bot: int, status: int) -> None:
    """Bury the dead; say how the program itself ended, and how much memory it had at the most."""
    while True:
        try:
            pid, code, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        if pid == bot:
            tell(status, "exited", code, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))


def descendants() -> list[int]:
    """Everything below us."""
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        for child in children(waiting.pop()):
            if child not in found:
                found.append(child)
                waiting.append(child)
    return found


def children(pid: int) -> list[int]:
    """Of all threads of a process; empty where the system does not tell."""
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return found
    for thread in threads:
        found += map(int, read(f"/proc/{pid}/task/{thread}/children").split())
    return found


def resident(pid: int) -> int:
    """Bytes of memory that a process occupies."""
    fields = read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") if fields else 0


def read(path: str) -> str:
    """What the system tells; nothing of who is gone."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def sweep(bot: int, status: int) -> None:
    """End everything below us. What is stopped cannot fork, so stop all of it first, then kill."""
    end = time.monotonic() + SWEEPING
    while time.monotonic() < end:
        stopped: set[int] = set()
        while fresh := [pid for pid in descendants() if pid not in stopped]:
            for pid in fresh:
                send(os.kill, pid, signal.SIGSTOP)
            stopped.update(fresh)
        send(os.killpg, bot, signal.SIGKILL)
        for pid in stopped:
            send(os.kill, pid, signal.SIGKILL)
        reap(bot, status)
        if not descendants() and not alive(bot):
            return
        time.sleep(0.002)


def send(how: Kill, pid: int, number: int) -> None:
    try:
        how(pid, number)
    except OSError:
        pass  # it is gone


def alive(pid: int) -> bool:
    """Whether a child of ours has not been buried yet."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:
        return False


if __name__ == "__main__":
    main(sys.argv[1:])
