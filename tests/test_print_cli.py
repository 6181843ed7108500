"""`pavage print` as it is typed: files that are written, lines that are said, one line for every mistake."""

import json
from pathlib import Path

import pytest
from pdf_reading import read_pdf

from pavage.cli import main


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_file_beside_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "tetrago", "--cell", "20", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("tetrago.pdf: 1 page A4.")
    first = (tmp_path / "tetrago.pdf").read_bytes()
    assert main(["print", "tetrago", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.startswith("tetrago-2.pdf\u00a0: 1 page A4.")
    assert (tmp_path / "tetrago.pdf").read_bytes() == first
    assert len(read_pdf(first)) == 1


def test_the_kit_and_how_to_print_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["print", "hextra", "--kit", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "11 pages" in told and "both sides" in told and "6 sheets of paper" in told
    assert main(["print", "hextra", "--kit", "--no-backs", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"files": ["hextra-kit-2.pdf"], "pages": 6, "paper": "a4"}


def test_svg_has_a_file_for_each_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["print", "polygo", "--option", "board=penrose-3", "--ink", "outline", "-o", "one.svg"]
    assert main(command) == 0
    assert (tmp_path / "one.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert main(["print", "hex", "--cell", "40", "-o", "many.svg"]) == 0
    assert sorted(path.name for path in tmp_path.glob("many-*.svg"))[:2] == ["many-1.svg", "many-2.svg"]


def test_a_board_of_one_s_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tiling", "cairo-3", "--json"]) == 0
    text = capsys.readouterr().out
    (tmp_path / "mine.json").write_text(text)
    assert main(["print", "polygo", "--option", "players=3", "--tiling", "mine.json", "-o", "a.pdf"]) == 0
    (sheet,) = read_pdf((tmp_path / "a.pdf").read_bytes())
    assert len([path for path in sheet.filled if path.fill == (1, 1, 1)]) == len(json.loads(text)["cells"])
    (tmp_path / "mine.json").write_text("{}")
    capsys.readouterr()
    assert main(["print", "polygo", "--tiling", "mine.json", "-o", "b.pdf"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["print", "hex", "--tiling", "mine.json", "-o", "b.pdf"]) == 2


def test_records_positions_and_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.sgf"
    game.write_text("(;FF[4]GM[11]SZ[5];B[c3];W[b4];B[d2])")
    assert main(["print", "--record", "game.sgf", "--every", "2", "-o", "a.pdf"]) == 0
    assert main(["print", "--position", "game.sgf", "-o", "b.pdf"]) == 0
    assert main(["print", "hex", "--option", "size=5", "--position", "red:c3 blue:b4", "-o", "c.pdf"]) == 0
    assert main(["print", "hex", "--names", "Ada,Bob,Chloé", "-o", "d.pdf"]) == 0
    assert main(["print", "hex", "--slips", "-o", "e.pdf"]) == 0
    assert main(["print", "nombres", "--sheet", "4", "--seed", "7", "-o", "f.pdf"]) == 0
    assert main(["print", "nombres", "--text", "POLYGO", "-o", "g.pdf"]) == 0
    assert "Ada" in read_pdf((tmp_path / "d.pdf").read_bytes())[0].text
    stones = [path for path in read_pdf((tmp_path / "b.pdf").read_bytes())[0].filled if path.curved]
    assert len(stones) >= 3


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "typed, told",
    [
        (["hex", "--cell", "180"], "132"),
        (["hex", "--cell", "1"], "3"),
        (["hex", "--cell", "abc"], "--cell"),
        (["hex", "--cell", "nan"], "--cell"),
        (["hex", "--paper", "b5"], "a4, a3, letter"),
        (["hex", "--ink", "pink"], "outline"),
        (["hex", "--rules", "--lesson"], "--rules, --lesson"),
        (["hex", "--record", "nowhere.sgf"], "nowhere.sgf"),
        (["hex", "-o", "a.docx"], "*.pdf"),
        (["hex", "--position", "red:zz"], "zz"),
        (["hex", "--sheet", "3"], "1, 2, 4, 6"),
        (["hex", "--option", "size=99"], "size"),
        (["gomoku"], "hextra"),
        ([], "print --help"),
    ],
)
def test_one_line_says_what_would_be_right(
    typed: list[str], told: str, language: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["print", *typed, "--lang", language]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert told in captured.err and "Traceback" not in captured.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.pdf").write_text("mine")
    assert main(["print", "hex", "-o", "mine.pdf"]) == 2
    (tmp_path / "board-2.svg").write_text("mine")
    assert main(["print", "hex", "--cell", "40", "-o", "board.svg"]) == 2
    assert (tmp_path / "mine.pdf").read_text() == "mine" and (tmp_path / "board-2.svg").read_text() == "mine"
    assert not (tmp_path / "board-1.svg").exists()
