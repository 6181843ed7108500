"""Score sheets as text and CSV."""

import csv
import io

from pavage.formats.sheets import as_csv, as_text
from pavage.phrase import Phrase
from pavage.scene import Sheet
from pavage.words import words

SHEET = Sheet(
    "score",
    Phrase("colour.red"),
    (Phrase("colour.blue"), Phrase("colour.green")),
    (("a2+b3", "7"), (Phrase("colour.yellow"), "12"), ("lift, or “stay”", "−3")),
)


def test_columns_stand_under_each_other():
    assert as_text(SHEET, words("en")) == (
        "Red\n\nBlue             Green\n---------------  -----\na2+b3                7\n"
        "Yellow              12\nlift, or “stay”     −3\n"
    )
    assert as_text(SHEET, words("fr")).startswith("Rouge\n\nBleu ")


def test_short_rows_and_no_head():
    sheet = Sheet("help", Phrase("colour.red"), (), (("a",), ("b", "2")))
    assert as_text(sheet, words("en")) == "Red\n\na\nb  2\n"
    assert as_csv(sheet, words("en")) == "a\r\nb,2\r\n"
    assert as_text(Sheet("none", Phrase("colour.red"), (), ()), words("en")) == "Red\n\n"


def test_csv_reads_back():
    found = list(csv.reader(io.StringIO(as_csv(SHEET, words("en")))))
    assert found == [["Blue", "Green"], ["a2+b3", "7"], ["Yellow", "12"], ["lift, or “stay”", "−3"]]


def test_no_cell_becomes_a_formula():
    sheet = Sheet("s", Phrase("colour.red"), (), (("=1+1", "-5", "+x", "@a", "-a"),))
    assert as_csv(sheet, words("en")) == "'=1+1,-5,'+x,'@a,'-a\r\n"
