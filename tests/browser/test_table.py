import json
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.pages import SIDEWAYS, Browsers, Tables, broken_numbers

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

OVER = "body[data-over=true]"
ENDS_ABOVE_THE_SHEET = """() => {
    scrollTo(0, document.body.scrollHeight);
    const edge = (id, side) => document.getElementById(id).getBoundingClientRect()[side];
    return edge("mall", "bottom") <= edge("ask", "top");
}"""

BOARD = {
    "rooms": {
        str(number): {
            "closed": False, "zombies": 0, "strength": None, "taken": 0, "verdict": "empty",
            "figures": [],
        }
        for number in range(1, 7)
    },
    "chief": None, "elected": False, "sizes": None, "deck": None, "hands": {}, "destinations": {},
    "victim": None, "cold_room": 0, "dice": None, "points": {}, "out": [], "at": None,
}  # fmt: skip
"""An empty mall."""


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
    elif page.locator("#ask [data-part]").count():
        page.locator("#ask [data-part]").last.select_option(index=1)
    elif page.locator("#ask [name=option]:enabled").count():
        page.locator("#ask label:has(:enabled)").first.click()
    page.locator("#ask .go:enabled, #done").first.click(timeout=10_000)


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
        assert broken_numbers(page) == []
        assert page.locator(".round").inner_text() == "The end"
        assert page.locator("#ledger .deaths li").count() > 2
        assert page.locator("#composer").is_hidden()
        with page.expect_popup() as opened:
            page.locator("#ask a.go").click()
        replay = opened.value
        replay.wait_for_selector("#view [value=all]", state="attached")
        replay.locator("#phaseOn").click()
        moment = replay.locator("#scrub").input_value()
        replay.reload()
        replay.wait_for_selector("#view [value=all]", state="attached")
        assert replay.locator("#scrub").input_value() == moment != "0"
        assert not replay.evaluate(SIDEWAYS)


@pytest.mark.slow
def test_a_replay_without_a_link_or_before_the_end_says_so(
    browsers: Browsers, tables: Tables
) -> None:
    """In a sentence on the page."""
    token = tables.begin()["Ana"].partition("#")[2]
    root = tables.lobby.partition("#")[0]
    for link, sentence in (
        ("", "This page needs the link"),
        (f"#of={token}", "The game is not over"),
    ):
        with browsers.page() as page:
            page.goto(f"{root}replay{link}")
            page.locator("#state", has_text=sentence).wait_for()


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_link_that_opens_nothing_says_so(browsers: Browsers, tables: Tables) -> None:
    """And so does a page without one."""
    root = tables.begin()["Ana"].partition("#")[0]
    with browsers.page() as page:
        page.goto(f"{root}#wrong")
        page.locator("#state", has_text="opens no table").wait_for()
    with browsers.page() as page:
        page.goto(root)
        page.locator("#state", has_text="behind #").wait_for()


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_page_is_told_at_the_pace_of_who_reads(browsers: Browsers, tables: Tables) -> None:
    """All of it: question after question, of somebody who reads a hundred words a second."""
    link = tables.begin(words_a_minute=6000)["Ana"]
    with browsers.page() as page:
        page.goto(link)
        for _ in range(8):
            assert wait_for_question(page)
            asked = asked_in(page)
            by_mouse(page)
            wait_for_other(page, asked)


@pytest.mark.slow
def test_who_has_read_enough_skips_the_rest(browsers: Browsers, tables: Tables) -> None:
    """At a word a minute nothing is asked for long; then at once."""
    link = tables.begin(words_a_minute=1)["Ana"]
    with browsers.page() as page:
        page.goto(link)
        page.locator("#log li, #log p").first.wait_for()
        assert asked_in(page) == ""
        page.locator("#line").fill("skip")
        page.locator("#line").press("Enter")
        assert wait_for_question(page)


def talk_with(page: "Page") -> None:
    """Answer until one may speak."""
    while wait_for_question(page) and not page.locator("#ask[data-task=speak]").count():
        asked = asked_in(page)
        by_mouse(page)
        wait_for_other(page, asked)


