"""SGF as trees: exact both ways, bounded, and clear about the place of what is wrong."""

import random
import time
import tomllib
from pathlib import Path

import pytest
from conftest import full
from hypothesis import given, settings
from hypothesis import strategies as st
from sgf_trees import random_tree, shape

from pavage.formats.bad_text import BadText, bad_at
from pavage.formats.hex_sgf import read_hex_sgf
from pavage.formats.sgf import DEEPEST, MOST_BYTES, MOST_NODES, Node, decode_sgf, read_sgf, write_sgf
from pavage.words import LANGUAGES, words
from pavage.words.complaint import explain

DATA = Path(__file__).parent / "data" / "sgf"
EXPECTED = tomllib.loads((DATA / "bad" / "expected.toml").read_text(encoding="utf-8"))


def only(text: str) -> Node:
    (root,) = read_sgf(text)
    return root


# --- reading


def test_a_tree_with_variations() -> None:
    root = only("(;FF[4]GM[11];B[a1](;W[b2];B[c3])(;W[b3]))")
    assert [node.properties for node in root.line()] == [
        {"FF": ["4"], "GM": ["11"]},
        {"B": ["a1"]},
        {"W": ["b2"]},
        {"B": ["c3"]},
    ]
    assert [child.first("W") for child in root.children[0].children] == ["b2", "b3"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"a\]b", "a]b"),
        (r"a\\", "a\\"),
        (r"\\\]", "\\]"),
        ("a\\\nb", "ab"),
        ("a\\\r\nb", "ab"),
        ("a\nb", "a\nb"),
        ("a\r\nb\rc\n\rd", "a\nb\nc\nd"),
        ("a\tb\vc\\\td", "a b c d"),
        (r"a\:b:c", "a:b:c"),
        ("a\\\\\nb", "a\\\nb"),
        ("(;B[a1)", "(;B[a1)"),
    ],
)
def test_escapes_and_line_breaks(written: str, meant: str) -> None:
    assert only(f"(;C[{written}])").first("C") == meant


def test_simple_text_is_one_line() -> None:
    assert only("(;PB[ Ann\n  B. ])").simple("PB") == "Ann B."


def test_what_broken_files_do_and_we_understand() -> None:
    assert shape(only("mail header\n( ;;  B [a1] ;;)\nbye")) == [
        ({}, 1),
        ({"B": ["a1"]}, 1),
        ({}, 1),
        ({}, 0),
    ]
    assert only("(;PlayerWhite[x;]]SZ[5])").properties == {"PW": ["x;]"], "SZ": ["5"]}
    assert only("(;AB[a1]AW[b2]AB[c3])").properties == {"AB": ["a1", "c3"], "AW": ["b2"]}
    assert len(read_sgf("(;A[1]) between (;B[2])(;C[3])")) == 3
    assert only("\ufeff(;C[x])").first("C") == "x"


def test_encodings() -> None:
    name = "René"
    for data in (
        f"(;PB[{name}])".encode(),
        f"(;PB[{name}])".encode("utf-8-sig"),
        f"(;PB[{name}])".encode("latin-1"),
        f"(;CA[windows-1252]PB[{name}])".encode("cp1252"),
        f"(;CA[No such thing]PB[{name}])".encode("latin-1"),
    ):
        assert only(decode_sgf(data)).first("PB") == name
    assert only(decode_sgf("(;CA[Shift_JIS]PB[表])".encode("shift_jis"))).first("PB") == "表"


# --- bad files


@pytest.mark.parametrize("name", EXPECTED)
def test_bad_files_name_the_place(name: str) -> None:
    place, key = EXPECTED[name]
    with pytest.raises(BadText) as caught:
        read_hex_sgf(decode_sgf((DATA / "bad" / f"{name}.sgf").read_bytes()))
    assert (f"{caught.value.line}:{caught.value.column}", caught.value.key) == (place, key)
    for language in LANGUAGES:
        sentence = explain(words(language), caught.value)
        assert "\n" not in sentence and key not in sentence and "{" not in sentence
        assert all(number in sentence for number in place.split(":"))


