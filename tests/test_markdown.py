"""Markdown: read once, as HTML for the browser and as text for the terminal."""

import subprocess
import sys

from pavage.pages.markdown import html
from pavage.terminal.console import Console
from pavage.terminal.markdown_text import render


def test_a_line_that_begins_with_a_year_is_no_list():
    """Only 1. may begin a list right below a paragraph."""
    assert html("It was sold from\n1960. Then\n", lambda lines: "") == "<p>It was sold from 1960. Then</p>"
    assert html("1960. A list\n", lambda lines: "") == "<ol><li>A list</li></ol>"


def test_lists_and_quotes_hold_other_blocks():
    text = "- one\n  - inner\n- two\n\n> said\n"
    made = "<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>\n<blockquote><p>said</p></blockquote>"
    assert html(text, lambda lines: "") == made
    console = Console(colour=False, unicode=True, width=40, height=24)
    assert render(text, console, lambda lines: lines) == "• one\n  • inner\n• two\n\n│ said"


def test_who_reads_no_text_does_not_wait_for_the_parser():
    code = (
        "import sys, pavage.pages.compose, pavage.terminal.markdown_text; print('markdown_it' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
