"""Figures are what the table of opportunities says: estimates, groups, moments, entrants."""

import json
import re

import pytest

from arena.lab.estimates import estimate
from arena.lab.measures import MEASURES
from arena.lab.report.figures import MOMENTS, _groups, figures_of
from arena.lab.tables import Tables
from tests.arena.lab.company_games import played
from tests.arena.lab.report.folders import figures_in
from tests.arena.lab.report.made_figures import estimate as made


def test_they_are_the_estimates_of_the_measures_that_are_shown(whole: Tables) -> None:
    """Nothing is shown of another, and what is has the same numbers."""
    found = figures_of(whole, {"lie", "promise"}, {"lie"})
    assert list(found.measures) == ["lie", "promise"]
    assert found.unproven == {"promise"}
    assert set(found.hidden) == set(MEASURES) - {"lie", "promise"}
    wanted = [each for id_ in ("lie", "promise") for each in estimate(whole, MEASURES[id_])]
    assert list(found.estimates.values()) == wanted
    assert {each.measure for each in found.moments} <= {"lie", "promise"}
    assert {each.measure for each in found.excluded} <= {"lie", "promise"}


def test_entrants_stand_in_the_order_of_their_mean_place(whole: Tables) -> None:
    """With the games that they played and their points."""
    found = figures_in(whole, ())
    places = [each.place for each in found.entrants]
    assert places == sorted(places)
    assert {each.games for each in found.entrants} == {3}
    points = whole.rows("SELECT entrant, avg(points) FROM seats GROUP BY ALL")
    assert {each.name: each.points for each in found.entrants} == dict(points)


def test_they_say_in_how_many_games_something_was_counted(whole: Tables) -> None:
    """Games with an opportunity, not games that were played; copies are games too."""
    found = figures_in(whole, {"lie"})
    rows = whole.rows("SELECT DISTINCT entrant, game FROM opportunities "
                      "WHERE measure = 'lie' AND eligible")  # fmt: skip
    for each in found.entrants:
        games = {game for entrant, game in rows if entrant == each.name}
        assert found.in_games.get(("lie", each.name), 0) == len(games)
    assert rows


def test_the_parts_of_a_rate_make_up_the_whole(whole: Tables) -> None:
    """Opportunities of groups add up, and so does what came of them."""
    found = figures_in(whole, {"lie"})
    assert found.parts_of("lie") == ("open", "whisper")
    for each in found.entrants:
        all_ = found.of("lie", each.name)
        parts = [found.parts.get(("lie", each.name, group)) for group in ("open", "whisper")]
        known = [part for part in parts if part is not None]
        assert all_ is not None
        assert sum(part.opportunities for part in known) == all_.opportunities
        if all_.value is not None:
            summed = sum((part.value or 0.0) * part.opportunities for part in known)
            assert summed == pytest.approx(all_.value * all_.opportunities)


def test_groups_of_numbers_stand_by_their_number() -> None:
    """`10 left` comes behind `9 left`."""
    groups = ["10 left", "9 left", "none", "1 left"]
    found = {("m", "e", each): made("m", "e", (0.5, 0.4, 0.6), group=each) for each in groups}
    assert _groups(found, "m") == ("none", "1 left", "9 left", "10 left")


def test_without_an_opportunity_nothing_is_known(whole: Tables) -> None:
    """It is an estimate without a value, and `known` has none."""
    found = figures_in(whole, {"premeditation"})
    name = found.entrants[0].name
    assert found.known("premeditation", name) is None
    assert found.known("no such measure", name) is None


def test_betrayal_is_by_characters_left_too() -> None:
    """Beside its own groups, which are the entrants that were betrayed."""
    with Tables.in_memory(played("moh", *["random"] * 5), ["betrayal"]) as tables:
        found = figures_in(tables, {"betrayal"})
    assert set(found.groups("betrayal")) <= {each.name for each in found.entrants}
    left = found.parts_of("betrayal")
    assert len(left) > 1
    assert all(re.fullmatch(r"\d left", each) for each in left)
    counted = sum(each.opportunities for each in found.parts.values())
    every = (found.known("betrayal", each.name) for each in found.entrants)
    assert counted == sum(each.opportunities for each in every if each)


def test_moments_are_the_rarer_ones_first_and_few(whole: Tables) -> None:
    """Of a rate above a half those that came out 0, else the others."""
    found = figures_in(whole, {"lie", "promise"})
    for measure in ("lie", "promise"):
        for each in found.entrants:
            of = found.known(measure, each.name)
            own = [one.outcome for one in found.moments if one[:2] == (measure, each.name)]
            assert len(own) <= MOMENTS
            if of is None or of.value is None:
                assert own == []
                continue
            assert own == sorted(own, reverse=of.value <= 0.5)
            rare = whole.rows(
                "SELECT count(*) FROM opportunities WHERE measure = ? AND entrant = ? AND eligible "
                "AND (outcome = 0) = ?", [measure, each.name, of.value > 0.5],
            )[0][0]  # fmt: skip
            assert sum((one == 0) == (of.value > 0.5) for one in own) == min(MOMENTS, rare)


def test_a_moment_can_be_looked_up(whole: Tables) -> None:
    """Its record is that of the opportunity, in its game and round."""
    found = figures_in(whole, {"lie"})
    (first,) = {found.moment("lie", each.name) for each in found.entrants[:1]}
    assert first is not None
    rows = whole.rows(
        "SELECT actor, round FROM opportunities o WHERE measure = 'lie' AND game = ? AND o.at = ?",
        [first.game, first.at],
    )
    assert (first.actor, first.round) in rows


def test_as_data_they_are_json(whole: Tables) -> None:
    """With every measure's estimates, and what did not count by reason."""
    data = figures_in(whole, {"lie", "promise"}).data()
    assert json.loads(json.dumps(data)) == data
    assert [each["measure"] for each in data["measures"]] == ["lie", "promise"]
    lie = data["measures"][0]
    assert lie["proven"]
    assert {each["entrant"] for each in lie["estimates"]} == {
        each["entrant"] for each in data["entrants"]
    }
    times = whole.rows("SELECT count(*) FROM opportunities WHERE measure = 'lie' AND NOT eligible")[
        0
    ][0]
    assert sum(each["times"] for each in lie["excluded"]) == times
