"""`pavage convert`: between all formats, by ending or by name, and one line for every mistake."""

import io
import sys
from pathlib import Path

import pytest

from pavage.cli import main
from pavage.formats.convert import looks_like
from pavage.formats.record import Record, write_record
from pavage.games.hex import Hex
from pavage.games.marienbad import Marienbad
from pavage.match import Match
from pavage.words import words

SGF = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob];B[a2];W[swap-sides](;W[c4];B[e1])(;W[b2]))\n"
LINK = "https://hexworld.org/board/#5c1,a2:sd3a5\n"


def said(capsys, *arguments):
    code = main(["convert", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def typed(monkeypatch):
    """What comes in at the standard input."""

    def give(text):
        data = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return give


def test_from_file_to_file_by_ending(capsys, tmp_path):
    (tmp_path / "game.sgf").write_text(SGF)
    code, out, err = said(capsys, tmp_path / "game.sgf", tmp_path / "game.pavage")
    assert (code, out) == (0, "")
    assert err == "pavage: Only the main line is kept; variations left out: 1.\n"
    record = (tmp_path / "game.pavage").read_text()
    assert "option swap: colours\n" in record and record.endswith("\na2 swap\nc4 e1\n")
    assert said(capsys, tmp_path / "game.pavage", tmp_path / "again.sgf") == (0, "", "")
    assert ";B[a2];W[swap-sides];W[c4];B[e1])" in (tmp_path / "again.sgf").read_text().replace("\n", "")
    assert said(capsys, tmp_path / "game.pavage", tmp_path / "game.hexworld") == (0, "", "")
    assert (tmp_path / "game.hexworld").read_text() == LINK


def test_sgf_to_sgf_keeps_the_variations(capsys, tmp_path):
    (tmp_path / "game.sgf").write_text(SGF)
    code, out, err = said(capsys, tmp_path / "game.sgf", "-", "--to", "sgf")
    assert (code, err) == (0, "")
    assert "(;W[c4];B[e1])(;W[b2])" in out


def test_through_pipes(capsys, typed):
    for source, text in (("sgf", SGF), ("hexworld", LINK)):
        for options in ([], ["--from", source]):
            typed(text)
            code, out, _ = said(capsys, "-", "-", "--to", "hexworld", *options)
            assert (code, out) == (0, LINK)
    typed(LINK)
    record = said(capsys, "-", "-", "--to", "record")[1]
    typed(record)
    assert said(capsys, "-", "-", "--to", "record")[1] == record


def test_a_link_is_an_argument(capsys):
    code, out, err = said(capsys, LINK.strip(), "-", "--to", "sgf")
    assert (code, err) == (0, "")
    assert ";B[a2];W[swap-pieces];B[d3];W[a5])" in out.replace("\n", "")


def test_records_of_every_game(capsys, tmp_path):
    (tmp_path / "a.pavage").write_text(write_record(Record(Match(Marienbad()))))
    assert said(capsys, tmp_path / "a.pavage", tmp_path / "b.pavage")[0] == 0
    assert (tmp_path / "b.pavage").read_text() == (tmp_path / "a.pavage").read_text()
    code, _, err = said(capsys, tmp_path / "a.pavage", tmp_path / "b.sgf")
    assert code == 2 and err == "pavage: Only games of Hex can be written as sgf; this is marienbad.\n"
    assert not (tmp_path / "b.sgf").exists()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], {"en": "IN", "fr": "ENTRÉE"}),
        (["a.sgf"], {"en": "OUT", "fr": "SORTIE"}),
        (["a.sgf", "-"], "--to"),
        (["a.sgf", "b.doc"], "--to"),
        (["unknown.doc", "b.sgf"], "--from"),
        (["a.sgf", "b.sgf", "--to", "pgn"], "pgn"),
        (["a.sgf", "b.sgf", "--from", "pgn"], "pgn"),
        (["missing.sgf", "b.sgf"], "missing.sgf"),
        ([".", "b.sgf"], {"en": "folder", "fr": "dossier"}),
        (["a.sgf", "a.sgf"], "a.sgf"),
        (["bad.sgf", "b.pavage"], {"en": "Line 2, column 4", "fr": "Ligne 2, colonne 4"}),
        (["bad.pavage", "b.sgf"], {"en": "Line 1", "fr": "Ligne 1"}),
        (["https://hexworld.org/board/#5c1,z9", "-", "--to", "sgf"], {"en": "column 33", "fr": "colonne 33"}),
        (["https://example.org/x", "-", "--to", "sgf"], "example.org"),
        (["a.sgf", "no/such/folder.sgf"], "no/such"),
    ],
)
def test_mistakes_are_one_line(capsys, tmp_path, monkeypatch, language, arguments, part):
    monkeypatch.chdir(tmp_path)
    Path("a.sgf").write_text(SGF)
    Path("bad.sgf").write_text("(;GM[11]SZ[5]\n;B[z9])")
    Path("bad.pavage").write_text("nothing")
    Path("unknown.doc").write_text("?")
    code, out, err = said(capsys, *arguments, "--lang", language)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1 and err.startswith("pavage: ") and "cli." not in err
    assert (part if isinstance(part, str) else part[language]) in err
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.sgf",
        "bad.pavage",
        "bad.sgf",
        "unknown.doc",
    ]
    assert Path("a.sgf").read_text() == SGF


def test_too_much_is_refused(capsys, typed):
    typed(b"(;C[" + b"x" * (1 << 20) + b"])")
    code, out, err = said(capsys, "-", "-", "--to", "record")
    assert (code, out) == (2, "") and err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("pavage 1\ngame: hex\n", "record"),
        ("\ufeff(;GM[11])", "sgf"),
        ("From: Ann\n\n(;GM[11])", "sgf"),
        ("https://hexworld.org/board/#5c1,a1", "hexworld"),
        ("11r9c1,b4:s", "hexworld"),
        ("hello", None),
        ("", None),
    ],
)
def test_what_a_text_looks_like(text, format):
    assert looks_like(text) == format


def test_notes_exist_in_both_languages():
    for language in ("en", "fr"):
        for note in ("games", "variations", "folded", "other_result"):
            assert "{" not in words(language)(f"sgf.note.{note}", number="3", text="B+")


def test_hex_with_everything_goes_there_and_back(capsys, tmp_path):
    game = Hex(size=6, swap="mirror", first="blue", no_centre=True)
    match = Match(game, start=game.setup("red:a1 blue:c3,d4 turn:1"))
    match.comment = "A ] and a \\"
    match.play(game.read(match.position, "b2"), spent=2.5)
    (tmp_path / "a.pavage").write_text(write_record(Record(match, ("Ann", "Bob"), {"event": "Club"})))
    assert said(capsys, tmp_path / "a.pavage", tmp_path / "a.sgf")[0] == 0
    assert said(capsys, tmp_path / "a.sgf", tmp_path / "b.pavage") == (0, "", "")
    assert (tmp_path / "b.pavage").read_text() == (tmp_path / "a.pavage").read_text()
