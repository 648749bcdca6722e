"""What the pages are made of: no browser is needed to look at it."""

import re

import pytest

from arena.faces.web import inlined
from arena.faces.web.assets import assets

MOST_BYTES = 150_000
"""What a page may weigh, without its game."""
MODULES = sorted(each.name for each in inlined.STATIC.iterdir() if each.name.endswith(".js"))
ENTRIES = ("lobby.js", "replay.js", "table.js")


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_page_weighs_little(entry: str) -> None:
    """Its script and style together."""
    assert len((inlined.script(entry) + inlined.style()).encode()) < MOST_BYTES


def test_pages_have_nothing_that_their_policy_forbids() -> None:
    """No script or style of their own, and nothing from elsewhere."""
    pages = [files for path, files in assets().items() if not path.startswith("/static")]
    assert len(pages) == 3
    for page in pages:
        text = page.data.decode()
        assert not re.search(r"<style|\sstyle=|\son\w+=|https?://", text)
        assert not re.search(r"<script(?![^>]* src=\"/static/)", text)


@pytest.mark.parametrize("name", MODULES)
def test_a_module_writes_text_only(name: str) -> None:
    """No markup is made of strings, and nothing is evaluated."""
    source = (inlined.STATIC / name).read_text(encoding="utf-8")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|Function\(", source
    )
