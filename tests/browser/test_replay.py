import json
from math import hypot
from pathlib import Path

import pytest

from arena.faces.web.replay_data import view
from arena.faces.web.replay_file import page as replay_page
from arena.records.record import of_type
from arena.records.talk import Said
from arena.transcript.reader import Transcript, read
from tests.browser.pages import SIDEWAYS, Browsers, broken_numbers, played
from tests.corpus import reading

GAMES = [("moh", 4), ("osaczeni", 6), ("moh", 3)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda each: f"{each[0]}-{each[1]}")
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Transcript:
    """A game of bots that talk."""
    ruleset, seats = request.param
    return read(played(tmp_path_factory.mktemp("games"), ruleset, seats))


@pytest.fixture(scope="module")
def file(game: Transcript, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its replay, with all viewpoints."""
    written = tmp_path_factory.mktemp("replay") / "replay.html"
    written.write_text(replay_page(game, ["all", "public", *game.seats]), encoding="utf-8")
    return written


def frames(game: Transcript, who: str) -> list[dict[str, object]]:
    """Return what is drawn of a viewpoint."""
    return json.loads(json.dumps(view(game, game.seats, who)["frames"]))


@pytest.mark.slow
def test_every_figure_stands_in_its_room(browsers: Browsers, game: Transcript, file: Path) -> None:
    """Rooms say whom they hold, how many attack and what comes of it, as the data has it."""
    shown = frames(game, "all")
    at = next(n for n, frame in enumerate(shown) if n > 60 and "board" in frame)
    with browsers.page() as page:
        page.goto(f"{file.as_uri()}#at={at}&as=all")
        board = shown[at]["board"]
        page.wait_for_selector(".seat-figure")
        for number, room in board["rooms"].items():  # type: ignore[index]
            drawn = page.locator(f'.seat-figure[data-in="{number}"]')
            assert drawn.count() == len(room["figures"])
            said = page.locator(f'[data-room="{number}"]').get_attribute("aria-label") or ""
            assert said.startswith(f"{number} ")
            assert room["closed"] == said.endswith(": closed")
            for figure in room["figures"]:
                assert f"{figure['seat']}\u2019s " in said


@pytest.mark.slow
def test_it_goes_by_moment_phase_and_round(
    browsers: Browsers, game: Transcript, file: Path
) -> None:
    """With keys, the slider and the strip of film; the address names the moment."""
    shown = frames(game, "all")
    last = len(shown) - 1
    with browsers.page() as page:
        page.goto(file.as_uri())
        page.wait_for_selector(".strip button")

        def at() -> int:
            return int(page.locator("#scrub").input_value())

        page.keyboard.press("End")
        assert at() == last
        assert page.locator(".round").inner_text() == "The end"
        page.keyboard.press("Home")
        assert at() == 0
        page.keyboard.press("ArrowRight")
        assert at() == 1
        page.keyboard.press("]")
        assert shown[at()]["phase"] != shown[1]["phase"]
        page.keyboard.press("Home")
        page.keyboard.press("PageDown")
        page.keyboard.press("PageDown")
        assert (shown[at()]["round"], shown[at() - 1]["round"]) == (2, 1)
        page.keyboard.press("[")
        assert shown[at()]["round"] == 1
        page.locator(".strip button").nth(2).click()
        assert shown[at()]["round"] == 2
        assert page.locator(".round").inner_text() == "Round 2"
        page.locator("#scrub").fill("33")
        assert "at=33&as=all" in page.url
        page.goto(f"{file.as_uri()}#at=40&as={game.seats[1]}")
        assert (at(), page.locator("#view").input_value()) == (40, game.seats[1])


@pytest.mark.slow
def test_deaths_and_lies_are_found_by_a_key(
    browsers: Browsers, game: Transcript, file: Path
) -> None:
    """One after the other to the end; without a moment in its link the page begins with round 1."""
    shown = frames(game, "all")
    eaten = {each["at"] for each in shown if each["type"] == "character_eaten"}
    with browsers.page() as page:
        page.goto(f"{file.as_uri()}#as=all")
        page.wait_for_selector(".strip button")
        at = int(page.locator("#scrub").input_value())
        assert (shown[at]["round"], shown[at - 1]["round"]) == (1, 0)
        found = list[int]()
        while at < shown[-1]["at"]:
            page.keyboard.press("x")
            at = int(page.locator("#scrub").input_value())
            found.append(at)
        assert eaten <= set(found)
        assert len(found) < len(shown) / 2
        page.keyboard.press("X")
        assert int(page.locator("#scrub").input_value()) == found[-2]
        page.keyboard.press("Home")
        page.locator("#speed").select_option("8")
        page.locator("#play").click()
        page.locator("#count", has_text="3 of").wait_for()


@pytest.mark.slow
def test_a_viewpoint_shows_nothing_of_others(
    browsers: Browsers, game: Transcript, file: Path
) -> None:
    """Neither their cards nor their whispers; the moment stays about the same."""
    me, other = game.seats[0], game.seats[1]
    heard = [
        each.data.text for each in game.records
        if isinstance(each.data, Said) and each.data.whisper
        and me not in (each.actor, *each.data.to)
    ]  # fmt: skip
    with browsers.page() as page:
        page.goto(f"{file.as_uri()}#at=120&as=all")
        page.wait_for_selector("#ledger .hand")
        labels = " ".join(page.locator("#ledger .label").all_inner_texts())
        assert f" of {other}".casefold() in labels.casefold()
        round_ = page.locator(".round").inner_text()
        page.locator("#view").select_option(me)
        assert page.locator(".round").inner_text() == round_
        labels = " ".join(page.locator("#ledger .label").all_inner_texts())
        assert f" of {other}".casefold() not in labels.casefold()
        page.keyboard.press("Escape")
        page.locator("#forth").focus()
        page.keyboard.press("End")
        said = page.locator("#log").inner_text()
        public = {each.text for each in of_type(Said, game.records) if not each.whisper}
        secret = [each for each in heard if each not in public]
        mine = {line["spans"][0][0] for f in frames(game, me) for line in f["told"]  # type: ignore[attr-defined]
                if line["as"] == "whisper" and line["spans"]}  # fmt: skip
        assert not [each for each in secret if each in said and each not in mine]


@pytest.mark.slow
@pytest.mark.parametrize("view_", ["all", "public"])
def test_a_phone_needs_no_sideways_scrolling(browsers: Browsers, file: Path, view_: str) -> None:
    """At any moment, and in each of its three views."""
    with browsers.page(narrow=True) as page:
        page.goto(f"{file.as_uri()}#as={view_}")
        page.wait_for_selector(".seat-figure, .room")
        last = int(page.locator("#scrub").get_attribute("max") or 0)
        for at in range(0, last + 1, last // 8):
            page.locator("#scrub").fill(str(at))
            for to in ("talk", "promises", "mall"):
                page.locator(f'.views [data-to="{to}"]').click()
                assert page.evaluate("document.documentElement.scrollWidth") <= 390
                assert broken_numbers(page) == []


@pytest.mark.slow
def test_what_was_false_is_marked(browsers: Browsers, game: Transcript, file: Path) -> None:
    """In the log with all secrets, and on the strip by who it was."""
    with browsers.page() as page:
        page.goto(f"{file.as_uri()}#as=all")
        page.wait_for_selector(".strip button")
        page.locator("#forth").focus()
        page.keyboard.press("End")
        lies = page.locator("#log .untrue").count()
        told = [
            line["spans"][1][0] for frame in frames(game, "all") if frame.get("reveal")
            for line in frame["told"]  # type: ignore[attr-defined]
            if line["as"] == "fact" and line["spans"][0][0].startswith("Round ")
        ]  # fmt: skip
        assert (lies > 0) >= bool(told)
        assert page.locator(".strip .sym").count() >= bool(told)


@pytest.mark.slow
def test_whispered_lies_stand_at_the_end_with_their_words(
    browsers: Browsers, tmp_path: Path
) -> None:
    """And with who heard them."""
    file = tmp_path / "replay.html"
    recorded = reading.transcript("moh-house-4-scene")
    file.write_text(replay_page(recorded, ["all"]), encoding="utf-8")
    with browsers.page(narrow=True) as page:
        page.goto(f"{file.as_uri()}#at=100000&as=all")
        page.locator(".views [data-to=promises]").click()
        words = page.locator("#ledger .lie blockquote", has_text="since it's you: 1, 1, 2, 4.")
        assert words.first.inner_text().startswith("Whispered to Cy: “Cy, since")


@pytest.mark.slow
@pytest.mark.parametrize("narrow", [False, True])
def test_the_game_is_told_round_by_round(
    browsers: Browsers, game: Transcript, file: Path, *, narrow: bool
) -> None:
    """Each row of the data once, marked as its moment comes; by a key it leads there."""
    told = view(game, game.seats, "all")
    parts = "looks", "reports", "ways", "eaten", "betrayed", "votes", "words"
    with browsers.page(narrow=narrow) as page:
        page.goto(f"{file.as_uri()}#at=30&as=all")
        page.wait_for_selector(".strip button")
        if narrow:
            page.locator(".views [data-to=talk]").click()
        assert not page.locator("#rounds").is_visible()
        page.get_by_role("button", name="Rounds").press("Enter")
        assert not page.locator("#log").is_visible()
        sections = page.locator("#rounds > section")
        assert sections.count() == len(told["rounds"])
        for at, one in enumerate(told["rounds"]):
            rows = sections.nth(at).locator(".row-of")
            assert rows.count() == 1 + sum(len(one[each]) for each in parts)
            marked = sections.nth(at).locator(".die").all_inner_texts()
            assert marked == [str(each) for each in one["dice"]]
            false = sum(each["false"] for each in one["reports"])
            assert sections.nth(at).get_by_text("✕ false").count() == false
            for each in one["eaten"]:
                row = sections.nth(at).locator(f'[data-record="{each["at"]}"]')
                whose = f"{each['seat']}\u2019s {each['character']}"
                assert row.filter(has_text=whose).count() == 1
                assert f"({each['by']})" not in row.first.inner_text()
            for each in one["betrayed"]:
                row = sections.nth(at).locator(f'[data-record="{each["at"]}"]')
                cost = f"lost {each['lost']} point" if each["lost"] else "in vain"
                against = f"voted against {each['betrayed']}"
                assert row.filter(has_text=against).filter(has_text=cost).count() >= 1
            broken = sum(each["outcome"] == "broken" for each in one["words"])
            assert sections.nth(at).get_by_text("✕ broken").count() == broken
        assert not page.evaluate(SIDEWAYS)
        last = [each["at"] for one in told["rounds"] for each in one["votes"]][-1]
        page.locator(f'#rounds [data-record="{last}"]').last.press("Enter")
        frame = next(each for each in told["frames"] if each["record"] >= last)
        assert f"at={frame['at']}&as=all" in page.url
        assert page.locator("#mall").is_visible()
        if narrow:
            page.locator(".views [data-to=talk]").click()
        assert page.locator("#rounds .here").first.is_visible()
        assert page.locator("#rounds [aria-current=true]").count() == 1


@pytest.mark.slow
def test_who_voted_for_and_against_whom_is_drawn(
    browsers: Browsers, game: Transcript, file: Path
) -> None:
    """An arrow each way of its kind, outside of the circles and inside the picture; and a table."""
    ties = view(game, game.seats, "all")["ties"]
    signs = [(each["supported"] > each["opposed"]) - (each["supported"] < each["opposed"])
             for each in ties]  # fmt: skip
    with browsers.page() as page:
        page.goto(f"{file.as_uri()}#at=30&as=all")
        page.get_by_role("button", name="Ties").click()
        drawing = page.locator("#ties svg.ties")
        for kind, sign in (("for", 1), ("against", -1), ("even", 0)):
            assert drawing.locator(f"g.{kind} line").count() == signs.count(sign)
        label = drawing.get_attribute("aria-label") or ""
        assert label.startswith("Votes for and against: ")
        assert label.count(" mostly ") == len(signs) - signs.count(0)
        circles = drawing.locator("circle").evaluate_all(
            "all => all.map((each) => [each.cx, each.cy, each.r].map(({baseVal}) => baseVal.value))"
        )
        assert len(circles) == len(game.seats)
        tips = drawing.locator("polygon").evaluate_all(
            "all => all.map(({points}) => [points[0].x, points[0].y])"
        )
        assert len(tips) == len(ties)
        for x, y in tips:
            assert all(hypot(x - cx, y - cy) >= r - 0.1 for cx, cy, r in circles)
            assert 0 <= x <= 260
            assert 0 <= y <= 260
        box = drawing.bounding_box()
        assert box is not None
        for name in drawing.locator("text").all():
            inside = name.bounding_box()
            assert inside is not None
            assert box["x"] <= inside["x"]
            assert inside["x"] + inside["width"] <= box["x"] + box["width"]
        rows = page.locator("#ties tbody tr").all_inner_texts()
        assert [each.split() for each in rows] == [
            [each["voter"], each["target"], str(each["supported"]), str(each["opposed"])]
            for each in ties
        ]


@pytest.mark.slow
def test_only_who_sees_all_secrets_is_told_more(browsers: Browsers, file: Path) -> None:
    """Another viewpoint has its talk alone, also where the rounds were shown before."""
    with browsers.page() as page:
        page.goto(f"{file.as_uri()}#at=30&as=all")
        page.get_by_role("button", name="Rounds").click()
        page.locator("#view").select_option("public")
        assert not page.locator("#tells").is_visible()
        assert not page.locator("#rounds").is_visible()
        assert page.locator("#log").is_visible()
        page.locator("#view").select_option("all")
        assert page.get_by_role("button", name="Rounds").is_visible()


@pytest.mark.slow
def test_an_address_names_a_record_of_the_log(
    browsers: Browsers, game: Transcript, file: Path
) -> None:
    """It shows the first moment that came with that record or after it."""
    votes = [each.at for each in game.records if each.type == "votes_revealed"]
    shown = frames(game, "all")
    with browsers.page() as page:
        for record in votes[:3]:
            page.goto("about:blank")
            page.goto(f"{file.as_uri()}#record={record}&as=all")
            page.wait_for_selector(".strip button")
            at = int(page.locator("#scrub").input_value())
            assert shown[at]["type"] == "votes_revealed"
            assert shown[at]["record"] == record
            assert f"at={at}&as=all" in page.url
