"""The page for who hears it, wants it still or dark, reads another language, or sits down late."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import Browsers, Tables
from tests.browser.test_table import asked_in, by_mouse, title, wait_for_other, wait_for_question

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

MOVING = """() => [...document.querySelectorAll("*")].filter((each) => {
    const {transitionProperty: property, transitionDuration: lasts} = getComputedStyle(each);
    return property !== "none" && lasts !== "0s";
}).length"""
LABELS = """() => [...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap(
    (each) => ["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name) ?? "")
)"""


def answered(page: "Page", times: int = 1) -> None:
    """Answer what is asked, and wait for the next question."""
    for _ in range(times):
        assert wait_for_question(page)
        asked = asked_in(page)
        by_mouse(page)
        wait_for_other(page, asked)
    assert wait_for_question(page)


def test_who_hears_the_page_is_told_what_is_said_and_asked(
    browsers: Browsers, tables: Tables
) -> None:
    """The log and the question are live regions; no label is code."""
    with browsers.page() as page:
        page.goto(tables.begin()["Ana"])
        assert wait_for_question(page)
        log, asked = page.locator("#log"), page.locator("#announce")
        assert (log.get_attribute("role"), log.get_attribute("aria-live")) == ("log", "polite")
        assert asked.get_attribute("role") == "status"
        assert asked.inner_text().startswith(title(page).rstrip("?."))
        told, lines = asked.inner_text(), log.locator("li").count()
        answered(page, 2)
        assert asked.inner_text() != told
        assert log.locator("li").count() > lines
        labels = [each for each in page.evaluate(LABELS) if each]
        assert len(labels) > 20
        assert [each for each in labels if "=>" in each or "undefined" in each] == []


def test_nothing_moves_where_one_asks_for_it(browsers: Browsers, tables: Tables) -> None:
    """By the system's setting; without it figures walk."""
    with browsers.page() as page:
        page.goto(tables.begin()["Ana"])
        answered(page, 2)
        assert page.evaluate(MOVING) > 0
        page.emulate_media(reduced_motion="reduce")
        assert page.evaluate(MOVING) == 0
        answered(page)


def test_it_is_as_dark_as_the_system_until_one_chooses(browsers: Browsers, tables: Tables) -> None:
    """What was chosen is kept."""
    theme = "document.documentElement.dataset.theme"
    paper = "getComputedStyle(document.body).backgroundColor"
    with browsers.page() as page:
        link = tables.begin()["Ana"]
        colours = {}
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(link)
            page.reload()
            assert wait_for_question(page)
            assert page.evaluate(theme) == scheme
            colours[scheme] = page.evaluate(paper)
        assert colours["light"] != colours["dark"]
        page.locator("#more summary").click()
        page.locator("#theme").click()
        page.reload()
        assert page.evaluate(theme) == "light"
        assert page.evaluate(paper) == colours["light"]


def test_what_happened_since_one_looked_stands_with_the_question(
    browsers: Browsers, tables: Tables
) -> None:
    """Lines of the game, the last few of them."""
    with browsers.page() as page:
        page.goto(tables.begin()["Ana"])
        answered(page, 3)
        for _ in range(10):
            if page.locator("#ask .since li").count():
                break
            answered(page)
        since = page.locator("#ask .since li").all_inner_texts()
        assert since
        log = page.locator("#log").inner_text()
        assert [each for each in since if each not in log] == []
