from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import Browsers, Tables

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

OVER = "body[data-over=true]"
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def wait_for_question(page: "Page") -> bool:
    """Wait until something is asked; tell whether the game is not over."""
    page.wait_for_selector(f"{OVER} #ask, #ask.asks", timeout=60_000)
    return page.locator(OVER).count() == 0


def asked_in(page: "Page") -> str:
    """Return the id of what is asked."""
    return page.locator("#ask").get_attribute("data-asked") or ""


def wait_for_other(page: "Page", asked: str) -> None:
    """Wait until something else is asked, or nothing."""
    page.wait_for_selector(f'{OVER} #ask, #ask:not([data-asked="{asked}"])', timeout=60_000)


def title(page: "Page") -> str:
    """Return what is asked."""
    return page.locator("#ask h2").inner_text()


def by_mouse(page: "Page") -> None:
    """Click a room that can be chosen, else an option; then the filled button."""
    room = page.locator("#mall .option .shell")
    if page.locator("#ask .rooms").count() and room.count():
        room.first.click(position={"x": 60, "y": 10}, force=True)
    elif page.locator("#ask [name=option]:enabled").count():
        page.locator("#ask label:has(:enabled)").first.click()
    page.locator("#ask .go:enabled").click(timeout=10_000)


def by_keyboard(page: "Page") -> None:
    """Press the key of an option, then Enter; a turn to talk is ended in the command line."""
    option = page.locator("#ask [name=option]:enabled")
    if option.count():
        page.keyboard.press(str(option.first.get_attribute("value")))
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("/")
        page.keyboard.type("done")
        page.keyboard.press("Enter")
        page.locator("#line").evaluate("line => line.blur()")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "how", "narrow"),
    [("moh", by_mouse, False), ("osaczeni", by_mouse, True), ("moh", by_keyboard, False)],
)
def test_a_person_plays_a_whole_game(
    browsers: Browsers, tables: Tables, ruleset: str, how: object, *, narrow: bool
) -> None:
    """To the end, where all is told; nothing is ever wider than the page."""
    link = tables.begin(ruleset=ruleset)["Ana"]
    with browsers.page(narrow=narrow) as page:
        page.goto(link)
        answers = 0
        while wait_for_question(page):
            asked = asked_in(page)
            assert not page.evaluate(SIDEWAYS), title(page)
            how(page)  # type: ignore[operator]
            wait_for_other(page, asked)
            answers += 1
        assert answers > 10
        page.wait_for_selector("#strip button")
        page.locator("#ask .standings").nth(1).wait_for()
        assert page.locator(".round").inner_text() == "The end"


def test_words_of_players_are_never_markup(browsers: Browsers, tables: Tables) -> None:
    """They stand in the log letter by letter."""
    words = '<img src=x onerror="document.title=1"><b>bold</b> &amp; `done`'
    link = tables.begin()["Ana"]
    with browsers.page() as page:
        page.goto(link)
        while wait_for_question(page) and not page.locator("#ask[data-task=speak]").count():
            asked = asked_in(page)
            by_mouse(page)
            wait_for_other(page, asked)
        page.locator("#words").fill(words)
        page.locator("#say").click()
        page.wait_for_selector("#ask .drafts, #log .say >> text=onerror")
        if page.locator("#ask .drafts").count():
            assert words in page.locator("#ask .drafts").inner_text()
            page.locator("#ask .go").click()
        said = page.locator("#log blockquote", has_text="onerror")
        said.wait_for()
        assert said.inner_text() == words
        assert page.locator("#log img, #log b:text-is('bold'), #ask img").count() == 0


def test_a_late_answer_is_told_and_not_played(browsers: Browsers, tables: Tables) -> None:
    """One seat in two pages: what is answered in one is over in the other."""
    link = tables.begin()["Ana"]
    held: list[Route] = []
    with browsers.page() as page, browsers.page() as other:
        other.route("**/api/line", lambda route: held.append(route))  # noqa: PLW0108 - it marks what it is given
        for each in (page, other):
            each.goto(link)
            assert wait_for_question(each)
        other.locator("#ask label:has(:enabled)").last.click()
        other.locator("#ask .go").click()
        asked = asked_in(page)
        by_mouse(page)
        wait_for_other(page, asked)
        held[0].continue_()
        other.locator("#output", has_text="over").wait_for()
        assert "Nothing was played" in other.locator("#output").inner_text()


