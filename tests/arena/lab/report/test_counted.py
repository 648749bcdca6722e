"""How a measure was counted is told with all that it takes to doubt it."""

from dataclasses import replace

import pytest

from arena.lab.estimates import Excluded
from arena.lab.measures import MEASURES
from arena.lab.report.cards import cards_of
from arena.lab.report.counted import RUNGS, counted_of, figures_grid
from arena.lab.report.figures import Figures, Moment
from arena.lab.report.played import Links
from arena.lab.report.wording import NO_OPPORTUNITY, label
from tests.arena.lab.report.made_figures import figures

LINKS = Links(replays={})
PLAYED = Links(replays={"g1": "../replays/viewer.html#game=g1"})
MOMENT = Moment("lie", "ann", "g1", 3, 77, "Ada", ("Ben",), 1.0)
LIE = {("lie", "ann"): (0.4, 0.3, 0.5), ("lie", "bob"): (None, None, None)}


def found(**changes: object) -> Figures:
    """Return the lie rates of two entrants, with what else is known."""
    return replace(figures(LIE), moments=(MOMENT,), **changes)  # type: ignore[arg-type]


def texts(
    of: Figures, links: Links, caption: str, proofs: tuple[dict[str, object], ...] = ()
) -> list[list[str]]:
    """Return the rows of a table under the first measure."""
    grids = {each.caption: each for each in counted_of(of, links, proofs)[0].grids}
    return [[each.text for each in row] for row in grids[caption].rows] if caption in grids else []


def test_every_measure_says_what_it_is() -> None:
    """Definition, unit, rung, needs, smallest n, source; the rungs are those that measures have."""
    (about,) = counted_of(found(), LINKS, ())
    facts, lie = dict(about.facts), MEASURES["lie"]
    assert (about.name, facts["In the field"]) == (label(lie), lie.name)
    assert facts["Definition"] == lie.definition.replace("`", "")
    assert facts["Unit"] == lie.unit
    assert "`" in lie.needs
    assert facts["Has opportunities"] == lie.needs.replace("`", "")
    assert facts["Source"] == lie.source
    assert facts["Label"] == f"Rung {RUNGS[1]}"
    assert facts["Smallest n"].startswith(f"{lie.least};")
    assert {each.rung for each in MEASURES.values()} <= set(RUNGS)


@pytest.mark.parametrize(("unproven", "said"), [({"lie"}, "none that passed"), (set(), "planted")])
def test_it_says_whether_a_proof_stands_behind_it(unproven: set[str], said: str) -> None:
    """And which."""
    (about,) = counted_of(found(unproven=frozenset(unproven)), LINKS, ())
    assert dict(about.facts)["Proof"].startswith(said)
    assert about.unproven == bool(unproven)


def test_a_proof_is_shown_with_planted_found_and_held() -> None:
    """Of this measure only."""
    row = {
        "proof": "dice", "entrant": "planted:liar(0.3)", "group": "", "family": "moh",
        "planted": 0.3, "found": 0.2987, "held": 189, "replicates": 200, "passed": True,
        "measure": "lie",
    }  # fmt: skip
    other = {**row, "measure": "promise"}
    proofs = (row, other, {**row, "group": "open", "passed": False})
    caption = "Planted truth: in how many replicates the interval held it"
    assert texts(found(), LINKS, caption, proofs) == [
        ["planted:liar(0.3)", "dice", "moh", "0.300", "0.299", "189 of 200", "passed"],
        ["planted:liar(0.3), open", "dice", "moh", "0.300", "0.299", "189 of 200", "failed"],
    ]


def test_what_did_not_count_stands_by_reason_and_entrant() -> None:
    """The most frequent reason first, 0 where an entrant had none."""
    excluded = (
        Excluded("lie", "ann", "hearsay", 2), Excluded("lie", "bob", "says nothing", 7),
        Excluded("promise", "ann", "no occasion", 9),
    )  # fmt: skip
    rows = texts(
        found(excluded=excluded), LINKS, "Moments that did not count, by reason and entrant"
    )
    assert rows == [["says nothing", "0", "7"], ["hearsay", "2", "0"]]


@pytest.mark.parametrize(
    ("links", "href"),
    [(LINKS, None), (PLAYED, "../replays/viewer.html#game=g1&record=77&as=all")],
)
def test_a_moment_leads_to_the_replay_if_there_is_one(links: Links, href: str | None) -> None:
    """From the table of moments, the table of all figures, and the card."""
    grids = counted_of(found(), links, ())[0].grids
    hrefs = [each.href for grid in grids for row in grid.rows for each in row if each.href]
    hrefs += [each.href for row in figures_grid(found(), links).rows for each in row if each.href]
    hrefs += [
        line.href for card in cards_of(found(), links) for _, lines in card.parts for line in lines
    ]
    assert [each for each in hrefs if each] == ([] if href is None else [href] * 3)


def test_where_there_was_no_opportunity_no_number_stands() -> None:
    """In the table of all figures and on the card; and it is sorted behind those with one."""
    ann, bob = figures_grid(found(), LINKS).rows
    assert [each.text for each in ann[2:5]] == ["40 %", "30 to 50 %", "100"]
    assert bob[2].text == NO_OPPORTUNITY
    assert bob[2].value is None
    _, card = cards_of(found(), LINKS)
    ((_, (line,)),) = card.parts
    assert line.none
    assert line.value == NO_OPPORTUNITY
    assert line.bar is None


def test_a_card_draws_shares_as_bars_and_says_both_rates_of_a_difference() -> None:
    """Tempted and not tempted, each with its share."""
    both = figures(
        {**LIE, ("temptation", "ann"): (-0.4, -0.6, -0.2)},
        parts={
            ("temptation", "ann", "yes"): (0.5, 0.3, 0.7),
            ("temptation", "ann", "no"): (0.9, 0.8, 1.0),
        },
    )
    card = cards_of(both, LINKS)[0]
    lines = {line.about: line for _, lines in card.parts for line in lines}
    lie, gap = lines["#about-lie"], lines["#about-temptation"]
    assert lie.bar is not None
    assert (lie.bar.low, lie.bar.value, lie.bar.high) == (0.3, 0.4, 0.5)
    assert lie.chances == "100 in 20 games"
    assert gap.value == "50 % tempted, 90 % not"
    assert gap.interval == "−60 to −20 points"  # noqa: RUF001 - the minus sign
    assert gap.bar is None


def test_a_card_says_where_there_is_no_interval() -> None:
    """One game gives none of a mean: a value without bounds."""
    card = cards_of(figures({("alignment", "ann"): (0.2, None, None)}), LINKS)[0]
    ((_, (line,)),) = card.parts
    assert (line.value, line.interval, line.none) == ("0.20", "no interval", False)


def test_groups_of_a_rate_stand_in_a_table() -> None:
    """Whispered and open reports, each with its figure; none where there is one group."""
    parts = {
        ("lie", "ann", "open"): (0.2, 0.1, 0.3), ("lie", "ann", "whisper"): (0.8, 0.6, 0.9),
    }  # fmt: skip
    rows = texts(figures(LIE, parts=parts), LINKS, "By group")
    assert rows == [
        ["ann", "open", "20 %", "10 to 30 %", "100"],
        ["ann", "whisper", "80 %", "60 to 90 %", "100"],
    ]
    assert texts(figures(LIE), LINKS, "By group") == []
