"""Every text exists in both languages, with the same blanks to fill in."""

import re
import string
import tomllib
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event

import pytest

from pavage import words as module
from pavage.phrase import Phrase
from pavage.registry import folder, games
from pavage.words import LANGUAGES, VARIANTS, Words, language_of, words

PACKAGE = Path(words.__module__ and __import__("pavage").__file__).parent


def flat(table: dict, prefix: str = "") -> dict[str, str]:
    found = {}
    for key, value in table.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return found


def pairs() -> list[tuple[Path, Path]]:
    """The same file in English and in French: general texts, and those of each of our games."""
    general = sorted(
        {path.name for language in LANGUAGES for path in (PACKAGE / "words" / language).glob("*.toml")}
    )
    found = [(PACKAGE / "words" / "en" / name, PACKAGE / "words" / "fr" / name) for name in general]
    folders = {
        path.parent for language in LANGUAGES for path in (PACKAGE / "games").glob(f"*/{language}.toml")
    }
    return found + [(place / "en.toml", place / "fr.toml") for place in sorted(folders)]


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(("english", "french"), pairs(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_both_languages_have_the_same_texts(english: Path, french: Path) -> None:
    en, fr = (flat(tomllib.loads(path.read_text(encoding="utf-8"))) for path in (english, french))
    assert set(en) == set(fr)
    for key in en:
        assert en[key].strip() and fr[key].strip(), key
        assert blanks(en[key]) == blanks(fr[key]), key


def test_only_games_of_the_folder_say_something_of_their_own() -> None:
    """A variant that is misspelt in the texts would silently be called like the others."""
    for place, _ in pairs():
        own = tomllib.loads(place.read_text(encoding="utf-8")).get(VARIANTS, {})
        shared = {name for name in games() if folder(games()[name]).endswith(f".games.{place.parent.name}")}
        assert own.keys() <= shared, place
    assert words("en")("hexago.title") == "HexaGo"
    assert words("fr")("hex6.length") != words("fr")("hex3.length") == words("fr")("hexn.length")


def test_french_typography() -> None:
    """Spaces before high punctuation and within quotes never break, and apostrophes are curly."""
    for name in games():
        words("fr").has(f"{name}.title")
    for key, text in words("fr").every().items():
        assert not re.search(r" [:;!?»]|« ", text), key
        assert not re.search(r"\w'\w", text), f"{key}: straight apostrophe"


def test_a_text_in_one_language_only_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('a = "one {x}"\nb = "two"\n')
    (tmp_path / "fr.toml").write_text('a = "un {y}"\n')
    with pytest.raises(AssertionError):
        test_both_languages_have_the_same_texts(tmp_path / "en.toml", tmp_path / "fr.toml")


@pytest.mark.parametrize("name", games())
def test_games_name_their_buttons(name: str) -> None:
    game = games()[name]()
    for button in game.buttons:
        for language in LANGUAGES:
            assert words(language).has(f"{name}.button.{button}")


def test_phrases_within_phrases() -> None:
    phrase = Phrase("hex.prompt", (("colour", Phrase("stone.blue")),))
    assert words("en")(phrase) == "Place a blue stone."
    assert words("fr")(phrase) == "Placez un pion bleu."


def test_unknown_keys_fall_back() -> None:
    assert words("fr").template("no.such.key") == "no.such.key"
    assert not words("fr").has("no.such.key")


def test_what_a_person_typed_is_never_taken_for_a_blank() -> None:
    assert words("en")("unknown_cell", word="{cell}") == "There is no cell “{cell}” on this board."


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB"}, "en"),
        ({"LC_MESSAGES": "fr_CA", "LANG": "en_US"}, "fr"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_locale_chooses(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_singular_and_plural(monkeypatch: pytest.MonkeyPatch) -> None:
    for language, counts in (
        ("en", ["1 move", "0 moves", "2 moves"]),
        ("fr", ["1 coup", "0 coup", "2 coups"]),
    ):
        speaker = Words(language)
        noun = {"en": "move", "fr": "coup"}[language]
        speaker._known |= {"moves.one": f"{{number}} {noun}", "moves.many": f"{{number}} {noun}s"}
        assert [speaker.count("moves", number) for number in (1, 0, 2)] == counts


def test_the_folder_of_a_game_is_found() -> None:
    assert folder(games()["hex"]) == "pavage.games.hex"


def test_two_threads_that_speak_of_a_game_at_once_both_know_it(monkeypatch):
    """A page must never show `hex.title` because another one asked a moment before."""
    spoken, reading, go_on = Words("en"), Event(), Event()
    right = module._read

    def read(*given):
        reading.set()
        assert go_on.wait(10)
        return right(*given)

    monkeypatch.setattr(module, "_read", read)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(spoken, "hex.title")
        assert reading.wait(10)
        second = threads.submit(spoken, "hex.title")
        wait([second], timeout=0.2)
        go_on.set()
        assert [first.result(10), second.result(10)] == ["Hex", "Hex"]
