"""Charts: which there are, what each says, and where its points lead."""

import re
from dataclasses import replace
from typing import Any

import altair as alt
import pytest
from jsonschema import ValidationError

from arena.lab.measures import MEASURES
from arena.lab.report.counted import figures_grid
from arena.lab.report.figures import Figures
from arena.lab.report.pictures import TOPICS, WINDOWS, chart_sections
from arena.lab.report.played import Links
from arena.lab.report.wording import NO_OPPORTUNITY, label
from arena.reporting import charts
from arena.reporting.charts import Cross, Interval, Spot, crosses, intervals, scatter
from arena.reporting.view import Section
from tests.arena.lab.report.made_figures import estimate, figures

LINKS = Links(replays={})
SHARE = (0.5, 0.4, 0.6)
NONE = (None, None, None)


def sections(of: Figures) -> dict[str, Section]:
    """Return the sections by id."""
    return {each.id: each for each in chart_sections(of, LINKS)}


def test_every_measure_belongs_to_a_topic() -> None:
    """Or it would have no chart."""
    numbers = [number for each, _, _ in TOPICS for number in each]
    assert len(numbers) == len(set(numbers))
    assert {each.number for each in MEASURES.values()} <= set(numbers)


def test_a_measure_has_a_small_chart_where_something_is_known() -> None:
    """Not one where nobody had an opportunity; how to read them is said once."""
    found = sections(figures({("lie", "a"): SHARE, ("bluff", "a"): NONE, ("promise", "a"): SHARE}))
    assert list(found) == ["dice", "word"]
    assert [each.title for each in found["dice"].charts] == ["Reports of seen dice that were false"]
    assert len(found["dice"].said) == 1
    assert found["word"].said == ()


def test_other_windows_of_betrayal_have_no_chart_of_their_own() -> None:
    """They are nearly the same again; the table of all figures has them."""
    names = ("betrayal", "betrayal_w2", "betrayal_w4")
    of = figures({(each, "a"): SHARE for each in names})
    assert len(sections(of)["company"].charts) == 1
    assert {each for each in MEASURES if each.startswith("betrayal_")} == WINDOWS
    listed = {row[0].text for row in figures_grid(of, LINKS).rows}
    assert listed == {label(MEASURES[each]) for each in names}


def test_who_had_no_opportunity_keeps_its_row() -> None:
    """With the words in place of a point."""
    (chart,) = sections(figures({("lie", "a"): SHARE, ("lie", "b"): NONE}))["dice"].charts
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", chart.narrow)
    assert {"a", "b", NO_OPPORTUNITY, "100"} <= set(texts)
    assert chart.narrow.count('d="M4.743') == 1


def test_entrants_keep_their_order_whoever_had_an_opportunity() -> None:
    """The first stands first, also where only the last has a point."""
    of = figures({("lie", "a"): NONE, ("lie", "b"): NONE, ("lie", "c"): SHARE})
    (chart,) = sections(of)["dice"].charts
    at = {
        name: float(y)
        for y, name in re.findall(r'translate\(-8,([\d.]+)\)"[^>]*>([abc])<', chart.narrow)
    }
    assert at["a"] < at["b"] < at["c"]


def test_a_line_stands_at_0_where_figures_lie_on_both_sides() -> None:
    """And at every difference."""

    def dashed(measure: str, low: float) -> bool:
        found = sections(figures({(measure, "a"): (low + 0.1, low, low + 0.3)}))
        return any("stroke-dasharray" in each.charts[0].narrow for each in found.values())

    assert dashed("alignment", -0.2)
    assert not dashed("alignment", 0.2)
    assert dashed("temptation", 0.2)


def test_few_opportunities_have_a_star() -> None:
    """Behind their number."""
    (chart,) = sections(figures({("lie", "a"): SHARE}, opportunities=9))["dice"].charts
    assert ">9*<" in chart.narrow
    (chart,) = sections(figures({("lie", "a"): SHARE}, opportunities=10))["dice"].charts
    assert ">10<" in chart.narrow


def test_the_ends_that_are_told_rest_on_enough() -> None:
    """Who had few opportunities is not named as an end, but where nobody had more."""
    made = figures({("lie", each): (at / 4, 0.0, 1.0) for at, each in enumerate("abc", start=1)})
    few = replace(made.estimates["lie", "a", ""], opportunities=2)
    chart = sections(replace(made, estimates={**made.estimates, ("lie", "a", ""): few}))["dice"]
    assert "50 % (b) to 75 % (c), but for those with a star." in chart.charts[0].label
    (chart,) = sections(figures({("lie", "a"): SHARE}, opportunities=2))["dice"].charts
    assert "(a)" in chart.label


def test_a_chart_says_how_it_is_read() -> None:
    """Where its title and unit don't: which side of 0 is what."""
    (chart,) = sections(figures({("lie_at_own", "a"): (0.5, -0.5, 1.5)}))["dice"].charts
    assert chart.label.startswith("Above 0 scares others off, below 0 lures them. Zombies: ")


