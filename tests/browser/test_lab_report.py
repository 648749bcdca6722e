"""The lab's report in a browser: tables are sorted, folded parts open, it fits and it prints."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.faces.cli.report_replays import Replays
from arena.faces.web.replay_data import view
from arena.lab import load
from arena.lab.report import figures_of, write_report
from arena.records.talk import Said
from arena.transcript.reader import read
from tests.browser.pages import SIDEWAYS, Browsers, broken_numbers, played

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

SHOWN = ("lie", "promise", "withholding", "alignment", "betrayal")
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the report of one game, which can be played back."""
    folder = tmp_path_factory.mktemp("lab")
    played(folder, "moh", 5)
    with load(folder, keep=False) as tables:
        figures = figures_of(tables, SHOWN, ("lie",))
        return write_report(tables, figures, folder, folder / "lab", pages=Replays())


def column(table: "Locator", number: int) -> list[str]:
    """Return the texts of a column."""
    return table.locator(f"tbody tr > :nth-child({number + 1})").all_inner_texts()


def opened(page: "Page", file: Path, at: str = "") -> None:
    """Go to the report, or to a place of it."""
    page.goto(f"{file.as_uri()}{at}")


def test_a_table_is_sorted_by_a_click_and_by_a_key(browsers: Browsers, file: Path) -> None:
    """Numbers by value, the highest first, what there is none of last; it is told to all."""
    with browsers.page() as page:
        opened(page, file, "#figures")
        page.locator("#figures details").evaluate("each => { each.open = true; }")
        table = page.locator("#figures table")
        before = column(table, 0)
        head = table.locator("thead th").nth(2)
        assert head.get_attribute("aria-sort") == "none"
        head.get_by_role("button").click()
        assert head.get_attribute("aria-sort") == "descending"

        def values() -> list[float | None]:
            found = table.locator("tbody tr > :nth-child(3)").evaluate_all(
                "all => all.map((each) => each.dataset.by ?? null)"
            )
            return [None if each is None else float(each) for each in found]

        shown = values()
        known = [each for each in shown if each is not None]
        assert known == sorted(known, reverse=True)
        assert shown[: len(known)] == known
        assert len(set(known)) > 2
        assert None in shown
        head.get_by_role("button").press("Enter")
        assert head.get_attribute("aria-sort") == "ascending"
        assert [each for each in values() if each is not None] == sorted(known)
        assert values()[len(known) :] == [None] * (len(shown) - len(known))
        words = table.locator("thead th").nth(0)
        words.get_by_role("button").press("Space")
        assert words.get_attribute("aria-sort") == "ascending"
        assert head.get_attribute("aria-sort") == "none"
        assert column(table, 0) == sorted(before, key=str.lower)


def test_no_number_is_broken_on_a_phone(browsers: Browsers, file: Path) -> None:
    """Whose owner has set large type: a table that is too wide is scrolled within itself."""
    with browsers.page(narrow=True) as page:
        opened(page, file)
        page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        page.evaluate("document.documentElement.style.fontSize = '24px'")
        assert page.locator(".matrix td").count() > 5
        assert broken_numbers(page) == []
        assert not page.evaluate(SIDEWAYS)


def test_a_link_opens_what_it_leads_into(browsers: Browsers, file: Path) -> None:
    """From a card to how a figure was counted, or from an address."""
    with browsers.page() as page:
        opened(page, file)
        assert not page.locator("#about-lie dl").is_visible()
        page.locator('.card a[href="#about-lie"]').first.click()
        page.locator("#about-lie dl").wait_for()
    with browsers.page() as page:
        opened(page, file, "#about-lie")
        page.locator("#about-lie dl").wait_for()
        assert page.evaluate("scrollY") > 0


def test_a_moment_leads_into_the_replay(browsers: Browsers, file: Path) -> None:
    """The viewer shows the record that was named, and the game's rounds; a row leads on."""
    with browsers.page() as page:
        opened(page, file)
        href = page.locator(".card dd a").first.get_attribute("href") or ""
        record = int(href.partition("&record=")[2].partition("&")[0])
        page.locator(".card dd a").first.click()
        page.wait_for_selector(".strip button")
        at = int(page.locator("#scrub").input_value())
        game = read(next(each for each in file.parent.parent.iterdir() if each.name != "lab"))
        wanted = next(each for each in game.records if each.at == record)
        assert f"at={at}&as=all" in page.url
        shown = page.locator(".here").all_inner_texts()
        if isinstance(wanted.data, Said):
            assert any(wanted.data.text in each for each in shown)
        assert page.locator(".round").inner_text() == f"Round {wanted.round}"
        page.get_by_role("button", name="Rounds").click()
        row = page.locator("#rounds [data-record]").last
        row.click()
        frames = view(game, game.seats, "all")["frames"]
        to = int(row.get_attribute("data-record") or 0)
        assert (
            f"at={next(each['at'] for each in frames if each['record'] >= to)}&as=all" in page.url
        )


@pytest.mark.parametrize("narrow", [False, True])
def test_it_fits_and_needs_no_sideways_scrolling(
    browsers: Browsers, file: Path, *, narrow: bool
) -> None:
    """On a desk and on a phone, with everything opened."""
    with browsers.page(narrow=narrow) as page:
        opened(page, file)
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
        )
        assert page.evaluate(WIDTH) == (390 if narrow else 1280)
        svgs = page.locator("figure svg:visible")
        assert svgs.count() > 2
        right = svgs.evaluate_all("all => all.map((each) => each.getBoundingClientRect().right)")
        assert max(right) <= (390 if narrow else 1280)


def test_on_a_phone_tables_can_be_sorted_too(browsers: Browsers, file: Path) -> None:
    """The names of columns are buttons above the cards."""
    with browsers.page(narrow=True) as page:
        opened(page, file)
        page.locator("#figures details").evaluate("each => { each.open = true; }")
        button = page.locator("#figures thead button").nth(2)
        button.tap()
        head = page.locator("#figures thead th").nth(2)
        assert head.get_attribute("aria-sort") == "descending"


def test_print_shows_how_it_was_counted_and_closes_it_again(browsers: Browsers, file: Path) -> None:
    """Paper can't be clicked on."""
    with browsers.page() as page:
        opened(page, file)
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator("#about-lie dl").is_visible()
        assert not page.locator("nav").is_visible()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert not page.locator("#about-lie dl").is_visible()


def test_nothing_is_fetched_and_the_page_may_run_its_own_script_only(
    browsers: Browsers, file: Path, tmp_path: Path
) -> None:
    """One request, that for the page; a script that is put into it does not run."""
    asked = list[str]()
    with browsers.page() as page:
        page.on("request", lambda each: asked.append(each.url))
        opened(page, file)
        page.locator("#cards").wait_for()
        assert asked == [file.as_uri()]
    text = file.read_text(encoding="utf-8")
    other = tmp_path / "other.html"
    other.write_text(
        text.replace("</main>", "<script>document.title = 'x'</script></main>"), "utf-8"
    )
    opened_page = browsers.browser.new_page()
    opened_page.goto(other.as_uri())
    assert opened_page.title() != "x"
    opened_page.close()


def test_both_themes_have_their_own_ground(browsers: Browsers, file: Path) -> None:
    """As the system asks."""
    with browsers.page() as page:
        opened(page, file)
        grounds = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert grounds == ["rgb(235, 227, 210)", "rgb(14, 20, 27)"]