def test_a_cut_connection_goes_on_where_it_was(browsers: Browsers, tables: Tables) -> None:
    """After the last frame that was seen: nothing is told twice, and the page says what it does."""
    link = tables.begin()["Ana"]
    after: list[str | None] = []

    def cut(route: "Route") -> None:
        after.append(route.request.headers.get("last-event-id"))
        if len(after) > 1:
            route.continue_()
            return
        frame = '{"at": 0, "round": 0, "phase": "setup", "type": "game_began", "told": []}'
        route.fulfill(
            status=200,
            content_type="text/event-stream",
            body=f"event: frame\nid: 0\ndata: {frame}\n\n",
        )

    with browsers.page() as page:
        page.route("**/api/events", cut)
        page.goto(link)
        page.locator("#state", has_text="lost").wait_for()
        assert wait_for_question(page)
        assert after == [None, "0"]
        assert page.locator("#state").is_hidden()


def test_a_link_that_opens_nothing_says_so(browsers: Browsers, tables: Tables) -> None:
    """And so does a page without one."""
    root = tables.begin()["Ana"].partition("#")[0]
    with browsers.page() as page:
        page.goto(f"{root}#wrong")
        page.locator("#state", has_text="opens no table").wait_for()
    with browsers.page() as page:
        page.goto(root)
        page.locator("#state", has_text="behind #").wait_for()


def test_letters_are_no_commands_while_one_writes(browsers: Browsers, tables: Tables) -> None:
    """A number in a message chooses nothing."""
    link = tables.begin()["Ana"]
    with browsers.page() as page:
        page.goto(link)
        assert wait_for_question(page)
        page.locator("#words").press_sequentially("1 w l ?")
        assert page.locator("#words").input_value() == "1 w l ?"
        assert page.locator("#ask :checked").count() == 0
        page.locator("#words").evaluate("words => words.blur()")
        page.keyboard.press("1")
        assert page.locator("#ask :checked").count() == 1


def test_the_command_line_answers(browsers: Browsers, tables: Tables) -> None:
    """What one asks is shown below it; a rule is one key away."""
    link = tables.begin()["Ana"]
    with browsers.page() as page:
        page.goto(link)
        assert wait_for_question(page)
        page.keyboard.press("r")
        page.locator("#output", has_text="MOH-").wait_for()
        page.keyboard.press("/")
        page.keyboard.type("room 77")
        page.keyboard.press("Enter")
        page.locator("#output", has_text="77").wait_for()
        page.locator("#line").fill("clock")
        page.keyboard.press("Enter")
        page.locator("#output", has_text="seconds").wait_for()


def test_who_looks_on_can_do_nothing(browsers: Browsers, tables: Tables) -> None:
    """They see the table and have neither a command line nor words."""
    links = tables.begin()
    with browsers.page() as player, browsers.page() as page:
        player.goto(links["Ana"])
        page.goto(links["public:0"])
        page.wait_for_selector("#log li")
        assert page.locator("#command").is_hidden()
        assert page.locator("#composer").is_hidden()
        assert page.locator("#ledger .hand").count() == 0


def test_hints_come_once(browsers: Browsers, tables: Tables) -> None:
    """Three of them, for who has never sat at a table in this browser."""
    link = tables.begin()["Ana"]
    with browsers.page(hints=True) as page:
        page.goto(link)
        for _ in range(3):
            page.locator("#hints .warm").click()
        assert page.locator("#hints").is_hidden()
        page.reload()
        assert wait_for_question(page)
        assert page.locator("#hints").is_hidden()


def test_the_host_opens_a_table_in_the_lobby(browsers: Browsers, tables: Tables) -> None:
    """And gets links; the person's link opens the seat."""
    with browsers.page() as page:
        page.goto(tables.lobby)
        page.locator("#begin").click()
        page.locator(".links a").first.wait_for()
        assert page.locator(".links li").count() >= 2
        link = page.locator(".links li", has_text="Ana").locator("a").get_attribute("href")
        page.goto(str(link))
        assert wait_for_question(page)
        assert page.locator(".seat.mine .name").inner_text() == "Ana (you)"
