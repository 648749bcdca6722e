"""What axe-core finds on the pages: nothing, by WCAG 2 A and AA.

axe-core comes from npm by its name when these tests run, and is kept with pytest's cache; without
npm, or where npm can't have it, they are left out.
"""

import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arena.faces.web import viewer_file
from arena.faces.web.replay_file import page as replay_page
from tests.browser.pages import Browsers, Tables
from tests.corpus import reading

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = "axe-core@4.11.4"
SCRIPT = "package/axe.min.js"
SECONDS = 120
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
BY_COLOUR = ["color-contrast"]
"""The rules that another theme can break."""
RUN = """async (rules) => {
  const found = await axe.run(document, {runOnly: rules});
  return found.violations.map((each) => ({
    rule: each.id, where: each.nodes.map((node) => `${node.target}: ${node.failureSummary}`),
  }));
}"""


@pytest.fixture(scope="session")
def axe(request: pytest.FixtureRequest) -> str:
    """The script of axe-core."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not on PATH, so that axe-core can't be had")
    folder: Path = request.config.cache.mkdir("axe-core")
    kept = folder / f"{AXE}.js"
    if not kept.is_file():
        command = [npm, "pack", AXE, "--pack-destination", str(folder), "--silent"]
        try:
            done = subprocess.run(
                command, cwd=folder, check=True, capture_output=True, text=True, timeout=SECONDS
            )
        except (subprocess.SubprocessError, OSError) as error:
            pytest.skip(f"npm can't have {AXE}: {error}")
        with tarfile.open(folder / done.stdout.split()[-1]) as packed:
            script = packed.extractfile(SCRIPT)
            assert script is not None
            kept.write_bytes(script.read())
    return kept.read_text(encoding="utf-8")


def faults(page: "Page", axe: str) -> list[dict[str, Any]]:
    """Return what axe-core finds, in each of the page's two themes."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate(RUN, ALL)
    if page.locator("#theme:visible").count():
        page.locator("#theme").click()
        found += page.evaluate(RUN, BY_COLOUR)
        page.locator("#theme").click()
    return found


def wait_for_question(page: "Page") -> bool:
    """Wait until something is asked; tell whether the game is not over."""
    page.wait_for_selector("body[data-over=true] #ask, #ask.asks", timeout=60_000)
    return page.locator("body[data-over=true]").count() == 0


def answer(page: "Page") -> None:
    """Answer what is asked by the command line, and wait until something else is."""
    asked = page.locator("#ask").get_attribute("data-asked") or ""
    if not page.locator("#line").is_visible():
        page.locator(".views [data-to=talk]").click()
    option = page.locator("#ask [name=option]:enabled")
    line = str(option.first.get_attribute("value")) if option.count() else "done"
    page.locator("#line").fill(line)
    page.locator("#line").press("Enter")
    other = f'body[data-over=true] #ask, #ask:not([data-asked="{asked}"])'
    page.wait_for_selector(other, timeout=60_000)


@pytest.mark.slow
@pytest.mark.parametrize("narrow", [False, True])
def test_the_lobby(browsers: Browsers, tables: Tables, axe: str, *, narrow: bool) -> None:
    """Before a table is begun, and with its links."""
    with browsers.page(narrow=narrow) as page:
        page.goto(tables.lobby)
        page.locator("#begin").wait_for()
        assert faults(page, axe) == []
        page.locator("#begin").click()
        page.locator(".links a").first.wait_for()
        assert faults(page, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "narrow"), [("moh", False), ("moh", True), ("osaczeni", False), ("osaczeni", True)]
)
def test_the_table(
    browsers: Browsers, tables: Tables, axe: str, ruleset: str, *, narrow: bool
) -> None:
    """At each kind of question that comes up, with rules and menus open, and at the end."""
    link = tables.begin(ruleset=ruleset)["Ana"]
    seen: set[str] = set()
    with browsers.page(narrow=narrow, hints=True) as page:
        page.goto(link)
        page.locator("#hints .warm").first.wait_for()
        assert faults(page, axe) == []
        for _ in range(3):
            page.locator("#hints .warm").click()
        while wait_for_question(page):
            title = page.locator("#ask h2").inner_text().partition(":")[0]
            kind = title.partition(" at ")[0]
            if kind not in seen:
                seen.add(kind)
                assert faults(page, axe) == [], kind
            answer(page)
        assert len(seen) > 3
        page.locator("#strip button").first.wait_for()
        assert faults(page, axe) == []


@pytest.mark.slow
def test_the_table_with_all_open(browsers: Browsers, tables: Tables, axe: str) -> None:
    """The answer of the command line, the menus of the composer, and whispers."""
    with browsers.page() as page:
        page.goto(tables.begin()["Ana"])
        while wait_for_question(page) and not page.locator("#ask[data-task=speak]").count():
            answer(page)
        page.locator("#line").fill("rules")
        page.locator("#line").press("Enter")
        page.locator("#output li").first.wait_for()
        assert faults(page, axe) == []
        page.keyboard.press("Escape")
        for menu in page.locator("#composer details.pick > summary").all():
            menu.click()
            assert faults(page, axe) == []
            menu.click()
        page.locator("#composer #offer").click()
        assert faults(page, axe) == []
        page.locator("[data-tab=whisper]").click()
        assert faults(page, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize("narrow", [False, True])
def test_who_looks_on(browsers: Browsers, tables: Tables, axe: str, *, narrow: bool) -> None:
    """Without a command line and words."""
    links = tables.begin()
    with browsers.page(narrow=narrow) as page:
        page.goto(links["public:0"])
        page.locator("#log li").first.wait_for(state="attached")
        assert faults(page, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("recorded", ["moh-house-4", "osaczeni-house-4"])
def test_the_replay(
    browsers: Browsers, axe: str, recorded: str, tmp_path: Path, *, narrow: bool
) -> None:
    """At its beginning, in its middle and at its end."""
    game = reading.transcript(recorded)
    file = tmp_path / "replay.html"
    file.write_text(replay_page(game, ["all", "public", *game.seats]), encoding="utf-8")
    with browsers.page(narrow=narrow) as page:
        for at in (0, 60, 100_000):
            page.goto("about:blank")
            page.goto(f"{file.as_uri()}#at={at}&as=all")
            page.locator("#mall [data-room]").first.wait_for()
            assert faults(page, axe) == [], at
        if narrow:
            page.locator(".views [data-to=talk]").click()
        for each in ("Rounds", "Ties"):
            page.get_by_role("button", name=each).click()
            assert faults(page, axe) == [], each


@pytest.mark.slow
@pytest.mark.parametrize("narrow", [False, True])
def test_the_viewer(browsers: Browsers, axe: str, tmp_path: Path, *, narrow: bool) -> None:
    """With a game, and with the sentence that none is named."""
    file = tmp_path / "viewer.html"
    file.write_text(viewer_file.page("../report.html#games"), encoding="utf-8")
    data = viewer_file.data(reading.transcript("moh-house-4"), "g1", lead="g1. Ada: ann, place 1.")
    (tmp_path / "g1.js").write_text(data, encoding="ascii")
    with browsers.page(narrow=narrow) as page:
        for address, shown in (("#game=g1", "#mall [data-room]"), ("", "#state a")):
            page.goto("about:blank")
            page.goto(f"{file.as_uri()}{address}")
            page.locator(shown).first.wait_for()
            assert faults(page, axe) == [], address
