"""The Print page in a browser: pages are looked at, choices change them, and what cannot be is told."""

import re

from browsing import LOCALES, PATIENCE
from conftest import needs
from pdf_reading import read_pdf

needs("chromium")

from playwright.sync_api import expect  # noqa: E402


def test_a_kit_is_looked_at_and_saved(visit):
    page = visit("/print?game=hextra&kind=kit", locale=LOCALES["en"])
    picture = page.locator(".paper-sheet img")
    # The processes that print make way for all others, so that a busy machine takes its time.
    expect(page.locator(".paper-pages")).to_have_text(re.compile("Laying out|of 11"))
    expect(picture).to_have_attribute("alt", re.compile("^Page 1: HEXTRA"), timeout=3 * PATIENCE)
    expect(page.locator(".paper-pages")).to_have_text("Page 1 of 11")
    expect(page.get_by_role("button", name="Previous page")).to_have_attribute("aria-disabled", "true")
    after = page.get_by_role("button", name="Next page")
    after.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".paper-pages")).to_have_text("Page 2 of 11")
    expect(after).to_be_focused()
    page.locator("label:has([value=off])").click()
    expect(page.locator(".paper-pages")).to_have_text("Page 1 of 6")
    page.locator("label:has([value=letter])").click()
    expect(page.get_by_role("link", name="Save as PDF")).to_have_attribute("href", re.compile("paper=letter"))
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save as PDF").click()
    assert saving.value.suggested_filename.startswith("hextra-kit-")
    data = saving.value.path().read_bytes()
    assert data.startswith(b"%PDF")


def test_a_size_that_cannot_be_is_told_and_then_mended(visit):
    page = visit("/print?game=tetrago", locale=LOCALES["fr"])
    expect(page.locator(".paper-sheet img")).to_be_visible()
    cell = page.get_by_role("spinbutton", name="Largeur d’une case")
    visit.allowed.append("400 (Bad Request)")
    cell.fill("1")
    expect(page.get_by_role("alert")).to_contain_text("de 3 à 200 mm")
    expect(page.get_by_text("Enregistrer en PDF")).to_have_attribute("aria-disabled", "true")
    cell.fill("20")
    expect(page.get_by_role("alert")).to_have_text("")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Enregistrer en PDF").click()
    (sheet,) = read_pdf(saving.value.path().read_bytes())
    assert abs(sheet.width - 210) < 0.01


def test_from_a_table_to_its_diagrams(visit, table):
    page = visit(table(size=5))
    page.locator(".c").first.wait_for()
    page.locator("header .btn[aria-controls=menu], .btn[aria-controls=menu]").first.click()
    page.locator("#menu a[href^='/print?table=']").click()
    expect(page.locator(".paper-sheet img")).to_be_visible()
    expect(page.locator("select")).to_have_count(1)


def test_pages_that_are_not_made_now_are_asked_for_again(visit):
    page = visit("/print?game=hex", locale=LOCALES["en"])
    expect(page.locator(".paper-pages")).to_have_text("Page 1 of 1")
    visit.allowed.append("503 (Service Unavailable)")
    page.route("**/preview?**", lambda route: route.fulfill(status=503, json={"error": "busy"}), times=1)
    page.locator("label:has([value=letter])").click()
    expect(page.locator(".problem")).to_contain_text("asked for again")
    expect(page.locator(".problem")).to_be_empty()
    expect(page.get_by_role("link", name="Save as PDF")).to_have_attribute("href", re.compile("paper=letter"))
