"""Evenings in the browser: begun by one command, cut off in mid-vote, of two, watched late."""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.arena.faces.web.processes import Process, end_all, serving
from tests.browser.pages import Browsers, Tables
from tests.browser.test_table import asked_in, by_keyboard, wait_for_other, wait_for_question

if TYPE_CHECKING:
    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
NOTED = """#!/bin/sh
printf "%s" "$1" > "{file}.new" && mv "{file}.new" "{file}"
exec > /dev/null 2>&1
while kill -0 $PPID; do sleep 0.1; done
"""
"""A browser that writes down what it is to open, and then stays as long as who has begun it."""


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End the commands of a test, however it ended."""
    yield
    end_all()


def type_line(page: "Page", *lines: str) -> None:
    """Type into the command line, each once the one before is taken."""
    for line in lines:
        page.locator("#line").fill(line)
        page.locator("#line").press("Enter")
        expect(page.locator("#line")).to_have_value("")


def answer(page: "Page") -> None:
    """Take the first option, or end the turn to talk."""
    asked = asked_in(page)
    option = page.locator("#ask [name=option]:enabled")
    type_line(page, str(option.first.get_attribute("value")) if option.count() else "done")
    wait_for_other(page, asked)


@pytest.mark.slow
def test_play_opens_the_page_by_itself(browsers: Browsers, tmp_path: Path) -> None:
    """The only person's link, which opens their seat; Ctrl-C ends it, to be gone on with."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(NOTED.format(file=opened))
    browser.chmod(0o755)
    table = ("play", "--human", "Ana", "--seed", "3", "--web", "--out", str(tmp_path / "games"))
    process = Process(*table, browser=f"{browser} %s")
    with browsers.page() as page:
        page.goto(process.link)
        type_line(page, "skip")
        assert wait_for_question(page)
        assert page.locator(".seat.mine .name").inner_text().split() == ["Ana", "(you)"]
        while not opened.exists():
            page.wait_for_timeout(50)
    assert opened.read_text() == process.link
    process.end(signal.SIGINT)
    (calls,) = (tmp_path / "games").glob("*/calls.jsonl")
    assert json.loads(calls.read_text().splitlines()[-1])["type"] == "session_ended"


@pytest.mark.slow
def test_a_page_goes_on_by_itself_after_a_kill_in_mid_vote(
    browsers: Browsers, tmp_path: Path
) -> None:
    """It says that it is lost, comes back, and what is voted then counts once."""
    server = serving(tmp_path)
    seats = {"Ana": "human", "Bruno": "house", "Clara": "house", "Dmitri": "house:liar"}
    _, link = server.begin(seats=seats, talk="off")
    with browsers.browser.new_page() as page:  # what it complains of while nobody is there is right
        page.add_init_script("try { localStorage.setItem('hints', 'seen') } catch {}")
        page.goto(link)
        while wait_for_question(page) and not page.locator("#ask h2", has_text="vote").count():
            answer(page)
        asked = asked_in(page)
        assert asked
        server.end(signal.SIGKILL)
        page.locator("#state", has_text="lost").wait_for()
        serving(tmp_path, server.port)
        page.locator("#state").wait_for(state="hidden", timeout=60_000)
        assert wait_for_question(page)
        assert asked_in(page) == asked
        answer(page)
        assert wait_for_question(page)
    (calls,) = tmp_path.glob("*/calls.jsonl")
    records = [json.loads(each) for each in calls.read_text().splitlines()]
    given = [each["data"]["asked"] for each in records if each["type"] == "person_answered"]
    assert given.count(asked) == 1
    assert len(given) == len(set(given))


def talk_turn(page: "Page", other: "Page") -> None:
    """Answer on two pages until one is at a turn to talk."""
    for _ in range(60):
        page.wait_for_timeout(50)
        if page.locator("#ask[data-task=speak].asks").count():
            return
        for each in (page, other):
            is_asked = each.locator("#ask.asks").count()
            if is_asked and not each.locator("#ask[data-task=speak].asks").count():
                answer(each)
        if other.locator("#ask[data-task=speak].asks").count():
            answer(other)
    raise AssertionError("no turn to talk came")


@pytest.mark.slow
def test_two_people_and_two_bots_whisper_and_deal(browsers: Browsers, tables: Tables) -> None:
    """Bruno alone reads the whisper, and accepts on his page; both ledgers have the deal."""
    seats = {"Ana": "human", "Bruno": "human", "Clara": "house", "Dmitri": "house"}
    links = tables.begin(seats=seats)
    with browsers.page() as ana, browsers.page() as bruno, browsers.page() as watcher:
        for page, who in ((ana, "Ana"), (bruno, "Bruno"), (watcher, "public:0")):
            page.goto(links[who])
        talk_turn(ana, bruno)
        asked = asked_in(ana)
        type_line(
            ana, "whisper Bruno: The cellar is ours.", "say Bruno, an offer.",
            "offer Bruno: I spare Bruno / Bruno spares me", "done",
        )  # fmt: skip
        wait_for_other(ana, asked)
        for _ in range(40):
            if bruno.locator("#offers button").count():
                break
            talk_turn(bruno, ana)
            answer(bruno)
        talk_turn(bruno, ana)
        asked = asked_in(bruno)
        bruno.locator("#offers .row button").first.click()
        bruno.locator("#ask .drafts, #output li").first.wait_for(state="attached")
        type_line(bruno, "done")
        wait_for_other(bruno, asked)
        agreed = re.compile("accept", re.IGNORECASE)
        for page in (ana, bruno, watcher):
            page.locator("#log li", has_text=agreed).first.wait_for(state="attached")
        assert "The cellar is ours." in bruno.locator("body").inner_html()
        assert "The cellar is ours." not in watcher.locator("body").inner_html()


@pytest.mark.slow
def test_osaczeni_is_played_by_keyboard_alone(browsers: Browsers, tables: Tables) -> None:
    """A whole game without a click."""
    link = tables.begin(ruleset="osaczeni")["Ana"]
    with browsers.page() as page:
        page.goto(link)
        answers = 0
        while wait_for_question(page):
            asked = asked_in(page)
            by_keyboard(page)
            wait_for_other(page, asked)
            answers += 1
        assert answers > 5
        page.locator("#ask .standings").nth(1).wait_for()


@pytest.mark.slow
def test_who_looks_on_late_sees_nothing_early(browsers: Browsers, tables: Tables) -> None:
    """A page that is 30 seconds behind has no event, while the one beside it has many."""
    links = tables.begin()
    sent: list[str] = []
    with browsers.page() as player, browsers.page() as late, browsers.page() as now:
        late.add_init_script(
            "const take = TextDecoderStream; window.heard = '';"
            "window.TextDecoderStream = class extends take {"
            " get readable() { return super.readable.pipeThrough(new TransformStream({"
            " transform(text, out) { window.heard += text; out.enqueue(text); }})); }};"
        )
        late.goto(links["public:30"])
        now.goto(links["public:0"])
        player.goto(links["Ana"])
        for _ in range(3):
            assert wait_for_question(player)
            answer(player)
        now.locator("#log li").nth(5).wait_for()
        sent.append(late.evaluate("window.heard"))
        assert late.locator("#log li").count() == 0
    assert "event: frame" not in sent[0]
    assert "event: now" not in sent[0]
