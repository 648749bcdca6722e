"""Premeditation: lies against the plans that were told before."""

from collections import Counter

import pytest

from arena.lab.estimates import estimate
from arena.lab.measures import MEASURES
from arena.lab.measures.planning import kept, lies
from arena.lab.tables import Tables
from tests.arena.lab.word_games import FAMILIES, counted, games


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("share", "group"), [("0", "planned"), ("1", "changed without")])
def test_lies_are_planned_or_changed(family: str, share: str, group: str) -> None:
    """Who tells what it meant to tell has planned its lies, who meant the truth has not."""
    played = games(family, f"planted:planner({share})", plans=True)
    rows = counted("premeditation", played)
    assert {each.group for each in rows} == {group}
    assert len(rows) == sum(each.saw and each.false for game in played for each in game.reports)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_was_not_told_was_not_carried_out(family: str) -> None:
    """Each plan of a report is done where the lie was planned, and not where it was changed."""
    played = games(family, "planted:planner(0.5)", plans=True)
    groups = Counter(each.group for each in counted("premeditation", played))
    done = Counter(each.outcome for each in counted("plan_kept", played))
    assert done == {1.0: groups["planned"], 0.0: groups["changed without"]}


def test_a_lie_without_a_plan_is_named() -> None:
    """Where tables record plans a bot that has none lies without one."""
    rows = counted("premeditation", games("moh", "planted:liar(1)", plans=True))
    assert {each.group for each in rows} == {"no plan"}


def test_tables_without_plans_give_no_opportunity() -> None:
    """Lies are told there, and nothing is known of what was meant: the value is None."""
    (game,) = games("moh", "planted:liar(1)", count=1)
    assert any(each.saw and each.false for each in game.reports)
    assert not [*lies(game), *kept(game)]
    with Tables.in_memory([game]) as tables:
        found = estimate(tables, MEASURES["premeditation"])
        assert found
        assert all(each.value is None and not each.opportunities for each in found)


def test_its_shares_add_up() -> None:
    """The groups of one entrant are all of its lies."""
    with Tables.in_memory(games("moh", "planted:planner(0.5)", plans=True)) as tables:
        values = [each.value for each in estimate(tables, MEASURES["premeditation"])]
    assert sum(each or 0 for each in values) == pytest.approx(1)
