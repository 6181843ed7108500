"""What the documentation site has beside docs/: pages at the root of the project, the sheets for teachers,
and the Python reference.

mkdocs.yml names this file as a hook; mkdocs calls the functions whose names begin with on_.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from pavage.pages.pictures import blocks, described, drawn, read_picture
from pavage.pages.teaching import head, sheet, sheet_names
from pavage.words import words

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "LICENSE": "license.md",
}
"""Where a file at the root of the project is on the site."""
PICTURES = "https://raw.githubusercontent.com/pavage/pavage/main/docs/"
"""How README.md names pictures, so that package indexes show them too. The site has them itself."""
LOOKS = ("src/pavage/view/tokens.css", "src/pavage/web/icon.svg")
"""What the site has from the pages of the program, so that it looks like them."""
LINK = re.compile(r'(?<=\]\()[^)\s#:]+|(?<= src=")[^":]+')
CODE = re.compile(r"^```.*?^```|^    .*?$|\[[^\]]*\]\([^)]*\)", re.DOTALL | re.MULTILINE)
MENTION = re.compile(r"(`?)\bdocs/([\w.-]+\.md)\b\1")


SHEETS = {"en": ("In class", "teaching/{}.md"), "fr": ("En classe (français)", "teaching/{}.fr.md")}
"""Where the sheets for teachers stand in the table of contents, and their pages."""
POSITION = re.compile(r"^```position[^\n]*\n.*?^```$", re.DOTALL | re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The sheets for teachers in the table of contents, after the games."""
    assert config.nav is not None
    for place, (language, (title, page)) in enumerate(SHEETS.items(), 2):
        sheets = [{head(name, language).title: page.format(name)} for name in sheet_names()]
        config.nav.insert(place, {title: sheets})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages that do not lie in docs/."""
    for name, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    for page in nav_pages(config.nav):
        if page.startswith("reference/"):
            module = "pavage." + page.removeprefix("reference/").removesuffix(".md")
            files.append(File.generated(config, page, content=f"::: {module}\n"))
    for language, (_, page) in SHEETS.items():
        for name in sheet_names():
            for path, content in sheet_files(name, language, page.format(name)):
                files.append(File.generated(config, path, content=content))
    for path in LOOKS:
        files.append(File.generated(config, Path(path).name, abs_src_path=str(ROOT / path)))
    return files


def sheet_files(name: str, language: str, page: str) -> Iterator[tuple[str, str]]:
    """The sheet of a game as a page, and the pictures of its positions."""
    text = sheet(name, language, lambda command, why: f"- {why} `{command}`")
    pictures = iter(blocks(text))
    stem, number = page.removesuffix(".md"), 0
    found: list[tuple[str, str]] = []

    def named(block: re.Match[str]) -> str:
        nonlocal number
        lines, number = next(pictures), number + 1
        picture = f"{stem}.{number}.svg"
        found.append((picture, drawn(tuple(lines), "light")))
        shown = read_picture(lines)
        alt = described(shown, words(language))
        return f"![{alt}]({posixpath.basename(picture)})\n\n*{shown.caption}*"

    yield page, POSITION.sub(named, text)
    yield from found


def nav_pages(nav: Any) -> Iterator[str]:
    """Every page of the table of contents."""
    if isinstance(nav, str):
        yield nav
    for entry in nav if isinstance(nav, list) else nav.values() if isinstance(nav, dict) else ():
        yield from nav_pages(entry)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links lead to the pages of the site; a document that is only mentioned becomes a link."""
    name = page.file.src_uri
    if name == "license.md":
        return f"# Licence\n\n{markdown}"
    folder = "" if name in PAGES.values() else "docs"
    markdown = markdown.replace(PICTURES, "docs/")
    text = LINK.sub(
        lambda link: page_of(posixpath.normpath(posixpath.join(folder, link[0])), link[0]), markdown
    )
    return outside_code(text)


def page_of(path: str, otherwise: str) -> str:
    """The page of a file of the project."""
    if path in PAGES:
        return PAGES[path]
    return path.removeprefix("docs/") if path.startswith("docs/") else otherwise


def outside_code(text: str) -> str:
    """Mentions as links, but for those in code and in links."""
    parts, end = [], 0
    for code in [*CODE.finditer(text), None]:
        start = code.start() if code else len(text)
        parts.append(MENTION.sub(r"[\1docs/\2\1](\2)", text[end:start]))
        if code:
            parts.append(code[0])
            end = code.end()
    return "".join(parts)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """French pages say so, for those who hear them read."""
    if page.file.src_uri.endswith(".fr.md"):
        return output.replace("<article class", '<article lang="fr" class', 1)
    return output
