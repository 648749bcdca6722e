"""A browser for the tests of this folder, which are left out where there is none."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.pages import Browsers, Tables, kept_tables


@pytest.fixture(scope="module")
def browsers() -> Iterator[Browsers]:
    """A Chromium, ended with each file: while it is there an event loop runs in this thread."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not on PATH")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield Browsers(browser)
        browser.close()


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """A server of tables."""
    with kept_tables(tmp_path / "tables") as served:
        yield served
