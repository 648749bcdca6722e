"""The page: its structure, what it says where nothing is known, hostile names, its games."""

import re
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.lab.measures import MEASURES
from arena.lab.report import figures_of, write_report
from arena.lab.report.wording import NO_OPPORTUNITY, NOTHING, SAYS
from arena.lab.report.writing import REPORT
from arena.lab.tables import Tables
from tests.arena.lab.report.folders import figures_in, report, tables_of
from tests.arena.tournament.report.made import HOSTILE
from tests.arena.tournament.report.test_write_report import Page, checked

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def whole_page(text: str) -> Page:
    """Return a page that holds what every page has to, and one script that its policy names."""
    (code,) = SCRIPT.findall(text)
    assert "fetch" not in code
    policy = next(each["content"] for each in Page(text).all("meta") if "http-equiv" in each)
    assert policy is not None
    assert "default-src 'none'; script-src 'sha256-" in policy
    return checked(SCRIPT.sub("", text))


@pytest.fixture(scope="module")
def page(whole: Tables, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the report on three games with all measures."""
    return report(whole, tmp_path_factory.mktemp("out"))


def section(page: str, id_: str) -> str:
    """Return the words of a section."""
    found = re.search(rf'<section id="{id_}".*?</section>', page, re.DOTALL)
    return " ".join(" ".join(Page(found[0]).words).split()) if found else ""


@pytest.mark.slow
def test_it_is_whole_and_needs_no_network(page: str) -> None:
    """With one script by its hash, headings in order, and links that lead somewhere."""
    whole_page(page)


@pytest.mark.slow
def test_each_entrant_has_a_card_with_every_figure_of_the_first_page(
    page: str, whole: Tables
) -> None:
    """In the order of their mean place, each figure with interval and n, or `no opportunity`."""
    cards = re.findall(r'<article class="card".*?</article>', page, re.DOTALL)
    entrants = [each.name for each in figures_in(whole, ()).entrants]
    assert [re.findall("<h3>(.*?)</h3>", each)[0] for each in cards] == entrants
    for each in cards:
        words = " ".join(" ".join(Page(each).words).split())
        for id_ in SAYS:
            assert SAYS[id_] in words
        figures = re.findall("<dd>(.*?)</dd>", each, re.DOTALL)
        none = (NO_OPPORTUNITY, NOTHING)
        assert all(any(word in one for word in none) != (", n " in one) for one in figures)


def test_measures_that_are_missing_fall_away(whole: Tables, tmp_path: Path) -> None:
    """With one measure there is its card line, its chart, how it was counted, and no other."""
    text = report(whole, tmp_path, figures_in(whole, {"promise"}))
    whole_page(text)
    assert re.findall('id="about-(.*?)"', text) == ["promise"]
    ids = re.findall('<section id="(.*?)"', text)
    assert ids == ["surprises", "cards", "word", "figures", "counted", "games", "reproduce"]
    assert SAYS["lie"] not in text


def test_without_any_measure_the_games_are_still_listed(whole: Tables, tmp_path: Path) -> None:
    """Nothing is shown of what was not proven, and it says of what."""
    text = report(whole, tmp_path, figures_of(whole, (), ()))
    whole_page(text)
    assert f"{len(MEASURES)} measures without a passed proof are not shown" in text
    assert "moh-1" in section(text, "games")


def test_what_is_not_proven_is_marked_wherever_it_stands(whole: Tables, tmp_path: Path) -> None:
    """On cards, above charts, and where it is told how it was counted."""
    text = report(whole, tmp_path, figures_of(whole, {"lie", "promise"}, {"promise"}))
    for part in ("cards", "dice", "counted"):
        assert "not proven" in section(text, part), part
    assert "not proven" not in section(text, "word")
    assert "No passed proof stands behind 1 measure that is shown here" in text


def test_hostile_names_are_text(tmp_path: Path) -> None:
    """Names of entrants are nobody's to trust: in cards, charts and tables."""
    specs = ("house", "house:liar", "house:honest", "house:greedy")
    with tables_of({"moh-1": ("moh", "5")}, dict(zip(specs, HOSTILE, strict=False))) as tables:
        shown = {"lie", "withholding", "temptation", "alignment", "deal_legs"}
        text = report(tables, tmp_path, figures_in(tables, shown))
    whole_page(text)
    assert "<script>alert" not in text
    assert "{{ 7 * 7 }}" in text
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_links_lead_to_the_moment_in_the_replay_where_there_is_one(
    whole: Tables, tmp_path: Path
) -> None:
    """By the number of the record, in a tournament's viewer; the other games have none."""
    replays = tmp_path / "evening" / "replays"
    replays.mkdir(parents=True)
    for name in ("viewer.html", "moh-1.js"):
        (replays / name).write_text("its data", "utf-8")
    text = report(whole, tmp_path, figures_in(whole, {"lie"}))
    hrefs = {str(each["href"]) for each in Page(text).all("a")}
    shown = {each for each in hrefs if not each.startswith("#")}
    assert {each.split("&")[0] for each in shown} == {"../replays/viewer.html#game=moh-1"}
    records = [
        int(each)
        for one in shown
        if "&" in one
        for each in re.findall(r"&record=(\d+)&as=all$", one)
    ]
    (last,) = whole.rows("SELECT max(o.at) FROM opportunities o WHERE game = 'moh-1'")[0]
    assert records
    assert max(records) <= last


def test_another_file_of_its_name_is_left_alone(whole: Tables, tmp_path: Path) -> None:
    """It says so; a report of its own is written anew."""
    figures = figures_in(whole, {"lie"})
    (tmp_path / REPORT).write_text("the tournament's", "utf-8")
    with pytest.raises(ConfigError, match="was not written by arena analyze"):
        write_report(whole, figures, tmp_path, tmp_path)
    assert (tmp_path / REPORT).read_text("utf-8") == "the tournament's"
    other = tmp_path / "other"
    first = write_report(whole, figures, tmp_path, other).read_bytes()
    assert write_report(whole, figures, tmp_path, other).read_bytes() == first
    assert [each.name for each in other.iterdir()] == [REPORT]


def test_what_is_counted_together_and_left_out_is_said(whole: Tables, tmp_path: Path) -> None:
    """Two rulesets in one figure, and a game that could not be read."""
    whole.left_out = {"moh-9": "the game is not finished"}
    text = report(whole, tmp_path, figures_in(whole, {"lie"}))
    whole.left_out = {}
    assert "Games of 2 rulesets are counted together: moh and osaczeni." in text
    assert "1 game could not be read and is left out" in text
    assert "moh-9 the game is not finished" in section(text, "reproduce")


def test_games_that_were_dealt_alike_are_told(tmp_path: Path) -> None:
    """The same game under two names, as of a null arm: intervals take them for one."""
    twice = tables_of({"a": ("moh", "5"), "b": ("moh", "5"), "c": ("moh", "6")})
    text = report(twice, tmp_path, figures_in(twice, {"power"}))
    assert "1 game had the seed, the rules and the entrants" in text
    once = tables_of({"a": ("moh", "5"), "c": ("moh", "6")})
    assert "the seed, the rules" not in report(once, tmp_path, figures_in(once, {"power"}))


def test_the_first_sentence_adds_all_entrants_up(whole: Tables, tmp_path: Path) -> None:
    """False reports of all reports of seen dice, broken promises of all that came to it."""
    text = report(whole, tmp_path, figures_in(whole, {"lie", "promise"}))

    def counts(measure: str, outcome: int) -> tuple[int, int]:
        rows = whole.rows(
            "SELECT count(*) FILTER (outcome = ?), count(*) FROM opportunities "
            "WHERE measure = ? AND eligible", [outcome, measure],
        )  # fmt: skip
        return rows[0][0], rows[0][1]

    lies, reports = counts("lie", 1)
    broken, promises = counts("promise", 0)
    said = f"{lies} of {reports} reports of seen dice were false and "
    assert f"{said}{broken} of {promises} promises were broken." in text
