"""Every example of docs/python-api.md runs and prints what the page says."""

import doctest
import re
from pathlib import Path

from pavage.players import fast

PAGE = Path(__file__).parent.parent / "docs" / "python-api.md"


def test_the_examples_of_the_page_print_what_it_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    if fast.native() is None:
        page = re.sub(r"## Who wins, proved\n.*?(?=\n## )", "", page, flags=re.DOTALL)
    # Fences become empty lines: the examples of the page are one conversation, and keep their line numbers.
    text = re.sub(r"^```.*$", "", page, flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 40
    said: list[str] = []
    result = doctest.DocTestRunner().run(examples, out=said.append)
    assert result.failed == 0, "".join(said)