def test_the_corpus_is_complete() -> None:
    assert {path.stem for path in (DATA / "bad").glob("*.sgf")} == set(EXPECTED)


def test_places_in_lines_of_all_kinds() -> None:
    text = "a\nbc\r\nd\re"
    places = [
        (bad_at(text, offset, "x").line, bad_at(text, offset, "x").column) for offset in range(len(text))
    ]
    assert [places[text.index(letter)] for letter in "abcde"] == [(1, 1), (2, 1), (2, 2), (3, 1), (4, 1)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("(" * 1_000_000, "sgf.no_tree"),
        ("(;" * 500_000, "sgf.too_deep"),
        ("(;" + "(;B[a1]" * 100_000, "sgf.too_deep"),
        ("(" + ";" * 100_000 + ")", "sgf.too_deep"),
        ("(;" + "(;)" * 100_000 + ")", "sgf.too_many_nodes"),
        ("(;)" * 100_000, "sgf.too_many_nodes"),
        ("(;AB" + "[a1]" * 200_000 + ")", "sgf.too_many_values"),
        ("(;" + "A[]B[]" * 100_000 + ")", "sgf.too_many_values"),
        ("(;C[" + "\\]" * 500_000, "sgf.open_value"),
        ("(;C[" + "x" * MOST_BYTES + "])", "sgf.too_long"),
        ("( " * 400_000, "sgf.no_tree"),
    ],
)
def test_bounds(text: str, key: str) -> None:
    before = time.process_time()
    with pytest.raises(BadText) as caught:
        read_sgf(text)
    assert caught.value.key == key
    assert (
        time.process_time() - before < 2
    )  # here a tenth of a second; far from what a bad algorithm would take


def test_bounds_are_reached_but_not_passed() -> None:
    deep = only("(" + ";" * DEEPEST + ")")
    assert sum(1 for _ in deep.line()) == DEEPEST
    wide = only("(;" + "(;)" * (MOST_NODES - 1) + ")")
    assert len(wide.children) == MOST_NODES - 1
    assert shape(only(write_sgf([deep]))) == shape(deep)
    with pytest.raises(BadText, match="too_long"):
        decode_sgf(b" " * (MOST_BYTES + 1))


# --- round trips


def test_round_trip_of_generated_trees() -> None:
    dice = random.Random(7)
    for _ in range(full(10_000)):
        trees = [random_tree(dice) for _ in range(dice.choice([1, 1, 1, 2]))]
        text = write_sgf(trees)
        again = read_sgf(text)
        assert [shape(tree) for tree in again] == [shape(tree) for tree in trees]
        assert write_sgf(again) == text


TEXT = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\r\t\v\f"), max_size=20)
NAME = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=3)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.dictionaries(NAME, st.lists(TEXT, min_size=1, max_size=3), max_size=4), min_size=1, max_size=6
    )
)
def test_any_text_survives(nodes: list[dict[str, list[str]]]) -> None:
    root = node = Node(nodes[0])
    for properties in nodes[1:]:
        node.children.append(Node(properties))
        node = node.children[0]
    assert shape(only(write_sgf([root]))) == shape(root)


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("(;)[]\\BWCa1 \n\r:é"), max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        trees = read_sgf(text)
    except BadText as error:
        assert 1 <= error.line <= text.count("\n") + text.count("\r") + 1
        assert 1 <= error.column <= len(text) + 1
        assert explain(words("fr"), error)
    else:
        again = read_sgf(write_sgf(trees))
        assert [shape(tree) for tree in again] == [shape(tree) for tree in trees]


def test_lines_are_not_too_long() -> None:
    root = node = Node({"FF": ["4"], "GM": ["11"]})
    for number in range(200):
        node.children.append(Node({"BW"[number % 2]: ["a1"], "BL": ["600"]}))
        node = node.children[0]
    assert max(map(len, write_sgf([root]).split("\n"))) <= 78
