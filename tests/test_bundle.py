"""The modules of a page joined into one script."""

import re
import subprocess
from pathlib import Path

import pytest
from conftest import needs

import pavage
from pavage.pages import bundle as bundles
from pavage.pages.bundle import bundle, plain_sheet, reached
from pavage.pages.page_words import page_words
from pavage.server.site.pages import VIEWS
from pavage.words import words

WEB = Path(pavage.__file__).parent / "web"


@pytest.mark.parametrize("view", sorted({*VIEWS.values(), "pages/lesson.js"}))
def test_a_bundle_holds_all_that_its_view_imports_once(view):
    text = bundle(f"main.js+{view}", "today")
    held = re.findall(r'^modules\["([^"]+)"\]', text, re.MULTILINE)
    assert sorted(held) == sorted({*reached("main.js", view)} - {"main.js"})
    assert view in held
    taken = set(re.findall(r'load\("([^"]+)"\)', text))
    assert taken <= set(held), "something is imported that is not there"
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)


SAID = re.compile(
    r"""(?<![.\w])(?:say|has)\((?:[^()"'`]*\? )?(["'`])((?:(?!\1|\$\{).)*)(\1|\$\{)(?: : "([\w.]+)")?"""
)
"""A sentence that is said or looked for: by its name, by its beginning, or the one or the other."""


@pytest.mark.parametrize("view", sorted({*VIEWS.values(), "pages/lesson.js"}))
def test_a_page_comes_with_the_words_that_its_script_says_and_few_others(view):
    known = words("en").every("web.") | words("en").every("learn.")
    known = {key if key.startswith("web.") else f"web.{key}": text for key, text in known.items()}
    kept = page_words(known, "main.js", view)
    assert len(kept) < 0.6 * len(known)
    checked = 0
    for module in reached("main.js", view):
        for _, name, end, other in SAID.findall((WEB / module).read_text(encoding="utf-8")):
            assert name or module == "lib/words.js", f"{module} says what cannot be known before"
            if end == "${":
                missing = [key for key in known if name and key.startswith(f"web.{name}") and key not in kept]
            else:
                missing = [f"web.{each}" for each in (name, other) if each and f"web.{each}" not in kept]
            assert not missing, module
            checked += 1
    assert checked > 20
    assert {"web.piece.red", "web.king.blue", "web.connecting"} <= kept.keys(), (
        "scenes and servers name these"
    )


def test_words_that_a_script_puts_together_come_as_a_whole():
    known = {
        "web.act.undo": "",
        "web.act.zoom_in": "",
        "web.class.lede": "",
        "web.print.kit": "",
        "web.top": "",
    }
    assert page_words(known, "main.js", "table/play.js").keys() == known.keys() - {
        "web.class.lede",
        "web.print.kit",
    }


def test_no_text_of_a_module_goes_over_lines():
    """The bundle takes indentation away."""
    for path in WEB.rglob("*.js"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert line.startswith(("//", " *", "/*")) or line.count("`") % 2 == 0, f"{path}: {line}"


def test_style_sheets_come_without_comments():
    path = str(WEB / "pavage.css")
    text, sent = Path(path).read_text(encoding="utf-8"), plain_sheet(path, "today")
    assert "/*" in text and "/*" not in sent and "\n " not in sent
    assert sent.count("{") == re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).count("{")


def test_modules_in_a_bundle_run_as_they_do_alone(tmp_path):
    """Imports under other names, what is imported later, and what is exported are those of the modules."""
    needs("node")
    tail = (
        'const { unpacked } = await later("table/share.js", "../lib/record_link.js");\n'
        'const { optionQuery } = load("pages/options.js");\n'
        'console.log(String(optionQuery({size: 5, swap: true})), typeof unpacked, root + "|");\n'
    )
    document = "globalThis.document = { getElementById: () => null };\n"
    parts = [bundles.HEAD]
    for name in reached("pages/options.js", "lib/record_link.js"):
        parts.append(f'modules["{name}"] = () => {{\n{bundles._alone(name)}\n}};\n')
    program = tmp_path / "bundle" / "try.mjs"
    program.parent.mkdir()
    program.write_text(document + "".join(parts) + tail)
    said = subprocess.run(["node", program], capture_output=True, text=True, check=True).stdout
    assert said == f"size=5&swap=on function file://{tmp_path}/|\n"


@pytest.mark.parametrize("name", ["main.js+../app.js", "nothing.js", "pavage.css", "", "main.js+/etc/passwd"])
def test_only_modules_of_ours_can_be_asked_for(name):
    with pytest.raises(LookupError):
        bundle(name, "today")


def test_what_the_bundle_does_not_understand_is_said(monkeypatch):
    monkeypatch.setattr(bundles, "_plain", lambda name: 'import * as all from "./dom.js";\n')
    with pytest.raises(ValueError, match="import \\* as all"):
        bundle("odd.js", "today")
