"""The workflows ask for what exists, and for the same Pythons as the package."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import pavage

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def steps(path: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(path.read_text("utf-8"))["jobs"].values()
    return [step for job in jobs for step in job["steps"]]


def commands() -> set[str]:
    """What dev.py can be asked for."""
    for node in ast.parse((ROOT / "dev.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "COMMANDS":
            assert isinstance(node.value, ast.Dict)
            return {ast.literal_eval(key) for key in node.value.keys if key}
    raise AssertionError("dev.py has a table COMMANDS")


def test_they_run_what_is_there() -> None:
    lines = [step["run"] for path in WORKFLOWS for step in steps(path) if "run" in step]
    asked = {match[1] for line in lines if (match := re.fullmatch(r"python dev\.py (\w+).*", line))}
    assert {"test", "docs", "wheel"} == asked
    assert asked <= commands()
    assert ".ci/run" in lines and (ROOT / ".ci" / "run").exists()


def test_wheels_are_built_for_the_pythons_that_are_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    tests = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text("utf-8"))
    tested = tests["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert project["project"]["requires-python"] == f">={tested[0]}"
    assert all(isinstance(python, str) for python in tested), "3.10 would be 3.1"
    assert project["tool"]["cibuildwheel"]["build"] == " ".join(
        f"cp{python.replace('.', '')}-*" for python in tested
    )


def test_only_the_publishing_job_may_speak_for_us() -> None:
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text("utf-8"))
        assert workflow["permissions"] == {"contents": "read"}
        for name, job in workflow["jobs"].items():
            assert job.get("permissions") == ({"id-token": "write"} if name == "publish" else None)
            assert "timeout-minutes" in job


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda p: p.stem
)
def test_the_issue_forms_can_be_filled_in(path: Path) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))
    assert {"name", "description", "body"} <= set(form)
    kinds = {"markdown", "textarea", "input", "dropdown", "checkboxes"}
    ids = [part["id"] for part in form["body"] if part["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 0
    for part in form["body"]:
        assert part["type"] in kinds
        assert part["type"] == "markdown" or part["attributes"]["label"]


def test_the_container_serves_as_an_ordinary_user_from_one_volume() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    last = lines[lines.index("FROM python:3.13-slim") :]
    assert "USER pavage" in last and last.count("VOLUME /data") == 1
    assert any(line.startswith("HEALTHCHECK") for line in last) and any("/healthz" in line for line in last)


def test_the_version_is_the_same_wherever_it_stands() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert str(citation["version"]) == pavage.__version__
