"""`pavage tournament`: play one, or go on with it, and tell what came of it."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path

from pavage.cli.common.arguments import Given, Parser, required, whole
from pavage.cli.common.progress import Progress
from pavage.cli.common.seats import mention_slow_search
from pavage.cli.common.spectators import Spectators
from pavage.players.workers import MEMORY, Workers
from pavage.terminal.console import console_for
from pavage.tournament.dask_cluster import cluster
from pavage.tournament.following import Following
from pavage.tournament.ledger import AlreadyRunning, Ledger, OtherResults, place_of
from pavage.tournament.plan import Plan, read_plan
from pavage.tournament.report.figures import verdict_text
from pavage.tournament.report.page import page
from pavage.tournament.report.standings_text import data, score_text, table, text
from pavage.tournament.running import Comparison, play_all, waiting
from pavage.tournament.schedule import Results, Schedule, points, schedule
from pavage.tournament.sprt import Hypotheses
from pavage.tournament.standings import standings
from pavage.words import Words
from pavage.words.complaint import Complaint


def arguments(parser: Parser) -> None:
    parser.take("file", metavar="file", nargs="?")
    parser.take("--parallel", metavar="number")
    parser.take("--scheduler", metavar="address")
    parser.take("--sprt", metavar="elos")
    parser.switch("--report")
    parser.take("--html", metavar="file")
    parser.take("--csv", metavar="file")
    parser.switch("--json")
    parser.switch("--live")
    parser.take("--logs", metavar="folder")


def run(given: Given, words: Words) -> int:
    name = required(given.file, "file", "tournament")
    path = Path(name).expanduser()
    plan = read_plan(path)
    comparison = _comparison(given.sprt, plan)
    parallel = whole(given.parallel, "--parallel", 1, 1024)
    for option, suffix in (("html", ".html"), ("csv", ".csv")):
        file = getattr(given, option)
        if file and Path(file).suffix != suffix:
            raise Complaint("tournament.suffix", option=f"--{option}", file=file, suffix=suffix)
    with ExitStack() as stack:
        ledger = None if given.report else stack.enter_context(ledger_of(path, plan))
        results = results_of(path, plan) if ledger is None else ledger.results
        spectators = stack.enter_context(Spectators(path, words)) if given.live else None
        if ledger is not None:
            try:
                ledger.hold()
            except AlreadyRunning:
                raise Complaint("tournament.running", file=name) from None
            mention_slow_search(words, [each.level for each in plan.entrants])
            _play(plan, ledger, given, parallel, comparison, words)
        told = schedule(plan, results)
        _report(given, plan, results, told, comparison, words)
        carried = waiting(plan, results, told)
        if carried:
            names = shlex.quote(",".join(plan.entrants[one].name for one in carried[0].entrants))
            key = "tournament.waits.one" if len(carried) == 1 else "tournament.waits.many"
            said = words(key, number=len(carried), file=shlex.quote(name), names=names)
            print(said, file=sys.stderr)
        if spectators is not None:
            spectators.stay()
    return 0


def ledger_of(path: Path, plan: Plan) -> Ledger:
    """The results, to add to them."""
    place = place_of(path)
    try:
        return Ledger(place, plan.terms)
    except OtherResults as error:
        raise _other(place, error) from None


def results_of(path: Path, plan: Plan) -> Results:
    """The results, to look at them: also where nothing can be written."""
    following = Following(place_of(path), plan.terms)
    try:
        following.look()
    except OtherResults as error:
        raise _other(following.path, error) from None
    return following.results


def _other(place: Path, error: OtherResults) -> Complaint:
    told = error.about(place.name)
    return Complaint(told.key, **dict(told.values))


def _comparison(text: str | None, plan: Plan) -> Comparison | None:
    if text is None:
        return None
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError:
        low = high = 0.0
    if not -2000 <= low < high <= 2000:
        raise Complaint("tournament.sprt_value", value=text)
    if len(plan.entrants) != 2 or plan.system in ("swiss", "knockout") or plan.games % 2:
        raise Complaint("tournament.sprt_two")
    return Comparison(plan, Hypotheses(low, high))


def _play(
    plan: Plan,
    ledger: Ledger,
    given: Given,
    parallel: int | None,
    comparison: Comparison | None,
    words: Words,
) -> None:
    parallel = parallel or plan.parallel
    begun, done_before = time.monotonic(), len(ledger.results)
    with ExitStack() as stack:
        machines = None
        if given.scheduler is not None:
            machines = stack.enter_context(cluster(given.scheduler))
            cores = machines.cores
            workers = stack.enter_context(Workers(executor=machines.executor))
        else:
            cores = os.cpu_count() or 1
            programs = any(one.program is not None for one in plan.entrants)
            memory = None if programs else MEMORY  # programs have limits of their own
            workers = stack.enter_context(Workers(parallel or cores, memory=memory))
        progress = stack.enter_context(Progress(console_for(sys.stderr).unicode))
        shown = -1

        def seen(told: Schedule) -> None:
            nonlocal shown
            if machines is not None:
                machines.check()
            done = sum(each.game in ledger.results for each in told.fixtures)
            if not progress.seen or done == shown:
                return
            shown = done
            total = max(told.total, len(told.fixtures), 1)
            new = done - done_before
            end = "…"
            if new > 0:
                left = (time.monotonic() - begun) / new * (total - done)
                end = f"{datetime.now() + timedelta(seconds=left):%H:%M:%S}"
            score = score_text(plan, points(plan, told, ledger.results), words)
            progress.show(
                done / total, words("tournament.progress", done=done, total=total, score=score, end=end)
            )

        try:
            logs = str(Path(given.logs).expanduser().absolute()) if given.logs else ""
            play_all(plan, ledger, workers, parallel or cores, seen, comparison, logs)
        except KeyboardInterrupt:
            workers.restart()  # a game that is running would keep us waiting
            progress.clear()
            print(f"\n{words('tournament.stopped')}", file=sys.stderr)
            raise


def _report(
    given: Given,
    plan: Plan,
    results: Results,
    told: Schedule,
    comparison: Comparison | None,
    words: Words,
) -> None:
    result = standings(plan, told, results)
    verdict = comparison.after(results) if comparison else None
    further = verdict_text(comparison.hypotheses, verdict, words) if comparison and verdict else ""
    if given.json:
        told_of = data(plan, result)
        if comparison is not None and verdict is not None:
            told_of["sprt"] = {
                "elo0": comparison.hypotheses.elo0,
                "elo1": comparison.hypotheses.elo1,
                "accepted": verdict.accepted,
                "ratio": verdict.ratio,
                "pairs": verdict.units,
            }
        print(json.dumps(told_of, ensure_ascii=False, indent=1))
    else:
        print("\n".join(text(plan, result, words, console_for(sys.stdout).width)))
        if further:
            print(further)
    if given.csv:
        _write(given.csv, table(plan, result), words)
    if given.html:
        with Progress(console_for(sys.stderr).unicode) as progress:
            drawn = page(
                plan, result, words, further, lambda share: progress.show(share, words("tournament.drawing"))
            )
        _write(given.html, drawn, words)


def _write(name: str, content: str, words: Words) -> None:
    """A whole file or none: it takes its name when it is complete."""
    path = Path(name).expanduser()
    half = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        half.write_text(content, encoding="utf-8")
        half.replace(path)
    except OSError as error:
        half.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, name) from None
    print(words("tournament.written", file=name), file=sys.stderr)
