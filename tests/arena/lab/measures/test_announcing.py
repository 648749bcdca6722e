"""Announced destinations: followed or not, with news in between or without."""

from collections import Counter

import pytest

from arena.lab.measures.announcing import after_news, deviations, without_news
from tests.arena.lab.simulated import read
from tests.arena.lab.word_games import FAMILIES, counted, games
from tests.breadth import EACH_FAMILY, EACH_RULESET


@pytest.mark.parametrize("family", EACH_FAMILY)
@pytest.mark.parametrize(("share", "outcome"), [("0", 0.0), ("1", 1.0)])
def test_who_always_or_never_goes_elsewhere(family: str, share: str, outcome: float) -> None:
    """Bots that follow all of their announcements have a rate of 0, bots that follow none of 1."""
    rows = counted("deviation", games(family, f"planted:announcer({share},{share})"))
    assert len(rows) > len(FAMILIES)
    assert {each.outcome for each in rows} == {outcome}


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_news_parts_them(ruleset: str) -> None:
    """Each counts either with news or without, or in neither, as it counts in all."""
    game = read(ruleset)
    both = zip(deviations(game), after_news(game), without_news(game), strict=True)
    for each, after, without in both:
        assert [after.excluded, without.excluded].count(None) == (each.excluded is None)


def test_another_who_speaks_of_the_dice_is_news() -> None:
    """Announcers guess aloud: news for some who announced before; the last has none."""
    rows = counted("deviation", games("moh", "planted:announcer(0.3,0.3)"))
    groups = Counter(each.group for each in rows)
    assert set(groups) == {"news", "no news"}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_goes_elsewhere_after_news_alone(family: str) -> None:
    """What its bot took for news is what is counted as news, in every single case."""
    rows = [
        each
        for game in games(family, "planted:announcer(0,1)")
        for each in deviations(game)
        if each.excluded is None
    ]
    assert {(each.group, each.outcome) for each in rows} == {("news", 1.0), ("no news", 0.0)}


def test_binding_ones_are_none_of_them() -> None:
    """The elected Chief's destination, which it announces, is no row of its seat in this round."""
    for game in games("moh", "planted:announcer(0.3,0.3)"):
        bound = {(n, seat) for n, round_ in game.rounds.items() for seat in round_.bound}
        assert bound
        assert not bound & {(each.round, each.actor) for each in deviations(game)}


def test_what_could_not_be_chosen_is_excluded() -> None:
    """Where a seat had a single destination its announcement says nothing of its faith."""
    for family in FAMILIES:
        for game in games(family, "planted:announcer(0.3,0.3)"):
            free = {
                (each.round, each.seat)
                for each in game.choices
                if each.kind == "choose_destination" and len(each.options) > 1
            }
            for each in deviations(game):
                assert (each.excluded is None) == ((each.round, each.actor) in free)
