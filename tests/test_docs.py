"""The documentation as a site: it builds, links lead somewhere, and nothing comes from elsewhere.

devtools/docs.py builds it, devtools/site_pages.py brings in what does not lie in docs/.
"""

import http.server
import shutil
import threading
from functools import partial
from pathlib import Path

import pytest
from conftest import needs

from devtools import docs
from pavage.match import Match

ROOT = Path(__file__).parent.parent
PARTS = ["mkdocs.yml", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
PARTS += [
    "CODE_OF_CONDUCT.md",
    "LICENSE",
    "devtools",
    "src/pavage/view/tokens.css",
    "src/pavage/web/icon.svg",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as dev.py docs builds it, elsewhere."""
    folder = tmp_path_factory.mktemp("site")
    assert docs.build(ROOT, folder) == 0
    return folder


def test_the_site(site: Path) -> None:
    """One test, because the site takes seconds to build and tests may run in several processes."""
    pages = {path.relative_to(site).as_posix(): path.read_text("utf-8") for path in site.rglob("*.html")}
    documents = [document.stem for document in (ROOT / "docs").glob("*.md")]
    assert {f"{name}.html" for name in documents} <= set(pages)
    assert "python3 dev.py play" in pages["index.html"]
    assert "How to add a game" in pages["contributing.html"]
    # The reference comes from the docstrings.
    assert 'id="pavage.match.Match.play"' in pages["reference/match.html"]
    assert Match.__doc__ and Match.__doc__.split("`")[0].strip() in pages["reference/match.html"]
    # Links, and documents that are only mentioned, lead to pages.
    assert 'href="architecture.html">docs/architecture.md</a>' in pages["index.html"]
    assert 'href="hex-engine.html">docs/hex-engine.md</a>' in pages["index.html"]
    assert 'src="images/hex.png"' in pages["index.html"]
    assert 'href="contributing.html">CONTRIBUTING.md</a>' in pages["python-api.html"]
    # The sheets for teachers come from the folders of the games, with their positions drawn.
    assert "<strong>5 min.</strong>" in pages["teaching/hex.html"]
    assert (site / "teaching/hex.fr.1.svg").read_text("utf-8").startswith("<svg ")
    assert '<article lang="fr"' in pages["teaching/hextra.fr.html"]
    # French is said to be French.
    assert '<article lang="fr"' in pages["nombres.fr.html"]
    assert '<article lang="fr"' not in pages["nombres.html"]


@pytest.mark.parametrize(
    "part",
    [
        '<script src="https://cdn.example/a.js"></script>',
        '<link rel="stylesheet" href="//fonts.example/css">',
        "<style>@import 'https://fonts.example/css';</style>",
        '<img alt="" src="http://pictures.example/a.png">',
    ],
)
def test_what_comes_from_elsewhere_is_found(tmp_path: Path, part: str) -> None:
    (tmp_path / "index.html").write_text(f'<a href="https://example.org">by hand</a>{part}')
    assert len(docs.strangers(tmp_path)) == 1


def test_what_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<img src="a.png"><a href="index.html#x">x</a><a href="https://a">')
    assert docs.dead_ends(tmp_path) == ["index.html: names a.png, which is not there"]


def test_broken_links_fail(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for part in PARTS:
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, tmp_path / part)
    # Without the reference, which takes most of the time.
    lines = (tmp_path / "mkdocs.yml").read_text("utf-8").splitlines(keepends=True)
    lines = [line for line in lines if " reference/" not in line and "Python reference:" not in line]
    (tmp_path / "mkdocs.yml").write_text("".join(lines), "utf-8")
    wrong = ["gone.md", "rules.md#lost", "../GONE.md", "../dev.py"]
    with (tmp_path / "docs/htp.md").open("a", encoding="utf-8") as page:
        page.writelines(f"\n[link]({link})\n" for link in wrong)
    (tmp_path / "docs/forgotten.md").write_text("# In no table of contents\n")
    assert docs.build(tmp_path, tmp_path / "site") == 1
    said = capfd.readouterr().err
    warnings = [line for line in said.splitlines() if line.startswith("WARNING")]
    assert len(warnings) == len(wrong) + 1, said
    for link in wrong:
        assert any("'htp.md'" in line and f"'{link}'" in line for line in warnings), said
    assert "forgotten.md" in said


def test_a_browser_asks_nobody_else(site: Path) -> None:
    needs("chromium")
    from browsing import launched

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    asked: list[str] = []
    try:
        with launched() as browser:
            for width in 360, 1280:
                page = browser.new_page(viewport={"width": width, "height": 800})
                page.on("request", lambda request: asked.append(request.url))
                for name in "index", "rules", "reference/game":
                    page.goto(f"{address}{name}.html", wait_until="networkidle")
                    wide = page.evaluate("document.documentElement.scrollWidth")
                    assert wide <= width, f"{name} is {wide} wide on a screen of {width}"
            page.click(".md-search__input")
            page.keyboard.type("Marienbad")
            page.wait_for_selector(".md-search-result__item a")
    finally:
        server.shutdown()
        server.server_close()
    assert len(asked) > 20
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