def test_lies_stand_beside_silence_where_both_are_known() -> None:
    """Who has only one of them is in no such chart."""
    both = {("lie", "a"): SHARE, ("withholding", "a"): SHARE, ("lie", "b"): SHARE}
    found = sections(figures({**both, ("withholding", "b"): NONE}))
    (chart,) = found["silence"].charts
    assert ">a (n 100, 100)<" in chart.wide
    assert ">b (" not in chart.wide
    assert "silence" not in sections(figures({("lie", "a"): SHARE}))


def test_promises_tempted_and_not_are_series_and_rows() -> None:
    """In the chart and in the table beneath it."""
    parts = {
        ("temptation", "a", "yes"): (0.25, 0.1, 0.4), ("temptation", "a", "no"): (0.9, 0.8, 1.0),
    }  # fmt: skip
    found = sections(figures({("temptation", "a"): (-0.65, -0.8, -0.5)}, parts=parts))
    section = found["tempted"]
    assert ">tempted<" in section.charts[0].wide
    assert ">not tempted<" in section.charts[0].wide
    (grid,) = section.grids
    rows = [[each.text for each in row] for row in grid.rows]
    assert rows == [
        ["a", "tempted", "25 %", "10 to 40 %", "100"],
        ["a", "not tempted", "90 %", "80 to 100 %", "100"],
    ]


def test_alignment_is_a_matrix_of_entrants() -> None:
    """Shaded by its sign and size, with the ballots; there is none without pairs."""
    made = figures({("alignment", "a"): (0.3, 0.1, 0.5), ("alignment", "b"): (0.1, 0.0, 0.2)})
    assert "alignment" not in sections(made)
    pairs = {
        ("alignment", "a", "b"): estimate("alignment", "a", (-0.25, -0.5, 0.0), 38, "b"),
    }  # fmt: skip
    (grid,) = sections(
        Figures(
            games=1, left_out={}, entrants=made.entrants, measures=made.measures,
            unproven=frozenset(), hidden=(), estimates={**made.estimates, **pairs}, parts={},
            in_games={}, excluded=(), moments=(),
        )
    )["alignment"].grids  # fmt: skip
    assert grid.matrix
    cell = grid.rows[0][2]
    assert cell.text == "−0.25 (38)"  # noqa: RUF001 - the minus sign
    assert cell.share == -0.25
    assert grid.rows[0][1].share is None


def test_a_point_leads_where_it_says_and_another_nowhere() -> None:
    """Relative to the page; links of a picture are no stops for who goes by keys."""
    rows = [
        Interval(name="a", middle=0.2, low=0.1, high=0.3, href="../r/g1.html#record=7&as=all"),
        Interval(name="b", middle=0.2, low=0.1, high=0.3),
    ]
    chart = intervals(rows, "", "Two of them.", shares=True, title="T")
    assert re.findall(r'<a ([^>]*)href="([^"]*)"', chart.narrow) == [
        ('tabindex="-1" aria-hidden="true" ', "../r/g1.html#record=7&amp;as=all")
    ]
    assert "http" not in chart.narrow
    assert 'aria-label="T: Two of them."' in chart.narrow
    assert chart.wide == ""


def test_axes_of_crosses_reach_as_far_as_their_intervals() -> None:
    """And never beyond all."""

    def ticks(high: float) -> list[str]:
        one = Interval(name="a", middle=0.1, low=0.0, high=high, note="5")
        chart = crosses([Cross(x=one, y=one)], "X", "Y", "A cross.")
        return re.findall(r">([\d.]+%)<", chart.wide)

    assert ticks(0.15)[-1] == "20%"
    assert ticks(0.99)[-1] == "100%"
    assert ticks(1.0)[-1] == "100%"


@pytest.mark.slow
def test_every_form_of_a_chart_is_vega_lite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Altair has the schema; what draws them does not check it."""
    made: list[dict[str, Any]] = []
    draw = charts._svg

    def kept(spec: dict[str, Any], label: str) -> str:
        made.append(spec)
        return draw(spec, label)

    monkeypatch.setattr(charts, "_svg", kept)
    one = Interval(name="a", middle=0.5, low=0.4, high=0.6, note="9", href="x", series="p")
    other = replace(one, series="q")
    intervals([one], "Share", "of", zero=0, step=1)
    intervals([one, other], "Share", "of", shares=True, title="Small")
    crosses([Cross(x=one, y=one)], "x", "y", "of")
    scatter([Spot(name="a", x=1, y=2)], "x", "y", "of")
    assert len(made) == 7
    for each in made:
        assert alt.Chart.from_dict(each, validate=True)
    with pytest.raises(ValidationError):
        alt.Chart.from_dict({**made[0], "layer": [{"mark": "none such"}]}, validate=True)
