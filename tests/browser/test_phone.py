"""The table on a phone: one talks, reads and answers without leaving the question."""

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.pages import PHONE, SIDEWAYS, Browsers, Tables, broken_numbers
from tests.browser.test_table import (
    BOARD,
    asked_in,
    by_mouse,
    talk_with,
    wait_for_other,
    wait_for_question,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.slow

TALK: dict[str, Any] = {
    "asked": "t", "task": "speak", "kind": "truck", "title": "You may speak. At most 2 messages.",
    "place": None, "by_room": False, "options": [], "seconds_left": 60, "thinking": [],
    "messages": {"most": 2, "prepared": [], "said": []},
}  # fmt: skip
TOUCH = 44
"""How high what is touched has to be, in pixels."""
BESIDE_A_KEYBOARD = 430
"""What an on-screen keyboard leaves of a phone's height."""
SEEN = """id => {
    const {left, top, width, height} = document.getElementById(id).getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return Boolean(there?.closest(`#${id}`));
}"""
WHOLE = """() => {
    const phases = document.querySelector(".phases");
    const left = (node) => node.getBoundingClientRect().left;
    const here = phases.querySelector("[aria-current]");
    return phases.scrollWidth <= phases.clientWidth && (!here || left(here) >= left(phases) - 1);
}"""
COVERED = """() => {
    const view = new EventTarget();
    Object.assign(view, {scale: 1, width: innerWidth, height: innerHeight, offsetTop: 0});
    Object.defineProperty(window, "visualViewport", {value: view});
}"""


def speech(by: str, text: str, kind: str = "speech", *to: str) -> dict[str, Any]:
    """Return a line that tells what somebody said."""
    return {"as": kind, "by": by, "to": list(to), "spans": [[text]] if text else []}


def talks(page: "Page", *told: dict[str, Any]) -> None:
    """Let the table tell this, and let one speak; a connection that is made anew tells the same."""
    frame = {"at": 0, "round": 1, "phase": "truck", "type": "said", "told": told, "board": BOARD}
    body = f"event: frame\nid: 0\ndata: {json.dumps(frame)}\n\n"
    body += f"event: now\ndata: {json.dumps(TALK)}\n\n"

    def events(route: "Route") -> None:
        route.fulfill(status=200, content_type="text/event-stream", body=body)

    page.route("**/api/events", events)


def height(page: "Page", of: str) -> float:
    """Return how high an element is."""
    box = page.locator(of).bounding_box()
    assert box is not None
    return box["height"]


def test_one_speaks_without_leaving_the_question(browsers: Browsers, tables: Tables) -> None:
    """The words are in the sheet, once, beside what was said; to say nothing is no big thing."""
    link = tables.begin()["Ana"]
    with browsers.page(narrow=True) as page:
        page.goto(link)
        talk_with(page)
        assert page.locator(".views [aria-pressed=true]").inner_text() == "Mall"
        assert page.locator("#words").count() == page.locator("#ask #words").count() == 1
        assert page.evaluate(SEEN, "words")
        assert page.locator("#done").inner_text() == "Say nothing"
        assert page.locator("#done.go").count() == 0
        assert height(page, "#done") >= TOUCH
        assert height(page, "#say") >= TOUCH
        page.locator("#words").fill("Nobody needs to go.")
        page.locator("#say").tap()
        page.locator("#done", has_text="Say it now").tap()
        page.locator("#log .say", has_text="Nobody needs to go.").wait_for(state="attached")
        talk_with(page)
        heard = page.locator("#ask .heard .say", has_text="Nobody needs to go.")
        assert heard.locator(".name").inner_text().strip() == "You"
        page.locator(".views [data-to=talk]").tap()
        assert page.locator("#ask .heard").is_hidden()
        assert page.evaluate(SEEN, "words")


def test_the_time_that_is_left_is_seen_wherever_the_page_stands(
    browsers: Browsers, tables: Tables
) -> None:
    """It is a tab of the question's sheet, also where the page is scrolled to its end."""
    link = tables.begin()["Ana"]
    with browsers.page(narrow=True) as page:
        talks(page, speech("Bo", "Nobody needs to go."))
        page.goto(link)
        page.locator("#ask #words").wait_for()
        for at in ("0", "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {at})")
            assert page.evaluate(SEEN, "clock")


def test_the_last_words_and_whispers_stand_beside_the_question(
    browsers: Browsers, tables: Tables
) -> None:
    """With who said them; not those of a whisper that others heard."""
    link = tables.begin()["Ana"]
    with browsers.page(narrow=True) as page:
        talks(
            page, *(speech("Bo", f"Number {n}.") for n in range(6)),
            speech("Cy", "Not you, Ana.", "whisper", "Ana"), speech("Cy", "", "whisper", "Bo"),
        )  # fmt: skip
        page.goto(link)
        heard = page.locator("#ask .heard")
        heard.locator("text=Not you, Ana.").wait_for()
        said = heard.locator("blockquote").all_inner_texts()
        assert said[-1] == "Not you, Ana."
        assert "Number 5." in said
        assert "Number 0." not in said
        assert "Cy whispers to you" in " ".join(heard.inner_text().split())


def test_what_is_written_outlives_turning_the_phone_and_a_new_page(
    browsers: Browsers, tables: Tables
) -> None:
    """On its side the words are in the talk again; a new connection tells the question again."""
    link = tables.begin()["Ana"]
    with browsers.page(narrow=True) as page:
        talks(page)
        page.goto(link)
        page.locator("#ask #words").fill("Half a sen")
        page.locator("#ask label:has(#whisper)").tap()
        page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
        page.locator(".talk #words").wait_for()
        assert page.locator("#words").input_value() == "Half a sen"
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        page.locator("#ask #words").wait_for()
        assert page.locator("#words").input_value() == "Half a sen"
        assert page.locator("#whisper").is_checked()
        with page.expect_response("**/api/events"):  # the one before has ended
            page.locator("#state", has_text="lost").wait_for()
        assert page.locator("#ask #words").input_value() == "Half a sen"
        page.reload()
        page.locator("#ask #words").wait_for()
        assert page.locator("#words").input_value() == "Half a sen"


def test_who_has_read_enough_skips_the_rest_beside_the_board(
    browsers: Browsers, tables: Tables
) -> None:
    """The page says that more is told; at a word a minute that takes long, then it is asked."""
    link = tables.begin(words_a_minute=1)["Ana"]
    with browsers.page(narrow=True) as page:
        page.goto(link)
        page.locator("#ask h2", has_text="Read on").wait_for()
        page.locator("#ask").get_by_role("button", name="Show all at once").tap()
        assert wait_for_question(page)


def test_the_rule_of_a_question_is_a_touch_away(browsers: Browsers, tables: Tables) -> None:
    """As it is a key away elsewhere."""
    link = tables.begin()["Ana"]
    with browsers.page(narrow=True) as page:
        page.goto(link)
        assert wait_for_question(page)
        page.locator("#ask .rule").tap()
        page.locator("#output", has_text="MOH-").wait_for()
        page.locator("#output").get_by_role("button", name="Close").tap()
        assert page.evaluate(SEEN, "asked")


def test_the_end_begins_with_who_won(browsers: Browsers, tables: Tables) -> None:
    """Above the board, on which nothing can be chosen any more; no long phase is cut off before."""
    link = tables.begin(ruleset="osaczeni")["Ana"]
    with browsers.page(narrow=True) as page:
        page.goto(link)
        while wait_for_question(page):
            asked = asked_in(page)
            assert page.evaluate(WHOLE)
            by_mouse(page)
            wait_for_other(page, asked)
        won = page.locator("#ask.end h2")
        won.wait_for()
        top, board = won.bounding_box(), page.locator("#mall").bounding_box()
        assert top is not None
        assert board is not None
        assert 0 < top["y"] < board["y"]
        assert page.locator("#mall .option").count() == 0
        assert broken_numbers(page) == []


def test_who_writes_writes_on_when_their_turn_comes(browsers: Browsers, tables: Tables) -> None:
    """Words that were begun in the talk move to the question with the cursor in them."""
    link = tables.begin()["Ana"]
    held: list[Route] = []
    with browsers.page(narrow=True) as page:
        page.goto(link)
        page.locator(".views [data-to=talk]").tap()
        page.locator(".talk #words").fill("Half a sen")
        page.route("**/api/events", lambda route: held.append(route))  # noqa: PLW0108 - it marks what it is given
        page.reload()
        page.locator(".views [data-to=talk]").tap()
        page.locator(".talk #words").press("End")
        while not held:
            page.wait_for_timeout(20)
        body = f"event: now\ndata: {json.dumps(TALK)}\n\n"
        frame = {"at": 0, "round": 1, "phase": "truck", "type": "x", "told": [], "board": BOARD}
        body = f"event: frame\nid: 0\ndata: {json.dumps(frame)}\n\n{body}"
        held[0].fulfill(status=200, content_type="text/event-stream", body=body)
        page.locator("#ask #words").wait_for()
        page.keyboard.type("tence")
        assert page.locator("#words").input_value() == "Half a sentence"


@pytest.mark.parametrize("covers", [False, True])
def test_a_keyboard_leaves_the_words_to_be_seen(
    browsers: Browsers, tables: Tables, *, covers: bool
) -> None:
    """One that makes the page smaller, and one that covers it and only says so."""
    link = tables.begin()["Ana"]
    with browsers.page(narrow=True) as page:
        if covers:
            page.add_init_script(f"({COVERED})()")
        talks(page, *(speech("Bo", f"Number {n}, and many words more.") for n in range(6)))
        page.goto(link)
        page.locator("#ask #words").tap()
        if covers:
            page.evaluate("seen => { visualViewport.height = seen; }", BESIDE_A_KEYBOARD)
            page.evaluate("visualViewport.dispatchEvent(new Event('resize'))")
        else:
            page.set_viewport_size({"width": PHONE["width"], "height": BESIDE_A_KEYBOARD})
        page.locator(".views").wait_for(state="hidden")
        for id_ in ("words", "say", "done"):
            box = page.locator(f"#{id_}").bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= BESIDE_A_KEYBOARD
            assert page.evaluate(SEEN, id_)
        assert page.locator(".heard blockquote").last.is_visible()
        assert not page.evaluate(SIDEWAYS)


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_every_sign_of_the_board_is_in_the_key(
    browsers: Browsers, tables: Tables, ruleset: str
) -> None:
    """On a desk beside the phases, on a phone with the rules, for who looks on too."""
    links = tables.begin(ruleset=ruleset)
    tokens = int(ruleset == "osaczeni")
    for who, narrow in (("Ana", False), ("Ana", True), ("public:0", True)):
        with browsers.page(narrow=narrow) as page:
            page.goto(links[who])
            page.locator("#log li").first.wait_for(state="attached")
            assert page.locator(".seat .token").count() == tokens
            assert page.locator("#key .token").count() == tokens
            assert page.locator("#key").is_visible() != narrow
            page.locator("#rules").click()
            signs = page.locator("#output .signs")
            signs.get_by_text("still sealed").wait_for()
            assert signs.locator("li").count() == 10 + tokens
            assert signs.get_by_text("decides ties").count() == tokens
            assert not page.evaluate(SIDEWAYS)


def test_claims_offers_and_listeners_are_in_reach_of_the_question(
    browsers: Browsers, tables: Tables
) -> None:
    """Their menus open over it, and what is picked can be scrolled to."""
    link = tables.begin()["Ana"]
    with browsers.page(narrow=True) as page:
        page.goto(link)
        talk_with(page)
        page.locator("#pick-claim summary").tap()
        assert not page.evaluate(SEEN, "done")
        entry = page.locator("#claims button").first
        entry.scroll_into_view_if_needed()
        entry.tap()
        page.locator("#offer").tap()
        offer = page.get_by_role("group", name="Offer a deal")
        offer.get_by_label("To whom").select_option("Cy")
        page.locator("#say").tap()
        page.locator("#ask .drafts", has_text="I offer Cy a deal.").wait_for()
        assert page.evaluate(SEEN, "done")
        page.locator("#done").tap()
        said = page.locator("#log .say blockquote", has_text="I offer Cy a deal.")
        said.wait_for(state="attached")
        assert " / " not in str(said.text_content())
        page.locator("#log .deal", has_text="; for it").first.wait_for(state="attached")
        assert not page.evaluate(SIDEWAYS)
