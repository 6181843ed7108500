"""`pavage bench hex`: the table that goes into docs/measurements/hex-engine.md."""

import json

import pytest
from conftest import needs

from pavage.bench import engine_speed as engine
from pavage.cli import main
from pavage.words import words


def test_the_table_is_markdown_in_both_languages() -> None:
    rates = [
        engine.Rate("walk", 301_234.5, 14_530.2, 250_000, 400_000),
        engine.Rate("tree", 90_000, None, 5_000, 20_000),
    ]
    english = engine.table(rates, {11: 0.021}, words("en"))
    assert "| 301,234 | 14,530 | 250,000 | 400,000 |" in english[2] and "| – |" in english[3]
    assert "after 21 ms" in english[-1] and "11×11" in english[-1]
    assert "301\u202f234" in engine.table(rates, {}, words("fr"))[2]


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    needs("native")
    monkeypatch.setattr(engine, "SIZE", 3)
    monkeypatch.setattr(engine, "STOPS", 1)
    monkeypatch.setattr(engine, "STOPPED", (7,))
    measure = engine.measure
    monkeypatch.setattr(engine, "measure", lambda core, spiel, _, show: measure(core, spiel, 0.001, show))
    assert main(["bench", "hex", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["work"] for one in found["rates"]] == ["walk", "fill", "tree", "network"]
    assert all(one["rate"] > 0 for one in found["rates"]) and found["slowest_stop"]["7"] >= 0
