"""What the pages are made of: no browser is needed to look at it."""

import re

import pytest

from arena.faces.web import inlined, replay_file
from arena.faces.web.assets import assets

MOST_BYTES = 150_000
"""What a page may weigh, without its game."""
MODULES = sorted(each.name for each in inlined.STATIC.iterdir() if each.name.endswith(".js"))
STRINGS = ("strings.js", "lobby_strings.js", "rounds_strings.js", "viewer_strings.js")
LIVE = inlined.style("table.css")
STYLES = {"lobby.js": LIVE, "table.js": LIVE, "replay.js": replay_file.style()}
"""Of each page, by its module."""
STYLES["viewer.js"] = STYLES["replay.js"]
KEY = r"(?:^  |, )(\w+): "
"""What begins one of the pages' strings."""


def strings() -> str:
    """Return the pages' strings as they are written."""
    texts = ((inlined.STATIC / name).read_text(encoding="utf-8") for name in STRINGS)
    objects = (re.split(r"const (?:S|LOBBY|ROUNDS|VIEWER) = ", text)[1] for text in texts)
    return "\n".join(each.strip("{};\n") for each in objects)


def keys_of_strings() -> list[str]:
    """Return the key of each string, once what is quoted and what is nested is left out."""
    left, found = re.sub(r'"[^"]*"', "", strings()), 1
    while found:
        left, found = re.subn(r"\{[^{}]*\}", "", left)
    return re.findall(KEY, left, re.MULTILINE)


def named_by_pages() -> set[str]:
    """Return the strings that elements of pages name."""
    pages = [files for path, files in assets().items() if not path.startswith("/static")]
    named = [
        re.findall(r'data-(?:s|label|hint|title)="(\w+)"', page.data.decode()) for page in pages
    ]
    return set().union(*named)


@pytest.mark.parametrize("entry", STYLES)
def test_a_page_weighs_little(entry: str) -> None:
    """Its script and style together."""
    assert len((inlined.script(entry) + STYLES[entry]).encode()) < MOST_BYTES


def test_pages_have_nothing_that_their_policy_forbids() -> None:
    """No script or style of their own, and nothing from elsewhere."""
    pages = [files for path, files in assets().items() if not path.startswith("/static")]
    assert len(pages) == 3
    for page in pages:
        text = page.data.decode()
        assert not re.search(r"<style|\sstyle=|\son\w+=|https?://", text)
        assert not re.search(r"<script(?![^>]* src=\"static/)", text)


@pytest.mark.parametrize("name", MODULES)
def test_a_module_writes_text_only(name: str) -> None:
    """No markup is made of strings, and nothing is evaluated."""
    source = (inlined.STATIC / name).read_text(encoding="utf-8")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|Function\(", source
    )


def test_every_string_is_used_and_stands_once() -> None:
    """By a module, or by an element of a page."""
    keys = keys_of_strings()
    assert len(keys) > 200
    assert [each for each in keys if keys.count(each) > 1] == []
    sources = "".join((inlined.STATIC / name).read_text(encoding="utf-8") for name in MODULES)
    used = set(re.findall(r"\b(?:S|ROUNDS|VIEWER)\.(\w+)", sources)) | named_by_pages()
    assert set(keys) == used


def test_what_an_element_names_is_a_sentence() -> None:
    """No function, whose source would be read out."""
    words = dict(re.findall(KEY + r"(.)", strings(), re.MULTILINE))
    named = named_by_pages()
    assert len(named) > 30
    assert {each: words[each] for each in named} == dict.fromkeys(named, '"')
