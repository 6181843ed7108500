"""The modules of a page joined into one script."""

import re
import subprocess
from pathlib import Path

import pytest
from conftest import needs

import pavage
from pavage.pages import bundle as bundles
from pavage.pages.bundle import bundle, reached
from pavage.server.site.pages import VIEWS

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