@pytest.mark.slow
def test_claims_and_offers_are_picked_from_a_menu(browsers: Browsers, tables: Tables) -> None:
    """The claim by keyboard, the offer by mouse; the table takes both as they stand there."""
    link = tables.begin()["Ana"]
    with browsers.page() as page:
        page.goto(link)
        talk_with(page)
        page.locator("#pick-claim summary").press("Enter")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        claim = page.get_by_role("group", name="So many zombies come to")
        claim.get_by_label("Compared how").select_option("=")
        claim.get_by_label("How many").select_option("2")
        claim.get_by_label("Where").select_option(label="5 Security HQ")
        page.locator("#offer").click()
        offer = page.get_by_role("group", name="Offer a deal")
        offer.get_by_label("To whom").select_option("Cy")
        offer.get_by_label("What I do, 1").select_option(label="I spare …")
        offer.get_by_label("What they do for it, 1").select_option(label="you vote for …")
        page.locator("#say").click()
        drafts = page.locator("#ask .drafts")
        drafts.get_by_text("offer to Cy: Ana spares Cy in attack votes; for it Cy votes").wait_for()
        assert "exactly 2 dice show 5 Security HQ" in drafts.inner_text()
        assert page.locator("#lines > *").count() == 0
        page.locator("#ask .go").click()
        page.locator("#log .claims", has_text="exactly 2").first.wait_for()
        page.locator("#log .deal", has_text="spares").first.wait_for()


@pytest.mark.slow
def test_what_can_not_be_said_stays_to_be_changed(browsers: Browsers, tables: Tables) -> None:
    """The table says why, and has none of it; it is said once, and to whom it is meant then."""
    link = tables.begin()["Ana"]
    with browsers.page() as page:
        page.goto(link)
        talk_with(page)
        page.locator("#words").fill("Listen.")
        page.locator("#offer").click()
        offer = page.get_by_role("group", name="Offer a deal")
        offer.get_by_label("What they do for it, 1").select_option(label="you spare …")
        offer.get_by_label("Whom", exact=True).last.select_option("Bo")
        page.locator("#say").click()
        page.locator("#output", has_text="can't be said").wait_for()
        assert page.locator("#words").input_value() == "Listen."
        page.locator("#ask .drafts").wait_for(state="detached")
        offer.get_by_label("Whom", exact=True).last.select_option("me")
        page.locator("#words").fill("")
        page.locator("#say").click()
        page.locator("#ask .drafts .claims li").wait_for()
        assert page.locator("#ask .drafts > li.words").count() == 1


@pytest.mark.slow
def test_what_was_refused_of_a_whisper_can_be_said_to_all(
    browsers: Browsers, tables: Tables
) -> None:
    """An offer without words whose listener would not hear it goes into no other message."""
    link = tables.begin()["Ana"]
    with browsers.page() as page:
        page.goto(link)
        talk_with(page)
        page.locator("#to label", has_text="Bo").click()
        page.locator(".chip, label", has=page.locator("#whisper")).first.click()
        page.locator("#words").fill("Between us.")
        page.locator("#say").click()
        page.locator("#ask .drafts > li.words", has_text="Between us.").wait_for()
        page.locator("#offer").click()
        page.get_by_role("group", name="Offer a deal").get_by_label("To whom").select_option("Cy")
        page.locator("#say").click()
        page.locator("#output", has_text="would not hear the offer").wait_for()
        page.locator(".chip, label", has=page.locator("#whisper")).first.click()
        page.locator("#to label", has_text="Bo").click()
        page.locator("#done").click()
        page.locator("#log .deal", has_text="for it").first.wait_for()
        page.locator("#log .say", has_text="I offer Cy a deal").first.wait_for()


