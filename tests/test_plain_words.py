"""What people read is words: no option names, codes or untranslated presets; one glossary a language."""

import re
from pathlib import Path

import pytest

import pavage
from pavage.options import Choice
from pavage.pages.compose import rules
from pavage.registry import games
from pavage.server.new_game.catalogue import catalogue
from pavage.words import LANGUAGES, words
from pavage.words.complaint import explain
from pavage.words.names import option_name, preset_name, value_name

DOCS = Path(__file__).parent.parent / "docs"
TYPED = ("cli.", "htp.", "train.", "tournament.", "bots.", "print.")
"""What is read at the command line, where names and codes are typed."""
NOTATION = re.compile(
    r"unreadable|no_sign|setup_takes|_takes$|names_take|clock_takes|bad_time|bad_setup|other_lift"
)
"""Sentences that say how something is written, to whoever has written it wrongly."""
SETTING = re.compile(r"\b[a-z_0-9]+=(?!…)[\w.{]+|\b[a-z]+_[a-z_]+\b")
"""`unique=off`, `no_centre`."""
SAME = {"Score", "Par", "Komi", "Option", "Options", "Diagonales", "Orange"}


def read_by_people(language):
    """Every sentence of the interface, with those of all games."""
    speaker = words(language)
    for name in games():
        speaker.has(f"{name}.title")
    return {
        key: text
        for key, text in speaker.every().items()
        if not key.startswith(TYPED) and not NOTATION.search(key)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_holds_the_name_of_an_option(language):
    found = {
        key: text
        for key, text in read_by_people(language).items()
        if SETTING.search(re.sub(r"\{\w+\}", "", text)) and "JSON" not in text
    }
    assert not found


def test_a_code_would_be_found():
    for text in ("With unique=off", "see no_centre", "grade=2", "puzzle=x"):
        assert SETTING.search(text)
    for text in ("10 = 5 × 2", "by puzzle=…", "Wednesday", "a = b"):
        assert not SETTING.search(text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_options_values_and_presets_have_names(name, language):
    game, speaker = games()[name], words(language)
    for option in game.declared:
        assert option_name(speaker, game, option) != option.name
        if isinstance(option, Choice):
            for value in option.choices:
                keys = (
                    f"{name}.choice.{option.name}_{value}",
                    f"{name}.choice.{value}",
                    f"web.choice.{value}",
                )
                named = any(map(speaker.has, keys)) or not re.search("[a-z]", value)
                assert named, (option.name, value)
    for preset in game.presets:
        assert preset_name(speaker, game, preset) != preset


@pytest.mark.parametrize("name", games())
def test_presets_and_values_are_translated(name):
    """The same text in both languages is one that nobody has translated, but for numbers and names."""
    game, english, french = games()[name], words("en"), words("fr")
    for preset in game.presets:
        one, other = preset_name(english, game, preset), preset_name(french, game, preset)
        assert one != other or not re.search("[a-z]{2}", one), preset
    for option in game.declared:
        if isinstance(option, Choice):
            for value in option.choices:
                one, other = (value_name(each, game, option, value) for each in (english, french))
                assert one != other or one in SAME or not re.search("[a-z]{2}", one), (option.name, value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_rules_name_what_the_form_shows(name, language):
    game = games()[name]
    codes = {*game.presets, *(option.name for option in game.declared), "on", "off"}
    for option in game.declared:
        codes |= set(option.choices) if isinstance(option, Choice) else set()
    text = re.sub(r"(?s)```.*?```", "", rules(name, language))
    assert not {code for code in re.findall(r"`([^`]+)`", text) if code in codes - {"1", "2", "3", "4"}}
    assert not re.search(r"`\w+=(on|off|none|\w+)`", re.sub(r"`\d+=[^`]*`", "", text))


def chosen(language, game, option):
    told = next(each for each in catalogue(words(language)) if each["name"] == game)
    found = next(each for each in told["options"] if each["name"] == option)
    return found["label"], next(each["label"] for each in found["choices"] if each["value"] == "none")


def test_none_is_called_what_it_means_there():
    assert chosen("fr", "carreleurs", "extra") == ("Pavé de handicap", "aucun")
    assert chosen("fr", "nombres", "seed") == ("Numéro", "grille au hasard")
    assert chosen("fr", "nombres", "diag") == ("Diagonales", "aucune")
    assert chosen("en", "carreleurs", "extra")[1] == "none"


@pytest.mark.parametrize(
    ("game", "options", "french"),
    [
        (
            "carreleurs",
            {"board": 8, "players": 3},
            "Il n’y a pas de pavés pour 3 joueurs dans une pièce de 8 cases de côté ; elle se joue à 2.",
        ),
        ("hex", {"size": 27}, "Plateau : « 27 » n’est pas possible ; il faut de 2 à 26."),
        (
            "hex",
            {"swap": "x"},
            "Échange : « x » n’est pas possible ; il faut « Couleurs », « Miroir », « Aucun ».",
        ),
        ("hex", {"no_centre": "x"}, "Centre fermé : « x » n’est pas possible ; il faut « Oui », « Non »."),
    ],
)
def test_refused_options_are_told_in_words(game, options, french):
    with pytest.raises(ValueError) as caught:
        games()[game](**options)
    assert explain(words("fr"), caught.value).replace("\N{NO-BREAK SPACE}", " ") == french


def test_an_unknown_board_is_told_by_examples():
    with pytest.raises(ValueError) as caught:
        games()["polygo"](board="Q9")
    for language in LANGUAGES:
        said = explain(words(language), caught.value)
        assert "<" not in said and "S7x7" in said and "Q9" in said


# --- the glossaries


def glossary(language):
    text = (DOCS / ("words.md" if language == "en" else f"words.{language}.md")).read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| \*\*(.+?)\*\* \| .+? \| (.+?) \|$", text)
    return {word: given_up.split(", ") for word, given_up in rows}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_interface_keeps_to_its_glossary(language):
    known = glossary(language)
    assert len(known) > 15
    texts = "\n".join(read_by_people(language).values()).lower()
    for word, given_up in known.items():
        assert re.search(rf"\b{word}", texts), word
        for other in given_up:
            assert not re.search(rf"\b{other}\b", texts), other


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_rules_and_sheets_keep_to_it_too(language):
    package = Path(pavage.__file__).parent
    lessons = [*package.glob("games/*/lesson*.toml"), *package.glob("pages/*.toml")]
    said = re.compile(rf'\b{language} = "(.*?)"')
    read = [text for path in lessons for text in said.findall(path.read_text(encoding="utf-8"))]
    assert len(read) > 100
    for pages in f"games/*/rules.{language}.md", f"games/*/teaching/{language}.md", f"pages/*.{language}.md":
        read += [path.read_text(encoding="utf-8") for path in package.glob(pages)]
    texts = "\n".join(read).lower()
    for given_up in glossary(language).values():
        for other in given_up:
            assert not re.search(rf"\b{other}s?\b", texts), other


def test_both_glossaries_stand_beside_each_other():
    assert abs(len(glossary("en")) - len(glossary("fr"))) <= 2
