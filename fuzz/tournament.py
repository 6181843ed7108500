"""Files of tournaments, in TOML."""

from fuzz.harness import CORPUS
from pavage.tournament.plan import plan_in


def check(data: bytes) -> None:
    plan = plan_in(data, CORPUS.parents[2] / "examples" / "hex7.toml")
    assert plan.terms["entrant"] and plan.system