OFFER = {
    "number": 7, "kind": "offer", "by": "Bo", "to": ["Ana"], "text": "Peace for a card",
    "state": "open", "answerable": True,
    "counter": {"gives": ["I give Bo a card", "a card"], "wants": ["Bo spares me", "peace"]},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("button", "key", "line"),
    [("Accept", "a", "accept 7"), ("Decline", "d", "decline 7"), ("Counter", "c", None)],
)
def test_an_offer_is_answered(
    browsers: Browsers, tables: Tables, button: str, key: str, line: str | None
) -> None:
    """By a button or its key; a counter-offer begins with what was offered."""
    link = tables.begin()["Ana"]

    def told(route: "Route") -> None:
        frame = {
            "at": 0, "round": 1, "phase": "truck", "type": "deal_offered", "told": [],
            "board": BOARD, "promises": [OFFER],
        }  # fmt: skip
        now = {
            "asked": "t", "task": "speak", "kind": "truck", "title": "You may speak.",
            "place": None, "by_room": False, "options": [], "seconds_left": 60, "thinking": [],
            "messages": {"most": 2, "prepared": [], "said": []},
        }  # fmt: skip
        body = f"event: frame\nid: 0\ndata: {json.dumps(frame)}\n\n"
        body += f"event: now\ndata: {json.dumps(now)}\n\n"
        route.fulfill(status=200, content_type="text/event-stream", body=body)

    def line_of(route: "Route") -> None:
        route.fulfill(status=200, content_type="application/json", body='{"told": []}')

    with browsers.page() as page:
        page.route("**/api/events", told)
        page.route("**/api/line", line_of)
        page.goto(link)
        card = page.locator(".deal.answer")
        card.get_by_role("button", name=button, exact=True).wait_for()
        if line is None:
            page.keyboard.press(key)
            page.get_by_role("group", name="Instead of offer 7").wait_for()
            line = "counter 7 Bo: I give Bo a card / Bo spares me"
        with page.expect_request(lambda sent: f'"line":"{line}"' in str(sent.post_data)):
            if button == "Counter":
                page.locator("#say").click()
            else:
                page.keyboard.press(key)


@pytest.mark.slow
def test_the_question_is_a_sheet_on_phones(browsers: Browsers, tables: Tables) -> None:
    """In every view; it can be folded, and the page can be scrolled to its end above it."""
    link = tables.begin()["Ana"]
    with browsers.page(narrow=True) as page:
        page.goto(link)
        assert wait_for_question(page)
        sheet = page.locator("#ask")
        for view in ("talk", "promises", "mall"):
            page.locator(f".views [data-to={view}]").click()
            assert sheet.is_visible()
        page.wait_for_function(ENDS_ABOVE_THE_SHEET)
        top = sheet.bounding_box()
        assert top is not None
        page.locator("#fold").click()
        folded = sheet.bounding_box()
        assert folded is not None
        assert folded["height"] < top["height"]
        assert page.locator("#ask .go").is_hidden()
        assert page.locator("#fold").get_attribute("aria-expanded") == "false"


def asks(page: "Page", options: list[dict[str, Any]]) -> None:
    """Let the table ask for one of these options, and take what is given."""
    frame = {"at": 0, "round": 1, "phase": "truck", "type": "x", "told": [], "board": BOARD}
    now = {
        "asked": "q", "task": "answer", "kind": "distribute_truck", "title": "Which?",
        "place": None, "by_room": False, "options": options, "seconds_left": 60, "messages": None,
        "thinking": [],
    }  # fmt: skip
    body = f"event: frame\nid: 0\ndata: {json.dumps(frame)}\n\n"
    body += f"event: now\ndata: {json.dumps(now)}\n\n"
    page.route(
        "**/api/events",
        lambda route: route.fulfill(status=200, content_type="text/event-stream", body=body),
    )
    page.route(
        "**/api/line",
        lambda route: route.fulfill(
            status=200, content_type="application/json", body='{"told": []}'
        ),
    )


@pytest.mark.slow
def test_what_is_kept_given_or_lost_is_told_with_what_it_is_worth(
    browsers: Browsers, tables: Tables
) -> None:
    """Each card of the truck with what it does, once; each character with its points."""
    link = tables.begin()["Ana"]
    truck = [
        {"key": str(n), "id": f"o{n}", "label": f"Keep {keep}, give {give}",
         "args": {"keep": keep, "give": give}}
        for n, (keep, give) in enumerate([("threat", "camera"), ("camera", "threat")], start=1)
    ]  # fmt: skip
    lost = [
        {"key": str(n), "id": each, "label": each, "args": {"character": each}}
        for n, each in enumerate(("tough_guy", "little_girl"), start=1)
    ]
    with browsers.page(narrow=True) as page:
        asks(page, truck)
        page.goto(link)
        told = page.locator("#ask .effects b")
        told.first.wait_for()
        assert sorted(told.all_inner_texts()) == ["Security Camera: ", "Threat: "]
    with browsers.page(narrow=True) as page:
        asks(page, lost)
        page.goto(link)
        worth = page.locator("#ask .options small")
        worth.first.wait_for()
        assert worth.all_inner_texts() == ["5 points", "1 point"]


@pytest.mark.slow
def test_many_options_of_several_parts_are_chosen_part_by_part(
    browsers: Browsers, tables: Tables
) -> None:
    """What can't go together with the part just chosen gives way; the list can be opened."""
    link = tables.begin()["Ana"]
    pairs = [(keep, give, to) for keep, give in permutations(("axe", "camera", "threat"), 2)
             for to in ("Bo", "Cy")]  # fmt: skip
    options = [
        {"key": str(n), "id": f"o{n}", "label": f"Keep {keep}, give {give} to {to}",
         "args": {"keep": keep, "give": give, "recipient": to}}
        for n, (keep, give, to) in enumerate(pairs, start=1)
    ]  # fmt: skip
    with browsers.page() as page:
        asks(page, options)
        page.goto(link)
        names = ("keep", "give", "recipient")
        part = {each: page.locator(f"#ask [data-part={each}]") for each in names}
        part["recipient"].select_option("Cy")
        part["keep"].select_option("camera")
        part["give"].select_option("camera")
        chosen = {each: select.input_value() for each, select in part.items()}
        assert (chosen["give"], chosen["recipient"]) == ("camera", "Cy")
        assert chosen["keep"] != "camera"
        (meant,) = [each for each in options if each["args"] == chosen]
        assert page.locator("#ask .go").inner_text() == meant["label"]
        page.locator("#ask details > summary").first.click()
        assert page.locator("#ask [name=option]").count() == len(options)
        assert page.locator("#ask :checked[name=option]").get_attribute("value") == meant["key"]
        with page.expect_request("**/api/line") as sent:
            page.locator("#ask .go").click()
        assert sent.value.post_data_json["line"] == meant["key"]


@pytest.mark.slow
def test_what_is_written_ahead_is_kept_and_shown(browsers: Browsers, tables: Tables) -> None:
    """At a question, over a reload, and up to the turn, where it is said by hand."""
    link = tables.begin()["Ana"]
    with browsers.page() as page:
        page.goto(link)
        assert wait_for_question(page)
        assert page.locator("#ask[data-task=answer]").count()
        page.locator("#words").fill("Not me.")
        page.locator("#say").click()
        page.locator("#ahead li", has_text="Not me.").wait_for()
        assert page.locator("#words").input_value() == ""
        page.reload()
        page.locator("#ahead li", has_text="Not me.").wait_for()
        page.locator("#ahead button").click()
        page.locator("#ahead li").wait_for(state="detached")
        page.locator("#words").fill("Not Ana.")
        page.locator("#say").click()
        page.locator("#ahead li").wait_for()
        while wait_for_question(page) and not page.locator("#ask[data-task=speak]").count():
            asked = asked_in(page)
            by_mouse(page)
            wait_for_other(page, asked)
        page.locator("#ask .drafts", has_text="Not Ana.").wait_for()
        assert page.locator("#ahead li").count() == 0
        page.locator("#ask .go").click()
        page.locator("#log .say", has_text="Not Ana.").wait_for()


@pytest.mark.slow
def test_keys_of_two_digits_are_typed(browsers: Browsers, tables: Tables) -> None:
    """One after the other; Enter gives what is chosen, wherever the mouse was before."""
    link = tables.begin()["Ana"]

    options = [
        {"key": str(n), "id": f"o{n}", "label": f"Option {n}", "args": {}} for n in range(1, 13)
    ]
    with browsers.page() as page:
        asks(page, options)
        page.goto(link)
        page.locator("#ask label", has_text="Option 12").wait_for()
        chosen = page.locator("#ask :checked")
        for typed, key in (("1", "1"), ("2", "12"), ("3", "3"), ("1", "1"), ("1", "11")):
            page.keyboard.press(typed)
            assert chosen.get_attribute("value") == key
        page.locator("#theme, #more summary").first.click()
        page.keyboard.press("4")
        with page.expect_request("**/api/line") as sent:
            page.keyboard.press("Enter")
        assert sent.value.post_data_json["line"] == "4"


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("narrow", [False, True])
def test_a_link_is_taken_once_and_renewed_by_the_host(
    browsers: Browsers, tables: Tables, *, narrow: bool
) -> None:
    """With a way back for who opened it here; everybody at the table reads of the new one."""
    with browsers.page(narrow=narrow) as page:
        page.goto(tables.lobby)
        page.locator("#seats select").nth(1).select_option("human")
        page.locator("#pace").select_option("0")
        page.locator("#begin").click()
        rows = {name: page.locator(".links li", has_text=name).first for name in ("Ana", "Bruno")}
        for row in rows.values():
            row.locator("img[src^='data:image/svg+xml']").wait_for()
        assert page.locator(".links img").count() == 2
        bruno = str(rows["Bruno"].locator("a").get_attribute("href"))
        with page.expect_popup() as opened:
            rows["Ana"].locator("a").click()
        ana = opened.value
        rows["Ana"].locator(".taken").wait_for()
        assert rows["Ana"].locator("img").count() == 0
        with page.expect_popup() as again:
            rows["Ana"].get_by_role("link", name="open it again here").click()
        assert again.value.url == ana.url
        with browsers.page() as friend:
            friend.goto(bruno)
            friend.locator("#seats .seat.mine").wait_for()
            rows["Bruno"].locator(".taken").wait_for()
            assert rows["Bruno"].locator("a").count() == 0
            rows["Bruno"].get_by_role("button", name="Renew the link of Bruno").click()
            rows["Bruno"].get_by_role("button", name="Sure? The old link ends").click()
            rows["Bruno"].locator("img").wait_for()
            assert rows["Bruno"].locator("a").get_attribute("href") not in {None, bruno}
            friend.locator("#state", has_text="This link opens nothing here").wait_for()
        told = ana.locator("#log li", has_text="The host renewed the link of Bruno.")
        told.wait_for(state="attached")
        ana.reload()
        told.wait_for(state="attached")
        assert told.count() == 1


@pytest.mark.slow
def test_the_lobby_says_where_its_links_open(browsers: Browsers, tables: Tables) -> None:
    """On this computer only, and what would open them to others, or from where they can be."""
    others = ["http://192.0.2.7:8765/", "http://games.example:8765/"]
    with browsers.page() as page:
        page.goto(tables.lobby)
        page.locator("#where", has_text="open on this computer only").wait_for()
        assert "--host 0.0.0.0" in page.locator("#where").inner_text()
        own = page.url.partition("#")[0]

        def with_others(route: "Route") -> None:
            reply = route.fetch()
            route.fulfill(response=reply, json={**reply.json(), "roots": others})

        page.route("**/api/lobby", with_others)
        page.reload()
        page.locator("#where", has_text="these links open on this computer only").wait_for()
        page.locator("#begin").click()
        link = page.locator(".links a").first
        for root in (others[0], others[1], own):
            page.locator("#root").select_option(root)
            page.wait_for_selector(f".links a[href^='{root}table#']")
            assert link.inner_text() == link.get_attribute("href")
